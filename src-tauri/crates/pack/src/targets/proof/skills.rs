//! Skills as they lie in folders and archives: the bytes of their files, and what their heads say line by line.

use studio_text::{SkillDocument, decode};

use super::{Difference, Piece, differs};
use crate::targets::{
    bundle::{Bundle, SkillOut},
    loss::{Entity, Field},
};

const SKILL_FILE: &str = "SKILL.md";

/// What lies on disk otherwise than the skills it was made of.
pub(super) fn unproven(bundle: &Bundle, pieces: &[Piece]) -> Vec<Difference> {
    let files: Vec<(&str, &Piece)> = pieces.iter().filter_map(|piece| Some((folder_of(&piece.path)?, piece))).collect();
    let mut found = Vec::new();
    for skill in &bundle.skills {
        let document = SkillDocument::read(&decode::decode(&skill.bytes).text);
        let name = document.name().unwrap_or(&skill.skill.name);
        let mut same: Vec<(&str, &Piece)> =
            files.iter().copied().filter(|(folder, piece)| is_of(name, folder, piece)).collect();
        // An example that a skill brings along may be called as the skill is.
        let outer = same.iter().map(|(folder, _)| *folder).min_by_key(|folder| folder.len()).unwrap_or_default();
        same.retain(|(folder, _)| *folder == outer || !folder.starts_with(&format!("{outer}/")));
        match same.as_slice() {
            [file] => of_skill(skill, &document, *file, pieces, &mut found),
            _ => found.push(differs(Entity::skill(name), Field::Whole, Some(String::new()), None)),
        }
    }
    found
}

/// Whether a skill file is that of a name: it says so, or its folder does where it says it in a way that is not read here.
fn is_of(name: &str, folder: &str, file: &Piece) -> bool {
    let text = decode::decode(&file.bytes).text;
    let said = parts(&text).and_then(|(head, _)| value_of(head, "name"));
    said.map_or_else(|| folder.rsplit('/').next() == Some(name), |said| said == name)
}

/// The folder of a skill file, by its exact name.
fn folder_of(path: &str) -> Option<&str> {
    path.strip_suffix(SKILL_FILE)?.strip_suffix('/')
}

fn of_skill(
    skill: &SkillOut,
    document: &SkillDocument,
    (folder, file): (&str, &Piece),
    pieces: &[Piece],
    found: &mut Vec<Difference>,
) {
    let entity = || Entity::skill(document.name().unwrap_or(&skill.skill.name));
    if file.bytes != skill.bytes {
        of_text(document, &decode::decode(&file.bytes).text, &entity(), found);
    }
    let inside: Vec<(&str, &Piece)> = pieces
        .iter()
        .filter_map(|piece| Some((piece.path.strip_prefix(folder)?.strip_prefix('/')?, piece)))
        .filter(|(path, _)| *path != SKILL_FILE)
        .collect();
    for own in &skill.files {
        let field = || Field::File(own.path.clone());
        let Some((_, piece)) = inside.iter().find(|(path, _)| *path == own.path) else {
            found.push(differs(entity(), field(), Some(own.bytes.len().to_string()), None));
            continue;
        };
        if piece.bytes != own.bytes {
            let (before, after) = (own.bytes.len().to_string(), piece.bytes.len().to_string());
            found.push(differs(entity(), field(), Some(before), Some(after)));
        }
        if piece.is_executable.is_some_and(|may_run| may_run != own.is_executable) {
            let (before, after) = (own.is_executable.to_string(), (!own.is_executable).to_string());
            found.push(differs(entity(), Field::Executable(own.path.clone()), Some(before), Some(after)));
        }
    }
    let is_own = |path: &str| skill.files.iter().any(|own| own.path == path);
    let strangers = inside.iter().filter(|(path, _)| !is_own(path));
    found.extend(strangers.map(|(path, piece)| {
        differs(entity(), Field::File((*path).to_owned()), None, Some(piece.bytes.len().to_string()))
    }));
}

/// A skill file that was written anew says what its source says.
fn of_text(document: &SkillDocument, written: &str, entity: &Entity, found: &mut Vec<Difference>) {
    let (before, after) = (plain(document.body()), plain(body(written)));
    if before != after {
        found.push(differs(entity.clone(), Field::Key("content_markdown".to_owned()), Some(before), Some(after)));
    }
    let said = parts(written).and_then(|(head, _)| value_of(head, "description"));
    let (Some(before), Some(after)) = (document.description(), said) else { return };
    if words(before) != words(&after) {
        let field = Field::Key("description".to_owned());
        found.push(differs(entity.clone(), field, Some(before.to_owned()), Some(after)));
    }
}

/// What stands between the first two lines of dashes, and what follows.
fn parts(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---")?.trim_start_matches('\r').strip_prefix('\n')?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn body(text: &str) -> &str {
    parts(text).map_or(text, |(_, body)| body)
}

/// A value that stands on its key's own line, plain or in double quotes; none for one that goes on, or is written otherwise.
fn value_of(head: &str, key: &str) -> Option<String> {
    let mut lines = head.lines().skip_while(|line| line.strip_prefix(key).is_none_or(|rest| !rest.starts_with(':')));
    let written = lines.next()?[key.len() + 1..].trim();
    let goes_on = lines.next().is_some_and(|next| next.is_empty() || next.starts_with([' ', '\t']));
    if goes_on {
        return None;
    }
    if let Some(quoted) = written.strip_prefix('"') {
        return unescaped(quoted.strip_suffix('"')?);
    }
    if let Some(quoted) = written.strip_prefix('\'') {
        return Some(quoted.strip_suffix('\'')?.replace("''", "'"));
    }
    let is_plain = !written.is_empty() && !written.starts_with(['|', '>', '[', '{', '&', '*', '!']);
    is_plain.then(|| written.split(" #").next().unwrap_or_default().trim_end().to_owned())
}

/// A text in double quotes as YAML means it.
fn unescaped(quoted: &str) -> Option<String> {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.chars();
    while let Some(next) = rest.next() {
        text.push(if next == '\\' { escape(&mut rest)? } else { next });
    }
    Some(text)
}

/// The character that follows a backslash stands for.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<char> {
    let digits = match rest.next()? {
        'n' => return Some('\n'),
        't' => return Some('\t'),
        'r' => return Some('\r'),
        other @ ('"' | '\\' | '/' | ' ') => return Some(other),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return None,
    };
    let number: String = rest.take(digits).collect();
    char::from_u32(u32::from_str_radix(&number, 16).ok()?)
}

/// A text without how its lines end and are folded.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn plain(text: &str) -> String {
    text.trim_matches('\u{FEFF}').trim().replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::{parts, value_of};

    #[test]
    fn a_head_is_read_by_the_rules_of_yaml_alone() {
        let text = "---\r\nname: a-b # c\r\ndescription: \"A \\x2D-- \\\"b\\\" \\u00e4\"\nlong: a\n  b\nblock: |\n  x\nlast: 'it''s'\n---\nBody\n---\n";
        let (head, body) = parts(text).expect("it has a head");
        assert_eq!(body, "Body\n---\n");
        for (key, value) in [
            ("name", Some("a-b")),
            ("description", Some("A --- \"b\" ä")),
            ("long", None),
            ("block", None),
            ("last", Some("it's")),
        ] {
            assert_eq!(value_of(head, key).as_deref(), value, "{key}");
        }
        assert_eq!(parts("---\nname: a\n"), None);
    }
}

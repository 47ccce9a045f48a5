//! Statements of a program in whatever language: a line, or as many as its brackets hold together. Strings that are put
//! together from parts are joined, so that a path reads as one.

use std::{borrow::Cow, ops::Range};

use crate::scan::pattern::patterns;

/// Most bytes of a statement; what is longer is read line by line.
const LONGEST: usize = 6_000;
/// Most other names of modules.
const MOST_ALIASES: usize = 20;
/// Most statements that are read.
const MOST: usize = 20_000;

/// A statement.
pub(super) struct Statement<'a> {
    /// As it is written, with the names of modules in full.
    pub(super) written: Cow<'a, str>,
    /// With its strings joined.
    pub(super) text: String,
    /// Its first line.
    pub(super) span: Range<usize>,
}

patterns! {
    // What stands between two parts of one path or word.
    BETWEEN = r#"["'`]\s*(?:/|\+|\.\.?)\s*[fru]{0,2}["'`]/?"#;
    // The same where a path is put together of its parts.
    // Another name of a module, and names that are taken out of one.
    ALIASED = r#"\bimport\s+([\w.]+)\s+as\s+(\w+)|[,;]\s*([\w.]+)\s+as\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*["'](?:node:)?(child_process|fs|vm|https?)["']|\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["'](?:node:)?(child_process|fs|vm|https?)["']"#;
    TAKEN_OUT = r#"\bfrom\s+(subprocess|os|urllib\.request|requests|httpx|runpy|pickle|marshal)\s+import\s+\(?([\w ,]+)|\b(?:const|let|var)\s*\{([\w ,:]+)\}\s*=\s*(?:require\(|await\s+import\()\s*["'](?:node:)?(child_process|vm|https?)["']|\bimport\s*\{([\w ,]+)\}\s*from\s+["'](?:node:)?(child_process|vm|https?)["']"#;
    BETWEEN_PARTS = r#"["'`]\s*(?:/|,|\+|\.\.?)\s*[fru]{0,2}["'`]/?"#;
}

/// The statements of a text, in its order.
pub(super) fn of(text: &str) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let mut from = 0;
    for end in ends(text) {
        if statements.len() >= MOST {
            break;
        }
        push(text, from..end, &mut statements);
        from = end;
    }
    let aliases = aliases(text);
    for statement in statements.iter_mut().filter(|_| !aliases.is_empty()) {
        in_full(statement, &aliases);
    }
    statements
}

fn push<'a>(text: &'a str, span: Range<usize>, statements: &mut Vec<Statement<'a>>) {
    let written = &text[span.clone()];
    let inner = written.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ';' || letter == '}');
    let start = span.end - inner.len();
    let inner = inner.trim_end();
    if inner.is_empty() || inner.starts_with('#') && !inner.starts_with("#{") || inner.starts_with("//") {
        return;
    }
    if inner.len() > LONGEST {
        let mut at = start;
        for line in inner.split_inclusive('\n').take(MOST) {
            if line.len() <= LONGEST {
                push(text, at..at + line.len(), statements);
            }
            at += line.len();
        }
        return;
    }
    // The place is where the statement begins: it may go on for many lines.
    let first = inner.lines().next().unwrap_or_default().len();
    statements.push(Statement { written: Cow::Borrowed(inner), text: joined(inner), span: start..start + first });
}

/// Other names of modules and of what is taken out of them, with those they are known by.
fn aliases(text: &str) -> Vec<(String, String)> {
    let found = ALIASED.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text));
    let alias = |found: regex::Captures<'_>| {
        let of = |at: usize| found.get(at).map(|part| part.as_str().to_owned());
        let pairs = [(2, 1), (4, 3), (5, 6), (7, 8)];
        let (alias, module) = pairs.into_iter().find_map(|(alias, module)| Some((of(alias)?, of(module)?)))?;
        (alias != module).then(|| (format!("{alias}."), format!("{module}.")))
    };
    let mut all: Vec<(String, String)> = found.filter_map(alias).take(MOST_ALIASES).collect();
    for found in TAKEN_OUT.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text)) {
        let of = |at: usize| found.get(at).map(|part| part.as_str());
        let pairs = [(1, 2), (4, 3), (6, 5)];
        let Some((module, names)) = pairs.into_iter().find_map(|(module, names)| Some((of(module)?, of(names)?)))
        else {
            continue;
        };
        for name in names.split(',') {
            let (known, own) = name.split_once(" as ").or_else(|| name.split_once(':')).unwrap_or((name, name));
            let (known, own) = (known.trim(), own.trim());
            if !own.is_empty() && all.len() < MOST_ALIASES {
                all.push((format!("{own}("), format!("{module}.{known}(")));
            }
        }
    }
    all
}

/// Puts the names of modules in where others stand for them.
fn in_full(statement: &mut Statement<'_>, aliases: &[(String, String)]) {
    for (alias, module) in aliases {
        if statement.written.contains(alias.as_str()) {
            statement.written = Cow::Owned(replaced(&statement.written, alias, module));
            statement.text = replaced(&statement.text, alias, module);
        }
    }
}

/// Every alias that is no part of a longer name.
fn replaced(text: &str, alias: &str, module: &str) -> String {
    let (mut all, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(alias) {
        let is_own = !rest[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.');
        all.push_str(&rest[..at]);
        all.push_str(if is_own { module } else { alias });
        rest = &rest[at + alias.len()..];
    }
    all.push_str(rest);
    all
}

fn joined(text: &str) -> String {
    let is_of_parts = ["join", "resolve", "Path("].iter().any(|word| text.contains(word));
    let between = if is_of_parts { &BETWEEN_PARTS } else { &BETWEEN };
    between.as_ref().map_or_else(|| text.to_owned(), |regex| regex.replace_all(text, "/").into_owned())
}

/// Where statements end: at the end of a line or a semicolon outside of brackets and strings.
fn ends(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut ends, mut depth, mut at, mut begun) = (Vec::new(), 0_usize, 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'#' if at == 0 || bytes[at - 1].is_ascii_whitespace() => at = line_end(bytes, at).saturating_sub(1),
            b'/' if bytes.get(at + 1) == Some(&b'/') && (at == 0 || bytes[at - 1] != b':') => {
                at = line_end(bytes, at).saturating_sub(1);
            }
            mark @ (b'"' | b'\'' | b'`') => at = string_end(bytes, at, mark),
            b'(' | b'[' => depth += 1,
            b'{' if depth > 0 => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'}' if depth > 0 => depth -= 1,
            b';' if depth == 0 => {
                ends.push(at + 1);
                begun = at + 1;
            }
            b'\n' if depth == 0 || at - begun > LONGEST => {
                ends.push(at + 1);
                (depth, begun) = (0, at + 1);
            }
            _ => {}
        }
        at += 1;
    }
    ends.push(text.len());
    ends.retain(|end| text.is_char_boundary(*end));
    ends
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

/// Where a string ends: in its line, or after three marks. An apostrophe that opens nothing is passed over.
fn string_end(bytes: &[u8], at: usize, mark: u8) -> usize {
    let is_long = mark != b'`' && bytes[at..].starts_with(&[mark; 3]);
    if is_long {
        let end = bytes[at + 3..].windows(3).position(|three| three == [mark; 3]);
        return end.map_or(at + 2, |length| at + 3 + length + 2);
    }
    if mark == b'\'' && at > 0 && bytes[at - 1].is_ascii_alphanumeric() && !b"frbuFRBU".contains(&bytes[at - 1]) {
        return at;
    }
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match *byte {
            b'\\' => end += 1,
            b'\n' if mark != b'`' => return at,
            byte if byte == mark => return end,
            _ => {}
        }
        end += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_goes_on_as_long_as_its_brackets() {
        let text = "a = call(\n  'x',\n  b)\nc; d // e; f\nfunction g() {\n  h()\n}\n";
        let texts: Vec<String> = of(text).into_iter().map(|one| one.text).collect();
        assert_eq!(texts, ["a = call(\n  'x',\n  b)", "c;", "d // e; f", "function g() {", "h()"]);
        assert_eq!(joined("home / \".aws\" / \"credentials\""), "home / \".aws/credentials\"");
        assert_eq!(joined("join(home, '.ssh', 'id_rsa')"), "join(home, '.ssh/id_rsa')");
    }
}

//! What Claude Code fills in when a body is loaded.

use studio_text::yaml::Kind;

use crate::front::Fields;

const ARGUMENTS: &str = "$ARGUMENTS";
const FOLDER: &str = "${CLAUDE_SKILL_DIR}";

/// The names that `arguments` gives to what is said with the skill's name, in order.
pub(super) fn argument_names(fields: &Fields) -> Vec<String> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    match fields.kind("arguments") {
        Some(Kind::Text(text)) => words(text),
        Some(Kind::List) => {
            let items = fields.get("arguments").and_then(studio_text::Value::items).unwrap_or_default();
            items.iter().filter_map(studio_text::Value::text).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// A body with what is filled in: the skill's folder; all arguments; or one of them, by its name, or counted from 0 and
/// split as a shell would. One that was not given stays as it stands, and so does a dollar sign behind a backslash, which
/// goes. Arguments a body does not ask for come after it.
pub(super) fn filled(body: &str, folder: &str, said: &str, names: &[String]) -> String {
    let words = shlex::split(said).unwrap_or_else(|| said.split_whitespace().map(str::to_owned).collect());
    let (mut text, mut rest, mut asks) = (String::with_capacity(body.len()), body, false);
    while let Some(at) = rest.find('$') {
        let before = &rest[..at];
        rest = &rest[at..];
        let asked = Asked::of(rest, names);
        if let (Some(kept), Some(asked)) = (before.strip_suffix('\\'), &asked) {
            text.extend([kept, &rest[..asked.length]]);
            rest = &rest[asked.length..];
            continue;
        }
        text.push_str(before);
        let Some(asked) = asked else {
            text.push('$');
            rest = &rest[1..];
            continue;
        };
        let value = match asked.what {
            What::Folder => Some(folder),
            What::All => Some(said),
            What::Number(number) => words.get(number).map(String::as_str),
        };
        asks |= !matches!(asked.what, What::Folder);
        text.push_str(value.unwrap_or(&rest[..asked.length]));
        rest = &rest[asked.length..];
    }
    text.push_str(rest);
    if !asks && !said.is_empty() {
        text.truncate(text.trim_end().len());
        text.extend(["\n\nARGUMENTS: ", said]);
    }
    text
}

/// What a body asks to be filled in.
struct Asked {
    what: What,
    /// How long the words are that ask for it.
    length: usize,
}

enum What {
    Folder,
    All,
    /// One of the arguments, from 0.
    Number(usize),
}

impl Asked {
    /// What a text that begins with a dollar sign asks for.
    fn of(text: &str, names: &[String]) -> Option<Self> {
        if text.starts_with(FOLDER) {
            return Some(Self { what: What::Folder, length: FOLDER.len() });
        }
        if let Some((number, length)) = number(text) {
            return Some(Self { what: What::Number(number), length });
        }
        if text.starts_with(ARGUMENTS) {
            return Some(Self { what: What::All, length: ARGUMENTS.len() });
        }
        let word =
            text[1..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
        let number = names.iter().position(|name| *name == text[1..=word])?;
        Some(Self { what: What::Number(number), length: 1 + word })
    }
}

/// The number of an argument that a text begins with, and how long the whole is: `$1` or `$ARGUMENTS[1]`.
fn number(text: &str) -> Option<(usize, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(after) = text.strip_prefix("$ARGUMENTS[") {
        let count = digits(after);
        let number = after[..count].parse().ok().filter(|_| after[count..].starts_with(']'))?;
        return Some((number, "$ARGUMENTS[".len() + count + 1));
    }
    let after = text.strip_prefix('$')?;
    let count = digits(after);
    let goes_on = after[count..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
    Some((after[..count].parse().ok().filter(|_| !goes_on)?, 1 + count))
}

/// Where a body has a dollar sign with a number that no backslash keeps: each place, and how long it is.
pub(crate) fn numbered(body: &str) -> Vec<(usize, usize)> {
    let place = |(at, _): (usize, &str)| {
        let is_kept = body[..at].ends_with('\\') || body[at..].starts_with("$ARGUMENTS");
        number(&body[at..]).filter(|_| !is_kept).map(|(_, length)| (at, length))
    };
    body.match_indices('$').filter_map(place).collect()
}

//! What Claude Code and Kimi Code fill in when a body is loaded.

use studio_text::yaml::Kind;

use crate::front::Fields;

const ARGUMENTS: &str = "$ARGUMENTS";

/// The names that `arguments` gives to what is said with the skill's name, in order.
pub(crate) fn argument_names(fields: &Fields) -> Vec<String> {
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

/// How a client fills in what a body asks for.
pub(crate) struct Filling<'a> {
    /// Words that stand for folders, the skill's own among them, each with its folder.
    pub(crate) folders: &'a [(&'static str, &'a str)],
    /// What was said with the skill's name.
    pub(crate) said: &'a str,
    /// The names that `arguments` gives to its words.
    pub(crate) names: &'a [String],
    /// Whether an argument that was not given stays as it is asked for; else it goes.
    pub(crate) keeps_missing: bool,
    /// Whether a backslash before a dollar sign keeps it, and goes itself.
    pub(crate) has_escapes: bool,
}

impl Filling<'_> {
    /// A body with what is filled in: folders; all arguments; or one of them, by its name, or counted from 0 and
    /// split as a shell would. Arguments come after a body into which none was put.
    pub(crate) fn of(&self, body: &str) -> String {
        let said = self.said;
        let words = shlex::split(said).unwrap_or_else(|| said.split_whitespace().map(str::to_owned).collect());
        let (mut text, mut rest, mut is_asked) = (String::with_capacity(body.len()), body, false);
        while let Some(at) = rest.find('$') {
            let before = &rest[..at];
            rest = &rest[at..];
            let asked = Asked::of(rest, self.folders, self.names);
            if let (Some(kept), Some(asked), true) = (before.strip_suffix('\\'), &asked, self.has_escapes) {
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
                What::Folder(at) => Some(self.folders[at].1),
                What::All => Some(said),
                What::Number(number) => words.get(number).map(String::as_str),
            };
            let value = value.or_else(|| (!self.keeps_missing).then_some(""));
            is_asked |= value.is_some() && !matches!(asked.what, What::Folder(_));
            text.push_str(value.unwrap_or(&rest[..asked.length]));
            rest = &rest[asked.length..];
        }
        text.push_str(rest);
        if !is_asked && !said.is_empty() {
            text.extend(["\n\nARGUMENTS: ", said]);
        }
        text
    }
}

/// What a body asks to be filled in.
struct Asked {
    what: What,
    /// How long the words are that ask for it.
    length: usize,
}

enum What {
    /// One of the folders, from 0.
    Folder(usize),
    All,
    /// One of the arguments, from 0.
    Number(usize),
}

impl Asked {
    /// What a text that begins with a dollar sign asks for.
    fn of(text: &str, folders: &[(&str, &str)], names: &[String]) -> Option<Self> {
        if let Some(at) = folders.iter().position(|(word, _)| text.starts_with(*word)) {
            return Some(Self { what: What::Folder(at), length: folders[at].0.len() });
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

/// Where a body has a dollar sign with a number that is filled in: each place, and how long it is. A backslash keeps one
/// where there are such escapes.
pub(crate) fn numbered(body: &str, has_escapes: bool) -> Vec<(usize, usize)> {
    let place = |(at, _): (usize, &str)| {
        let is_escaped = has_escapes && body[..at].ends_with('\\');
        let is_kept = is_escaped || body[at..].starts_with("$ARGUMENTS");
        number(&body[at..]).filter(|_| !is_kept).map(|(_, length)| (at, length))
    };
    body.match_indices('$').filter_map(place).collect()
}

//! Frontmatter as the parsers of clients see it: where it ends, and what its values are.

use std::{borrow::Cow, cell::OnceCell};

use studio_text::yaml::{Kind, Value, control_character, read_yaml};

use crate::why::Why;

/// A skill's files, as a client finds them.
#[derive(Clone, Copy, Debug)]
pub struct SkillFile<'a> {
    /// The path of its `SKILL.md`, with `/`. One that is called otherwise, or lies in no folder, is taken for what an export
    /// writes: it has no folder yet.
    pub path: &'a str,
    /// The bytes of that file.
    pub bytes: &'a [u8],
    /// The bytes of its `agents/openai.yaml`.
    pub openai_yaml: Option<&'a [u8]>,
}

const SKILL_FILE: &str = "SKILL.md";

impl<'a> SkillFile<'a> {
    /// The name of its folder; empty where it has none yet.
    pub fn folder(&self) -> &'a str {
        match self.path.rsplit_once('/') {
            Some((folder, name)) if name.eq_ignore_ascii_case(SKILL_FILE) => {
                folder.rsplit('/').next().unwrap_or(folder)
            }
            _ => "",
        }
    }

    /// Whether its file is called as clients look for it, or as nobody does who means a skill.
    pub fn is_found(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        name == SKILL_FILE || !name.eq_ignore_ascii_case(SKILL_FILE)
    }
}

/// A skill's files, decoded once for all clients.
pub(crate) struct Source<'a> {
    /// The name of the folder; the skill's own where none is known.
    folder: &'a str,
    /// Whether its file is called as clients look for it.
    pub(crate) is_found: bool,
    pub(crate) bytes: &'a [u8],
    pub(crate) openai_yaml: Option<&'a [u8]>,
    /// The text, with U+FFFD for what is not UTF-8.
    pub(crate) text: Cow<'a, str>,
    plain: OnceCell<Option<Plain>>,
}

/// Where a frontmatter stands that every client finds at the same place.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    body: usize,
}

/// A frontmatter that every client finds at the same place.
struct Plain {
    place: Place,
    fields: Result<Fields, Why>,
}

/// A frontmatter and what comes after it.
#[derive(Clone, Copy)]
pub(crate) struct Front<'a> {
    pub(crate) yaml: &'a str,
    pub(crate) body: &'a str,
}

impl<'a> Source<'a> {
    pub(crate) fn new(file: &SkillFile<'a>) -> Self {
        let SkillFile { bytes, openai_yaml, .. } = *file;
        Self {
            folder: file.folder(),
            is_found: file.is_found(),
            bytes,
            openai_yaml,
            text: String::from_utf8_lossy(bytes),
            plain: OnceCell::new(),
        }
    }

    /// What the skill is called where its file does not say so: as its folder.
    pub(crate) fn folder_or(&self, name: &str) -> String {
        if self.folder.is_empty() { name.to_owned() } else { self.folder.to_owned() }
    }

    pub(crate) const fn is_utf8(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// The frontmatter where all clients agree on its place: between a first line `---` and the next one, without dashes
    /// in between.
    pub(crate) fn plain(&self) -> Option<(Front<'_>, &Result<Fields, Why>)> {
        let plain = self.plain.get_or_init(|| {
            let place = self.place()?;
            Some(Plain { place, fields: Fields::read(&self.text[place.start..place.end]) })
        });
        let Plain { place, fields } = plain.as_ref()?;
        Some((Front { yaml: &self.text[place.start..place.end], body: &self.text[place.body..] }, fields))
    }

    /// Its lines, unread.
    pub(crate) fn plain_yaml(&self) -> Option<&str> {
        self.place().map(|place| &self.text[place.start..place.end])
    }

    fn place(&self) -> Option<Place> {
        let text = &*self.text;
        let start = ["---\n", "---\r\n"].into_iter().find(|open| text.starts_with(open))?.len();
        let end = start + text[start..].find("---")?;
        let after = &text[end + 3..];
        let is_line = text[..end].ends_with('\n') && (after.is_empty() || after.starts_with(['\n', '\r']));
        is_line.then_some(Place { start, end, body: end + 3 })
    }

    /// The frontmatter to a reader that takes lines: the first must be `---`, and another ends it; blanks around both are
    /// nothing.
    pub(crate) fn by_lines(&self) -> Option<Front<'_>> {
        front_by_lines(&self.text, |line| line.trim() == "---")
    }

    /// The same to a reader to whom blanks before the dashes are something, and a byte order mark is nothing.
    pub(crate) fn by_flush_lines(&self) -> Option<Front<'_>> {
        front_by_lines(without_mark(&self.text), |line| line.trim_end() == "---")
    }
}

/// A text without the byte order mark it starts with.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// What stands between a first line and the next one that are both such lines.
pub(crate) fn front_by_lines(text: &str, is_edge: impl Fn(&str) -> bool) -> Option<Front<'_>> {
    let first = text.split_inclusive('\n').next().filter(|first| is_edge(first))?;
    let start = first.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if is_edge(line) {
            return Some(Front { yaml: &text[start..at], body: &text[at + line.len()..] });
        }
        at += line.len();
    }
    None
}

/// The entries of a frontmatter that is a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(String, Value)>);

impl Fields {
    /// As a strict reader of YAML has it; what is no map has no entries.
    pub(crate) fn read(yaml: &str) -> Result<Self, Why> {
        if control_character(yaml).is_some() {
            return Err(Why::ControlCharacter);
        }
        let root = read_yaml(yaml).map_err(|_| Why::InvalidYaml)?;
        let fields = Self(root.map(Value::into_entries).unwrap_or_default());
        let keys = || fields.0.iter().map(|(key, _)| key.as_str());
        match keys().enumerate().find(|(at, key)| keys().skip(at + 1).any(|later| later == *key)) {
            Some((_, key)) => Err(Why::DuplicateKey(key.to_owned())),
            None => Ok(fields),
        }
    }

    /// The same; only some keys must not stand twice, of others the last counts.
    pub(crate) fn read_knowing(yaml: &str, known: &[&str]) -> Result<Self, Why> {
        match Self::read(yaml) {
            Err(Why::DuplicateKey(_)) => {
                let fields = Self::read_last(yaml)?;
                let is_twice = |key: &&&str| fields.0.iter().filter(|(own, _)| own == **key).count() > 1;
                match known.iter().find(is_twice) {
                    Some(key) => Err(Why::DuplicateKey((*key).to_owned())),
                    None => Ok(fields),
                }
            }
            read => read,
        }
    }

    /// The same; of a key that stands twice the last counts.
    pub(crate) fn read_last(yaml: &str) -> Result<Self, Why> {
        let root = read_yaml(yaml).map_err(|_| Why::InvalidYaml)?;
        Ok(Self(root.map(Value::into_entries).unwrap_or_default()))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().rev().find(|(own, _)| own == key).map(|(_, value)| value)
    }

    pub(crate) fn kind(&self, key: &str) -> Option<Kind<'_>> {
        self.get(key).map(Value::kind)
    }

    /// A value that must be text: missing, the text, or of another type.
    pub(crate) fn text(&self, key: &'static str) -> Result<Option<&str>, Why> {
        match self.kind(key) {
            None => Ok(None),
            Some(Kind::Text(text)) if self.endless(key).is_none() => Ok(Some(text)),
            Some(_) => Err(Why::WrongType(key)),
        }
    }

    /// A number without an end, or none, as JavaScript writes it out: no text to it, though YAML has it as one here.
    pub(crate) fn endless(&self, key: &str) -> Option<&'static str> {
        let value = self.get(key).filter(|value| value.is_plain())?;
        match value.text()?.to_ascii_lowercase().as_str() {
            ".inf" | "+.inf" => Some("Infinity"),
            "-.inf" => Some("-Infinity"),
            ".nan" => Some("NaN"),
            _ => None,
        }
    }

    /// Whether a value is `true`, and nothing else.
    pub(crate) fn is_true(&self, key: &str) -> bool {
        self.kind(key) == Some(Kind::Bool(true))
    }
}

/// A scalar as JavaScript writes it out; none of nothing, a list or a map.
pub(crate) fn as_script_text(kind: Option<Kind<'_>>) -> Option<String> {
    match kind? {
        Kind::Text(text) => Some(text.to_owned()),
        Kind::Bool(is_so) => Some(is_so.to_string()),
        Kind::Number(number) => Some(number.as_f64().map_or_else(|| number.to_string(), script_number)),
        Kind::Null | Kind::List | Kind::Map => None,
    }
}

/// A number as JavaScript writes it out: none of its digits says that it could have had a fraction.
fn script_number(number: f64) -> String {
    let size = number.abs();
    if size >= 1e21 || (size > 0.0 && size < 1e-6) {
        let text = format!("{number:e}");
        return if text.contains("e-") { text } else { text.replace('e', "e+") };
    }
    number.to_string()
}

/// A value as JavaScript writes it out, lists too; none of nothing or a map.
pub(crate) fn as_joined_text(value: Option<&Value>) -> Option<String> {
    match value?.kind() {
        Kind::List => {
            let items = value?.items().unwrap_or_default();
            Some(items.iter().filter_map(|item| as_script_text(Some(item.kind()))).collect::<Vec<_>>().join(","))
        }
        kind => as_script_text(Some(kind)),
    }
}

/// Where `front` ends to a regular expression that takes the first `---` on any line of its own after the opening one.
pub(crate) fn lines_of(yaml: &str) -> impl Iterator<Item = &str> {
    yaml.lines().map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// Whether a value of the first level has a tag that is not YAML's own, which most readers of YAML in JavaScript refuse.
pub(crate) fn has_own_tag(yaml: &str) -> bool {
    lines_of(yaml).filter_map(key_of).any(|(_, value)| value.starts_with('!') && !value.starts_with("!!"))
}

/// A key and the rest of its line, where a line begins with one.
pub(crate) fn key_of(line: &str) -> Option<(&str, &str)> {
    let at = line.find(':')?;
    let (key, rest) = (&line[..at], &line[at + 1..]);
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    (is_key && (rest.is_empty() || rest.starts_with([' ', '\t']))).then(|| (key, rest.trim()))
}

/// A text in double quotes, as YAML reads it back.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_written_as_javascript_writes_them() {
        let written = |yaml: &str| as_script_text(Fields::read(&format!("key: {yaml}\n")).unwrap().kind("key"));
        for (yaml, text) in [
            ("12.50", "12.5"),
            ("1.0", "1"),
            ("1e3", "1000"),
            ("0x1F", "31"),
            ("-7", "-7"),
            ("1e21", "1e+21"),
            ("0.0000001", "1e-7"),
            ("True", "true"),
            ("'1.0'", "1.0"),
        ] {
            assert_eq!(written(yaml).as_deref(), Some(text), "{yaml}");
        }
        assert_eq!(written("~"), None);
    }
}

//! Names that hold several words, each under a number or a key of its own, and what runs beside a script and is read by a
//! name.

use super::{
    Place, Reader,
    value::{Origin, Value, Word},
};
use crate::scan::pattern::patterns;

/// Most words of one.
const MOST: usize = 200;
/// Where what is read beside a script stands.
const BESIDE: &str = "/dev/fd/63";

patterns! {
    // What runs beside a script and fetches something, with the name that it is read by.
    COPROCESSES = r"(?m)(?:^|[;&|]\s*)[ \t]*coproc\s+(?:([A-Za-z_]\w*)\s*[{(]|[{(])?[^\n})]*\b(?:curl|wget|nc|ncat|socat|lynx|aria2c)\b";
}

impl Reader<'_, '_> {
    /// What is read by the names of what runs beside the text.
    pub(super) fn runs_beside(&mut self) {
        let text = self.text;
        if !text.contains("coproc") {
            return;
        }
        for found in COPROCESSES.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text)) {
            let name = found.get(1).map_or("COPROC", |name| name.as_str());
            self.machine.variables.insert(name.to_owned(), Value::of(BESIDE, Origin::FETCHED));
        }
    }

    /// `name=(a b)` and `name=([key]=a)`: whether it is that.
    pub(super) fn is_array(&mut self, inner: &str) -> bool {
        let Some(last) = self.command.words.last().filter(|last| last.text.ends_with('=')) else { return false };
        let Some(length) = last.assigns.filter(|length| *length + 1 == last.text.len()) else { return false };
        let name = last.text[..length].trim_end_matches('+').to_owned();
        let place = Place::At(self.here());
        let mut reader = Reader { depth: self.depth + 1, ..Reader::new(inner, place, self.machine) };
        let mut words = Vec::new();
        while reader.at < inner.len() && words.len() < MOST {
            let before = reader.at;
            let word = reader.word();
            if !word.text.is_empty() {
                words.push(word);
            }
            reader.at = reader.at.max(before + usize::from(reader.at == before));
        }
        self.keep_all(&name, words);
        true
    }

    fn keep_all(&mut self, name: &str, words: Vec<Word>) {
        let mut all = Value::default();
        for (at, word) in words.into_iter().enumerate() {
            let keyed = word.text.strip_prefix('[').and_then(|rest| rest.split_once("]="));
            let (key, text) = keyed
                .map_or_else(|| (at.to_string(), word.text.clone()), |(key, text)| (key.to_owned(), text.to_owned()));
            let value = Value::of(&text, word.origin | word.whole);
            all.push(if all.text.is_empty() { "" } else { " " });
            all.add(&value);
            self.machine.variables.insert(format!("{name}[{key}]"), value);
        }
        self.machine.variables.insert(name.to_owned(), all);
    }

    /// Keeps a word under its key, and what the name holds in all.
    pub(super) fn keep_element(&mut self, name: &str, value: &Value) {
        let Some((whole, _)) = name.split_once('[') else { return };
        let all = self.machine.variables.entry(whole.to_owned()).or_default();
        all.push(if all.text.is_empty() { "" } else { " " });
        all.add(value);
    }

    /// The name of one of several words, where it is known.
    pub(super) fn element(&self, name: &str, rest: &str) -> Option<String> {
        let key = rest.strip_prefix('[')?.split(']').next()?;
        let key = key.trim_matches(['"', '\'']);
        let known = |key: &str| Some(format!("{name}[{key}]")).filter(|name| self.machine.variables.contains_key(name));
        known(key).or_else(|| known(&self.machine.variables.get(key.trim_start_matches('$'))?.text))
    }
}

/// Whether a text is a name with a key: `name[key]`.
pub(super) fn is_element(text: &str) -> bool {
    let text = text.strip_suffix('+').unwrap_or(text);
    text.ends_with(']')
        && text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && text
            .split_once('[')
            .is_some_and(|(name, _)| name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_'))
}

//! Skills that every client reads alike, told without a parser: most are written so, and a library has thousands.

use crate::{front::Source, reading::Listed};

/// Keys that no client makes anything of, or the same as all others, as long as the value is a plain text.
const HARMLESS: [&str; 6] = ["author", "category", "compatibility", "license", "title", "allowed-tools"];

/// What every client lists of a skill whose frontmatter has plain lines only; none where one of them may read it
/// otherwise.
pub(crate) fn ordinary(source: &Source<'_>) -> Option<Listed> {
    if source.openai_yaml.is_some() || !source.is_utf8() || !source.is_found {
        return None;
    }
    let (mut name, mut description, mut seen) = (None, None, [false; HARMLESS.len()]);
    for line in source.plain_yaml()?.lines() {
        let (key, value) = line.split_once(": ")?;
        let value = plain(value)?;
        match key {
            "name" if name.is_none() => name = Some(value),
            "description" if description.is_none() => description = Some(value),
            _ => {
                let at = HARMLESS.iter().position(|known| *known == key)?;
                if std::mem::replace(&mut seen[at], true) {
                    return None;
                }
            }
        }
    }
    let (name, description) = (name?, description?);
    let is_name = name.len() <= 64 && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    let is_as_folder = source.folder_or(name) == name;
    let is_short = description.len() <= 1_024 && description.contains(' ');
    (is_name && is_as_folder && is_short).then(|| Listed {
        name: name.to_owned(),
        description: description.to_owned(),
        when_to_use: String::new(),
    })
}

/// The text of a value on one line that is a text to all readers, with or without quotes; none of any other.
fn plain(value: &str) -> Option<&str> {
    if value.contains(|c: char| c.is_control() || c == '\u{FEFF}') {
        return None;
    }
    if let Some(inner) = value.strip_prefix('"') {
        let inner = inner.strip_suffix('"')?;
        return (!inner.contains(['"', '\\']) && inner == inner.trim() && !inner.is_empty()).then_some(inner);
    }
    let is_begun = value.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_text = !value.contains(": ") && !value.contains(" #") && !value.ends_with([':', ' ']);
    // Words that some readers take for something else.
    let is_word = matches!(
        value.to_ascii_lowercase().as_str(),
        "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    (is_begun && is_text && !is_word).then_some(value)
}

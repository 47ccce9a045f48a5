//! What clients have in common: texts on one line, beginnings, markup, and numbers for people.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

pub(crate) use studio_model::grouped;

use icu_properties::{
    CodePointSetData,
    props::{DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory},
};

use crate::line::{Kept, Line};

/// A text with every run of white space made one blank, and none around it.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ");
    if is_plain && !text.contains(|c: char| c.is_whitespace() && c != ' ') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text with every run of characters that a terminal does not show made one blank; those that join an emoji stay.
pub(crate) fn shown_only(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (b' '..0x7F).contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let mut shown = String::with_capacity(text.len());
    let mut is_run = false;
    for (at, &char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        if is_unshown(char) && !joins_emoji(before, char, &chars[at + 1..]) {
            if !is_run {
                shown.push(' ');
            }
            is_run = true;
        } else {
            shown.push(char);
            is_run = false;
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal shows nothing of a character.
pub(crate) fn is_unshown(char: char) -> bool {
    use icu_properties::CodePointMapData;
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(char);
    matches!(category, GeneralCategory::Control | GeneralCategory::Format)
        || matches!(char, '\u{2028}' | '\u{2029}')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(char)
}

/// Whether a character that is not shown by itself is part of an emoji, by what stands before and after it.
fn joins_emoji(before: Option<char>, char: char, after: &[char]) -> bool {
    let Some(before) = before else { return false };
    let is_picture = |char: char| CodePointSetData::new::<ExtendedPictographic>().contains(char);
    let is_modifier = |char: char| ('\u{1F3FB}'..='\u{1F3FF}').contains(&char);
    match char {
        '\u{FE0F}' => {
            let is_key = matches!(before, '0'..='9' | '#' | '*') && after.first() == Some(&'\u{20E3}');
            is_picture(before) || is_key
        }
        '\u{200D}' => {
            let is_joined = is_picture(before) || is_modifier(before) || before == '\u{FE0F}';
            is_joined && after.first().is_some_and(|next| is_picture(*next))
        }
        '\u{E0020}'..='\u{E007F}' => before == '\u{1F3F4}' || ('\u{E0020}'..='\u{E007E}').contains(&before),
        _ => false,
    }
}

/// A text without the sequences that colour a terminal.
pub(crate) fn without_ansi(text: &str) -> Cow<'_, str> {
    use std::sync::LazyLock;
    static SEQUENCES: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
        regex::Regex::new("[\u{1B}\u{9B}][\\[()#;?]*(?:[0-9]{1,4}(?:;[0-9]{0,4})*)?[0-9A-ORZcf-nqry=><~]").ok()
    });
    if !text.contains(['\u{1B}', '\u{9B}']) {
        return Cow::Borrowed(text);
    }
    SEQUENCES.as_ref().map_or(Cow::Borrowed(text), |sequences| sequences.replace_all(text, ""))
}

/// The first characters of a text.
pub(crate) fn beginning(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

/// How many units of UTF-16 a text takes.
pub(crate) fn utf16(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}

/// As much of a text as takes no more units of UTF-16.
pub(crate) fn beginning_utf16(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, char)| {
        units += char.len_utf16();
        units > most
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// A list of which nothing is cut.
pub(crate) fn all_whole(lines: &[Line<'_>]) -> Vec<Kept> {
    vec![Kept::Whole; lines.len()]
}

/// An entry in the form of the standard: an element for each of name, description and place, the values on their own lines.
pub(crate) fn element(name: &str, description: &str, location: &str) -> String {
    let mut text = String::with_capacity(100 + name.len() + description.len() + location.len());
    text.push_str("<skill>\n");
    for (tag, value) in [("name", name), ("description", description), ("location", location)] {
        text.extend(["<", tag, ">\n", value, "\n</", tag, ">\n"]);
    }
    text.push_str("</skill>\n");
    text
}

/// An entry in lines that are indented.
pub(crate) fn indented_element(name: &str, description: &str, location: &str) -> String {
    format!(
        "  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n    \
         <location>{location}</location>\n  </skill>\n"
    )
}

/// A text inside markup; `apostrophe` is how one is written.
pub(crate) fn escaped<'a>(text: &'a str, apostrophe: &str) -> Cow<'a, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str(apostrophe),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

/// The first line of a body that says something; without the marks of a heading.
pub(crate) fn first_line(body: &str) -> &str {
    let line = body.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let heading = line.trim_start_matches('#');
    if heading.len() < line.len() && heading.starts_with([' ', '\t']) { heading.trim() } else { line }
}

/// The first paragraph of a body that is no heading, on one line.
pub(crate) fn first_paragraph(body: &str) -> String {
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut lines = body.lines().map(str::trim).skip_while(|line| !is_text(line));
    lines.by_ref().take_while(is_text).collect::<Vec<_>>().join(" ")
}

/// A text whose lines all end with a line feed alone.
pub(crate) fn with_plain_ends(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// Files as a tree: a folder's own files come before its folders, both by name.
pub(crate) fn tree<'a>(files: impl Iterator<Item = &'a str>) -> String {
    #[derive(Default)]
    struct Folder<'a> {
        files: BTreeSet<&'a str>,
        folders: BTreeMap<&'a str, Folder<'a>>,
    }

    impl Folder<'_> {
        fn write(&self, indent: &str, text: &mut String) {
            let last = self.files.len() + self.folders.len();
            let mark = |at: usize| if at == last { "└───" } else { "├───" };
            for (at, file) in self.files.iter().enumerate() {
                text.extend([indent, mark(at + 1), file, "\n"]);
            }
            for (at, (name, folder)) in self.folders.iter().enumerate() {
                let at = self.files.len() + at + 1;
                text.extend([indent, mark(at), name, "/\n"]);
                folder.write(&format!("{indent}{}", if at == last { "    " } else { "│   " }), text);
            }
        }
    }

    let mut root = Folder::default();
    for file in files {
        let mut folder = &mut root;
        let mut parts = file.split('/').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                folder.files.insert(part);
            } else {
                folder = folder.folders.entry(part).or_default();
            }
        }
    }
    let mut text = String::new();
    root.write("", &mut text);
    text
}

/// A share of the context for people.
pub(crate) fn share(per_mille: u32, context_tokens: u32) -> String {
    format!("{}% of a {}-token context", f64::from(per_mille) / 10.0, grouped(context_tokens as usize))
}

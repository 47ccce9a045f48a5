//! Names in a text that may be those of a tool or a skill: which one stands at a place, every place of one, and the edits
//! that give it another.

use crate::{FieldEdit, SkillDocument, Span, TextEdit, lint};

/// A name as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameAt<'a> {
    /// The name.
    pub name: &'a str,
    /// Where.
    pub span: Span,
    /// Whether the text marks it as a name: in backticks, in the frontmatter, or by a hyphen or underscore in it. Any
    /// other word means a tool or skill by chance only.
    pub is_marked: bool,
}

/// The name that stands at a byte offset.
pub fn name_at(text: &str, offset: usize) -> Option<NameAt<'_>> {
    let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at))?;
    let start = text[..offset].char_indices().rev().take_while(|(_, sign)| is_part(*sign)).last();
    let start = start.map_or(offset, |(at, _)| at);
    let length = text[offset..].find(|sign| !is_part(sign)).unwrap_or(text.len() - offset);
    let word = &text[start..offset + length];
    let name = word.trim_start_matches(['.', '-']).trim_end_matches(['.', '-']);
    let start = start + word.find(name)?;
    let span = Span::new(start, start + name.len());
    let is_inside = !name.is_empty() && (span.start..=span.end).contains(&offset);
    is_inside.then(|| NameAt { name, span, is_marked: is_marked(text, span, name) })
}

/// Every place where a name stands as a whole: no longer name goes over either end.
pub fn places_of(text: &str, name: &str) -> Vec<Span> {
    if name.is_empty() {
        return Vec::new();
    }
    let goes_on = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    text.match_indices(name)
        .map(|(at, _)| Span::new(at, at + name.len()))
        .filter(|span| {
            let before = text[..span.start].chars().next_back();
            let after = text[span.end..].chars().next();
            !before.is_some_and(goes_on) && !after.is_some_and(goes_on)
        })
        .collect()
}

/// The edits that give a tool another name in a skill file: among its allowed tools, where none is listed twice then, and
/// where the instructions say it in code. Words outside code and the rest of the frontmatter may mean something else.
pub fn rename(text: &str, from: &str, to: &str) -> Vec<TextEdit> {
    let document = SkillDocument::read(text);
    let mut edits = renamed_items(&document, from, to);
    let code = lint::code_of(text, document.body_span());
    let places = code.iter().flat_map(|code| {
        let within = places_of(code.of(text), from).into_iter();
        within.map(|place| Span::new(code.start + place.start, code.start + place.end))
    });
    edits.extend(places.map(|place| TextEdit::new(place, to)));
    edits
}

fn renamed_items(document: &SkillDocument, from: &str, to: &str) -> Vec<TextEdit> {
    let Some(field) = document.field("allowed-tools") else { return Vec::new() };
    let listed = document.allowed_tools();
    let mut items: Vec<String> = Vec::new();
    for item in &listed {
        let edits: Vec<_> = places_of(item, from).into_iter().map(|place| TextEdit::new(place, to)).collect();
        let item = crate::apply(item, &edits);
        if !items.contains(&item) {
            items.push(item);
        }
    }
    // A list that repeats another tool is for another finding.
    let is_named = listed.iter().any(|item| !places_of(item, from).is_empty());
    if is_named { document.edit(&FieldEdit::SetItems { key: field.key.clone(), items }) } else { Vec::new() }
}

/// Whether a text marks what stands there as a name.
pub fn is_marked(text: &str, span: Span, name: &str) -> bool {
    name.contains(['-', '_']) || is_in_backticks(text, span) || {
        let document = SkillDocument::read(text);
        document.field("allowed-tools").is_some_and(|field| {
            let value = field.value.span;
            (value.start..=value.end).contains(&span.start)
        })
    }
}

fn is_in_backticks(text: &str, span: Span) -> bool {
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[span.end..].lines().next().unwrap_or_default();
    text[line..span.start].matches('`').count() % 2 == 1 && rest.contains('`')
}

fn is_part(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.')
}

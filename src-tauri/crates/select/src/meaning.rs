//! Which texts of a skill are compared with a query by meaning, and what of the comparison is shown.

mod sections;
mod sentences;

use std::collections::HashSet;

use studio_model::{MAX_DESCRIPTION, MAX_NAME};

use self::sentences::{listed, quoted};
pub(crate) use self::{
    sections::sections,
    sentences::{positive_sentences, sentences},
};
use crate::{Entry, FieldScores};

/// A text of a skill that gets a vector of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeaningText {
    /// Which field it is of.
    pub field: MeaningField,
    /// What the model is given.
    pub text: String,
}

/// Which field a [`MeaningText`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeaningField {
    /// Name and description together.
    Whole,
    /// The name, as words.
    Name,
    /// A sentence of the description, or a phrase it quotes.
    Description,
}

/// What meaning contributed to a score, and the text that is nearest to the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    /// The text.
    pub text: String,
    /// Which field it is of.
    pub field: MeaningField,
    /// Its cosine with the query, from −1 to 1.
    pub similarity: f32,
    /// What meaning as a whole contributed, by field.
    pub fields: FieldScores,
}

/// The texts of a skill that get a vector of their own, in a fixed order: name and description together, the name, then
/// what the description says, at most 8 sentences and phrases. Sentences that say what the skill is *not* for are left
/// out of all of them: to a model of meaning, “not for slides” is about slides. Passages of the body get none: measured
/// on the shared sets, they move no result by more than 0.3 points and cost most of the time. Depends on name and
/// description only, and on no more of them than a library's columns hold: the model reads no further.
pub fn meaning_texts(entry: &Entry) -> Vec<MeaningText> {
    let (name, description) = (spoken_name(head(&entry.name, MAX_NAME)), head(&entry.description, MAX_DESCRIPTION));
    let positive = positive_sentences(description);
    let whole = whole(&name, &positive);
    let mut texts = vec![
        MeaningText { field: MeaningField::Whole, text: whole },
        MeaningText { field: MeaningField::Name, text: name },
    ];
    let units = units(&positive, description).into_iter();
    texts.extend(units.map(|unit| MeaningText { field: MeaningField::Description, text: unit.to_owned() }));
    texts
}

/// The one text of whatever has a name and a description but is no skill: what the whole of a skill is made of.
pub fn meaning_text(name: &str, description: &str) -> String {
    whole(&spoken_name(head(name, MAX_NAME)), &positive_sentences(head(description, MAX_DESCRIPTION)))
}

fn whole(name: &str, sentences: &[&str]) -> String {
    format!("{name}: {}", sentences.join(" "))
}

/// The fields of [`meaning_texts`], in the same order.
pub(crate) fn meaning_fields(entry: &Entry) -> Vec<MeaningField> {
    let description = head(&entry.description, MAX_DESCRIPTION);
    let units = units(&positive_sentences(description), description).len();
    let mut fields = vec![MeaningField::Whole, MeaningField::Name];
    fields.resize(2 + units, MeaningField::Description);
    fields
}

/// The first so many characters.
fn head(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// A name as one would say it: `admin/XMLHttp_request` → `admin XML Http request`.
pub(crate) fn spoken_name(name: &str) -> String {
    let mut spoken = String::with_capacity(name.len() + 4);
    let characters: Vec<char> = name.chars().collect();
    for (place, &character) in characters.iter().enumerate() {
        if matches!(character, '-' | '_' | '/' | '.') {
            if !spoken.ends_with(' ') {
                spoken.push(' ');
            }
            continue;
        }
        let before = place.checked_sub(1).map(|place| characters[place]);
        let is_lower = |c: char| c.is_ascii_lowercase();
        let starts_word = character.is_ascii_uppercase()
            && before.is_some_and(|before| {
                let ends_capitals =
                    before.is_ascii_uppercase() && characters.get(place + 1).copied().is_some_and(is_lower);
                is_lower(before) || before.is_ascii_digit() || ends_capitals
            });
        if starts_word {
            spoken.push(' ');
        }
        spoken.push(character);
    }
    spoken.trim().to_owned()
}

/// How many sentences and phrases of a description get a vector; more was measured to help nobody.
const MOST_UNITS: usize = 8;

/// What a description says, each once: the items of a sentence that lists what wakes the skill; else the sentence and,
/// if it quotes several phrases, those of them that have several words.
fn units<'a>(sentences: &[&'a str], description: &'a str) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    let mut units = Vec::new();
    for sentence in sentences {
        let phrases = quoted(sentence);
        let said = if phrases.len() >= 2 {
            let phrases = phrases.into_iter().filter(|phrase| phrase.split_whitespace().nth(1).is_some());
            std::iter::once(*sentence).chain(phrases).collect()
        } else {
            let items = listed(sentence);
            if items.is_empty() { vec![*sentence] } else { items }
        };
        for unit in said {
            let says_something = unit.chars().filter(|&c| c.is_alphanumeric() || c == '_').count() >= 3;
            if units.len() < MOST_UNITS && says_something && seen.insert(unit.to_lowercase()) {
                units.push(unit);
            }
        }
    }
    if units.is_empty() {
        units.push(if description.is_empty() { "-" } else { description });
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skills_texts_are_the_whole_the_name_and_what_is_said() {
        for (name, description, expected) in [
            (
                "pdf-tools",
                "Edits PDFs. Triggers: \"fill a form\", \"merge\", \"sign it\". Never use it for images.",
                vec![
                    "pdf tools: Edits PDFs. Triggers: \"fill a form\", \"merge\", \"sign it\".",
                    "pdf tools",
                    "Edits PDFs.",
                    "Triggers: \"fill a form\", \"merge\", \"sign it\".",
                    "fill a form",
                    "sign it",
                ],
            ),
            (
                "chartMaker",
                "Triggers include: bar charts, pies, or plots.",
                vec![
                    "chart Maker: Triggers include: bar charts, pies, or plots.",
                    "chart Maker",
                    "bar charts",
                    "pies",
                    "plots",
                ],
            ),
            ("a_b", "Edit. EDIT.", vec!["a b: Edit. EDIT.", "a b", "Edit."]),
            ("a", "x", vec!["a: x", "a", "x"]),
            ("a", "", vec!["a: ", "a", "-"]),
        ] {
            let entry = crate::test::entry(name, description);
            let texts = meaning_texts(&entry);
            assert_eq!(texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>(), expected);
            assert_eq!(texts.iter().map(|text| text.field).collect::<Vec<_>>(), meaning_fields(&entry));
        }
    }

    #[test]
    fn names_are_spoken_as_words() {
        for (name, spoken) in [
            ("XMLHttpRequest", "XML Http Request"),
            ("admin/x-y", "admin x y"),
            ("__v2Deploy..now-", "v2 Deploy now"),
            ("日本-Größe", "日本 Größe"),
            ("", ""),
        ] {
            assert_eq!(spoken_name(name), spoken);
        }
    }
}

//! Which texts of a skill are compared with a query by meaning, and what of the comparison is shown.

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
    /// A sentence of the description.
    Description,
    /// A passage of the body.
    Body,
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
/// the description's sentences where it has several. The same for the same name, description and body.
pub fn meaning_texts(entry: &Entry) -> Vec<MeaningText> {
    let name = entry.name.replace(['-', '_'], " ");
    let whole = format!("{name}: {}", entry.description);
    let mut texts = vec![
        MeaningText { field: MeaningField::Whole, text: whole },
        MeaningText { field: MeaningField::Name, text: name },
    ];
    let sentences = sentences(&entry.description);
    texts.extend(sentences.map(|text| MeaningText { field: MeaningField::Description, text: text.to_owned() }));
    texts
}

/// The fields of [`meaning_texts`], in the same order.
pub(crate) fn meaning_fields(entry: &Entry) -> Vec<MeaningField> {
    meaning_texts(entry).into_iter().map(|text| text.field).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n', '.', '。'])
        .map(str::trim)
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
}

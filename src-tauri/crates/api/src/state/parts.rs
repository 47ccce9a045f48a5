//! The texts that have a vector of their own, and the vectors that were made of them.

use std::collections::HashMap;

use studio_store::{StoredSkill, TextRow, VectorRow};

use crate::state::described::Described;

/// One of the texts that have a vector of their own; whatever is no skill has one.
pub(crate) struct Part {
    pub(crate) number: u16,
    pub(crate) text: String,
    pub(crate) hash: String,
}

/// The texts of a skill that have a vector of their own, in the scorers' order.
pub(crate) fn parts(entry: &studio_select::Entry) -> Vec<Part> {
    let texts = studio_select::meaning_texts(entry);
    (0..=u16::MAX)
        .zip(texts)
        .map(|(number, text)| Part { number, hash: studio_store::sha256_hex(text.text.as_bytes()), text: text.text })
        .collect()
}

impl Part {
    /// Whether a vector was made of just this text.
    pub(crate) fn is_source_of(&self, row: &VectorRow) -> bool {
        row.part == self.number && row.text_hash == self.hash
    }
}

/// The one text of a tool, agent or server.
pub(crate) fn described_part(one: &Described) -> Part {
    Part { number: 0, text: one.meaning.clone(), hash: one.meaning_hash() }
}

/// The vectors of these texts, as far as the rows are of just these texts.
pub(crate) fn matching(parts: &[Part], rows: Vec<VectorRow>) -> Vec<Option<Vec<f32>>> {
    let mut known: HashMap<u16, VectorRow> = rows.into_iter().map(|row| (row.part, row)).collect();
    parts
        .iter()
        .map(|part| known.remove(&part.number).filter(|row| row.text_hash == part.hash).map(|row| row.vector))
        .collect()
}

/// A skill as full text holds it.
pub(crate) fn text_row(skill: &StoredSkill) -> TextRow {
    TextRow {
        id: skill.id.0,
        hash: skill.sha256.clone(),
        description: skill.description.clone(),
        tags: skill.tags.join(" "),
        body: skill.content_markdown.clone(),
    }
}

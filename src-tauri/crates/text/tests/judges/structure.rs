//! The published reader of gram, `relateby-gram` 0.6.0.
//!
//! Its default parser does not know `::`, so the syntax tree is asked. In no binary with the other judge, which brings a
//! newer copy of the same grammar: their C symbols bear the same names.

use gram_codec::{
    Subject,
    cst::{SyntaxKind, parse_gram_cst},
};

/// The heads of the patterns at the top, each with those inside it.
#[track_caller]
pub(crate) fn heads(text: &str) -> Vec<(Subject, Vec<Subject>)> {
    let parsed = parse_gram_cst(text);
    assert!(parsed.is_valid(), "{text}\n{:?}", parsed.errors);
    let tops = parsed.tree.elements().iter().filter(|top| top.value().kind == SyntaxKind::Subject);
    tops.map(|top| {
        let inside = top.elements().iter().filter_map(|inner| inner.value().subject.clone());
        (top.value().subject.clone().expect("it has a head"), inside.collect())
    })
    .collect()
}

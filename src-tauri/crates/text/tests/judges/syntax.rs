//! The published grammar of gram, `tree-sitter-gram` 0.6.1.
//!
//! In no binary with the other judge, which brings an older copy of the same grammar: their C symbols bear the same names.

use tree_sitter::Parser;

/// Panics where a text is no gram.
#[track_caller]
pub(crate) fn accepted(text: &str) {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_gram::LANGUAGE.into()).expect("the grammar loads");
    let tree = parser.parse(text, None).expect("no time limit is set");
    assert!(!tree.root_node().has_error(), "{text}\n{}", tree.root_node().to_sexp());
    assert_eq!(tree.root_node().kind(), "gram_pattern");
}

//! Fields of a DTO that are told by their names: a time ends in `_at`, a boolean begins with what makes it a statement.
//!
//! A field is taken for a time where it is a text whose documentation says so ("RFC 3339"), or whose name ends as those of
//! times do. The day something was measured on is no time.

use std::path::PathBuf;

use syn::{Item, Type};

use super::closed_sets::{documentation, is_text, named, of_variant};
use super::crates::{Crate, Module};

/// What the name of a boolean begins with.
const STATES: &[&str] = &["is", "has", "can", "was", "allow"];

/// What the name of a time ends with, but for `at`.
const CLOCKS: &[&str] = &["ts", "time", "timestamp", "date"];

/// A field that should be named otherwise.
#[derive(Debug)]
pub(super) struct Untold {
    pub(super) path: PathBuf,
    pub(super) line: usize,
    /// `Type.field`.
    pub(super) name: String,
    /// What its name should do.
    pub(super) should: &'static str,
}

pub(super) fn of(house: &Crate<'_>) -> Vec<Untold> {
    let is_dto = |module: &&Module<'_>| !module.is_test && module.path.iter().any(|name| name == "dto");
    let mut found = Vec::new();
    for module in house.modules.iter().filter(is_dto) {
        for item in module.source_items() {
            let fields = match item {
                Item::Struct(one) => named(&one.fields, &one.ident.to_string()),
                Item::Enum(one) => one.variants.iter().flat_map(|one_of| of_variant(one_of, &one.ident)).collect(),
                _ => continue,
            };
            for (name, field) in fields {
                let Some(ident) = &field.ident else { continue };
                let text = ident.to_string();
                let should = if is_boolean(&field.ty) && !STATES.iter().any(|state| begins_with(&text, state)) {
                    "begin with is_, has_, can_, was_ or allow_"
                } else if is_text(&field.ty) && is_time(&text, &documentation(&field.attrs)) && !text.ends_with("_at") {
                    "end in _at"
                } else {
                    continue;
                };
                found.push(Untold { path: module.file.path.clone(), line: ident.span().start().line, name, should });
            }
        }
    }
    found
}

fn begins_with(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'))
}

fn is_time(name: &str, said: &str) -> bool {
    said.contains("RFC 3339") || name.rsplit('_').next().is_some_and(|word| CLOCKS.contains(&word))
}

fn is_boolean(of: &Type) -> bool {
    let Type::Path(path) = of else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    if last.ident == "bool" {
        return true;
    }
    let syn::PathArguments::AngleBracketed(within) = &last.arguments else { return false };
    last.ident == "Option" && matches!(within.args.first(), Some(syn::GenericArgument::Type(of)) if is_boolean(of))
}

#[cfg(test)]
mod tests {
    use super::super::crates::{self, tests::tree};
    use super::*;

    #[test]
    fn times_and_booleans_are_told_by_their_names() {
        let dto = "pub struct A {\npub active: bool,\npub is_active: bool,\npub island: Option<bool>,\n\
                   pub allow_network: bool,\npub update_ts: String,\npub seen_at: Option<String>,\n\
                   /// When, RFC 3339.\npub newest: Option<String>,\npub measured_on: String,\npub at_time: u32,\n}\n\
                   pub enum B { C { ready: bool } }";
        let tree = tree(&[("lib.rs", "mod dto;\nmod other;"), ("dto.rs", dto), ("other.rs", "struct C { on: bool }")]);
        let found: Vec<_> = of(&crates::read(&tree)[0]).into_iter().map(|one| (one.name, one.line)).collect();
        let expected = [("A.active", 2), ("A.island", 4), ("A.update_ts", 6), ("A.newest", 9), ("B::C.ready", 13)];
        assert_eq!(found, expected.map(|(name, line)| (name.to_owned(), line)));
    }
}

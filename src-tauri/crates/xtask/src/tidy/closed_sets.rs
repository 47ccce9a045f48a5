//! Texts of a DTO that can only be one of a few words: an enum says so, and the screen's compiler holds it.
//!
//! A field is taken for one where it is a text (`String`, also within `Option` or `Vec`) and its documentation lists
//! words as code (`` `a` or `b` ``), or its name says that it is a kind, state, status, mode, level, severity, standing
//! or reason. The first is what finds most; the second what a reader would ask about.

use std::path::PathBuf;

use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Field, Fields, Item, Lit, Meta, Type};

use super::crates::{Crate, Module};

const WORDS: &[&str] = &["kind", "state", "status", "mode", "level", "severity", "standing", "reason"];

/// A field that should be an enum.
#[derive(Debug)]
pub(super) struct ClosedText {
    pub(super) path: PathBuf,
    pub(super) line: usize,
    /// `Type.field`.
    pub(super) name: String,
}

pub(super) fn of(house: &Crate<'_>) -> Vec<ClosedText> {
    let is_dto = |module: &&Module<'_>| !module.is_test && module.path.iter().any(|name| name == "dto");
    let mut found = Vec::new();
    for module in house.modules.iter().filter(is_dto) {
        for item in module.source_items() {
            let fields: Vec<(String, &Field)> = match item {
                Item::Struct(one) => named(&one.fields, &one.ident.to_string()),
                Item::Enum(one) => one.variants.iter().flat_map(|one_of| of_variant(one_of, &one.ident)).collect(),
                _ => continue,
            };
            let closed = fields.into_iter().filter(|(_, field)| is_text(&field.ty) && is_closed(field));
            found.extend(closed.map(|(name, field)| ClosedText {
                path: module.file.path.clone(),
                line: field.ident.span().start().line,
                name,
            }));
        }
    }
    found
}

pub(super) fn named<'a>(fields: &'a Fields, of: &str) -> Vec<(String, &'a Field)> {
    fields.iter().filter_map(|field| Some((format!("{of}.{}", field.ident.as_ref()?), field))).collect()
}

pub(super) fn of_variant<'a>(variant: &'a syn::Variant, of: &syn::Ident) -> Vec<(String, &'a Field)> {
    named(&variant.fields, &format!("{of}::{}", variant.ident))
}

pub(super) fn is_text(of: &Type) -> bool {
    let Type::Path(path) = of else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    if last.ident == "String" {
        return true;
    }
    let is_around = last.ident == "Option" || last.ident == "Vec";
    let syn::PathArguments::AngleBracketed(within) = &last.arguments else { return false };
    is_around && matches!(within.args.first(), Some(syn::GenericArgument::Type(within)) if is_text(within))
}

fn is_closed(field: &Field) -> bool {
    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    let says_so = name.rsplit('_').next().is_some_and(|word| WORDS.contains(&word));
    says_so || lists_words(&documentation(&field.attrs))
}

pub(super) fn documentation(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(value) = &pair.value else { return None };
        let Lit::Str(text) = &value.lit else { return None };
        pair.path.is_ident("doc").then(|| text.value())
    };
    attributes.iter().filter_map(line).collect()
}

/// Whether two words as code stand beside each other, with no more than a comma and `or` between them.
fn lists_words(text: &str) -> bool {
    let parts: Vec<&str> = text.split('`').collect();
    let is_word = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_' || letter == '-')
    };
    parts.windows(3).enumerate().any(|(index, window)| {
        let between = window[1].trim().trim_start_matches(',').trim();
        index % 2 == 1 && is_word(window[0]) && is_word(window[2]) && matches!(between, "" | "or" | "and")
    })
}

#[cfg(test)]
mod tests {
    use super::super::crates::{self, tests::tree};
    use super::*;

    #[test]
    fn closed_sets_are_told_from_free_texts() {
        let dto = "pub struct A {\n/// `ready`, `busy` or `gone`.\npub place: String,\npub link_state: Option<String>,\n\
                   /// As `file.rs` has it.\npub name: String,\npub kind: Kind,\n/// `a` or `b`.\npub flag: bool,\n}\n\
                   pub enum B { C { reason: String } }";
        let tree = tree(&[("lib.rs", "mod dto;"), ("dto.rs", dto)]);
        let found: Vec<_> = of(&crates::read(&tree)[0]).into_iter().map(|one| one.name).collect();
        assert_eq!(found, ["A.place", "A.link_state", "B::C.reason"]);
    }
}

//! How long files and functions are, without their tests.

use std::path::PathBuf;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{ImplItemFn, Item, ItemFn, TraitItemFn};

use super::crates::{Crate, Module, attributes, is_for_tests};

/// Lines a file may have before its tests.
pub(super) const LONGEST_FILE: usize = 300;
/// Lines a function may have, from its signature to its closing brace.
pub(super) const LONGEST_FUNCTION: usize = 50;

/// A file or function with its lines.
#[derive(Debug)]
pub(super) struct Length {
    pub(super) path: PathBuf,
    /// Of a function; none for a file.
    pub(super) function: Option<String>,
    /// Where it starts, counted from 1.
    pub(super) line: usize,
    pub(super) lines: usize,
}

/// The files of a crate that are not tests.
pub(super) fn files(house: &Crate<'_>) -> Vec<Length> {
    let length = |module: &Module<'_>| Length {
        path: module.file.path.clone(),
        function: None,
        line: 1,
        lines: module.file.text.lines().count() - module.test_lines(),
    };
    house.modules.iter().filter(|module| !module.is_inline && !module.is_test).map(length).collect()
}

/// The functions of a crate that are not tests.
pub(super) fn functions(house: &Crate<'_>) -> Vec<Length> {
    let mut found = Vec::new();
    for module in house.modules.iter().filter(|module| !module.is_test) {
        let mut functions = Functions { path: &module.file.path, found: Vec::new() };
        let own = module.source_items().filter(|item| !matches!(item, Item::Mod(_)));
        own.for_each(|item| functions.visit_item(item));
        found.extend(functions.found);
    }
    found
}

struct Functions<'a> {
    path: &'a PathBuf,
    found: Vec<Length>,
}

impl Functions<'_> {
    fn take(&mut self, name: &syn::Ident, from: proc_macro2::Span, to: proc_macro2::Span) {
        let line = from.start().line;
        let lines = to.end().line + 1 - line;
        self.found.push(Length { path: self.path.clone(), function: Some(name.to_string()), line, lines });
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, one: &'ast ItemFn) {
        self.take(&one.sig.ident, one.sig.span(), one.block.span());
        visit::visit_item_fn(self, one);
    }

    fn visit_impl_item_fn(&mut self, one: &'ast ImplItemFn) {
        if !is_for_tests(&one.attrs) {
            self.take(&one.sig.ident, one.sig.span(), one.block.span());
            visit::visit_impl_item_fn(self, one);
        }
    }

    fn visit_trait_item_fn(&mut self, one: &'ast TraitItemFn) {
        if let Some(block) = &one.default {
            self.take(&one.sig.ident, one.sig.span(), block.span());
        }
        visit::visit_trait_item_fn(self, one);
    }
}

#[cfg(test)]
mod tests {
    use super::super::crates::{self, tests::tree};
    use super::*;

    #[test]
    fn tests_and_comments_above_do_not_lengthen() {
        let text = "//! A.\n\n/// Does.\n#[inline]\npub fn a(\n    one: u8,\n) {\n}\n\nimpl A {\n    fn b() {}\n}\n\n#[cfg(test)]\nmod tests {\n    fn c() {}\n}\n";
        let tree = tree(&[("lib.rs", text)]);
        let house = &crates::read(&tree)[0];
        let functions: Vec<_> =
            functions(house).into_iter().map(|one| (one.function.unwrap(), one.line, one.lines)).collect();
        assert_eq!(functions, [("a".to_owned(), 5, 4), ("b".to_owned(), 11, 1)]);
        assert_eq!(files(house)[0].lines, 13);
    }
}

//! The paths that code names: in `use`, in types and expressions, and within macros.

use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use super::crates::{attributes, is_for_tests};

/// Collects every path that code names, within macros too.
#[derive(Default)]
pub(super) struct Paths {
    /// With the line each stands in.
    pub(super) found: Vec<(usize, Vec<String>)>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut brought = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut brought);
        let line = item.use_token.span.start().line;
        self.found.extend(brought.into_iter().filter(|(name, _)| name.is_some()).map(|(_, path)| (line, path)));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let Some(first) = path.segments.first() else { return };
        let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.found.push((first.ident.span().start().line, names));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }
}

impl Paths {
    /// Names joined by `::` in what a macro is given.
    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        use proc_macro2::TokenTree;

        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(line, &mut path);
                        line = name.span().start().line;
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(point) if point.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(line, &mut path);
                    self.tokens(group.stream());
                    colons = 0;
                }
                _ => {
                    self.end(line, &mut path);
                    colons = 0;
                }
            }
        }
        self.end(line, &mut path);
    }

    fn end(&mut self, line: usize, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.found.push((line, std::mem::take(path)));
        }
    }
}

/// Every path of a `use`, with the name it gets; none for all of a module.
pub(super) fn flatten(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<(Option<String>, Vec<String>)>) {
    let with = |before: &[String], name: &syn::Ident| {
        let mut path = before.to_vec();
        // `use a::{self}` brings in `a`.
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        path
    };
    match tree {
        UseTree::Path(one) => {
            before.push(one.ident.to_string());
            flatten(&one.tree, before, found);
            before.pop();
        }
        UseTree::Name(one) => {
            let path = with(before, &one.ident);
            found.push((path.last().cloned(), path));
        }
        UseTree::Rename(one) => found.push((Some(one.rename.to_string()), with(before, &one.ident))),
        UseTree::Glob(_) => found.push((None, before.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|one| flatten(one, before, found)),
    }
}

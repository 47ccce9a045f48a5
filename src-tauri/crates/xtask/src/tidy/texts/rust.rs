//! String literals of Rust that a person reads, and the documentation that clap makes help of.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, ExprMethodCall, ImplItemFn, Item, ItemEnum, ItemStruct, Lit, LitStr, Macro, Meta};

use super::{Found, is_read};
use crate::tidy::crates::{Module, attributes, is_for_tests};

/// Attributes whose literals are shown: those of errors, and of the command line.
const SHOWN: [&str; 4] = ["error", "arg", "command", "value"];

/// What makes help of documentation.
const HELP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// Macros that speak to programmers.
const INWARD: [&str; 9] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "env",
    "include_str",
    "panic",
    "unreachable",
];

pub(super) fn of(module: &Module<'_>) -> Vec<Found> {
    let mut literals = Literals::default();
    let own = module.source_items().filter(|item| !matches!(item, Item::Mod(_)));
    own.for_each(|item| literals.visit_item(item));
    literals.found
}

#[derive(Default)]
struct Literals {
    found: Vec<Found>,
}

impl<'ast> Visit<'ast> for Literals {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, one: &'ast ImplItemFn) {
        if !is_for_tests(&one.attrs) {
            visit::visit_impl_item_fn(self, one);
        }
    }

    fn visit_item_struct(&mut self, one: &'ast ItemStruct) {
        if is_help(&one.attrs) {
            self.document(&one.attrs);
            one.fields.iter().for_each(|field| self.document(&field.attrs));
        }
        visit::visit_item_struct(self, one);
    }

    fn visit_item_enum(&mut self, one: &'ast ItemEnum) {
        if is_help(&one.attrs) {
            self.document(&one.attrs);
            for variant in &one.variants {
                self.document(&variant.attrs);
                variant.fields.iter().for_each(|field| self.document(&field.attrs));
            }
        }
        visit::visit_item_enum(self, one);
    }

    fn visit_attribute(&mut self, one: &'ast Attribute) {
        let is_shown = SHOWN.iter().any(|name| one.path().is_ident(*name));
        if let (true, Meta::List(list)) = (is_shown, &one.meta) {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        // Why something is expected is told to programmers.
        if call.method == "expect" {
            self.visit_expr(&call.receiver);
        } else {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let name = call.path.segments.last();
        if !name.is_some_and(|name| INWARD.iter().any(|inward| name.ident == *inward)) {
            self.tokens(call.tokens.clone());
        }
    }

    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.take(literal);
    }
}

impl Literals {
    /// What a macro or an attribute is given, but for attributes within.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut is_attribute = false;
        for token in tokens {
            let is_hash = matches!(&token, TokenTree::Punct(point) if point.as_char() == '#');
            match token {
                TokenTree::Group(group) if !is_attribute => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Lit::Str(text) = Lit::new(literal) {
                        self.take(&text);
                    }
                }
                _ => {}
            }
            is_attribute = is_hash;
        }
    }

    fn take(&mut self, literal: &LitStr) {
        let content = literal.value();
        if is_read(&content) {
            // It breaks its lines elsewhere than its source does.
            self.found.push(Found { line: literal.span().start().line, content: content.replace('\n', " ") });
        }
    }

    /// Documentation, as one text.
    fn document(&mut self, attributes: &[Attribute]) {
        let lines: Vec<&LitStr> = attributes.iter().filter_map(documentation).collect();
        if let Some(first) = lines.first() {
            let content = lines.iter().map(|line| line.value()).collect::<Vec<_>>().join("\n");
            self.found.push(Found { line: first.span().start().line, content });
        }
    }
}

/// A line of documentation.
fn documentation(attribute: &Attribute) -> Option<&LitStr> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
    pair.path.is_ident("doc").then_some(text)
}

/// Whether clap shows the documentation of an item.
fn is_help(attributes: &[Attribute]) -> bool {
    let is_named = |token: TokenTree| HELP.contains(&token.to_string().as_str());
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("derive")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.clone().into_iter().any(is_named))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::crates::{self, tests::tree};

    fn said(text: &str) -> Vec<(usize, String)> {
        let tree = tree(&[("lib.rs", text)]);
        let houses = crates::read(&tree);
        let found = houses[0].modules.iter().filter(|module| !module.is_test).flat_map(of);
        found.map(|found| (found.line, found.content)).collect()
    }

    fn expect(text: &str, expected: &[(usize, &str)]) {
        let expected: Vec<_> = expected.iter().map(|(line, content)| (*line, (*content).to_owned())).collect();
        assert_eq!(said(text), expected, "{text}");
    }

    #[test]
    fn what_is_said_is_read() {
        expect("fn a() {\n    say(\"no skill\\n\\\n    here\");\n}", &[(2, "no skill here")]);
        expect("fn a() { format!(\"{n} skills\", { b(\"in it\") }) }", &[(1, "{n} skills"), (1, "in it")]);
        expect("#[derive(Debug)]\nenum E {\n#[error(\"not found\")]\nA }", &[(3, "not found")]);
        expect("const A: &str = \"two words\";\nmod b { const C: &str = \"in b\"; }", &[(1, "two words"), (2, "in b")]);
    }

    #[test]
    fn documentation_is_read_where_it_is_help() {
        let fields = "struct A {\n    /// First line\n    /// and second.\n    #[arg(long, help = \"more help\")]\n    a: u8,\n}";
        let expected = [(3, " First line\n and second."), (5, "more help")];
        expect(&format!("#[derive(Debug, clap::Args)]\n{fields}"), &expected);
        expect(&format!("#[derive(Debug)]\n{fields}"), &[(5, "more help")]);
        let variant =
            "#[derive(Subcommand)]\nenum B {\n    /// Of it.\n    C {\n        /// In it.\n        d: u8 },\n}";
        expect(variant, &[(3, " Of it."), (5, " In it.")]);
    }

    #[test]
    fn what_programmers_read_is_not() {
        for text in [
            "/// Two words.\nfn a() {}",
            "fn a() { assert!(b, \"two words\"); }",
            "fn a() { b().expect(\"two words\"); }",
            "#[expect(dead_code, reason = \"two words\")]\nfn a() {}",
            "a! { #[doc = \"two words\"] b }",
            "#[cfg(test)]\nmod tests { const A: &str = \"two words\"; }",
            "impl A { #[test]\nfn a() { b(\"two words\") } }",
            "const A: &str = \"SELECT a FROM b\";",
        ] {
            expect(text, &[]);
        }
        expect("fn a() { b(\"two words\").expect(\"no more\"); }", &[(1, "two words")]);
    }
}

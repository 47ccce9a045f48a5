//! Reading a signature: recursive descent over its tokens, going on after each problem so that all of them are told.

mod group;
mod ty;
mod value;
mod walk;

use std::collections::HashSet;

use super::{Dialect, Mark, Problem, Reading, Signature, SignatureParameter, Type, token};
use crate::Span;
use group::Slot;
use token::{Kind, Token};

/// Reads a signature in any dialect; the dialect is recognised.
pub fn read(text: &str) -> Reading {
    let mut reader = Reader::new(text);
    let signature = reader.signature();
    let Reader { dialect, mut problems, mut marks, .. } = reader;
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    marks.sort_by_key(|mark| (mark.span.start, std::cmp::Reverse(mark.span.end)));
    Reading { signature: signature.filter(|_| problems.is_empty()), dialect, problems, marks }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    dialect: Option<Dialect>,
    problems: Vec<Problem>,
    marks: Vec<Mark>,
    /// The dotted path of the parameter or field whose type is being read.
    path: String,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let tokens = token::tokens(text);
        let dialect = recognise(&tokens);
        Self { text, tokens, at: 0, dialect, problems: Vec::new(), marks: Vec::new(), path: String::new() }
    }

    fn signature(&mut self) -> Option<Signature> {
        if self.kind() == &Kind::End {
            self.problem(
                Span::new(0, self.text.len()),
                "The signature is empty. Write one such as `(name: Text) --> IO Text`.",
            );
            return None;
        }
        // All that follows an open quote is inside it: nothing else can be said about the text.
        if let Some(open) = self.tokens.iter().find(|token| token.kind == Kind::Unclosed) {
            let quote = &open.span.of(self.text)[..1];
            self.problem(open.span, format!("The {quote} opened here is never closed. Add a closing {quote}."));
            return None;
        }
        if self.dialect.is_some_and(|dialect| dialect != Dialect::Arrow) { self.curried() } else { self.arrow() }
    }

    fn arrow(&mut self) -> Option<Signature> {
        let slots = self.group();
        let parameters = self.parameters(slots);
        let result = self.arrow_result();
        Some(Signature { parameters: parameters?, result: result? })
    }

    fn arrow_result(&mut self) -> Option<Type> {
        let arrow = self.span();
        if !self.take_arrow("-->") {
            if self.kind() == &Kind::End {
                let end = if self.text.contains("::") { "==>(::Text)" } else { "--> IO Text" };
                self.problem(
                    arrow,
                    format!("The result is missing. End with the type the tool returns, as in `{end}`."),
                );
            } else {
                self.unexpected("write `-->` and the result after the parameters, as in `--> IO Text`");
            }
            return None;
        }
        if self.kind() == &Kind::End {
            self.problem(
                arrow,
                "The result is missing after the arrow. Write the type the tool returns, as in `--> IO Text`.",
            );
            return None;
        }
        if let Some(again) =
            self.tokens[self.at..].iter().find(|token| matches!(token.kind, Kind::Arrow | Kind::NearArrow(_)))
        {
            self.problem(
                again.span,
                "Use only one arrow, before the result. Put all parameters in one pair of parentheses, separated \
                 by commas.",
            );
            return None;
        }
        if !self.take_word("IO") {
            self.problem(
                self.span(),
                "The result must come after `IO`. Write the type the tool returns, as in `--> IO Text`.",
            );
        } else if self.kind() == &Kind::End {
            self.problem(
                Span::at(self.span().start),
                "The result is missing after `IO`. Write the type the tool returns, as in `IO Text`.",
            );
            return None;
        }
        let result = self.ty(0);
        if result.is_some() && self.kind() != &Kind::End {
            self.unexpected("remove what follows the result's type");
        }
        result
    }

    fn curried(&mut self) -> Option<Signature> {
        let mut groups = vec![self.group()];
        loop {
            if self.kind() == &Kind::Mark('(') {
                self.unexpected("write `==>` between two pairs of parentheses");
            } else if !self.take_arrow("==>") {
                break;
            }
            if self.kind() == &Kind::End {
                let message =
                    "The result is missing after the arrow. Write the type the tool returns, as in `==>(::Text)`.";
                self.problem(self.span(), message);
                return None;
            }
            groups.push(self.group());
        }
        if self.kind() != &Kind::End {
            self.unexpected("write `==>` between two pairs of parentheses");
        }
        let result = self.curried_result(groups.pop().flatten());
        let without_parameters = groups.len() == 1 && groups[0].as_ref().is_some_and(Vec::is_empty);
        if without_parameters {
            groups.clear();
        }
        let slots = self.curried_slots(groups);
        let parameters = self.parameters(slots);
        Some(Signature { parameters: parameters?, result: result? })
    }

    /// The last group is the result, and must look like one.
    fn curried_result(&mut self, group: Option<Vec<Slot>>) -> Option<Type> {
        let mut slots = group?;
        let end = Span::at(self.text.trim_end().len());
        let Some(slot) = slots.pop().filter(|_| slots.is_empty()) else {
            self.problem(end, "The result is missing. End with the type the tool returns, as in `==>(::Text)`.");
            return None;
        };
        if let Some((name, _)) = &slot.name {
            self.problem(
                end,
                format!(
                    "The result is missing. `{name}` is a parameter; a result has no name. End with the type the tool \
                     returns, as in `==>(::Text)`."
                ),
            );
        } else if slot.default.is_some() {
            self.problem(slot.span, "The result can't have a default. Remove the braces.");
        }
        slot.ty
    }

    fn curried_slots(&mut self, groups: Vec<Option<Vec<Slot>>>) -> Option<Vec<Slot>> {
        let mut all = Vec::new();
        let mut is_whole = true;
        for slots in groups {
            let Some(slots) = slots else {
                is_whole = false;
                continue;
            };
            match slots.as_slice() {
                [] => self.problem(
                    self.span(),
                    "These parentheses are empty. Remove them; only a tool without parameters begins with `()`.",
                ),
                [_] => {}
                [_, second, ..] => {
                    self.problem(
                        second.span,
                        "Each parameter needs its own parentheses, as in `(a::Text)==>(b::Text)==>(::Text)`.",
                    );
                }
            }
            all.extend(slots);
        }
        is_whole.then_some(all)
    }

    /// Slots as parameters: named, typed, unique.
    fn parameters(&mut self, slots: Option<Vec<Slot>>) -> Option<Vec<SignatureParameter>> {
        let slots = slots?;
        let mut seen = HashSet::new();
        let mut parameters = Vec::with_capacity(slots.len());
        for (index, slot) in slots.into_iter().enumerate() {
            let Some((name, span)) = slot.name else {
                self.unnamed(index, slot.span, slot.ty.is_some());
                continue;
            };
            if !seen.insert(name.clone()) {
                self.problem(span, format!("Two parameters are named `{name}`. Rename one of them."));
            }
            if let Some(ty) = slot.ty {
                parameters.push(with_default(name, ty, slot.default));
            }
        }
        Some(parameters)
    }

    /// T9: says which parameter has no name, and how to give it one.
    fn unnamed(&mut self, index: usize, span: Span, is_typed: bool) {
        if !is_typed {
            return;
        }
        let written = span.of(self.text).trim_start_matches(':').trim_start();
        let joint = if self.dialect == Some(Dialect::Arrow) { ": " } else { "::" };
        let message = format!(
            "The {} parameter has no name, so a call can't pass it. Add a name before its type, as in `name{joint}{written}`.",
            ordinal(index)
        );
        self.problem(span, message);
    }
}

/// `Maybe` beside a default says nothing more: the default already makes a parameter optional.
fn with_default(name: String, ty: Type, default: Option<serde_json::Value>) -> SignatureParameter {
    let ty = if default.is_some() { ty.inner().clone() } else { ty };
    SignatureParameter { name, ty, default }
}

/// The first arrow decides; among the curried forms any of `Text Int Double Bool` makes it the curried one.
fn recognise(tokens: &[Token]) -> Option<Dialect> {
    let arrow = tokens.iter().find_map(|token| match token.kind {
        Kind::Arrow | Kind::NearArrow("-->") => Some(Dialect::Arrow),
        Kind::Curry | Kind::NearArrow(_) => Some(Dialect::Curried),
        _ => None,
    });
    let is_curried_word =
        |token: &Token| matches!(&token.kind, Kind::Word(word) if super::types::is_curried_word(word));
    match arrow {
        Some(Dialect::Curried) if !tokens.iter().any(is_curried_word) => Some(Dialect::Classic),
        found => found,
    }
}

fn ordinal(index: usize) -> String {
    const NAMES: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    NAMES.get(index).map_or_else(|| format!("{}th", index + 1), |&name| name.to_owned())
}

//! A pair of brackets with parameters, or with the result of a curried signature.

use serde_json::Value;

use super::{Dialect, Kind, Reader};
use crate::{
    Span,
    gram::{Mark, Type, types},
};

/// What stands in one place of a pair of brackets, as far as it could be made out.
pub(super) struct Slot {
    pub(super) name: Option<(String, Span)>,
    pub(super) ty: Option<Type>,
    pub(super) default: Option<Value>,
    pub(super) span: Span,
}

impl Reader<'_> {
    /// `( … )`; none where there are no brackets at all.
    pub(super) fn group(&mut self) -> Option<Vec<Slot>> {
        let open = self.span();
        if !self.take_mark('(') {
            self.unexpected("write the parameters in parentheses, as in `(name: Text) --> IO Text`");
            self.recover();
            return None;
        }
        let mut slots = Vec::new();
        if self.take_mark(')') {
            return Some(slots);
        }
        loop {
            slots.push(self.slot(slots.len()));
            if self.take_mark(',') {
                if matches!(self.kind(), Kind::Mark(')')) {
                    self.unexpected("add a parameter after the comma, or remove the comma");
                } else {
                    continue;
                }
            }
            if !self.take_mark(')') {
                self.unclosed(open, ')', "parameter list");
            }
            return Some(slots);
        }
    }

    fn slot(&mut self, index: usize) -> Slot {
        let start = self.span().start;
        let name = self.slot_name();
        let mut slot = Slot { name, ty: None, default: None, span: Span::at(start) };
        self.path.clear();
        if let Some((name, _)) = &slot.name {
            self.path.clone_from(name);
        }
        if slot.name.is_some() || self.is_at_type() {
            slot.ty = self.ty(0);
        } else {
            self.no_parameter(index);
        }
        if slot.ty.is_some() {
            slot.default = self.properties(slot.ty.as_ref());
            self.end_of_slot();
        } else {
            self.recover();
        }
        slot.span.end = self.end().max(start);
        if let Some((name, _)) = &slot.name {
            self.marks.push(Mark { path: name.clone(), span: slot.span });
        }
        slot
    }

    fn slot_name(&mut self) -> Option<(String, Span)> {
        if self.kind_after() != &Kind::Colon {
            self.take(&Kind::Colon);
            return None;
        }
        let name = self.name()?;
        self.advance();
        Some(name)
    }

    /// A bare or quoted name, taken.
    pub(super) fn name(&mut self) -> Option<(String, Span)> {
        let (Kind::Word(name) | Kind::Name(name) | Kind::Text(name)) = self.kind() else { return None };
        let found = (name.clone(), self.span());
        if found.0.is_empty() {
            self.problem(found.1, "A name can't be empty.");
        }
        self.advance();
        Some(found)
    }

    fn is_at_type(&self) -> bool {
        match self.kind() {
            Kind::Word(word) => types::starts_type(word),
            Kind::Mark(mark) => matches!(mark, '[' | '{' | '('),
            _ => self.at > 0 && self.tokens[self.at - 1].kind == Kind::Colon,
        }
    }

    /// Tells what to write where a parameter should stand.
    fn no_parameter(&mut self, index: usize) {
        let joint = if self.dialect.is_none_or(|dialect| dialect == Dialect::Arrow) { ": " } else { "::" };
        let which = super::ordinal(index);
        match self.kind() {
            Kind::Word(word) if self.text_after() == "?" => {
                let message = format!("`{word}?` doesn't make a parameter optional. Write `{word}: Maybe Text`.");
                self.problem(self.span(), message);
            }
            Kind::Word(word) => {
                let message = match self.meant(word) {
                    Some(near) => format!(
                        "The {which} parameter has no name, and `{word}` isn't a type. Write `name{joint}{near}`."
                    ),
                    None => {
                        format!("The {which} parameter, `{word}`, has no type. Add one, as in `{word}{joint}Text`.")
                    }
                };
                self.problem(self.span(), message);
            }
            _ => self.unexpected(&format!("write the {which} parameter, as in `name{joint}Text`")),
        }
    }

    fn end_of_slot(&mut self) {
        if matches!(self.kind(), Kind::Mark(',' | ')') | Kind::End | Kind::Arrow | Kind::Curry) {
            return;
        }
        let hint = match (self.kind(), self.span().of(self.text)) {
            (Kind::Word(_) | Kind::Name(_), _) if self.kind_after() == &Kind::Colon => "put a comma before it",
            (_, "[") => "write a list as `[Text]`, with brackets around the type of its items",
            (_, "|") => "a parameter can have only one type",
            (_, "?") => "write an optional parameter as `name: Maybe Text`",
            (_, "=") => "only the curried form has defaults, as in `(name::Text {default:\"x\"})==>(::Text)`",
            _ => "write a comma or `)` after the parameter's type",
        };
        self.unexpected(hint);
        self.recover();
    }

    /// Tells that the bracket opened at `open` is not closed where it should be.
    pub(super) fn unclosed(&mut self, open: Span, close: char, what: &str) {
        let message = format!("The {what} opened here is never closed. `{close}` is missing.");
        self.problem(Span::new(open.start, self.end().max(open.end)), message);
    }
}

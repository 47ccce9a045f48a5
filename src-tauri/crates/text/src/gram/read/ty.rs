//! Types: words, `Maybe`, lists and records, nested as deep as a person could mean.

use std::collections::HashSet;

use super::{Dialect, Kind, Reader};
use crate::{
    Span,
    gram::{Mark, RecordField, Type, marks, types},
};

/// Deepest nesting read.
const DEPTH: usize = 32;

impl Reader<'_> {
    /// A type; none where there is a problem, which is told.
    pub(super) fn ty(&mut self, depth: usize) -> Option<Type> {
        if depth > DEPTH {
            self.problem(self.span(), format!("Types are nested more than {DEPTH} levels deep here. Flatten them."));
            return None;
        }
        match self.kind().clone() {
            Kind::Word(word) | Kind::Name(word) => self.word_type(&word, depth),
            Kind::Mark('[') => self.list(depth),
            Kind::Mark('{') => self.record(depth),
            Kind::Mark('(') => self.bracketed(depth),
            _ => {
                self.unexpected(
                    "write a type, such as Text, Int, Double, Bool, `Maybe Text`, `[Text]` or `{field: Text}`",
                );
                None
            }
        }
    }

    fn word_type(&mut self, word: &str, depth: usize) -> Option<Type> {
        let span = self.span();
        self.advance();
        match word {
            "Maybe" => self.maybe(span, depth),
            "IO" => {
                self.problem(span, "`IO` is only allowed before the result in the arrow form. Remove it here.");
                self.ty(depth + 1)
            }
            _ => types::of_word(word).or_else(|| {
                let hint = match self.meant(word) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => "Use Text, Int, Double, Bool, `Maybe T`, `[T]` or `{field: T}`.".to_owned(),
                };
                self.problem(span, format!("`{word}` isn't a type. {hint}"));
                None
            }),
        }
    }

    /// The type an unknown word probably means, in the words of the dialect.
    pub(super) fn meant(&self, word: &str) -> Option<&'static str> {
        let near = types::nearest(word)?;
        Some(if self.dialect == Some(Dialect::Classic) { near } else { types::canonical(near) })
    }

    fn maybe(&mut self, span: Span, depth: usize) -> Option<Type> {
        if matches!(self.kind(), Kind::Mark(',' | ')' | ']' | '}') | Kind::End | Kind::Arrow | Kind::Curry) {
            self.problem(span, "`Maybe` needs a type after it, as in `Maybe Text`.");
            return None;
        }
        let inner = self.ty(depth + 1)?;
        if matches!(inner, Type::Maybe(_)) {
            self.problem(span, "`Maybe` is written twice. Remove one.");
        }
        Some(Type::Maybe(Box::new(inner)))
    }

    fn bracketed(&mut self, depth: usize) -> Option<Type> {
        let open = self.span();
        self.advance();
        if self.take_mark(')') {
            let span = Span::new(open.start, self.end());
            self.problem(span, "`()` isn't a type. A tool must return something, as in `IO Text`.");
            return None;
        }
        let inner = self.ty(depth + 1)?;
        if !self.take_mark(')') {
            self.unclosed(open, ')', "parenthesis");
            return None;
        }
        Some(inner)
    }

    fn list(&mut self, depth: usize) -> Option<Type> {
        let open = self.span();
        self.advance();
        if self.take_mark(']') {
            let span = Span::new(open.start, self.end());
            self.problem(span, "The list has no item type. Add one, as in `[Text]`.");
            return None;
        }
        let outer = self.path.len();
        self.path.push_str("[]");
        let item = self.ty(depth + 1);
        self.path.truncate(outer);
        if item.is_none() {
            self.recover_inside();
        }
        if self.take_mark(']') {
            return item.map(|item| Type::List(Box::new(item)));
        }
        match self.kind() {
            Kind::Mark(',') => {
                self.unexpected(
                    "a list has one type for all its items, as in `[Text]`; use a record for several types, as \
                     in `{a: Text, b: Int}`",
                );
                self.recover_inside();
                self.take_mark(']');
            }
            Kind::Word(_) | Kind::Name(_) => {
                self.unexpected("write `]` after the type of the items");
                self.recover_inside();
                self.take_mark(']');
            }
            _ => self.unclosed(open, ']', "list"),
        }
        None
    }

    fn record(&mut self, depth: usize) -> Option<Type> {
        let open = self.span();
        self.advance();
        let mut fields = Vec::new();
        let mut seen = HashSet::new();
        let mut is_whole = true;
        if self.take_mark('}') {
            return Some(Type::Record(fields));
        }
        loop {
            match self.field(depth, &mut seen) {
                Some(field) => fields.push(field),
                None => is_whole = false,
            }
            if self.take_mark(',') {
                if !matches!(self.kind(), Kind::Mark('}')) {
                    continue;
                }
                self.unexpected("add a field after the comma, or remove the comma");
            }
            if self.take_mark('}') {
                return is_whole.then_some(Type::Record(fields));
            }
            self.unclosed(open, '}', "record");
            return None;
        }
    }

    fn field(&mut self, depth: usize, seen: &mut HashSet<String>) -> Option<RecordField> {
        let start = self.span().start;
        let field = self.named_field(depth, seen);
        if field.is_none() {
            self.recover();
        } else if !matches!(self.kind(), Kind::Mark(_) | Kind::End | Kind::Arrow | Kind::Curry) {
            let is_named = self.kind_after() == &Kind::Colon;
            self.unexpected(if is_named {
                "put a comma before it"
            } else {
                "write a comma or `}` after the field's type"
            });
            self.recover();
        }
        if let Some(field) = &field {
            let path = marks::join(&self.path, &field.name);
            self.marks.push(Mark { path, span: Span::new(start, self.end().max(start)) });
        }
        field
    }

    fn named_field(&mut self, depth: usize, seen: &mut HashSet<String>) -> Option<RecordField> {
        let Some((name, span)) = self.name() else {
            self.unexpected("write a field, as in `name: Text`");
            return None;
        };
        if !self.take(&Kind::Colon) {
            self.problem(span, format!("The field `{name}` has no type. Add one, as in `{name}: Text`."));
            return None;
        }
        if !seen.insert(name.clone()) {
            self.problem(span, format!("Two fields of this record are named `{name}`. Rename one of them."));
        }
        let outer = self.path.len();
        self.path = marks::join(&self.path, &name);
        let ty = self.ty(depth + 1);
        self.path.truncate(outer);
        Some(RecordField { name, ty: ty? })
    }

    /// Past everything up to the closing bracket that belongs to what is being read.
    fn recover_inside(&mut self) {
        self.recover();
        while self.take_mark(',') {
            self.recover();
        }
    }
}

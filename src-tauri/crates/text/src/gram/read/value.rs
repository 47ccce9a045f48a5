//! The braces behind a parameter's type: its default.

use serde_json::{Map, Number, Value};

use super::{Dialect, Kind, Reader};
use crate::{Span, gram::Type};

/// Deepest nesting of a default read.
const DEPTH: usize = 32;

impl Reader<'_> {
    /// `{default: …}` where it stands; the default is checked against `ty`.
    pub(super) fn properties(&mut self, ty: Option<&Type>) -> Option<Value> {
        let open = self.span();
        if !self.take_mark('{') {
            return None;
        }
        let mut default = None;
        while !matches!(self.kind(), Kind::Mark('}') | Kind::End) {
            if !self.property(ty, &mut default) {
                self.recover();
            }
            if !self.take_mark(',') {
                break;
            }
        }
        if !self.take_mark('}') {
            self.unclosed(open, '}', "default");
        } else if self.dialect == Some(Dialect::Arrow) && default.is_some() {
            let span = Span::new(open.start, self.end());
            self.problem(
                span,
                "The arrow form doesn't support defaults. Make the parameter optional with `Maybe`, or use the curried form, \
                 as in `(name::Text {default:\"x\"})==>(::Text)`.",
            );
        }
        default
    }

    fn property(&mut self, ty: Option<&Type>, default: &mut Option<Value>) -> bool {
        let Some((name, span)) = self.name() else {
            self.unexpected("write a default as `{default: 18}`");
            return false;
        };
        if name != "default" {
            self.problem(span, format!("Unknown key `{name}`. A parameter can only have a `default`."));
            return false;
        }
        if !self.take(&Kind::Colon) {
            self.problem(span, "The default has no value. Write one, as in `{default: 18}`.");
            return false;
        }
        let start = self.span().start;
        let Some(value) = self.value(0) else { return false };
        let span = Span::new(start, self.end());
        match ty {
            Some(ty) if !ty.admits(&value) => {
                let written = span.of(self.text);
                let message = format!("The default {written} has the wrong type. It should be {}.", ty.noun());
                self.problem(span, message);
            }
            _ if default.is_some() => self.problem(span, "There are two defaults. Remove one of them."),
            _ => *default = Some(value),
        }
        true
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            self.problem(self.span(), format!("The default is nested more than {DEPTH} levels deep here."));
            return None;
        }
        let value = match self.kind() {
            Kind::Text(text) => Value::String(text.clone()),
            Kind::Number(digits) => {
                let Some(value) = number(digits) else {
                    self.problem(self.span(), "This number is too large for JSON.");
                    return None;
                };
                value
            }
            Kind::Word(word) => match word.as_str() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                word => {
                    let message =
                        format!("`{word}` isn't a value. Put text in quotes, as in `{{default: \"{word}\"}}`.");
                    self.problem(self.span(), message);
                    return None;
                }
            },
            Kind::Mark('[') => return self.list_value(depth),
            Kind::Mark('{') => return self.map_value(depth),
            _ => {
                self.unexpected("write a value, such as text in quotes, a number, true, false or a list");
                return None;
            }
        };
        self.advance();
        Some(value)
    }

    fn list_value(&mut self, depth: usize) -> Option<Value> {
        let open = self.span();
        self.advance();
        let mut items = Vec::new();
        if self.take_mark(']') {
            return Some(Value::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take_mark(']') {
                return Some(Value::Array(items));
            }
            if !self.take_mark(',') {
                self.unclosed(open, ']', "list");
                return None;
            }
        }
    }

    fn map_value(&mut self, depth: usize) -> Option<Value> {
        let open = self.span();
        self.advance();
        let mut entries = Map::new();
        if self.take_mark('}') {
            return Some(Value::Object(entries));
        }
        loop {
            let Some((key, _)) = self.name() else {
                self.unexpected("write a key, as in `{key: \"value\"}`");
                return None;
            };
            if !self.take(&Kind::Colon) {
                self.unexpected("write `:` and a value after the key");
                return None;
            }
            let value = self.value(depth + 1)?;
            entries.insert(key, value);
            if self.take_mark('}') {
                return Some(Value::Object(entries));
            }
            if !self.take_mark(',') {
                self.unclosed(open, '}', "object");
                return None;
            }
        }
    }
}

/// Whole numbers stay whole where they fit.
fn number(digits: &str) -> Option<Value> {
    let whole = digits.parse::<i64>().map(Number::from).or_else(|_| digits.parse::<u64>().map(Number::from));
    whole.ok().or_else(|| digits.parse::<f64>().ok().and_then(Number::from_f64)).map(Value::Number)
}

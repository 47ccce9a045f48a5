//! Access to the tokens, problems, and the way on after one.

use super::{Kind, Problem, Reader};
use crate::Span;

impl Reader<'_> {
    pub(super) fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    pub(super) fn kind_after(&self) -> &Kind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn text_after(&self) -> &str {
        self.tokens.get(self.at + 1).map_or("", |token| token.span.of(self.text))
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// End of the token before.
    pub(super) fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn take(&mut self, kind: &Kind) -> bool {
        let is_there = self.kind() == kind;
        if is_there {
            self.advance();
        }
        is_there
    }

    pub(super) fn take_mark(&mut self, mark: char) -> bool {
        self.take(&Kind::Mark(mark))
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_there = matches!(self.kind(), Kind::Word(found) if found == word);
        if is_there {
            self.advance();
        }
        is_there
    }

    /// Takes the arrow of this form; a near or foreign one is told and taken too.
    pub(super) fn take_arrow(&mut self, wanted: &str) -> bool {
        let found = self.span().of(self.text);
        match self.kind() {
            Kind::Arrow | Kind::Curry | Kind::NearArrow(_) if found == wanted => {}
            Kind::Arrow | Kind::Curry => {
                self.problem(
                    self.span(),
                    format!("`{found}` and `{wanted}` can't be mixed. Write `{wanted}` here too."),
                );
            }
            Kind::NearArrow(_) => {
                self.problem(self.span(), format!("Expected `{wanted}`, but found `{found}`."));
            }
            _ => return false,
        }
        self.advance();
        true
    }

    pub(super) fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem { span, message: message.into() });
    }

    /// A problem at the current token: what stands there, and what should.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let what = match self.kind() {
            Kind::End => "The signature ends too early".to_owned(),
            _ => format!("Unexpected `{}`", self.span().of(self.text)),
        };
        self.problem(self.span(), format!("{what}: {expected}."));
    }

    /// Goes on to the next comma, closing bracket or arrow that belongs to what is being read.
    pub(super) fn recover(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Arrow | Kind::Curry | Kind::Mark(',') if depth == 0 => return,
                Kind::Mark('(' | '[' | '{') => depth += 1,
                Kind::Mark(')' | ']' | '}') => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => return,
                },
                _ => {}
            }
            self.advance();
        }
    }
}

//! Secrets taken out of a text that comes bit by bit.

use std::fmt;

use super::{MASKED, Mask};

/// What may be the beginning of a secret waits for what follows.
pub struct Flow<'a> {
    mask: &'a Mask,
    held: String,
}

impl Mask {
    /// Takes secrets out of a text that comes bit by bit.
    pub fn flow(&self) -> Flow<'_> {
        Flow { mask: self, held: String::new() }
    }
}

impl Flow<'_> {
    /// Takes in what came, and gives what can be told of all that came.
    pub fn take(&mut self, piece: &str) -> String {
        if self.mask.is_empty() {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        let held = self.held.split_off(self.told());
        let told = std::mem::replace(&mut self.held, held);
        self.mask.text(&told)
    }

    /// What is left when the text has ended.
    pub fn rest(&mut self) -> String {
        self.mask.text(&std::mem::take(&mut self.held))
    }

    /// How much of what is held can be told: all before what may go on as a secret, with no secret cut through.
    fn told(&self) -> usize {
        let mut told = self.held.len() - self.mask.forms().map(|form| begun(&self.held, form)).max().unwrap_or(0);
        loop {
            let cut = self.mask.forms().filter_map(|form| cut_through(&self.held, form, told)).min();
            match cut {
                Some(start) => told = start,
                None => return told,
            }
        }
    }
}

impl fmt::Debug for Flow<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASKED)
    }
}

/// How many bytes at the end of a text a secret begins with, but for the whole of it.
fn begun(text: &str, form: &str) -> usize {
    let most = text.len().min(form.len() - 1);
    let is_begun =
        |length: &usize| form.is_char_boundary(*length) && text.as_bytes().ends_with(&form.as_bytes()[..*length]);
    (1..=most).rev().find(is_begun).unwrap_or(0)
}

/// Where a secret begins that goes over a place of a text.
fn cut_through(text: &str, form: &str, place: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(form).map(|at| from + at).filter(|at| *at < place) {
        if at + form.len() > place {
            return Some(at);
        }
        from = at + form.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::Secret;

    /// What is told of a text in pieces of so many characters, and what is held before each.
    fn flowed(mask: &Mask, text: &str, length: usize) -> String {
        let mut flow = mask.flow();
        let letters: Vec<char> = text.chars().collect();
        let mut told: String =
            letters.chunks(length).map(|piece| flow.take(&piece.iter().collect::<String>())).collect();
        told.push_str(&flow.rest());
        told
    }

    #[test]
    fn a_secret_is_taken_out_wherever_the_text_is_cut() {
        let secrets = ["sk-very-secret", "sk-very-secret-longer", "aXXa", "pässword/ü"].map(Secret::new);
        let mask = Mask::new(&secrets);
        for text in [
            "the key is sk-very-secret, really",
            "sk-very-secret-longer and sk-very-secret-long",
            "sk-very-sk-very-secretsk-very-secret",
            "aXXaXXaXXa aXX",
            "say pässword/ü or p%C3%A4ssword%2F%C3%BC or pässword",
            "nothing of it",
            "",
        ] {
            for length in 1..=text.len().max(1) {
                assert_eq!(flowed(&mask, text, length), mask.text(text), "{text} by {length}");
            }
        }
    }

    #[test]
    fn what_is_no_secret_is_told_at_once() {
        let secret = Secret::new("sk-very-secret");
        let mask = Mask::new([&secret]);
        let mut flow = mask.flow();
        assert_eq!(flow.take("so the s"), "so the ");
        assert_eq!(flow.take("k it"), "sk it");
        assert_eq!(flow.rest(), "");
        assert_eq!(Mask::default().flow().take("sk-very"), "sk-very");
    }
}

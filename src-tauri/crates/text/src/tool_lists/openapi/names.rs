//! Names that nobody has twice.

use std::collections::HashMap;

/// Names that are taken, each with the number that is tried next where it is wanted again: thousands may want one.
#[derive(Default)]
pub(super) struct Names(HashMap<String, usize>);

impl Names {
    /// The first of the wanted names that is free, or else one with a number. It is taken from now on.
    pub(super) fn take(&mut self, wanted: &[String], numbered: impl Fn(usize) -> String) -> String {
        if let Some(free) = wanted.iter().find(|name| !self.0.contains_key(*name)) {
            self.0.insert(free.clone(), 2);
            return free.clone();
        }
        let mut number = wanted.first().and_then(|first| self.0.get(first)).copied().unwrap_or(2);
        let mut name = numbered(number);
        while self.0.contains_key(&name) {
            number += 1;
            name = numbered(number);
        }
        if let Some(next) = wanted.first().and_then(|first| self.0.get_mut(first)) {
            *next = number + 1;
        }
        self.0.insert(name.clone(), 2);
        name
    }
}

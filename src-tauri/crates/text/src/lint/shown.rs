//! What a skill shows in its fences: keys of JSON and YAML, arguments, and the names a program uses.

use std::collections::HashSet;

use super::usage::is_among;
use crate::Span;

/// Words that a program says before a name it gives.
const DEFINING: &str = "async class const def fn from func function import let type var";

/// The names in a skill's fences.
#[derive(Debug, Default)]
pub(super) struct Shown<'a> {
    keys: HashSet<&'a str>,
    symbols: HashSet<&'a str>,
}

impl<'a> Shown<'a> {
    /// Reads every fence once.
    pub(super) fn of(text: &'a str, fences: &[Span]) -> Self {
        let mut shown = Self::default();
        for fence in fences {
            shown.read(fence.of(text));
        }
        shown
    }

    /// Whether a name stands there as a key, an argument, or something the program defines.
    pub(super) fn is_key(&self, name: &str) -> bool {
        self.keys.contains(name)
    }

    /// Whether a name stands there at all, but as a text.
    pub(super) fn is_symbol(&self, name: &str) -> bool {
        self.keys.contains(name) || self.symbols.contains(name)
    }

    fn read(&mut self, fence: &'a str) {
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let (mut rest, mut before) = (fence, "");
        while let Some(start) = rest.find(is_part) {
            let gap = &rest[..start];
            let name = &rest[start..];
            let end = name.find(|character| !is_part(character)).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            let is_quoted = gap.ends_with(['"', '\'']);
            let is_member = gap.ends_with('.') || (gap.trim().is_empty() && is_among(before, DEFINING));
            if is_member || after.trim_start_matches(['"', '\'']).trim_start_matches(' ').starts_with([':', '=']) {
                self.keys.insert(name);
            } else if !is_quoted {
                self.symbols.insert(name);
            }
            (rest, before) = (after, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;
    use crate::Span;

    #[test]
    fn keys_and_symbols_are_told_apart_from_texts() {
        let text = "{\"order_id\": \"refund_order\"}\nregion = 3\ndef make_it(x):\n  api.sendIt(callMe, 'quoted_one')";
        let shown = Shown::of(text, &[Span::new(0, text.len())]);
        for name in ["order_id", "region", "make_it", "sendIt"] {
            assert!(shown.is_key(name) && shown.is_symbol(name), "{name}");
        }
        assert!(!shown.is_key("callMe") && shown.is_symbol("callMe"));
        for name in ["refund_order", "quoted_one", "nowhere"] {
            assert!(!shown.is_symbol(name), "{name}");
        }
    }
}

//! Many texts that are looked for all at once, as they are and as clients write them inside markup.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;

/// Texts that are looked for.
pub(super) struct Needles {
    beginnings: AhoCorasick,
    texts: Vec<String>,
}

impl Needles {
    /// Each is found where all of it stands.
    pub(super) fn whole(texts: &BTreeSet<String>) -> Self {
        Self::by_beginning(texts, usize::MAX)
    }

    /// Each is found where its first letters stand, so many of them.
    pub(super) fn by_beginning(texts: &BTreeSet<String>, letters: usize) -> Self {
        let texts: Vec<String> = texts.iter().filter(|text| !text.is_empty()).flat_map(|text| forms(text)).collect();
        let beginnings = AhoCorasick::new(texts.iter().map(|text| beginning(text, letters)));
        Self { beginnings: beginnings.expect("fewer than 2^31 letters of texts fit in memory"), texts }
    }

    /// Where one of them is found in a text, and which.
    pub(super) fn found<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> + 'a {
        let found = self.beginnings.find_overlapping_iter(text);
        found.map(move |found| (found.start(), self.texts[found.pattern().as_usize()].as_str()))
    }
}

/// A text as it is, with its angles written as markup has them, and with all that markup has other words for.
fn forms(text: &str) -> BTreeSet<String> {
    let angles = |text: &str| text.replace('<', "&lt;").replace('>', "&gt;");
    let all = angles(&text.replace('&', "&amp;")).replace('"', "&quot;").replace('\'', "&apos;");
    [text.to_owned(), angles(text), all].into_iter().collect()
}

fn beginning(text: &str, letters: usize) -> &str {
    text.char_indices().nth(letters).map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_found_wherever_they_stand_and_however_they_are_written() {
        let texts = BTreeSet::from(["ab", "abc", "über", "<b> & 'c'", ""].map(str::to_owned));
        let found = |needles: &Needles, text: &str| -> Vec<(usize, String)> {
            needles.found(text).map(|(at, found)| (at, found.to_owned())).collect()
        };
        let one = |at: usize, found: &str| (at, found.to_owned());
        let whole = Needles::whole(&texts);
        assert_eq!(found(&whole, "abc über"), [one(0, "ab"), one(0, "abc"), one(4, "über")]);
        assert_eq!(found(&whole, "&lt;b&gt; & 'c'"), [one(0, "&lt;b&gt; & 'c'")]);
        assert_eq!(found(&whole, "&lt;b&gt; &amp; &apos;c&apos;"), [one(0, "&lt;b&gt; &amp; &apos;c&apos;")]);
        assert_eq!(found(&Needles::by_beginning(&texts, 2), "üb"), [one(0, "über")]);
        assert!(found(&Needles::whole(&BTreeSet::new()), "abc").is_empty());
    }
}

//! How adk-skill 0.6.0 cuts text into words, and which words carry no meaning of their own.

use std::{borrow::Cow, collections::HashMap};

/// A distinct word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryWord {
    /// The word, lower-cased.
    pub word: String,
    /// How often the query has it; each time counts.
    pub count: usize,
    /// Whether it carries no meaning of its own. The adk scorer counts it all the same.
    pub is_stop_word: bool,
}

/// The words of a text: maximal runs of ASCII letters and digits, lower-cased. Everything else separates.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(|word| {
        if word.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(word.to_ascii_lowercase())
        } else {
            Cow::Borrowed(word)
        }
    })
}

/// The distinct words of a query, in order of first appearance.
pub(crate) fn query_words(query: &str) -> Vec<QueryWord> {
    let mut found: Vec<QueryWord> = Vec::new();
    let mut places: HashMap<Cow<'_, str>, usize> = HashMap::new();
    for word in words(query) {
        if let Some(&place) = places.get(&word) {
            found[place].count += 1;
            continue;
        }
        found.push(QueryWord { word: word.to_string(), count: 1, is_stop_word: is_stop_word(&word) });
        places.insert(word, found.len() - 1);
    }
    found
}

/// Whether a lower-cased word is an English function word, or what the cutting leaves of one (`don't` → `don`, `t`).
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Articles, pronouns, prepositions, conjunctions, auxiliaries, question words, and the pieces of their contractions.
/// Sorted, so that it can be searched.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "across",
    "after",
    "again",
    "against",
    "all",
    "along",
    "also",
    "although",
    "am",
    "among",
    "an",
    "and",
    "another",
    "any",
    "anybody",
    "anyone",
    "anything",
    "are",
    "aren",
    "around",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "behind",
    "being",
    "below",
    "beside",
    "between",
    "both",
    "but",
    "by",
    "can",
    "cannot",
    "could",
    "couldn",
    "d",
    "did",
    "didn",
    "do",
    "does",
    "doesn",
    "doing",
    "don",
    "down",
    "during",
    "each",
    "either",
    "else",
    "every",
    "everybody",
    "everyone",
    "everything",
    "few",
    "for",
    "from",
    "further",
    "had",
    "hadn",
    "has",
    "hasn",
    "have",
    "haven",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "herself",
    "him",
    "himself",
    "his",
    "how",
    "however",
    "i",
    "if",
    "in",
    "into",
    "is",
    "isn",
    "it",
    "its",
    "itself",
    "just",
    "ll",
    "m",
    "may",
    "me",
    "might",
    "mightn",
    "mine",
    "more",
    "most",
    "much",
    "must",
    "mustn",
    "my",
    "myself",
    "near",
    "needn",
    "neither",
    "no",
    "nobody",
    "nor",
    "not",
    "nothing",
    "of",
    "off",
    "on",
    "once",
    "only",
    "onto",
    "or",
    "other",
    "others",
    "ought",
    "our",
    "ours",
    "ourselves",
    "out",
    "over",
    "own",
    "per",
    "please",
    "re",
    "s",
    "same",
    "shall",
    "shan",
    "she",
    "should",
    "shouldn",
    "since",
    "so",
    "some",
    "somebody",
    "someone",
    "something",
    "such",
    "t",
    "than",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "though",
    "through",
    "to",
    "too",
    "toward",
    "towards",
    "under",
    "unless",
    "until",
    "up",
    "upon",
    "us",
    "ve",
    "very",
    "via",
    "was",
    "wasn",
    "we",
    "were",
    "weren",
    "what",
    "whatever",
    "when",
    "whenever",
    "where",
    "wherever",
    "whether",
    "which",
    "while",
    "who",
    "whoever",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "within",
    "without",
    "won",
    "would",
    "wouldn",
    "you",
    "your",
    "yours",
    "yourself",
    "yourselves",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_ascii_letters_and_digits() {
        for (text, expected) in [
            ("code_search", vec!["code", "search"]),
            ("GAS, Emergency!", vec!["gas", "emergency"]),
            ("café Größe 日本語", vec!["caf", "gr", "e"]),
            ("v2.0-Beta", vec!["v2", "0", "beta"]),
            ("!!! — ", vec![]),
        ] {
            assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_querys_words_are_counted_in_order_of_first_appearance() {
        let found = query_words("Is the gas ON? The GAS!");
        let found: Vec<_> = found.iter().map(|w| (w.word.as_str(), w.count, w.is_stop_word)).collect();
        assert_eq!(found, [("is", 1, true), ("the", 2, true), ("gas", 2, false), ("on", 1, true)]);
    }

    #[test]
    fn stop_words_are_sorted_and_are_words() {
        assert!(STOP_WORDS.is_sorted());
        for stop in STOP_WORDS {
            assert_eq!(words(stop).collect::<Vec<_>>(), [*stop]);
        }
        assert!(!is_stop_word("gas"));
    }
}

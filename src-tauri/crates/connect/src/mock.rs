//! A model that is none: it picks by common words, offline, and always the same.
//!
//! It reads the prompt as any model would: entries of a list are lines `- name: description`.

use std::collections::BTreeSet;

/// Words that say nothing of what is wanted.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from",
    "get", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "make", "me", "my", "need", "no", "not",
    "of", "on", "one", "or", "our", "please", "so", "some", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "to", "use", "used", "user", "using", "want", "was", "we", "what", "when", "where", "which", "who",
    "why", "will", "with", "would", "you", "your",
];

/// The name of the listed entry that shares most words with `user`, the first of equals; `NONE` where none shares any.
pub(crate) fn answer(system: &str, user: &str) -> String {
    let wanted = words(user);
    let mut best: Option<(usize, &str)> = None;
    for line in system.lines() {
        let Some(entry) = line.strip_prefix("- ") else { continue };
        let (name, description) = entry.split_once(": ").unwrap_or((entry.trim_end_matches(':'), ""));
        let offered: BTreeSet<String> = words(name).union(&words(description)).cloned().collect();
        let shared = offered.intersection(&wanted).count();
        if shared > best.map_or(0, |(most, _)| most) {
            best = Some((shared, name));
        }
    }
    best.map_or_else(|| "NONE".to_owned(), |(_, name)| name.to_owned())
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty() && STOP_WORDS.binary_search(&word.as_str()).is_err())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "Pick one.\n\n\
        - deploy-site: Put a website online, with its domain and certificate\n\
        - make-invoice: Write an invoice for a customer\n\
        - name-only\n\
        - certificate-check: Look at a certificate\n";

    #[test]
    fn the_nearest_by_words_is_picked() {
        let cases = [
            ("Put my website online, please", "deploy-site"),
            ("an INVOICE for the customer", "make-invoice"),
            ("certificate", "deploy-site"),
            ("check a certificate", "certificate-check"),
            ("something by name", "name-only"),
            ("what is the weather", "NONE"),
            ("the a of with", "NONE"),
            ("", "NONE"),
        ];
        for (query, picked) in cases {
            assert_eq!(answer(LIST, query), picked, "{query}");
        }
        assert_eq!(answer("", "website"), "NONE");
    }

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }
}

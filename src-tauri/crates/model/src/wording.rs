//! Fragments of ours as an author reads them.

/// A text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A fragment as a sentence: with a capital letter, and a full stop where nothing ends it.
pub fn sentence(fragment: &str) -> String {
    let stop = if fragment.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{stop}", capitalised(fragment))
}

#[cfg(test)]
mod tests {
    use super::{capitalised, sentence};

    #[test]
    fn a_fragment_becomes_a_sentence_once() {
        for (fragment, expected) in
            [("no such file", "No such file."), ("Was it saved?", "Was it saved?"), ("été", "Été."), ("", ".")]
        {
            assert_eq!(sentence(fragment), expected);
        }
        assert_eq!((capitalised("ßa"), capitalised("")), ("SSa".to_owned(), String::new()));
    }
}

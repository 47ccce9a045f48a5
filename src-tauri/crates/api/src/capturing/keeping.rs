//! What is kept of a capture: the author's lines whole, the client's own texts by name, length and hash.
//!
//! Memory files and the state of a repository are never copied for a client, so nothing of either came in; what a line says
//! of the author's home folder or user name is taken out here.

use std::path::Path;

use serde_json::{Value, json};
use studio_capture::{Capture, CapturedEntry, CapturedList, Comparison};
use studio_store::sha256_hex;

/// What is kept of a capture, as JSON text. `home` is the author's home folder, `user` the name the system knows them by.
pub fn kept_capture(capture: &Capture, comparison: &Comparison, home: Option<&Path>, user: &str) -> String {
    let author = Author { home: home.and_then(Path::to_str).filter(|home| home.len() > 1), user };
    let list = capture.list.as_ref().map(|list| kept_list(list, comparison, &author));
    let document = json!({ "client": capture.client, "version": capture.version, "model": capture.model,
                           "window": capture.window, "list": list });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn kept_list(list: &CapturedList, comparison: &Comparison, author: &Author<'_>) -> Value {
    let measured = |text: &str| json!({ "chars": text.chars().count(), "sha256": sha256_hex(text.as_bytes()) });
    let is_own = |entry: &&CapturedEntry| comparison.own.iter().any(|(own, _)| *own == entry.name);
    let (own, lines): (Vec<&CapturedEntry>, Vec<&CapturedEntry>) = list.entries.iter().partition(is_own);
    let own: Vec<Value> = own
        .into_iter()
        .map(|entry| {
            let mut known = measured(&entry.line);
            known["name"] = json!(entry.name);
            known
        })
        .collect();
    let without = |text: &String| author.left_out_of(text);
    let line = |entry: &CapturedEntry| CapturedEntry {
        name: without(&entry.name),
        line: without(&entry.line),
        location: entry.location.as_ref().map(without),
    };
    let lines: Vec<CapturedEntry> = lines.into_iter().map(line).collect();
    let names: Vec<String> = list.names.iter().map(without).collect();
    json!({ "role": list.role, "before": measured(&list.before), "own": own, "lines": lines, "names": names,
            "after": measured(&list.after) })
}

/// Who must not be known by what is kept.
struct Author<'a> {
    home: Option<&'a str>,
    user: &'a str,
}

impl Author<'_> {
    /// A text without their home folder, and without their name where it stands in a path or an address: as a word it may
    /// mean something else.
    fn left_out_of(&self, text: &str) -> String {
        let is_named = |before: &str, after: &str| before.ends_with(['/', '\\']) || after.starts_with('@');
        let without_home = self.home.map(|home| replaced(text, home, "~", |_, _| true));
        replaced(without_home.as_deref().unwrap_or(text), self.user, "author", is_named)
    }
}

/// A text with `what` replaced where it is a name of its own and `is_meant` says so of the texts before and after it.
fn replaced(text: &str, what: &str, with: &str, is_meant: impl Fn(&str, &str) -> bool) -> String {
    if what.is_empty() {
        return text.to_owned();
    }
    let (mut left, mut end) = (String::with_capacity(text.len()), 0);
    for (at, found) in text.match_indices(what) {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        let is_word = !before.ends_with(is_of_name) && !after.starts_with(is_of_name);
        if is_word && is_meant(before, after) {
            left.push_str(&text[end..at]);
            left.push_str(with);
            end = at + found.len();
        }
    }
    left.push_str(&text[end..]);
    left
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::Author;

    #[test]
    fn home_and_user_are_left_out_where_they_tell_who_it_was() {
        let author = Author { home: Some("/home/max"), user: "max" };
        for (text, left) in [
            ("Reads /home/max/notes. Use when asked.", "Reads ~/notes. Use when asked."),
            ("Asks max@example.com at the max of /Users/max.", "Asks author@example.com at the max of /Users/author."),
            ("Sees /home/maxima, /srv/max-2 and climax@home.", "Sees /home/maxima, /srv/max-2 and climax@home."),
            ("", ""),
        ] {
            assert_eq!(author.left_out_of(text), left);
        }
        let nobody = Author { home: None, user: "" };
        assert_eq!(nobody.left_out_of("/home/max"), "/home/max");
    }
}

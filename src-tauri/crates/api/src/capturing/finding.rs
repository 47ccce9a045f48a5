//! Where in a text something stands that tells who its author is, or what their repository holds.

use std::ops::Range;

use super::needles::Needles;

/// What begins a line in which git, or a client that asked it, says a branch.
const BRANCHES: [&str; 4] =
    ["On branch ", "Current branch: ", "Main branch: ", "Main branch (you will usually use this for PRs): "];

/// What begins a line in which git says that a file changed.
const CHANGES: [&str; 8] = ["?? ", " M ", "M  ", "MM ", "A  ", " D ", "D  ", "R  "];

/// What may follow a line that lost its end: the mark of a cut, or what lists have behind a text.
const AFTER_CUT: [&str; 6] = ["…", "...", "(file:", "</", "\n", "\r\n"];

/// Letters of the shortest form in which a commit is named.
pub(super) const SHORTEST_COMMIT: usize = 7;

/// Where `what` stands.
fn texts<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    text.match_indices(what).map(|(at, found)| at..at + found.len()).filter(|place| !place.is_empty())
}

/// Where `what` stands as a name of its own.
pub(super) fn names<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    texts(text, what).filter(move |place| is_apart(text, place))
}

/// Where texts stand as names of their own.
pub(super) fn whole_names<'a>(text: &'a str, names: &'a Needles) -> impl Iterator<Item = Range<usize>> + 'a {
    names.found(text).map(|(at, name)| at..at + name.len()).filter(move |place| is_apart(text, place))
}

/// Where lines stand, whole or without their ends.
pub(super) fn lines<'a>(text: &'a str, lines: &'a Needles) -> impl Iterator<Item = Range<usize>> + 'a {
    lines.found(text).filter_map(move |(at, line)| line_at(text, at, line))
}

fn line_at(text: &str, at: usize, line: &str) -> Option<Range<usize>> {
    let same = common(&text[at..], line);
    if same == line.len() {
        return Some(at..at + same);
    }
    // The line may go on with a letter that also begins what follows the cut.
    let left = text[at..at + same].trim_end_matches([' ', '.', '(', '<']).len();
    let rest = text[at + left..].trim_start_matches(' ');
    let is_cut = rest.is_empty() || AFTER_CUT.iter().any(|after| rest.starts_with(after));
    (is_cut && left > 0).then_some(at..at + left)
}

/// Bytes of the letters with which both of two texts begin.
fn common(one: &str, other: &str) -> usize {
    let both = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    both.map(|(letter, _)| letter.len_utf8()).sum()
}

/// Where a path stands as clients name folders of their own after it: with dashes for its slashes, and more behind.
pub(super) fn joined<'a>(text: &'a str, path: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    texts(text, path).filter(move |place| {
        !text[..place.start].ends_with(is_of_name) && !text[place.end..].starts_with(char::is_alphanumeric)
    })
}

/// Where a user's name stands as one: in a path or an address. As a word it may mean something else.
pub(super) fn users<'a>(text: &'a str, user: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let is_meant = move |place: &Range<usize>| {
        text[..place.start].ends_with(['/', '\\', '~']) || text[place.end..].starts_with('@')
    };
    names(text, user).filter(is_meant)
}

/// Where e-mail addresses stand.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.match_indices('@').filter_map(move |(at, _)| address_around(text, at))
}

fn address_around(text: &str, at: usize) -> Option<Range<usize>> {
    let is_of_user = |letter: char| letter.is_alphanumeric() || "._%+-".contains(letter);
    let is_of_domain = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
    let start = text[..at].trim_end_matches(is_of_user).len();
    let after = &text[at + 1..];
    let length = after.len() - after.trim_start_matches(is_of_domain).len();
    let domain = after[..length].trim_end_matches(['.', '-']);
    let (_, top) = domain.rsplit_once('.')?;
    let is_address = start < at && top.len() > 1 && top.chars().all(|letter| letter.is_ascii_alphabetic());
    is_address.then(|| start..at + 1 + domain.len())
}

/// Where commits are named, by all of their numbers or their beginnings.
pub(super) fn commits<'a>(text: &'a str, numbers: &'a Needles) -> impl Iterator<Item = Range<usize>> + 'a {
    let places = numbers.found(text).map(move |(at, number)| at..at + common(&text[at..], number));
    places.filter(move |place| is_apart(text, place))
}

/// Lines in which the state of a repository is told, as git and clients do.
pub(super) fn git_lines(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if is_git_line(bare) {
            found.push(at..at + bare.len());
        }
        at += line.len();
    }
    found
}

/// Whether a line is one of those, and no sentence: a single word stands after what it begins with.
fn is_git_line(line: &str) -> bool {
    BRANCHES.iter().chain(&CHANGES).any(|start| {
        line.strip_prefix(*start).is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
    })
}

/// Whether what stands there is no part of a longer name.
fn is_apart(text: &str, place: &Range<usize>) -> bool {
    !text[..place.start].ends_with(is_of_name) && !text[place.end..].starts_with(is_of_name)
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn found(text: &str, places: impl Iterator<Item = Range<usize>>) -> Vec<&str> {
        places.map(|place| &text[place]).collect()
    }

    #[test]
    fn addresses_are_told_from_what_has_the_same_sign() {
        for (text, expected) in [
            ("Asks max@example.com.", vec!["max@example.com"]),
            ("Ü: jürgen@example.de, anna.m+x@mail.example.org", vec!["jürgen@example.de", "anna.m+x@mail.example.org"]),
            ("Reads @file and @scope/name, climax@home, pkg@1.2.3, @example.com.", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(found(text, addresses(text)), expected);
        }
    }

    #[test]
    fn a_user_is_meant_in_paths_and_addresses_only() {
        let text = "/Users/max and ~max at the max of max@host, C:\\Users\\max, /home/maxima, /srv/max-2, climax@home";
        assert_eq!(found(text, users(text, "max")).len(), 4, "{:?}", users(text, "max").collect::<Vec<_>>());
        assert_eq!(users(text, "").count(), 0);
    }

    #[test]
    fn commits_are_found_whole_and_shortened() {
        let number = "0123456789abcdef0123456789abcdef01234567";
        let numbers = BTreeSet::from([number, "aaaaaaaé"].map(str::to_owned));
        let numbers = Needles::by_beginning(&numbers, SHORTEST_COMMIT);
        let text = format!("See {number}, 0123456 and 0123456789; not 012345, 0123456x, x0123456 or 01234567f.");
        assert_eq!(found(&text, commits(&text, &numbers)), [number, "0123456", "0123456789"]);
        // Both letters begin with the same byte.
        assert_eq!(commits("aaaaaaaè", &numbers).count(), 0);
    }

    #[test]
    fn lines_of_git_are_told_from_sentences() {
        let text = "On branch planted\nOn branch protection: ask.\n M src/a.rs\n?? b.md\nA  list\n M y words are\n";
        let lines: Vec<&str> = git_lines(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(lines, ["On branch planted", " M src/a.rs", "?? b.md", "A  list"]);
        assert_eq!(git_lines("Current branch: main\r\n").len(), 1);
    }
}

//! What a description says its skill is for, taken apart into pieces in the user's own voice.
//!
//! Descriptions say it in a few ways that recur: “Use when a customer wants an appointment, needs another day, or asks when
//! somebody comes”, “Use for bumping a package or a security advisory”, “Triggers: "score my accounts"”. A sentence of this
//! kind is read from left to right; each piece inherits from the one before it whether it is a clause, a request, a thing.
//! No grammar is complete: a piece that fits nowhere is left out.

mod reader;

use super::verbs::{self, base, is_base};
use crate::{is_stop_word, meaning::sentences};
pub(super) use reader::PEOPLE;
use reader::{DETERMINERS, Place, Reader};

/// A piece of what a skill is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fragment {
    pub(super) kind: Kind,
    /// In the user's voice: “I smell gas”, “a payment plan”.
    pub(super) text: String,
}

/// What a piece is, and so what can be said with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Something that is so: “the bill is too high”.
    Clause,
    /// Something to do, as an imperative: “look for bugs in the patch”.
    Request,
    /// Something the user is at: “bumping a package”.
    Doing,
    /// Something it is about, wanted or not: “a payment plan”, “no pressure”.
    Thing,
    /// Something the user asks for: “an appointment”.
    Wish,
    /// Something that is there: “a wire on the ground”.
    Sight,
    /// Something that happened: “an outage”.
    Event,
    /// Something the user asks, as an indirect question: “when somebody comes”.
    Question,
    /// Words the description itself quotes.
    Quote,
}

/// The pieces of a description, in its order.
pub(super) fn fragments(description: &str) -> Vec<Fragment> {
    let sentences = sentences(description);
    let lead = sentences.first().and_then(|sentence| lead(sentence));
    let mut found: Vec<_> = sentences.into_iter().filter_map(trigger).flat_map(pieces).collect();
    // What a skill does is said from its own side, so it only stands in where nothing says when to use it.
    found.extend(lead.filter(|_| found.len() < 2));
    found
}

/// Verbs that tell what a skill does and nobody asks for.
const ONLY_SKILLS: [&str; 10] =
    ["handle", "take", "keep", "provide", "sort", "guide", "help", "support", "manage", "ensure"];

/// What a skill does, as a request for it: “Converts a text into a query” → “convert a text into a query”.
fn lead(sentence: &str) -> Option<Fragment> {
    let main = sentence.split([',', ';', ':', '(', '—']).next()?.trim_end_matches('.').trim();
    let (first, rest) = main.split_once(' ')?;
    let first = first.to_lowercase();
    let base = if is_base(&first) { first } else { base(&first) };
    // “Builds and tests a search”
    let second = rest.strip_prefix("and ").and_then(|rest| rest.split_once(' '));
    let rest = second.map_or(rest.to_owned(), |(verb, rest)| format!("and {} {rest}", verbs::base(verb)));
    (is_base(&base) && !ONLY_SKILLS.contains(&base.as_str()))
        .then(|| finish(Kind::Request, &format!("{base} {rest}")))
        .flatten()
}

/// The part of a sentence that says when to use the skill, if it does, and how it begins.
fn trigger(sentence: &str) -> Option<(Place, &str)> {
    let lower = sentence.to_ascii_lowercase();
    if ["not ", "don't ", "do not ", "never ", "skip "].iter().any(|no| lower.starts_with(no)) {
        return None;
    }
    let opens = ["use ", "also use ", "invoke ", "trigger", "when ", "whenever "];
    if !opens.iter().any(|open| lower.starts_with(open)) {
        return None;
    }
    let begin = |word: &str| lower.find(&format!("{word} ")).filter(|&at| at < 40).map(|at| at + word.len());
    if let Some(at) =
        ["requests like:", "queries like:", "triggers:", "trigger keywords:"].iter().find_map(|w| begin(w))
    {
        return Some((Place::Like, &sentence[at..]));
    }
    let places = [
        ("when", Place::When),
        ("whenever", Place::When),
        ("if", Place::When),
        ("for", Place::For),
        ("to", Place::To),
        ("after", Place::After),
    ];
    let found = places.iter().filter_map(|&(word, place)| {
        let at = if lower.starts_with(&format!("{word} ")) { Some(word.len()) } else { begin(&format!(" {word}")) };
        at.map(|at| (at, place))
    });
    found.min_by_key(|&(at, _)| at).map(|(at, place)| (place, &sentence[at..]))
}

fn pieces((place, list): (Place, &str)) -> Vec<Fragment> {
    let (list, quotes) = without_quotes(list.trim_end_matches(['.', '!']));
    // What follows a dash or stands in brackets explains.
    let list = [" — ", " – ", " - ", " (", " ["]
        .iter()
        .fold(list.as_str(), |list, aside| list.split(aside).next().unwrap_or(list));
    let mut reader = Reader::at(place);
    let mut found: Vec<_> = split(list, place).into_iter().filter_map(|piece| reader.read(piece)).collect();
    found.retain(|fragment| !fragment.text.contains("this skill") && !fragment.text.contains(['(', ')', '/', '`']));
    found.extend(quotes.into_iter().map(|text| Fragment { kind: Kind::Quote, text }));
    found
}

/// A list without what it quotes, and what it quotes.
fn without_quotes(list: &str) -> (String, Vec<String>) {
    let (mut rest, mut quotes) = (String::new(), Vec::new());
    let mut open: Option<String> = None;
    let mut before = ' ';
    let mut characters = list.chars().peekable();
    while let Some(character) = characters.next() {
        let is_apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let is_mark = match character {
            '"' | '“' | '”' => true,
            // One within a word is an apostrophe.
            '\'' | '‘' | '’' if open.is_some() => is_apart(characters.peek().copied()),
            '\'' | '‘' => is_apart(Some(before)),
            _ => false,
        };
        match (&mut open, is_mark) {
            (None, true) => open = Some(String::new()),
            (Some(_), true) => quotes.extend(open.take()),
            (Some(quote), false) => quote.push(character),
            (None, false) => rest.push(character),
        }
        before = character;
    }
    let quotes = quotes.iter().map(|quote| quote.trim_end_matches([',', '.']).trim().to_owned());
    (rest, quotes.filter(|quote| quote.contains(' ')).collect())
}

/// A list at its commas and semicolons; a list of two at its “or”.
fn split(list: &str, place: Place) -> Vec<&str> {
    if place == Place::Like {
        let ends: &[char] = if list.contains(';') { &[';'] } else { &[','] };
        return list.split(ends).map(str::trim).filter(|piece| !piece.is_empty()).collect();
    }
    let pieces: Vec<_> = list.split([',', ';', ':']).map(str::trim).filter(|piece| !piece.is_empty()).collect();
    match pieces.as_slice() {
        [only] => only.split(" or ").map(str::trim).collect(),
        _ => pieces,
    }
}

/// A piece with one of its alternatives, no longer than one would say.
fn finish(kind: Kind, text: &str) -> Option<Fragment> {
    let mut words: Vec<_> = text.split_whitespace().collect();
    if words.get(1) == Some(&"or") && words.len() > 3 && matches!(kind, Kind::Request | Kind::Doing) {
        words.drain(1..3);
    }
    let least = if matches!(kind, Kind::Thing | Kind::Wish | Kind::Sight | Kind::Event) { 1 } else { 2 };
    if let Some(end) = alternative(&words).filter(|&end| end > least) {
        words.truncate(end);
    }
    if words.len() > MOST_WORDS {
        words.truncate(shorter(&words, MOST_WORDS)?);
    }
    if kind == Kind::Request && words.len() == 2 && words[1].ends_with('s') {
        words.insert(1, "these");
    }
    let is_list = words.contains(&"between") && !words.contains(&"and");
    let content = words.iter().filter(|word| !DETERMINERS.contains(word)).count();
    let says_nothing = words.iter().all(|word| is_stop_word(&word.to_lowercase()));
    let is_open = kind == Kind::Request
        && words.len() < 3
        && words.last().is_some_and(|word| matches!(*word, "up" | "out") || CAN_GO.contains(word));
    (content >= least && !is_open && !is_list && !says_nothing).then(|| Fragment { kind, text: words.join(" ") })
}

/// Where the second of two alternatives begins. Beside a capital the first may want the second's noun: “a `PubMed` or
/// database search”.
fn alternative(words: &[&str]) -> Option<usize> {
    let end = words.iter().position(|&word| word == "or")?;
    let is_capital = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    (end > 0 && !is_capital(words.get(end - 1)) && !is_capital(words.get(end + 1))).then_some(end)
}

/// Few people say more at once.
const MOST_WORDS: usize = 10;

/// Words a piece can end before.
const CAN_GO: [&str; 19] = [
    "in", "on", "for", "with", "from", "by", "at", "after", "before", "while", "using", "into", "to", "across",
    "during", "without", "through", "that", "which",
];

/// The last place at or before `most`, from the third word on, where a piece can end.
pub(super) fn shorter(words: &[&str], most: usize) -> Option<usize> {
    (3..words.len().min(most + 1)).rev().find(|&end| CAN_GO.contains(&words[end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(description: &str, expected: &[(Kind, &str)]) {
        let found = fragments(description);
        let found: Vec<_> = found.iter().map(|fragment| (fragment.kind, fragment.text.as_str())).collect();
        assert_eq!(found, expected, "{description}");
    }

    #[test]
    fn descriptions_are_taken_apart_in_the_users_voice() {
        use Kind::{Clause, Doing, Event, Question, Quote, Request, Sight, Thing, Wish};
        check(
            "Books visits. Use when a customer wants an appointment, needs another day, missed the technician, or asks when \
             somebody comes.",
            &[
                (Wish, "an appointment"),
                (Wish, "another day"),
                (Clause, "I missed the technician"),
                (Question, "when somebody comes"),
            ],
        );
        check(
            "Use when someone says they smell gas or rotten eggs, hit a gas pipe while digging, or ask what to do about a leak.",
            &[
                (Clause, "I smell gas"),
                (Clause, "I hit a gas pipe while digging"),
                (Question, "what to do about a leak"),
            ],
        );
        check(
            "Writes it. Use for a test that fails sometimes, passes on retry, no pressure, bumping a package, or critical appraisal.",
            &[
                (Clause, "a test fails sometimes"),
                (Clause, "a test passes on retry"),
                (Sight, "no pressure"),
                (Doing, "bumping a package"),
                (Thing, "critical appraisal"),
            ],
        );
        check(
            "Use after an outage or production incident, for a root cause analysis, or to review what went wrong.",
            &[(Event, "an outage"), (Thing, "a root cause analysis"), (Request, "review what went wrong")],
        );
        check(
            "Use whenever a caller mentions a wire on the ground, sparks from a transformer.",
            &[(Sight, "a wire on the ground"), (Sight, "sparks from a transformer")],
        );
        check(
            "When the user wants to plan, set up, or improve analytics tracking. Also use when the user mentions 'conversion \
             tracking,' \"A/B test\" or “I can't see events”. For copy, see copywriting. Do NOT use for ads.",
            &[
                (Request, "improve analytics tracking"),
                (Quote, "conversion tracking"),
                (Quote, "A/B test"),
                (Quote, "I can't see events"),
            ],
        );
    }

    #[test]
    fn a_verb_says_nothing_by_itself_where_a_quotation_follows() {
        check(
            "Use when someone reports 'bad results', or asks 'which model fits'.",
            &[(Kind::Quote, "bad results"), (Kind::Quote, "which model fits")],
        );
    }

    #[test]
    fn what_a_skill_does_stands_in_where_nothing_says_when_to_use_it() {
        check("Converts a text into an SQL query.", &[(Kind::Request, "convert a text into an SQL query")]);
        check("Builds and tests a search, with care.", &[(Kind::Request, "build and test a search")]);
        check("Handles reports of a gas smell.", &[]);
        check("", &[]);
    }
}

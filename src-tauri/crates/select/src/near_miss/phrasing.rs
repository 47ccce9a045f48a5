//! Says a piece of a description as a user would, in the manner of a skill's own queries.

use super::fragments::{Fragment, Kind};

/// How the users of a skill talk, as far as its labelled queries show it.
pub(super) struct Manner<'a> {
    /// Whether they begin with a capital more often than not.
    is_capitalised: bool,
    /// How they begin a request: “can you”.
    openers: Vec<&'static str>,
    /// What they add after a comma: “what do I do?”.
    tails: Vec<&'a str>,
}

/// How requests begin, before a verb in its base form.
const OPENERS: [&str; 9] =
    ["can you", "could you", "please", "help me", "i need to", "i want to", "how do i", "can i", "i'd like to"];

impl<'a> Manner<'a> {
    /// The manner of some queries. A tail has a few words, none of which `is_own` to the skill.
    pub(super) fn of(queries: &[&'a str], is_own: impl Fn(&str) -> bool) -> Self {
        let starts_upper =
            |query: &&&str| query.chars().next().is_some_and(char::is_uppercase) && !query.starts_with("I ");
        let capitals = queries.iter().filter(starts_upper).count();
        let begins = |opener: &&str| queries.iter().any(|query| starts_with_words(query, opener));
        let tail = |query: &&'a str| query.rsplit_once(", ").map(|(_, tail)| tail);
        let is_tail = |tail: &&str| (2..=7).contains(&tail.split_whitespace().count()) && !is_own(tail);
        Self {
            is_capitalised: queries.is_empty() || capitals * 2 > queries.len(),
            openers: OPENERS.into_iter().filter(begins).collect(),
            tails: queries.iter().filter_map(tail).filter(is_tail).collect(),
        }
    }

    /// What a user might say with a piece, the likeliest first. `turn` varies what is said with pieces of a kind.
    pub(super) fn say(&self, fragment: &Fragment, turn: usize) -> Vec<String> {
        let text = at_hand(fragment);
        let forms: &[&str] = match fragment.kind {
            Kind::Clause => &["{}, what should I do?", "{}, can you help?", "{} and I don't know why"],
            Kind::Request => &["can you {}?", "please {}", "I'd like you to {}"],
            Kind::Doing => &["I need help {}", "how do I go about {}?", "any advice on {}?"],
            Kind::Thing => &["I need {}", "can you help me with {}?", "how do I get {}?"],
            Kind::Sight => &["{there}, what should I do?", "{there}, who do I tell?"],
            Kind::Event => &["we just had {}, what's next?", "help, we had {} last night"],
            Kind::Question => &["can you tell me {}?", "I'd like to know {}", "do you know {}?"],
            Kind::Quote => &["{}"],
        };
        let form = forms[turn % forms.len()];
        let there = there_is(&text);
        let own = (!self.openers.is_empty()).then(|| self.openers[turn % self.openers.len()]);
        let opened = own.filter(|_| fragment.kind == Kind::Request).map(|opener| format!("{} {text}", cased(opener)));
        let tailed = self.tails.get(turn % self.tails.len().max(1)).and_then(|tail| match fragment.kind {
            Kind::Clause => Some(format!("{text}, {tail}")),
            Kind::Sight => Some(format!("{there}, {tail}")),
            Kind::Event => Some(format!("we just had {text}, {tail}")),
            _ => None,
        });
        let plain = form.replace("{there}", &there).replace("{}", &text);
        [opened, tailed, Some(plain)].into_iter().flatten().map(|text| self.cased(&text)).collect()
    }

    /// A query with its first letter as the skill's users write it.
    pub(super) fn cased(&self, text: &str) -> String {
        let mut letters = text.chars();
        let first = letters.next().into_iter();
        let is_word = text.chars().nth(1).is_some_and(char::is_lowercase);
        let rest = letters.as_str();
        if self.is_capitalised {
            return first.flat_map(char::to_uppercase).chain(rest.chars()).collect();
        }
        if is_word { first.flat_map(char::to_lowercase).chain(rest.chars()).collect() } else { text.to_owned() }
    }
}

fn starts_with_words(query: &str, words: &str) -> bool {
    query.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
        && query[words.len()..].starts_with(' ')
}

/// “i need to” as it is written.
fn cased(opener: &str) -> String {
    opener.split(' ').map(|word| if word == "i" { "I" } else { word }).collect::<Vec<_>>().join(" ")
}

/// A piece about things in general, said of the one at hand: “the bill” becomes “my bill”, “in a patch” “in this patch”.
/// This also keeps it from repeating the description word for word.
fn at_hand(fragment: &Fragment) -> String {
    let keeps_first = matches!(fragment.kind, Kind::Thing | Kind::Sight | Kind::Event | Kind::Quote);
    if fragment.kind == Kind::Quote {
        return fragment.text.clone();
    }
    let words = fragment.text.split_whitespace().enumerate().map(|(place, word)| match (place, word) {
        (0, "a" | "an") if keeps_first => word,
        (0, "a" | "an") | (_, "the") => "my",
        (_, "a" | "an") => "the",
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// “there's a wire”, “there are sparks”.
fn there_is(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_several = first.ends_with('s') && !first.ends_with("ss");
    if is_several { format!("there are {text}") } else { format!("there's {text}") }
}

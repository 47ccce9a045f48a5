//! Says a piece of a description as a user would, in the manner of a skill's own queries.

use super::{
    fragments::{Fragment, Kind, shorter},
    verbs::is_base,
};
use crate::is_stop_word;

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
const OPENERS: [&str; 8] =
    ["can you", "could you", "please", "help me", "i need to", "i want to", "how do i", "i'd like to"];

impl<'a> Manner<'a> {
    /// The manner of some queries. A tail has a few words, none of which `is_own` to the skill.
    pub(super) fn of(queries: &[&'a str], is_own: impl Fn(&str) -> bool) -> Self {
        let starts_upper =
            |query: &&&str| query.chars().next().is_some_and(char::is_uppercase) && !query.starts_with("I ");
        let capitals = queries.iter().filter(starts_upper).count();
        let begins = |opener: &&str| queries.iter().any(|query| starts_with_words(query, opener));
        let tail = |query: &&'a str| query.rsplit_once(", ").map(|(_, tail)| tail);
        let is_tail =
            |tail: &&str| (2..=7).contains(&tail.split_whitespace().count()) && !is_own(tail) && is_general(tail);
        Self {
            is_capitalised: queries.is_empty() || capitals * 2 > queries.len(),
            openers: OPENERS.into_iter().filter(begins).collect(),
            tails: queries.iter().filter_map(tail).filter(is_tail).collect(),
        }
    }

    /// What a user might say with a piece, the likeliest first and then ever further from the description's words.
    /// `turn` varies what is said with pieces of a kind.
    pub(super) fn say(&self, fragment: &Fragment, turn: usize) -> Vec<String> {
        let articles: &[Articles] = match fragment.kind {
            Kind::Quote => &[Articles::Few],
            _ => &[Articles::Few, Articles::First, Articles::All],
        };
        let mut texts: Vec<_> = articles.iter().map(|&articles| at_hand(fragment, articles)).collect();
        let whole = texts[0].clone();
        let mut words: Vec<_> = whole.split_whitespace().collect();
        while let Some(end) = shorter(&words, words.len()).filter(|_| fragment.kind != Kind::Quote) {
            words.truncate(end);
            texts.push(words.join(" "));
        }
        texts.iter().flat_map(|text| self.say_text(fragment.kind, text, turn)).map(|said| self.cased(&said)).collect()
    }

    fn say_text(&self, kind: Kind, text: &str, turn: usize) -> Vec<String> {
        let forms: &[&str] = match kind {
            Kind::Clause => &["{}, what should I do?", "{}, can you help?", "{} and I don't know why"],
            Kind::Request => &["can you {}?", "please {}", "I'd like you to {}"],
            Kind::Doing => &["I need help {}", "how do I go about {}?", "any advice on {}?"],
            Kind::Thing => &["can you help me with {}?", "I have a question about {}", "need some help with {}"],
            Kind::Wish => &["I'd like {}", "can I get {}?", "I need {}"],
            Kind::Sight => &["{there}, what should I do?", "{there}, who do I tell?"],
            Kind::Event => &["we just had {}, what's next?", "we had {} last night"],
            Kind::Question => &["can you tell me {}?", "I'd like to know {}", "do you know {}?"],
            Kind::Quote => &["{}"],
        };
        let there = there_is(text);
        let own = (!self.openers.is_empty()).then(|| self.openers[turn % self.openers.len()]);
        let opened = own.filter(|_| kind == Kind::Request).map(|opener| opened(opener, text));
        let tailed = self.tails.get(turn % self.tails.len().max(1)).and_then(|tail| match kind {
            Kind::Clause => Some(format!("{text}, {tail}")),
            Kind::Sight => Some(format!("{there}, {tail}")),
            Kind::Event => Some(format!("we just had {text}, {tail}")),
            _ => None,
        });
        let plain = forms[turn % forms.len()].replace("{there}", &there).replace("{}", text);
        [opened, tailed, Some(plain)].into_iter().flatten().collect()
    }

    /// What a user might say who means a piece, and not what the skill is for: “my detector beeps, but I don't smell gas”.
    /// Only what goes together is said together.
    pub(super) fn say_but(&self, fragment: &Fragment, own: &Fragment) -> Option<String> {
        use Kind::{Clause, Doing, Event, Request, Sight, Thing, Wish};
        let (text, own_text) = (at_hand(fragment, Articles::Few), at_hand(own, Articles::Few));
        let said = match (fragment.kind, own.kind) {
            (Clause, Clause | Sight | Event | Wish) => format!("{text}, but {}", denied(own)?),
            (Sight, Clause | Sight | Event | Wish) => format!("{}, but {}", there_is(&text), denied(own)?),
            (Event, Clause | Sight | Event | Wish) => format!("we just had {text}, but {}", denied(own)?),
            (Thing | Wish, Thing | Wish) => format!("I need help with {text}, not {own_text}"),
            (Doing, Doing) => format!("I need help {text}, not {own_text}"),
            (Request, Request) => format!("please {text}, no need to {own_text}"),
            _ => return None,
        };
        Some(self.cased(&said))
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

/// Whether an addition says nothing of what it is added to.
fn is_general(tail: &str) -> bool {
    let begins = ["what", "can", "could", "how", "is", "should", "who", "do", "help", "please", "where", "when", "why"];
    let general =
        ["help", "do", "go", "happen", "happens", "tell", "know", "urgent", "today", "now", "asap", "look", "call"];
    let words = super::leakage::words(tail);
    let says_nothing = |word: &String| general.contains(&word.as_str()) || word.split('\'').all(is_stop_word);
    words.first().is_some_and(|first| begins.contains(&first.as_str())) && words.iter().all(says_nothing)
}

fn starts_with_words(query: &str, words: &str) -> bool {
    query.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
        && query[words.len()..].starts_with(' ')
}

/// “i need to” with what is needed, as it is written.
fn opened(opener: &str, text: &str) -> String {
    let words: Vec<_> = opener.split(' ').map(|word| if word == "i" { "I" } else { word }).collect();
    let is_question = ["can", "could", "how"].contains(&words[0]);
    format!("{} {text}{}", words.join(" "), if is_question { "?" } else { "" })
}

/// How many of a piece's articles are changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Articles {
    Few,
    First,
    All,
}

/// A piece about things in general, said of the one at hand: “the bill” becomes “my bill”, “in a patch” “in this patch”.
/// This also keeps it from repeating the description word for word.
fn at_hand(fragment: &Fragment, articles: Articles) -> String {
    let kind = fragment.kind;
    if kind == Kind::Quote {
        return fragment.text.clone();
    }
    let keeps_first = matches!(kind, Kind::Thing | Kind::Wish | Kind::Sight | Kind::Event);
    let is_done = matches!(kind, Kind::Request | Kind::Doing | Kind::Question);
    let mut is_first = true;
    let mut before = "";
    let mut words = Vec::new();
    for (place, word) in fragment.text.split_whitespace().enumerate() {
        let is_article = matches!(word, "a" | "an" | "the");
        words.push(match word {
            "a" | "an" if place == 0 && keeps_first => {
                if articles == Articles::Few {
                    word
                } else {
                    "this"
                }
            }
            "a" | "an" | "the" if place == 0 && !keeps_first => "my",
            "the" if before == "half" || articles == Articles::All => "my",
            "a" | "an" if is_done && is_first => "this",
            "a" | "an" if articles == Articles::All => "the",
            _ => word,
        });
        is_first &= !is_article;
        before = word;
    }
    words.join(" ")
}

/// That something is not so, or not wanted.
fn denied(fragment: &Fragment) -> Option<String> {
    let text = at_hand(fragment, Articles::Few);
    let (first, rest) = text.split_once(' ')?;
    let bare = ["a ", "an ", "the ", "no "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(&text);
    Some(match fragment.kind {
        Kind::Wish => format!("I don't need {text}"),
        Kind::Sight => format!("there's no {bare}"),
        Kind::Event => format!("there was no {bare}"),
        Kind::Clause if first == "I" && is_base(rest.split(' ').next()?) && !rest.starts_with("have ") => {
            format!("I don't {rest}")
        }
        Kind::Clause => {
            let verb = ["is", "are", "was", "were"].into_iter().find(|verb| text.contains(&format!(" {verb} ")))?;
            text.replacen(&format!(" {verb} "), &format!(" {verb}n't "), 1)
        }
        _ => return None,
    })
}

/// “there's a wire”, “there are sparks”.
fn there_is(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_several = first.ends_with('s') && !first.ends_with("ss") && first != "this";
    if is_several { format!("there are {text}") } else { format!("there's {text}") }
}

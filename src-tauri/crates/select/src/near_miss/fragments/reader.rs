//! Reads the pieces of one list, each in the light of the one before: “a customer wants an appointment, needs another day”.

use super::{
    super::verbs::{base, is_base},
    Fragment, Kind, finish,
};

/// Where the next piece stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// After “when”: clauses.
    When,
    /// After “for”: things and doings.
    For,
    /// After “to”: requests.
    To,
    /// After “after”: events.
    After,
    /// After “someone says”: the user's own clauses.
    Says,
    /// After “someone mentions”: sights.
    Mentions,
    /// After “a customer”: verbs.
    Person,
    /// After “requests like:”: quotations.
    Like,
}

const ARTICLES: [&str; 3] = ["a", "an", "the"];
pub(super) const DETERMINERS: [&str; 14] =
    ["a", "an", "the", "no", "another", "more", "any", "half", "this", "that", "their", "several", "your", "my"];
const QUESTIONS: [&str; 8] = ["what", "why", "when", "whether", "how", "who", "where", "which"];
/// Those who want something.
#[rustfmt::skip]
pub(in crate::near_miss) const PEOPLE: [&str; 24] = [
    "someone", "somebody", "anyone", "people", "they", "user", "users", "customer", "customers", "caller", "callers",
    "reviewer", "reviewers", "client", "clients", "person", "developer", "developers", "team", "teams", "agent",
    "you", "members", "author",
];
const FINITE: [&str; 12] =
    ["is", "are", "was", "were", "has", "have", "had", "isn't", "aren't", "won't", "can't", "should"];

/// Words ending in “ing” that are no doings.
#[rustfmt::skip]
const NO_DOING: [&str; 14] = [
    "thing", "nothing", "anything", "something", "everything", "string", "morning", "during", "missing", "existing",
    "breaking", "failing", "following", "pricing",
];

/// Reads the pieces of one list.
pub(super) struct Reader {
    place: Place,
    /// A thing with what may be told of it: “a test that”.
    relative: Option<String>,
}

impl Reader {
    pub(super) fn at(place: Place) -> Self {
        Self { place, relative: None }
    }

    /// The next piece.
    pub(super) fn read(&mut self, piece: &str) -> Option<Fragment> {
        if self.place == Place::Like {
            return piece.contains(' ').then(|| Fragment { kind: Kind::Quote, text: piece.to_owned() });
        }
        let words: Vec<_> = piece.split_whitespace().collect();
        self.phrase(&words).and_then(|(kind, text)| finish(kind, &text))
    }

    fn phrase(&mut self, words: &[&str]) -> Option<(Kind, String)> {
        let (&first, rest) = words.split_first()?;
        let lower = first.to_lowercase();
        let turn = match lower.as_str() {
            "or" | "and" | "also" | "then" => return self.phrase(rest),
            "when" | "whenever" | "if" if self.place != Place::Person && self.place != Place::To => Some(Place::When),
            "for" => Some(Place::For),
            "to" => Some(Place::To),
            "after" => Some(Place::After),
            "before" | "while" | "during" | "not" | "even" => return None,
            _ => None,
        };
        if let Some(place) = turn {
            self.place = place;
            return self.phrase(rest);
        }
        // “reports” and “requests” are things where nobody does them.
        let is_said =
            matches!(self.place, Place::Person | Place::Says) || !matches!(lower.as_str(), "reports" | "requests");
        if is_frame(&lower) && is_said {
            return self.verb(&lower, rest);
        }
        let person = usize::from(ARTICLES.contains(&lower.as_str()));
        if words.get(person).is_some_and(|word| PEOPLE.contains(&word.to_lowercase().as_str())) {
            self.place = Place::Person;
            let (verb, rest) = words[person + 1..].split_first()?;
            return self.verb(&verb.to_lowercase(), rest);
        }
        self.plain(&lower, words)
    }

    /// What follows a person's verb: “says it is on”, “wants to leave”, “asks for help”.
    fn verb(&mut self, verb: &str, rest: &[&str]) -> Option<(Kind, String)> {
        let next = rest.first().map(|word| word.to_lowercase()).unwrap_or_default();
        match (verb, next.as_str()) {
            ("is" | "are", "asked" | "asking") => self.verb("asks", &rest[1..]),
            ("says" | "say" | "said" | "complains" | "reports", "that") => self.verb("says", &rest[1..]),
            ("says" | "say" | "said", "hello" | "hi") => Some((Kind::Quote, rest.join(" "))),
            ("says" | "say" | "said", _) => {
                self.place = Place::Says;
                let is_clause = rest.len() > 1;
                is_clause.then(|| (Kind::Clause, own_voice(rest)))
            }
            ("mentions" | "mention" | "describes" | "sees" | "reports", named) => {
                self.place = Place::Mentions;
                (!is_base(named)).then(|| (seen_or_named(rest), own_voice(rest)))
            }
            ("is" | "are", doing) if doing.ends_with("ing") => Some((Kind::Clause, format!("I'm {}", own_voice(rest)))),
            (asking, "to") if is_frame(asking) => {
                self.place = Place::To;
                self.phrase(&rest[1..])
            }
            ("asks" | "ask" | "asked" | "asking", "for") => Some((Kind::Wish, own_voice(&rest[1..]))),
            ("asks" | "ask" | "asked" | "asking", "about") => Some((Kind::Thing, own_voice(&rest[1..]))),
            ("asks" | "ask" | "asked" | "asking", question) if QUESTIONS.contains(&question) => {
                Some((Kind::Question, own_voice(rest)))
            }
            ("wants" | "want" | "needs" | "need" | "asks" | "ask", "help") => helped(&rest[1..]),
            ("wants" | "want" | "needs" | "need" | "requests", _) => Some((Kind::Wish, own_voice(rest))),
            // “asks "which model?"”: what is asked was quoted.
            (framing, "") if is_frame(framing) => None,
            ("has" | "have", _) => Some((Kind::Clause, format!("I have {}", own_voice(rest)))),
            (other, _) if other.ends_with("ed") => Some((Kind::Clause, format!("I {other} {}", own_voice(rest)))),
            (other, _) if other.ends_with('s') && !FINITE.contains(&other) => {
                Some((Kind::Clause, format!("I {} {}", base(other), own_voice(rest))))
            }
            _ => None,
        }
    }

    /// A piece without a person in it.
    fn plain(&mut self, first: &str, words: &[&str]) -> Option<(Kind, String)> {
        let text = words.join(" ");
        let is_doing = first.ends_with("ing") && !NO_DOING.contains(&first) && words.len() > 1;
        let is_finite = words.iter().any(|word| FINITE.contains(word));
        let is_named = DETERMINERS.contains(&first);
        if QUESTIONS.contains(&first) {
            return (words.len() > 2 && self.place != Place::When).then_some((Kind::Question, text));
        }
        if let Some(head) = self.relative.as_ref().filter(|_| !is_named && first.ends_with('s')) {
            return Some((Kind::Clause, format!("{head} {text}")));
        }
        match self.place {
            _ if matches!(words, ["looking" | "trying" | "planning" | "attempting", "to", _, ..]) => {
                Some((Kind::Request, words[2..].join(" ")))
            }
            Place::When | Place::For if is_doing => Some((Kind::Doing, text)),
            Place::When if is_named || is_finite => Some((Kind::Clause, text)),
            Place::When if is_base(first) => Some((Kind::Clause, format!("I {text}"))),
            Place::For if first == "no" => Some((Kind::Sight, text)),
            Place::For => {
                self.relative = relative(words);
                Some(match text.split_once(" that ").filter(|_| is_named) {
                    Some((head, told)) => (Kind::Clause, format!("{head} {told}")),
                    None if is_named || (words.len() > 1 && !first.ends_with("ed")) => (Kind::Thing, text),
                    None => return None,
                })
            }
            Place::To if is_base(first) && words.len() > 1 => Some((Kind::Request, own_voice(words))),
            Place::After => Some((Kind::Event, text)),
            Place::Says if is_named || is_finite => Some((Kind::Clause, own_voice(words))),
            Place::Says if is_base(first) => Some((Kind::Clause, format!("I {}", own_voice(words)))),
            Place::Mentions if !is_base(first) => Some((seen_or_named(words), own_voice(words))),
            Place::Person if is_named => Some((Kind::Wish, own_voice(words))),
            Place::Person if is_base(first) || first.ends_with("ed") => {
                Some((Kind::Clause, format!("I {}", own_voice(words))))
            }
            _ => None,
        }
    }
}

/// Whether what is mentioned is there to be seen (“a wire on the ground”) or a matter (“paid ads”).
fn seen_or_named(words: &[&str]) -> Kind {
    let is_somewhere = words.iter().any(|word| ["on", "in", "from", "under", "near", "at"].contains(word));
    if is_somewhere { Kind::Sight } else { Kind::Thing }
}

/// What somebody needs help at, or with.
fn helped(words: &[&str]) -> Option<(Kind, String)> {
    match words {
        ["with", rest @ ..] => Some((Kind::Thing, own_voice(rest))),
        [first, _, ..] if first.ends_with("ing") => Some((Kind::Doing, own_voice(words))),
        _ => None,
    }
}

/// “a test” of “a test that fails”.
fn relative(words: &[&str]) -> Option<String> {
    let that = words.iter().position(|&word| word == "that")?;
    (that > 0).then(|| words[..that].join(" "))
}

/// Whether a verb frames what a person says or wants.
fn is_frame(verb: &str) -> bool {
    let verbs = [
        "asks",
        "ask",
        "asked",
        "asking",
        "wants",
        "want",
        "needs",
        "need",
        "says",
        "say",
        "mentions",
        "mention",
        "describes",
        "requests",
        "reports",
    ];
    verbs.contains(&verb)
}

/// Words about “them” in the first person.
fn own_voice(words: &[&str]) -> String {
    let own = |word: &&str| match *word {
        "they" => "I".to_owned(),
        "their" => "my".to_owned(),
        "them" => "me".to_owned(),
        "themselves" => "myself".to_owned(),
        "they're" => "I'm".to_owned(),
        other => other.to_owned(),
    };
    words.iter().map(own).collect::<Vec<_>>().join(" ")
}

//! What a description says its skill is for, taken apart into pieces in the user's own voice.
//!
//! Descriptions say it in a few ways that recur: “Use when a customer wants an appointment, needs another day, or asks when
//! somebody comes”, “Use for bumping a package or a security advisory”, “Triggers: "score my accounts"”. A sentence of this
//! kind is read from left to right; each piece inherits from the one before it whether it is a clause, a request, a thing.
//! No grammar is complete: a piece that fits nowhere is left out.

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
    /// Something the user wants: “a payment plan”.
    Thing,
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
    sentences(description).into_iter().filter_map(trigger).flat_map(pieces).collect()
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(end) = sentence_end(rest) {
        found.push(rest[..end].trim());
        rest = &rest[end..];
    }
    found.push(rest.trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

fn sentence_end(text: &str) -> Option<usize> {
    text.char_indices().find_map(|(place, character)| {
        let after = place + character.len_utf8();
        let is_abbreviated = text[..place].ends_with("e.g") || text[..place].ends_with("i.e");
        let is_end = matches!(character, '.' | '!' | '?') && text[after..].starts_with(char::is_whitespace);
        ((is_end && !is_abbreviated) || character == '\n').then_some(after)
    })
}

/// Where the next piece stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
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
    let list = list.trim_end_matches(['.', '!']);
    let (list, quotes) = without_quotes(list);
    let mut reader = Reader { place, relative: None };
    let mut found: Vec<_> = split(&list, place).into_iter().filter_map(|piece| reader.read(piece)).collect();
    found.extend(quotes.into_iter().map(|text| Fragment { kind: Kind::Quote, text }));
    found.retain(|fragment| fragment.text.len() > 2 && !fragment.text.contains(['(', ')', '/', '`']));
    found
}

/// A list without what it quotes, and what it quotes.
fn without_quotes(list: &str) -> (String, Vec<String>) {
    let (mut rest, mut quotes) = (String::new(), Vec::new());
    for (number, part) in list.split(['"', '“', '”']).enumerate() {
        match number % 2 {
            0 => rest.push_str(part),
            _ => quotes.push(part.trim_end_matches([',', '.']).to_owned()),
        }
    }
    quotes.retain(|quote| quote.contains(' '));
    (rest, quotes)
}

/// A list at its commas and semicolons; a list of two at its “or”.
fn split(list: &str, place: Place) -> Vec<&str> {
    if place == Place::Like {
        return list.split([';', ',']).map(str::trim).filter(|piece| !piece.is_empty()).collect();
    }
    let pieces: Vec<_> = list.split([',', ';', ':']).map(str::trim).filter(|piece| !piece.is_empty()).collect();
    match pieces.as_slice() {
        [only] => only.split(" or ").map(str::trim).collect(),
        _ => pieces,
    }
}

const ARTICLES: [&str; 3] = ["a", "an", "the"];
const DETERMINERS: [&str; 14] =
    ["a", "an", "the", "no", "another", "more", "any", "half", "this", "that", "their", "several", "your", "my"];
const QUESTIONS: [&str; 8] = ["what", "why", "when", "whether", "how", "who", "where", "which"];
const PEOPLE: [&str; 24] = [
    "someone",
    "somebody",
    "anyone",
    "people",
    "they",
    "user",
    "users",
    "customer",
    "customers",
    "caller",
    "callers",
    "reviewer",
    "reviewers",
    "client",
    "clients",
    "person",
    "developer",
    "developers",
    "team",
    "teams",
    "agent",
    "you",
    "members",
    "author",
];
const FINITE: [&str; 12] =
    ["is", "are", "was", "were", "has", "have", "had", "isn't", "aren't", "won't", "can't", "should"];

/// Words ending in “ing” that are no doings.
const NO_DOING: [&str; 8] = ["thing", "nothing", "anything", "something", "everything", "string", "morning", "during"];

/// Reads the pieces of one list.
struct Reader {
    place: Place,
    /// A thing with what may be told of it: “a test that”.
    relative: Option<String>,
}

impl Reader {
    fn read(&mut self, piece: &str) -> Option<Fragment> {
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
        if matches!(lower.as_str(), "asked" | "asking") || (self.place == Place::Person && is_frame(&lower)) {
            return self.verb(&lower, rest);
        }
        let person = usize::from(ARTICLES.contains(&lower.as_str()));
        if words.get(person).is_some_and(|word| PEOPLE.contains(&word.to_lowercase().as_str())) {
            self.place = Place::Person;
            let (verb, rest) = words[person + 1..].split_first()?;
            return self.verb(&verb.to_lowercase(), rest);
        }
        if is_frame(&lower) && self.place == Place::Says {
            return self.verb(&lower, rest);
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
            ("mentions" | "mention" | "describes" | "sees" | "reports", _) => {
                self.place = Place::Mentions;
                Some((Kind::Sight, own_voice(rest)))
            }
            (asking, "to") if is_frame(asking) => {
                self.place = Place::To;
                Some((Kind::Request, own_voice(&rest[1..])))
            }
            ("asks" | "ask" | "asked" | "asking", "for" | "about") => {
                self.place = Place::Person;
                Some((Kind::Thing, own_voice(&rest[1..])))
            }
            ("asks" | "ask" | "asked" | "asking", question) if QUESTIONS.contains(&question) => {
                Some((Kind::Question, own_voice(rest)))
            }
            ("wants" | "want" | "needs" | "need" | "requests", _) => Some((Kind::Thing, own_voice(rest))),
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
            Place::When | Place::For if is_doing => Some((Kind::Doing, text)),
            Place::When if is_named || is_finite => Some((Kind::Clause, text)),
            Place::When if words.len() > 1 && !first.ends_with('s') => Some((Kind::Clause, format!("I {text}"))),
            Place::For => {
                self.relative = relative(words);
                Some(match text.split_once(" that ").filter(|_| is_named) {
                    Some((head, told)) => (Kind::Clause, format!("{head} {told}")),
                    None => (Kind::Thing, text),
                })
            }
            Place::To => {
                (!is_named && words.len() > 1 && !matches!(words[1], "and" | "or")).then_some((Kind::Request, text))
            }
            Place::After => Some((Kind::Event, text)),
            Place::Says if is_named || is_finite => Some((Kind::Clause, own_voice(words))),
            Place::Says if words.len() > 1 => Some((Kind::Clause, format!("I {}", own_voice(words)))),
            Place::Mentions => Some((Kind::Sight, own_voice(words))),
            Place::Person if is_named => Some((Kind::Thing, own_voice(words))),
            Place::Person if first.ends_with("ed") => Some((Kind::Clause, format!("I {}", own_voice(words)))),
            _ => None,
        }
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

/// A piece with one of its alternatives, no longer than one would say.
fn finish(kind: Kind, text: &str) -> Option<Fragment> {
    let words: Vec<_> = text.split_whitespace().collect();
    let least = if matches!(kind, Kind::Thing | Kind::Sight | Kind::Event) { 1 } else { 2 };
    let alternative = words.iter().position(|&word| word == "or").filter(|&at| at > least).unwrap_or(words.len());
    let words = &words[..alternative];
    let words = if words.len() > MOST_WORDS { &words[..shorter(words)?] } else { words };
    let content = words.iter().filter(|word| !DETERMINERS.contains(word)).count();
    (content >= least).then(|| Fragment { kind, text: words.join(" ") })
}

/// Few people say more at once.
const MOST_WORDS: usize = 10;

/// Where a long piece can end: before a preposition.
fn shorter(words: &[&str]) -> Option<usize> {
    let can_go = ["in", "on", "for", "with", "from", "by", "at", "after", "before", "while", "using", "and"];
    (3..=MOST_WORDS).rev().find(|&end| can_go.contains(&words[end]))
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

/// The base form of a verb in the third person.
pub(super) fn base(verb: &str) -> String {
    match verb {
        "has" => return "have".to_owned(),
        "does" => return "do".to_owned(),
        "goes" => return "go".to_owned(),
        _ => {}
    }
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let sibilant = ["sses", "shes", "ches", "xes", "zzes"].iter().any(|end| verb.ends_with(end));
    verb[..verb.len() - if sibilant { 2 } else { 1 }].to_owned()
}

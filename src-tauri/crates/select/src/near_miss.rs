//! Proposes queries that test where a skill ends and its neighbour begins: what a user might say who means the neighbour,
//! in a phrasing like the skill's own.
//!
//! Nothing is learnt and nothing drawn at random. A proposal is a labelled query of the skill with the neighbour's thing
//! put in, or what the neighbour's description says it is for (“Use when …”) turned into what a user would say. Each is
//! checked for leakage: a test that repeats a description, or a query already labelled, tests nothing.

mod fragments;
mod leakage;
mod phrasing;
mod substitution;
mod verbs;

use std::collections::HashSet;

use crate::terms;
use fragments::{Fragment, Kind, fragments};
use leakage::Known;
use phrasing::Manner;
use substitution::{Frame, things};

/// A skill to propose for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description.
    pub description: &'a str,
    /// Queries labelled with it.
    pub queries: Vec<&'a str>,
}

/// A proposed query. Skills are told by their place among the skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What a user might say.
    pub query: String,
    /// The skill that should not fire.
    pub skill: usize,
    /// The neighbour whose words it uses, and which should.
    pub neighbour: usize,
    /// The neighbour's words in it, which the skill's description and name have not, in order.
    pub terms: Vec<String>,
    /// Why it would be no fair test, where it would not: it repeats a description or a labelled query.
    pub leak: Option<String>,
}

/// What a user might say who needs a skill, read off its description; none where the description does not say when the
/// skill is needed.
pub fn example_query(description: &str) -> Option<String> {
    let manner = Manner::of(&[], |_| false);
    fragments(description).iter().flat_map(|piece| manner.say(piece, 0)).find(|said| is_short(said))
}

/// What users might say who need a skill, at most so many and each once: what its description says that it is for, else what
/// its name says.
pub fn example_queries(name: &str, description: &str, most: usize) -> Vec<String> {
    let manner = Manner::of(&[], |_| false);
    let say = |piece: &Fragment, turn| manner.say(piece, turn).into_iter().find(|said| is_short(said));
    let mut all: Vec<String> = Vec::new();
    for (turn, piece) in fragments(description).iter().enumerate() {
        let said = say(piece, turn).filter(|said| !all.contains(said));
        all.extend(said);
    }
    let thing = name.replace(['-', '_'], " ").trim().to_owned();
    if all.is_empty() && !thing.is_empty() {
        all.extend(say(&Fragment { kind: Kind::Thing, text: thing }, 0));
    }
    all.truncate(most);
    all
}

/// Skills and labelled queries made ready for proposals.
pub struct NearMisses<'a> {
    skills: &'a [Skill<'a>],
    known: Known<'a>,
}

impl<'a> NearMisses<'a> {
    /// Makes a library ready. `labelled` are all labelled queries, whichever skill they are of.
    pub fn of(skills: &'a [Skill<'a>], labelled: &[&'a str]) -> Self {
        let descriptions = skills.iter().map(|skill| (skill.name, skill.description));
        Self { skills, known: Known::of(descriptions, labelled) }
    }

    /// Why a query would be no fair test, where it would not: it repeats five words or more of a description in a row, or
    /// nearly all words of a labelled query (at least .8 of those that either has).
    pub fn leak(&self, query: &str) -> Option<String> {
        self.known.leak(query)
    }

    /// Proposes queries for a skill, neighbours taking turns in their order, fair ones before those that leak.
    pub fn propose(&self, skill: usize, neighbours: &[usize], most: usize) -> Vec<Proposal> {
        let others = neighbours.iter().filter(|&&neighbour| neighbour != skill);
        let queues: Vec<_> = others.map(|&neighbour| self.between(skill, neighbour)).collect();
        let (mut fair, mut leaky) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        let longest = queues.iter().map(Vec::len).max().unwrap_or(0);
        for turn in 0..longest {
            for proposal in queues.iter().filter_map(|queue| queue.get(turn)) {
                if seen.insert(proposal.query.to_lowercase()) {
                    if proposal.leak.is_none() { &mut fair } else { &mut leaky }.push(proposal.clone());
                }
            }
        }
        fair.append(&mut leaky);
        fair.truncate(most);
        fair
    }
}

impl NearMisses<'_> {
    /// What can be said between a skill and one neighbour, the most telling first.
    fn between(&self, skill: usize, neighbour: usize) -> Vec<Proposal> {
        let (own, other) = (&self.skills[skill], &self.skills[neighbour]);
        let (own_stems, other_stems) = (vocabulary(own), vocabulary(other));
        let is_distinctive = |text: &str| terms(text).iter().any(|term| !own_stems.contains(&term.stem));
        let is_own = |text: &str| {
            terms(text).iter().any(|term| own_stems.contains(&term.stem) && !other_stems.contains(&term.stem))
        };
        let is_named = |text: &str| terms(text).iter().any(|term| own_stems.contains(&term.stem));
        let queries = own.queries.iter().copied().flat_map(terms).map(|term| term.stem);
        let near: HashSet<_> = own_stems.iter().cloned().chain(queries).collect();
        let manner = Manner::of(&own.queries, is_own);
        let mut said: Vec<String> = Vec::new();
        let things: Vec<_> = things(other.description).into_iter().filter(|thing| is_distinctive(thing)).collect();
        let frames = own.queries.iter().filter_map(|query| Frame::of(query)).filter(|frame| is_named(frame.thing));
        for (turn, frame) in frames.take(things.len()).enumerate() {
            let others = things.iter().cycle().skip(turn).take(things.len());
            let mut ways = others.filter(|thing| !frame.repeats(thing)).map(|thing| frame.with(thing));
            said.extend(ways.find(|way| self.leak(way).is_none()));
        }
        let mut pieces = fragments(other.description);
        pieces.retain(|piece| is_distinctive(&piece.text));
        let nearness = |piece: &Fragment| terms(&piece.text).iter().filter(|term| near.contains(&term.stem)).count();
        pieces.sort_by_key(|piece| std::cmp::Reverse(nearness(piece)));
        let mut own_pieces = fragments(own.description);
        own_pieces.retain(|piece| is_own(&piece.text));
        let pairs = pieces.iter().flat_map(|piece| own_pieces.iter().map(move |own_piece| (piece, own_piece)));
        said.extend(
            pairs.filter_map(|(piece, own_piece)| manner.say_but(piece, own_piece)).find(|said| is_short(said)),
        );
        for (turn, piece) in pieces.iter().enumerate() {
            let ways = manner.say(piece, turn);
            said.push(ways.iter().find(|way| self.leak(way).is_none()).unwrap_or(&ways[0]).clone());
        }
        let proposals = said.into_iter().map(|query| self.proposal(query, skill, neighbour, &own_stems, &other_stems));
        proposals.filter(|proposal| !proposal.terms.is_empty()).collect()
    }

    fn proposal(
        &self,
        query: String,
        skill: usize,
        neighbour: usize,
        own: &HashSet<String>,
        other: &HashSet<String>,
    ) -> Proposal {
        let mut found: Vec<String> = Vec::new();
        let mut end = 0;
        for term in terms(&query) {
            // The parts of a word in camelCase come after the whole.
            let is_part = term.span.end <= end;
            end = end.max(term.span.end);
            let word = query[term.span].to_lowercase();
            if !is_part
                && !FRAMING.contains(&word.as_str())
                && other.contains(&term.stem)
                && !own.contains(&term.stem)
                && !found.contains(&word)
            {
                found.push(word);
            }
        }
        Proposal { leak: self.leak(&query), query, skill, neighbour, terms: found }
    }
}

/// Words that only say that something is wanted.
const FRAMING: [&str; 9] = ["advice", "get", "help", "know", "like", "need", "question", "tell", "want"];

/// Whether a query of two parts could be said in one breath.
fn is_short(said: &str) -> bool {
    said.split_whitespace().count() <= 16
}

/// The stems of a skill's name and description.
fn vocabulary(skill: &Skill<'_>) -> HashSet<String> {
    [skill.name, skill.description].into_iter().flat_map(terms).map(|term| term.stem).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const COMMIT: &str = "Writes a git commit message for the staged changes. Use when asked to commit, to word or reword a \
                          commit, or what to write for this diff.";
    const NOTES: &str = "Writes release notes for the people who use a product. Use for a changelog entry, a GitHub release, or \
                         announcing a version to customers.";
    const GAS: &str = "Handles a gas smell. Use when someone says they smell gas, or asks what to do about a gas leak.";
    const ALARM: &str = "Handles carbon monoxide alarms. Use when a CO detector beeps, or people have a headache.";

    fn skills() -> Vec<Skill<'static>> {
        let skill =
            |name, description, queries: &[&'static str]| Skill { name, description, queries: queries.to_vec() };
        vec![
            skill("commit-message", COMMIT, &["write me a commit for what I've staged"]),
            skill("release-notes", NOTES, &[]),
            skill("gas-emergency", GAS, &["I smell gas in the basement, what do I do?"]),
            skill("carbon-monoxide-alarm", ALARM, &[]),
        ]
    }

    fn said(skill: usize, neighbour: usize) -> Vec<String> {
        let skills = skills();
        let labelled: Vec<_> = skills.iter().flat_map(|skill| skill.queries.clone()).collect();
        let found = NearMisses::of(&skills, &labelled).propose(skill, &[neighbour], 4);
        assert!(
            found
                .iter()
                .all(|proposal| proposal.leak.is_none() && (proposal.skill, proposal.neighbour) == (skill, neighbour))
        );
        found.into_iter().map(|proposal| format!("{} [{}]", proposal.query, proposal.terms.join(", "))).collect()
    }

    #[test]
    fn a_skills_own_queries_ask_for_its_neighbours_thing() {
        assert_eq!(
            said(0, 1),
            [
                "write me a changelog entry for what I've staged [changelog, entry]",
                "can you help me with a GitHub release? [github, release]",
                "I have a question about a changelog entry [changelog, entry]",
                "any advice on announcing this version to customers? [announcing, version, customers]",
            ]
        );
    }

    #[test]
    fn what_the_neighbour_is_for_is_said_in_the_skills_manner() {
        assert_eq!(
            said(2, 3),
            [
                "my CO detector beeps, but I don't smell gas [co, detector, beeps]",
                "my CO detector beeps, what do I do? [co, detector, beeps]",
                "I have a headache, what do I do? [headache]",
            ]
        );
    }

    #[test]
    fn a_skill_is_asked_for_in_its_own_words_each_said_once() {
        for (description, least) in [(COMMIT, 1), (NOTES, 3), (GAS, 2), (ALARM, 2)] {
            let all = example_queries("x", description, 9);
            assert!(all.len() >= least, "{all:?}");
            assert_eq!(all.first().cloned(), example_query(description), "the likeliest first");
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "{all:?}");
            assert_eq!(example_queries("x", description, 1), all[..1]);
        }
    }

    #[test]
    fn a_skill_whose_description_says_nothing_is_asked_for_by_its_name() {
        for name in ["gas-emergency", "gas_emergency"] {
            let all = example_queries(name, "", 3);
            assert_eq!(all.len(), 1, "{all:?}");
            assert!(all[0].to_lowercase().contains("gas emergency"), "{all:?}");
        }
        assert!(example_queries("", "", 3).is_empty());
    }

    #[test]
    fn what_repeats_a_description_is_told_last() {
        let skills = [
            Skill { name: "a", description: "Use for apples.", queries: vec![] },
            Skill {
                name: "b",
                description: "Triggers: \"rebuild my whole list of pears\", \"old pears\"",
                queries: vec![],
            },
        ];
        let found = NearMisses::of(&skills, &["Old  PEARS?"]).propose(0, &[0, 1], 9);
        let found: Vec<_> = found.iter().map(|proposal| (proposal.query.as_str(), proposal.leak.as_deref())).collect();
        assert_eq!(
            found,
            [
                (
                    "Rebuild my whole list of pears",
                    Some("It repeats “rebuild my whole list of” from the description of b.")
                ),
                ("Old pears", Some("It is nearly the same as the test query “Old  PEARS?”.")),
            ]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn proposals_are_the_same_each_time_and_never_leak_unsaid(
            descriptions in prop::collection::vec(
                prop::collection::vec(
                    prop::sample::select(vec![
                        "Use", "when", "for", "to", "a", "the", "user", "says", "they", "asks", "asked", "wants", "write", "writes",
                        "report", "bumping", "or", ",", ".", "\"", "'", "é—", "is", "that", "help", "between", "(x)", "mentions", "has",
                    ]),
                    0..30,
                ),
                2..5,
            ),
            query in "write me a [a-c]{0,3} ?for é?",
        ) {
            let texts: Vec<_> = descriptions.iter().map(|words| words.join(" ")).collect();
            let skills: Vec<_> = texts.iter().map(|text| Skill { name: "x", description: text, queries: vec![&query] }).collect();
            let near_misses = NearMisses::of(&skills, &[&query]);
            let neighbours: Vec<_> = (0..skills.len()).collect();
            let found = near_misses.propose(0, &neighbours, 5);
            prop_assert!(found.len() <= 5);
            prop_assert_eq!(&found, &near_misses.propose(0, &neighbours, 5));
            for proposal in found {
                prop_assert!(proposal.neighbour != 0 && !proposal.terms.is_empty());
                prop_assert_eq!(proposal.leak, near_misses.leak(&proposal.query));
            }
        }
    }
}

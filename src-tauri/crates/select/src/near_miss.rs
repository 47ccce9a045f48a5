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

use std::collections::HashSet;

use crate::terms;
use fragments::fragments;
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
        let manner = Manner::of(&own.queries, is_own);
        let mut said: Vec<String> = Vec::new();
        let frames: Vec<_> = own.queries.iter().filter_map(|query| Frame::of(query)).collect();
        let things: Vec<_> = things(other.description).into_iter().filter(|thing| is_distinctive(thing)).collect();
        for (frame, thing) in frames.iter().filter(|frame| is_own(frame.thing)).zip(&things) {
            said.push(frame.with(thing));
        }
        for (turn, fragment) in fragments(other.description).iter().enumerate() {
            if is_distinctive(&fragment.text) {
                let ways = manner.say(fragment, turn);
                said.push(ways.iter().find(|way| self.leak(way).is_none()).unwrap_or(&ways[0]).clone());
            }
        }
        said.into_iter().map(|query| self.proposal(query, skill, neighbour, &own_stems, &other_stems)).collect()
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
        for term in terms(&query) {
            let word = query[term.span].to_lowercase();
            if other.contains(&term.stem) && !own.contains(&term.stem) && !found.contains(&word) {
                found.push(word);
            }
        }
        Proposal { leak: self.leak(&query), query, skill, neighbour, terms: found }
    }
}

/// The stems of a skill's name and description.
fn vocabulary(skill: &Skill<'_>) -> HashSet<String> {
    [skill.name, skill.description].into_iter().flat_map(terms).map(|term| term.stem).collect()
}

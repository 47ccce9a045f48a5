//! A paragraph weighed: what speaks for its being an order that nobody would give openly. One sign says little, several
//! of different kinds say what is meant.

use std::{collections::HashMap, ops::Range};

use studio_text::Severity;

use super::{
    Hit,
    evidence::{Evidence, Of},
    is_meant, steps, tokens,
};
use crate::scan::sense::Context;

/// How much has to come together in a paragraph.
const ENOUGH: i32 = 10;
/// The same of what stands below one heading, and how long that may be.
const ENOUGH_OF_A_SECTION: i32 = 12;
/// How much more where it may be meant otherwise.
const BY_RIGHT: i32 = 4;
const SECTION: usize = 1_500;
/// What is told of the paragraphs of a text: each by itself, and then what stands together below one heading.
pub(super) fn hits(context: &Context<'_>, paragraphs: &[Range<usize>]) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let mut sections: Vec<(Range<usize>, Weights)> = Vec::new();
    for paragraph in paragraphs {
        let text = &context.text[paragraph.clone()];
        // What stands in a table is told of.
        if text.trim_start().starts_with('|') {
            continue;
        }
        let weights = weights(text, paragraph.start);
        hits.extend(told(context, &weights, ENOUGH));
        match sections.last_mut() {
            Some((section, all)) if !text.starts_with('#') && paragraph.end - section.start < SECTION => {
                section.end = paragraph.end;
                all.add(&weights);
            }
            _ => sections.push((paragraph.clone(), weights.alone())),
        }
    }
    for (section, weights) in sections {
        if !hits.iter().any(|hit| section.contains(&hit.span.start)) {
            hits.extend(told(context, &weights, ENOUGH_OF_A_SECTION));
        }
    }
    hits
}

/// How much speaks for a text by itself.
pub(super) fn of(text: &str) -> i32 {
    weights(text, 0).total()
}

fn told(context: &Context<'_>, weights: &Weights, enough: i32) -> Option<Hit> {
    if weights.total() < enough {
        return None;
    }
    let mut meant = weights.clone();
    meant.found.retain(|of, (_, place)| {
        let is_quoted = *of != Of::Claim && context.is_spoken(place.start);
        !is_quoted
            && !context.is_listed_as_harm(place.start)
            && is_meant(context, place, *of == Of::Overrides)
            && (*of != Of::Conceals || !context.is_for_a_while(place.end))
    });
    // Who plays somebody keeps things back by right, and who writes about harm names it.
    let is_of_words = meant.found.keys().filter(|of| of.is_core()).all(|of| matches!(of, Of::Conceals | Of::Deceives));
    let is_by_right = context.is_about_harm() || is_of_words && !meant.is_given() && context.is_of_a_role();
    if meant.total() < enough + if is_by_right { BY_RIGHT } else { 0 } {
        return None;
    }
    let (of, (_, span)) = meant.found.into_iter().max_by_key(|(of, (weight, _))| (of.is_core(), *weight, *of))?;
    let (rule, message) = of.told();
    Some(Hit { rule, severity: Severity::Warning, span, message: message.to_owned() })
}

/// What speaks for each kind of harm, and against it.
#[derive(Clone, Debug, Default)]
struct Weights {
    found: HashMap<Of, (i32, Range<usize>)>,
    less: HashMap<Of, i32>,
    /// What is said a second time, in other words.
    again: HashMap<Of, i32>,
}

fn weights(text: &str, start: usize) -> Weights {
    let mut weights = Weights::default();
    let found = steps::found(&tokens::tokens(text));
    for (at, evidence) in &found {
        if evidence.weight < 0 {
            weights.less.insert(evidence.of, evidence.weight);
        } else {
            weights.put(evidence.of, evidence.weight, start + at.start..start + at.end);
        }
    }
    weights.again = said_again(&found, &weights, start);
    weights
}

/// What other words say once more, elsewhere in the paragraph.
fn said_again(found: &[(Range<usize>, &'static Evidence)], weights: &Weights, start: usize) -> HashMap<Of, i32> {
    let mut told: HashMap<Of, Vec<(Range<usize>, &str)>> = HashMap::new();
    for (of, (_, place)) in &weights.found {
        told.insert(*of, vec![(place.start - start..place.end - start, "")]);
    }
    for (at, sign) in found {
        let Evidence { of, weight, steps, .. } = **sign;
        let Some(known) = told.get_mut(&of).filter(|_| of.is_core() && weight > WEAK) else { continue };
        let is_first = known.first().is_some_and(|(place, row)| place == at && row.is_empty());
        if is_first {
            known[0].1 = steps;
        } else if known.iter().all(|(place, row)| *row != steps && (at.end <= place.start || place.end <= at.start)) {
            known.push((at.clone(), steps));
        }
    }
    let more = |known: Vec<(Range<usize>, &str)>| i32::try_from(known.len() - 1).unwrap_or(MOST_AGAIN).min(MOST_AGAIN);
    told.into_iter().map(|(of, known)| (of, AGAIN * more(known))).collect()
}

impl Weights {
    fn put(&mut self, of: Of, weight: i32, place: Range<usize>) {
        let known = self.found.entry(of).or_insert_with(|| (weight, place.clone()));
        if weight > known.0 {
            *known = (weight, place);
        }
    }

    /// Adds what another paragraph says: what takes it back there does so there only.
    fn add(&mut self, other: &Self) {
        for (of, (_, place)) in &other.found {
            self.put(*of, other.of(*of), place.clone());
        }
    }

    fn alone(&self) -> Self {
        let mut alone = Self::default();
        alone.add(self);
        alone
    }

    fn of(&self, of: Of) -> i32 {
        let less = self.less.get(&of).copied().unwrap_or_default();
        let again = self.again.get(&of).copied().unwrap_or_default();
        self.found.get(&of).map_or(0, |(weight, _)| (*weight + again + less).max(0))
    }

    fn is_given(&self) -> bool {
        self.of(Of::Takes) > 0 && self.of(Of::Gives) > 0
    }

    /// What all signs come to.
    fn total(&self) -> i32 {
        let of = |of: Of| self.of(of);
        let worse = WORSE.into_iter().map(of).sum::<i32>().min(MOST_WORSE);
        let alone = self.found.keys().filter(|of| of.is_core()).map(|one| of(*one)).max().unwrap_or_default();
        let together = |(one, other): &(Of, Of)| {
            // A weak sign that something is kept back says nothing more.
            let least = if *other == Of::Gives { WEAK + 1 } else { WEAK };
            let is_weak = *one == Of::Conceals && of(*one) <= least;
            if of(*one) > 0 && of(*other) > 0 && !is_weak { of(*one) + of(*other) } else { 0 }
        };
        let pair = PAIRS.iter().map(together).max().unwrap_or_default();
        let is_given = self.is_given();
        let given = if is_given { of(Of::Takes) + of(Of::Gives) - RIGHTLY_GIVEN } else { 0 };
        let hidden = of(Of::Conceals).max(of(Of::Deceives));
        let given = if is_given && hidden > WEAK { given + hidden } else { given };
        alone.max(pair).max(given) + worse
    }
}

/// What two signs say together that neither says alone.
const PAIRS: [(Of, Of); 18] = [
    (Of::Conceals, Of::Gives),
    (Of::Conceals, Of::Frees),
    (Of::Conceals, Of::Overrides),
    (Of::Conceals, Of::Keeps),
    (Of::Conceals, Of::Loses),
    (Of::Conceals, Of::Deceives),
    (Of::Conceals, Of::Obeys),
    (Of::Conceals, Of::Installs),
    (Of::Keeps, Of::Frees),
    (Of::Frees, Of::Installs),
    (Of::Frees, Of::Deceives),
    (Of::Keeps, Of::Overrides),
    (Of::Keeps, Of::Obeys),
    (Of::Fetches, Of::Obeys),
    (Of::Fetches, Of::Installs),
    (Of::Overrides, Of::Frees),
    (Of::Overrides, Of::Obeys),
    (Of::Overrides, Of::Deceives),
];
/// What makes another sign worse, and how much of that counts.
const WORSE: [Of; 4] = [Of::Excuse, Of::Claim, Of::Unasked, Of::Always];
const MOST_WORSE: i32 = 5;
const WEAK: i32 = 4;
/// How much more it says where other words say the same.
const AGAIN: i32 = 3;
const MOST_AGAIN: i32 = 2;
/// Most things that are taken are sent somewhere by right.
const RIGHTLY_GIVEN: i32 = 3;

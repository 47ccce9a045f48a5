//! Where a sign stands in a paragraph: its steps, words by word, as near as each says.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use super::{
    evidence::{self, Evidence},
    tokens::{ByRoot, Token, root},
    words::{self, Kinds},
};

/// What stands so near belongs to one part of a sentence.
const NEAR: usize = 2;
/// How many words before an order make it the contrary.
const BEFORE: usize = 5;

/// A step of a sign: what a word is, and how many words may stand before it.
struct Step {
    gap: usize,
    kinds: Kinds,
    roots: Vec<u64>,
}

struct Made {
    evidence: Evidence,
    steps: Vec<Step>,
}

/// All signs, and for each kind of word and each word those that begin with it.
struct All {
    signs: Vec<Made>,
    by_kind: Vec<Vec<usize>>,
    by_root: ByRoot<Vec<usize>>,
}

static ALL: LazyLock<All> = LazyLock::new(|| {
    let signs: Vec<Made> = evidence::all().map(|evidence| Made { steps: steps(evidence.steps), evidence }).collect();
    let mut by_kind = vec![Vec::new(); Kinds::BITS as usize];
    let mut by_root: ByRoot<Vec<usize>> = HashMap::default();
    for (at, sign) in signs.iter().enumerate() {
        let Some(first) = sign.steps.first() else { continue };
        bits(first.kinds).for_each(|bit| by_kind[bit].push(at));
        first.roots.iter().for_each(|root| by_root.entry(*root).or_default().push(at));
    }
    All { signs, by_kind, by_root }
});

/// The numbers of the bits that are set.
fn bits(kinds: Kinds) -> impl Iterator<Item = usize> {
    let mut rest = kinds;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (bit < Kinds::BITS).then_some(bit as usize)
    })
}

/// Steps as they are written: a number is how many words may stand between, a name in capitals a kind of word, all else a
/// word.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut gap = 0;
    for part in text.split_whitespace() {
        if let Ok(number) = part.parse() {
            gap = number;
            continue;
        }
        let (mut kinds, mut roots) = (0, Vec::new());
        for name in part.split('|') {
            match words::ALL.iter().find(|(known, ..)| *known == name) {
                Some((_, kind, _)) => kinds |= kind,
                None => roots.push(root(name)),
            }
        }
        steps.push(Step { gap: std::mem::take(&mut gap), kinds, roots });
    }
    steps
}

impl Step {
    fn fits(&self, token: &Token) -> bool {
        token.kinds & self.kinds != 0 || self.roots.contains(&token.root)
    }
}

/// The signs in a paragraph, each with its place.
pub(super) fn found(tokens: &[Token]) -> Vec<(Range<usize>, &'static Evidence)> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let named = ALL.by_root.get(&token.root).into_iter().flatten();
        let of_kind = bits(token.kinds).filter(|_| token.kinds != 0).flat_map(|bit| &ALL.by_kind[bit]);
        for sign in named.chain(of_kind).map(|sign| &ALL.signs[*sign]) {
            let Some(end) = matched(tokens, at, &sign.steps) else { continue };
            if !sign.evidence.is_free || !is_forbidden(tokens, at) {
                found.push((token.start..tokens[end].end, &sign.evidence));
            }
        }
    }
    found
}

/// Where the last step stands, the first being at a word.
fn matched(tokens: &[Token], at: usize, steps: &[Step]) -> Option<usize> {
    let (first, rest) = steps.split_first()?;
    let token = tokens.get(at).filter(|token| first.fits(token))?;
    let Some(next) = rest.first() else { return Some(at) };
    let last = (at + 1 + next.gap).min(tokens.len().saturating_sub(1));
    (at + 1..=last)
        .take_while(|at| {
            let next_token = tokens[*at];
            next_token.sentence == token.sentence && (next.gap > NEAR || next_token.clause == token.clause)
        })
        .filter(|next| {
            // What is not done is no step of it.
            let before = *next - 1;
            before == at || rest[0].kinds & words::NOT != 0 || tokens[before].kinds & words::NOT == 0
        })
        .find_map(|next| matched(tokens, next, rest))
}

/// Whether what stands before a word in its part of the sentence makes an order of it the contrary.
fn is_forbidden(tokens: &[Token], at: usize) -> bool {
    let own = tokens[at];
    tokens[at.saturating_sub(BEFORE)..at]
        .iter()
        .rev()
        .take_while(|token| token.sentence == own.sentence && token.clause == own.clause)
        .any(|token| token.kinds & words::NOT != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_capitals_is_a_kind_of_word() {
        for sign in &ALL.signs {
            let names = sign.evidence.steps.split([' ', '|']).filter(|name| name.contains(char::is_uppercase));
            for name in names {
                assert!(words::ALL.iter().any(|(known, ..)| *known == name), "{name} of {}", sign.evidence.steps);
            }
        }
    }
}

//! Libraries of any size, made of real skills: each again and again with some of its words changed and its vectors
//! turned a little, so that no two have the same postings or vectors. The same number always makes the same skill.

use std::collections::HashSet;

use studio_embed::{DIMENSIONS, normalized};
use studio_select::evaluate::SplitMix64;
use studio_select::{Entry, meaning_texts};

use crate::selection::{Set, entry};
use crate::vectors::Vectors;

/// One word in so many is another word.
const CHANGED: usize = 8;
/// Half the width of what is added to each number of a vector; the cosine with the real one is then about 0.85.
const TURNED: f32 = 0.055;

/// The real skills, all sets together.
pub(crate) struct Pool {
    skills: Vec<Real>,
    words: Vec<String>,
}

struct Real {
    entry: Entry,
    vectors: Vec<Vec<f32>>,
}

/// A skill made of a real one.
pub(crate) struct Made {
    pub(crate) entry: Entry,
    /// One for each of its meaning texts.
    pub(crate) vectors: Vec<Option<Vec<f32>>>,
}

impl Pool {
    pub(crate) fn new(sets: &[Set], vectors: &Vectors) -> Self {
        let mut skills: Vec<Real> = sets
            .iter()
            .flat_map(|set| &set.skills)
            .map(|skill| Real {
                entry: skill.entry.clone(),
                vectors: skill.vectors(vectors).into_iter().flatten().collect(),
            })
            .filter(|real| !real.vectors.is_empty())
            .collect();
        // Each thousand should have some of every set.
        SplitMix64::new(1).shuffle(&mut skills);
        let mut seen = HashSet::new();
        let all = skills.iter().flat_map(|real| real.entry.description.split(' ').chain(real.entry.body.split(' ')));
        let words = all.filter(|word| is_word(word) && seen.insert(*word)).map(str::to_owned).collect();
        Self { skills, words }
    }

    /// The skill of a number.
    pub(crate) fn made(&self, number: usize) -> Made {
        let real = &self.skills[number % self.skills.len()];
        let mut random = SplitMix64::new(number as u64);
        let name = format!("{}-{number}", real.entry.name.replace('/', "-"));
        let description = self.changed(&real.entry.description, &mut random);
        let description: String = description.chars().take(studio_model::MAX_DESCRIPTION).collect();
        let body = self.changed(&real.entry.body, &mut random);
        let entry = entry(number as u128 + 1, &name, &description, &body);
        let texts = meaning_texts(&entry).len();
        let vectors = (0..texts).map(|place| Some(turned(&real.vectors[place % real.vectors.len()], &mut random)));
        let vectors = vectors.collect();
        Made { entry, vectors }
    }

    fn changed(&self, text: &str, random: &mut SplitMix64) -> String {
        let word = |word| {
            let is_changed = is_word(word) && random.below(CHANGED) == 0;
            if is_changed { &self.words[random.below(self.words.len())] } else { word }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

fn is_word(text: &str) -> bool {
    text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn turned(vector: &[f32], random: &mut SplitMix64) -> Vec<f32> {
    let mut bits = 0;
    let mut number = |place: usize| {
        if place.is_multiple_of(4) {
            bits = random.next_u64();
        }
        let sixteen = (bits >> (place % 4 * 16)) as u16;
        (f32::from(sixteen) / 32_768.0 - 1.0) * TURNED
    };
    let turned = vector.iter().take(DIMENSIONS).enumerate().map(|(place, own)| own + number(place));
    normalized(turned.collect())
}

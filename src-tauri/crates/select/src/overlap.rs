//! Which skills' descriptions say nearly the same.
//!
//! Similarity goes from 0 to 1: six tenths the cosine of the vectors of the two skills (name and description; below 0
//! counts as 0), four tenths the cosine of their descriptions' terms, each counted once and weighing the more the fewer
//! descriptions have it (ln(1 + skills / skills that have it)). Where one of the two has no vector, it is the terms' cosine
//! alone.
//!
//! Up to 2,000 skills are all compared with one another. Among more, each is compared with the 48 whose rarest terms it
//! shares most, so that two descriptions without a common word, which could reach 0.6 at best, may be missed.

mod similar;

use std::{cmp::Ordering, collections::HashMap};

use crate::terms;
use similar::{Document, mixed, shared, with_length, within_a_sentence};

/// A similarity from which pairs are worth a look: above it lie 2 of the 300 pairs of the sample library, and one pair in
/// ten to twenty of collections whose 20 to 40 skills are all about one subject. Skills there reach 0.65; copies with few
/// changes lie near 1.
pub const WORTH_A_LOOK: f32 = 0.4;

/// A similarity from which one of two skills is taken for a copy of the other with changes: no two skills of the collections
/// above that were written for different ends reach it.
pub const NEARLY_THE_SAME: f32 = 0.8;

/// So many skills are all compared with one another.
const MOST_COMPARED_WITH_ALL: usize = 2_000;

/// Among more, each is compared with so many others.
const CANDIDATES: usize = 48;

/// And no more places than this are looked at to find them.
const MOST_POSTINGS: usize = 6_000;

/// Pairs told at most.
const MOST_PAIRS: usize = 1_000;

/// Skills along a side of the heat map at most.
const HEAT_MAP: usize = 24;

/// A skill to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description.
    pub description: &'a str,
    /// The vector of its name and description.
    pub vector: Option<&'a [f32]>,
}

/// Skills that are alike. Skills are told by their place among the items.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Pairs at or above the limit, the most alike first, equal ones by name; a thousand at most.
    pub pairs: Vec<Pair>,
    /// How many pairs there are at or above the limit, told or not.
    pub found: usize,
    /// The skills that overlap most, for both sides of a heat map; like stands beside like.
    pub heat_map: Vec<usize>,
    /// Row by row, the similarity of the heat map's skills to one another; 1 on the diagonal.
    pub matrix: Vec<Vec<f32>>,
    /// What similarity is made of.
    pub basis: Basis,
}

/// Two skills that are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The one whose name comes first.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// How alike, 0 to 1.
    pub similarity: f32,
    /// Words both descriptions have, as the first writes them, the rarest first.
    pub shared_terms: Vec<String>,
}

/// What similarity is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Vectors and words.
    Hybrid,
    /// Words: more than one skill in ten has no vector.
    Words,
}

/// Skills made ready to be compared.
pub struct Overlap<'a> {
    items: &'a [Item<'a>],
    basis: Basis,
    /// Stems by number.
    numbers: HashMap<String, u32>,
    documents: Vec<Document<'a>>,
    /// What a term adds to the product of two descriptions that both have it: its weight squared.
    weights: Vec<f32>,
    /// For each term the skills that have it, rising.
    postings: Vec<Vec<u32>>,
}

impl<'a> Overlap<'a> {
    /// Makes skills ready.
    pub fn of(items: &'a [Item<'a>]) -> Self {
        let vectors: Vec<_> = items.iter().map(|item| item.vector.and_then(with_length)).collect();
        let without = vectors.iter().filter(|vector| vector.is_none()).count();
        let basis = if without * 10 > items.len() { Basis::Words } else { Basis::Hybrid };
        let mut found = Self {
            items,
            basis,
            numbers: HashMap::new(),
            documents: Vec::new(),
            weights: Vec::new(),
            postings: Vec::new(),
        };
        for (item, vector) in items.iter().zip(vectors) {
            let terms = found.post(item.description);
            let vector = vector.filter(|_| basis == Basis::Hybrid);
            found.documents.push(Document { terms, norm: 0.0, vector });
        }
        let skills = items.len() as f32;
        found.weights = found.postings.iter().map(|having| (skills / having.len() as f32).ln_1p().powi(2)).collect();
        for document in &mut found.documents {
            document.norm = document.terms.iter().map(|&term| found.weights[term as usize]).sum::<f32>().sqrt();
        }
        found
    }

    /// Numbers the terms of the next skill's description and enters it under each.
    fn post(&mut self, description: &str) -> Vec<u32> {
        let mut found = Vec::new();
        for term in terms(description) {
            let new = self.postings.len() as u32;
            let number = *self.numbers.entry(term.stem).or_insert(new);
            if number == new {
                self.postings.push(Vec::new());
            }
            found.push(number);
        }
        found.sort_unstable();
        found.dedup();
        for &number in &found {
            self.postings[number as usize].push(self.documents.len() as u32);
        }
        found
    }

    /// How alike two skills are, 0 to 1.
    pub fn similarity(&self, a: usize, b: usize) -> f32 {
        let (a, b) = (&self.documents[a], &self.documents[b]);
        let product = shared(&a.terms, &b.terms).map(|term| self.weights[term as usize]).sum();
        mixed(a, b, product)
    }

    /// The skills most like one, the most alike first; those that have nothing in common with it are left out.
    pub fn neighbours(&self, place: usize, most: usize) -> Vec<(usize, f32)> {
        let mut products = vec![0.0; self.items.len()];
        let mut found = self.compared(place, 0, &mut products);
        found.retain(|&(_, similarity)| similarity > 0.0);
        found.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then_with(|| self.cmp_names(a.0, b.0)));
        found.truncate(most);
        found
    }

    /// The pairs at or above a similarity, and the heat map of the skills that overlap most.
    pub fn report(&self, limit: f32) -> Report {
        let mut products = vec![0.0; self.items.len()];
        let mut best = vec![0.0_f32; self.items.len()];
        let mut pairs: Vec<(usize, usize, f32)> = Vec::new();
        let is_all = self.items.len() <= MOST_COMPARED_WITH_ALL;
        for place in 0..self.items.len() {
            // Where all are compared, each pair comes up once; among candidates either may be the one that names it.
            let from = if is_all { place + 1 } else { 0 };
            for (other, similarity) in self.compared(place, from, &mut products) {
                best[place] = best[place].max(similarity);
                best[other] = best[other].max(similarity);
                if similarity >= limit {
                    let (a, b) = if self.cmp_names(place, other).is_lt() { (place, other) } else { (other, place) };
                    pairs.push((a, b, similarity));
                }
            }
        }
        if !is_all {
            pairs.sort_unstable_by_key(|&(a, b, _)| (a, b));
            pairs.dedup_by_key(|&mut (a, b, _)| (a, b));
        }
        let found = pairs.len();
        let cmp = |a: &(usize, usize, f32), b: &(usize, usize, f32)| {
            let names = || self.cmp_names(a.0, b.0).then_with(|| self.cmp_names(a.1, b.1));
            b.2.total_cmp(&a.2).then_with(names)
        };
        if found > MOST_PAIRS {
            pairs.select_nth_unstable_by(MOST_PAIRS, cmp);
            pairs.truncate(MOST_PAIRS);
        }
        pairs.sort_unstable_by(cmp);
        let pair = |(a, b, similarity)| Pair { a, b, similarity, shared_terms: self.shared_terms(a, b) };
        let heat_map = self.side_by_side(&best);
        let row = |&a: &usize| heat_map.iter().map(|&b| if a == b { 1.0 } else { self.similarity(a, b) }).collect();
        Report {
            pairs: pairs.into_iter().map(pair).collect(),
            found,
            matrix: heat_map.iter().map(row).collect(),
            heat_map,
            basis: self.basis,
        }
    }

    /// Words both descriptions have, as `a` writes them, the rarest first.
    pub fn shared_terms(&self, a: usize, b: usize) -> Vec<String> {
        let text = self.items[a].description;
        let mut found: Vec<(usize, u32, String)> = Vec::new();
        let mut told = 0;
        for term in terms(text) {
            let number = self.numbers[&term.stem];
            let is_shared = self.documents[b].terms.binary_search(&number).is_ok();
            // The parts of a word in camelCase come after the whole, and go with it where it is shared.
            if !is_shared || term.span.end <= told {
                continue;
            }
            told = term.span.end;
            if found.iter().all(|&(_, known, _)| known != number) {
                found.push((self.postings[number as usize].len(), number, within_a_sentence(&text[term.span])));
            }
        }
        found.sort_by_key(|&(skills, ..)| skills);
        found.into_iter().map(|(.., word)| word).collect()
    }

    /// The skills from `from` on that one is compared with, and how alike they are. `products` is all 0 before and
    /// after.
    fn compared(&self, place: usize, from: usize, products: &mut [f32]) -> Vec<(usize, f32)> {
        let document = &self.documents[place];
        if self.items.len() <= MOST_COMPARED_WITH_ALL {
            self.multiply(&document.terms, usize::MAX, products);
            let others = (from..self.items.len()).filter(|&other| other != place);
            let found = others.map(|other| (other, mixed(document, &self.documents[other], products[other]))).collect();
            products.fill(0.0);
            return found;
        }
        let mut rarest = document.terms.clone();
        rarest.sort_by_key(|&term| self.postings[term as usize].len());
        let touched = self.multiply(&rarest, MOST_POSTINGS, products);
        // How alike by terms, but for the length of this one's vector, which is the same for all. Only what was touched is
        // set back to 0: there may be very many others.
        let by_terms = |other: u32| {
            let product = std::mem::take(&mut products[other as usize]);
            (other as usize, product / self.documents[other as usize].norm)
        };
        let mut others: Vec<_> = touched.into_iter().map(by_terms).filter(|&(other, _)| other != place).collect();
        if others.len() > CANDIDATES {
            others.select_nth_unstable_by(CANDIDATES, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            others.truncate(CANDIDATES);
        }
        let others = others.into_iter().map(|(other, _)| other).filter(|&other| other >= from);
        others.map(|other| (other, self.similarity(place, other))).collect()
    }

    /// Adds to every skill's product what it shares of some terms, until so many places were looked at. Which skills
    /// share any.
    fn multiply(&self, terms: &[u32], most: usize, products: &mut [f32]) -> Vec<u32> {
        let mut touched = Vec::new();
        let mut left = most;
        for &term in terms {
            let skills = &self.postings[term as usize];
            if skills.len() > left {
                break;
            }
            left -= skills.len();
            for &skill in skills {
                let product = &mut products[skill as usize];
                if *product <= 0.0 {
                    touched.push(skill);
                }
                *product += self.weights[term as usize];
            }
        }
        touched
    }

    /// The skills whose nearest other is nearest, each beside the most alike of those left.
    fn side_by_side(&self, best: &[f32]) -> Vec<usize> {
        let mut left: Vec<_> = (0..best.len()).filter(|&place| best[place] > 0.0).collect();
        left.sort_by(|&a, &b| best[b].total_cmp(&best[a]).then_with(|| self.cmp_names(a, b)));
        left.truncate(HEAT_MAP);
        let mut placed: Vec<usize> = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let alike = |&place: &usize| placed.last().map_or(0.0, |&last| self.similarity(last, place));
            let first_best = (0..left.len()).rev().max_by(|&a, &b| alike(&left[a]).total_cmp(&alike(&left[b])));
            placed.push(left.remove(first_best.unwrap_or(0)));
        }
        placed
    }

    fn cmp_names(&self, a: usize, b: usize) -> Ordering {
        self.items[a].name.cmp(self.items[b].name).then(a.cmp(&b))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn item<'a>(name: &'a str, description: &'a str, vector: Option<&'a [f32]>) -> Item<'a> {
        Item { name, description, vector }
    }

    #[test]
    fn like_descriptions_are_found_with_their_rarest_words_first() {
        let items = [
            item("release-notes", "Writes release notes from commits. Use for a changelog.", None),
            item("weather", "Tells the weather in a city. Use for forecasts.", None),
            item("api-changelog", "Writes a changelog of an API from commits. Use for PICO.", None),
            item("pico", "Use for PICO tables.", None),
        ];
        let found = Overlap::of(&items).report(0.2);
        assert_eq!(found.basis, Basis::Words);
        let first = &found.pairs[0];
        assert_eq!((first.a, first.b), (2, 0));
        assert_eq!(first.shared_terms, ["writes", "changelog", "commits", "use"]);
        assert_eq!(Overlap::of(&items).shared_terms(2, 3), ["PICO", "use"]);
        assert_eq!(found.found, found.pairs.len());
        assert_eq!(found.heat_map.len(), 4);
        assert_eq!(found.heat_map[..2], [2, 0]);
    }

    #[test]
    fn vectors_count_where_nearly_all_have_one() {
        let (east, north_east) = ([1.0, 0.0], [1.0, 1.0]);
        let items = [item("a", "apples", Some(&east)), item("b", "pears", Some(&north_east))];
        let overlap = Overlap::of(&items);
        assert!((overlap.similarity(0, 1) - 0.6 * 0.5_f32.sqrt()).abs() < 1e-6);
        assert_eq!(overlap.report(0.9).basis, Basis::Hybrid);
        assert_eq!(overlap.neighbours(0, 5).len(), 1);

        let items = [items[0], item("b", "pears", None), item("c", "an apple", Some(&[0.0, 0.0]))];
        let overlap = Overlap::of(&items);
        assert_eq!(overlap.report(0.0).basis, Basis::Words);
        assert!((overlap.similarity(0, 2) - 1.0).abs() < 1e-6);
        assert!(overlap.similarity(0, 1).abs() < 1e-6);
    }

    #[test]
    fn nothing_to_compare_is_an_empty_report() {
        for items in [&[][..], &[item("a", "apples", None)][..], &[item("a", "", None), item("b", "", None)][..]] {
            let found = Overlap::of(items).report(0.5);
            assert!(found.pairs.is_empty() && found.heat_map.is_empty() && found.matrix.is_empty());
        }
    }

    #[test]
    fn among_many_the_twins_are_still_found() {
        let texts: Vec<_> =
            (0..2_100).map(|n| format!("handles case{} of part{} for item{n}", n % 700, n % 30)).collect();
        let names: Vec<_> = (0..2_100).map(|n| format!("skill-{n:04}")).collect();
        let items: Vec<_> = names.iter().zip(&texts).map(|(name, text)| item(name, text, None)).collect();
        let overlap = Overlap::of(&items);
        let found = overlap.report(0.3);
        // Each of the 700 cases has three skills, two of which always differ in their parts.
        let is_twin = |pair: &Pair| pair.a % 700 == pair.b % 700;
        assert!(found.pairs.iter().all(is_twin));
        assert_eq!(overlap.neighbours(3, 2).iter().map(|&(place, _)| place).collect::<Vec<_>>(), [703, 1403]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn similarity_takes_no_side_and_stays_in_its_range(
            texts in prop::collection::vec("([abcd]{1,2} ){0,6}", 0..12),
            vectors in prop::collection::vec(prop::array::uniform9(-1.0_f32..1.0), 12),
            limit in 0.0_f32..1.0,
        ) {
            let items: Vec<_> = texts.iter().zip(&vectors).map(|(text, vector)| item("same", text, Some(vector))).collect();
            let overlap = Overlap::of(&items);
            let found = overlap.report(limit);
            for a in 0..items.len() {
                for b in 0..items.len() {
                    let similarity = overlap.similarity(a, b);
                    prop_assert!((0.0..=1.000_001).contains(&similarity));
                    prop_assert_eq!(similarity.to_bits(), overlap.similarity(b, a).to_bits());
                    let is_listed = found.pairs.iter().any(|pair| (pair.a, pair.b) == (a, b));
                    prop_assert_eq!(is_listed, a < b && similarity >= limit);
                }
            }
        }
    }
}

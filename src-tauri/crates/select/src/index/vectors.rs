//! The directions of a skill's texts, each number in one byte for going through all of them and a second byte for
//! looking again at the best.
//!
//! A direction of length 1 is kept as `scale · (coarse + fine / 254)`, both whole numbers from −127 to 127. The first
//! alone errs by about 0.0005 in a cosine, both by about 0.000002, for 2 bytes a number instead of `f32`'s 4.

use crate::{
    Entry,
    meaning::{MeaningField, meaning_fields},
};

/// The directions of a skill's texts, in the order of its [`meaning_texts`](crate::meaning_texts).
#[derive(Clone, Debug)]
pub(crate) struct Vectors {
    dimension: usize,
    rows: Box<[Row]>,
    coarse: Box<[i8]>,
    fine: Box<[i8]>,
}

/// One text's direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// What the text is.
    pub(crate) field: MeaningField,
    /// What its numbers are multiplied by; 0 if the vector has no direction, not a number if there is none.
    scale: f32,
}

/// The direction of a query, ready to be compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Direction {
    unit: Vec<f32>,
    coarse: Vec<i16>,
    scale: f32,
}

/// Steps of the fine byte in one of the coarse.
const FINE: f32 = 254.0;

impl Vectors {
    /// `None` if there is no vector at all. Vectors of another dimension than the first are left out: they are of
    /// another model.
    pub(crate) fn of(entry: &Entry, vectors: &[Option<Vec<f32>>]) -> Option<Self> {
        let dimension = vectors.iter().flatten().next()?.len();
        let fields = meaning_fields(entry);
        let count = vectors.len().min(fields.len());
        let mut found = Self {
            dimension,
            rows: fields[..count].iter().map(|&field| Row { field, scale: f32::NAN }).collect(),
            coarse: vec![0; count * dimension].into(),
            fine: vec![0; count * dimension].into(),
        };
        for (number, vector) in vectors[..count].iter().enumerate() {
            if let Some(vector) = vector.as_ref().filter(|vector| vector.len() == dimension) {
                found.put(number, vector);
            }
        }
        Some(found)
    }

    /// How many numbers each vector has.
    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// What each text is.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The cosine of a text with a query of the same dimension, within about 0.0005.
    pub(crate) fn coarse_cosine(&self, row: usize, query: &Direction) -> f32 {
        let product = dot(&self.coarse[row * self.dimension..][..self.dimension], &query.coarse);
        (product as f32 * self.rows[row].scale * query.scale).clamp(-1.0, 1.0)
    }

    /// The cosine of a text with a query of the same dimension.
    pub(crate) fn cosine(&self, row: usize, query: &Direction) -> f32 {
        let range = row * self.dimension..(row + 1) * self.dimension;
        let numbers = self.coarse[range.clone()].iter().zip(&self.fine[range]);
        let product: f64 = numbers
            .zip(&query.unit)
            .map(|((&coarse, &fine), &unit)| f64::from(unit) * f64::from(f32::from(coarse) + f32::from(fine) / FINE))
            .sum();
        (product * f64::from(self.rows[row].scale)).clamp(-1.0, 1.0) as f32
    }

    fn put(&mut self, row: usize, vector: &[f32]) {
        let length = length(vector);
        let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        self.rows[row].scale =
            if length > 0.0 && length.is_finite() { (f64::from(largest) / 127.0 / length) as f32 } else { 0.0 };
        if self.rows[row].scale == 0.0 {
            return;
        }
        let start = row * self.dimension;
        for (place, &number) in (start..).zip(vector) {
            let exact = number / largest * 127.0;
            self.coarse[place] = exact.round() as i8;
            self.fine[place] = ((exact - exact.round()) * FINE).round() as i8;
        }
    }
}

impl Row {
    /// Whether there is a vector for the text.
    pub(crate) fn is_there(self) -> bool {
        !self.scale.is_nan()
    }

    /// Whether that vector can be compared.
    pub(crate) fn has_direction(self) -> bool {
        self.scale > 0.0
    }
}

impl Direction {
    /// `None` if the vector has no direction.
    pub(crate) fn of(vector: &[f32]) -> Option<Self> {
        let length = length(vector);
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let unit: Vec<f32> = vector.iter().map(|&number| (f64::from(number) / length) as f32).collect();
        let largest = unit.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        // As fine as the sum of all products with bytes allows.
        let steps = (i32::MAX as f32 / 128.0 / vector.len() as f32).min(32_000.0).floor();
        let scale = largest / steps;
        let coarse = unit.iter().map(|number| (number / scale).round() as i16).collect();
        Some(Self { unit, coarse, scale })
    }

    /// How many numbers it has.
    pub(crate) fn dimension(&self) -> usize {
        self.unit.len()
    }
}

/// Written so that the compiler makes it eight products at a time on every processor.
fn dot(a: &[i8], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_are_near_the_true_ones() {
        let numbers = |seed: u32| -> Vec<f32> {
            let next = |n: u32| (n.wrapping_mul(2_654_435_761).rotate_left(seed) % 2001) as f32 / 1000.0 - 1.0;
            (1..=384).map(|n| next(n * (seed + 7))).collect()
        };
        for seed in 0..20 {
            let (a, b) = (numbers(seed), numbers(seed + 1));
            let product: f64 = a.iter().zip(&b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
            let expected = (product / length(&a) / length(&b)) as f32;
            let entry = crate::test::entry("a", "b");
            let vectors = Vectors::of(&entry, &[Some(a)]).expect("there is one");
            let query = Direction::of(&b).expect("it has a direction");
            assert!((vectors.coarse_cosine(0, &query) - expected).abs() < 2e-3);
            assert!((vectors.cosine(0, &query) - expected).abs() < 1e-5);
        }
    }

    #[test]
    fn vectors_without_direction_are_told() {
        for none in [&[][..], &[0.0, 0.0], &[f32::NAN, 1.0], &[f32::INFINITY, 1.0]] {
            assert_eq!(Direction::of(none), None);
            let vectors =
                Vectors::of(&crate::test::entry("a", "b"), &[Some(none.to_vec()), None]).expect("one is there");
            assert_eq!((vectors.rows()[0].is_there(), vectors.rows()[0].has_direction()), (true, false));
        }
        assert!(Vectors::of(&crate::test::entry("a", "b"), &[None]).is_none());
    }
}

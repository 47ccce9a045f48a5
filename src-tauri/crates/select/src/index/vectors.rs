//! The directions of a skill's texts: those every query is compared with lie in one piece with a byte a number, so that
//! going through all skills is quick; those of all texts lie with the skill with twelve bits a number, for looking again at
//! the best. The mean of what a description says is not kept there: its cosine follows from those of the sentences.
//!
//! A direction of length 1 is kept as `scale · number`, with whole numbers from −127 to 127, or, in twelve bits, to 2047. The
//! first errs by about 0.0005 in a cosine, the second by about 0.00003, and both are compared without a floating point, many
//! numbers at a time: of twelve bits the upper eight lie together, and then the lower four, two of them in a byte.

mod direction;
mod scan;

use super::bytes::{Pieces, Written};
use crate::{
    Entry,
    meaning::{MeaningField, meaning_fields},
};

pub(crate) use self::direction::Direction;
use self::direction::{dot, dot_of_halves, length, quantise};
pub(super) use self::scan::Scan;

/// How many directions of a skill every query is compared with: of the whole, of the name, and the mean.
pub(crate) const SCANNED: usize = 3;

/// The fields that texts are of, by the number that stands for each where vectors are written.
const MEANING_FIELDS: [MeaningField; 3] = [MeaningField::Whole, MeaningField::Name, MeaningField::Description];

/// The largest number of twelve bits with a sign.
const STEPS: f32 = 2047.0;

/// What a number of twelve bits comes to with its lower four alone: the upper eight count by 16.
const UPPER: i32 = 16;

/// The directions of a skill's texts.
#[derive(Clone, Debug)]
pub(crate) struct Vectors {
    dimension: usize,
    /// Of each of the [`meaning_texts`](crate::meaning_texts).
    rows: Box<[Row]>,
    /// Row by row, the upper eight bits of the numbers.
    upper: Box<[i8]>,
    /// Row by row, the lower four: those of the first half of the numbers, and in the same bytes those of the second.
    lower: Box<[u8]>,
    /// What the sum of the description's cosines is multiplied by for that with its mean; 0 if that has no direction, not
    /// a number if there is none.
    mean: f32,
}

/// The direction of one text.
#[derive(Clone, Copy, Debug)]
struct Row {
    field: MeaningField,
    /// What its numbers are multiplied by; 0 if the vector has no direction, not a number if there is none.
    scale: f32,
}

/// How near a query is to one of a skill's texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    /// The text's number among the [`meaning_texts`](crate::meaning_texts).
    pub(crate) text: usize,
    /// Which field it is of.
    pub(crate) field: MeaningField,
    /// The cosine.
    pub(crate) cosine: f32,
}

impl Vectors {
    /// `None` if there is no vector at all. Vectors of another dimension than the first are left out: they are of
    /// another model.
    pub(crate) fn of(entry: &Entry, vectors: &[Option<Vec<f32>>]) -> Option<Self> {
        let dimension = vectors.iter().flatten().next()?.len();
        let rows: Box<[Row]> = meaning_fields(entry).into_iter().map(|field| Row { field, scale: f32::NAN }).collect();
        let upper = vec![0; rows.len() * dimension].into();
        let lower = vec![0; rows.len() * dimension.div_ceil(2)].into();
        let mut found = Self { dimension, rows, upper, lower, mean: f32::NAN };
        let mut sum = vec![0.0_f64; dimension];
        let mut wide = vec![0; dimension];
        for row in 0..found.rows.len() {
            let vector = vectors.get(row).and_then(Option::as_ref).filter(|vector| vector.len() == dimension);
            let Some(vector) = vector else { continue };
            let length = length(vector);
            found.rows[row].scale = if length > 0.0 && length.is_finite() {
                let scale = quantise(vector, length, STEPS, &mut wide);
                found.pack(row, &wide);
                scale
            } else {
                0.0
            };
            if found.rows[row].field == MeaningField::Description && found.rows[row].has_direction() {
                sum.iter_mut().zip(vector).for_each(|(sum, &number)| *sum += f64::from(number) / length);
            }
        }
        let says_something = found.rows.iter().any(|row| row.field == MeaningField::Description && row.has_direction());
        if says_something {
            let length = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
            found.mean = if length > 0.0 { (1.0 / length) as f32 } else { 0.0 };
        }
        Some(found)
    }

    /// Writes them.
    pub(super) fn write(&self, out: &mut Written) {
        out.count(self.dimension);
        out.count(self.rows.len());
        for Row { field, scale } in &self.rows {
            let field = MEANING_FIELDS.iter().position(|known| known == field);
            out.count(field.unwrap_or_default());
            out.float(*scale);
        }
        out.signed(&self.upper);
        out.bytes(&self.lower);
        out.float(self.mean);
    }

    /// Those that were written so.
    pub(super) fn read(read: &mut Pieces<'_>) -> Option<Self> {
        let dimension = read.count()?;
        let mut rows = Vec::new();
        for _ in 0..read.count()? {
            rows.push(Row { field: *MEANING_FIELDS.get(read.count()?)?, scale: read.float()? });
        }
        let (upper, lower) = (read.signed()?.into_boxed_slice(), read.bytes()?.into());
        Some(Self { dimension, rows: rows.into_boxed_slice(), upper, lower, mean: read.float()? })
    }

    /// How many numbers each vector has.
    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// How near a query of the same dimension is to each text that has a direction.
    pub(crate) fn near<'a>(&'a self, query: &'a Direction) -> impl Iterator<Item = Near> + use<'a> {
        let with_direction = self.rows.iter().enumerate().filter(|(_, row)| row.has_direction());
        with_direction.map(|(text, row)| {
            let (upper, lower) = self.row(text);
            let product = dot(upper, &query.fine) * UPPER + dot_of_halves(lower, &query.fine);
            let cosine = (product as f32 * row.scale * query.fine_scale).clamp(-1.0, 1.0);
            Near { text, field: row.field, cosine }
        })
    }

    /// The cosine with the mean of what the description says, of the sum of those with each thing it says; not a number
    /// where there is no such direction.
    pub(crate) fn with_mean(&self, sum: f32) -> f32 {
        if self.mean > 0.0 { (sum * self.mean).clamp(-1.0, 1.0) } else { f32::NAN }
    }

    fn pack(&mut self, row: usize, numbers: &[i16]) {
        let half = self.dimension.div_ceil(2);
        for (place, &number) in self.upper[row * self.dimension..].iter_mut().zip(numbers) {
            *place = (number >> 4) as i8;
        }
        let lower = &mut self.lower[row * half..][..half];
        let (first, second) = numbers.split_at(half);
        lower.iter_mut().zip(first).for_each(|(place, &number)| *place = (number & 15) as u8);
        lower.iter_mut().zip(second).for_each(|(place, &number)| *place |= ((number & 15) as u8) << 4);
    }

    /// The numbers of a row.
    fn unpacked(&self, row: usize) -> impl Iterator<Item = i16> {
        let (upper, lower) = self.row(row);
        let halves = lower.iter().map(|byte| byte & 15).chain(lower.iter().map(|byte| byte >> 4));
        upper.iter().zip(halves).map(|(&upper, lower)| i16::from(upper) * UPPER as i16 + i16::from(lower))
    }

    fn row(&self, row: usize) -> (&[i8], &[u8]) {
        let half = self.dimension.div_ceil(2);
        (&self.upper[row * self.dimension..][..self.dimension], &self.lower[row * half..][..half])
    }
}

impl Row {
    /// Whether there is a vector that can be compared.
    fn has_direction(self) -> bool {
        self.scale > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, and are not.
    fn numbers(seed: u32, dimension: u32) -> Vec<f32> {
        let next = |n: u32| (n.wrapping_mul(2_654_435_761).rotate_left(seed) % 2001) as f32 / 1000.0 - 1.0;
        (1..=dimension).map(|n| next(n * (seed + 7))).collect()
    }

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let product: f64 = a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
        (product / length(a) / length(b)) as f32
    }

    #[test]
    fn cosines_are_near_the_true_ones() {
        // An odd dimension too: one number has no other half.
        for (seed, dimension) in (0..20).map(|seed| (seed, 384 - seed % 2)) {
            let (a, b) = (numbers(seed, dimension), numbers(seed + 1, dimension));
            let expected = cosine(&a, &b);
            let entry = crate::test::entry("a", "b");
            let vectors = Vectors::of(&entry, &[Some(a)]).expect("there is one");
            let query = Direction::of(&b).expect("it has a direction");
            let mut scan = Scan::default();
            scan.set(1, Some(&vectors));
            assert!((scan.cosines(1, &query)[0] - expected).abs() < 2e-3);
            assert!(scan.cosines(0, &query)[0].is_nan() && scan.cosines(1, &query)[1].is_nan());
            let near: Vec<_> = vectors.near(&query).collect();
            assert_eq!((near.len(), near[0].text, near[0].field), (1, 0, MeaningField::Whole));
            assert!((near[0].cosine - expected).abs() < 1e-4, "{} is not {expected}", near[0].cosine);
        }
    }

    #[test]
    fn the_cosine_with_the_mean_follows_from_those_with_the_sentences() {
        let entry = crate::test::entry("a", "Brews tea in a pot. Pours it into cups. Washes the pot again.");
        let said: Vec<_> = (2..5).map(|seed| numbers(seed, 384)).collect();
        let all: Vec<_> = [numbers(0, 384), numbers(1, 384)].into_iter().chain(said.clone()).map(Some).collect();
        let vectors = Vectors::of(&entry, &all).expect("there are some");
        let mut mean = vec![0.0_f32; 384];
        for sentence in &said {
            let length = length(sentence) as f32;
            mean.iter_mut().zip(sentence).for_each(|(sum, number)| *sum += number / length);
        }
        let query = numbers(9, 384);
        let direction = Direction::of(&query).expect("it has a direction");
        let near: Vec<_> = vectors.near(&direction).collect();
        assert_eq!(near.len(), 5);
        let sum = near.iter().filter(|near| near.field == MeaningField::Description).map(|near| near.cosine).sum();
        assert!((vectors.with_mean(sum) - cosine(&mean, &query)).abs() < 2e-4);
        let mut scan = Scan::default();
        scan.set(0, Some(&vectors));
        assert!((scan.cosines(0, &direction)[2] - cosine(&mean, &query)).abs() < 2e-3);
    }

    #[test]
    fn vectors_without_direction_are_told() {
        for none in [&[][..], &[0.0, 0.0], &[f32::NAN, 1.0], &[f32::INFINITY, 1.0]] {
            assert_eq!(Direction::of(none), None);
            let entry = crate::test::entry("a", "b");
            let vectors = Vectors::of(&entry, &[Some(none.to_vec()), None]).expect("one is there");
            assert!(vectors.rows.iter().all(|row| !row.has_direction()) && vectors.with_mean(1.0).is_nan());
        }
        assert!(Vectors::of(&crate::test::entry("a", "b"), &[None]).is_none());
    }
}

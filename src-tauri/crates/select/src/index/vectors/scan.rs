//! The first directions of all skills, which every query is compared with.

use super::{
    Direction, SCANNED, STEPS, Vectors,
    direction::{dot, length, nearest, quantise},
};
use crate::{
    index::bytes::{Pieces, Written},
    meaning::MeaningField,
};

/// The largest whole number of a byte with a sign.
const MOST: f32 = 127.0;

/// The first directions of all skills, in one piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    /// Of the vectors that came first; those of other models are not here and have to be looked at one by one.
    dimension: usize,
    numbers: Vec<i8>,
    /// Not a number where there is no direction.
    scales: Vec<[f32; SCANNED]>,
}

impl Scan {
    /// Takes the first directions of a skill in, or out.
    pub(crate) fn set(&mut self, slot: u32, vectors: Option<&Vectors>) {
        let slot = slot as usize;
        let Some(vectors) = vectors else {
            if let Some(scales) = self.scales.get_mut(slot) {
                *scales = [f32::NAN; SCANNED];
            }
            return;
        };
        if self.dimension == 0 {
            self.dimension = vectors.dimension;
        }
        if slot >= self.scales.len() {
            self.scales.resize(slot + 1, [f32::NAN; SCANNED]);
            self.numbers.resize((slot + 1) * SCANNED * self.dimension, 0);
        }
        self.scales[slot] = [f32::NAN; SCANNED];
        if vectors.dimension != self.dimension {
            return;
        }
        let numbers = &mut self.numbers[slot * SCANNED * self.dimension..][..SCANNED * self.dimension];
        let (of_rows, of_mean) = numbers.split_at_mut((SCANNED - 1) * self.dimension);
        let [scales @ .., mean] = &mut self.scales[slot];
        let steps = STEPS / MOST;
        for (row, (numbers, scale)) in of_rows.chunks_exact_mut(self.dimension).zip(scales).enumerate() {
            for (place, number) in numbers.iter_mut().zip(vectors.unpacked(row)) {
                *place = nearest(f32::from(number) / steps) as i8;
            }
            *scale = if vectors.rows[row].has_direction() { vectors.rows[row].scale * steps } else { f32::NAN };
        }
        *mean = vectors.mean_in_bytes(of_mean).unwrap_or(f32::NAN);
    }

    /// Writes them.
    pub(in crate::index) fn write(&self, out: &mut Written) {
        out.count(self.dimension);
        out.signed(&self.numbers);
        out.count(self.scales.len());
        self.scales.as_flattened().iter().for_each(|scale| out.float(*scale));
    }

    /// Those that were written so.
    pub(in crate::index) fn read(read: &mut Pieces<'_>) -> Option<Self> {
        let (dimension, numbers) = (read.count()?, read.signed()?);
        let mut scales = Vec::new();
        for _ in 0..read.count()? {
            let mut of_one = [f32::NAN; SCANNED];
            for scale in &mut of_one {
                *scale = read.float()?;
            }
            scales.push(of_one);
        }
        (numbers.len() == scales.len() * SCANNED * dimension).then_some(Self { dimension, numbers, scales })
    }

    /// Gives back the room that growing took beyond what is needed.
    pub(crate) fn shrink(&mut self) {
        self.numbers.shrink_to_fit();
        self.scales.shrink_to_fit();
    }

    /// The cosines of a skill's first directions with a query, within about 0.0005; not a number where there is none.
    pub(crate) fn cosines(&self, slot: u32, query: &Direction) -> [f32; SCANNED] {
        let slot = slot as usize;
        let mut cosines = [f32::NAN; SCANNED];
        if query.dimension() != self.dimension || slot >= self.scales.len() {
            return cosines;
        }
        let numbers = &self.numbers[slot * SCANNED * self.dimension..][..SCANNED * self.dimension];
        let directions = numbers.chunks_exact(self.dimension).zip(self.scales[slot]);
        for (cosine, (numbers, scale)) in cosines.iter_mut().zip(directions) {
            if !scale.is_nan() {
                *cosine = (dot(numbers, &query.coarse) as f32 * scale * query.coarse_scale).clamp(-1.0, 1.0);
            }
        }
        cosines
    }
}

impl Vectors {
    /// Writes the mean of what the description says; what to multiply its numbers by, if it has a direction.
    fn mean_in_bytes(&self, numbers: &mut [i8]) -> Option<f32> {
        let mut sum = vec![0.0_f32; self.dimension];
        let said = self.rows.iter().enumerate().filter(|(_, row)| row.field == MeaningField::Description);
        for (number, row) in said.filter(|(_, row)| row.has_direction()) {
            sum.iter_mut().zip(self.unpacked(number)).for_each(|(sum, of)| *sum += f32::from(of) * row.scale);
        }
        let length = length(&sum);
        if length == 0.0 {
            return None;
        }
        let mut wide = vec![0; self.dimension];
        let scale = quantise(&sum, length, MOST, &mut wide);
        numbers.iter_mut().zip(wide).for_each(|(place, number)| *place = number as i8);
        Some(scale)
    }
}

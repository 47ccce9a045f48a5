//! The direction of a query, and how two rows of whole numbers are multiplied.

/// The largest whole number of twelve bits, a little more than there is: what their halves come to apart.
const FINE: f32 = 2064.0;

/// The largest whole number of a byte.
const COARSE: f32 = 128.0;

/// The direction of a query, ready to be compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Direction {
    /// For comparing with twelve bits a number.
    pub(super) fine: Vec<i16>,
    pub(super) fine_scale: f32,
    /// For comparing with one byte a number: finer than `fine`, since the other side is coarser.
    pub(super) coarse: Vec<i16>,
    pub(super) coarse_scale: f32,
}

impl Direction {
    /// `None` if the vector has no direction.
    pub(crate) fn of(vector: &[f32]) -> Option<Self> {
        let length = length(vector);
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let (mut fine, mut coarse) = (vec![0; vector.len()], vec![0; vector.len()]);
        let fine_scale = quantise(vector, length, steps(vector.len(), FINE), &mut fine);
        let coarse_scale = quantise(vector, length, steps(vector.len(), COARSE), &mut coarse);
        Some(Self { fine, fine_scale, coarse, coarse_scale })
    }

    /// How many numbers it has.
    pub(crate) fn dimension(&self) -> usize {
        self.fine.len()
    }
}

/// The largest whole number of the query, for sums of products with whole numbers up to `others` that fit 32 bits.
fn steps(dimension: usize, others: f32) -> f32 {
    (i32::MAX as f32 / others / dimension as f32).floor().min(32_000.0)
}

/// Writes a vector as whole numbers up to `steps`; gives back what to multiply them by for length 1.
pub(super) fn quantise(vector: &[f32], length: f64, steps: f32, numbers: &mut [i16]) -> f32 {
    let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    for (place, number) in numbers.iter_mut().zip(vector) {
        *place = nearest(number / largest * steps) as i16;
    }
    (f64::from(largest) / f64::from(steps) / length) as f32
}

/// Written so that the compiler makes eight products at a time on every processor: measured, 21 ns for 384 bytes; as a
/// plain sum 53, in other shapes up to 450.
pub(super) fn dot<A: Copy + Into<i32>>(a: &[A], b: &[i16]) -> i32 {
    const TOGETHER: usize = 32;
    let (a, a_rest) = a.as_chunks::<TOGETHER>();
    let (b, b_rest) = b.as_chunks::<TOGETHER>();
    let mut all = 0;
    for (a, b) in a.iter().zip(b) {
        let mut sum = 0;
        for place in 0..TOGETHER {
            sum += a[place].into() * i32::from(b[place]);
        }
        all += sum;
    }
    all + a_rest.iter().zip(b_rest).map(|(&a, &b)| a.into() * i32::from(b)).sum::<i32>()
}

/// The same of numbers below 16, two in a byte: the lower halves of the bytes with the first half of `b`, the upper ones
/// with the rest.
pub(super) fn dot_of_halves(a: &[u8], b: &[i16]) -> i32 {
    const TOGETHER: usize = 32;
    let (first, second) = b.split_at(a.len());
    let mut all = 0;
    let chunks = a.as_chunks::<TOGETHER>().0.iter().zip(first.as_chunks::<TOGETHER>().0);
    for ((a, first), second) in chunks.zip(second.as_chunks::<TOGETHER>().0) {
        let mut sum = 0;
        for place in 0..TOGETHER {
            sum += i32::from(a[place] & 15) * i32::from(first[place]);
            sum += i32::from(a[place] >> 4) * i32::from(second[place]);
        }
        all += sum;
    }
    // The second half is shorter by one where the dimension is odd.
    for place in second.len() / TOGETHER * TOGETHER..a.len() {
        all += i32::from(a[place] & 15) * i32::from(first[place]);
        all += second.get(place).map_or(0, |&number| i32::from(a[place] >> 4) * i32::from(number));
    }
    all
}

/// The nearest whole number, halves away from 0; `f32::round` is a call on processors without an instruction for it.
pub(super) fn nearest(number: f32) -> i32 {
    (number + 0.5_f32.copysign(number)) as i32
}

pub(super) fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt()
}

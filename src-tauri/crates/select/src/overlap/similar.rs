//! How alike two descriptions are, once they are taken apart into terms.

/// Weight of the vectors' cosine; the terms' has the rest.
const MEANING_WEIGHT: f32 = 0.6;

/// A description taken apart.
pub(super) struct Document<'a> {
    /// Its terms by number, rising.
    pub(super) terms: Vec<u32>,
    /// The length of its vector of terms.
    pub(super) norm: f32,
    /// The skill's vector, where it is used, and its length.
    pub(super) vector: Option<(&'a [f32], f32)>,
}

/// The terms two rising lists share.
pub(super) fn shared<'a>(a: &'a [u32], b: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    let mut rest = b;
    a.iter().copied().filter(move |term| {
        rest = &rest[rest.partition_point(|other| other < term)..];
        rest.first() == Some(term)
    })
}

/// The similarity of two skills whose terms' vectors have this product.
pub(super) fn mixed(a: &Document<'_>, b: &Document<'_>, product: f32) -> f32 {
    let lengths = a.norm * b.norm;
    let words = if lengths > 0.0 { (product / lengths).min(1.0) } else { 0.0 };
    match (a.vector, b.vector) {
        (Some((a, a_length)), Some((b, b_length))) if a.len() == b.len() => {
            let meaning = (dot(a, b) / (a_length * b_length)).clamp(0.0, 1.0);
            MEANING_WEIGHT * meaning + (1.0 - MEANING_WEIGHT) * words
        }
        _ => words,
    }
}

/// A vector with its length; none where it has none to be divided by.
pub(super) fn with_length(vector: &[f32]) -> Option<(&[f32], f32)> {
    let length = dot(vector, vector).sqrt();
    (length.is_finite() && length > 0.0).then_some((vector, length))
}

/// Eight sums side by side, which the compiler turns into vector instructions.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_eights.iter().zip(b_eights) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// A word as it would stand within a sentence: without a capital that only a sentence's start gave it.
pub(super) fn within_a_sentence(word: &str) -> String {
    let is_capitalised = word.chars().skip(1).any(char::is_lowercase) && !word.chars().skip(1).any(char::is_uppercase);
    if is_capitalised { word.to_lowercase() } else { word.to_owned() }
}

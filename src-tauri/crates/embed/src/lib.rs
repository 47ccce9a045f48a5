//! Text to vectors: the embedding model, where its files are, and one background thread that runs it.
//!
//! Two halves. [`MiniLm`] turns text into 384 floats with the bundled model, from files that [`Assets`] has found and
//! checked. [`Embedder`] owns any [`Embed`] on a thread of its own: queries go ahead of background batches, batches
//! report as they go and can be cancelled and resumed, and a panic in the model is an error and not the end.
//!
//! What is embedded, when, and where the vectors are kept is decided by the caller: nothing here knows a skill, a
//! library or a content hash. Nothing here downloads anything, and what runs the model reports nothing ([`keep_runtime_quiet`]).

mod assets;
mod embedder;
mod error;
mod minilm;
mod quiet;
mod recent;

pub use assets::{ASSETS_VARIABLE, Assets, cache_dir};
pub use embedder::{BatchHandle, Embedder, Job, Progress, State, Update};
pub use error::Error;
pub use minilm::MiniLm;
pub use quiet::keep_runtime_quiet;

/// Id of the bundled model; it stands beside every vector the model made.
pub const MODEL_ID: &str = "all-MiniLM-L6-v2-int8-dynamic";

/// Length of the bundled model's vectors.
pub const DIMENSIONS: usize = 384;

/// Something that turns texts into vectors: the bundled model, another one, or a deterministic stand-in in a test.
pub trait Embed: Send {
    /// Id of the model, kept beside each vector: vectors of two models are never compared.
    fn model(&self) -> &str;

    /// One vector a text, in the order of `texts`.
    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error>;

    /// How many texts of a batch it is best given together. A query waits for as many at most.
    fn at_once(&self) -> usize {
        1
    }

    /// Whether it keeps much more memory, since it was loaded, than a query needs.
    fn is_swollen(&self) -> bool {
        false
    }
}

/// `vector` scaled to length one; a vector of zeros is left as it is.
pub fn normalized(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        for x in &mut vector {
            *x /= length;
        }
    }
    vector
}

/// Cosine of two vectors of length one, which is their dot product.
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

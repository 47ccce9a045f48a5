//! What can go wrong between a text and its vector.

use std::path::PathBuf;

/// Messages are fragments that fit after "failed to embed: ".
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of the model or ONNX Runtime is in none of the folders that were looked in.
    #[error("{name} is missing (looked in {}); download it in Settings > Semantic search, or copy it there", list(.folders))]
    AssetMissing {
        /// File name, such as `model-int8.onnx`.
        name: String,
        /// Folders that were looked in, first choice first.
        folders: Vec<PathBuf>,
    },
    /// A file is there but is not the pinned one: an interrupted download, a damaged disk or a different version.
    #[error("{} isn't the expected file ({reason}); download it again in Settings > Semantic search", .path.display())]
    AssetCorrupt {
        /// The file.
        path: PathBuf,
        /// How it differs, such as `5 bytes instead of 22935267`.
        reason: String,
    },
    /// A file is there and cannot be read.
    #[error("{} can't be read", .path.display())]
    AssetUnreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// ONNX Runtime's library could not be loaded.
    #[error("ONNX Runtime at {} can't be loaded", .path.display())]
    Runtime {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// ONNX Runtime would report to its maker: a bug of the program that loads it.
    #[error("ONNX Runtime wasn't started because it could send telemetry: {variable} isn't set to 1")]
    RuntimeReports {
        /// The variable that stops it.
        variable: &'static str,
    },
    /// The model or its tokenizer could not be loaded.
    #[error("the embedding model can't be loaded")]
    Model(#[source] fastembed::Error),
    /// The model refused a text.
    #[error("the embedding model failed")]
    Inference(#[source] fastembed::Error),
    /// The model answered with another number of vectors than it was given texts.
    #[error("the embedding model returned {vectors} vectors for {texts} texts")]
    WrongCount {
        /// Texts given.
        texts: usize,
        /// Vectors returned.
        vectors: usize,
    },
    /// The model's code panicked; the worker has dropped the model and will load it again at the next text.
    #[error("the embedding model crashed: {0}")]
    Panicked(String),
    /// The embedder is shutting down.
    #[error("the embedder has stopped")]
    Stopped,
}

fn list(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

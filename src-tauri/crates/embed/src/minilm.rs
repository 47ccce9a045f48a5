//! The bundled model, all-MiniLM-L6-v2 in int8, run by ONNX Runtime through fastembed.

use parking_lot::Mutex;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use fastembed::{InitOptionsUserDefined, Pooling, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel};
use ort::environment::Environment;

use crate::{Assets, Embed, Error, MODEL_ID, quiet};

/// Word pieces of a text that count; what comes after is cut off.
const MAX_LENGTH: usize = 256;

/// Bytes of a text from which on the runtime's arena, which keeps what the longest text took, is worth giving back: a
/// query of this length leaves some 3 MiB in it, a text of `MAX_LENGTH` word pieces 26.
const LONG_TEXT: usize = 400;

/// Texts that each thread is given at once: they differ in length, and nobody is to wait for the longest alone.
const SHARE: usize = 8;

/// The model in memory. Runs on one thread, so that the window keeps the other cores, unless it is told to use more.
pub struct MiniLm {
    assets: Assets,
    /// One for each thread that had something to do so far.
    models: Vec<TextEmbedding>,
    threads: usize,
    /// Bytes of the longest text so far.
    longest: usize,
}

impl MiniLm {
    /// Checks the files and loads them; takes about 0.2 s, so call it off the window's threads.
    pub fn load(assets: &Assets) -> Result<Self, Error> {
        assets.verify()?;
        // One text at a time is not worth a pool of threads, each with memory of its own.
        tokenizers::utils::parallelism::set_parallelism(false);
        Ok(Self { models: vec![model(assets)?], assets: assets.clone(), threads: 1, longest: 0 })
    }

    /// Has it embed many texts on up to so many threads, each with a model of its own once it is needed. A vector is the same
    /// whichever made it.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }
}

impl Embed for MiniLm {
    fn model(&self) -> &str {
        MODEL_ID
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        self.longest = texts.iter().map(String::len).fold(self.longest, usize::max);
        while self.models.len() < self.threads.min(texts.len()) {
            self.models.push(model(&self.assets)?);
        }
        let next = AtomicUsize::new(0);
        let embed_some = |model: &mut TextEmbedding| {
            let mut done = Vec::new();
            while let Some((at, text)) = take(&next, texts) {
                done.push((at, one(model, text)?));
            }
            Ok(done)
        };
        let [first, others @ ..] = self.models.as_mut_slice() else { return Err(Error::Stopped) };
        let parts: Vec<Result<_, Error>> = thread::scope(|scope| {
            let embed_some = &embed_some;
            let threads: Vec<_> = others.iter_mut().map(|model| scope.spawn(move || embed_some(model))).collect();
            let mut parts = vec![embed_some(first)];
            for thread in threads {
                parts.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            parts
        });
        let mut done: Vec<(usize, Vec<f32>)> =
            parts.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        done.sort_unstable_by_key(|(at, _)| *at);
        Ok(done.into_iter().map(|(_, vector)| vector).collect())
    }

    fn at_once(&self) -> usize {
        if self.threads == 1 { 1 } else { self.threads * SHARE }
    }

    fn is_swollen(&self) -> bool {
        self.longest > LONG_TEXT
    }
}

fn take<'a>(next: &AtomicUsize, texts: &'a [String]) -> Option<(usize, &'a String)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, texts.get(at)?))
}

/// The vector of one text. What is embedded together is quantised together, so that each text would change the others'
/// vectors.
fn one(model: &mut TextEmbedding, text: &String) -> Result<Vec<f32>, Error> {
    let mut vectors = model.embed(std::slice::from_ref(text), None).map_err(Error::Inference)?;
    let vectors_made = vectors.len();
    vectors.pop().filter(|_| vectors_made == 1).ok_or(Error::WrongCount { texts: 1, vectors: vectors_made })
}

fn model(assets: &Assets) -> Result<TextEmbedding, Error> {
    let environment = environment(&assets.runtime)?;
    let model =
        UserDefinedEmbeddingModel::new(read(&assets.model)?, tokenizer(&assets.tokenizer)?).with_pooling(Pooling::Mean);
    let options =
        InitOptionsUserDefined::new().with_environment(environment).with_max_length(MAX_LENGTH).with_intra_threads(1);
    TextEmbedding::try_new_from_user_defined(model, options).map_err(Error::Model)
}

/// ONNX Runtime allows one environment a process and cannot be unloaded: the first library that loads is kept.
fn environment(runtime: &Path) -> Result<Environment, Error> {
    static LOADED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut loaded = LOADED.lock();
    if let Some(environment) = loaded.as_ref() {
        return Ok(environment.clone());
    }
    quiet::check()?;
    let environment = started(runtime).map_err(|source| Error::Runtime { path: runtime.to_path_buf(), source })?;
    *loaded = Some(environment.clone());
    Ok(environment)
}

fn started(runtime: &Path) -> Result<Environment, Box<dyn std::error::Error + Send + Sync>> {
    Ok(ort::init_from(runtime)?.with_telemetry(false).build()?)
}

/// The tokenizer's own file carries everything; the three files that usually stand beside it are what
/// all-MiniLM-L6-v2 publishes, as far as fastembed reads them.
fn tokenizer(path: &Path) -> Result<TokenizerFiles, Error> {
    Ok(TokenizerFiles {
        tokenizer_file: read(path)?,
        config_file: br#"{"pad_token_id": 0}"#.to_vec(),
        special_tokens_map_file: b"{}".to_vec(),
        tokenizer_config_file: br#"{"model_max_length": 512, "pad_token": "[PAD]"}"#.to_vec(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|source| Error::AssetUnreadable { path: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ASSETS_VARIABLE, DIMENSIONS, cosine};

    /// The model where it is installed; its absence is fine unless the environment promises it.
    fn installed() -> Option<MiniLm> {
        let assets = Assets::locate(None);
        if assets.is_err() && std::env::var_os(ASSETS_VARIABLE).is_none() {
            return None;
        }
        Some(MiniLm::load(&assets.unwrap()).unwrap())
    }

    #[test]
    fn meaning_is_seen_and_a_vector_does_not_depend_on_its_batch() {
        let Some(mut model) = installed() else { return };
        let texts = [
            "I smell gas in the kitchen",
            "Handle a suspected gas leak: evacuate, ventilate, shut the valve, call the emergency line",
            "Write a commit message from the staged changes",
            "",
            &"a very long text ".repeat(400),
        ]
        .map(str::to_owned);
        let together = model.embed(&texts).unwrap();
        for (text, vector) in texts.iter().zip(&together) {
            let alone = model.embed(std::slice::from_ref(text)).unwrap().remove(0);
            assert_eq!(alone.len(), DIMENSIONS);
            assert!((cosine(&alone, &alone) - 1.0).abs() < 1e-5, "length one: {text:.20}");
            assert_eq!(&alone, vector, "{text:.20}");
        }
        assert!(model.is_swollen(), "the long text's memory is kept");
        let many = model.embed(&texts).unwrap();
        let mut model = model.on_threads(3);
        assert_eq!((model.at_once() > 1, model.embed(&texts).unwrap()), (true, many), "whichever thread made them");
        assert_eq!(model.models.len(), 3);
        let [query, leak, commit] = [0, 1, 2].map(|index| &together[index]);
        assert!(cosine(query, leak) > cosine(query, commit) + 0.2);
        assert_eq!(model.model(), MODEL_ID);

        let again = MiniLm::load(&Assets::locate(None).unwrap()).map(drop);
        assert!(again.is_ok(), "ONNX Runtime's one environment serves a second model");
    }
}

//! The bundled model, all-MiniLM-L6-v2 in int8, run by ONNX Runtime: word pieces in, the mean of what comes out for them.

use parking_lot::Mutex;
use std::fs;
use std::path::Path;

use ort::environment::Environment;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use ort::session::{RunOptions, Session};
use ort::value::Tensor;
use tokenizers::{Encoding, Tokenizer, TruncationParams};

use crate::{Assets, DIMENSIONS, Embed, Error, MODEL_ID, normalized};

/// Word pieces of a text that count; what comes after is cut off.
const MAX_LENGTH: usize = 256;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// The model in memory. Runs on one thread, so that the window keeps the other cores.
pub struct MiniLm {
    session: Session,
    tokenizer: Tokenizer,
}

impl MiniLm {
    /// Checks the files and loads them; takes about 0.2 s, so call it off the window's threads.
    pub fn load(assets: &Assets) -> Result<Self, Error> {
        assets.verify()?;
        let environment = environment(&assets.runtime)?;
        let session = session(&environment, &read(&assets.model)?).map_err(Error::Model)?;
        let tokenizer = tokenizer(&read(&assets.tokenizer)?).map_err(Error::Model)?;
        Ok(Self { session, tokenizer })
    }

    fn vector(&mut self, text: &str) -> Result<Vec<f32>, AnyError> {
        let pieces = self.tokenizer.encode(text, true)?;
        let inputs = inputs(&pieces)?;
        let outputs = self.session.run(inputs)?;
        let (_, of_pieces) = outputs[0].try_extract_tensor::<f32>()?;
        let mut sum = vec![0.0; DIMENSIONS];
        for of_piece in of_pieces.chunks_exact(DIMENSIONS) {
            sum.iter_mut().zip(of_piece).for_each(|(sum, number)| *sum += number);
        }
        Ok(normalized(sum))
    }

    /// The shortest text there is, after which the runtime frees all that the longer ones took.
    fn shrink(&mut self) -> Result<(), AnyError> {
        let mut options = RunOptions::new()?;
        options.set("memory.enable_memory_arena_shrinkage", "cpu:0")?;
        let pieces = self.tokenizer.encode("", true)?;
        self.session.run_with_options(inputs(&pieces)?, &options)?;
        Ok(())
    }
}

impl Embed for MiniLm {
    fn model(&self) -> &str {
        MODEL_ID
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        // One by one: what is embedded together is quantised together, so that each text would change the others' vectors.
        texts.iter().map(|text| self.vector(text).map_err(Error::Inference)).collect()
    }

    fn rest(&mut self) {
        // Memory that is not given back costs nothing but memory.
        let _kept = self.shrink();
    }
}

/// Texts are of any length. A plan of the memory for each length, which the runtime makes by default, takes memory and no
/// less time.
fn session(environment: &Environment, model: &[u8]) -> Result<Session, AnyError> {
    let told = |error: ort::Error<SessionBuilder>| error.to_string();
    let mut builder = Session::builder(environment)?
        .with_optimization_level(GraphOptimizationLevel::Level3)
        .map_err(told)?
        .with_intra_threads(1)
        .map_err(told)?
        .with_memory_pattern(false)
        .map_err(told)?;
    Ok(builder.commit_from_memory(model)?)
}

/// As its file has it, but for the length: texts are cut where the model's memory ends, and never filled up.
fn tokenizer(file: &[u8]) -> Result<Tokenizer, AnyError> {
    let mut tokenizer = Tokenizer::from_bytes(file)?;
    tokenizer.with_padding(None);
    tokenizer.with_truncation(Some(TruncationParams { max_length: MAX_LENGTH, ..TruncationParams::default() }))?;
    Ok(tokenizer)
}

/// One text, as the model takes it.
fn inputs(pieces: &Encoding) -> Result<Vec<(&'static str, Tensor<i64>)>, AnyError> {
    let tensor = |numbers: &[u32]| {
        let numbers: Vec<i64> = numbers.iter().copied().map(i64::from).collect();
        Tensor::from_array(([1, numbers.len()], numbers))
    };
    Ok(vec![
        ("input_ids", tensor(pieces.get_ids())?),
        ("attention_mask", tensor(pieces.get_attention_mask())?),
        ("token_type_ids", tensor(pieces.get_type_ids())?),
    ])
}

/// ONNX Runtime allows one environment a process and cannot be unloaded: the first library that loads is kept.
fn environment(runtime: &Path) -> Result<Environment, Error> {
    static LOADED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut loaded = LOADED.lock();
    if let Some(environment) = loaded.as_ref() {
        return Ok(environment.clone());
    }
    let environment = started(runtime).map_err(|source| Error::Runtime { path: runtime.to_path_buf(), source })?;
    *loaded = Some(environment.clone());
    Ok(environment)
}

fn started(runtime: &Path) -> Result<Environment, Box<dyn std::error::Error + Send + Sync>> {
    Ok(ort::init_from(runtime)?.with_telemetry(false).build()?)
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
        let [query, leak, commit] = [0, 1, 2].map(|index| &together[index]);
        assert!(cosine(query, leak) > cosine(query, commit) + 0.2);
        assert_eq!(model.model(), MODEL_ID);

        model.rest();
        assert_eq!(model.embed(&texts).unwrap(), together, "as before it rested");

        let again = MiniLm::load(&Assets::locate(None).unwrap()).map(drop);
        assert!(again.is_ok(), "ONNX Runtime's one environment serves a second model");
    }
}

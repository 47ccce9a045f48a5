//! Vectors of many texts, made once by the bundled model and kept in the cache folder by the text's hash, so that
//! measuring again takes seconds.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

use studio_embed::{Assets, DIMENSIONS, Embed, MODEL_ID, MiniLm};
use studio_text::sha256_hex;

/// Digits of a hash.
const HASH: usize = 64;
/// Bytes of a hash with its vector in the file.
const RECORD: usize = HASH + DIMENSIONS * 4;
/// Texts embedded between two times the file is written, so that an interrupted run loses little.
const KEPT_TOGETHER: usize = 2_000;

/// Vectors by text.
pub(crate) struct Vectors {
    by_hash: HashMap<String, Vec<f32>>,
    file: Option<PathBuf>,
    /// How many were not kept from before.
    made: usize,
}

impl Vectors {
    /// The vectors of these texts: those kept, the others made now, two at a time where there are processors for it.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, Box<dyn std::error::Error>> {
        let file = studio_embed::cache_dir().map(|cache| cache.join("bench").join(format!("{MODEL_ID}.vectors")));
        let by_hash = file.as_deref().map(read).unwrap_or_default();
        let mut vectors = Self { by_hash, file, made: 0 };
        let mut seen = HashSet::new();
        let missing: Vec<(String, &str)> = texts
            .into_iter()
            .filter(|text| seen.insert(*text))
            .map(|text| (sha256_hex(text.as_bytes()), text))
            .filter(|(hash, _)| !vectors.by_hash.contains_key(hash))
            .collect();
        if missing.is_empty() {
            return Ok(vectors);
        }
        let assets = Assets::locate(None)?;
        for part in missing.chunks(KEPT_TOGETHER) {
            vectors.by_hash.extend(embedded(&assets, part)?);
            vectors.made += part.len();
            vectors.write()?;
        }
        Ok(vectors)
    }

    /// The vector of a text that was among those asked for.
    pub(crate) fn get(&self, text: &str) -> Option<&[f32]> {
        self.by_hash.get(&sha256_hex(text.as_bytes())).map(Vec::as_slice)
    }

    /// How many were made now.
    pub(crate) fn made(&self) -> usize {
        self.made
    }

    /// Writes all of them beside the old file and then in its place: two runs at once cost vectors, never their sense.
    fn write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let folder = file.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder)?;
        let mut bytes = Vec::with_capacity(self.by_hash.len() * RECORD);
        for (hash, vector) in &self.by_hash {
            bytes.extend_from_slice(hash.as_bytes());
            bytes.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
        }
        let beside = folder.join(format!("{MODEL_ID}.{}.part", std::process::id()));
        fs::write(&beside, bytes)?;
        fs::rename(&beside, file)
    }
}

/// What is kept; a file that is not there or not whole gives what can be had of it.
fn read(file: &Path) -> HashMap<String, Vec<f32>> {
    let bytes = fs::read(file).unwrap_or_default();
    let records = bytes.chunks_exact(RECORD).filter_map(|record| {
        let (hash, numbers) = record.split_at(HASH);
        let vector =
            numbers.chunks_exact(4).map(|number| f32::from_le_bytes([number[0], number[1], number[2], number[3]]));
        Some((String::from_utf8(hash.to_vec()).ok()?, vector.collect()))
    });
    records.collect()
}

/// Each text by itself, as the studio embeds: a text's vector differs a little with what is embedded beside it.
fn embedded(assets: &Assets, texts: &[(String, &str)]) -> Result<Vec<(String, Vec<f32>)>, studio_embed::Error> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut model = MiniLm::load(assets)?;
        let mut found = Vec::new();
        while let Some((hash, text)) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut vectors = model.embed(&[(*text).to_owned()])?;
            found.extend(vectors.pop().map(|vector| (hash.clone(), vector)));
        }
        Ok(found)
    };
    thread::scope(|scope| {
        let beside = scope.spawn(work);
        let mut found = work()?;
        found.extend(beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_read_as_they_were_written_and_a_torn_end_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("of/a/model.vectors");
        let vector: Vec<f32> = (0..DIMENSIONS).map(|number| number as f32 / 7.0).collect();
        let by_hash = HashMap::from([(sha256_hex(b"one"), vector.clone()), (sha256_hex(b"two"), vector.clone())]);
        let vectors = Vectors { by_hash: by_hash.clone(), file: Some(file.clone()), made: 2 };
        vectors.write().unwrap();
        assert_eq!(read(&file), by_hash);
        assert_eq!((vectors.get("two"), vectors.get("three")), (Some(&*vector), None));
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() - 1]).unwrap();
        assert_eq!(read(&file).len(), 1);
        assert!(read(Path::new("no/such/file")).is_empty());
    }
}

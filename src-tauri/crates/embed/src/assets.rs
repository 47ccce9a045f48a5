//! The three files the bundled model needs: where they are, and whether they are the right ones.
//!
//! `studio-model-files` pins each file by size and SHA-256. A file that was hashed once is remembered by size and
//! modification time in a stamp beside it, so that later starts read only the metadata.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use studio_model_files::{Pin, pins, sha256_of};

use crate::Error;

/// Environment variable that names the folder of the three files; when set, no other folder is looked in.
pub const ASSETS_VARIABLE: &str = "SKILL_STUDIO_ASSETS";

const MODEL: &str = "model-int8.onnx";
const TOKENIZER: &str = "tokenizer.json";
const STAMP: &str = ".verified.json";

/// Paths of the model, its tokenizer and ONNX Runtime, all in one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assets {
    /// ONNX Runtime's shared library.
    pub runtime: PathBuf,
    /// The model's graph with its weights.
    pub model: PathBuf,
    /// The model's tokenizer.
    pub tokenizer: PathBuf,
}

impl Assets {
    /// Finds the files: in the folder that `SKILL_STUDIO_ASSETS` names and nowhere else when it is set, otherwise in
    /// `resources` (the folder an installed studio ships them in) and then in the user's cache folder.
    pub fn locate(resources: Option<&Path>) -> Result<Self, Error> {
        let shipped = resources.filter(|_| named_folder().is_none()).map(Path::to_path_buf);
        let folders: Vec<PathBuf> = shipped.into_iter().chain(Self::own_folder()).collect();
        Self::among(&folders)
    }

    /// The folder that files which are fetched go into: the one that `SKILL_STUDIO_ASSETS` names, otherwise one in the
    /// user's cache folder. None where there is no such folder.
    pub fn own_folder() -> Option<PathBuf> {
        named_folder().or_else(|| cache_dir().map(|cache| cache.join(studio_model_files::FOLDER)))
    }

    /// The files' names on this platform.
    pub fn names() -> [&'static str; 3] {
        [MODEL, TOKENIZER, runtime_name()]
    }

    /// The first of `folders` that holds all three files; the error names a file missing from the last folder.
    pub fn among(folders: &[PathBuf]) -> Result<Self, Error> {
        let mut missing = MODEL;
        for folder in folders {
            match Self::names().into_iter().find(|name| !folder.join(name).is_file()) {
                Some(name) => missing = name,
                None => return Ok(Self::within(folder)),
            }
        }
        Err(Error::AssetMissing { name: missing.to_owned(), folders: folders.to_vec() })
    }

    fn within(folder: &Path) -> Self {
        Self { runtime: folder.join(runtime_name()), model: folder.join(MODEL), tokenizer: folder.join(TOKENIZER) }
    }

    /// Checks size and SHA-256 of each file against its pin. Files hashed before and unchanged since are only looked
    /// at; on a platform without a pinned ONNX Runtime that one file is taken as it is.
    pub fn verify(&self) -> Result<(), Error> {
        let stamp = self.model.with_file_name(STAMP);
        let known = read_stamp(&stamp);
        let mut checked = HashMap::new();
        for path in [&self.model, &self.tokenizer, &self.runtime] {
            let Some(pin) = pin_of(path) else { continue };
            let mark = check_size(path, pin)?;
            if known.get(&pin.name) != Some(&mark) {
                check_hash(path, pin)?;
            }
            checked.insert(pin.name.clone(), mark);
        }
        if checked != known {
            // A read-only folder keeps no stamp: its files are hashed at every start, which is slower and as right.
            let _ = fs::write(&stamp, serde_json::json!(checked).to_string());
        }
        Ok(())
    }
}

fn named_folder() -> Option<PathBuf> {
    std::env::var_os(ASSETS_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The studio's cache folder, which outlives a build: `$XDG_CACHE_HOME/skill-studio` or `~/.cache/skill-studio`.
pub fn cache_dir() -> Option<PathBuf> {
    let named = |variable| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_CACHE_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .or_else(|| named("LOCALAPPDATA"))?;
    Some(base.join("skill-studio"))
}

/// Name of ONNX Runtime's library on this platform.
fn runtime_name() -> &'static str {
    match std::env::consts::OS {
        "windows" => "onnxruntime.dll",
        "macos" => "libonnxruntime.dylib",
        _ => "libonnxruntime.so",
    }
}

fn pin_of(path: &Path) -> Option<&'static Pin> {
    pins().iter().find(|pin| path.file_name().is_some_and(|name| name == pin.name.as_str()))
}

/// Checks the size, and answers with the mark (`hash size mtime`) a verified file of this size and time carries.
fn check_size(path: &Path, pin: &Pin) -> Result<String, Error> {
    let unreadable = |source| Error::AssetUnreadable { path: path.to_path_buf(), source };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.len() != pin.size {
        let reason = format!("{} bytes instead of {}", metadata.len(), pin.size);
        return Err(Error::AssetCorrupt { path: path.to_path_buf(), reason });
    }
    let modified = metadata.modified().map_err(unreadable)?;
    let modified = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    Ok(format!("{} {} {modified}", pin.sha256, pin.size))
}

fn check_hash(path: &Path, pin: &Pin) -> Result<(), Error> {
    let found = sha256_of(path).map_err(|source| Error::AssetUnreadable { path: path.to_path_buf(), source })?;
    if found == pin.sha256 {
        return Ok(());
    }
    let reason = format!("sha256 {found} instead of {}", pin.sha256);
    Err(Error::AssetCorrupt { path: path.to_path_buf(), reason })
}

fn read_stamp(path: &Path) -> HashMap<String, String> {
    let Ok(text) = fs::read_to_string(path) else { return HashMap::new() };
    let Ok(serde_json::Value::Object(marks)) = serde_json::from_str(&text) else { return HashMap::new() };
    marks.into_iter().filter_map(|(name, mark)| Some((name, mark.as_str()?.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        folder
    }

    #[test]
    fn pins_cover_the_model_and_carry_its_id() {
        assert_eq!(studio_model_files::model(), crate::MODEL_ID);
        for name in [MODEL, TOKENIZER] {
            let pin = pin_of(Path::new(name)).unwrap();
            assert!(pin.size > 0 && pin.sha256.len() == 64, "{name}");
        }
    }

    #[test]
    fn the_first_complete_folder_is_taken_and_a_missing_file_is_named() {
        let partial = folder_with(&[(MODEL, b"x")]);
        let complete = folder_with(&[(MODEL, b"x"), (TOKENIZER, b"x"), (runtime_name(), b"x")]);
        let folders = [partial.path().to_path_buf(), complete.path().to_path_buf()];
        assert_eq!(Assets::among(&folders).unwrap(), Assets::within(complete.path()));

        let message = Assets::among(&folders[..1]).unwrap_err().to_string();
        assert!(message.contains(TOKENIZER) && message.contains(&partial.path().display().to_string()), "{message}");
        assert!(message.contains("Settings") && !message.contains("cargo"), "{message}");
    }

    #[test]
    fn a_truncated_or_changed_file_is_refused_by_name() {
        let folder = folder_with(&[(MODEL, b"short"), (TOKENIZER, b"x"), (runtime_name(), b"x")]);
        let message = Assets::within(folder.path()).verify().unwrap_err().to_string();
        assert!(message.contains(MODEL) && message.contains("5 bytes instead of 22935267"), "{message}");

        let pin = pin_of(Path::new(TOKENIZER)).unwrap();
        let path = folder.path().join(TOKENIZER);
        fs::write(&path, vec![b' '; pin.size as usize]).unwrap();
        assert!(check_size(&path, pin).is_ok());
        let message = check_hash(&path, pin).unwrap_err().to_string();
        assert!(message.contains("sha256") && message.contains(&pin.sha256), "{message}");
    }

    #[test]
    fn a_broken_stamp_counts_as_no_stamp() {
        let folder = folder_with(&[(STAMP, b"{not json")]);
        assert!(read_stamp(&folder.path().join(STAMP)).is_empty());
    }
}

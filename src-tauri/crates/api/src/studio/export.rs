//! Charts, numbers and agents written to files the author names.

use std::path::{Path, PathBuf};

use base64::Engine;

use crate::{
    Error, ErrorCode, Studio,
    base::paths::{downloads, home},
    state::underway,
};

/// Kinds of files that are written.
const KINDS: [&str; 6] = ["svg", "png", "json", "jsonl", "gram", "txt"];

impl Studio {
    /// Writes a chart or its numbers to a file and gives its whole path. A relative path is taken from the user's
    /// downloads. The file appears under its name only when it is whole.
    pub fn save_export(&self, path: &str, content: &str, is_base64: bool) -> Result<String, Error> {
        let target = Self::export_target(path)?;
        let bytes = if is_base64 {
            let decoded = base64::engine::general_purpose::STANDARD.decode(content);
            decoded
                .map_err(|cause| Error::new(ErrorCode::Invalid, "The image isn't valid Base64.").with_detail(&cause))?
        } else {
            content.as_bytes().to_vec()
        };
        let folder = target.parent().unwrap_or(Path::new("."));
        let _noted = underway::note(&self.shared.config, underway::writing(folder));
        std::fs::create_dir_all(folder).map_err(|cause| Error::file("create the folder", folder, &cause))?;
        let written = studio_pack::write_atomically(&target, &bytes);
        written.map_err(|cause| Error::new(ErrorCode::File, format!("Couldn't {cause}.")))?;
        Ok(target.display().to_string())
    }

    /// The whole path an export asked for under this one is written to.
    pub fn export_target(path: &str) -> Result<PathBuf, Error> {
        target(path)
    }
}

fn target(path: &str) -> Result<PathBuf, Error> {
    let path = path.trim();
    let named = Path::new(path);
    let kind = named.extension().map(|kind| kind.to_string_lossy().to_lowercase()).unwrap_or_default();
    if !KINDS.contains(&kind.as_str()) {
        let message = format!("“{path}” has an unsupported extension. Use .svg, .png, .json, .jsonl, .gram, or .txt.");
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    if let Ok(below_home) = named.strip_prefix("~") {
        return Ok(home()?.join(below_home));
    }
    if named.is_absolute() {
        return Ok(named.to_owned());
    }
    Ok(downloads()?.join(named))
}

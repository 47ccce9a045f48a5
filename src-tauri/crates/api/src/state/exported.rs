//! The manifests that exports of this user wrote on this computer. A folder comes with anybody's manifest, so what one names
//! is taken for an export's own only where it is one of these, or one of the library's.

use std::path::PathBuf;

use crate::{
    Config, Error,
    kept::{self, underway::ExportedManifests},
};

/// How many are remembered.
const KEPT: usize = 2_000;

/// The file they are in. Losing it costs a question before files are replaced.
pub(crate) struct Exported {
    file: PathBuf,
}

impl Exported {
    pub(crate) fn of(config: &Config) -> Self {
        Self { file: config.config_dir.join("exported.json") }
    }

    /// Their digests.
    pub(crate) fn read(&self) -> Vec<String> {
        let kept = kept::read_file::<ExportedManifests>(&self.file).ok().flatten().and_then(Result::ok);
        kept.unwrap_or_default().manifests
    }

    /// Adds those that are about to be written: who is killed right after that knows them again.
    pub(crate) fn add(&self, new: &[String]) -> Result<(), Error> {
        let failed = |cause: std::io::Error| Error::file("note the export in", &self.file, &cause);
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let _changing = kept::lock(&self.file)?;
        let mut manifests = self.read();
        manifests.retain(|known| !new.contains(known));
        manifests.extend(new.iter().cloned());
        manifests.drain(..manifests.len().saturating_sub(KEPT));
        let bytes = kept::file_bytes(&ExportedManifests { manifests }).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.file, &bytes).map_err(|cause| failed(std::io::Error::other(cause)))
    }
}

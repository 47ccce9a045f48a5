//! An export, read back: written to a folder of its own, imported into an empty library beside the author's, and compared
//! with what went out.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_pack::targets::{Export, Exporter, Plan, Reader, exporter, unnamed};

use super::{exporting::settings, told};
use crate::{
    Config, Error, ErrorCode, Keychain, Studio, Upkeep,
    dto::{ExportDifference, ExportRequest, RowFormat},
    tools::list_import::ListFormat,
};

impl Studio {
    /// What would be other after this export was imported, without its losses saying so: nothing, unless something is
    /// wrong. Nothing is written but in a temporary folder.
    pub fn verify_export(&self, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
        let target = told::target(request.target);
        let Some(exporter) = exporter(target) else {
            return Err(Error::new(ErrorCode::Invalid, "What gram loses is found by reading it back already."));
        };
        let gathered = self.session()?.gather(&request.skills)?;
        let export = exporter.export(&gathered.bundle, &settings(request));
        if let Some(refused) = gathered.refusals.iter().chain(&export.refusals).next() {
            let message = format!("{} is refused: {}", refused.entity, refused.sentence());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let failed = |cause: std::io::Error| Error::file("make a folder in", &std::env::temp_dir(), &cause);
        let folder = tempfile::tempdir().map_err(failed)?;
        let losses = export.losses.clone();
        let written = write(&folder.path().join("export"), export)?;
        let other = self.beside(folder.path())?;
        other.read_back(exporter, &written)?;
        let came = other.session()?.gather(&[])?;
        let differences = unnamed(&gathered.bundle, &came.bundle, &losses);
        Ok(differences
            .into_iter()
            .map(|one| ExportDifference {
                entity: one.entity.to_string(),
                field: one.field.to_string(),
                before: one.before,
                after: one.after,
            })
            .collect())
    }

    /// A studio with an empty library in a folder; nothing of it is this author's.
    fn beside(&self, folder: &Path) -> Result<Self, Error> {
        let config = Config {
            data_dir: folder.join("data"),
            cache_dir: folder.join("cache"),
            config_dir: folder.join("config"),
            upkeep: Upkeep::OnDemand,
            keychain: Keychain::Never,
            ..self.shared.config.clone()
        };
        let other = Self::start(config, Arc::new(|_| ()))?;
        other.create_library_at(&folder.join("library.db"), false)?;
        Ok(other)
    }

    fn read_back(&self, exporter: &dyn Exporter, written: &[PathBuf]) -> Result<(), Error> {
        let texts: Vec<String> = written.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        match exporter.reader() {
            Reader::Skills(format) => self.import_format(&texts, format, false).map(drop),
            Reader::Rows | Reader::Index => {
                let format = RowFormat::parse(exporter.target().as_str());
                let format = format.ok_or_else(|| Error::new(ErrorCode::Internal, "The target has no reader."))?;
                self.import_from(written, format).map(drop)
            }
            Reader::List => self.import_lists(written, ListFormat::parse(exporter.target().as_str())).map(drop),
        }
    }
}

/// Writes an export into a folder, and says what to import: the folder, or each of its archives or lists.
fn write(folder: &Path, export: Export) -> Result<Vec<PathBuf>, Error> {
    let are_files = export.files.iter().all(|file| !file.path.contains('/'));
    let plan = Plan::of(folder, export.files).and_then(|plan| plan.write(|_, _| true).map(|_| plan));
    let plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Could not {error}.")))?;
    let files = plan.files.into_iter().map(|placed| placed.path);
    Ok(if are_files { files.collect() } else { vec![folder.to_owned()] })
}

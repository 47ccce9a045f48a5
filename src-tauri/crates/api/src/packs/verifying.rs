//! An export, read back: written to a folder of its own, imported into an empty library beside the author's, and compared
//! with what went out.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_pack::targets::{Bundle, Exporter, Loss, OutFile, Plan, Reader, exporter, unnamed};

use super::{exporting::settings, told};
use crate::{
    Config, Error, ErrorCode, Keychain, Studio, Upkeep,
    dto::{
        ActivityKind, ExportDifference, ExportLoss, ExportRequest, PackTargetVerification, PackVerification, RowFormat,
    },
    tools::list_import::ListFormat,
};

impl Studio {
    /// What would be other after this export was imported, without its losses saying so: nothing, unless something is
    /// wrong. Nothing is written but in a temporary folder.
    pub fn verify_export(&self, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
        let target = told::target(request.target);
        let Some(exporter) = exporter(target) else { return self.verify_gram(request) };
        let gathered = self.session()?.gather(&request.skills)?;
        let export = exporter.export(&gathered.bundle, &settings(request));
        if let Some(refused) = gathered.refusals.iter().chain(&export.refusals).next() {
            let message = format!("{} is refused: {}", refused.entity, refused.sentence());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        self.came_back(exporter, &gathered.bundle, export.files, &export.losses)
    }

    /// What would be other after a planned pack was imported, target by target, without its losses saying so.
    pub fn verify_pack(&self, plan_id: &str) -> Result<PackVerification, Error> {
        let (_, planned) = self.planned(plan_id)?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Reading the pack back");
        let (bundle, total) = (&planned.bundle, planned.targets.len());
        let compared = (bundle.skills.len() + bundle.tools.len() + bundle.agents.len()) as u32;
        let mut targets = Vec::new();
        for (done, one) in planned.targets.iter().enumerate() {
            running.report(done, total);
            if running.is_cancelled() {
                return Err(Error::new(ErrorCode::Cancelled, "Reading back was cancelled."));
            }
            let is_refused = planned.plan.targets.get(done).is_some_and(|told| !told.refused.is_empty());
            let came = match exporter(one.kind) {
                _ if is_refused => Err("It is refused, so there is nothing to read back.".to_owned()),
                None => Err("What gram loses is found by reading it back already.".to_owned()),
                Some(exporter) => {
                    self.came_back(exporter, bundle, one.own.clone(), &one.losses).map_err(|error| error.message)
                }
            };
            let (differences, problem) = match came {
                Ok(differences) => (differences, None),
                Err(problem) => (Vec::new(), Some(problem)),
            };
            let compared = if problem.is_none() { compared } else { 0 };
            targets.push(PackTargetVerification { target: one.target.clone(), compared, differences, problem });
        }
        Ok(PackVerification { targets })
    }

    /// Writes files to a folder of their own, imports them into an empty library and compares.
    fn came_back(
        &self,
        exporter: &dyn Exporter,
        bundle: &Bundle,
        files: Vec<OutFile>,
        losses: &[Loss],
    ) -> Result<Vec<ExportDifference>, Error> {
        let folder = empty_folder()?;
        let written = write(&folder.path().join("export"), files)?;
        let other = self.beside(folder.path())?;
        // A list with nothing in it is no list to an import.
        if exporter.reader() != Reader::List || !bundle.tools.is_empty() {
            other.read_back(exporter, &written)?;
        }
        let came = other.session()?.gather(&[])?;
        let differences = unnamed(bundle, &came.bundle, losses).into_iter();
        Ok(differences
            .map(|one| ExportDifference {
                entity: one.entity.to_string(),
                field: one.field.to_string(),
                before: one.before,
                after: one.after,
            })
            .collect())
    }

    /// Agents and tools that went out as gram, and what an import makes of them.
    fn verify_gram(&self, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
        let (export, told, _) = self.gram(request)?;
        let folder = empty_folder()?;
        let written = write(&folder.path().join("export"), export.files)?;
        let other = self.beside(folder.path())?;
        if self.has_gram(&request.agents)? {
            other.import_lists(&written, Some(ListFormat::Gram))?;
        }
        let is_told =
            |one: &ExportLoss| told.iter().any(|loss| (&loss.entity, &loss.field) == (&one.entity, &one.field));
        let differences = self.gram_differences(&request.agents, &other)?;
        let unnamed = differences.into_iter().filter(|one| !is_told(one));
        Ok(unnamed
            .map(|one| ExportDifference { entity: one.entity, field: one.field, before: None, after: Some(one.why) })
            .collect())
    }

    /// Whether there is anything that goes out as gram.
    fn has_gram(&self, agents: &[String]) -> Result<bool, Error> {
        Ok(!agents.is_empty() || !self.list_agents()?.is_empty() || !self.list_tools()?.is_empty())
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

fn empty_folder() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|cause| Error::file("make a folder in", &std::env::temp_dir(), &cause))
}

/// Writes an export into a folder, and says what to import: the folder, or each of its archives or lists.
fn write(folder: &Path, files: Vec<OutFile>) -> Result<Vec<PathBuf>, Error> {
    let are_files = files.iter().all(|file| !file.path.contains('/'));
    let plan = Plan::of(folder, files).and_then(|plan| plan.write(|_, _| true).map(|_| plan));
    let plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Could not {error}.")))?;
    let files = plan.files.into_iter().map(|placed| placed.path);
    Ok(if are_files { files.collect() } else { vec![folder.to_owned()] })
}

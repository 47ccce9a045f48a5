//! An export, read back: written to a folder of its own, held to its sources by who knows no more than the format, then
//! imported into an empty library beside the author's, and compared with what went out. Once it is written, the same is asked of
//! what lies where it went.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_model::grouped;
use studio_pack::{
    manifest::{MANIFEST, SIGNATURE},
    targets::{Bundle, Exporter, Loss, OutFile, Plan, Reader, Stopped, exporter, unnamed, unproven, unproven_at},
};
use studio_store::SKILL_FILE;

use super::{
    bundle::Gathered,
    exporting::{PreparedExport, settings},
    gram::part_of,
    told,
};
use crate::{
    Config, Error, ErrorCode, Keychain, Studio, Upkeep,
    dto::{ActivityKind, ExportDifference, ExportRequest, PackTargetVerification, PackVerification, RowFormat},
    skills::links::Outside,
    state::{plans::PlannedPack, session::Session},
    tools::list_import::ListFormat,
};

fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "Verification was canceled.")
}

impl Studio {
    /// What would be other after this export was imported, without its losses saying so: nothing, unless something is
    /// wrong. Nothing is written but in a temporary folder.
    pub fn verify_export(&self, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
        self.verify_gathered(request, |session| session.gather(&request.skills))
    }

    /// The same of the export of one skill, by name or id, as [`Studio::prepare_skill_export`] makes it.
    pub fn verify_skill_export(&self, skill: &str, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
        self.verify_gathered(request, |session| session.gather_alone(skill))
    }

    /// The same of what `gather` finds.
    fn verify_gathered(
        &self,
        request: &ExportRequest,
        gather: impl FnOnce(&Session) -> Result<Gathered, Error>,
    ) -> Result<Vec<ExportDifference>, Error> {
        let target = told::target(request.target);
        let Some(exporter) = exporter(target) else {
            let out = self.gram_asked_for(request)?;
            let (export, losses) = self.gram(&out)?;
            let told = losses.iter().map(|loss| (loss.entity.as_str(), loss.field.as_str())).collect();
            return self.gram_came_back(&out.part, &out.bundle, export.files, &told);
        };
        let gathered = gather(self.session()?.as_ref())?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Verifying the export");
        let export = exporter.export(&gathered.bundle, &settings(request), &running);
        let export = export.map_err(|Stopped| stopped())?;
        if let Some(refused) = gathered.refusals.iter().chain(&export.refusals).next() {
            let message = format!("{} can't be exported: {}", refused.entity, refused.sentence());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        self.came_back(exporter, &gathered.bundle, export.files, &export.losses)
    }

    /// What is other where an export went, now that it is written, without a loss that says so: its files, whatever else lies in
    /// the folders of its skills, and what the folders that skills are linked to hold and the library doesn't.
    pub fn verify_written(&self, prepared: &PreparedExport) -> Result<Vec<ExportDifference>, Error> {
        let files = prepared.plan.files.iter();
        let own = files.filter(|placed| ![MANIFEST, SIGNATURE].contains(&placed.file.path.as_str()));
        let own = own.map(|placed| placed.path.as_path());
        let found = unproven_at(prepared.target, &prepared.bundle, &prepared.plan.folder, own);
        let found = found.map_err(|cause| told::unread(&cause))?.into_iter().map(told::difference);
        let is_told = |one: &ExportDifference| {
            let mut of_it = prepared.losses.iter().filter(|loss| loss.entity == one.entity);
            of_it.any(|loss| loss.field == one.field || loss.field == told::WHOLE)
        };
        let mut differences: Vec<ExportDifference> = found.filter(|one| !is_told(one)).collect();
        differences.extend(self.session()?.unsynced(&prepared.bundle)?);
        Ok(differences)
    }

    /// What would be other after a planned pack was imported, target by target, without its losses saying so.
    pub fn verify_pack(&self, plan_id: &str) -> Result<PackVerification, Error> {
        let (session, planned) = self.planned(plan_id)?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Verifying the pack");
        let (bundle, total) = (&planned.bundle, planned.targets.len());
        let compared = (bundle.skills.len() + bundle.tools.len() + bundle.agents.len()) as u32;
        let mut targets = Vec::new();
        for (done, one) in planned.targets.iter().enumerate() {
            running.report(done, total);
            if running.is_cancelled() {
                return Err(stopped());
            }
            let is_refused = planned.plan.targets.get(done).is_some_and(|told| !told.refused.is_empty());
            let came = match exporter(one.kind) {
                _ if is_refused => Err("It can't be exported, so there is nothing to verify.".to_owned()),
                None => self.pack_gram_came_back(&session, &planned, done).map_err(|error| error.message),
                Some(exporter) => {
                    self.came_back(exporter, bundle, one.own(), &one.losses).map_err(|error| error.message)
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

    /// What would be other after the gram of a planned pack was imported. It is compared with the library, so this is asked
    /// only while that is as it was.
    fn pack_gram_came_back(
        &self,
        session: &Session,
        planned: &PlannedPack,
        at: usize,
    ) -> Result<Vec<ExportDifference>, Error> {
        session.is_as_planned(planned)?;
        let part = part_of(&planned.bundle);
        let told = planned.plan.targets[at].losses.iter();
        let told = told.map(|loss| (loss.entity.as_str(), loss.field.as_str())).collect();
        self.gram_came_back(&part, &planned.bundle, planned.targets[at].own(), &told)
    }

    /// Writes files to a folder of their own, imports them into an empty library and compares.
    fn came_back(
        &self,
        exporter: &dyn Exporter,
        bundle: &Bundle,
        files: Vec<OutFile>,
        losses: &[Loss],
    ) -> Result<Vec<ExportDifference>, Error> {
        let mut differences = Vec::new();
        let other = self.read_beside(files, |other, written| {
            let proven = unproven(exporter.target(), bundle, written, losses);
            differences = proven.map_err(|cause| told::unread(&cause))?;
            // A list with nothing in it is no list to an import.
            let is_read = exporter.reader() != Reader::List || !bundle.tools.is_empty();
            if is_read { other.read_back(exporter, written) } else { Ok(()) }
        })?;
        let came = other.studio.session()?.gather(&[])?;
        for one in unnamed(bundle, &came.bundle, losses) {
            if !differences.iter().any(|known| (&known.entity, &known.field) == (&one.entity, &one.field)) {
                differences.push(one);
            }
        }
        Ok(differences.into_iter().map(told::difference).collect())
    }

    /// Writes files to a folder of their own and reads them into an empty library beside the author's.
    pub(super) fn read_beside(
        &self,
        files: Vec<OutFile>,
        read: impl FnOnce(&Self, &[PathBuf]) -> Result<(), Error>,
    ) -> Result<Beside, Error> {
        let folder = empty_folder()?;
        let written = write(&folder.path().join("export"), files)?;
        let studio = self.beside(folder.path())?;
        read(&studio, &written)?;
        Ok(Beside { studio, _folder: folder })
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
                let unread = || Error::new(ErrorCode::Internal, "Importing from this target isn't supported.");
                let format = format.ok_or_else(unread)?;
                self.import_from(written, format).map(drop)
            }
            Reader::List => self.import_lists(written, ListFormat::parse(exporter.target().as_str())).map(drop),
        }
    }
}

impl Session {
    /// Files that the folders of linked skills hold otherwise than what goes out of the library.
    fn unsynced(&self, bundle: &Bundle) -> Result<Vec<ExportDifference>, Error> {
        let mut differences = Vec::new();
        for out in &bundle.skills {
            let files = out.files.iter().map(|file| (file.path.as_str(), file.bytes.len()));
            for (path, size) in std::iter::once((SKILL_FILE, out.bytes.len())).chain(files) {
                let before = match self.outside(out.skill.id, path)? {
                    Outside::Same => continue,
                    Outside::Differs(bytes) => format!("{} bytes in the linked folder", grouped(bytes.len())),
                    Outside::Unreadable(_) => "unreadable in the linked folder".to_owned(),
                };
                differences.push(ExportDifference {
                    entity: format!("skill {}", out.skill.name),
                    field: format!("file {path}"),
                    before: Some(before),
                    after: Some(format!("{} bytes", grouped(size))),
                });
            }
        }
        Ok(differences)
    }
}

/// A studio of its own on what was read back, in a folder that goes with it.
pub(super) struct Beside {
    pub(super) studio: Studio,
    _folder: tempfile::TempDir,
}

fn empty_folder() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|cause| Error::file("create a folder in", &std::env::temp_dir(), &cause))
}

/// Writes an export into a folder, and says what to import: the folder, or each of its archives or lists.
fn write(folder: &Path, files: Vec<OutFile>) -> Result<Vec<PathBuf>, Error> {
    let are_files = files.iter().all(|file| !file.path.contains('/'));
    let plan = Plan::of(folder, files).and_then(|plan| plan.write(|_, _| true).map(|_| plan));
    let plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Couldn't {error}.")))?;
    let files = plan.files.into_iter().map(|placed| placed.path);
    Ok(if are_files { files.collect() } else { vec![folder.to_owned()] })
}

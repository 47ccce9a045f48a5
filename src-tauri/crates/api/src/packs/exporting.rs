//! Exports: what would be written, lost and refused, told before anything is; then written, all of it or nothing.

use std::path::{Path, PathBuf};

use studio_clients::owner_of;
use studio_model::Client;
use studio_pack::targets::{Bundle, Export, OutFile, Plan, Settings, Stopped, Target, exporter, folder_of};

use super::{bundle::Gathered, told};
use crate::{
    Error, ErrorCode, Studio,
    base::{activity::Running, paths::expanded},
    dto::{ActivityKind, ExportLoss, ExportPlan, ExportRefusal, ExportRequest, ExportTarget, Host},
    library::lint_clients::slashed,
    state::{session::Session, underway},
};

pub(super) fn cancelled() -> Error {
    Error::new(ErrorCode::Cancelled, "The export was canceled. Nothing was written.")
}

/// An export made ready: told before anything of it is written.
pub struct PreparedExport {
    pub(super) target: Target,
    pub(super) settings: Settings,
    /// What goes out.
    pub(super) bundle: Bundle,
    pub(super) plan: Plan,
    /// Whether it is one file under the name that was asked for, wherever that is.
    pub(super) is_named_file: bool,
    pub(super) losses: Vec<ExportLoss>,
    pub(super) refused: Vec<ExportRefusal>,
    is_overwriting: bool,
}

impl PreparedExport {
    /// What would be written, lost and refused.
    pub fn plan(&self) -> ExportPlan {
        ExportPlan {
            files: self.plan.files.iter().map(told::file).collect(),
            losses: self.losses.clone(),
            refused: self.refused.clone(),
        }
    }
}

impl Studio {
    /// What an export would write, lose and refuse. Nothing is written.
    pub fn plan_export(&self, request: &ExportRequest) -> Result<ExportPlan, Error> {
        Ok(self.prepare_export(request)?.plan())
    }

    /// Exports. What is refused is told, and nothing is written then; a file that differs is replaced only where the
    /// request says so. The plan that comes back is what was found before writing.
    pub fn export(&self, request: &ExportRequest) -> Result<ExportPlan, Error> {
        let prepared = self.prepare_export(request)?;
        if prepared.refused.is_empty() {
            self.write_export(&prepared)?;
        }
        Ok(prepared.plan())
    }

    /// Writes what was made ready: all of it, or nothing.
    pub fn write_export(&self, prepared: &PreparedExport) -> Result<(), Error> {
        if let Some(refused) = prepared.refused.first() {
            return Err(Error::new(
                ErrorCode::Invalid,
                format!("{} can't be exported: {}", refused.entity, refused.message),
            ));
        }
        if let (false, Some(first)) = (prepared.is_overwriting, prepared.plan.changed().next()) {
            let (path, others) = (first.path.display(), prepared.plan.changed().count() - 1);
            let more = if others > 0 { format!(" and {} more", studio_model::grouped(others)) } else { String::new() };
            let message = format!(
                "This would overwrite {path}{more} with different content. Choose another location, or allow overwriting."
            );
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Exporting");
        self.carry_out(&prepared.plan, &running)
    }

    /// Writes what is planned, all of it or nothing, also where this program is killed in the middle.
    pub(super) fn carry_out(&self, plan: &Plan, running: &Running) -> Result<(), Error> {
        let _noted = underway::note(&self.shared.config, underway::writing(&plan.folder));
        let is_written = plan.write(|done, total| {
            running.report(done, total);
            !running.is_cancelled()
        });
        match is_written {
            Ok(true) => Ok(()),
            Ok(false) => Err(cancelled()),
            Err(error) => Err(Error::new(ErrorCode::File, format!("Couldn't {error}."))),
        }
    }

    /// Makes an export ready, without writing anything.
    pub fn prepare_export(&self, request: &ExportRequest) -> Result<PreparedExport, Error> {
        self.prepare(request, |session| session.gather(&request.skills), |out, export| placed(request, out, export))
    }

    /// Makes the export of one skill ready, by name or id: what it requires and its tools stay.
    pub fn prepare_skill_export(&self, skill: &str, request: &ExportRequest) -> Result<PreparedExport, Error> {
        self.prepare(request, |session| session.gather_alone(skill), |out, export| placed(request, out, export))
    }

    /// The same of what `gather` finds, with the files where `place` puts them.
    pub(super) fn prepare(
        &self,
        request: &ExportRequest,
        gather: impl FnOnce(&Session) -> Result<Gathered, Error>,
        place: impl FnOnce(&Path, Export) -> InPlace,
    ) -> Result<PreparedExport, Error> {
        let target = told::target(request.target);
        if let Some(message) = told::client_problem(request.target, request.client) {
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if !request.agents.is_empty() && target != Target::Gram {
            return Err(Error::new(ErrorCode::Invalid, "Agents can only be selected for the gram target."));
        }
        let settings = settings(request);
        let (bundle, export, losses, refused) = if let Some(exporter) = exporter(target) {
            let session = self.session()?;
            let gathered = gather(session.as_ref())?;
            let running =
                self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Preparing the export");
            let export = exporter.export(&gathered.bundle, &settings, &running).map_err(|Stopped| cancelled())?;
            let losses = export.losses.iter().map(|loss| told::loss(loss, target)).collect();
            let refused = gathered.refusals.iter().chain(&export.refusals).map(told::refusal).collect();
            (gathered.bundle, export, losses, refused)
        } else {
            let out = self.gram_asked_for(request)?;
            let (export, losses) = self.gram(&out)?;
            (out.bundle, export, losses, Vec::new())
        };
        let InPlace { folder, files, is_named_file } = place(&expanded(&request.out), export);
        self.settle_at(&folder);
        let plan = Plan::of(&folder, files);
        let plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Couldn't {error}.")))?;
        let is_overwriting = request.is_overwriting;
        Ok(PreparedExport { target, settings, bundle, plan, is_named_file, losses, refused, is_overwriting })
    }
}

/// What a request sets for its target.
pub(super) fn settings(request: &ExportRequest) -> Settings {
    Settings { client: request.client.map(Host::noun), name: request.name.clone(), version: None }
}

/// An export with its place: the folder it goes to, its files below that, and whether it is one file of the name that was
/// asked for.
pub(super) struct InPlace {
    pub(super) folder: PathBuf,
    pub(super) files: Vec<OutFile>,
    pub(super) is_named_file: bool,
}

/// The client that reads a folder of skills; none where it is nobody's.
pub(super) fn reader_of(folder: &Path) -> Option<Client> {
    owner_of(&slashed(&folder.join("skill").join("SKILL.md")))
}

/// The files of a client's folder, where it is that folder which was chosen.
pub(super) fn directly_in(folder: &Path, export: Export, client: Client) -> InPlace {
    let own = format!("{}/", folder_of(client));
    let inside = |file: OutFile| {
        let path = file.path.strip_prefix(own.as_str()).unwrap_or(&file.path).to_owned();
        OutFile { path, ..file }
    };
    let files = export.files.into_iter().map(inside).collect();
    InPlace { folder: folder.to_owned(), files, is_named_file: false }
}

/// Where an export goes. One of one file takes the name it is given, unless a folder is named; what is for a client goes right
/// into a folder that clients read.
fn placed(request: &ExportRequest, out: &Path, export: Export) -> InPlace {
    if let (ExportTarget::ClientFolder, Some(client)) = (request.target, request.client)
        && reader_of(out).is_some()
    {
        return directly_in(out, export, client.noun());
    }
    let is_folder = out.is_dir() || out.extension().is_none() || out.to_string_lossy().ends_with(['/', '\\']);
    let name = out.file_name().map(|name| name.to_string_lossy().into_owned());
    match (export.is_one_file && !is_folder, name) {
        (true, Some(name)) => {
            let folder = out.parent().unwrap_or(Path::new("/")).to_path_buf();
            let files = export.files.into_iter().map(|file| OutFile { path: name.clone(), ..file }).collect();
            InPlace { folder, files, is_named_file: true }
        }
        _ => InPlace { folder: out.to_path_buf(), files: export.files, is_named_file: false },
    }
}

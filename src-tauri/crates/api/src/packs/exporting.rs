//! Exports: what would be written, lost and refused, told before anything is; then written, all of it or nothing.

use std::path::{Path, PathBuf};

use studio_pack::targets::{Entity, EntityKind, Export, Field, Loss, OutFile, Plan, Settings, Target, Why, exporter};

use super::told;
use crate::{
    Error, ErrorCode, Studio,
    base::paths::expanded,
    dto::{ActivityKind, ExportLoss, ExportPlan, ExportRefusal, ExportRequest, SkillRow},
};

/// An export made ready: told before anything of it is written.
pub struct PreparedExport {
    plan: Plan,
    losses: Vec<ExportLoss>,
    refused: Vec<ExportRefusal>,
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
            return Err(Error::new(ErrorCode::Invalid, format!("{} is refused: {}", refused.entity, refused.message)));
        }
        if let (false, Some(first)) = (prepared.is_overwriting, prepared.plan.changed().next()) {
            let (path, others) = (first.path.display(), prepared.plan.changed().count() - 1);
            let more = if others > 0 { format!(" and {others} more") } else { String::new() };
            let message =
                format!("{path}{more} would be replaced by something else. Choose another place, or overwrite.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Exporting");
        let is_written = prepared.plan.write(|done, total| {
            running.report(done, total);
            !running.is_cancelled()
        });
        if is_written.map_err(|error| Error::new(ErrorCode::File, format!("Could not {error}.")))? {
            Ok(())
        } else {
            Err(Error::new(ErrorCode::Cancelled, "The export was cancelled. Nothing was written."))
        }
    }

    /// Makes an export ready, without writing anything.
    pub fn prepare_export(&self, request: &ExportRequest) -> Result<PreparedExport, Error> {
        let target = told::target(request.target);
        if (target == Target::ClientFolder) != request.client.is_some() {
            let message = if target == Target::ClientFolder {
                "Choose the client whose folder is written."
            } else {
                "Only the target client-folder is written for a client."
            };
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if !request.agents.is_empty() && target != Target::Gram {
            return Err(Error::new(ErrorCode::Invalid, "Agents are chosen for the target gram only."));
        }
        let (export, losses, refused) = match exporter(target) {
            Some(exporter) => {
                let gathered = self.session()?.gather(&request.skills)?;
                let export = exporter.export(&gathered.bundle, &settings(request));
                let losses = export.losses.iter().map(|loss| told::loss(loss, target)).collect();
                let refused = gathered.refusals.iter().chain(&export.refusals).map(told::refusal).collect();
                (export, losses, refused)
            }
            None => self.gram(request)?,
        };
        let (folder, files) = placed(&expanded(&request.out), export);
        let plan = Plan::of(&folder, files);
        let plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Could not {error}.")))?;
        Ok(PreparedExport { plan, losses, refused, is_overwriting: request.is_overwriting })
    }

    /// Agents with their tools as gram, or all agents and tools. Skills have no place there.
    pub(super) fn gram(&self, request: &ExportRequest) -> Result<(Export, Vec<ExportLoss>, Vec<ExportRefusal>), Error> {
        if !request.skills.is_empty() {
            let message = "Gram holds agents and tools, no skills. Choose agents with --agent instead.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let mut written = self.get_agents_gram(&request.agents)?;
        if request.agents.is_empty() {
            let skill = |row: SkillRow| {
                let why = Why::NoKind(EntityKind::Skill);
                told::loss(&Loss { entity: Entity::skill(&row.name), field: Field::Whole, why }, Target::Gram)
            };
            written.losses.extend(self.list_skills()?.into_iter().map(skill));
        }
        let file = OutFile { path: "agents.gram".to_owned(), bytes: written.text.into_bytes(), is_executable: false };
        let export = Export { files: vec![file], is_one_file: true, ..Export::default() };
        Ok((export, written.losses, Vec::new()))
    }
}

/// What a request sets for its target.
pub(super) fn settings(request: &ExportRequest) -> Settings {
    Settings { client: request.client.map(told::client), name: request.name.clone(), version: None }
}

/// The folder an export goes to, and its files below that. An export of one file takes the name it is given, unless a
/// folder is named.
fn placed(out: &Path, export: Export) -> (PathBuf, Vec<OutFile>) {
    let is_folder = out.is_dir() || out.extension().is_none() || out.to_string_lossy().ends_with(['/', '\\']);
    let name = out.file_name().map(|name| name.to_string_lossy().into_owned());
    match (export.is_one_file && !is_folder, name) {
        (true, Some(name)) => {
            let folder = out.parent().unwrap_or(Path::new("/")).to_path_buf();
            let files = export.files.into_iter().map(|file| OutFile { path: name.clone(), ..file }).collect();
            (folder, files)
        }
        _ => (out.to_path_buf(), export.files),
    }
}

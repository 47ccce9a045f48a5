//! One skill handed out by itself: as a `.skill` file for uploads, or into a folder that a client reads.

use std::path::{Path, PathBuf};

use studio_clients::home_folders;
use studio_model::{Client, plural};
use studio_pack::targets::{Export, FileState, Placed, has_folder};

use super::exporting::{PreparedExport, directly_in, reader_of};
use crate::{
    Error, ErrorCode, Studio,
    base::{
        ids::skill_id,
        paths::{downloads, expanded},
    },
    dto::{ExportRequest, ExportTarget, Host, SkillExport, SkillExportPlan, SkillExportRequest, SkillExportWay},
};

impl Studio {
    /// Where a skill can go. One that would be refused is refused here, before anybody chooses a place for it.
    pub fn plan_skill_export(&self, id: &str, way: SkillExportWay) -> Result<SkillExportPlan, Error> {
        let folders = match way {
            SkillExportWay::Archive => Vec::new(),
            SkillExportWay::ClientFolder => self.client_folders()?,
        };
        let home = || self.shared.config.home_dir.clone().unwrap_or_default();
        let folder = match way {
            SkillExportWay::Archive => downloads()?,
            SkillExportWay::ClientFolder => folders.first().cloned().unwrap_or_else(home),
        };
        let prepared = self.prepare_one(id, way, &folder)?;
        let path = match (way, prepared.plan.files.first()) {
            (SkillExportWay::Archive, Some(archive)) => archive.path.clone(),
            _ => folder,
        };
        Ok(SkillExportPlan { path: shown(&path), folders: folders.iter().map(|folder| shown(folder)).collect() })
    }

    /// Writes one skill, all of it or nothing. Files that differ are replaced only where the request says so.
    pub fn save_skill_export(&self, request: &SkillExportRequest) -> Result<SkillExport, Error> {
        let (out, id) = (expanded(&request.out), skill_id(&request.skill_id)?);
        if request.way == SkillExportWay::Archive && out.extension().is_none_or(|ending| ending != "skill") {
            let message = format!("{} doesn't end in .skill. Choose a name that does.", out.display());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let prepared = self.prepare_one(&request.skill_id, request.way, &out)?;
        if let (false, Some(message)) = (request.is_overwriting, objection(&prepared)) {
            return Err(Error::new(ErrorCode::WouldOverwrite, message));
        }
        self.write_export(&prepared)?;
        let files = &prepared.plan.files;
        let path = match request.way {
            SkillExportWay::Archive => out,
            SkillExportWay::ClientFolder => own_folder(&out, files),
        };
        Ok(SkillExport {
            path: shown(&path),
            has_draft: self.session()?.library.list_drafts()?.iter().any(|draft| draft.skill == id),
            is_unchanged: files.iter().all(|file| file.state == FileState::Unchanged),
            losses: prepared.losses,
        })
    }

    /// Makes one skill ready; what its target refuses is the error.
    fn prepare_one(&self, id: &str, way: SkillExportWay, out: &Path) -> Result<PreparedExport, Error> {
        let client = match way {
            SkillExportWay::Archive => None,
            SkillExportWay::ClientFolder => Some(self.client_of(out)?),
        };
        let target = if client.is_some() { ExportTarget::ClientFolder } else { ExportTarget::SkillZip };
        let request = ExportRequest {
            target,
            out: shown(out),
            client: client.map(Host::from),
            skills: Vec::new(),
            agents: Vec::new(),
            name: None,
            is_overwriting: true,
        };
        let prepared = match client {
            None => self.prepare_skill_export(id, &request)?,
            Some(client) => {
                let place = |folder: &Path, export: Export| directly_in(folder, export, client);
                self.prepare(&request, |session| session.gather_alone(id), place)?
            }
        };
        let Some((first, others)) = prepared.refused.split_first() else { return Ok(prepared) };
        let more = match others.len() {
            0 => String::new(),
            count => format!(" {} to fix.", plural(count, "more problem", "more problems")),
        };
        Err(Error::new(ErrorCode::Invalid, format!("Not exported. {}{more}", first.message)))
    }

    /// The folders of clients that are in the author's home folder.
    fn client_folders(&self) -> Result<Vec<PathBuf>, Error> {
        let Some(home) = &self.shared.config.home_dir else { return Ok(Vec::new()) };
        let own = self.session()?.client()?;
        let mut folders = home_folders();
        folders.sort_by_key(|(client, _)| Some(*client) != own);
        Ok(folders.into_iter().map(|(_, below)| home.join(below)).filter(|folder| folder.is_dir()).collect())
    }

    /// The client that skills in a folder are for: who reads it; of one that is nobody's, the library's. None where that is
    /// not known either.
    pub fn client_of_folder(&self, folder: &Path) -> Result<Option<Host>, Error> {
        let client = match reader_of(folder) {
            Some(reader) => Some(reader),
            None => self.session()?.client()?,
        };
        Ok(client.map(Host::from))
    }

    /// The same for a copy of one skill, which goes anywhere.
    fn client_of(&self, folder: &Path) -> Result<Client, Error> {
        let client = self.client_of_folder(folder)?.map(Host::noun);
        Ok(client.filter(|client| has_folder(*client)).unwrap_or(Client::Standard))
    }
}

/// The folder of the one skill whose files these are.
fn own_folder(out: &Path, files: &[Placed]) -> PathBuf {
    let first = files.first().and_then(|file| file.path.strip_prefix(out).ok()?.iter().next());
    first.map_or_else(|| out.to_owned(), |name| out.join(name))
}

/// What would be replaced, as a sentence; none where nothing would.
fn objection(prepared: &PreparedExport) -> Option<String> {
    let first = prepared.plan.changed().next()?.path.display().to_string();
    Some(match prepared.plan.changed().count() - 1 {
        0 => format!("{first} already exists and is different."),
        count => {
            let others = plural(count, "more file", "more files");
            format!("{first} and {others} already exist and are different.")
        }
    })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

//! What a killed program was in the middle of: settled before anything of it is read, and told.

use std::path::Path;

use studio_model::{SkillId, plural};

use crate::{
    Config, Error, Studio,
    base::ids::skill_id,
    dto::NoticeCode,
    kept::underway::Step,
    state::{session::Session, underway},
};

/// Settles what killed programs of this user were in the middle of, wherever that was, as far as no library is needed for it.
/// What is to be told of it comes back as sentences.
pub fn settle_underway(config: &Config) -> Vec<String> {
    underway::settle_all(config)
}

/// Settles what any killed program was in the middle of in a folder that is about to be read or written.
pub fn settle_folder(folder: &Path) -> Vec<String> {
    studio_pack::settle(folder).iter().map(underway::said_of).collect()
}

/// Writes a file where this user keeps theirs, whole or not at all: what a killed program was about to write is cleared away at
/// the next start.
pub fn write_file(config: &Config, path: &Path, bytes: &[u8]) -> Result<(), studio_pack::Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _noted = underway::note(config, underway::writing(folder.unwrap_or(Path::new("."))));
    studio_pack::write_atomically(path, bytes)
}

impl Studio {
    /// Settles a folder that is about to be read or written, and tells the screen.
    pub(crate) fn settle_at(&self, folder: &Path) {
        let told = settle_folder(folder);
        match self.session() {
            Ok(session) => told.into_iter().for_each(|message| session.notice(NoticeCode::InterruptedWrite, message)),
            Err(_) => self.shared.settled.lock().extend(told),
        }
    }
}

impl Session {
    /// Settles what a killed program was in the middle of with this library.
    pub(crate) fn settle_underway(&self) {
        let host = self.library.host().to_string();
        underway::settle_left_of(&self.shared.config, &host, |step| {
            let settled = self.settle_step(step);
            if let Some(Some(message)) = self.shared.log.dropped("what was interrupted was not settled", settled) {
                self.notice(NoticeCode::InterruptedWrite, message);
            }
        });
    }

    /// Settles one; gives what is to be told, where there was something to do.
    fn settle_step(&self, step: Step) -> Result<Option<String>, Error> {
        match step {
            Step::RenamingFolder { skill, from, to, .. } => {
                let is_back = self.name_folder_back(skill_id(&skill)?, &from, &to)?;
                Ok(is_back.then(|| format!("Renaming the folder {from} was interrupted. It has its name back.")))
            }
            Step::TrashingFolders { skills, .. } => Ok(match self.trash_folders_left(&ids_of(&skills)?)? {
                0 => None,
                count => Some(format!(
                    "Moving skills to the trash was interrupted. {} now.",
                    plural(count, "folder was still to be moved, and is", "folders were still to be moved, and are")
                )),
            }),
            Step::RestoringFolders { skills, .. } => {
                let (came, went) = self.restore_folders_left(&ids_of(&skills)?)?;
                let came = (came > 0).then(|| format!("Moved back with their skills: {}.", folders(came)));
                let went = (went > 0).then(|| format!("In the trash again with their skills: {}.", folders(went)));
                let said: Vec<String> = came.into_iter().chain(went).collect();
                let begun = "Restoring skills from the trash was interrupted.";
                Ok((!said.is_empty()).then(|| format!("{begun} {}", said.join(" "))))
            }
            Step::Writing { .. } | Step::Scratch { .. } => Ok(None),
        }
    }
}

fn ids_of(skills: &[String]) -> Result<Vec<SkillId>, Error> {
    skills.iter().map(|id| skill_id(id)).collect()
}

fn folders(count: usize) -> String {
    plural(count, "folder", "folders")
}

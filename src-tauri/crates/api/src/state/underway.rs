//! What this user's programs are in the middle of, where that is more than one step for the file system: noted before it
//! begins, and taken off when it is done. Where a program is killed, its note stays, held by nobody, and the next one settles
//! what it tells of before it reads anything.
//!
//! Notes lie in the user's own settings, so that nobody else can write one. What a library's rows are needed for waits until
//! that library is open.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
};

use studio_pack::{Settled, SettledHow, settle, sweep};
use uuid::Uuid;

use crate::{
    Config,
    kept::{
        self,
        underway::{Step, Underway},
    },
};

/// A note that stands as long as this does.
#[derive(Debug)]
pub(crate) struct Noted {
    file: PathBuf,
    // It says that somebody is at it.
    _held: File,
}

impl Drop for Noted {
    fn drop(&mut self) {
        let _stays = fs::remove_file(&self.file);
    }
}

/// Notes what is about to begin; none where nothing can be noted there, which keeps nobody from doing it.
pub(crate) fn note(config: &Config, step: Step) -> Option<Noted> {
    let folder = folder_of(config);
    fs::create_dir_all(&folder).ok()?;
    let file = folder.join(format!("{}.json", Uuid::new_v4()));
    let mut held = File::create_new(&file).ok()?;
    let text = kept::file_bytes(&Underway { step }).ok()?;
    let is_noted = held.lock().and_then(|()| held.write_all(&text)).is_ok();
    let noted = Noted { file, _held: held };
    is_noted.then_some(noted)
}

/// A change of files in a folder that is about to begin.
pub(crate) fn writing(folder: &Path) -> Step {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let made = folder.ancestors().take_while(|above| !above.exists()).map(shown).collect();
    Step::Writing { folder: shown(&folder), made }
}

/// Settles what killed programs were in the middle of, as far as no library is needed for it. What is told comes back as
/// sentences.
pub(crate) fn settle_all(config: &Config) -> Vec<String> {
    let data = &config.data_dir;
    for folder in [data, &data.join("links"), &data.join("kept-drafts"), &config.config_dir] {
        sweep(folder);
    }
    let mut told = Vec::new();
    for Left { step, file, .. } in left(config) {
        let is_settled = match step {
            None => true,
            Some(Step::Scratch { path }) => is_gone(Path::new(&path)),
            Some(Step::Writing { folder, made }) => {
                let settled = settle(Path::new(&folder));
                // What was there before them is not empty.
                made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
                told.extend(settled.iter().map(said_of));
                settled.iter().all(|one| one.how != SettledHow::Stuck)
            }
            Some(Step::RenamingFolder { .. } | Step::TrashingFolders { .. }) => false,
        };
        if is_settled {
            let _stays = fs::remove_file(file);
        }
    }
    told
}

/// What a killed program was in the middle of that needs the library of this host; each goes from the notes with this.
pub(crate) fn take_left_of(config: &Config, host: &str) -> Vec<Step> {
    let mut taken = Vec::new();
    for Left { step, file, .. } in left(config) {
        let is_of_host = |step: &Step| match step {
            Step::RenamingFolder { host: own, .. } | Step::TrashingFolders { host: own, .. } => own == host,
            Step::Scratch { .. } | Step::Writing { .. } => false,
        };
        if let Some(step) = step.filter(is_of_host)
            && fs::remove_file(file).is_ok()
        {
            taken.push(step);
        }
    }
    taken
}

/// What is told of a change of files that was left in the middle.
pub(crate) fn said_of(settled: &Settled) -> String {
    let folder = settled.folder.display();
    match settled.how {
        SettledHow::TakenBack => {
            format!("An export to {folder} was interrupted. It was undone: the folder is as it was before.")
        }
        SettledHow::Finished => {
            format!(
                "An export to {folder} was interrupted after its last file. It is complete; its temporary files were removed."
            )
        }
        SettledHow::Stuck => format!(
            "An export to {folder} was interrupted, and not all of it can be undone. Make sure that its files can be written, \
             then export again."
        ),
    }
}

/// A note that nobody holds; without a step where its program was killed before it was written.
struct Left {
    step: Option<Step>,
    file: PathBuf,
    _held: File,
}

fn left(config: &Config) -> Vec<Left> {
    let entries = fs::read_dir(folder_of(config)).into_iter().flatten().flatten();
    let unheld = entries.filter_map(|entry| {
        let file = entry.path();
        let held = File::open(&file).ok().filter(|held| held.try_lock().is_ok())?;
        let read = kept::read_file::<Underway>(&file).ok()??;
        Some(match read {
            Ok(underway) => Left { step: Some(underway.step), file, _held: held },
            // A newer studio's is left to it.
            Err(kept::Unreadable::Newer { .. }) => return None,
            Err(kept::Unreadable::Damaged(_)) => Left { step: None, file, _held: held },
        })
    });
    unheld.collect()
}

fn folder_of(config: &Config) -> PathBuf {
    config.config_dir.join("underway")
}

/// Removes a file or folder that was made for a while.
fn is_gone(path: &Path) -> bool {
    let _was_none = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        _ => fs::remove_file(path),
    };
    fs::symlink_metadata(path).is_err()
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

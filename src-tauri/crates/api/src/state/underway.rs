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

use studio_pack::{Settled, SettledHow, kill_point, settle, sweep};
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
    kill_point();
    let text = kept::file_bytes(&Underway { step }).ok()?;
    let is_noted = held.lock().and_then(|()| held.write_all(&text)).is_ok();
    kill_point();
    let noted = Noted { file, _held: held };
    is_noted.then_some(noted)
}

/// A change of files in a folder that is about to begin.
pub(crate) fn writing(folder: &Path) -> Step {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let made = folder.ancestors().take_while(|above| !above.exists()).map(shown).collect();
    Step::Writing { folder: shown(&folder), made }
}

/// Something that is beside others only for a while. Who settles it may be anywhere.
pub(crate) fn scratch(path: &Path) -> Step {
    Step::Scratch { path: shown(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned())) }
}

/// Settles what killed programs were in the middle of, as far as no library is needed for it. What is told comes back as
/// sentences.
pub(crate) fn settle_all(config: &Config) -> Vec<String> {
    let data = &config.data_dir;
    let own =
        [data, &data.join("links"), &data.join("kept-drafts"), &config.config_dir, &config.cache_dir.join("index")];
    for folder in own {
        sweep(folder);
    }
    let mut told = Vec::new();
    for Left { step, file, .. } in left(config) {
        let is_settled = match step {
            None => true,
            Some(Step::Scratch { path }) => is_gone(Path::new(&path)),
            Some(Step::Writing { folder, made }) => {
                let settled = settle(Path::new(&folder));
                sweep(Path::new(&folder));
                // What was there before them is not empty.
                for folder in &made {
                    drop(fs::remove_dir(folder));
                }
                told.extend(settled.iter().map(said_of));
                settled.iter().all(|one| one.how != SettledHow::Stuck)
            }
            Some(Step::RenamingFolder { .. } | Step::TrashingFolders { .. } | Step::RestoringFolders { .. }) => false,
        };
        if is_settled {
            let _stays = fs::remove_file(file);
        }
    }
    told
}

/// Settles what killed programs were in the middle of that needs the library of this host. Each goes from the notes once it was
/// tried: who is killed meanwhile leaves it to the next.
pub(crate) fn settle_left_of(config: &Config, host: &str, mut settle: impl FnMut(Step)) {
    for Left { step, file, .. } in left(config) {
        let is_of_host = |step: &Step| match step {
            Step::RenamingFolder { host: own, .. }
            | Step::TrashingFolders { host: own, .. }
            | Step::RestoringFolders { host: own, .. } => own == host,
            Step::Scratch { .. } | Step::Writing { .. } => false,
        };
        if let Some(step) = step.filter(is_of_host) {
            settle(step);
            let _stays = fs::remove_file(file);
        }
    }
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

/// How the names of folders begin in which a new library is made.
pub(crate) const NEW_LIBRARY: &str = ".new-library-";

/// Removes a file with what a database has beside it, or a folder, that was made for a while.
fn is_gone(path: &Path) -> bool {
    let is_new_library = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(NEW_LIBRARY));
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() && is_new_library => drop(fs::remove_dir_all(path)),
        // No other folder was made by a program of ours.
        Ok(found) if found.is_dir() => return true,
        _ => {}
    }
    for side in ["", "-wal", "-shm", "-journal"] {
        let mut side_path = path.as_os_str().to_owned();
        side_path.push(side);
        let _was_none = fs::remove_file(side_path);
    }
    fs::symlink_metadata(path).is_err()
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_for_a_while_goes_with_what_a_database_has_beside_it_and_no_folder_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let (reading, others) = (folder.path().join("care.db.reading"), folder.path().join("care.db.salvaging"));
        let log = folder.path().join("care.db.reading-wal");
        fs::write(&reading, "1").unwrap();
        fs::write(&log, "2").unwrap();
        fs::create_dir(&others).unwrap();
        fs::write(others.join("mine"), "3").unwrap();
        let made = folder.path().join(format!("{NEW_LIBRARY}1"));
        fs::create_dir(&made).unwrap();
        fs::write(made.join("library.db"), "4").unwrap();
        assert!([&reading, &others, &made].into_iter().all(|path| is_gone(path)));
        assert!(!reading.exists() && !log.exists() && !made.exists());
        assert!(others.join("mine").exists());
    }

    #[test]
    fn a_file_that_was_about_to_be_written_where_an_author_keeps_theirs_goes_with_the_folder_made_for_it() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let config = Config {
            data_dir: at("data"),
            cache_dir: at("cache"),
            config_dir: at("config"),
            home_dir: None,
            documents_dir: None,
            script_host: None,
            client_path: None,
            resource_dir: None,
            user: "ann".to_owned(),
            upkeep: crate::Upkeep::OnDemand,
            keychain: crate::Keychain::Never,
        };
        let notes = folder_of(&config);
        fs::create_dir_all(&notes).unwrap();
        fs::create_dir_all(at("charts")).unwrap();
        fs::write(at("charts/own.svg"), "mine").unwrap();
        let steps = [writing(&at("charts")), writing(&at("new/charts"))];
        for (number, step) in steps.into_iter().enumerate() {
            let text = kept::file_bytes(&Underway { step }).unwrap();
            fs::write(notes.join(format!("{number}.json")), text).unwrap();
        }
        fs::create_dir_all(at("new/charts")).unwrap();
        let kept_index = config.cache_dir.join("index");
        fs::create_dir_all(&kept_index).unwrap();
        for folder in [&at("charts"), &at("new/charts"), &kept_index] {
            fs::write(folder.join(".skill-studio-new-a1b2c3.tmp"), "half").unwrap();
        }
        assert_eq!(settle_all(&config), Vec::<String>::new(), "nobody misses it");
        assert_eq!(fs::read_dir(at("charts")).unwrap().count(), 1);
        assert_eq!(fs::read_dir(&kept_index).unwrap().count(), 0);
        assert!(at("charts/own.svg").exists() && !at("new").exists());
        assert_eq!(fs::read_dir(&notes).unwrap().count(), 0);
    }

    #[test]
    fn who_settles_it_may_be_anywhere() {
        let Step::Scratch { path } = scratch(Path::new("care.db.reading")) else { panic!("it is one") };
        assert!(Path::new(&path).is_absolute());
    }
}

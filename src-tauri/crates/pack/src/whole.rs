//! A change of several files in one folder: all of it or nothing, also where the program is killed in the middle.
//!
//! All that is new is written into one hidden folder, the change's own place, and what it replaces is linked there. A
//! [`journal`] in it says which goes where; only then are files moved. Whoever comes next ([`settle`]) takes back what was
//! moved and not yet done, and clears away what was done and not yet cleared.

mod journal;
mod settling;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use studio_text::sha256_hex;
use tempfile::Builder;

use self::journal::{Journal, Line, Step};
pub use self::settling::{Settled, SettledHow, settle};
use crate::{
    beside::{parent, sync_folder, turn, write_new},
    error::Error,
    files::LinkedFolder,
    kill_point::kill_point,
    names::TEMPORARY_PREFIX,
    regular::{Stamp, is_as_written, stamp},
};

/// A change that is being prepared.
pub(crate) struct Whole {
    root: LinkedFolder,
    folder: PathBuf,
    place: PathBuf,
    journal: Journal,
    steps: Vec<Step>,
    /// What stood where each step goes when it was prepared: what differs by then is somebody's since.
    found: Vec<Option<Stamp>>,
    /// Folders that were made below the one that is written to.
    made: Vec<PathBuf>,
    above: Above,
}

impl Whole {
    /// Prepares a change of a folder, which is made where it is missing.
    pub(crate) fn begin(folder: &Path) -> Result<Self, Error> {
        let above = Above::make(folder)?;
        match Self::begin_in(folder) {
            Ok((root, place, journal)) => {
                let folder = folder.to_owned();
                Ok(Self { root, folder, place, journal, steps: Vec::new(), found: Vec::new(), made: Vec::new(), above })
            }
            Err(error) => {
                above.unmake();
                Err(error)
            }
        }
    }

    fn begin_in(folder: &Path) -> Result<(LinkedFolder, PathBuf, Journal), Error> {
        let root = LinkedFolder::open(folder)?;
        // Until its journal is held nobody could tell that a place is in use.
        let turn = turn(folder);
        settling::settle_in(folder, &root, turn.is_some());
        let prefix = format!("{TEMPORARY_PREFIX}{PLACE}");
        let place = Builder::new().prefix(&prefix).tempdir_in(folder).map_err(Error::io("write to", folder))?;
        kill_point();
        let journal = Journal::begin(place.path()).map_err(Error::io("write to", folder))?;
        kill_point();
        Ok((root, place.keep(), journal))
    }

    /// Writes a file for its place. No link in the folder leads it out.
    pub(crate) fn put(&mut self, path: &str, bytes: &[u8], is_executable: bool) -> Result<(), Error> {
        let path = PathBuf::from(path);
        let target = self.root.locate_target(&path)?;
        self.make_folders(parent(&target))?;
        let number = self.steps.len();
        write_new(&new_at(&self.place, number), &target, bytes, is_executable)?;
        kill_point();
        let found = stamp_at(&target)?;
        if found.is_some() {
            let old = old_at(&self.place, number);
            // Not every file system has hard links.
            let linked = fs::hard_link(&target, &old).or_else(|_| fs::copy(&target, &old).map(drop));
            linked.map_err(Error::io("write", target))?;
            kill_point();
        }
        self.steps.push(Step::Put { path, sha256: sha256_hex(bytes), replaces: found.is_some() });
        self.found.push(found);
        Ok(())
    }

    /// Has a file go that is as it was written. What can't be found is gone already.
    pub(crate) fn remove(&mut self, path: &str, sha256: &str) {
        let path = PathBuf::from(path);
        if let Ok(target) = self.root.locate_target(&path)
            && let Ok(found) = stamp_at(&target)
            && is_as_written(&target, sha256)
        {
            self.steps.push(Step::Remove { path });
            self.found.push(found);
        }
    }

    /// Brings everything to its place, or nothing.
    pub(crate) fn carry_out(mut self) -> Result<(), Error> {
        if let Err(error) = self.move_all() {
            // It may say by now that all is done.
            let _told = self.journal.add(&Line::Moving);
            // Where something can't be taken back, what was there stays with the journal, for the next to try.
            if journal::take_back(&self.steps, &self.root, &self.place) {
                self.abandon();
            }
            return Err(error);
        }
        // It stands by now, whatever becomes of what is left.
        journal::clear_done(&self.steps, &self.root, &self.place);
        sync_folder(&self.folder);
        Ok(())
    }

    /// Leaves everything as it is.
    pub(crate) fn abandon(mut self) {
        // Where that can't be written the next one finds nothing to take back.
        let _told = self.journal.add(&Line::TakenBack);
        journal::unmake(&self.made, &self.root);
        journal::clear(&self.place);
        self.above.unmake();
    }

    fn move_all(&mut self) -> Result<(), Error> {
        let failed = |error| Error::io("write to", self.folder.as_path())(error);
        for (number, step) in self.steps.iter().enumerate() {
            self.journal.add(&Line::Step { number, step: step.clone() }).map_err(failed)?;
        }
        kill_point();
        self.journal.add_for_good(&Line::Moving).map_err(failed)?;
        for (number, step) in self.steps.iter().enumerate() {
            kill_point();
            self.move_one(number, step)?;
        }
        kill_point();
        self.journal.add_for_good(&Line::Done).map_err(failed)?;
        kill_point();
        Ok(())
    }

    fn move_one(&self, number: usize, step: &Step) -> Result<(), Error> {
        let target = self.root.locate_target(step.path())?;
        // Also where two names are one to the file system: the second would replace the first.
        if stamp_at(&target)? != self.found[number] {
            return Err(Error::ChangedMeanwhile { path: target });
        }
        let (from, to) = match step {
            Step::Put { .. } => (new_at(&self.place, number), target.clone()),
            Step::Remove { .. } => (target.clone(), old_at(&self.place, number)),
        };
        fs::rename(from, to).map_err(Error::io("write", target))
    }

    /// Makes a folder below the one that is written to, with those around it.
    fn make_folders(&mut self, folder: &Path) -> Result<(), Error> {
        let missing: Vec<&Path> = folder.ancestors().take_while(|above| !above.exists()).collect();
        for missing in missing.into_iter().rev() {
            let failed = |error| Error::io("create the folder", missing)(error);
            let path = missing.strip_prefix(self.root.real()).unwrap_or(missing).to_owned();
            self.journal.add(&Line::Folder { path: path.clone() }).map_err(failed)?;
            kill_point();
            fs::create_dir(missing).map_err(failed)?;
            kill_point();
            self.made.push(path);
        }
        if folder.is_dir() { Ok(()) } else { Err(Error::NotAFolder { path: folder.to_owned() }) }
    }
}

/// What tells that a file was written since, where there is one.
fn stamp_at(path: &Path) -> Result<Option<Stamp>, Error> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(stamp(&found))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", path)(error)),
    }
}

/// How the names of places go on after what all temporary names begin with.
const PLACE: &str = "writing-";

fn new_at(place: &Path, number: usize) -> PathBuf {
    place.join(format!("new-{number}"))
}

fn old_at(place: &Path, number: usize) -> PathBuf {
    place.join(format!("old-{number}"))
}

/// The folder that is written to and those around it, as far as they were made for it, the outermost first.
struct Above(Vec<PathBuf>);

impl Above {
    fn make(folder: &Path) -> Result<Self, Error> {
        let missing: Vec<PathBuf> =
            folder.ancestors().take_while(|above| !above.exists()).map(Path::to_path_buf).collect();
        fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
        kill_point();
        Ok(Self(missing.into_iter().rev().collect()))
    }

    /// Removes those of them that are empty, the innermost first.
    fn unmake(self) {
        for folder in self.0.iter().rev() {
            let _filled = fs::remove_dir(folder);
        }
    }
}

#[cfg(all(test, unix))]
mod tests;

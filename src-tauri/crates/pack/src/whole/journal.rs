//! What is written down of a change while it is made, line by line, and what follows from it for whoever finds it.
//!
//! The journal lies in the change's own place and is held by the program that makes it. Its first line says which folder
//! it was written into (number, time of making): what came with somebody's files says another one, and is not
//! believed. It is the first thing there and the last one to go, so that nothing is left without it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use studio_text::sha256_hex;

use super::{new_at, old_at};
use crate::{
    beside::parent,
    error::Error,
    files::LinkedFolder,
    kill_point::kill_point,
    regular::{self, Links},
};

const JOURNAL: &str = "journal";
/// Bytes a journal may have.
const LARGEST: u64 = 64 * 1024 * 1024;

/// What tells a folder from every other on this machine; nobody can give it to one that others will copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Where the system doesn't say when it was made. The same drive may have another one after a restart.
    device: Option<u64>,
    number: u64,
    /// In nanoseconds since 1970, where the system says: numbers are given again, and can be guessed.
    made_at: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Begun {
        mark: Option<Mark>,
    },
    /// A folder is made, below the one that is written to.
    Folder {
        path: PathBuf,
    },
    Step {
        number: usize,
        step: Step,
    },
    /// All steps are there: from here on files are moved.
    Moving,
    /// All are where they belong.
    Done,
    /// All is as it was.
    TakenBack,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    /// A new file goes to its place.
    Put { path: PathBuf, sha256: String, replaces: bool },
    /// A file goes.
    Remove { path: PathBuf },
}

impl Step {
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Put { path, .. } | Self::Remove { path } => path,
        }
    }
}

/// The journal of a change that is being made.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Begins the journal of a place, and holds it.
    pub(super) fn begin(place: &Path) -> io::Result<Self> {
        let file = File::options().append(true).create_new(true).open(place.join(JOURNAL))?;
        // Without locks nobody takes it for a leftover.
        let _unlocked = file.try_lock();
        kill_point();
        let mut journal = Self { file };
        journal.add(&Line::Begun { mark: mark_of(place) })?;
        Ok(journal)
    }

    /// Adds a line, which is there after a kill.
    pub(super) fn add(&mut self, line: &Line) -> io::Result<()> {
        self.file.write_all(&written(line)?)
    }

    /// Adds a line, which is there after a power cut, too.
    pub(super) fn add_for_good(&mut self, line: &Line) -> io::Result<()> {
        self.add(line)?;
        self.file.sync_all()
    }
}

/// A line, with an end before it where the one before was cut off.
fn written(line: &Line) -> io::Result<Vec<u8>> {
    let mut text = vec![b'\n'];
    serde_json::to_writer(&mut text, line)?;
    text.push(b'\n');
    Ok(text)
}

/// A journal that was left, and is in hand.
pub(super) struct Left {
    pub(super) stage: Stage,
    pub(super) steps: Vec<Step>,
    pub(super) folders: Vec<PathBuf>,
    // As long as it is worked on.
    _held: File,
}

/// How far a change came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Preparing,
    Moving,
    Done,
    TakenBack,
}

/// What stands in a place.
pub(super) enum Found {
    /// A change that was left in the middle.
    Left(Left),
    /// A place in which nothing was begun.
    Bare,
    /// One that is at work, or that is none of ours.
    Others,
}

/// What was left in a place.
pub(super) fn found_in(place: &Path) -> Found {
    let path = place.join(JOURNAL);
    let mut held = match regular::open(&path, Links::Refused) {
        Ok(held) => held,
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => return Found::Bare,
        Err(_) => return Found::Others,
    };
    if held.try_lock().is_err() {
        return Found::Others;
    }
    let Ok(read) = regular::read(&mut held, &path, LARGEST) else { return Found::Others };
    let Some(first) = mark_of(place).and_then(|mark| written(&Line::Begun { mark: Some(mark) }).ok()) else {
        return Found::Others;
    };
    let Some(lines) = read.bytes.strip_prefix(first.as_slice()) else {
        return if first.starts_with(&read.bytes) { Found::Bare } else { Found::Others };
    };
    let mut left = Left { stage: Stage::Preparing, steps: Vec::new(), folders: Vec::new(), _held: held };
    // One that was cut off was not acted on.
    for line in lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Line>(line).ok()) {
        match line {
            Line::Begun { .. } => {}
            Line::Folder { path } => left.folders.push(path),
            // Without one of them nobody knows which file is whose.
            Line::Step { number, .. } if number > left.steps.len() => return Found::Others,
            Line::Step { number, step } => {
                left.steps.truncate(number);
                left.steps.push(step);
            }
            Line::Moving => left.stage = Stage::Moving,
            Line::Done => left.stage = Stage::Done,
            Line::TakenBack => left.stage = Stage::TakenBack,
        }
    }
    Found::Left(left)
}

/// Notes of a change that was left that all is as it was, so that nobody does it again.
pub(super) fn note_taken_back(place: &Path) {
    let text = written(&Line::TakenBack).unwrap_or_default();
    // Where that can't be written the next one finds nothing to take back.
    let _unwritten = File::options().append(true).open(place.join(JOURNAL)).and_then(|mut file| file.write_all(&text));
}

/// Puts back what was there, the last step first; what somebody changed since stays. False where something of it can't be put
/// back.
pub(super) fn take_back(steps: &[Step], root: &LinkedFolder, place: &Path) -> bool {
    let mut is_back = true;
    for (number, step) in steps.iter().enumerate().rev() {
        if matches!(step, Step::Put { .. }) && new_at(place, number).exists() {
            // It was not moved yet.
            continue;
        }
        let back = root.locate_target(step.path()).and_then(|target| step_back(step, &target, &old_at(place, number)));
        kill_point();
        is_back &= back.is_ok();
    }
    is_back
}

/// Takes one step back. An error where nobody can tell what is there now, or what was there can't be put back.
fn step_back(step: &Step, target: &Path, old: &Path) -> Result<(), Error> {
    let failed = |error| Error::io("write", target)(error);
    let (is_there, is_ours) = match (fs::symlink_metadata(target), step) {
        (Ok(found), Step::Put { sha256, .. }) => (true, holds(target, found.len(), sha256)?),
        (Ok(_), Step::Remove { .. }) => (true, false),
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => (false, false),
        (Err(error), _) => return Err(failed(error)),
    };
    match step {
        Step::Put { replaces: false, .. } if is_ours => fs::remove_file(target).map_err(failed),
        Step::Put { replaces: false, .. } => Ok(()),
        // Somebody's since.
        _ if is_there && !is_ours => Ok(()),
        _ if !old.try_exists().unwrap_or(true) => Ok(()),
        _ => fs::create_dir_all(parent(target)).and_then(|()| fs::rename(old, target)).map_err(failed),
    }
}

/// Whether a file holds what was written. What is no file, or grows, is somebody's; one that can't be read may be either.
fn holds(path: &Path, length: u64, sha256: &str) -> Result<bool, Error> {
    match regular::read_regular(path, length) {
        Ok(bytes) => Ok(sha256_hex(&bytes) == sha256),
        Err(Error::NotAFile { .. } | Error::TooLarge { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes the folders that were made, as far as they are empty.
pub(super) fn unmake(folders: &[PathBuf], root: &LinkedFolder) {
    for folder in folders.iter().rev() {
        if let Ok(folder) = root.locate_target(folder) {
            let _filled = fs::remove_dir(folder);
            kill_point();
        }
    }
}

/// Ends a change that is done: folders that are empty without the files that went, go, and then its place.
pub(super) fn clear_done(steps: &[Step], root: &LinkedFolder, place: &Path) {
    for step in steps {
        if let Step::Remove { path } = step
            && let Ok(file) = root.locate_target(path)
        {
            remove_emptied(root.real(), &file);
            kill_point();
        }
    }
    clear(place);
}

/// Removes a place with all that is in it, its journal last.
pub(super) fn clear(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let mut others = entries.filter(|entry| entry.file_name() != JOURNAL);
    let is_clear = others.all(|entry| {
        kill_point();
        fs::remove_file(entry.path()).is_ok()
    });
    if is_clear {
        kill_point();
        let _left = fs::remove_file(place.join(JOURNAL));
        kill_point();
        let _left = fs::remove_dir(place);
    }
}

/// Removes a place in which nothing was begun.
pub(super) fn clear_bare(place: &Path) {
    let mut entries = fs::read_dir(place).into_iter().flatten().flatten();
    if entries.all(|entry| entry.file_name() == JOURNAL) {
        let _was_none = fs::remove_file(place.join(JOURNAL));
        kill_point();
        let _left = fs::remove_dir(place);
    }
}

/// Removes the folders below `folder` that are empty without a file.
fn remove_emptied(folder: &Path, file: &Path) {
    let inside = file.ancestors().skip(1).take_while(|above| above.starts_with(folder) && *above != folder);
    // The first one that is not empty ends it.
    let _emptied = inside.map(fs::remove_dir).take_while(Result::is_ok).count();
}

#[cfg(unix)]
fn mark_of(place: &Path) -> Option<Mark> {
    use std::{os::unix::fs::MetadataExt as _, time::SystemTime};
    let found = fs::symlink_metadata(place).ok()?;
    let made = found.created().ok().and_then(|made| made.duration_since(SystemTime::UNIX_EPOCH).ok());
    let made_at = made.and_then(|made| u64::try_from(made.as_nanos()).ok());
    Some(Mark { device: made_at.is_none().then(|| found.dev()), number: found.ino(), made_at })
}

/// Elsewhere no killed change is taken back.
#[cfg(not(unix))]
fn mark_of(_place: &Path) -> Option<Mark> {
    None
}

//! Writing linked files: in the place of what both sides agreed on, and of nothing else.
//!
//! What another program writes at the same moment is never gone: it stays on disk and is put to the author as a merge,
//! or it was exchanged with the author's file and is kept in the timeline.

use std::{
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use studio_model::SkillId;
use studio_pack::{Displaced, Exchanged, FileRead, LinkedFolder};
use studio_store::{self as store, FolderLink, SKILL_FILE, SyncedFile};

use super::{
    disk,
    place::{CHANGED_OUTSIDE, changed, disk_path, has_own_folder, not_on_disk, synced},
};
use crate::{
    Error, ErrorCode,
    dto::NoticeCode,
    skills::storing::NewBytes,
    state::{lingering::Lingering, session::Session, writing::Writing},
};

/// How long a program that had a file open may go on writing to it after its place was taken.
const LINGERS: Duration = Duration::from_secs(2);
/// Most displaced files that are held open.
const MOST_LINGERING: usize = 64;

/// Whether a file was written to its linked folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It stands there, or nothing is linked.
    Yes,
    /// Another program changed the file; it stays, and is marked as changed outside.
    ChangedOutside,
}

impl Session {
    /// Writes a file to the linked folder, where there is one.
    pub(crate) fn write_linked(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        path: &str,
        bytes: &[u8],
    ) -> Result<(), Error> {
        match self.write_over(writing, id, path, bytes, None)? {
            Written::Yes => Ok(()),
            Written::ChangedOutside => {
                let message = format!(
                    "The change was saved in the library, but not in the linked folder: {path} was changed on disk at \
                     the same time. Open the skill to merge both."
                );
                Err(Error::new(ErrorCode::File, message))
            }
        }
    }

    /// The same, in the place of what both sides agreed on or what the author `merged` with, by hash.
    pub(crate) fn write_over(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        path: &str,
        bytes: &[u8],
        merged: Option<&str>,
    ) -> Result<Written, Error> {
        let Some(link) = self.library.get_link(id)? else { return Ok(Written::Yes) };
        if link.is_missing || (path != SKILL_FILE && !has_own_folder(&link)) {
            return Ok(Written::Yes);
        }
        if let Ok(read) = disk::read(&link, path)
            && read.bytes == bytes
        {
            writing.put_synced(id, &[disk::agreed(path, &read)])?;
            return Ok(Written::Yes);
        }
        let known = link.files.iter().find(|file| file.path == path);
        let is_agreed = |present: &[u8]| {
            let hash = store::sha256_hex(present);
            known.is_some_and(|known| known.sha256 == hash) || merged == Some(hash.as_str()) || present == bytes
        };
        let file = if path == SKILL_FILE { link.skill_file.as_str() } else { path };
        let folder = LinkedFolder::open(Path::new(&link.folder));
        let exchanged = folder
            .and_then(|folder| folder.exchange(Path::new(file), bytes, disk::LARGEST, is_agreed))
            .map_err(|cause| not_on_disk(&cause))?;
        match exchanged {
            Exchanged::Differs => {
                self.mark_overtaken(writing, &link, path, bytes)?;
                return Ok(Written::ChangedOutside);
            }
            Exchanged::Done { displaced, modified } => {
                agree(writing, id, path, bytes, modified)?;
                if let Some(displaced) = displaced {
                    self.linger(writing, id, path, displaced);
                }
            }
            Exchanged::Slipped { mut theirs, modified } => {
                let written = theirs.at_rest().map_err(|cause| not_on_disk(&cause))?;
                self.keep_theirs(writing, id, path, &written)?;
                // Only now: until the library has it, it must outlive this program.
                theirs.let_go();
                agree(writing, id, path, bytes, modified)?;
                self.linger(writing, id, path, theirs);
            }
        }
        Ok(Written::Yes)
    }

    /// Marks a file that another program was quicker to write.
    fn mark_overtaken(&self, writing: &Writing<'_>, link: &FolderLink, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let known = link.files.iter().find(|file| file.path == path).cloned();
        // One that came up outside has no common past but what was to be written.
        let file = known.unwrap_or_else(|| synced(path, &disk_path(link, path), bytes));
        self.mark_changed(writing, link, &SyncedFile { is_changed_outside: false, ..file }).map(drop)
    }

    /// Keeps what another program wrote as a version, below the author's text, and says so.
    pub(super) fn keep_theirs(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        path: &str,
        theirs: &[u8],
    ) -> Result<(), Error> {
        let is_kept = || self.library.read_content(id, path, &store::sha256_hex(theirs));
        if is_kept()?.is_some() {
            return Ok(());
        }
        let stored = loop {
            let stored = self.library.read_file(id, path)?;
            let record = changed(&stored.bytes, theirs, CHANGED_OUTSIDE);
            match self.keep_bytes(writing, NewBytes::over(id, &stored, theirs.to_vec()), record) {
                // Another process saved in between; theirs comes above that.
                Err(Error { code: ErrorCode::Stale, .. }) => {}
                outcome => break outcome.map(|version| store::FileContent { aggregate_version: version, ..stored })?,
            }
        };
        let record = changed(theirs, &stored.bytes, "saved");
        match self.keep_bytes(writing, NewBytes::over(id, &stored, stored.bytes.clone()), record) {
            // Another process saved over it: its text is the newest, and both others are in the timeline.
            Err(Error { code: ErrorCode::Stale, .. }) => {}
            outcome => drop(outcome?),
        }
        let name = self.library.get_skill(id)?.skill.name;
        let message = format!(
            "{path} of {name} was changed on disk while you saved it. Your version was kept; the other one is in \
             Versions as “Changed on disk”."
        );
        self.notice(NoticeCode::ChangedWhileSaving, message);
        Ok(())
    }

    fn linger(&self, writing: &Writing<'_>, skill: SkillId, path: &str, file: Displaced) {
        let mut lingering = self.lingering.lock();
        lingering.push(Lingering { skill, path: path.to_owned(), since: Instant::now(), file });
        let over = lingering.len().saturating_sub(MOST_LINGERING);
        let oldest: Vec<_> = lingering.drain(..over).collect();
        drop(lingering);
        for one in oldest {
            self.look_at_displaced(writing, one);
        }
    }

    /// Looks whether anybody wrote to files whose places were taken, and keeps what was written. Those of a while ago
    /// are let go; with `all`, every one.
    pub(crate) fn look_at_lingering(&self, all: bool) {
        let due: Vec<Lingering> = {
            let mut lingering = self.lingering.lock();
            lingering.extract_if(.., |one| all || one.since.elapsed() >= LINGERS).collect()
        };
        if due.is_empty() {
            return;
        }
        let writing = &self.writing();
        for one in due {
            self.look_at_displaced(writing, one);
        }
    }

    fn look_at_displaced(&self, writing: &Writing<'_>, mut one: Lingering) {
        if let Ok(Some(written)) = one.file.written_since() {
            // A skill that is gone meanwhile has no timeline to keep it in.
            let kept = self.keep_theirs(writing, one.skill, &one.path, &written);
            self.shared.log.dropped("what another program wrote was not kept", kept);
        }
    }
}

/// Notes that library and disk have the same.
fn agree(
    writing: &Writing<'_>,
    id: SkillId,
    path: &str,
    bytes: &[u8],
    modified: Option<SystemTime>,
) -> Result<(), Error> {
    let written = FileRead { bytes: bytes.to_vec(), size: bytes.len() as u64, modified };
    Ok(writing.put_synced(id, &[disk::agreed(path, &written)])?)
}

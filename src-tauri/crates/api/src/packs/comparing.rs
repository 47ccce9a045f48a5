//! Files of a pack beside what was there before: on the disk, and at the last export.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use studio_pack::{
    manifest::is_plain,
    read_regular,
    targets::{FileState, OutFile, Placed, Plan},
};
use studio_store::{PackFileRow, sha256_hex};
use studio_text::merge::line_counts;

use super::told;
use crate::{
    Error, ErrorCode, Studio,
    base::ids::export_id,
    dto::{
        LineCounts, PackCompared, PackExportChange, PackExportFileRequest, PackFile, PackFileChange, PackFileDiff,
        PackFileRequest, PackTarget,
    },
    state::session::Session,
};

/// Longest text that is compared, shown, and kept with an export.
pub(super) const LONGEST_TEXT: usize = 512 * 1024;

/// What was there before a pack is written.
pub(super) struct Before<'a> {
    pub(super) session: &'a Session,
    pub(super) out: Option<&'a Path>,
    /// The files of the last export.
    pub(super) last: Option<&'a [PackFileRow]>,
}

impl Before<'_> {
    /// The files of a target, compared; and the paths that the last export had and this one does not.
    pub(super) fn compare(
        &self,
        target: &PackTarget,
        files: &[OutFile],
        was_written: bool,
    ) -> Result<(Vec<PackFile>, Vec<String>), Error> {
        let placed = match self.out {
            Some(out) => {
                let plan = Plan::of(&folder_of(out, target), files.to_vec());
                Some(plan.map_err(|error| Error::new(ErrorCode::File, format!("Couldn't {error}.")))?)
            }
            None => None,
        };
        let last = self.last.filter(|_| was_written).map(|rows| {
            let rows = rows.iter().filter(|row| row.folder == target.folder);
            rows.map(|row| (row.path.as_str(), row)).collect::<BTreeMap<_, _>>()
        });
        let mut compared = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let placed = placed.as_ref().map(|plan| &plan.files[at]);
            compared.push(self.compare_file(file, placed, last.as_ref())?);
        }
        let now: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let gone = last.unwrap_or_default().into_keys().filter(|path| !now.contains(path));
        Ok((compared, gone.map(str::to_owned).collect()))
    }

    /// A file beside what is at its place, and what the last export had there, if it wrote this target.
    fn compare_file(
        &self,
        file: &OutFile,
        placed: Option<&Placed>,
        last: Option<&BTreeMap<&str, &PackFileRow>>,
    ) -> Result<PackFile, Error> {
        let text = text_of(&file.bytes);
        let sha256 = sha256_hex(&file.bytes);
        let before = last.and_then(|last| last.get(file.path.as_str()).copied());
        let since_last = last.map(|_| match before {
            None => PackFileChange::Added,
            Some(row) if row.sha256 == sha256 => PackFileChange::Unchanged,
            Some(_) => PackFileChange::Changed,
        });
        let lines = match (since_last, before) {
            (Some(PackFileChange::Changed), Some(row)) => {
                let old = self.session.library.pack_text(&row.sha256)?.filter(|_| row.has_text);
                old.zip(text).and_then(|(old, new)| counted(&old, new))
            }
            (Some(PackFileChange::Added), _) => text.and_then(|new| counted("", new)),
            _ => None,
        };
        let disk_lines = placed.filter(|placed| placed.state == FileState::Changed).and_then(|placed| {
            let old = read_regular(&placed.path, LONGEST_TEXT as u64).ok()?;
            counted(text_of(&old)?, text?)
        });
        Ok(PackFile {
            path: file.path.clone(),
            bytes: u32::try_from(file.bytes.len()).unwrap_or(u32::MAX),
            is_text: text.is_some(),
            on_disk: placed.map(|placed| told::file_state(placed.state)),
            since_last,
            lines,
            disk_lines,
            sha256,
        })
    }
}

impl Studio {
    /// A file of a plan as text, beside what was there before.
    pub fn get_pack_file(&self, request: &PackFileRequest) -> Result<PackFileDiff, Error> {
        let (session, planned) = self.planned(&request.plan_id)?;
        let target = planned.targets.iter().find(|target| target.target.folder == request.folder);
        let file = target.and_then(|target| target.files.iter().find(|file| file.path == request.path));
        let before = match (request.with, &planned.plan.out, &planned.plan.last) {
            (PackCompared::Last, _, Some(last)) => session.exported_text(&last.id, &request.folder, &request.path)?,
            (PackCompared::Disk, Some(out), _) if planned.plan.is_compared => match target {
                Some(target) if is_plain(&request.path) => {
                    on_disk(&folder_of(Path::new(out), &target.target).join(&request.path))
                }
                _ => Side::None,
            },
            _ => Side::None,
        };
        let after = file.map_or(Side::None, |file| Side::of(&file.bytes));
        if matches!((&before, &after), (Side::None, Side::None)) {
            return Err(Error::new(ErrorCode::NotFound, format!("File {} isn't part of this dry run.", request.path)));
        }
        Ok(diff(before, after))
    }

    /// What is other in a later export of a pack.
    pub fn compare_pack_exports(&self, before: &str, after: &str) -> Result<Vec<PackExportChange>, Error> {
        let session = self.session()?;
        let read = |id: &str| -> Result<BTreeMap<(String, String), PackFileRow>, Error> {
            let rows = session.library.list_pack_files(export_id(id)?)?;
            Ok(rows.into_iter().map(|row| ((row.folder.clone(), row.path.clone()), row)).collect())
        };
        let (old, new) = (read(before)?, read(after)?);
        let keys: BTreeSet<&(String, String)> = old.keys().chain(new.keys()).collect();
        let mut changes = Vec::new();
        for key in keys {
            let (was, is) = (old.get(key), new.get(key));
            let change = match (was, is) {
                (Some(was), Some(is)) if was.sha256 == is.sha256 => continue,
                (Some(_), Some(_)) => PackFileChange::Changed,
                (None, _) => PackFileChange::Added,
                (_, None) => PackFileChange::Removed,
            };
            let diff = diff(session.kept_text(was)?, session.kept_text(is)?);
            changes.push(PackExportChange { folder: key.0.clone(), path: key.1.clone(), change, lines: diff.lines });
        }
        Ok(changes)
    }

    /// A file of two exports as texts.
    pub fn get_pack_export_file(&self, request: &PackExportFileRequest) -> Result<PackFileDiff, Error> {
        let session = self.session()?;
        let before = session.exported_text(&request.before, &request.folder, &request.path)?;
        let after = session.exported_text(&request.after, &request.folder, &request.path)?;
        Ok(diff(before, after))
    }
}

impl Session {
    fn exported_text(&self, export: &str, folder: &str, path: &str) -> Result<Side, Error> {
        let rows = self.library.list_pack_files(export_id(export)?)?;
        self.kept_text(rows.iter().find(|row| row.folder == folder && row.path == path))
    }

    fn kept_text(&self, row: Option<&PackFileRow>) -> Result<Side, Error> {
        let Some(row) = row else { return Ok(Side::None) };
        let text = if row.has_text { self.library.pack_text(&row.sha256)? } else { None };
        let kept = "Only the size and hash are kept for older exports, large files, and binary files.";
        Ok(text.map_or_else(|| Side::Untold(kept.to_owned()), Side::Text))
    }
}

/// One state of a file.
enum Side {
    /// It is not there.
    None,
    Text(String),
    /// It is there, and cannot be shown: why.
    Untold(String),
}

impl Side {
    fn of(bytes: &[u8]) -> Self {
        match text_of(bytes) {
            Some(text) => Self::Text(text.to_owned()),
            None if bytes.len() > LONGEST_TEXT => {
                Self::Untold(format!("File too large to show ({} KB).", bytes.len().div_ceil(1024)))
            }
            None => Self::Untold(format!("Binary file ({} bytes).", studio_model::grouped(bytes.len()))),
        }
    }
}

fn on_disk(path: &Path) -> Side {
    if !path.exists() {
        return Side::None;
    }
    match read_regular(path, LONGEST_TEXT as u64) {
        Ok(bytes) => Side::of(&bytes),
        Err(error) => Side::Untold(format!("The file on disk can't be shown: failed to {error}.")),
    }
}

fn diff(before: Side, after: Side) -> PackFileDiff {
    let lines = match (&before, &after) {
        (Side::Text(old), Side::Text(new)) => counted(old, new),
        (Side::None, Side::Text(new)) => counted("", new),
        (Side::Text(old), Side::None) => counted(old, ""),
        _ => None,
    };
    let mut note = None;
    let mut side = |side: Side| match side {
        Side::Text(text) => Some(text),
        Side::None => None,
        Side::Untold(why) => {
            note = Some(why);
            None
        }
    };
    let (before, after) = (side(before), side(after));
    PackFileDiff { before, after, lines, note }
}

fn counted(old: &str, new: &str) -> Option<LineCounts> {
    let (added, removed) = line_counts(old, new)?;
    Some(LineCounts { added: added as u32, removed: removed as u32 })
}

/// A file as text; none where it is none, or too long.
pub(super) fn text_of(bytes: &[u8]) -> Option<&str> {
    let is_text = bytes.len() <= LONGEST_TEXT && !bytes.contains(&0);
    std::str::from_utf8(bytes).ok().filter(|_| is_text)
}

/// Whether two targets of a pack are the same one, at the same place.
pub(super) fn same_target(one: &PackTarget, other: &PackTarget) -> bool {
    one.target == other.target && one.client == other.client && one.folder == other.folder
}

/// Where a target's files go below the folder of the pack.
pub(super) fn folder_of(out: &Path, target: &PackTarget) -> PathBuf {
    if target.folder.is_empty() { out.to_owned() } else { out.join(&target.folder) }
}

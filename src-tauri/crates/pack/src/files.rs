//! Changing files so that nothing is ever half-written, and in a linked folder nothing outside of it is touched.

use std::fs;
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

use crate::beside::{parent, prepared, prepared_anew, sync_folder};
use crate::error::Error;
use crate::exchange::{self, Exchanged};
use crate::kill_point::kill_point;
use crate::regular::{self, FileRead, Links};

/// Replaces the content of the file at `path`, or creates it; its folder exists.
///
/// A crash at any moment leaves either the old or the new content. Permissions stay; a write-protected file is
/// refused. Other hard links of the file keep the old content. A link in `path` is followed wherever it leads: for
/// folders that came from others there is [`LinkedFolder`].
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = if is_link(path) { follow(path)? } else { path.to_owned() };
    replace(&target, prepared_anew(&target, bytes)?)
}

/// The same for a file that only this user may read.
pub fn write_privately(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = if is_link(path) { follow(path)? } else { path.to_owned() };
    let temporary = prepared_anew(&target, bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let own = fs::Permissions::from_mode(0o600);
        temporary.as_file().set_permissions(own).map_err(Error::io("write", path))?;
    }
    replace(&target, temporary)
}

/// A folder whose files may be changed, and nothing else: no path and no link leads out of it.
///
/// Paths are absolute or relative to the folder.
#[derive(Clone, Debug)]
pub struct LinkedFolder {
    /// As the author knows it.
    given: PathBuf,
    /// Without links.
    real: PathBuf,
}

impl LinkedFolder {
    /// The folder at `path`, which exists.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let real = fs::canonicalize(path).map_err(Error::io("open", path))?;
        if !real.is_dir() {
            return Err(Error::NotAFolder { path: path.to_owned() });
        }
        Ok(Self { given: path.to_owned(), real })
    }

    /// Where it is, without links.
    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// Replaces the content of a file, or creates it together with the folders it is in, as [`write_atomically`]
    /// does. A link to a file inside the folder stays a link: what it leads to is replaced.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let file = self.locate_target(path)?;
        create_folder(parent(&file))?;
        replace(&file, prepared(&file, bytes)?)
    }

    /// Reads a file of at most `limit` bytes. A link is followed only where it leads to a file inside the folder.
    pub fn read(&self, path: &Path, limit: u64) -> Result<FileRead, Error> {
        let file = self.locate_target(path)?;
        regular::read(&mut regular::open(&file, Links::Refused)?, &file, limit)
    }

    /// As [`LinkedFolder::write`], in place of nothing but content that `is_agreed`, or of no file: what another
    /// program wrote stays, or is in hand. Content over `limit` bytes is never agreed.
    pub fn exchange(
        &self,
        path: &Path,
        bytes: &[u8],
        limit: u64,
        is_agreed: impl Fn(&[u8]) -> bool,
    ) -> Result<Exchanged, Error> {
        let file = self.locate_target(path)?;
        create_folder(parent(&file))?;
        exchange::exchange(&file, bytes, limit, &is_agreed)
    }

    /// Removes a file; a link is removed itself, never what it leads to.
    pub fn remove(&self, path: &Path) -> Result<(), Error> {
        let file = self.locate(path)?;
        check_file(&file, "remove")?;
        fs::remove_file(&file).map_err(Error::io("remove", file.as_path()))?;
        sync_folder(parent(&file));
        Ok(())
    }

    /// Gives a file another name inside the folder, never over something that is there.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        let (from, to) = (self.locate(from)?, self.locate(to)?);
        check_file(&from, "rename")?;
        // `Notes.md` to `notes.md` finds itself on a file system where capitals do not count.
        let is_itself = || fs::canonicalize(&to).is_ok_and(|to| fs::canonicalize(&from).is_ok_and(|from| from == to));
        if fs::symlink_metadata(&to).is_ok() && (is_link(&to) || !is_itself()) {
            return Err(Error::Exists { path: to });
        }
        create_folder(parent(&to))?;
        fs::rename(&from, &to).map_err(Error::io("rename", from.as_path()))?;
        sync_folder(parent(&to));
        if parent(&from) != parent(&to) {
            sync_folder(parent(&from));
        }
        Ok(())
    }

    /// The file that `path` means: what it leads to, where it is a link.
    pub(crate) fn locate_target(&self, path: &Path) -> Result<PathBuf, Error> {
        let file = self.locate(path)?;
        if is_link(&file) { self.inside(follow(&file)?) } else { Ok(file) }
    }

    /// Where `path` is, links in its folders resolved, itself not followed.
    fn locate(&self, path: &Path) -> Result<PathBuf, Error> {
        let path = self.real.join(path.strip_prefix(&self.given).unwrap_or(path));
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(Error::OutsideFolder { path, folder: self.real.clone() });
        }
        let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else {
            return Err(Error::NotAFile { path });
        };
        // Folders that do not exist yet are created later; the nearest one that does decides.
        let mut existing = parent;
        while fs::symlink_metadata(existing).is_err() {
            let Some(above) = existing.parent() else { break };
            existing = above;
        }
        let real = fs::canonicalize(existing).map_err(Error::io("open", existing))?;
        let missing = parent.strip_prefix(existing).unwrap_or(Path::new(""));
        self.inside(real.join(missing).join(name))
    }

    fn inside(&self, path: PathBuf) -> Result<PathBuf, Error> {
        if path.starts_with(&self.real) && path != self.real {
            return Ok(path);
        }
        Err(Error::OutsideFolder { path, folder: self.real.clone() })
    }
}

fn replace(file: &Path, temporary: NamedTempFile) -> Result<(), Error> {
    temporary.persist(file).map_err(|error| Error::io("write", file)(error.error))?;
    kill_point();
    sync_folder(parent(file));
    Ok(())
}

fn check_file(path: &Path, action: &'static str) -> Result<(), Error> {
    let metadata = fs::symlink_metadata(path).map_err(Error::io(action, path))?;
    if metadata.is_dir() { Err(Error::NotAFile { path: path.to_owned() }) } else { Ok(()) }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

fn follow(link: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(link).map_err(Error::io("follow the link", link))
}

fn create_folder(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
    sync_folder(parent(folder));
    Ok(())
}

//! Reading ordinary files and nothing else: no pipe is waited for, no device is read, and never more than was asked.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::time::SystemTime;

use studio_text::sha256_hex;

use crate::error::Error;

/// What a file held, and how it stood just before it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRead {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its size before it was read. A file that is being written may have another by now.
    pub size: u64,
    /// When it was last written, before it was read.
    pub modified: Option<SystemTime>,
}

/// Reads a file that the author named, of at most `limit` bytes. Links are followed; a pipe, a device or a folder is
/// refused at once.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let (mut file, metadata) = opened(path, Links::Followed)?;
    read_on(&mut file, &metadata, path, limit).map(|read| read.bytes)
}

/// Reads a file of at most `limit` bytes that is really below `root`, which is whole and without links. `path` is whole, or
/// begins there; links are followed, but none that leads out, nor one that comes in on the way meanwhile. None where that
/// leads to nothing below it: who asks learns nothing of what is elsewhere, not even whether it is there.
pub fn read_below(root: &Path, path: &Path, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    let real = fs::canonicalize(root.join(path)).ok().filter(|real| real.starts_with(root));
    let Some((real, found)) = real.and_then(|real| fs::symlink_metadata(&real).ok().map(|found| (real, found))) else {
        return Ok(None);
    };
    // Merely opening a device may do something.
    if !found.is_file() {
        return Err(Error::NotAFile { path: real });
    }
    let Ok(mut file) = open_without_links(&real) else { return Ok(None) };
    let metadata = file.metadata().map_err(Error::io("open", real.as_path()))?;
    if !metadata.is_file() {
        return Err(Error::NotAFile { path: real });
    }
    read_on(&mut file, &metadata, &real, limit).map(|read| Some(read.bytes))
}

/// Reads a file that a listing has just found to be ordinary, of at most `limit` bytes. It is not looked at again before
/// it is opened: a link that has come into its place since is refused, whatever it leads to.
pub(crate) fn read_listed(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let (mut file, metadata) = open_ordinary(path, Links::Refused)?;
    read_on(&mut file, &metadata, path, limit).map(|read| read.bytes)
}

/// What is done with a link in the place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Followed,
    Refused,
}

/// Opens an ordinary file for reading.
pub(crate) fn open(path: &Path, links: Links) -> Result<File, Error> {
    opened(path, links).map(|(file, _)| file)
}

fn opened(path: &Path, links: Links) -> Result<(File, Metadata), Error> {
    // Looked at first, because merely opening a device may do something; and again once it is open.
    let metadata = match links {
        Links::Followed => fs::metadata(path),
        Links::Refused => fs::symlink_metadata(path),
    };
    if !metadata.map_err(Error::io("open", path))?.is_file() {
        return Err(Error::NotAFile { path: path.to_owned() });
    }
    open_ordinary(path, links)
}

/// Opens what is at `path`, and keeps it only where it is an ordinary file.
fn open_ordinary(path: &Path, links: Links) -> Result<(File, Metadata), Error> {
    let opened = open_at_once(path, links).and_then(|file| file.metadata().map(|metadata| (file, metadata)));
    let (file, metadata) = opened.map_err(Error::io("open", path))?;
    if metadata.is_file() { Ok((file, metadata)) } else { Err(Error::NotAFile { path: path.to_owned() }) }
}

#[cfg(unix)]
fn open_at_once(path: &Path, links: Links) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;

    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if links == Links::Refused {
        flags |= OFlags::NOFOLLOW;
    }
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// Opens what is at a whole path, where no part of that is a link.
#[cfg(unix)]
fn open_without_links(path: &Path) -> io::Result<File> {
    use std::ffi::OsStr;

    use rustix::fs::{CWD, Mode, OFlags, openat};

    // Where the system can tell the two apart, passing through a folder asks for no right to list it.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let passing = OFlags::PATH;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let passing = OFlags::RDONLY;
    let flags = OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let names: Vec<&OsStr> = path.iter().skip(1).collect();
    let Some((name, folders)) = names.split_last() else { return Err(io::ErrorKind::NotFound.into()) };
    let mut at = openat(CWD, "/", passing | OFlags::DIRECTORY | flags, Mode::empty())?;
    for folder in folders {
        at = openat(&at, *folder, passing | OFlags::DIRECTORY | flags, Mode::empty())?;
    }
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | flags;
    Ok(File::from(openat(&at, *name, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_without_links(path: &Path) -> io::Result<File> {
    open_at_once(path, Links::Refused)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path, _links: Links) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// Reads an open file from its start.
pub(crate) fn read(file: &mut File, path: &Path, limit: u64) -> Result<FileRead, Error> {
    let metadata = file.metadata().map_err(Error::io("read", path))?;
    file.rewind().map_err(Error::io("read", path))?;
    read_on(file, &metadata, path, limit)
}

/// Reads an open file from where it is.
fn read_on(file: &mut File, metadata: &Metadata, path: &Path, limit: u64) -> Result<FileRead, Error> {
    if metadata.len() > limit {
        return Err(Error::TooLarge { path: path.to_owned(), limit });
    }
    let (size, modified) = stamp(metadata);
    let mut bytes = Vec::with_capacity(size as usize);
    // The file may grow while it is read, so its size is not trusted.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(Error::io("read", path))?;
    if bytes.len() as u64 > limit {
        return Err(Error::TooLarge { path: path.to_owned(), limit });
    }
    Ok(FileRead { bytes, size, modified })
}

/// Whether a file is there as it was written.
pub fn is_as_written(path: &Path, sha256: &str) -> bool {
    let length = fs::symlink_metadata(path).map_or(0, |there| there.len());
    read_regular(path, length).is_ok_and(|bytes| sha256_hex(&bytes) == sha256)
}

/// What tells that a file was written since.
pub(crate) type Stamp = (u64, Option<SystemTime>);

/// That of a file that was looked at.
pub(crate) fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.len(), metadata.modified().ok())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_what_is_really_below_a_folder_is_read() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        let at = |name: &str| root.join(name);
        fs::create_dir_all(at("open/inner")).unwrap();
        fs::create_dir(at("closed")).unwrap();
        for file in ["open/inner/notes.md", "closed/notes.md", "opened.md"] {
            fs::write(at(file), file).unwrap();
        }
        symlink(at("closed/notes.md"), at("open/out.md")).unwrap();
        symlink(&root, at("open/up")).unwrap();
        symlink("inner", at("open/within")).unwrap();
        symlink("nowhere", at("open/dangling")).unwrap();
        let open = at("open");
        let read = |path: &str| read_below(&open, Path::new(path), 100).unwrap();
        let whole = at("open/inner/notes.md");
        for path in ["inner/notes.md", "./within/../inner/notes.md", "up/open/within/notes.md", whole.to_str().unwrap()]
        {
            assert_eq!(read(path).as_deref(), Some(&b"open/inner/notes.md"[..]), "{path}");
        }
        let (there, nowhere) = (at("closed/notes.md"), at("closed/nothing.md"));
        let outside = [there.to_str().unwrap(), nowhere.to_str().unwrap(), "/", "/dev/zero", "up", "up/closed"];
        let inside = ["nothing.md", "inner/nothing.md", "inner/notes.md/more", "dangling"];
        let around = ["../closed/notes.md", "../closed/nothing.md", "../opened.md", "out.md", "up/closed/notes.md"];
        for path in outside.into_iter().chain(inside).chain(around) {
            assert_eq!(read(path), None, "{path}");
        }
        for path in ["", ".", "inner"] {
            assert!(matches!(read_below(&open, Path::new(path), 100), Err(Error::NotAFile { .. })), "{path}");
        }
        assert!(matches!(read_below(&open, Path::new("inner/notes.md"), 3), Err(Error::TooLarge { limit: 3, .. })));
        // The folder itself is another one by now.
        fs::rename(&open, at("before")).unwrap();
        symlink(at("closed"), &open).unwrap();
        assert_eq!(read("notes.md"), None);
        // So is a part of a path that was found to be whole.
        assert!(open_without_links(&at("before/inner/notes.md")).is_ok());
        for path in ["open/notes.md", "before/within/notes.md", "before/out.md"] {
            assert!(open_without_links(&at(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn what_came_into_the_place_of_a_listed_file_is_refused_and_nobody_waits() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::write(at("plain.md"), "text").unwrap();
        fs::write(at("secret"), "secret").unwrap();
        symlink(at("secret"), at("link.md")).unwrap();
        symlink(root.path(), at("folder.md")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe.md")).status().unwrap().success());
        fs::create_dir(at("inner.md")).unwrap();
        assert_eq!(read_listed(&at("plain.md"), 4).unwrap(), b"text");
        assert!(matches!(read_listed(&at("plain.md"), 3), Err(Error::TooLarge { limit: 3, .. })));
        for name in ["link.md", "folder.md"] {
            assert!(matches!(read_listed(&at(name), 9), Err(Error::Io { .. })), "{name}");
        }
        for name in ["pipe.md", "inner.md"] {
            assert!(matches!(read_listed(&at(name), 9), Err(Error::NotAFile { .. })), "{name}");
        }
    }
}

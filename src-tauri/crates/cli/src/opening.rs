//! What a command is asked of: a library that is kept, or a folder of skills, of which a library is made for the one command.

use std::{
    ffi::OsStr,
    fs::File,
    io::Read as _,
    ops::Deref,
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_api::{Config, FolderSkills, Studio, Twins, Upkeep};

use crate::{
    output::{Failure, Output},
    temporary::Temporary,
};

/// How a library's file begins.
const LIBRARY: &[u8; 16] = b"SQLite format 3\0";

/// A studio with a library open, of its own file or of a folder's skills.
pub(crate) struct Opened {
    studio: Studio,
    // After the studio, which has files open in it.
    folder: Option<Temporary>,
}

impl Opened {
    /// Whether it is a folder's, of which nothing is known but its texts.
    pub(crate) const fn is_of_folder(&self) -> bool {
        self.folder.is_some()
    }
}

impl Deref for Opened {
    type Target = Studio;

    fn deref(&self) -> &Studio {
        &self.studio
    }
}

/// This user's folders.
pub(crate) fn config() -> Result<Config, Failure> {
    Config::of_user().ok_or_else(|| Failure::usage("no home folder found; set HOME"))
}

/// A studio on this user's folders, which does nothing it is not asked for.
pub(crate) fn studio() -> Result<Studio, Failure> {
    start(config()?)
}

fn start(config: Config) -> Result<Studio, Failure> {
    Ok(Studio::start(Config { upkeep: Upkeep::OnDemand, ..config }, Arc::new(|_| ()))?)
}

/// What is only asked: the library that is named, a folder that is named in its place, or else the library opened last.
pub(crate) fn open(library: Option<&Path>, output: &Output) -> Result<Opened, Failure> {
    open_either(library, None, output)
}

/// The same where the command has a place of its own for a folder.
pub(crate) fn open_either(library: Option<&Path>, folder: Option<&Path>, output: &Output) -> Result<Opened, Failure> {
    open_with(library, folder, Twins::LeftOut, output)
}

/// The same with what becomes of a folder's identical skills.
pub(crate) fn open_with(
    library: Option<&Path>,
    folder: Option<&Path>,
    twins: Twins,
    output: &Output,
) -> Result<Opened, Failure> {
    match (library, folder) {
        (Some(_), Some(_)) => Err(Failure::usage("specify a library or a folder of skills, not both")),
        (Some(folder), None) if folder.is_dir() => open_folder(folder, twins, output),
        (library, None) => open_kept(library),
        (None, Some(folder)) => {
            refuse_what_is_no_folder(folder)?;
            open_folder(folder, twins, output)
        }
    }
}

/// A library that is kept, for what changes it: the one named, or the one opened last.
pub(crate) fn open_kept(library: Option<&Path>) -> Result<Opened, Failure> {
    refuse_folder(library)?;
    let studio = studio()?;
    studio.open_named_or_last(library)?;
    Ok(Opened { studio, folder: None })
}

/// The library that is named, else the user's where there is one: what is asked can do without.
pub(crate) fn open_if_there(library: Option<&Path>) -> Result<Studio, Failure> {
    refuse_folder(library)?;
    let studio = studio()?;
    match studio.open_named_or_last(library) {
        Err(error) if library.is_some() => Err(error.into()),
        _ => Ok(studio),
    }
}

/// Refuses a folder where a library is needed that stays.
pub(crate) fn refuse_folder(library: Option<&Path>) -> Result<(), Failure> {
    match library.filter(|library| library.is_dir()) {
        None => Ok(()),
        Some(folder) => Err(Failure::input(format!(
            "{} is a folder, but this command needs a library. Create one with `skillctl --library FILE init` and import the \
             folder into it.",
            folder.display()
        ))),
    }
}

/// Tells what is asked from the folder it is asked of, whichever stands first: a folder is one that is there.
pub(crate) fn apart<'a>(asked: &'a OsStr, folder: Option<&'a Path>) -> (&'a OsStr, Option<&'a Path>) {
    match folder {
        Some(folder) if !folder.is_dir() && Path::new(asked).is_dir() => (folder.as_os_str(), Some(Path::new(asked))),
        folder => (asked, folder),
    }
}

/// Makes a library of a folder's skills in a folder that goes with the command, and says what it lacks.
fn open_folder(folder: &Path, twins: Twins, output: &Output) -> Result<Opened, Failure> {
    let temporary = Temporary::create()?;
    let place = |name: &str| -> PathBuf { temporary.path().join(name) };
    let studio = start(Config { data_dir: place("data"), cache_dir: place("cache"), ..config()? })?;
    tell(&studio.create_library_of_folder(folder, twins)?, output);
    Ok(Opened { studio, folder: Some(temporary) })
}

fn tell(read: &FolderSkills, output: &Output) {
    let FolderSkills { skills, unread, broken } = read;
    let unread: Vec<String> = unread.iter().map(|item| format!("{}: {}", item.path, item.message)).collect();
    output.some(&unread, |count| format!("{count} of {} files weren't read", count + skills));
    let broken: Vec<String> = broken.iter().map(|(name, message)| format!("{name}: {message}")).collect();
    output.some(&broken, |count| format!("{count} of {skills} skills can't be read, so they never match a query"));
}

/// Refuses what is not a folder, and says what it is.
pub(crate) fn refuse_what_is_no_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Ok(());
    }
    let shown = path.display();
    Err(Failure::input(if !path.exists() {
        format!("{shown} doesn't exist. Specify a folder of skills.")
    } else if is_library(path) {
        format!("{shown} is a library, not a folder of skills. Use --library {shown} instead.")
    } else {
        format!("{shown} is a file. Specify the folder that contains the skills.")
    }))
}

fn is_library(path: &Path) -> bool {
    let mut start = [0; LIBRARY.len()];
    // What a pipe or a device holds is not waited for.
    path.is_file() && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok()) && &start == LIBRARY
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, path::Path};

    use super::{apart, is_library};

    #[test]
    fn a_folder_may_stand_before_or_after_what_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let (there, query) = (folder.path(), OsStr::new("sail a boat"));
        assert_eq!(apart(query, Some(there)), (query, Some(there)));
        assert_eq!(apart(there.as_os_str(), Some(Path::new(query))), (query, Some(there)));
        assert_eq!(apart(there.as_os_str(), Some(there)), (there.as_os_str(), Some(there)));
        assert_eq!(apart(there.as_os_str(), None), (there.as_os_str(), None));
        let nowhere = Path::new("nowhere");
        assert_eq!(apart(query, Some(nowhere)), (query, Some(nowhere)), "what is not there is named as it was typed");
    }

    #[test]
    fn a_library_is_told_by_how_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        for (bytes, is_one) in
            [(&b"SQLite format 3\0 and more"[..], true), (b"SQLite", false), (b"a shopping list", false)]
        {
            let path = folder.path().join("file");
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(is_library(&path), is_one);
        }
        assert!(!is_library(folder.path()) && !is_library(&folder.path().join("gone")));
    }
}

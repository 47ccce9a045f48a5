//! Where a studio keeps its things, and who it tells.

use std::{ffi::OsString, path::PathBuf, sync::Arc};

use crate::dto::StudioEvent;

/// Takes every event the studio has for its screen. Called from several threads; must not block.
pub type EventSink = Arc<dyn Fn(StudioEvent) + Send + Sync>;

/// Where a studio keeps its things.
#[derive(Clone, Debug)]
pub struct Config {
    /// Folder for libraries and what the studio remembers.
    pub data_dir: PathBuf,
    /// Folder for what can be made again: indexes.
    pub cache_dir: PathBuf,
    /// Folder for the user's own settings: the key of the vault of secrets, apart from the vault itself.
    pub config_dir: PathBuf,
    /// The author's home folder, where the skill folders of clients lie and what `~` stands for.
    pub home_dir: Option<PathBuf>,
    /// The author's documents: where a library goes that is named without a folder.
    pub documents_dir: Option<PathBuf>,
    /// The program that is started as the host of a script; none for `skillctl` beside this one, or this one.
    pub script_host: Option<PathBuf>,
    /// Folders in which installed agent clients are looked for, in a text of the form that `PATH` has; none: on the PATH.
    pub client_path: Option<OsString>,
    /// Folder of the files that ship with the program.
    pub resource_dir: Option<PathBuf>,
    /// Who writes; stands beside every change.
    pub user: String,
    /// When derived data is brought up to date.
    pub upkeep: Upkeep,
    /// Where secrets are kept.
    pub keychain: Keychain,
}

/// Whether the system's keychain is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keychain {
    /// Where one answers.
    #[default]
    WhereItAnswers,
    /// Never: secrets go into the vault in the data folder.
    Never,
}

/// When vectors and full text are made, and folders watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Upkeep {
    /// As soon as a library is open, beside the author's work.
    #[default]
    InBackground,
    /// When somebody asks for them: right for one short command.
    OnDemand,
}

impl Config {
    /// The folders of this system's user, where window and command line find the same libraries.
    pub fn of_user() -> Option<Self> {
        let folders = directories::ProjectDirs::from("dev", "skillstudio", "dev.skillstudio.desktop")?;
        let own = directories::UserDirs::new();
        Some(Self {
            data_dir: folders.data_dir().to_path_buf(),
            cache_dir: folders.cache_dir().to_path_buf(),
            config_dir: folders.config_dir().to_path_buf(),
            home_dir: own.as_ref().map(|own| own.home_dir().to_path_buf()),
            documents_dir: own.and_then(|own| own.document_dir().map(PathBuf::from)),
            script_host: None,
            client_path: None,
            resource_dir: None,
            user: Self::default_user(),
            upkeep: Upkeep::default(),
            keychain: Keychain::default(),
        })
    }

    /// Where the author's system keeps what was moved to its trash; none where it keeps that in a way of its own.
    pub(crate) fn system_trash(&self) -> Option<PathBuf> {
        if !has_common_trash(std::env::consts::OS) {
            return None;
        }
        let home = self.home_dir.as_deref()?;
        let of_user = directories::BaseDirs::new().filter(|of_user| of_user.home_dir() == home);
        let data = of_user.map_or_else(|| home.join(".local/share"), |of_user| of_user.data_dir().to_path_buf());
        Some(data.join("Trash"))
    }

    /// The name the system knows the author by.
    pub fn default_user() -> String {
        ["USER", "USERNAME", "LOGNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
            .unwrap_or_else(|| "author".to_owned())
    }
}

/// Whether a system's trash is the one that freedesktop.org describes.
fn has_common_trash(os: &str) -> bool {
    !matches!(os, "macos" | "ios" | "windows" | "android")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_that_show_no_such_folder_as_their_trash_have_none() {
        assert_eq!(["linux", "freebsd", "macos", "windows"].map(has_common_trash), [true, true, false, false]);
    }
}

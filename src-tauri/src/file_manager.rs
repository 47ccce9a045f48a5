//! Showing a folder in the system's file manager. The page never names a path: it names a skill or an import root, and
//! the studio says which folder that is.

use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
};

use studio_api::{Error, ErrorCode};

/// The program that shows folders on this system.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Shows a folder.
pub(crate) fn show(folder: &Path) -> Result<(), Error> {
    start(OPENER, folder)
}

fn start(program: &str, folder: &Path) -> Result<(), Error> {
    let mut command = Command::new(program);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|cause| {
        let message =
            format!("Couldn't open the file manager ({program}: {cause}). The folder is {}.", folder.display());
        Error::new(ErrorCode::File, message)
    })?;
    // Its end is waited for, so that no dead process stays behind.
    thread::spawn(move || drop(child.wait()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::start;

    #[test]
    fn a_missing_file_manager_is_said_with_the_folder() {
        let folder = std::env::temp_dir();
        let error = start("no-such-file-manager", &folder).unwrap_err();
        assert!(error.message.contains("no-such-file-manager"), "{}", error.message);
        assert!(error.message.contains(&folder.display().to_string()), "{}", error.message);
    }
}

//! Files that an author names: ordinary ones of a size that is read, and standard input.

use std::{io::Read as _, path::Path};

use studio_pack::{Error as PackError, read_regular};

use crate::{Error, ErrorCode};

/// Most bytes of a file or of standard input that an author names.
const LARGEST_NAMED: u64 = 50 * 1024 * 1024;

/// Reads a file that the author named, or standard input where that is `-`. A pipe, a device or a file of more than 50 MB
/// is refused at once.
pub fn read_named(path: &Path) -> Result<Vec<u8>, Error> {
    if path == Path::new("-") {
        return read_input();
    }
    read_regular(path, LARGEST_NAMED).map_err(|cause| {
        let shown = path.display();
        match cause {
            PackError::TooLarge { .. } => {
                Error::new(ErrorCode::Invalid, format!("{shown} is larger than the 50 MB limit."))
            }
            PackError::NotAFile { .. } => {
                let message = format!("{shown} is a folder, pipe, or device. Choose a regular file.");
                Error::new(ErrorCode::Invalid, message)
            }
            PackError::Io { source, .. } => Error::file("read", path, &source),
            other => Error::new(ErrorCode::File, format!("Couldn't read {shown}: failed to {other}.")),
        }
    })
}

fn read_input() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(LARGEST_NAMED + 1).read_to_end(&mut bytes);
    read.map_err(|cause| Error::new(ErrorCode::File, format!("Couldn't read standard input: {cause}.")))?;
    if bytes.len() as u64 > LARGEST_NAMED {
        let message = "Standard input is larger than the 50 MB limit.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    Ok(bytes)
}

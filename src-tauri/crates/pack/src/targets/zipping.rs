//! Archives whose bytes depend on nothing but the files in them: sorted, of one fixed time, packed one way.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::export::OutFile;

/// The bytes of a zip with these files.
pub(super) fn zip(files: &[OutFile]) -> Vec<u8> {
    let mut sorted: Vec<&OutFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    written(&sorted).expect("memory takes whatever is written")
}

fn written(files: &[&OutFile]) -> Result<Vec<u8>, ZipError> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(6))
            .last_modified_time(DateTime::default())
            .unix_permissions(if file.is_executable { 0o755 } else { 0o644 });
        writer.start_file(file.path.as_str(), options)?;
        writer.write_all(&file.bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

//! A zip by its directory, as its format is published: what every reader goes by.

use std::io::Read as _;

use flate2::read::DeflateDecoder;

use super::Piece;

const END: [u8; 4] = *b"PK\x05\x06";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const LOCAL: [u8; 4] = *b"PK\x03\x04";

/// Length of an entry of the directory without what varies.
const ENTRY_LENGTH: usize = 46;
/// The same of the head of a file.
const LOCAL_LENGTH: usize = 30;

/// The files of an archive, below a path; why it is not one that every reader opens, as a fragment.
pub(super) fn read(bytes: &[u8], below: &str) -> Result<Vec<Piece>, String> {
    let end = bytes.windows(END.len()).rposition(|window| window == END).ok_or("the archive has no directory")?;
    let count = u16_at(bytes, end + 10)?;
    let mut at = u32_at(bytes, end + 16)?;
    let mut pieces = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        if bytes.get(at..at + ENTRY.len()) != Some(&ENTRY[..]) {
            return Err("the archive's directory is damaged".to_owned());
        }
        let (name_length, extra, comment) = (u16_at(bytes, at + 28)?, u16_at(bytes, at + 30)?, u16_at(bytes, at + 32)?);
        let name = slice(bytes, at + ENTRY_LENGTH, usize::from(name_length))?;
        let name = std::str::from_utf8(name).map_err(|_| "a name in the archive isn't UTF-8")?;
        if name.contains('\\') || name.starts_with('/') || name.split('/').any(|part| part == "..") {
            return Err(format!("the archive has an entry that uploads reject: {name}"));
        }
        if !name.ends_with('/') {
            let mode = u32_at(bytes, at + 38)? >> 16;
            pieces.push(Piece {
                path: format!("{below}/{name}"),
                bytes: content(bytes, at)?,
                is_executable: Some(mode & 0o100 != 0),
            });
        }
        at += ENTRY_LENGTH + usize::from(name_length) + usize::from(extra) + usize::from(comment);
    }
    Ok(pieces)
}

/// The content of the file whose entry stands at a place, checked by its sum.
fn content(bytes: &[u8], entry: usize) -> Result<Vec<u8>, String> {
    let (method, sum) = (u16_at(bytes, entry + 10)?, u32_at(bytes, entry + 16)?);
    let (packed, unpacked) = (u32_at(bytes, entry + 20)?, u32_at(bytes, entry + 24)?);
    let head = u32_at(bytes, entry + 42)?;
    if bytes.get(head..head + LOCAL.len()) != Some(&LOCAL[..]) {
        return Err("a file isn't where the archive's directory says".to_owned());
    }
    let varying = usize::from(u16_at(bytes, head + 26)?) + usize::from(u16_at(bytes, head + 28)?);
    let data = slice(bytes, head + LOCAL_LENGTH + varying, packed)?;
    let content = match method {
        0 => data.to_vec(),
        8 => {
            let mut content = Vec::new();
            // One more than is announced, so that more is noticed.
            let limit = unpacked as u64 + 1;
            DeflateDecoder::new(data).take(limit).read_to_end(&mut content).map_err(|cause| cause.to_string())?;
            content
        }
        other => return Err(format!("a file is packed by method {other}, which few readers know")),
    };
    if content.len() != unpacked || crc32fast::hash(&content) as usize != sum {
        return Err("a file's content isn't what the archive's directory says".to_owned());
    }
    Ok(content)
}

fn slice(bytes: &[u8], at: usize, length: usize) -> Result<&[u8], String> {
    bytes.get(at..at.saturating_add(length)).ok_or_else(|| "the archive is cut off".to_owned())
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, String> {
    let two = slice(bytes, at, 2)?;
    Ok(u16::from_le_bytes([two[0], two[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> Result<usize, String> {
    let four = slice(bytes, at, 4)?;
    Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::targets::{export::OutFile, zipping::zip};

    fn archive() -> Vec<u8> {
        let run = OutFile { is_executable: true, ..OutFile::new("a/run", "#!/bin/sh\n".repeat(99)) };
        zip(&[OutFile::new("a/SKILL.md", "---\n"), run, OutFile::new("a/empty", "")])
    }

    #[test]
    fn what_was_packed_is_read_by_the_format_alone() {
        let pieces = read(&archive(), "x").expect("it is an archive");
        let told: Vec<_> = pieces.iter().map(|one| (one.path.as_str(), one.bytes.len(), one.is_executable)).collect();
        assert_eq!(
            told,
            [("x/a/SKILL.md", 4, Some(false)), ("x/a/empty", 0, Some(false)), ("x/a/run", 990, Some(true))]
        );
    }

    #[test]
    fn what_is_damaged_or_named_with_backslashes_is_told() {
        let damaged = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = archive();
            change(&mut bytes);
            read(&bytes, "x").err().unwrap_or_default()
        };
        let replaced = |bytes: &mut Vec<u8>, from: &[u8], to: &[u8]| {
            while let Some(at) = bytes.windows(from.len()).position(|window| window == from) {
                bytes[at..at + to.len()].copy_from_slice(to);
            }
        };
        assert!(damaged(&|bytes| bytes.truncate(40)).contains("no directory"));
        assert!(damaged(&|bytes| bytes[3] = 9).contains("isn't where"));
        assert!(damaged(&|bytes| replaced(bytes, b"a/SKILL.md", b"a\\SKILL.md")).contains("uploads reject"));
        assert!(read(b"", "x").is_err() && read(b"PK\x05\x06", "x").is_err());
    }
}

//! What is kept on disk, in types of its own: each with the number of its format in the JSON, a reader for every older one,
//! and a writer of the newest. What screens show is made from these and never stored.
//!
//! Format 1 is what was written before there was a number. What a format no longer has is brought up to date in
//! [`Kept::upgraded`]; what a newer one may lack has a default where its type stands.

mod adk;
pub(crate) mod calls;
pub(crate) mod cases;
mod clients;
pub(crate) mod evals;
mod mirror;
pub(crate) mod outcomes;
pub(crate) mod packs;
pub(crate) mod runs;
pub(crate) mod servers;
pub(crate) mod sharing;
pub(crate) mod simulations;
pub(crate) mod steps;
pub(crate) mod tools;
pub(crate) mod underway;
pub(crate) mod user;
pub(crate) mod worlds;

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Error, dto::UnreadableRow};

pub(crate) use mirror::{Mirror, mirror};

/// Where the JSON says which format it is in.
const FORMAT: &str = "format";

/// Something that is kept as JSON.
pub(crate) trait Kept: Serialize + DeserializeOwned {
    /// The newest format, which is the one that is written.
    const FORMAT: u32 = 2;

    /// JSON of an older format as the next ones have it.
    fn upgraded(value: Value, _from: u32) -> Value {
        value
    }
}

/// Why something that is kept cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// A newer studio wrote it.
    #[error("It was saved by a newer version of Skill Studio (format {found}; this version supports up to {known}).")]
    Newer {
        /// The number it bears.
        found: u32,
        /// The newest that is known.
        known: u32,
    },
    /// Its JSON is damaged, or not what it should be.
    #[error("It's damaged: {0}.")]
    Damaged(#[from] serde_json::Error),
}

/// Reads what is kept as JSON.
pub(crate) fn read<T: Kept>(value: &Value) -> Result<T, Unreadable> {
    let format =
        value.get(FORMAT).and_then(Value::as_u64).map_or(1, |format| u32::try_from(format).unwrap_or(u32::MAX));
    check(format, T::FORMAT)?;
    if format == T::FORMAT {
        return Ok(T::deserialize(value)?);
    }
    Ok(serde_json::from_value(T::upgraded(value.clone(), format))?)
}

/// Reads what is kept as text. What is in the newest format never becomes a tree first: a run may be long.
pub(crate) fn read_text<T: Kept>(text: &str) -> Result<T, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<u32>,
    }
    let format = serde_json::from_str::<Head>(text).ok().and_then(|head| head.format).unwrap_or(1);
    check(format, T::FORMAT)?;
    if format == T::FORMAT {
        return Ok(serde_json::from_str(text)?);
    }
    Ok(serde_json::from_value(T::upgraded(serde_json::from_str(text)?, format))?)
}

fn check(found: u32, known: u32) -> Result<(), Unreadable> {
    if found > known { Err(Unreadable::Newer { found, known }) } else { Ok(()) }
}

/// What is kept, with the number of its format.
#[derive(Serialize)]
struct Written<'a, T> {
    format: u32,
    #[serde(flatten)]
    kept: &'a T,
}

/// What is kept as JSON.
pub(crate) fn write<T: Kept>(kept: &T) -> Value {
    serde_json::json!(Written { format: T::FORMAT, kept })
}

/// What is kept as text.
pub(crate) fn write_text<T: Kept>(kept: &T) -> Result<String, Error> {
    serde_json::to_string(&Written { format: T::FORMAT, kept }).map_err(|cause| Error::interrupted(&cause))
}

/// Reads a small file of the user's; none where there is no such file.
pub(crate) fn read_file<T: Kept>(file: &Path) -> io::Result<Option<Result<T, Unreadable>>> {
    match std::fs::read(file) {
        Ok(bytes) => {
            let text = std::str::from_utf8(&bytes).map_err(serde::de::Error::custom);
            Ok(Some(text.map_err(Unreadable::Damaged).and_then(read_text)))
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// The bytes of a small file of the user's, laid out for reading.
pub(crate) fn file_bytes<T: Kept>(kept: &T) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec_pretty(&Written { format: T::FORMAT, kept })
}

/// Waits until no thread and no other program changes a small file of the user's. The lock is held as long as what is
/// returned.
pub(crate) fn lock(file: &Path) -> Result<File, Error> {
    // A file of its own: the one it stands for is replaced whenever it is written.
    let path = file.with_extension("lock");
    let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let locked = opened.and_then(|file| file.lock().map(|()| file));
    locked.map_err(|cause| Error::file("lock", &path, &cause))
}

/// A list that was kept bare before it had a number, under the name of its field.
fn under(field: &str, value: Value) -> Value {
    if value.is_array() { serde_json::json!({ field: value }) } else { value }
}

/// Rows that can be read, beside what is said of those that cannot.
pub(crate) fn parted<Row, T>(
    rows: impl IntoIterator<Item = Row>,
    read: impl Fn(&Row) -> Result<T, Unreadable>,
    named: impl Fn(&Row) -> UnreadableRow,
) -> (Vec<T>, Vec<UnreadableRow>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for row in rows {
        match read(&row) {
            Ok(read) => good.push(read),
            Err(why) => bad.push(UnreadableRow { reason: why.to_string(), ..named(&row) }),
        }
    }
    (good, bad)
}

#[cfg(test)]
mod tests;

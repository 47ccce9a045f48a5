//! Packages of a Python package index: where the one with a known hash lies, and fetching it so that what was cut off goes
//! on where it was.
//!
//! The index is asked as PEP 691 has it. It only says where a file is: whether what came is the right one is for the
//! caller to see, by its hash.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use hyper::body::Bytes;
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{ACCEPT, RANGE},
};
use serde_json::Value;

use crate::{
    background::runtime,
    client::{bare, innermost},
    weight,
};

/// The index that packages are looked up in, unless another is named.
pub const INDEX: &str = "https://pypi.org/simple/";

/// How long a server may take to accept a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);

/// How long an answer may rest.
const STALL_LIMIT: Duration = Duration::from_mins(1);

/// How soon a wish to stop is seen while nothing comes.
const GLANCE: Duration = Duration::from_millis(100);

/// Most bytes of a package.
const MOST: u64 = 512 * 1024 * 1024;

/// Most bytes of a package's list of files.
const MOST_LISTED: usize = 16 * 1024 * 1024;

/// Why a package did not come. Messages are fragments that fit after "failed to fetch the package: ".
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// What talks to servers could not be started.
    #[error("can't make connections on this computer: {cause}")]
    NotStarted {
        /// What the system said.
        cause: String,
    },
    /// The index's address cannot be used.
    #[error("“{index}” isn't the URL of a package index")]
    BadIndex {
        /// As given, without a user and a password.
        index: String,
    },
    /// Nobody answers there, or the answer ended too soon.
    #[error("{address} can't be reached ({cause}); the partial download is kept")]
    Unreachable {
        /// The server.
        address: String,
        /// What the connection said.
        cause: String,
    },
    /// The server refused.
    #[error("{address} responded with status {status}")]
    Refused {
        /// The server.
        address: String,
        /// HTTP status.
        status: u16,
    },
    /// The index does not have the file.
    #[error("{address} doesn't have the requested {package}")]
    NotThere {
        /// The index.
        address: String,
        /// The package.
        package: String,
    },
    /// More is sent than the file has, or than any package may have. Nothing of it is kept.
    #[error("{address} sent a file that exceeds the limit of {most} bytes")]
    TooMuch {
        /// The server.
        address: String,
        /// How many bytes it may have.
        most: u64,
    },
    /// A file could not be written; what has come of it is removed.
    #[error("can't write {}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The caller did not want to wait any longer.
    #[error("the download was canceled; the partial download is kept")]
    Stopped,
}

/// Told of each piece how many bytes are there by now, and of how many, where that is known. Answers whether it goes on.
pub type Told<'a> = &'a mut dyn FnMut(u64, Option<u64>) -> bool;

/// Fetches the file of `package` that has this SHA-256 into `to`, going on after what lies there already.
pub fn fetch_package(index: &str, package: &str, sha256: &str, to: &Path, told: Told<'_>) -> Result<(), PackageError> {
    let not_started = |cause: String| PackageError::NotStarted { cause };
    let runtime = runtime().map_err(|cause| not_started(cause.to_owned()))?;
    let client = bare().connect_timeout(CONNECT_LIMIT).read_timeout(STALL_LIMIT).build();
    let client = client.map_err(|cause| not_started(innermost(&cause)))?;
    let bad_index = || PackageError::BadIndex { index: without_credentials(index) };
    let list = Url::parse(&format!("{}/{package}/", index.trim_end_matches('/'))).map_err(|_| bad_index())?;
    runtime.block_on(async {
        let file = find(&client, list, package, sha256, told).await?;
        let fetched = download(&client, &file, to, told).await;
        if let Err(PackageError::TooMuch { .. } | PackageError::File { .. }) = fetched {
            // It would only be gone on with, or fill the disk.
            let _nothing_depends_on_it = fs::remove_file(to);
        }
        fetched
    })
}

/// A file as an index lists it.
struct Listed {
    url: Url,
    size: Option<u64>,
}

async fn find(client: &Client, list: Url, package: &str, sha256: &str, told: Told<'_>) -> Result<Listed, PackageError> {
    let address = place(&list);
    let request = client.get(list).header(ACCEPT, "application/vnd.pypi.simple.v1+json");
    let mut answer = answered(request.send().await, &address)?;
    let base = answer.url().clone();
    let mut bytes = Vec::new();
    while let Some(piece) = next_piece(&mut answer, &address, &mut || told(0, None)).await? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MOST_LISTED {
            break;
        }
    }
    let not_there = || PackageError::NotThere { address: address.clone(), package: package.to_owned() };
    // A list that cannot be read, has no end or would take much room, does not name the file either.
    let document: Value =
        if weight::is_light(&bytes) { serde_json::from_slice(&bytes).unwrap_or_default() } else { Value::Null };
    let mut files = document["files"].as_array().into_iter().flatten();
    let file = files.find(|file| file["hashes"]["sha256"].as_str() == Some(sha256)).ok_or_else(not_there)?;
    let url = file["url"].as_str().and_then(|url| base.join(url).ok()).ok_or_else(not_there)?;
    Ok(Listed { url, size: file["size"].as_u64() })
}

async fn download(client: &Client, listed: &Listed, to: &Path, told: Told<'_>) -> Result<(), PackageError> {
    let unwritable = |source| PackageError::File { path: to.to_path_buf(), source };
    let address = place(&listed.url);
    let most = listed.size.map_or(MOST, |size| size.min(MOST));
    let too_much = || PackageError::TooMuch { address: address.clone(), most };
    let mut file = OpenOptions::new().create(true).append(true).open(to).map_err(unwritable)?;
    let mut done = file.metadata().map_err(unwritable)?.len();
    if listed.size.is_some_and(|size| size == done && size <= most) {
        return Ok(());
    }
    let mut request = client.get(listed.url.clone());
    if done > 0 {
        request = request.header(RANGE, format!("bytes={done}-"));
    }
    let mut answer = match request.send().await {
        // Nothing comes after what is there: all of it is.
        Ok(answer) if done > 0 && answer.status() == StatusCode::RANGE_NOT_SATISFIABLE => return Ok(()),
        sent => answered(sent, &address)?,
    };
    if answer.status() != StatusCode::PARTIAL_CONTENT {
        file = File::create(to).map_err(unwritable)?;
        done = 0;
    }
    let announced = answer.content_length().map(|left| done.saturating_add(left));
    if listed.size.max(announced).is_some_and(|total| total > most) {
        return Err(too_much());
    }
    let total = listed.size.or(announced);
    while let Some(piece) = next_piece(&mut answer, &address, &mut || told(done, total)).await? {
        done += piece.len() as u64;
        if done > most {
            return Err(too_much());
        }
        file.write_all(&piece).map_err(unwritable)?;
    }
    file.sync_all().map_err(unwritable)
}

fn answered(sent: Result<Response, reqwest::Error>, address: &str) -> Result<Response, PackageError> {
    let answer = sent.map_err(|cause| unreachable(address, &cause))?;
    let status = answer.status();
    if status.is_success() {
        Ok(answer)
    } else {
        Err(PackageError::Refused { address: address.to_owned(), status: status.as_u16() })
    }
}

/// The next piece of an answer; `goes_on` is asked before it, and while nothing comes.
async fn next_piece(
    answer: &mut Response,
    address: &str,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Bytes>, PackageError> {
    let next = answer.chunk();
    tokio::pin!(next);
    loop {
        if !goes_on() {
            return Err(PackageError::Stopped);
        }
        if let Ok(piece) = tokio::time::timeout(GLANCE, &mut next).await {
            return piece.map_err(|cause| unreachable(address, &cause));
        }
    }
}

fn unreachable(address: &str, cause: &reqwest::Error) -> PackageError {
    PackageError::Unreachable { address: address.to_owned(), cause: innermost(cause) }
}

/// The address of an index as it may be shown: without a user and a password, even where it is no address.
pub fn without_credentials(index: &str) -> String {
    let (scheme, rest) = index.split_at(index.find("://").map_or(0, |at| at + "://".len()));
    // Where it is no address, any part before an @ may be of a password.
    let is_address = Url::parse(index).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let end = if is_address { rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len()) } else { rest.len() };
    let start = rest[..end].rfind('@').map_or(0, |at| at + 1);
    let shown = rest[start..].split(['?', '#']).next().unwrap_or_default();
    format!("{scheme}{shown}")
}

/// A server as an error names it: without a path, and without a password.
fn place(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests;

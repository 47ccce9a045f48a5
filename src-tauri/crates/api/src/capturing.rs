//! What a client that is installed here puts before its model, beside the list that we say it makes.

mod comparing;
mod finding;
mod fixture;
mod keeping;
mod laying;
mod needles;
mod personal;
mod redacting;

use std::path::PathBuf;

use studio_capture::{Capture, CaptureError, Comparison, Options};
use studio_clients::Recipe;
use studio_connect::sandbox::Host;
use studio_model::Client;
use studio_runtime::{Failure, Stop};

use crate::{Error, ErrorCode};

pub use fixture::clients_own;
pub use keeping::{authors_names, captured_listing, kept_capture};
pub use personal::Personal;

/// Every client that can be captured, with how it is started for that.
pub fn clients_to_capture() -> impl Iterator<Item = (Client, &'static Recipe)> {
    Client::ALL.into_iter().filter_map(|client| Some((client, studio_clients::recipe(client)?)))
}

/// The client a name stands for, among those that can be captured; else what names there are.
pub fn client_to_capture(name: &str) -> Result<Client, Error> {
    let names: Vec<&str> = clients_to_capture().map(|(client, _)| client.as_str()).collect();
    Client::parse(name).filter(|client| studio_clients::recipe(*client).is_some()).ok_or_else(|| {
        let message = format!("Client “{name}” can't be captured. Available: {}.", names.join(", "));
        Error::new(ErrorCode::Invalid, message)
    })
}

/// Runs a client and lays its list beside ours.
pub fn capture_client(options: &Options) -> Result<(Capture, Comparison), Error> {
    let host = Host::current().map_err(|cause| Error::new(ErrorCode::File, cause.to_string()))?;
    capture_by(options, &host, &Stop::new())
}

/// The same, started by this program, until somebody stops it.
fn capture_by(options: &Options, host: &Host, stop: &Stop) -> Result<(Capture, Comparison), Error> {
    studio_capture::capture(options, host, stop).map_err(|error| {
        let code = match &error {
            CaptureError::Sandbox(Failure::Stopped) => return cancelled(),
            CaptureError::NotKnown(_) | CaptureError::NoProgram(_) => ErrorCode::Invalid,
            CaptureError::NotInstalled { .. } => ErrorCode::NotFound,
            CaptureError::Folder { .. } | CaptureError::Io(_) => ErrorCode::File,
            CaptureError::Node { .. }
            | CaptureError::NoHelper { .. }
            | CaptureError::TooOld { .. }
            | CaptureError::Hangs { .. }
            | CaptureError::NoRequest { .. }
            | CaptureError::Other { .. }
            | CaptureError::Sandbox(_)
            | CaptureError::Recorder(_) => ErrorCode::Internal,
        };
        Error::new(code, error.to_string())
    })
}

fn cancelled() -> Error {
    Error::new(ErrorCode::Cancelled, "The comparison was canceled. Nothing was saved.")
}

/// The author's home folder.
pub fn author_home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// Does the work of a program of ours that starts others, if this program was started for that, and says how it ended.
/// To be called first in `main`.
pub fn script_host_if_asked() -> Option<std::process::ExitCode> {
    studio_connect::script::script_host_if_asked().or_else(studio_capture::recorder_if_asked)
}

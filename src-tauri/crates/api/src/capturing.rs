//! What a client that is installed here puts before its model, beside the list that we say it makes.

use std::path::PathBuf;

use studio_capture::CaptureError;
use studio_clients::Recipe;
use studio_connect::sandbox::Host;
use studio_model::Client;
use studio_runtime::Stop;

use crate::{Error, ErrorCode};

/// Every client that can be captured, with how it is started for that.
pub fn clients_to_capture() -> impl Iterator<Item = (Client, &'static Recipe)> {
    Client::ALL.into_iter().filter_map(|client| Some((client, studio_clients::recipe(client)?)))
}

/// The client a name stands for, among those that can be captured; else what names there are.
pub fn client_to_capture(name: &str) -> Result<Client, Error> {
    let names: Vec<&str> = clients_to_capture().map(|(client, _)| client.as_str()).collect();
    Client::parse(name).filter(|client| studio_clients::recipe(*client).is_some()).ok_or_else(|| {
        let message = format!("There is no client “{name}” that can be captured. There are: {}.", names.join(", "));
        Error::new(ErrorCode::Invalid, message)
    })
}

/// Runs a client and lays its list beside ours.
pub fn capture_client(
    options: &studio_capture::Options,
) -> Result<(studio_capture::Capture, studio_capture::Comparison), Error> {
    let host = Host::current().map_err(|cause| Error::new(ErrorCode::File, cause.to_string()))?;
    studio_capture::capture(options, &host, &Stop::new()).map_err(|error| {
        let code = match &error {
            CaptureError::NotKnown(_) | CaptureError::NoProgram(_) => ErrorCode::Invalid,
            CaptureError::NotInstalled { .. } => ErrorCode::NotFound,
            CaptureError::Folder { .. } | CaptureError::Io(_) => ErrorCode::File,
            CaptureError::Node { .. }
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

/// The author's home folder.
pub fn author_home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// Does the work of a program of ours that starts others, if this program was started for that, and says how it ended.
/// To be called first in `main`.
pub fn script_host_if_asked() -> Option<std::process::ExitCode> {
    studio_connect::script::script_host_if_asked().or_else(studio_capture::recorder_if_asked)
}

//! The commands the window can call, by area. Each is a shim over one use-case.

pub(crate) mod asking;
pub(crate) mod calls;
pub(crate) mod changes;
pub(crate) mod editing;
pub(crate) mod evaluate;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod library;
pub(crate) mod map;
pub(crate) mod playground;
pub(crate) mod roots;
pub(crate) mod servers;
pub(crate) mod settings;
pub(crate) mod tools;
pub(crate) mod trash;

use std::sync::Arc;

use studio_api::{Error, Studio};
use tauri::State;

use crate::{author::Author, opening::Opening};

/// The studio every command works on.
pub(crate) type Shared<'a> = State<'a, Arc<Opening>>;

/// The author in front of the window.
pub(crate) type Asked<'a> = State<'a, Arc<Author>>;

/// Runs a use-case on a thread that may block, so that the window stays live.
async fn run<T: Send + 'static>(
    studio: Shared<'_>,
    use_case: impl FnOnce(&Studio) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let opening = Arc::clone(&studio);
    tauri::async_runtime::spawn_blocking(move || use_case(opening.studio()))
        .await
        .unwrap_or_else(|stopped| Err(Error::interrupted(&stopped)))
}

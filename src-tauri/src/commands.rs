//! The commands the window can call, by area. Each is a shim over one use-case.

pub(crate) mod asking;
pub(crate) mod calls;
pub(crate) mod changes;
pub(crate) mod comparing;
pub(crate) mod editing;
pub(crate) mod evaluate;
pub(crate) mod exporting;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod library;
pub(crate) mod map;
pub(crate) mod models;
pub(crate) mod overview;
pub(crate) mod packs;
pub(crate) mod playground;
pub(crate) mod roots;
pub(crate) mod servers;
pub(crate) mod settings;
pub(crate) mod sharing;
pub(crate) mod simulate;
pub(crate) mod simulation_cases;
pub(crate) mod tools;
pub(crate) mod trash;

use std::{any::type_name_of_val, sync::Arc, time::Instant};

use studio_api::{Error, Studio, dto::ConsentRequest};
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
    tauri::async_runtime::spawn_blocking(move || {
        let studio = opening.studio();
        let name = command_of(type_name_of_val(&use_case));
        let start = Instant::now();
        let outcome = use_case(studio);
        studio.note_command(name, start.elapsed(), outcome.as_ref().err().map(|error| error.code));
        outcome
    })
    .await
    .unwrap_or_else(|stopped| Err(Error::interrupted(&stopped)))
}

/// Has the author allow what is asked for, where anything is, and keeps their yes: what is asked about is held to it later.
async fn consent(
    studio: Shared<'_>,
    author: &Asked<'_>,
    asked: impl FnOnce(&Studio) -> Result<Option<ConsentRequest>, Error> + Send + 'static,
) -> Result<(), Error> {
    let Some(request) = run(studio.clone(), asked).await? else { return Ok(()) };
    let hash = request.hash.clone();
    author.must_consent(request).await?;
    run(studio, move |studio| studio.grant_consent(&hash)).await
}

/// The command whose closure has this name.
fn command_of(closure: &'static str) -> &'static str {
    let named = closure.split("::{{closure}}").next().unwrap_or(closure);
    named.rsplit("::").next().unwrap_or(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_known_by_the_closure_it_runs() {
        let use_case = |_: &Studio| ();
        assert_eq!(command_of(type_name_of_val(&use_case)), "a_command_is_known_by_the_closure_it_runs");
        assert_eq!(command_of("studio_api::Studio::list_skills"), "list_skills");
    }
}

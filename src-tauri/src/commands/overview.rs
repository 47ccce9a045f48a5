//! Commands on the library at a glance.

use studio_api::{
    Error,
    dto::{LibraryOverview, NearDuplicates, OverviewPart},
};

use super::{Shared, run};

/// See [`studio_api::Studio::get_overview`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_overview(studio: Shared<'_>, group: Option<String>) -> Result<LibraryOverview, Error> {
    run(studio, move |studio| studio.get_overview(group.as_deref())).await
}

/// See [`studio_api::Studio::find_near_duplicates`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_near_duplicates(studio: Shared<'_>, group: Option<String>) -> Result<NearDuplicates, Error> {
    run(studio, move |studio| studio.find_near_duplicates(group.as_deref())).await
}

/// See [`studio_api::Studio::list_overview_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_overview_skills(
    studio: Shared<'_>,
    part: OverviewPart,
    group: Option<String>,
) -> Result<Vec<String>, Error> {
    run(studio, move |studio| studio.list_overview_skills(part, group.as_deref())).await
}

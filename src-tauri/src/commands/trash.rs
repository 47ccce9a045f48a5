//! Commands on the trash.

use studio_api::{
    Error, Studio,
    dto::{ChangeReport, Dependent, PurgeReport, TrashItem, TrashRef, WhenNeeded},
};

use super::{Shared, run};

/// See [`studio_api::Studio::dependents`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn dependents(studio: Shared<'_>, items: Vec<TrashRef>) -> Result<Vec<Dependent>, Error> {
    run(studio, move |studio| studio.dependents(&items)).await
}

/// See [`studio_api::Studio::trash`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn trash(studio: Shared<'_>, item: TrashRef, when: WhenNeeded) -> Result<TrashRef, Error> {
    run(studio, move |studio| studio.trash(&item, when)).await
}

/// See [`studio_api::Studio::trash_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn trash_skills(
    studio: Shared<'_>,
    skills: Vec<TrashRef>,
    when: WhenNeeded,
) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.trash_skills(&skills, when)).await
}

/// See [`studio_api::Studio::list_trash`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_trash(studio: Shared<'_>) -> Result<Vec<TrashItem>, Error> {
    run(studio, Studio::list_trash).await
}

/// See [`studio_api::Studio::count_trash`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn count_trash(studio: Shared<'_>) -> Result<u32, Error> {
    run(studio, Studio::count_trash).await
}

/// See [`studio_api::Studio::restore`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore(studio: Shared<'_>, item: TrashRef, name: Option<String>) -> Result<TrashRef, Error> {
    run(studio, move |studio| studio.restore(&item, name.as_deref())).await
}

/// See [`studio_api::Studio::purge`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn purge(studio: Shared<'_>, items: Vec<TrashRef>) -> Result<PurgeReport, Error> {
    run(studio, move |studio| studio.purge(&items)).await
}

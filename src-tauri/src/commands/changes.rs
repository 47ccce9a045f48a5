//! Commands on changes of many skills at once.

use studio_api::{
    Error, Studio,
    dto::{ChangeReport, ChangeSetInfo, FixPreview},
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_change_sets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_change_sets(studio: Shared<'_>) -> Result<Vec<ChangeSetInfo>, Error> {
    run(studio, Studio::list_change_sets).await
}

/// See [`studio_api::Studio::undo_change_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_change_set(studio: Shared<'_>, id: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.undo_change_set(&id)).await
}

/// See [`studio_api::Studio::redo_change_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn redo_change_set(studio: Shared<'_>, id: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.redo_change_set(&id)).await
}

/// See [`studio_api::Studio::preview_fix`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_fix(studio: Shared<'_>, code: String, skill_id: String) -> Result<FixPreview, Error> {
    run(studio, move |studio| studio.preview_fix(&code, &skill_id)).await
}

/// See [`studio_api::Studio::fix_all`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn fix_all(studio: Shared<'_>, code: String, skills: Vec<String>) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.fix_all(&code, &skills)).await
}

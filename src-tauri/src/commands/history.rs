//! Commands on drafts, kept steps and versions.

use studio_api::{
    Error, Studio,
    dto::{DraftInfo, FormDraft, FormDrafts, FormKind, SkillDetail, UndoHistory, UndoScope, VersionInfo},
};

use super::{Shared, run};

/// See [`studio_api::Studio::save_draft`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_draft(studio: Shared<'_>, skill_id: String, path: String, text: String) -> Result<(), Error> {
    run(studio, move |studio| studio.save_draft(&skill_id, &path, &text)).await
}

/// See [`studio_api::Studio::delete_draft`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_draft(studio: Shared<'_>, skill_id: String, path: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_draft(&skill_id, &path)).await
}

/// See [`studio_api::Studio::list_drafts`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_drafts(studio: Shared<'_>) -> Result<Vec<DraftInfo>, Error> {
    run(studio, Studio::list_drafts).await
}

/// See [`studio_api::Studio::save_form_draft`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_form_draft(studio: Shared<'_>, draft: FormDraft) -> Result<(), Error> {
    run(studio, move |studio| studio.save_form_draft(&draft)).await
}

/// See [`studio_api::Studio::delete_form_draft`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_form_draft(studio: Shared<'_>, kind: FormKind, id: Option<String>) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_form_draft(kind, id.as_deref())).await
}

/// See [`studio_api::Studio::list_form_drafts`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_form_drafts(studio: Shared<'_>, kind: FormKind) -> Result<FormDrafts, Error> {
    run(studio, move |studio| studio.list_form_drafts(kind)).await
}

/// See [`studio_api::Studio::save_undo_history`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_undo_history(studio: Shared<'_>, scope: UndoScope, history: UndoHistory) -> Result<(), Error> {
    run(studio, move |studio| studio.save_undo_history(&scope, history)).await
}

/// See [`studio_api::Studio::get_undo_history`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_undo_history(studio: Shared<'_>, scope: UndoScope) -> Result<UndoHistory, Error> {
    run(studio, move |studio| studio.get_undo_history(&scope)).await
}

/// See [`studio_api::Studio::list_versions`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_versions(studio: Shared<'_>, skill_id: String) -> Result<Vec<VersionInfo>, Error> {
    run(studio, move |studio| studio.list_versions(&skill_id)).await
}

/// See [`studio_api::Studio::get_version`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_version(studio: Shared<'_>, version_id: String) -> Result<String, Error> {
    run(studio, move |studio| studio.get_version(&version_id)).await
}

/// See [`studio_api::Studio::restore_version`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_version(studio: Shared<'_>, version_id: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.restore_version(&version_id)).await
}

/// See [`studio_api::Studio::label_version`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn label_version(studio: Shared<'_>, version_id: String, label: String) -> Result<(), Error> {
    run(studio, move |studio| studio.label_version(&version_id, &label)).await
}

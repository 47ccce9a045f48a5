//! Commands on the trash.

use studio_api::{
    Error, Studio,
    dto::{
        ChangeReport, Dependent, FolderOnDisk, FoldersOnDisk, PurgeReport, RestoreReport, TrashItem, TrashRef,
        WhenNeeded,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_dependents`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_dependents(studio: Shared<'_>, items: Vec<TrashRef>) -> Result<Vec<Dependent>, Error> {
    run(studio, move |studio| studio.list_dependents(&items)).await
}

/// See [`studio_api::Studio::list_folders_on_disk`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_folders_on_disk(
    studio: Shared<'_>,
    skill_ids: Vec<String>,
) -> Result<Vec<FolderOnDisk>, Error> {
    run(studio, move |studio| studio.list_folders_on_disk(&skill_ids)).await
}

/// See [`studio_api::Studio::trash_item`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn trash_item(studio: Shared<'_>, item: TrashRef, when: WhenNeeded) -> Result<TrashRef, Error> {
    run(studio, move |studio| studio.trash_item(&item, when)).await
}

/// See [`studio_api::Studio::trash_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn trash_skills(
    studio: Shared<'_>,
    skills: Vec<TrashRef>,
    when: WhenNeeded,
    folders: FoldersOnDisk,
) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.trash_skills(&skills, when, folders)).await
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

/// See [`studio_api::Studio::restore_item`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_item(studio: Shared<'_>, item: TrashRef, name: Option<String>) -> Result<TrashRef, Error> {
    run(studio, move |studio| studio.restore_item(&item, name.as_deref())).await
}

/// See [`studio_api::Studio::restore_items`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_items(studio: Shared<'_>, items: Vec<TrashRef>) -> Result<RestoreReport, Error> {
    run(studio, move |studio| studio.restore_items(&items)).await
}

/// See [`studio_api::Studio::delete_trashed`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_trashed(studio: Shared<'_>, items: Vec<TrashRef>) -> Result<PurgeReport, Error> {
    run(studio, move |studio| studio.delete_trashed(&items)).await
}

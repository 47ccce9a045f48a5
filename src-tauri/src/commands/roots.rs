//! Commands on the folders skills were imported from and are linked to.

use std::path::PathBuf;

use studio_api::{
    Error, ErrorCode, Studio,
    dto::{ImportRoot, LinkReport, RevealTarget},
    expanded,
};

use super::{Asked, Shared, run};
/// See [`studio_api::Studio::list_import_roots`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_import_roots(studio: Shared<'_>) -> Result<Vec<ImportRoot>, Error> {
    run(studio, studio_api::Studio::list_import_roots).await
}

/// See [`studio_api::Studio::link_root`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn link_root(studio: Shared<'_>, author: Asked<'_>, root: String) -> Result<LinkReport, Error> {
    let asked = root.clone();
    let folders = run(studio.clone(), move |studio| studio.root_to_follow(&asked)).await?;
    author.must_allow_links(folders.into_iter().map(PathBuf::from)).await?;
    run(studio, move |studio| studio.link_root(&root)).await
}

/// See [`studio_api::Studio::follow_links`]. The author is asked about every folder whose links are held.
#[tauri::command]
#[specta::specta]
pub(crate) async fn link_held_folders(studio: Shared<'_>, author: Asked<'_>) -> Result<LinkReport, Error> {
    let folders = run(studio.clone(), Studio::list_held_folders).await?;
    author.must_allow_links(folders.iter().map(PathBuf::from)).await?;
    run(studio, move |studio| studio.follow_links(&folders)).await
}

/// See [`studio_api::Studio::unlink_root`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn unlink_root(studio: Shared<'_>, root: String) -> Result<Vec<String>, Error> {
    run(studio, move |studio| studio.unlink_root(&root)).await
}

/// See [`studio_api::Studio::relink_root`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn relink_root(
    studio: Shared<'_>,
    author: Asked<'_>,
    root: String,
    folder: String,
) -> Result<LinkReport, Error> {
    let folder = expanded(&folder);
    author.must_allow_links([folder.clone()]).await?;
    let folder = folder.to_string_lossy().into_owned();
    run(studio, move |studio| studio.relink_root(&root, &folder)).await
}

/// See [`studio_api::Studio::link_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn link_skills(studio: Shared<'_>, author: Asked<'_>, ids: Vec<String>) -> Result<LinkReport, Error> {
    let asked = ids.clone();
    let folders = run(studio.clone(), move |studio| studio.roots_to_follow(&asked)).await?;
    author.must_allow_links(folders.into_iter().map(PathBuf::from)).await?;
    run(studio, move |studio| studio.link_skills(&ids)).await
}

/// See [`studio_api::Studio::unlink_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn unlink_skills(studio: Shared<'_>, ids: Vec<String>) -> Result<Vec<String>, Error> {
    run(studio, move |studio| studio.unlink_skills(&ids)).await
}

/// See [`studio_api::Studio::relink_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn relink_skill(
    studio: Shared<'_>,
    author: Asked<'_>,
    id: String,
    folder: String,
) -> Result<LinkReport, Error> {
    let folder = expanded(&folder);
    author.must_allow_links([folder.clone()]).await?;
    let folder = folder.to_string_lossy().into_owned();
    run(studio, move |studio| studio.relink_skill(&id, &folder)).await
}

/// Shows a folder that the library knows, or that the author had something written into, in the system's file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reveal(studio: Shared<'_>, author: Asked<'_>, target: RevealTarget) -> Result<(), Error> {
    if let RevealTarget::Written { path } = &target
        && !author.may_show(path)
    {
        return Err(Error::new(ErrorCode::NotFound, format!("Nothing was written to {path}.")));
    }
    let author = std::sync::Arc::clone(&author);
    run(studio, move |studio| author.reveal(&studio.folder_to_reveal(&target)?)).await
}

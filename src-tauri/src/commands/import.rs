//! Commands on import, and files changed outside.

use std::path::PathBuf;

use studio_api::{
    Error,
    dto::{ImportPreview, ImportReport, ImportRequest, Merge, PathUse},
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::preview_import`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_import(
    studio: Shared<'_>,
    author: Asked<'_>,
    paths: Vec<String>,
) -> Result<ImportPreview, Error> {
    let paths = must_allow_all(&author, &paths).await?;
    run(studio, move |studio| studio.preview_import(&paths)).await
}

/// See [`studio_api::Studio::import_paths`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_paths(
    studio: Shared<'_>,
    author: Asked<'_>,
    paths: Vec<String>,
    is_linked: bool,
) -> Result<ImportReport, Error> {
    let paths = must_allow_all(&author, &paths).await?;
    if is_linked {
        must_allow_links(studio.clone(), &author, &paths).await?;
    }
    run(studio, move |studio| studio.import_paths(&paths, is_linked)).await
}

/// See [`studio_api::Studio::import_chosen`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_chosen(
    studio: Shared<'_>,
    author: Asked<'_>,
    mut request: ImportRequest,
) -> Result<ImportReport, Error> {
    request.paths = must_allow_all(&author, &request.paths).await?;
    if request.is_linked {
        must_allow_links(studio.clone(), &author, &request.paths).await?;
    }
    run(studio, move |studio| studio.import_chosen(&request)).await
}

/// See [`studio_api::Studio::cancel_activity`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_activity(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.cancel_activity(&id)).await
}

/// See [`studio_api::Studio::get_outside_change`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_outside_change(
    studio: Shared<'_>,
    skill_id: String,
    path: String,
) -> Result<Option<Merge>, Error> {
    run(studio, move |studio| studio.get_outside_change(&skill_id, &path)).await
}

/// Refuses to link skills to these paths, or to where the author's own links in them lead, unless the author allows it.
async fn must_allow_links(studio: Shared<'_>, author: &Asked<'_>, paths: &[String]) -> Result<(), Error> {
    let asked = paths.to_vec();
    let beyond = run(studio, move |studio| Ok(studio.list_folders_beyond(&asked))).await?;
    author.must_allow_links(paths.iter().map(PathBuf::from).chain(beyond)).await
}

/// Refuses paths that the author neither pointed at nor allows now. Answers with those that were asked about.
pub(super) async fn must_allow_all(author: &Asked<'_>, paths: &[String]) -> Result<Vec<String>, Error> {
    let mut allowed = Vec::with_capacity(paths.len());
    for path in paths {
        allowed.push(author.must_allow(PathUse::Import, path).await?);
    }
    Ok(allowed)
}

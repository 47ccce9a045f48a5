//! A file that the page made (a picture, a table), written where the author said.

use studio_api::{Error, Studio, dto::PathUse};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::save_export`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_export(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
    content: String,
    is_base64: bool,
) -> Result<String, Error> {
    let path = author.must_allow(PathUse::Write, &Studio::export_target(&path)?.to_string_lossy()).await?;
    run(studio, move |studio| studio.save_export(&path, &content, is_base64)).await
}

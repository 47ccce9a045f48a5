//! Commands on chat models.

use studio_api::{
    Error, Studio,
    dto::{ModelList, ModelSettings},
};

use super::{Asked, Shared, consent, run};

/// See [`studio_api::Studio::list_models`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_models(studio: Shared<'_>) -> Result<ModelList, Error> {
    run(studio, Studio::list_models).await
}

/// See [`studio_api::Studio::save_model`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_model(
    studio: Shared<'_>,
    author: Asked<'_>,
    settings: ModelSettings,
    before: Option<String>,
) -> Result<ModelList, Error> {
    let asked = settings.clone();
    consent(studio.clone(), &author, move |studio| studio.asked_for_model(&asked)).await?;
    run(studio, move |studio| studio.save_model(&settings, before.as_deref())).await
}

/// See [`studio_api::Studio::delete_model`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_model(studio: Shared<'_>, name: String) -> Result<ModelList, Error> {
    run(studio, move |studio| studio.delete_model(&name)).await
}

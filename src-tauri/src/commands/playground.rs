//! Commands on queries put to the library.

use studio_api::{
    Error, Studio,
    dto::{EmbeddingStatus, Policy, Resolution, ResolveRequest, ScoreReport, Scorer},
};

use super::{Shared, run};

/// See [`studio_api::Studio::embedding_status`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn embedding_status(studio: Shared<'_>) -> Result<EmbeddingStatus, Error> {
    run(studio, Studio::embedding_status).await
}

/// See [`studio_api::Studio::resume_embedding`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_embedding(studio: Shared<'_>) -> Result<(), Error> {
    run(studio, Studio::resume_embedding).await
}

/// See [`studio_api::Studio::score`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn score(
    studio: Shared<'_>,
    query: String,
    scorer: Scorer,
    policy: Policy,
) -> Result<ScoreReport, Error> {
    run(studio, move |studio| studio.score(&query, scorer, &policy)).await
}

/// See [`studio_api::Studio::resolve`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve(studio: Shared<'_>, request: ResolveRequest) -> Result<Resolution, Error> {
    run(studio, move |studio| studio.resolve(&request)).await
}

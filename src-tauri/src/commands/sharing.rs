//! Commands on libraries that are shared through a database. Nothing connects anywhere before its author allowed that.

use studio_api::{
    Error, Studio,
    dto::{
        PullRequest, RemoteHit, SetUpPlan, SharedRef, SharingAnswer, SharingConnection, SharingDispute, SharingPlace,
        SharingReport, SharingServer, SharingStatus, SharingSummary,
    },
};

use super::{Asked, Shared, consent, run};

/// Runs a use-case on a place, which the author has allowed or allows now.
async fn connect<T: Send + 'static>(
    studio: Shared<'_>,
    author: &Asked<'_>,
    place: SharingPlace,
    use_case: impl FnOnce(&Studio, &SharingPlace) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let asked = place.clone();
    consent(studio.clone(), author, move |studio| studio.asked_for_sharing(&asked)).await?;
    run(studio, move |studio| use_case(studio, &place)).await
}

/// See [`studio_api::Studio::list_sharing_summaries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_sharing_summaries(studio: Shared<'_>) -> Result<Vec<SharingSummary>, Error> {
    run(studio, Studio::list_sharing_summaries).await
}

/// See [`studio_api::Studio::get_sharing_status`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_sharing_status(studio: Shared<'_>) -> Result<Vec<SharingStatus>, Error> {
    run(studio, Studio::get_sharing_status).await
}

/// See [`studio_api::Studio::find_shared_libraries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_shared_libraries(
    studio: Shared<'_>,
    author: Asked<'_>,
    connection: SharingConnection,
) -> Result<SharingServer, Error> {
    let place = run(studio.clone(), move |studio| studio.sharing_place(&connection)).await?;
    connect(studio, &author, place, Studio::find_shared_libraries).await
}

/// See [`studio_api::Studio::set_up_sharing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_up_sharing(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
) -> Result<SetUpPlan, Error> {
    connect(studio, &author, place, Studio::set_up_sharing).await
}

/// See [`studio_api::Studio::create_shared_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_shared_library(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
) -> Result<SharingStatus, Error> {
    connect(studio, &author, place, Studio::create_shared_library).await
}

/// See [`studio_api::Studio::refresh_sharing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_sharing(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
) -> Result<SharingStatus, Error> {
    connect(studio, &author, place, Studio::refresh_sharing).await
}

/// See [`studio_api::Studio::push`]; what it would do first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_push(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
) -> Result<SharingReport, Error> {
    connect(studio, &author, place, |studio, place| studio.push(place, true)).await
}

/// See [`studio_api::Studio::push`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn push_library(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
) -> Result<SharingReport, Error> {
    connect(studio, &author, place, |studio, place| studio.push(place, false)).await
}

/// See [`studio_api::Studio::pull`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn pull_library(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
    request: PullRequest,
) -> Result<SharingReport, Error> {
    connect(studio, &author, place, move |studio, place| studio.pull(place, &request)).await
}

/// See [`studio_api::Studio::get_sharing_dispute`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_sharing_dispute(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
    thing: SharedRef,
) -> Result<SharingDispute, Error> {
    connect(studio, &author, place, move |studio, place| studio.get_sharing_dispute(place, &thing)).await
}

/// See [`studio_api::Studio::resolve_sharing_dispute`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve_sharing_dispute(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
    answer: SharingAnswer,
) -> Result<SharingReport, Error> {
    connect(studio, &author, place, move |studio, place| studio.resolve_sharing_dispute(place, &answer)).await
}

/// See [`studio_api::Studio::search_remote`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn search_shared(
    studio: Shared<'_>,
    author: Asked<'_>,
    place: SharingPlace,
    query: String,
    limit: u32,
) -> Result<Vec<RemoteHit>, Error> {
    connect(studio, &author, place, move |studio, place| studio.search_remote(place, &query, limit)).await
}

/// See [`studio_api::Studio::remove_sharing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_sharing(studio: Shared<'_>, place: SharingPlace) -> Result<(), Error> {
    run(studio, move |studio| studio.remove_sharing(&place)).await
}

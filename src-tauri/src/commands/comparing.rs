//! Commands that run installed clients.

use studio_api::{
    Error,
    dto::{ClientComparison, ClientComparisonRequest, InstalledClient},
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_installed_clients`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_installed_clients(studio: Shared<'_>) -> Result<Vec<InstalledClient>, Error> {
    run(studio, |studio| Ok(studio.list_installed_clients())).await
}

/// See [`studio_api::Studio::compare_with_client`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_with_client(
    studio: Shared<'_>,
    request: ClientComparisonRequest,
) -> Result<ClientComparison, Error> {
    run(studio, move |studio| studio.compare_with_client(&request)).await
}

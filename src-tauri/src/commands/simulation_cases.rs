//! Commands on sessions that are kept as test cases.

use studio_api::{
    Error, Studio,
    dto::{
        CredentialChoice, PathUse, SimulationCase, SimulationCaseFile, SimulationCaseImport, SimulationCaseRun,
        SimulationCases, SimulationSetup,
    },
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::list_simulation_cases`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulation_cases(studio: Shared<'_>) -> Result<SimulationCases, Error> {
    run(studio, Studio::list_simulation_cases).await
}

/// See [`studio_api::Studio::save_simulation_case_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_simulation_case(
    studio: Shared<'_>,
    kept: SimulationCase,
    credentials: CredentialChoice,
) -> Result<SimulationCase, Error> {
    run(studio, move |studio| studio.save_simulation_case_choosing(&kept, credentials)).await
}

/// See [`studio_api::Studio::save_simulation_as_case`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_simulation_as_case(
    studio: Shared<'_>,
    id: String,
    name: String,
) -> Result<SimulationCase, Error> {
    run(studio, move |studio| studio.save_simulation_as_case(&id, &name)).await
}

/// See [`studio_api::Studio::run_simulation_case`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn run_simulation_case(studio: Shared<'_>, id: String) -> Result<SimulationCaseRun, Error> {
    run(studio, move |studio| studio.run_simulation_case(&id, None)).await
}

/// See [`studio_api::Studio::delete_simulation_case`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_simulation_case(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_simulation_case(&id)).await
}

/// See [`studio_api::Studio::read_simulation_cases`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_simulation_cases(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
) -> Result<SimulationCaseFile, Error> {
    let path = author.must_allow(PathUse::Import, &path).await?;
    run(studio, move |studio| studio.read_simulation_cases(&path)).await
}

/// See [`studio_api::Studio::import_simulation_cases`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_simulation_cases(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
    setup: SimulationSetup,
) -> Result<SimulationCaseImport, Error> {
    let path = author.must_allow(PathUse::Import, &path).await?;
    run(studio, move |studio| studio.import_simulation_cases(&path, &setup)).await
}

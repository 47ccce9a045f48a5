//! Commands on simulated sessions.

use studio_api::{
    Error, Studio,
    dto::{SimulationPace, SimulationRow, SimulationSetup, SimulationStepDetail, SimulationView},
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_simulations`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulations(studio: Shared<'_>) -> Result<Vec<SimulationRow>, Error> {
    run(studio, Studio::list_simulations).await
}

/// See [`studio_api::Studio::start_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_simulation(studio: Shared<'_>, setup: SimulationSetup) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.start_simulation(&setup)).await
}

/// See [`studio_api::Studio::get_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_simulation(studio: Shared<'_>, id: String) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.get_simulation(&id)).await
}

/// See [`studio_api::Studio::get_simulation_step`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_simulation_step(
    studio: Shared<'_>,
    id: String,
    event: u32,
) -> Result<SimulationStepDetail, Error> {
    run(studio, move |studio| studio.get_simulation_step(&id, event)).await
}

/// See [`studio_api::Studio::say_in_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn say_in_simulation(
    studio: Shared<'_>,
    id: String,
    text: String,
    pace: SimulationPace,
) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.say_in_simulation(&id, &text, pace)).await
}

/// See [`studio_api::Studio::step_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn step_simulation(studio: Shared<'_>, id: String) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.step_simulation(&id)).await
}

/// See [`studio_api::Studio::continue_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn continue_simulation(studio: Shared<'_>, id: String) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.continue_simulation(&id)).await
}

/// See [`studio_api::Studio::refuse_simulation_call`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn refuse_simulation_call(studio: Shared<'_>, id: String) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.refuse_simulation_call(&id)).await
}

/// See [`studio_api::Studio::pause_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_simulation(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.pause_simulation(&id)).await
}

/// See [`studio_api::Studio::cancel_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_simulation(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.cancel_simulation(&id)).await
}

/// See [`studio_api::Studio::delete_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_simulation(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_simulation(&id)).await
}

/// See [`studio_api::Studio::fork_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn fork_simulation(
    studio: Shared<'_>,
    id: String,
    events: u32,
    changes: Option<SimulationSetup>,
) -> Result<SimulationView, Error> {
    run(studio, move |studio| studio.fork_simulation(&id, events, changes.as_ref())).await
}

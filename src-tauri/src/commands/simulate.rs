//! Commands on simulated sessions.

use studio_api::{
    Error, Studio,
    dto::{
        CredentialChoice, ModelExchange, RepeatCost, SimulationComparison, SimulationCost, SimulationMetrics,
        SimulationPace, SimulationReach, SimulationRow, SimulationSetup, SimulationSpread, SimulationStepDetail,
        SimulationView, SkillFiles, SkillVersions,
    },
};

use super::{Asked, Shared, consent, run};

/// See [`studio_api::Studio::list_simulations`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulations(studio: Shared<'_>) -> Result<Vec<SimulationRow>, Error> {
    run(studio, Studio::list_simulations).await
}

/// See [`studio_api::Studio::start_simulation_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_simulation(
    studio: Shared<'_>,
    author: Asked<'_>,
    setup: SimulationSetup,
    credentials: CredentialChoice,
) -> Result<SimulationView, Error> {
    let asked = setup.clone();
    consent(studio.clone(), &author, move |studio| studio.asked_for_reading(&asked)).await?;
    run(studio, move |studio| studio.start_simulation_choosing(&setup, credentials)).await
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

/// See [`studio_api::Studio::list_simulation_exchanges`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulation_exchanges(
    studio: Shared<'_>,
    id: String,
    event: u32,
) -> Result<Vec<ModelExchange>, Error> {
    run(studio, move |studio| studio.list_simulation_exchanges(&id, event)).await
}

/// See [`studio_api::Studio::estimate_simulation_cost`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn estimate_simulation_cost(
    studio: Shared<'_>,
    setup: SimulationSetup,
) -> Result<Option<SimulationCost>, Error> {
    run(studio, move |studio| studio.estimate_simulation_cost(&setup)).await
}

/// See [`studio_api::Studio::estimate_repeat_cost`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn estimate_repeat_cost(
    studio: Shared<'_>,
    id: String,
    times: u32,
) -> Result<Option<RepeatCost>, Error> {
    run(studio, move |studio| studio.estimate_repeat_cost(&id, times)).await
}

/// See [`studio_api::Studio::get_simulation_step_in_brief`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_simulation_step_in_brief(
    studio: Shared<'_>,
    id: String,
    event: u32,
) -> Result<SimulationStepDetail, Error> {
    run(studio, move |studio| studio.get_simulation_step_in_brief(&id, event)).await
}

/// See [`studio_api::Studio::say_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn say_in_simulation(
    studio: Shared<'_>,
    id: String,
    text: String,
    pace: SimulationPace,
    credentials: CredentialChoice,
) -> Result<SimulationRow, Error> {
    run(studio, move |studio| Ok(studio.say_choosing(&id, &text, pace, credentials)?.row)).await
}

/// See [`studio_api::Studio::step_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn step_simulation(studio: Shared<'_>, id: String) -> Result<SimulationRow, Error> {
    run(studio, move |studio| Ok(studio.step_simulation(&id)?.row)).await
}

/// See [`studio_api::Studio::continue_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn continue_simulation(studio: Shared<'_>, id: String) -> Result<SimulationRow, Error> {
    run(studio, move |studio| Ok(studio.continue_simulation(&id)?.row)).await
}

/// See [`studio_api::Studio::refuse_simulation_call`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn refuse_simulation_call(studio: Shared<'_>, id: String) -> Result<SimulationRow, Error> {
    run(studio, move |studio| Ok(studio.refuse_simulation_call(&id)?.row)).await
}

/// See [`studio_api::Studio::compact_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compact_simulation(studio: Shared<'_>, id: String) -> Result<SimulationRow, Error> {
    run(studio, move |studio| Ok(studio.compact_simulation(&id)?.row)).await
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

/// See [`studio_api::Studio::fork_simulation_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn fork_simulation(
    studio: Shared<'_>,
    author: Asked<'_>,
    id: String,
    events: u32,
    changes: Option<SimulationSetup>,
    credentials: CredentialChoice,
) -> Result<SimulationView, Error> {
    let (from, with) = (id.clone(), changes.clone());
    consent(studio.clone(), &author, move |studio| studio.asked_for_fork(&from, with.as_ref())).await?;
    run(studio, move |studio| studio.fork_simulation_choosing(&id, events, changes.as_ref(), credentials)).await
}

/// See [`studio_api::Studio::compare_simulations`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_simulations(
    studio: Shared<'_>,
    a: String,
    b: String,
) -> Result<SimulationComparison, Error> {
    run(studio, move |studio| studio.compare_simulations(&a, &b)).await
}

/// See [`studio_api::Studio::simulate_with_and_without`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn simulate_with_and_without(
    studio: Shared<'_>,
    setup: SimulationSetup,
    skill: String,
    messages: Vec<String>,
) -> Result<SimulationComparison, Error> {
    run(studio, move |studio| studio.simulate_with_and_without(&setup, &skill, &messages)).await
}

/// See [`studio_api::Studio::repeat_simulation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn repeat_simulation(
    studio: Shared<'_>,
    setup: SimulationSetup,
    messages: Vec<String>,
    times: u32,
    call_id: String,
) -> Result<SimulationSpread, Error> {
    run(studio, move |studio| studio.repeat_simulation(&setup, &messages, times, &call_id)).await
}

/// See [`studio_api::Studio::list_simulation_versions`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulation_versions(studio: Shared<'_>, agent: String) -> Result<Vec<SkillVersions>, Error> {
    run(studio, move |studio| studio.list_simulation_versions(&agent)).await
}

/// See [`studio_api::Studio::list_simulation_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_simulation_files(studio: Shared<'_>, agent: String) -> Result<Vec<SkillFiles>, Error> {
    run(studio, move |studio| studio.list_simulation_files(&agent)).await
}

/// See [`studio_api::Studio::get_simulation_reach`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_simulation_reach(studio: Shared<'_>, setup: SimulationSetup) -> Result<SimulationReach, Error> {
    run(studio, move |studio| studio.get_simulation_reach(&setup)).await
}

/// See [`studio_api::Studio::get_simulation_metrics`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_simulation_metrics(studio: Shared<'_>, id: String) -> Result<SimulationMetrics, Error> {
    run(studio, move |studio| studio.get_simulation_metrics(&id)).await
}

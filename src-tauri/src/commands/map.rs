//! Commands on the map and on agents.

use studio_api::{
    Error, Studio,
    dto::{
        AgentDetail, AgentEdit, AgentLoad, BlastRadius, CredentialChoice, GramText, MapData, MapFindings, MapLink,
        MapLinkKind, MapPosition, SimulationSetup,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::get_map`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_map(studio: Shared<'_>) -> Result<MapData, Error> {
    run(studio, Studio::get_map).await
}

/// See [`studio_api::Studio::get_map_findings`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_map_findings(studio: Shared<'_>, limit: Option<f64>) -> Result<MapFindings, Error> {
    run(studio, move |studio| studio.get_map_findings(limit)).await
}

/// See [`studio_api::Studio::save_positions`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_positions(studio: Shared<'_>, positions: Vec<MapPosition>) -> Result<(), Error> {
    run(studio, move |studio| studio.save_positions(&positions)).await
}

/// See [`studio_api::Studio::save_link`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_link(studio: Shared<'_>, link: MapLink) -> Result<MapLink, Error> {
    run(studio, move |studio| studio.save_link(&link)).await
}

/// See [`studio_api::Studio::remove_link`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_link(
    studio: Shared<'_>,
    kind: MapLinkKind,
    from: String,
    to: String,
    version: u32,
) -> Result<(), Error> {
    run(studio, move |studio| studio.remove_link(kind, &from, &to, version)).await
}

/// See [`studio_api::Studio::get_blast_radius`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_blast_radius(studio: Shared<'_>, key: String) -> Result<BlastRadius, Error> {
    run(studio, move |studio| studio.get_blast_radius(&key)).await
}

/// See [`studio_api::Studio::get_agent`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_agent(studio: Shared<'_>, id_or_name: String) -> Result<AgentDetail, Error> {
    run(studio, move |studio| studio.get_agent(&id_or_name)).await
}

/// See [`studio_api::Studio::load_agent`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn load_agent(studio: Shared<'_>, id_or_name: String) -> Result<Vec<AgentLoad>, Error> {
    run(studio, move |studio| studio.load_agent(&id_or_name)).await
}

/// See [`studio_api::Studio::save_agent_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_agent(
    studio: Shared<'_>,
    agent: AgentEdit,
    credentials: CredentialChoice,
) -> Result<AgentDetail, Error> {
    run(studio, move |studio| studio.save_agent_choosing(&agent, credentials)).await
}

/// See [`studio_api::Studio::save_simulation_as_agent`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_simulation_as_agent(
    studio: Shared<'_>,
    setup: SimulationSetup,
    name: String,
) -> Result<AgentDetail, Error> {
    run(studio, move |studio| studio.save_simulation_as_agent(&setup, &name)).await
}

/// See [`studio_api::Studio::get_agent_gram`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_agent_gram(studio: Shared<'_>, id_or_name: String) -> Result<GramText, Error> {
    run(studio, move |studio| studio.get_agent_gram(&id_or_name)).await
}

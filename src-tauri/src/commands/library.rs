//! Commands on the library as a whole.

use studio_api::{
    Error, Studio,
    dto::{AgentInfo, LibraryInfo, RecentLibrary, SearchHit, SearchMode, SkillRow, ToolInfo},
};

use super::{Shared, run};

/// See [`studio_api::Studio::library_info`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn library_info(studio: Shared<'_>) -> Result<LibraryInfo, Error> {
    run(studio, Studio::library_info).await
}

/// See [`studio_api::Studio::open_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_library(studio: Shared<'_>, path: String) -> Result<LibraryInfo, Error> {
    run(studio, move |studio| studio.open_library(&path)).await
}

/// See [`studio_api::Studio::create_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_library(studio: Shared<'_>, path: String, samples: bool) -> Result<LibraryInfo, Error> {
    run(studio, move |studio| studio.create_library(&path, samples)).await
}

/// See [`studio_api::Studio::recent_libraries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn recent_libraries(studio: Shared<'_>) -> Result<Vec<RecentLibrary>, Error> {
    run(studio, Studio::recent_libraries).await
}

/// See [`studio_api::Studio::skill_rows`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn skill_rows(studio: Shared<'_>, skill_ids: Vec<String>) -> Result<Vec<SkillRow>, Error> {
    run(studio, move |studio| studio.skill_rows(&skill_ids)).await
}

/// See [`studio_api::Studio::list_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_skills(studio: Shared<'_>) -> Result<Vec<SkillRow>, Error> {
    run(studio, Studio::list_skills).await
}

/// See [`studio_api::Studio::search_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn search_skills(
    studio: Shared<'_>,
    query: String,
    mode: SearchMode,
) -> Result<Vec<SearchHit>, Error> {
    run(studio, move |studio| studio.search_skills(&query, mode)).await
}

/// See [`studio_api::Studio::list_tools`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_tools(studio: Shared<'_>) -> Result<Vec<ToolInfo>, Error> {
    run(studio, Studio::list_tools).await
}

/// See [`studio_api::Studio::list_agents`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_agents(studio: Shared<'_>) -> Result<Vec<AgentInfo>, Error> {
    run(studio, Studio::list_agents).await
}

/// See [`studio_api::Studio::salvage_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn salvage_library(studio: Shared<'_>, path: String) -> Result<LibraryInfo, Error> {
    run(studio, move |studio| studio.salvage_library(&path)).await
}

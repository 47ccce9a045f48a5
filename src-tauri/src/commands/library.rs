//! Commands on the library as a whole.

use std::path::is_separator;

use studio_api::{
    Error, Studio,
    dto::{
        AgentInfo, ChangeReport, EntityUses, FindRequest, FindResult, FindThingsRequest, FoundThings, Host,
        LibraryClient, LibraryInfo, LibraryPlace, NamedEntity, NamedKind, PaletteRequest, PaletteResult, PathUse,
        RecentLibrary, ReplaceRequest, SalvageReport, SampleUpdate, SamplesUpdated, SearchRequest, SearchResult,
        SkillFolder, SkillRow, SuggestedQuery, ToolInfo,
    },
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::get_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_library(studio: Shared<'_>) -> Result<LibraryInfo, Error> {
    run(studio, Studio::get_library).await
}

/// See [`studio_api::Studio::get_library_client`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_library_client(studio: Shared<'_>) -> Result<LibraryClient, Error> {
    run(studio, Studio::get_library_client).await
}

/// See [`studio_api::Studio::set_library_client`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_library_client(studio: Shared<'_>, client: Option<Host>) -> Result<LibraryClient, Error> {
    run(studio, move |studio| studio.set_library_client(client)).await
}

/// See [`studio_api::Studio::open_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_library(studio: Shared<'_>, author: Asked<'_>, path: String) -> Result<LibraryInfo, Error> {
    let path = known_library(&studio, &author, path).await?;
    run(studio, move |studio| studio.open_library(&path)).await
}

/// See [`studio_api::Studio::create_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_library(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
    has_samples: bool,
) -> Result<LibraryInfo, Error> {
    let path = new_library(&studio, &author, path).await?;
    run(studio, move |studio| studio.create_library(&path, has_samples)).await
}

/// See [`studio_api::Studio::get_library_place`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_library_place(studio: Shared<'_>, path: String) -> Result<LibraryPlace, Error> {
    run(studio, move |studio| Ok(studio.get_library_place(&path))).await
}

/// See [`studio_api::Studio::open_samples`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_samples(studio: Shared<'_>) -> Result<LibraryInfo, Error> {
    run(studio, Studio::open_samples).await
}

/// See [`studio_api::Studio::get_sample_update`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_sample_update(studio: Shared<'_>) -> Result<SampleUpdate, Error> {
    run(studio, Studio::get_sample_update).await
}

/// See [`studio_api::Studio::update_samples`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn update_samples(studio: Shared<'_>) -> Result<SamplesUpdated, Error> {
    run(studio, Studio::update_samples).await
}

/// See [`studio_api::Studio::undo_sample_update`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_sample_update(studio: Shared<'_>, update: SamplesUpdated) -> Result<Vec<String>, Error> {
    run(studio, move |studio| studio.undo_sample_update(&update)).await
}

/// See [`studio_api::Studio::list_skill_folders`]. The author's own folders may be imported as if they were chosen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_skill_folders(studio: Shared<'_>, author: Asked<'_>) -> Result<Vec<SkillFolder>, Error> {
    let folders = run(studio, Studio::list_skill_folders).await?;
    for folder in &folders {
        author.pointed_at(PathUse::Import, folder.path.as_ref());
    }
    Ok(folders)
}

/// See [`studio_api::Studio::open_own_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_own_library(studio: Shared<'_>) -> Result<LibraryInfo, Error> {
    run(studio, Studio::open_own_library).await
}

/// See [`studio_api::Studio::suggest_query`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn suggest_query(studio: Shared<'_>) -> Result<Option<SuggestedQuery>, Error> {
    run(studio, Studio::suggest_query).await
}

/// See [`studio_api::Studio::suggest_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn suggest_skill(studio: Shared<'_>) -> Result<Option<String>, Error> {
    run(studio, Studio::suggest_skill).await
}

/// See [`studio_api::Studio::list_recent_libraries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_recent_libraries(studio: Shared<'_>) -> Result<Vec<RecentLibrary>, Error> {
    run(studio, Studio::list_recent_libraries).await
}

/// See [`studio_api::Studio::get_skill_rows`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_skill_rows(studio: Shared<'_>, skill_ids: Vec<String>) -> Result<Vec<SkillRow>, Error> {
    run(studio, move |studio| studio.get_skill_rows(&skill_ids)).await
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
pub(crate) async fn search_skills(studio: Shared<'_>, request: SearchRequest) -> Result<SearchResult, Error> {
    run(studio, move |studio| studio.search_skills(&request)).await
}

/// See [`studio_api::Studio::search_palette`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn search_palette(studio: Shared<'_>, request: PaletteRequest) -> Result<PaletteResult, Error> {
    run(studio, move |studio| studio.search_palette(&request)).await
}

/// See [`studio_api::Studio::find_similar`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_similar(studio: Shared<'_>, request: FindThingsRequest) -> Result<FoundThings, Error> {
    run(studio, move |studio| studio.find_similar(&request)).await
}

/// See [`studio_api::Studio::find_in_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_in_files(studio: Shared<'_>, request: FindRequest) -> Result<FindResult, Error> {
    run(studio, move |studio| studio.find_in_files(&request)).await
}

/// See [`studio_api::Studio::replace_in_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn replace_in_files(studio: Shared<'_>, request: ReplaceRequest) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.replace_in_files(&request)).await
}

/// See [`studio_api::Studio::find_entity`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_entity(
    studio: Shared<'_>,
    skill_id: String,
    path: String,
    text: String,
    offset: u32,
) -> Result<Option<NamedEntity>, Error> {
    run(studio, move |studio| studio.find_entity(&skill_id, &path, &text, offset)).await
}

/// See [`studio_api::Studio::find_uses`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_uses(studio: Shared<'_>, kind: NamedKind, id: String) -> Result<EntityUses, Error> {
    run(studio, move |studio| studio.find_uses(kind, &id)).await
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
pub(crate) async fn salvage_library(studio: Shared<'_>, author: Asked<'_>, path: String) -> Result<LibraryInfo, Error> {
    let path = known_library(&studio, &author, path).await?;
    run(studio, move |studio| studio.salvage_library(&path)).await
}

/// See [`studio_api::Studio::save_library_copy`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_library_copy(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
) -> Result<LibraryInfo, Error> {
    let path = new_library(&studio, &author, path).await?;
    run(studio, move |studio| studio.save_library_copy(&path)).await
}

/// See [`studio_api::Studio::get_salvage_report`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_salvage_report(studio: Shared<'_>) -> Result<Option<SalvageReport>, Error> {
    run(studio, Studio::get_salvage_report).await
}

/// Refuses a place for a new library that the author neither pointed at nor allows now. A mere name is a new file in the
/// documents, and never in the place of another. Answers with what is to be made.
async fn new_library(studio: &Shared<'_>, author: &Asked<'_>, typed: String) -> Result<String, Error> {
    if !typed.contains(is_separator) && !typed.starts_with('~') {
        return Ok(typed);
    }
    let path = typed.clone();
    let place = run(studio.clone(), move |studio| Ok(studio.get_library_place(&path))).await?;
    if place.problem.is_some() { Ok(typed) } else { author.must_allow(PathUse::Write, &place.path).await }
}

/// Refuses a library that was not opened before, unless the author pointed at it or allows it now. Answers with its path.
async fn known_library(studio: &Shared<'_>, author: &Asked<'_>, path: String) -> Result<String, Error> {
    let recent = run(studio.clone(), Studio::list_recent_libraries).await?;
    if recent.iter().any(|known| known.path == path) {
        return Ok(path);
    }
    author.must_allow(PathUse::Library, &path).await
}

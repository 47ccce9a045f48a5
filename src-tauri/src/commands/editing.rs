//! Commands on one skill open for editing.

use studio_api::{
    Error,
    dto::{Analysis, FileContent, Finding, FrontmatterEdit, Host, NewSkill, SaveOutcome, SkillDetail, TextEdit},
};

use super::{Shared, run};

/// See [`studio_api::Studio::get_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_skill(studio: Shared<'_>, id: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.get_skill(&id)).await
}

/// See [`studio_api::Studio::get_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_file(studio: Shared<'_>, skill_id: String, path: String) -> Result<FileContent, Error> {
    run(studio, move |studio| studio.get_file(&skill_id, &path)).await
}

/// See [`studio_api::Studio::analyze`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn analyze(
    studio: Shared<'_>,
    skill_id: String,
    path: String,
    text: String,
) -> Result<Analysis, Error> {
    run(studio, move |studio| studio.analyze(&skill_id, &path, &text)).await
}

/// See [`studio_api::Studio::analyze_for_client`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn analyze_for_client(
    studio: Shared<'_>,
    skill_id: String,
    text: String,
    client: Host,
) -> Result<Vec<Finding>, Error> {
    run(studio, move |studio| studio.analyze_for_client(&skill_id, &text, client)).await
}

/// See [`studio_api::Studio::edit_frontmatter`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_frontmatter(
    studio: Shared<'_>,
    text: String,
    edit: FrontmatterEdit,
) -> Result<Vec<TextEdit>, Error> {
    run(studio, move |studio| studio.edit_frontmatter(&text, &edit)).await
}

/// See [`studio_api::Studio::save_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_file(
    studio: Shared<'_>,
    skill_id: String,
    path: String,
    text: String,
    aggregate_version: u32,
    their_hash: Option<String>,
) -> Result<SaveOutcome, Error> {
    run(studio, move |studio| studio.save_file(&skill_id, &path, &text, aggregate_version, their_hash.as_deref())).await
}

/// See [`studio_api::Studio::create_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_skill(studio: Shared<'_>, skill: NewSkill) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.create_skill(&skill)).await
}

/// See [`studio_api::Studio::check_skill_name`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_skill_name(
    studio: Shared<'_>,
    name: String,
    skill_id: Option<String>,
) -> Result<Option<String>, Error> {
    run(studio, move |studio| studio.check_skill_name(&name, skill_id.as_deref())).await
}

/// See [`studio_api::Studio::rename_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn rename_skill(studio: Shared<'_>, id: String, name: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.rename_skill(&id, &name)).await
}

/// See [`studio_api::Studio::duplicate_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn duplicate_skill(studio: Shared<'_>, id: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.duplicate_skill(&id)).await
}

/// See [`studio_api::Studio::create_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_file(studio: Shared<'_>, skill_id: String, path: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.create_file(&skill_id, &path)).await
}

/// See [`studio_api::Studio::check_file_path`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_file_path(
    studio: Shared<'_>,
    skill_id: String,
    path: String,
) -> Result<Option<String>, Error> {
    run(studio, move |studio| studio.check_file_path(&skill_id, &path)).await
}

/// See [`studio_api::Studio::rename_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn rename_file(
    studio: Shared<'_>,
    skill_id: String,
    from: String,
    to: String,
) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.rename_file(&skill_id, &from, &to)).await
}

/// See [`studio_api::Studio::remove_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_file(studio: Shared<'_>, skill_id: String, path: String) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.remove_file(&skill_id, &path)).await
}

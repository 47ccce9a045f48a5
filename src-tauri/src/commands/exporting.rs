//! What is written where the author said: a file that the page made (a picture, a table), and one skill by itself.

use studio_api::{
    Error, Studio,
    dto::{PathUse, SkillExport, SkillExportPlan, SkillExportRequest, SkillExportWay},
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::save_export`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_export(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
    content: String,
    is_base64: bool,
) -> Result<String, Error> {
    let path = author.must_allow(PathUse::Write, &Studio::export_target(&path)?.to_string_lossy()).await?;
    run(studio, move |studio| studio.save_export(&path, &content, is_base64)).await
}

/// See [`studio_api::Studio::plan_skill_export`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_skill_export(
    studio: Shared<'_>,
    id: String,
    way: SkillExportWay,
) -> Result<SkillExportPlan, Error> {
    run(studio, move |studio| studio.plan_skill_export(&id, way)).await
}

/// See [`studio_api::Studio::save_skill_export`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_skill_export(
    studio: Shared<'_>,
    author: Asked<'_>,
    mut request: SkillExportRequest,
) -> Result<SkillExport, Error> {
    request.out = author.must_allow(PathUse::Write, &request.out).await?;
    run(studio, move |studio| studio.save_skill_export(&request)).await
}

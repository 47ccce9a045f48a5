//! Commands on packs, their exports, the scan and the keys.

use studio_api::{
    Error, ErrorCode, Studio,
    dto::{
        ImportInspection, ImportReport, KeyList, Pack, PackContent, PackEdit, PackExport, PackExportChange,
        PackExportFileRequest, PackFileDiff, PackFileRequest, PackHistory, PackList, PackPlan, PackPlanRequest,
        PackSummary, PackTargetOffer, PackVerification, PackWriteRequest, PathUse, Question, RowFormat, ScanRule,
    },
};

use super::{Asked, Shared, import::must_allow_all, run};

/// See [`studio_api::Studio::list_packs`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_packs(studio: Shared<'_>) -> Result<PackList, Error> {
    run(studio, Studio::list_packs).await
}

/// See [`studio_api::Studio::list_pack_targets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_pack_targets(studio: Shared<'_>) -> Result<PackTargetOffer, Error> {
    run(studio, Studio::list_pack_targets).await
}

/// See [`studio_api::Studio::get_pack`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_pack(studio: Shared<'_>, id: String) -> Result<Pack, Error> {
    run(studio, move |studio| studio.get_pack(&id)).await
}

/// See [`studio_api::Studio::save_pack`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_pack(studio: Shared<'_>, pack: PackEdit) -> Result<Pack, Error> {
    run(studio, move |studio| studio.save_pack(&pack)).await
}

/// See [`studio_api::Studio::get_pack_summary`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_pack_summary(studio: Shared<'_>, content: PackContent) -> Result<PackSummary, Error> {
    run(studio, move |studio| studio.get_pack_summary(&content)).await
}

/// See [`studio_api::Studio::plan_pack`]. Asks nothing: a folder that the author has not chosen is not looked into.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_pack(
    studio: Shared<'_>,
    author: Asked<'_>,
    request: PackPlanRequest,
) -> Result<PackPlan, Error> {
    let is_seen = request.out.as_deref().is_some_and(|out| author.may_write(out));
    run(studio, move |studio| if is_seen { studio.plan_pack(&request) } else { studio.plan_pack_unseen(&request) })
        .await
}

/// See [`studio_api::Studio::plan_pack`]. The folder is asked about: it is compared with the plan, and may be written by it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_pack(
    studio: Shared<'_>,
    author: Asked<'_>,
    mut request: PackPlanRequest,
) -> Result<PackPlan, Error> {
    if let Some(out) = &request.out {
        request.out = Some(author.must_allow(PathUse::Write, out).await?);
    }
    run(studio, move |studio| studio.plan_pack(&request)).await
}

/// See [`studio_api::Studio::get_pack_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_pack_file(studio: Shared<'_>, request: PackFileRequest) -> Result<PackFileDiff, Error> {
    run(studio, move |studio| studio.get_pack_file(&request)).await
}

/// See [`studio_api::Studio::verify_pack`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_pack(studio: Shared<'_>, plan_id: String) -> Result<PackVerification, Error> {
    run(studio, move |studio| studio.verify_pack(&plan_id)).await
}

/// See [`studio_api::Studio::write_pack`]. Before the author's key signs anything they are asked in a window of its own.
#[tauri::command]
#[specta::specta]
pub(crate) async fn write_pack(
    studio: Shared<'_>,
    author: Asked<'_>,
    request: PackWriteRequest,
) -> Result<PackExport, Error> {
    if request.is_signed {
        must_sign(&studio, &author, request.plan_id.clone()).await?;
    }
    run(studio, move |studio| studio.write_pack(&request)).await
}

/// See [`studio_api::Studio::list_pack_exports`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_pack_exports(studio: Shared<'_>, pack_id: String) -> Result<PackHistory, Error> {
    run(studio, move |studio| studio.list_pack_exports(&pack_id)).await
}

/// See [`studio_api::Studio::compare_pack_exports`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_pack_exports(
    studio: Shared<'_>,
    before: String,
    after: String,
) -> Result<Vec<PackExportChange>, Error> {
    run(studio, move |studio| studio.compare_pack_exports(&before, &after)).await
}

/// See [`studio_api::Studio::get_pack_export_file`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_pack_export_file(
    studio: Shared<'_>,
    request: PackExportFileRequest,
) -> Result<PackFileDiff, Error> {
    run(studio, move |studio| studio.get_pack_export_file(&request)).await
}

/// See [`studio_api::Studio::dismiss_scan_finding`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_scan_finding(
    studio: Shared<'_>,
    key: String,
    rule: ScanRule,
    note: String,
) -> Result<(), Error> {
    run(studio, move |studio| studio.dismiss_scan_finding(&key, rule, &note)).await
}

/// See [`studio_api::Studio::restore_scan_finding`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_scan_finding(studio: Shared<'_>, key: String) -> Result<(), Error> {
    run(studio, move |studio| studio.restore_scan_finding(&key)).await
}

/// See [`studio_api::Studio::list_keys`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_keys(studio: Shared<'_>) -> Result<KeyList, Error> {
    run(studio, Studio::list_keys).await
}

/// See [`studio_api::Studio::create_signing_key`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_signing_key(studio: Shared<'_>) -> Result<KeyList, Error> {
    run(studio, Studio::create_signing_key).await
}

/// See [`studio_api::Studio::trust_key`]. The author is asked in a window of its own.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trust_key(
    studio: Shared<'_>,
    author: Asked<'_>,
    name: String,
    public_key: String,
) -> Result<KeyList, Error> {
    let asked = (name.clone(), public_key.clone());
    if let Some(request) = run(studio.clone(), move |studio| studio.asked_to_trust(&asked.0, &asked.1)).await? {
        author.must_consent(request).await?;
    }
    run(studio, move |studio| studio.trust_key(&name, &public_key)).await
}

/// See [`studio_api::Studio::check_import`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_import(
    studio: Shared<'_>,
    author: Asked<'_>,
    paths: Vec<String>,
) -> Result<ImportInspection, Error> {
    let paths = must_allow_all(&author, &paths).await?;
    run(studio, move |studio| studio.check_import(&paths)).await
}

/// See [`studio_api::Studio::import_rows_of`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_rows(
    studio: Shared<'_>,
    author: Asked<'_>,
    paths: Vec<String>,
    format: RowFormat,
) -> Result<ImportReport, Error> {
    let paths = must_allow_all(&author, &paths).await?;
    run(studio, move |studio| studio.import_rows_of(&paths, format)).await
}

/// Refuses to sign what the author does not want signed now.
async fn must_sign(studio: &Shared<'_>, author: &Asked<'_>, plan_id: String) -> Result<(), Error> {
    let (pack, folder) = run(studio.clone(), move |studio| studio.asked_to_sign(&plan_id)).await?;
    if author.allows(Question::Signature { pack, folder }).await? {
        return Ok(());
    }
    let message = "The pack wasn't signed because you didn't allow it. Nothing was written.";
    Err(Error::new(ErrorCode::Cancelled, message))
}

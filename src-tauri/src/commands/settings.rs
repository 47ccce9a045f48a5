//! Commands on what the window remembers.

use studio_api::{
    Error, ErrorCode, Studio,
    dto::{BackupInfo, InterpreterInfo, InterpreterLanguage, ModelFiles, PathUse, ZoomStep},
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::get_setting`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_setting(studio: Shared<'_>, key: String) -> Result<Option<String>, Error> {
    run(studio, move |studio| studio.get_setting(&key)).await
}

/// See [`studio_api::Studio::set_setting`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_setting(studio: Shared<'_>, key: String, value: String) -> Result<(), Error> {
    run(studio, move |studio| studio.set_setting(&key, &value)).await
}

/// See [`studio_api::Studio::list_interpreters`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_interpreters(studio: Shared<'_>) -> Result<Vec<InterpreterInfo>, Error> {
    run(studio, |studio| Ok(studio.list_interpreters())).await
}

/// See [`studio_api::Studio::set_interpreter`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_interpreter(
    studio: Shared<'_>,
    author: Asked<'_>,
    language: InterpreterLanguage,
    program: Option<String>,
) -> Result<Vec<InterpreterInfo>, Error> {
    // It is started to see what it is.
    let program = match program.filter(|typed| !typed.trim().is_empty()) {
        Some(typed) => Some(author.must_allow(PathUse::Program, &typed).await?),
        None => None,
    };
    run(studio, move |studio| studio.set_interpreter(language, program.as_deref())).await
}

/// See [`studio_api::Studio::get_zoom`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_zoom(studio: Shared<'_>) -> Result<u32, Error> {
    run(studio, |studio| Ok(studio.get_zoom())).await
}

/// See [`studio_api::Studio::set_zoom`]. The page is shown so at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_zoom<R: tauri::Runtime>(
    studio: Shared<'_>,
    window: tauri::WebviewWindow<R>,
    step: ZoomStep,
) -> Result<u32, Error> {
    let percent = run(studio, move |studio| studio.set_zoom(step)).await?;
    window
        .set_zoom(f64::from(percent) / 100.0)
        .map_err(|cause| Error::new(ErrorCode::Internal, "Couldn't zoom the window.").with_detail(&cause))?;
    Ok(percent)
}

/// See [`studio_api::Studio::get_backup_info`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_backup_info(studio: Shared<'_>) -> Result<BackupInfo, Error> {
    run(studio, Studio::get_backup_info).await
}

/// See [`studio_api::Studio::get_model_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_model_files(studio: Shared<'_>) -> Result<ModelFiles, Error> {
    run(studio, |studio| Ok(studio.get_model_files())).await
}

/// See [`studio_api::Studio::fetch_model_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn fetch_model_files(studio: Shared<'_>) -> Result<(), Error> {
    run(studio, Studio::fetch_model_files).await
}

/// See [`studio_api::Studio::get_program_version`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_program_version(studio: Shared<'_>) -> Result<String, Error> {
    run(studio, |_| Ok(Studio::get_program_version())).await
}

/// See [`studio_api::Studio::get_diagnostics`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_diagnostics(studio: Shared<'_>) -> Result<String, Error> {
    run(studio, |studio| Ok(studio.get_diagnostics())).await
}

/// Tells whoever started the program that the first content is on screen.
#[tauri::command]
#[specta::specta]
#[expect(clippy::print_stdout, reason = "the line is the announcement the starter asked for")]
pub(crate) fn report_ready() {
    if std::env::var_os("SKILL_STUDIO_ANNOUNCE").is_some() {
        println!("app-ready");
    }
}

/// Says that the page is still at work, when it was told that the window is about to close.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn hold_window<R: tauri::Runtime>(window: tauri::WebviewWindow<R>) {
    crate::closing::hold(&window);
}

/// Closes the window: everything typed is on disk.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn close_window<R: tauri::Runtime>(window: tauri::WebviewWindow<R>) {
    crate::closing::close(&window);
}

//! Commands that call tools, and what is kept of calls.

use studio_api::{
    Error, Studio,
    dto::{
        Binding, CallOutcome, CaseResult, ConsentInfo, CredentialChoice, LibraryComparison, LibraryTool, LibraryTools,
        ToolCall, ToolCase, ToolCases, ToolImplementation, ToolLibraryInfo,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::call_tool`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn call_tool(studio: Shared<'_>, call: ToolCall) -> Result<CallOutcome, Error> {
    run(studio, move |studio| studio.call_tool(&call)).await
}

/// See [`studio_api::Studio::cancel_call`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_call(studio: Shared<'_>, call_id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.cancel_call(&call_id)).await
}

/// See [`studio_api::Studio::revoke_consent`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn revoke_consent(studio: Shared<'_>, hash: String) -> Result<(), Error> {
    run(studio, move |studio| studio.revoke_consent(&hash)).await
}

/// See [`studio_api::Studio::list_consents`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_consents(studio: Shared<'_>) -> Result<Vec<ConsentInfo>, Error> {
    run(studio, Studio::list_consents).await
}

/// See [`studio_api::Studio::list_tool_cases`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_tool_cases(studio: Shared<'_>, tool_id: String) -> Result<ToolCases, Error> {
    run(studio, move |studio| studio.list_tool_cases(&tool_id)).await
}

/// See [`studio_api::Studio::save_tool_case_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_tool_case(
    studio: Shared<'_>,
    tool_case: ToolCase,
    credentials: CredentialChoice,
) -> Result<ToolCase, Error> {
    run(studio, move |studio| studio.save_tool_case_choosing(&tool_case, credentials)).await
}

/// See [`studio_api::Studio::delete_tool_case`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_tool_case(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_tool_case(&id)).await
}

/// See [`studio_api::Studio::judge_tool_case`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn judge_tool_case(studio: Shared<'_>, id: String, outcome: CallOutcome) -> Result<CaseResult, Error> {
    run(studio, move |studio| studio.judge_tool_case(&id, &outcome)).await
}

/// See [`studio_api::Studio::list_tool_libraries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_tool_libraries(studio: Shared<'_>) -> Result<Vec<ToolLibraryInfo>, Error> {
    run(studio, Studio::list_tool_libraries).await
}

/// See [`studio_api::Studio::create_tool_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_tool_library(
    studio: Shared<'_>,
    name: String,
    copy_of: Option<String>,
) -> Result<ToolLibraryInfo, Error> {
    run(studio, move |studio| studio.create_tool_library(&name, copy_of.as_deref())).await
}

/// See [`studio_api::Studio::delete_tool_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_tool_library(studio: Shared<'_>, name: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_tool_library(&name)).await
}

/// See [`studio_api::Studio::get_tool_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_tool_library(studio: Shared<'_>, library: String) -> Result<LibraryTools, Error> {
    run(studio, move |studio| studio.get_tool_library(&library)).await
}

/// See [`studio_api::Studio::implement_in_tool_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn implement_in_tool_library(
    studio: Shared<'_>,
    library: String,
    tool_id: String,
    implementation: ToolImplementation,
) -> Result<(), Error> {
    run(studio, move |studio| studio.implement_in_tool_library(&library, &tool_id, &implementation)).await
}

/// See [`studio_api::Studio::save_implementation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_implementation(studio: Shared<'_>, library: String, tool: LibraryTool) -> Result<(), Error> {
    run(studio, move |studio| studio.save_implementation(&library, &tool)).await
}

/// See [`studio_api::Studio::remove_implementation`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_implementation(studio: Shared<'_>, library: String, name: String) -> Result<(), Error> {
    run(studio, move |studio| studio.remove_implementation(&library, &name)).await
}

/// See [`studio_api::Studio::bind_tool_library`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn bind_tool_library(studio: Shared<'_>, library: String) -> Result<Vec<Binding>, Error> {
    run(studio, move |studio| studio.bind_tool_library(&library)).await
}

/// See [`studio_api::Studio::compare_tool_libraries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_tool_libraries(
    studio: Shared<'_>,
    tool_id: String,
    a: String,
    b: String,
    calls: Vec<String>,
    call_id: String,
) -> Result<LibraryComparison, Error> {
    run(studio, move |studio| studio.compare_tool_libraries(&tool_id, &a, &b, &calls, &call_id)).await
}

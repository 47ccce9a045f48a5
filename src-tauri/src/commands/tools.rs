//! Commands on tools, their specifications and the agents that use them.

use studio_api::{
    Error, Studio,
    dto::{
        CredentialChoice, SignatureDialect, SpecEdit, ToolDetail, ToolEdit, ToolImport, ToolProblem, ToolSpec,
        ToolSuggestion, ToolVersionInfo, Toolbox, ToolboxEdit,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::get_tool`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_tool(studio: Shared<'_>, id: String) -> Result<ToolDetail, Error> {
    run(studio, move |studio| studio.get_tool(&id)).await
}

/// See [`studio_api::Studio::convert_spec`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn convert_spec(studio: Shared<'_>, spec: SpecEdit) -> Result<ToolSpec, Error> {
    run(studio, move |studio| studio.convert_spec(&spec)).await
}

/// See [`studio_api::Studio::save_tool_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_tool(
    studio: Shared<'_>,
    tool: ToolEdit,
    credentials: CredentialChoice,
) -> Result<ToolDetail, Error> {
    run(studio, move |studio| studio.save_tool_choosing(&tool, credentials)).await
}

/// See [`studio_api::Studio::list_tool_versions`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_tool_versions(studio: Shared<'_>, id: String) -> Result<Vec<ToolVersionInfo>, Error> {
    run(studio, move |studio| studio.list_tool_versions(&id)).await
}

/// See [`studio_api::Studio::restore_tool_version`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_tool_version(
    studio: Shared<'_>,
    id: String,
    version_id: String,
) -> Result<ToolDetail, Error> {
    run(studio, move |studio| studio.restore_tool_version(&id, &version_id)).await
}

/// See [`studio_api::Studio::read_tools`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_tools(studio: Shared<'_>, text: String) -> Result<ToolImport, Error> {
    run(studio, move |studio| studio.read_tools(&text)).await
}

/// See [`studio_api::Studio::import_toolbox`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_toolbox(studio: Shared<'_>, toolbox: ToolboxEdit) -> Result<Toolbox, Error> {
    run(studio, move |studio| studio.import_toolbox(&toolbox)).await
}

/// See [`studio_api::Studio::list_tool_problems`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_tool_problems(studio: Shared<'_>) -> Result<Vec<ToolProblem>, Error> {
    run(studio, Studio::list_tool_problems).await
}

/// See [`studio_api::Studio::suggest_tool`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn suggest_tool(
    studio: Shared<'_>,
    text: String,
    name: String,
) -> Result<Option<ToolSuggestion>, Error> {
    run(studio, move |studio| studio.suggest_tool(&text, &name)).await
}

/// See [`studio_api::Studio::respell_signature`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn respell_signature(
    studio: Shared<'_>,
    signature: String,
    dialect: SignatureDialect,
) -> Result<ToolSpec, Error> {
    run(studio, move |studio| studio.respell_signature(&signature, dialect)).await
}

/// See [`studio_api::Studio::accept_drift`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn accept_drift(studio: Shared<'_>, tool_id: String) -> Result<ToolDetail, Error> {
    run(studio, move |studio| studio.accept_drift(&tool_id)).await
}

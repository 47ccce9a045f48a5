//! Commands on MCP servers and secrets.

use studio_api::{
    Error, Studio,
    dto::{
        CredentialChoice, FoundServerRef, FoundServers, LogLine, NamedValue, SecretList, ServerDetail, ServerEdit,
        ServerImport, ServerTest, ToolInfo, Toolbox,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_servers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_servers(studio: Shared<'_>) -> Result<Vec<ServerDetail>, Error> {
    run(studio, Studio::list_servers).await
}

/// See [`studio_api::Studio::read_servers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_servers(studio: Shared<'_>, text: String) -> Result<ServerImport, Error> {
    run(studio, move |studio| studio.read_servers(&text)).await
}

/// See [`studio_api::Studio::list_found_servers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_found_servers(studio: Shared<'_>) -> Result<FoundServers, Error> {
    run(studio, Studio::list_found_servers).await
}

/// See [`studio_api::Studio::import_found_servers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_found_servers(studio: Shared<'_>, chosen: Vec<FoundServerRef>) -> Result<Toolbox, Error> {
    run(studio, move |studio| studio.import_found_servers(&chosen)).await
}

/// See [`studio_api::Studio::test_server`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn test_server(studio: Shared<'_>, server: ServerEdit) -> Result<ServerTest, Error> {
    run(studio, move |studio| studio.test_server(&server)).await
}

/// See [`studio_api::Studio::save_server_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_server(
    studio: Shared<'_>,
    server: ServerEdit,
    credentials: CredentialChoice,
) -> Result<ServerDetail, Error> {
    run(studio, move |studio| studio.save_server_choosing(&server, credentials)).await
}

/// See [`studio_api::Studio::start_server`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_server(studio: Shared<'_>, id: String) -> Result<ServerDetail, Error> {
    run(studio, move |studio| studio.start_server(&id)).await
}

/// See [`studio_api::Studio::stop_server`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_server(studio: Shared<'_>, id: String) -> Result<ServerDetail, Error> {
    run(studio, move |studio| studio.stop_server(&id)).await
}

/// See [`studio_api::Studio::refuse_server`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn refuse_server(studio: Shared<'_>, id: String) -> Result<ServerDetail, Error> {
    run(studio, move |studio| studio.refuse_server(&id)).await
}

/// See [`studio_api::Studio::check_servers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_servers(studio: Shared<'_>) -> Result<Vec<ServerDetail>, Error> {
    run(studio, Studio::check_servers).await
}

/// See [`studio_api::Studio::get_server_log`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_server_log(studio: Shared<'_>, id: String) -> Result<Vec<LogLine>, Error> {
    run(studio, move |studio| studio.get_server_log(&id)).await
}

/// See [`studio_api::Studio::import_server_tools`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_server_tools(
    studio: Shared<'_>,
    id: String,
    names: Vec<String>,
) -> Result<Vec<ToolInfo>, Error> {
    run(studio, move |studio| studio.import_server_tools(&id, &names)).await
}

/// See [`studio_api::Studio::list_secrets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_secrets(studio: Shared<'_>) -> Result<SecretList, Error> {
    run(studio, Studio::list_secrets).await
}

/// See [`studio_api::Studio::save_secret`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_secret(studio: Shared<'_>, name: String, value: String) -> Result<SecretList, Error> {
    run(studio, move |studio| studio.save_secret(&name, &value)).await
}

/// See [`studio_api::Studio::delete_secret`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_secret(studio: Shared<'_>, name: String) -> Result<SecretList, Error> {
    run(studio, move |studio| studio.delete_secret(&name)).await
}

/// See [`studio_api::Studio::find_credentials`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_credentials(studio: Shared<'_>, values: Vec<NamedValue>) -> Result<Vec<bool>, Error> {
    run(studio, move |studio| Ok(studio.find_credentials(&values))).await
}

/// See [`studio_api::Studio::split_command`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn split_command(studio: Shared<'_>, text: String) -> Result<Vec<String>, Error> {
    run(studio, move |studio| studio.split_command(&text)).await
}

//! Ids and row versions, from the texts and numbers that screens send.

use studio_model::{AgentId, ComponentId, SkillId, ToolId};
use studio_store::VersionId;
use uuid::Uuid;

use crate::{Error, ErrorCode};

/// A tool's id from the text a screen sends.
pub(crate) fn tool_id(text: &str) -> Result<ToolId, Error> {
    text.parse().map_err(|_| Error::bad_id("tool", text))
}

/// An agent's id from the text a screen sends.
pub(crate) fn agent_id(text: &str) -> Result<AgentId, Error> {
    text.parse().map_err(|_| Error::bad_id("agent", text))
}

/// A server's id from the text a screen sends.
pub(crate) fn server_id(text: &str) -> Result<Uuid, Error> {
    text.parse()
        .map_err(|_| Error::new(ErrorCode::NotFound, format!("The server {text} isn't set up yet. Set it up first.")))
}

/// A pack's id from the text a screen sends.
pub(crate) fn pack_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("pack", text))
}

/// The id of a pack's export from the text a screen sends.
pub(crate) fn export_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("export", text))
}

/// A component's id from the text a screen sends.
pub(crate) fn component_id(text: &str) -> Result<ComponentId, Error> {
    text.parse().map_err(|_| Error::bad_id("component", text))
}

/// A skill's id from the text a screen sends.
pub(crate) fn skill_id(text: &str) -> Result<SkillId, Error> {
    text.parse().map_err(|_| Error::bad_id("skill", text))
}

/// A version's id from the text a screen sends.
pub(crate) fn version_id(text: &str) -> Result<VersionId, Error> {
    text.parse().map_err(|_| Error::bad_id("version", text))
}

/// The row version a screen sends, as the store counts.
pub(crate) fn row_version(version: u32) -> i64 {
    i64::from(version)
}

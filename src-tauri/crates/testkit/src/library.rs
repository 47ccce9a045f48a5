//! A library in a temporary folder.

use std::{
    ops::Deref,
    path::{Path, PathBuf},
};

use studio_model::{AgentId, SkillId, ToolId};
use studio_store::{Library, Options, TrashKind};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{AgentBuilder, SkillBuilder, ToolBuilder};

/// A new library in a folder that goes away with it. It derefs to [`Library`].
#[derive(Debug)]
pub struct TempLibrary {
    // Declared first, so that the file is closed before its folder is removed.
    library: Library,
    folder: TempDir,
}

impl TempLibrary {
    /// Creates one. Changes are made by `tester` at 2026-01-02T03:04:05Z.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (library, _) = Library::open(&folder.path().join("library.db"), &Self::options())
            .expect("a library can be made in an empty folder");
        Self { library, folder }
    }

    /// Options with a clock that stands still.
    pub fn options() -> Options {
        Options { user: "tester".to_owned(), now: || "2026-01-02T03:04:05.000Z".to_owned() }
    }

    /// The folder, for other files of the test.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A path in the folder.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens the same file a second time, as another process would.
    pub fn open_again(&self) -> Library {
        Library::open(self.library.path(), &Self::options()).expect("an open library can be opened again").0
    }

    /// Closes the library and leaves the folder with its file.
    pub fn close(self) -> (TempDir, PathBuf) {
        let path = self.library.path().to_owned();
        drop(self.library);
        (self.folder, path)
    }

    /// Deletes something for good as the studio does: by way of the trash. Where others need it, it stays as it was, and
    /// they are named.
    pub fn delete(&self, kind: TrashKind, id: Uuid) -> Result<(), Vec<String>> {
        let set_active = |expected: i64, active: bool| match kind {
            TrashKind::Skill => self.library.set_skill_active(SkillId(id), expected, active),
            TrashKind::Tool => self.library.set_tool_active(ToolId(id), expected, active),
            TrashKind::Agent => self.library.set_agent_active(AgentId(id), expected, active),
            TrashKind::Server => self.library.set_server_active(id, expected, active),
            other => panic!("{other:?} is cut, not deleted"),
        };
        let lies = || {
            let trash = self.library.list_trash().expect("the trash can be read");
            trash.into_iter().find(|row| row.key.kind == kind && row.key.id == id)
        };
        let before = match kind {
            TrashKind::Skill => self.library.get_skill(SkillId(id)).map(|row| row.skill.audit),
            TrashKind::Tool => self.library.get_tool(ToolId(id)).map(|tool| tool.audit),
            TrashKind::Agent => self.library.get_agent(AgentId(id)).map(|agent| agent.audit),
            _ => self.library.get_server(id).map(|server| server.audit),
        };
        let before = before.expect("it is there");
        if before.active {
            set_active(before.aggregate_version, false).expect("it can be moved to the trash");
        }
        let row = lies().expect("it lies in the trash");
        let mut purged = self.library.purge(&[(row.key, row.aggregate_version)]).expect("the trash can be emptied");
        let Some((_, by)) = purged.needed.pop() else { return Ok(()) };
        if before.active {
            set_active(row.aggregate_version, true).expect("it can come back");
        }
        Err(by)
    }

    /// Stores a skill.
    pub fn add_skill(&self, skill: SkillBuilder) -> SkillId {
        self.library.create_skill(&skill.build()).expect("the skill can be stored")
    }

    /// Stores a tool.
    pub fn add_tool(&self, tool: ToolBuilder) -> ToolId {
        let tool = tool.build();
        self.library.put_tool(&tool).expect("the tool can be stored");
        tool.id
    }

    /// Moves a skill to the trash as it is now.
    pub fn trash_skill(&self, id: SkillId) {
        self.set_active(id, false);
    }

    /// Takes a skill out of the trash as it is now.
    pub fn restore_skill(&self, id: SkillId) {
        self.set_active(id, true);
    }

    fn set_active(&self, id: SkillId, active: bool) {
        let now = self.library.get_skill(id).expect("the skill is there").skill.audit.aggregate_version;
        self.library.set_skill_active(id, now, active).expect("nobody else changes it");
    }

    /// Stores an agent.
    pub fn add_agent(&self, agent: AgentBuilder) -> AgentId {
        let agent = agent.build();
        self.library.put_agent(&agent).expect("the agent can be stored");
        agent.id
    }
}

impl Default for TempLibrary {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for TempLibrary {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

//! A library in a temporary folder.

use std::{
    ops::Deref,
    path::{Path, PathBuf},
};

use studio_model::{AgentId, SkillId, ToolId};
use studio_store::{Library, Options};
use tempfile::TempDir;

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

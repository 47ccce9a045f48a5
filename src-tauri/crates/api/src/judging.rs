//! What the skills of a library are judged by, read once for as many of them as are judged.

use std::collections::{HashMap, HashSet};

use studio_model::SkillId;
use studio_store::{self as store, SKILL_FILE};
use studio_text::{Finding, SkillDocument, Target, lint::KnownTools};

use crate::{
    Error,
    content::{Prepared, Surroundings, convention_of, lint_document, prepare},
    session::Session,
};

/// The tools there are, and those each skill is linked to.
pub(crate) struct Judging {
    tools: KnownTools,
    linked: HashMap<SkillId, HashSet<String>>,
}

impl Judging {
    /// As the library stands now.
    pub(crate) fn of(session: &Session) -> Result<Self, Error> {
        Ok(Self { tools: session.tools_for_lint()?, linked: session.composition()?.names() })
    }

    /// Reads a skill file among the other files of its skill.
    pub(crate) fn content(&self, detail: &store::SkillDetail, bytes: Vec<u8>, files: &[&str]) -> store::SkillContent {
        let Prepared { mut content, has_name, .. } = self.within(detail, files, |around| prepare(bytes, around));
        if !has_name {
            // A file that lost its name keeps the one the library knows it by.
            content.name.clone_from(&detail.skill.name);
        }
        content
    }

    /// What lint says of a text as a skill's file, for the target authors write for.
    pub(crate) fn findings(&self, detail: &store::SkillDetail, text: &str, files: &[&str]) -> Vec<Finding> {
        let document = SkillDocument::read(text);
        self.within(detail, files, |around| lint_document(&document, around, &[Target::AgentSkills]))
    }

    fn within<T>(&self, detail: &store::SkillDetail, files: &[&str], read: impl FnOnce(Surroundings<'_>) -> T) -> T {
        let folder = detail.link.as_ref().and_then(crate::links::folder_name);
        let nothing = HashSet::new();
        let linked = self.linked.get(&detail.skill.id).unwrap_or(&nothing);
        let linked: HashSet<&str> = linked.iter().map(String::as_str).collect();
        let convention = convention_of(&detail.document.tags);
        read(Surroundings {
            folder: folder.as_deref(),
            files,
            tools: Some(&self.tools),
            linked: Some(&linked),
            convention: convention.as_deref(),
            ..Surroundings::default()
        })
    }
}

/// Paths of a skill's other files.
pub(crate) fn other_files(detail: &store::SkillDetail) -> Vec<&str> {
    detail.files.iter().map(|file| file.path.as_str()).filter(|path| *path != SKILL_FILE).collect()
}

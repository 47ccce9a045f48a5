//! What the skills of a library are judged by, read once for as many of them as are judged; and judging all of them.

use std::sync::Arc;

use studio_model::{Levels, SkillId};
use studio_store::{self as store, JudgedSkill, SKILL_FILE};
use studio_text::{Finding, SkillDocument, Target, lint::KnownTools};

use crate::{
    Error,
    dto::StudioEvent,
    skills::{
        composition::Composition,
        content::{Prepared, Surroundings, convention_of, judge, lint_document, prepare},
        own_folder::{SkillFolder, folder_name, own_folder},
        tool_links::Links,
    },
    state::session::Session,
};

/// The tools there are, and those each skill has.
pub(crate) struct Judging {
    tools: KnownTools,
    composition: Composition,
    levels: Levels,
}

impl Judging {
    /// As the library stands now.
    pub(crate) fn of(session: &Session) -> Result<Self, Error> {
        let (tools, composition) = (session.tools_for_lint()?, session.composition()?);
        Ok(Self { tools, composition, levels: session.library.rule_levels()? })
    }

    /// Reads a skill file among the other files of its skill.
    pub(crate) fn content(&self, detail: &store::SkillDetail, bytes: Vec<u8>, files: &[&str]) -> store::SkillContent {
        let place = Place::of(detail, files);
        let Prepared { mut content, has_name, .. } = self.within(&place, |around| prepare(bytes, around));
        if !has_name {
            // A file that lost its name keeps the one the library knows it by.
            content.name.clone_from(&detail.skill.name);
        }
        content
    }

    /// What lint says of a text as a skill's file, for these targets, as bad as the author finds each rule.
    pub(crate) fn findings(
        &self,
        detail: &store::SkillDetail,
        text: &str,
        files: &[&str],
        targets: &[Target],
    ) -> Vec<Finding> {
        let document = SkillDocument::read(text);
        self.within(&Place::of(detail, files), |around| {
            let around = Surroundings { levels: Some(&self.levels), ..around };
            lint_document(&document, around, targets)
        })
    }

    fn within<T>(&self, place: &Place<'_>, read: impl FnOnce(Surroundings<'_>) -> T) -> T {
        let convention = convention_of(place.tags);
        let linked = place.listed.map(|listed| self.composition.links_of(place.skill, listed));
        read(Surroundings {
            folder: place.folder.as_deref(),
            files: place.files,
            on_disk: place.on_disk,
            tools: Some(&self.tools),
            linked: Some(linked.as_ref().unwrap_or(Links::NEW)),
            absent: self.composition.requirements.absent_of(place.skill),
            convention: convention.as_deref(),
            ..Surroundings::default()
        })
    }
}

/// Where a skill stands.
struct Place<'a> {
    skill: SkillId,
    folder: Option<String>,
    tags: &'a [String],
    /// The tools its stored file lists; none of a skill that is not in use.
    listed: Option<&'a [String]>,
    files: &'a [&'a str],
    on_disk: Option<SkillFolder<'a>>,
}

impl<'a> Place<'a> {
    fn of(detail: &'a store::SkillDetail, files: &'a [&'a str]) -> Self {
        let folder = detail.link.as_ref().and_then(folder_name);
        let on_disk = detail.link.as_ref().and_then(SkillFolder::of);
        let listed = detail.skill.audit.active.then_some(detail.document.allowed_tools.as_slice());
        Self { skill: detail.skill.id, folder, tags: &detail.document.tags, listed, files, on_disk }
    }
}

/// Raised whenever lint says something else of the same text: what older versions found is then found anew.
const RULES: &str = "7";
/// Where a library says which rules its findings are of.
const RULES_KEY: &str = "findings.rules";
/// Skills whose findings are written in one transaction.
const PART: usize = 500;

impl Session {
    /// Judges every skill anew where that was last done by other rules.
    pub(crate) fn judge_if_stale(self: &Arc<Self>) -> Result<(), Error> {
        let _judging = self.judging.lock();
        if self.library.get_setting(RULES_KEY)?.as_deref() != Some(RULES) {
            self.judge_all()?;
            self.library.aside().set_setting(RULES_KEY, RULES)?;
        }
        Ok(())
    }

    /// Judges every skill anew and keeps what is said of those of which it is not what was said before.
    pub(crate) fn judge_all(self: &Arc<Self>) -> Result<(), Error> {
        let judging = Judging::of(self)?;
        let paths = self.library.list_file_paths()?;
        let before = self.library.findings_as_made()?;
        let mut judged = Vec::new();
        self.library.visit_skills(|skill| {
            let files: Vec<&str> = paths.get(&skill.id).into_iter().flatten().map(String::as_str).collect();
            let linked = skill.linked_file.as_ref();
            let folder = linked.and_then(|(folder, file)| own_folder(folder, file));
            let followed = linked.filter(|(folder, _)| self.library.follows(folder));
            let on_disk = followed.and_then(|(folder, file)| SkillFolder::at(folder, file));
            let listed = Some(skill.allowed_tools.as_slice());
            let place = Place { skill: skill.id, folder, tags: &skill.tags, listed, files: &files, on_disk };
            let findings = judging.within(&place, |around| judge(&skill.bytes, around));
            if before.get(&skill.id).map_or(&[][..], Vec::as_slice) != findings {
                judged.push(JudgedSkill { skill: skill.id, sha256: skill.sha256, findings });
            }
        })?;
        for part in judged.chunks(PART) {
            self.library.aside().set_findings(part)?;
        }
        for one in &judged {
            self.emit(StudioEvent::SkillChanged { skill_id: one.skill.to_string() });
        }
        if !judged.is_empty() {
            self.emit(StudioEvent::LibraryChanged);
        }
        Ok(())
    }
}

/// Paths of a skill's other files.
pub(crate) fn other_files(detail: &store::SkillDetail) -> Vec<&str> {
    detail.files.iter().map(|file| file.path.as_str()).filter(|path| *path != SKILL_FILE).collect()
}

//! The tools of a skill: its links are what counts, and the list in its file follows them.

use std::{collections::HashMap, sync::Arc};

use studio_model::{AccessLevel, SkillId, SkillTool, ToolDrift, ToolId, tool_of_item};
use studio_store::{self as store, Record, SKILL_FILE, SkillChange, SkillToolChange, unsaved};
use studio_text::{FieldEdit, LineIndex, SkillDocument, apply, decode::decode, lint::is_host_tool, merge};

use crate::{
    Error, ErrorCode,
    dto::{SkillToolInfo, ToolStanding},
    servers::tools::Offered,
    skills::{content::convention_of, line_endings},
    state::{session::Session, writing::Writing},
};

impl Session {
    /// A skill's tools with what stands behind each: those its file lists, then those it is only linked to.
    pub(crate) fn tools_of(&self, skill: SkillId, listed: &[String]) -> Result<Vec<SkillToolInfo>, Error> {
        let links: HashMap<ToolId, SkillTool> =
            self.library.list_tools_of_skill(skill)?.into_iter().map(|link| (link.tool, link)).collect();
        if listed.is_empty() && links.is_empty() {
            return Ok(Vec::new());
        }
        let tools: HashMap<String, ToolId> =
            self.library.list_tools()?.into_iter().map(|tool| (tool.name, tool.id)).collect();
        let offered = Offered::of(&self.library)?;
        let linked = |name: &str| tools.get(name).and_then(|id| links.get(id));
        let of_links = tools.iter().filter(|(_, id)| links.contains_key(id)).map(|(name, _)| name.as_str());
        let drift = ToolDrift::of(listed.iter().map(String::as_str), of_links, |name| tools.contains_key(name));
        let standing = |name: &str| match () {
            () if drift.not_listed.contains(&name) => ToolStanding::NotListed,
            () if drift.not_linked.contains(&name) => ToolStanding::NotLinked,
            () if tools.contains_key(name) => ToolStanding::Linked,
            () if offered.names().any(|offered| offered == name) => ToolStanding::Offered,
            () if is_host_tool(name) => ToolStanding::Host,
            () => ToolStanding::Missing,
        };
        let info = |item: &str| {
            let name = tool_of_item(item);
            SkillToolInfo {
                name: item.to_owned(),
                standing: standing(name),
                tool_id: tools.get(name).map(ToString::to_string),
                access: linked(name).map(|link| crate::definitions::forms::shown_access(link.access)),
            }
        };
        Ok(listed.iter().map(String::as_str).chain(drift.not_listed.iter().copied()).map(info).collect())
    }

    /// A skill's tools as a runtime reads them: what its file lists, but as its links have it.
    pub(crate) fn effective_list(&self, skill: SkillId, listed: &[String]) -> Result<Vec<String>, Error> {
        let linked = self.library.linked_tool_names(skill)?;
        if listed.is_empty() && linked.is_empty() {
            return Ok(Vec::new());
        }
        let known = self.library.find_tool_names(listed.iter().map(|item| tool_of_item(item)))?;
        let drift = ToolDrift::of(listed.iter().map(String::as_str), linked.iter().map(String::as_str), |name| {
            known.contains(name)
        });
        Ok(drift.mend(listed))
    }

    /// Links a skill to a tool, or changes the link as read at its version, and lists the tool in the skill's file.
    pub(crate) fn put_use(self: &Arc<Self>, writing: &Writing<'_>, link: &SkillTool) -> Result<(), Error> {
        let tool = self.library.get_tool(link.tool)?.name;
        self.change_use(writing, link.skill, &tool, SkillToolChange::Put(link.clone()), true)
    }

    /// Takes a skill's link to a tool away, and the tool out of the list in the skill's file. Version 0 takes the link as
    /// it is now.
    pub(crate) fn cut_use(
        self: &Arc<Self>,
        writing: &Writing<'_>,
        skill: SkillId,
        tool: ToolId,
        version: i64,
    ) -> Result<(), Error> {
        let link = self.library.find_skill_tool(skill, tool)?.filter(|link| link.audit.active);
        let link = link.ok_or_else(|| Error::new(ErrorCode::NotFound, "This link no longer exists."))?;
        let expected = if version == 0 { link.audit.aggregate_version } else { version };
        let name = self.library.get_tool(tool)?.name;
        self.change_use(writing, skill, &name, SkillToolChange::Cut { skill, tool, expected }, false)
    }

    /// Links a skill to the tool of a name.
    pub(crate) fn link_tool(self: &Arc<Self>, skill: SkillId, name: &str) -> Result<(), Error> {
        let writing = self.writing();
        let tool = self.tool_named(name)?;
        let link = self.library.find_skill_tool(skill, tool)?;
        if link.as_ref().is_some_and(|link| link.audit.active) {
            return Ok(());
        }
        let fresh = SkillTool {
            skill,
            tool,
            config: serde_json::json!({}),
            access: AccessLevel::default(),
            tool_version: None,
            audit: unsaved(),
        };
        let link = link.map_or(fresh, |link| SkillTool { audit: unsaved(), ..link });
        self.put_use(&writing, &link)?;
        drop(writing);
        self.refresh_linked_through(skill)
    }

    /// Takes a skill's link to the tool of a name away.
    pub(crate) fn unlink_tool(self: &Arc<Self>, skill: SkillId, name: &str) -> Result<(), Error> {
        self.cut_use(&self.writing(), skill, self.tool_named(name)?, 0)?;
        self.refresh_linked_through(skill)
    }

    fn tool_named(&self, name: &str) -> Result<ToolId, Error> {
        let found = self.library.list_tools()?.into_iter().find(|tool| tool.name == name);
        let gone = || Error::new(ErrorCode::NotFound, format!("The tool {name} no longer exists."));
        Ok(found.ok_or_else(gone)?.id)
    }

    /// Changes a link and the file with it, in one transaction.
    fn change_use(
        self: &Arc<Self>,
        writing: &Writing<'_>,
        skill: SkillId,
        tool: &str,
        change: SkillToolChange,
        is_listed: bool,
    ) -> Result<(), Error> {
        let detail = self.library.get_skill(skill)?;
        let stored = self.library.read_file(skill, SKILL_FILE)?;
        let text = line_endings::for_editor(&decode(&stored.bytes).text);
        let document = SkillDocument::read(&text);
        let lists = document.allowed_tools().into_iter().any(|item| tool_of_item(item) == tool);
        // What has no frontmatter to speak of has no list to follow.
        let is_convention = convention_of(&detail.document.tags).is_some() && document.name().is_none();
        if lists == is_listed || is_convention {
            match change {
                SkillToolChange::Put(link) => writing.put_skill_tool(&link).map(drop)?,
                SkillToolChange::Cut { skill, tool, expected } => {
                    writing.delete_skill_tool(skill, tool, expected)?;
                }
            }
            return Ok(());
        }
        self.refuse_uneditable(writing, &detail, &document)?;
        let edit = if is_listed { document.listing(tool) } else { document.unlisting(tool) };
        let inverse = |before: &SkillDocument| if is_listed { before.unlisting(tool) } else { before.listing(tool) };
        let bytes = match self.undone_bytes(skill, &text, inverse)? {
            Some(bytes) => bytes,
            None => line_endings::encode_like(&stored.bytes, &apply(&text, &document.edit(&edit))),
        };
        let (added, removed) = merge::word_counts(&text, &decode(&bytes).text);
        let reason = if is_listed { "tool linked" } else { "tool unlinked" };
        let record =
            Record { reason: reason.to_owned(), added: added as u32, removed: removed as u32, ..Record::default() };
        let content = self.prepare_stored(skill, bytes.clone())?;
        let change = SkillChange { content: Some(content), tools: vec![change], record, ..SkillChange::default() };
        writing.update_skill(skill, stored.aggregate_version, &change)?;
        self.write_linked(writing, skill, SKILL_FILE, &bytes)?;
        self.skill_changed(skill)
    }

    /// Refuses where the list in a file cannot be changed now, and says what to do.
    fn refuse_uneditable(
        self: &Arc<Self>,
        writing: &Writing<'_>,
        detail: &store::SkillDetail,
        document: &SkillDocument,
    ) -> Result<(), Error> {
        let (id, name) = (detail.skill.id, &detail.skill.name);
        if let Some(reason) = document.unreadable() {
            let line = LineIndex::new(document.text()).position(reason.span.start).0;
            let message = format!(
                "The tool list in SKILL.md of {name} can't be changed because of an error in line {line}. Fix the error first."
            );
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if self.library.get_draft(id, SKILL_FILE)?.is_some() {
            let message = format!("SKILL.md of {name} has unsaved changes. Save or discard them first.");
            return Err(Error::new(ErrorCode::Stale, message));
        }
        self.refuse_outside_change(writing, id)
    }

    /// The content the file had just before it became `text`, if only this one tool came or went: then going back leaves
    /// not a byte changed.
    fn undone_bytes(
        &self,
        skill: SkillId,
        text: &str,
        inverse: impl Fn(&SkillDocument) -> FieldEdit,
    ) -> Result<Option<Vec<u8>>, Error> {
        let versions = self.library.list_versions(skill)?;
        let Some(row) = versions.iter().filter(|row| row.path == SKILL_FILE).nth(1) else { return Ok(None) };
        let bytes = self.library.read_version(row.id)?.bytes;
        let before = line_endings::for_editor(&decode(&bytes).text);
        let document = SkillDocument::read(&before);
        let is_inverse = apply(&before, &document.edit(&inverse(&document))) == text;
        Ok(is_inverse.then_some(bytes))
    }
}

//! What a name in a text stands for, and everything that uses a tool or skill.
//!
//! One question decides both: whether the text marks the name as one ([`studio_text::names`]). A word that means a tool by
//! chance has no card and is no use.

use std::{collections::HashSet, ops::ControlFlow, sync::Arc};

use studio_model::{SkillId, ToolId};
use studio_store::{HowUsed, SKILL_FILE, TextFiles};
use studio_text::{
    Span,
    find::line_around,
    lint::{code::UNKNOWN_TOOL, is_host_tool},
    names::{NameAt, is_marked, name_at, places_of},
};

use crate::{
    Error, Studio,
    base::ids::{skill_id, tool_id},
    dto::{EntityUse, EntityUses, NamedEntity, NamedKind, TextRange, UseKind, UserKind},
    skills::storing::text_for_editor,
    state::session::Session,
};

impl Studio {
    /// What the name at an offset of a text stands for; nothing where it is a plain word. Offsets count UTF-16 units.
    pub fn find_entity(&self, skill: &str, path: &str, text: &str, offset: u32) -> Result<Option<NamedEntity>, Error> {
        let session = self.session()?;
        let Some(found) = name_at(text, byte_offset(text, offset)).filter(|found| found.is_marked) else {
            return Ok(None);
        };
        if let Some(known) = session.known_entity(text, found)? {
            return Ok(Some(known));
        }
        if path != SKILL_FILE {
            return Ok(None);
        }
        let findings = self.analyze(skill, path, text)?.findings;
        let is_here = |from: u32, to: u32| from <= offset && offset <= to;
        let missing =
            findings.into_iter().find(|finding| finding.code == UNKNOWN_TOOL && is_here(finding.from, finding.to));
        Ok(missing.map(|finding| NamedEntity {
            description: finding.message,
            ..entity(NamedKind::MissingTool, text, found.span, found.name)
        }))
    }

    /// Everything that uses a skill or tool, by its id: links first, then every text that names it.
    pub fn find_uses(&self, kind: NamedKind, id: &str) -> Result<EntityUses, Error> {
        let session = self.session()?;
        let (name, mut uses, own) = match kind {
            NamedKind::Skill => {
                let id = skill_id(id)?;
                (session.library.get_skill(id)?.skill.name, session.links_to_skill(id)?, Some(id))
            }
            NamedKind::Tool => {
                let id = tool_id(id)?;
                (session.library.get_tool_record(id)?.tool.name, session.links_to_tool(id)?, None)
            }
            // Nothing is linked to what the library does not have; it is asked for by name.
            NamedKind::HostTool | NamedKind::MissingTool => (id.to_owned(), Vec::new(), None),
        };
        uses.extend(session.mentions(&name, own)?);
        Ok(EntityUses { name, uses })
    }
}

impl Session {
    /// The skill or tool of a name, or the host's tool.
    fn known_entity(self: &Arc<Self>, text: &str, found: NameAt<'_>) -> Result<Option<NamedEntity>, Error> {
        // `mcp__server__tool` and `server.tool` name the tool of a server.
        let last = found.name.rsplit("__").next().unwrap_or(found.name);
        let names = [found.name, last, found.name.rsplit('.').next().unwrap_or(found.name)];
        let tools = self.library.list_tools()?;
        let tool = names.iter().find_map(|name| tools.iter().find(|tool| tool.name == *name));
        if let Some(tool) = tool {
            let detail = self.tool_detail(tool.id)?;
            return Ok(Some(NamedEntity {
                id: detail.id,
                description: detail.description,
                signature: detail.spec.signature,
                ..entity(NamedKind::Tool, text, found.span, &detail.name)
            }));
        }
        if let Some(id) = self.library.find_skills(found.name)?.into_iter().next() {
            let detail = self.detail(id)?;
            let tokens = detail.tokens;
            return Ok(Some(NamedEntity {
                id: detail.id,
                description: detail.description,
                tokens: Some(tokens.description + tokens.body + tokens.files),
                problem: detail.broken.map(|broken| broken.message),
                ..entity(NamedKind::Skill, text, found.span, &detail.name)
            }));
        }
        let is_host = is_host_tool(found.name);
        let description = "Provided by the client, such as Claude Code. It doesn't need to be in the library.";
        Ok(is_host.then(|| NamedEntity {
            description: description.to_owned(),
            ..entity(NamedKind::HostTool, text, found.span, found.name)
        }))
    }

    fn links_to_skill(&self, id: SkillId) -> Result<Vec<EntityUse>, Error> {
        let uses = self.library.skill_uses(id)?.into_iter().map(|one| {
            let (how, kind) = match one.how {
                HowUsed::Loaded => (UseKind::Assigned, UserKind::Agent),
                HowUsed::Required | HowUsed::Recommended => (UseKind::Depends, UserKind::Skill),
                HowUsed::Child => (UseKind::Child, UserKind::Skill),
            };
            link_of(how, kind, one.id.to_string(), &one.name)
        });
        Ok(uses.collect())
    }

    fn links_to_tool(&self, id: ToolId) -> Result<Vec<EntityUse>, Error> {
        let (agents, names) = (self.library.list_agents()?, self.names()?);
        let mut uses = Vec::new();
        for (agent, _) in self.library.list_agent_tools()?.into_iter().filter(|(_, tool)| *tool == id) {
            if let Some(agent) = agents.iter().find(|known| known.id == agent) {
                uses.push(link_of(UseKind::Given, UserKind::Agent, agent.id.to_string(), &agent.name));
            }
        }
        let components = self.library.list_components()?;
        for agent in &agents {
            if components.iter().any(|one| one.agent == agent.id && one.tools.contains(&id)) {
                uses.push(link_of(UseKind::Component, UserKind::Agent, agent.id.to_string(), &agent.name));
            }
        }
        for link in self.library.list_skill_tools()?.into_iter().filter(|link| link.tool == id) {
            if let Some(name) = names.get(&link.skill) {
                uses.push(link_of(UseKind::Linked, UserKind::Skill, link.skill.to_string(), name));
            }
        }
        for record in self.library.list_tool_records()? {
            if record.detail.depends_on.contains(&id) {
                uses.push(link_of(UseKind::Needs, UserKind::Tool, record.tool.id.to_string(), &record.tool.name));
            }
        }
        Ok(uses)
    }

    /// Every place in a text that names it, but in its own.
    fn mentions(&self, name: &str, own: Option<SkillId>) -> Result<Vec<EntityUse>, Error> {
        let rows = self.library.list_skills()?;
        let ids: Vec<SkillId> = rows.iter().map(|row| row.id).filter(|id| Some(*id) != own).collect();
        let mut uses = Vec::new();
        let mut seen: HashSet<(SkillId, String, u32)> = HashSet::new();
        self.library.visit_texts(&ids, TextFiles::All, |skill, file| {
            let Some(text) = text_for_editor(&file).filter(|text| text.contains(name)) else {
                return ControlFlow::Continue(());
            };
            for span in places_of(&text, name).into_iter().filter(|span| is_marked(&text, *span, name)) {
                let line = text[..span.start].bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
                if seen.insert((skill, file.path.clone(), line)) {
                    let named = rows.iter().find(|row| row.id == skill).map(|row| row.name.as_str());
                    let link =
                        link_of(UseKind::Mentioned, UserKind::Skill, skill.to_string(), named.unwrap_or_default());
                    uses.push(mention(link, &file.path, line, &text, span));
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(uses)
    }
}

fn entity(kind: NamedKind, text: &str, span: Span, name: &str) -> NamedEntity {
    NamedEntity {
        range: TextRange { from: utf16(&text[..span.start]), to: utf16(&text[..span.end]) },
        kind,
        id: String::new(),
        name: name.to_owned(),
        description: String::new(),
        signature: String::new(),
        tokens: None,
        problem: None,
    }
}

fn link_of(how: UseKind, kind: UserKind, id: String, name: &str) -> EntityUse {
    let nowhere = TextRange { from: 0, to: 0 };
    let (path, text) = (String::new(), String::new());
    EntityUse { how, kind, id, name: name.to_owned(), path, line: 0, text, shown: nowhere, range: nowhere }
}

fn mention(link: EntityUse, path: &str, line: u32, text: &str, span: Span) -> EntityUse {
    let shown = line_around(text, span);
    let mark = if shown.is_cut { "…" } else { "" };
    let from = utf16(mark) + utf16(shown.before);
    EntityUse {
        path: path.to_owned(),
        line,
        text: format!("{mark}{}{}{}", shown.before, shown.found, shown.after),
        shown: TextRange { from, to: from + utf16(shown.found) },
        range: TextRange { from: utf16(&text[..span.start]), to: utf16(&text[..span.end]) },
        ..link
    }
}

fn utf16(text: &str) -> u32 {
    text.chars().map(|sign| sign.len_utf16() as u32).sum()
}

fn byte_offset(text: &str, offset: u32) -> usize {
    let mut units = 0;
    for (at, sign) in text.char_indices() {
        if units >= offset {
            return at;
        }
        units += sign.len_utf16() as u32;
    }
    text.len()
}

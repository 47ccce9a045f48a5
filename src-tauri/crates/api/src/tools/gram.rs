//! Agents with their tool specifications as gram, to give away and to take in. What carries a tool out is not part of it,
//! and its schema is made of the signature again wherever it is read.

mod losses;

use std::collections::{HashMap, HashSet};

use studio_text::gram::carrier::{self, AgentText, ComponentText, SpecText};

use crate::{
    Error, Studio,
    dto::{AgentDetail, AgentEdit, ComponentEdit, ExportLoss, GramText, ToolDetail},
    tools::drafts::{agent_draft, gram_draft},
};

impl Studio {
    /// An agent, by id or name, and the specifications it is given, as gram, with what gram cannot hold.
    pub fn get_agent_gram(&self, id_or_name: &str) -> Result<GramText, Error> {
        self.get_agents_gram(&[id_or_name.to_owned()])
    }

    /// Agents, by id or name, or all where none is named, and the specifications they are given, as one gram document, with
    /// what gram cannot hold.
    pub fn get_agents_gram(&self, agents: &[String]) -> Result<GramText, Error> {
        let named = match agents {
            [] => self.list_agents()?.into_iter().map(|agent| agent.id).collect(),
            named => named.to_vec(),
        };
        let agents = named.iter().map(|agent| self.get_agent(agent)).collect::<Result<Vec<_>, _>>()?;
        let mut tools: HashMap<String, ToolDetail> = HashMap::new();
        for id in agents.iter().flat_map(|agent| tools_of(&agent.edit)) {
            if !tools.contains_key(id) {
                tools.insert(id.clone(), self.get_tool(id)?);
            }
        }
        let texts: Vec<AgentText> = agents.iter().map(|agent| agent_text(&agent.edit, &tools)).collect();
        let written = carrier::write(&texts, &[]);
        let losses = self.gram_losses(&agents, &tools, &carrier::read(&written.text))?;
        Ok(GramText { text: written.text, losses })
    }

    /// What an import of what was written would not have.
    fn gram_losses(
        &self,
        agents: &[AgentDetail],
        tools: &HashMap<String, ToolDetail>,
        read: &carrier::Document,
    ) -> Result<Vec<ExportLoss>, Error> {
        let names: HashMap<String, String> = self.list_skills()?.into_iter().map(|row| (row.id, row.name)).collect();
        let mut found = Vec::new();
        let mut told = HashSet::new();
        for (at, AgentDetail { edit, .. }) in agents.iter().enumerate() {
            let back = read.agents.get(at).map(agent_draft).map(|draft| draft.edit).unwrap_or_default();
            let skills = edit.skills.iter().map(|skill| names.get(&skill.skill_id).cloned().unwrap_or_default());
            found.extend(losses::of_agent(edit, &back, &skills.collect::<Vec<_>>()));
            found.extend(self.pin_losses(edit, &names)?);
            for tool in tools_of(edit).filter_map(|id| tools.get(id)) {
                if told.insert(&tool.id) {
                    let text = specification(tool);
                    let needs: Vec<String> = tool.depends_on.iter().map(|needed| needed.name.clone()).collect();
                    let spec = read.agents.get(at).and_then(|agent| agent.all_tools().find(|it| it.name == tool.name));
                    let back = gram_draft(spec.unwrap_or(&text)).edit;
                    found.extend(losses::of_tool(tool, spec.unwrap_or(&text), &back, &needs));
                }
            }
        }
        Ok(found)
    }
}

impl Studio {
    /// The versions of tools that the skills of an agent are bound to.
    fn pin_losses(&self, edit: &AgentEdit, names: &HashMap<String, String>) -> Result<Vec<ExportLoss>, Error> {
        let session = self.session()?;
        let mut found = Vec::new();
        for link in session.library.list_skill_tools()? {
            let (skill, Some(version)) = (link.skill.to_string(), link.tool_version) else { continue };
            if edit.skills.iter().any(|assigned| assigned.skill_id == skill) {
                let tool = session.library.get_tool(link.tool)?.name;
                let skill = names.get(&skill).cloned().unwrap_or_default();
                found.push(ExportLoss {
                    entity: format!("agent {}", edit.name),
                    field: "tool versions".to_owned(),
                    why: format!("Gram has no place for the version of a tool. Left out: {skill} uses {tool} at version {version}."),
                });
            }
        }
        Ok(found)
    }
}

fn agent_text(edit: &AgentEdit, tools: &HashMap<String, ToolDetail>) -> AgentText {
    let model = [edit.model_provider.as_str(), edit.model_name.as_str()];
    AgentText {
        name: edit.name.clone(),
        description: Some(edit.description.clone()).filter(|text| !text.is_empty()),
        instruction: edit.instruction.clone(),
        model: model.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"),
        tools: edit.tools.iter().filter_map(|id| tools.get(id)).map(specification).collect(),
        components: edit.components.iter().map(|component| component_text(component, tools)).collect(),
    }
}

fn component_text(edit: &ComponentEdit, tools: &HashMap<String, ToolDetail>) -> ComponentText {
    ComponentText {
        name: edit.name.clone(),
        description: edit.description.clone(),
        prompt: edit.prompt.clone(),
        state_schema: edit.state_schema.clone(),
        initial_state: edit.initial_state.clone(),
        tools: edit.tools.iter().filter_map(|id| tools.get(id)).map(specification).collect(),
    }
}

/// Ids of the tools of an agent, those of its components before those it is given.
fn tools_of(edit: &AgentEdit) -> impl Iterator<Item = &String> {
    edit.components.iter().flat_map(|component| &component.tools).chain(&edit.tools)
}

fn specification(tool: &ToolDetail) -> SpecText {
    let (name, description) = (tool.name.clone(), tool.description.clone());
    SpecText { name, description, signature: tool.spec.signature.clone() }
}

//! Agents with their tool specifications as gram, to give away and to take in. What carries a tool out is not part of it,
//! and its schema is made of the signature again wherever it is read.

mod losses;

use std::collections::{HashMap, HashSet};

use studio_text::gram::carrier::{self, AgentText, ComponentText, SpecText};

use crate::{
    Error, Studio,
    definitions::forms,
    dto::{AgentDetail, AgentEdit, ComponentEdit, ExportLoss, GramText, LossReason, ToolDetail},
    tools::drafts::{agent_draft, gram_draft},
};

impl Studio {
    /// An agent, by id or name, and the specifications it is given, as gram, with what gram cannot hold.
    pub fn get_agent_gram(&self, id_or_name: &str) -> Result<GramText, Error> {
        self.get_agents_gram(&[id_or_name.to_owned()])
    }

    /// Agents, by id or name, and the specifications they are given, as one gram document, with what gram cannot hold; all
    /// agents and tools where no agent is named.
    pub fn get_agents_gram(&self, agents: &[String]) -> Result<GramText, Error> {
        self.gram_of(&self.gram_part(agents)?)
    }

    /// What goes out with some agents, by id or name: them and their tools; all agents and tools where none is named.
    pub(crate) fn gram_part(&self, agents: &[String]) -> Result<GramPart, Error> {
        if agents.is_empty() {
            let agents = self.list_agents()?.into_iter().map(|agent| agent.id).collect();
            return Ok(GramPart { agents, tools: self.list_tools()?.into_iter().map(|tool| tool.id).collect() });
        }
        let mut part = GramPart::default();
        for agent in agents.iter().map(|agent| self.get_agent(agent)) {
            let edit = agent?.edit;
            part.tools.extend(tools_of(&edit).cloned());
            part.agents.extend(edit.id);
        }
        Ok(part)
    }

    /// Agents and tools as one gram document, with what gram cannot hold.
    pub(crate) fn gram_of(&self, part: &GramPart) -> Result<GramText, Error> {
        let given = self.given(part)?;
        let texts: Vec<AgentText> = given.agents.iter().map(|agent| agent_text(&agent.edit, &given.tools)).collect();
        let loose: Vec<SpecText> = given.loose.iter().map(specification).collect();
        let written = carrier::write(&texts, &loose);
        let losses = self.gram_losses(&given, &carrier::read(&written.text))?;
        Ok(GramText { text: written.text, losses })
    }

    fn given(&self, part: &GramPart) -> Result<Given, Error> {
        let agents = part.agents.iter().map(|agent| self.get_agent(agent)).collect::<Result<Vec<_>, _>>()?;
        let mut tools = HashMap::new();
        for id in agents.iter().flat_map(|agent| tools_of(&agent.edit)) {
            if !tools.contains_key(id) {
                tools.insert(id.clone(), self.get_tool(id)?);
            }
        }
        let loose = part.tools.iter().filter(|id| !tools.contains_key(*id));
        let loose = loose.map(|id| self.get_tool(id)).collect::<Result<_, _>>()?;
        Ok(Given { agents, tools, loose })
    }

    /// What an import of what was written would not have.
    fn gram_losses(&self, given: &Given, read: &carrier::Document) -> Result<Vec<ExportLoss>, Error> {
        let Given { agents, tools, loose } = given;
        let names: HashMap<String, String> = self.list_skills()?.into_iter().map(|row| (row.id, row.name)).collect();
        let mut found = Vec::new();
        let mut told = HashSet::new();
        for tool in loose {
            found.extend(tool_losses(tool, read.specifications.iter().find(|spec| spec.name == tool.name)));
        }
        for (at, AgentDetail { edit, .. }) in agents.iter().enumerate() {
            let back = read.agents.get(at).map(agent_draft).map(|draft| draft.edit).unwrap_or_default();
            let skills = edit.skills.iter().map(|skill| names.get(&skill.skill_id).cloned().unwrap_or_default());
            found.extend(losses::of_agent(edit, &back, &skills.collect::<Vec<_>>()));
            found.extend(self.pin_losses(edit, &names)?);
            for tool in tools_of(edit).filter_map(|id| tools.get(id)) {
                if told.insert(&tool.id) {
                    let mut specs = read.agents.get(at).into_iter().flat_map(AgentText::all_tools);
                    found.extend(tool_losses(tool, specs.find(|spec| spec.name == tool.name)));
                }
            }
        }
        Ok(found)
    }
}

impl Studio {
    /// What another library has otherwise, or not at all, of what went out to it as gram.
    pub(crate) fn gram_differences(&self, part: &GramPart, other: &Self) -> Result<Vec<ExportLoss>, Error> {
        let Given { agents, tools, loose } = self.given(part)?;
        let records = other.session()?.library.list_tool_records()?;
        let records: HashMap<&str, _> = records.iter().map(|record| (record.tool.name.as_str(), record)).collect();
        let missing = |kind: &str, name: &str| {
            let why = "It will be missing after an import.".to_owned();
            ExportLoss { entity: format!("{kind} {name}"), field: "all".to_owned(), why, reason: None }
        };
        let mut found = Vec::new();
        for tool in tools.values().chain(&loose) {
            let Some(record) = records.get(tool.name.as_str()) else {
                found.push(missing("tool", &tool.name));
                continue;
            };
            let came = specification(&other.get_tool(&record.tool.id.to_string())?);
            found.extend(losses::of_tool(tool, &came, &forms::edit(record), &[]));
        }
        let there = other.list_agents()?;
        for AgentDetail { edit, .. } in &agents {
            let Some(came) = there.iter().find(|agent| agent.name == edit.name) else {
                found.push(missing("agent", &edit.name));
                continue;
            };
            found.extend(losses::of_agent(edit, &other.get_agent(&came.id)?.edit, &[]));
        }
        Ok(found)
    }

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
                    why: format!(
                        "Gram doesn't support tool versions. Not included: {skill} uses {tool} at version {version}."
                    ),
                    reason: Some(LossReason::NoPlace),
                });
            }
        }
        Ok(found)
    }
}

/// What goes out as gram, by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct GramPart {
    /// The agents; their tools go along, whether they are among `tools` or not.
    pub(crate) agents: Vec<String>,
    /// The tools.
    pub(crate) tools: Vec<String>,
}

/// What goes out as gram.
struct Given {
    agents: Vec<AgentDetail>,
    /// The tools of the agents, by id.
    tools: HashMap<String, ToolDetail>,
    /// The tools that no agent is given.
    loose: Vec<ToolDetail>,
}

/// What an import would not have of a tool; `read` is what was written of it, read again.
fn tool_losses(tool: &ToolDetail, read: Option<&SpecText>) -> Vec<ExportLoss> {
    let text = specification(tool);
    let needs: Vec<String> = tool.depends_on.iter().map(|needed| needed.name.clone()).collect();
    let back = gram_draft(read.unwrap_or(&text)).edit;
    losses::of_tool(tool, read.unwrap_or(&text), &back, &needs)
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

//! Agents as authors edit them: who they are, what they load, what they are given.

use std::{collections::HashSet, sync::Arc};

use studio_model::{Agent, AgentId, Component, ToolId};
use studio_store::{AgentRecord, AssignedSkill, unsaved};

use crate::{
    Error, ErrorCode, Studio,
    agents::components::{component_edit, edited_components},
    base::{
        error::not_found,
        ids::{agent_id, row_version, skill_id, tool_id},
    },
    dto::{AgentDetail, AgentEdit, AgentSkillEdit, CredentialChoice, StudioEvent},
    skills::absent::Trashed,
    state::session::Session,
};

impl Studio {
    /// An agent with what it would load: by id, used or deleted, or by name in any case.
    pub fn get_agent(&self, id_or_name: &str) -> Result<AgentDetail, Error> {
        let session = self.session()?;
        session.agent_detail(session.agent_named(id_or_name)?)
    }

    /// Creates or changes an agent, its assignments, the tools it is given and its components. One that holds a credential is
    /// refused.
    pub fn save_agent(&self, agent: &AgentEdit) -> Result<AgentDetail, Error> {
        self.save_agent_choosing(agent, CredentialChoice::Ask)
    }

    /// Stores an agent whose credentials are settled.
    pub(crate) fn store_edited_agent(&self, agent: &AgentEdit) -> Result<AgentDetail, Error> {
        let session = self.session()?;
        let id = session.store_agent(agent)?;
        self.keep_found_secrets(&agent.api_key_ref)?;
        session.agents_changed()?;
        session.agent_detail(id)
    }
}

impl Session {
    /// The agent of an id, or the active one of a name in any case.
    fn agent_named(&self, id_or_name: &str) -> Result<AgentId, Error> {
        if let Ok(id) = id_or_name.parse() {
            return Ok(id);
        }
        match self.library.find_agent(id_or_name) {
            Ok(agent) => Ok(agent.id),
            Err(studio_store::Error::NotFound { .. }) => Err(not_found("agent", id_or_name)),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn agent_detail(self: &Arc<Self>, id: AgentId) -> Result<AgentDetail, Error> {
        let agent = self.library.get_agent(id)?;
        let links = self.library.list_agent_skills()?;
        let given: Vec<ToolId> =
            self.library.list_agent_tools()?.into_iter().filter(|(of, _)| *of == id).map(|(_, tool)| tool).collect();
        let skills: Vec<AgentSkillEdit> = links
            .iter()
            .filter(|link| link.agent == id)
            .map(|link| AgentSkillEdit {
                skill_id: link.skill.to_string(),
                priority: link.priority as i32,
                sequence: link.sequence_id as i32,
                config: link.config.to_string(),
            })
            .collect();
        let components = self.components_of(id)?;
        let (loads, mut problems) = self.loads(&agent)?;
        problems.extend(self.agent_problems(&agent, &given, &components)?);
        Ok(AgentDetail {
            is_active: agent.audit.active,
            loads,
            left_out: self.left_out(id)?,
            problems,
            updated_at: agent.audit.update_ts.clone(),
            edit: AgentEdit {
                id: Some(id.to_string()),
                aggregate_version: agent.audit.aggregate_version as u32,
                name: agent.name,
                description: agent.description.unwrap_or_default(),
                instruction: agent.instruction,
                model_provider: agent.model_provider,
                model_name: agent.model_name,
                api_key_ref: agent.api_key_ref.unwrap_or_default(),
                temperature: agent.temperature,
                max_tokens: agent.max_tokens.and_then(|most| u32::try_from(most).ok()),
                skills,
                tools: given.iter().map(ToString::to_string).collect(),
                components: components.iter().map(component_edit).collect(),
            },
        })
    }

    fn agent_problems(&self, agent: &Agent, given: &[ToolId], components: &[Component]) -> Result<Vec<String>, Error> {
        let mut problems = Vec::new();
        if agent.instruction.trim().is_empty() {
            problems.push("The agent has no system prompt, so the model doesn't know its role.".to_owned());
        }
        let trashed = Trashed::of(self)?;
        for name in given.iter().filter_map(|id| trashed.tools.get(id)) {
            problems.push(format!("The agent's tool {name} is in the trash."));
        }
        for Component { name: component, tools, .. } in components {
            let gone = tools.iter().filter_map(|id| trashed.tools.get(id));
            problems.extend(
                gone.map(|name| format!("The component {component} uses the tool {name}, which is in the trash.")),
            );
        }
        let assigned = self.library.list_agent_skills()?.into_iter().filter(|link| link.agent == agent.id);
        for name in assigned.filter_map(|link| trashed.skills.get(&link.skill)) {
            problems.push(format!("The assigned skill {name} is in the trash."));
        }
        Ok(problems)
    }

    fn store_agent(&self, edit: &AgentEdit) -> Result<AgentId, Error> {
        let writing = self.writing();
        let record = self.edited_agent(edit)?;
        self.refuse_equal_names(&record.tools, &record.components)?;
        writing.save_agent(&record)?;
        Ok(record.agent.id)
    }

    /// The rows of an edited agent, if they can be stored.
    pub(crate) fn edited_agent(&self, edit: &AgentEdit) -> Result<AgentRecord, Error> {
        check(edit)?;
        let before = match &edit.id {
            Some(id) => Some(self.library.get_agent(agent_id(id)?)?),
            None => None,
        };
        let mut audit = before.as_ref().map_or_else(unsaved, |agent| agent.audit.clone());
        if before.is_some() {
            audit.aggregate_version = row_version(edit.aggregate_version);
        }
        let agent = Agent {
            host: self.library.host(),
            id: before.as_ref().map_or_else(|| AgentId(uuid::Uuid::new_v4()), |agent| agent.id),
            name: edit.name.trim().to_owned(),
            description: Some(edit.description.trim().to_owned()).filter(|text| !text.is_empty()),
            instruction: edit.instruction.clone(),
            model_provider: edit.model_provider.trim().to_owned(),
            model_name: edit.model_name.trim().to_owned(),
            api_key_ref: Some(edit.api_key_ref.trim().to_owned()).filter(|text| !text.is_empty()),
            temperature: edit.temperature,
            max_tokens: edit.max_tokens.map(i64::from),
            audit,
        };
        let skills = edit.skills.iter().map(assigned).collect::<Result<Vec<_>, _>>()?;
        let tools = edit.tools.iter().map(|id| tool_id(id)).collect::<Result<Vec<_>, _>>()?;
        let components = edited_components(&edit.components, agent.host, agent.id)?;
        Ok(AgentRecord { agent, skills, tools, components })
    }

    /// Names of specifications are unique within an agent (S2-08), whatever they belong to: its model is given one list.
    pub(crate) fn refuse_equal_names(&self, tools: &[ToolId], components: &[Component]) -> Result<(), Error> {
        let mut names = HashSet::new();
        for id in components.iter().flat_map(|component| &component.tools).chain(tools) {
            let name = self.library.get_tool(*id)?.name;
            if !names.insert(name.clone()) {
                let message =
                    format!("Tool names must be unique within the agent's tool list: {name} is listed twice.");
                return Err(Error::new(ErrorCode::Invalid, message));
            }
        }
        Ok(())
    }

    pub(crate) fn agents_changed(self: &Arc<Self>) -> Result<(), Error> {
        self.emit(StudioEvent::ToolsChanged);
        self.embed_described_in_background()
    }
}

fn assigned(edit: &AgentSkillEdit) -> Result<AssignedSkill, Error> {
    Ok(AssignedSkill {
        skill: skill_id(&edit.skill_id)?,
        priority: i64::from(edit.priority),
        sequence_id: i64::from(edit.sequence),
        config: config(&edit.config)?,
    })
}

/// The free settings of a link: a JSON object.
pub(crate) fn config(text: &str) -> Result<serde_json::Value, Error> {
    if text.trim().is_empty() {
        return Ok(serde_json::json!({}));
    }
    let invalid = |cause: &str| Error::new(ErrorCode::Invalid, format!("The config must be a JSON object: {cause}."));
    let value: serde_json::Value = serde_json::from_str(text).map_err(|cause| invalid(&cause.to_string()))?;
    if value.is_object() { Ok(value) } else { Err(invalid("found another type")) }
}

fn check(edit: &AgentEdit) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(ErrorCode::Invalid, message));
    if edit.name.trim().is_empty() {
        return invalid("An agent needs a name.");
    }
    if edit.instruction.trim().is_empty() {
        return invalid("An agent needs a system prompt that tells the model its role and what to do.");
    }
    if edit.model_provider.trim().is_empty() || edit.model_name.trim().is_empty() {
        return invalid("Enter the provider and the model, such as openai and gpt-4o-mini.");
    }
    if !(0.0..=2.0).contains(&edit.temperature) {
        return invalid("The temperature must be between 0 and 2.");
    }
    if edit.max_tokens.is_some_and(|most| most == 0 || i32::try_from(most).is_err()) {
        return invalid("The maximum response length must be between 1 and 2,147,483,647 tokens.");
    }
    let key = edit.api_key_ref.trim();
    if !key.is_empty() && !key.starts_with("secret://") {
        return invalid(
            "API keys are never stored with an agent. Save the key as a secret, then enter secret:// followed by its name.",
        );
    }
    let mut seen = HashSet::new();
    if edit.skills.iter().any(|skill| !seen.insert(&skill.skill_id)) {
        return invalid("The agent has the same skill assigned twice.");
    }
    Ok(())
}

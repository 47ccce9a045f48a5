//! Agents with their tool specifications as gram, to give away and to take in. What carries a tool out is not part of it,
//! and its schema is made of the signature again wherever it is read.

use std::collections::HashMap;

use studio_text::gram::carrier::{self, AgentText, SpecText};

use crate::{
    Error, ErrorCode, Studio,
    dto::{AgentDetail, AgentDraft, AgentEdit, GramText},
};

/// What an agent is set to where the text says nothing of it.
const TEMPERATURE: f64 = 0.7;

impl Studio {
    /// An agent and the specifications it is given, as gram, with what gram cannot hold.
    pub fn agent_gram(&self, id: &str) -> Result<GramText, Error> {
        let AgentDetail { edit, .. } = self.get_agent(id)?;
        let tools = edit.tools.iter().map(|id| self.specification(id)).collect::<Result<Vec<_>, _>>()?;
        let model = [edit.model_provider.as_str(), edit.model_name.as_str()];
        let written = carrier::write_agent(&AgentText {
            name: edit.name,
            description: Some(edit.description).filter(|text| !text.is_empty()),
            instruction: edit.instruction,
            model: model.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"),
            tools,
        });
        let mut losses: Vec<String> =
            written.losses.into_iter().map(|loss| format!("{}: {}.", loss.parameter, loss.why)).collect();
        losses.push("Gram contains the agent and its tools' specifications, not their implementations.".to_owned());
        if !edit.skills.is_empty() {
            losses.push("Gram does not contain the agent's skills.".to_owned());
        }
        Ok(GramText { text: written.text, losses })
    }

    /// Stores agents that were read, each given the tools of the library that it names. Call it once those are stored.
    pub fn import_agents(&self, agents: &[AgentDraft]) -> Result<Vec<AgentDetail>, Error> {
        let known: HashMap<String, String> = self.list_tools()?.into_iter().map(|tool| (tool.name, tool.id)).collect();
        let edits = agents.iter().map(|draft| with_tools(draft, &known)).collect::<Result<Vec<_>, _>>()?;
        edits.iter().map(|edit| self.save_agent(edit)).collect()
    }

    fn specification(&self, id: &str) -> Result<SpecText, Error> {
        let tool = self.get_tool(id)?;
        Ok(SpecText { name: tool.name, description: tool.description, signature: tool.spec.signature })
    }
}

fn with_tools(draft: &AgentDraft, known: &HashMap<String, String>) -> Result<AgentEdit, Error> {
    let id = |name: &String| {
        known.get(name).cloned().ok_or_else(|| {
            let message = format!(
                "{} is given the tool {name}, which the library does not have. Import the tool too, or leave the agent out.",
                draft.edit.name
            );
            Error::new(ErrorCode::Invalid, message)
        })
    };
    Ok(AgentEdit { tools: draft.tools.iter().map(id).collect::<Result<_, _>>()?, ..draft.edit.clone() })
}

/// An agent as it would be stored.
pub(crate) fn agent_draft(agent: &AgentText) -> AgentDraft {
    let (provider, name) = agent.model.split_once('/').unwrap_or(("", &agent.model));
    let edit = AgentEdit {
        id: None,
        aggregate_version: 0,
        name: agent.name.clone(),
        description: agent.description.clone().unwrap_or_default(),
        instruction: agent.instruction.clone(),
        model_provider: provider.to_owned(),
        model_name: name.to_owned(),
        api_key_ref: String::new(),
        temperature: TEMPERATURE,
        max_tokens: None,
        skills: Vec::new(),
        tools: Vec::new(),
    };
    AgentDraft { edit, tools: agent.tools.iter().map(|tool| tool.name.clone()).collect(), is_taken: false }
}

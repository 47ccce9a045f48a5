//! Tools and agents that were read, as they would be stored.

use studio_text::gram::carrier::{AgentText, ComponentText, SpecText};

use crate::{
    definitions::forms,
    dto::{AgentDraft, AgentEdit, ComponentEdit, SpecEdit, SpecForm, ToolDraft, ToolEdit, ToolImplementation},
};

/// What an agent is set to where the text says nothing of it.
const TEMPERATURE: f64 = 0.7;

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
        components: agent.components.iter().map(component_draft).collect(),
    };
    let names = |tools: &[SpecText]| tools.iter().map(|tool| tool.name.clone()).collect();
    let component_tools = agent.components.iter().map(|component| names(&component.tools)).collect();
    AgentDraft { edit, tools: names(&agent.tools), component_tools, is_taken: false, differing: Vec::new() }
}

/// A component as it would be stored, its tools apart.
fn component_draft(component: &ComponentText) -> ComponentEdit {
    ComponentEdit {
        id: None,
        name: component.name.clone(),
        description: component.description.clone(),
        prompt: component.prompt.clone(),
        state_schema: component.state_schema.clone(),
        initial_state: component.initial_state.clone(),
        tools: Vec::new(),
    }
}

/// A specification of gram as it would be stored.
pub(crate) fn gram_draft(specification: &SpecText) -> ToolDraft {
    let signature = specification.signature.clone();
    let spec = SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() };
    let notes = vec!["A specification doesn't include an implementation.".to_owned()];
    let description = specification.description.clone();
    ToolDraft {
        edit: new_tool(&specification.name, description, spec, ToolImplementation::None),
        is_taken: false,
        same_as: None,
        notes,
    }
}

/// A tool that is not there yet.
pub(crate) fn new_tool(
    name: &str,
    description: String,
    spec: SpecEdit,
    implementation: ToolImplementation,
) -> ToolEdit {
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: name.to_owned(),
        description,
        version: studio_model::DEFAULT_VERSION.to_owned(),
        spec,
        implementation,
        effect: None,
        timeout_s: forms::TIMEOUT_S,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    }
}

//! Components of agents as authors edit them: the state a session of the agent keeps, and the tools that work on it.

use serde_json::Value;
use studio_model::{AgentId, Component, ComponentId, HostId, ToolId};
use studio_runtime::{ComponentPart, check_component};
use studio_store::unsaved;
use uuid::Uuid;

use crate::{
    Error, ErrorCode,
    base::ids::{component_id, tool_id},
    dto::ComponentEdit,
    state::session::Session,
};

impl Session {
    /// The components of an agent, in its order.
    pub(crate) fn components_of(&self, agent: AgentId) -> Result<Vec<Component>, Error> {
        Ok(self.library.list_components()?.into_iter().filter(|component| component.agent == agent).collect())
    }
}

/// A component as its author edits it.
pub(crate) fn component_edit(component: &Component) -> ComponentEdit {
    ComponentEdit {
        id: Some(component.id.to_string()),
        name: component.name.clone(),
        description: component.description.clone(),
        prompt: component.prompt.clone(),
        state_schema: component.state_schema.as_ref().map(Value::to_string).unwrap_or_default(),
        initial_state: component.initial_state.to_string(),
        tools: component.tools.iter().map(ToString::to_string).collect(),
    }
}

/// The components of an agent as they are stored, if they can be.
pub(crate) fn edited_components(
    edits: &[ComponentEdit],
    host: HostId,
    agent: AgentId,
) -> Result<Vec<Component>, Error> {
    let components = edits.iter().map(|edit| edited(edit, host, agent)).collect::<Result<Vec<_>, _>>()?;
    for (at, component) in components.iter().enumerate() {
        if components[..at].iter().any(|other| other.name == component.name) {
            return Err(invalid(format!("Two components are named {}. Rename one of them.", component.name)));
        }
    }
    Ok(components)
}

fn edited(edit: &ComponentEdit, host: HostId, agent: AgentId) -> Result<Component, Error> {
    let name = edit.name.trim();
    if name.is_empty() {
        return Err(invalid("A component needs a name.".to_owned()));
    }
    let id = edit.id.as_deref().map(component_id).transpose()?;
    let component = Component {
        host,
        id: id.unwrap_or_else(|| ComponentId(Uuid::new_v4())),
        agent,
        name: name.to_owned(),
        description: edit.description.trim().to_owned(),
        prompt: edit.prompt.clone(),
        state_schema: json(&edit.state_schema, &format!("The state schema of {name}"))?,
        initial_state: json(&edit.initial_state, &format!("The initial state of {name}"))?
            .unwrap_or_else(|| Value::Object(serde_json::Map::new())),
        tools: edit.tools.iter().map(|id| tool_id(id)).collect::<Result<Vec<ToolId>, _>>()?,
        audit: unsaved(),
    };
    check_component(&component).map_err(|problem| {
        invalid(match problem.part {
            ComponentPart::StateSchema => {
                format!("The state schema of {name} isn't a JSON Schema: {}.", problem.message)
            }
            ComponentPart::InitialState => {
                format!("The initial state of {name} doesn't match its schema: {}.", problem.message)
            }
        })
    })?;
    Ok(component)
}

/// The JSON of a text; none where it is empty.
fn json(text: &str, what: &str) -> Result<Option<Value>, Error> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    serde_json::from_str(text).map(Some).map_err(|cause| invalid(format!("{what} isn't valid JSON: {cause}.")))
}

fn invalid(message: String) -> Error {
    Error::new(ErrorCode::Invalid, message)
}

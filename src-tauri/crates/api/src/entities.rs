//! Whole entities by name, as pipelines ask for them.

use serde::Serialize;
use serde_json::{Value, json};
use studio_model::{Implementation, Parameter, Tool};
use studio_text::{DefinitionPart, SkillDocument};

use crate::{
    Error, ErrorCode, Studio,
    dto::{AgentInfo, AgentLoad, SkillDetail},
};

/// A skill with the text of its file.
#[derive(Clone, Debug, Serialize)]
pub struct WholeSkill {
    /// What the editor opens.
    #[serde(flatten)]
    pub detail: SkillDetail,
    /// `SKILL.md` as stored.
    pub text: String,
    /// What the file says of the skill in `metadata`.
    pub definition: SkillDefinition,
}

/// What a skill says of itself beyond the standard's keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillDefinition {
    /// What people read in place of the name.
    pub display_name: Option<String>,
    /// What it can do.
    pub capabilities: Vec<String>,
    /// How to go about the work.
    pub work_direction: Option<String>,
    /// What happens when it is activated.
    pub on_activate: Option<String>,
    /// What happens when it is deactivated.
    pub on_deactivate: Option<String>,
}

/// A tool with its parameters.
#[derive(Clone, Debug, Serialize)]
pub struct WholeTool {
    /// Tool id.
    pub id: String,
    /// Name.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// The author's version text.
    pub version: String,
    /// How it is carried out: `{type, …}`, or null.
    pub implementation: Value,
    /// In the order of the tool's list.
    pub parameters: Vec<Value>,
    /// The JSON Schema a model is sent, made from the parameters.
    pub input_schema: Value,
}

/// An agent with what it is told and how its model is run.
#[derive(Clone, Debug, Serialize)]
pub struct WholeAgent {
    /// What lists show of it.
    #[serde(flatten)]
    pub info: AgentInfo,
    /// What it is for.
    pub description: Option<String>,
    /// Its system prompt.
    pub instruction: String,
    /// Who offers the model.
    pub model_provider: String,
    /// The model.
    pub model_name: String,
    /// The model's temperature.
    pub temperature: f64,
    /// Most tokens of an answer.
    pub max_tokens: Option<i64>,
    /// What it loads, in that order: skills, their tools, those tools' parameters.
    pub load: Vec<AgentLoad>,
    /// Why it loads nothing, where that is so.
    pub load_error: Option<String>,
}

impl Studio {
    /// The skill of that name, or of that id.
    pub fn find_skill(&self, name: &str) -> Result<WholeSkill, Error> {
        let session = self.session()?;
        let named = session.library.find_skills(name)?.into_iter().next();
        let id = match named {
            Some(id) => id,
            None => name.parse().map_err(|_| not_found("skill", name))?,
        };
        let text = session.skill_text(id)?;
        Ok(WholeSkill { detail: session.detail(id)?, definition: definition(&text), text })
    }

    /// The tool of that name, or of that id.
    pub fn find_tool(&self, name: &str) -> Result<WholeTool, Error> {
        let session = self.session()?;
        let tools = session.library.list_tools()?;
        let tool = tools.into_iter().find(|tool| tool.name == name || tool.id.to_string() == name);
        let tool = tool.ok_or_else(|| not_found("tool", name))?;
        let parameters = session.library.list_parameters(tool.id)?;
        Ok(WholeTool {
            id: tool.id.to_string(),
            implementation: implementation(&tool),
            name: tool.name,
            description: tool.description,
            version: tool.version,
            input_schema: studio_model::input_schema(&parameters),
            parameters: parameters.iter().map(parameter).collect(),
        })
    }

    /// The agent of that name (in any case), or of that id.
    pub fn find_agent(&self, name: &str) -> Result<WholeAgent, Error> {
        let session = self.session()?;
        let agent = session.library.find_agent(name).map_err(|error| match error {
            studio_store::Error::NotFound { .. } => not_found("agent", name),
            other => other.into(),
        })?;
        let info = self.list_agents()?.into_iter().find(|info| info.id == agent.id.to_string());
        let info = info.ok_or_else(|| not_found("agent", name))?;
        let (load, load_error) = match self.load_agent(&info.id) {
            Ok(load) => (load, None),
            // An agent that is given tools needs no skill.
            Err(error) if error.code == ErrorCode::Invalid => (Vec::new(), Some(error.message)),
            Err(error) => return Err(error),
        };
        Ok(WholeAgent {
            info,
            description: agent.description,
            instruction: agent.instruction,
            model_provider: agent.model_provider,
            model_name: agent.model_name,
            temperature: agent.temperature,
            max_tokens: agent.max_tokens,
            load,
            load_error,
        })
    }
}

fn definition(text: &str) -> SkillDefinition {
    let document = SkillDocument::read(text);
    let part = |part| document.definition(part).map(str::to_owned);
    SkillDefinition {
        display_name: part(DefinitionPart::DisplayName),
        capabilities: document.capabilities().into_iter().map(str::to_owned).collect(),
        work_direction: part(DefinitionPart::WorkDirection),
        on_activate: part(DefinitionPart::OnActivate),
        on_deactivate: part(DefinitionPart::OnDeactivate),
    }
}

fn implementation(tool: &Tool) -> Value {
    match &tool.implementation {
        None => Value::Null,
        Some(Implementation::Java { class }) => json!({ "type": "java", "class": class }),
        Some(Implementation::McpServer { server }) => json!({ "type": "mcp_server", "server": server }),
        Some(Implementation::Rest { endpoint, method }) => {
            json!({ "type": "rest", "endpoint": endpoint, "method": method })
        }
        Some(Implementation::Python { script }) => json!({ "type": "python", "script": script }),
        Some(Implementation::Javascript { script }) => json!({ "type": "javascript", "script": script }),
    }
}

fn parameter(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "type": parameter.kind.as_str(),
        "required": parameter.required,
        "default": parameter.default_value,
        "description": parameter.description,
        "schema": parameter.validation_schema,
    })
}

/// What a name gets that nothing has.
pub(crate) fn not_found(entity: &str, name: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("There is no {entity} named “{name}” in the library."))
}

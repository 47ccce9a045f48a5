//! Whole entities by name, as pipelines ask for them.

use serde_json::{Value, json};
use studio_model::{Audit, HostId, Implementation, Parameter, SkillId, Tool};
use studio_store::EntityKind;
use studio_text::{DefinitionPart, SkillDocument};

use crate::{
    Error, ErrorCode, Studio,
    base::error::not_found,
    definitions::{forms as tool_forms, stated},
    dto::ToolDetail,
    library::whole::{DescriptionVector, RowState, SkillDefinition, WholeAgent, WholeServer, WholeSkill, WholeTool},
    state::session::Session,
};

impl Studio {
    /// The skill of that name, or of that id.
    pub fn find_skill(&self, name: &str) -> Result<WholeSkill, Error> {
        let session = self.session()?;
        let named = session.library.find_skills(name)?.into_iter().next();
        let id = match named {
            Some(id) => id,
            None => name.parse().map_err(|_| not_found("skill", name))?,
        };
        session.whole_skill(id)
    }

    /// The tool of that name, or of that id.
    pub fn find_tool(&self, name: &str) -> Result<WholeTool, Error> {
        let session = self.session()?;
        let tools = session.library.list_tools()?;
        let tool = tools.into_iter().find(|tool| tool.name == name || tool.id.to_string() == name);
        let record = session.library.get_tool_record(tool.ok_or_else(|| not_found("tool", name))?.id)?;
        let detail = session.tool_detail(record.tool.id)?;
        let ToolDetail { id, name, description, version, aggregate_version, hash, effect, timeout_s, retries, .. } =
            detail;
        Ok(WholeTool {
            description_embedding: session.description_vector(EntityKind::Tool, record.tool.id.0)?,
            row: row(record.tool.host, &record.tool.audit),
            implementation: implementation(&record.tool, &tool_forms::implementation(&record)),
            parameters: record.parameters.iter().map(parameter).collect(),
            input_schema: tool_forms::schema(&record),
            stated: stated::of(&record),
            signature: detail.spec.signature,
            depends_on: detail.depends_on.into_iter().map(|tool| tool.name).collect(),
            used_by: detail.used_by,
            metrics: detail.metrics,
            id,
            name,
            description,
            version,
            aggregate_version,
            hash,
            effect,
            timeout_s,
            retries,
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
        let links = session.library.list_agent_skills()?.into_iter().filter(|link| link.agent == agent.id);
        let given = session.library.list_agent_tools()?.into_iter().filter(|(of, _)| *of == agent.id);
        Ok(WholeAgent {
            components: session
                .components_of(agent.id)?
                .iter()
                .map(|component| session.whole_component(component))
                .collect::<Result<_, _>>()?,
            assignments: links.map(|link| session.whole_assignment(&link)).collect::<Result<_, _>>()?,
            tools: given.map(|(_, tool)| Ok(session.library.get_tool(tool)?.name)).collect::<Result<_, Error>>()?,
            row: row(agent.host, &agent.audit),
            aggregate_version: agent.audit.aggregate_version as u32,
            info,
            description: agent.description,
            instruction: agent.instruction,
            model_provider: agent.model_provider,
            model_name: agent.model_name,
            api_key_ref: agent.api_key_ref,
            temperature: agent.temperature,
            max_tokens: agent.max_tokens,
            problems: session.agent_detail(agent.id)?.problems,
            load,
            load_error,
        })
    }

    /// The server of that name, or of that id.
    pub fn find_server(&self, name: &str) -> Result<WholeServer, Error> {
        let servers = self.list_servers()?;
        let detail = servers.into_iter().find(|server| server.name == name || server.id == name);
        let detail = detail.ok_or_else(|| not_found("server", name))?;
        let session = self.session()?;
        let rows = session.library.list_servers()?;
        let stored = rows.into_iter().find(|server| server.id.to_string() == detail.id);
        let row = stored.map(|server| row(session.library.host(), &server.audit));
        Ok(WholeServer { detail, row })
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

impl Session {
    fn whole_skill(&self, id: SkillId) -> Result<WholeSkill, Error> {
        let stored = self.library.get_skill(id)?;
        let mut tools = Vec::new();
        for link in self.library.list_skill_tools()?.into_iter().filter(|link| link.skill == id) {
            let tool = self.library.get_tool(link.tool)?.name;
            tools.push(json!({
                "tool": tool, "access_level": link.access.as_str(), "tool_version": link.tool_version, "config": link.config,
            }));
        }
        let mut depends_on = Vec::new();
        for link in self.library.list_skill_dependencies()?.into_iter().filter(|link| link.skill == id) {
            depends_on.push(json!({ "skill": self.name_of(link.depends_on)?, "required": link.required }));
        }
        let text = self.skill_text(id)?;
        Ok(WholeSkill {
            detail: self.detail(id)?,
            row: row(stored.skill.host, &stored.skill.audit),
            definition: definition(&text),
            text,
            content_markdown: stored.skill.content_markdown,
            group: stored.group,
            parent: stored.skill.parent.map(|parent| self.name_of(parent)).transpose()?,
            skill_tools: tools,
            depends_on,
            description_embedding: self.description_vector(EntityKind::Skill, id.0)?,
        })
    }

    fn whole_assignment(&self, link: &studio_model::AgentSkill) -> Result<Value, Error> {
        let skill = self.name_of(link.skill)?;
        Ok(json!({
            "skill": skill, "sequence_id": link.sequence_id, "priority": link.priority, "config": link.config,
        }))
    }

    fn whole_component(&self, component: &studio_model::Component) -> Result<Value, Error> {
        let tools = component.tools.iter().map(|tool| Ok(self.library.get_tool(*tool)?.name));
        Ok(json!({
            "id": component.id.to_string(),
            "name": component.name,
            "description": component.description,
            "prompt": component.prompt,
            "state_schema": component.state_schema,
            "initial_state": component.initial_state,
            "tools": tools.collect::<Result<Vec<_>, Error>>()?,
            "aggregate_version": component.audit.aggregate_version,
        }))
    }

    fn name_of(&self, id: SkillId) -> Result<String, Error> {
        Ok(self.library.get_skill(id)?.skill.name)
    }

    fn description_vector(&self, kind: EntityKind, id: uuid::Uuid) -> Result<Option<DescriptionVector>, Error> {
        let vector = self.library.description_vector(kind, id)?;
        let model = studio_embed::MODEL_ID.to_owned();
        Ok(vector.map(|vector| DescriptionVector { dimensions: vector.len(), model }))
    }
}

fn row(host: HostId, audit: &Audit) -> RowState {
    RowState {
        host_id: host.to_string(),
        active: audit.active,
        update_ts: audit.update_ts.clone(),
        update_user: audit.update_user.clone(),
    }
}

/// How a tool is carried out: the seed's columns, and what they have no room for.
fn implementation(tool: &Tool, whole: &crate::dto::ToolImplementation) -> Value {
    let Some(columns) = &tool.implementation else { return Value::Null };
    let mut all = json!(whole);
    if let Value::Object(fields) = &mut all {
        fields.remove("kind");
        fields.insert("type".to_owned(), json!(columns.kind().as_str()));
        if let Implementation::Rest { endpoint, .. } = columns {
            fields.insert("endpoint".to_owned(), json!(endpoint));
        }
    }
    all
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

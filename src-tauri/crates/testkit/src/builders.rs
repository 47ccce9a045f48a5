//! Rows with defaults for everything a test does not care about.

use std::fmt::Write as _;

use serde_json::{Value, json};
use studio_model::{
    AccessLevel, Agent, AgentId, AgentSkill, DEFAULT_VERSION, HostId, Implementation, Parameter, ParameterId,
    ParameterType, SkillDependency, SkillId, SkillTool, Tool, ToolId,
};
use studio_store::{Broken, NewFile, NewLink, NewSkillRow, SkillContent, unsaved};
use uuid::Uuid;

/// A skill with its files. The text of its `SKILL.md` is made of what it was given.
#[derive(Clone, Debug)]
pub struct SkillBuilder {
    row: NewSkillRow,
    bytes: Option<Vec<u8>>,
}

impl SkillBuilder {
    /// A skill with a description and a body that speak of its name.
    pub fn new(name: &str) -> Self {
        let content = SkillContent {
            name: name.to_owned(),
            description: Some(format!("Does {name}. Use when {name} is asked for.")),
            content_markdown: format!("# {name}\n\nDo {name}."),
            version: DEFAULT_VERSION.to_owned(),
            encoding: "utf-8".to_owned(),
            tokens_description: 10,
            tokens_body: 20,
            ..SkillContent::default()
        };
        let row = NewSkillRow { content, reason: "created".to_owned(), ..NewSkillRow::default() };
        Self { row, bytes: None }
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: &str) -> Self {
        self.row.content.description = Some(description.to_owned());
        self
    }

    /// Sets the instructions.
    #[must_use]
    pub fn body(mut self, body: &str) -> Self {
        body.clone_into(&mut self.row.content.content_markdown);
        self
    }

    /// Sets the tags.
    #[must_use]
    pub fn tags(mut self, tags: &[&str]) -> Self {
        self.row.content.tags = tags.iter().map(ToString::to_string).collect();
        self
    }

    /// Sets the allowed tools.
    #[must_use]
    pub fn allowed_tools(mut self, tools: &[&str]) -> Self {
        self.row.content.allowed_tools = tools.iter().map(ToString::to_string).collect();
        self
    }

    /// Sets the group.
    #[must_use]
    pub fn group(mut self, group: &str) -> Self {
        group.clone_into(&mut self.row.group);
        self
    }

    /// Puts it below another skill.
    #[must_use]
    pub fn parent(mut self, parent: SkillId) -> Self {
        self.row.parent = Some(parent);
        self
    }

    /// Adds a text file.
    #[must_use]
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.row.files.push(NewFile {
            path: path.to_owned(),
            bytes: text.as_bytes().to_vec(),
            is_executable: false,
            is_text: true,
            tokens: 5,
        });
        self
    }

    /// Links it to a folder, with every file it has by then as read from there.
    #[must_use]
    pub fn link(mut self, folder: &str) -> Self {
        self.row.link =
            Some(NewLink { folder: folder.to_owned(), skill_file: "SKILL.md".to_owned(), files: Vec::new() });
        self
    }

    /// Sets the bytes of `SKILL.md` instead of having them made.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.bytes = Some(bytes.to_vec());
        self
    }

    /// Marks it as one that cannot be read.
    #[must_use]
    pub fn broken(mut self, code: &str, line: u32) -> Self {
        let message = format!("{code} on line {line}");
        self.row.content.broken = Some(Broken { code: code.to_owned(), message, line: Some(line), column: Some(1) });
        self
    }

    /// The row to store.
    pub fn build(mut self) -> NewSkillRow {
        let content = &self.row.content;
        self.row.content.bytes = self.bytes.unwrap_or_else(|| skill_text(content).into_bytes());
        self.row
    }

    /// What was read out of its `SKILL.md`, for an update.
    pub fn content(self) -> SkillContent {
        self.build().content
    }
}

fn skill_text(content: &SkillContent) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let mut text = format!("---\nname: {}\n", content.name);
    if let Some(description) = &content.description {
        let _ = writeln!(text, "description: {}", quoted(description));
    }
    for (key, items) in [("tags", &content.tags), ("allowed-tools", &content.allowed_tools)] {
        if !items.is_empty() {
            let _ = writeln!(text, "{key}: {}", json!(items));
        }
    }
    let _ = write!(text, "---\n\n{}\n", content.content_markdown);
    text
}

/// A tool.
#[derive(Clone, Debug)]
pub struct ToolBuilder {
    tool: Tool,
}

impl ToolBuilder {
    /// A Java tool with a description that speaks of its name.
    pub fn new(name: &str) -> Self {
        Self {
            tool: Tool {
                host: HostId(Uuid::nil()),
                id: ToolId(Uuid::now_v7()),
                name: name.to_owned(),
                description: format!("Runs {name}."),
                implementation: Some(Implementation::Java { class: format!("com.example.{name}") }),
                version: DEFAULT_VERSION.to_owned(),
                audit: unsaved(),
            },
        }
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: &str) -> Self {
        description.clone_into(&mut self.tool.description);
        self
    }

    /// Sets how a call is carried out.
    #[must_use]
    pub fn implementation(mut self, implementation: Implementation) -> Self {
        self.tool.implementation = Some(implementation);
        self
    }

    /// Takes it out of use.
    #[must_use]
    pub fn inactive(mut self) -> Self {
        self.tool.audit.active = false;
        self
    }

    /// The row to store.
    pub fn build(self) -> Tool {
        self.tool
    }
}

/// An agent.
#[derive(Clone, Debug)]
pub struct AgentBuilder {
    agent: Agent,
}

impl AgentBuilder {
    /// An agent of the provider `openai` with the seed's temperature.
    pub fn new(name: &str) -> Self {
        Self {
            agent: Agent {
                host: HostId(Uuid::nil()),
                id: AgentId(Uuid::now_v7()),
                name: name.to_owned(),
                description: None,
                instruction: format!("You are {name}."),
                model_provider: "openai".to_owned(),
                model_name: "gpt-4o".to_owned(),
                api_key_ref: None,
                temperature: 0.7,
                max_tokens: None,
                audit: unsaved(),
            },
        }
    }

    /// Sets the temperature.
    #[must_use]
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.agent.temperature = temperature;
        self
    }

    /// Takes it out of use.
    #[must_use]
    pub fn inactive(mut self) -> Self {
        self.agent.audit.active = false;
        self
    }

    /// The row to store.
    pub fn build(self) -> Agent {
        self.agent
    }
}

/// A required text parameter.
pub fn parameter(tool: ToolId, name: &str) -> Parameter {
    Parameter {
        id: ParameterId(Uuid::now_v7()),
        tool,
        name: name.to_owned(),
        kind: ParameterType::String,
        required: true,
        default_value: None,
        description: None,
        validation_schema: None,
        order_index: 0,
        audit: unsaved(),
    }
}

/// An assignment with the seed's defaults.
pub fn agent_skill(agent: AgentId, skill: SkillId) -> AgentSkill {
    AgentSkill { agent, skill, config: json!({}), priority: 0, sequence_id: 0, audit: unsaved() }
}

/// A link with the seed's defaults.
pub fn skill_tool(skill: SkillId, tool: ToolId) -> SkillTool {
    SkillTool { skill, tool, config: json!({}), access: AccessLevel::default(), tool_version: None, audit: unsaved() }
}

/// A required dependency.
pub fn skill_dependency(skill: SkillId, depends_on: SkillId) -> SkillDependency {
    SkillDependency { skill, depends_on, required: true, audit: unsaved() }
}

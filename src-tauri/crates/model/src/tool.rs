//! A tool: something deterministic an agent can run.

use serde_json::Value;

use crate::{
    Audit, HostId, MAX_API_ENDPOINT, MAX_API_METHOD, MAX_IMPLEMENTATION_CLASS, MAX_NAME, MAX_PARAMETER_NAME,
    MAX_VERSION, ParameterId, ToolId,
    limits::{Invalid, check_length},
};

/// A row of `tool_t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The library's host.
    pub host: HostId,
    /// The tool's own id.
    pub id: ToolId,
    /// Name a skill's `allowed-tools` refers to.
    pub name: String,
    /// Tells the model when and how to use the tool.
    pub description: String,
    /// How a call is carried out, where that is known.
    pub implementation: Option<Implementation>,
    /// The author's version text.
    pub version: String,
    /// Row version and state.
    pub audit: Audit,
}

/// The five ways a tool can be carried out, with what each needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Implementation {
    /// A local class, found by its fully qualified name.
    Java {
        /// `implementation_class`.
        class: String,
    },
    /// A tool of an MCP server.
    McpServer {
        /// `mcp_server_name`.
        server: String,
    },
    /// A direct HTTP call.
    Rest {
        /// `api_endpoint`.
        endpoint: String,
        /// `api_method`.
        method: String,
    },
    /// A Python script.
    Python {
        /// `script_content`.
        script: String,
    },
    /// A JavaScript script.
    Javascript {
        /// `script_content`.
        script: String,
    },
}

/// An [`Implementation`] without its details, as `implementation_type` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImplementationKind {
    /// `java`
    Java,
    /// `mcp_server`
    McpServer,
    /// `rest`
    Rest,
    /// `python`
    Python,
    /// `javascript`
    Javascript,
}

impl ImplementationKind {
    /// Every kind, in the seed's order.
    pub const ALL: [Self; 5] = [Self::Java, Self::McpServer, Self::Rest, Self::Python, Self::Javascript];

    /// The text of the column.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::McpServer => "mcp_server",
            Self::Rest => "rest",
            Self::Python => "python",
            Self::Javascript => "javascript",
        }
    }

    /// The kind a column's text names.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl Implementation {
    /// Which of the five it is.
    pub const fn kind(&self) -> ImplementationKind {
        match self {
            Self::Java { .. } => ImplementationKind::Java,
            Self::McpServer { .. } => ImplementationKind::McpServer,
            Self::Rest { .. } => ImplementationKind::Rest,
            Self::Python { .. } => ImplementationKind::Python,
            Self::Javascript { .. } => ImplementationKind::Javascript,
        }
    }
}

impl Tool {
    /// Checks every length the store enforces.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.name.trim().is_empty() {
            return Err(Invalid { field: "name", problem: "is empty".to_owned() });
        }
        if self.description.trim().is_empty() {
            return Err(Invalid { field: "description", problem: "is empty".to_owned() });
        }
        check_length("name", &self.name, MAX_NAME)?;
        check_length("version", &self.version, MAX_VERSION)?;
        match &self.implementation {
            Some(Implementation::Java { class }) => {
                check_length("implementation_class", class, MAX_IMPLEMENTATION_CLASS)
            }
            Some(Implementation::McpServer { server }) => check_length("mcp_server_name", server, MAX_NAME),
            Some(Implementation::Rest { endpoint, method }) => {
                check_length("api_endpoint", endpoint, MAX_API_ENDPOINT)?;
                check_length("api_method", method, MAX_API_METHOD)
            }
            Some(Implementation::Python { .. } | Implementation::Javascript { .. }) | None => Ok(()),
        }
    }
}

/// A row of `tool_param_t`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The parameter's own id.
    pub id: ParameterId,
    /// The tool it belongs to.
    pub tool: ToolId,
    /// Name of the argument.
    pub name: String,
    /// Its JSON type.
    pub kind: ParameterType,
    /// Whether a call must give it.
    pub required: bool,
    /// Value taken when a call gives none.
    pub default_value: Option<Value>,
    /// Tells the model what to put there.
    pub description: Option<String>,
    /// JSON Schema for what the type alone cannot say.
    pub validation_schema: Option<Value>,
    /// Position in the tool's list.
    pub order_index: i64,
    /// Row version and state.
    pub audit: Audit,
}

impl Parameter {
    /// Checks every length the store enforces.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.name.trim().is_empty() {
            return Err(Invalid { field: "name", problem: "is empty".to_owned() });
        }
        check_length("name", &self.name, MAX_PARAMETER_NAME)
    }
}

/// The JSON types a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// `string`
    String,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
    /// `object`
    Object,
    /// `array`
    Array,
}

impl ParameterType {
    /// Every type, in the seed's order.
    pub const ALL: [Self; 5] = [Self::String, Self::Number, Self::Boolean, Self::Object, Self::Array];

    /// The text of the column, which is also JSON Schema's.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Object => "object",
            Self::Array => "array",
        }
    }

    /// The type a column's text names.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

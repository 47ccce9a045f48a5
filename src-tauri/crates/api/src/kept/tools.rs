//! Tools as their timelines and libraries of implementations keep them.

use serde::{Deserialize, Serialize};

use super::{Kept, Mirror, mirror};
use crate::dto;

mirror! {
    /// A header, a query parameter, a variable.
    #[derive(Eq)]
    struct NamedValue of dto::NamedValue { name: String, value: String }
}

mirror! {
    /// Which form of a specification was written by hand.
    #[serde(rename_all = "snake_case")]
    enum SpecForm of dto::SpecForm { Signature, Parameters, Schema }
}

mirror! {
    /// How a signature was written.
    #[serde(rename_all = "snake_case")]
    enum Dialect of dto::SignatureDialect { Arrow, Curried, Classic }
}

mirror! {
    /// Types of parameters.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    enum ParameterType of dto::ParameterType { String, Number, Boolean, Object, Array }
}

mirror! {
    /// One parameter.
    struct Parameter of dto::ToolParameter {
        name: String,
        kind: ParameterType,
        required: bool,
        default_value: Option<String>,
        description: Option<String>,
        validation_schema: Option<String>,
    }
}

mirror! {
    /// What was written of a specification.
    struct Spec of dto::SpecEdit {
        source: SpecForm,
        signature: String,
        dialect: Dialect,
        parameters: Vec<Parameter>,
        schema: String,
    }
}

mirror! {
    /// What a call did to the world.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    enum Effect of dto::ToolEffect { Read, Write, Execute }
}

mirror! {
    /// How a tool was carried out.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Implementation of dto::ToolImplementation {
        None,
        McpServer { server: String, tool: String },
        Rest {
            method: String,
            url: String,
            headers: Vec<NamedValue>,
            query: Vec<NamedValue>,
            body: String,
            allow_private: bool,
        },
        Python { script: String, allow_network: bool, memory_mb: u32 },
        Javascript { script: String, memory_mb: u32 },
        Java { class: String, method: String, class_path: Vec<String>, allow_network: bool, memory_mb: u32 },
    }
}

/// A tool as it was when it was saved: all that was written of it. Its id and row version stand in columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) version: String,
    pub(crate) spec: Spec,
    pub(crate) implementation: Implementation,
    pub(crate) effect: Option<Effect>,
    pub(crate) timeout_s: u32,
    pub(crate) retries: u32,
    pub(crate) depends_on: Vec<String>,
    /// What its list said of it; the first studios kept nothing of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stated: Option<String>,
}

impl Kept for Snapshot {}

impl Snapshot {
    /// What is kept of an edited tool.
    pub(crate) fn of(edit: &dto::ToolEdit) -> Self {
        Self {
            name: edit.name.clone(),
            description: edit.description.clone(),
            version: edit.version.clone(),
            spec: Mirror::of(&edit.spec),
            implementation: Mirror::of(&edit.implementation),
            effect: Mirror::of(&edit.effect),
            timeout_s: edit.timeout_s,
            retries: edit.retries,
            depends_on: edit.depends_on.clone(),
            stated: edit.stated.clone(),
        }
    }

    /// What can be saved again in place of a tool's row.
    pub(crate) fn edit(self, id: Option<String>, aggregate_version: u32) -> dto::ToolEdit {
        dto::ToolEdit {
            id,
            aggregate_version,
            name: self.name,
            description: self.description,
            version: self.version,
            spec: self.spec.shown(),
            implementation: self.implementation.shown(),
            effect: self.effect.shown(),
            timeout_s: self.timeout_s,
            retries: self.retries,
            depends_on: self.depends_on,
            stated: self.stated,
        }
    }
}

/// What `tool_t` has no column for, by kind of implementation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) tool: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) headers: Vec<NamedValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) query: Vec<NamedValue>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) body: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) allow_private: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) allow_network: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_mb: Option<u32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) method: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) class_path: Vec<String>,
    /// What the list it came with said of it, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stated: Option<serde_json::Value>,
}

impl Kept for Settings {}

impl Settings {
    /// Of a request over HTTP.
    pub(crate) fn of_request(
        headers: &Vec<dto::NamedValue>,
        query: &Vec<dto::NamedValue>,
        body: String,
        allow_private: bool,
    ) -> Self {
        Self { headers: Mirror::of(headers), query: Mirror::of(query), body, allow_private, ..Self::default() }
    }
}

mirror! {
    /// How a library of implementations carries a tool out.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Behaviour of dto::LibraryBehaviour {
        Fixed { value: String },
        Echo,
        Error { message: String },
        Delay { ms: u32, value: String },
        Garbage { text: String },
        Run { implementation: Implementation },
    }
}

impl Kept for Behaviour {}

//! A tool between its rows in the library and the form a screen edits.

use serde_json::{Value, json};
use studio_model::{AccessLevel, Implementation, Parameter, ParameterId, Tool, ToolId};
use studio_runtime::ToolSpecification;
use studio_store::{ToolDetailRow, ToolRecord, unsaved};
use studio_text::gram::ToolParameter as Row;

use crate::{
    definitions::{
        spec::{self, Understood},
        stated,
    },
    dto::{Access, ImplementationKind, SpecEdit, SpecForm, ToolEdit, ToolEffect, ToolImplementation},
    kept::{
        self, Mirror,
        tools::{Settings, Snapshot},
    },
};

/// Most memory of a script, in MB, where the author says nothing.
pub const MEMORY_MB: u32 = 256;
/// Longest time of a call, in seconds, where the author says nothing.
pub(crate) const TIMEOUT_S: u32 = 30;

/// How a stored tool is carried out.
pub(crate) fn implementation(record: &ToolRecord) -> ToolImplementation {
    // Without them nobody calls it: see `unreadable`.
    let settings: Settings = kept::read(&record.detail.settings).unwrap_or_default();
    let memory_mb = settings.memory_mb.unwrap_or(MEMORY_MB);
    match record.tool.implementation.clone() {
        None => ToolImplementation::None,
        Some(Implementation::McpServer { server }) => ToolImplementation::McpServer {
            server,
            tool: if settings.tool.is_empty() { record.tool.name.clone() } else { settings.tool },
        },
        Some(Implementation::Rest { endpoint, method }) => ToolImplementation::Rest {
            method,
            url: endpoint,
            headers: settings.headers.shown(),
            query: settings.query.shown(),
            body: settings.body,
            allow_private: settings.allow_private,
        },
        Some(Implementation::Python { script }) => {
            ToolImplementation::Python { script, allow_network: settings.allow_network, memory_mb }
        }
        Some(Implementation::Javascript { script }) => ToolImplementation::Javascript { script, memory_mb },
        Some(Implementation::Java { class }) => ToolImplementation::Java {
            class,
            method: settings.method,
            class_path: settings.class_path,
            allow_network: settings.allow_network,
            memory_mb,
        },
    }
}

/// A way of carrying out as the library keeps it: the columns, and what of the rest is its own.
fn written(implementation: &ToolImplementation) -> (Option<Implementation>, Settings) {
    match implementation.clone() {
        ToolImplementation::None => (None, Settings::default()),
        ToolImplementation::McpServer { server, tool } => {
            (Some(Implementation::McpServer { server }), Settings { tool, ..Settings::default() })
        }
        ToolImplementation::Rest { method, url, headers, query, body, allow_private } => (
            Some(Implementation::Rest { endpoint: url, method }),
            Settings::of_request(&headers, &query, body, allow_private),
        ),
        ToolImplementation::Python { script, allow_network, memory_mb } => (
            Some(Implementation::Python { script }),
            Settings { allow_network, memory_mb: Some(memory_mb), ..Settings::default() },
        ),
        ToolImplementation::Javascript { script, memory_mb } => (
            Some(Implementation::Javascript { script }),
            Settings { memory_mb: Some(memory_mb), ..Settings::default() },
        ),
        ToolImplementation::Java { class, method, class_path, allow_network, memory_mb } => (
            Some(Implementation::Java { class }),
            Settings { method, class_path, allow_network, memory_mb: Some(memory_mb), ..Settings::default() },
        ),
    }
}

/// Why it cannot be read how a stored tool is carried out, where it cannot.
pub(crate) fn unreadable(record: &ToolRecord) -> Option<String> {
    let why = kept::read::<Settings>(&record.detail.settings).err()?;
    Some(format!("The implementation of {} can't be read. {why} Set its implementation again.", record.tool.name))
}

/// What a call does to the world: as the author said, or what is known of such implementations.
pub(crate) fn effect(record: &ToolRecord) -> ToolEffect {
    record.detail.effect.map_or_else(|| usual_effect(record.tool.implementation.as_ref()), shown_effect)
}

/// What a call of an edited tool does to the world.
pub(crate) fn effect_of(edit: &ToolEdit) -> ToolEffect {
    edit.effect.unwrap_or_else(|| usual_effect(written(&edit.implementation).0.as_ref()))
}

/// A GET looks only; what runs on this machine runs something; of a server's tool nothing is known.
fn usual_effect(implementation: Option<&Implementation>) -> ToolEffect {
    match implementation {
        None => ToolEffect::Read,
        Some(Implementation::Rest { method, .. }) if ["GET", "HEAD"].contains(&method.to_uppercase().as_str()) => {
            ToolEffect::Read
        }
        Some(Implementation::Rest { .. }) => ToolEffect::Write,
        Some(_) => ToolEffect::Execute,
    }
}

/// An effect as the access a skill needs for it.
pub(crate) fn access_for(effect: ToolEffect) -> AccessLevel {
    match effect {
        ToolEffect::Read => AccessLevel::Read,
        ToolEffect::Write => AccessLevel::Write,
        ToolEffect::Execute => AccessLevel::Execute,
    }
}

fn shown_effect(access: AccessLevel) -> ToolEffect {
    match access {
        AccessLevel::Read => ToolEffect::Read,
        AccessLevel::Write => ToolEffect::Write,
        AccessLevel::Execute => ToolEffect::Execute,
    }
}

/// An access level as screens name it.
pub(crate) const fn shown_access(access: AccessLevel) -> Access {
    match access {
        AccessLevel::Read => Access::Read,
        AccessLevel::Write => Access::Write,
        AccessLevel::Execute => Access::Execute,
    }
}

/// The access level a screen names.
pub(crate) const fn access_level(access: Access) -> AccessLevel {
    match access {
        Access::Read => AccessLevel::Read,
        Access::Write => AccessLevel::Write,
        Access::Execute => AccessLevel::Execute,
    }
}

/// A way of being carried out as screens name it.
pub(crate) const fn shown_kind(implementation: &Implementation) -> ImplementationKind {
    match implementation {
        Implementation::Java { .. } => ImplementationKind::Java,
        Implementation::McpServer { .. } => ImplementationKind::McpServer,
        Implementation::Rest { .. } => ImplementationKind::Rest,
        Implementation::Python { .. } => ImplementationKind::Python,
        Implementation::Javascript { .. } => ImplementationKind::Javascript,
    }
}

/// The form of a stored tool.
pub(crate) fn edit(record: &ToolRecord) -> ToolEdit {
    ToolEdit {
        id: Some(record.tool.id.to_string()),
        aggregate_version: record.tool.audit.aggregate_version as u32,
        name: record.tool.name.clone(),
        description: record.tool.description.clone(),
        version: record.tool.version.clone(),
        spec: spec(record),
        implementation: implementation(record),
        effect: record.detail.effect.map(shown_effect),
        timeout_s: record.detail.timeout_s,
        retries: record.detail.retries,
        depends_on: record.detail.depends_on.iter().map(ToString::to_string).collect(),
        stated: stated::of(record).map(|stated| stated.to_string()),
    }
}

/// SHA-256 of all that is written of a stored tool. What only this library knows of it, ids and versions of rows, is no
/// part of that.
pub(crate) fn hash(record: &ToolRecord) -> String {
    let written = Snapshot::of(&ToolEdit { depends_on: Vec::new(), ..edit(record) });
    studio_store::sha256_hex(json!(written).to_string().as_bytes())
}

/// The specification of a stored tool, its source as it was written.
pub(crate) fn spec(record: &ToolRecord) -> SpecEdit {
    let source = match record.detail.spec_source.as_str() {
        "signature" => SpecForm::Signature,
        "schema" => SpecForm::Schema,
        _ => SpecForm::Parameters,
    };
    let dialect = studio_text::gram::Dialect::parse(&record.detail.dialect).map(spec::shown_dialect);
    SpecEdit {
        source,
        signature: record.detail.signature.clone(),
        dialect: dialect.unwrap_or_default(),
        parameters: rows(&record.parameters).iter().map(spec::shown_parameter).collect(),
        schema: match (source, &record.detail.schema) {
            (SpecForm::Schema, Some(schema)) => studio_text::gram::render_schema(schema).0,
            _ => String::new(),
        },
    }
}

/// The JSON Schema a model is sent of a stored tool.
pub(crate) fn schema(record: &ToolRecord) -> Value {
    record.detail.schema.clone().unwrap_or_else(|| studio_text::gram::schema_of(&rows(&record.parameters)))
}

/// The specification of a stored tool, apart from how it is carried out.
pub(crate) fn specification(record: &ToolRecord) -> ToolSpecification {
    ToolSpecification {
        name: record.tool.name.clone(),
        description: record.tool.description.clone(),
        signature: Some(record.detail.signature.clone()).filter(|signature| !signature.is_empty()),
        schema: schema(record),
    }
}

fn rows(parameters: &[Parameter]) -> Vec<Row> {
    let row = |parameter: &Parameter| Row {
        name: parameter.name.clone(),
        kind: parameter.kind,
        required: parameter.required,
        default_value: parameter.default_value.clone(),
        description: parameter.description.clone(),
        validation_schema: parameter.validation_schema.clone(),
    };
    parameters.iter().map(row).collect()
}

/// The rows of an edited tool. A parameter that keeps its name keeps its row.
pub(crate) fn record(
    tool: Tool,
    edit: &ToolEdit,
    understood: &Understood,
    depends_on: Vec<ToolId>,
    before: &[Parameter],
) -> ToolRecord {
    let (implementation, settings) = written(&edit.implementation);
    let settings = kept::write(&Settings { stated: stated::read(edit), ..settings });
    let parameters = (0_i64..).zip(&understood.parameters).map(|(order_index, row)| {
        let known = before.iter().find(|parameter| parameter.name == row.name);
        Parameter {
            id: known.map_or_else(|| ParameterId(uuid::Uuid::new_v4()), |parameter| parameter.id),
            tool: tool.id,
            name: row.name.clone(),
            kind: row.kind,
            required: row.required,
            default_value: row.default_value.clone(),
            description: row.description.clone(),
            validation_schema: row.validation_schema.clone(),
            order_index,
            audit: known.map_or_else(unsaved, |parameter| parameter.audit.clone()),
        }
    });
    let is_source = |form| edit.spec.source == form;
    let detail = ToolDetailRow {
        spec_source: match edit.spec.source {
            SpecForm::Signature => "signature",
            SpecForm::Parameters => "parameters",
            SpecForm::Schema => "schema",
        }
        .to_owned(),
        signature: if is_source(SpecForm::Signature) { understood.signature.clone() } else { String::new() },
        dialect: understood.dialect.as_str().to_owned(),
        schema: is_source(SpecForm::Schema).then(|| understood.schema.clone()),
        settings,
        effect: edit.effect.map(access_for),
        timeout_s: edit.timeout_s,
        retries: edit.retries,
        depends_on,
    };
    let tool = Tool {
        name: edit.name.trim().to_owned(),
        description: edit.description.trim().to_owned(),
        version: edit.version.trim().to_owned(),
        implementation,
        ..tool
    };
    ToolRecord { parameters: parameters.collect(), tool, detail }
}

/// What a tool is listed under: its server, the package of its class, the host it calls, or the kind of script.
pub(crate) fn group(implementation: Option<&Implementation>) -> String {
    match implementation {
        None => "Description only".to_owned(),
        Some(Implementation::McpServer { server }) => server.clone(),
        Some(Implementation::Java { class }) => {
            class.rsplit_once('.').map_or_else(|| class.clone(), |(package, _)| package.to_owned())
        }
        Some(Implementation::Rest { endpoint, .. }) => host(endpoint),
        Some(Implementation::Python { .. } | Implementation::Javascript { .. }) => "Scripts".to_owned(),
    }
}

fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host).to_owned()
}

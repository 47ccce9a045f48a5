//! The tools of the samples, as the library and their server describe them.

use serde::Deserialize;
use studio_connect::mcp::McpTool;
use studio_model::{AccessLevel, HostId, Implementation, Parameter, ParameterId, ParameterType, Tool, ToolId};
use studio_store::{ToolDetailRow, ToolRecord, unsaved};
use studio_text::gram;

use crate::{
    Error,
    definitions::forms as tool_forms,
    dto::ToolEffect,
    kept,
    library::sample_files::{bad_sample, document},
};

/// The tools of that server, as it offers them: as the library describes them.
pub(crate) fn served_tools() -> Result<Vec<McpTool>, Error> {
    let mut served = Vec::new();
    for sample in document::<SampleTool>("tools.json")? {
        let record = tool_record(HostId(uuid::Uuid::nil()), sample)?;
        if !matches!(record.tool.implementation, Some(Implementation::McpServer { .. })) {
            continue;
        }
        let effect = tool_forms::effect(&record);
        served.push(McpTool {
            name: record.tool.name.clone(),
            title: None,
            description: record.tool.description.clone(),
            input_schema: tool_forms::schema(&record),
            output_schema: None,
            read_only: (effect == ToolEffect::Read).then_some(true),
            destructive: (effect == ToolEffect::Write).then_some(false),
            stated: serde_json::Value::Null,
        });
    }
    Ok(served)
}

#[derive(Deserialize)]
pub(crate) struct SampleTool {
    pub(crate) name: String,
    description: String,
    version: String,
    effect: Option<String>,
    implementation: SampleImplementation,
    /// Its type signature, where that is what its parameters follow.
    signature: Option<String>,
    parameters: Vec<SampleParameter>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum SampleImplementation {
    Java { class: String, class_path: Vec<String> },
    McpServer { server: String },
    Rest { endpoint: String, method: String },
    Python { script: String },
    Javascript { script: String },
}

#[derive(Deserialize)]
pub(crate) struct SampleParameter {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    required: bool,
    default: Option<serde_json::Value>,
    description: Option<String>,
    schema: Option<serde_json::Value>,
}

pub(crate) fn tool_record(host: HostId, sample: SampleTool) -> Result<ToolRecord, Error> {
    let id = ToolId(uuid::Uuid::new_v4());
    let mut detail = ToolDetailRow::default();
    let implementation = match sample.implementation {
        SampleImplementation::Java { class, class_path } => {
            detail.settings = kept::write(&kept::tools::Settings { class_path, ..kept::tools::Settings::default() });
            Implementation::Java { class }
        }
        SampleImplementation::McpServer { server } => Implementation::McpServer { server },
        SampleImplementation::Rest { endpoint, method } => Implementation::Rest { endpoint, method },
        SampleImplementation::Python { script } => Implementation::Python { script },
        SampleImplementation::Javascript { script } => Implementation::Javascript { script },
    };
    if let Some(effect) = sample.effect {
        let access = AccessLevel::parse(&effect);
        detail.effect = Some(access.ok_or_else(|| bad_sample("tools.json", &format!("no effect {effect}")))?);
    }
    let rows = match sample.signature {
        Some(signature) => {
            let read = gram::read(&signature).signature;
            let read = read.ok_or_else(|| bad_sample("tools.json", &format!("no signature {signature}")))?;
            "signature".clone_into(&mut detail.spec_source);
            detail.signature = signature;
            read.to_parameters()
        }
        None => sample.parameters.into_iter().map(parameter_row).collect::<Result<_, _>>()?,
    };
    let parameters = (0_i64..).zip(rows).map(|(order_index, row)| Parameter {
        id: ParameterId(uuid::Uuid::new_v4()),
        tool: id,
        name: row.name,
        kind: row.kind,
        required: row.required,
        default_value: row.default_value,
        description: row.description,
        validation_schema: row.validation_schema,
        order_index,
        audit: unsaved(),
    });
    let tool = Tool {
        host,
        id,
        name: sample.name,
        description: sample.description,
        implementation: Some(implementation),
        version: sample.version,
        audit: unsaved(),
    };
    Ok(ToolRecord { tool, parameters: parameters.collect(), detail })
}

pub(crate) fn parameter_row(sample: SampleParameter) -> Result<gram::ToolParameter, Error> {
    let kind = ParameterType::parse(&sample.kind)
        .ok_or_else(|| bad_sample("tools.json", &format!("no parameter type {}", sample.kind)))?;
    Ok(gram::ToolParameter {
        name: sample.name,
        kind,
        required: sample.required,
        default_value: sample.default,
        description: sample.description,
        validation_schema: sample.schema,
    })
}

//! The sample library that ships inside the program: skills, tools, agents, links and labelled queries.

use std::{collections::HashMap, path::Path, sync::Arc};

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::Value;
use studio_connect::mcp::McpTool;
use studio_model::{
    AccessLevel, Agent, AgentId, Component, ComponentId, HostId, Implementation, Parameter, ParameterId, ParameterType,
    SkillDependency, SkillId, SkillTool, Tool, ToolId,
};
use studio_store::{
    AgentRecord, AssignedSkill, LabelledQuery, NewSkillRow, SKILL_FILE, ServerRow, SkillChange, ToolDetailRow,
    ToolRecord, unsaved,
};
use studio_text::{gram, lint::KnownTools};

use crate::{
    Error, ErrorCode,
    dto::ToolEffect,
    kept,
    library::sample_server,
    skills::content::{Links, Surroundings, file_row, prepare},
    studio::session::Session,
    tools::forms as tool_forms,
};

static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../skills");

/// Fills an empty library with the samples.
pub(crate) fn fill(session: &Arc<Session>) -> Result<(), Error> {
    let library = &session.library;
    library.set_info("Sample library", true)?;
    fill_servers(session)?;
    let tools = fill_tools(session)?;
    let skills = fill_skills(session)?;
    fill_links(session, &skills, &tools)?;
    fill_agents(session, &skills, &tools)?;
    for query in lines::<SampleQuery>("queries.jsonl")? {
        let row = LabelledQuery {
            id: uuid::Uuid::new_v4(),
            set: "samples".to_owned(),
            text: query.query,
            expected: query.expected,
            source: "sample".to_owned(),
        };
        library.put_query(&row)?;
    }
    Ok(())
}

/// The one server that the tools name.
fn fill_servers(session: &Arc<Session>) -> Result<(), Error> {
    session.library.put_server(&ServerRow {
        id: uuid::Uuid::new_v4(),
        name: sample_server::NAME.to_owned(),
        transport: crate::servers::pool::kept_transport(&sample_server::named()),
        is_enabled: true,
        audit: unsaved(),
    })?;
    Ok(())
}

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
        });
    }
    Ok(served)
}

fn fill_skills(session: &Arc<Session>) -> Result<HashMap<String, SkillId>, Error> {
    let mut tools = session.tools_for_lint()?;
    let folders: Vec<_> = SAMPLES.dirs().flat_map(|domain| domain.dirs().map(move |folder| (domain, folder))).collect();
    folders.iter().filter_map(|(_, folder)| folder_name(folder)).for_each(|name| tools.add_skill(&name));
    let rows: Vec<NewSkillRow> = folders.iter().map(|(domain, folder)| skill_row(domain, folder, &tools)).collect();
    let ids = session.library.create_skills(&rows)?;
    let mut known = HashMap::new();
    for (row, id) in rows.iter().zip(ids) {
        known.insert(row.content.name.clone(), id?);
    }
    Ok(known)
}

fn skill_row(domain: &Dir<'_>, folder: &Dir<'_>, tools: &KnownTools) -> NewSkillRow {
    let mut files = Vec::new();
    collect_files(folder, folder.path(), &mut files);
    let name = folder_name(folder);
    let (skill, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| path == SKILL_FILE);
    let bytes = skill.into_iter().next().map(|(_, bytes)| bytes.to_vec()).unwrap_or_default();
    let paths: Vec<&str> = others.iter().map(|(path, _)| path.as_str()).collect();
    let around = Surroundings {
        folder: name.as_deref(),
        files: &paths,
        tools: Some(tools),
        linked: Some(Links::NEW),
        ..Surroundings::default()
    };
    NewSkillRow {
        group: title(domain.path()),
        content: prepare(bytes, around).content,
        files: others
            .iter()
            .map(|(path, bytes)| file_row(path, bytes.to_vec(), path.starts_with("scripts/")))
            .collect(),
        reason: "sample".to_owned(),
        ..NewSkillRow::default()
    }
}

fn folder_name(folder: &Dir<'_>) -> Option<String> {
    folder.path().file_name().map(|name| name.to_string_lossy().into_owned())
}

fn collect_files<'a>(folder: &'a Dir<'a>, root: &Path, found: &mut Vec<(String, &'a [u8])>) {
    for file in folder.files() {
        if let Ok(path) = file.path().strip_prefix(root) {
            found.push((path.to_string_lossy().replace('\\', "/"), file.contents()));
        }
    }
    for below in folder.dirs() {
        collect_files(below, root, found);
    }
}

/// `utilities-field-service` as a group: `Utilities field service`.
fn title(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().replace('-', " ")).unwrap_or_default();
    let mut characters = name.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}

#[derive(Deserialize)]
struct SampleTool {
    name: String,
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
enum SampleImplementation {
    Java { class: String, class_path: Vec<String> },
    McpServer { server: String },
    Rest { endpoint: String, method: String },
    Python { script: String },
    Javascript { script: String },
}

#[derive(Deserialize)]
struct SampleParameter {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    required: bool,
    default: Option<serde_json::Value>,
    description: Option<String>,
    schema: Option<serde_json::Value>,
}

fn fill_tools(session: &Arc<Session>) -> Result<HashMap<String, ToolId>, Error> {
    let library = &session.library;
    let mut known = HashMap::new();
    for sample in document::<SampleTool>("tools.json")? {
        let name = sample.name.clone();
        let record = tool_record(library.host(), sample)?;
        library.save_tool(&record, &crate::calls::credentials::snapshot(&tool_forms::edit(&record)), "sample")?;
        known.insert(name, record.tool.id);
    }
    Ok(known)
}

fn tool_record(host: HostId, sample: SampleTool) -> Result<ToolRecord, Error> {
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

fn parameter_row(sample: SampleParameter) -> Result<gram::ToolParameter, Error> {
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

#[derive(Deserialize)]
struct SampleLinks {
    skill_tools: Vec<SampleSkillTool>,
    dependencies: Vec<SampleDependency>,
    parents: Vec<SampleParent>,
}

#[derive(Deserialize)]
struct SampleSkillTool {
    skill: String,
    tool: String,
    access: String,
}

#[derive(Deserialize)]
struct SampleDependency {
    skill: String,
    requires: String,
    required: bool,
}

#[derive(Deserialize)]
struct SampleParent {
    skill: String,
    parent: String,
}

fn fill_links(
    session: &Arc<Session>,
    skills: &HashMap<String, SkillId>,
    tools: &HashMap<String, ToolId>,
) -> Result<(), Error> {
    let library = &session.library;
    let skill =
        |name: &str| skills.get(name).copied().ok_or_else(|| bad_sample("links.json", &format!("no skill {name}")));
    let links: SampleLinks = parse("links.json", text("links.json")?)?;
    for link in links.skill_tools {
        let tool = tools.get(&link.tool).copied();
        let tool = tool.ok_or_else(|| bad_sample("links.json", &format!("no tool {}", link.tool)))?;
        let skill = skill(&link.skill)?;
        let access = AccessLevel::parse(&link.access)
            .ok_or_else(|| bad_sample("links.json", &format!("no access level {}", link.access)))?;
        // The file lists the tool, so that the link is there.
        let linked = library.find_skill_tool(skill, tool)?;
        let linked = linked.ok_or_else(|| bad_sample("links.json", &format!("{} isn't listed", link.tool)))?;
        library.put_skill_tool(&SkillTool { access, ..linked })?;
    }
    for link in links.dependencies {
        library.put_skill_dependency(&SkillDependency {
            skill: skill(&link.skill)?,
            depends_on: skill(&link.requires)?,
            required: link.required,
            audit: unsaved(),
        })?;
    }
    for link in links.parents {
        let id = skill(&link.skill)?;
        let expected = library.get_skill(id)?.skill.audit.aggregate_version;
        let change = SkillChange { parent: Some(Some(skill(&link.parent)?)), ..SkillChange::default() };
        library.update_skill(id, expected, &change)?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct SampleAgent {
    name: String,
    description: String,
    instruction: String,
    model: SampleModel,
    temperature: f64,
    max_tokens: Option<i64>,
    skills: Vec<SampleAssignment>,
    /// Tools it is given the specification of.
    #[serde(default)]
    tools: Vec<String>,
    #[serde(default)]
    components: Vec<SampleComponent>,
}

#[derive(Deserialize)]
struct SampleComponent {
    name: String,
    description: String,
    prompt: String,
    state_schema: Value,
    initial_state: Value,
    tools: Vec<String>,
}

#[derive(Deserialize)]
struct SampleModel {
    provider: String,
    name: String,
}

#[derive(Deserialize)]
struct SampleAssignment {
    name: String,
    priority: i64,
    sequence: i64,
}

fn fill_agents(
    session: &Arc<Session>,
    skills: &HashMap<String, SkillId>,
    tools: &HashMap<String, ToolId>,
) -> Result<(), Error> {
    let library = &session.library;
    let tool =
        |name: &String| tools.get(name).copied().ok_or_else(|| bad_sample("agents.json", &format!("no tool {name}")));
    let all = |names: &[String]| names.iter().map(tool).collect::<Result<Vec<_>, _>>();
    for sample in document::<SampleAgent>("agents.json")? {
        let (host, id) = (library.host(), AgentId(uuid::Uuid::new_v4()));
        let agent = Agent {
            host,
            id,
            name: sample.name,
            description: Some(sample.description),
            instruction: sample.instruction,
            model_provider: sample.model.provider,
            model_name: sample.model.name,
            api_key_ref: None,
            temperature: sample.temperature,
            max_tokens: sample.max_tokens,
            audit: unsaved(),
        };
        let assigned = sample.skills.into_iter().map(|assigned| {
            let skill = skills.get(&assigned.name).copied();
            Ok(AssignedSkill {
                skill: skill.ok_or_else(|| bad_sample("agents.json", &format!("no skill {}", assigned.name)))?,
                config: serde_json::json!({}),
                priority: assigned.priority,
                sequence_id: assigned.sequence,
            })
        });
        let components = sample.components.into_iter().map(|component| {
            Ok(Component {
                host,
                id: ComponentId(uuid::Uuid::new_v4()),
                agent: id,
                name: component.name,
                description: component.description,
                prompt: component.prompt,
                state_schema: Some(component.state_schema),
                initial_state: component.initial_state,
                tools: all(&component.tools)?,
                audit: unsaved(),
            })
        });
        library.save_agent(&AgentRecord {
            agent,
            skills: assigned.collect::<Result<_, Error>>()?,
            tools: all(&sample.tools)?,
            components: components.collect::<Result<_, Error>>()?,
        })?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct SampleQuery {
    query: String,
    expected: Vec<String>,
}

fn text(name: &str) -> Result<&'static str, Error> {
    SAMPLES.get_file(name).and_then(|file| file.contents_utf8()).ok_or_else(|| bad_sample(name, "it is not there"))
}

fn document<T: for<'de> Deserialize<'de>>(name: &str) -> Result<Vec<T>, Error> {
    parse(name, text(name)?)
}

fn lines<T: for<'de> Deserialize<'de>>(name: &str) -> Result<Vec<T>, Error> {
    text(name)?.lines().filter(|line| !line.trim().is_empty()).map(|line| parse(name, line)).collect()
}

fn parse<T: for<'de> Deserialize<'de>>(name: &str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|cause| bad_sample(name, &cause.to_string()))
}

/// The samples are part of the program and tested with it; an error in them is the program's own.
fn bad_sample(name: &str, why: &str) -> Error {
    Error::new(ErrorCode::Internal, format!("The sample library is damaged: {name}: {why}."))
}

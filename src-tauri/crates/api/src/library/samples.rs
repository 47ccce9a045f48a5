//! The sample library that ships inside the program: skills, tools, agents, links and labelled queries.

use std::{collections::HashMap, sync::Arc};

use include_dir::Dir;
use serde::Deserialize;
use serde_json::Value;
use studio_model::{AccessLevel, Agent, AgentId, Component, ComponentId, SkillDependency, SkillId, SkillTool, ToolId};
use studio_store::{AgentRecord, AssignedSkill, NewSkillRow, SKILL_FILE, ServerRow, SkillChange, unsaved};
use studio_text::lint::KnownTools;

use crate::{
    Error,
    definitions::forms as tool_forms,
    library::{
        sample_examples,
        sample_files::{SAMPLES, bad_sample, collect_files, document, folder_name, is_program, parse, text, title},
        sample_tools::{SampleTool, tool_record},
    },
    servers::sample_server,
    skills::{
        content::{Surroundings, file_row, prepare},
        tool_links::Links,
    },
    state::session::Session,
};

/// How timelines name what came with the samples.
pub(crate) const SAMPLE: &str = "sample";

/// Fills an empty library with the samples.
pub(crate) fn fill(session: &Arc<Session>) -> Result<(), Error> {
    session.writing().set_info("Sample library", true)?;
    fill_servers(session)?;
    let tools = fill_tools(session)?;
    let skills = fill_skills(session)?;
    fill_links(session, &skills, &tools)?;
    fill_agents(session, &skills, &tools)?;
    session.writing().put_queries(&sample_examples::queries()?)?;
    Ok(())
}

/// The one server that the tools name.
fn fill_servers(session: &Arc<Session>) -> Result<(), Error> {
    session.writing().put_server(&server_row())?;
    Ok(())
}

/// That server, not stored yet.
pub(crate) fn server_row() -> ServerRow {
    ServerRow {
        id: uuid::Uuid::new_v4(),
        name: sample_server::NAME.to_owned(),
        transport: crate::servers::opening::kept_transport(&sample_server::named()),
        is_enabled: true,
        audit: unsaved(),
    }
}

fn fill_skills(session: &Arc<Session>) -> Result<HashMap<String, SkillId>, Error> {
    let mut tools = session.tools_for_lint()?;
    let folders: Vec<_> = SAMPLES.dirs().flat_map(|domain| domain.dirs().map(move |folder| (domain, folder))).collect();
    folders.iter().filter_map(|(_, folder)| folder_name(folder)).for_each(|name| tools.add_skill(&name));
    let rows: Vec<NewSkillRow> = folders.iter().map(|(domain, folder)| skill_row(domain, folder, &tools)).collect();
    let ids = session.writing().create_skills(&rows)?;
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
        files: others.iter().map(|(path, bytes)| file_row(path, bytes.to_vec(), is_program(path))).collect(),
        reason: SAMPLE.to_owned(),
        ..NewSkillRow::default()
    }
}

fn fill_tools(session: &Arc<Session>) -> Result<HashMap<String, ToolId>, Error> {
    let library = &session.writing();
    let mut known = HashMap::new();
    for sample in document::<SampleTool>("tools.json")? {
        let name = sample.name.clone();
        let record = tool_record(library.host(), sample)?;
        library.save_tool(&record, &crate::secrets::credentials::snapshot(&tool_forms::edit(&record)), SAMPLE)?;
        known.insert(name, record.tool.id);
    }
    Ok(known)
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
    let library = &session.writing();
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
    let library = &session.writing();
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
        let assigned = sample.skills.into_iter().map(|assigned| assigned_skill(&assigned, skills));
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

fn assigned_skill(assigned: &SampleAssignment, skills: &HashMap<String, SkillId>) -> Result<AssignedSkill, Error> {
    let skill = skills.get(&assigned.name).copied();
    Ok(AssignedSkill {
        skill: skill.ok_or_else(|| bad_sample("agents.json", &format!("no skill {}", assigned.name)))?,
        config: serde_json::json!({}),
        priority: assigned.priority,
        sequence_id: assigned.sequence,
    })
}

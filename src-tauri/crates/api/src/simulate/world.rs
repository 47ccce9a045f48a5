//! An agent of the library as the world of a session.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use serde_json::Value;
use studio_model::{Skill, SkillId};
use studio_runtime::context::{
    AdkFacts, AgentFacts, ComponentFacts, FileFacts, Requirement, SkillFacts, ToolFacts, World,
};
use studio_text::{DefinitionPart, SkillDocument, adk, lint::is_host_tool};

use studio_store::FileRow;

use crate::{
    Error, ErrorCode,
    base::ids::skill_id,
    calls::outcome::source,
    definitions::forms::{implementation, specification},
    dto::{AgentDetail, ComponentEdit, SimulationInput, SkillAtVersion},
    simulate::{inputs::inputs_of, listed::ListedBy},
    skills::content::{Prepared, Surroundings, prepare_uncounted},
    state::{live::AgentWorld, session::Session},
};

/// The file that is the skill itself.
const SKILL_FILE: &str = "SKILL.md";

/// What of the library a session is about.
pub(crate) struct Scope<'a> {
    /// Names of skills the agent goes without.
    pub(crate) without: &'a [String],
    /// Skills that are as they were.
    pub(crate) versions: &'a [SkillAtVersion],
    /// The tool library that carries calls out; none for each tool's own implementation.
    pub(crate) library: Option<&'a str>,
    /// Who lists the skills to the model; nobody where all are listed whole.
    pub(crate) listed_by: Option<ListedBy<'a>>,
    /// Files of its skills that the user hands over.
    pub(crate) inputs: &'a [SimulationInput],
}

impl Scope<'_> {
    /// All of it, listed whole.
    pub(crate) const WHOLE: Self = Self { without: &[], versions: &[], library: None, listed_by: None, inputs: &[] };
}

impl Session {
    /// What a session of an agent can come to.
    pub(crate) fn world_of(&self, agent: &AgentDetail, scope: &Scope<'_>) -> Result<AgentWorld, Error> {
        let reader = Reader::new(self, agent, scope.versions)?;
        let mut skills = Vec::new();
        for load in &agent.loads {
            let tools = load.tools.iter().map(|tool| Granted::new(tool.name.clone(), tool.through.is_some()));
            skills.push(reader.skill(skill_id(&load.skill_id)?, true, tools.collect())?);
        }
        for required in reader.required_beside(agent)? {
            let tools = reader.composition.tools_of(required).into_iter();
            let tools = tools.map(|tool| Granted::new(reader.composition.tool_name(tool.tool), tool.through.is_some()));
            skills.push(reader.skill(required, false, tools.collect())?);
        }
        for earlier in scope.versions {
            if !skills.iter().any(|skill| skill.name == earlier.skill) {
                let message = format!("{} has no skill “{}” to take back.", agent.edit.name, earlier.skill);
                return Err(Error::new(ErrorCode::Invalid, message));
            }
        }
        let inputs = inputs_of(&skills, scope.inputs, &agent.edit.name)?;
        leave_out(&mut skills, scope.without, &agent.edit.name)?;
        let components: Vec<ComponentFacts> =
            agent.edit.components.iter().map(|component| reader.component(component)).collect();
        let named: HashSet<&String> = skills
            .iter()
            .flat_map(|skill: &SkillFacts| &skill.tools)
            .chain(components.iter().flat_map(|component| &component.tools))
            .chain(reader.given.iter())
            .collect();
        let Tools { facts, ids, handlers } = self.tools_named(&named, scope.library)?;
        let skill_ids: HashMap<String, String> =
            reader.ids.iter().map(|(id, name)| (name.clone(), id.to_string())).collect();
        let (shown, listing) = match scope.listed_by {
            Some(by) => self.list_for(by, &skills, &skill_ids)?,
            None => (None, None),
        };
        let agent = AgentFacts { name: agent.edit.name.clone(), instruction: agent.edit.instruction.clone() };
        let world = World { agent, skills, tools: facts, components, given: reader.given, listing: shown, inputs };
        Ok(AgentWorld { world: Arc::new(world), tools: ids, skills: skill_ids, handlers, listing, adk: Arc::default() })
    }

    /// The tools in use of some names, with what carries their calls out.
    fn tools_named(&self, names: &HashSet<&String>, library: Option<&str>) -> Result<Tools, Error> {
        let mut tools = Tools::default();
        for record in self.library.list_tool_records()? {
            let spec = specification(&record);
            if !names.contains(&spec.name) || !record.tool.audit.active {
                continue;
            }
            tools.ids.insert(spec.name.clone(), record.tool.id.to_string());
            let handler = match library {
                Some(library) => Some(format!("library {library}")),
                None => record.tool.implementation.is_some().then(|| source(&implementation(&record))),
            };
            tools.handlers.extend(handler.map(|handler| (spec.name.clone(), handler)));
            tools.facts.push(ToolFacts { name: spec.name, description: spec.description, schema: spec.schema });
        }
        Ok(tools)
    }
}

/// Tools of a session, with their ids and what carries their calls out, by name.
#[derive(Default)]
struct Tools {
    facts: Vec<ToolFacts>,
    ids: HashMap<String, String>,
    handlers: HashMap<String, String>,
}

/// Takes skills away that the agent is to go without.
fn leave_out(skills: &mut Vec<SkillFacts>, without: &[String], agent: &str) -> Result<(), Error> {
    for name in without {
        let before = skills.len();
        skills.retain(|skill| skill.name != *name);
        if skills.len() == before {
            return Err(Error::new(ErrorCode::Invalid, format!("{agent} has no skill “{name}” to go without.")));
        }
    }
    Ok(())
}

/// A tool a skill has.
struct Granted {
    name: String,
    /// Through a skill it requires.
    is_lent: bool,
}

impl Granted {
    const fn new(name: String, is_lent: bool) -> Self {
        Self { name, is_lent }
    }
}

/// A skill file as a session has it.
struct Written {
    text: String,
    description: String,
    body: String,
    /// Whether it is not the one the library has now.
    is_earlier: bool,
}

/// Reads what a world is made of.
struct Reader<'a> {
    session: &'a Session,
    composition: crate::tools::composition::Composition,
    /// Names of all skills.
    ids: BTreeMap<SkillId, String>,
    /// Names of all tools, by id.
    tool_names: HashMap<String, String>,
    /// What each skill requires.
    requires: BTreeMap<SkillId, Vec<Requirement>>,
    /// Names of the tools the agent itself is given.
    given: Vec<String>,
    /// Skills that are as they were.
    versions: &'a [SkillAtVersion],
}

impl<'a> Reader<'a> {
    fn new(session: &'a Session, agent: &AgentDetail, versions: &'a [SkillAtVersion]) -> Result<Self, Error> {
        let ids: BTreeMap<SkillId, String> =
            session.library.list_skills()?.into_iter().map(|row| (row.id, row.name)).collect();
        let tool_names: HashMap<String, String> =
            session.library.list_tools()?.into_iter().map(|tool| (tool.id.to_string(), tool.name)).collect();
        let mut requires: BTreeMap<SkillId, Vec<Requirement>> = BTreeMap::new();
        for link in session.library.list_skill_dependencies()? {
            let name = ids.get(&link.depends_on).cloned().unwrap_or_else(|| link.depends_on.to_string());
            requires.entry(link.skill).or_default().push(Requirement { skill: name, is_required: link.required });
        }
        let given = agent.edit.tools.iter().filter_map(|id| tool_names.get(id).cloned()).collect();
        Ok(Self { session, composition: session.composition()?, ids, tool_names, requires, given, versions })
    }

    /// Skills that those of the agent require and that the agent does not have itself.
    fn required_beside(&self, agent: &AgentDetail) -> Result<Vec<SkillId>, Error> {
        let assigned: Vec<SkillId> =
            agent.loads.iter().map(|load| skill_id(&load.skill_id)).collect::<Result<_, _>>()?;
        let mut known: HashSet<SkillId> = assigned.iter().copied().collect();
        let required = assigned.iter().flat_map(|skill| self.composition.required_by(*skill));
        Ok(required.filter(|skill| self.ids.contains_key(skill) && known.insert(*skill)).collect())
    }

    fn skill(&self, id: SkillId, is_assigned: bool, tools: Vec<Granted>) -> Result<SkillFacts, Error> {
        let detail = self.session.library.get_skill(id)?;
        let Written { text, description, body, is_earlier } = self.written(id, &detail.skill)?;
        let document = SkillDocument::read(&text);
        let part = |part| document.definition(part).unwrap_or_default().trim().to_owned();
        let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let triggers = Some(words(document.triggers())).filter(|triggers| !triggers.is_empty());
        let is_known = |name: &str| self.tool_names.values().any(|known| known == name);
        let listed = document.allowed_tools();
        // The links are those of the present file: an earlier one has the tools it lists.
        let own = listed.iter().filter(|name| is_earlier && is_known(name)).map(|name| (*name).to_owned());
        let linked = tools.into_iter().filter(|tool| tool.is_lent || !is_earlier).map(|tool| tool.name);
        let mut tools: Vec<String> = Vec::new();
        // A name in the file that no tool has stays in the list: the runtimes differ in what they make of it.
        let unknown =
            listed.iter().filter(|name| !is_host_tool(name) && !is_known(name)).map(|name| (*name).to_owned());
        for name in own.chain(linked).chain(unknown) {
            if !tools.contains(&name) {
                tools.push(name);
            }
        }
        Ok(SkillFacts {
            is_assigned,
            display_name: part(DefinitionPart::DisplayName),
            description,
            triggers: triggers.unwrap_or_else(|| words(document.tags())),
            capabilities: words(document.capabilities()),
            direction: part(DefinitionPart::WorkDirection),
            on_activate: part(DefinitionPart::OnActivate),
            on_deactivate: part(DefinitionPart::OnDeactivate),
            files: self.files(id, detail.files)?,
            tools,
            requires: self.requires.get(&id).cloned().unwrap_or_default(),
            location: format!("/skills/{}/{SKILL_FILE}", self.session.folder_name_of(id, &detail.skill.name)?),
            adk: self.adk(id, &text, is_earlier)?,
            body,
            file: text,
            name: detail.skill.name,
        })
    }

    /// What adk reads of a skill file.
    fn adk(&self, id: SkillId, text: &str, is_earlier: bool) -> Result<AdkFacts, Error> {
        let read = match adk::parse(SKILL_FILE, text) {
            Ok(read) => read,
            Err(why) => return Ok(AdkFacts { dropped: Some(why.to_string()), ..AdkFacts::default() }),
        };
        // The links are those of the present file.
        let tools =
            if is_earlier { read.allowed_tools } else { self.session.effective_list(id, &read.allowed_tools)? };
        Ok(AdkFacts { tags: read.tags, tools, dropped: None })
    }

    /// The skill file as the session has it. An earlier one goes by the name the skill has now, for agents and calls know it
    /// by that.
    fn written(&self, id: SkillId, skill: &Skill) -> Result<Written, Error> {
        let library = &self.session.library;
        let Some(earlier) = self.versions.iter().find(|earlier| earlier.skill == skill.name) else {
            let source = library.read_file(id, SKILL_FILE)?;
            return Ok(Written {
                text: String::from_utf8_lossy(&source.bytes).into_owned(),
                description: skill.description.clone().unwrap_or_default(),
                body: skill.content_markdown.clone(),
                is_earlier: false,
            });
        };
        let Some(bytes) = library.read_file_at(id, SKILL_FILE, earlier.version)? else {
            let message =
                format!("“{}” has no version {} of its {SKILL_FILE} to take back.", skill.name, earlier.version);
            return Err(Error::new(ErrorCode::NotFound, message));
        };
        let around = Surroundings { folder: Some(&skill.name), ..Surroundings::default() };
        let Prepared { content, text, .. } = prepare_uncounted(bytes, around);
        let description = content.description.unwrap_or_default();
        Ok(Written { text, description, body: content.content_markdown, is_earlier: true })
    }

    fn files(&self, id: SkillId, rows: Vec<FileRow>) -> Result<Vec<FileFacts>, Error> {
        let mut files = Vec::new();
        for row in rows {
            let content = self.session.library.read_file(id, &row.path)?;
            let text = content.is_text.then(|| String::from_utf8_lossy(&content.bytes).into_owned());
            files.push(FileFacts { path: row.path, text });
        }
        Ok(files)
    }

    fn component(&self, component: &ComponentEdit) -> ComponentFacts {
        let tools = component.tools.iter().filter_map(|id| self.tool_names.get(id).cloned()).collect();
        ComponentFacts {
            key: component.name.clone(),
            prompt: component.prompt.clone(),
            // It was checked when the agent was saved.
            state: serde_json::from_str(&component.initial_state).unwrap_or(Value::Object(serde_json::Map::new())),
            tools,
            is_late: false,
        }
    }
}

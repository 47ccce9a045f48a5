//! What the world of a session is made of, read from the library: its skills as they are or were, and components.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;
use studio_clients::Client;
use studio_model::{Skill, SkillId, tool_of_item};
use studio_runtime::{
    EffectiveTool,
    context::{AdkFacts, ComponentFacts, FileFacts, Requirement, SkillFacts},
};
use studio_store::FileRow;
use studio_text::{
    DefinitionPart, SkillDocument, adk,
    lint::{AbsentKind, is_host_tool},
};

use crate::{
    Error, ErrorCode,
    base::ids::{skill_id, tool_id},
    definitions::forms::shown_access,
    dto::{Access, AgentDetail, ComponentEdit, SkillAtVersion},
    simulate::own_tools,
    skills::{
        composition::Composition,
        content::{Prepared, Surroundings, prepare_uncounted},
    },
    state::session::Session,
};

/// The file that is the skill itself.
const SKILL_FILE: &str = "SKILL.md";

/// A tool a skill has.
struct Granted {
    name: String,
    /// Through a skill it requires.
    is_lent: bool,
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
pub(crate) struct Reader<'a> {
    session: &'a Session,
    composition: Composition,
    /// Names of all skills, those of the agent as its session tells them apart.
    pub(crate) ids: BTreeMap<SkillId, String>,
    /// Names of all tools, by id.
    tool_names: HashMap<String, String>,
    /// What each skill requires.
    requires: BTreeMap<SkillId, Vec<Requirement>>,
    /// Names of the tools the agent itself is given, those in the trash among them.
    pub(crate) given: Vec<String>,
    /// Skills that are as they were.
    versions: &'a [SkillAtVersion],
    /// The client whose own tools are there.
    client: Option<Client>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        session: &'a Session,
        agent: &AgentDetail,
        versions: &'a [SkillAtVersion],
        client: Option<Client>,
    ) -> Result<Self, Error> {
        let mut ids: BTreeMap<SkillId, String> = session.names()?.into_iter().collect();
        for load in &agent.loads {
            ids.insert(skill_id(&load.skill_id)?, load.skill.clone());
        }
        let tool_names: HashMap<String, String> =
            session.library.list_tools()?.into_iter().map(|tool| (tool.id.to_string(), tool.name)).collect();
        let mut requires: BTreeMap<SkillId, Vec<Requirement>> = BTreeMap::new();
        for link in session.library.list_skill_dependencies()? {
            let name = ids.get(&link.depends_on).cloned().unwrap_or_else(|| link.depends_on.to_string());
            requires.entry(link.skill).or_default().push(Requirement { skill: name, is_required: link.required });
        }
        let given = agent.edit.tools.iter().map(|id| name_of(session, &tool_names, id)).collect::<Result<_, _>>()?;
        Ok(Self { session, composition: session.composition()?, ids, tool_names, requires, given, versions, client })
    }

    /// What a skill may do with its tools, each with the row version it is bound to, by the tools' names.
    pub(crate) fn links_of(&self, skill: SkillId) -> HashMap<String, (Access, Option<i64>)> {
        let link = |granted: EffectiveTool| {
            let link = (shown_access(granted.access), self.composition.pinned(skill, &granted));
            (self.composition.tool_name(granted.tool), link)
        };
        self.composition.tools_of(skill).into_iter().map(link).collect()
    }

    /// Names of the tools in the trash that a skill is linked to, or that one it requires is.
    pub(crate) fn in_trash_of(&self, skill: SkillId, name: &str) -> Vec<String> {
        // The links are those of the present file.
        let is_earlier = self.versions.iter().any(|earlier| earlier.skill == name);
        let requirements = &self.composition.requirements;
        let own = (!is_earlier).then_some(skill);
        let linked = own.into_iter().chain(requirements.required_by(skill));
        let absent = linked.flat_map(|at| requirements.absent_of(at));
        absent.filter(|absent| absent.what == AbsentKind::Tool).map(|absent| absent.name.clone()).collect()
    }

    /// Whether a name is that of a tool of the client's own.
    pub(crate) fn is_clients(&self, name: &str) -> bool {
        self.client.is_some_and(|client| own_tools::has(client, name))
    }

    /// The skills of an agent in load order, then those that they require.
    pub(crate) fn skills_of(&self, agent: &AgentDetail) -> Result<Vec<SkillFacts>, Error> {
        let mut skills = Vec::new();
        for load in &agent.loads {
            let tools =
                load.tools.iter().map(|tool| Granted { name: tool.name.clone(), is_lent: tool.through.is_some() });
            skills.push(self.skill(skill_id(&load.skill_id)?, true, tools.collect())?);
        }
        for required in self.required_beside(agent)? {
            let tools = self
                .composition
                .tools_of(required)
                .into_iter()
                .map(|tool| Granted { name: self.composition.tool_name(tool.tool), is_lent: tool.through.is_some() });
            skills.push(self.skill(required, false, tools.collect())?);
        }
        Ok(skills)
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
        let name = self.ids.get(&id).cloned().unwrap_or_else(|| detail.skill.name.clone());
        let Written { text, description, body, is_earlier } = self.written(id, &name, &detail.skill)?;
        let document = SkillDocument::read(&text);
        let part = |part| document.definition(part).unwrap_or_default().trim().to_owned();
        let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let triggers = Some(words(document.triggers())).filter(|triggers| !triggers.is_empty());
        let tools = self.tools_of(&document.allowed_tools(), tools, is_earlier);
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
            name,
        })
    }

    /// Names of the tools of a skill whose file lists some: those it was granted, those of the client, and what is not known.
    fn tools_of(&self, listed: &[&str], granted: Vec<Granted>, is_earlier: bool) -> Vec<String> {
        let is_known = |name: &str| self.tool_names.values().any(|known| known == name);
        // The links are those of the present file: an earlier one has the tools it lists.
        let own = listed.iter().filter(|name| is_earlier && is_known(name)).map(|name| (*name).to_owned());
        let linked = granted.into_iter().filter(|tool| tool.is_lent || !is_earlier).map(|tool| tool.name);
        let is_of_client = |name: &&str| self.is_clients(name);
        let of_client = listed.iter().map(|item| tool_of_item(item)).filter(is_of_client).map(str::to_owned);
        // A name in the file that no tool has stays in the list: the runtimes differ in what they make of it.
        let unknown =
            listed.iter().filter(|name| !is_host_tool(name) && !is_known(name)).map(|name| (*name).to_owned());
        let mut tools: Vec<String> = Vec::new();
        for name in own.chain(linked).chain(of_client).chain(unknown) {
            if !tools.contains(&name) {
                tools.push(name);
            }
        }
        tools
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
    fn written(&self, id: SkillId, name: &str, skill: &Skill) -> Result<Written, Error> {
        let library = &self.session.library;
        let Some(earlier) = self.versions.iter().find(|earlier| earlier.skill == name) else {
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
                format!("“{}” has no version {} of its {SKILL_FILE} to revert to.", skill.name, earlier.version);
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

    /// A component as a session begins with it.
    pub(crate) fn component(&self, component: &ComponentEdit) -> Result<ComponentFacts, Error> {
        let tools = component.tools.iter().map(|id| name_of(self.session, &self.tool_names, id));
        let tools = tools.collect::<Result<_, _>>()?;
        Ok(ComponentFacts {
            key: component.name.clone(),
            prompt: component.prompt.clone(),
            // It was checked when the agent was saved.
            state: serde_json::from_str(&component.initial_state).unwrap_or(Value::Object(serde_json::Map::new())),
            tools,
            is_late: false,
        })
    }
}

/// The name of a tool, also of one in the trash.
fn name_of(session: &Session, names: &HashMap<String, String>, id: &str) -> Result<String, Error> {
    match names.get(id) {
        Some(name) => Ok(name.clone()),
        None => Ok(session.library.get_tool(tool_id(id)?)?.name),
    }
}

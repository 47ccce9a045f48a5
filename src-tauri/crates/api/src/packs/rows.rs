//! Rows of light-4j's tables, brought in: tools first, for skills name them; then skills, and what links them; then agents.

mod beside;

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use studio_model::{AgentId, SkillDependency, SkillId, SkillTool, ToolId};
use studio_pack::targets::{
    Target,
    light4j::{self, AgentIn, Beside, Incoming, LinkIn, NeedIn, ToolIn},
};
use studio_store::{AgentRecord, AssignedSkill, NewSkillRow, Together, ToolDetailRow, ToolRecord, unsaved};

use self::beside::Tools;
use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    definitions::forms,
    dto::{
        ImportOutcome, ImportReport, ImportWarning, ImportedItem, ImportedKind, SkipReason, Skipped, ToolEdit,
        ToolImplementation, ToolboxEdit,
    },
    secrets::credentials,
    skills::import::{REFUSED, Reason, skipped},
    state::session::Session,
};

impl Studio {
    /// Imports files of rows: what is refused by name is left out, the rest is stored in one transaction.
    pub(super) fn import_rows(&self, paths: &[PathBuf], target: Target) -> Result<ImportReport, Error> {
        let session = self.session()?;
        let mut tools = Tools::of(&session)?;
        let (mut rows, mut skills) = (Rows::default(), Vec::new());
        for path in paths {
            let (path, incoming) = read(path, target, &tools)?;
            tools.add(&incoming.tools);
            skills.extend(rows.take(&path, incoming, &tools));
        }
        rows.leave_credentials_out()?;
        rows.edits = self.imported_without_credentials(&rows.edits)?;
        let names: Vec<String> = rows.edits.tools.iter().map(|tool| tool.name.clone()).collect();
        let found = self.import_with(skills, &names, |writing, ids, skills| {
            Ok(writing.save_together(&rows.together(&session, ids, skills)?, "imported")?)
        })?;
        if found.is_cancelled {
            return Ok(found);
        }
        self.keep_found_secrets(&serde_json::json!(rows.edits).to_string())?;
        session.tools_changed()?;
        session.agents_changed()?;
        let Rows { mut tools, agents, .. } = rows;
        for more in [found, agents] {
            tools.add(more);
        }
        Ok(tools)
    }
}

fn read(path: &Path, target: Target, tools: &Tools<'_>) -> Result<(String, Incoming), Error> {
    let shown = path.display().to_string();
    let read = light4j::read_beside(target, path, &|name, tool| tools.known(name, tool));
    let read = read.map_err(|error| Error::new(ErrorCode::Invalid, format!("{shown}: {error}")))?;
    Ok((shown, read))
}

/// Rows of one or more files on their way into the library.
#[derive(Default)]
struct Rows {
    /// The tools as they would be stored, and the file each is of.
    edits: ToolboxEdit,
    of: Vec<String>,
    links: Vec<LinkIn>,
    needs: Vec<NeedIn>,
    parents: Vec<(String, String)>,
    waiting: Vec<(String, AgentIn)>,
    /// Names of the skills, by path.
    names: HashMap<String, String>,
    /// What a tool is called in the rows that comes by another name, since the library has another tool of its own.
    renamed: HashMap<String, String>,
    /// What is said of the files and their tools.
    tools: ImportReport,
    /// What is said of agents.
    agents: ImportReport,
}

impl Rows {
    /// Takes what a file holds; its skills come back.
    fn take(&mut self, path: &str, read: Incoming, tools: &Tools<'_>) -> Vec<studio_pack::FoundSkill> {
        self.tools
            .warnings
            .extend(read.problems.into_iter().map(|problem| warning(path, problem.message, problem.line)));
        let named = read.skills.iter().map(|skill| (skill.display_path.clone(), skill.folder_name.clone()));
        self.names.extend(named.filter_map(|(path, name)| Some((path, name?))));
        for tool in read.tools {
            if tool.beside == Beside::Shared {
                self.share(path, &tool, tools);
                continue;
            }
            if tool.beside == Beside::Renamed {
                self.renamed.insert(tool.tool.name.clone(), tool.own_name.clone());
            }
            self.of.push(path.to_owned());
            self.edits.tools.push(edit_of(tool));
        }
        self.links.extend(read.links);
        self.needs.extend(read.needs);
        self.parents.extend(read.parents);
        self.waiting.extend(read.agents.into_iter().map(|agent| (path.to_owned(), agent)));
        read.skills
    }

    /// Leaves credentials out of the texts of tools and agents, and says so.
    fn leave_credentials_out(&mut self) -> Result<(), Error> {
        for (tool, path) in self.edits.tools.iter_mut().zip(&self.of) {
            let said = credentials::leave_out_of_tool(tool)?;
            self.tools.warnings.extend(said.map(|message| warning(path, message, None)));
        }
        for (path, AgentIn { agent, .. }) in &mut self.waiting {
            let what = format!("The system prompt or the description of {}", agent.name);
            for text in std::iter::once(&mut agent.instruction).chain(&mut agent.description) {
                let said = credentials::leave_out_of_text(text, &what);
                self.agents.warnings.extend(said.map(|message| warning(path, message, None)));
            }
        }
        Ok(())
    }

    /// Everything that is to be stored. `ids` are those of the new skills, by path.
    fn together(
        &mut self,
        session: &Session,
        ids: &HashMap<String, SkillId>,
        skills: Vec<NewSkillRow>,
    ) -> Result<Together, Error> {
        let tools = self.tools_of(session, ids)?;
        let mut known: HashMap<String, ToolId> =
            session.library.list_tools()?.into_iter().map(|tool| (tool.name, tool.id)).collect();
        known.extend(tools.iter().map(|(record, _)| (record.tool.name.clone(), record.tool.id)));
        Ok(Together {
            links: self.links_of(ids, &known),
            requires: self.requires_of(ids),
            parents: self
                .parents
                .iter()
                .filter_map(|(below, above)| Some((*ids.get(below)?, *ids.get(above)?)))
                .collect(),
            agents: self.agents_of(session, ids)?,
            servers: Vec::new(),
            tools,
            skills,
        })
    }

    /// The tools whose names are free and that can be stored; the others are named.
    fn tools_of(
        &mut self,
        session: &Session,
        ids: &HashMap<String, SkillId>,
    ) -> Result<Vec<(ToolRecord, serde_json::Value)>, Error> {
        let coming = self.links.iter().filter(|link| ids.contains_key(&link.skill));
        let linked: HashSet<&str> = coming.map(|link| link.tool.as_str()).collect();
        let mut names: HashSet<String> = session.library.list_tools()?.into_iter().map(|tool| tool.name).collect();
        let mut tools = Vec::new();
        for (edit, path) in self.edits.tools.iter().zip(&self.of) {
            let from = self.renamed.get(&edit.name);
            // By another name it is of use to a skill that comes in with it, and to nobody else.
            let own = from.filter(|_| !linked.contains(edit.name.as_str()));
            if let Some(name) = own.or_else(|| (!names.insert(edit.name.clone())).then_some(&edit.name)) {
                self.tools.skipped.push(taken(path, ImportedKind::Tool, name));
                continue;
            }
            match session.edited_tools(std::slice::from_ref(edit)) {
                Ok(edited) => tools.extend(edited.into_iter().inspect(|(record, _)| {
                    let id = record.tool.id.to_string();
                    self.tools.imported.push(added(ImportedKind::Tool, &edit.name, id, path));
                    self.tools.warnings.extend(from.map(|from| warning(path, renamed(from, &edit.name), None)));
                })),
                Err(refused) => {
                    self.tools.skipped.push(note(path, REFUSED, format!("{}: {}", edit.name, refused.message)));
                }
            }
        }
        Ok(tools)
    }

    /// Access and settings of links, which a list of tools in a file makes without them.
    fn links_of(&self, ids: &HashMap<String, SkillId>, tools: &HashMap<String, ToolId>) -> Vec<SkillTool> {
        let link = |link: &LinkIn| {
            let (skill, tool) = (*ids.get(&link.skill)?, *tools.get(&link.tool)?);
            let (access, config) = (link.access, link.config.clone());
            Some(SkillTool { skill, tool, config, access, tool_version: None, audit: unsaved() })
        };
        self.links.iter().filter_map(link).collect()
    }

    fn requires_of(&self, ids: &HashMap<String, SkillId>) -> Vec<SkillDependency> {
        let mut known = HashSet::new();
        let need = |need: &NeedIn| {
            let (skill, depends_on) = (*ids.get(&need.skill)?, *ids.get(&need.needs)?);
            let link = SkillDependency { skill, depends_on, required: need.required, audit: unsaved() };
            known.insert((skill, depends_on)).then_some(link)
        };
        self.needs.iter().filter_map(need).collect()
    }

    /// The agents whose names are free, with those of their skills that come in.
    fn agents_of(&mut self, session: &Session, ids: &HashMap<String, SkillId>) -> Result<Vec<AgentRecord>, Error> {
        let mut names: HashSet<String> =
            session.library.list_agents()?.into_iter().map(|agent| agent.name.to_lowercase()).collect();
        let mut records = Vec::new();
        for (path, AgentIn { mut agent, skills }) in std::mem::take(&mut self.waiting) {
            if !names.insert(agent.name.to_lowercase()) {
                match self.same_agent(session, &agent, &skills)? {
                    Some(id) => {
                        let outcome = ImportOutcome::Unchanged;
                        let item = added(ImportedKind::Agent, &agent.name, id.to_string(), &path);
                        self.agents.imported.push(ImportedItem { outcome, ..item });
                    }
                    None => self.agents.skipped.push(taken(&path, ImportedKind::Agent, &agent.name)),
                }
                continue;
            }
            (agent.host, agent.id, agent.audit) = (session.library.host(), AgentId(uuid::Uuid::new_v4()), unsaved());
            if let Err(reason) = agent.check() {
                let name = agent.name;
                let refused = studio_store::Error::Invalid { entity: "agent", name: name.clone(), reason };
                let message = format!("{name}: {}", Error::from(refused).message);
                self.agents.skipped.push(note(&path, REFUSED, message));
                continue;
            }
            let skills = skills.into_iter().filter_map(|assigned| {
                let skill = *ids.get(&assigned.skill)?;
                let (priority, sequence_id, config) = (assigned.priority, assigned.sequence_id, assigned.config);
                Some(AssignedSkill { skill, priority, sequence_id, config })
            });
            let skills = skills.collect();
            self.agents.imported.push(added(ImportedKind::Agent, &agent.name, agent.id.to_string(), &path));
            records.push(AgentRecord { agent, skills, tools: Vec::new(), components: Vec::new() });
        }
        Ok(records)
    }
}

/// A tool as it would be stored, its parameters as the table has them.
fn edit_of(tool: ToolIn) -> ToolEdit {
    let record = ToolRecord { tool: tool.tool, parameters: tool.parameters, detail: ToolDetailRow::default() };
    let edit = forms::edit(&record);
    let implementation = match edit.implementation {
        // Where the columns say nothing more, the tool of the server has the name it has in the rows.
        ToolImplementation::McpServer { server, .. } => ToolImplementation::McpServer { server, tool: tool.own_name },
        other => other,
    };
    ToolEdit { id: None, aggregate_version: 0, implementation, ..edit }
}

fn note(path: &str, code: Reason, message: String) -> Skipped {
    skipped(path.to_owned(), code, message)
}

fn taken(path: &str, kind: ImportedKind, name: &str) -> Skipped {
    note(path, (SkipReason::NameTaken, "the name is already in use"), kind.taken(name))
}

/// What is said of a tool that comes by another name than its own.
fn renamed(from: &str, name: &str) -> String {
    format!(
        "The library's tool named {from} is another one: its description or parameters differ from the file's. The file's was \
         imported as {name}."
    )
}

fn added(kind: ImportedKind, name: &str, id: String, path: &str) -> ImportedItem {
    ImportedItem { kind, name: in_row(name.to_owned()), id, path: path.to_owned(), outcome: ImportOutcome::Added }
}

fn warning(path: &str, message: String, line: Option<u32>) -> ImportWarning {
    ImportWarning {
        path: path.to_owned(),
        code: SkipReason::ListProblem.as_str().to_owned(),
        title: "A problem in the text".to_owned(),
        message,
        line,
        column: None,
    }
}

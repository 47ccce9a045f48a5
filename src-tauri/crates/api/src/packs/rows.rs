//! Rows of light-4j's tables, brought in: tools first, for skills name them; then skills, and what links them; then agents.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use studio_model::{AgentId, SkillDependency, SkillId, SkillTool, ToolId};
use studio_pack::{
    Discovery,
    targets::{
        Target,
        light4j::{self, AgentIn, Incoming, LinkIn, NeedIn, ToolIn},
    },
};
use studio_store::{AgentRecord, AssignedSkill, SkillChange, Together, ToolDetailRow, ToolRecord, unsaved};

use crate::{
    Error, ErrorCode, Studio,
    definitions::forms,
    dto::{
        ImportOutcome, ImportReport, ImportWarning, ImportedItem, ImportedKind, SkipReason, Skipped, ToolEdit,
        ToolImplementation,
    },
    skills::import::{REFUSED, Reason, skipped},
    state::session::Session,
};

impl Studio {
    /// Imports a file of rows.
    pub(super) fn import_rows(&self, path: &Path, target: Target) -> Result<ImportReport, Error> {
        let read = light4j::read(target, path)
            .map_err(|error| Error::new(ErrorCode::Invalid, format!("{}: {error}", path.display())))?;
        let shown = path.display().to_string();
        let mut report = ImportReport::default();
        for problem in &read.problems {
            report.warnings.push(ImportWarning {
                path: shown.clone(),
                code: SkipReason::ListProblem.as_str().to_owned(),
                title: "A problem in the text".to_owned(),
                message: problem.message.clone(),
                line: problem.line,
                column: None,
            });
        }
        let Incoming { skills, tools, agents, links, needs, parents, .. } = read;
        self.bring_in_tools(&shown, tools, &mut report)?;
        let found = self.import_found(Discovery { found: skills, ..Discovery::default() })?;
        let ids: HashMap<String, SkillId> = found
            .imported
            .iter()
            .filter(|item| item.outcome == ImportOutcome::Added)
            .filter_map(|item| Some((item.path.clone(), item.id.parse().ok()?)))
            .collect();
        report.add(found);
        if report.cancelled {
            return Ok(report);
        }
        let session = self.session()?;
        session.bring_in_links(&ids, &links, &needs, &parents)?;
        session.bring_in_agents(&shown, &ids, agents, &mut report)?;
        session.links_changed_by_import()?;
        Ok(report)
    }

    /// Stores the tools whose names are free and that can be stored; the others are named.
    fn bring_in_tools(&self, path: &str, tools: Vec<ToolIn>, report: &mut ImportReport) -> Result<(), Error> {
        let session = self.session()?;
        let mut names: HashSet<String> = session.library.list_tools()?.into_iter().map(|tool| tool.name).collect();
        let mut edits = Vec::new();
        for tool in tools {
            let edit = edit_of(tool);
            if !names.insert(edit.name.clone()) {
                report.skipped.push(taken(path, "tool", &edit.name));
                continue;
            }
            match session.edited_tool(&edit) {
                Ok(_) => edits.push(edit),
                Err(refused) => {
                    report.skipped.push(note(path, REFUSED, format!("{}: {}", edit.name, refused.message)));
                }
            }
        }
        if edits.is_empty() {
            return Ok(());
        }
        for tool in self.import_tools(&edits)? {
            report.imported.push(ImportedItem {
                kind: ImportedKind::Tool,
                name: tool.name,
                id: tool.id,
                path: path.to_owned(),
                outcome: ImportOutcome::Added,
            });
        }
        Ok(())
    }
}

/// A tool as it would be stored, its parameters as the table has them.
fn edit_of(tool: ToolIn) -> ToolEdit {
    let record = ToolRecord { tool: tool.tool, parameters: tool.parameters, detail: ToolDetailRow::default() };
    let edit = forms::edit(&record);
    let implementation = match edit.implementation {
        // Where the columns say nothing more, the tool of the server has the same name.
        ToolImplementation::McpServer { server, .. } => {
            ToolImplementation::McpServer { server, tool: record.tool.name.clone() }
        }
        other => other,
    };
    ToolEdit { id: None, aggregate_version: 0, implementation, ..edit }
}

fn note(path: &str, code: Reason, message: String) -> Skipped {
    skipped(path.to_owned(), code, message)
}

fn taken(path: &str, kind: &str, name: &str) -> Skipped {
    note(
        path,
        (SkipReason::NameTaken, "the name is taken"),
        format!("A {kind} named {name} already exists. Rename one of them to import it."),
    )
}

impl Session {
    /// Links what came in. A list of tools in a file made its links already; here they get their access and settings.
    fn bring_in_links(
        self: &Arc<Self>,
        ids: &HashMap<String, SkillId>,
        links: &[LinkIn],
        needs: &[NeedIn],
        parents: &[(String, String)],
    ) -> Result<(), Error> {
        let writing = self.writing();
        let tools: HashMap<String, ToolId> =
            self.library.list_tools()?.into_iter().map(|tool| (tool.name, tool.id)).collect();
        for LinkIn { skill, tool, access, config } in links {
            let (Some(&skill), Some(&tool)) = (ids.get(skill), tools.get(tool)) else { continue };
            let (access, config) = (*access, config.clone());
            let link = match self.library.find_skill_tool(skill, tool)? {
                Some(known) if known.access == access && known.config == config => continue,
                Some(known) => SkillTool { access, config, ..known },
                None => SkillTool { skill, tool, config, access, tool_version: None, audit: unsaved() },
            };
            writing.put_skill_tool(&link)?;
        }
        for NeedIn { skill, needs, required } in needs {
            let (Some(&skill), Some(&depends_on)) = (ids.get(skill), ids.get(needs)) else { continue };
            writing.put_skill_dependency(&SkillDependency {
                skill,
                depends_on,
                required: *required,
                audit: unsaved(),
            })?;
        }
        for (below, above) in parents {
            let (Some(&below), Some(&above)) = (ids.get(below), ids.get(above)) else { continue };
            let version = self.library.get_skill(below)?.skill.audit.aggregate_version;
            let change = SkillChange { parent: Some(Some(above)), ..SkillChange::default() };
            writing.update_skill(below, version, &change)?;
        }
        Ok(())
    }

    /// Stores the agents whose names are free, with those of their skills that came in.
    fn bring_in_agents(
        self: &Arc<Self>,
        path: &str,
        ids: &HashMap<String, SkillId>,
        agents: Vec<AgentIn>,
        report: &mut ImportReport,
    ) -> Result<(), Error> {
        let writing = self.writing();
        let mut names: HashSet<String> =
            self.library.list_agents()?.into_iter().map(|agent| agent.name.to_lowercase()).collect();
        for AgentIn { mut agent, skills } in agents {
            if !names.insert(agent.name.to_lowercase()) {
                report.skipped.push(taken(path, "agent", &agent.name));
                continue;
            }
            (agent.host, agent.id, agent.audit) = (self.library.host(), AgentId(uuid::Uuid::new_v4()), unsaved());
            let skills = skills.into_iter().filter_map(|assigned| {
                let skill = *ids.get(&assigned.skill)?;
                let (priority, sequence_id, config) = (assigned.priority, assigned.sequence_id, assigned.config);
                Some(AssignedSkill { skill, priority, sequence_id, config })
            });
            let (name, id) = (agent.name.clone(), agent.id.to_string());
            let record = AgentRecord { agent, skills: skills.collect(), tools: Vec::new(), components: Vec::new() };
            match writing.save_together(&Together { agents: vec![record], ..Together::default() }, "imported") {
                Ok(()) => report.imported.push(ImportedItem {
                    kind: ImportedKind::Agent,
                    name,
                    id,
                    path: path.to_owned(),
                    outcome: ImportOutcome::Added,
                }),
                Err(refused) => {
                    let message = format!("{name}: {}", Error::from(refused).message);
                    report.skipped.push(note(path, REFUSED, message));
                }
            }
        }
        Ok(())
    }

    fn links_changed_by_import(self: &Arc<Self>) -> Result<(), Error> {
        self.tools_changed()?;
        self.agents_changed()
    }
}

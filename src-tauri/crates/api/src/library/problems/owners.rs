//! The problems of tools and agents, as their pages say them, for the list of all.

use std::sync::Arc;

use studio_runtime::ArgumentCheck;
use studio_store::ToolRecord;

use crate::{
    Error,
    base::shown::in_row,
    definitions::forms as tool_forms,
    dto::{OwnerProblem, ProblemOwner, ProblemOwnerKind, Severity},
    skills::absent::Trashed,
    state::session::Session,
    tools::records::{drift_words, uncallable, unfit_name},
};

const TOOL_SCHEMA: &str = "tool-schema";
const TOOL_MISSES: &str = "tool-misses";
const TOOL_NAME: &str = "tool-name";
const TOOL_BARE: &str = "tool-bare";
const TOOL_DRIFT: &str = "tool-drift";
const AGENT_PROBLEM: &str = "agent-problem";

/// What the rules say.
const MEANINGS: [(&str, &str); 6] = [
    (TOOL_SCHEMA, "the schema of a tool can't be used"),
    (TOOL_MISSES, "a tool lacks what it needs"),
    (TOOL_NAME, "models don't accept the name of a tool"),
    (TOOL_BARE, "a tool has no implementation"),
    (TOOL_DRIFT, "a server now describes a tool otherwise"),
    (AGENT_PROBLEM, "an agent isn't loaded as it should be"),
];

/// What a rule says; none where it is not one of these.
pub(super) fn meaning(code: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(known, _)| *known == code).map(|(_, meaning)| *meaning)
}

fn problem(severity: Severity, code: &str, message: String) -> OwnerProblem {
    OwnerProblem { severity, code: code.to_owned(), message }
}

impl Session {
    /// The tools, then the agents that have problems.
    pub(super) fn owners_with_problems(self: &Arc<Self>) -> Result<Vec<ProblemOwner>, Error> {
        let (trashed, offered) = (Trashed::of(self)?, self.offered_tools()?);
        let mut owners = Vec::new();
        for record in self.library.list_tool_records()? {
            let mut problems = of_tool(&record, &trashed);
            problems.extend(
                drift_words(&offered.drift(&record)).map(|message| problem(Severity::Warning, TOOL_DRIFT, message)),
            );
            let (id, name) = (record.tool.id.to_string(), in_row(record.tool.name));
            owners.push(ProblemOwner { kind: ProblemOwnerKind::Tool, id, name, problems });
        }
        for agent in self.library.list_agents()? {
            let said = self.agent_detail(agent.id)?.problems;
            let problems = said.into_iter().map(|message| problem(Severity::Warning, AGENT_PROBLEM, message)).collect();
            let (id, name) = (agent.id.to_string(), in_row(agent.name));
            owners.push(ProblemOwner { kind: ProblemOwnerKind::Agent, id, name, problems });
        }
        owners.retain(|owner| !owner.problems.is_empty());
        Ok(owners)
    }
}

fn of_tool(record: &ToolRecord, trashed: &Trashed) -> Vec<OwnerProblem> {
    let missed = trashed.of_tool(record).into_iter();
    let mut problems: Vec<_> = missed.map(|message| problem(Severity::Error, TOOL_MISSES, message)).collect();
    let check = ArgumentCheck::new(&tool_forms::schema(record));
    if let Some(why) = check.schema_problem() {
        let message = format!("Its schema can't be used, so every call is refused: {why}.");
        problems.push(problem(Severity::Error, TOOL_SCHEMA, message));
    }
    problems.extend(unfit_name(record).map(|message| problem(Severity::Warning, TOOL_NAME, message)));
    // Some tools are only described, to be carried out elsewhere.
    problems.extend(uncallable(record).map(|message| problem(Severity::Info, TOOL_BARE, message)));
    problems
}

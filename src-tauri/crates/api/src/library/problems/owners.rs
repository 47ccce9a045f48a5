//! The problems of tools and agents, as their pages say them, for the list of all.

use std::sync::Arc;

use studio_model::Levels;
use studio_runtime::ArgumentCheck;
use studio_store::{Ignores, ToolRecord};

use crate::{
    Error,
    base::shown::in_row,
    definitions::forms as tool_forms,
    dto::{OwnerProblem, ProblemOwner, ProblemOwnerKind},
    library::rules::of_owners::{AGENT_PROBLEM, TOOL_BARE, TOOL_DRIFT, TOOL_MISSES, TOOL_NAME, TOOL_SCHEMA, severity},
    skills::absent::Trashed,
    state::session::Session,
    tools::records::{drift_words, uncallable, unfit_name},
};

/// A problem of a rule, as bad as the rule is by itself.
fn problem(code: &str, message: String) -> OwnerProblem {
    OwnerProblem { severity: severity(code), code: code.to_owned(), message, ignored: None }
}

impl Session {
    /// The tools, then the agents that have problems; those whose rule is ignored in the library are among them.
    pub(super) fn owners_with_problems(
        self: &Arc<Self>,
        levels: &Levels,
        ignores: &Ignores,
    ) -> Result<Vec<ProblemOwner>, Error> {
        let (trashed, offered) = (Trashed::of(self)?, self.offered_tools()?);
        let mut owners = Vec::new();
        for record in self.library.list_tool_records()? {
            let mut problems = of_tool(&record, &trashed);
            problems.extend(drift_words(&offered.drift(&record)).map(|message| problem(TOOL_DRIFT, message)));
            let (id, name) = (record.tool.id.to_string(), in_row(record.tool.name));
            owners.push(ProblemOwner { kind: ProblemOwnerKind::Tool, id, name, problems });
        }
        for agent in self.library.list_agents()? {
            let said = self.agent_detail(agent.id)?.problems;
            let problems = said.into_iter().map(|message| problem(AGENT_PROBLEM, message)).collect();
            let (id, name) = (agent.id.to_string(), in_row(agent.name));
            owners.push(ProblemOwner { kind: ProblemOwnerKind::Agent, id, name, problems });
        }
        for owner in &mut owners {
            owner.problems.retain_mut(|one| {
                one.ignored = ignores.in_library(&one.code).map(str::to_owned);
                let told = one.severity.at_level(levels, &one.code);
                one.severity = told.unwrap_or(one.severity);
                told.is_some()
            });
        }
        owners.retain(|owner| !owner.problems.is_empty());
        Ok(owners)
    }
}

fn of_tool(record: &ToolRecord, trashed: &Trashed) -> Vec<OwnerProblem> {
    let missed = trashed.of_tool(record).into_iter();
    let mut problems: Vec<_> = missed.map(|message| problem(TOOL_MISSES, message)).collect();
    let check = ArgumentCheck::new(&tool_forms::schema(record));
    if let Some(why) = check.schema_problem() {
        let message = format!("Its schema is invalid, so every call is rejected: {why}.");
        problems.push(problem(TOOL_SCHEMA, message));
    }
    problems.extend(unfit_name(record).map(|message| problem(TOOL_NAME, message)));
    // Some tools are only described, to be carried out elsewhere.
    problems.extend(uncallable(record).map(|message| problem(TOOL_BARE, message)));
    problems
}

//! What can be undone after a restart. A step is the screen's own: it is kept and given back as it came.

use studio_store as store;

use crate::studio::ids::{agent_id, server_id, skill_id, tool_id};
use crate::{
    Error, Studio,
    calls::credentials,
    dto::{UndoHistory, UndoScope},
};

impl Studio {
    /// Keeps the steps of a scope in place of those kept before. The oldest are dropped beyond 500 steps or 4 MiB. They are
    /// forgotten with the skill, file, tool, server or agent they are of.
    pub fn keep_undo_history(&self, scope: &UndoScope, history: UndoHistory) -> Result<(), Error> {
        let UndoHistory { done, undone, basis } = history;
        // A form's steps hold what was typed into it; a file's are its text, and a credential in it is the author's.
        let without = |steps: Vec<String>| match scope {
            UndoScope::Tool { .. } | UndoScope::Server { .. } | UndoScope::Agent { .. } => {
                steps.into_iter().map(|step| without_credentials(&step)).collect()
            }
            UndoScope::Map | UndoScope::File { .. } => steps,
        };
        let history = store::UndoHistory { done: without(done), undone: without(undone), basis };
        Ok(self.session()?.library.aside().put_undo_history(&stored(scope)?, &history)?)
    }

    /// The steps kept of a scope; none where nothing was kept.
    pub fn read_undo_history(&self, scope: &UndoScope) -> Result<UndoHistory, Error> {
        let store::UndoHistory { done, undone, basis } = self.session()?.library.get_undo_history(&stored(scope)?)?;
        Ok(UndoHistory { done, undone, basis })
    }
}

fn without_credentials(step: &str) -> String {
    serde_json::from_str(step).map_or_else(|_| step.to_owned(), |step| credentials::left_out(step).to_string())
}

fn stored(scope: &UndoScope) -> Result<store::UndoScope, Error> {
    Ok(match scope {
        UndoScope::Map => store::UndoScope::Map,
        UndoScope::File { skill_id: id, path } => store::UndoScope::File { skill: skill_id(id)?, path: path.clone() },
        UndoScope::Tool { id } => store::UndoScope::Tool(tool_id(id)?),
        UndoScope::Server { id } => store::UndoScope::Server(server_id(id)?),
        UndoScope::Agent { id } => store::UndoScope::Agent(agent_id(id)?),
    })
}

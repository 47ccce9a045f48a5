//! What can be undone after a restart. A step is the screen's own: it is kept and given back as it came.

use studio_store as store;

use crate::{
    Error, Studio,
    base::ids::{agent_id, server_id, skill_id, tool_id},
    dto::{UndoHistory, UndoScope},
    secrets::credentials,
};

impl Studio {
    /// Keeps the steps of a scope in place of those kept before. The oldest are dropped beyond 500 steps or 4 MiB. They are
    /// forgotten with the skill, file, tool, server or agent they are of. A step of a form that holds a credential is left out;
    /// where the form holds one now, nothing is kept.
    pub fn save_undo_history(&self, scope: &UndoScope, history: UndoHistory) -> Result<(), Error> {
        let UndoHistory { done, undone, basis } = history;
        // A form's steps hold what was typed into it; a file's are its text, and a credential in it is the author's.
        let is_form = matches!(scope, UndoScope::Tool { .. } | UndoScope::Server { .. } | UndoScope::Agent { .. });
        let may_be_kept = |step: &String| !is_form || holds_no_credential(step);
        let history = if may_be_kept(&basis) {
            let kept = |steps: Vec<String>| steps.into_iter().filter(may_be_kept).collect();
            store::UndoHistory { done: kept(done), undone: kept(undone), basis }
        } else {
            store::UndoHistory::default()
        };
        Ok(self.session()?.library.aside().put_undo_history(&stored(scope)?, &history)?)
    }

    /// The steps kept of a scope; none where nothing was kept.
    pub fn get_undo_history(&self, scope: &UndoScope) -> Result<UndoHistory, Error> {
        let store::UndoHistory { done, undone, basis } = self.session()?.library.get_undo_history(&stored(scope)?)?;
        Ok(UndoHistory { done, undone, basis })
    }
}

fn holds_no_credential(step: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(step).map_or(true, |step| credentials::left_out(step.clone()) == step)
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

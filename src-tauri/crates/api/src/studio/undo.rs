//! What can be undone after a restart. A step is the screen's own: it is kept and given back as it came, but for those of the
//! map, which name links and so have a format.

use std::collections::VecDeque;

use studio_store as store;

use crate::{
    Error, ErrorCode, Studio,
    base::ids::{agent_id, pack_id, server_id, skill_id, tool_id},
    dto::{UndoHistory, UndoScope},
    kept::{self, steps::MapStep},
    secrets::credentials,
    state::session::Session,
};

impl Studio {
    /// Keeps the steps of a scope in place of those kept before. The oldest are dropped beyond 500 steps or 4 MiB. They are
    /// forgotten with the skill, file, tool, server, agent or pack they are of. A step of a form that holds a credential is left
    /// out; where the form holds one now, nothing is kept.
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
        let session = self.session()?;
        let history = if matches!(scope, UndoScope::Map) { session.as_kept(history) } else { history };
        Ok(session.library.aside().put_undo_history(&stored(scope)?, &history)?)
    }

    /// The steps kept of a scope; none where nothing was kept.
    pub fn get_undo_history(&self, scope: &UndoScope) -> Result<UndoHistory, Error> {
        let session = self.session()?;
        let store::UndoHistory { done, undone, basis } = session.library.get_undo_history(&stored(scope)?)?;
        if !matches!(scope, UndoScope::Map) {
            return Ok(UndoHistory { done, undone, basis });
        }
        let shown = |steps: Vec<String>| {
            let (steps, whole) = newest_readable(&steps);
            session.shared.log.dropped("steps of the map couldn't be read", whole);
            steps
        };
        Ok(UndoHistory { done: shown(done), undone: shown(undone), basis })
    }
}

impl Session {
    /// Steps of the map with the number of their format. What is no step is left out and loses none of the others: each says
    /// what it found, so that one that no longer fits is dropped when it is undone.
    fn as_kept(&self, history: store::UndoHistory) -> store::UndoHistory {
        let step = |step: &String| self.shared.log.dropped("a step of the map was not one", kept(step));
        let all = |steps: Vec<String>| steps.iter().filter_map(step).collect();
        store::UndoHistory { done: all(history.done), undone: all(history.undone), basis: history.basis }
    }
}

fn kept(step: &str) -> Result<String, Error> {
    kept::write_text(&serde_json::from_str::<MapStep>(step).map_err(|why| unreadable(&why.into()))?)
}

/// Steps as the newest format has them, up to the first that cannot be read: what is before it cannot be taken back either.
fn newest_readable(steps: &[String]) -> (Vec<String>, Result<(), Error>) {
    let mut readable = VecDeque::new();
    for step in steps.iter().rev() {
        match kept::read_text::<MapStep>(step).map_err(|why| unreadable(&why)).and_then(|step| kept::write_text(&step))
        {
            Ok(step) => readable.push_front(step),
            Err(why) => return (readable.into(), Err(why)),
        }
    }
    (readable.into(), Ok(()))
}

fn unreadable(why: &kept::Unreadable) -> Error {
    Error::new(ErrorCode::Invalid, why.to_string())
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
        UndoScope::Pack { id } => store::UndoScope::Pack(pack_id(id)?),
    })
}

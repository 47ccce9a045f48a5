//! Compacting the conversation of a session, by the rule of its client.

use studio_clients::{self as clients, Attached, Client, Compaction};

use super::Session;
use crate::context::{CompactedSkill, Event, Ledger, Remains, State, Tier};

/// Why a conversation is not compacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompacted {
    /// What a client leaves is not known, or it is no client.
    #[error("Compaction isn't supported for {0}. Choose Claude Code as the client and Agent Skills as the runtime.")]
    NoRule(&'static str),
    /// There is no conversation.
    #[error("Nothing to compact yet. Send a message first.")]
    NothingSaid,
    /// The model has not ended its turn.
    #[error("The session is in the middle of a turn. Continue or cancel it before you compact it.")]
    WithinTurn,
}

impl Session {
    /// The rule by which its conversation is compacted.
    pub fn compaction(&self) -> Result<Compaction, NotCompacted> {
        let client = self.disclosure.client();
        let under = client.map_or("this runtime", Client::label);
        client.and_then(clients::compaction).ok_or(NotCompacted::NoRule(under))
    }

    /// Compacts the conversation: a placeholder stands for the messages so far, the list of skills is gone, and of loaded
    /// skills as much is attached again as the client's rule leaves. `count` counts the tokens of a text.
    pub fn compact(&mut self, mut count: impl FnMut(&str) -> usize) -> Result<(), NotCompacted> {
        let compaction = self.compaction()?;
        if self.state.messages.is_empty() {
            return Err(NotCompacted::NothingSaid);
        }
        if self.state.ended.is_none() {
            return Err(NotCompacted::WithinTurn);
        }
        let skills = left_of(&loaded(&self.events), &compaction, &mut count);
        let mut after = self.state.clone();
        after.compact(&skills);
        let tokens_before = self.tokens_in(&self.state, &mut count);
        let tokens_after = self.tokens_in(&after, &mut count);
        self.add(Event::Compacted { rule: compaction.rule(), skills, tokens_before, tokens_after });
        self.tell_tools();
        Ok(())
    }

    /// Tokens of what the model would be sent in a state.
    fn tokens_in(&self, state: &State, count: &mut dyn FnMut(&str) -> usize) -> u32 {
        let ledger = Ledger::of(&self.disclosure.prompt(&self.world, state), count);
        ledger.total().try_into().unwrap_or(u32::MAX)
    }
}

/// The skills that were loaded, each with what came in when it was loaded last, in that order.
fn loaded(events: &[Event]) -> Vec<(&str, &str)> {
    let mut loaded: Vec<(&str, &str)> = Vec::new();
    let mut activated = None;
    for event in events {
        match event {
            Event::SkillActivated { skill, .. } => activated = Some(skill.as_str()),
            Event::ToolAnswered { content, tier, .. } => {
                if let Some(skill) = activated.take().filter(|_| *tier == Tier::Body) {
                    loaded.retain(|(known, _)| *known != skill);
                    loaded.push((skill, content.as_str()));
                }
            }
            _ => {}
        }
    }
    loaded
}

/// What is left of skills by a rule, the one loaded last first.
fn left_of(
    loaded: &[(&str, &str)],
    compaction: &Compaction,
    count: &mut dyn FnMut(&str) -> usize,
) -> Vec<CompactedSkill> {
    let texts: Vec<&str> = loaded.iter().map(|(_, text)| *text).collect();
    let left = |((skill, whole), remnant): (&(&str, &str), clients::Remnant<'_>)| {
        let (remains, text) = match remnant.attached {
            Attached::Whole => (Remains::Whole, *whole),
            Attached::Beginning { text, tokens } => (Remains::Beginning { tokens: tokens as u32 }, text),
            Attached::Nothing => (Remains::Nothing, ""),
        };
        let (skill, text) = ((*skill).to_owned(), text.to_owned());
        CompactedSkill { skill, tokens: remnant.tokens as u32, remains, text }
    };
    loaded.iter().zip(compaction.remnants(&texts, count)).map(left).rev().collect()
}

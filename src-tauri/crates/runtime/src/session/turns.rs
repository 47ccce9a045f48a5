//! A session cut into turns: what the user said, and what came of that.

use std::ops::Range;

use crate::context::{EndReason, Event};

/// What came of one message of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What was said.
    pub message: String,
    /// Where it stands among the events; what the runtime did before it heard the message belongs to it.
    pub events: Range<usize>,
    /// Names of the skills that came into the context, in their order.
    pub skills: Vec<String>,
    /// Names of the tools that were carried out, in call order.
    pub tools: Vec<String>,
    /// What the model said last; empty where it said nothing.
    pub answer: String,
    /// Why it is over; none where it is not.
    pub ended: Option<EndReason>,
    /// Whether the conversation was compacted after it.
    pub is_compacted: bool,
}

/// The turns of a session, in their order.
pub fn turns(events: &[Event]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let (mut skills, mut start) = (Vec::new(), 0);
    for (at, event) in events.iter().enumerate() {
        match (event, turns.last_mut().filter(|turn| turn.ended.is_none())) {
            (Event::UserSaid { text }, _) => turns.push(Turn {
                message: text.clone(),
                events: start..at + 1,
                skills: std::mem::take(&mut skills),
                tools: Vec::new(),
                answer: String::new(),
                ended: None,
                is_compacted: false,
            }),
            (Event::SkillInjected { skill, .. }, None) => skills.push(skill.clone()),
            (Event::Compacted { .. }, None) => {
                if let Some(turn) = turns.last_mut() {
                    turn.is_compacted = true;
                    turn.events.end = at + 1;
                    start = at + 1;
                }
            }
            (_, None) => {}
            (event, Some(turn)) => {
                turn.take(event);
                turn.events.end = at + 1;
                start = at + 1;
            }
        }
    }
    turns
}

impl Turn {
    fn take(&mut self, event: &Event) {
        match event {
            Event::SkillActivated { skill, .. } | Event::SkillInjected { skill, .. } => self.skills.push(skill.clone()),
            Event::ToolAnswered { name, is_carried_out: true, .. } => self.tools.push(name.clone()),
            Event::ModelReplied { text, .. } if !text.is_empty() => self.answer.clone_from(text),
            Event::Ended { reason } => self.ended = Some(*reason),
            _ => {}
        }
    }
}

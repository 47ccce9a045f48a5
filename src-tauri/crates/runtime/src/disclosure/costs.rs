//! What the prompts of a session cost, one after the other: what stays from one to the next is counted once, so that a
//! session of ten thousand questions costs no more than what was said in it.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    Disclosure,
    shared::{PLACEHOLDER, written},
};
use crate::context::{Event, Ledger, LedgerLine, Message, Prompt, State, Tally, Tier, World};

/// The costs of a session's prompts so far.
#[derive(Debug, Default)]
pub struct Costs {
    /// All of the last prompt.
    whole: Tally,
    /// The conversation of it.
    said: Tally,
    /// Messages that were counted.
    messages: usize,
    /// Whether what stands around the conversation is what it was.
    is_around_known: bool,
    /// What the runtime had put before the words that were said last.
    injected: Option<(String, String)>,
}

/// What a prompt has beyond the one before it, and what of that is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What came, by the tokens that came.
    pub entered: Vec<LedgerLine>,
    /// What went, by the tokens that went.
    pub left: Vec<LedgerLine>,
}

impl Costs {
    /// What the last prompt costs.
    pub fn ledger(&self) -> &Ledger {
        &self.whole.ledger
    }

    /// Takes note of what happened. Every event has to be told, and once.
    pub fn tell(&mut self, event: &Event) {
        match event {
            // All that was said is other messages now.
            Event::Compacted { .. } => {
                (self.said, self.messages, self.is_around_known) = (Tally::default(), 0, false);
            }
            Event::ToolsChanged { .. }
            | Event::ComponentRegistered { .. }
            | Event::ComponentChanged { .. }
            | Event::SkillRemoved { .. }
            | Event::SkillActivated { .. }
            | Event::SkillDeactivated { .. }
            | Event::SkillInjected { .. }
            | Event::NothingSelected { .. } => self.is_around_known = false,
            Event::UserSaid { .. }
            | Event::ModelAsked { .. }
            | Event::ModelReplied { .. }
            | Event::ModelFailed { .. }
            | Event::ToolAnswered { .. }
            | Event::FileRead { .. }
            | Event::CapReached { .. }
            | Event::Warned { .. }
            | Event::Ended { .. } => {}
        }
    }

    /// Counts what the model would be sent now, and says what changed since it was counted last.
    pub fn count(
        &mut self,
        world: &World,
        state: &State,
        disclosure: &dyn Disclosure,
        mut count: impl FnMut(&str) -> usize,
    ) -> Change {
        let new = disclosure.conversation(world, state, self.messages);
        self.messages = state.messages.len();
        let new = new.into_iter().map(|piece| (piece.tier, piece.origin, count(&piece.text)));
        let injected = state.injected();
        let known = self.injected.as_ref().map(|(skill, text)| (skill.as_str(), text.as_str()));
        if self.is_around_known && injected == known {
            let mut came: BTreeMap<usize, usize> = BTreeMap::new();
            for (tier, origin, tokens) in new {
                self.said.add(tier, origin.clone(), tokens);
                *came.entry(self.whole.add(tier, origin, tokens)).or_default() += tokens;
            }
            let line =
                |(place, tokens): (usize, usize)| LedgerLine { tokens, ..self.whole.ledger.lines[place].clone() };
            let entered = came.into_iter().filter(|(_, tokens)| *tokens > 0).map(line).collect();
            return Change { entered, left: Vec::new() };
        }
        for (tier, origin, tokens) in new {
            self.said.add(tier, origin, tokens);
        }
        let Prompt { pieces, tools } = disclosure.around(world, state);
        let mut whole = Tally::default();
        whole.add_all(&Prompt { pieces, tools: Vec::new() }, &mut count);
        for LedgerLine { tier, origin, tokens } in &self.said.ledger.lines {
            whole.add(*tier, origin.clone(), *tokens);
        }
        whole.add_all(&Prompt { pieces: Vec::new(), tools }, &mut count);
        let (before, after) = (&self.whole.ledger, &whole.ledger);
        let change = Change { entered: after.beyond(before), left: before.beyond(after) };
        self.injected = injected.map(|(skill, text)| (skill.to_owned(), text.to_owned()));
        (self.whole, self.is_around_known) = (whole, true);
        change
    }
}

/// Tokens of what of a conversation would be there if everything had been disclosed from the start: without what runtimes put
/// before the user's words, answers that disclose instructions or files, and the calls they answer. Each text is as it counts
/// in [`super::conversation`].
#[derive(Debug, Default)]
pub struct Undisclosed {
    tokens: usize,
    /// Messages that were counted.
    messages: usize,
    /// Tokens of the calls that count, by their ids.
    calls: HashMap<String, usize>,
    /// The calls whose answers disclosed instructions or a file.
    disclosing: HashSet<String>,
}

impl Undisclosed {
    /// Counts what was said since it was last counted, and says what it comes to. After a compaction it is to begin anew.
    pub fn count(&mut self, state: &State, mut count: impl FnMut(&str) -> usize) -> usize {
        for message in &state.messages[self.messages..] {
            match message {
                Message::User { text, .. } => self.tokens += count(text),
                Message::Assistant { text, calls } => {
                    self.tokens += if text.is_empty() { 0 } else { count(text) };
                    for call in calls.iter().filter(|call| !self.disclosing.contains(&call.id)) {
                        let tokens = count(&written(call));
                        *self.calls.entry(call.id.clone()).or_default() += tokens;
                        self.tokens += tokens;
                    }
                }
                Message::Tool { id, tier: Tier::Body | Tier::File, .. } => {
                    self.tokens -= self.calls.remove(id).unwrap_or_default();
                    self.disclosing.insert(id.clone());
                }
                Message::Tool { content, .. } => self.tokens += count(content),
                Message::Attached { .. } => {}
                Message::Placeholder => self.tokens += count(PLACEHOLDER),
            }
        }
        self.messages = state.messages.len();
        self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{context::ModelCall, disclosure::conversation};

    #[test]
    fn what_everything_up_front_leaves_of_a_conversation_counts_as_the_conversation_does() {
        let call =
            |id: &str, name: &str| ModelCall { id: id.to_owned(), name: name.to_owned(), arguments: "{}".to_owned() };
        let answer = |id: &str, tier, content: &str| {
            let (id, name, content) = (id.to_owned(), "tool".to_owned(), content.to_owned());
            Message::Tool { id, name, content, tier, file: None }
        };
        let injected = Some(("tables".to_owned(), "[skill]".to_owned()));
        let messages = vec![
            Message::User { text: "Count".to_owned(), injected },
            Message::Assistant { text: "Let me.".to_owned(), calls: vec![call("1", "activate"), call("2", "count")] },
            answer("1", Tier::Body, "BODY"),
            answer("2", Tier::ToolResult, "3"),
            Message::Assistant { text: String::new(), calls: vec![call("3", "read")] },
            answer("3", Tier::File, "FILE"),
            Message::Assistant { text: "Three.".to_owned(), calls: Vec::new() },
        ];
        let mut state = State::default();
        state.messages = messages;
        let texts = ["Count", "Let me.", "count({})", "3", "Three."];
        assert_eq!(Undisclosed::default().count(&state, str::len), texts.concat().len());
        let whole: Vec<String> = conversation(&state.messages).into_iter().map(|piece| piece.text).collect();
        assert!(texts.iter().all(|text| whole.contains(&(*text).to_owned())), "{whole:?}");
        assert_eq!(whole.len(), texts.len() + 5, "the skill put before, two calls and their answers");
    }
}

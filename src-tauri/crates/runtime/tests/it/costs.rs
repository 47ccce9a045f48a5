//! What prompts cost, counted as a session goes on, against counting each of them whole.

use std::{collections::HashSet, sync::Arc};

use proptest::prelude::*;
use serde_json::Value;
use studio_clients::Client;
use studio_runtime::{
    Stop,
    context::{Event, FileFacts, Ledger, LedgerLine, Message, State, Tier, World},
    disclosure::{AgentSkills, Change, Costs, Disclosure, PLACEHOLDER, Undisclosed, with_inputs},
    session::{Limits, Script, Session, Step},
};

use crate::{
    sessions::any_call,
    stage::{Hands, asks, runtimes, says, world},
};

/// What one ledger has beyond another, in its own order.
fn beyond(one: &Ledger, other: &Ledger) -> Vec<LedgerLine> {
    let more = |line: &LedgerLine| {
        let same = |had: &&LedgerLine| (had.tier, &had.origin) == (line.tier, &line.origin);
        let had = other.lines.iter().find(same).map_or(0, |had| had.tokens);
        (line.tokens > had).then(|| LedgerLine { tokens: line.tokens - had, ..line.clone() })
    };
    one.lines.iter().filter_map(more).collect()
}

fn sorted(mut lines: Vec<LedgerLine>) -> Vec<String> {
    lines.retain(|line| line.tokens > 0);
    let mut lines: Vec<String> = lines.iter().map(|line| format!("{line:?}")).collect();
    lines.sort();
    lines
}

/// Characters of a conversation without what discloses, from the whole of it.
fn undisclosed(state: &State) -> usize {
    let is_disclosing = |message: &Message| matches!(message, Message::Tool { tier: Tier::Body | Tier::File, .. });
    let disclosing: HashSet<&str> = state
        .messages
        .iter()
        .filter(|message| is_disclosing(message))
        .filter_map(|message| if let Message::Tool { id, .. } = message { Some(id.as_str()) } else { None })
        .collect();
    let of = |message: &Message| match message {
        Message::User { text, .. } => text.len(),
        Message::Assistant { text, calls } => {
            let kept = calls.iter().filter(|call| !disclosing.contains(call.id.as_str()));
            text.len() + kept.map(|call| call.name.len() + call.arguments.len() + 2).sum::<usize>()
        }
        Message::Tool { content, .. } if !is_disclosing(message) => content.len(),
        Message::Tool { .. } | Message::Attached { .. } => 0,
        Message::Placeholder => PLACEHOLDER.len(),
    };
    state.messages.iter().map(of).sum()
}

/// What is counted as a session goes on.
#[derive(Default)]
struct Counted {
    costs: Costs,
    said: Undisclosed,
    events: usize,
    before: Ledger,
}

impl Counted {
    /// Goes on to where a session is, and holds what that comes to against its prompt.
    fn follow(&mut self, world: &World, disclosure: &dyn Disclosure, session: &Session) {
        for event in &session.events()[self.events..] {
            self.costs.tell(event);
            if matches!(event, Event::Compacted { .. }) {
                self.said = Undisclosed::default();
            }
        }
        self.events = session.events().len();
        let Change { entered, left } = self.costs.count(world, session.state(), disclosure, str::len);
        let whole = Ledger::of(&session.prompt(), str::len);
        assert_eq!(sorted(self.costs.ledger().lines.clone()), sorted(whole.lines.clone()));
        assert_eq!(sorted(entered), sorted(beyond(&whole, &self.before)));
        assert_eq!(sorted(left), sorted(beyond(&self.before, &whole)));
        assert_eq!(self.said.count(session.state(), str::len), undisclosed(session.state()));
        self.before = whole;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Under every runtime, with files of the user's and without, over messages and a compaction: as if each prompt were
    /// counted whole.
    #[test]
    fn what_is_counted_as_a_session_goes_on_is_what_each_prompt_comes_to(
        turns in proptest::collection::vec(proptest::collection::vec(any_call(), 0..6), 1..4),
        has_files in any::<bool>(),
    ) {
        let inputs = if has_files { vec![FileFacts { path: "in.txt".to_owned(), text: Some("Words.".to_owned()) }] } else { Vec::new() };
        let world = Arc::new(World { inputs, ..world() });
        let client: Arc<dyn Disclosure> = Arc::new(AgentSkills { client: Client::ClaudeCode });
        for disclosure in runtimes(&world).into_iter().chain([client]) {
            let disclosure = with_inputs(disclosure, &world);
            let hands = Hands::of(&world);
            let replies = turns.iter().flat_map(|calls| {
                let calls = calls.iter().map(|(name, arguments)| asks(name, Value::String(arguments.clone())));
                calls.chain([says("done")]).collect::<Vec<_>>()
            });
            let script = Script::new(replies.collect());
            let limits = Limits { iterations: 100, ..Limits::default() };
            let mut session = Session::start(Arc::clone(&world), Arc::clone(&disclosure), limits);
            let mut counted = Counted::default();
            for (turn, said) in ["s1", "no skill has to do with it", "s2"].iter().take(turns.len()).enumerate() {
                session.say(said).unwrap();
                counted.follow(&world, &*disclosure, &session);
                while session.step(&script, &hands, &Stop::new(), &mut |_| {}) != Step::Waiting {
                    counted.follow(&world, &*disclosure, &session);
                }
                if turn == 1 && session.compact(str::len).is_ok() {
                    counted.follow(&world, &*disclosure, &session);
                }
            }
        }
    }
}

//! What each question to the model costs, counted as the session goes on and never again.

use std::{collections::HashMap, hash::BuildHasher};

use rustc_hash::FxBuildHasher;
use studio_runtime::{
    context::{Event, Ledger, LedgerLine, State, Tier, World},
    disclosure::{Costs, Disclosure, Everything, Undisclosed, prompt_with_inputs},
};

use crate::{
    base::token_counts::count,
    dto::{ContextPart, SimulationPoint, TierTokens},
};

/// Tokens of texts, each counted once. A text is known by its length and a hash: of a large library nothing is kept twice.
/// Looking at one step hashes all of its prompt, megabytes in a long session: hence a hasher for long texts.
#[derive(Default)]
pub(crate) struct Counted {
    hasher: FxBuildHasher,
    known: HashMap<(usize, u64), u32>,
}

impl Counted {
    pub(crate) fn of(&mut self, text: &str) -> usize {
        let key = (text.len(), self.hasher.hash_one(text));
        *self.known.entry(key).or_insert_with(|| count(text)) as usize
    }
}

/// The questions of a session so far, and what it comes to after the last event that was taken in.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) points: Vec<SimulationPoint>,
    pub(crate) counted: Counted,
    state: Option<State>,
    /// Events that were taken in.
    taken: usize,
    costs: Costs,
    undisclosed: Undisclosed,
    tools: Vec<String>,
    /// Whether other tools may be available than were at the last question.
    are_tools_changed: bool,
    /// Tokens of everything up front, before anything was said.
    up_front: Option<u32>,
}

impl Steps {
    /// None yet, with texts that were counted before.
    pub(crate) fn counting(counted: Counted) -> Self {
        Self { counted, ..Self::default() }
    }

    /// What the session comes to.
    pub(crate) fn state(&self) -> &State {
        static NOTHING: std::sync::LazyLock<State> = std::sync::LazyLock::new(State::default);
        self.state.as_ref().unwrap_or(&NOTHING)
    }

    /// Takes in the events that came since. `cut` are the tokens that the client's budget keeps from every prompt.
    pub(crate) fn advance(&mut self, world: &World, disclosure: &dyn Disclosure, events: &[Event], cut: u32) {
        let mut state = self.state.take().unwrap_or_else(|| State::new(world));
        for (at, event) in events.iter().enumerate().skip(self.taken) {
            if matches!(event, Event::ModelAsked { .. }) {
                let point = self.point(at as u32, world, &state, disclosure, cut);
                self.points.push(point);
            }
            self.take_note(event);
            state.apply(event);
        }
        self.taken = events.len();
        self.state = Some(state);
    }

    fn take_note(&mut self, event: &Event) {
        self.costs.tell(event);
        match event {
            Event::ToolsChanged { .. } => self.are_tools_changed = true,
            Event::Compacted { .. } => self.undisclosed = Undisclosed::default(),
            _ => {}
        }
    }

    /// Tokens that everything up front would cost in a state.
    pub(crate) fn baseline(&mut self, world: &World, state: &State) -> u32 {
        let counted = &mut self.counted;
        let said = Undisclosed::default().count(state, |text| counted.of(text)) as u32;
        self.up_front(world) + said
    }

    /// Tokens of everything up front, before anything was said.
    fn up_front(&mut self, world: &World) -> u32 {
        // Nothing but what was said changes in it, and nothing is said to disclose what is there.
        *self.up_front.get_or_insert_with(|| {
            let whole = prompt_with_inputs(Everything.prompt(world, &State::new(world)), world);
            Ledger::of(&whole, count_once).total() as u32
        })
    }

    fn point(
        &mut self,
        event: u32,
        world: &World,
        state: &State,
        disclosure: &dyn Disclosure,
        cut_tokens: u32,
    ) -> SimulationPoint {
        let counted = &mut self.counted;
        let change = self.costs.count(world, state, disclosure, |text| counted.of(text));
        let said = self.undisclosed.count(state, |text| counted.of(text)) as u32;
        let (tools_entered, tools_left) = self.change_of_tools(state);
        let tiers = tiers(self.costs.ledger());
        SimulationPoint {
            event,
            tiers,
            tokens: tiers.total(),
            baseline_tokens: self.up_front(world) + said,
            entered: parts(change.entered),
            left: parts(change.left),
            tools_entered,
            tools_left,
            // Once the list is gone nothing is cut from it.
            cut_tokens: if state.is_compacted { 0 } else { cut_tokens },
        }
    }

    /// The tools that may be called since the last question, and those that may not any more.
    fn change_of_tools(&mut self, state: &State) -> (Vec<String>, Vec<String>) {
        if !std::mem::take(&mut self.are_tools_changed) {
            return <_>::default();
        }
        let tools: Vec<String> = state.available_tools().map(|tool| tool.name.clone()).collect();
        let change = (not_in(&self.tools, &tools), not_in(&tools, &self.tools));
        self.tools = tools;
        change
    }
}

fn parts(lines: Vec<LedgerLine>) -> Vec<ContextPart> {
    let part = |line: LedgerLine| ContextPart { tier: line.tier, origin: line.origin, tokens: line.tokens as u32 };
    lines.into_iter().map(part).collect()
}

/// Texts of a whole library are counted for their sum alone.
fn count_once(text: &str) -> usize {
    count(text) as usize
}

fn not_in(before: &[String], after: &[String]) -> Vec<String> {
    let had: std::collections::HashSet<&String> = before.iter().collect();
    after.iter().filter(|name| !had.contains(name)).cloned().collect()
}

/// A ledger by tiers.
pub(crate) fn tiers(ledger: &Ledger) -> TierTokens {
    let mut tiers = TierTokens::default();
    for line in &ledger.lines {
        let of = match line.tier {
            Tier::System => &mut tiers.system,
            Tier::Catalogue => &mut tiers.catalogue,
            Tier::Body => &mut tiers.bodies,
            Tier::File => &mut tiers.files,
            Tier::ToolSchema => &mut tiers.tool_schemas,
            Tier::Conversation => &mut tiers.conversation,
            Tier::ToolResult => &mut tiers.tool_results,
        };
        *of += line.tokens as u32;
    }
    tiers
}

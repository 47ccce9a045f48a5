//! Sessions as the library keeps them, written and read. The world of one is kept in parts (`kept::worlds`).

use std::{collections::BTreeMap, sync::Arc};

use studio_connect::Exchange;
use studio_runtime::context::Event;
use studio_store::{Reading, SimulationEventRow, SimulationRow as Row, sha256_hex};
use uuid::Uuid;

use crate::{
    Error, ErrorCode,
    base::{program::Program, shown::in_row},
    dto::{CallOutcome, SimulatedRuntime, SimulationFork, SimulationRow, SimulationWork},
    kept::{
        self, Mirror, Unreadable,
        outcomes::Made,
        simulations::{Begun, Event as KeptEvent, Standing},
        worlds::{AgentWorld as KeptWorld, Held, Parts},
    },
    state::{
        live::{AgentWorld, HeldTool, Log},
        steps::Steps,
    },
};

/// Who is at work in a kept session, where this program is not.
pub(crate) fn work(row: &Row, programs: &Program) -> SimulationWork {
    match &row.runner {
        None => SimulationWork::Nobody,
        Some(name) if programs.is_this(name) => SimulationWork::Nobody,
        Some(name) if programs.is_alive(name) => SimulationWork::Elsewhere,
        Some(_) => SimulationWork::Interrupted,
    }
}

/// A session that begins, and its world: the text of it, and its parts.
pub(crate) fn begun(id: Uuid, log: &Log) -> Result<(Row, String, Parts), Error> {
    let agent = &log.world;
    let world = KeptWorld {
        world: Mirror::of(&*agent.world),
        tools: agent.tools.clone().into_iter().collect(),
        held: agent.held.iter().map(kept_tool).collect(),
        skills: agent.skills.clone().into_iter().collect(),
        handlers: agent.handlers.clone().into_iter().collect(),
        listing: Mirror::of(&agent.listing),
        not_taken: Mirror::of(&agent.not_taken),
        skill_hashes: Vec::new(),
    };
    let (world, parts) = world.apart()?;
    let world = kept::write_text(&world)?;
    let begun = Begun {
        setup: Mirror::of(&log.setup),
        model: log.model.clone(),
        asked_before: log.asked_before,
        read_before: log.read_before.clone(),
    };
    let parent = log.forked_from.as_ref().and_then(|fork| Some((fork.id.parse().ok()?, fork.events)));
    let row = Row {
        id,
        world_hash: sha256_hex(world.as_bytes()),
        started_at: log.started_at.clone(),
        updated_at: log.updated_at.clone(),
        setup: kept::write_text(&begun)?,
        summary: standing(id, log)?,
        parent,
        runner: None,
    };
    Ok((row, world, parts))
}

/// How a session stands.
pub(crate) fn standing(id: Uuid, log: &Log) -> Result<String, Error> {
    let row = log.row(id);
    kept::write_text(&Standing {
        title: row.title,
        agent: row.agent,
        messages: row.messages,
        steps: row.steps,
        most_tokens: row.most_tokens,
        ended: Mirror::of(&row.ended),
        problem: row.problem,
    })
}

/// What happened in a session from some event on.
pub(crate) fn events(log: &Log, from: usize) -> Result<Vec<SimulationEventRow>, Error> {
    let row = |(index, event): (usize, &Event)| {
        let index = index as u32;
        let made = Made {
            calls: log.calls.get(&index).map(Mirror::of).unwrap_or_default(),
            exchanges: log.exchanges.get(&index).map(Mirror::of).unwrap_or_default(),
        };
        let calls = (made != Made::default()).then(|| kept::write_text(&made));
        let event: KeptEvent = Mirror::of(event);
        Ok(SimulationEventRow { event: kept::write_text(&event)?, calls: calls.transpose()? })
    };
    log.events.iter().enumerate().skip(from).map(row).collect()
}

/// A kept session, before its events are taken in, and these.
pub(crate) fn opened(library: &Reading, row: &Row, work: SimulationWork) -> Result<(Log, Vec<Event>), Error> {
    let unreadable = |why: Unreadable| {
        let message = format!("This session can't be read. {why} Delete it, or start a new one.");
        Error::new(ErrorCode::Invalid, message).with_detail(&why)
    };
    let world = library.simulation_world(&row.world_hash)?.unwrap_or_default();
    let world: KeptWorld = kept::read_text(&world).map_err(unreadable)?;
    let parts = library.simulation_parts(&world.skill_hashes)?;
    let events = library.simulation_events(row.id)?;
    world.whole(&parts).and_then(|world| read(row, work, world, &events)).map_err(unreadable)
}

fn read(
    row: &Row,
    work: SimulationWork,
    world: KeptWorld,
    events: &[SimulationEventRow],
) -> Result<(Log, Vec<Event>), Unreadable> {
    let begun: Begun = kept::read_text(&row.setup)?;
    let mut happened = Vec::with_capacity(events.len());
    let (mut calls, mut exchanges) = (BTreeMap::new(), BTreeMap::new());
    for (row, index) in events.iter().zip(0_u32..) {
        happened.push(kept::read_text::<KeptEvent>(&row.event)?.shown());
        if let Some(made) = &row.calls {
            let made = kept::read_text::<Made>(made)?;
            let (called, went): (Vec<CallOutcome>, Vec<Exchange>) = (made.calls.shown(), made.exchanges.shown());
            if !called.is_empty() {
                calls.insert(index, called);
            }
            if !went.is_empty() {
                exchanges.insert(index, went);
            }
        }
    }
    let log = Log {
        setup: begun.setup.shown(),
        world: Arc::new(shown(world)),
        model: begun.model,
        asked_before: begun.asked_before,
        read_before: begun.read_before,
        forked_from: forked_from(row),
        started_at: row.started_at.clone(),
        updated_at: row.updated_at.clone(),
        events: Vec::new(),
        calls,
        exchanges,
        steps: Steps::default(),
        asks: None,
        work,
        is_kept: true,
        kept_events: 0,
        at_rest: None,
    };
    Ok((log, happened))
}

/// A tool of a session as it is kept.
fn kept_tool(held: &HeldTool) -> Held {
    let HeldTool { skill, tool, version, is_pinned, access } = held.clone();
    Held { skill, tool, version, is_pinned, access: Mirror::of(&access) }
}

fn held_tool(kept: Held) -> HeldTool {
    let Held { skill, tool, version, is_pinned, access } = kept;
    HeldTool { skill, tool, version, is_pinned, access: access.shown() }
}

fn shown(kept: KeptWorld) -> AgentWorld {
    AgentWorld {
        world: Arc::new(kept.world.shown()),
        tools: kept.tools.into_iter().collect(),
        held: kept.held.into_iter().map(held_tool).collect(),
        skills: kept.skills.into_iter().collect(),
        handlers: kept.handlers.into_iter().collect(),
        listing: kept.listing.shown(),
        not_taken: kept.not_taken.shown(),
        adk: Arc::default(),
    }
}

/// A kept session in the list.
pub(crate) fn listed(row: &Row, work: SimulationWork) -> SimulationRow {
    let read = || -> Result<(Begun, Standing), Unreadable> {
        Ok((kept::read_text(&row.setup)?, kept::read_text(&row.summary)?))
    };
    let bare = SimulationRow {
        id: row.id.to_string(),
        title: String::new(),
        agent: String::new(),
        runtime: SimulatedRuntime::default(),
        model: String::new(),
        started_at: row.started_at.clone(),
        updated_at: row.updated_at.clone(),
        messages: 0,
        steps: 0,
        most_tokens: 0,
        ended: None,
        problem: None,
        forked_from: forked_from(row),
        work,
        unreadable: None,
    };
    match read() {
        Ok((begun, standing)) => SimulationRow {
            title: in_row(standing.title),
            agent: in_row(standing.agent),
            runtime: begun.setup.shown().runtime,
            model: in_row(begun.model),
            messages: standing.messages,
            steps: standing.steps,
            most_tokens: standing.most_tokens,
            ended: standing.ended.shown(),
            problem: standing.problem,
            ..bare
        },
        Err(why) => SimulationRow { title: "Session".to_owned(), unreadable: Some(why.to_string()), ..bare },
    }
}

fn forked_from(row: &Row) -> Option<SimulationFork> {
    row.parent.map(|(id, events)| SimulationFork { id: id.to_string(), events })
}

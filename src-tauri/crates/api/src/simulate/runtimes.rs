//! The runtimes and models of a request, made ready.

use std::{collections::HashMap, sync::Arc};

use studio_clients as clients;
use studio_runtime::{
    disclosure::{
        AdkRust, AdkWay, AgentLib, AgentSkills, ComponentRule, Disclosure, Everything, LightGenai, with_inputs,
    },
    session::{ChatModel, MockModel, Recorded, Script, ScriptedReply},
};

use crate::{
    Error, ErrorCode,
    dto::{self, CandidateState, ComponentTools, Policy, Scorer, SimulatedModel, SimulatedRuntime, SimulationSetup},
    simulate::{
        adk::AdkSelector,
        real::{RealModel, SoFar},
    },
    state::{live::AgentWorld, session::Session},
};

/// The runtime of a session of this setup.
pub(crate) fn disclosure(setup: &SimulationSetup, agent: &AgentWorld) -> Arc<dyn Disclosure> {
    let runtime: Arc<dyn Disclosure> = match setup.runtime {
        SimulatedRuntime::AgentSkills => Arc::new(AgentSkills { client: setup.host.noun() }),
        SimulatedRuntime::LightGenai => Arc::new(LightGenai),
        SimulatedRuntime::Everything => Arc::new(Everything),
        SimulatedRuntime::AgentLib => Arc::new(AgentLib {
            components: match setup.components {
                ComponentTools::OnlySkills => ComponentRule::OnlySkills,
                ComponentTools::Always => ComponentRule::Always,
            },
        }),
        SimulatedRuntime::Adk => Arc::new(AdkRust {
            selector: Arc::new(AdkSelector::new(agent, setup.adk.clone())),
            way: match setup.adk.way {
                dto::AdkWay::Coordinator => AdkWay::Coordinator,
                dto::AdkWay::Injector => AdkWay::Injector,
            },
        }),
    };
    with_inputs(runtime, &agent.world)
}

/// The rule by which a session of this setup compacts its conversation, for people; none where no rule is known.
pub(crate) fn compaction(setup: &SimulationSetup, agent: &AgentWorld) -> Option<String> {
    let client = disclosure(setup, agent).client()?;
    Some(clients::compaction(client)?.rule())
}

/// Whether a model can come to read files of skills under a runtime.
pub(crate) fn discloses_files(runtime: SimulatedRuntime) -> bool {
    match runtime {
        SimulatedRuntime::AgentSkills => AgentSkills::default().discloses_files(),
        SimulatedRuntime::LightGenai => LightGenai.discloses_files(),
        SimulatedRuntime::Everything => Everything.discloses_files(),
        SimulatedRuntime::AgentLib => AgentLib { components: ComponentRule::OnlySkills }.discloses_files(),
        // Of the one skill it selects the model reads the instructions alone.
        SimulatedRuntime::Adk => false,
    }
}

/// The replies of a script.
pub(crate) fn script(replies: &str) -> Result<Vec<ScriptedReply>, Error> {
    serde_json::from_str(replies).map_err(|cause| {
        let form = r#"[{"text": "…"}, {"calls": [{"name": "tool", "arguments": {}}]}]"#;
        Error::new(ErrorCode::Invalid, format!("The script can't be read: {cause}. Expected a JSON list: {form}"))
    })
}

/// Refuses what is no script: its message says why, and what one looks like.
pub fn check_script(replies: &str) -> Result<(), Error> {
    script(replies).map(drop)
}

/// The model of a request, as far as the session has come.
pub(crate) fn model(
    session: &Arc<Session>,
    model: &SimulatedModel,
    world: &AgentWorld,
    so_far: &SoFar,
) -> Result<Box<dyn ChatModel>, Error> {
    let given = so_far.given;
    Ok(match model {
        SimulatedModel::Mock => {
            let (session, skills) = (Arc::clone(session), callable(world));
            Box::new(MockModel::new(Arc::new(move |message: &str| pick(&session, message, &skills))))
        }
        SimulatedModel::Scripted { replies } => Box::new(Script::after(script(replies)?, given)),
        SimulatedModel::Recorded { events } => Box::new(Recorded::after(events, given)),
        SimulatedModel::Real { settings, cap } => {
            Box::new(RealModel::open(session, settings, *cap, world.world.agent.model.as_ref(), so_far)?)
        }
    })
}

/// The skills that a model of a session can load, by their ids, each with what it calls it by.
fn callable(agent: &AgentWorld) -> HashMap<String, String> {
    let callable = agent.world.callable().into_iter();
    callable.filter_map(|(skill, called)| Some((agent.skills.get(&skill.name)?.clone(), called.to_owned()))).collect()
}

/// The best of the agent's skills under the default scorer, or under words alone where there is no embedding model.
fn pick(session: &Arc<Session>, message: &str, skills: &HashMap<String, String>) -> Option<String> {
    [Scorer::Hybrid, Scorer::Bm25].into_iter().find_map(|scorer| {
        let min_score = session.min_score(scorer).ok()?;
        let policy = Policy { top_k: u32::MAX, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() };
        let report = session
            .score_as_seen(message, scorer, &policy, None, None)
            .ok()
            .filter(|report| report.unavailable.is_none())?;
        let mut passes = report.candidates.into_iter().filter(|one| one.state == CandidateState::Passes);
        Some(passes.find_map(|one| skills.get(&one.id).cloned()))
    })?
}

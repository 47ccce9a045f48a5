//! The runtimes and models of a request, made ready.

use std::sync::Arc;

use studio_runtime::{
    disclosure::{
        AdkRust, AgentLib, AgentSkills, Chosen, ComponentRule, Disclosure, Everything, LightGenai, Selector,
        SkillClient,
    },
    session::{ChatModel, MockModel, Recorded, Script, ScriptedReply},
};

use crate::{
    Error, ErrorCode,
    dto::{
        CandidateState, ComponentTools, Host, Policy, Rejection, ResolveRequest, Scorer, SimulatedModel,
        SimulatedRuntime, Strategy, TriggerRule, ValidationMode,
    },
    simulate::real::{RealModel, SoFar},
    state::session::Session,
};

/// Characters of a body that adk shows at most.
const ADK_CHARS: u32 = 8_000;

/// The runtime of a request. `tools` are the names of those the session has, `skills` of the agent's.
pub(crate) fn disclosure(
    session: &Arc<Session>,
    runtime: SimulatedRuntime,
    components: ComponentTools,
    host: Host,
    tools: Vec<String>,
    skills: &[String],
) -> Arc<dyn Disclosure> {
    match runtime {
        SimulatedRuntime::AgentSkills => Arc::new(AgentSkills { client: client_of(host) }),
        SimulatedRuntime::LightGenai => Arc::new(LightGenai),
        SimulatedRuntime::Everything => Arc::new(Everything),
        SimulatedRuntime::AgentLib => Arc::new(AgentLib {
            components: match components {
                ComponentTools::OnlySkills => ComponentRule::OnlySkills,
                ComponentTools::Always => ComponentRule::Always,
            },
        }),
        SimulatedRuntime::Adk => {
            let selector = AdkSelector { session: Arc::clone(session), tools, skills: skills.to_vec() };
            Arc::new(AdkRust { selector: Arc::new(selector) })
        }
    }
}

/// The client whose forms a session uses.
const fn client_of(host: Host) -> SkillClient {
    match host {
        Host::Claude => SkillClient::Claude,
        Host::Codex => SkillClient::Codex,
        Host::Copilot => SkillClient::Copilot,
        Host::Gemini => SkillClient::Gemini,
        Host::Opencode => SkillClient::Opencode,
        Host::Qwen => SkillClient::Qwen,
        Host::Kimi => SkillClient::Kimi,
        Host::Whole | Host::Adk => SkillClient::Standard,
    }
}

/// adk's coordinator over the library, with the tools of the session as the registry.
struct AdkSelector {
    session: Arc<Session>,
    tools: Vec<String>,
    skills: Vec<String>,
}

impl Selector for AdkSelector {
    fn select(&self, query: &str) -> Result<Chosen, Vec<String>> {
        let request = ResolveRequest {
            strategies: vec![Strategy::ByQuery(query.to_owned())],
            policy: Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() },
            mode: ValidationMode::Strict,
            available_tools: Some(self.tools.clone()),
            max_instruction_chars: ADK_CHARS,
            most_rejected: Some(20),
            triggers: TriggerRule::Ignored,
        };
        let resolution = self.session.resolve(&request).map_err(|error| vec![error.message])?;
        match resolution.resolved {
            Some(found) if self.skills.contains(&found.name) => Ok(Chosen {
                skill: found.name,
                score: found.score,
                text: found.instruction,
                tools: found.tools,
                left_out: found.omitted,
            }),
            Some(found) => Err(vec![format!("{} scores best, and the agent does not have it.", found.name)]),
            None => {
                let reasons = resolution.rejected.iter().map(Rejection::line);
                Err(reasons.collect())
            }
        }
    }
}

/// The replies of a script.
pub(crate) fn script(replies: &str) -> Result<Vec<ScriptedReply>, Error> {
    serde_json::from_str(replies).map_err(|cause| {
        let form = r#"[{"text": "…"}, {"calls": [{"name": "tool", "arguments": {}}]}]"#;
        Error::new(ErrorCode::Invalid, format!("The script can't be read: {cause}. It is a JSON list: {form}"))
    })
}

/// The model of a request, as far as the session has come.
pub(crate) fn model(
    session: &Arc<Session>,
    model: &SimulatedModel,
    skills: Vec<String>,
    so_far: &SoFar,
) -> Result<Box<dyn ChatModel>, Error> {
    let given = so_far.given;
    Ok(match model {
        SimulatedModel::Mock => {
            let session = Arc::clone(session);
            Box::new(MockModel::new(Arc::new(move |message: &str| pick(&session, message, &skills))))
        }
        SimulatedModel::Scripted { replies } => Box::new(Script::after(script(replies)?, given)),
        SimulatedModel::Recorded { events } => Box::new(Recorded::after(events, given)),
        SimulatedModel::Real { settings, cap } => Box::new(RealModel::open(session, settings, *cap, so_far)?),
    })
}

/// The best of the agent's skills under the default scorer, or under words alone where there is no embedding model.
fn pick(session: &Arc<Session>, message: &str, skills: &[String]) -> Option<String> {
    [Scorer::Hybrid, Scorer::Bm25].into_iter().find_map(|scorer| {
        let min_score = session.min_score(scorer).ok()?;
        let policy = Policy { top_k: u32::MAX, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() };
        let report = session
            .score_as_seen(message, scorer, &policy, None, None)
            .ok()
            .filter(|report| report.unavailable.is_none())?;
        let passes = report.candidates.into_iter().filter(|one| one.state == CandidateState::Passes);
        Some(passes.map(|one| one.name).find(|name| skills.contains(name)))
    })?
}

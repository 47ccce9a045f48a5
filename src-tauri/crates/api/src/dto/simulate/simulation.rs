//! A simulated session: what is asked for, and what came of it.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_model::{grouped, one_line};
use studio_runtime::context::{Cap, CompactedSkill, EndReason, Event, Remains, Warning};

use crate::dto::{
    CallOutcome, NotTaken, PromptSection, SimulatedModel, SimulatedRuntime, SimulationListing, SimulationSetup,
    SkillTools, StepComponent, StepTool,
};

/// A session to be simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulationRequest {
    /// The session's own id: by it the session is cancelled.
    pub session_id: String,
    /// What the user says, one message after the other.
    pub messages: Vec<String>,
    /// After how many of them the conversation is compacted, each time.
    pub compact_after: Vec<u32>,
    /// What else is done after some of them, under agent-lib.
    pub acts: Vec<SessionAct>,
    /// What it is run with, but for the model.
    pub setup: SimulationSetup,
    /// The model; what the setup says of it counts for sessions that are kept.
    pub model: SimulatedModel,
}

/// Something that is done to a session between two messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SessionAct {
    /// A component is registered that was not there from the start.
    Register {
        /// After which message, from 1.
        after: u32,
        /// The component's name.
        component: String,
    },
    /// A skill is taken out, unless it is active.
    Remove {
        /// After which message, from 1.
        after: u32,
        /// The skill's name.
        skill: String,
    },
}

/// What came of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Name of the agent.
    pub agent: String,
    /// The runtime.
    pub runtime: SimulatedRuntime,
    /// Everything that happened, in its order.
    pub events: Vec<Event>,
    /// What the model was sent, each time it was asked.
    pub steps: Vec<SimulationStep>,
    /// What the model said last; empty where the session ended otherwise.
    pub response: String,
    /// Names of the tools that were carried out for the last message, in call order.
    pub tools_used: Vec<String>,
    /// Why it ended.
    pub ended: Option<EndReason>,
    /// Why it did not end with an answer, as a sentence.
    pub problem: Option<String>,
    /// What a client's budget did to the list of skills; none where all are listed whole.
    pub listing: Option<SimulationListing>,
    /// Skills that it was to begin with and does not have: others of their names are there.
    pub not_taken: Vec<NotTaken>,
    /// The calls of the library's tools, in their order, each with its trace.
    pub calls: Vec<CallOutcome>,
}

/// What the model was sent at one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulationStep {
    /// How many events came before it.
    pub event: u32,
    /// Tokens by tier.
    pub tiers: TierTokens,
    /// Tokens that everything up front would have cost.
    pub baseline_tokens: u32,
    /// The tool set.
    pub tools: Vec<StepTool>,
    /// What it was sent, in the order it was sent.
    pub sections: Vec<PromptSection>,
    /// Each skill with its tools.
    pub skills: Vec<SkillTools>,
    /// Names of the skills that are active.
    pub active: Vec<String>,
    /// Names of the tools of active skills.
    pub active_tools: Vec<String>,
    /// The components with their states.
    pub components: Vec<StepComponent>,
}

/// Tokens by tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TierTokens {
    /// The agent's instruction and the runtime's own words.
    pub system: u32,
    /// Names and descriptions of skills.
    pub catalogue: u32,
    /// Instructions of skills.
    pub bodies: u32,
    /// Files of skills.
    pub files: u32,
    /// Schemas of tools.
    pub tool_schemas: u32,
    /// What user and model said.
    pub conversation: u32,
    /// What tools answered.
    pub tool_results: u32,
}

impl SimulationStep {
    /// Tokens in all.
    pub fn tokens(&self) -> u32 {
        self.tiers.total()
    }
}

impl TierTokens {
    /// Tokens in all.
    pub fn total(&self) -> u32 {
        let Self { system, catalogue, bodies, files, tool_schemas, conversation, tool_results } = self;
        system + catalogue + bodies + files + tool_schemas + conversation + tool_results
    }
}

impl Simulation {
    /// Names of the skills that came into the context, in their order.
    pub fn skills_used(&self) -> Vec<&str> {
        let mut skills = Vec::new();
        for event in &self.events {
            if let Event::SkillActivated { skill, .. } | Event::SkillInjected { skill, .. } = event {
                skills.push(skill.as_str());
            }
        }
        skills
    }

    /// Tokens of the largest prompt.
    pub fn most_tokens(&self) -> u32 {
        self.steps.iter().map(SimulationStep::tokens).max().unwrap_or_default()
    }

    /// What happened, a line each, for a terminal.
    pub fn lines(&self) -> Vec<String> {
        let mut steps = self.steps.iter();
        let line = |event: &Event| match event {
            Event::UserSaid { text } => Some(format!("user: {}", one_line(text))),
            Event::ModelAsked { iteration } => {
                let step = steps.next()?;
                let tools = step.tools.iter().filter(|tool| tool.enabled).count();
                let (tokens, baseline) = (grouped(step.tokens()), grouped(step.baseline_tokens));
                Some(format!(
                    "step {iteration}: {tokens} tokens, {tools} tools ({baseline} tokens if everything were loaded up front)"
                ))
            }
            Event::ModelReplied { text, calls, .. } => {
                let calls = calls.iter().map(|call| format!("model calls {} {}", call.name, one_line(&call.arguments)));
                let said = (!text.is_empty()).then(|| format!("model: {}", one_line(text)));
                Some(said.into_iter().chain(calls).collect::<Vec<_>>().join("\n"))
            }
            Event::ModelFailed { message, .. } => Some(format!("model failed: {}", one_line(message))),
            Event::CapReached { cap } => Some(format!("stopped: {}", cap_sentence(cap))),
            Event::ToolAnswered { name, content, .. } => Some(format!("{name} returned: {}", one_line(content))),
            Event::SkillActivated { skill, .. } => Some(format!("activated: {skill}")),
            Event::SkillDeactivated { skill } => Some(format!("deactivated: {skill}")),
            Event::SkillInjected { skill, score, .. } => Some(format!("selected: {skill} ({score})")),
            Event::NothingSelected { reasons } => {
                let reasons = reasons.iter().map(|reason| format!("  {}", one_line(reason)));
                let lines = std::iter::once("no skill selected".to_owned()).chain(reasons);
                Some(lines.collect::<Vec<_>>().join("\n"))
            }
            Event::ComponentChanged { key, after, .. } => {
                Some(format!("{key} is now {}", one_line(&after.to_string())))
            }
            Event::Compacted { rule, skills, tokens_before, tokens_after } => {
                Some(compaction_lines(rule, skills, *tokens_before, *tokens_after))
            }
            Event::Warned { warning } => Some(format!("warning: {}", sentence(warning))),
            _ => None,
        };
        let left_out = self.not_taken.iter().map(|NotTaken { skill, path, why }| match path.as_str() {
            "" => format!("left out: {} because {why}", one_line(skill)),
            path => format!("left out: {} at {} because {why}", one_line(skill), one_line(path)),
        });
        left_out.chain(self.events.iter().filter_map(line)).collect()
    }
}

/// What a compaction left, a line each.
fn compaction_lines(rule: &str, skills: &[CompactedSkill], before: u32, after: u32) -> String {
    let line = |CompactedSkill { skill, tokens, remains, .. }: &CompactedSkill| match remains {
        Remains::Whole => format!("compacted: {skill} was reattached in full ({} tokens)", grouped(*tokens)),
        Remains::Beginning { tokens: kept } => {
            let (kept, tokens) = (grouped(*kept), grouped(*tokens));
            format!("compacted: {skill} was reattached with only its first {kept} of {tokens} tokens")
        }
        Remains::Nothing => format!("compacted: {skill} was dropped ({} tokens)", grouped(*tokens)),
    };
    let gone =
        "the skill list was removed, and the messages were replaced by a placeholder instead of a model's summary";
    let (before, after) = (grouped(before), grouped(after));
    let mut lines =
        vec![format!("compacted: {before} tokens reduced to {after}; {gone}"), format!("compacted: {rule}")];
    lines.extend(skills.iter().map(line));
    lines.join("\n")
}

/// Why a cap ended a turn.
pub(crate) fn cap_sentence(cap: &Cap) -> String {
    match cap {
        Cap::Tokens { most, spent, next } => format!(
            "The session is limited to {} tokens: {} have been used, and the next request needs at least {}. Start a \
             session with a higher limit.",
            grouped(*most),
            grouped(*spent),
            grouped(*next)
        ),
        Cap::Dollars { most, spent, next } => format!(
            "The session is limited to ${most:.2}: ${spent:.4} has been spent, and the next request costs at least ${next:.4}. \
             Start a session with a higher limit."
        ),
    }
}

/// A warning in words.
fn sentence(warning: &Warning) -> String {
    match warning {
        Warning::SkillAbsent { skill, why } => format!("{skill} isn't loaded. {why}"),
        Warning::UnknownTool { skill, tool } => format!("{skill} lists the unknown tool {tool}."),
        Warning::GlobalTool { skill, tool } => {
            format!("{skill} lists {tool}, which is always available.")
        }
        Warning::ActiveSkill { skill } => format!("{skill} is active, so it can't be removed."),
        Warning::MissingOptional { skill, needs } => format!("{skill} recommends {needs}, which is missing."),
        Warning::ReplyCut { most } => format!("The reply was cut off at the {most}-token limit."),
        Warning::ToolLeftOut { skill, tool } => format!("{skill} was loaded without {tool}."),
    }
}

//! A call as it is shown: its stages, its size, and where its tool came from.

use studio_runtime::{Outcome, Status};

use crate::{
    base::token_counts::count,
    dto::{
        ArgumentProblem, ArgumentReason, CallOutcome, CallStatus, ConsentRequest, Stage, StageState, ToolCall,
        ToolImplementation, TraceStage,
    },
};

/// Where a tool's own implementation comes from, for the trace.
pub(crate) fn source(implementation: &ToolImplementation) -> String {
    match implementation {
        ToolImplementation::None => "description only".to_owned(),
        ToolImplementation::McpServer { server, .. } => format!("server {server}"),
        ToolImplementation::Rest { method, .. } => format!("rest, {method}"),
        ToolImplementation::Python { .. } => "python".to_owned(),
        ToolImplementation::Javascript { .. } => "javascript".to_owned(),
        ToolImplementation::Java { class, .. } => format!("java, {class}"),
    }
}

pub(crate) fn shown(call: &ToolCall, outcome: Outcome, consent: Option<ConsentRequest>) -> CallOutcome {
    let status = match outcome.status {
        Status::Success => CallStatus::Success,
        Status::Error => CallStatus::Error,
        Status::Refused => CallStatus::Refused,
        Status::NeedsConsent => CallStatus::NeedsConsent,
        Status::TimedOut => CallStatus::TimedOut,
        Status::Cancelled => CallStatus::Cancelled,
    };
    let arguments = outcome.arguments.as_ref().map_or_else(|| call.arguments.clone(), ToString::to_string);
    let result = outcome.value.as_ref().map(|value| serde_json::to_string_pretty(value).unwrap_or_default());
    CallOutcome {
        call_id: call.call_id.clone(),
        name: outcome.name,
        library: call.library.clone(),
        arguments,
        status,
        tokens: outcome.value.as_ref().map(|value| estimated(&value.to_string())).unwrap_or_default(),
        result,
        error: outcome.error,
        problems: outcome
            .problems
            .into_iter()
            .map(|problem| ArgumentProblem {
                path: problem.path,
                message: problem.message,
                reason: match problem.reason {
                    studio_runtime::ArgumentReason::Missing { field } => ArgumentReason::Missing { field },
                    studio_runtime::ArgumentReason::Unknown => ArgumentReason::Unknown,
                    studio_runtime::ArgumentReason::Unfit => ArgumentReason::Unfit,
                },
            })
            .collect(),
        consent: consent.filter(|_| status == CallStatus::NeedsConsent),
        trace: outcome.trace.iter().map(stage).collect(),
        elapsed_us: outcome.elapsed.as_micros() as u32,
        outside_us: outcome.outside.map(|time| time.as_micros() as u32),
        log: outcome.log,
        sandbox: outcome.sandbox,
    }
}

/// The tokens of a result; those of a very long one by its beginning, since nobody waits for a whole count.
pub(crate) fn estimated(text: &str) -> u32 {
    pub(crate) const COUNTED: usize = 64 * 1024;
    if text.len() <= COUNTED {
        return count(text);
    }
    let end = (0..=COUNTED).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let beginning = &text[..end];
    (f64::from(count(beginning)) * text.len() as f64 / beginning.len() as f64) as u32
}

pub(crate) fn stage(stage: &studio_runtime::TraceStage) -> TraceStage {
    use studio_runtime::Stage as Of;
    let name = match stage.stage {
        Of::LookUp => Stage::LookUp,
        Of::Enabled => Stage::Enabled,
        Of::Validate => Stage::Validate,
        Of::Consent => Stage::Consent,
        Of::Handler => Stage::Handler,
        Of::Result => Stage::Result,
    };
    let state = match stage.state {
        studio_runtime::StageState::Passed => StageState::Passed,
        studio_runtime::StageState::Failed => StageState::Failed,
        studio_runtime::StageState::NotReached => StageState::NotReached,
    };
    TraceStage {
        stage: name,
        state,
        start_us: stage.start.as_secs_f64() * 1e6,
        elapsed_us: stage.elapsed.as_secs_f64() * 1e6,
        note: stage.note.clone(),
    }
}

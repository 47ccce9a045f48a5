//! What came of calls that a simulated session made.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Kept, Mirror, mirror};
use crate::dto;

mirror! {
    /// What became of a call.
    #[serde(rename_all = "snake_case")]
    enum Status of dto::CallStatus { Success, Error, Refused, NeedsConsent, TimedOut, Cancelled }
}

mirror! {
    /// Why arguments do not fit.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Reason of dto::ArgumentReason { Missing { field: String }, Unknown, Unfit }
}

mirror! {
    /// One thing wrong with the arguments.
    struct Problem of dto::ArgumentProblem { path: String, message: String, reason: Reason }
}

mirror! {
    /// The stages of a call.
    #[serde(rename_all = "snake_case")]
    enum Stage of dto::Stage { LookUp, Enabled, Validate, Consent, Handler, Result }
}

mirror! {
    /// How a stage went.
    #[serde(rename_all = "snake_case")]
    enum StageState of dto::StageState { Passed, Failed, NotReached }
}

mirror! {
    /// One stage of a call.
    struct Traced of dto::TraceStage { stage: Stage, state: StageState, start_us: f64, elapsed_us: f64, note: String }
}

/// A call with all that came of it. What it asked the author for is asked again when it is made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    call_id: String,
    name: String,
    library: Option<String>,
    arguments: String,
    status: Status,
    result: Option<String>,
    error: Option<String>,
    problems: Vec<Problem>,
    trace: Vec<Traced>,
    elapsed_us: u32,
    outside_us: Option<u32>,
    tokens: u32,
    log: String,
    sandbox: Option<String>,
}

impl Mirror<dto::CallOutcome> for Outcome {
    fn of(shown: &dto::CallOutcome) -> Self {
        Self {
            call_id: shown.call_id.clone(),
            name: shown.name.clone(),
            library: shown.library.clone(),
            arguments: shown.arguments.clone(),
            status: Mirror::of(&shown.status),
            result: shown.result.clone(),
            error: shown.error.clone(),
            problems: Mirror::of(&shown.problems),
            trace: Mirror::of(&shown.trace),
            elapsed_us: shown.elapsed_us,
            outside_us: shown.outside_us,
            tokens: shown.tokens,
            log: shown.log.clone(),
            sandbox: shown.sandbox.clone(),
        }
    }

    fn shown(self) -> dto::CallOutcome {
        dto::CallOutcome {
            call_id: self.call_id,
            name: self.name,
            library: self.library,
            arguments: self.arguments,
            status: self.status.shown(),
            result: self.result,
            error: self.error,
            problems: self.problems.shown(),
            consent: None,
            trace: self.trace.shown(),
            elapsed_us: self.elapsed_us,
            outside_us: self.outside_us,
            tokens: self.tokens,
            log: self.log,
            sandbox: self.sandbox,
        }
    }
}

/// The calls that were made for one event, and what went over the wire for a question to a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Made {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) calls: Vec<Outcome>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exchanges: Vec<Exchange>,
}

impl Kept for Made {}

/// A request to a model and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Exchange {
    url: String,
    request_headers: Vec<(String, String)>,
    request_body: String,
    status: Option<u16>,
    response_headers: Vec<(String, String)>,
    response_body: String,
    response_bytes: usize,
    elapsed_us: u64,
}

impl Mirror<studio_connect::Exchange> for Exchange {
    fn of(went: &studio_connect::Exchange) -> Self {
        Self {
            url: went.url.clone(),
            request_headers: went.request_headers.clone(),
            request_body: went.request_body.clone(),
            status: went.status,
            response_headers: went.response_headers.clone(),
            response_body: went.response_body.clone(),
            response_bytes: went.response_bytes,
            elapsed_us: u64::try_from(went.elapsed.as_micros()).unwrap_or(u64::MAX),
        }
    }

    fn shown(self) -> studio_connect::Exchange {
        studio_connect::Exchange {
            url: self.url,
            request_headers: self.request_headers,
            request_body: self.request_body,
            status: self.status,
            response_headers: self.response_headers,
            response_body: self.response_body,
            response_bytes: self.response_bytes,
            elapsed: Duration::from_micros(self.elapsed_us),
        }
    }
}

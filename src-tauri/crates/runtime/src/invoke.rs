//! One call: look up → enabled → validate → consent → handler → result.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use serde_json::Value;
use studio_model::plural;

use crate::{
    Answer, ArgumentProblem, Call, Failure, Outcome, Registration, Status, Stop, json, json::shortened, trace::Trace,
};

/// A call to be made.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// Name of the tool.
    pub name: &'a str,
    /// Arguments as JSON text, as a model gives them; no text at all stands for no arguments.
    pub arguments: &'a str,
    /// Asks it to end early.
    pub stop: &'a Stop,
}

/// Whether the author allowed what would run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Nothing runs that has to be allowed.
    NotNeeded,
    /// It is allowed.
    Given,
    /// It has to be allowed first.
    Needed,
}

/// Makes a call, on the caller's thread, and tells all that came of it.
///
/// `look_up` finds the tool, or says why there is none as the model would read it ([`not_found`](crate::not_found)).
/// `consent` is asked only where the arguments are valid. Nothing fails but the call: a handler that panics is one that
/// failed.
pub fn invoke(
    invocation: &Invocation<'_>,
    look_up: impl FnOnce(&str) -> Result<Arc<Registration>, String>,
    consent: impl FnOnce(&Registration, &Value) -> Consent,
) -> Outcome {
    let mut trace = Trace::begin();
    let mut outcome = unanswered(invocation.name);
    match stages(invocation, look_up, consent, &mut trace, &mut outcome) {
        Ok(value) => {
            outcome.status = Status::Success;
            outcome.value = Some(value);
        }
        Err(end) => {
            outcome.status = end.status;
            outcome.error = Some(end.error);
            outcome.problems = end.problems;
            outcome.log = end.log;
        }
    }
    (outcome.trace, outcome.elapsed) = trace.finish();
    outcome
}

fn unanswered(name: &str) -> Outcome {
    Outcome {
        name: name.to_owned(),
        status: Status::Error,
        arguments: None,
        value: None,
        error: None,
        problems: Vec::new(),
        trace: Vec::new(),
        elapsed: std::time::Duration::ZERO,
        outside: None,
        size: 0,
        log: String::new(),
        sandbox: None,
    }
}

/// Why a call ended early.
struct End {
    status: Status,
    error: String,
    problems: Vec<ArgumentProblem>,
    log: String,
}

impl End {
    /// With its own words as the stage's note.
    fn noted(status: Status, error: String) -> (Self, String) {
        let note = shortened(&error, 200);
        (Self { status, error, problems: Vec::new(), log: String::new() }, note)
    }
}

fn stages(
    invocation: &Invocation<'_>,
    look_up: impl FnOnce(&str) -> Result<Arc<Registration>, String>,
    consent: impl FnOnce(&Registration, &Value) -> Consent,
    trace: &mut Trace,
    outcome: &mut Outcome,
) -> Result<Value, End> {
    let registration = trace.stage(|| match look_up(invocation.name) {
        Ok(found) => Ok((Arc::clone(&found), found.source.clone())),
        Err(error) => Err(End::noted(Status::Refused, error)),
    })?;
    trace.stage(|| match registration.admit() {
        Ok(note) => Ok(((), note)),
        Err(error) => Err(End::noted(Status::Refused, error)),
    })?;
    let arguments = trace.stage(|| validate(&registration, invocation.arguments))?;
    let arguments = &*outcome.arguments.insert(arguments);
    trace.stage(|| match consent(&registration, arguments) {
        Consent::NotNeeded => Ok(((), "not needed".to_owned())),
        Consent::Given => Ok(((), "given".to_owned())),
        Consent::Needed => {
            let error = format!("`{}` needs your permission to run.", registration.tool.name);
            Err(End::noted(Status::NeedsConsent, error))
        }
    })?;
    let answer = trace.stage(|| carry_out(&registration, arguments, invocation.stop))?;
    outcome.log = answer.log;
    outcome.sandbox = answer.sandbox;
    outcome.outside = answer.outside;
    let (value, size) = trace.stage(|| {
        let size = json::size(&answer.value);
        Ok(((answer.value, size), format!("{size} bytes")))
    })?;
    outcome.size = size;
    Ok(value)
}

fn validate(registration: &Registration, text: &str) -> Result<(Value, String), (End, String)> {
    let check = &registration.check;
    if let Some(problem) = check.schema_problem() {
        let error = format!("The schema of `{}` can't be used: {problem}", registration.tool.name);
        return Err(End::noted(Status::Refused, error));
    }
    match check.read(text) {
        Ok(valid) => {
            let note = match &valid.defaults[..] {
                [] => "valid".to_owned(),
                filled => format!("valid; defaults used for {}", filled.join(", ")),
            };
            Ok((valid.arguments, note))
        }
        Err(problems) => {
            let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let note = plural(problems.len(), "problem", "problems");
            Err((End { status: Status::Refused, error: texts.join("\n"), problems, log: String::new() }, note))
        }
    }
}

fn carry_out(registration: &Registration, arguments: &Value, stop: &Stop) -> Result<(Answer, String), (End, String)> {
    let tool = &registration.tool;
    let call = Call { name: &tool.name, arguments, limit: registration.limit, stop };
    let outcome = if stop.is_stopped() {
        Err(Failure::Stopped)
    } else {
        // What a handler keeps behind locks is its own to guard; nothing of ours is left half done.
        catch_unwind(AssertUnwindSafe(|| tool.handler.call(&call))).unwrap_or_else(|panic| Err(panicked(&*panic)))
    };
    match outcome {
        Ok(answer) => Ok((answer, "answered".to_owned())),
        Err(failure) => Err(end_of(failure)),
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Failure {
    let said = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("The tool's handler crashed: {}", said.unwrap_or("no reason given"));
    Failure::Failed { message, log: String::new() }
}

fn end_of(failure: Failure) -> (End, String) {
    let status = match failure {
        Failure::Stopped => Status::Cancelled,
        Failure::TimedOut { .. } => Status::TimedOut,
        _ => Status::Error,
    };
    let (mut end, note) = End::noted(status, failure.to_string());
    if let Failure::Failed { log, .. } | Failure::Garbage { log, .. } = failure {
        end.log = log;
    }
    (end, note)
}

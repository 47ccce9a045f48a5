//! Commands on tools: the schema of a signature, and calls.

use serde_json::{Value, json};
use studio_api::{
    Studio,
    dto::{CallOutcome, CallStatus, SpecEdit, SpecForm, Stage, ToolCall},
};

use crate::{
    arguments::Call,
    output::{Failure, Outcome, Output},
};

/// The JSON Schema of a gram type signature.
pub(crate) fn schema(signature: &str, output: &Output) -> Result<Outcome, Failure> {
    let spec = SpecEdit { source: SpecForm::Signature, signature: signature.to_owned(), ..SpecEdit::default() };
    let read = studio_api::convert_spec(&spec);
    if !read.problems.is_empty() {
        let lines =
            read.problems.iter().map(|problem| format!("{}:{}: {}", problem.line, problem.column, problem.message));
        return Err(Failure::input(lines.collect::<Vec<_>>().join("\n")));
    }
    let schema: Value = serde_json::from_str(&read.schema).map_err(|cause| Failure::input(cause.to_string()))?;
    output.result(&schema, |out| writeln!(out, "{}", read.schema));
    Ok(Outcome::Done)
}

/// Makes one call.
///
/// Whoever types the call allows what it runs. Only where something had been allowed before and is another command now
/// does it take `--allow`: a script or a server's command may have been changed by somebody else.
pub(crate) fn call(studio: &Studio, call: &Call, output: &Output) -> Result<Outcome, Failure> {
    let tool = studio.find_tool(&call.name)?;
    let skill_id = match &call.skill {
        Some(name) => Some(studio.find_skill(name)?.detail.id),
        None => None,
    };
    let request = ToolCall {
        call_id: "skillctl".to_owned(),
        tool_id: tool.id,
        library: call.library_name.clone(),
        skill_id,
        arguments: call.args.clone(),
    };
    let mut outcome = studio.call_tool(&request)?;
    // A server first, then perhaps its tool.
    for _ in 0..2 {
        let Some(asked) = outcome.consent.take().filter(|_| outcome.status == CallStatus::NeedsConsent) else { break };
        if !asked.changed.is_empty() && !call.allow {
            let message = format!(
                "{} is not what you allowed before: changed is the {}. It would run: {}. Look at it, then add --allow.",
                asked.subject,
                asked.changed.join(", the "),
                asked.argv.join(" ")
            );
            return Err(Failure::input(message));
        }
        studio.grant_consent(&asked.hash)?;
        outcome = studio.call_tool(&request)?;
    }
    report(&outcome, output);
    Ok(Outcome::with_findings(outcome.status != CallStatus::Success))
}

fn report(outcome: &CallOutcome, output: &Output) {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| json!(text));
    let mut document = json!({
        "name": outcome.name,
        "args": parsed(&outcome.arguments),
        "status": outcome.status,
        "elapsed_ms": f64::from(outcome.elapsed_us) / 1000.0,
        "outside_ms": outcome.outside_us.map(|time| f64::from(time) / 1000.0),
        "trace": outcome.trace,
        "sandbox": outcome.sandbox,
        "log": outcome.log,
    });
    match (&outcome.result, &outcome.error) {
        (Some(result), _) => document["result"] = parsed(result),
        (None, Some(error)) => document["error"] = json!(error),
        (None, None) => document["error"] = json!("The tool gave no result."),
    }
    if !outcome.problems.is_empty() {
        document["problems"] = json!(outcome.problems);
    }
    output.result(&document, |out| {
        if let Some(result) = &outcome.result {
            writeln!(out, "{result}")?;
        }
        Ok(())
    });
    if let Some(error) = outcome.error.as_ref().filter(|_| outcome.result.is_none()) {
        Output::note(error);
    }
    for stage in &outcome.trace {
        let name = match stage.stage {
            Stage::LookUp => "look up",
            Stage::Enabled => "enabled",
            Stage::Validate => "validate",
            Stage::Consent => "consent",
            Stage::Handler => "handler",
            Stage::Result => "result",
        };
        if stage.state != "not_reached" {
            Output::note(format_args!("{name:>8}  {:>9.3} ms  {}", stage.elapsed_us / 1000.0, stage.note));
        }
    }
    if !outcome.log.is_empty() {
        Output::note(outcome.log.trim_end());
    }
}

//! Commands on tools: the schema of a signature, and calls.

use serde_json::{Value, json};
use studio_api::{
    Studio,
    dto::{
        BindingState, CallOutcome, CallStatus, ConsentRequest, LibraryBehaviour, SpecEdit, SpecForm, Stage, StageState,
        ToolCall, ToolImplementation,
    },
};

use crate::{
    arguments::{Call, Implement, RenameInSkills},
    consent,
    output::{Failure, Outcome, Output},
    query::text_of,
};

/// Most that one call asks for.
const MOST_QUESTIONS: usize = 16;

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
    output.result(&schema, |out| out.block(&format!("{}\n", read.schema)));
    Ok(Outcome::Done)
}

/// Makes one call. What it would run on this machine has to be allowed, as in the window.
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
    // A server first, then perhaps its tool; a request for each secret it sends.
    for _ in 0..MOST_QUESTIONS {
        let Some(asked) = outcome.consent.as_ref().filter(|_| outcome.status == CallStatus::NeedsConsent) else {
            break;
        };
        if !is_allowed(studio, call, &tool.name, asked)? {
            break;
        }
        studio.grant_consent(&asked.hash)?;
        outcome = studio.call_tool(&request)?;
    }
    report(&outcome, output);
    Ok(Outcome::with_findings(outcome.status != CallStatus::Success))
}

/// Gives a tool another implementation in a tool library.
pub(crate) fn implement(studio: &Studio, implement: &Implement, output: &Output) -> Result<Outcome, Failure> {
    let tool = studio.find_tool(&implement.name)?;
    let implementation = match (&implement.script, &implement.from) {
        (Some(script), _) => script_of(script)?,
        (None, Some(other)) => studio.get_tool(&studio.find_tool(other)?.id)?.implementation,
        (None, None) => return Err(Failure::usage("use --script or --from")),
    };
    studio.implement_in_tool_library(&implement.library_name, &tool.id, &implementation)?;
    let library = &implement.library_name;
    let kind = json!(implementation)["kind"].clone();
    output.result(&json!({ "name": tool.name, "library": library, "implementation": kind }), |out| {
        writeln!(out, "Added an implementation of {} to the tool library {library}.", tool.name)
    });
    Ok(Outcome::Done)
}

/// Gives a tool another name in the texts of skills.
pub(crate) fn rename_in_skills(studio: &Studio, rename: &RenameInSkills, output: &Output) -> Result<Outcome, Failure> {
    let find = |name: &String| Ok(studio.find_skill(name)?.detail.id);
    let ids = rename.skills.iter().map(find).collect::<Result<Vec<String>, Failure>>()?;
    let skills = (!ids.is_empty()).then_some(ids.as_slice());
    let report = studio.rename_in_skills(&rename.from, &rename.to, skills)?;
    output.result(&report, |out| {
        report.refused.iter().try_for_each(|refused| writeln!(out, "{}: {}", refused.place(), refused.message))?;
        writeln!(out, "{} changed, {} skipped", report.done, report.refused.len())
    });
    Ok(Outcome::with_findings(report.done == 0 || !report.refused.is_empty()))
}

fn script_of(path: &std::path::Path) -> Result<ToolImplementation, Failure> {
    let script = text_of(path)?;
    let memory_mb = studio_api::SCRIPT_MEMORY_MB;
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("py") => Ok(ToolImplementation::Python { script, allow_network: false, memory_mb }),
        Some("js") => Ok(ToolImplementation::Javascript { script, memory_mb }),
        _ => Err(Failure::input(format!("{}: scripts must be .py or .js files", path.display()))),
    }
}

/// Which tools a library carries out.
pub(crate) fn bind(studio: &Studio, library: &str, output: &Output) -> Result<Outcome, Failure> {
    let bindings = studio.bind_tool_library(library)?;
    output.result(&json!({ "library": library, "bindings": bindings }), |out| {
        bindings.iter().try_for_each(|binding| {
            writeln!(out, "{:<8} {}", binding.state, binding.name)?;
            binding.differences.iter().try_for_each(|difference| {
                let (tool, library) = (&difference.specification, &difference.implementation);
                let part = difference.part;
                let place = difference.pointer.as_ref().map(|pointer| format!(" {pointer}")).unwrap_or_default();
                writeln!(out, "         {part}{place}: the tool has {tool}, the library has {library}")
            })?;
            match binding.more_differences {
                0 => Ok(()),
                more => writeln!(out, "         and {more} more"),
            }
        })
    });
    Ok(Outcome::with_findings(bindings.iter().any(|binding| binding.state == BindingState::Differs)))
}

fn is_allowed(studio: &Studio, call: &Call, tool: &str, asked: &ConsentRequest) -> Result<bool, Failure> {
    if call.allow {
        Output::note(format_args!("allowed: {}", consent::allowed(asked)));
        return Ok(true);
    }
    consent::ask(asked, script(studio, tool, call.library_name.as_deref())?.as_deref())
}

/// The script that carries a tool out, where one does.
fn script(studio: &Studio, tool: &str, library: Option<&str>) -> Result<Option<String>, Failure> {
    let tools = studio.get_tool_library(library.unwrap_or("own"))?;
    let behaviour = tools.tools.into_iter().find(|known| known.name == tool).map(|known| known.behaviour);
    let Some(LibraryBehaviour::Run { implementation }) = behaviour else { return Ok(None) };
    Ok(match implementation {
        ToolImplementation::Python { script, .. } | ToolImplementation::Javascript { script, .. } => Some(script),
        _ => None,
    })
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
        (None, None) => document["error"] = json!("The tool returned no result."),
    }
    if !outcome.problems.is_empty() {
        document["problems"] = json!(outcome.problems);
    }
    output.result(&document, |out| {
        if let Some(result) = &outcome.result {
            out.block(&format!("{result}\n"))?;
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
        if stage.state != StageState::NotReached {
            Output::note(format_args!("{name:>8}  {:>9.3} ms  {}", stage.elapsed_us / 1000.0, stage.note));
        }
    }
    if !outcome.log.is_empty() {
        Output::note(outcome.log.trim_end());
    }
}

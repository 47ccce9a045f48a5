//! Kept calls with what they should give, and running them all again.

use serde_json::Value;
use studio_store::ToolCaseRow;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    base::ids::tool_id,
    calls::deferred::RunningCall,
    dto::{
        CallOutcome, CallStatus, CaseResult, CaseRun, CredentialChoice, Expectation, ToolCall, ToolCase, ToolCases,
        UnreadableRow,
    },
    kept::{self, Mirror, Unreadable, calls},
};

impl Studio {
    /// A tool's kept calls, beside those that cannot be read.
    pub fn list_tool_cases(&self, tool: &str) -> Result<ToolCases, Error> {
        let rows = self.session()?.library.list_tool_cases(tool_id(tool)?)?;
        let named =
            |row: &ToolCaseRow| UnreadableRow { id: row.id.to_string(), name: row.name.clone(), reason: String::new() };
        let (cases, unreadable) = kept::parted(rows, shown, named);
        Ok(ToolCases { cases, unreadable })
    }

    /// Keeps a call, or changes a kept one. One that holds a credential is refused.
    pub fn save_tool_case(&self, case: &ToolCase) -> Result<ToolCase, Error> {
        self.save_tool_case_choosing(case, CredentialChoice::Ask)
    }

    /// Stores a call whose credentials are settled.
    pub(crate) fn store_tool_case(&self, case: &ToolCase) -> Result<ToolCase, Error> {
        let session = self.session()?;
        let invalid = |message: String| Error::new(ErrorCode::Invalid, message);
        if case.name.trim().is_empty() {
            return Err(invalid("A test needs a name, such as “No reason given”.".to_owned()));
        }
        if let Expectation::Equals { value } = &case.expected {
            serde_json::from_str::<Value>(value).map_err(|cause| {
                invalid(format!("The expected result isn't valid JSON: {cause}. Put text in double quotes."))
            })?;
        }
        let id = if case.id.is_empty() { Uuid::new_v4() } else { case_id(&case.id)? };
        let row = ToolCaseRow {
            id,
            tool: tool_id(&case.tool_id)?,
            name: case.name.trim().to_owned(),
            arguments: case.arguments.clone(),
            expected: kept::write::<calls::Expectation>(&Mirror::of(&case.expected)),
            last: case.last.as_ref().map(written),
        };
        session.writing().put_tool_case(&row)?;
        let row = session.library.get_tool_case(id)?;
        shown(&row).map_err(|why| unreadable(&row, &why))
    }

    /// Forgets a kept call.
    pub fn delete_tool_case(&self, id: &str) -> Result<(), Error> {
        Ok(self.session()?.writing().delete_tool_case(case_id(id)?)?)
    }

    /// Holds what a call gave against a kept one, and keeps with it how that went.
    pub fn judge_tool_case(&self, id: &str, outcome: &CallOutcome) -> Result<CaseResult, Error> {
        let session = self.session()?;
        let writing = session.writing();
        let row = session.library.get_tool_case(case_id(id)?)?;
        let result = result(&row, outcome.library.as_deref(), outcome)?;
        writing.set_case_outcome(row.id, &written(&result))?;
        Ok(result)
    }

    /// Makes all of a tool's kept calls again, in its own implementation or a library's. Whoever cancels `call_id` ends
    /// the call that runs; it and those after it stay as they were.
    pub fn run_tool_cases(&self, tool: &str, library: Option<&str>, call_id: &str) -> Result<CaseRun, Error> {
        let session = self.session()?;
        let running = RunningCall::enter(&session, call_id);
        let mut run = CaseRun { results: Vec::new(), not_run: Vec::new() };
        for listed in session.library.list_tool_cases(tool_id(tool)?)? {
            if running.stop.is_stopped() {
                run.not_run.push(listed.id.to_string());
                continue;
            }
            // Each one as it is when its turn comes.
            let row = match session.library.get_tool_case(listed.id) {
                Err(studio_store::Error::NotFound { .. }) => continue,
                row => row?,
            };
            let outcome = session.call(
                &ToolCall {
                    call_id: call_id.to_owned(),
                    tool_id: tool.to_owned(),
                    library: library.map(str::to_owned),
                    skill_id: None,
                    arguments: row.arguments.clone(),
                },
                &running.stop,
            )?;
            if outcome.status == CallStatus::Cancelled {
                run.not_run.push(row.id.to_string());
                continue;
            }
            let result = result(&row, library, &outcome)?;
            // One that was forgotten while it ran stays forgotten, with how it went.
            if session.writing().set_case_outcome(row.id, &written(&result))? {
                run.results.push(result);
            }
        }
        Ok(run)
    }
}

/// How a kept call went.
fn result(row: &ToolCaseRow, library: Option<&str>, outcome: &CallOutcome) -> Result<CaseResult, Error> {
    let (is_passed, message) = judge(&expected(row).map_err(|why| unreadable(row, &why))?, outcome);
    Ok(CaseResult {
        case_id: row.id.to_string(),
        is_passed,
        message,
        elapsed_us: outcome.elapsed_us,
        library: library.map(str::to_owned),
        ran_at: crate::now(),
    })
}

/// Whether a call gave what it should, and what it gave.
fn judge(expected: &Expectation, outcome: &CallOutcome) -> (bool, String) {
    let result = outcome.result.as_deref().unwrap_or_default();
    let error = outcome.error.as_deref().unwrap_or_default();
    let gave = match outcome.status {
        CallStatus::Success => shortened(result),
        CallStatus::NeedsConsent => "Waiting for your permission to run.".to_owned(),
        _ => shortened(error),
    };
    let is_success = outcome.status == CallStatus::Success;
    let is_passed = match expected {
        Expectation::Success => is_success,
        Expectation::Equals { value } => {
            let (wanted, got) = (serde_json::from_str::<Value>(value), serde_json::from_str::<Value>(result));
            is_success && matches!((wanted, got), (Ok(wanted), Ok(got)) if studio_runtime::is_equal(&wanted, &got))
        }
        Expectation::Contains { text } => is_success && result.contains(text.as_str()),
        Expectation::Refused => outcome.status == CallStatus::Refused,
        Expectation::Error { text } => outcome.status == CallStatus::Error && error.contains(text.as_str()),
    };
    (is_passed, gave)
}

fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST { line } else { line.chars().take(MOST).chain(['…']).collect() }
}

fn shown(row: &ToolCaseRow) -> Result<ToolCase, Unreadable> {
    Ok(ToolCase {
        expected: expected(row)?,
        // How it went last is told anew by the next run.
        last: row.last.as_ref().and_then(|last| kept::read::<calls::Last>(last).ok()).map(Mirror::shown),
        id: row.id.to_string(),
        tool_id: row.tool.to_string(),
        name: row.name.clone(),
        arguments: row.arguments.clone(),
    })
}

fn expected(row: &ToolCaseRow) -> Result<Expectation, Unreadable> {
    Ok(kept::read::<calls::Expectation>(&row.expected)?.shown())
}

fn written(result: &CaseResult) -> Value {
    kept::write::<calls::Last>(&Mirror::of(result))
}

fn unreadable(row: &ToolCaseRow, why: &Unreadable) -> Error {
    let message = format!("The test “{}” can't be read. {why} Delete it or recreate it.", row.name);
    Error::new(ErrorCode::Invalid, message).with_detail(why)
}

fn case_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("case", text))
}

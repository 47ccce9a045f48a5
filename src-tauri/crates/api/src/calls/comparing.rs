//! Two tool libraries held against each other, and which tools one carries out.

use crate::{
    Error, Studio,
    base::ids::tool_id,
    calls::{deferred::RunningCall, libraries::registered},
    definitions::forms as tool_forms,
    dto::{
        Binding, BindingState, CallOutcome, CallStatus, ComparisonRow, Difference, LibraryComparison, ToolCall,
        ToolPart,
    },
};
use serde_json::Value;
use studio_runtime::{BindError, Part};
use studio_store::ToolRecord;

impl Studio {
    /// Which tools a library carries out, and in what the others differ.
    pub fn bind_tool_library(&self, library: &str) -> Result<Vec<Binding>, Error> {
        let session = self.session()?;
        let bound = registered(&self.get_tool_library(library)?.tools);
        let records = session.library.list_tool_records()?;
        Ok(records.iter().map(|record| binding(record, &bound)).collect())
    }

    /// The same calls in two libraries. Whoever cancels `call_id` ends the call that runs and all that would follow.
    pub fn compare_tool_libraries(
        &self,
        tool: &str,
        a: &str,
        b: &str,
        arguments: &[String],
        call_id: &str,
    ) -> Result<LibraryComparison, Error> {
        let session = self.session()?;
        let running = RunningCall::enter(&session, call_id);
        let id = tool_id(tool)?;
        let mut calls: Vec<(String, String)> =
            arguments.iter().enumerate().map(|(at, text)| (format!("Call {}", at + 1), text.clone())).collect();
        if calls.is_empty() {
            calls.extend(session.library.list_tool_cases(id)?.into_iter().map(|case| (case.name, case.arguments)));
        }
        let call = |library: &str, arguments: &str| {
            let call = ToolCall {
                call_id: call_id.to_owned(),
                tool_id: tool.to_owned(),
                library: Some(library.to_owned()),
                skill_id: None,
                arguments: arguments.to_owned(),
            };
            session.call(&call, &running.stop)
        };
        let mut rows = Vec::new();
        let mut not_run = Vec::new();
        for (name, arguments) in calls {
            if running.stop.is_stopped() {
                not_run.push(name);
                continue;
            }
            let (of_a, of_b) = (call(a, &arguments)?, call(b, &arguments)?);
            if [&of_a, &of_b].iter().any(|outcome| outcome.status == CallStatus::Cancelled) {
                not_run.push(name);
                continue;
            }
            let is_same = is_same(&of_a, &of_b);
            rows.push(ComparisonRow { name, arguments, a: of_a, b: of_b, is_same });
        }
        Ok(LibraryComparison { a: a.to_owned(), b: b.to_owned(), rows, not_run })
    }
}

/// Whether two calls gave the same; none where one of them waits for the author's consent, as it gave nothing yet.
fn is_same(a: &CallOutcome, b: &CallOutcome) -> Option<bool> {
    if [a, b].iter().any(|outcome| outcome.status == CallStatus::NeedsConsent) {
        return None;
    }
    let result =
        |text: &Option<String>| text.as_deref().map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
    let is_same_result = match (result(&a.result), result(&b.result)) {
        (Some(one), Some(other)) => studio_runtime::is_equal(&one, &other),
        (one, other) => one.is_none() && other.is_none(),
    };
    Some(a.status == b.status && is_same_result && a.error == b.error)
}

/// Most differences listed of one tool; a schema that came from elsewhere can have thousands.
const MOST_DIFFERENCES: usize = 50;

pub(crate) fn binding(record: &ToolRecord, library: &studio_runtime::ToolLibrary) -> Binding {
    let (state, mut differences) = match library.bind(&tool_forms::specification(record)) {
        Ok(_) => (BindingState::Bound, Vec::new()),
        Err(BindError::Differs { differences, .. }) => (BindingState::Differs, differences),
        Err(_) => (BindingState::Missing, Vec::new()),
    };
    let more = differences.len().saturating_sub(MOST_DIFFERENCES);
    differences.truncate(MOST_DIFFERENCES);
    let shown = |difference: studio_runtime::Difference| Difference {
        part: match difference.part {
            Part::Name => ToolPart::Name,
            Part::Description => ToolPart::Description,
            Part::Schema => ToolPart::Schema,
        },
        pointer: Some(difference.path).filter(|path| !path.is_empty()),
        specification: difference.specification,
        implementation: difference.implementation,
    };
    Binding {
        tool_id: record.tool.id.to_string(),
        name: record.tool.name.clone(),
        state,
        differences: differences.into_iter().map(shown).collect(),
        more_differences: more as u32,
    }
}

//! Calls of tools: bench, pipelines, kept cases and comparisons all go through here.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::Value;
use studio_model::{SkillId, ToolId};
use studio_runtime::{
    Answer, ArgumentCheck, Call, Consent, DependencyProblem, Failure, Grant, Handler, Invocation, Outcome,
    Registration, Status, Stop, Tool, ToolNode, dependency_order, invoke,
};
use studio_store::ToolRecord;

use crate::{
    Error, Studio,
    dto::{ArgumentProblem, CallOutcome, CallStatus, ConsentRequest, Stage, ToolCall, ToolImplementation, TraceStage},
    server_slot::Wait,
    session::{Session, skill_id},
    token_counts::count,
    tool_forms,
    tool_handlers::{Ready, Subject},
    tools::tool_id,
};

/// Tools' schemas made ready for checking, by tool and the schema they were made of.
pub(crate) type Checks = Mutex<BTreeMap<ToolId, (Value, Arc<ArgumentCheck>)>>;

impl Studio {
    /// Makes a call, and tells all that came of it. Only a library that cannot be read is an error.
    pub fn call_tool(&self, call: &ToolCall) -> Result<CallOutcome, Error> {
        let session = self.session()?;
        let running = RunningCall::enter(&session, &call.call_id);
        session.call(call, &running.stop)
    }

    /// Ends a call that runs, or a run of several with all that would follow; nothing happens when it has ended already.
    pub fn cancel_call(&self, call_id: &str) -> Result<(), Error> {
        if let Some(stop) = self.shared.calls.lock().unwrap_or_else(PoisonError::into_inner).get(call_id) {
            stop.stop();
        }
        Ok(())
    }
}

/// A call that can be cancelled, or several made one after the other, for as long as they run.
pub(crate) struct RunningCall {
    session: Arc<Session>,
    id: String,
    pub(crate) stop: Stop,
}

impl RunningCall {
    pub(crate) fn enter(session: &Arc<Session>, id: &str) -> Self {
        let stop = Stop::new();
        session.shared.calls.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), stop.clone());
        Self { session: Arc::clone(session), id: id.to_owned(), stop }
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        self.session.shared.calls.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

impl Session {
    /// Makes a call, and tells all that came of it.
    pub(crate) fn call(self: &Arc<Self>, call: &ToolCall, stop: &Stop) -> Result<CallOutcome, Error> {
        let id = tool_id(&call.tool_id)?;
        let skill = call.skill_id.as_deref().map(skill_id).transpose()?;
        let record = self.library.get_tool_record(id)?;
        let asked: Arc<Mutex<Option<ConsentRequest>>> = Arc::default();
        let registration = self.registration(call, &record, skill, &asked)?;
        let (registration, is_run_here) = match registration {
            Ok((registration, is_run_here)) => (Ok(registration), is_run_here),
            Err(unbound) => (Err(unbound), false),
        };
        let name = record.tool.name.clone();
        let invocation = Invocation { name: &name, arguments: &call.arguments, stop };
        let outcome = invoke(
            &invocation,
            |_| registration.clone().map(Arc::new),
            |_, _| {
                if asked.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    Consent::Needed
                } else if is_run_here {
                    Consent::Given
                } else {
                    Consent::NotNeeded
                }
            },
        );
        let asked = asked.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A server's tool is compared with what was allowed only when the server runs.
        let is_late = asked.is_some() && outcome.status == Status::Error;
        let outcome = if is_late { outcome.stopped_at_consent() } else { outcome };
        if !matches!(outcome.status, Status::NeedsConsent | Status::Cancelled) {
            let failed = outcome.status != Status::Success;
            // What came of the call matters more than that it is counted.
            let _uncounted = self.library.count_call(id, skill, failed, outcome.elapsed.as_micros() as u64);
        }
        Ok(shown(call, outcome, asked))
    }

    /// The tool as it may be called now, and whether that runs something on this machine; else why the library does not
    /// have it, as the model would read it.
    fn registration(
        self: &Arc<Self>,
        call: &ToolCall,
        record: &ToolRecord,
        skill: Option<SkillId>,
        asked: &Arc<Mutex<Option<ConsentRequest>>>,
    ) -> Result<Result<(Registration, bool), String>, Error> {
        let specification = tool_forms::specification(record);
        let (tool, source, is_run_here) = match &call.library {
            Some(library) if library != crate::tool_libraries::OWN => {
                match self.library_tool(library, record, asked)? {
                    Ok((tool, None)) => (tool, format!("library {library}"), false),
                    Ok((tool, Some(run))) => (tool, format!("library {library}, {}", source(&run)), asks_first(&run)),
                    Err(unbound) => return Ok(Err(unbound.to_string())),
                }
            }
            _ => {
                let implementation = tool_forms::implementation(record);
                let (source, is_run_here) = (source(&implementation), asks_first(&implementation));
                let handler = self.deferred(record, &record.tool.name, implementation, asked)?;
                (Tool::of(&specification, handler), source, is_run_here)
            }
        };
        let check = self.check_of(record.tool.id, &tool.schema);
        let registration = Registration {
            check,
            source,
            is_enabled: record.tool.audit.active,
            access_needed: self.effect_of_call(record, &tool_forms::implementation(record))?,
            granted: skill.map(|skill| self.grant(skill, record.tool.id)).transpose()?,
            unmet: self.unmet(record.tool.id)?,
            limit: Duration::from_secs(u64::from(record.detail.timeout_s)),
            tool,
        };
        Ok(Ok((registration, is_run_here)))
    }

    /// What carries a tool's calls out, made ready when the call has passed all checks. The author is asked for it by
    /// `name`: what several libraries run for one tool is allowed apart.
    pub(crate) fn deferred(
        self: &Arc<Self>,
        record: &ToolRecord,
        name: &str,
        implementation: ToolImplementation,
        asked: &Arc<Mutex<Option<ConsentRequest>>>,
    ) -> Result<Arc<dyn Handler>, Error> {
        let deferred = Deferred {
            session: Arc::clone(self),
            name: name.to_owned(),
            tool: record.tool.name.clone(),
            description: record.tool.description.clone(),
            parameters: record.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            retries: record.detail.retries,
            implementation,
            asked: Arc::clone(asked),
        };
        // What would have to be allowed is known before the call begins: the stage of consent tells it.
        if let Some(request) = self.to_be_allowed(&deferred.subject(), &deferred.implementation)? {
            *asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(request);
        }
        Ok(Arc::new(deferred))
    }

    fn check_of(&self, tool: ToolId, schema: &Value) -> Arc<ArgumentCheck> {
        let mut checks = self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        match checks.get(&tool) {
            Some((known, check)) if known == schema => Arc::clone(check),
            _ => {
                let check = Arc::new(ArgumentCheck::new(schema));
                checks.insert(tool, (schema.clone(), Arc::clone(&check)));
                check
            }
        }
    }

    fn grant(&self, skill: SkillId, tool: ToolId) -> Result<Grant, Error> {
        let composition = self.composition()?;
        let access = composition.tools_of(skill).into_iter().find(|granted| granted.tool == tool);
        Ok(Grant { skill: composition.name_of(skill), access: access.map(|granted| granted.access) })
    }

    /// What is wrong with the tools a tool needs.
    fn unmet(&self, tool: ToolId) -> Result<Vec<DependencyProblem>, Error> {
        let needs = self.library.list_tool_needs()?;
        if !needs.contains_key(&tool) {
            return Ok(Vec::new());
        }
        let mut nodes: BTreeMap<ToolId, ToolNode> = BTreeMap::new();
        for known in self.library.list_tools()? {
            let depends_on = needs.get(&known.id).cloned().unwrap_or_default();
            nodes.insert(known.id, ToolNode { name: known.name, is_enabled: true, depends_on });
        }
        for id in needs.values().flatten() {
            if !nodes.contains_key(id)
                && let Ok(gone) = self.library.get_tool(*id)
            {
                nodes.insert(*id, ToolNode { name: gone.name, is_enabled: false, depends_on: Vec::new() });
            }
        }
        Ok(dependency_order(tool, &nodes).err().unwrap_or_default())
    }
}

/// Makes ready what carries a call out once it is really to be made: a server may have to be started for it.
struct Deferred {
    session: Arc<Session>,
    name: String,
    tool: String,
    description: String,
    parameters: Vec<String>,
    retries: u32,
    implementation: ToolImplementation,
    asked: Arc<Mutex<Option<ConsentRequest>>>,
}

impl Deferred {
    fn subject(&self) -> Subject<'_> {
        Subject {
            name: &self.name,
            tool: &self.tool,
            description: &self.description,
            parameters: &self.parameters,
            retries: self.retries,
        }
    }
}

impl Handler for Deferred {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        match self.session.ready(&self.subject(), &self.implementation, Wait::new(call.limit, call.stop)) {
            Ok(Ready::Handler(handler)) => handler.call(call),
            Ok(Ready::Consent(request)) => {
                *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(*request);
                Err(Failure::Refused { message: format!("The author must allow `{}` to run first.", self.name) })
            }
            Ok(Ready::Failed(failure)) => Err(failure),
            Err(error) => Err(Failure::Unavailable { message: error.message }),
        }
    }
}

/// Where a tool's own implementation comes from, for the trace.
fn source(implementation: &ToolImplementation) -> String {
    match implementation {
        ToolImplementation::None => "described only".to_owned(),
        ToolImplementation::McpServer { server, .. } => format!("server {server}"),
        ToolImplementation::Rest { method, .. } => format!("rest, {method}"),
        ToolImplementation::Python { .. } => "python".to_owned(),
        ToolImplementation::Javascript { .. } => "javascript".to_owned(),
        ToolImplementation::Java { class, .. } => format!("java, {class}"),
    }
}

/// Whether it runs something that has to be allowed.
fn asks_first(implementation: &ToolImplementation) -> bool {
    !matches!(implementation, ToolImplementation::None | ToolImplementation::Rest { .. })
}

fn shown(call: &ToolCall, outcome: Outcome, consent: Option<ConsentRequest>) -> CallOutcome {
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
            .map(|problem| ArgumentProblem { path: problem.path, message: problem.message })
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
fn estimated(text: &str) -> u32 {
    const COUNTED: usize = 64 * 1024;
    if text.len() <= COUNTED {
        return count(text);
    }
    let end = (0..=COUNTED).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let beginning = &text[..end];
    (f64::from(count(beginning)) * text.len() as f64 / beginning.len() as f64) as u32
}

fn stage(stage: &studio_runtime::TraceStage) -> TraceStage {
    use studio_runtime::{Stage as Of, StageState};
    let name = match stage.stage {
        Of::LookUp => Stage::LookUp,
        Of::Enabled => Stage::Enabled,
        Of::Validate => Stage::Validate,
        Of::Consent => Stage::Consent,
        Of::Handler => Stage::Handler,
        Of::Result => Stage::Result,
    };
    let state = match stage.state {
        StageState::Passed => "passed",
        StageState::Failed => "failed",
        StageState::NotReached => "not_reached",
    };
    TraceStage {
        stage: name,
        state: state.to_owned(),
        start_us: stage.start.as_secs_f64() * 1e6,
        elapsed_us: stage.elapsed.as_secs_f64() * 1e6,
        note: stage.note.clone(),
    }
}

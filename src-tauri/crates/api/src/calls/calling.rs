//! Calls of tools: bench, pipelines, kept cases and comparisons all go through here.

use parking_lot::Mutex;
use std::{
    cell::OnceCell,
    collections::BTreeMap,
    sync::{Arc, OnceLock},
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
    calls::{
        counts::Counts,
        handlers::{Ready, Subject},
    },
    dto::{
        ArgumentProblem, ArgumentReason, CallOutcome, CallStatus, ConsentRequest, Stage, StageState, ToolCall,
        ToolImplementation, TraceStage,
    },
    servers::slot::Wait,
    skills::token_counts::count,
    studio::session::{Session, skill_id},
    tools::{forms as tool_forms, records::tool_id},
};

/// What is kept between calls.
#[derive(Default)]
pub(crate) struct Checks {
    /// Tools' schemas made ready for checking, by tool and the schema they were made of.
    ready: Mutex<BTreeMap<ToolId, (Value, Arc<ArgumentCheck>)>>,
    pub(crate) counts: Counts,
}

impl Studio {
    /// Makes a call, and tells all that came of it. Only a library that cannot be read is an error.
    pub fn call_tool(&self, call: &ToolCall) -> Result<CallOutcome, Error> {
        let session = self.session()?;
        let running = RunningCall::enter(&session, &call.call_id);
        session.call(call, &running.stop)
    }

    /// Ends a call that runs, or a run of several with all that would follow; nothing happens when it has ended already.
    pub fn cancel_call(&self, call_id: &str) -> Result<(), Error> {
        if let Some(stop) = self.shared.calls.lock().get(call_id) {
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
        session.shared.calls.lock().insert(id.to_owned(), stop.clone());
        Self { session: Arc::clone(session), id: id.to_owned(), stop }
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        self.session.shared.calls.lock().remove(&self.id);
    }
}

impl Session {
    /// Makes a call, and tells all that came of it. What it reads for that is part of its stages.
    pub(crate) fn call(self: &Arc<Self>, call: &ToolCall, stop: &Stop) -> Result<CallOutcome, Error> {
        let id = tool_id(&call.tool_id)?;
        let skill = call.skill_id.as_deref().map(skill_id).transpose()?;
        let (found, unread): (OnceCell<Found>, OnceCell<Error>) = Default::default();
        let outcome = invoke(
            &Invocation { name: &call.tool_id, arguments: &call.arguments, stop },
            |_| {
                let looked_up = self.look_up(call, id, skill, &found);
                looked_up.unwrap_or_else(|error| Err(unread.get_or_init(|| error).message.clone()))
            },
            |_, _| {
                let runs = found.get().and_then(|found| found.runs.as_ref());
                match runs.map_or(Ok(Consent::NotNeeded), |runs| runs.consent()) {
                    Ok(consent) => consent,
                    Err(error) => {
                        unread.get_or_init(|| error);
                        Consent::Needed
                    }
                }
            },
        );
        if let Some(error) = unread.into_inner() {
            return Err(error);
        }
        let found = found.into_inner().unwrap_or_default();
        let asked = found.runs.and_then(|runs| runs.asked.lock().take());
        // A server's tool is compared with what was allowed only when the server runs.
        let is_late = asked.is_some() && outcome.status == Status::Error;
        let outcome = if is_late { outcome.stopped_at_consent() } else { outcome };
        if !matches!(outcome.status, Status::NeedsConsent | Status::Cancelled) {
            self.count_call(id, skill, &outcome);
        }
        Ok(shown(call, Outcome { name: found.name, ..outcome }, asked))
    }

    /// The tool as it may be called now; else why the library does not have it, as the model would read it. What was
    /// found beside it is put down in `found`.
    fn look_up(
        self: &Arc<Self>,
        call: &ToolCall,
        id: ToolId,
        skill: Option<SkillId>,
        found: &OnceCell<Found>,
    ) -> Result<Result<Arc<Registration>, String>, Error> {
        let granted = skill.map(|skill| self.grant(skill, id)).transpose()?;
        let pinned = granted.as_ref().and_then(|(_, pinned)| *pinned);
        let record = match pinned.map(|version| self.tool_at(id, version)).transpose()? {
            Some(Ok(record)) => record,
            Some(Err(gone)) => {
                let name = self.library.get_tool(id)?.name;
                found.get_or_init(|| Found { name, runs: None });
                return Ok(Err(gone));
            }
            None => self.library.get_tool_record(id)?,
        };
        let name = record.tool.name.clone();
        let bound = match &call.library {
            Some(library) if library != crate::calls::libraries::OWN => {
                let bound = self.library_tool(library, &record)?.map_err(|unbound| unbound.to_string());
                bound.map(|(tool, runs)| {
                    let run = runs.as_ref().map(|runs| format!(", {}", source(&runs.implementation)));
                    (tool, runs, format!("library {library}{}", run.unwrap_or_default()))
                })
            }
            _ if let Some(unreadable) = tool_forms::unreadable(&record) => Err(unreadable),
            _ => {
                // Two versions run side by side: each is allowed apart.
                let allowed = pinned.map_or_else(|| name.clone(), |version| format!("{name}, version {version}"));
                let runs = self.deferred(&record, &allowed, tool_forms::implementation(&record));
                let tool = Tool::of(&tool_forms::specification(&record), Arc::clone(&runs) as Arc<dyn Handler>);
                let at = pinned.map(|version| format!(", version {version}")).unwrap_or_default();
                let source = format!("{}{at}", source(&runs.implementation));
                Ok((tool, Some(runs), source))
            }
        };
        let (tool, runs, source) = match bound {
            Ok(bound) => bound,
            Err(unbound) => {
                found.get_or_init(|| Found { name, runs: None });
                return Ok(Err(unbound));
            }
        };
        found.get_or_init(|| Found { name, runs });
        let granted = granted.map(|(grant, _)| grant);
        let registration = self.registration(&record, tool, source, granted)?;
        Ok(Ok(Arc::new(registration)))
    }

    fn registration(
        &self,
        record: &ToolRecord,
        tool: Tool,
        source: String,
        granted: Option<Grant>,
    ) -> Result<Registration, Error> {
        let access_needed = match granted {
            Some(_) => self.effect_of_call(record, &tool_forms::implementation(record))?,
            None => tool_forms::access_for(tool_forms::effect(record)),
        };
        Ok(Registration {
            check: self.check_of(record.tool.id, &tool.schema),
            source,
            is_enabled: record.tool.audit.active,
            access_needed,
            granted,
            unmet: self.unmet(record.tool.id)?,
            limit: Duration::from_secs(u64::from(record.detail.timeout_s)),
            tool,
        })
    }

    /// What carries a tool's calls out, made ready when the call has passed all checks. The author is asked for it by
    /// `name`: what several libraries run for one tool is allowed apart.
    pub(crate) fn deferred(
        self: &Arc<Self>,
        record: &ToolRecord,
        name: &str,
        implementation: ToolImplementation,
    ) -> Arc<Deferred> {
        Arc::new(Deferred {
            session: Arc::clone(self),
            name: name.to_owned(),
            tool: record.tool.name.clone(),
            description: record.tool.description.clone(),
            parameters: record.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            retries: record.detail.retries,
            implementation,
            ready: OnceLock::new(),
            asked: Mutex::default(),
        })
    }

    fn check_of(&self, tool: ToolId, schema: &Value) -> Arc<ArgumentCheck> {
        let mut checks = self.checks.ready.lock();
        match checks.get(&tool) {
            Some((known, check)) if known == schema => Arc::clone(check),
            _ => {
                let check = Arc::new(ArgumentCheck::new(schema));
                checks.insert(tool, (schema.clone(), Arc::clone(&check)));
                check
            }
        }
    }

    /// What a skill may do with a tool, and the row version it is bound to.
    fn grant(&self, skill: SkillId, tool: ToolId) -> Result<(Grant, Option<i64>), Error> {
        let composition = self.composition()?;
        let granted = composition.tools_of(skill).into_iter().find(|granted| granted.tool == tool);
        let pinned = granted.as_ref().and_then(|granted| composition.pinned(skill, granted));
        let grant = Grant { skill: composition.name_of(skill), access: granted.map(|granted| granted.access) };
        Ok((grant, pinned))
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

/// What a call's look-up found beside the tool.
#[derive(Default)]
struct Found {
    name: String,
    /// What it runs or asks, where it does more than pretend.
    runs: Option<Arc<Deferred>>,
}

/// A tool as a library carries it out, with what it really runs, if anything.
pub(crate) type Bound = (Tool, Option<Arc<Deferred>>);

/// Makes ready what carries a call out once it is really to be made: a server may have to be started for it.
pub(crate) struct Deferred {
    session: Arc<Session>,
    name: String,
    tool: String,
    description: String,
    parameters: Vec<String>,
    retries: u32,
    implementation: ToolImplementation,
    /// What carries it out, where that was ready when the consent was looked for.
    ready: OnceLock<Arc<dyn Handler>>,
    /// What the author has to be asked for.
    asked: Mutex<Option<ConsentRequest>>,
}

impl Deferred {
    /// Whether the author allowed what would run, as far as that is known before a server runs.
    fn consent(&self) -> Result<Consent, Error> {
        if !asks_first(&self.implementation) {
            return Ok(Consent::NotNeeded);
        }
        Ok(match self.session.ready_beforehand(&self.subject(), &self.implementation)? {
            Some(Ready::Consent(request)) => {
                self.ask(*request);
                Consent::Needed
            }
            Some(Ready::Handler(handler)) => {
                self.ready.get_or_init(|| handler);
                Consent::Given
            }
            // What is in the way is told by the handler.
            Some(Ready::Failed(_)) | None => Consent::Given,
        })
    }

    fn ask(&self, request: ConsentRequest) {
        *self.asked.lock() = Some(request);
    }

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
        if let Some(ready) = self.ready.get() {
            return ready.call(call);
        }
        match self.session.ready(&self.subject(), &self.implementation, Wait::new(call.limit, call.stop)) {
            Ok(Ready::Handler(handler)) => handler.call(call),
            Ok(Ready::Consent(request)) => {
                self.ask(*request);
                Err(Failure::Refused { message: format!("`{}` needs your permission to run.", self.name) })
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

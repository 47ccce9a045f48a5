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
    ArgumentCheck, Consent, DependencyProblem, Grant, Handler, Invocation, Outcome, Registration, Status, Stop, Tool,
    ToolNode, dependency_order, invoke,
};
use studio_store::ToolRecord;

use crate::{
    Error, Studio,
    base::ids::{skill_id, tool_id},
    calls::{
        deferred::{Deferred, RunningCall},
        outcome::{shown, source},
    },
    definitions::forms as tool_forms,
    dto::{CallOutcome, ToolCall, ToolImplementation},
    state::{live::HeldTool, session::Session},
};

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

impl Session {
    /// Makes a call, and tells all that came of it. What it reads for that is part of its stages.
    pub(crate) fn call(self: &Arc<Self>, call: &ToolCall, stop: &Stop) -> Result<CallOutcome, Error> {
        self.call_held(call, None, stop)
    }

    /// The same of a call in a session: of the tool as the session has it.
    pub(crate) fn call_held(
        self: &Arc<Self>,
        call: &ToolCall,
        held: Option<&HeldTool>,
        stop: &Stop,
    ) -> Result<CallOutcome, Error> {
        let id = tool_id(&call.tool_id)?;
        let skill = call.skill_id.as_deref().map(skill_id).transpose()?;
        let (found, unread): (OnceCell<Found>, OnceCell<Error>) = Default::default();
        let outcome = invoke(
            &Invocation { name: &call.tool_id, arguments: &call.arguments, stop },
            |_| {
                let looked_up = self.look_up(call, id, skill, held, &found);
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

    /// The tool as it may be called now, or as a session has it; else why the library does not have it, as the model would
    /// read it. What was found beside it is put down in `found`.
    fn look_up(
        self: &Arc<Self>,
        call: &ToolCall,
        id: ToolId,
        skill: Option<SkillId>,
        held: Option<&HeldTool>,
        found: &OnceCell<Found>,
    ) -> Result<Result<Arc<Registration>, String>, Error> {
        let (granted, called) = if let Some(held) = held {
            (held.grant(), self.called_as_held(id, held)?)
        } else {
            let (granted, pinned) = skill.map(|skill| self.grant(skill, id)).transpose()?.unzip();
            (granted, self.called(id, pinned.flatten())?)
        };
        let (record, at) = match called {
            Ok(called) => called,
            Err(gone) => {
                let name = match held {
                    Some(held) => held.tool.clone(),
                    None => self.library.get_tool(id)?.name,
                };
                found.get_or_init(|| Found { name, runs: None });
                return Ok(Err(gone));
            }
        };
        let name = record.tool.name.clone();
        let (tool, runs, source) = match self.carried_out(call, &record, at)? {
            Ok(bound) => bound,
            Err(unbound) => {
                found.get_or_init(|| Found { name, runs: None });
                return Ok(Err(unbound));
            }
        };
        found.get_or_init(|| Found { name, runs });
        let registration = self.registration(&record, tool, source, granted)?;
        Ok(Ok(Arc::new(registration)))
    }

    /// A tool in the version that a link is bound to, or in its newest.
    fn called(&self, id: ToolId, pinned: Option<i64>) -> Result<Result<Called, String>, Error> {
        match pinned {
            Some(version) => Ok(self.tool_at(id, version)?.map(|record| (record, pinned))),
            None => Ok(Ok((self.library.get_tool_record(id)?, None))),
        }
    }

    /// A tool as a session has it: by the name and in the version it was offered in.
    fn called_as_held(&self, id: ToolId, held: &HeldTool) -> Result<Result<Called, String>, Error> {
        let version = i64::from(held.version);
        let is_newest = self.library.get_tool(id)?.audit.aggregate_version == version;
        let record = self.tool_until(id, version)?;
        Ok(record.map(|mut record| {
            record.tool.name.clone_from(&held.tool);
            (record, (held.is_pinned || !is_newest).then_some(version))
        }))
    }

    /// What carries a tool's calls out, at a version where one is said; else why nothing does.
    fn carried_out(
        self: &Arc<Self>,
        call: &ToolCall,
        record: &ToolRecord,
        at: Option<i64>,
    ) -> Result<Result<Carried, String>, Error> {
        if let Some(library) = call.library.as_ref().filter(|library| *library != crate::calls::libraries::OWN) {
            let bound = self.library_tool(library, record)?.map_err(|unbound| unbound.to_string());
            return Ok(bound.map(|(tool, runs)| {
                let run = runs.as_ref().map(|runs| format!(", {}", source(&runs.implementation)));
                (tool, runs, format!("library {library}{}", run.unwrap_or_default()))
            }));
        }
        if let Some(unreadable) = tool_forms::unreadable(record) {
            return Ok(Err(unreadable));
        }
        // Two versions run side by side: each is allowed apart.
        let name = &record.tool.name;
        let allowed = at.map_or_else(|| name.clone(), |version| format!("{name}, version {version}"));
        let runs = self.deferred(record, &allowed, tool_forms::implementation(record));
        let tool = Tool::of(&tool_forms::specification(record), Arc::clone(&runs) as Arc<dyn Handler>);
        let at = at.map(|version| format!(", version {version}")).unwrap_or_default();
        let source = format!("{}{at}", source(&runs.implementation));
        Ok(Ok((tool, Some(runs), source)))
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
        let name = self.library.skill_rows(&[skill])?.pop().map(|row| row.name).unwrap_or_default();
        let grant = Grant { skill: name, access: granted.map(|granted| granted.access) };
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

/// A tool with what it really runs, if anything, and where it comes from.
type Carried = (Tool, Option<Arc<Deferred>>, String);

/// A tool as it is called, with its row version where that is said.
type Called = (ToolRecord, Option<i64>);

impl HeldTool {
    /// What the skill in whose name it is called may do with it.
    fn grant(&self) -> Option<Grant> {
        let skill = self.skill.clone()?;
        Some(Grant { skill, access: self.access.map(tool_forms::access_level) })
    }
}

/// What a call's look-up found beside the tool.
#[derive(Default)]
struct Found {
    name: String,
    /// What it runs or asks, where it does more than pretend.
    runs: Option<Arc<Deferred>>,
}

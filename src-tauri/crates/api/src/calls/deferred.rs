//! A call on its way: it can be cancelled, and what carries it out is made ready only when it is really made.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use studio_runtime::{Answer, Call, Consent, Failure, Handler, Stop, Tool};

use crate::{
    Error,
    calls::handlers::{Ready, Subject},
    dto::{ConsentRequest, ToolImplementation},
    state::{session::Session, wait::Wait},
};

/// A call that can be cancelled, or several made one after the other, for as long as they run.
pub(crate) struct RunningCall {
    pub(crate) session: Arc<Session>,
    pub(crate) id: String,
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

/// A tool as a library carries it out, with what it really runs, if anything.
pub(crate) type Bound = (Tool, Option<Arc<Deferred>>);

/// Makes ready what carries a call out once it is really to be made: a server may have to be started for it.
pub(crate) struct Deferred {
    pub(crate) session: Arc<Session>,
    pub(crate) name: String,
    pub(crate) tool: String,
    pub(crate) description: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) retries: u32,
    pub(crate) implementation: ToolImplementation,
    /// What carries it out, where that was ready when the consent was looked for.
    pub(crate) ready: OnceLock<Arc<dyn Handler>>,
    /// What the author has to be asked for.
    pub(crate) asked: Mutex<Option<ConsentRequest>>,
}

impl Deferred {
    /// Whether the author allowed what would run, as far as that is known before a server runs.
    pub(crate) fn consent(&self) -> Result<Consent, Error> {
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

    pub(crate) fn subject(&self) -> Subject<'_> {
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

/// Whether it runs something that has to be allowed.
pub(crate) fn asks_first(implementation: &ToolImplementation) -> bool {
    !matches!(implementation, ToolImplementation::None | ToolImplementation::Rest { .. })
}

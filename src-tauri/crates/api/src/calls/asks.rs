//! What the author is asked before a tool's first call, told on its page. Nothing is started, compiled or dialled for it.

use std::sync::Arc;

use crate::{
    Error,
    calls::handlers::{Ready, Subject},
    dto::{ConsentKind, ServerTransport, ToolImplementation},
    state::{consents::Verdict, session::Session},
};

impl Session {
    /// What is still to be allowed on this computer before a call of a tool's own implementation goes out; none where all of
    /// it is, or where nothing has to be. What a server says of the tool by now, and what a class path holds, is looked at
    /// when it is called.
    pub(crate) fn asks_first(
        self: &Arc<Self>,
        subject: &Subject<'_>,
        implementation: &ToolImplementation,
    ) -> Result<Option<ConsentKind>, Error> {
        match implementation {
            ToolImplementation::Java { .. } => {
                let is_known = self.shared.consents.knows_tool(subject.name)?;
                return Ok((!is_known).then_some(ConsentKind::Tool));
            }
            ToolImplementation::McpServer { .. } => {
                if let Some(row) = self.server_behind(implementation)?
                    && let Ok(transport @ ServerTransport::Http { .. }) = self.shared.transport(&row)
                {
                    return Ok(asked(self.shared.check_address_of(&transport)?));
                }
            }
            _ => {}
        }
        Ok(match self.ready_beforehand(subject, implementation)? {
            Some(Ready::Consent(request)) => Some(request.kind),
            Some(Ready::Handler(_) | Ready::Failed(_)) | None => None,
        })
    }
}

fn asked(verdict: Verdict) -> Option<ConsentKind> {
    match verdict {
        Verdict::Allowed => None,
        Verdict::Ask(request) => Some(request.kind),
    }
}

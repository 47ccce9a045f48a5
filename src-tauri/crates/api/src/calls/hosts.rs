//! What calls run in and go out by: the host of scripts, and what dials for REST tools.

use std::sync::Arc;

use studio_connect::{rest::Dialer, sandbox::Host};
use studio_runtime::Failure;

use crate::{
    Error, ErrorCode,
    state::{interpreters::chosen_interpreters, session::Shared},
};

impl Shared {
    pub(crate) fn dialer(&self) -> Result<Arc<Dialer>, Failure> {
        if let Some(dialer) = self.dialer.get() {
            return Ok(Arc::clone(dialer));
        }
        let started = Arc::new(Dialer::start()?);
        Ok(Arc::clone(self.dialer.get_or_init(|| started)))
    }

    /// The program that tools run in, with what they run with.
    pub(crate) fn script_host(&self) -> Result<Host, Error> {
        let interpreters = chosen_interpreters(&self.config);
        // The one beside the window starts at once, for it loads nothing to show a window with.
        match self.config.script_host.clone().or_else(|| self.skillctl().ok()) {
            Some(program) => Ok(Host { program, confinement: None, interpreters }),
            None => Host::current().map(|host| Host { interpreters, ..host }).map_err(|cause| {
                Error::new(ErrorCode::Internal, "Skill Studio's executable couldn't be found on disk.")
                    .with_detail(&cause)
            }),
        }
    }
}

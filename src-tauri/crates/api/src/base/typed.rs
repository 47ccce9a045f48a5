//! Short texts that people type, and that nobody needs a credential in.

use studio_text::credentials::written_in;

use crate::{Error, ErrorCode};

/// Refuses a name, a reason or an address with a credential in it. `what` says which text it is.
pub(crate) fn refuse_credential(what: &str, text: &str) -> Result<(), Error> {
    let Some(first) = written_in(text).into_iter().next() else { return Ok(()) };
    let message = format!("{what} contains what looks like a password or key ({}). Remove it.", first.name);
    Err(Error::new(ErrorCode::Invalid, message))
}

//! Secrets: credentials that were written out, the values that are kept, and the places each may go to.

pub(crate) mod credentials;
pub(crate) mod places;
pub(crate) mod stored;

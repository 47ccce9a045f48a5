//! What this crate says of clients beside what the clients themselves sent.

mod captures;
mod linting;

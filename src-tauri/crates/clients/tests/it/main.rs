//! What this crate says of clients beside what the clients themselves sent.

mod bodies;
mod captures;
mod documented;
mod linting;
mod lists;

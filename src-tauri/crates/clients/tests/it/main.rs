//! What this crate says of clients beside what the clients themselves sent.

mod blocks;
mod bodies;
mod captures;
mod compaction;
mod documented;
mod fixtures;
mod home;
mod linting;
mod lists;
mod scopes;

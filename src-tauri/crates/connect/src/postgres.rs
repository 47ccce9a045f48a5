//! A library on a `PostgreSQL` server, in the tables of light-4j, with pgvector.
//!
//! The rows that light-4j reads are the seed's; beside them stands each thing that is shared exactly as its authors wrote it
//! (`studio_item_t`, with the bytes of files in `studio_content_t`), and a number that counts the pushes of a library
//! (`studio_library_t.revision`): who pulls asks for what has a higher one than it saw last. Pushes to one library wait for
//! each other, so a number is never given out of turn. A push is one transaction. The server shows a login the libraries it
//! is a member of, and no others. What anything means is the caller's.

mod address;
mod dialing;
mod error;
mod finding;
mod guard;
mod items;
mod libraries;
mod links;
mod pulling;
mod pushing;
mod rows;
mod schema;
mod session;

pub use address::Address;
pub use error::{Access, Error};
pub use finding::Near;
pub use items::{AgentLinks, PushItem, Row, SkillLinks};
pub use libraries::SharedLibrary;
pub use pulling::{ElsewhereRow, Item, ItemHead, Items, MOST_BYTES};
pub use pushing::Push;
pub use schema::{ROLES_SQL, Step, noting, steps};
pub use session::{Patience, Remote};

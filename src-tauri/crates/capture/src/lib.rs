//! What an agent client that is installed on this machine puts before its model, seen by running it.
//!
//! A copy of the skills, those of plugins too, and of the use counts and few settings that change the list is laid into a
//! home folder of its own; the client is started there, in the sandbox, with an environment of its own, a key that is
//! none, and no network but a server of ours that plays its model's. What it sends there is read, and laid beside the list
//! that this house says it makes. Nothing of the author's home is written, and no credential, hook, server or helper
//! program of theirs is copied, nor of their plugins'.

mod captured;
mod changes;
mod compare;
mod error;
mod folders;
mod program;
mod reading;
mod recorder;
mod running;

pub use captured::{Capture, CapturedEntry, CapturedList, CapturedPiece, CapturedRequest, CapturedTool, Options};
pub use changes::changes_since;
pub use compare::{Comparison, Difference, LeftOut, Loaded, Row};
pub use error::CaptureError;
pub use folders::skills_folder;
pub use program::installed;
pub use recorder::recorder_if_asked;
pub use running::capture;

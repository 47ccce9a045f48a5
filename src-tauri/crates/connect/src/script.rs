//! Scripts of skills: Python by the machine's interpreter, JavaScript by our own, each in a process of its own and
//! confined.
//!
//! Both get the call's arguments as one JSON object and give their answer as one JSON value; [`Python`] and
//! [`Javascript`] say how. What they write beside that is the log.

mod answer;
mod engine;
mod host;
mod javascript;
mod python;

pub(crate) use answer::answer;
pub use host::script_host_if_asked;
pub use javascript::Javascript;
pub use python::Python;

//! Sessions of agents, simulated: one library under several runtimes, step by step, with a model that is made up, written
//! down, recorded or real. What a runtime does is decided in `studio_runtime`; here the library is made its world, and its
//! tools its hands.

pub(crate) mod acts;
pub(crate) mod adk;
pub(crate) mod as_agent;
pub(crate) mod binding;
pub(crate) mod captured;
pub(crate) mod cases;
pub(crate) mod casting;
pub(crate) mod checking;
pub(crate) mod compacting;
pub(crate) mod comparing;
pub(crate) mod detail;
pub(crate) mod earlier;
pub(crate) mod hands;
pub(crate) mod importing;
pub(crate) mod inputs;
pub(crate) mod keeping;
pub(crate) mod listed;
pub(crate) mod metrics;
pub(crate) mod own_tools;
pub(crate) mod reach;
pub(crate) mod reader;
pub(crate) mod ready;
pub(crate) mod real;
pub(crate) mod repeating;
pub(crate) mod running;
pub(crate) mod runtimes;
pub(crate) mod sessions;
pub(crate) mod stored;
pub(crate) mod telling;
pub(crate) mod wire;
pub(crate) mod world;

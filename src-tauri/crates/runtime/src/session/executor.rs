//! What carries the calls of a session out, as the session sees it.

use std::time::Duration;

use serde_json::Value;

use crate::Stop;

/// Carries the calls of a session out.
pub trait ToolExecutor: Send + Sync {
    /// Carries one call out. The tool is in the tool set and enabled; nothing else was checked yet. None where the author has
    /// to allow it first: nothing happened, and the session waits before the call.
    fn call(&self, request: &ToolRequest<'_>) -> Option<Executed>;
}

/// A call to be carried out.
#[derive(Clone, Copy, Debug)]
pub struct ToolRequest<'a> {
    /// Name of the tool.
    pub name: &'a str,
    /// The id of the model's call.
    pub call: &'a str,
    /// Whether it comes with the change of skill that the model's call asked for.
    pub is_hook: bool,
    /// The key of the tool's component, where it has one.
    pub component: Option<&'a str>,
    /// Arguments as JSON text, as the model wrote them.
    pub arguments: &'a str,
    /// The active skill that has the tool, in whose name it is called.
    pub skill: Option<&'a str>,
    /// The state of the tool's component, where it has one.
    pub state: Option<&'a Value>,
    /// Longest time it may take.
    pub limit: Duration,
    /// Asks it to end early.
    pub stop: &'a Stop,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// The result, or why there is none, as the model reads it.
    pub result: Result<Value, String>,
    /// Whether it is word for word what the model read before; else a reason is put as the runtime puts it, and what is
    /// too long is cut.
    pub is_as_read: bool,
    /// Whether what carries it out was reached.
    pub is_carried_out: bool,
    /// Time it took.
    pub elapsed: Duration,
    /// The state of the tool's component after it; none where it did not change.
    pub state: Option<Value>,
}

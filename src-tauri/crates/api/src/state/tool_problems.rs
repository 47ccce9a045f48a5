//! The problems of tools, kept while skills and tools stay as they are.

use crate::dto::ToolProblem;

/// The problems found in one state of skills and tools: every skill is read for them.
pub(crate) struct KeptProblems {
    pub(crate) state: (u64, u64),
    pub(crate) problems: Vec<ToolProblem>,
}

//! Tools at run time: libraries of implementations, binding a specification to one of them, a call and its trace.
//!
//! Nothing here dials, starts a process or keeps anything: what carries a call out is a [`Handler`] that comes in from
//! outside, and so do the tools, who may use them, and what the author allowed.

mod arguments;
mod component;
mod composition;
pub mod context;
mod dependencies;
mod difference;
pub mod disclosure;
mod handler;
mod invoke;
mod json;
mod library;
pub mod mock;
mod outcome;
mod registration;
pub mod session;
mod specification;
mod stop;
mod trace;

pub use arguments::{ArgumentCheck, ArgumentProblem, ArgumentReason, SchemaProblem, Valid};
pub use component::{ComponentPart, ComponentProblem, check_component};
pub use composition::{EffectiveTool, circle, effective_tools, required_by};
pub use dependencies::{DependencyProblem, ToolNode, dependency_order};
pub use difference::{Difference, Part, differences};
pub use handler::{Answer, Call, Failure, Handler};
pub use invoke::{Consent, Invocation, invoke};
pub use json::is_equal;
pub use library::{BindError, Bound, ToolLibrary, not_found};
pub use outcome::{Outcome, Status};
pub use registration::{Grant, Registration};
pub use specification::{Described, Tool, ToolSpecification};
pub use stop::Stop;
pub use trace::{Stage, StageState, TraceStage};

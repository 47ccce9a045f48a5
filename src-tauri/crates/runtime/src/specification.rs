//! What a tool is to be, apart from what carries it out; and the two together.

use std::{fmt, sync::Arc};

use serde_json::Value;
use studio_model::Invalid;

use crate::Handler;

/// What a tool is to be: the part that is kept, shared between agents and sent to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpecification {
    /// Name.
    pub name: String,
    /// Tells the model when and how to use it.
    pub description: String,
    /// Its type signature, where it has one.
    pub signature: Option<String>,
    /// JSON Schema of its arguments.
    pub schema: Value,
}

impl ToolSpecification {
    /// Refuses an empty name or description. Whether the signature is valid, and the schema made from it, is for those to
    /// say who read signatures.
    pub fn check(&self) -> Result<(), Invalid> {
        for (field, text) in [("name", &self.name), ("description", &self.description)] {
            if text.trim().is_empty() {
                return Err(Invalid { field, problem: "is empty".to_owned() });
            }
        }
        Ok(())
    }

    /// What is compared of it.
    pub fn described(&self) -> Described<'_> {
        Described { name: &self.name, description: &self.description, schema: &self.schema }
    }
}

/// An implementation with what it says of itself. It lives as long as the program does, and is never kept.
#[derive(Clone)]
pub struct Tool {
    /// Name it answers to.
    pub name: String,
    /// Description as the implementation has it.
    pub description: String,
    /// JSON Schema of its arguments as the implementation has it.
    pub schema: Value,
    /// What carries its calls out.
    pub handler: Arc<dyn Handler>,
}

impl Tool {
    /// An implementation that says of itself just what a specification asks for.
    pub fn of(specification: &ToolSpecification, handler: Arc<dyn Handler>) -> Self {
        Self {
            name: specification.name.clone(),
            description: specification.description.clone(),
            schema: specification.schema.clone(),
            handler,
        }
    }

    /// What is compared of it.
    pub fn described(&self) -> Described<'_> {
        Described { name: &self.name, description: &self.description, schema: &self.schema }
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What two sides say of a tool, for comparing.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    /// Name.
    pub name: &'a str,
    /// Description.
    pub description: &'a str,
    /// JSON Schema of its arguments.
    pub schema: &'a Value,
}

//! Libraries of implementations, and binding specifications to what is in them.

use std::collections::{BTreeMap, HashSet};

use crate::{Difference, Tool, ToolSpecification, differences};

/// Implementations by name. Several libraries may implement the same tool, each in its own way.
#[derive(Clone, Debug, Default)]
pub struct ToolLibrary {
    tools: BTreeMap<String, Tool>,
}

/// A specification with the implementation that stands for it.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What it is to be.
    pub specification: ToolSpecification,
    /// What carries it out.
    pub tool: Tool,
}

/// Why a specification is not bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// The library implements nothing of that name.
    #[error("{}", not_found(name))]
    Missing {
        /// Name of the tool.
        name: String,
    },
    /// What the library implements is another tool of the same name.
    #[error("{}: {}", not_found(name), in_what(differences))]
    Differs {
        /// Name of the tool.
        name: String,
        /// In what it differs; never empty.
        differences: Vec<Difference>,
    },
    /// Two of an agent's specifications have one name.
    #[error("Tool names must be unique within agent's tool list")]
    Double {
        /// The name.
        name: String,
    },
}

/// What is said of a tool that is not there, in the seed's words.
pub fn not_found(name: &str) -> String {
    format!("Tool '{name}' not found in library or validation failed")
}

fn in_what(differences: &[Difference]) -> String {
    let mut parts: Vec<&str> = differences.iter().map(|difference| difference.part.as_str()).collect();
    parts.dedup();
    let verb = if parts.len() == 1 { "differs" } else { "differ" };
    format!("its {} {verb}", parts.join(" and its "))
}

impl ToolLibrary {
    /// A library that implements nothing.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Takes an implementation in, and gives back the one of that name it replaces.
    pub fn register(&mut self, tool: Tool) -> Option<Tool> {
        self.tools.insert(tool.name.clone(), tool)
    }

    /// The implementation of a name.
    pub fn lookup(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name)
    }

    /// Everything in it, by name.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.tools.values()
    }

    /// Binds a specification to the implementation of its name, where name, description and schema are equal.
    pub fn bind(&self, specification: &ToolSpecification) -> Result<Bound, BindError> {
        let name = || specification.name.clone();
        let tool = self.lookup(&specification.name).ok_or_else(|| BindError::Missing { name: name() })?;
        let differences = differences(specification.described(), tool.described());
        if !differences.is_empty() {
            return Err(BindError::Differs { name: name(), differences });
        }
        Ok(Bound { specification: specification.clone(), tool: tool.clone() })
    }

    /// Binds all of an agent's specifications, or says of each one why not. An agent without any is valid.
    pub fn bind_all(&self, specifications: &[ToolSpecification]) -> Result<Vec<Bound>, Vec<BindError>> {
        let (mut bound, mut errors, mut names) = (Vec::new(), Vec::new(), HashSet::new());
        for specification in specifications {
            if !names.insert(&specification.name) {
                errors.push(BindError::Double { name: specification.name.clone() });
                continue;
            }
            match self.bind(specification) {
                Ok(tool) => bound.push(tool),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(bound) } else { Err(errors) }
    }
}

impl FromIterator<Tool> for ToolLibrary {
    fn from_iter<T: IntoIterator<Item = Tool>>(tools: T) -> Self {
        let mut library = Self::empty();
        for tool in tools {
            library.register(tool);
        }
        library
    }
}

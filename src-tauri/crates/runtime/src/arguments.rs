//! Checking a call's arguments against the tool's schema.
//!
//! Schemas come from authors and from servers one need not trust: none is fetched from anywhere, one that is not a
//! schema, or reaches too far to be checked, is said to be none. Formats are taken as notes, as JSON Schema 2020-12 has
//! them by default.

mod extent;
mod wording;

use std::fmt;

use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::json::shortened;
use extent::Extent;

/// Problems told of one call; an array of a million wrong items need not be told a million times.
const MOST: usize = 100;

/// One thing wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentProblem {
    /// JSON pointer to the place; empty for the whole.
    pub path: String,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What that means for a form.
    pub reason: ArgumentReason,
}

/// Why arguments do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentReason {
    /// A field is not there that must be.
    Missing {
        /// Its name.
        field: String,
    },
    /// A field is there that may not be; the path names it.
    Unknown,
    /// What is there does not fit.
    Unfit,
}

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaProblem {
    /// What is wrong, with its place.
    pub message: String,
    /// JSON pointer to the place in the schema; empty for the whole.
    pub pointer: String,
}

impl fmt::Display for SchemaProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for ArgumentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// A schema, ready for checking arguments.
#[derive(Debug)]
pub struct ArgumentCheck {
    validator: Result<Validator, SchemaProblem>,
    deepest_arguments: usize,
    /// Defaults of the outermost properties.
    defaults: Vec<(String, Value)>,
}

/// Arguments that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Valid {
    /// The arguments, with the defaults of properties that were not given.
    pub arguments: Value,
    /// Names of those properties.
    pub defaults: Vec<String>,
}

impl ArgumentCheck {
    /// Makes a schema ready. Never fails: a schema that is none is told by [`ArgumentCheck::schema_problem`].
    pub fn new(schema: &Value) -> Self {
        let (validator, deepest_arguments) = match Extent::of(schema) {
            Ok(extent) => (compile(schema), extent.deepest_arguments()),
            Err(message) => (Err(SchemaProblem { message, pointer: String::new() }), 0),
        };
        Self { validator, deepest_arguments, defaults: defaults(schema) }
    }

    /// Why the schema cannot be used, where it cannot.
    pub fn schema_problem(&self) -> Option<&SchemaProblem> {
        self.validator.as_ref().err()
    }

    /// Every problem of some arguments, in the order of the schema.
    pub fn problems(&self, arguments: &Value) -> Vec<ArgumentProblem> {
        if arguments.is_object() {
            self.problems_of("Arguments are", arguments)
        } else {
            vec![whole("Arguments must be an object".to_owned())]
        }
    }

    /// Every problem of any JSON, in the order of the schema. `what` begins a sentence about it: "Arguments are".
    pub fn problems_of(&self, what: &str, value: &Value) -> Vec<ArgumentProblem> {
        match &self.validator {
            Ok(_) if extent::depth(value) > self.deepest_arguments => {
                let most = self.deepest_arguments;
                vec![whole(format!("{what} nested too deeply for this schema: at most {most} levels"))]
            }
            Ok(validator) => {
                let found = validator.iter_errors(value).flat_map(|error| wording::problems(&error));
                let mut found: Vec<ArgumentProblem> = found.take(MOST + 1).collect();
                if found.len() > MOST {
                    found[MOST] = whole(format!("{what} wrong in more places: only the first {MOST} are listed"));
                }
                found
            }
            Err(problem) => vec![whole(problem.message.clone())],
        }
    }

    /// Reads arguments from their text and checks them as they are given. Then properties that are not given take their
    /// default, where it fits.
    pub fn read(&self, text: &str) -> Result<Valid, Vec<ArgumentProblem>> {
        let given = if text.trim().is_empty() {
            Value::Object(Map::new())
        } else {
            serde_json::from_str(text).map_err(|error| vec![whole(format!("Arguments are not valid JSON: {error}"))])?
        };
        let problems = self.problems(&given);
        if problems.is_empty() { Ok(self.fill(given)) } else { Err(problems) }
    }

    fn fill(&self, mut arguments: Value) -> Valid {
        let mut filled = Vec::new();
        for (name, default) in &self.defaults {
            let Some(object) = arguments.as_object_mut().filter(|object| !object.contains_key(name)) else { continue };
            object.insert(name.clone(), default.clone());
            if self.problems(&arguments).is_empty() {
                filled.push(name.clone());
            } else if let Some(object) = arguments.as_object_mut() {
                object.shift_remove(name);
            }
        }
        Valid { arguments, defaults: filled }
    }
}

fn compile(schema: &Value) -> Result<Validator, SchemaProblem> {
    jsonschema::validator_for(schema).map_err(|error| {
        let pointer = error.instance_path().as_str().to_owned();
        let place = if pointer.is_empty() { String::new() } else { format!(" (at {pointer})") };
        SchemaProblem { message: shortened(&format!("{}{place}", wording::said(&error)), 300), pointer }
    })
}

fn whole(message: String) -> ArgumentProblem {
    ArgumentProblem { path: String::new(), message, reason: ArgumentReason::Unfit }
}

fn defaults(schema: &Value) -> Vec<(String, Value)> {
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties.filter_map(|(name, property)| Some((name.clone(), property.get("default")?.clone()))).collect()
}

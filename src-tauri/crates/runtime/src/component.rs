//! Whether a component of an agent can be run: what its state begins as has to fit its own schema.

use studio_model::Component;

use crate::ArgumentCheck;

/// What of a component is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentPart {
    /// The schema of its state.
    StateSchema,
    /// The state it begins with.
    InitialState,
}

/// Why a component cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentProblem {
    /// What of it is wrong.
    pub part: ComponentPart,
    /// What is wrong with that, as sentences without a full stop.
    pub message: String,
}

/// Checks that the schema of the state is one, and that the state it begins with fits.
pub fn check_component(component: &Component) -> Result<(), ComponentProblem> {
    let Some(schema) = &component.state_schema else { return Ok(()) };
    let check = ArgumentCheck::new(schema);
    if let Some(problem) = check.schema_problem() {
        return Err(ComponentProblem { part: ComponentPart::StateSchema, message: problem.to_string() });
    }
    let problems = check.problems_of("The state is", &component.initial_state);
    if problems.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Err(ComponentProblem { part: ComponentPart::InitialState, message: told.join("; ") })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use studio_model::{Audit, Component};

    use super::{ComponentPart, check_component};

    const ID: &str = "00000000-0000-0000-0000-000000000000";

    fn component(state_schema: Option<Value>, initial_state: Value) -> Component {
        Component {
            host: ID.parse().unwrap(),
            id: ID.parse().unwrap(),
            agent: ID.parse().unwrap(),
            name: "picos".to_owned(),
            description: String::new(),
            prompt: String::new(),
            state_schema,
            initial_state,
            tools: Vec::new(),
            audit: Audit { aggregate_version: 1, active: true, update_ts: String::new(), update_user: String::new() },
        }
    }

    #[test]
    fn s1_13_the_state_a_component_begins_with_fits_its_schema() {
        let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
        let wrong = |schema, state| check_component(&component(schema, state)).err().map(|problem| problem.part);
        assert_eq!(wrong(None, json!([1, "anything"])), None);
        assert_eq!(wrong(Some(schema.clone()), json!({ "n": 1 })), None);
        assert_eq!(wrong(Some(schema.clone()), json!({ "n": "one" })), Some(ComponentPart::InitialState));
        assert_eq!(wrong(Some(schema), json!([])), Some(ComponentPart::InitialState));
        assert_eq!(wrong(Some(json!({ "type": "list" })), json!([])), Some(ComponentPart::StateSchema));
        assert_eq!(wrong(Some(json!({ "type": "array" })), json!([])), None, "a state need not be an object");
    }
}

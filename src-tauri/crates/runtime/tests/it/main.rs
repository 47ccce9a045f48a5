//! Tools at run time, from outside: binding, calls and their traces, who may use what.

mod agent_lib;
mod arguments;
mod bind;
mod calls;
mod compacting;
mod composition;
mod costs;
mod inputs;
mod mock_model;
mod sessions;
mod stage;

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};
use studio_runtime::{Answer, Call, Failure, Handler, ToolSpecification};

/// The seed's greeting tool, which counts its calls.
#[derive(Debug, Default)]
struct SayHello {
    calls: AtomicU32,
}

impl Handler for SayHello {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let name = call.arguments["name"].as_str().unwrap_or_default();
        Ok(Answer { value: Value::from(format!("Hello, {name}! Nice to meet you.")), ..Answer::default() })
    }
}

fn say_hello() -> ToolSpecification {
    ToolSpecification {
        name: "sayHello".to_owned(),
        description: "Returns a friendly greeting message for the given name".to_owned(),
        signature: Some("(name: Text) --> IO Text".to_owned()),
        schema: json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }),
    }
}

fn handler<H: Handler + 'static>(handler: H) -> Arc<dyn Handler> {
    Arc::new(handler)
}

//! Calls: the stages they go through, and every way they end.

use std::{
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Sender, channel},
    },
    time::Duration,
};

use serde_json::{Value, json};
use studio_model::AccessLevel;
use studio_runtime::{
    Answer, Call, Consent, DependencyProblem, Failure, Grant, Handler, Invocation, Outcome, Registration, Stage,
    StageState, Status, Stop, Tool, ToolLibrary, ToolSpecification, invoke, mock, mock::Mock, not_found,
};

use crate::{SayHello, handler, say_hello};

/// Calls a tool of a library as it stands.
fn call(library: &ToolLibrary, name: &str, arguments: &Value) -> Outcome {
    let (arguments, stop) = (arguments.to_string(), Stop::new());
    let look_up = |name: &str| {
        library.lookup(name).map(|tool| Arc::new(Registration::new(tool.clone()))).ok_or_else(|| not_found(name))
    };
    invoke(&Invocation { name, arguments: &arguments, stop: &stop }, look_up, |_, _| Consent::NotNeeded)
}

/// Calls one tool that is registered in some way, with `{"name": "Ada"}`.
fn call_registered(registration: Registration) -> Outcome {
    let name = registration.tool.name.clone();
    let invocation = Invocation { name: &name, arguments: r#"{"name":"Ada"}"#, stop: &Stop::new() };
    invoke(&invocation, |_| Ok(Arc::new(registration)), |_, _| Consent::NotNeeded)
}

fn registered<H: Handler + 'static>(behaviour: H) -> Registration {
    Registration::new(Tool::of(&say_hello(), handler(behaviour)))
}

fn states(outcome: &Outcome) -> String {
    let letter = |state| match state {
        StageState::Passed => '+',
        StageState::Failed => '!',
        StageState::NotReached => '.',
    };
    outcome.trace.iter().map(|stage| letter(stage.state)).collect()
}

#[test]
fn s2_15_say_hello_greets_by_name() {
    let library: ToolLibrary = [Tool::of(&say_hello(), handler(SayHello::default()))].into_iter().collect();
    let outcome = call(&library, "sayHello", &json!({ "name": "Ada" }));
    assert_eq!(outcome.value, Some(json!("Hello, Ada! Nice to meet you.")));
    assert_eq!((outcome.status, outcome.size, states(&outcome).as_str()), (Status::Success, 31, "++++++"));
    assert_eq!(outcome.arguments, Some(json!({ "name": "Ada" })));
}

#[test]
fn s2_14_the_same_calls_in_two_libraries_are_compared() {
    let specification = say_hello();
    let real: ToolLibrary = [Tool::of(&specification, handler(SayHello::default()))].into_iter().collect();
    let fixed = Mock::Fixed(json!("Hello, Ada! Nice to meet you."));
    let pretended = mock::library(std::slice::from_ref(&specification), &fixed);
    real.bind(&specification).unwrap();
    pretended.bind(&specification).unwrap();
    for (arguments, is_same) in [
        (json!({ "name": "Ada" }), true),
        (json!({ "name": "Bob" }), false),
        (json!({}), true),
        (json!({ "name": 1 }), true),
    ] {
        let (a, b) = (call(&real, "sayHello", &arguments), call(&pretended, "sayHello", &arguments));
        assert_eq!(a.is_same(&b), is_same, "{arguments}: {a:?} and {b:?}");
    }
    let answers = |value: &Value| call_registered(registered(Mock::Fixed(value.clone())));
    assert!(answers(&json!({ "a": 1, "b": 2 })).is_same(&answers(&json!({ "b": 2.0, "a": 1 }))));
    let fails = |message: &str| call_registered(registered(Mock::Error(message.to_owned())));
    assert!(fails("x").is_same(&fails("x")) && !fails("x").is_same(&fails("y")));
    assert!(!fails("x").is_same(&answers(&json!("x"))));
}

#[test]
fn s2_10_a_refused_call_tells_the_model_what_to_change_and_never_reaches_the_handler() {
    let hello = Arc::new(SayHello::default());
    let specification = ToolSpecification {
        schema: json!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "times": { "type": "integer", "default": 1 } },
            "required": ["name"],
        }),
        ..say_hello()
    };
    let tool = Tool::of(&specification, Arc::<SayHello>::clone(&hello));
    let library: ToolLibrary = [tool].into_iter().collect();
    let refused = call(&library, "sayHello", &json!({ "times": "two" }));
    assert_eq!(refused.status, Status::Refused);
    assert_eq!(refused.error.as_deref(), Some("Missing required field: name\n/times: Expected integer, found \"two\""));
    assert_eq!((refused.problems.len(), refused.trace[2].note.as_str()), (2, "2 problems"));
    assert_eq!((states(&refused).as_str(), &refused.arguments), ("++!...", &None));
    assert_eq!(call(&library, "sayHello", &json!([])).error.as_deref(), Some("Arguments must be an object"));
    assert_eq!(hello.calls.load(Ordering::SeqCst), 0);
    let filled = call(&library, "sayHello", &json!({ "name": "Ada" }));
    assert_eq!(filled.arguments, Some(json!({ "name": "Ada", "times": 1 })));
    assert_eq!(filled.trace[2].note, "valid; defaults used for times");

    let unusable = Tool { schema: json!({ "type": "strin" }), ..Tool::of(&say_hello(), handler(Mock::Echo)) };
    let outcome = call_registered(Registration::new(unusable));
    let error = outcome.error.unwrap();
    assert!(error.starts_with("The schema of `sayHello` can't be used: ") && error.ends_with("(at /type)"), "{error}");
    assert_eq!((outcome.status, outcome.problems.len()), (Status::Refused, 0));
}

#[test]
fn s3_06_a_call_goes_through_its_stages_and_its_trace_shows_where_it_ended() {
    let missing = call(&ToolLibrary::empty(), "nope", &json!({}));
    assert_eq!(missing.error.as_deref(), Some("Tool 'nope' not found in library or validation failed"));
    assert_eq!((missing.status, states(&missing).as_str()), (Status::Refused, "!....."));

    let mut registration = registered(Mock::Echo);
    registration.source = "library mock".to_owned();
    let outcome = call_registered(registration);
    let notes: Vec<&str> = outcome.trace.iter().map(|stage| stage.note.as_str()).collect();
    assert_eq!(notes, ["library mock", "enabled", "valid", "not needed", "answered", "14 bytes"]);

    for (consent, status, expected) in [
        (Consent::Given, Status::Success, "++++++"),
        (Consent::NotNeeded, Status::Success, "++++++"),
        (Consent::Needed, Status::NeedsConsent, "+++!.."),
    ] {
        let registration = Arc::new(registered(Mock::Echo));
        let invocation = Invocation { name: "sayHello", arguments: r#"{"name":"Ada"}"#, stop: &Stop::new() };
        let outcome = invoke(
            &invocation,
            |_| Ok(registration),
            |asked, arguments| {
                assert_eq!((asked.tool.name.as_str(), arguments), ("sayHello", &json!({ "name": "Ada" })));
                consent
            },
        );
        assert_eq!((outcome.status, states(&outcome).as_str()), (status, expected));
    }
}

#[test]
fn s3_07_a_disabled_tool_is_not_run() {
    let hello = Arc::new(SayHello::default());
    let mut registration = Registration::new(Tool::of(&say_hello(), Arc::<SayHello>::clone(&hello)));
    registration.is_enabled = false;
    let outcome = call_registered(registration);
    assert_eq!(outcome.error.as_deref(), Some("Tool \"sayHello\" is currently disabled"));
    assert_eq!((outcome.status, states(&outcome).as_str()), (Status::Refused, "+!...."));
    assert_eq!(hello.calls.load(Ordering::SeqCst), 0);
}

#[test]
fn s1_16_a_skill_does_with_a_tool_what_its_access_allows() {
    use AccessLevel::{Execute, Read, Write};
    let cases = [
        (Some(Read), Read, None),
        (Some(Execute), Write, None),
        (Some(Write), Write, None),
        (
            Some(Read),
            Write,
            Some("`sayHello` needs write access, but skill `greet` has only read access to it. Raise it on the map."),
        ),
        (
            Some(Write),
            Execute,
            Some(
                "`sayHello` needs execute access, but skill `greet` has only write access to it. Raise it on the map.",
            ),
        ),
        (None, Read, Some("Skill `greet` isn't linked to the tool `sayHello`. Link them on the map.")),
    ];
    for (access, access_needed, error) in cases {
        let mut registration = registered(Mock::Echo);
        registration.granted = Some(Grant { skill: "greet".to_owned(), access });
        registration.access_needed = access_needed;
        let outcome = call_registered(registration);
        assert_eq!(outcome.error.as_deref(), error);
        assert_eq!(states(&outcome), if error.is_some() { "+!...." } else { "++++++" });
    }
    let mut registration = registered(Mock::Echo);
    registration.access_needed = Execute;
    assert_eq!(call_registered(registration).status, Status::Success, "no skill is asking");

    let mut registration = registered(Mock::Echo);
    registration.unmet = vec![DependencyProblem::Disabled { tool: "sayHello".to_owned(), needs: "login".to_owned() }];
    let outcome = call_registered(registration);
    assert_eq!(outcome.error.as_deref(), Some("Tool \"sayHello\" needs \"login\", which is currently disabled"));
}

/// A handler that breaks down.
struct Broken;

impl Handler for Broken {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        panic!("no such thing as {}", call.name)
    }
}

#[test]
fn every_way_a_tool_can_go_wrong_is_an_outcome() {
    let mut slow = registered(Mock::Delay { time: Duration::from_hours(1), value: json!(1) });
    slow.limit = Duration::from_millis(5);
    let broken = "The tool's handler crashed: no such thing as sayHello";
    let garbage = format!("The tool's response isn't JSON: {}…", "<".repeat(200));
    let cases = [
        (registered(Mock::Error("out of ink".to_owned())), Status::Error, "out of ink"),
        (registered(Mock::Garbage("<".repeat(300))), Status::Error, garbage.as_str()),
        (slow, Status::TimedOut, "Tool execution timed out after 0.005 seconds"),
        (registered(Broken), Status::Error, broken),
    ];
    for (registration, status, error) in cases {
        let outcome = call_registered(registration);
        assert_eq!((outcome.status, outcome.error.as_deref()), (status, Some(error)));
        assert_eq!((states(&outcome).as_str(), &outcome.value), ("++++!.", &None));
    }
    let late = call_registered(registered(Mock::Delay { time: Duration::from_millis(3), value: json!(1) }));
    assert_eq!((late.value, late.outside), (Some(json!(1)), Some(Duration::from_millis(3))));
    // No machine waits for less than it was told to.
    assert!(late.trace[4].elapsed >= Duration::from_millis(3) && late.elapsed >= late.trace[4].elapsed);
}

/// Says that it runs, and then does nothing until it is stopped.
struct Lasting(Sender<()>);

impl Handler for Lasting {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        self.0.send(()).unwrap();
        Mock::Delay { time: call.limit, value: json!(1) }.call(call)
    }
}

#[test]
fn a_stop_ends_a_call_before_and_while_it_runs() {
    let (running, runs) = channel();
    let mut registration = registered(Lasting(running));
    registration.limit = Duration::from_mins(5);
    let registration = Arc::new(registration);
    let stop = Stop::new();
    let run = || {
        let invocation = Invocation { name: "sayHello", arguments: r#"{"name":"Ada"}"#, stop: &stop };
        invoke(&invocation, |_| Ok(Arc::clone(&registration)), |_, _| Consent::Given)
    };
    std::thread::scope(|scope| {
        let running = scope.spawn(run);
        runs.recv().unwrap();
        stop.stop();
        assert_eq!(running.join().unwrap().status, Status::Cancelled);
    });
    let outcome = run();
    assert_eq!((outcome.status, outcome.error.as_deref()), (Status::Cancelled, Some("The call was canceled.")));
    assert_eq!(states(&outcome), "++++!.");
}

/// Every way through the stages keeps the laws of a trace.
#[test]
fn a_trace_has_every_stage_in_order_within_the_time_of_the_call() {
    let behaviours = [
        Mock::Echo,
        Mock::Fixed(json!([1, 2])),
        Mock::Error(String::new()),
        Mock::Garbage(String::new()),
        Mock::Delay { time: Duration::from_millis(1), value: json!(1) },
    ];
    let mut seen = std::collections::HashSet::new();
    for bits in 0..32_u32 {
        let is = |bit: u32| bits & (1 << bit) != 0;
        for behaviour in &behaviours {
            let mut registration = registered(behaviour.clone());
            registration.is_enabled = is(0);
            let stop = Stop::new();
            if is(1) {
                stop.stop();
            }
            let arguments = if is(2) { r#"{"name":"Ada"}"# } else { "{" };
            let invocation = Invocation { name: "sayHello", arguments, stop: &stop };
            let look_up = |name: &str| if is(3) { Ok(Arc::new(registration)) } else { Err(not_found(name)) };
            let consent = if is(4) { Consent::Given } else { Consent::Needed };
            let outcome = invoke(&invocation, look_up, |_, _| consent);
            assert_laws(&outcome);
            seen.insert(states(&outcome));
        }
    }
    assert_eq!(seen.len(), 6, "every stage but the last one can end a call: {seen:?}");
}

fn assert_laws(outcome: &Outcome) {
    let trace = &outcome.trace;
    assert_eq!(trace.iter().map(|stage| stage.stage).collect::<Vec<_>>(), Stage::ALL);
    assert!(trace.iter().map(|stage| stage.elapsed).sum::<Duration>() <= outcome.elapsed, "{outcome:?}");
    assert!(trace.windows(2).all(|pair| pair[0].start + pair[0].elapsed <= pair[1].start), "{outcome:?}");
    let shape = states(outcome);
    let ended = shape.trim_start_matches('+').trim_end_matches('.');
    assert!(ended.is_empty() || ended == "!", "{shape}");
    assert_eq!(outcome.status == Status::Success, ended.is_empty());
    assert_eq!((outcome.value.is_some(), outcome.error.is_none()), (ended.is_empty(), ended.is_empty()));
    assert!(outcome.status == Status::Refused || outcome.problems.is_empty());
}

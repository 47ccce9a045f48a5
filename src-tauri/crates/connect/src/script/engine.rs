//! Evaluates a JavaScript tool. Only ever called in the script host: an engine that goes wrong takes its process along.

use std::{
    cell::RefCell,
    io::{self, Read as _, Write as _},
    os::fd::AsFd as _,
    process::ExitCode,
    rc::Rc,
    time::{Duration, Instant},
};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use rquickjs::{
    CatchResultExt as _, CaughtError, Coerced, Context, Ctx, Error, Function, Object, Promise, Runtime, Value,
    context::EvalOptions, prelude::Rest,
};
use serde::{Deserialize, Serialize};

use crate::sandbox::OUT_OF_MEMORY;

/// Bytes of calls inside calls. A process's main thread has 8 MB.
const STACK_BYTES: usize = 1024 * 1024;

/// How often it is looked whether anybody still reads what is written.
const LOOK: Duration = Duration::from_millis(250);

/// What the engine says where there is no memory left.
const NO_MEMORY: &str = "out of memory";

/// Name of the script in messages.
const NAME: &str = "tool.js";

/// One call, as the host reads it.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Request {
    pub(crate) source: String,
    pub(crate) arguments: serde_json::Value,
    pub(crate) memory_mb: u32,
    /// When the engine gives up. Whoever started it was to end it before.
    pub(crate) limit: Duration,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
enum Trouble {
    Memory,
    Said(String),
}

/// Reads a request from standard input, writes the answer to standard output and the log to standard error.
pub(crate) fn evaluate_request() -> io::Result<ExitCode> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let request: Request = serde_json::from_slice(&text)?;
    let log = |line: &str| {
        // A log nobody reads any more is no reason to stop.
        let _ = writeln!(io::stderr(), "{line}");
    };
    match evaluate(&request, log) {
        Ok(answer) => io::stdout().write_all(answer.as_bytes()).map(|()| ExitCode::SUCCESS),
        Err(Trouble::Memory) => Ok(ExitCode::from(OUT_OF_MEMORY as u8)),
        Err(Trouble::Said(message)) => writeln!(io::stderr(), "{message}").map(|()| ExitCode::FAILURE),
    }
}

/// The answer as JSON.
fn evaluate(request: &Request, log: impl Fn(&str) + Clone + 'static) -> Result<String, Trouble> {
    let runtime = Runtime::new().map_err(|_| Trouble::Memory)?;
    runtime.set_memory_limit(request.memory_mb as usize * 1024 * 1024);
    runtime.set_max_stack_size(STACK_BYTES);
    let deadline = Instant::now() + request.limit;
    let mut looked = Instant::now();
    let is_over = move || {
        if looked.elapsed() < LOOK {
            return Instant::now() >= deadline;
        }
        looked = Instant::now();
        looked >= deadline || is_unread()
    };
    runtime.set_interrupt_handler(Some(Box::new(is_over)));
    let context = Context::full(&runtime).map_err(|_| Trouble::Memory)?;
    context.with(|ctx| answer(&ctx, request, log).catch(&ctx).map_err(|error| trouble(&error)))
}

/// Whether nobody is left to read an answer. Who is killed while this process is being confined cannot end it any more.
fn is_unread() -> bool {
    let output = io::stdout();
    let mut ends = [PollFd::new(output.as_fd(), PollFlags::empty())];
    let is_seen = poll(&mut ends, PollTimeout::ZERO).is_ok();
    is_seen && ends[0].revents().is_some_and(|seen| seen.contains(PollFlags::POLLERR))
}

fn answer<'js>(ctx: &Ctx<'js>, request: &Request, log: impl Fn(&str) + Clone + 'static) -> Result<String, Error> {
    let output = Rc::new(RefCell::new(None));
    let input = ctx.json_parse(request.arguments.to_string())?;
    ctx.globals().set("input", input.clone())?;
    ctx.globals().set("console", console(ctx, log)?)?;
    ctx.globals().set("output", function_output(ctx, Rc::clone(&output))?)?;
    let options = || {
        let mut options = EvalOptions::default();
        (options.strict, options.filename) = (false, Some(NAME.into()));
        options
    };
    let last: Value<'js> = ctx.eval_with_options(request.source.as_str(), options())?;
    let last = settled(last)?;
    let run: Value<'js> = ctx.eval_with_options("typeof run === 'function' ? run : undefined", options())?;
    if let Some(run) = run.into_function() {
        let result = settled(run.call((input,))?)?;
        return Ok(json(ctx, result)?.unwrap_or_else(|| "null".into()));
    }
    while ctx.execute_pending_job() {}
    let given = output.take();
    // Nothing at all is said by whoever reads the answer.
    Ok(given.or(json(ctx, last)?).unwrap_or_default())
}

/// What a promise comes to; anything else as it is.
fn settled(value: Value<'_>) -> Result<Value<'_>, Error> {
    match value.clone().into_promise() {
        Some(promise) => finish(&promise),
        None => Ok(value),
    }
}

fn finish<'js>(promise: &Promise<'js>) -> Result<Value<'js>, Error> {
    match promise.finish() {
        Err(Error::WouldBlock) => {
            let message = "the promise never settles";
            Err(rquickjs::Exception::throw_message(promise.ctx(), message))
        }
        result => result,
    }
}

/// What `JSON.stringify` makes of it, nothing for what is not JSON.
fn json<'js>(ctx: &Ctx<'js>, value: Value<'js>) -> Result<Option<String>, Error> {
    ctx.json_stringify(value)?.map(|text| text.to_string()).transpose()
}

fn function_output<'js>(ctx: &Ctx<'js>, output: Rc<RefCell<Option<String>>>) -> Result<Function<'js>, Error> {
    Function::new(ctx.clone(), move |ctx: Ctx<'js>, value: Value<'js>| {
        *output.borrow_mut() = Some(json(&ctx, value)?.unwrap_or_else(|| "null".into()));
        Ok::<(), Error>(())
    })
}

fn console<'js>(ctx: &Ctx<'js>, log: impl Fn(&str) + Clone + 'static) -> Result<Object<'js>, Error> {
    let console = Object::new(ctx.clone())?;
    for name in ["log", "info", "debug", "warn", "error", "trace"] {
        let log = log.clone();
        let print = Function::new(ctx.clone(), move |ctx: Ctx<'js>, values: Rest<Value<'js>>| {
            let words: Result<Vec<String>, Error> = values.0.into_iter().map(|value| words(&ctx, &value)).collect();
            log(&words?.join(" "));
            Ok::<(), Error>(())
        });
        console.set(name, print?)?;
    }
    Ok(console)
}

/// A value for the log: objects as JSON, the rest as a string.
fn words<'js>(ctx: &Ctx<'js>, value: &Value<'js>) -> Result<String, Error> {
    let is_data = value.is_object() && !value.is_error() && !value.is_function();
    let text = if is_data { json(ctx, value.clone())? } else { None };
    text.map_or_else(|| value.get::<Coerced<String>>().map(|text| text.0), Ok)
}

fn trouble(error: &CaughtError<'_>) -> Trouble {
    let said = match error {
        CaughtError::Error(Error::Allocation) => return Trouble::Memory,
        CaughtError::Error(error) => error.to_string(),
        CaughtError::Exception(exception) => {
            let message = exception.message().unwrap_or_default();
            if message == NO_MEMORY {
                return Trouble::Memory;
            }
            let name: Coerced<String> = exception.as_object().get("name").unwrap_or_else(|_| Coerced("Error".into()));
            format!("{}: {message}\n{}", name.0, exception.stack().unwrap_or_default())
        }
        // Where even the error found no memory, the engine throws nothing at all.
        CaughtError::Value(value) if value.is_null() => return Trouble::Memory,
        CaughtError::Value(value) => {
            format!("thrown: {}", value.get::<Coerced<String>>().map_or_else(|_| value.type_name().into(), |it| it.0))
        }
    };
    Trouble::Said(said.trim_end().into())
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use serde_json::{Value, json};
    use studio_testkit::PATIENCE;

    use super::{Request, Trouble, evaluate};

    /// What a script answers to `{"name": "ü🦀", "n": 20}`, or its trouble, and its log.
    fn tried(source: &str) -> (Result<Value, Trouble>, String) {
        let arguments = json!({"name": "ü🦀", "n": 20});
        let request = Request { source: source.into(), arguments, memory_mb: 64, limit: PATIENCE };
        let log = Rc::new(RefCell::new(String::new()));
        let into = Rc::clone(&log);
        let answer = evaluate(&request, move |line| into.borrow_mut().extend([line, "|"]));
        let answer = answer.map(|text| serde_json::from_str(&text).unwrap_or(json!({"not json": text})));
        (answer, log.take())
    }

    #[test]
    fn every_way_of_answering_is_understood() {
        let ways = [
            ("function run({ name }) { return `Hello, ${name}`; }", json!("Hello, ü🦀")),
            ("const run = async ({ n }) => { await null; return { twice: n * 2 }; };", json!({"twice": 40})),
            ("let run = 1; output(input.n + run)", json!(21)),
            ("function run() {}", json!(null)),
            ("output({ a: [1, undefined], b: undefined })", json!({"a": [1, null]})),
            ("output(1); output(2)", json!(2)),
            ("Promise.resolve(3).then(output)", json!(3)),
            ("input.n / 4", json!(5)),
            ("(async () => [input.name])()", json!(["ü🦀"])),
            ("Object.keys(input)", json!(["name", "n"])),
            ("let x = 1;", json!({"not json": ""})),
        ];
        for (source, expected) in ways {
            assert_eq!(tried(source).0, Ok(expected), "{source}");
        }
    }

    #[test]
    fn trouble_is_told() {
        let told = [
            (
                "function run() { return missing.thing; }",
                "ReferenceError: missing is not defined\n    at run (tool.js:1",
            ),
            ("function run( {", "SyntaxError: "),
            ("throw 'no such meter'", "thrown: no such meter"),
            ("throw new TypeError('odd')", "TypeError: odd"),
            ("function run() { return new Promise(() => {}); }", "Error: the promise never settles"),
            ("Promise.reject(new RangeError('far'))", "RangeError: far"),
            ("const f = () => f() + 1; f()", "RangeError: Maximum call stack size exceeded"),
            ("function run() { return 10n; }", "TypeError: "),
            ("const o = {}; o.o = o; output(o)", "TypeError: circular"),
            ("import('fs')", ""),
        ];
        for (source, expected) in told {
            let Err(Trouble::Said(said)) = tried(source).0 else { panic!("{source}") };
            assert!(said.starts_with(expected), "{source}: {said}");
        }
    }

    #[test]
    fn memory_ends_at_its_limit() {
        for source in [
            "const a = []; while (true) a.push('x'.repeat(1e6) + a.length)",
            "new ArrayBuffer(10 * 2 ** 30)",
            "const a = []; while (true) a.push({})",
        ] {
            let (answer, _) = tried(source);
            let is_refused = matches!(&answer, Err(Trouble::Said(said)) if said.starts_with("RangeError"));
            assert!(answer == Err(Trouble::Memory) || is_refused, "{source}: {answer:?}");
        }
    }

    #[test]
    fn what_is_logged_is_not_the_answer() {
        let (answer, log) =
            tried("console.log('a', 1, [2, { b: null }], undefined); console.error(new Error('bad')); 4");
        assert_eq!((answer, log.as_str()), (Ok(json!(4)), "a 1 [2,{\"b\":null}] undefined|Error: bad|"));
    }

    #[test]
    fn there_is_no_way_out() {
        let names = "['require', 'process', 'fetch', 'XMLHttpRequest', 'WebSocket', 'std', 'os', 'Deno', 'Bun', \
                     'setTimeout', 'Worker', 'load', 'print'].filter((name) => name in globalThis)";
        assert_eq!(tried(names).0, Ok(json!([])));
    }
}

//! What stands behind the sample tools: a small world with a memory, in place of the services the samples are written for.
//!
//! What the tools change is kept in one folder, so that window and command line, and one tool and the next, see the same;
//! `reset_samples` puts everything back. The folder's `java` is the Java tools' own: a file for each thing they keep.

mod picos;
mod repository;
mod utility;

use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use studio_connect::{
    mcp::McpTool,
    serve::{Desk, Reply, Request, serve},
};

use crate::{Error, ErrorCode, library::sample_tools, servers::sample_server::java_folder};

/// The world as it ships.
static WORLD: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../samples/desk.json")).expect("it ships with the program and is tested")
});

/// What the tools keep.
const STATE: &str = "state.json";
/// Held while that is changed.
const LOCK: &str = "state.lock";
/// How the names of what the Java tools keep begin; none of them has a dot.
const KEPT_BY_JAVA: [&str; 3] = [VISIT, "call ", "plan "];
/// How the name of a booked visit begins.
const VISIT: &str = "visit ";
/// Puts everything back.
const RESET: &str = "reset_samples";

/// A result, or what went wrong in words.
type Answered = Result<Value, String>;

/// What the tools changed since the world was as it ships.
#[derive(Default, PartialEq, Clone, Serialize, Deserialize)]
#[serde(default)]
struct State {
    picos: picos::Table,
    orders: Vec<utility::Order>,
    messages: Vec<Value>,
    issues: Vec<Value>,
    /// Lines of the log beside those that ship.
    log: Vec<Value>,
}

/// The sample tools that are no scripts, with what they keep in a folder.
struct SampleDesk {
    folder: PathBuf,
    tools: Vec<McpTool>,
}

/// Serves the sample tools until standard input is closed: those of the MCP server there, those that are requests on an
/// address of this machine. What they keep goes into `folder`; first everything is put back where `reset` says so.
pub fn serve_samples(folder: &Path, reset: bool) -> Result<(), Error> {
    let failed = |cause: &io::Error| Error::file("save the sample tools' data in", folder, cause);
    fs::create_dir_all(folder).map_err(|cause| failed(&cause))?;
    // Whoever wrote the one made the other first.
    if folder.join(STATE).exists() && !folder.join(LOCK).exists() {
        let message = format!(
            "{} wasn't written by the sample tools, so it wasn't changed. Choose another folder with --state.",
            folder.join(STATE).display()
        );
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    let mut tools = sample_tools::served_tools()?;
    tools.push(McpTool {
        name: RESET.to_owned(),
        title: None,
        description: "Resets everything the sample tools have changed.".to_owned(),
        input_schema: json!({"type": "object", "properties": {}}),
        output_schema: None,
        read_only: Some(false),
        destructive: Some(true),
        stated: Value::Null,
    });
    let desk = SampleDesk { folder: folder.to_path_buf(), tools };
    if reset {
        desk.reset().map_err(|cause| failed(&cause))?;
    }
    serve(Arc::new(desk), "Skill Studio samples", env!("CARGO_PKG_VERSION"))
        .map_err(|cause| Error::new(ErrorCode::Internal, "The sample tools couldn't be started.").with_detail(&cause))
}

impl Desk for SampleDesk {
    fn tools(&self) -> Vec<McpTool> {
        self.tools.clone()
    }

    fn call(&self, tool: &str, arguments: &Value) -> Answered {
        let arguments = Arguments(arguments);
        match tool {
            RESET => self.reset().map(|()| json!({"reset": true})).map_err(|cause| cause.to_string()),
            "knowledge" => Ok(utility::knowledge(&arguments)),
            "explain_query" => repository::explain_query(&arguments),
            "git_diff" => Ok(repository::git_diff(&arguments)),
            "git_log" => Ok(repository::git_log(&arguments)),
            "dispatch_crew" => self.change(|state| utility::dispatch_crew(state, &arguments)),
            "run_tests" => self.change(|state| Ok(repository::run_tests(state, &arguments))),
            "query_logs" => self.change(|state| repository::query_logs(state, &arguments)),
            "set_picos_element" => self.change(|state| picos::set(&mut state.picos, &arguments)),
            "generate_clinical_question" => self.change(|state| picos::question(&state.picos, &arguments)),
            "validate_picos" => self.change(|state| Ok(picos::validate(&state.picos, &arguments))),
            "clear_picos" => self.change(|state| Ok(picos::clear(&mut state.picos))),
            "export_picos" => self.change(|state| Ok(picos::export(&state.picos, &arguments))),
            other => Err(format!("Unknown sample tool {other}.")),
        }
    }

    fn request(&self, request: &Request) -> Reply {
        let arguments = if request.method == "GET" { from_query(&request.query) } else { request.body.clone() };
        let arguments = Arguments(&arguments);
        let (status, answered) = match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/v2/premises/search") => {
                (200, self.change(|state| Ok(utility::lookup_premise(state, &arguments, &self.visits()))))
            }
            ("GET", "/v2/outages") => (200, self.change(|state| Ok(utility::outage_map(state, &arguments)))),
            ("POST", "/v2/work-orders") => (201, self.change(|state| utility::create_work_order(state, &arguments))),
            ("POST", "/v2/messages/sms") => (202, self.change(|state| utility::send_sms(state, &arguments))),
            ("POST", "/api/projects/main/issues") => {
                (201, self.change(|state| Ok(repository::create_issue(state, &arguments))))
            }
            ("GET", "/entrez/eutils/esearch.fcgi") => (200, Ok(picos::search_pubmed(&arguments))),
            (method, path) => {
                return Reply { status: 404, body: json!({"error": format!("No endpoint for {method} {path}.")}) };
            }
        };
        match answered {
            Ok(body) => Reply { status, body },
            Err(why) => Reply { status: 422, body: json!({"error": why}) },
        }
    }
}

impl SampleDesk {
    /// Reads what is kept, and keeps it as it then is, while no other process does.
    fn change(&self, change: impl FnOnce(&mut State) -> Answered) -> Answered {
        let failed = |cause: io::Error| format!("The sample tools' data can't be read or written: {cause}.");
        let _changing = self.lock().map_err(failed)?;
        let file = self.folder.join(STATE);
        let before: State = match fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|cause| {
                let file = file.display();
                format!("{file} can't be read: {cause}. Reset the samples with the tool {RESET}, or delete the file.")
            })?,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => State::default(),
            Err(cause) => return Err(failed(cause)),
        };
        let mut state = before.clone();
        let answered = change(&mut state)?;
        if state != before {
            let text = serde_json::to_vec_pretty(&state).map_err(|cause| failed(cause.into()))?;
            studio_pack::write_atomically(&file, &text).map_err(|cause| failed(io::Error::other(cause)))?;
        }
        Ok(answered)
    }

    fn reset(&self) -> io::Result<()> {
        let _changing = self.lock()?;
        let is_gone = |done: io::Result<()>| match done {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
            _ => Ok(()),
        };
        is_gone(fs::remove_file(self.folder.join(STATE)))?;
        // The folder itself stays: a Java tool may be running that was given it.
        for kept in fs::read_dir(java_folder(&self.folder)).into_iter().flatten().flatten() {
            let name = kept.file_name().to_string_lossy().into_owned();
            // Others call a folder so, too.
            if !name.contains('.') && KEPT_BY_JAVA.iter().any(|kind| name.starts_with(kind)) {
                is_gone(fs::remove_file(kept.path()))?;
            }
        }
        Ok(())
    }

    fn lock(&self) -> io::Result<fs::File> {
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(self.folder.join(LOCK))?;
        lock.lock().map(|()| lock)
    }

    /// The visits that were booked with the Java tools, by their windows' ids.
    fn visits(&self) -> Vec<String> {
        let kept = fs::read_dir(java_folder(&self.folder)).into_iter().flatten().flatten();
        let names = kept.map(|kept| kept.file_name().to_string_lossy().into_owned());
        let mut visits: Vec<String> = names.filter_map(|name| name.strip_prefix(VISIT).map(str::to_owned)).collect();
        visits.sort();
        visits
    }
}

/// Arguments of a call, read leniently: the studio has checked them, others may not have.
struct Arguments<'a>(&'a Value);

impl<'a> Arguments<'a> {
    fn text(&self, name: &str) -> &'a str {
        self.0[name].as_str().unwrap_or_default().trim()
    }

    fn number(&self, name: &str, otherwise: u64) -> u64 {
        let value = &self.0[name];
        value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or(otherwise)
    }

    fn is(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or_default()
    }

    fn list(&self, name: &str) -> Vec<&'a str> {
        match &self.0[name] {
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            Value::String(one) => vec![one.as_str()],
            _ => Vec::new(),
        }
    }
}

/// A query as an object: a name that comes several times is a list, a text that is an object is that.
fn from_query(query: &[(String, String)]) -> Value {
    let mut found = serde_json::Map::new();
    for (name, text) in query {
        let value = match serde_json::from_str(text) {
            Ok(value @ Value::Object(_)) => value,
            _ => json!(text),
        };
        match found.get_mut(name) {
            None => drop(found.insert(name.clone(), value)),
            Some(Value::Array(items)) => items.push(value),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    Value::Object(found)
}

/// The list of this name in the world as it ships.
fn shipped(name: &str) -> &'static [Value] {
    WORLD[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The words of a text, in small letters.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

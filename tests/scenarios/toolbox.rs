//! What scenarios about tools share: tools in the making, calls with their consents, servers to speak to.

use parking_lot::Mutex;
use std::{
    io::{BufRead, BufReader, Write as _},
    net::TcpListener,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
};

use serde_json::Value;
use studio_api::dto::{
    Access, AgentEdit, CallOutcome, CallStatus, ConsentRequest, LinkFacts, MapLink, MapLinkKind, NamedValue,
    ServerDetail, ServerEdit, ServerTransport, SpecEdit, SpecForm, ToolCall, ToolDetail, ToolEdit, ToolImplementation,
    ToolInfo,
};

pub(crate) use studio_tests::{counterparts, node_server};

use crate::harness::{Bench, fixtures};

/// A specification by its signature.
pub(crate) fn signature(text: &str) -> SpecEdit {
    SpecEdit { source: SpecForm::Signature, signature: text.to_owned(), ..SpecEdit::default() }
}

/// A specification by its schema.
pub(crate) fn schema(value: &Value) -> SpecEdit {
    SpecEdit { source: SpecForm::Schema, schema: value.to_string(), ..SpecEdit::default() }
}

/// A new tool.
pub(crate) fn tool(name: &str, spec: SpecEdit, implementation: ToolImplementation) -> ToolEdit {
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: name.to_owned(),
        description: format!("Does {name}. Use when {name} is asked for."),
        version: "1.0.0".to_owned(),
        spec,
        implementation,
        effect: None,
        timeout_s: 30,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    }
}

/// A new agent that says little and has nothing.
pub(crate) fn agent(name: &str) -> AgentEdit {
    AgentEdit {
        name: name.to_owned(),
        instruction: format!("You are {name}."),
        model_provider: "openai".to_owned(),
        model_name: "gpt-4o-mini".to_owned(),
        temperature: 0.7,
        ..AgentEdit::default()
    }
}

/// A stored tool as it can be saved again.
pub(crate) fn edit_of(detail: &ToolDetail) -> ToolEdit {
    ToolEdit {
        id: Some(detail.id.clone()),
        aggregate_version: detail.aggregate_version,
        name: detail.name.clone(),
        description: detail.description.clone(),
        version: detail.version.clone(),
        spec: SpecEdit {
            source: detail.spec.source,
            signature: detail.spec.signature.clone(),
            dialect: detail.spec.dialect,
            parameters: detail.spec.parameters.clone(),
            schema: detail.spec.schema.clone(),
        },
        implementation: detail.implementation.clone(),
        effect: Some(detail.effect),
        timeout_s: detail.timeout_s,
        retries: detail.retries,
        depends_on: detail.depends_on.iter().map(|tool| tool.id.clone()).collect(),
        stated: None,
    }
}

/// A Python script that may not reach the network.
pub(crate) fn python(script: &str) -> ToolImplementation {
    ToolImplementation::Python { script: script.to_owned(), allow_network: false, memory_mb: 256 }
}

/// A JavaScript script.
pub(crate) fn javascript(script: &str) -> ToolImplementation {
    ToolImplementation::Javascript { script: script.to_owned(), memory_mb: 64 }
}

/// A GET, with whether it may reach this machine.
pub(crate) fn get(url: &str, allow_private: bool) -> ToolImplementation {
    ToolImplementation::Rest {
        method: "GET".to_owned(),
        url: url.to_owned(),
        headers: Vec::new(),
        query: Vec::new(),
        body: String::new(),
        allow_private,
    }
}

/// A call of a tool by the author.
pub(crate) fn call_of(tool_id: &str, arguments: &Value) -> ToolCall {
    ToolCall {
        call_id: format!("call {tool_id}"),
        tool_id: tool_id.to_owned(),
        library: None,
        skill_id: None,
        arguments: arguments.to_string(),
    }
}

impl Bench {
    /// Stores a tool.
    pub(crate) fn add_tool(&self, tool: &ToolEdit) -> ToolDetail {
        self.save_tool(tool).expect("it can be stored")
    }

    /// The one tool of a name.
    pub(crate) fn tool(&self, name: &str) -> ToolInfo {
        let tools = self.list_tools().expect("tools can be listed");
        tools.into_iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("no tool {name}"))
    }

    /// Makes a call once.
    pub(crate) fn try_call(&self, tool_id: &str, arguments: &Value) -> CallOutcome {
        self.call_tool(&call_of(tool_id, arguments)).expect("a call always has an outcome")
    }

    /// Makes a call and allows whatever it asks for.
    pub(crate) fn call(&self, tool_id: &str, arguments: &Value) -> CallOutcome {
        self.call_as(&call_of(tool_id, arguments))
    }

    /// Makes a call as it is given and allows whatever it asks for.
    pub(crate) fn call_as(&self, call: &ToolCall) -> CallOutcome {
        for _ in 0..16 {
            let outcome = self.call_tool(call).expect("a call always has an outcome");
            if outcome.status != CallStatus::NeedsConsent {
                return outcome;
            }
            self.grant_consent(&outcome.consent.expect("it says what it asks for").hash).expect("it was asked");
        }
        panic!("it asks without end");
    }

    /// Sets a server up and allows it to start.
    pub(crate) fn add_server(&self, name: &str, transport: ServerTransport) -> ServerDetail {
        let server = self.save_server(&server(name, transport)).expect("it can be stored");
        self.run_server(&server.id)
    }

    /// Starts a server and allows what it asks for.
    pub(crate) fn run_server(&self, id: &str) -> ServerDetail {
        let started = self.start_server(id).expect("it is there");
        match started.consent {
            Some(ConsentRequest { hash, .. }) => {
                self.grant_consent(&hash).expect("it was asked");
                self.start_server(id).expect("it is there")
            }
            None => started,
        }
    }
}

/// The result of a call that went well.
#[track_caller]
pub(crate) fn result(outcome: &CallOutcome) -> Value {
    assert_eq!(outcome.status, CallStatus::Success, "{outcome:#?}");
    serde_json::from_str(outcome.result.as_deref().expect("a result")).expect("results are JSON")
}

/// Why a call came to nothing.
#[track_caller]
pub(crate) fn error(outcome: &CallOutcome, status: CallStatus) -> String {
    assert_eq!(outcome.status, status, "{outcome:#?}");
    assert_eq!(outcome.result, None);
    outcome.error.clone().expect("it says why")
}

/// A new server.
pub(crate) fn server(name: &str, transport: ServerTransport) -> ServerEdit {
    ServerEdit { id: None, aggregate_version: 0, name: name.to_owned(), transport, is_enabled: true }
}

/// A program that is spoken to over its standard streams.
pub(crate) fn stdio(command: &str, args: &[&str], env: &[(&str, &str)]) -> ServerTransport {
    ServerTransport::Stdio {
        command: command.to_owned(),
        args: args.iter().map(ToString::to_string).collect(),
        env: named(env),
        cwd: String::new(),
        sandbox: None,
    }
}

/// Names with their values.
pub(crate) fn named(pairs: &[(&str, &str)]) -> Vec<NamedValue> {
    pairs.iter().map(|(name, value)| NamedValue { name: (*name).to_owned(), value: (*value).to_owned() }).collect()
}

/// A server that does one thing wrong.
pub(crate) fn misbehaving(mode: &str) -> ServerTransport {
    let script = fixtures().join("servers/misbehaving.py");
    stdio("python3", &[script.to_str().expect("the repository has a plain path"), mode], &[])
}

/// A server on this machine that answers every request the same way, and keeps what it was asked.
pub(crate) struct Web {
    /// Its address, without a path.
    pub(crate) address: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Web {
    /// Answers with this JSON text.
    pub(crate) fn start(answer: &str) -> Self {
        Self::answering(move |_| String::new(), answer.to_owned())
    }

    /// Gives back what it was sent.
    pub(crate) fn echo() -> Self {
        Self::answering(|request| serde_json::json!(request).to_string(), String::new())
    }

    /// Keeps every request waiting: says when one has come, and answers it when it is told what.
    pub(crate) fn holding() -> (Self, Receiver<()>, Sender<String>) {
        let ((came, comes), (answer, answers)) = (channel(), channel());
        let held = move |_: &str| {
            let _nobody_waits = came.send(());
            answers.recv().unwrap_or_default()
        };
        (Self::answering(held, String::new()), comes, answer)
    }

    fn answering(echo: impl Fn(&str) -> String + Send + 'static, fixed: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it is bound"));
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = Arc::clone(&heard);
        // Ends with the test's program.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let request = read_request(&mut BufReader::new(&stream));
                let body = if fixed.is_empty() { echo(&request) } else { fixed.clone() };
                kept.lock().push(request);
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length:";
                // A caller that is gone needs no answer.
                let _unread = write!(stream, "{head} {}\r\n\r\n{body}", body.len());
            }
        });
        Self { address, heard }
    }

    /// The requests so far, heads and bodies.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().clone()
    }
}

fn read_request(reader: &mut impl BufRead) -> String {
    let (mut request, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return request;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or_default();
        }
        request.push_str(&line);
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_ok() {
        request.push_str(&String::from_utf8_lossy(&body));
    }
    request
}

/// A link to be drawn, which says nothing but its kind.
pub(crate) fn link(kind: MapLinkKind, from: &str, to: &str) -> MapLink {
    let config = "{}".to_owned();
    let facts = match kind {
        MapLinkKind::Assigned => LinkFacts::Assigned { priority: 0, sequence: 0, config },
        MapLinkKind::Uses => LinkFacts::Uses { access: Access::Read, tool_version: None, config },
        MapLinkKind::Names => LinkFacts::Names,
        MapLinkKind::Depends => LinkFacts::Depends { is_required: false },
        MapLinkKind::Parent => LinkFacts::Parent,
        MapLinkKind::Provided => LinkFacts::Provided,
        MapLinkKind::Needs => LinkFacts::Needs,
        MapLinkKind::Given => LinkFacts::Given,
        MapLinkKind::Component => LinkFacts::Component,
        MapLinkKind::Brought => LinkFacts::Brought { tools: Vec::new() },
        MapLinkKind::Overlap => LinkFacts::Overlap { similarity: 0.0 },
    };
    MapLink { key: String::new(), from: from.to_owned(), to: to.to_owned(), aggregate_version: 0, facts }
}

/// A skill's use of a tool, to be drawn.
pub(crate) fn uses(skill_id: &str, tool_id: &str, access: &str) -> MapLink {
    let link = link(MapLinkKind::Uses, &format!("skill:{skill_id}"), &format!("tool:{tool_id}"));
    link.with_access(Access::parse(access).expect("it is a level"))
}

/// What a link says, asked of one whose kind is known.
pub(crate) trait Said: Sized {
    fn kind(&self) -> MapLinkKind;
    fn access(&self) -> Option<Access>;
    fn tool_version(&self) -> Option<u32>;
    fn config(&self) -> &str;
    fn is_required(&self) -> bool;
    /// Priority and sequence.
    fn order(&self) -> (i32, i32);
    fn similarity(&self) -> f64;
    fn with_access(self, access: Access) -> Self;
    fn with_tool_version(self, version: Option<u32>) -> Self;
    fn with_config(self, config: &str) -> Self;
    fn with_required(self, is_required: bool) -> Self;
    fn with_order(self, priority: i32, sequence: i32) -> Self;
}

impl Said for MapLink {
    fn kind(&self) -> MapLinkKind {
        self.facts.kind()
    }

    fn access(&self) -> Option<Access> {
        if let LinkFacts::Uses { access, .. } = self.facts { Some(access) } else { None }
    }

    fn tool_version(&self) -> Option<u32> {
        if let LinkFacts::Uses { tool_version, .. } = self.facts { tool_version } else { None }
    }

    fn config(&self) -> &str {
        match &self.facts {
            LinkFacts::Uses { config, .. } | LinkFacts::Assigned { config, .. } => config,
            _ => "",
        }
    }

    fn is_required(&self) -> bool {
        self.facts == LinkFacts::Depends { is_required: true }
    }

    fn order(&self) -> (i32, i32) {
        if let LinkFacts::Assigned { priority, sequence, .. } = self.facts { (priority, sequence) } else { (0, 0) }
    }

    fn similarity(&self) -> f64 {
        if let LinkFacts::Overlap { similarity } = self.facts { similarity } else { 0.0 }
    }

    fn with_access(mut self, wanted: Access) -> Self {
        if let LinkFacts::Uses { access, .. } = &mut self.facts {
            *access = wanted;
        }
        self
    }

    fn with_tool_version(mut self, wanted: Option<u32>) -> Self {
        if let LinkFacts::Uses { tool_version, .. } = &mut self.facts {
            *tool_version = wanted;
        }
        self
    }

    fn with_config(mut self, wanted: &str) -> Self {
        if let LinkFacts::Uses { config, .. } | LinkFacts::Assigned { config, .. } = &mut self.facts {
            wanted.clone_into(config);
        }
        self
    }

    fn with_required(self, is_required: bool) -> Self {
        Self { facts: LinkFacts::Depends { is_required }, ..self }
    }

    fn with_order(mut self, first: i32, second: i32) -> Self {
        if let LinkFacts::Assigned { priority, sequence, .. } = &mut self.facts {
            (*priority, *sequence) = (first, second);
        }
        self
    }
}

//! The protocol's own servers, as everybody installs them.

use std::{
    env,
    io::{BufRead as _, BufReader},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use studio_connect::mcp::{INHERITED, LogStream, McpHandler, Server, ServerEvent, Transport, fingerprint};
use studio_runtime::{Call, Failure, Handler, Stop};
use studio_testkit::{Port, until};

use super::{Ear, LONG, http, refusal, said, start, stdio};

/// Where `cargo xtask setup` put the servers.
fn counterparts() -> PathBuf {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    let usual = || cache().map(|cache| cache.join("skill-studio/counterparts"));
    let folder = named("SKILL_STUDIO_COUNTERPARTS").or_else(usual).filter(|folder| folder.is_dir());
    folder.expect("the MCP servers that tests talk to are not installed: run `cargo xtask setup` or `cargo xtask test`")
}

fn node(package: &str, args: &[&str]) -> Transport {
    let main = counterparts().join("node/node_modules/@modelcontextprotocol").join(package).join("dist/index.js");
    stdio("node", &[&[main.to_str().unwrap()], args].concat())
}

fn python(program: &str, args: &[&str]) -> Transport {
    stdio(counterparts().join("python/bin").join(program), args)
}

fn call(server: &Server, tool: &str, arguments: &Value) -> Result<Value, Failure> {
    server.call(tool, arguments, LONG, &Stop::new()).map(|answer| answer.value)
}

fn failure(server: &Server, tool: &str, arguments: &Value) -> String {
    call(server, tool, arguments).unwrap_err().to_string()
}

/// What both ways to the protocol's own test server have to give.
fn everything(server: &Server) {
    assert_eq!(server.info().name.as_deref(), Some("Everything Reference Server"));
    assert_eq!(server.info().protocol_version, "2025-11-25");
    assert!(server.is_alive() && server.ping(LONG).unwrap() > Duration::ZERO);

    let tools = server.tools(LONG, &Stop::new()).unwrap();
    let echo = tools.iter().find(|tool| tool.name == "echo").unwrap();
    assert_eq!(echo.input_schema["properties"]["message"]["type"], "string");
    assert_eq!((echo.read_only, echo.destructive), (Some(true), Some(false)));
    let again = server.tools(LONG, &Stop::new()).unwrap();
    assert_eq!(tools, again);
    assert_eq!(fingerprint(echo), fingerprint(again.iter().find(|tool| tool.name == "echo").unwrap()));
    // Nothing is offered that such a tool could use.
    assert!(!tools.iter().any(|tool| tool.name.contains("sampling") || tool.name.contains("elicitation")));
    let structured = tools.iter().find(|tool| tool.name == "get-structured-content").unwrap();
    assert_eq!(structured.output_schema.as_ref().unwrap()["properties"]["humidity"]["type"], "number");

    assert_eq!(call(server, "echo", &json!({"message": "grüß 🌍\n"})), Ok(json!("Echo: grüß 🌍\n")));
    assert_eq!(call(server, "get-sum", &json!({"a": 1, "b": 2})), Ok(json!("The sum of 1 and 2 is 3.")));
    let weather = call(server, "get-structured-content", &json!({"location": "New York"})).unwrap();
    assert!(weather["temperature"].is_number() && weather["conditions"].is_string());
    let image = call(server, "get-tiny-image", &Value::Null).unwrap();
    assert_eq!((&image[0]["type"], &image[1]["mimeType"]), (&json!("text"), &json!("image/png")));

    assert!(failure(server, "echo", &json!({})).contains("expected string, received undefined at message"));
    assert!(failure(server, "no-such-tool", &json!({})).contains("Tool no-such-tool not found"));
    assert_eq!(failure(server, "echo", &json!([1])), "MCP tool arguments must be an object, not [1].");
    limits(server);
    threads(server);
}

/// A call ends at its limit and when it is stopped, and the server goes on.
fn limits(server: &Server) {
    let slow = json!({"duration": 3600, "steps": 1});
    let tool = "trigger-long-running-operation";
    let limit = Duration::from_millis(300);
    assert_eq!(server.call(tool, &slow, limit, &Stop::new()), Err(Failure::TimedOut { limit }));
    let stop = Stop::new();
    std::thread::scope(|scope| {
        let calling = scope.spawn(|| server.call(tool, &slow, LONG, &stop));
        // What is asked later is answered first.
        assert_eq!(call(server, "echo", &json!({"message": "beside"})), Ok(json!("Echo: beside")));
        stop.stop();
        assert_eq!(calling.join().unwrap(), Err(Failure::Stopped));
    });
    assert_eq!(call(server, "echo", &json!({"message": "still there"})), Ok(json!("Echo: still there")));
}

/// Each of many threads gets the answers to its own questions, with the time they took outside.
fn threads(server: &Server) {
    let ask = |thread: usize| {
        for number in 0..10 {
            let arguments = json!({"message": format!("{thread}.{number}")});
            let answer = server.call("echo", &arguments, LONG, &Stop::new()).unwrap();
            assert_eq!(answer.value, json!(format!("Echo: {thread}.{number}")));
            assert!(answer.outside.is_some_and(|outside| outside > Duration::ZERO));
        }
    };
    std::thread::scope(|scope| (0..8).for_each(|thread| drop(scope.spawn(move || ask(thread)))));
}

#[test]
fn s0_20_everything_answers_over_stdio() {
    let (server, ear) = start(node("server-everything", &["stdio"])).unwrap();
    everything(&server);
    assert!(server.info().pid.is_some());
    assert!(said(&server, LogStream::Stderr)[0].contains("Starting default (STDIO) server"));
    let server = Arc::new(server);
    let handler = McpHandler { server: Arc::clone(&server), tool: "echo".to_owned() };
    let arguments = json!({"message": "by another name"});
    let named_otherwise = Call { name: "say", arguments: &arguments, limit: LONG, stop: &Stop::new() };
    assert_eq!(handler.call(&named_otherwise).unwrap().value, json!("Echo: by another name"));
    stopped(&server, &ear, "The MCP server “test” was stopped.");
}

/// Once stopped, a server is gone for everybody, and says so once.
fn stopped(server: &Server, ear: &Ear, message: &str) {
    server.stop();
    server.stop();
    assert!(!server.is_alive());
    assert_eq!(server.ending().as_deref(), Some(message));
    assert_eq!(
        call(server, "echo", &json!({"message": "?"})),
        Err(Failure::Unavailable { message: message.to_owned() })
    );
    let ended = ServerEvent::Ended { message: message.to_owned() };
    ear.wait_for(|event| *event == ended);
    assert_eq!(ear.heard().iter().filter(|event| matches!(event, ServerEvent::Ended { .. })).count(), 1);
}

#[test]
fn s0_20_the_environment_of_a_server_is_clean() {
    let mut transport = node("server-everything", &["stdio"]);
    let Transport::Stdio { env, cwd, .. } = &mut transport else { unreachable!() };
    env.push(("GREETING".to_owned(), "a value that is secret".to_owned()));
    *cwd = Some(env::temp_dir());
    let (server, _) = start(transport).unwrap();
    let text = call(&server, "get-env", &json!({})).unwrap();
    let found: serde_json::Map<String, Value> = serde_json::from_str(text.as_str().unwrap()).unwrap();
    assert_eq!(found["GREETING"], "a value that is secret");
    let is_known = |name: &str| INHERITED.contains(&name) || name.starts_with("LC_") || name == "GREETING";
    let strangers: Vec<&String> = found.keys().filter(|name| !is_known(name)).collect();
    assert!(strangers.is_empty() && found.contains_key("PATH"), "{strangers:?}");
    assert!(env::vars().any(|(name, _)| name == "CARGO_MANIFEST_DIR"), "the studio's own environment has more");
}

/// The protocol's test server, listening.
struct Listening {
    port: Port,
    child: Option<Child>,
    /// Requests that came, by what it says of each.
    came: Arc<AtomicUsize>,
}

impl Listening {
    fn start() -> Self {
        let mut listening = Self { port: Port::reserve(), child: None, came: Arc::default() };
        listening.begin();
        listening
    }

    fn begin(&mut self) {
        let Transport::Stdio { command, args, .. } = node("server-everything", &["streamableHttp"]) else {
            unreachable!()
        };
        let mut server = Command::new(command);
        server.args(args).env("PORT", self.port.number().to_string());
        server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = server.spawn().unwrap();
        let (said, came) = (BufReader::new(child.stdout.take().unwrap()), Arc::clone(&self.came));
        thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                came.fetch_add(usize::from(line.contains("Received MCP POST request")), Ordering::SeqCst);
            }
        });
        self.child = Some(child);
        until("the server to listen", || TcpStream::connect(("127.0.0.1", self.port.number())).is_ok());
    }

    fn end(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn requests(&self) -> usize {
        self.came.load(Ordering::SeqCst)
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port.number())
    }

    fn transport(&self) -> Transport {
        http(&self.address(), &[("Authorization", "Bearer hunter2-hunter2")])
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.end();
    }
}

#[test]
fn s0_20_everything_answers_over_http() {
    let mut listening = Listening::start();
    let (server, ear) = start(listening.transport()).unwrap();
    everything(&server);
    assert_eq!(server.info().pid, None);
    stopped(&server, &ear, "The MCP server “test” was disconnected.");

    let nowhere = listening.address().replace("/mcp", "/elsewhere");
    assert_eq!(
        refusal(http(&nowhere, &[])),
        format!("no MCP server “test” found at {nowhere} (status 404); the path is often /mcp")
    );
    goes_away(&mut listening);
}

/// The server goes away during one conversation, between the questions of another, and is back for a third.
fn goes_away(listening: &mut Listening) {
    let talks = [(); 3].map(|()| start(listening.transport()).unwrap().0);
    let slow = json!({"duration": 3600, "steps": 1});
    let before = listening.requests();
    std::thread::scope(|scope| {
        let calling = scope.spawn(|| failure(&talks[0], "trigger-long-running-operation", &slow));
        until("the call to arrive", || listening.requests() > before);
        // Its answer is begun by the time another one has ended.
        assert_eq!(call(&talks[1], "echo", &json!({"message": "?"})), Ok(json!("Echo: ?")));
        listening.end();
        let message = calling.join().unwrap();
        assert!(message.contains("(the connection closed before the response arrived)"), "{message}");
    });
    let nobody = format!("he MCP server “test” can't be reached at {} (Connection refused", listening.address());
    let message = failure(&talks[1], "echo", &json!({"message": "?"}));
    assert!(message.contains(&nobody), "{message}");
    assert!(refusal(listening.transport()).contains(&nobody));
    listening.begin();
    let message = failure(&talks[2], "echo", &json!({"message": "?"}));
    assert!(message.contains("No valid session ID provided"), "{message}");
    assert!(talks.iter().all(|talk| !talk.is_alive() && talk.ending().is_some()), "they are to be started anew");
    let (anew, _) = start(listening.transport()).unwrap();
    assert_eq!(call(&anew, "echo", &json!({"message": "back"})), Ok(json!("Echo: back")));
}

#[test]
fn s0_20_the_filesystem_server_keeps_to_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let (server, _) = start(node("server-filesystem", &[root.to_str().unwrap()])).unwrap();
    let tools = server.tools(LONG, &Stop::new()).unwrap();
    let write = tools.iter().find(|tool| tool.name == "write_file").unwrap();
    assert_eq!((write.read_only, write.destructive), (Some(false), Some(true)));
    let path = root.join("note.txt");
    call(&server, "write_file", &json!({"path": path, "content": "kept\n"})).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "kept\n");
    assert_eq!(call(&server, "read_text_file", &json!({"path": path})).unwrap()["content"], "kept\n");
    let outside = failure(&server, "read_text_file", &json!({"path": "/etc/passwd"}));
    assert!(outside.starts_with("Access denied - path outside allowed directories: /etc/passwd"), "{outside}");
}

#[test]
fn s0_20_the_time_and_git_servers_answer() {
    let (server, _) = start(python("mcp-server-time", &["--local-timezone", "Europe/Berlin"])).unwrap();
    let noon = json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Kolkata"});
    let converted = call(&server, "convert_time", &noon).unwrap();
    assert!(converted.to_string().contains("17:30:00+05:30"), "{converted}");
    assert!(failure(&server, "get_current_time", &json!({"timezone": "Mars/Olympus"})).contains("Mars/Olympus"));

    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    std::fs::write(folder.path().join("new.txt"), "x").unwrap();
    let repository = folder.path().to_str().unwrap();
    let (server, _) = start(python("mcp-server-git", &["--repository", repository])).unwrap();
    let status = call(&server, "git_status", &json!({"repo_path": repository})).unwrap();
    assert!(status.to_string().contains("new.txt"), "{status}");
}

fn git(folder: &Path, args: &[&str]) {
    assert!(Command::new("git").arg("-C").arg(folder).args(args).status().unwrap().success());
}

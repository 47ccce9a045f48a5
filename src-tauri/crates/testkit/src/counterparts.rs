//! Real servers that tests talk to; `cargo xtask setup` puts them beside the other caches.

use std::{
    env,
    ffi::OsStr,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Port, until};

/// The folder they lie in: the one `cargo xtask` names, else the usual one.
pub fn counterparts() -> PathBuf {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    let usual = || cache().map(|cache| cache.join("skill-studio/counterparts"));
    let folder = named("SKILL_STUDIO_COUNTERPARTS").or_else(usual).filter(|folder| folder.is_dir());
    folder.expect("the servers that tests talk to are not installed: run `cargo xtask setup` or `cargo xtask test`")
}

/// A server that plays chat models; ended when dropped.
pub struct ModelServer {
    child: Child,
    port: Port,
    _folder: TempDir,
}

impl ModelServer {
    /// `@copilotkit/aimock`, which answers as fixtures say, in every protocol.
    pub fn aimock(fixtures: &Value, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("fixtures.json");
        std::fs::write(&file, json!({ "fixtures": fixtures }).to_string()).expect("fixtures can be written");
        let main = counterparts().join("node/node_modules/@copilotkit/aimock/dist/cli.js");
        let mut node = Command::new("node");
        node.arg(main).args(["--log-level", "silent", "--fixtures"]).arg(file).args(more);
        Self::start(node, folder)
    }

    /// `llmock`, which breaks streams and refuses questions as [`ModelServer::next`] tells it.
    pub fn llmock() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut python = Command::new(counterparts().join("python/bin/python3"));
        python.args(["-c", "from llmock.cli import app; app()", "serve", "--host", "127.0.0.1"]);
        python.args(["--log-level", "critical", "--response-style", "varied", "--tool-mode", "off"]);
        Self::start(python, folder)
    }

    /// Any program that takes `--port` and listens there on this machine.
    pub fn start(mut command: Command, folder: TempDir) -> Self {
        let port = Port::reserve();
        command.args([OsStr::new("--port"), OsStr::new(&port.number().to_string())]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("the server can be started");
        let number = port.number();
        let mut server = Self { child, port, _folder: folder };
        until("a server to listen", || {
            let ended = server.child.try_wait().ok().flatten();
            assert!(ended.is_none(), "it does not listen: {ended:?}");
            TcpStream::connect(("127.0.0.1", number)).is_ok()
        });
        server
    }

    /// Its address, with a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port.number())
    }

    /// What `llmock` does with the next question.
    pub fn next(&self, behaviour: &Value) {
        let body = json!({ "behaviors": [behaviour] }).to_string();
        let head = format!(
            "POST /_llmock/scenario HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: \
             {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut answer = String::new();
        let asked = TcpStream::connect(("127.0.0.1", self.port.number())).and_then(|mut stream| {
            stream.write_all(head.as_bytes())?;
            stream.read_to_string(&mut answer)
        });
        asked.expect("it takes what it is told");
        assert!(answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        let _ended = self.child.kill().and_then(|()| self.child.wait());
    }
}

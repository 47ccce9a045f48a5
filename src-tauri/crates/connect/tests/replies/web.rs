//! Chat models, MCP servers, REST tools and package indexes whose server says what it likes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use serde_json::json;
use studio_connect::{
    Ask, Chat, Key, ModelSpec, Patience, Provider, ToolCalling,
    mcp::{OnEvent, Server, ServerSpec, Transport},
    packages::fetch_package,
    rest::{Dialer, Rest, RestTool},
    secrets::{Error, Secret},
};
use studio_runtime::{
    Call, Handler as _, Stop,
    context::{Offered, Origin, Part, Piece, Prompt, Role, Tier},
};
use studio_testkit::PATIENCE;

use crate::{
    Ends, MB, Told,
    hostile::{Hostile, SECRET},
};

/// Until an MCP server has greeted: some never answer what they were asked, and go on saying something else.
const GREETING: Duration = Duration::from_secs(2);

/// Who asks, and in which form the answer is to come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lane {
    Streamed(Provider),
    Whole(Provider),
    McpJson,
    McpEvents,
    RestJson,
    Packages,
}

pub(crate) const LANES: [Lane; 9] = [
    Lane::Streamed(Provider::OpenAi),
    Lane::Streamed(Provider::OpenAiResponses),
    Lane::Streamed(Provider::Anthropic),
    Lane::Streamed(Provider::Ollama),
    Lane::Whole(Provider::OpenAi),
    Lane::McpJson,
    Lane::McpEvents,
    Lane::RestJson,
    Lane::Packages,
];

impl Lane {
    /// Whether the answer is a stream of events.
    pub(crate) fn is_events(self) -> bool {
        match self {
            Self::Streamed(provider) => provider != Provider::Ollama,
            Self::McpEvents => true,
            Self::Whole(_) | Self::McpJson | Self::RestJson | Self::Packages => false,
        }
    }

    /// Bytes of an answer that the protocol's limit lets through.
    pub(crate) fn limit(self) -> usize {
        match self {
            Self::Streamed(_) | Self::Whole(_) => 8 * MB,
            Self::McpJson | Self::McpEvents => 4 * MB,
            Self::RestJson => 10 * MB,
            Self::Packages => 16 * MB,
        }
    }

    /// How a reply must end. No reply greets as an MCP server, or lists the package that is looked for.
    pub(crate) fn ends(self, reply: &Hostile) -> Ends {
        match self {
            Self::McpJson | Self::McpEvents | Self::Packages => Ends::Fails,
            _ if reply.is_error => Ends::Fails,
            Self::Streamed(_) | Self::Whole(_) | Self::RestJson => Ends::MayPass,
        }
    }

    /// Bytes that come in small parts: more than the limit for all of a stream. That of an MCP server is open as long as
    /// the server is, and what counts there is how much comes without a message.
    pub(crate) fn flood(self) -> usize {
        if matches!(self, Self::McpEvents) { 40 * MB } else { 20 * MB }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Streamed(Provider::Ollama) => "application/x-ndjson",
            _ if self.is_events() => "text/event-stream",
            _ => "application/json",
        }
    }

    /// Asks a server that answers everything with this.
    pub(crate) fn ask(self, reply: &Hostile) -> Told {
        let address = serve(reply.clone(), self.content_type());
        match self {
            Self::Streamed(provider) => converse(&address, provider, true),
            Self::Whole(provider) => converse(&address, provider, false),
            Self::McpJson | Self::McpEvents => greet(&address),
            Self::RestJson => request(&address),
            Self::Packages => fetch(&address),
        }
    }
}

/// Answers whoever asks for as long as the process lives; gives the address.
fn serve(reply: Hostile, kind: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever has heard enough hangs up.
            let _ = answer(stream, &reply, kind);
        }
    });
    address
}

fn answer(mut stream: TcpStream, reply: &Hostile, kind: &str) -> std::io::Result<()> {
    let mut asked = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    while asked.read_line(&mut line)? > 2 {
        let header = line.to_ascii_lowercase();
        if let Some(bytes) = header.strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    std::io::copy(&mut asked.take(length), &mut std::io::sink())?;
    let Hostile { status, headers, .. } = reply;
    write!(stream, "HTTP/1.1 {status} So\r\ncontent-type: {kind}\r\nconnection: close\r\n{headers}\r\n")?;
    reply.say(&mut stream)
}

fn converse(address: &str, provider: Provider, is_streamed: bool) -> Told {
    let base = if provider == Provider::Ollama { address.to_owned() } else { format!("{address}/v1") };
    let key = Some(Key::new("my-key", SECRET));
    let spec = ModelSpec { provider, model: "small".to_owned(), base_url: Some(base), key };
    let patience = Patience { first: PATIENCE, stall: PATIENCE, total: PATIENCE, retries: 0, ..Patience::default() };
    let ask =
        Ask { calling: ToolCalling::Native, is_streamed, most_output: 100, window: None, temperature: None, patience };
    let said = Piece {
        role: Role::User,
        tier: Tier::Conversation,
        origin: Origin::User,
        text: "Weather?".to_owned(),
        part: Part::Text,
    };
    let (name, description) = ("weather".to_owned(), "Tells the weather.".to_owned());
    let tools = vec![Offered { name, description, schema: json!({ "type": "object" }), is_own: false }];
    let chat = Chat::open(&spec, PATIENCE).unwrap();
    let answered = chat.converse(&Prompt { pieces: vec![said], tools }, &ask, &Stop::new(), &mut |_| {});
    answered.reply.map(drop).map_err(|error| error.to_string())
}

fn greet(address: &str) -> Told {
    let headers = vec![("Authorization".to_owned(), format!("Bearer {SECRET}"))];
    let transport = Transport::Http { url: format!("{address}/mcp"), headers, allow_private: true };
    let (name, secrets) = ("hostile".to_owned(), Vec::new());
    let spec = ServerSpec { name, transport, start_limit: GREETING, secrets, host: None };
    let stop = Stop::new();
    let on_event: OnEvent = Arc::new(|_| {});
    let server = Server::start(&spec, &on_event, &stop).map_err(|error| error.to_string())?;
    server.tools(PATIENCE, &stop).map(drop).map_err(|error| error.to_string())
}

fn request(address: &str) -> Told {
    let tool = RestTool {
        method: "GET".to_owned(),
        url: format!("{address}/"),
        headers: vec![("Authorization".to_owned(), "Bearer secret://key".to_owned())],
        allow_private: true,
        ..RestTool::default()
    };
    let secrets = |_: &str| -> Result<Secret, Error> { Ok(Secret::new(SECRET)) };
    let rest = Rest::open(&tool, Arc::new(secrets), Arc::new(Dialer::start().unwrap())).unwrap();
    let call = Call { name: "hostile", arguments: &json!({}), limit: PATIENCE, stop: &Stop::new() };
    rest.call(&call).map(drop).map_err(|failure| failure.to_string())
}

fn fetch(address: &str) -> Told {
    let folder = tempfile::tempdir().unwrap();
    let index = address.replace("http://", &format!("http://ann:{SECRET}@"));
    let fetched = fetch_package(&index, "small", &"0".repeat(64), &folder.path().join("small.whl"), &mut |_, _| true);
    fetched.map_err(|error| error.to_string())
}

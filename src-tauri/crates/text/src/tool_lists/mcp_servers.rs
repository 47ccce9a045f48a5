//! MCP servers as clients keep them: Claude's and Cursor's `mcpServers`, VS Code's `servers`, a bare map, one entry alone.

use super::{
    Problem, Span,
    credentials::Found,
    node::{self, Entry, Node},
    notes::Notes,
};

/// Keys under which clients keep their servers.
const HOLDERS: [&str; 4] = ["mcpServers", "servers", "context_servers", "mcp_servers"];

/// Keys of an entry that say something here.
const KNOWN: [&str; 13] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "serverUrl",
    "httpUrl",
    "headers",
    "http_headers",
    "type",
    "transport",
    "disabled",
    "enabled",
];

/// What reading a list of servers gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Servers {
    /// The servers, in text order; names are unique.
    pub servers: Vec<ServerEntry>,
    /// What could not be taken.
    pub problems: Vec<Problem>,
    /// Names and values of the credentials that were taken out; `secret://name` stands in their place.
    pub found_secrets: Vec<(String, String)>,
}

/// One server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerEntry {
    /// Its name.
    pub name: String,
    /// How it is reached.
    pub transport: Transport,
    /// Whether its client has it switched off.
    pub is_disabled: bool,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A program spoken to over its standard streams.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Names and values.
        env: Vec<(String, String)>,
        /// Its working folder.
        cwd: Option<String>,
    },
    /// A server on the network.
    Http {
        /// Its address.
        url: String,
        /// Names and values.
        headers: Vec<(String, String)>,
    },
}

/// Reads a client's settings.
pub fn read(text: &str) -> Servers {
    let mut reader = Reader { notes: Notes::new(text), found: Found::default(), servers: Vec::new() };
    if let Some(root) = node::read(text, &mut reader.notes) {
        reader.root(&root);
    }
    Servers { servers: reader.servers, problems: reader.notes.finish(), found_secrets: reader.found.0 }
}

struct Reader<'a> {
    notes: Notes<'a>,
    found: Found,
    servers: Vec<ServerEntry>,
}

impl Reader<'_> {
    fn root(&mut self, root: &Node) {
        let holder = |node: &Node| HOLDERS.iter().find_map(|key| node.get(key).cloned());
        if let Some(list) =
            holder(root).or_else(|| root.get("mcp").and_then(|mcp| holder(mcp).or_else(|| Some(mcp.clone()))))
        {
            self.list(&list);
        } else if is_entry(root) {
            let name = root.text_of("name").map_or_else(|| derived_name(root), str::to_owned);
            self.notes.info(root.span, format!("The server has no name of its own here: it is called `{name}`."));
            self.server(&name, root.span, root);
        } else if root.entries().is_some_and(|entries| entries.iter().any(|entry| is_entry(&entry.value)))
            || root.items().is_some()
        {
            self.list(root);
        } else {
            self.notes.error(root.span, "There is no list of servers here: it stands under `mcpServers` or `servers`, or is one server with `command` or `url`.");
        }
    }

    fn list(&mut self, list: &Node) {
        if let Some(items) = list.items() {
            for item in items {
                let name = item.text_of("name").map_or_else(|| derived_name(item), str::to_owned);
                self.server(&name, item.span, item);
            }
            return;
        }
        let Some(entries) = list.entries() else {
            self.notes.error(list.span, "The servers stand in an object, each under its name.");
            return;
        };
        if entries.is_empty() {
            self.notes.info(list.span, "The list of servers is empty.");
        }
        for Entry { key, key_span, value } in entries {
            self.server(key.trim(), *key_span, value);
        }
    }

    fn server(&mut self, name: &str, span: Span, node: &Node) {
        if name.is_empty() {
            self.notes.error(span, "A server needs a name.");
        } else if self.servers.iter().any(|server| server.name == name) {
            self.notes.error(span, format!("There is another server `{name}` before: this one is left out."));
        } else if let Some(transport) = self.transport(name, span, node) {
            let is_on = node.get("enabled").is_none_or(Node::is_true);
            let is_disabled = !is_on || node.get("disabled").is_some_and(Node::is_true);
            self.servers.push(ServerEntry { name: name.to_owned(), transport, is_disabled });
        }
    }

    fn transport(&mut self, name: &str, span: Span, node: &Node) -> Option<Transport> {
        let Some(entries) = node.entries() else {
            self.notes.error(node.span, format!("The server `{name}` is no object with `command` or `url`."));
            return None;
        };
        for entry in entries.iter().filter(|entry| !KNOWN.contains(&entry.key.as_str()) && entry.key != "name") {
            self.notes.info(entry.key_span, format!("`{}` of `{name}` is not taken over.", entry.key));
        }
        let kind = node.text_of("type").or_else(|| node.text_of("transport")).unwrap_or_default();
        let url = ["url", "serverUrl", "httpUrl"].into_iter().find_map(|key| node.entry(key));
        let is_http = url.is_some() && (node.get("command").is_none() || !matches!(kind, "" | "stdio"));
        match (url, node.entry("command")) {
            (Some(url), _) if is_http => self.http(name, kind, url, node),
            (_, Some(command)) => self.stdio(name, command, node),
            _ => {
                self.notes.error(span, format!("The server `{name}` has neither `command` nor `url`."));
                None
            }
        }
    }

    fn stdio(&mut self, name: &str, command: &Entry, node: &Node) -> Option<Transport> {
        // Some clients keep the program and its arguments in one list.
        let mut words = match command.value.items() {
            Some(_) => self.texts(name, command),
            None => command.value.scalar_text().into_iter().collect(),
        };
        if words.first().is_none_or(|program| program.trim().is_empty()) {
            self.notes.error(command.value.span, format!("The server `{name}` has no command that could be started."));
            return None;
        }
        let program = words.remove(0).trim().to_owned();
        if program.contains(' ') && node.get("args").is_none() {
            self.notes.warning(
                command.value.span,
                format!("The command of `{name}` holds spaces: arguments stand in `args`, each on its own."),
            );
        }
        if let Some(args) = node.entry("args") {
            words.extend(self.texts(name, args));
        }
        let mut args = Vec::with_capacity(words.len());
        for word in words {
            args.push(self.argument(name, args.last().map(String::as_str), word));
        }
        let env = node.entry("env").map(|env| self.pairs(name, env)).unwrap_or_default();
        let cwd = node.entry("cwd").and_then(|cwd| {
            self.references(&cwd.value);
            cwd.value.text().map(str::to_owned)
        });
        self.references(&command.value);
        Some(Transport::Stdio { command: program, args, env, cwd })
    }

    /// An argument, with a credential taken out (`--token`, `x` or `--token=x`).
    fn argument(&mut self, server: &str, before: Option<&str>, word: String) -> String {
        if let Some((flag, value)) = word.split_once('=').filter(|(flag, _)| flag.starts_with('-')) {
            return match self.found.take_out(&format!("{server}-{}", flag.trim_start_matches('-')), flag, value) {
                Some(reference) => format!("{flag}={reference}"),
                None => word,
            };
        }
        let flag = before.filter(|before| before.starts_with('-') && !word.starts_with('-')).unwrap_or_default();
        if let Some((header, value)) = word.split_once(':').filter(|_| matches!(flag, "--header" | "-H")) {
            return match self.found.take_out(&format!("{server}-{header}"), header, value) {
                Some(reference) => format!("{header}: {reference}"),
                None => word,
            };
        }
        self.found.take_out(&format!("{server}-{}", flag.trim_start_matches('-')), flag, &word).unwrap_or(word)
    }

    fn http(&mut self, name: &str, kind: &str, url: &Entry, node: &Node) -> Option<Transport> {
        self.references(&url.value);
        let address = url.value.text().map(str::trim).unwrap_or_default();
        if !(address.starts_with("https://") || address.starts_with("http://") || address.starts_with("${")) {
            self.notes
                .error(url.value.span, format!("The address of `{name}` does not begin with `https://` or `http://`."));
            return None;
        }
        if kind == "sse" || address.trim_end_matches('/').ends_with("/sse") {
            self.notes.warning(
                url.value.span,
                format!(
                    "`{name}` speaks the older SSE transport: it is tried as streamable HTTP, which it may not know."
                ),
            );
        }
        let headers = ["headers", "http_headers"].into_iter().filter_map(|key| node.entry(key));
        let headers = headers.flat_map(|headers| self.pairs(name, headers)).collect();
        Some(Transport::Http { url: address.to_owned(), headers })
    }

    fn texts(&mut self, server: &str, entry: &Entry) -> Vec<String> {
        let Some(items) = entry.value.items() else {
            if entry.value.scalar_text().is_some() {
                self.notes.warning(
                    entry.value.span,
                    format!("`{}` of `{server}` is a list: the one text is taken as its only item.", entry.key),
                );
            } else {
                self.notes.error(entry.value.span, format!("`{}` of `{server}` is a list of texts.", entry.key));
            }
            return entry.value.scalar_text().into_iter().collect();
        };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            self.references(item);
            match item.scalar_text() {
                Some(text) => texts.push(text),
                None => self
                    .notes
                    .error(item.span, format!("`{}` of `{server}` holds texts only: this is left out.", entry.key)),
            }
        }
        texts
    }

    fn pairs(&mut self, server: &str, entry: &Entry) -> Vec<(String, String)> {
        let Some(entries) = entry.value.entries() else {
            self.notes
                .error(entry.value.span, format!("`{}` of `{server}` is an object of names and texts.", entry.key));
            return Vec::new();
        };
        let mut pairs = Vec::with_capacity(entries.len());
        for Entry { key, key_span, value } in entries {
            self.references(value);
            let Some(text) = value.scalar_text() else {
                self.notes.warning(*key_span, format!("`{key}` of `{server}` has no text: it is left out."));
                continue;
            };
            let kept = self.found.take_out(&format!("{server}-{key}"), key, &text);
            if let Some(kept) = &kept {
                self.notes.info(
                    value.span,
                    format!("`{key}` holds a credential: it is kept apart, and `{kept}` stands for it."),
                );
            }
            pairs.push((key.clone(), kept.unwrap_or(text)));
        }
        pairs
    }

    /// Names the client's variables in a text, which are kept as they are.
    fn references(&mut self, node: &Node) {
        let Some(text) = node.text() else { return };
        for (at, _) in text.match_indices("${") {
            let Some(end) = text[at..].find('}') else { continue };
            let reference = &text[at..=at + end];
            self.notes.info(node.span, format!("`{reference}` is kept as it is: it is filled from the environment where the client would have done so."));
        }
    }
}

fn is_entry(node: &Node) -> bool {
    ["command", "url", "serverUrl", "httpUrl"]
        .iter()
        .any(|key| node.get(key).is_some_and(|value| value.entries().is_none()))
}

/// A name for a server that has none: its package, its program or its host.
fn derived_name(node: &Node) -> String {
    let mut args = node.get("args").and_then(Node::items).into_iter().flatten().filter_map(Node::text);
    let package = args.rfind(|arg| !arg.starts_with('-') && !arg.contains(['/', '\\', '.']) || arg.starts_with('@'));
    let url = ["url", "serverUrl", "httpUrl"].into_iter().find_map(|key| node.text_of(key));
    let host = url.and_then(|url| url.split("://").nth(1)).and_then(|rest| rest.split(['/', ':', '?']).next());
    let source = package.or_else(|| node.text_of("command")).or(host).unwrap_or("server");
    let last = source.rsplit(['/', '\\']).next().unwrap_or(source);
    let name = last.split_once('@').filter(|(name, _)| !name.is_empty()).map_or(last, |(name, _)| name);
    if name.is_empty() { "server".to_owned() } else { name.to_owned() }
}

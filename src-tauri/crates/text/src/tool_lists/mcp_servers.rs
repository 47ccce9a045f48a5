//! MCP servers as clients keep them: Claude's and Cursor's `mcpServers`, also those of projects, VS Code's `servers`, a bare map,
//! one entry alone.

mod keys;
mod settings;
mod transport;

pub use settings::{ServerList, Settings, read_servers_alone, read_settings};
pub use transport::variables_in;

use super::{
    Problem, Span,
    node::{Entry, Node},
    notes::Notes,
    reading,
};
use crate::credentials::Found;

/// Keys under which clients keep their servers.
const HOLDERS: [&str; 4] = ["mcpServers", "servers", "context_servers", "mcp_servers"];

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
    /// Keys of its entry that only its client knows, in text order.
    pub left_out: Vec<String>,
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
        /// What it is confined to; none leaves it what the user may do.
        sandbox: Option<Sandbox>,
    },
    /// A server on the network.
    Http {
        /// Its address.
        url: String,
        /// Names and values.
        headers: Vec<(String, String)>,
    },
}

/// What a confined server may reach: the studio's own addition to what clients keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// Files and folders it may read.
    pub read: Vec<String>,
    /// Folders it may write to, too.
    pub write: Vec<String>,
    /// Whether it may use the network.
    pub network: bool,
}

/// Reads a client's settings.
pub fn read(text: &str) -> Servers {
    let mut reader = Reader { notes: Notes::new(text), found: Found::default(), servers: Vec::new() };
    if let Some(root) = reading::read(text, &mut reader.notes) {
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
        let list = holder(root).or_else(|| root.get("mcp").map(|mcp| holder(mcp).unwrap_or(mcp)));
        let of_projects = settings::of_projects(root, list);
        if list.is_some() || !of_projects.is_empty() {
            if let Some(list) = list.filter(|list| of_projects.is_empty() || !list.is_empty()) {
                self.list(list);
            }
            for Entry { key, key_span, value } in of_projects {
                self.server(key.trim(), *key_span, value);
            }
        } else if is_server(root) {
            let name = root.text_of("name").map_or_else(
                || {
                    let name = derived_name(root);
                    self.notes.info(root.span, format!("The server has no name, so it is imported as `{name}`."));
                    name
                },
                str::to_owned,
            );
            self.server(&name, root.span, root);
        } else if root.entries().is_some_and(|entries| entries.iter().any(|entry| is_server(&entry.value)))
            || root.items().is_some_and(|items| items.iter().any(is_server))
        {
            self.list(root);
        } else {
            self.notes.error(
                root.span,
                "No servers found. List them under `mcpServers` or `servers`, or enter one server with `command` or `url`.",
            );
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
            self.notes.error(list.span, "Put the servers in an object, keyed by name.");
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
            self.notes.error(span, format!("Another server is already named `{name}`, so this one is left out."));
        } else if let Some(transport) = self.transport(name, span, node) {
            let is_on = node.get("enabled").is_none_or(Node::is_true);
            let is_disabled = !is_on || node.get("disabled").is_some_and(Node::is_true);
            let left_out = keys::of_its_client(node);
            self.servers.push(ServerEntry { name: name.to_owned(), transport, is_disabled, left_out });
        }
    }
}

/// The list of servers that a client's settings hold, whichever client's they are.
pub(super) fn holder(node: &Node) -> Option<&Node> {
    HOLDERS.iter().find_map(|key| node.get(key))
}

fn is_entry(node: &Node) -> bool {
    ["command", "url", "serverUrl", "httpUrl"]
        .iter()
        .any(|key| node.get(key).is_some_and(|value| value.entries().is_none()))
}

/// Whether something that no key calls a server is one: an address alone has much else.
fn is_server(node: &Node) -> bool {
    is_entry(node) && (node.get("command").is_some() || keys::is_mostly_known(node))
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

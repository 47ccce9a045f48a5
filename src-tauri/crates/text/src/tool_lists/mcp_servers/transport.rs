//! How one server is reached: its program or its address, without the credentials among them.

use super::{
    Reader, Sandbox, Transport,
    keys::{OF_REACHED, OF_STARTED},
};
use crate::{
    Span,
    tool_lists::node::{Entry, Node},
};

impl Reader<'_> {
    pub(super) fn transport(&mut self, name: &str, span: Span, node: &Node) -> Option<Transport> {
        if node.entries().is_none() {
            self.notes.error(node.span, format!("The server `{name}` isn't an object with `command` or `url`."));
            return None;
        }
        self.unknown(name, node);
        let kind = node.text_of("type").or_else(|| node.text_of("transport")).unwrap_or_default();
        let url = ["url", "serverUrl", "httpUrl"].into_iter().find_map(|key| node.entry(key));
        let is_http = url.is_some() && (node.get("command").is_none() || !matches!(kind, "" | "stdio"));
        match (url, node.entry("command")) {
            (Some(url), _) if is_http => {
                self.idle(name, node, &OF_STARTED, "Only a server that is started by a command has it.");
                self.http(name, kind, url, node)
            }
            (_, Some(command)) => {
                self.idle(name, node, &OF_REACHED, "Only a server with a URL has it.");
                self.stdio(name, command, node)
            }
            _ => {
                self.notes.error(span, format!("The server `{name}` has neither `command` nor `url`."));
                None
            }
        }
    }

    fn stdio(&mut self, name: &str, command: &Entry, node: &Node) -> Option<Transport> {
        // Some clients keep the program and its arguments in one list.
        let sandbox = match node.entry("sandbox") {
            // Whoever wrote it did not mean a server that may do everything.
            Some(entry) => Some(self.sandbox(name, entry)?),
            None => None,
        };
        let mut words = match command.value.items() {
            Some(_) => self.texts(name, command),
            None => command.value.scalar_text().map(|text| (text, command.value.span)).into_iter().collect(),
        };
        if words.first().is_none_or(|(program, _)| program.trim().is_empty()) {
            self.notes.error(command.value.span, format!("The server `{name}` has an empty command."));
            return None;
        }
        let program = words.remove(0).0.trim().to_owned();
        let program = self.found.take_out_of_words(name, &program).unwrap_or(program);
        if program.contains(' ') && node.get("args").is_none() {
            let message = format!("The command of `{name}` contains spaces. Put each argument in `args`.");
            self.notes.warning(command.value.span, message);
        }
        if let Some(args) = node.entry("args") {
            words.extend(self.texts(name, args));
        }
        let mut args: Vec<String> = Vec::with_capacity(words.len());
        for (word, _) in words {
            let argument = self.found.take_out_of_argument(name, args.last().map(String::as_str), &word);
            args.push(argument.unwrap_or(word));
        }
        self.environment(name, command, node);
        let env = ["env", "environment"].into_iter().filter_map(|key| node.entry(key));
        let mut env: Vec<(String, String)> = env.flat_map(|env| self.pairs(name, env)).collect();
        self.add_forwarded(name, node, &mut env);
        let cwd = node.entry("cwd").and_then(|cwd| {
            self.references(&cwd.value);
            cwd.value.text().map(str::to_owned)
        });
        self.references(&command.value);
        Some(Transport::Stdio { command: program, args, env, cwd, sandbox })
    }

    /// `true`, or what is allowed beside: `{"read": […], "write": […], "network": true}`.
    fn sandbox(&mut self, server: &str, entry: &Entry) -> Option<Sandbox> {
        if entry.value.is_true() {
            return Some(Sandbox::default());
        }
        let mut sandbox = Sandbox::default();
        for Entry { key, value, .. } in entry.value.entries().unwrap_or_default() {
            let texts = |items: &[Node]| items.iter().map(|item| item.text().map(str::to_owned)).collect();
            let paths: Option<Vec<String>> = value.items().and_then(texts);
            match (key.as_str(), paths) {
                ("read", Some(paths)) => sandbox.read = paths,
                ("write", Some(paths)) => sandbox.write = paths,
                ("network" | "allow_network", None) if value.to_json().is_boolean() => {
                    sandbox.network = value.is_true();
                }
                _ => return self.not_a_sandbox(server, entry),
            }
        }
        if entry.value.entries().is_some() { Some(sandbox) } else { self.not_a_sandbox(server, entry) }
    }

    fn not_a_sandbox(&mut self, server: &str, entry: &Entry) -> Option<Sandbox> {
        let message = format!(
            "The `sandbox` of `{server}` is invalid, so the server is left out. Use `true`, or an object with `read` and \
             `write` (lists of folders) and `network` (true or false)."
        );
        self.notes.error(entry.value.span, message);
        None
    }

    fn http(&mut self, name: &str, kind: &str, url: &Entry, node: &Node) -> Option<Transport> {
        let span = url.value.span;
        self.references(&url.value);
        let address = url.value.text().map(str::trim).unwrap_or_default();
        if !["https://", "http://", "${"].iter().any(|start| address.starts_with(start)) {
            self.notes.error(span, format!("The URL of `{name}` must start with `https://` or `http://`."));
            return None;
        }
        if kind == "sse" || address.trim_end_matches('/').ends_with("/sse") {
            let message = format!(
                "`{name}` uses the older SSE transport. It is imported as streamable HTTP, which it may not support."
            );
            self.notes.warning(span, message);
        }
        let url = self.found.kept_apart(name, "", address).unwrap_or_else(|| address.to_owned());
        let headers = ["headers", "http_headers"].into_iter().filter_map(|key| node.entry(key));
        let mut headers: Vec<(String, String)> = headers.flat_map(|headers| self.pairs(name, headers)).collect();
        headers.extend(self.headers_of_variables(name, node));
        Some(Transport::Http { url, headers })
    }

    /// Codex and Kimi Code name the variables that hold a token, or the value of a header.
    fn headers_of_variables(&mut self, server: &str, node: &Node) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        let token = ["bearer_token_env_var", "bearerTokenEnvVar"].into_iter().find_map(|key| node.entry(key));
        if let Some(variable) = token {
            let value = variable.value.text().unwrap_or_default();
            let message = format!(
                "The token for `{server}` is in the variable `{value}`, which Skill Studio doesn't read. Replace \
                 `${{{value}}}` with a `secret://name`."
            );
            self.notes.info(variable.key_span, message);
            headers.push(("Authorization".to_owned(), format!("Bearer ${{{value}}}")));
        }
        for Entry { key, key_span, value } in node.get("env_http_headers").and_then(Node::entries).unwrap_or_default() {
            let Some(variable) = value.text() else {
                self.notes.warning(*key_span, format!("`{key}` of `{server}` isn't a string, so it is left out."));
                continue;
            };
            headers.push((key.clone(), format!("${{{variable}}}")));
        }
        headers
    }

    /// Codex names the variables of its own that a server is given, too.
    fn add_forwarded(&mut self, server: &str, node: &Node, env: &mut Vec<(String, String)>) {
        let Some(entry) = node.entry("env_vars") else { return };
        for (variable, _) in self.texts(server, entry) {
            if env.iter().all(|(name, _)| *name != variable) {
                let value = format!("${{{variable}}}");
                env.push((variable, value));
            }
        }
    }

    fn texts(&mut self, server: &str, entry: &Entry) -> Vec<(String, Span)> {
        let Entry { key, value, .. } = entry;
        let Some(items) = value.items() else {
            let Some(text) = value.scalar_text() else {
                self.notes.error(value.span, format!("`{key}` of `{server}` must be a list of strings."));
                return Vec::new();
            };
            self.notes.warning(
                value.span,
                format!("`{key}` of `{server}` must be a list, so the string is used as its only item."),
            );
            return vec![(text, value.span)];
        };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            self.references(item);
            match item.scalar_text() {
                Some(text) => texts.push((text, item.span)),
                None => {
                    self.notes.error(
                        item.span,
                        format!("`{key}` of `{server}` can only contain strings, so this is left out."),
                    );
                }
            }
        }
        texts
    }

    fn pairs(&mut self, server: &str, entry: &Entry) -> Vec<(String, String)> {
        let Some(entries) = entry.value.entries() else {
            let message = format!("`{}` of `{server}` must be an object with string values.", entry.key);
            self.notes.error(entry.value.span, message);
            return Vec::new();
        };
        let mut pairs = Vec::with_capacity(entries.len());
        for Entry { key, key_span, value } in entries {
            self.references(value);
            let Some(text) = value.scalar_text() else {
                self.notes.warning(*key_span, format!("`{key}` of `{server}` isn't a string, so it is left out."));
                continue;
            };
            let kept = self.found.kept_apart(server, key, &text);
            pairs.push((key.clone(), kept.unwrap_or(text)));
        }
        pairs
    }

    /// Names the client's variables in a text, which are kept as they are.
    fn references(&mut self, node: &Node) {
        let Some(text) = node.text() else { return };
        for reference in variables_in(text) {
            let message = format!(
                "`{reference}` is kept, but won't be resolved. Replace it with its value or a `secret://name`."
            );
            self.notes.info(node.span, message);
        }
    }
}

/// What stands in a text for a value that a client fills in: `${NAME}`, `${input:name}`, and opencode's `{env:NAME}` and
/// `{file:PATH}`.
pub fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let begun = ["${", "{env:", "{file:"].into_iter().flat_map(move |begin| text.match_indices(begin));
    let begun = begun.filter(move |(at, _)| !text[..*at].ends_with('$') || text[*at..].starts_with('$'));
    begun.filter_map(move |(at, _)| Some(&text[at..=at + text[at..].find('}')?]))
}

//! Descriptions of an API (`OpenAPI` 3.0 and 3.1, JSON or YAML) as requests with parameters, one an operation.
//!
//! Both versions are read over the tree itself, each operation for itself: the published `openapiv3` refuses a document for
//! one slip and does not know 3.1, so it serves as a second opinion on 3.0 documents.

mod body;
mod operation;
mod schema;
mod security;

use serde_json::Value;

use super::{Problem, RestDraft, Span, node::Node, notes::Notes, reading};
use operation::Operation;

/// Methods an operation may have, in capitals below.
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// Most values written out where they are referred to, in all schemas of a document together.
const BUDGET: usize = 2_000_000;

/// Most `$ref`s followed one after another.
const CHAIN: usize = 16;

/// What reading the description of an API gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Api {
    /// Its title.
    pub title: String,
    /// Where it is, from the first server; empty where the description does not say.
    pub base_url: String,
    /// One draft an operation, in text order; names are unique.
    pub operations: Vec<RestDraft>,
    /// What could not be taken.
    pub problems: Vec<Problem>,
}

/// Reads the description of an API.
pub fn read(text: &str) -> Api {
    let mut notes = Notes::new(text);
    let Some(root) = reading::read(text, &mut notes).filter(|root| is_readable(root, &mut notes)) else {
        return Api { problems: notes.finish(), ..Api::default() };
    };
    let value = root.to_json();
    second_opinion(&root, &value, &mut notes);
    let mut reader = Reader { root: &root, value: &value, notes, api: Api::default(), budget: BUDGET };
    reader.document();
    Api { problems: reader.notes.finish(), ..reader.api }
}

fn version(root: &Node) -> Option<String> {
    root.get("openapi").and_then(Node::scalar_text)
}

fn is_readable(root: &Node, notes: &mut Notes<'_>) -> bool {
    if let Some(old) = root.entry("swagger") {
        notes.error(old.key_span, "This is Swagger 2.0. Convert it to OpenAPI 3, for example at editor.swagger.io.");
        return false;
    }
    if root.get("paths").is_none() {
        notes.error(Span::at(root.span.start), "This isn't an OpenAPI document: it has no `paths`.");
        return false;
    }
    match version(root) {
        Some(version) if version.starts_with("3.") => {}
        Some(version) => notes.warning(root.span, format!("OpenAPI {version} is read as 3.1.")),
        None => notes.warning(
            Span::at(root.span.start),
            "The document doesn't specify an OpenAPI version, so it is read as 3.1.",
        ),
    }
    true
}

fn second_opinion(root: &Node, value: &Value, notes: &mut Notes<'_>) {
    if !version(root).is_some_and(|version| version.starts_with("3.0")) {
        return;
    }
    if let Err(refusal) = serde_json::from_value::<openapiv3::OpenAPI>(value.clone()) {
        let message =
            format!("Strict OpenAPI 3.0 parsers reject this document ({refusal}). Everything readable is imported.");
        notes.info(Span::at(root.span.start), message);
    }
}

struct Reader<'a> {
    root: &'a Node,
    value: &'a Value,
    notes: Notes<'a>,
    api: Api,
    /// Values that may still be written out where they are referred to.
    budget: usize,
}

impl<'a> Reader<'a> {
    fn document(&mut self) {
        self.api.title = self.root.get("info").and_then(|info| info.text_of("title")).unwrap_or_default().to_owned();
        self.api.base_url = self.server(self.root).unwrap_or_default();
        if !is_absolute(&self.api.base_url) {
            let span = self.root.entry("servers").map_or(Span::at(self.root.span.start), |servers| servers.value.span);
            let why = "The document doesn't specify the API's URL. Add it, with `https://`, before each path.";
            self.notes.warning(span, why);
        }
        let Some(paths) = self.root.get("paths").and_then(Node::entries) else { return };
        for path in paths.iter().filter(|path| path.key.starts_with('/')) {
            let Some(item) = self.follow(&path.value) else { continue };
            for method in item.entries().unwrap_or_default() {
                if METHODS.contains(&method.key.as_str()) {
                    let operation = Operation::new(&path.key, item, method);
                    operation.read(self);
                } else if method.key == "trace" {
                    self.notes.info(method.key_span, "Tools can't use TRACE, so it is left out.");
                }
            }
        }
        if self.api.operations.is_empty() {
            self.notes.error(Span::at(self.root.span.start), "This document has no operations.");
        }
    }

    /// The address of the first server of the document, a path or an operation, its variables at their defaults.
    fn server(&mut self, node: &Node) -> Option<String> {
        let server = node.get("servers")?.items()?.first()?;
        let mut url = server.text_of("url")?.trim_end_matches('/').to_owned();
        for variable in server.get("variables").and_then(Node::entries).unwrap_or_default() {
            let default = variable.value.get("default").and_then(Node::scalar_text).unwrap_or_default();
            let place = format!("{{{}}}", variable.key);
            if url.contains(&place) {
                let message = format!("The server variable `{}` uses its default, `{default}`.", variable.key);
                self.notes.info(variable.key_span, message);
                url = url.replace(&place, &default);
            }
        }
        Some(url)
    }

    /// What a node means: itself, or what its `$ref` leads to.
    fn follow(&mut self, node: &'a Node) -> Option<&'a Node> {
        let mut here = node;
        for _ in 0..CHAIN {
            let Some(reference) = here.get("$ref") else { return Some(here) };
            let target =
                reference.text().and_then(|text| text.strip_prefix("#/")).and_then(|path| find(self.root, path));
            let Some(target) = target else {
                let text = reference.text().unwrap_or_default();
                self.notes
                    .error(reference.span, format!("`{text}` isn't defined in this document, so it is left out."));
                return None;
            };
            here = target;
        }
        self.notes.error(node.span, "These references are circular, so they are left out.");
        None
    }
}

fn find<'a>(root: &'a Node, pointer: &str) -> Option<&'a Node> {
    pointer.split('/').try_fold(root, |node, part| {
        let key = part.replace("~1", "/").replace("~0", "~");
        match node.items() {
            Some(items) => items.get(key.parse::<usize>().ok()?),
            None => node.get(&key),
        }
    })
}

fn is_absolute(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

//! Descriptions of an API (`OpenAPI` 3.0 and 3.1, JSON or YAML) as requests with parameters, one an operation.
//!
//! Both versions are read over the tree itself, each operation for itself: the published `openapiv3` refuses a document for
//! one slip and does not know 3.1, so it serves as a second opinion on 3.0 documents.

mod body;
mod names;
mod operation;
mod schema;
mod security;

use std::collections::HashMap;

use serde_json::Value;

use super::{Problem, RestDraft, Span, node::Node, notes::Notes, reading};
use crate::{finding::floor_boundary, gram::from_schema::references::Budget};
use names::Names;
use operation::Operation;

/// Methods an operation may have, in capitals below.
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// Most `$ref`s followed one after another.
const CHAIN: usize = 16;

/// Most operations that are read.
const MOST_OPERATIONS: usize = 10_000;

/// Most bytes that are read again where they are referred to, as if a document of the longest kind stood there twice.
const MOST_AGAIN: usize = 32 * 1024 * 1024;

/// Entries of a map from which on a key in it is looked up by an index.
const LARGE: usize = 32;

/// Longest address, and longest path.
const LONGEST_ADDRESS: usize = 4_096;

/// Most variables of an address.
const MOST_VARIABLES: usize = 100;

/// Longest title that is repeated.
const LONGEST_TITLE: usize = 200;

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
    second_opinion(&root, &mut notes);
    let value = root.to_json();
    let mut reader = Reader {
        root: &root,
        value: &value,
        notes,
        api: Api::default(),
        names: Names::default(),
        budget: Budget::DOCUMENT,
        again: MOST_AGAIN,
        indexes: HashMap::new(),
    };
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
        notes.misspelt(root, &["paths"], "");
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

fn second_opinion(root: &Node, notes: &mut Notes<'_>) {
    if !version(root).is_some_and(|version| version.starts_with("3.0")) {
        return;
    }
    if let Err(refusal) = serde_json::from_value::<openapiv3::OpenAPI>(root.to_json()) {
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
    /// Names that operations have.
    names: Names,
    /// What may still be written out where it is referred to.
    budget: Budget,
    /// Bytes that may still be read again.
    again: usize,
    /// The entries of large maps by their keys, each made when it is first asked.
    indexes: HashMap<*const Node, HashMap<&'a str, &'a Node>>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) {
        let title = self.root.get("info").and_then(|info| info.text_of("title")).unwrap_or_default();
        self.api.title = title[..floor_boundary(title, LONGEST_TITLE)].to_owned();
        self.api.base_url = self.server(self.root).unwrap_or_default();
        if !is_absolute(&self.api.base_url) {
            let span = self.root.entry("servers").map_or(Span::at(self.root.span.start), |servers| servers.value.span);
            let why = "The document doesn't specify the API's URL. Add it, with `https://`, before each path.";
            self.notes.warning(span, why);
        }
        self.paths();
        if self.api.operations.is_empty() {
            self.notes.error(Span::at(self.root.span.start), "This document has no operations.");
        }
    }

    fn paths(&mut self) {
        let Some(paths) = self.root.get("paths").and_then(Node::entries) else { return };
        for path in paths.iter().filter(|path| path.key.starts_with('/')) {
            if path.key.len() > LONGEST_ADDRESS {
                let why = format!("This path is longer than {LONGEST_ADDRESS} bytes, so it is left out.");
                self.notes.error(path.key_span, why);
                continue;
            }
            let Some(item) = self.follow(&path.value) else { continue };
            for method in item.entries().unwrap_or_default() {
                if METHODS.contains(&method.key.as_str()) {
                    if let Some(why) = self.is_too_much() {
                        self.notes.error(path.key_span, format!("{why} Operations from here on are left out."));
                        return;
                    }
                    let operation = Operation::new(&path.key, item, method);
                    operation.read(self);
                } else if method.key == "trace" {
                    self.notes.info(method.key_span, "Tools can't use TRACE, so it is left out.");
                }
            }
        }
    }

    /// Why no further operation is read, if so.
    fn is_too_much(&self) -> Option<String> {
        if self.api.operations.len() >= MOST_OPERATIONS {
            return Some(format!("This document has more than {MOST_OPERATIONS} operations."));
        }
        let is_spent = self.budget.is_spent() || self.again == 0;
        is_spent.then(|| "This document becomes too large where its references are replaced.".to_owned())
    }

    /// The address of the first server of the document, a path or an operation, its variables at their defaults.
    fn server(&mut self, node: &Node) -> Option<String> {
        let server = node.get("servers")?.items()?.first()?;
        let mut url = server.text_of("url")?.trim_end_matches('/').to_owned();
        let variables = server.get("variables").and_then(Node::entries).unwrap_or_default();
        for variable in variables.iter().take(MOST_VARIABLES) {
            let default = variable.value.get("default").and_then(Node::scalar_text).unwrap_or_default();
            let place = format!("{{{}}}", variable.key);
            if url.len().max(default.len()) > LONGEST_ADDRESS {
                break;
            }
            if url.contains(&place) {
                let message = format!("The server variable `{}` uses its default, `{default}`.", variable.key);
                self.notes.info(variable.key_span, message);
                url = url.replace(&place, &default);
            }
        }
        if url.len() > LONGEST_ADDRESS {
            let why = format!("This server's URL is longer than {LONGEST_ADDRESS} bytes, so it is left out.");
            self.notes.error(server.span, why);
            return None;
        }
        Some(url)
    }

    /// What a node means: itself, or what its `$ref` leads to.
    fn follow(&mut self, node: &'a Node) -> Option<&'a Node> {
        let mut here = node;
        for _ in 0..CHAIN {
            let Some(reference) = here.get("$ref") else { return Some(here) };
            let pointer = reference.text().and_then(|text| text.strip_prefix("#/"));
            let Some(target) = pointer.and_then(|pointer| self.find(pointer)) else {
                let text = reference.text().unwrap_or_default();
                self.notes
                    .error(reference.span, format!("`{text}` isn't defined in this document, so it is left out."));
                return None;
            };
            self.read_again(target);
            here = target;
        }
        self.notes.error(node.span, "These references are circular, so they are left out.");
        None
    }

    /// Counts what is read once more.
    fn read_again(&mut self, node: &Node) {
        let bytes = node.span.end.saturating_sub(node.span.start);
        self.again = self.again.saturating_sub(bytes.max(1));
    }

    fn find(&mut self, pointer: &str) -> Option<&'a Node> {
        pointer.split('/').try_fold(self.root, |node, part| {
            let key = part.replace("~1", "/").replace("~0", "~");
            match node.items() {
                Some(items) => items.get(key.parse::<usize>().ok()?),
                None => self.get(node, &key),
            }
        })
    }

    /// The value of a key, however many there are.
    fn get(&mut self, node: &'a Node, key: &str) -> Option<&'a Node> {
        let entries = node.entries()?;
        if entries.len() <= LARGE {
            return node.get(key);
        }
        let of_it = || entries.iter().map(|entry| (entry.key.as_str(), &entry.value)).collect();
        self.indexes.entry(std::ptr::from_ref(node)).or_insert_with(of_it).get(key).copied()
    }
}

fn is_absolute(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

//! What an operation sends.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Reader, operation::Operation, schema};
use crate::tool_lists::{
    node::{Entry, Node},
    percent, placeholder,
};

/// Kinds of content, the one that says most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    Json,
    Form,
    Text,
}

impl<'a> Operation<'a> {
    /// The request's body: a place for each of its properties, or one for the whole.
    pub(super) fn body(&mut self, reader: &mut Reader<'a>) {
        let Some(body) = self.node.get("requestBody").and_then(|body| reader.follow(body)) else { return };
        let offered = body.get("content").and_then(Node::entries).unwrap_or_default();
        let Some((content, entry)) =
            offered.iter().filter_map(|entry| Some((content(&entry.key)?, entry))).min_by_key(|(content, _)| *content)
        else {
            let kinds: Vec<&str> = offered.iter().map(|entry| entry.key.as_str()).collect();
            let kinds = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") };
            reader.notes.warning(
                self.span,
                format!("`{}` sends {kinds}, which tools don't support, so its body is left out.", self.draft.name),
            );
            return;
        };
        let is_required = body.get("required").is_some_and(Node::is_true);
        let kind = if entry.key.contains('*') { "application/json" } else { entry.key.as_str() };
        self.draft.headers.push(("Content-Type".to_owned(), kind.to_owned()));
        match content {
            Content::Json => self.json(entry, is_required, reader),
            Content::Form => self.form(entry, is_required, reader),
            Content::Text => {
                let name = self.add(
                    "body",
                    "body",
                    &serde_json::json!({ "type": "string" }),
                    is_required,
                    entry.key_span,
                    reader,
                );
                self.draft.body = Some(placeholder(&name));
            }
        }
    }

    fn json(&mut self, entry: &Entry, is_required: bool, reader: &mut Reader<'_>) {
        let schema = entry.value.get("schema").map_or(Value::Bool(true), Node::to_json);
        let whole = self.whole(&schema, entry, reader);
        let Some(fields) = self.fields(&whole, is_required, entry, reader) else {
            let name = self.add("body", "body", &whole, is_required, entry.key_span, reader);
            self.draft.body = Some(format!("\"{}\"", placeholder(&name)));
            return;
        };
        let places: Map<String, Value> =
            fields.into_iter().map(|(key, name)| (key, Value::String(placeholder(&name)))).collect();
        self.draft.body = serde_json::to_string_pretty(&places).ok();
    }

    /// A body's schema without references, its parts put together.
    fn whole(&self, schema: &Value, entry: &Entry, reader: &mut Reader<'_>) -> Value {
        schema::whole(self.written_out("body", schema, entry.key_span, reader))
    }

    fn form(&mut self, entry: &Entry, is_required: bool, reader: &mut Reader<'_>) {
        let schema = entry.value.get("schema").map_or(Value::Bool(true), Node::to_json);
        let whole = self.whole(&schema, entry, reader);
        let fields = self.fields(&whole, is_required, entry, reader).unwrap_or_default();
        let places: Vec<String> =
            fields.iter().map(|(key, name)| format!("{}={{{{{name}}}}}", percent::encoded(key))).collect();
        self.draft.body = Some(places.join("&"));
    }

    /// A parameter for each property, as its key and the parameter's name; none where the schema has no properties.
    ///
    /// What must be in a body that need not be sent is required all the same: a call sends it, and without that it is refused.
    fn fields(
        &mut self,
        whole: &Value,
        is_required: bool,
        entry: &Entry,
        reader: &mut Reader<'_>,
    ) -> Option<Vec<(String, String)>> {
        let properties = whole.get("properties")?.as_object().filter(|properties| !properties.is_empty())?;
        let required: HashSet<&str> =
            whole.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Vec::with_capacity(properties.len());
        let mut said = Vec::new();
        if schema::takes_null(whole) {
            said.push("may be `null`, but the tool always sends an object");
        }
        if !is_required && properties.keys().any(|key| required.contains(key.as_str())) {
            said.push("is optional, but the properties that it requires are imported as required parameters");
        }
        for why in said {
            reader.notes.info(entry.key_span, format!("The body of `{}` {why}.", self.draft.name));
        }
        for (key, property) in
            properties.iter().filter(|(_, property)| property.get("readOnly") != Some(&Value::Bool(true)))
        {
            if self.is_too_large {
                break;
            }
            let must = required.contains(key.as_str());
            let name = self.add(key, "body", property, must, entry.key_span, reader);
            fields.push((key.clone(), name));
        }
        Some(fields)
    }
}

fn content(kind: &str) -> Option<Content> {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/json" | "*/*" | "application/*" => Some(Content::Json),
        "application/x-www-form-urlencoded" => Some(Content::Form),
        "text/plain" => Some(Content::Text),
        other if other.ends_with("+json") => Some(Content::Json),
        _ => None,
    }
}

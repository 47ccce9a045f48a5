//! One operation as a request.

use serde_json::{Value, json};

use super::{Reader, is_absolute, names::Names, schema, security};
use crate::tool_lists::{placeholder, sanitized};
use crate::{
    Span,
    gram::{Loss, from_schema},
    tool_lists::{
        RestDraft,
        node::{Entry, Node},
    },
};

/// Longest name models take.
const NAME: usize = 64;

/// Most parameters of one operation.
const MOST_PARAMETERS: usize = 1_000;

/// Headers an operation does not set by parameters.
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

/// Keys of an operation.
const OPERATION: [&str; 12] = [
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "deprecated",
    "security",
    "servers",
];

/// Keys of a parameter.
const PARAMETER: [&str; 13] = [
    "name",
    "in",
    "description",
    "required",
    "deprecated",
    "allowEmptyValue",
    "style",
    "explode",
    "allowReserved",
    "schema",
    "example",
    "examples",
    "content",
];

/// One operation while it is read.
pub(super) struct Operation<'a> {
    path: &'a str,
    item: &'a Node,
    pub(super) node: &'a Node,
    pub(super) span: Span,
    pub(super) draft: RestDraft,
    /// Parameters of the path: as they are written in it, and their names.
    in_path: Vec<(String, String)>,
    /// Names of parameters.
    names: Names,
    /// Whether it has more parameters than are read.
    pub(super) is_too_large: bool,
}

impl<'a> Operation<'a> {
    pub(super) fn new(path: &'a str, item: &'a Node, method: &'a Entry) -> Self {
        let draft = RestDraft { method: method.key.to_ascii_uppercase(), ..RestDraft::default() };
        Self {
            path,
            item,
            node: &method.value,
            span: method.key_span,
            draft,
            in_path: Vec::new(),
            names: Names::default(),
            is_too_large: false,
        }
    }

    pub(super) fn read(mut self, reader: &mut Reader<'a>) {
        if self.node.entries().is_none() {
            reader
                .notes
                .error(self.span, format!("{} {} isn't an object, so it is left out.", self.draft.method, self.path));
            return;
        }
        self.draft.name = self.name(reader);
        self.draft.description = self.description();
        reader.notes.misspelt(self.node, &OPERATION, &self.draft.name);
        if self.node.get("deprecated").is_some_and(Node::is_true) {
            reader.notes.info(self.span, format!("`{}` is deprecated.", self.draft.name));
        }
        self.parameters(reader);
        self.address(reader);
        self.body(reader);
        security::apply(self.node, &mut self.draft, reader);
        if self.is_too_large {
            let name = &self.draft.name;
            let why = format!("`{name}` has more than {MOST_PARAMETERS} parameters, so it is left out.");
            reader.notes.error(self.span, why);
            return;
        }
        reader.api.operations.push(self.draft);
    }

    /// The operation's id, or method and path, in the characters and length models take, unique.
    fn name(&self, reader: &mut Reader<'_>) -> String {
        let id = self.node.text_of("operationId").map(str::to_owned);
        let source = id.clone().unwrap_or_else(|| format!("{}{}", self.draft.method.to_ascii_lowercase(), self.path));
        let base = sanitized(&source, &['_', '-']);
        let base = base[..base.len().min(NAME)].trim_end_matches('_').to_owned();
        let stem = &base[..base.len().min(NAME - 6)];
        let name = reader.names.take(std::slice::from_ref(&base), |number| format!("{stem}_{number}"));
        if id.is_some_and(|id| id != name) {
            reader.notes.info(
                self.span,
                format!(
                    "`{source}` is imported as `{name}`. Tool names must be unique, with at most {NAME} letters, digits, `_`, \
                     and `-`."
                ),
            );
        }
        name
    }

    fn description(&self) -> String {
        let text = |key| self.node.text_of(key).or_else(|| self.item.text_of(key));
        match (text("summary"), text("description")) {
            (Some(summary), Some(description)) if !description.starts_with(summary.trim_end_matches('.')) => {
                format!("{}. {description}", summary.trim_end_matches('.'))
            }
            (_, Some(text)) | (Some(text), None) => text.to_owned(),
            (None, None) => format!("{} {}", self.draft.method, self.path),
        }
    }

    fn parameters(&mut self, reader: &mut Reader<'a>) {
        let lists = [self.item, self.node].map(|node| node.get("parameters").and_then(Node::items).unwrap_or_default());
        let mut all: Vec<(&str, &str, &Node)> = Vec::new();
        for written in lists.into_iter().flatten() {
            let Some(parameter) = reader.follow(written) else { continue };
            let (Some(name), Some(place)) = (parameter.text_of("name"), parameter.text_of("in")) else {
                reader.notes.error(written.span, "This parameter has no `name` or no `in`, so it is left out.");
                continue;
            };
            // An operation's own parameter stands for that of its path.
            all.retain(|(other, at, _)| (*other, *at) != (name, place));
            all.push((name, place, parameter));
            if all.len() > MOST_PARAMETERS {
                self.is_too_large = true;
                return;
            }
        }
        for (name, place, parameter) in all {
            self.parameter(name, place, parameter, reader);
        }
    }

    fn parameter(&mut self, name: &str, place: &str, node: &Node, reader: &mut Reader<'_>) {
        match place {
            "header" if RESERVED.contains(&name.to_ascii_lowercase().as_str()) => return,
            "path" | "query" | "header" => {}
            "cookie" => {
                reader.notes.warning(
                    node.span,
                    format!("The cookie `{name}` of `{}` is left out. Tools can't send cookies.", self.draft.name),
                );
                return;
            }
            other => {
                reader.notes.error(
                    node.span,
                    format!("`{name}` is in `{other}`, which isn't part of OpenAPI, so it is left out."),
                );
                return;
            }
        }
        reader.notes.misspelt(node, &PARAMETER, name);
        let content = node.get("content").and_then(Node::entries).and_then(<[Entry]>::first);
        let written = node.get("schema").or_else(|| content.and_then(|content| content.value.get("schema")));
        let mut schema = written.map_or_else(|| json!({ "type": "string" }), Node::to_json);
        if let (Some(text), Value::Object(schema)) = (node.text_of("description"), &mut schema) {
            schema.insert("description".to_owned(), json!(text));
        }
        let is_required = place == "path" || node.get("required").is_some_and(Node::is_true);
        let schema = self.written_out(name, &schema, node.span, reader);
        let taken = self.add(name, place, &schema, is_required, node.span, reader);
        self.note_style(name, place, node, reader);
        match place {
            "query" => self.draft.query.push((name.to_owned(), placeholder(&taken))),
            "header" => self.draft.headers.push((name.to_owned(), placeholder(&taken))),
            _ => self.in_path.push((name.to_owned(), taken)),
        }
    }

    /// Styles of lists and objects other than a repeated entry cannot be written in a template.
    fn note_style(&self, name: &str, place: &str, node: &Node, reader: &mut Reader<'_>) {
        let usual = if place == "query" { "form" } else { "simple" };
        let style = node.text_of("style").filter(|style| *style != usual);
        let is_joined = place == "query" && node.get("explode").is_some_and(|explode| !explode.is_true());
        if let Some(style) = style {
            reader.notes.warning(
                node.span,
                format!(
                    "`{name}` of `{}` uses the style `{style}`. Check how a list or object should be sent.",
                    self.draft.name
                ),
            );
        } else if is_joined {
            reader.notes.info(
                node.span,
                format!(
                    "A list in `{name}` of `{}` is sent as repeated parameters, but the API expects a single \
                     comma-separated value.",
                    self.draft.name
                ),
            );
        }
    }

    /// A schema without references.
    pub(super) fn written_out(&self, name: &str, schema: &Value, span: Span, reader: &mut Reader<'_>) -> Value {
        let written = from_schema::references::written_out(schema, reader.value, &mut reader.budget);
        self.note_losses(name, &written.cut, span, reader);
        written.schema
    }

    /// Adds a parameter under a name of its own, which is given back. Its schema has no references.
    pub(super) fn add(
        &mut self,
        name: &str,
        place: &str,
        schema: &Value,
        is_required: bool,
        span: Span,
        reader: &mut Reader<'_>,
    ) -> String {
        if self.draft.parameters.len() >= MOST_PARAMETERS {
            self.is_too_large = true;
            return name.to_owned();
        }
        let schema = schema::of_parameter(schema.clone());
        let base = sanitized(name, &['_', '-', '.']);
        let wanted = [base.clone(), format!("{place}_{base}")];
        let taken = self.names.take(&wanted, |number| format!("{base}_{number}"));
        let mut losses: Vec<Loss> = Vec::new();
        let parameter = from_schema::parameter(&taken, &schema, is_required, &mut losses);
        self.note_losses(name, &losses, span, reader);
        self.draft.parameters.push(parameter);
        taken
    }

    fn note_losses(&self, name: &str, losses: &[Loss], span: Span, reader: &mut Reader<'_>) {
        for loss in losses {
            let path = if loss.parameter.is_empty() { name } else { loss.parameter.as_str() };
            reader.notes.info(span, format!("`{path}` of `{}`: {}.", self.draft.name, loss.why));
        }
    }

    /// The address, a place for each part of the path that is a parameter.
    fn address(&mut self, reader: &mut Reader<'a>) {
        let own = [self.node, self.item].into_iter().find_map(|node| reader.server(node));
        let base = own.filter(|own| is_absolute(own)).unwrap_or_else(|| reader.api.base_url.clone());
        let mut path = String::new();
        let mut rest = self.path;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, inner)| Some((before, inner.split_once('}')?)))
        {
            let known = self.in_path.iter().find(|(written, _)| written == name).map(|(_, taken)| taken.clone());
            let taken = known.unwrap_or_else(|| self.undescribed(name, reader));
            path.push_str(before);
            path.push_str(&placeholder(&taken));
            rest = after;
        }
        self.draft.url_template = format!("{base}{path}{rest}");
    }

    /// A part of the path that no parameter describes.
    fn undescribed(&mut self, name: &str, reader: &mut Reader<'_>) -> String {
        reader.notes.warning(
            self.span,
            format!("`{name}` in the path of `{}` isn't described, so it is imported as a string.", self.draft.name),
        );
        let taken = self.add(name, "path", &json!({ "type": "string" }), true, self.span, reader);
        self.in_path.push((name.to_owned(), taken.clone()));
        taken
    }
}

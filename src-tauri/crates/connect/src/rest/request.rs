//! One call's request: a plan with its places filled.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::{
    Method, Url,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
};
use serde_json::{Map, Value};
use studio_runtime::Failure;

use super::{
    plan::{Body, Node, Plan},
    refused,
    template::{ALL, Template, Values, text_of},
};
use crate::{percent, secrets::Secret};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

#[derive(Clone)]
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Vec<u8>>,
    /// Headers that only the tool's own server may see.
    pub(super) secret_headers: BTreeSet<String>,
    pub(super) has_secret: bool,
    pub(super) has_body_secret: bool,
}

impl Plan {
    /// The request of one call.
    pub(super) fn fill(
        &self,
        arguments: &Map<String, Value>,
        secrets: &BTreeMap<String, Secret>,
    ) -> Result<Request, Failure> {
        let values = Values { arguments, secrets };
        let unused = self.unused(arguments);
        let mut url = self.fill_path(values)?;
        self.fill_query(&mut url, values, &unused);
        let mut headers = self.fill_headers(values)?;
        let body = self.fill_body(values, unused).map(|(kind, body)| {
            headers.entry(CONTENT_TYPE).or_insert(kind);
            body
        });
        let secret_headers = self
            .headers
            .iter()
            .filter(|(_, template)| template.has_secret())
            .map(|(name, _)| name.to_string())
            .collect();
        Ok(Request {
            method: self.method.clone(),
            url,
            headers,
            body,
            secret_headers,
            has_secret: !secrets.is_empty(),
            has_body_secret: self.has_body_secret(),
        })
    }

    fn unused(&self, arguments: &Map<String, Value>) -> Map<String, Value> {
        let used = self.parameters();
        if used.contains(ALL) {
            return Map::new();
        }
        let is_unused = |(name, _): &(&String, &Value)| !used.contains(name.as_str());
        arguments.iter().filter(is_unused).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    fn fill_path(&self, values: Values<'_>) -> Result<Url, Failure> {
        let mut is_empty = false;
        let path = self
            .path
            .fill(values, percent::segment)
            .map_err(|name| refused(&format!("The call has no value for “{name}”, which the tool's URL needs.")))?;
        let mut names = BTreeSet::new();
        self.path.name_parameters(&mut names);
        for name in names {
            is_empty |= values.arguments.get(name).and_then(text_of).is_some_and(|text| text.is_empty());
        }
        let is_dots = |segment: &str| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..");
        if is_empty || path.split(['/', '\\']).any(is_dots) {
            return Err(refused("A value in the call is empty, “.” or “..”, which would change the tool's URL."));
        }
        Url::parse(&format!("{}{path}", self.origin))
            .map_err(|cause| refused(&format!("The tool's URL is invalid: {cause}.")))
    }

    fn fill_query(&self, url: &mut Url, values: Values<'_>, unused: &Map<String, Value>) {
        let mut pairs = fill_pairs(&self.query, values);
        if matches!(self.method, Method::GET | Method::HEAD | Method::OPTIONS | Method::DELETE) {
            unused.iter().for_each(|(name, value)| push_value(&mut pairs, name, value));
        }
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
    }

    fn fill_headers(&self, values: Values<'_>) -> Result<HeaderMap, Failure> {
        let mut headers = HeaderMap::new();
        for (name, template) in &self.headers {
            let Ok(text) = template.fill(values, str::to_owned) else { continue };
            headers.append(name, header_value(name, &text, template.has_secret())?);
        }
        Ok(headers)
    }

    /// The body and its type.
    fn fill_body(&self, values: Values<'_>, unused: Map<String, Value>) -> Option<(HeaderValue, Vec<u8>)> {
        match &self.body {
            Body::Nothing => None,
            Body::UnusedAsJson => Some((JSON, Value::Object(unused).to_string().into_bytes())),
            Body::UnusedAsForm => {
                let mut pairs = Vec::new();
                unused.iter().for_each(|(name, value)| push_value(&mut pairs, name, value));
                Some((FORM, form(&pairs)))
            }
            Body::Json(node) => node.fill(values).map(|value| (JSON, value.to_string().into_bytes())),
            Body::Form(fields) => Some((FORM, form(&fill_pairs(fields, values)))),
            Body::Text(template) => Some(fill_text(template, values)),
        }
    }
}

impl Node {
    /// The value; `None` where a parameter it needs is absent.
    fn fill(&self, values: Values<'_>) -> Option<Value> {
        match self {
            Self::All => Some(Value::Object(values.arguments.clone())),
            Self::Parameter(name) => values.arguments.get(name).cloned(),
            Self::Text(template) => template.fill(values, str::to_owned).ok().map(Value::String),
            Self::List(items) => Some(items.iter().filter_map(|item| item.fill(values)).collect()),
            Self::Object(fields) => {
                Some(fields.iter().filter_map(|(name, node)| Some((name.clone(), node.fill(values)?))).collect())
            }
            Self::Plain(value) => Some(value.clone()),
        }
    }
}

/// A text whose absent parameters leave their places empty. One that is a single value that is no text is JSON.
fn fill_text(template: &Template, values: Values<'_>) -> (HeaderValue, Vec<u8>) {
    if let Some(value) = template.only_parameter().and_then(|name| values.arguments.get(name))
        && (value.is_object() || value.is_array())
    {
        return (JSON, value.to_string().into_bytes());
    }
    let mut given = values.arguments.clone();
    let mut names = BTreeSet::new();
    template.name_parameters(&mut names);
    for name in names {
        let value = given.entry(name).or_insert(Value::Null);
        if value.is_null() {
            *value = Value::String(String::new());
        }
    }
    let filled = template.fill(Values { arguments: &given, ..values }, str::to_owned);
    (TEXT, filled.unwrap_or_default().into_bytes())
}

/// Pairs whose parameters are there; a list repeats its pair.
fn fill_pairs(templates: &[(String, Template)], values: Values<'_>) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (name, template) in templates {
        if let Some(value) = template.only_parameter().and_then(|name| values.arguments.get(name)) {
            push_value(&mut pairs, name, value);
        } else if let Ok(text) = template.fill(values, str::to_owned) {
            pairs.push((name.clone(), text));
        }
    }
    pairs
}

fn push_value(pairs: &mut Vec<(String, String)>, name: &str, value: &Value) {
    let texts = match value {
        Value::Array(items) => items.iter().filter_map(text_of).collect(),
        other => Vec::from_iter(text_of(other)),
    };
    pairs.extend(texts.into_iter().map(|text| (name.to_owned(), text)));
}

fn form(pairs: &[(String, String)]) -> Vec<u8> {
    let pair = |(name, value): &(String, String)| format!("{}={}", percent::form(name), percent::form(value));
    pairs.iter().map(pair).collect::<Vec<_>>().join("&").into_bytes()
}

fn header_value(name: &HeaderName, text: &str, is_secret: bool) -> Result<HeaderValue, Failure> {
    let mut value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| {
        refused(&format!(
            "The header “{name}” would contain a line break or another character that isn't allowed in headers."
        ))
    })?;
    value.set_sensitive(is_secret);
    Ok(value)
}

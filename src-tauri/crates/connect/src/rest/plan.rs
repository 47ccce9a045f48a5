//! A tool's texts, read: what a call only has to fill in.

use std::{collections::BTreeSet, net::SocketAddr};

use reqwest::{
    Method, Url,
    header::{CONTENT_TYPE, HeaderName},
};
use serde_json::Value;

use super::{
    RestTool, address, refused,
    template::{ALL, Braces, Template},
};

/// Set by whatever sends the request, from what is sent.
const NOT_FOR_TOOLS: [&str; 6] = ["connection", "content-length", "host", "te", "transfer-encoding", "upgrade"];

const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::OPTIONS, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) method: Method,
    /// Scheme, host and port, without a slash behind.
    pub(super) origin: String,
    /// Begins with a slash or is empty.
    pub(super) path: Template,
    pub(super) query: Vec<(String, Template)>,
    pub(super) headers: Vec<(HeaderName, Template)>,
    pub(super) body: Body,
    pub(super) allow_private: bool,
    pub(super) own_server: Option<SocketAddr>,
    pub(super) retries: u32,
}

/// What the body is made of.
#[derive(Clone, Debug)]
pub(super) enum Body {
    Nothing,
    /// The arguments that are used nowhere else, as JSON.
    UnusedAsJson,
    /// The arguments that are used nowhere else, as a form.
    UnusedAsForm,
    Json(Node),
    Form(Vec<(String, Template)>),
    Text(Template),
}

/// A piece of JSON with places in its texts.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// All arguments.
    All,
    /// The value of one parameter, whatever its type.
    Parameter(String),
    Text(Template),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    Plain(Value),
}

impl Plan {
    pub(super) fn read(tool: &RestTool) -> Result<Self, studio_runtime::Failure> {
        let method = read_method(&tool.method)?;
        let (origin, path, written_query) = split_url(tool.url.trim())?;
        let headers = read_headers(&tool.headers)?;
        let mut query = read_pairs(&written_query, Braces::Either);
        query.extend(tool.query.iter().map(|(name, text)| (name.clone(), Template::read(text, Braces::Double))));
        let body = read_body(tool.body.as_deref(), &method, &headers)?;
        let path = Template::read(&path, Braces::Either);
        let plan = Self {
            method,
            origin,
            path,
            query,
            headers,
            body,
            allow_private: tool.allow_private,
            own_server: tool.own_server,
            retries: tool.retries,
        };
        plan.check_all()?;
        Ok(plan)
    }

    /// Whether a URL may be dialled although it is none of the public internet.
    pub(super) fn may_be_private(&self, url: &Url) -> bool {
        let is_own = |own: SocketAddr| {
            url.scheme() == "http" && address::literal(url) == Some(own.ip()) && url.port() == Some(own.port())
        };
        self.allow_private || self.own_server.is_some_and(is_own)
    }

    /// Names of the parameters that have a place of their own.
    pub(super) fn parameters(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.each_template(&mut |template| template.name_parameters(&mut names));
        self.body.each_parameter(&mut |name| {
            names.insert(name);
        });
        names
    }

    /// Names of the secrets that go with a request.
    pub(super) fn secrets(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.each_template(&mut |template| template.name_secrets(&mut names));
        names
    }

    pub(super) fn has_body_secret(&self) -> bool {
        let mut has_secret = false;
        self.body.each_template(&mut |template| has_secret |= template.has_secret());
        has_secret
    }

    fn each_template<'a>(&'a self, visit: &mut dyn FnMut(&'a Template)) {
        visit(&self.path);
        self.query.iter().for_each(|(_, template)| visit(template));
        self.headers.iter().for_each(|(_, template)| visit(template));
        self.body.each_template(visit);
    }

    fn check_all(&self) -> Result<(), studio_runtime::Failure> {
        if !matches!(self.body, Body::Json(_)) && self.parameters().contains(ALL) {
            return Err(refused(
                "{{*}} stands for all arguments and can only be used as the body or as a value in it.",
            ));
        }
        if self.origin.starts_with("http:") && !self.allow_private && !self.secrets().is_empty() {
            return Err(refused(
                "The tool's URL isn't encrypted, so others on the network could read the secret sent with the request. \
                 Use https, or turn on “Allow localhost and private networks” if the server is on your own network.",
            ));
        }
        Ok(())
    }
}

impl Body {
    fn each_template<'a>(&'a self, visit: &mut dyn FnMut(&'a Template)) {
        match self {
            Self::Json(node) => node.each_template(visit),
            Self::Form(fields) => fields.iter().for_each(|(_, template)| visit(template)),
            Self::Text(template) => visit(template),
            Self::Nothing | Self::UnusedAsJson | Self::UnusedAsForm => {}
        }
    }

    fn each_parameter<'a>(&'a self, visit: &mut dyn FnMut(&'a str)) {
        if let Self::Json(node) = self {
            node.each_parameter(visit);
        }
    }
}

impl Node {
    fn read(value: Value) -> Self {
        match value {
            Value::String(text) => {
                let template = Template::read(&text, Braces::Double);
                match (template.only_parameter(), template.only_text()) {
                    (Some(ALL), _) => Self::All,
                    (Some(name), _) => Self::Parameter(name.to_owned()),
                    (None, Some(_)) => Self::Plain(Value::String(text)),
                    (None, None) => Self::Text(template),
                }
            }
            Value::Array(items) => Self::List(items.into_iter().map(Self::read).collect()),
            Value::Object(fields) => {
                Self::Object(fields.into_iter().map(|(name, value)| (name, Self::read(value))).collect())
            }
            other => Self::Plain(other),
        }
    }

    fn each_template<'a>(&'a self, visit: &mut dyn FnMut(&'a Template)) {
        match self {
            Self::Text(template) => visit(template),
            Self::List(items) => items.iter().for_each(|item| item.each_template(visit)),
            Self::Object(fields) => fields.iter().for_each(|(_, node)| node.each_template(visit)),
            Self::All | Self::Parameter(_) | Self::Plain(_) => {}
        }
    }

    fn each_parameter<'a>(&'a self, visit: &mut dyn FnMut(&'a str)) {
        match self {
            Self::All => visit(ALL),
            Self::Parameter(name) => visit(name),
            Self::List(items) => items.iter().for_each(|item| item.each_parameter(visit)),
            Self::Object(fields) => fields.iter().for_each(|(_, node)| node.each_parameter(visit)),
            Self::Text(_) | Self::Plain(_) => {}
        }
    }
}

fn read_method(text: &str) -> Result<Method, studio_runtime::Failure> {
    let text = text.trim().to_ascii_uppercase();
    if text.is_empty() {
        return Ok(Method::GET);
    }
    METHODS.into_iter().find(|method| method.as_str() == text).ok_or_else(|| {
        refused(&format!("Unsupported method “{text}”. Use GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE."))
    })
}

/// Origin, path and query of an address. Only the last two may have places.
fn split_url(url: &str) -> Result<(String, String, String), studio_runtime::Failure> {
    let bad = |why: &str| Err(refused(&format!("The tool's URL “{url}” is invalid: {why}.")));
    let lower = url.to_ascii_lowercase();
    let Some(scheme) = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme)) else {
        return bad("it doesn't start with https:// or http://");
    };
    let rest = &url[scheme.len()..];
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    if authority.contains(['{', '}']) || rest.starts_with("//") && authority == "secret:" {
        return bad("its host comes from a parameter or a secret, so a call could send it anywhere. \
                    Enter the host, and create a separate tool for each one");
    }
    if authority.contains('@') {
        return bad("it contains a user name or password. Send an Authorization header with a secret instead");
    }
    let origin = format!("{scheme}{authority}");
    if let Err(cause) = Url::parse(&origin) {
        return bad(&cause.to_string());
    }
    let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    Ok((origin, path.to_owned(), query.to_owned()))
}

/// The names and templates of a query or form as it is written in an address.
fn read_pairs(text: &str, braces: Braces) -> Vec<(String, Template)> {
    let mut url = Url::parse("http://localhost/").expect("it is an address");
    url.set_query(Some(text));
    url.query_pairs()
        .filter(|(name, value)| !(name.is_empty() && value.is_empty()))
        .map(|(name, value)| (name.into_owned(), Template::read(&value, braces)))
        .collect()
}

fn read_headers(headers: &[(String, String)]) -> Result<Vec<(HeaderName, Template)>, studio_runtime::Failure> {
    let read = |(name, text): &(String, String)| {
        let name = name.trim();
        let header = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| refused(&format!("“{name}” isn't a valid header name.")))?;
        if NOT_FOR_TOOLS.contains(&header.as_str()) {
            return Err(refused(&format!("The header “{name}” is set by Skill Studio. Remove it from the tool.")));
        }
        Ok((header, Template::read(text.trim(), Braces::Double)))
    };
    headers.iter().filter(|(name, text)| !(name.trim().is_empty() && text.trim().is_empty())).map(read).collect()
}

fn read_body(
    text: Option<&str>,
    method: &Method,
    headers: &[(HeaderName, Template)],
) -> Result<Body, studio_runtime::Failure> {
    let content_type = headers.iter().find(|(name, _)| name == CONTENT_TYPE).and_then(|(_, value)| value.only_text());
    let is_form = content_type.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        let takes_body = [Method::POST, Method::PUT, Method::PATCH].contains(method);
        return Ok(match (takes_body, is_form) {
            (false, _) => Body::Nothing,
            (true, false) => Body::UnusedAsJson,
            (true, true) => Body::UnusedAsForm,
        });
    };
    let template = Template::read(text.trim(), Braces::Double);
    if template.only_parameter() == Some(ALL) {
        return Ok(Body::Json(Node::All));
    }
    if is_form {
        return Ok(Body::Form(read_pairs(text.trim(), Braces::Double)));
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => Ok(Body::Json(Node::read(value))),
        Err(cause) if is_meant_as_json(text.trim(), content_type) => Err(refused(&format!(
            "The tool's body isn't JSON: {cause}. Put parameter placeholders inside quotation marks, as in \
             \"{{{{name}}}}\". The value keeps its type."
        ))),
        Err(_) => Ok(Body::Text(Template::read(text, Braces::Double))),
    }
}

fn is_meant_as_json(text: &str, content_type: Option<&str>) -> bool {
    let looks_so = text.starts_with('[') || text.starts_with('{') && !text.starts_with("{{");
    content_type.map_or(looks_so, |kind| kind.contains("json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_studios_own_server_is_reached_and_nothing_else_of_this_machine() {
        let url = "http://127.0.0.1:8123/orders".to_owned();
        let tool = RestTool { url, own_server: Some(([127, 0, 0, 1], 8123).into()), ..RestTool::default() };
        let may_be = |plan: &Plan, url: &str| plan.may_be_private(&Url::parse(url).unwrap());
        let plan = Plan::read(&tool).unwrap();
        assert!(may_be(&plan, &tool.url));
        for other in [
            "http://127.0.0.1:8124/orders",
            "http://127.0.0.1/orders",
            "https://127.0.0.1:8123/orders",
            "http://127.0.0.2:8123/orders",
            "http://localhost:8123/orders",
            "http://[::1]:8123/orders",
            "http://10.0.0.1:8123/orders",
        ] {
            assert!(!may_be(&plan, other), "{other}");
        }
        let without = Plan::read(&RestTool { own_server: None, ..tool.clone() }).unwrap();
        assert!(!may_be(&without, &tool.url));
    }
}

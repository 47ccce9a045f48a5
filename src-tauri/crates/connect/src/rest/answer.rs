//! What a server's answer means to whoever called the tool.

use reqwest::{
    Method,
    header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, RETRY_AFTER},
};
use serde_json::{Map, Value};
use studio_runtime::Failure;

use super::exchange::{Reply, named, place};
use crate::{secrets::Mask, weight};

/// Characters of a body that are repeated in a message.
const SAID_CHARS: usize = 500;

/// The result: JSON where the answer is JSON, else text; for HEAD its headers.
pub(super) fn read(reply: &Reply, mask: &Mask) -> Result<Value, Failure> {
    if !reply.status.is_success() {
        return Err(failed(reply, mask));
    }
    if reply.method == Method::HEAD {
        return Ok(mask.value(Value::Object(headers(reply))));
    }
    if let Some(coding) = header(reply, CONTENT_ENCODING).filter(|coding| !coding.eq_ignore_ascii_case("identity")) {
        return Err(garbage(reply, &format!("is compressed with {coding}, which wasn't requested"), mask));
    }
    let kind = header(reply, CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let bytes = reply.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&reply.bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Null);
    }
    if !weight::is_light(bytes) && (is_json(kind) || matches!(bytes.trim_ascii_start().first(), Some(b'[' | b'{'))) {
        let message = format!(
            "The response from {} has more than {} JSON values. Request less at a time.",
            place(&reply.url),
            weight::MOST_VALUES
        );
        return Err(Failure::Capped { message });
    }
    let parsed = serde_json::from_slice::<Value>(bytes);
    let value = match parsed {
        Ok(value) if is_json(kind) || kind.is_empty() || value.is_object() || value.is_array() => value,
        Err(cause) if is_json(kind) => {
            return Err(garbage(reply, &format!("is labeled as JSON but isn't valid JSON: {cause}"), mask));
        }
        _ => Value::String(text(reply, bytes, kind, mask)?),
    };
    Ok(mask.value(value))
}

/// One line that says what came back.
pub(super) fn summary(reply: &Reply) -> String {
    let kind = header(reply, CONTENT_TYPE).unwrap_or("no type");
    format!("{} from {}, {kind}, {} bytes", named(reply.status), place(&reply.url), reply.bytes.len())
}

fn failed(reply: &Reply, mask: &Mask) -> Failure {
    let wait = header(reply, RETRY_AFTER).map(|time| match time.trim().parse::<u64>() {
        Ok(seconds) => format!(" (try again after {seconds} s)"),
        Err(_) => format!(" (try again after {})", mask.said(time, SAID_CHARS)),
    });
    let said = said(&reply.bytes, mask);
    let said = if said.is_empty() { ".".to_owned() } else { format!(": {said}") };
    let message =
        format!("{} responded with {}{}{said}", place(&reply.url), named(reply.status), wait.unwrap_or_default());
    Failure::Failed { message, log: String::new() }
}

fn garbage(reply: &Reply, why: &str, mask: &Mask) -> Failure {
    let said = said(&reply.bytes, mask);
    Failure::Garbage {
        message: format!("The response from {} {why}. It starts with: {said}", place(&reply.url)),
        log: String::new(),
    }
}

fn is_json(kind: &str) -> bool {
    kind == "application/json" || kind == "text/json" || kind.ends_with("+json")
}

fn text(reply: &Reply, bytes: &[u8], kind: &str, mask: &Mask) -> Result<String, Failure> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text.to_owned()),
        _ if kind.starts_with("text/") => Ok(String::from_utf8_lossy(bytes).into_owned()),
        _ => {
            let kind = if kind.is_empty() { "without a type" } else { kind };
            Err(garbage(reply, &format!("({kind}, {} bytes) is neither JSON nor text", bytes.len()), mask))
        }
    }
}

fn headers(reply: &Reply) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in &reply.headers {
        let text = String::from_utf8_lossy(value.as_bytes());
        let joined = match fields.get(name.as_str()) {
            Some(Value::String(before)) => format!("{before}, {text}"),
            _ => text.into_owned(),
        };
        fields.insert(name.to_string(), Value::String(joined));
    }
    fields
}

fn header(reply: &Reply, name: HeaderName) -> Option<&str> {
    reply.headers.get(name)?.to_str().ok()
}

/// The beginning of a body, on one line, without secrets.
fn said(bytes: &[u8], mask: &Mask) -> String {
    mask.said(&String::from_utf8_lossy(bytes), SAID_CHARS)
}

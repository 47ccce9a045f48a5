//! What a client sent, read: the texts of a request, and the list of skills in them.

use serde_json::Value;
use studio_model::Client;

use crate::{known, recipe::Wire, scope::Scope};

/// A text that a client put before its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Who says it: `system`, `developer`, `user` or another role of the wire.
    pub role: String,
    /// What is said.
    pub text: String,
}

/// A list of skills as a client sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// What of the text stands before the first entry.
    pub before: String,
    /// Its entries, its own among them.
    pub entries: Vec<SentEntry>,
    /// Names of skills that are listed without an entry, in a line of their own.
    pub names: Vec<String>,
    /// What of the text stands after the last entry.
    pub after: String,
}

/// An entry of a list as a client sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentEntry {
    /// What it is called.
    pub name: String,
    /// All of it, without the last line end.
    pub line: String,
    /// Where it says it is from: a path, or a word of the client's.
    pub location: Option<String>,
}

/// What an entry of a list holds beside its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryParts {
    /// What it shows of the skill's text.
    pub shown: String,
    /// The path of the skill's file; none where the client writes none.
    pub path: Option<String>,
}

/// The parts of an entry that a client sent; none where it is made otherwise than we make it, or has no text.
pub fn entry_parts(client: Client, name: &str, entry: &str) -> Option<EntryParts> {
    [Scope::Project, Scope::User].into_iter().find_map(|scope| parts_of(client, name, entry, scope))
}

fn parts_of(client: Client, name: &str, entry: &str, scope: Scope) -> Option<EntryParts> {
    // They stand for a text and a path in an entry of ours, whose parts are then known.
    const TEXT: char = '\u{E000}';
    const PATH: char = '\u{E001}';
    let known = known(client);
    let ours = known.line(name, &TEXT.to_string(), &PATH.to_string(), scope);
    let (before, after) = ours.trim_end_matches('\n').split_once(TEXT)?;
    let rest = entry.strip_prefix(before)?;
    let (shown, path) = match after.split_once(PATH) {
        Some((between, end)) => {
            let (shown, path) = rest.strip_suffix(end)?.rsplit_once(between)?;
            (shown, Some(path.to_owned()))
        }
        None => (rest.strip_suffix(after)?, None),
    };
    let is_escaped = known.line("", "<", "", scope).contains("&lt;");
    Some(EntryParts { shown: if is_escaped { unescaped(shown) } else { shown.to_owned() }, path })
}

/// The words around a list that a client sent, line by line: of what stands before it the last paragraph, with the one
/// before that where it is a single line, and of what stands after it the first. Dates, which change by the day, are left
/// out.
pub fn words_around<'a>(before: &'a str, after: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let start = |text: &str| text.trim_end().rfind("\n\n").map_or(0, |at| at + "\n\n".len());
    let mut from = start(before);
    if !before.trim_end()[from..].contains('\n') {
        from = start(&before[..from]);
    }
    let is_date = |line: &str| line.to_lowercase().contains("date:");
    let lines = |text: &'a str| -> Vec<&'a str> {
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_date(line)).collect()
    };
    (lines(&before[from..]), lines(after.split("\n\n").next().unwrap_or_default()))
}

/// The texts of a request, in order.
pub fn pieces(wire: Wire, request: &Value) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut add = |role: &str, content: Option<&Value>| match content {
        Some(Value::String(text)) => pieces.push(Piece { role: role.to_owned(), text: text.clone() }),
        Some(Value::Array(parts)) => pieces.extend(
            parts
                .iter()
                .filter_map(|part| part["text"].as_str())
                .map(|text| Piece { role: role.to_owned(), text: text.to_owned() }),
        ),
        _ => {}
    };
    let role = |message: &Value| message["role"].as_str().unwrap_or("user").to_owned();
    match wire {
        Wire::Messages => add("system", request.get("system")),
        Wire::Responses => add("instructions", request.get("instructions")),
        Wire::Chat => {}
        Wire::Gemini => add("system", request["systemInstruction"].get("parts")),
    }
    let messages = match wire {
        Wire::Messages | Wire::Chat => &request["messages"],
        Wire::Responses => &request["input"],
        Wire::Gemini => &request["contents"],
    };
    let key = if wire == Wire::Gemini { "parts" } else { "content" };
    for message in messages.as_array().into_iter().flatten() {
        let role = role(message);
        match message.get(key) {
            Some(Value::Array(parts)) => {
                for part in parts {
                    // What a tool gave back stands a level deeper.
                    match wire {
                        Wire::Messages => add("tool", part.get("content")),
                        Wire::Gemini => add("tool", part["functionResponse"]["response"].get("output")),
                        Wire::Responses | Wire::Chat => {}
                    }
                    add(&role, part.get("text"));
                }
            }
            content => add(&role, content),
        }
        if wire == Wire::Responses {
            add("tool", message.get("output"));
        }
    }
    pieces
}

/// A text in three: up to the end of `open`, inside, and from `close` on; to the end where nothing closes.
pub(crate) fn between<'a>(text: &'a str, open: &str, close: &[&str]) -> Option<(&'a str, &'a str, &'a str)> {
    let start = text.find(open)? + open.len();
    let end = close.iter().filter_map(|close| text[start..].find(close)).min().map_or(text.len(), |end| start + end);
    Some((&text[..start], &text[start..end], &text[end..]))
}

/// A list of elements: each begins with `open` on a line of its own, in a block that the last `close` ends, since what
/// stands in an element may not be escaped.
pub(crate) fn elements(text: &str, open: &str) -> Option<Sent> {
    const BLOCK: &str = "<available_skills>\n";
    const CLOSE: &str = "</available_skills>";
    let start = text.find(BLOCK)? + BLOCK.len();
    let end = start + text[start..].rfind(CLOSE)?;
    let inside = &text[start..end];
    let separator = format!("\n{open}\n");
    let first = inside.strip_prefix(open).and_then(|rest| rest.strip_prefix('\n'))?;
    let entry = |inner: &str| {
        // What comes after it stands beside the list, in its block.
        let end = inner.rfind("</skill>").map_or(inner.len(), |at| at + "</skill>".len());
        let line = format!("{open}\n{}", &inner[..end]);
        SentEntry { name: unescaped(&value(&line, "name")), location: Some(value(&line, "location")), line }
    };
    Some(Sent {
        before: text[..start].to_owned(),
        entries: first.split(&separator).map(entry).collect(),
        names: Vec::new(),
        after: text[end..].to_owned(),
    })
}

/// What stands in an element: the first of that name.
fn value(text: &str, tag: &str) -> String {
    let open = format!("<{tag}>");
    let (_, inside, _) = between(text, &open, &[&format!("</{tag}>")]).unwrap_or_default();
    inside.trim_matches('\n').to_owned()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

/// A list of lines that begin with a dash: the name ends where the text begins, or with the line.
pub(crate) fn dashes(before: &str, inside: &str, after: &str) -> Sent {
    let entry = |line: &str| {
        let name = line.strip_prefix("- ")?;
        let name = name.split_once(": ").map_or_else(|| name.trim_end_matches(':'), |(name, _)| name);
        Some(SentEntry { name: name.to_owned(), line: line.to_owned(), location: None })
    };
    let entries = inside.split('\n').filter_map(entry).collect();
    Sent { before: before.to_owned(), entries, names: Vec::new(), after: after.to_owned() }
}

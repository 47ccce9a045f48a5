//! Names in backticks that the instructions use as tools: whether there are such tools, and which was meant.
//!
//! Most names in backticks are none: parameters, keys, functions, other skills. One counts where it is a slip away from a
//! tool's, or looks like a tool's and its sentence uses it as one: a warning where nothing else can be meant, a hint
//! elsewhere. The words that decide were chosen by measuring on real skills.

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
};

use super::{
    KnownTools, Linter,
    body::Scan,
    code,
    shown::Shown,
    tools::{is_of_host, sorted},
    usage::{Usage, UsageReader, is_among},
};
use crate::{Finding, Fix, Severity, SkillDocument, Span, TextEdit, near};

/// No more names of a text are looked up than these: no skill has as many, and each is held against every tool there is.
const MOST_NAMES: usize = 2_000;

/// Names of files end so, and names of tools of a server do not.
const FILE_ENDINGS: &str = "\
    bat conf config cs css csv env gradle html ini java js json lock log md mod net png properties ps1 py sh sql tf \
    toml ts txt xml yml";

/// A name of several words that ends so is a piece of data, unless it begins with what is done to it.
const DATA: &str = "\
    amount at code count date dir enabled events field fields file flag hash header headers host id ids index key \
    keys kind kinds limit mapping mappings mode name names number params password path paths port prefix private pw \
    reason ref selector size suffix target time timeout token type types url urls value values";

/// What a tool does to a piece of data.
const DEEDS: &str = "\
    add apply ask build cancel change check close copy count create delete describe download execute export fetch \
    find generate get import insert list load lookup make move open post put query read remove rename run save \
    search select send set show update validate write";

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// `snake_case`: as tools are mostly called.
    Snake,
    /// `camelCase`: as functions are called too.
    Camel,
    /// `mcp__server__tool`: as nothing else is called.
    Remote,
    /// `server.tool`, which can be a field of an object.
    Dotted,
    /// `PascalCase`: as types and functions are mostly called.
    Pascal,
    /// Any other identifier: a word, or `kebab-case`.
    Other,
}

impl Look {
    fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if !bytes.first()?.is_ascii_alphabetic() || !bytes.iter().all(is_part) || !(4..=128).contains(&bytes.len()) {
            return None;
        }
        if name.starts_with("mcp_") {
            return Some(Self::Remote);
        }
        if name.contains('.') {
            return is_dotted(name).then_some(Self::Dotted);
        }
        let starts_low = bytes[0].is_ascii_lowercase() && !name.contains('-');
        let has_capitals = bytes.iter().any(u8::is_ascii_uppercase);
        match (starts_low, name.trim_end_matches('_').contains('_'), has_capitals) {
            (true, true, false) => Some(Self::Snake),
            (true, false, true) => Some(Self::Camel),
            (false, _, true) if !name.contains('-') => Some(Self::Pascal),
            _ => Some(Self::Other),
        }
    }

    /// How bad it is that no tool has a name which a text uses so; none where something else is meant by it.
    fn severity(self, usage: Usage, name: &str, has_code: bool) -> Option<Severity> {
        match (self, usage) {
            (Self::Remote, Usage::Used | Usage::Called | Usage::CalledTool) | (Self::Snake, Usage::CalledTool) => {
                Some(Severity::Warning)
            }
            (Self::Snake, Usage::Called) if !has_code => Some(Severity::Warning),
            (Self::Snake, Usage::Called) | (Self::Camel | Self::Dotted | Self::Pascal, Usage::CalledTool) => {
                Some(Severity::Info)
            }
            (Self::Snake, Usage::Used) if !is_data(name) => Some(Severity::Info),
            (Self::Camel, Usage::Called | Usage::Used) if !has_code => Some(Severity::Info),
            (Self::Dotted, Usage::Called) => Some(Severity::Info),
            _ => None,
        }
    }
}

/// `server.tool`, and no file.
fn is_dotted(name: &str) -> bool {
    let Some((server, tool)) = name.split_once('.') else { return false };
    let is_low = |part: &str| part.starts_with(|first: char| first.is_ascii_lowercase()) && !part.contains('.');
    is_low(server) && is_low(tool) && !is_among(tool, FILE_ENDINGS)
}

fn is_data(name: &str) -> bool {
    let (first, last) = (name.split('_').next().unwrap_or(name), name.rsplit('_').next().unwrap_or(name));
    is_among(last, DATA) && !is_among(first, DEEDS)
}

/// Whether an identifier can be a tool's name: of several words, or a long one.
fn is_tool_like(name: &str) -> bool {
    let bytes = name.as_bytes();
    let has_words = bytes.iter().skip(1).any(|byte| matches!(byte, b'_' | b'-') || byte.is_ascii_uppercase());
    bytes.len() <= 64 && !name.contains('.') && (has_words || bytes.len() >= 8)
}

/// A name in backticks.
#[derive(Clone, Copy)]
struct Mention<'a> {
    name: &'a str,
    span: Span,
    look: Look,
    /// Whether arguments in parentheses follow within the backticks.
    has_arguments: bool,
}

impl<'a> Mention<'a> {
    fn of(text: &'a str, code: Span) -> Option<Self> {
        let written = code.of(text);
        let name = match written.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => name,
            _ => written,
        };
        let span = Span::new(code.start, code.start + name.len());
        Some(Self { name, span, look: Look::of(name)?, has_arguments: name.len() < written.len() })
    }
}

/// Judges the names in backticks, where tools are known.
pub(super) fn check(linter: &mut Linter<'_>, scan: &Scan) {
    let Some(known) = linter.context.tools else { return };
    let document = linter.document;
    let text = document.text();
    // Not those of hosts: another host's tool, or a command, has a name like one of them by right.
    let names = sorted(&known.names);
    let settled = Settled::of(document, known, scan);
    let mut reader = UsageReader::new(text);
    let (mut judged, mut nears) = (HashSet::new(), HashMap::new());
    for code in &scan.code_spans {
        if linter.is_full() {
            return;
        }
        let usage = reader.read(*code);
        let Some(mention) = Mention::of(text, *code) else {
            reader.forget();
            continue;
        };
        if nears.len() >= MOST_NAMES && !nears.contains_key(mention.name) {
            continue;
        }
        let near = *nears.entry(mention.name).or_insert_with(|| settled.nearest(mention, &names));
        // A function with its arguments is no slip.
        let near = near.filter(|_| !mention.has_arguments);
        let severity = settled.severity(mention, usage);
        if near.is_none() && severity.is_none() {
            if !settled.is_tool(mention.name) {
                reader.forget();
            }
            continue;
        }
        // A name is judged once: the slip's fix goes through all of the text.
        if !judged.insert(mention.name) {
            continue;
        }
        let missing = || severity.map(|severity| missing(mention, severity));
        if let Some(finding) = near.map(|near| misspelt(text, mention, near, scan)).or_else(missing) {
            linter.push(finding);
        }
    }
}

fn misspelt(text: &str, mention: Mention<'_>, near: &str, scan: &Scan) -> Finding {
    let places = scan.code_spans.iter().filter(|other| other.of(text) == mention.name);
    let edits = places.map(|place| TextEdit::new(*place, near)).collect();
    let message = format!("There is no tool `{}`. Did you mean `{near}`?", mention.name);
    let finding = code::finding(code::UNKNOWN_TOOL, mention.span, message).about(mention.name);
    let fix = Fix { title: format!("Replace with `{near}`"), edits };
    finding.with_severity(Severity::Warning).with_fix(fix)
}

fn missing(mention: Mention<'_>, severity: Severity) -> Finding {
    let (code, verb) = match severity {
        Severity::Error | Severity::Warning => (code::UNKNOWN_TOOL, "calls"),
        Severity::Info => (code::TOOL_MENTION, "seems to call"),
    };
    let message = format!("No tool is called `{}`, which this text {verb}.", mention.name);
    code::finding(code, mention.span, message).with_severity(severity).about(mention.name)
}

/// The names that are accounted for.
struct Settled<'a> {
    known: &'a KnownTools,
    allowed: Vec<&'a str>,
    own: Option<&'a str>,
    text: &'a str,
    fences: &'a [Span],
    /// Read when the first name depends on it.
    shown: OnceCell<Shown<'a>>,
    has_code: bool,
}

impl<'a> Settled<'a> {
    fn of(document: &'a SkillDocument, known: &'a KnownTools, scan: &'a Scan) -> Self {
        let text = document.text();
        Self {
            known,
            allowed: document.allowed_tools(),
            own: document.name(),
            text,
            fences: &scan.fences,
            shown: OnceCell::new(),
            has_code: scan.code_spans.iter().any(|span| is_code(span.of(text))),
        }
    }

    /// Whether nobody needs to ask what a name stands for.
    fn has(&self, name: &str) -> bool {
        self.is_tool(name) || self.known.words.contains(name) || self.known.is_skill(name) || self.own == Some(name)
    }

    /// Whether a name is that of a tool that exists or is allowed.
    fn is_tool(&self, name: &str) -> bool {
        let of_server = if name.starts_with("mcp__") { name.rsplit("__").next() } else { name.split('.').nth(1) };
        self.known.names.contains(name)
            || is_of_host(name)
            || of_server.is_some_and(|name| self.known.names.contains(name) && !is_of_host(name))
            || self.allowed.iter().any(|item| allows(item, name))
    }

    /// The tool a slip leads to.
    fn nearest<'n>(&self, mention: Mention<'_>, names: &[&'n str]) -> Option<&'n str> {
        let is_shouted = !mention.name.bytes().any(|byte| byte.is_ascii_lowercase());
        if is_shouted || self.has(mention.name) || !is_tool_like(mention.name) {
            return None;
        }
        near::closest(mention.name, names.iter().copied())
    }

    /// How bad it is that there is no tool of a name, where the text uses it so; none where it stands for something else.
    fn severity(&self, mention: Mention<'_>, usage: Usage) -> Option<Severity> {
        if self.has(mention.name) {
            return None;
        }
        if mention.has_arguments && (usage < Usage::Called || !matches!(mention.look, Look::Snake | Look::Remote)) {
            return None;
        }
        let severity = mention.look.severity(usage, mention.name, self.has_code)?;
        (!self.is_shown(mention, usage)).then_some(severity)
    }

    /// Whether the skill's fences show that a name is a key, or one of a program's. What is called is no key.
    fn is_shown(&self, mention: Mention<'_>, usage: Usage) -> bool {
        let shown = || self.shown.get_or_init(|| Shown::of(self.text, self.fences));
        match mention.look {
            Look::Camel if usage <= Usage::Called => shown().is_symbol(mention.name),
            Look::Snake if usage == Usage::Used => shown().is_key(mention.name),
            _ => false,
        }
    }
}

/// Whether an item of `allowed-tools` covers a name: itself, its server, or a pattern.
fn allows(item: &str, name: &str) -> bool {
    let item = item.split('(').next().unwrap_or(item).trim();
    let rest = name.strip_prefix(item.trim_end_matches('*'));
    rest.is_some_and(|rest| rest.is_empty() || item.ends_with('*') || rest.starts_with("__") || rest.starts_with('.'))
}

/// Whether backticks hold a piece of a program: a call, an annotation, a tag.
fn is_code(written: &str) -> bool {
    written.starts_with(['@', '<']) || written.contains("()") || written.contains("=>") || written.contains("::")
}

//! Names in backticks that the instructions use as tools: whether there are such tools, and which was meant.
//!
//! Most names in backticks are none: parameters, keys, functions, other skills. One counts where it is a slip away from a
//! tool's, or looks like a tool's and its sentence uses it as one: a warning where nothing else can be meant, a hint
//! elsewhere, nothing where the skill's other words leave a doubt. A call that a fence shows as JSON counts like one that
//! a sentence tells.

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
};

use super::{
    KnownTools, Linter, SkillsFor,
    about::About,
    body::Scan,
    calls, code,
    look::{Look, Mention},
    tools::{is_of_host, of_others, sorted},
    usage::{Usage, UsageReader},
};
use crate::{Finding, Fix, Severity, SkillDocument, TextEdit, near};

/// No more names of a text are looked up than these: no skill has as many, and each is held against every tool there is.
const MOST_NAMES: usize = 2_000;

/// Whether an identifier can be a tool's name: of several words, or a long one.
fn is_tool_like(name: &str) -> bool {
    let bytes = name.as_bytes();
    let has_words = bytes.iter().skip(1).any(|byte| matches!(byte, b'_' | b'-') || byte.is_ascii_uppercase());
    bytes.len() <= 64 && !name.contains('.') && (has_words || bytes.len() >= 8)
}

/// Judges the names in backticks, where tools are known.
pub(super) fn check(linter: &mut Linter<'_>, scan: &Scan) {
    let Some(known) = linter.context.tools else { return };
    let document = linter.document;
    let text = document.text();
    // Not those of hosts: another host's tool, or a command, has a name like one of them by right.
    let names = sorted(&known.names);
    let settled = Settled::of(document, known, linter.context.files, scan);
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
        let missing = || severity.map(|severity| settled.missing(mention, severity));
        if let Some(finding) = near.map(|near| misspelt(text, mention, near, scan)).or_else(missing) {
            linter.push(finding);
        }
    }
    for (name, span) in calls::of_fences(text, &scan.fences) {
        if settled.is_missing(name) && judged.insert(name) {
            let mention = Mention { name, span, look: Look::Snake, has_arguments: false };
            linter.push(settled.missing(mention, Severity::Warning));
        }
    }
}

fn misspelt(text: &str, mention: Mention<'_>, near: &str, scan: &Scan) -> Finding {
    let places = scan.code_spans.iter().filter(|other| other.of(text) == mention.name);
    let edits = places.map(|place| TextEdit::new(*place, near)).collect();
    let message = format!("Unknown tool `{}`. Did you mean `{near}`?", mention.name);
    let finding = code::finding(code::UNKNOWN_TOOL, mention.span, message).about(mention.name);
    let fix = Fix { title: format!("Replace with `{near}`"), edits };
    finding.with_severity(Severity::Warning).with_fix(fix)
}

/// The names that are accounted for.
struct Settled<'a> {
    known: &'a KnownTools,
    allowed: Vec<&'a str>,
    own: Option<&'a str>,
    text: &'a str,
    files: &'a [&'a str],
    scan: &'a Scan,
    /// Read when the first name depends on it.
    about: OnceCell<About<'a>>,
}

impl<'a> Settled<'a> {
    fn of(document: &'a SkillDocument, known: &'a KnownTools, files: Option<&'a [&'a str]>, scan: &'a Scan) -> Self {
        Self {
            known,
            allowed: document.allowed_tools(),
            own: document.name(),
            text: document.text(),
            files: files.unwrap_or_default(),
            scan,
            about: OnceCell::new(),
        }
    }

    fn about(&self) -> &About<'a> {
        self.about.get_or_init(|| About::of(self.text, self.scan))
    }

    /// Whether nobody needs to ask what a name stands for.
    fn has(&self, name: &str) -> bool {
        self.is_tool(name) || self.known.words.contains(name) || self.known.is_skill(name) || self.own == Some(name)
    }

    /// Whether a name is that of a tool that exists or is allowed.
    fn is_tool(&self, name: &str) -> bool {
        let of_server = if name.starts_with("mcp__") { name.rsplit("__").next() } else { name.split('.').nth(1) };
        self.known.names.contains(name)
            || self.known.is_brought(name)
            || of_server.is_some_and(|name| self.known.names.contains(name) && !is_of_host(name))
            || self.allowed.iter().any(|item| allows(item, name))
    }

    /// The tool a slip leads to.
    fn nearest<'n>(&self, mention: Mention<'_>, names: &[&'n str]) -> Option<&'n str> {
        let is_shouted = !mention.name.bytes().any(|byte| byte.is_ascii_lowercase());
        let is_named = self.has(mention.name) || is_of_host(mention.name);
        if is_shouted || is_named || !is_tool_like(mention.name) {
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
        let severity = mention.look.severity(usage, mention.name)?;
        if self.is_file(mention.name) {
            return None;
        }
        let severity = self.about().weigh(mention, usage, severity)?;
        // What other clients have is often named for them, beside what the skills' client has.
        Some(if is_of_host(mention.name) { Severity::Info } else { severity })
    }

    fn missing(&self, mention: Mention<'_>, severity: Severity) -> Finding {
        let (code, what) = match severity {
            Severity::Error | Severity::Warning => (code::UNKNOWN_TOOL, "Unknown tool"),
            Severity::Info => (code::TOOL_MENTION, "Possible unknown tool"),
        };
        let message = match self.known.skills_for {
            SkillsFor::Only(client) if is_of_host(mention.name) => of_others(mention.name, client),
            _ => format!("{what} `{}`.", mention.name),
        };
        code::finding(code, mention.span, message).with_severity(severity).about(mention.name)
    }

    /// Whether a call that a fence shows is one of a tool that nobody has.
    fn is_missing(&self, name: &str) -> bool {
        !self.has(name) && !is_of_host(name) && !self.is_file(name) && !self.about().is_of_tool_interfaces()
    }

    /// Whether a file of the skill has that name: what is called is that program.
    fn is_file(&self, name: &str) -> bool {
        self.files.iter().any(|path| {
            let file = path.rsplit('/').next().unwrap_or(path);
            file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
        })
    }
}

/// Whether an item of `allowed-tools` covers a name: itself, its server, or a pattern.
fn allows(item: &str, name: &str) -> bool {
    let item = item.split('(').next().unwrap_or(item).trim();
    let rest = name.strip_prefix(item.trim_end_matches('*'));
    rest.is_some_and(|rest| rest.is_empty() || item.ends_with('*') || rest.starts_with("__") || rest.starts_with('.'))
}

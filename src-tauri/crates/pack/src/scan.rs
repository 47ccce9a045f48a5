//! A look at texts before they go out or after they came in: what one should know, with its place and reason. A pure
//! function of files. It finds what is known to be bad, and proves nothing to be harmless.

mod asks;
mod excerpt;
mod exhibits;
mod flow;
mod follows;
mod kinds;
mod opened;
mod orders;
mod pairs;
mod pattern;
mod phrase;
mod phrases;
mod pieces;
mod places;
mod programs;
mod sense;
mod settings;
mod shell;
mod shown;
mod tools;
mod unread;
mod unseen;
mod veiled;

use std::{collections::BTreeMap, ops::Range};

use studio_model::sha256_hex;
use studio_text::{LineIndex, Severity, Span, credentials, decode};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A secret that is written out.
    Secret,
    /// Characters that models read and people do not see.
    HiddenText,
    /// Words that tell a model to set its instructions aside, or to keep something from its user.
    Injection,
    /// A command that runs what it fetches.
    RemoteCode,
    /// Something read on this computer that is sent elsewhere.
    Exfiltration,
    /// A change that runs something later, lets somebody in, or takes an agent's limits away.
    Persistence,
    /// Something that deletes what is the user's.
    Destruction,
    /// A tool without the limits it could have.
    BroadTools,
    /// A file that is not looked at, or not to its end.
    NotRead,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 9] = [
        Self::Secret,
        Self::HiddenText,
        Self::Injection,
        Self::RemoteCode,
        Self::Exfiltration,
        Self::Persistence,
        Self::Destruction,
        Self::BroadTools,
        Self::NotRead,
    ];

    /// Its stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::HiddenText => "hidden-text",
            Self::Injection => "injection",
            Self::RemoteCode => "remote-code",
            Self::Exfiltration => "exfiltration",
            Self::Persistence => "persistence",
            Self::Destruction => "destruction",
            Self::BroadTools => "broad-tools",
            Self::NotRead => "not-read",
        }
    }
}

/// A file to look at.
#[derive(Clone, Copy, Debug)]
pub struct Scanned<'a> {
    /// What it is of, such as `skill tides`: the same words elsewhere are another finding.
    pub entity: &'a str,
    /// Its path.
    pub path: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// Whether it is the file of a skill, with frontmatter.
    pub is_skill: bool,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked for.
    pub rule: Rule,
    /// How bad it would be.
    pub severity: Severity,
    /// Line from 1.
    pub line: usize,
    /// Column in characters from 1.
    pub column: usize,
    /// What it is and what to do, as sentences.
    pub message: String,
    /// The place as it is written, what nobody sees made visible, and no secret in it.
    pub excerpt: String,
    /// Names it: the same as long as rule, entity, path and line are.
    pub key: String,
}

/// Most findings of one file; secrets are told beyond that, since a gate counts them.
pub const MOST: usize = 200;
/// Most secrets of one file: whoever has so many has not one too few.
const MOST_SECRETS: usize = 10_000;
/// Shortest run of letters in what is no text that is looked at.
const SHORTEST_RUN: usize = 16;
/// Bytes of a text that are looked at for more than secrets: more than any text an author reads.
const LONGEST: usize = 4 * 1024 * 1024;

/// What a rule found before its place is known.
struct Hit {
    rule: Rule,
    severity: Severity,
    span: Range<usize>,
    message: String,
}

/// What is found in a file, in the order of its text; none where it is no text, and no secret is written out in it.
pub fn scan(file: &Scanned<'_>) -> Option<Vec<Finding>> {
    if opened::is_zip(file.bytes) { Some(opened::scan(file)) } else { scan_unopened(file) }
}

fn scan_unopened(file: &Scanned<'_>) -> Option<Vec<Finding>> {
    let Some(text) = text_of(file.bytes) else { return scan_bytes(file) };
    let written = secrets_in(&text);
    let mut hits: Vec<Hit> = written.iter().map(|(span, name)| secret(*span, name)).collect();
    let end = sense::floor(&text, LONGEST);
    if end < text.len() {
        hits.push(unread::rest(end, text.len()));
    }
    hits.extend(unread::dressed(file.bytes));
    let read = &text[..end];
    let context = sense::Context::new(read, file.path);
    hits.extend(unseen::hits(&context));
    hits.extend(veiled::hits(file, &context));
    hits.extend(phrases::hits(&context));
    hits.extend(asks::hits(&context));
    hits.extend(follows::hits(&context));
    hits.extend(settings::hits(&context));
    hits.extend(programs::hits(&context));
    hits.extend(shell::hits(&context));
    if file.is_skill {
        hits.extend(tools::hits(read));
    }
    Some(told(file, &text, hits, &written))
}

/// The same of what holds bytes that no text has: its secrets, and that it was not read where it passes as a text.
fn scan_bytes(file: &Scanned<'_>) -> Option<Vec<Finding>> {
    let nul = unread::nul_in_text(file.path, file.bytes);
    let text = if nul.is_some() { decode::decode(file.bytes).text } else { readable(file.bytes) };
    let written = secrets_in(&text);
    let mut hits: Vec<Hit> = written.iter().map(|(span, name)| secret(*span, name)).collect();
    hits.extend(nul.map(|_| unread::nul(text.find('\0').unwrap_or_default())));
    if nul.is_none() {
        hits.extend(unread::closed(file.path, file.bytes));
    }
    let findings = told(file, &text, hits, &written);
    (!findings.is_empty()).then_some(findings)
}

/// That a file was not looked at, with the reason as a sentence.
pub fn not_read(entity: &str, path: &str, reason: &str) -> Finding {
    let file = Scanned { entity, path, bytes: &[], is_skill: false };
    Finding {
        rule: Rule::NotRead,
        severity: Severity::Warning,
        line: 1,
        column: 1,
        message: format!("{reason} It wasn't scanned."),
        excerpt: String::new(),
        key: key(Rule::NotRead, &file, reason),
    }
}

/// Runs of letters in what is no text that could hold a secret, a line each.
fn readable(bytes: &[u8]) -> String {
    let is_letter = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let runs = bytes.split(|byte| !is_letter(byte)).filter(|run| run.len() >= SHORTEST_RUN);
    runs.map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n")
}

fn secrets_in(text: &str) -> Vec<(Span, String)> {
    credentials::written_in(text).into_iter().map(|found| (found.span, found.name)).collect()
}

/// The hits with their places, as many as are told.
fn told(file: &Scanned<'_>, text: &str, mut hits: Vec<Hit>, written: &[(Span, String)]) -> Vec<Finding> {
    hits.sort_by_key(|hit| (hit.span.start, hit.rule));
    let lines = LineIndex::new(text);
    let (mut findings, mut is_cut): (Vec<Finding>, bool) = (Vec::new(), false);
    let mut ends: BTreeMap<Rule, usize> = BTreeMap::new();
    for hit in hits {
        let most = if matches!(hit.rule, Rule::Secret | Rule::NotRead) { MOST_SECRETS } else { MOST };
        if findings.len() >= most {
            is_cut = true;
            continue;
        }
        // Of a command over several lines its beginning says it.
        let is_command = !matches!(hit.rule, Rule::Secret | Rule::HiddenText | Rule::NotRead);
        let told_to = ends.insert(hit.rule, hit.span.end.max(ends.get(&hit.rule).copied().unwrap_or_default()));
        if is_command && told_to.is_some_and(|end| hit.span.start < end) {
            continue;
        }
        let (line, column) = lines.position(hit.span.start);
        // One line says one thing once.
        if findings.iter().rev().take_while(|found| found.line == line).any(|found| found.rule == hit.rule) {
            continue;
        }
        let around = excerpt::line_around(text, hit.span.start);
        findings.push(Finding {
            rule: hit.rule,
            severity: hit.severity,
            line,
            column,
            message: hit.message,
            excerpt: excerpt::of(text, around.clone(), &hit.span, written),
            key: key(hit.rule, file, &text[around]),
        });
    }
    if let Some(last) = findings.iter_mut().rfind(|found| is_cut && found.rule != Rule::Secret) {
        last.message.push_str(" More items in this file aren't listed.");
    }
    findings
}

/// The text of a file; none where it is no text.
fn text_of(bytes: &[u8]) -> Option<String> {
    let is_utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    if !is_utf16 && bytes.contains(&0) {
        return None;
    }
    Some(decode::decode(bytes).text)
}

fn key(rule: Rule, file: &Scanned<'_>, line: &str) -> String {
    let parts = [rule.as_str(), file.entity, file.path, line.trim()];
    sha256_hex(parts.join("\0").as_bytes())
}

fn secret(span: Span, name: &str) -> Hit {
    let message = format!(
        "This looks like a secret in plain text ({name}). Anyone with this file can use it. Remove it and revoke it where \
         it was issued."
    );
    Hit { rule: Rule::Secret, severity: Severity::Error, span: span.start..span.end, message }
}

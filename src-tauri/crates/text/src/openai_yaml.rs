//! `agents/openai.yaml` beside a skill's file, as Codex reads it: whether its model sees the skill, what its interface
//! shows of it, and which tools the skill needs.
//!
//! Types, limits and what is dropped are those of Codex's reader (`core-skills/src/loader.rs` of `openai/codex`) and of
//! the parser of YAML it uses. Version 0.171.0 was seen to go on as if there were no file where one value is of another
//! type. How long a short description should be, and that a prompt names the skill, is what `openai/skills` asks of
//! authors (`skill-creator/references/openai_yaml.md`).

mod color;
mod faults;
mod hidden;
mod icons;
mod keys;
mod reading;
mod shape;
mod texts;
mod tools;

use crate::{
    Finding, Severity, Value, apply, code,
    decode::{Decoded, Encoding, decode},
    lint::{MAX_FINDINGS, more_findings},
    yaml::{self, ReadError},
};
use reading::Reading;

/// Most repairs of one file that are tried.
const MOST: usize = 50;

/// Where the file lies in the skill's folder.
pub const OPENAI_YAML: &str = "agents/openai.yaml";

/// What the file says of who may see the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Codex's model sees it.
    Open,
    /// Only people can call it: `policy.allow_implicit_invocation` is false.
    OnlyForPeople,
    /// It is for other products: `policy.products` does not name Codex.
    OtherProducts,
}

/// What the file is judged by beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// The skill's name; empty where it has none.
    pub skill: &'a str,
    /// Every file of the skill's folder, relative to it, with `/`.
    pub files: &'a [&'a str],
}

/// Whether the file keeps Codex from listing the skill. A file that cannot be read, or has a value anywhere that Codex
/// does not take, says nothing.
pub fn policy(bytes: &[u8]) -> Policy {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    // Most say nothing of the kind, and need no reading.
    if !text.contains("allow_implicit_invocation") && !text.contains("products") {
        return Policy::Open;
    }
    let Ok(Some(root)) = root_of(text) else { return Policy::Open };
    root.entries().map_or(Policy::Open, |entries| Reading::of(entries).policy())
}

/// What Codex makes of the file, as findings in the order of its text. A repair is offered where its problem is gone when the
/// file is read again, and no graver one has come; those of what is no YAML are tried together.
pub fn lint(text: &str, around: &Around<'_>) -> Vec<Finding> {
    let before = judged(text, around);
    let mut findings = before.clone();
    let mut tried = 0;
    for finding in findings.iter_mut().filter(|finding| finding.code != code::OPENAI_YAML_SYNTAX) {
        let Some(fix) = &finding.fix else { continue };
        tried += 1;
        if tried > MOST || !is_mended(&before, &judged(&apply(text, &fix.edits), around), finding.code) {
            finding.fix = None;
        }
    }
    findings
}

/// Whether there are fewer problems of a kind than before, and no more errors.
fn is_mended(before: &[Finding], after: &[Finding], code: &str) -> bool {
    let of_code = |found: &[Finding]| found.iter().filter(|finding| finding.code == code).count();
    let errors = |found: &[Finding]| found.iter().filter(|finding| finding.severity == Severity::Error).count();
    of_code(after) < of_code(before) && errors(after) <= errors(before)
}

fn judged(text: &str, around: &Around<'_>) -> Vec<Finding> {
    let root = match root_of(text) {
        Ok(Some(root)) if !root.is_null() => root,
        Ok(_) => return Vec::new(),
        Err(error) => return in_order(text, faults::unreadable(text, &error)),
    };
    let Some(entries) = root.entries() else { return vec![faults::without_keys(&root)] };
    let reading = Reading::of(entries);
    let mut judge = Judge { text, around, reading: &reading, findings: Vec::new() };
    faults::check(&mut judge);
    hidden::check(&mut judge);
    keys::check(&mut judge);
    texts::check(&mut judge);
    color::check(&mut judge);
    icons::check(&mut judge);
    tools::check(&mut judge);
    in_order(text, judge.findings)
}

/// The same of the file's bytes, with the text that the findings are in. Bytes that are not UTF-8 are no text to Codex.
pub fn lint_bytes(bytes: &[u8], around: &Around<'_>) -> (String, Vec<Finding>) {
    let Decoded { text, encoding, findings } = decode(bytes);
    let findings = match encoding {
        // A byte order mark is nothing to it here.
        Encoding::Utf8 | Encoding::Utf8Bom => lint(&text, around),
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Lossy => findings,
    };
    (text, findings)
}

/// The file under judgement.
struct Judge<'a> {
    text: &'a str,
    around: &'a Around<'a>,
    reading: &'a Reading<'a>,
    findings: Vec<Finding>,
}

/// The value that is the whole file; none of a file in which nothing stands.
fn root_of(text: &str) -> Result<Option<Value>, ReadError> {
    if let Some(at) = yaml::control_character(text) {
        return Err(ReadError::Syntax { message: "a control character isn't allowed".to_owned(), at });
    }
    let start = start_of(text);
    yaml::read(&text[start..], start).map(|tree| tree.root)
}

/// Where the YAML begins: behind a byte order mark.
fn start_of(text: &str) -> usize {
    if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 }
}

fn in_order(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (finding.span, finding.severity));
    if findings.len() > MAX_FINDINGS {
        findings.truncate(MAX_FINDINGS);
        findings.push(more_findings(text));
    }
    findings
}

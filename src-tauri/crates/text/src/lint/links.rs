//! Links and paths that lead to the skill's own files.

mod files;
mod leading;
mod named;
mod reference;

use std::collections::HashSet;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{
    Linter,
    body::{self, Scan},
    code,
};
use crate::{Finding, Fix, Severity, SkillDocument, Span};
use files::{Files, decoded, nowhere, outside};
use named::{Named, OWN_FOLDERS, named};

pub use files::{Elsewhere, OnDisk};
pub use leading::{leads, leads_of_file};
pub use reference::{in_reference, references};

/// What a path can't have in a link as it is: some of it ends the link, some leads within a file.
const IN_LINKS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'$')
    .add(b'%')
    .add(b'\'')
    .add(b'(')
    .add(b')')
    .add(b'*')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Judges every link, and other paths of the skill's own files where these are known.
pub(super) fn check(linter: &mut Linter<'_>, scan: &Scan) {
    if scan.links.is_empty() && linter.context.files.is_none() {
        return;
    }
    let files = linter.context.files.map(|files| Files::new(files, linter.context.on_disk));
    let mut judged = HashSet::new();
    for span in &scan.links {
        let source = span.of(linter.document.text());
        let path = source.split(['#', '?']).next().unwrap_or(source);
        let span = Span::new(span.start, span.start + path.len());
        if let Some(own) = own_part_of_absolute(path) {
            linter.push(absolute(span, path, own, files.as_ref()));
        } else if is_own_path(source, path) && judged.insert(path.trim_start_matches("./")) {
            check_link(linter, span, path, files.as_ref());
        }
    }
    let Some(files) = files else { return };
    let text = linter.document.text();
    let named = named(text, linter.document.body_span(), scan).into_iter().filter(|named| named.climbs == 0);
    for Named { folder, span, is_rooted, .. } in named {
        let path = span.of(text);
        if linter.is_full() {
            return;
        }
        if path.contains('\\') {
            if has_extension(path) && judged.insert(path) {
                check_link(linter, span, path, Some(&files));
            }
        } else if is_own_path(path, path) && has_extension(path) && !files.has(path) && judged.insert(path) {
            // A skill that has no such folder may mean one of the project it works on; projects keep no references.
            let is_sure = is_rooted || folder == "references/" || files.has_folder(folder);
            linter.push(missing(span, path, &files, is_sure));
        }
    }
}

/// The skill's own files that its text leads to, as paths from its folder on.
pub fn own_files(document: &SkillDocument) -> Vec<String> {
    let (text, body) = (document.text(), document.body_span());
    let scan = body::scan(text, body);
    let of_link = |span: &Span| {
        let source = span.of(text);
        let path = source.split(['#', '?']).next().unwrap_or(source);
        is_own_path(source, path).then_some(path)
    };
    let linked = scan.links.iter().filter_map(of_link);
    let named = named(text, body, &scan).into_iter().filter(|named| named.climbs == 0);
    let named = named.map(|named| named.span.of(text));
    let named = named.filter(|path| is_own_path(path, path) && has_extension(path) && !path.contains('\\'));
    let files = linked.chain(named).map(|path| decoded(path).trim_start_matches("./").to_owned());
    files.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// Whether a destination means a file of the skill: relative, and no placeholder.
fn is_own_path(source: &str, path: &str) -> bool {
    let is_elsewhere = source.starts_with(['#', '/', '~']) || has_scheme(source);
    let is_placeholder = path.contains(['<', '>', '{', '}', '$', '*', '[', ']', '|', '"', '\'', '…', ' '])
        || path.contains("...")
        || path.starts_with("path/to")
        || path.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        || stands_for_any(path);
    !path.is_empty() && !is_elsewhere && !is_placeholder && (path.contains('/') || has_extension(path))
}

/// Whether a file's name only shows where a name goes: `YOUR-FILE.md`.
fn stands_for_any(path: &str) -> bool {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let is_shouted = stem.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'-' | b'_'));
    let stands = |word: &str| matches!(word, "YOUR" | "NAME" | "FILE" | "FILENAME" | "TOPIC" | "XXX");
    is_shouted && stem.split(['-', '_']).any(stands)
}

fn has_scheme(source: &str) -> bool {
    let scheme = source.split(':').next().unwrap_or_default();
    scheme.len() < source.len()
        && scheme.len() > 1
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=8).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && extension.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

fn check_link(linter: &mut Linter<'_>, span: Span, path: &str, files: Option<&Files<'_>>) {
    if path.contains('\\') {
        let message = format!("`{path}` uses backslashes, which only work on Windows. Use `/`.");
        let fix = Fix::one("Replace backslashes with `/`", span, path.replace('\\', "/"));
        linter.push(code::finding(code::LINK_BACKSLASH, span, message).with_fix(fix));
        return;
    }
    if climbs_out(path) {
        linter.push(outside(span, path));
        return;
    }
    if let Some(files) = files
        && !files.has(path)
    {
        linter.push(missing(span, path, files, true));
        return;
    }
    let folders = path.trim_start_matches("./").trim_end_matches('/').matches('/').count();
    if folders > 1
        && let Some(targets) = linter.strict_targets()
    {
        let message = format!("`{path}` is {folders} folders deep; the spec recommends one.");
        linter.push(code::finding(code::LINK_DEEP, span, message).with_targets(targets));
    }
}

/// The part of an absolute path that stands in a skill's folder; none of one that means something else, such as a page of a
/// site.
fn own_part_of_absolute(path: &str) -> Option<&str> {
    let relative = path.strip_prefix('/')?;
    let begins = |folder: &str| path.match_indices(folder).map(|(at, _)| at).find(|at| path[..*at].ends_with('/'));
    let own = &path[OWN_FOLDERS.into_iter().filter_map(begins).min()?..];
    (has_extension(own) && is_own_path(relative, relative)).then_some(own)
}

fn absolute(span: Span, path: &str, own: &str, files: Option<&Files<'_>>) -> Finding {
    let message = format!("`{path}` is an absolute path, so the link breaks on other computers. Use `{own}`.");
    let finding = code::finding(code::LINK_OUTSIDE, span, message);
    let is_there = files.is_some_and(|files| files.has(own));
    if is_there { finding.with_fix(Fix::one(format!("Change to `{own}`"), span, own)) } else { finding }
}

fn climbs_out(path: &str) -> bool {
    let mut depth = 0_i32;
    path.split('/').any(|part| {
        depth += match part {
            ".." => -1,
            "" | "." => 0,
            _ => 1,
        };
        depth < 0
    })
}

/// What is said of a path that none of the skill's files has. A text may mean a file of the project that the skill works on:
/// where it is not sure to mean the skill's, that is no more than a hint.
fn missing(span: Span, path: &str, files: &Files<'_>, is_sure: bool) -> Finding {
    let path = decoded(path);
    if let Some(place) = files.elsewhere(&path) {
        return place.finding(span, &path);
    }
    let (finding, closest) = nowhere(span, &path, files);
    let finding = match closest {
        Some(closest) => finding.with_fix(Fix::one(format!("Change to `{closest}`"), span, in_link(closest))),
        None => finding,
    };
    if is_sure { finding } else { finding.with_severity(Severity::Info) }
}

/// A path as a link has it.
fn in_link(path: &str) -> String {
    let mut written = String::with_capacity(path.len());
    for letter in path.chars() {
        if letter.is_ascii() {
            written.extend(utf8_percent_encode(letter.encode_utf8(&mut [0; 4]), IN_LINKS));
        } else {
            written.push(letter);
        }
    }
    written
}

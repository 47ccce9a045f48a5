//! Links in a skill's references, which lead on to further files.

use std::collections::HashSet;

use super::{
    files::{Files, OnDisk, decoded, nowhere, outside, resolved},
    has_extension, is_own_path,
    named::{Named, UP, named},
    own_files,
};
use crate::{
    Finding, SkillDocument, Span,
    lint::{MAX_FINDINGS, body},
};

/// Where the standard has a skill's references.
const FOLDER: &str = "references/";

/// Those of a skill's other files that lead on to further ones: Markdown among its references, and what its text leads to.
pub fn references<'a>(document: &SkillDocument, files: &[&'a str]) -> Vec<&'a str> {
    let markdown: Vec<&str> = files.iter().copied().filter(|path| path.to_ascii_lowercase().ends_with(".md")).collect();
    if markdown.iter().all(|path| path.starts_with(FOLDER)) {
        return markdown;
    }
    let led_to = own_files(document);
    markdown.into_iter().filter(|path| path.starts_with(FOLDER) || led_to.iter().any(|file| file == path)).collect()
}

/// The findings of another Markdown file of a skill, at `path`: links in it that lead to no file of the skill. Files name each
/// other from where they lie; some do so from the skill's folder on.
pub fn in_reference(text: &str, path: &str, files: &[&str], on_disk: Option<&dyn OnDisk>) -> Vec<Finding> {
    let scan = body::scan(text, Span::new(0, text.len()));
    let files = Files::new(files, on_disk);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut judged = HashSet::new();
    let mut findings = Vec::new();
    for link in &scan.links {
        let source = link.of(text);
        let target = source.split(['#', '?']).next().unwrap_or(source);
        let is_judged = is_own_path(source, target) && !target.contains('\\') && judged.insert(target);
        if !is_judged || files.has(target) {
            continue;
        }
        let span = Span::new(link.start, link.start + target.len());
        let finding = match resolved(folder, &decoded(target)) {
            Some(meant) if files.has(&meant) => continue,
            Some(meant) => missing(span, &meant, &files),
            None => outside(span, target),
        };
        findings.push(finding);
        if findings.len() >= MAX_FINDINGS {
            return findings;
        }
    }
    for Named { folder: own, span, climbs, is_rooted } in named(text, Span::new(0, text.len()), &scan) {
        let path = span.of(text);
        if climbs > 0 {
            let span = Span::new(span.start - climbs * UP.len(), span.end);
            let meant = own_path_of(folder, span.of(text)).filter(|meant| meant.starts_with(own) && !files.has(meant));
            if let Some(meant) = meant.filter(|_| findings.len() < MAX_FINDINGS && judged.insert(span.of(text))) {
                findings.push(missing(span, &meant, &files));
            }
            continue;
        }
        let is_sure = is_rooted || own == FOLDER || files.has_folder(own);
        let is_judged = is_sure && is_own_path(path, path) && has_extension(path) && !path.contains('\\');
        let is_near = || resolved(folder, path).is_some_and(|near| files.has(&near));
        if findings.len() < MAX_FINDINGS && is_judged && !files.has(path) && !is_near() && judged.insert(path) {
            findings.push(missing(span, path, &files));
        }
    }
    findings
}

/// What is said of a path from the skill's folder on that none of its files has.
fn missing(span: Span, meant: &str, files: &Files<'_>) -> Finding {
    files.elsewhere(meant).map_or_else(|| nowhere(span, meant, files).0, |place| place.finding(span, meant))
}

/// What a path means that climbs out of the folder of the file that names it, where that is a file of the skill.
fn own_path_of(folder: &str, path: &str) -> Option<String> {
    resolved(folder, path).filter(|meant| is_own_path(meant, meant) && has_extension(meant))
}

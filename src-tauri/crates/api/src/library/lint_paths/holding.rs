//! What holds skills on disk: the manifests of plugins around them, the archives they lie in, and folders and files that are one
//! where letter case doesn't count.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use studio_pack::{FoundSkill, folded_path, targets::upload_problems};
use studio_text::{
    Span, Target, code,
    decode::decode,
    lint::{Elsewhere, OnDisk, plugin_manifest},
    tool_lists::{
        Problem,
        plugins::{self, Lies},
    },
};

use super::LintedFinding;
use crate::{
    dto::ExportTarget,
    skills::{offsets::Offsets, own_folder::SkillFolder, same_names::same_names},
};

/// Says what is wrong in the text of a manifest, asking what lies at a path beside it.
type Judge = fn(&str, &dyn Fn(&str) -> Lies) -> Vec<Problem>;

/// Largest manifest that is read.
const LARGEST: u64 = 1024 * 1024;

/// Folders that are looked into for plugins, from a chosen one on.
const DEPTH: usize = 4;

/// Most folders that are looked into.
const FOLDERS: usize = 4_096;

/// What is wrong with what holds the skills under some paths.
pub(super) fn around(paths: &[PathBuf], target: Option<&str>, targets: &[Target]) -> Vec<LintedFinding> {
    let mut findings = archives(paths, targets);
    if target == Some(ExportTarget::ClaudePlugin.as_str()) {
        findings.extend(plugins(paths));
    }
    findings
}

/// What plugins and marketplaces under some paths name that Claude Code does not find.
fn plugins(paths: &[PathBuf]) -> Vec<LintedFinding> {
    let mut findings = Vec::new();
    for path in paths {
        let folders = if path.is_dir() { plugin_folders(path) } else { root_of(path).into_iter().collect() };
        for root in folders {
            let manifest = root.join(".claude-plugin");
            findings.extend(judged(&manifest.join("marketplace.json"), &root, plugins::marketplace));
            findings.extend(judged(&manifest.join("plugin.json"), &root, plugins::plugin));
        }
    }
    findings
}

/// The folder that a chosen manifest speaks of.
fn root_of(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| folder.ends_with(".claude-plugin"))?;
    folder.parent().map(Path::to_path_buf)
}

/// The folders at a path and not far below it that have a manifest.
fn plugin_folders(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut due = vec![(path.to_path_buf(), 0)];
    let mut looked = 0;
    while let Some((folder, depth)) = due.pop() {
        looked += 1;
        if looked > FOLDERS {
            break;
        }
        if folder.join(".claude-plugin").is_dir() {
            found.push(folder.clone());
        }
        let inside = fs::read_dir(&folder).into_iter().flatten().flatten();
        let folders = inside.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let is_searched = |name: &str| !name.starts_with('.') && name != "node_modules" && name != "target";
        let folders = folders.filter(|entry| is_searched(&entry.file_name().to_string_lossy()));
        due.extend(folders.filter(|_| depth < DEPTH).map(|entry| (entry.path(), depth + 1)));
    }
    found.sort();
    found
}

fn judged(file: &Path, root: &Path, judge: Judge) -> Vec<LintedFinding> {
    let Ok(bytes) = studio_pack::read_regular(file, LARGEST) else { return Vec::new() };
    let text = decode(&bytes).text;
    let problems = judge(&text, &|path| lies(&root.join(path)));
    let offsets = Offsets::new(&text);
    let shown = file.display().to_string();
    let findings = plugin_manifest(&problems).into_iter();
    findings.map(|finding| LintedFinding { path: shown.clone(), finding: offsets.finding(&finding) }).collect()
}

fn lies(path: &Path) -> Lies {
    let has_skill = |folder: &Path| folder.join("SKILL.md").is_file();
    if path.is_file() {
        Lies::File
    } else if !path.is_dir() {
        Lies::Nowhere
    } else if has_skill(path)
        || fs::read_dir(path).into_iter().flatten().flatten().any(|entry| has_skill(&entry.path()))
    {
        Lies::Skills
    } else {
        Lies::Folder
    }
}

/// Why uploads refuse the archives among some paths.
fn archives(paths: &[PathBuf], targets: &[Target]) -> Vec<LintedFinding> {
    let is_upload = |target: &&Target| matches!(target, Target::ClaudeUpload | Target::OpenAiUpload);
    let Some(target) = targets.iter().find(is_upload) else { return Vec::new() };
    let mut findings = Vec::new();
    for path in paths.iter().filter(|path| is_archive(path)) {
        let problems = upload_problems(path, targets).unwrap_or_default();
        findings.extend(problems.into_iter().map(|message| {
            let finding = code::finding(code::ARCHIVE_LAYOUT, Span::default(), message).with_target(*target);
            LintedFinding { path: path.display().to_string(), finding: Offsets::new("").finding(&finding) }
        }));
    }
    findings
}

fn is_archive(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    path.is_file() && ending.is_some_and(|ending| matches!(ending.as_str(), "zip" | "skill"))
}

/// Skills' folders, and files of one skill, whose names differ only in letter case: on Windows and macOS they are one. Each with
/// the place of the skill among those found.
pub(super) fn one_where_case_does_not_count(found: &[FoundSkill]) -> Vec<(usize, LintedFinding)> {
    let mut told = Vec::new();
    let mut folders: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, skill) in found.iter().enumerate() {
        if let Some(folder) = &skill.folder {
            folders.entry(folded_path(&folder.display().to_string())).or_default().push(at);
        }
        let paths: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
        told.extend(same_names(&paths).into_iter().map(|message| (at, message)));
    }
    for same in folders.values().filter(|same| same.len() > 1) {
        for &at in same {
            let others = same.iter().filter(|other| found[**other].folder != found[at].folder);
            let message = others.map(|other| &found[*other].display_path).min().map(|other| {
                format!(
                    "On Windows and macOS this folder is the same as the one of {other}: their names differ only in letter case or \
                     in how accents are written. Rename one."
                )
            });
            told.extend(message.map(|message| (at, message)));
        }
    }
    told.sort();
    let linted = |(at, message): (usize, String)| {
        let finding = Offsets::new("").finding(&code::finding(code::NAME_CASE, Span::default(), message));
        (at, LintedFinding { path: found[at].display_path.clone(), finding })
    };
    told.into_iter().map(linted).collect()
}

/// A skill's folder with what lies around it: the plugin that it is of, and the skills beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FolderAround<'a>(pub(super) &'a Path);

impl OnDisk for FolderAround<'_> {
    fn lies(&self, path: &str) -> Option<Elsewhere> {
        SkillFolder(self.0).lies(path).or_else(|| elsewhere(self.0, path).map(Elsewhere::Outside))
    }
}

/// Where a file lies that a skill takes for its own: at the root of its plugin, or in a skill beside it.
fn elsewhere(folder: &Path, path: &str) -> Option<String> {
    let beside = folder.parent()?;
    let of_plugin = beside.parent().filter(|root| root.join(".claude-plugin").is_dir());
    if of_plugin.is_some_and(|root| root.join(path).is_file()) {
        return Some(format!("../../{path}"));
    }
    let mut others: Vec<_> = fs::read_dir(beside).ok()?.flatten().map(|entry| entry.file_name()).collect();
    others.sort();
    let other = others.into_iter().filter(|name| Some(name.as_os_str()) != folder.file_name());
    let mut there =
        other.filter(|name| beside.join(name).join("SKILL.md").is_file() && beside.join(name).join(path).is_file());
    there.next().map(|name| format!("../{}/{path}", name.to_string_lossy()))
}

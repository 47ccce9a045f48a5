//! Skills on disk, looked at without any library: findings and tokens.

use std::{collections::HashSet, path::PathBuf, sync::Mutex, thread};

use serde::Serialize;
use studio_pack::{Contents, FoundSkill, Options, Skipped, discover};
use studio_text::{
    SkillDocument, Target,
    decode::decode,
    lint::{KnownTools, LintContext, lint},
    tokens,
};

use crate::{Error, ErrorCode, analysis::Offsets, content::text_of, dto::Finding, token_counts::count_tiers};

/// A finding in a file on disk.
#[derive(Clone, Debug, Serialize)]
pub struct LintedFinding {
    /// The file.
    pub path: String,
    /// Where and what.
    #[serde(flatten)]
    pub finding: Finding,
}

/// What lint says of some paths.
#[derive(Clone, Debug, Default)]
pub struct Linted {
    /// In the order of the files.
    pub findings: Vec<LintedFinding>,
    /// What could not be looked at, and why.
    pub skipped: Vec<Skipped>,
    /// How many skill files were looked at.
    pub skills: usize,
}

/// Estimated tokens of what lies at a path.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PathTokens {
    /// Names and descriptions.
    pub description: usize,
    /// Instructions.
    pub body: usize,
    /// Other files.
    pub files: usize,
    /// Skills counted.
    pub skills: usize,
}

/// What lint says of every skill under some paths, and what could not be looked at. `target` narrows it to one export
/// target; without it the Agent Skills standard is meant. Where `tools` are given, those the skills name are looked up
/// among them.
pub fn lint_paths(paths: &[PathBuf], target: Option<&str>, tools: Option<&KnownTools>) -> Result<Linted, Error> {
    let targets = match target {
        None => vec![Target::AgentSkills],
        Some(name) => vec![Target::parse(name).ok_or_else(|| unknown_target(name))?],
    };
    let options = Options { contents: Contents::SkillFiles, ..Options::default() };
    let discovery = discover(paths, &options, &());
    let tools = tools.cloned().map(|mut tools| {
        let folders = discovery.found.iter().filter_map(|found| found.folder_name.as_deref());
        folders.for_each(|name| tools.add_skill(name));
        tools
    });
    let tools = tools.as_ref();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = discovery.found.len().div_ceil(threads).max(1);
    let parts: Mutex<Vec<(usize, Vec<LintedFinding>)>> = Mutex::default();
    thread::scope(|scope| {
        for (number, part) in discovery.found.chunks(share).enumerate() {
            let (parts, targets) = (&parts, &targets);
            scope.spawn(move || {
                let findings = part.iter().flat_map(|found| lint_found(found, targets, tools)).collect();
                parts.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, findings));
            });
        }
    });
    let mut parts = parts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    parts.sort_unstable_by_key(|(number, _)| *number);
    Ok(Linted {
        findings: parts.into_iter().flat_map(|(_, findings)| findings).collect(),
        skills: discovery.found.len(),
        skipped: discovery.skipped,
    })
}

/// Estimated tokens of the skills under a path, or of the one file it names.
pub fn tokens_of_path(path: &std::path::Path) -> Result<PathTokens, Error> {
    let discovery = discover(&[path.to_path_buf()], &Options::default(), &());
    if discovery.found.is_empty() {
        if path.is_dir() {
            return Err(Error::new(ErrorCode::NotFound, format!("There is no skill file under {}.", path.display())));
        }
        let bytes = std::fs::read(path).map_err(|cause| Error::file("read", path, &cause))?;
        let text = text_of(&bytes).ok_or_else(|| {
            Error::new(ErrorCode::Invalid, format!("{} is not a text file; it has no tokens.", path.display()))
        })?;
        return Ok(PathTokens { files: tokens::count(&text), ..PathTokens::default() });
    }
    Ok(discovery.found.iter().fold(PathTokens::default(), |sum, found| {
        let document = SkillDocument::read(&decode(&found.bytes).text);
        let (description, body) = count_tiers(document.name(), document.description(), document.body());
        let files: usize =
            found.files.iter().filter_map(|file| text_of(&file.bytes)).map(|text| tokens::count(&text)).sum();
        PathTokens {
            description: sum.description + description as usize,
            body: sum.body + body as usize,
            files: sum.files + files,
            skills: sum.skills + 1,
        }
    }))
}

fn lint_found(found: &FoundSkill, targets: &[Target], tools: Option<&KnownTools>) -> Vec<LintedFinding> {
    let decoded = decode(&found.bytes);
    let document = SkillDocument::read(&decoded.text);
    let files: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    let nothing = HashSet::new();
    let context = LintContext {
        folder: found.folder_name.as_deref(),
        files: Some(&files),
        tools,
        linked: tools.map(|_| &nothing),
        targets,
    };
    let mut findings = decoded.findings;
    findings.extend(lint(&document, &context));
    if findings.is_empty() {
        return Vec::new();
    }
    let offsets = Offsets::new(&decoded.text);
    findings
        .into_iter()
        .map(|finding| LintedFinding { path: found.display_path.clone(), finding: offsets.finding(&finding) })
        .collect()
}

fn unknown_target(name: &str) -> Error {
    let known = Target::ALL.map(Target::as_str).join(", ");
    Error::new(ErrorCode::Invalid, format!("There is no target “{name}”. Targets: {known}."))
}

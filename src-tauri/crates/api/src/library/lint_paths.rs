//! Skills on disk, looked at without importing them: findings and tokens.

mod basis;
mod beside;
mod by_folder;
mod holding;
mod levels;
mod lists;
mod path_tokens;

use parking_lot::Mutex;
use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    thread,
};

use serde::Serialize;
use studio_clients::{SkillFile, client_of};
use studio_pack::{
    Contents, Discovery, FoundSkill, Options, SkillKind, Skipped, discover,
    targets::{Checked, checked, checked_names},
};
use studio_text::{
    SkillDocument, Target,
    decode::decode,
    lint::{KnownTools, LintContext, NAMED, Namesakes, OnDisk, SkillLinks, free_name, lint, name_duplicate},
};

use crate::{
    Error, ErrorCode,
    dto::{Finding, Host, RuleLevel},
    library::lint_clients,
    skills::{misnamed::misnamed, offsets::Offsets},
};

pub use basis::{LintBasis, last_library_has_skill, lint_basis_of_last_library};
use holding::FolderAround;
pub use levels::Off;
use levels::Told;
pub use path_tokens::{PathTokens, tokens_of_path};

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
    /// Skill files at links that the client follows, each with the file it leads to.
    pub linked: Vec<(String, PathBuf)>,
    /// How many skill files, and lists of tools, were looked at.
    pub skills: usize,
    /// How many findings the library's author ignores; they are not among the findings.
    pub ignored: usize,
    /// How many findings are of rules that are off; they are not among the findings either.
    pub off: Off,
    /// The client for which skills were judged because they lie in its folders; none where a target was named, or it is not
    /// clear whose they are.
    pub client: Option<Host>,
}

/// What lint says of every skill under some paths, and what could not be looked at. `target` narrows it to one export
/// target; without it the client is meant in whose own folders the skills lie, as for a library of them, and else the Agent
/// Skills standard. For a target that is a list of tools, files that hold such lists are judged, and skills by what every
/// target wants. Where a library is given, the tools that the skills name are looked up in it; rules are as bad as its author
/// finds them, unless `levels` says otherwise; what they ignore is left out and counted.
pub fn lint_paths(
    paths: &[PathBuf],
    target: Option<&str>,
    library: Option<&LintBasis>,
    levels: &[(String, RuleLevel)],
) -> Result<Linted, Error> {
    let levels = Told::of(library, levels)?;
    let (mut targets, paths, mut all) = apart(paths, target)?;
    let mut off = levels.take(&mut all.findings);
    if paths.is_empty() {
        return Ok(Linted { off, ..all });
    }
    let mut discovery = found_for(targets, &paths);
    if let Some((client, rules)) = target.is_none().then(|| by_folder::client_of(&discovery.found)).flatten() {
        // As that client looks for them.
        (all.client, targets, discovery) = (Some(client), rules, found_for(rules, &paths));
    }
    let tools = library.map(|library| tools_with_skills(library, &discovery.found));
    let mut linted = lint_all(&discovery.found, targets, tools.as_ref());
    add_namesakes(&mut linted, &discovery.found)?;
    for (at, finding) in holding::one_where_case_does_not_count(&discovery.found) {
        linted[at].findings.push(finding);
    }
    for client in targets.iter().filter(|target| Target::CLIENTS.contains(target)) {
        let of_places = lint_clients::findings(*client, &discovery.found);
        for at in of_places.left_out {
            linted[at].findings.retain(|one| one.finding.targets != [client.as_str()]);
        }
        for (at, finding) in of_places.told {
            linted[at].findings.push(LintedFinding { path: discovery.found[at].display_path.clone(), finding });
        }
    }
    for skill in &mut linted {
        off += levels.take(&mut skill.findings);
    }
    let ignored = library.map_or(0, |library| {
        let skills = linted.iter_mut().zip(&discovery.found);
        skills
            .map(|(skill, found)| library.ignored.take_out(found.skill_file.as_deref(), &mut skill.findings))
            .sum::<usize>()
    });
    let mut holding = holding::around(&paths, target, targets);
    off += levels.take(&mut holding);
    all.findings.extend(holding);
    all.findings.extend(linted.into_iter().flat_map(|skill| skill.findings));
    all.skipped.extend(discovery.skipped);
    all.linked.extend(discovery.found.iter().filter_map(lint_clients::at_link));
    Ok(Linted { skills: all.skills + discovery.found.len(), ignored, off, ..all })
}

/// The rules that a target has for skills, the paths where those lie, and what is found in lists of tools where it is one.
fn apart(paths: &[PathBuf], target: Option<&str>) -> Result<(&'static [Target], Vec<PathBuf>, Linted), Error> {
    let checked = target.map_or(Some(Checked::Skills(&[Target::AgentSkills])), checked);
    Ok(match checked.ok_or_else(|| unknown_target(target.unwrap_or_default()))? {
        Checked::Skills(rules) => (rules, paths.to_vec(), Linted::default()),
        Checked::Tools(target) => {
            let (others, linted) = lists::lint(paths, target)?;
            (&[][..], others, linted)
        }
    })
}

/// The skills under some paths, as those look for them by whose rules they are judged.
fn found_for(targets: &[Target], paths: &[PathBuf]) -> Discovery {
    let is_for_client = targets.len() == 1 && client_of(targets[0]).is_some();
    let options = Options { contents: Contents::SkillFiles, is_for_client, ..Options::default() };
    discover(paths, &options, &())
}

/// Judges every skill, on as many threads as there are processors, in their order.
fn lint_all(found: &[FoundSkill], targets: &[Target], tools: Option<&KnownTools>) -> Vec<LintedSkill> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = found.len().div_ceil(threads).max(1);
    let parts: Mutex<Vec<(usize, Vec<LintedSkill>)>> = Mutex::default();
    thread::scope(|scope| {
        for (number, part) in found.chunks(share).enumerate() {
            let parts = &parts;
            scope.spawn(move || {
                let findings = part.iter().map(|found| lint_found(found, targets, tools)).collect();
                parts.lock().push((number, findings));
            });
        }
    });
    let mut parts = parts.into_inner();
    parts.sort_unstable_by_key(|(number, _)| *number);
    parts.into_iter().flat_map(|(_, linted)| linted).collect()
}

/// The tools of a library, and the names of the skills that were found, which are no tools.
fn tools_with_skills(library: &LintBasis, found: &[FoundSkill]) -> KnownTools {
    let mut tools = library.tools.clone();
    for name in found.iter().filter_map(|found| found.folder_name.as_deref()) {
        tools.add_skill(name);
    }
    tools
}

/// A skill that was looked at.
struct LintedSkill {
    name: String,
    findings: Vec<LintedFinding>,
}

fn lint_found(found: &FoundSkill, targets: &[Target], tools: Option<&KnownTools>) -> LintedSkill {
    let decoded = decode(&found.bytes);
    let document = SkillDocument::read(&decoded.text);
    let files: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    let linked = tools.map(|tools| linked_after_import(&document, tools));
    let around = found.folder.as_deref().map(FolderAround);
    let context = LintContext {
        folder: found.folder_name.as_deref(),
        files: Some(&files),
        on_disk: around.as_ref().map(|around| around as &dyn OnDisk),
        tools,
        linked: linked.as_ref(),
        namesakes: None,
        absent: &[],
        targets,
        levels: None,
    };
    let mut findings = decoded.findings;
    findings.extend(lint(&document, &context));
    findings.extend(misnamed(found, &decoded.text).filter(|_| targets.iter().any(|one| *one != Target::Adk)));
    let openai_yaml = beside::openai_yaml(found);
    let path = format!("{}/{}", found.folder_name.as_deref().unwrap_or_default(), found.file_name);
    let file = SkillFile { path: &path, bytes: &found.bytes, openai_yaml: openai_yaml.as_deref() };
    findings.extend(targets.iter().flat_map(|target| studio_clients::lint(&file, *target)));
    let name = document.name().or(found.folder_name.as_deref()).unwrap_or_default().to_owned();
    let mut linted = LintedSkill { name, findings: Vec::new() };
    if !findings.is_empty() {
        let offsets = Offsets::new(&decoded.text);
        let linted_of = |finding: &studio_text::Finding| LintedFinding {
            path: found.display_path.clone(),
            finding: offsets.finding(finding),
        };
        linted.findings.extend(findings.iter().map(linted_of));
    }
    if targets.contains(&Target::Codex)
        && let Some(bytes) = &openai_yaml
    {
        linted.findings.extend(beside::openai_yaml_judged(found, &linted.name, bytes));
    }
    linted.findings.extend(beside::credentials(found));
    linted.findings.extend(beside::references(found, &document));
    linted
}

/// What a skill's links would be after an import: what its file lists.
fn linked_after_import<'a>(document: &'a SkillDocument, tools: &KnownTools) -> SkillLinks<'a> {
    let listed = document.allowed_tools().into_iter().map(studio_model::tool_of_item);
    SkillLinks { own: listed.filter(|name| tools.own.contains(*name)).collect(), lent: HashSet::new() }
}

/// Says of every skill whose name another one under the same paths has, where that one is.
fn add_namesakes(linted: &mut [LintedSkill], found: &[FoundSkill]) -> Result<(), Error> {
    let mut named: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, skill) in linted
        .iter()
        .enumerate()
        .filter(|(at, skill)| !skill.name.is_empty() && found[*at].kind != SkillKind::Convention)
    {
        named.entry(skill.name.clone()).or_default().push(at);
    }
    let files: Vec<Option<PathBuf>> = found.iter().map(lint_clients::real_file).collect();
    for (name, places) in named.iter().filter(|(_, places)| places.len() > 1) {
        let free = free_name(name, |name| Ok::<_, Error>(named.contains_key(name)))?;
        for &at in places {
            // A link to the same file is no other skill.
            let is_other = |other: &usize| *other != at && (files[at].is_none() || files[*other] != files[at]);
            let others: Vec<String> =
                places.iter().filter(|other| is_other(other)).map(|other| found[*other].display_path.clone()).collect();
            if others.is_empty() {
                continue;
            }
            let text = decode(&found[at].bytes).text;
            let told = &others[..others.len().min(NAMED)];
            let namesakes = Namesakes { name, others: others.len(), places: told, free: &free };
            let finding = name_duplicate(&SkillDocument::read(&text), namesakes);
            let finding = Offsets::new(&text).finding(&finding);
            linted[at].findings.push(LintedFinding { path: found[at].display_path.clone(), finding });
        }
    }
    Ok(())
}

fn unknown_target(name: &str) -> Error {
    let known = checked_names().collect::<Vec<_>>().join(", ");
    Error::new(ErrorCode::Invalid, format!("Unknown target “{name}”. Available targets: {known}."))
}

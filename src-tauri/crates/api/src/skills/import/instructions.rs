//! Files that tell an agent client something and are no skills: chosen by themselves, they are named as what they are instead of
//! coming in as skills without a name.

use std::path::{Path, PathBuf};

use studio_clients::is_folder_of_clients;
use studio_pack::{Discovery, ImportFormat, Options, SkipReason, Skipped, Watcher, discover, read_regular};
use studio_text::{SkillDocument, adk::is_convention_file, decode::decode};

const RULE: &str = "This is a rule for an editor's agent, not a skill. To make it one, save it as SKILL.md in its own folder, \
    with a name and a description.";
const INSTRUCTIONS: &str = "This contains custom instructions for GitHub Copilot, not a skill. To make it one, save it as \
    SKILL.md in its own folder, with a name and a description.";
const PROMPT: &str = "This is a prompt file for GitHub Copilot, not a skill. To make it one, save it as SKILL.md in its own \
    folder, with a name and a description.";
const AGENT: &str = "This is a custom agent for GitHub Copilot, not a skill. Create an agent under Agents, and copy its text \
    there.";
const SUBAGENT: &str = "This is a subagent, not a skill. Create an agent under Agents, and copy its text there.";
const COMMAND: &str = "This is a custom command, not a skill. To make it one, save it as SKILL.md in its own folder, with a name \
    and a description.";
const PROJECT: &str = "This contains a project's instructions for agents, not a skill. To import it as adk reads it, import its \
    folder with the adk format.";

/// Largest file that is read to see whether it is a subagent.
const LARGEST: u64 = 256 * 1024;

/// What `discover` finds, without the files among the paths that are something else by their names. adk takes any Markdown.
pub(super) fn discover_skills(paths: &[PathBuf], options: &Options, watcher: &dyn Watcher) -> Discovery {
    if options.format == Some(ImportFormat::Adk) {
        return discover(paths, options, watcher);
    }
    let judged = paths.iter().map(|path| (path, what(path)));
    let (named, others): (Vec<_>, Vec<_>) = judged.partition(|(_, sentence)| sentence.is_some());
    let others: Vec<PathBuf> = others.into_iter().map(|(path, _)| path.clone()).collect();
    let mut discovery = discover(&others, options, watcher);
    let skipped = named.into_iter().filter_map(|(path, sentence)| {
        let (path, message) = (path.to_string_lossy().into_owned(), sentence?.to_owned());
        Some(Skipped { path, reason: SkipReason::Unsupported, message, leads_to: None })
    });
    discovery.skipped.extend(skipped);
    discovery
}

/// What a file is by its name, its place or its keys; none where it may be a skill.
fn what(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    if name == "skill.md" || !path.is_file() {
        return None;
    }
    match name.as_str() {
        ".cursorrules" | ".windsurfrules" | ".clinerules" => Some(RULE),
        "copilot-instructions.md" => Some(INSTRUCTIONS),
        name if name.rsplit('.').next() == Some("mdc") => Some(RULE),
        name if name.ends_with(".instructions.md") => Some(INSTRUCTIONS),
        name if name.ends_with(".prompt.md") => Some(PROMPT),
        name if name.ends_with(".agent.md") || name.ends_with(".chatmode.md") => Some(AGENT),
        name if is_convention_file(name) => Some(PROJECT),
        name if name.rsplit('.').next() == Some("md") => {
            by_place(path).or_else(|| is_subagent(path).then_some(SUBAGENT))
        }
        _ => None,
    }
}

/// What a Markdown file is by the folder it lies in, one of a client's or of a plugin's.
fn by_place(path: &Path) -> Option<&'static str> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors().skip(1).find_map(|folder| {
        let around = folder.parent()?;
        let is_clients = around.file_name().is_some_and(|name| is_folder_of_clients(&name.to_string_lossy()));
        if !is_clients && !around.join(".claude-plugin").is_dir() {
            return None;
        }
        match folder.file_name()?.to_str()? {
            "agents" | "agent" => Some(SUBAGENT),
            "commands" | "command" => Some(COMMAND),
            _ => None,
        }
    })
}

/// Whether a file has the keys that only subagents have together; some hosts give a skill `tools`, too.
fn is_subagent(path: &Path) -> bool {
    let Ok(bytes) = read_regular(path, LARGEST) else { return false };
    let document = SkillDocument::read(&decode(&bytes).text);
    let has = |key: &str| document.field(key).is_some();
    let is_restricted = has("tools") && ["model", "color", "mode", "permissionMode"].into_iter().any(has);
    !has("allowed-tools") && (is_restricted || has("disallowedTools") || has("permissionMode"))
}

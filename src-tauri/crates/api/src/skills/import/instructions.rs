//! Files that tell an agent client something and are no skills: chosen by themselves, they are named as what they are instead of
//! coming in as skills without a name.

use std::path::{Path, PathBuf};

use studio_pack::{Discovery, ImportFormat, Options, SkipReason, Skipped, Watcher, discover};

const RULE: &str = "This is a rule for an editor's agent, not a skill. To make it one, save it as SKILL.md in its own folder, \
    with a name and a description.";
const INSTRUCTIONS: &str = "This contains custom instructions for GitHub Copilot, not a skill. To make it one, save it as \
    SKILL.md in its own folder, with a name and a description.";
const PROMPT: &str = "This is a prompt file for GitHub Copilot, not a skill. To make it one, save it as SKILL.md in its own \
    folder, with a name and a description.";
const AGENT: &str = "This is a custom agent for GitHub Copilot, not a skill. Create an agent under Agents, and copy its text \
    there.";

/// What `discover` finds, without the files among the paths that are something else by their names. adk takes any Markdown.
pub(super) fn discover_skills(paths: &[PathBuf], options: &Options, watcher: &dyn Watcher) -> Discovery {
    if options.format == Some(ImportFormat::Adk) {
        return discover(paths, options, watcher);
    }
    let (named, others): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(|path| what(path).is_some());
    let mut discovery = discover(&others, options, watcher);
    let skipped = named.iter().filter_map(|path| {
        let (path, message) = (path.to_string_lossy().into_owned(), what(path)?.to_owned());
        Some(Skipped { path, reason: SkipReason::Unsupported, message, leads_to: None })
    });
    discovery.skipped.extend(skipped);
    discovery
}

/// What a file is by its name; none where it may be a skill.
fn what(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let sentence = match name.as_str() {
        ".cursorrules" | ".windsurfrules" | ".clinerules" => RULE,
        "copilot-instructions.md" => INSTRUCTIONS,
        name if name.rsplit('.').next() == Some("mdc") => RULE,
        name if name.ends_with(".instructions.md") => INSTRUCTIONS,
        name if name.ends_with(".prompt.md") => PROMPT,
        name if name.ends_with(".agent.md") || name.ends_with(".chatmode.md") => AGENT,
        _ => return None,
    };
    path.is_file().then_some(sentence)
}

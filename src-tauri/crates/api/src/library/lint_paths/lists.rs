//! Files that hold lists of tools, judged for the models and servers that take them.

use std::path::PathBuf;

use studio_pack::targets::Target;
use studio_text::{decode::decode, lint, tool_lists::model_tools::Source};

use super::{Linted, LintedFinding};
use crate::{Error, base::named::read_named, skills::offsets::Offsets, tools::list_import::ListFormat};

/// The findings of the lists among some paths, and the paths that are none.
pub(super) fn lint(paths: &[PathBuf], target: Target) -> Result<(Vec<PathBuf>, Linted), Error> {
    let mut linted = Linted::default();
    let mut others = Vec::new();
    for path in paths {
        if !ListFormat::is_likely(path) {
            others.push(path.clone());
            continue;
        }
        let text = decode(&read_named(path)?).text;
        let findings = match target {
            Target::Gram => lint::gram_document(&text),
            Target::AnthropicTools => lint::tool_list(&text, Source::Anthropic),
            Target::McpTools => lint::tool_list(&text, Source::Mcp),
            _ => lint::tool_list(&text, Source::OpenAi),
        };
        linted.skills += 1;
        let offsets = Offsets::new(&text);
        let shown = path.display().to_string();
        linted.findings.extend(
            findings.iter().map(|finding| LintedFinding { path: shown.clone(), finding: offsets.finding(finding) }),
        );
    }
    Ok((others, linted))
}

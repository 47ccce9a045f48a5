//! Skill files that are not called as clients look for them.

use studio_clients::SkillFile;
use studio_pack::{FoundSkill, SkillKind};
use studio_store::SKILL_FILE;
use studio_text::{Finding, Span, code};

/// What is said of a skill file with this text whose name differs from the one clients look for in its letter case. adk takes
/// any Markdown file.
pub(crate) fn misnamed(found: &FoundSkill, text: &str) -> Option<Finding> {
    let file = SkillFile { path: &found.file_name, bytes: &found.bytes, openai_yaml: None };
    if file.is_found() || found.kind != SkillKind::Folder {
        return None;
    }
    let message = format!(
        "Clients look for `{SKILL_FILE}` (case-sensitive), so none of them find `{}` on Linux. Rename the file.",
        found.file_name
    );
    let first = Span::new(0, text.find(['\n', '\r']).unwrap_or(text.len()));
    Some(code::finding(code::FILE_NAME, first, message))
}

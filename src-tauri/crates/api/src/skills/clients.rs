//! Where the clients on this machine keep an author's own skills, and what they are called.

use studio_pack::FoundSkill;

use crate::{Config, dto::SkillClient};

/// Where each client keeps a user's own skills, below the home folder.
pub(crate) const FOLDERS: [(SkillClient, &str); 5] = [
    (SkillClient::Claude, ".claude/skills"),
    (SkillClient::Agents, ".agents/skills"),
    (SkillClient::Codex, ".codex/skills"),
    (SkillClient::Gemini, ".gemini/skills"),
    (SkillClient::Copilot, ".copilot/skills"),
];

/// Lists what was found in one of the author's own folders under the name of its client: the folder above all of them is
/// the home folder, and its name says nothing.
pub(crate) fn group_by_client(config: &Config, found: &mut [FoundSkill]) {
    let Some(home) = config.home_dir.as_ref().and_then(|home| std::fs::canonicalize(home).ok()) else { return };
    let own = home.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for skill in found.iter_mut().filter(|skill| skill.group == own) {
        let Some(file) = &skill.skill_file else { continue };
        if let Some((client, _)) = FOLDERS.iter().find(|(_, below)| file.starts_with(home.join(below))) {
            name_of(*client).clone_into(&mut skill.group);
        }
    }
}

/// What a client is called.
const fn name_of(client: SkillClient) -> &'static str {
    match client {
        SkillClient::Claude => "Claude Code",
        SkillClient::Agents => "Agents",
        SkillClient::Codex => "Codex",
        SkillClient::Gemini => "Gemini CLI",
        SkillClient::Copilot => "GitHub Copilot",
    }
}

//! Which clients read a skill that is a link.

use studio_model::Client;
use studio_text::{Finding, SkillDocument, Target, code};

use crate::{client_of, facts, lint::name_span, places::ClientPlace};

/// What of a skill is a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOf {
    /// Its folder.
    Folder,
    /// Its `SKILL.md`.
    SkillFile,
}

/// Clients that were seen to read a skill that is a link, and those that were seen not to, though they look where it lies.
/// One without a place lies in no client's folder yet: all are meant. `home` is the user's home folder, and
/// `is_inside_skill` tells whether the skill lies in another skill's folder.
pub fn readers_of_link(
    link: LinkOf,
    place: Option<&ClientPlace<'_>>,
    home: Option<&str>,
    is_inside_skill: bool,
) -> (Vec<Client>, Vec<Client>) {
    let looks = |client: Client| place.is_none_or(|place| place.why_not_read(client, home, is_inside_skill).is_none());
    // All that were measured read a skill whose folder is a link.
    let follows = |client: &Client| link == LinkOf::Folder || facts(*client).follows_linked_files;
    Client::ALL.into_iter().filter(|client| facts(*client).is_measured() && looks(*client)).partition(follows)
}

/// What is said of a skill whose `SKILL.md` is a link, where a client looks there; none of one that follows it.
pub fn link_not_followed(document: &SkillDocument, target: Target) -> Option<Finding> {
    let client = client_of(target).filter(|client| !facts(*client).follows_linked_files)?;
    let message = format!(
        "{} doesn't follow a SKILL.md that is a link, so it skips this skill. Replace the link with the file.",
        client.label()
    );
    Some(code::finding(code::CLIENT_DROPPED, name_span(document), message).with_target(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_by_who_looks_there_and_follows_it() {
        let readers = |link, path: &str, is_inside_skill| {
            let place = ClientPlace::of(path);
            readers_of_link(link, place.as_ref(), Some("/home/me"), is_inside_skill)
        };
        let (follow, pass) = readers(LinkOf::SkillFile, "/app/.agents/skills/pdf/SKILL.md", false);
        assert_eq!(pass, [Client::Codex]);
        assert!(follow.contains(&Client::Gemini) && !follow.contains(&Client::ClaudeCode), "{follow:?}");
        let (follow, pass) = readers(LinkOf::Folder, "/app/.agents/skills/pdf/SKILL.md", false);
        assert!(follow.contains(&Client::Codex) && pass.is_empty(), "{follow:?}");
        let (follow, _) = readers(LinkOf::Folder, "/home/me/.claude/skills/pdf/SKILL.md", false);
        assert!(follow.contains(&Client::ClaudeCode), "{follow:?}");
        let (follow, _) = readers(LinkOf::Folder, "/app/.claude/skills/office/pdf/SKILL.md", true);
        assert!(!follow.contains(&Client::ClaudeCode) && !follow.contains(&Client::Copilot), "{follow:?}");
        let (follow, pass) = readers(LinkOf::SkillFile, "/app/skills/pdf/SKILL.md", false);
        assert!(follow.contains(&Client::ClaudeCode) && pass == [Client::Codex], "{follow:?}");
        let unmeasured = [Client::Standard, Client::VsCode, Client::Cursor, Client::Antigravity, Client::Adk];
        assert!(follow.iter().all(|client| !unmeasured.contains(client)), "nothing is said of what nobody saw");
    }
}

//! What the keys of a skill's frontmatter say, and what each client makes of one. Of a value that is not of the type a
//! client wants lint tells.

use studio_model::Client;

use crate::{Reading, SkillFile, Why, read};

/// A key of a skill's frontmatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What it says, as a sentence; empty where no documentation has it.
    pub meaning: &'static str,
    /// Whether the Agent Skills standard has it.
    pub is_standard: bool,
}

/// What a client makes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyEffect {
    /// It reads it, and drops a skill without it.
    Needs,
    /// It reads it.
    Reads,
    /// It hides the skill from its model where the key is set.
    Hides,
    /// It hides the skill from its model until a file was read that fits.
    HoldsBack,
    /// It reads it, and drops the skill where it does not know the value.
    Drops,
    /// It passes over it.
    Ignores,
}

impl KeyEffect {
    /// Every effect.
    pub const ALL: [Self; 6] = [Self::Needs, Self::Reads, Self::Hides, Self::HoldsBack, Self::Drops, Self::Ignores];
}

/// The standard's keys, what they say, and who makes something of them.
const STANDARD: [(&str, &str, &[Client]); 6] = [
    ("name", "The name of the skill.", &Client::ALL),
    ("description", "What the skill does and when to use it. Shown in the client's list.", &Client::ALL),
    ("license", "The license of the skill.", &[Client::Standard, Client::Opencode, Client::VsCode, Client::Adk]),
    (
        "compatibility",
        "What the skill requires of its environment.",
        &[Client::Standard, Client::Opencode, Client::VsCode, Client::Adk],
    ),
    (
        "metadata",
        "Custom key-value pairs.",
        &[Client::Standard, Client::ClaudeCode, Client::Codex, Client::Opencode, Client::VsCode, Client::Adk],
    ),
    (
        "allowed-tools",
        "The tools that the skill can use.",
        &[Client::Standard, Client::ClaudeCode, Client::Copilot, Client::Adk],
    ),
];

/// The keys that clients read beyond the standard, and what they say.
const BEYOND: [(&str, &str); 24] = [
    ("agent", "The type of agent that runs the skill in its own context."),
    ("argument-hint", "Hint for the arguments after the skill's name."),
    ("arguments", "Names of the arguments after the skill's name."),
    ("background", ""),
    ("context", "`fork` runs the skill in its own context."),
    ("default-enabled", ""),
    ("disable-model-invocation", "Only users can invoke the skill, not the model."),
    ("disallowed-tools", "The tools that the skill must not use."),
    ("display-name", "Shown instead of the name."),
    ("effort", "The model's reasoning effort while the skill is in use."),
    ("fallback", ""),
    ("hint", "Shown to users when the skill is used."),
    ("hooks", "Hooks that run while the skill is in use."),
    ("model", "The model used while the skill is active."),
    ("paths", "Makes the skill available once a matching file is read."),
    ("references", "The files that belong to the skill."),
    ("shell", "The shell that runs commands in the body."),
    ("tags", "Tags for finding and sorting the skill."),
    ("trigger", "Whether the skill is used only when invoked by name."),
    ("triggers", "Files that the skill applies to."),
    ("type", "The type of skill: `prompt`, `inline`, `flow`, or `reference`."),
    ("user-invocable", "Whether users can invoke the skill by name."),
    ("version", "The version of the skill."),
    ("when_to_use", "When to use the skill. Listed after the description."),
];

/// Other spellings of keys that a client reads.
const SPELLINGS: [(&str, &str); 1] = [("whenToUse", "when_to_use")];

const NAME: &str = "name: probe";
const DESCRIPTION: &str = "description: Says what it is for.";

/// Lines at which a client shows whether it does more than read a key.
const PROBES: [(&str, &str); 3] = [
    ("disable-model-invocation", "disable-model-invocation: true"),
    ("paths", "paths: [\"src/**\"]"),
    ("type", "type: x"),
];

/// Every key that the standard has or a client reads: the standard's first, then by name, other spellings last.
pub fn keys() -> Vec<Key> {
    let standard = STANDARD.iter().map(|&(name, meaning, _)| Key { name, meaning, is_standard: true });
    let beyond = BEYOND.iter().map(|&(name, meaning)| Key { name, meaning, is_standard: false });
    let spelt = SPELLINGS.iter().map(|&(name, other)| {
        let meaning = BEYOND.iter().find(|(known, _)| *known == other).map_or("", |&(_, meaning)| meaning);
        Key { name, meaning, is_standard: false }
    });
    standard.chain(beyond).chain(spelt).collect()
}

/// What a client makes of a key that is set.
pub fn key_effect(client: Client, key: &str) -> KeyEffect {
    if needs(client, key) {
        return KeyEffect::Needs;
    }
    let readers = STANDARD.iter().find(|(name, ..)| *name == key).map(|&(_, _, readers)| readers);
    let is_read = readers.map_or_else(|| client.keys().contains(&key), |readers| readers.contains(&client));
    let probe = PROBES.iter().find(|(name, _)| *name == key);
    match probe.map(|&(_, line)| probed(client, &[NAME, DESCRIPTION, line])) {
        Some(Reading::Hidden(Why::WaitsForPaths)) => KeyEffect::HoldsBack,
        Some(Reading::Hidden(_)) => KeyEffect::Hides,
        Some(Reading::Dropped(_)) => KeyEffect::Drops,
        Some(Reading::Listed(_)) | None if is_read => KeyEffect::Reads,
        Some(Reading::Listed(_)) | None => KeyEffect::Ignores,
    }
}

/// Whether a client drops a skill without a key.
fn needs(client: Client, key: &str) -> bool {
    let rest = match key {
        "name" => DESCRIPTION,
        "description" => NAME,
        _ => return false,
    };
    // The standard asks for both, and so does adk's own reader, though their lists are read leniently.
    matches!(client, Client::Standard | Client::Adk) || matches!(probed(client, &[rest]), Reading::Dropped(_))
}

fn probed(client: Client, lines: &[&str]) -> Reading {
    let text = format!("---\n{}\n---\n\nBody.\n", lines.join("\n"));
    read(client, &SkillFile { path: "probe/SKILL.md", bytes: text.as_bytes(), openai_yaml: None })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use studio_model::Client;

    use super::{KeyEffect, key_effect, keys};

    #[test]
    fn every_key_that_a_client_reads_is_there_once() {
        let names: Vec<&str> = keys().iter().map(|key| key.name).collect();
        let read: BTreeSet<&str> = Client::ALL.into_iter().flat_map(Client::keys).copied().collect();
        let beyond: BTreeSet<&str> = keys().iter().filter(|key| !key.is_standard).map(|key| key.name).collect();
        assert_eq!(beyond, read);
        assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
    }

    #[test]
    fn a_client_that_reads_a_key_makes_something_of_it_and_others_do_not() {
        for client in Client::ALL {
            for key in keys().iter().filter(|key| !key.is_standard) {
                let is_ignored = key_effect(client, key.name) == KeyEffect::Ignores;
                assert_eq!(is_ignored, !client.keys().contains(&key.name), "{client:?}: {}", key.name);
            }
        }
    }

    #[test]
    fn what_a_key_does_is_what_reading_a_file_with_it_comes_to() {
        let of = |key: &str, effect: KeyEffect| -> Vec<Client> {
            Client::ALL.into_iter().filter(|client| key_effect(*client, key) == effect).collect()
        };
        assert_eq!(
            of("disable-model-invocation", KeyEffect::Hides),
            [
                Client::ClaudeCode,
                Client::Copilot,
                Client::Qwen,
                Client::Kimi,
                Client::Pi,
                Client::VsCode,
                Client::Cursor
            ]
        );
        assert_eq!(of("paths", KeyEffect::HoldsBack), [Client::ClaudeCode, Client::Qwen, Client::Cursor]);
        assert_eq!(of("type", KeyEffect::Drops), [Client::Kimi]);
        assert_eq!(of("description", KeyEffect::Reads), [Client::ClaudeCode, Client::Copilot]);
        assert_eq!(
            of("name", KeyEffect::Reads),
            [Client::ClaudeCode, Client::Codex, Client::Copilot, Client::Pi, Client::Antigravity]
        );
        assert!(of("name", KeyEffect::Ignores).is_empty());
        assert_eq!(key_effect(Client::Gemini, "nobody-knows-it"), KeyEffect::Ignores);
    }
}

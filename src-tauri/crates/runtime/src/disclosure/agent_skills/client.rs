//! What clients call the tool that activates a skill, what a line of their list is, and in what form a body comes in, as
//! each was measured by what it sent. What a client says in several messages stands in one answer here.

use crate::context::SkillFacts;

/// A client, by the forms it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkillClient {
    /// The forms of the standard; also those of clients that let the model read the file with its shell.
    #[default]
    Standard,
    /// Claude Code.
    Claude,
    /// Codex. It has no tool for skills: the standard's stands for its shell.
    Codex,
    /// GitHub Copilot CLI.
    Copilot,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// Kimi CLI.
    Kimi,
}

impl SkillClient {
    /// The tool that activates a skill, and its argument with the skill's name.
    pub(super) const fn tool(self) -> (&'static str, &'static str) {
        match self {
            Self::Standard | Self::Codex | Self::Gemini => ("activate_skill", "name"),
            Self::Claude | Self::Kimi => ("Skill", "skill"),
            Self::Copilot | Self::Qwen => ("skill", "skill"),
            Self::Opencode => ("skill", "name"),
        }
    }

    /// What stands before and after the list.
    pub(super) const fn around_list(self) -> (&'static str, &'static str) {
        match self {
            Self::Claude | Self::Kimi => ("\n\nThe following skills are available:\n\n", ""),
            Self::Codex => ("\n\n<skills_instructions>\n", "</skills_instructions>\n"),
            _ => ("\n\n<available_skills>\n", "</available_skills>\n"),
        }
    }

    /// A line of the list.
    pub(super) fn line(self, skill: &SkillFacts, description: &str) -> String {
        let (name, location) = (skill.name.as_str(), skill.location.as_str());
        match self {
            Self::Claude | Self::Kimi if description.is_empty() => format!("- {name}\n"),
            Self::Claude | Self::Kimi => format!("- {name}: {description}\n"),
            Self::Codex => format!("- {name}: {description} (file: {location})\n"),
            Self::Gemini | Self::Opencode => element(name, description, location),
            Self::Qwen => element(&escaped(name), &format!("{} (project)", escaped(description)), &escaped(location)),
            Self::Standard | Self::Copilot => element(&escaped(name), &escaped(description), &escaped(location)),
        }
    }

    /// An activated skill as the model reads it; `said` are the arguments that were given with its name.
    pub(super) fn body(self, skill: &SkillFacts, said: &str) -> String {
        let (name, body) = (skill.name.as_str(), skill.body.trim());
        let folder = skill.location.rsplit_once('/').map_or("", |(folder, _)| folder);
        let base = format!("Base directory for this skill: {folder}");
        let listed = |open: &str, close: &str| {
            let lines = skill.files.iter().map(|file| format!("{open}{}{close}\n", file.path));
            lines.collect::<String>()
        };
        match self {
            Self::Claude => {
                let body = body.replace("${CLAUDE_SKILL_DIR}", folder).replace("$ARGUMENTS", said);
                format!("Launching skill: {name}\n\n{base}\n\n{body}")
            }
            Self::Copilot => {
                let files = listed("- ", "");
                let related = if files.is_empty() { String::new() } else { format!("Related files:\n{files}") };
                format!(
                    "Skill \"{name}\" loaded successfully.\n\n<skill-context name=\"{name}\">\n{base}\n{related}\n{body}\n\
                     </skill-context>"
                )
            }
            Self::Gemini => {
                let files = listed("", "");
                format!(
                    "<activated_skill name=\"{name}\">\n<instructions>\n{body}\n</instructions>\n<available_resources>\n\
                     {folder}\n{files}</available_resources>\n</activated_skill>"
                )
            }
            Self::Opencode => {
                let files = listed("<file>", "</file>");
                format!(
                    "<skill_content name=\"{name}\">\n{body}\n\n{base}\n<skill_files>\n{files}</skill_files>\n</skill_content>"
                )
            }
            Self::Qwen => format!("{base}\n\n{body}"),
            Self::Standard | Self::Codex | Self::Kimi => standard(skill),
        }
    }
}

fn element(name: &str, description: &str, location: &str) -> String {
    let mut text = "<skill>\n".to_owned();
    for (tag, value) in [("name", name), ("description", description), ("location", location)] {
        text.extend(["<", tag, ">\n", value, "\n</", tag, ">\n"]);
    }
    text.push_str("</skill>\n");
    text
}

fn standard(skill: &SkillFacts) -> String {
    let mut text = format!("<skill_content name=\"{}\">\n{}\n", escaped(&skill.name), skill.body.trim());
    if !skill.files.is_empty() {
        text.push_str("<skill_resources>\n");
        for file in &skill.files {
            text.extend(["<file>", &escaped(&file.path), "</file>\n"]);
        }
        text.push_str("</skill_resources>\n");
    }
    text.push_str("</skill_content>");
    text
}

/// A text inside markup, as Python's `html.escape` writes it: the standard's reference does so.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    escaped
}

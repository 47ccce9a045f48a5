//! What clients call the tool that activates a skill, what a line of their list is, and in what form a body comes in, as
//! each was measured by what it sent. What a client says in several messages stands in one answer here.

use crate::context::{Shown, SkillFacts};

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

    /// What stands before the names of skills that have no entry of their own in the list.
    pub(super) const NAMED: &'static str = "Additional skills available (invoke by name): ";

    /// What stands before a list of these skills.
    pub(super) fn before_list(self, listed: &[Shown<'_>]) -> String {
        match self {
            Self::Claude | Self::Kimi => {
                "\n\nThe following skills are available for use with the Skill tool:\n\n".to_owned()
            }
            Self::Codex => {
                let roots = roots(listed);
                let mut table = String::new();
                for (alias, root) in &roots {
                    table.extend(["- `", alias, "` = `", root, "`\n"]);
                }
                let heading = if table.is_empty() { "" } else { "### Skill roots\n" };
                format!("\n\n<skills_instructions>\n## Skills\n{heading}{table}### Available skills\n")
            }
            _ => "\n\n<available_skills>\n".to_owned(),
        }
    }

    /// What stands after the list.
    pub(super) const fn after_list(self) -> &'static str {
        match self {
            Self::Claude | Self::Kimi => "",
            Self::Codex => "</skills_instructions>\n",
            _ => "</available_skills>\n",
        }
    }

    /// Whether a skill is only named, after the list.
    pub(super) fn names_apart(self, shown: &Shown<'_>) -> bool {
        self == Self::Copilot && shown.description.is_empty()
    }

    /// A line of the list.
    pub(super) fn line(self, shown: &Shown<'_>) -> String {
        let Shown { skill, description, path } = *shown;
        let name = skill.name.as_str();
        match self {
            Self::Claude | Self::Kimi if description.is_empty() => format!("- {name}\n"),
            Self::Claude => format!("- {name}: {}\n", description.replace('<', "&lt;").replace('>', "&gt;")),
            Self::Kimi => format!("- {name}: {description}\n"),
            Self::Codex if description.is_empty() => format!("- {name}: (file: {path})\n"),
            Self::Codex => format!("- {name}: {description} (file: {path})\n"),
            Self::Gemini | Self::Opencode => format!(
                "  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n    \
                 <location>{path}</location>\n  </skill>\n"
            ),
            Self::Qwen => element(&escaped(name), &format!("{} (project)", escaped(description)), "project"),
            Self::Copilot => {
                let escaped = |text: &str| escaped(text).replace("&#x27;", "&apos;");
                let (name, description) = (escaped(name), escaped(description));
                format!(
                    "<skill>\n  <name>{name}</name>\n  <description>{description}</description>\n  \
                     <location>project</location>\n</skill>\n"
                )
            }
            Self::Standard => element(&escaped(name), &escaped(description), &escaped(path)),
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
                let body = filled(body, folder, said);
                format!("Launching skill: {name}\n\n{base}\n\n{body}")
            }
            Self::Copilot => {
                let files = listed(&format!("  - {folder}/"), "");
                let related = match files.as_str() {
                    "" => String::new(),
                    files => format!("Related files (use view tool to read):\n{files}\n"),
                };
                format!(
                    "Skill \"{name}\" loaded successfully. Follow the instructions in the skill context.\n\n\
                     <skill-context name=\"{name}\">\n{base}\n\n{related}{body}\n\n</skill-context>"
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
            Self::Kimi => standard(skill).replace(ARGUMENTS, said),
            Self::Standard | Self::Codex => standard(skill),
        }
    }
}

/// The short names of the folders that listed skills lie in, with the folders, in the order they come up.
fn roots(listed: &[Shown<'_>]) -> Vec<(String, String)> {
    let mut roots: Vec<(String, String)> = Vec::new();
    for Shown { skill, path, .. } in listed {
        let Some((alias, below)) = path.split_once('/') else { continue };
        let Some(root) = skill.location.strip_suffix(below).filter(|_| !alias.is_empty()) else { continue };
        if !roots.iter().any(|(known, _)| known == alias) {
            roots.push((alias.to_owned(), root.trim_end_matches('/').to_owned()));
        }
    }
    roots
}

const ARGUMENTS: &str = "$ARGUMENTS";
const FOLDER: &str = "${CLAUDE_SKILL_DIR}";

/// A body with what Claude Code fills in: the skill's folder; all arguments; or one of them, counted from 0 and split as a
/// shell would. One that was not given stays as it stands. Arguments a body does not ask for come after it.
fn filled(body: &str, folder: &str, said: &str) -> String {
    let words = shlex::split(said).unwrap_or_else(|| said.split_whitespace().map(str::to_owned).collect());
    let (mut text, mut rest, mut asks) = (String::with_capacity(body.len()), body, false);
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let numbered = numbered(rest);
        let (value, length) = match numbered {
            _ if rest.starts_with(FOLDER) => (Some(folder), FOLDER.len()),
            Some((number, length)) => (words.get(number).map(String::as_str), length),
            None if rest.starts_with(ARGUMENTS) => (Some(said), ARGUMENTS.len()),
            None => (None, 1),
        };
        asks |= numbered.is_some() || rest.starts_with(ARGUMENTS);
        text.push_str(value.unwrap_or(&rest[..length]));
        rest = &rest[length..];
    }
    text.push_str(rest);
    if !asks && !said.is_empty() {
        text.extend(["\n\nARGUMENTS: ", said]);
    }
    text
}

/// The number of an argument that a text begins with, and how long the whole is: `$1` or `$ARGUMENTS[1]`.
fn numbered(text: &str) -> Option<(usize, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(after) = text.strip_prefix("$ARGUMENTS[") {
        let count = digits(after);
        let number = after[..count].parse().ok().filter(|_| after[count..].starts_with(']'))?;
        return Some((number, "$ARGUMENTS[".len() + count + 1));
    }
    let after = text.strip_prefix('$')?;
    let count = digits(after);
    let goes_on = after[count..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
    Some((after[..count].parse().ok().filter(|_| !goes_on)?, 1 + count))
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

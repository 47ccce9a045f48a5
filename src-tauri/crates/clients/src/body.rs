//! How a body comes in when a skill is activated, as each client sends it. What a client says in several messages stands
//! in one answer here.

use crate::scope::Scope;

/// A skill that is activated.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// What it was called by.
    pub name: &'a str,
    /// The path of its file, with `/`.
    pub path: &'a str,
    /// The text of its file; empty where only the instructions are known.
    pub file: &'a str,
    /// Its instructions, trimmed.
    pub instructions: &'a str,
    /// The paths of its other files, in its folder.
    pub files: &'a [&'a str],
    /// The arguments that were given with its name.
    pub arguments: &'a str,
    /// Whose it is.
    pub scope: Scope,
}

impl Body<'_> {
    /// The folder its file lies in.
    pub(crate) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The line that names the folder.
    pub(crate) fn base(&self) -> String {
        format!("Base directory for this skill: {}", self.folder())
    }

    /// A line for each of its other files.
    pub(crate) fn listed(&self, open: &str, close: &str) -> String {
        let mut lines = String::new();
        for file in self.files {
            lines.extend([open, file, close, "\n"]);
        }
        lines
    }

    /// The standard's form.
    pub(crate) fn standard(&self, instructions: &str) -> String {
        let escaped = |text| crate::text::escaped(text, "&#x27;");
        let mut text = format!("<skill_content name=\"{}\">\n{instructions}\n", escaped(self.name));
        if !self.files.is_empty() {
            text.push_str("<skill_resources>\n");
            for file in self.files {
                text.extend(["<file>", &escaped(file), "</file>\n"]);
            }
            text.push_str("</skill_resources>\n");
        }
        text.push_str("</skill_content>");
        text
    }
}

//! How a client is started so that it sends what it puts before its model to a server of ours.

/// How a client is started so that it sends what it puts before its model to a server of ours. In every text `{address}`
/// stands for that server, without a slash at its end, and `{prompt}` for what is said. An argument with `{plugin}` is
/// given once for each plugin, with the plugin's folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name of its program.
    pub program: &'static str,
    /// The package it is installed from, in npm's registry.
    pub package: &'static str,
    /// The oldest version that is known to take these words.
    pub oldest: &'static str,
    /// The oldest Node.js it runs with; none where it brings its own.
    pub node: Option<u32>,
    /// What it talks to its model with.
    pub wire: Wire,
    /// Variables of its environment.
    pub environment: &'static [(&'static str, &'static str)],
    /// Files in the home folder: their path, and what stands in them.
    pub files: &'static [(&'static str, &'static str)],
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// The folder of a project that skills are put in.
    pub folder: &'static str,
    /// How it is made to load a skill.
    pub activation: Activation,
    /// Another program it can't load a skill without.
    pub loads_with: Option<&'static str>,
    /// Settings of the author's that change the list: JSON files in the home folder, and the keys that are copied.
    pub settings: &'static [(&'static str, &'static [&'static str])],
}

impl Recipe {
    /// The command that installs its newest version.
    pub fn install(&self) -> String {
        format!("npm install -g {}@latest", self.package)
    }
}

/// What a client talks to its model with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// Anthropic's Messages.
    Messages,
    /// `OpenAI`'s Responses.
    Responses,
    /// `OpenAI`'s Chat Completions.
    Chat,
    /// Gemini's.
    Gemini,
}

impl Wire {
    /// Its stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Responses => "responses",
            Self::Chat => "chat",
            Self::Gemini => "gemini",
        }
    }
}

/// How a client is made to load a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// By words of a prompt: what stands before the name.
    Word(&'static str),
    /// By its model, which calls the tool for skills.
    ToolCall,
}

//! The keys of the file that Codex knows, and what each holds.

/// What stands behind a key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// More keys.
    Keys(&'static [Key]),
    /// A text of so many characters at most.
    Text(usize),
    /// The path of an image.
    Icon,
    /// A color.
    Color,
    /// True or false.
    Switch,
    /// A list of products.
    Products,
    /// A list of tools, each with these keys.
    Tools(&'static [Key]),
}

impl Holds {
    /// What a value of it has to be, as the end of a sentence.
    pub(super) const fn wanted(self) -> &'static str {
        match self {
            Self::Keys(_) => "a map of keys",
            Self::Text(_) | Self::Icon | Self::Color => "a string",
            Self::Switch => "`true` or `false`",
            Self::Products => "a list of strings",
            Self::Tools(_) => "a list of maps",
        }
    }
}

/// A key that Codex knows.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) holds: Holds,
}

const fn key(name: &'static str, holds: Holds) -> Key {
    Key { name, holds }
}

/// Characters that a name may have.
const SHORT: usize = 64;
/// Characters that any other text may have.
const LONG: usize = 1_024;

/// The keys of the first level.
pub(super) const ROOT: &[Key] = &[
    key("interface", Holds::Keys(INTERFACE)),
    key("dependencies", Holds::Keys(DEPENDENCIES)),
    key("policy", Holds::Keys(POLICY)),
];

const INTERFACE: &[Key] = &[
    key("display_name", Holds::Text(SHORT)),
    key("short_description", Holds::Text(LONG)),
    key("icon_small", Holds::Icon),
    key("icon_large", Holds::Icon),
    key("brand_color", Holds::Color),
    key("default_prompt", Holds::Text(LONG)),
];

const DEPENDENCIES: &[Key] = &[key("tools", Holds::Tools(TOOL))];

const TOOL: &[Key] = &[
    key("type", Holds::Text(SHORT)),
    key("value", Holds::Text(LONG)),
    key("description", Holds::Text(LONG)),
    key("transport", Holds::Text(SHORT)),
    key("command", Holds::Text(LONG)),
    key("url", Holds::Text(LONG)),
];

const POLICY: &[Key] = &[key("allow_implicit_invocation", Holds::Switch), key("products", Holds::Products)];

/// The key of the first level under which a key belongs.
pub(super) fn home_of(name: &str) -> Option<&'static str> {
    let has = |outer: &&Key| matches!(outer.holds, Holds::Keys(keys) if keys.iter().any(|key| key.name == name));
    ROOT.iter().find(has).map(|outer| outer.name)
}

/// A product that reads skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Product {
    ChatGpt,
    Codex,
    Atlas,
}

impl Product {
    /// What they are called in the file.
    pub(super) const NAMES: [&'static str; 3] = ["chatgpt", "codex", "atlas"];

    /// The product of a name, which stands in small letters or in capitals.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "chatgpt" | "CHATGPT" => Some(Self::ChatGpt),
            "codex" | "CODEX" => Some(Self::Codex),
            "atlas" | "ATLAS" => Some(Self::Atlas),
            _ => None,
        }
    }
}

//! What a target cannot hold: values, rendered as sentences where somebody reads them.

use std::fmt;

use studio_model::{Client, SkillId};

use super::{bundle::ToolField, target::Target};

/// What something is said of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entity {
    /// Which kind.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
}

/// The kinds of things of a library that go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntityKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// An agent.
    Agent,
}

impl EntityKind {
    /// As reports name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Tool => "tool",
            Self::Agent => "agent",
        }
    }
}

impl Entity {
    /// A skill.
    pub fn skill(name: &str) -> Self {
        Self { kind: EntityKind::Skill, name: name.to_owned() }
    }

    pub(crate) fn tool(name: &str) -> Self {
        Self { kind: EntityKind::Tool, name: name.to_owned() }
    }

    pub(crate) fn agent(name: &str) -> Self {
        Self { kind: EntityKind::Agent, name: name.to_owned() }
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.as_str(), self.name)
    }
}

/// Which field of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// All of it.
    Whole,
    /// A key of a skill's frontmatter.
    Key(String),
    /// A skill's text as such: its encoding.
    Encoding,
    /// One of a skill's other files.
    File(String),
    /// Whether one of a skill's other files may be run.
    Executable(String),
    /// The skill above it.
    Parent,
    /// A skill it needs, by name.
    Requires(String),
    /// A link to a tool, by name.
    Link(String),
    /// What a skill may do with a tool, by name.
    Access(String),
    /// The settings of a link to a tool, by name.
    LinkConfig(String),
    /// The version of a tool that a skill is bound to, by name.
    Pin(String),
    /// A field of a tool.
    Tool(ToolField),
    /// What only the list a tool came with said of it, by its key.
    Stated(String),
    /// A file that a skill's text leads to.
    LinkedFile(String),
    /// What an agent is for.
    AgentDescription,
    /// What an agent is told.
    Instruction,
    /// Which model an agent has, with its key's name and its limit.
    Model,
    /// A model's temperature.
    Temperature,
    /// Tools an agent is given.
    AgentTools,
    /// A component of an agent, by name.
    Component(String),
    /// A skill an agent is given, by name.
    AgentSkill(String),
    /// The vector of a description.
    Embedding,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("all"),
            Self::Key(key) | Self::Stated(key) => f.write_str(key),
            Self::Encoding => f.write_str("encoding"),
            Self::File(path) => write!(f, "file {path}"),
            Self::Executable(path) => write!(f, "executable {path}"),
            Self::Parent => f.write_str("parent"),
            Self::Requires(name) => write!(f, "requires {name}"),
            Self::Link(name) => write!(f, "tool {name}"),
            Self::Access(name) => write!(f, "tool {name}: access"),
            Self::LinkConfig(name) => write!(f, "tool {name}: config"),
            Self::Pin(name) => write!(f, "tool {name}: version"),
            Self::Tool(field) => f.write_str(field.as_str()),
            Self::LinkedFile(path) => write!(f, "link {path}"),
            Self::AgentDescription => f.write_str("description"),
            Self::Instruction => f.write_str("instruction"),
            Self::Model => f.write_str("model"),
            Self::Temperature => f.write_str("temperature"),
            Self::AgentTools => f.write_str("tools"),
            Self::Component(name) => write!(f, "component {name}"),
            Self::AgentSkill(name) => write!(f, "skill {name}"),
            Self::Embedding => f.write_str("description_embedding"),
        }
    }
}

/// Something a target does not hold as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Of what.
    pub entity: Entity,
    /// Which field.
    pub field: Field,
    /// What becomes of it.
    pub why: Why,
    /// The skill, where it is of one: several may have its name.
    pub skill: Option<SkillId>,
}

/// What becomes of what a target does not hold as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing: there is no place for it.
    NoPlace,
    /// The same, with what it was.
    NoPlaceFor(String),
    /// It stands under `metadata`, as text.
    Moved,
    /// It stands there as text.
    AsText,
    /// It is written as UTF-8.
    AsUtf8,
    /// Characters the target cannot store are replaced.
    NulReplaced,
    /// The target has no things of that kind.
    NoKind(EntityKind),
    /// It is there, and a client passes over it.
    Ignored(Client),
    /// It would be taken for a skill of its own.
    WouldBeSkill,
    /// What is left behind by programs is not packed.
    Leftover,
    /// What a skill is tested with is not packed.
    Evals,
    /// It leads to something that is no part of the export.
    NotExported,
    /// It is rounded.
    Rounded(String),
    /// It is completed or written in another way, as the target takes it: how, as a sentence.
    Adjusted(String),
    /// It is there, and not as the target's own rules recommend.
    Unusual,
    /// It leads to a file that does not go along.
    Broken,
    /// The skill has the tool without its file saying so; an import lists it.
    Listed(String),
    /// It is made by another embedding model than the target's own.
    OtherModel,
}

impl Loss {
    pub(crate) fn new(entity: Entity, field: Field, why: Why) -> Self {
        Self { entity, field, why, skill: None }
    }

    /// What becomes of it, as a sentence.
    pub fn sentence(&self, target: Target) -> String {
        let title = target.title();
        match &self.why {
            Why::NoPlace => format!("{title} doesn't support this, so it isn't included."),
            Why::NoPlaceFor(value) => format!("{title} doesn't support this. Not included: {value}."),
            Why::Moved => format!("{title} doesn't support this key, so it's written under `metadata` as text."),
            Why::AsText => "Only text is allowed there, so it's written as text.".to_owned(),
            Why::AsUtf8 => "The file is written as UTF-8.".to_owned(),
            Why::NulReplaced => format!("{title} doesn't support NUL characters. They're written as U+FFFD."),
            Why::NoKind(kind) => format!("{title} doesn't support {}s.", kind.as_str()),
            Why::Ignored(client) => format!("It's written, but {} doesn't read it.", client.label()),
            Why::WouldBeSkill => {
                "adk reads a Markdown file with frontmatter as another skill, so it isn't included.".to_owned()
            }
            Why::Leftover => "Caches and other generated files aren't included.".to_owned(),
            Why::Evals => "evals/ isn't included in uploads.".to_owned(),
            Why::NotExported => "The item it refers to isn't part of this export.".to_owned(),
            Why::Rounded(value) => format!("{title} stores it as {value}."),
            Why::Adjusted(how) => how.clone(),
            Why::Unusual => format!("{title} recommends other names, so some clients reject this one."),
            Why::Broken => "The skill links to this file, but it isn't in the export, so the link breaks.".to_owned(),
            Why::Listed(tool) => {
                format!("The skill is linked to {tool} but doesn't list it. An import adds it to the list.")
            }
            Why::OtherModel => format!(
                "It's computed with all-MiniLM-L6-v2, but {title} searches with BGE-small-en-v1.5 and a prefix for queries. \
                 Have the platform compute it again."
            ),
        }
    }
}

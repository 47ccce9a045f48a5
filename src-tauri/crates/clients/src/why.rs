//! Why a client hides or drops a skill.

use crate::NotFound;

/// Why a client hides or drops a skill, or does not find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The file is not called `SKILL.md`, in just these letters.
    FileName,
    /// The file is not UTF-8.
    NotUtf8,
    /// It starts with a byte order mark.
    ByteOrderMark,
    /// It has characters that YAML does not allow.
    ControlCharacter,
    /// It does not begin with frontmatter, or the frontmatter does not end.
    NoFrontmatter,
    /// The frontmatter is not YAML to this client.
    InvalidYaml,
    /// A key stands twice.
    DuplicateKey(String),
    /// There is no name.
    NoName,
    /// There is no description.
    NoDescription,
    /// A value is not of the type that the client wants.
    WrongType(&'static str),
    /// A value is longer than the client takes.
    TooLong(&'static str, usize),
    /// The name has characters the client does not take.
    NameCharacters,
    /// A value is none of those that the client knows.
    UnknownValue(&'static str),
    /// `disable-model-invocation`, in one of its spellings.
    OnlyForPeople(&'static str),
    /// It waits until a file that fits `paths` was read.
    WaitsForPaths,
    /// `agents/openai.yaml` says so; the key that does.
    Policy(&'static str),
    /// Settings of the client say so for this skill; the value of `skillOverrides` that does.
    Overridden(&'static str),
    /// Another skill of its name is taken, at this path.
    Shadowed(String),
    /// The client does not find it where it lies.
    NotFound(NotFound),
}

impl Why {
    /// The key of the frontmatter it is about; none where it is about the file.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::DuplicateKey(key) => Some(key),
            Self::WrongType(key) | Self::TooLong(key, _) | Self::UnknownValue(key) | Self::OnlyForPeople(key) => {
                Some(key)
            }
            Self::NameCharacters => Some("name"),
            Self::WaitsForPaths => Some("paths"),
            Self::FileName
            | Self::NotUtf8
            | Self::ByteOrderMark
            | Self::ControlCharacter
            | Self::NoFrontmatter
            | Self::InvalidYaml
            | Self::NoName
            | Self::NoDescription
            | Self::Policy(_)
            | Self::Overridden(_)
            | Self::Shadowed(_)
            | Self::NotFound(_) => None,
        }
    }

    /// The reason, as the end of a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::FileName => "its file isn't named `SKILL.md`".to_owned(),
            Self::NotUtf8 => "its file isn't UTF-8 text".to_owned(),
            Self::ByteOrderMark => "its file starts with a byte order mark".to_owned(),
            Self::ControlCharacter => "its frontmatter contains a control character".to_owned(),
            Self::NoFrontmatter => "its file doesn't start with frontmatter between two `---` lines".to_owned(),
            Self::InvalidYaml => "its frontmatter isn't valid YAML".to_owned(),
            Self::DuplicateKey(key) => format!("the key `{key}` appears twice"),
            Self::NoName => "it has no name".to_owned(),
            Self::NoDescription => "it has no description".to_owned(),
            Self::WrongType(key) => format!("`{key}` has the wrong type"),
            Self::TooLong(key, most) => {
                format!("its {key} has more than {} characters", crate::text::grouped(*most))
            }
            Self::NameCharacters => "its name has characters that the client doesn't allow".to_owned(),
            Self::UnknownValue(key) => format!("`{key}` has an unknown value"),
            Self::OnlyForPeople(key) => format!("`{key}` is set"),
            Self::WaitsForPaths => "no file matching `paths` has been read".to_owned(),
            Self::Policy(key) => format!("`agents/openai.yaml` sets `{key}`"),
            Self::Overridden(value) => format!("`skillOverrides` sets it to `{value}`"),
            Self::Shadowed(path) => format!("the skill with the same name at {path} is used instead"),
            Self::NotFound(NotFound::OtherFolder) => "the client doesn't search its folder".to_owned(),
            Self::NotFound(NotFound::InsideSkill) => "it's inside another skill's folder".to_owned(),
            Self::NotFound(NotFound::InGroup) => "it's in a subfolder of the client's skills folder".to_owned(),
        }
    }
}

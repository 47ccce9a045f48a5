//! What of a library is shared with others, and how its two sides stand to each other.

/// What is shared as one: a row with all that belongs to it. In the order in which they are written, so that what one of them
/// names is there before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SharedKind {
    /// An MCP server.
    Server,
    /// A tool with its parameters.
    Tool,
    /// A skill with its files and links.
    Skill,
    /// An agent with what it is given.
    Agent,
}

impl SharedKind {
    /// All of them, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::Server, Self::Tool, Self::Skill, Self::Agent];

    /// Its name in databases and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Tool => "tool",
            Self::Skill => "skill",
            Self::Agent => "agent",
        }
    }

    /// The kind of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// How something stands that is here, on the server, or on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Here and there alike.
    Current,
    /// Changed on the server since both sides last agreed.
    UpdateAvailable,
    /// Changed here since then.
    LocallyModified,
    /// Changed on both sides, and not alike.
    BothChanged,
    /// On the server only, and never here.
    NotInstalled,
    /// Here only, and never on the server.
    NotShared,
}

impl Standing {
    /// By the hashes of what both sides last agreed on, of what is here, and of what is there. What is deleted has none.
    /// There is nothing to say of what is gone on both sides.
    pub fn of(agreed: Option<&str>, here: Option<&str>, there: Option<&str>) -> Option<Self> {
        match (agreed, here, there) {
            (_, None, None) => None,
            (_, here, there) if here == there => Some(Self::Current),
            (None, Some(_), None) => Some(Self::NotShared),
            (None, None, Some(_)) => Some(Self::NotInstalled),
            (agreed, here, _) if agreed == here => Some(Self::UpdateAvailable),
            (agreed, _, there) if agreed == there => Some(Self::LocallyModified),
            _ => Some(Self::BothChanged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;

    #[test]
    fn each_way_two_sides_can_stand_has_its_name() {
        let (a, b, c) = (Some("a"), Some("b"), Some("c"));
        let cases = [
            (a, a, a, Some(Standing::Current)),
            (None, a, a, Some(Standing::Current)),
            (a, b, b, Some(Standing::Current)),
            (None, a, None, Some(Standing::NotShared)),
            (None, None, a, Some(Standing::NotInstalled)),
            (a, a, b, Some(Standing::UpdateAvailable)),
            (a, a, None, Some(Standing::UpdateAvailable)),
            (a, b, a, Some(Standing::LocallyModified)),
            (a, None, a, Some(Standing::LocallyModified)),
            (a, b, c, Some(Standing::BothChanged)),
            (None, a, b, Some(Standing::BothChanged)),
            (a, None, b, Some(Standing::BothChanged)),
            (a, b, None, Some(Standing::BothChanged)),
            (a, None, None, None),
        ];
        for (agreed, here, there, expected) in cases {
            assert_eq!(Standing::of(agreed, here, there), expected, "{agreed:?} {here:?} {there:?}");
        }
    }
}

//! Ids as types of their own, so that a skill's id is never taken for a tool's.

use std::{fmt, str::FromStr};

use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.as_hyphenated().fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

id!(
    /// The tenant a row belongs to; every library has one of its own.
    HostId
);
id!(
    /// A skill, for as long as it exists: renaming does not change it.
    SkillId
);
id!(
    /// A tool.
    ToolId
);
id!(
    /// One parameter of a tool.
    ParameterId
);
id!(
    /// An agent definition (`agent_def_id`).
    AgentId
);
id!(
    /// A component of an agent.
    ComponentId
);

//! What a client makes of a skill's files: lists it under a name with a text, hides it from its model, or drops it.

use crate::why::Why;

/// What a client makes of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It is in the list.
    Listed(Listed),
    /// Its model does not see it; people can call it.
    Hidden(Why),
    /// The client does not have it.
    Dropped(Why),
}

impl Reading {
    /// How it is listed; itself where it is not.
    pub const fn listed(&self) -> Result<&Listed, &Self> {
        match self {
            Self::Listed(listed) => Ok(listed),
            Self::Hidden(_) | Self::Dropped(_) => Err(self),
        }
    }
}

/// A skill as a client lists it, before anything is cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// What the list calls it.
    pub name: String,
    /// Its description, as the client read it; empty where it shows none.
    pub description: String,
    /// When to use it; empty where the client reads nothing of the kind.
    pub when_to_use: String,
}

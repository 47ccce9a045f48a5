//! What names a node of the map: made and read here alone.

use std::fmt;

/// A node by its kind and what names it there: an id, or the name of a server, a client or a missing tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKey<T> {
    Agent(T),
    Skill(T),
    Tool(T),
    Server(T),
    Client(T),
    Missing(T),
}

impl<T: fmt::Display> fmt::Display for NodeKey<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(id) => write!(out, "agent:{id}"),
            Self::Skill(id) => write!(out, "skill:{id}"),
            Self::Tool(id) => write!(out, "tool:{id}"),
            Self::Server(name) => write!(out, "server:{name}"),
            Self::Client(name) => write!(out, "client:{name}"),
            Self::Missing(name) => write!(out, "missing:{name}"),
        }
    }
}

impl<'a> NodeKey<&'a str> {
    /// Reads a key as a screen has it.
    pub(crate) fn parse(key: &'a str) -> Option<Self> {
        let (kind, rest) = key.split_once(':')?;
        Some(match kind {
            "agent" => Self::Agent(rest),
            "skill" => Self::Skill(rest),
            "tool" => Self::Tool(rest),
            "server" => Self::Server(rest),
            "client" => Self::Client(rest),
            "missing" => Self::Missing(rest),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NodeKey;

    #[test]
    fn a_key_is_read_as_it_was_made() {
        let all: [fn(&'static str) -> NodeKey<&'static str>; 6] =
            [NodeKey::Agent, NodeKey::Skill, NodeKey::Tool, NodeKey::Server, NodeKey::Client, NodeKey::Missing];
        for key in all.map(|of| of("a:b c")) {
            assert_eq!(NodeKey::parse(&key.to_string()), Some(key));
        }
        for odd in ["", "skill", "group:x"] {
            assert_eq!(NodeKey::parse(odd), None);
        }
    }
}

//! Links of the map: each says what one of its kind can say.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::Access};

closed! {
    /// Kinds of links; the names stand in keys.
    pub enum MapLinkKind {
        /// Agent → skill.
        Assigned = "assigned",
        /// Skill → tool.
        Uses = "uses",
        /// Skill → tool that is not there.
        Names = "names",
        /// Skill → skill it needs.
        Depends = "depends",
        /// Skill → its parent.
        Parent = "parent",
        /// Tool → what provides it.
        Provided = "provided",
        /// Tool → tool it needs.
        Needs = "needs",
        /// Agent → tool it is given the specification of.
        Given = "given",
        /// Agent → tool of one of its components.
        Component = "component",
        /// Skill → the own tools of the library's client.
        Brought = "brought",
        /// Two skills that are alike.
        Overlap = "overlap",
    }
}

/// One link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapLink {
    /// `KIND:FROM>TO`.
    pub key: String,
    /// Key of the node it starts at.
    pub from: String,
    /// Key of the node it ends at.
    pub to: String,
    /// Row version; 0 for one that is derived, or to be created.
    pub aggregate_version: u32,
    /// Its kind, and what a link of that kind says.
    #[serde(flatten)]
    pub facts: LinkFacts,
}

/// What a link says, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LinkFacts {
    /// Agent → skill.
    Assigned {
        /// Higher loads first within one sequence.
        priority: i32,
        /// Lower loads first.
        sequence: i32,
        /// Free settings, JSON text, kept as written for whoever runs the agent. No session here reads them.
        config: String,
    },
    /// Skill → tool.
    Uses {
        /// What the skill may do with it.
        access: Access,
        /// The row version of the tool it is bound to; none for the newest.
        tool_version: Option<u32>,
        /// Free settings, JSON text, kept as written for whoever runs the agent. No session here reads them.
        config: String,
    },
    /// Skill → tool that is not there.
    Names,
    /// Skill → skill it needs.
    Depends {
        /// Whether it cannot work without.
        is_required: bool,
    },
    /// Skill → its parent.
    Parent,
    /// Tool → what provides it.
    Provided,
    /// Tool → tool it needs.
    Needs,
    /// Agent → tool it is given the specification of.
    Given,
    /// Agent → tool of one of its components.
    Component,
    /// Skill → the own tools of the library's client.
    Brought {
        /// Those of them that its list names, by name.
        tools: Vec<String>,
    },
    /// Two skills that are alike.
    Overlap {
        /// How alike they are, 0 to 1.
        #[specta(type = specta_typescript::Number)]
        similarity: f64,
    },
}

impl LinkFacts {
    /// The kind alone.
    #[must_use]
    pub const fn kind(&self) -> MapLinkKind {
        match self {
            Self::Assigned { .. } => MapLinkKind::Assigned,
            Self::Uses { .. } => MapLinkKind::Uses,
            Self::Names => MapLinkKind::Names,
            Self::Depends { .. } => MapLinkKind::Depends,
            Self::Parent => MapLinkKind::Parent,
            Self::Provided => MapLinkKind::Provided,
            Self::Needs => MapLinkKind::Needs,
            Self::Given => MapLinkKind::Given,
            Self::Component => MapLinkKind::Component,
            Self::Brought { .. } => MapLinkKind::Brought,
            Self::Overlap { .. } => MapLinkKind::Overlap,
        }
    }
}

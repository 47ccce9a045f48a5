//! The whole library as one picture, and what a change of it would reach.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Access, ServerState, Tokens, ToolName};

/// Kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MapNodeKind {
    /// An agent.
    Agent,
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// What provides tools: an MCP server, or the kind of script, class or address they are carried out by.
    Server,
    /// A tool that is named but not there.
    Missing,
}

/// One node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapNode {
    /// `agent:ID`, `skill:ID`, `tool:ID`, `server:NAME` or `missing:NAME`.
    pub key: String,
    /// Kind.
    pub kind: MapNodeKind,
    /// Id of what it stands for; empty for a missing tool.
    pub id: String,
    /// Name.
    pub name: String,
    /// A skill's group, an agent's model, a tool's way of being carried out, a server's transport.
    pub detail: String,
    /// What it is collapsed with: a skill's group, a tool's server.
    pub group: String,
    /// A skill's tokens by tier.
    pub tokens: Option<Tokens>,
    /// Estimated tokens of a tool's schema.
    pub schema_tokens: Option<u32>,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// A server's state; none for other nodes.
    pub state: Option<ServerState>,
    /// For a missing tool: the tool that was probably meant.
    pub near: Option<ToolName>,
    /// For a missing tool: how alike the two names are, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub similarity: f64,
    /// Where the author left it.
    pub position: Option<MapPoint>,
    /// Whether it lies in the trash, and is here because others still refer to it.
    pub is_trashed: bool,
}

/// A place on the map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapPoint {
    /// From the left.
    #[specta(type = specta_typescript::Number)]
    pub x: f64,
    /// From the top.
    #[specta(type = specta_typescript::Number)]
    pub y: f64,
}

/// A node and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapPosition {
    /// The node.
    pub key: String,
    /// Its place; none forgets it.
    pub point: Option<MapPoint>,
}

/// Kinds of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MapLinkKind {
    /// Agent → skill.
    Assigned,
    /// Skill → tool.
    Uses,
    /// Skill → tool that is not there.
    Names,
    /// Skill → skill it needs.
    Depends,
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
    /// Two skills that are alike.
    Overlap,
}

/// One link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapLink {
    /// `KIND:FROM>TO`.
    pub key: String,
    /// Kind.
    pub kind: MapLinkKind,
    /// Key of the node it starts at.
    pub from: String,
    /// Key of the node it ends at.
    pub to: String,
    /// Row version; 0 for one that is derived, or to be created.
    pub aggregate_version: u32,
    /// Skill → tool: what the skill may do with it.
    pub access: Option<Access>,
    /// Skill → tool: the row version of the tool it is bound to; none for the newest.
    pub tool_version: Option<u32>,
    /// Skill → skill: whether it cannot work without.
    pub required: bool,
    /// Agent → skill: higher loads first within one sequence.
    pub priority: i32,
    /// Agent → skill: lower loads first.
    pub sequence: i32,
    /// Free settings, JSON text; empty where the link has none.
    pub config: String,
    /// How alike two overlapping skills are, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub similarity: f64,
}

/// The library as one picture, but for what its [`MapFindings`] add.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapData {
    /// Nodes, by kind, then name.
    pub nodes: Vec<MapNode>,
    /// Links, by key.
    pub links: Vec<MapLink>,
    /// Circles among dependencies, each as keys in their order.
    pub cycles: Vec<Vec<String>>,
    /// Where groups stand when they are folded, by key.
    pub groups: Vec<MapPosition>,
}

/// What is read off the texts of skills, which takes longer than the rest of the map where there are many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapFindings {
    /// Tools that skills name and nobody provides.
    pub missing: Vec<MapNode>,
    /// Links to missing tools, and between skills that are alike, the most alike first.
    pub links: Vec<MapLink>,
    /// How many pairs of skills are at least as alike as `limit`; more than there are links of the kind where there are
    /// too many to draw.
    pub overlaps: u32,
    /// The lowest similarity that counts as an overlap.
    #[specta(type = specta_typescript::Number)]
    pub limit: f64,
}

/// What would be hit if a node stopped working.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BlastRadius {
    /// The node.
    pub key: String,
    /// What depends on it, nearest first.
    pub hit: Vec<BlastHit>,
}

/// One node that depends on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BlastHit {
    /// The node.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Kind.
    pub kind: MapNodeKind,
    /// How many links away.
    pub distance: u32,
    /// Whether it cannot work without, or only loses something.
    pub is_required: bool,
    /// Why, as a sentence.
    pub why: String,
}

//! The whole library as one picture, and what a change of it would reach.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{Host, ImplementationKind, MapLink, ServerState, Tokens},
};

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
    /// The tools that the library's client brings along.
    Client,
    /// A tool that is named but not there.
    Missing,
}

/// One node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct MapNode {
    /// `agent:ID`, `skill:ID`, `tool:ID`, `server:NAME`, `client:NAME` or `missing:NAME`.
    pub key: String,
    /// Name.
    pub name: String,
    /// Where the author left it.
    pub position: Option<MapPoint>,
    /// Whether it lies in the trash, and is here because others still refer to it.
    pub is_trashed: bool,
    /// Its kind, and what a node of that kind has.
    #[serde(flatten)]
    pub facts: NodeFacts,
}

/// What a node has, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NodeFacts {
    /// An agent.
    Agent {
        /// Its id.
        id: String,
        /// The name of its model.
        model: String,
    },
    /// A skill.
    Skill {
        /// Its id.
        id: String,
        /// What it is folded with; empty where it is in no group.
        group: String,
        /// Tokens by tier; none of one in the trash.
        tokens: Option<Tokens>,
        /// Findings that are errors.
        errors: u32,
        /// Findings that are warnings.
        warnings: u32,
    },
    /// A tool.
    Tool {
        /// Its id.
        id: String,
        /// What provides it, and what it is folded with; empty of one in the trash.
        group: String,
        /// What carries it out; none where it is only described.
        implementation: Option<ImplementationKind>,
        /// Estimated tokens of its schema; none of one in the trash.
        schema_tokens: Option<u32>,
    },
    /// What provides tools.
    Server {
        /// What it is.
        provider: MapProvider,
        /// A server's state; none of what is no server.
        state: Option<ServerState>,
    },
    /// The tools that the library's client brings along.
    Client {
        /// The client.
        client: Host,
        /// Its tools, by name.
        tools: Vec<ClientTool>,
    },
    /// A tool that is named but not there.
    Missing {
        /// The tool that was probably meant.
        near: Option<NearTool>,
    },
}

impl NodeFacts {
    /// The kind alone.
    #[must_use]
    pub const fn kind(&self) -> MapNodeKind {
        match self {
            Self::Agent { .. } => MapNodeKind::Agent,
            Self::Skill { .. } => MapNodeKind::Skill,
            Self::Tool { .. } => MapNodeKind::Tool,
            Self::Server { .. } => MapNodeKind::Server,
            Self::Client { .. } => MapNodeKind::Client,
            Self::Missing { .. } => MapNodeKind::Missing,
        }
    }
}

closed! {
    /// What provides tools.
    pub enum MapProvider {
        /// An MCP server that is not connected yet.
        Mcp = "mcp",
        /// An MCP server that is started here.
        McpStdio = "mcp_stdio",
        /// An MCP server with an address.
        McpHttp = "mcp_http",
        /// Scripts, in their sandbox.
        Scripts = "scripts",
        /// A package of Java classes.
        Java = "java",
        /// An address that answers requests.
        Rest = "rest",
    }
}

/// A tool built into a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientTool {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

/// A tool whose name is like the one that is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct NearTool {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How alike the two names are, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub similarity: f64,
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

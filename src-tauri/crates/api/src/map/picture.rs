//! The whole library as one picture: agents, skills, tools, what provides them, and what is missing.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use studio_model::{Client, Implementation, OwnTool};
use studio_store::{ToolRecord, TrashKind};

use crate::{
    Error, Studio,
    base::{shown::in_row, token_counts::count},
    definitions::forms as tool_forms,
    dto::{
        ClientTool, Host, LinkFacts, MapData, MapFindings, MapLink, MapNode, MapPoint, MapPosition, MapProvider,
        NearTool, NodeFacts, ServerState, ServerTransport, ToolProblem, ToolProblemKind,
    },
    map::{
        key::NodeKey,
        stored_links::{link, skill_key},
    },
    skills::detail::tokens,
    state::session::Session,
};

impl Studio {
    /// Every node and link of the library that is stored, or follows from what is; see [`Studio::get_map_findings`] for the
    /// rest.
    pub fn get_map(&self) -> Result<MapData, Error> {
        let session = self.session()?;
        let mut picture = Picture { session: &session, places: session.library.list_positions()?, nodes: Vec::new() };
        picture.add_agents()?;
        picture.add_skills()?;
        let records = session.library.list_tool_records()?;
        picture.add_tools(&records);
        picture.add_providers(&records)?;
        let mut links = session.links(&records)?;
        let client = session.client()?.filter(|client| !client.session_tools().is_empty());
        if let Some(client) = client.filter(|_| !picture.nodes.is_empty()) {
            picture.add_client(client);
            links.extend(session.links_to_client(client, &records)?);
        }
        picture.add_trashed(&links)?;
        let groups = picture.folded_groups();
        let nodes = picture.nodes;
        let ids: HashMap<&str, bool> = nodes.iter().map(|node| (node.key.as_str(), node.is_trashed)).collect();
        // What lies in the trash needs nothing.
        links.retain(|link| ids.get(link.from.as_str()) == Some(&false) && ids.contains_key(link.to.as_str()));
        links.sort_by(|a, b| a.key.cmp(&b.key));
        let cycles = crate::map::blast::cycles(&links);
        Ok(MapData { nodes, links, cycles, groups })
    }

    /// Keeps where nodes stand; one without a place is forgotten.
    pub fn save_positions(&self, positions: &[MapPosition]) -> Result<(), Error> {
        let rows: Vec<(String, Option<(f64, f64)>)> = positions
            .iter()
            .map(|position| (position.key.clone(), position.point.map(|point| (point.x, point.y))))
            .collect();
        Ok(self.session()?.library.aside().put_positions(&rows)?)
    }

    /// What the texts of skills add to the map: tools that are missing, and skills that are alike from a similarity on
    /// (where none is named, the one from which a look is worth it).
    pub fn get_map_findings(&self, limit: Option<f64>) -> Result<MapFindings, Error> {
        let session = self.session()?;
        let problems = session.list_tool_problems()?;
        let mut picture = Picture { session: &session, places: session.library.list_positions()?, nodes: Vec::new() };
        picture.add_missing(&problems, &session.library.list_tool_records()?);
        let mut links = names(&problems);
        let overlaps = session.overlaps(limit)?;
        links.extend(overlaps.pairs.iter().map(|pair| {
            let facts = LinkFacts::Overlap { similarity: f64::from(pair.similarity) };
            link(facts, skill_key(pair.a), skill_key(pair.b))
        }));
        Ok(MapFindings {
            missing: picture.nodes,
            links,
            overlaps: overlaps.found as u32,
            limit: f64::from(overlaps.limit),
        })
    }
}

/// The links from skills to the tools they name and nobody provides, by key.
fn names(problems: &[ToolProblem]) -> Vec<MapLink> {
    let missing = problems.iter().filter(|problem| problem.kind == ToolProblemKind::Missing);
    let links = missing.map(|problem| {
        let link = link(
            LinkFacts::Names,
            NodeKey::Skill(&problem.skill_id).to_string(),
            NodeKey::Missing(&problem.tool).to_string(),
        );
        (link.key.clone(), link)
    });
    links.collect::<BTreeMap<_, _>>().into_values().collect()
}

struct Picture<'a> {
    session: &'a Arc<Session>,
    places: HashMap<String, (f64, f64)>,
    nodes: Vec<MapNode>,
}

impl Picture<'_> {
    fn node(&self, key: String, name: String, facts: NodeFacts) -> MapNode {
        let position = self.places.get(&key).map(|&(x, y)| MapPoint { x, y });
        MapNode { key, name: in_row(name), position, is_trashed: false, facts }
    }

    /// The places of groups: a group is no node of the library, so that only its place is known here.
    fn folded_groups(&self) -> Vec<MapPosition> {
        let groups = self.places.iter().filter(|(key, _)| key.starts_with("group:"));
        let mut groups: Vec<MapPosition> =
            groups.map(|(key, &(x, y))| MapPosition { key: key.clone(), point: Some(MapPoint { x, y }) }).collect();
        groups.sort_by(|a, b| a.key.cmp(&b.key));
        groups
    }

    fn add_agents(&mut self) -> Result<(), Error> {
        for agent in self.session.library.list_agents()? {
            let id = agent.id.to_string();
            let key = NodeKey::Agent(&id).to_string();
            let node = self.node(key, agent.name, NodeFacts::Agent { id, model: agent.model_name });
            self.nodes.push(node);
        }
        Ok(())
    }

    fn add_skills(&mut self) -> Result<(), Error> {
        for row in self.session.list_counted_skills()? {
            let id = row.id.to_string();
            let key = NodeKey::Skill(&id).to_string();
            let facts = NodeFacts::Skill {
                id,
                group: row.group,
                tokens: Some(tokens(row.tokens)),
                errors: row.errors + u32::from(row.broken.is_some()),
                warnings: row.warnings,
            };
            let node = self.node(key, row.name, facts);
            self.nodes.push(node);
        }
        Ok(())
    }

    fn add_tools(&mut self, records: &[ToolRecord]) {
        for record in records {
            let id = record.tool.id.to_string();
            let key = NodeKey::Tool(&id).to_string();
            let how = record.tool.implementation.as_ref();
            let facts = NodeFacts::Tool {
                id,
                group: tool_forms::group(how),
                implementation: how.map(tool_forms::shown_kind),
                schema_tokens: Some(count(&tool_forms::schema(record).to_string())),
            };
            let node = self.node(key, record.tool.name.clone(), facts);
            self.nodes.push(node);
        }
    }

    /// Servers, and for other tools what they are listed under.
    fn add_providers(&mut self, records: &[ToolRecord]) -> Result<(), Error> {
        let mut providers: BTreeMap<String, (MapProvider, Option<ServerState>)> = BTreeMap::new();
        for server in self.session.list_servers()? {
            let provider = match server.transport {
                Some(ServerTransport::Stdio { .. }) => MapProvider::McpStdio,
                Some(ServerTransport::Http { .. }) => MapProvider::McpHttp,
                None => MapProvider::Mcp,
            };
            providers.insert(server.name, (provider, Some(server.state)));
        }
        for record in records {
            if let Some(how) = &record.tool.implementation
                && let Some(provider) = provider_of(how)
            {
                providers.entry(tool_forms::group(Some(how))).or_insert((provider, None));
            }
        }
        for (name, (provider, state)) in providers {
            let node = self.node(NodeKey::Server(&name).to_string(), name, NodeFacts::Server { provider, state });
            self.nodes.push(node);
        }
        Ok(())
    }

    /// The tools that the library's client brings along, as one.
    fn add_client(&mut self, client: Client) {
        let tool = |tool: &OwnTool| ClientTool {
            name: tool.name.to_owned(),
            parameters: tool.parameters.iter().map(|name| (*name).to_owned()).collect(),
        };
        let tools = client.session_tools().iter().map(tool).collect();
        let key = NodeKey::Client(client.as_str()).to_string();
        let facts = NodeFacts::Client { client: Host::from(client), tools };
        let node = self.node(key, format!("{}'s tools", client.label()), facts);
        self.nodes.push(node);
    }

    /// What lies in the trash and is still referred to by what does not: such a link is drawn to the end it is missing.
    fn add_trashed(&mut self, links: &[MapLink]) -> Result<(), Error> {
        let known: HashSet<String> = self.nodes.iter().map(|node| node.key.clone()).collect();
        let refers = |link: &&MapLink| known.contains(&link.from) && !known.contains(&link.to);
        let wanted: HashSet<&str> = links.iter().filter(refers).map(|link| link.to.as_str()).collect();
        for row in self.session.library.list_trash()? {
            let id = row.key.id.to_string();
            let (key, facts) = match row.key.kind {
                TrashKind::Skill => (NodeKey::Skill(&id).to_string(), trashed_skill(id)),
                TrashKind::Tool => (NodeKey::Tool(&id).to_string(), trashed_tool(id)),
                TrashKind::Server => (NodeKey::Server(&row.name).to_string(), TRASHED_SERVER),
                _ => continue,
            };
            let named = self.nodes.iter_mut().find(|node| node.key == key);
            if let Some((NodeFacts::Server { state, .. }, is_trashed)) =
                named.map(|node| (&node.facts, &mut node.is_trashed))
            {
                // Its tools name it; another one of that name is in use where it has a state.
                *is_trashed = *state == Some(ServerState::Unknown);
            } else if wanted.contains(key.as_str()) {
                let node = self.node(key, row.name, facts);
                self.nodes.push(MapNode { is_trashed: true, ..node });
            }
        }
        Ok(())
    }

    fn add_missing(&mut self, problems: &[ToolProblem], records: &[ToolRecord]) {
        let missing: BTreeMap<&str, &ToolProblem> = problems
            .iter()
            .filter(|problem| problem.kind == ToolProblemKind::Missing)
            .map(|problem| (problem.tool.as_str(), problem))
            .collect();
        for (name, problem) in missing {
            let near = problem.near.as_ref().and_then(|near| records.iter().find(|record| record.tool.name == *near));
            let near = near.map(|record| NearTool {
                id: record.tool.id.to_string(),
                name: record.tool.name.clone(),
                similarity: problem.similarity,
            });
            let key = NodeKey::Missing(&name).to_string();
            let node = self.node(key, name.to_owned(), NodeFacts::Missing { near });
            self.nodes.push(node);
        }
    }
}

/// What a tool is listed under where no server offers it.
const fn provider_of(how: &Implementation) -> Option<MapProvider> {
    match how {
        Implementation::McpServer { .. } => None,
        Implementation::Python { .. } | Implementation::Javascript { .. } => Some(MapProvider::Scripts),
        Implementation::Java { .. } => Some(MapProvider::Java),
        Implementation::Rest { .. } => Some(MapProvider::Rest),
    }
}

/// Of what lies in the trash no more is drawn than that it is there.
const TRASHED_SERVER: NodeFacts = NodeFacts::Server { provider: MapProvider::Mcp, state: None };

const fn trashed_skill(id: String) -> NodeFacts {
    NodeFacts::Skill { id, group: String::new(), tokens: None, errors: 0, warnings: 0 }
}

const fn trashed_tool(id: String) -> NodeFacts {
    NodeFacts::Tool { id, group: String::new(), implementation: None, schema_tokens: None }
}

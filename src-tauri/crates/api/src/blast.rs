//! What is hit when a node stops working, and circles among dependencies.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::{
    Error, ErrorCode, Studio,
    dto::{BlastHit, BlastRadius, MapLink, MapLinkKind, MapNode},
};

impl Studio {
    /// What depends on a node, nearest first.
    pub fn blast_radius(&self, key: &str) -> Result<BlastRadius, Error> {
        let map = self.map()?;
        if !map.nodes.iter().any(|node| node.key == key) {
            return Err(Error::new(ErrorCode::NotFound, "This node is not on the map any more."));
        }
        Ok(BlastRadius { key: key.to_owned(), hit: hits(key, &map.nodes, &map.links) })
    }
}

/// Breadth first against the direction of dependence. A node is hit hard where every step of some shortest way is.
fn hits(key: &str, nodes: &[MapNode], links: &[MapLink]) -> Vec<BlastHit> {
    let named: HashMap<&str, &MapNode> = nodes.iter().map(|node| (node.key.as_str(), node)).collect();
    let mut found: Vec<BlastHit> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut queue = VecDeque::from([(key, 0_u32, true)]);
    while let Some((at, distance, is_hard)) = queue.pop_front() {
        for link in links.iter().filter(|link| link.to == at && link.from != key) {
            let Some(how) = reason(link) else { continue };
            let Some(node) = named.get(link.from.as_str()) else { continue };
            let is_required = is_hard && how.is_required;
            if let Some(&place) = places.get(link.from.as_str()) {
                let known = &mut found[place];
                if is_required && !known.is_required && known.distance == distance + 1 {
                    known.is_required = true;
                }
                continue;
            }
            places.insert(&node.key, found.len());
            let target = named.get(at).map(|node| node.name.as_str()).unwrap_or_default();
            found.push(BlastHit {
                key: node.key.clone(),
                name: node.name.clone(),
                kind: node.kind,
                distance: distance + 1,
                is_required,
                why: format!("{} {} {target}.", node.name, how.words),
            });
            queue.push_back((&node.key, distance + 1, is_required));
        }
    }
    found
}

struct Reason {
    words: &'static str,
    is_required: bool,
}

/// How the start of a link depends on its end; nothing where it does not.
fn reason(link: &MapLink) -> Option<Reason> {
    let (words, is_required) = match link.kind {
        MapLinkKind::Assigned => ("loads", false),
        MapLinkKind::Uses => ("uses", true),
        MapLinkKind::Names => ("names", true),
        MapLinkKind::Depends if link.required => ("requires", true),
        MapLinkKind::Depends => ("works better with", false),
        MapLinkKind::Provided => ("is provided by", true),
        MapLinkKind::Needs => ("needs", true),
        MapLinkKind::Given => ("is given", false),
        MapLinkKind::Parent | MapLinkKind::Overlap => return None,
    };
    Some(Reason { words, is_required })
}

/// The circles among dependencies, each once, from its smallest key.
pub(crate) fn cycles(links: &[MapLink]) -> Vec<Vec<String>> {
    let mut edges: HashMap<&str, Vec<&str>> = HashMap::new();
    let counts = |kind| matches!(kind, MapLinkKind::Depends | MapLinkKind::Parent | MapLinkKind::Needs);
    for link in links.iter().filter(|link| counts(link.kind)) {
        edges.entry(&link.from).or_default().push(&link.to);
    }
    let mut starts: Vec<&str> = edges.keys().copied().collect();
    starts.sort_unstable();
    let mut cycles = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for start in starts {
        if seen.contains(start) {
            continue;
        }
        if let Some(way) = way_back(&edges, start) {
            seen.extend(way.iter().copied());
            cycles.push(way.into_iter().map(str::to_owned).collect());
        }
    }
    cycles
}

/// The shortest way from a node back to itself.
fn way_back<'a>(edges: &HashMap<&'a str, Vec<&'a str>>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut before: HashMap<&str, &str> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &next in edges.get(at).into_iter().flatten() {
            if next == start {
                let mut way = vec![at];
                while let Some(&earlier) = before.get(way[way.len() - 1]) {
                    way.push(earlier);
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(next) {
                before.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{cycles, hits};
    use crate::{
        dto::{MapLink, MapLinkKind, MapNode, MapNodeKind},
        map::link,
    };

    fn node(kind: MapNodeKind, key: &str) -> MapNode {
        MapNode {
            key: key.to_owned(),
            kind,
            id: String::new(),
            name: key.to_owned(),
            detail: String::new(),
            group: String::new(),
            tokens: None,
            schema_tokens: None,
            errors: 0,
            warnings: 0,
            state: String::new(),
            near: None,
            similarity: 0.0,
            position: None,
        }
    }

    fn to(kind: MapLinkKind, from: &str, to: &str) -> MapLink {
        link(kind, from.to_owned(), to.to_owned())
    }

    #[test]
    fn what_depends_on_a_server_is_hit_in_rings() {
        use MapLinkKind::{Assigned, Depends, Overlap, Provided, Uses};
        let kinds = [
            (MapNodeKind::Server, "server"),
            (MapNodeKind::Tool, "tool"),
            (MapNodeKind::Skill, "skill"),
            (MapNodeKind::Skill, "after"),
            (MapNodeKind::Skill, "like"),
            (MapNodeKind::Agent, "agent"),
        ];
        let nodes: Vec<MapNode> = kinds.iter().map(|(kind, key)| node(*kind, key)).collect();
        let optional = to(Depends, "after", "skill");
        let links = [
            to(Provided, "tool", "server"),
            to(Uses, "skill", "tool"),
            optional,
            to(Overlap, "like", "skill"),
            to(Assigned, "agent", "skill"),
        ];
        let hit: Vec<(String, u32, bool)> =
            hits("server", &nodes, &links).into_iter().map(|hit| (hit.key, hit.distance, hit.is_required)).collect();
        let expected = [("tool", 1, true), ("skill", 2, true), ("after", 3, false), ("agent", 3, false)]
            .map(|(a, b, c)| (a.to_owned(), b, c));
        assert_eq!(hit, expected);
    }

    #[test]
    fn every_circle_is_named_once() {
        let links: Vec<MapLink> = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "e2"), ("e2", "e")]
            .map(|(from, end)| to(MapLinkKind::Depends, from, end))
            .into();
        assert_eq!(cycles(&links), [vec!["a", "b", "c"], vec!["e", "e2"]]);
        assert!(cycles(&links[..2]).is_empty());
    }
}

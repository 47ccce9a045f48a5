//! What is hit when a node stops working, and circles among dependencies.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use studio_runtime::circle;

use crate::{
    Error, ErrorCode, Studio,
    dto::{BlastHit, BlastRadius, LinkFacts, MapLink, MapLinkKind, MapNode},
    map::key::NodeKey,
    skills::users::{IS_A_CHILD_OF, LOADS, REQUIRES, WORKS_BETTER_WITH},
};

impl Studio {
    /// What depends on a node, nearest first.
    pub fn get_blast_radius(&self, key: &str) -> Result<BlastRadius, Error> {
        let mut map = self.get_map()?;
        if matches!(NodeKey::parse(key), Some(NodeKey::Missing(_))) {
            let found = self.get_map_findings(None)?;
            map.nodes.extend(found.missing);
            map.links.extend(found.links);
        }
        if !map.nodes.iter().any(|node| node.key == key) {
            return Err(Error::new(ErrorCode::NotFound, "This item is no longer on the map."));
        }
        Ok(BlastRadius { key: key.to_owned(), hit: hits(key, &map.nodes, &map.links) })
    }
}

/// Breadth first against the direction of dependence. A node is hit hard where some way to it is hard in every step,
/// and then told by that way, however near another one is.
fn hits(key: &str, nodes: &[MapNode], links: &[MapLink]) -> Vec<BlastHit> {
    let named: HashMap<&str, &MapNode> = nodes.iter().map(|node| (node.key.as_str(), node)).collect();
    let name = |key: &str| named.get(key).map(|node| node.name.clone()).unwrap_or_default();
    let hard = steps(key, links, |how| how.is_required);
    let any = steps(key, links, |_| true);
    let hit = |step: &Step<'_>| {
        let hard = hard.iter().find(|hard| hard.key == step.key);
        let told = hard.unwrap_or(step);
        let node = named.get(step.key)?;
        Some(BlastHit {
            key: node.key.clone(),
            name: node.name.clone(),
            kind: node.facts.kind(),
            distance: step.distance,
            is_required: hard.is_some(),
            why: format!("{} {} {}.", node.name, told.words, name(told.on)),
        })
    };
    any.iter().filter_map(hit).collect()
}

/// One node that is reached, over which other, and how far from the start.
struct Step<'a> {
    key: &'a str,
    on: &'a str,
    words: &'static str,
    distance: u32,
}

/// What depends on a node by links that count, nearest first.
fn steps<'a>(key: &'a str, links: &'a [MapLink], counts: impl Fn(&Reason) -> bool) -> Vec<Step<'a>> {
    let mut onto: HashMap<&str, Vec<(&str, Reason)>> = HashMap::new();
    for link in links {
        if let Some(how) = reason(link).filter(|how| counts(how)) {
            onto.entry(&link.to).or_default().push((&link.from, how));
        }
    }
    let mut found: Vec<Step<'a>> = Vec::new();
    let mut seen = HashSet::from([key]);
    let mut queue = VecDeque::from([(key, 0)]);
    while let Some((on, distance)) = queue.pop_front() {
        for (from, how) in onto.get(on).into_iter().flatten() {
            if seen.insert(from) {
                found.push(Step { key: from, on, words: how.words, distance: distance + 1 });
                queue.push_back((from, distance + 1));
            }
        }
    }
    found
}

/// How the start of a link depends on its end.
pub(crate) struct Reason {
    pub(crate) words: &'static str,
    is_required: bool,
}

/// How the start of a link depends on its end; nothing where it does not.
pub(crate) fn reason(link: &MapLink) -> Option<Reason> {
    let (words, is_required) = match link.facts {
        LinkFacts::Assigned { .. } => (LOADS, false),
        LinkFacts::Uses { .. } | LinkFacts::Brought { .. } => ("uses", true),
        LinkFacts::Names => ("mentions", true),
        LinkFacts::Depends { is_required: true } | LinkFacts::Needs => (REQUIRES, true),
        LinkFacts::Depends { is_required: false } => (WORKS_BETTER_WITH, false),
        LinkFacts::Provided => ("is provided by", true),
        LinkFacts::Given => ("uses", false),
        LinkFacts::Component => ("has a component that uses", false),
        LinkFacts::Parent => (IS_A_CHILD_OF, false),
        LinkFacts::Overlap { .. } => return None,
    };
    Some(Reason { words, is_required })
}

/// The circles among dependencies, each once, from its smallest key. A child that its parent depends on is none: each
/// kind of link has circles of its own.
pub(crate) fn cycles(links: &[MapLink]) -> Vec<Vec<String>> {
    let kinds = [MapLinkKind::Depends, MapLinkKind::Parent, MapLinkKind::Needs];
    kinds.into_iter().flat_map(|kind| cycles_of(kind, links)).collect()
}

fn cycles_of(kind: MapLinkKind, links: &[MapLink]) -> Vec<Vec<String>> {
    let mut edges: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for link in links.iter().filter(|link| link.facts.kind() == kind) {
        edges.entry(&link.from).or_default().push(&link.to);
    }
    let mut cycles = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for &start in edges.keys() {
        if seen.contains(start) {
            continue;
        }
        if let Some(way) = circle(start, &edges) {
            seen.extend(way.iter().copied());
            cycles.push(way.into_iter().map(str::to_owned).collect());
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::{cycles, hits};
    use crate::{
        dto::{Access, LinkFacts, MapLink, MapNode, MapProvider, NodeFacts},
        map::stored_links::link,
    };

    fn node(key: &str) -> MapNode {
        let facts = NodeFacts::Server { provider: MapProvider::Mcp, state: None };
        MapNode { key: key.to_owned(), name: key.to_owned(), position: None, is_trashed: false, facts }
    }

    const DEPENDS: LinkFacts = LinkFacts::Depends { is_required: false };

    fn to(facts: LinkFacts, from: &str, to: &str) -> MapLink {
        link(facts, from.to_owned(), to.to_owned())
    }

    #[test]
    fn what_depends_on_a_server_is_hit_in_rings() {
        let nodes = ["server", "tool", "skill", "after", "like", "agent"].map(node);
        let uses = LinkFacts::Uses { access: Access::Read, tool_version: None, config: "{}".to_owned() };
        let assigned = LinkFacts::Assigned { priority: 0, sequence: 0, config: "{}".to_owned() };
        let links = [
            to(LinkFacts::Provided, "tool", "server"),
            to(uses, "skill", "tool"),
            to(DEPENDS, "after", "skill"),
            to(LinkFacts::Overlap { similarity: 0.9 }, "like", "skill"),
            to(assigned, "agent", "skill"),
        ];
        let hit: Vec<(String, u32, bool)> =
            hits("server", &nodes, &links).into_iter().map(|hit| (hit.key, hit.distance, hit.is_required)).collect();
        let expected = [("tool", 1, true), ("skill", 2, true), ("after", 3, false), ("agent", 3, false)]
            .map(|(a, b, c)| (a.to_owned(), b, c));
        assert_eq!(hit, expected);
    }

    #[test]
    fn who_cannot_work_without_is_told_so_however_near_a_softer_way_is() {
        use LinkFacts::Needs;
        let nodes = ["a", "b", "c", "d"].map(node);
        let links = [to(DEPENDS, "c", "a"), to(Needs, "b", "a"), to(Needs, "c", "b"), to(Needs, "d", "c")];
        let hit: Vec<(String, u32, bool, String)> = hits("a", &nodes, &links)
            .into_iter()
            .map(|hit| (hit.key, hit.distance, hit.is_required, hit.why))
            .collect();
        let expected =
            [("c", 1, true, "c requires b."), ("b", 1, true, "b requires a."), ("d", 2, true, "d requires c.")]
                .map(|(key, distance, hard, why)| (key.to_owned(), distance, hard, why.to_owned()));
        assert_eq!(hit, expected);
    }

    #[test]
    fn every_circle_is_named_once() {
        let links: Vec<MapLink> = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "e2"), ("e2", "e")]
            .map(|(from, end)| to(DEPENDS, from, end))
            .into();
        assert_eq!(cycles(&links), [vec!["a", "b", "c"], vec!["e", "e2"]]);
        assert!(cycles(&links[..2]).is_empty());
    }
}

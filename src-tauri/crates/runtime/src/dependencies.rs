//! Tools that need other tools: in which order they come, and what stands in the way.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use studio_model::ToolId;

/// A tool among those it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolNode {
    /// Name.
    pub name: String,
    /// Whether it may be called.
    pub is_enabled: bool,
    /// The tools it needs, in the author's order.
    pub depends_on: Vec<ToolId>,
}

/// Why a tool cannot have what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DependencyProblem {
    /// A tool it needs is not there.
    Missing {
        /// Name of the tool that needs it.
        tool: String,
        /// Id of the one that is not there.
        id: ToolId,
    },
    /// A tool it needs is there, but may not be called.
    Disabled {
        /// Name of the tool that needs it.
        tool: String,
        /// Name of the one that may not be called.
        needs: String,
    },
    /// It needs itself in the end.
    Cycle {
        /// Names along the circle, the first one again at its end.
        names: Vec<String>,
    },
}

impl fmt::Display for DependencyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { tool, id } => write!(f, "Tool \"{tool}\" needs a tool that doesn't exist ({id})"),
            Self::Disabled { tool, needs } => {
                write!(f, "Tool \"{tool}\" needs \"{needs}\", which is currently disabled")
            }
            Self::Cycle { names } => write!(f, "Circular tool dependency: {}", names.join(" → ")),
        }
    }
}

/// The tools that come before `tool`, and itself at the end, each after all it needs; or everything that stands in the
/// way. A `tool` that is not among `tools` needs nothing and comes alone.
pub fn dependency_order(
    tool: ToolId,
    tools: &BTreeMap<ToolId, ToolNode>,
) -> Result<Vec<ToolId>, Vec<DependencyProblem>> {
    let mut walk = Walk { tools, order: Vec::new(), met: HashSet::new(), way: Vec::new(), problems: Vec::new() };
    walk.visit(tool);
    if walk.problems.is_empty() { Ok(walk.order) } else { Err(walk.problems) }
}

struct Walk<'a> {
    tools: &'a BTreeMap<ToolId, ToolNode>,
    order: Vec<ToolId>,
    /// Every tool the walk has come to.
    met: HashSet<ToolId>,
    /// Those it has not left again, from the first one on.
    way: Vec<ToolId>,
    problems: Vec<DependencyProblem>,
}

impl Walk<'_> {
    fn visit(&mut self, start: ToolId) {
        // Pairs of a tool and how many of those it needs were looked at: a long chain must not take up the stack.
        let mut open = vec![(start, 0)];
        self.met.insert(start);
        self.way.push(start);
        while let Some((tool, next)) = open.last_mut() {
            let needs = self.tools.get(tool).and_then(|node| node.depends_on.get(*next)).copied();
            *next += 1;
            let Some(needs) = needs else {
                self.order.push(*tool);
                self.way.pop();
                open.pop();
                continue;
            };
            if self.enters(needs) {
                self.way.push(needs);
                open.push((needs, 0));
            }
        }
    }

    /// Whether the way goes on to a tool, from the last one of it; notes what stands in the way.
    fn enters(&mut self, needs: ToolId) -> bool {
        let from = self.way.last().map_or_else(String::new, |id| self.name(*id));
        let Some(node) = self.tools.get(&needs) else {
            self.problems.push(DependencyProblem::Missing { tool: from, id: needs });
            return false;
        };
        if !node.is_enabled {
            self.problems.push(DependencyProblem::Disabled { tool: from, needs: node.name.clone() });
        }
        if self.met.insert(needs) {
            return true;
        }
        if let Some(start) = self.way.iter().position(|id| *id == needs) {
            let circle = self.way[start..].iter().chain([&needs]);
            let names = circle.map(|id| self.name(*id)).collect();
            self.problems.push(DependencyProblem::Cycle { names });
        }
        false
    }

    fn name(&self, id: ToolId) -> String {
        self.tools.get(&id).map_or_else(|| id.to_string(), |node| node.name.clone())
    }
}

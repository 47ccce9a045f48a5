//! Which module of a crate names which, and the circles they make.
//!
//! A name leads to the module that defines it, through every re-export on the way. A module and the parts below it are
//! one thing: what they name of each other makes no circle. Methods called on a value are not followed, as only a
//! compiler knows whose they are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::Item;
use syn::visit::Visit as _;

use super::crates::Crate;
use super::names::Names;
use super::paths::Paths;

/// Modules each of which leads to every other.
#[derive(Debug)]
pub(super) struct Cycle {
    /// The module they are all parts of; empty for the crate.
    pub(super) within: String,
    /// By name, in order.
    pub(super) modules: Vec<String>,
    pub(super) file: PathBuf,
    /// The shortest way round: where each module names the next.
    pub(super) way: String,
    /// Every pair of them, with a place where one names the other.
    pub(super) mentions: Vec<String>,
}

/// The cycles of neighbours, each with all its parts as one thing. Whatever modules lead to each other, the neighbours
/// they are parts of do.
pub(super) fn of(house: &Crate<'_>) -> Vec<Cycle> {
    Graph::of(house).of_neighbours(house).cycles(house)
}

/// The cycles of single files, which are fewer.
pub(super) fn of_files(house: &Crate<'_>) -> Vec<Cycle> {
    Graph::of(house).cycles(house)
}

/// Where one module names another.
#[derive(Clone)]
struct Mention {
    /// `file:line`.
    place: String,
    name: String,
}

/// By module's index: the modules it names, with the first place.
struct Graph {
    edges: Vec<BTreeMap<usize, Mention>>,
}

impl Graph {
    fn of(house: &Crate<'_>) -> Self {
        let names = Names::of(house);
        let mut edges: Vec<BTreeMap<usize, Mention>> = house.modules.iter().map(|_| BTreeMap::new()).collect();
        for (index, module) in house.modules.iter().enumerate().filter(|(_, module)| !module.is_test) {
            let mut paths = Paths::default();
            module.source_items().filter(|item| !matches!(item, Item::Mod(_))).for_each(|item| paths.visit_item(item));
            let from = names.home(index);
            for (line, path) in paths.found {
                let Some(to) = names.resolve(index, &path).map(|to| names.home(to)) else { continue };
                let (own, other) = (&house.modules[from].path, &house.modules[to].path);
                if !own.starts_with(other) && !other.starts_with(own) {
                    let place = format!("{}:{line}", module.file.path.display());
                    edges[from].entry(to).or_insert(Mention { place, name: path.join("::") });
                }
            }
        }
        Self { edges }
    }

    /// The same between the parts of one module each, as what their own parts name.
    fn of_neighbours(&self, house: &Crate<'_>) -> Self {
        let mut edges: Vec<BTreeMap<usize, Mention>> = house.modules.iter().map(|_| BTreeMap::new()).collect();
        let index = |path: &[String]| house.modules.iter().position(|module| module.path == path);
        for (from, others) in self.edges.iter().enumerate() {
            for (to, mention) in others {
                let (own, other) = (&house.modules[from].path, &house.modules[*to].path);
                let shared = own.iter().zip(other).take_while(|(one, other)| one == other).count();
                if let (Some(own), Some(other)) = (index(&own[..=shared]), index(&other[..=shared])) {
                    edges[own].entry(other).or_insert_with(|| mention.clone());
                }
            }
        }
        Self { edges }
    }

    /// The largest first.
    fn cycles(&self, house: &Crate<'_>) -> Vec<Cycle> {
        let mut cycles: Vec<Cycle> = self.circles().iter().map(|members| self.cycle(house, members)).collect();
        cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.modules.len()));
        cycles
    }

    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(module) = waiting.pop() {
            waiting.extend(self.edges[module].keys().filter(|next| reached.insert(**next)));
        }
        reached
    }

    /// The sets of more than one module that reach each other.
    fn circles(&self) -> BTreeSet<Vec<usize>> {
        let reached: Vec<_> = (0..self.edges.len()).map(|from| self.reached(from)).collect();
        let circle = |(own, others): (usize, &BTreeSet<usize>)| {
            others.iter().copied().filter(|other| reached[*other].contains(&own)).collect::<Vec<_>>()
        };
        reached.iter().enumerate().map(circle).filter(|members| members.len() > 1).collect()
    }

    fn cycle(&self, house: &Crate<'_>, members: &[usize]) -> Cycle {
        let mention = |from: usize, to: usize| {
            let Mention { place, name } = &self.edges[from][&to];
            format!("{place} names `{name}`")
        };
        let ways = members.iter().filter_map(|start| self.shortest(*start));
        let way = ways.min_by_key(Vec::len).unwrap_or_default();
        let within = |from: &usize| {
            let others = self.edges[*from].keys().filter(|to| members.contains(to));
            others.map(|to| mention(*from, *to)).collect::<Vec<_>>()
        };
        let first = &house.modules[*way.first().unwrap_or(&members[0])];
        Cycle {
            within: first.path.split_last().map(|(_, above)| above.join("::")).unwrap_or_default(),
            modules: members.iter().map(|member| house.modules[*member].name()).collect(),
            file: first.file.path.clone(),
            way: way.windows(2).map(|pair| mention(pair[0], pair[1])).collect::<Vec<_>>().join(", "),
            mentions: members.iter().flat_map(within).collect(),
        }
    }

    /// The shortest way from a module back to itself, with it at both ends.
    fn shortest(&self, start: usize) -> Option<Vec<usize>> {
        let mut ways = vec![vec![start]];
        let mut seen = BTreeSet::new();
        while !ways.is_empty() {
            let mut longer = Vec::new();
            for way in ways {
                for next in self.edges[*way.last()?].keys() {
                    let on = way.iter().copied().chain([*next]).collect::<Vec<_>>();
                    if *next == start {
                        return Some(on);
                    }
                    if seen.insert(*next) {
                        longer.push(on);
                    }
                }
            }
            ways = longer;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::crates::{self, tests::tree};
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let tree = tree(files);
        of(&crates::read(&tree)[0]).iter().map(|cycle| cycle.modules.join(" ")).collect()
    }

    #[test]
    fn circles_are_found_however_a_name_is_reached() {
        let root = ("lib.rs", "mod a;\nmod b;\nmod facade;\n");
        let facade = ("facade.rs", "pub(crate) use crate::b::B;\npub(crate) use crate::a::*;\n");
        let back = ("b.rs", "pub struct B(crate::facade::A);");
        let ways = [
            "use crate::b::B;\npub struct A;",
            "use super::facade::B;\npub struct A;",
            "pub struct A(crate::b::B);",
            "pub struct A;\nfn f() { use super::b as other; other::B; }",
            "pub struct A;\nfn f() { println!(\"{}\", crate::b::B::new()) }",
            "use crate::b::{self};\npub struct A;\nfn f() -> b::B {}",
        ];
        for way in ways {
            assert_eq!(circles(&[root, facade, back, ("a.rs", way)]), ["a b"], "{way}");
        }
        let others = ["use other::b::B;\npub struct A;", "pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }"];
        for way in others {
            assert!(circles(&[root, facade, back, ("a.rs", way)]).is_empty(), "{way}");
        }
    }

    #[test]
    fn a_module_and_its_parts_are_one_thing() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod part;\nuse part::P;\npub struct A;"),
            ("a/part.rs", "use super::A; struct P;"),
        ];
        assert!(circles(&files).is_empty());
    }
}

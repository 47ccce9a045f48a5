//! The short names Codex gives to the folders that skills lie in.

use std::collections::{HashMap, HashSet};

use studio_model::Client;

use crate::{
    line::Line,
    scope::{Scope, folder_of},
};

/// Its own folder of the project comes first, then the user's, then that of its own skills, which is always there; those
/// that all clients share come before or after it.
const OWN_SKILLS: usize = 3;

/// The folders that skills lie in, in the order it numbers them in.
pub(super) struct Roots<'a> {
    roots: Vec<(usize, &'a str)>,
    /// The place of each among them.
    places: HashMap<(usize, &'a str), usize>,
}

impl<'a> Roots<'a> {
    pub(super) fn of(lines: &[Line<'a>]) -> Self {
        let mut seen: HashSet<(usize, &'a str)> = HashSet::new();
        let all = lines.iter().map(|line| (rank(line), root(line)));
        let mut roots: Vec<(usize, &'a str)> = all.filter(|root| seen.insert(*root)).collect();
        // Of those of one rank the one that comes up first is first.
        roots.sort_by_key(|(rank, _)| *rank);
        let places = roots.iter().enumerate().map(|(at, root)| (*root, at)).collect();
        Self { roots, places }
    }

    /// The lines of the table, without that of its own skills.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let line = |(at, (rank, root)): (usize, &(usize, &str))| format!("- `r{}` = `{root}`\n", number(at, *rank));
        self.roots.iter().enumerate().map(line)
    }

    /// The path of a line's file behind the short name of its root.
    pub(super) fn short(&self, line: &Line<'a>) -> String {
        let (rank, root) = (rank(line), root(line));
        let at = self.places.get(&(rank, root)).copied().unwrap_or_default();
        format!("r{}/{}", number(at, rank), below(line))
    }
}

/// Its own skills take a number, too.
fn number(at: usize, rank: usize) -> usize {
    at + usize::from(rank >= OWN_SKILLS)
}

fn rank(line: &Line<'_>) -> usize {
    let is_shared = line.folder.is_none_or(|folder| folder == 0);
    match (line.scope, is_shared) {
        (Scope::Project | Scope::Plugin, false) => 0,
        (Scope::User, false) => 1,
        (Scope::User, true) => 2,
        (Scope::Project | Scope::Plugin, true) => OWN_SKILLS,
    }
}

/// The folder that skills are looked for in: the client's own, else the one above the skill's.
fn root<'a>(line: &Line<'a>) -> &'a str {
    let parent = || line.path.rmatch_indices('/').nth(1).map_or("", |(at, _)| &line.path[..at]);
    folder_of(Client::Codex, line.scope, line.path).map_or_else(parent, |(_, root)| root)
}

/// What of a line's path is left behind the short name of its root.
pub(super) fn below<'a>(line: &Line<'a>) -> &'a str {
    line.path[root(line).len()..].trim_start_matches('/')
}

//! Which of several skills of one name a client takes.

use std::{borrow::Cow, collections::HashMap};

use studio_model::Client;

use crate::{
    facts,
    facts::SameName,
    line::Line,
    scope::{Scope, folder_of, plugin_skill},
};

/// A skill among those that may have its name.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// What the client lists it by, as [`crate::Listed`] has it.
    pub name: &'a str,
    /// The path of its file, with `/`.
    pub path: &'a str,
    /// Whose it is.
    pub scope: Scope,
}

/// What a client tells skills apart by: two that have this in common are one to it.
pub fn identity<'a>(client: Client, name: &'a str, path: &'a str, scope: Scope) -> Cow<'a, str> {
    match client {
        Client::ClaudeCode if scope == Scope::Plugin => plugin_skill(path).map_or(Cow::Borrowed(name), Cow::Owned),
        // Its skills are called by their folders; what lies in none of its folders yet is not.
        Client::ClaudeCode if folder_of(client, scope, path).is_some() => {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            Cow::Borrowed(folder.rsplit('/').next().unwrap_or(name))
        }
        Client::Kimi => Cow::Owned(name.to_lowercase()),
        _ => Cow::Borrowed(name),
    }
}

/// What a client goes by: the scope, then its folders, then the path. The least is taken.
fn rank<'a>(client: Client, candidate: &Candidate<'a>) -> (usize, usize, &'a str) {
    let Candidate { path, scope, .. } = *candidate;
    let folder = folder_of(client, scope, path).map_or(0, |(place, _)| place);
    let is_project = usize::from(scope == Scope::Project);
    match facts(client).same_name {
        SameName::User => (is_project, folder, path),
        SameName::Project => (1 - is_project, folder, path),
        // What is read later takes the place of what was read before.
        SameName::Last => (1 - is_project, usize::MAX - folder, path),
        SameName::All | SameName::Random | SameName::Unknown => (0, 0, path),
    }
}

/// Which of two skills a client has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Both: they are not one to it.
    Both,
    /// The first.
    First,
    /// The second.
    Second,
    /// One of them; which one can't be told.
    Either,
}

/// Which of two skills a client has.
pub fn taken_of(client: Client, first: &Candidate<'_>, second: &Candidate<'_>) -> Taken {
    let identity_of = |one: &Candidate<'_>| identity(client, one.name, one.path, one.scope).into_owned();
    let (a, b) = (rank(client, first), rank(client, second));
    match facts(client).same_name {
        SameName::All | SameName::Unknown => Taken::Both,
        _ if identity_of(first) != identity_of(second) => Taken::Both,
        SameName::Random => Taken::Either,
        // Within one folder the file system's order decides.
        SameName::Last if (a.0, a.1) == (b.0, b.1) => Taken::Either,
        SameName::User | SameName::Project | SameName::Last if b < a => Taken::Second,
        SameName::User | SameName::Project | SameName::Last => Taken::First,
    }
}

/// Takes out of `lines` those in whose place a client takes another of their name: each with the path of that one.
pub(crate) fn take_shadowed<'a>(client: Client, lines: &mut Vec<Line<'a>>) -> Vec<(Line<'a>, &'a str)> {
    if matches!(facts(client).same_name, SameName::All | SameName::Unknown) {
        return Vec::new();
    }
    let candidate = |line: &Line<'a>| Candidate { name: &line.listed.name, path: line.path, scope: line.scope };
    let of = |one: &Candidate<'a>| identity(client, one.name, one.path, one.scope);
    let mut taken: HashMap<Cow<'a, str>, (usize, Candidate<'a>)> = HashMap::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let one = candidate(line);
        let best = taken.entry(of(&one)).or_insert((at, one));
        if best.0 != at && rank(client, &one) < rank(client, &best.1) {
            *best = (at, one);
        }
    }
    if taken.len() == lines.len() {
        return Vec::new();
    }
    let (mut kept, mut shadowed) = (Vec::with_capacity(taken.len()), Vec::new());
    for (at, line) in lines.drain(..).enumerate() {
        let (best, Candidate { path, .. }) = taken[&of(&candidate(&line))];
        if best == at {
            kept.push(line);
        } else {
            shadowed.push((line, path));
        }
    }
    *lines = kept;
    shadowed
}

//! A list that was captured, beside the one that this house says the client makes.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use studio_clients::{
    Body, Entry, Reading, Readings, Scope, Settings, State, Why, has_own_order, line, list, names_of,
};
use studio_model::Client;

use crate::{
    captured::{Capture, Options},
    folders::{Folders, Laid, called, passed_over},
};

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Comparison {
    /// Entries of the author's skills as we say that the client lists them; a name alone where it has none.
    pub ours: Vec<String>,
    /// The same as the client listed them.
    pub theirs: Vec<String>,
    /// Both beside each other: the client's list in its order, then what only ours has.
    pub rows: Vec<Row>,
    /// How many are equal by character.
    pub equal: usize,
    /// What differs, in the order of the rows.
    pub differences: Vec<Difference>,
    /// The client's own skills, by name, with the characters of their entries.
    pub own: Vec<(String, usize)>,
    /// Skills that we say are not in its list.
    pub left_out: Vec<LeftOut>,
    /// What came in with the skill that was loaded; none where none was.
    pub loaded: Option<Loaded>,
}

/// An entry of the client's list beside ours.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Row {
    /// What the client calls it.
    pub name: String,
    /// As we say; a name alone where it has no entry of its own. None where we say that it is not listed.
    pub ours: Option<String>,
    /// As it is listed; none where it is not.
    pub theirs: Option<String>,
}

/// A skill that is not in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LeftOut {
    /// The path of its file, as the client sees it.
    pub path: String,
    /// Why, as the end of a sentence.
    pub why: String,
}

/// What comes in with a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Loaded {
    /// As we say.
    pub ours: String,
    /// As it did: its texts, with an empty line between them.
    pub theirs: String,
}

impl Loaded {
    /// Whether both are the same, but for the order of files, which is the file system's.
    pub fn is_equal(&self) -> bool {
        let lines = |text: &str| {
            let mut files: Vec<String> = Vec::new();
            let rest = text.lines().filter(|line| {
                let is_file = line.starts_with("<file>");
                files.extend(is_file.then(|| (*line).to_owned()));
                !is_file
            });
            let rest: Vec<String> = rest.map(str::to_owned).collect();
            files.sort_unstable();
            (rest, files)
        };
        self.ours == self.theirs || lines(&self.ours) == lines(&self.theirs)
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Difference {
    /// The client lists what we say it does not.
    OnlyTheirs {
        /// What the client calls it.
        name: String,
        /// Its entry.
        theirs: String,
    },
    /// We say that the client lists what it does not.
    OnlyOurs {
        /// What we say the client calls it.
        name: String,
        /// Its entry.
        ours: String,
    },
    /// Both list it, with other words.
    Text {
        /// What the client calls it.
        name: String,
        /// Our entry.
        ours: String,
        /// The client's.
        theirs: String,
    },
    /// All entries are equal, but they stand in another order.
    Order {
        /// Names as we order them.
        ours: Vec<String>,
        /// Names as the client does.
        theirs: Vec<String>,
    },
}

impl Row {
    /// What differs in it; none where both are equal.
    pub fn difference(&self) -> Option<Difference> {
        let name = self.name.clone();
        match (&self.ours, &self.theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => None,
            (Some(ours), Some(theirs)) => Some(Difference::Text { name, ours: ours.clone(), theirs: theirs.clone() }),
            (None, Some(theirs)) => Some(Difference::OnlyTheirs { name, theirs: theirs.clone() }),
            (Some(ours), None) => Some(Difference::OnlyOurs { name, ours: ours.clone() }),
            (None, None) => None,
        }
    }
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_equal(&self) -> bool {
        self.differences.is_empty() && self.loaded.as_ref().is_none_or(Loaded::is_equal)
    }
}

/// An entry: its name, and all of it; where only the name is listed apart from the others, nothing.
type Line = (String, String);

/// Lays a captured list beside ours.
pub(crate) fn compare(options: &Options, folders: &Folders, capture: &Capture) -> Comparison {
    let (client, skills) = (options.client, &folders.skills);
    let (ours, left_out) = ours(client, folders, capture);
    let others = skills.iter().filter(|laid| laid.scope != Scope::Plugin);
    let mut names: HashSet<String> = others.flat_map(|laid| names_of(&laid.file())).collect();
    names.extend(ours.iter().map(|(name, _)| name.clone()));
    let is_of_plugin = |name: &str| name.split_once(':').is_some_and(|(plugin, _)| folders.has_plugin(plugin));
    let is_authors = |name: &str| names.contains(name) || is_of_plugin(name);
    let (mut theirs, mut own): (Vec<Line>, Vec<(String, usize)>) = (Vec::new(), Vec::new());
    if let Some(list) = &capture.list {
        for entry in &list.entries {
            if is_authors(&entry.name) {
                theirs.push((entry.name.clone(), entry.line.clone()));
            } else {
                own.push((entry.name.clone(), entry.line.chars().count()));
            }
        }
        let named = list.names.iter().filter(|name| is_authors(name));
        theirs.extend(named.map(|name| (name.clone(), String::new())));
    }
    let rows = rows(&ours, &theirs);
    let mut differences: Vec<Difference> = rows.iter().filter_map(Row::difference).collect();
    let equal = rows.len() - differences.len();
    if differences.is_empty() && has_own_order(client) && ours != theirs {
        let names = |lines: &[Line]| lines.iter().map(|(name, _)| name.clone()).collect();
        differences.push(Difference::Order { ours: names(&ours), theirs: names(&theirs) });
    }
    let loaded = options.activate.as_ref().and_then(|(name, said)| {
        let laid = called(client, skills, name)?;
        let pieces = capture.pieces.iter().filter(|piece| piece.is_loaded);
        let theirs = pieces.map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n\n");
        Some(Loaded { ours: body(client, laid, name, said), theirs })
    });
    let texts = |lines: &[Line]| lines.iter().map(shown).collect();
    let (ours, theirs) = (texts(&ours), texts(&theirs));
    Comparison { ours, theirs, rows, equal, differences, own, left_out, loaded }
}

/// The skills of which the client makes its list, and those that it does not find, or passes over as its list shows.
fn looked_at<'a>(client: Client, folders: &'a Folders, capture: &Capture) -> (Vec<&'a Laid>, Vec<LeftOut>) {
    let entries = capture.list.iter().flat_map(|list| &list.entries);
    let locations: HashSet<&str> = entries.filter_map(|entry| entry.location.as_deref()).collect();
    let passed_over = passed_over(client, &folders.skills, &locations);
    let (mut skills, mut left_out) = (Vec::new(), Vec::new());
    for laid in &folders.skills {
        let instead = passed_over.get(laid.path.as_str()).map(|other| Why::Shadowed((*other).to_owned()).words());
        match laid.why_not_found.clone().or(instead) {
            Some(why) => left_out.push(LeftOut { path: laid.path.clone(), why }),
            None => skills.push(laid),
        }
    }
    (skills, left_out)
}

/// The list as we say that the client makes it, and the skills that we say are not in it.
fn ours(client: Client, folders: &Folders, capture: &Capture) -> (Vec<Line>, Vec<LeftOut>) {
    let (skills, mut left_out) = looked_at(client, folders, capture);
    let readings: Vec<Readings> = skills.iter().map(|laid| Readings::of(&laid.file())).collect();
    let overridden = |(laid, readings): (&&Laid, &Readings)| {
        let set = folders.overrides.get(&*laid.identity(client))?;
        Some(set.over(readings.by(client)))
    };
    let overridden: Vec<Option<Reading>> = skills.iter().zip(&readings).map(overridden).collect();
    let entries: Vec<Entry<'_>> = skills
        .iter()
        .zip(readings.iter().zip(&overridden))
        .map(|(laid, (readings, overridden))| Entry {
            reading: overridden.as_ref().map_or_else(|| readings.by(client), Reading::listed),
            path: &laid.path,
            scope: laid.scope,
            weight: folders.weights.get(&*laid.identity(client)).copied().unwrap_or_default(),
        })
        .collect();
    let settings = Settings { context_tokens: capture.window, ..folders.settings };
    let mut ours: Vec<Line> = Vec::new();
    for entry in list(client, &entries, &settings).entries {
        let laid = skills[entry.place];
        match entry.state {
            State::Hidden | State::Refused | State::Absent => {
                let no_room = || "no room in the list".to_owned();
                let why = entry.why.as_ref().map_or_else(no_room, Why::words);
                left_out.push(LeftOut { path: laid.path.clone(), why });
            }
            State::NameOnly if studio_clients::before_names(client).is_some() => {
                ours.push((entry.name, String::new()));
            }
            State::Whole | State::Shortened | State::NameOnly => {
                let path = entry.path.as_deref().unwrap_or(&laid.path);
                let text = line(client, &entry.name, &entry.shown, path, entry.scope).trim_end_matches('\n').to_owned();
                ours.push((entry.name, text));
            }
        }
    }
    (ours, left_out)
}

/// How a skill comes in, as we say.
fn body(client: Client, laid: &Laid, name: &str, said: &str) -> String {
    let text = String::from_utf8_lossy(&laid.bytes);
    let files: Vec<&str> = laid.files.iter().map(String::as_str).collect();
    let body = Body {
        name,
        path: &laid.path,
        file: &text,
        instructions: studio_clients::instructions_in(&text),
        files: &files,
        arguments: said,
        scope: laid.scope,
    };
    studio_clients::body(client, &body)
}

/// Each entry beside the first that is equal to it and still free, else beside the first of its name.
fn rows(ours: &[Line], theirs: &[Line]) -> Vec<Row> {
    let mut left: Vec<Option<&Line>> = ours.iter().map(Some).collect();
    // Places among ours, the last first: of thousands none is looked through for each of the client's.
    let mut same: HashMap<&Line, Vec<usize>> = HashMap::new();
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, line) in ours.iter().enumerate().rev() {
        same.entry(line).or_default().push(at);
        named.entry(&line.0).or_default().push(at);
    }
    let equal: Vec<Option<&Line>> = theirs.iter().map(|line| left[same.get_mut(line)?.pop()?].take()).collect();
    let mut rows = Vec::new();
    for (line, equal) in theirs.iter().zip(equal) {
        let own = equal.or_else(|| {
            let places = named.get_mut(line.0.as_str())?;
            std::iter::from_fn(|| places.pop()).find_map(|at| left[at].take())
        });
        rows.push(Row { name: line.0.clone(), ours: own.map(shown), theirs: Some(shown(line)) });
    }
    let only_ours = left.into_iter().flatten();
    rows.extend(only_ours.map(|line| Row { name: line.0.clone(), ours: Some(shown(line)), theirs: None }));
    rows
}

/// An entry in words: its name alone where it is listed apart from the others.
fn shown((name, text): &Line) -> String {
    if text.is_empty() { name.clone() } else { text.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of names with their texts, and what the rows of both lists show of ours.
    fn beside(ours: &[(&str, &str)], theirs: &[(&str, &str)]) -> Vec<String> {
        let lines = |all: &[(&str, &str)]| -> Vec<Line> {
            all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
        };
        let row = |row: Row| match (row.ours, row.theirs) {
            (Some(ours), Some(theirs)) => format!("{theirs} = {ours}"),
            (Some(ours), None) => format!("only {ours}"),
            (None, theirs) => format!("{} alone", theirs.unwrap_or_default()),
        };
        rows(&lines(ours), &lines(theirs)).into_iter().map(row).collect()
    }

    #[test]
    fn each_entry_stands_beside_its_equal_and_else_beside_one_of_its_name() {
        let ours = [("pdf", "one"), ("pdf", "two"), ("doc", "three"), ("pdf", "one")];
        assert_eq!(beside(&ours, &ours), ["one = one", "two = two", "three = three", "one = one"]);
        let theirs = [("pdf", "other"), ("pdf", "two"), ("pdf", "one"), ("xls", "four")];
        assert_eq!(beside(&ours, &theirs), ["other = one", "two = two", "one = one", "four alone", "only three"]);
        let theirs = [("pdf", "a"), ("pdf", "b"), ("pdf", "c"), ("pdf", "d")];
        assert_eq!(beside(&ours, &theirs), ["a = one", "b = two", "c = one", "d alone", "only three"]);
    }
}

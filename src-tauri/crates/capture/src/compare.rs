//! A list that was captured, beside the one that this house says the client makes.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use studio_clients::{Body, Entry, Listed, Reading, Readings, Settings, State, line, list, read};
use studio_model::Client;

use crate::{
    captured::{Capture, Options},
    folders::Laid,
};

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Comparison {
    /// Entries of the author's skills as we say that the client lists them; a name alone where it has none.
    pub ours: Vec<String>,
    /// The same as the client listed them.
    pub theirs: Vec<String>,
    /// How many are equal by character.
    pub equal: usize,
    /// What differs, in the order of the client's list.
    pub differences: Vec<Difference>,
    /// The client's own skills, by name, with the characters of their entries.
    pub own: Vec<(String, usize)>,
    /// Skills that neither has in its list: their paths.
    pub left_out: Vec<String>,
    /// What came in with the skill that was loaded; none where none was.
    pub loaded: Option<Loaded>,
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

impl Comparison {
    /// Whether nothing differs.
    pub fn is_equal(&self) -> bool {
        self.differences.is_empty() && self.loaded.as_ref().is_none_or(Loaded::is_equal)
    }
}

/// An entry: its name, and all of it; where only the name is listed apart from the others, nothing.
type Line = (String, String);

/// Lays a captured list beside ours.
pub(crate) fn compare(options: &Options, skills: &[Laid], capture: &Capture) -> Comparison {
    let client = options.client;
    let readings: Vec<Readings> = skills.iter().map(|laid| Readings::of(&laid.file())).collect();
    let entries: Vec<Entry<'_>> = skills
        .iter()
        .zip(&readings)
        .map(|(laid, readings)| Entry {
            reading: readings.by(client),
            path: &laid.path,
            scope: laid.scope,
            weight: 0.0,
        })
        .collect();
    let settings = Settings { context_tokens: capture.window, ..Settings::default() };
    let ours_listed = list(client, &entries, &settings);
    let mut left_out = Vec::new();
    let mut ours: Vec<Line> = Vec::new();
    for shown in ours_listed.entries {
        let laid = &skills[shown.place];
        match shown.state {
            State::Hidden | State::Refused | State::Absent => left_out.push(laid.path.clone()),
            State::NameOnly if studio_clients::before_names(client).is_some() => ours.push((shown.name, String::new())),
            _ => {
                let path = shown.path.as_deref().unwrap_or(&laid.path);
                let text = line(client, &shown.name, &shown.shown, path, shown.scope).trim_end_matches('\n').to_owned();
                ours.push((shown.name, text));
            }
        }
    }
    let names = names(client, skills, &ours);
    let (mut theirs, mut own): (Vec<Line>, Vec<(String, usize)>) = (Vec::new(), Vec::new());
    if let Some(list) = &capture.list {
        for entry in &list.entries {
            if names.contains(&entry.name) {
                theirs.push((entry.name.clone(), entry.line.clone()));
            } else {
                own.push((entry.name.clone(), entry.line.chars().count()));
            }
        }
        let named = list.names.iter().filter(|name| names.contains(*name));
        theirs.extend(named.map(|name| (name.clone(), String::new())));
    }
    let (equal, differences) = differences(client, &ours, &theirs);
    let loaded = options.activate.as_ref().and_then(|(name, said)| {
        let laid = skills.iter().find(|laid| laid.is_called(name))?;
        let pieces = capture.pieces.iter().filter(|piece| piece.is_loaded);
        let theirs = pieces.map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n\n");
        Some(Loaded { ours: body(client, laid, name, said), theirs })
    });
    let texts = |lines: Vec<Line>| lines.into_iter().map(|(name, text)| if text.is_empty() { name } else { text });
    let (ours, theirs) = (texts(ours).collect(), texts(theirs).collect());
    Comparison { ours, theirs, equal, differences, own, left_out, loaded }
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

fn read_name(client: Client, laid: &Laid) -> Option<String> {
    match read(client, &laid.file()) {
        Reading::Listed(Listed { name, .. }) => Some(name),
        Reading::Hidden(_) | Reading::Dropped(_) => None,
    }
}

/// Every name by which a client may list one of these skills.
fn names(client: Client, skills: &[Laid], ours: &[Line]) -> HashSet<String> {
    let mut names: HashSet<String> = ours.iter().map(|(name, _)| name.clone()).collect();
    for laid in skills {
        let folder = laid.file().folder().to_owned();
        let own = studio_clients::name_in(&laid.bytes);
        if let Some(own) = own {
            names.insert(format!("{folder} ({own})"));
            names.insert(own);
        }
        names.extend(Client::ALL.into_iter().filter_map(|other| read_name(other, laid)));
        names.extend(read_name(client, laid));
        names.insert(folder);
    }
    names
}

fn differences(client: Client, ours: &[Line], theirs: &[Line]) -> (usize, Vec<Difference>) {
    let mut left: Vec<Option<&Line>> = ours.iter().map(Some).collect();
    let mut take = |is: &dyn Fn(&Line) -> bool| {
        let at = left.iter().position(|line| line.is_some_and(is))?;
        left[at].take()
    };
    let (mut equal, mut differing, mut found) = (0, Vec::new(), Vec::new());
    for line in theirs {
        if take(&|own| own == line).is_some() {
            equal += 1;
        } else {
            differing.push(line);
        }
    }
    for (name, text) in differing {
        let (name, theirs) = (name.clone(), text.clone());
        found.push(match take(&|own| own.0 == name) {
            Some((_, ours)) => Difference::Text { name, ours: ours.clone(), theirs },
            None => Difference::OnlyTheirs { name, theirs },
        });
    }
    let only_ours = left.into_iter().flatten();
    found.extend(only_ours.map(|(name, ours)| Difference::OnlyOurs { name: name.clone(), ours: ours.clone() }));
    // Gemini's order is the file system's.
    if found.is_empty() && studio_clients::has_own_order(client) && ours != theirs {
        let names = |lines: &[Line]| lines.iter().map(|(name, _)| name.clone()).collect();
        found.push(Difference::Order { ours: names(ours), theirs: names(theirs) });
    }
    (equal, found)
}

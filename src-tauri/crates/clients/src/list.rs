//! The list of skills a client shows its model, cut as the client cuts it.
//!
//! A list is a pure function of the skills, how often each was used, and the [`Settings`] of client and model. Whatever a
//! client writes around its list is not counted.

use std::{borrow::Cow, cell::LazyCell};

use studio_model::Client;

use crate::{
    known,
    line::{Kept, Line},
    places::{ClientPlace, NotFound, SkillFolders},
    reading::{Listed, Reading},
    same_name,
    scope::{Scope, folder_of},
    settings::Settings,
    why::Why,
};

/// A skill as a client would list it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What the client makes of its files.
    pub reading: Result<&'a Listed, &'a Reading>,
    /// The path of its file, with `/`.
    pub path: &'a str,
    /// Whose it is.
    pub scope: Scope,
    /// How much the client has used it ([`crate::weight`]); those used more keep their text longer.
    pub weight: f64,
}

/// The library as a client's model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// What became of each entry: those that are listed in the client's order, then the others in the order given.
    pub entries: Vec<Shown>,
    /// Size of the whole list.
    pub whole: usize,
    /// Size of what is shown.
    pub shown: usize,
    /// How large it may be, its own skills of a client taken off; none where the client has no limit.
    pub budget: Option<usize>,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its place among the entries given.
    pub place: usize,
    /// Whose it is.
    pub scope: Scope,
    /// What became of its text.
    pub state: State,
    /// What the list calls it; empty where it is not listed.
    pub name: String,
    /// The text as shown; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole text, as the client would write it.
    pub whole_chars: usize,
    /// The path of its file as the client shortens it; none where the client writes it in full, or not at all.
    pub path: Option<String>,
    /// Why it is hidden, or not read.
    pub why: Option<Why>,
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Shown whole.
    Whole,
    /// Its end is cut.
    Shortened,
    /// Only the name is shown.
    NameOnly,
    /// Not in the list: there was no room for it.
    Absent,
    /// Not in the list: its files hide it from the model.
    Hidden,
    /// Not in the list: the client does not find or read its file, or takes another skill of its name.
    Refused,
}

/// Lists skills as a client would.
pub fn list(client: Client, entries: &[Entry<'_>], settings: &Settings) -> List {
    let known = known(client);
    let (mut lines, left_out) = lines_of(client, entries);
    let shadowed = same_name::take_shadowed(client, &mut lines);
    known.rename(&mut lines);
    known.sort(&mut lines);
    if let Some(first) = known.facts().lists_first {
        lines.sort_by_key(|line| (line.scope != first, line.scope == Scope::Plugin));
    }
    let whole = known.list_size(&lines, &crate::text::all_whole(&lines));
    let kept = known.cut(&lines, settings);
    let shown = known.list_size(&lines, &kept);
    let mut paths = known.short_paths(&lines).into_iter();
    let mut all = Vec::with_capacity(entries.len());
    all.extend(lines.into_iter().zip(kept).map(|(line, kept)| listed(line, kept, paths.next())));
    all.extend(shadowed.into_iter().map(|(line, other)| {
        let why = Why::Shadowed(other.to_owned());
        let whole_chars = line.text.chars().count();
        Shown { whole_chars, ..not_listed(line.place, line.scope, State::Refused, Some(why)) }
    }));
    all.extend(left_out.into_iter().map(|(place, state, why)| not_listed(place, entries[place].scope, state, why)));
    List { entries: all, whole, shown, budget: known.budget(settings) }
}

/// An entry that is not listed, by its place: what became of it, and why.
type LeftOut = (usize, State, Option<Why>);

/// What a client lists of entries before it cuts anything, and the others.
fn lines_of<'a>(client: Client, entries: &[Entry<'a>]) -> (Vec<Line<'a>>, Vec<LeftOut>) {
    let (mut lines, mut left_out) = (Vec::with_capacity(entries.len()), Vec::new());
    let skills = LazyCell::new(|| entries.iter().map(|entry| entry.path).collect::<SkillFolders<'_>>());
    for (place, Entry { reading, path, scope, weight }) in entries.iter().copied().enumerate() {
        let folder = folder_of(client, scope, path);
        // Nearly all lie right in the folder that is searched.
        let grouped = folder.filter(|(_, searched)| path[searched.len()..].matches('/').nth(2).is_some());
        if let Some(why) = grouped.and_then(|_| left_out_at(client, scope, path, &skills)) {
            left_out.push((place, State::Refused, Some(Why::NotFound(why))));
            continue;
        }
        match reading {
            Ok(listed) => {
                let (text, name) = (known(client).text(listed), Cow::Borrowed(listed.name.as_str()));
                let folder = folder.map(|(place, _)| place);
                lines.push(Line { listed, name, path, scope, folder, weight, text, place });
            }
            Err(Reading::Hidden(why)) => left_out.push((place, State::Hidden, Some(why.clone()))),
            Err(Reading::Dropped(why)) => left_out.push((place, State::Refused, Some(why.clone()))),
            Err(Reading::Listed(_)) => left_out.push((place, State::Refused, None)),
        }
    }
    (lines, left_out)
}

/// Why a client's list is without the skill at a path, which lies in a folder that it searches; none where it finds it.
fn left_out_at(client: Client, scope: Scope, path: &str, skills: &SkillFolders<'_>) -> Option<NotFound> {
    let place = ClientPlace::of(path)?;
    let home = (scope == Scope::User).then_some(place.base);
    place.not_found(client, home, skills.hold(path, &place)).filter(|why| why.leaves_out())
}

fn listed(line: Line<'_>, kept: Kept, path: Option<String>) -> Shown {
    let whole_chars = line.text.chars().count();
    let (state, shown) = match kept {
        Kept::Whole => (State::Whole, line.text),
        Kept::Beginning(text) => (State::Shortened, text),
        Kept::Name => (State::NameOnly, String::new()),
        Kept::Nothing => (State::Absent, String::new()),
    };
    let Line { place, scope, .. } = line;
    Shown { place, scope, state, name: line.name.into_owned(), shown, whole_chars, path, why: None }
}

fn not_listed(place: usize, scope: Scope, state: State, why: Option<Why>) -> Shown {
    Shown { place, scope, state, name: String::new(), shown: String::new(), whole_chars: 0, path: None, why }
}

/// How a client cuts, in a sentence.
pub fn rule(client: Client, settings: &Settings) -> String {
    known(client).rule(settings)
}

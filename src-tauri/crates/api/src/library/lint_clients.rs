//! Where clients look for skills: which of those on disk one does not find, and which it takes of two of one name.

use std::{
    borrow::Cow,
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use studio_clients::{
    Candidate, ClientPlace, NotFound, Scope, SkillFolders, client_of, identity, link_not_followed, not_found_by,
    shadowed_by,
};
use studio_pack::FoundSkill;
use studio_text::{Finding as Found, SkillDocument, Target, decode::decode};

use crate::{dto::Finding, skills::offsets::Offsets};

/// A skill with its place on disk.
pub(crate) struct Placed {
    /// Its file, absolute and with `/`.
    pub(crate) path: String,
    /// The same as the author knows it.
    pub(crate) shown: String,
    pub(crate) name: String,
}

impl Placed {
    fn candidate(&self, scope: Scope) -> Candidate<'_> {
        Candidate { name: &self.name, path: &self.path, scope }
    }
}

/// What is wrong with a skill's place.
pub(crate) enum PlaceProblem {
    /// The client does not find it there: why, and the same as a sentence.
    NotFound(NotFound, String),
    /// Others have its name.
    Shared {
        /// Whose it is.
        scope: Scope,
        /// The places of the others among the skills, and whose each is.
        others: Vec<(usize, Scope)>,
    },
}

impl PlaceProblem {
    /// Whether the client's list is without the skill: then nothing else that the client makes of it holds.
    pub(crate) fn leaves_out(&self) -> bool {
        matches!(self, Self::NotFound(why, _) if why.leaves_out())
    }

    /// The problem in the own text of `placed[at]`; none where the client takes that skill, or both.
    pub(crate) fn finding(
        &self,
        document: &SkillDocument,
        client: Target,
        placed: &[Placed],
        at: usize,
    ) -> Option<Found> {
        match self {
            Self::NotFound(_, why) => Some(not_found_by(document, client, why.clone())),
            Self::Shared { scope, others } => {
                let own = placed[at].candidate(*scope);
                others.iter().find_map(|(other, scope)| {
                    let other = &placed[*other];
                    shadowed_by(document, client, &own, (&other.candidate(*scope), &other.shown))
                })
            }
        }
    }
}

/// What a client makes of the places of some skills, each with its index among them. A skill that lies in no client's folder
/// is about to be put somewhere: nothing is said of its place.
pub(crate) fn problems_of_places(client: Target, placed: &[Placed]) -> Vec<(usize, PlaceProblem)> {
    let Some(known) = client_of(client) else { return Vec::new() };
    let home = home_folder();
    let home = home.as_deref();
    let mut told = Vec::new();
    let mut named: HashMap<Cow<'_, str>, Vec<(usize, Scope)>> = HashMap::new();
    let skills: SkillFolders<'_> = placed.iter().map(|one| one.path.as_str()).collect();
    for (at, one) in placed.iter().enumerate() {
        let Some(place) = ClientPlace::of(&one.path) else { continue };
        let is_inside = skills.hold(&one.path, &place);
        let not_found = place.not_found(known, home, is_inside).zip(place.why_not_read(known, home, is_inside));
        if let Some((why, told_so)) = not_found {
            told.push((at, PlaceProblem::NotFound(why, told_so)));
            continue;
        }
        let scope = Scope::of(&one.path, home);
        named.entry(identity(known, &one.name, &one.path, scope)).or_default().push((at, scope));
    }
    let mut groups: Vec<_> = named.into_values().filter(|places| places.len() > 1).collect();
    groups.sort_unstable_by_key(|places| places[0].0);
    for places in groups {
        for &(at, scope) in &places {
            let others = places.iter().copied().filter(|(other, _)| *other != at).collect();
            told.push((at, PlaceProblem::Shared { scope, others }));
        }
    }
    told
}

/// The user's home folder, with `/`.
pub(crate) fn home_folder() -> Option<String> {
    directories::UserDirs::new().map(|dirs| slashed(dirs.home_dir()))
}

/// What a client makes of the places of skills found on disk.
pub(crate) struct OfPlaces {
    /// Each finding with the skill's index among those found.
    pub(crate) told: Vec<(usize, Finding)>,
    /// The skills that the client's list is without.
    pub(crate) left_out: Vec<usize>,
}

/// What a client makes of the places of skills found on disk.
pub(crate) fn findings(client: Target, found: &[FoundSkill]) -> OfPlaces {
    let placed = |one: &FoundSkill| {
        let path = one.place().and_then(|place| std::path::absolute(place).ok());
        let text = decode(&one.bytes).text;
        let document = SkillDocument::read(&text);
        Placed {
            path: path.map_or_else(|| one.display_path.clone(), |path| slashed(&path)),
            shown: one.display_path.clone(),
            name: document.name().or(one.folder_name.as_deref()).unwrap_or_default().to_owned(),
        }
    };
    let placed: Vec<Placed> = found.iter().map(placed).collect();
    let files: Vec<Option<PathBuf>> = found.iter().map(real_file).collect();
    let problems = problems_of_places(client, &placed);
    let is_passed_over = |at: &usize| {
        let is_found =
            |(other, problem): &(usize, PlaceProblem)| other != at || !matches!(problem, PlaceProblem::NotFound(..));
        found[*at].is_at_link() && problems.iter().all(is_found)
    };
    let at_links: Vec<usize> = (0..found.len()).filter(is_passed_over).collect();
    let left_out = problems.iter().filter(|(_, problem)| problem.leaves_out()).map(|(at, _)| *at).collect();
    let mut told: Vec<(usize, Finding)> = Vec::new();
    for (at, problem) in problems {
        let problem = match problem {
            PlaceProblem::Shared { scope, mut others } => {
                // A link to the same file is no other skill.
                others.retain(|(other, _)| files[at].is_none() || files[*other] != files[at]);
                PlaceProblem::Shared { scope, others }
            }
            not_found @ PlaceProblem::NotFound(..) => not_found,
        };
        let text = decode(&found[at].bytes).text;
        let finding = problem.finding(&SkillDocument::read(&text), client, &placed, at);
        told.extend(finding.map(|finding| (at, Offsets::new(&text).finding(&finding))));
    }
    for at in at_links {
        let text = decode(&found[at].bytes).text;
        let finding = link_not_followed(&SkillDocument::read(&text), client);
        told.extend(finding.map(|finding| (at, Offsets::new(&text).finding(&finding))));
    }
    OfPlaces { told, left_out }
}

/// Where a skill's file really is; none of one from an archive.
pub(crate) fn real_file(found: &FoundSkill) -> Option<PathBuf> {
    found.skill_file.as_deref().and_then(|file| fs::canonicalize(file).ok())
}

/// A skill that is found at a link, and the file that is read for it.
pub(crate) fn at_link(found: &FoundSkill) -> Option<(String, PathBuf)> {
    let (place, file) = (found.place()?, real_file(found)?);
    (place != file).then(|| (found.display_path.clone(), file))
}

pub(crate) fn slashed(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

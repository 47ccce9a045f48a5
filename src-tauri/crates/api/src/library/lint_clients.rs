//! Where clients look for skills: which of those on disk one does not find, and which it takes of two of one name.

use std::{collections::HashMap, path::Path};

use studio_pack::FoundSkill;
use studio_text::{
    SkillDocument, Target,
    clients::{ClientPlace, facts},
    decode::decode,
    lint::{not_found_by, shadowed_by},
};

use crate::{dto::Finding, skills::offsets::Offsets};

/// What a client makes of the places of some skills, each with its index among them. A skill that lies in no client's folder
/// is about to be put somewhere: nothing is said of its place.
pub(crate) fn findings(client: Target, found: &[FoundSkill]) -> Vec<(usize, Finding)> {
    let Some(known) = facts(client) else { return Vec::new() };
    let home = directories::UserDirs::new().map(|dirs| slashed(dirs.home_dir()));
    let home = home.as_deref();
    let mut told = Vec::new();
    let mut named: HashMap<String, Vec<(usize, bool)>> = HashMap::new();
    let documents: Vec<String> = found.iter().map(|one| decode(&one.bytes).text).collect();
    let mut tell = |at: usize, finding: &studio_text::Finding| {
        told.push((at, Offsets::new(&documents[at]).finding(finding)));
    };
    for (at, one) in found.iter().enumerate() {
        let path = one.skill_file.as_deref().and_then(|file| std::path::absolute(file).ok());
        let path = path.map_or_else(|| one.display_path.clone(), |path| slashed(&path));
        let Some(place) = ClientPlace::of(&path) else { continue };
        let document = SkillDocument::read(&documents[at]);
        if let Some(why) = place.why_not_read(&known, home) {
            tell(at, &not_found_by(&document, client, why));
            continue;
        }
        let name = document.name().or(one.folder_name.as_deref()).unwrap_or_default().to_owned();
        named.entry(name).or_default().push((at, place.is_users(home)));
    }
    let mut groups: Vec<_> = named.into_values().filter(|places| places.len() > 1).collect();
    groups.sort_unstable();
    for places in groups {
        for &(at, is_users) in &places {
            let document = SkillDocument::read(&documents[at]);
            let others = places.iter().filter(|(other, _)| *other != at);
            let mut by = others.filter_map(|&(other, is_other_users)| {
                shadowed_by(&document, client, is_users, (&found[other].display_path, is_other_users))
            });
            if let Some(finding) = by.next() {
                tell(at, &finding);
            }
        }
    }
    told
}

fn slashed(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

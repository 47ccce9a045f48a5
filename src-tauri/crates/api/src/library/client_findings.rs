//! What one client makes of the library's skills, as lint says it: judged when it is asked for, and again where a skill or its
//! place has changed, since all rows of a library are counted by it.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use studio_clients::{SkillFile, lint};
use studio_model::SkillId;
use studio_store::{Origin, PlacedSkill, SKILL_FILE, StoredSkill};
use studio_text::{
    SkillDocument, Target,
    decode::decode,
    openai_yaml::{self, Around, OPENAI_YAML},
};

use crate::{
    Error,
    dto::Finding,
    library::lint_clients::{Placed, problems_of_places, slashed},
    skills::{line_endings, offsets::Offsets},
    state::{
        client_findings::{ClientFindings, FindingsBySkill},
        session::Session,
    },
};

/// So few skills are read one by one.
pub(super) const FEW: usize = 100;

impl Session {
    /// Tells what a client makes of each skill, by name, with the path of the skill's file it stands in. Where some are named, of
    /// those alone: what others do to their places is told as it was found when all were looked at, or one of these moved.
    pub(super) fn visit_client_findings(
        &self,
        client: Target,
        only: Option<&[SkillId]>,
        mut tell: impl FnMut(&PlacedSkill, &str, &Finding),
    ) -> Result<(), Error> {
        let skills = match only {
            Some(ids) => self.library.placed_skills(ids)?,
            None => self.library.list_placed_skills()?,
        };
        let mut kept = self.client_findings.lock();
        // What is made in part is not kept.
        let mut made = kept.remove(&client).unwrap_or_default();
        if only.is_some() {
            self.judge_some(client, &skills, &mut made)?;
        } else {
            self.judge_placed(client, &skills, &mut made)?;
        }
        for skill in &skills {
            let Some(one) = made.get(&skill.id) else { continue };
            let own = one.own.iter().filter(|_| !one.is_left_out);
            own.for_each(|(path, finding)| tell(skill, path, finding));
            one.of_place.iter().for_each(|finding| tell(skill, SKILL_FILE, finding));
        }
        kept.insert(client, made);
        Ok(())
    }

    /// What the place of a skill among the others was found to tell, as far as that was asked for, and whether the client's
    /// list is without the skill for it.
    pub(super) fn place_findings(&self, client: Target, skill: SkillId) -> (Vec<Finding>, bool) {
        let kept = self.client_findings.lock();
        let one = kept.get(&client).and_then(|made| made.get(&skill));
        one.map(|one| (one.of_place.clone(), one.is_left_out)).unwrap_or_default()
    }

    fn judge_placed(&self, client: Target, skills: &[PlacedSkill], made: &mut FindingsBySkill) -> Result<(), Error> {
        let there: HashSet<SkillId> = skills.iter().map(|skill| skill.id).collect();
        let before = made.len();
        made.retain(|id, _| there.contains(id));
        let is_fewer = made.len() != before;
        let (changed, is_moved) = changes(skills, made);
        self.judge_texts(client, &changed, made)?;
        if is_fewer || is_moved { self.judge_places(client, skills, made) } else { Ok(()) }
    }

    /// Where one of these moved, that may be told of any other, so all of them are looked at.
    fn judge_some(&self, client: Target, skills: &[PlacedSkill], made: &mut FindingsBySkill) -> Result<(), Error> {
        let (changed, is_moved) = changes(skills, made);
        if is_moved {
            return self.judge_placed(client, &self.library.list_placed_skills()?, made);
        }
        self.judge_texts(client, &changed, made)
    }

    fn judge_texts(
        &self,
        client: Target,
        changed: &HashMap<SkillId, i64>,
        made: &mut FindingsBySkill,
    ) -> Result<(), Error> {
        if changed.is_empty() {
            return Ok(());
        }
        let files = if client == Target::Codex { self.library.list_file_paths()? } else { HashMap::new() };
        let mut make = |skill: &StoredSkill| {
            let Some(&version) = changed.get(&skill.id) else { return };
            let files = files.get(&skill.id).map(Vec::as_slice).unwrap_or_default();
            let own = findings(skill, client).into_iter().map(|finding| (SKILL_FILE.to_owned(), finding));
            let in_yaml = findings_in_openai_yaml(skill, client, files).into_iter();
            let own = own.chain(in_yaml.map(|finding| (OPENAI_YAML.to_owned(), finding))).collect();
            let path = path_on_disk(skill);
            made.insert(
                skill.id,
                ClientFindings {
                    version,
                    name: skill.name.clone(),
                    path,
                    own,
                    of_place: Vec::new(),
                    is_left_out: false,
                },
            );
        };
        if changed.len() > FEW {
            return Ok(self.library.visit_skills(|skill| make(&skill))?);
        }
        for id in changed.keys() {
            if let Some(skill) = self.library.stored_skill(*id)? {
                make(&skill);
            }
        }
        Ok(())
    }

    fn judge_places(&self, client: Target, skills: &[PlacedSkill], made: &mut FindingsBySkill) -> Result<(), Error> {
        for one in made.values_mut() {
            one.of_place.clear();
            one.is_left_out = false;
        }
        let (mut owners, mut placed) = (Vec::new(), Vec::new());
        for skill in skills {
            if let Some(path) = made.get(&skill.id).and_then(|one| one.path.clone()) {
                placed.push(Placed { shown: path.clone(), path, name: skill.name.clone() });
                owners.push(skill.id);
            }
        }
        for (at, place) in problems_of_places(client, &placed) {
            let text = line_endings::for_editor(&self.skill_text(owners[at])?);
            let finding = place.finding(&SkillDocument::read(&text), client, &placed, at);
            if let (Some(finding), Some(one)) = (finding, made.get_mut(&owners[at])) {
                one.is_left_out |= place.leaves_out();
                one.of_place.push(Offsets::new(&text).finding(&finding));
            }
        }
        Ok(())
    }
}

/// The skills that are not as they were judged, with their row versions, and whether what is told of places may be another for
/// that.
fn changes(skills: &[PlacedSkill], made: &FindingsBySkill) -> (HashMap<SkillId, i64>, bool) {
    let (mut changed, mut is_moved) = (HashMap::new(), false);
    for skill in skills {
        let path = file_on_disk(skill.linked_file.as_ref(), skill.origin.as_ref());
        let known = made.get(&skill.id);
        if known.is_some_and(|known| known.version == skill.aggregate_version && known.path == path) {
            continue;
        }
        // Where nothing was to be told of its place, and it stays there, nothing is.
        let stays =
            known.is_some_and(|known| known.name == skill.name && known.path == path && known.of_place.is_empty());
        is_moved |= !stays;
        changed.insert(skill.id, skill.aggregate_version);
    }
    (changed, is_moved)
}

/// What a client makes of a skill, in its `SKILL.md`.
pub(super) fn findings(skill: &StoredSkill, client: Target) -> Vec<Finding> {
    let path = path_on_disk(skill).unwrap_or_default();
    let text = decode(&skill.bytes).text;
    let file = SkillFile { path: &path, bytes: &skill.bytes, openai_yaml: skill.openai_yaml.as_deref() };
    let offsets = Offsets::new(&text);
    lint(&file, client).iter().map(|finding| offsets.finding(finding)).collect()
}

/// What Codex makes of the file that is its own; `files` are the paths of the skill's other files.
fn findings_in_openai_yaml(skill: &StoredSkill, client: Target, files: &[String]) -> Vec<Finding> {
    let Some(bytes) = skill.openai_yaml.as_deref().filter(|_| client == Target::Codex) else { return Vec::new() };
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (text, found) = openai_yaml::lint_bytes(bytes, &Around { skill: &skill.name, files: &files });
    let offsets = Offsets::new(&text);
    found.iter().map(|finding| offsets.finding(finding)).collect()
}

/// Where a skill's file is or was on disk; none of one that was made in the library.
pub(super) fn path_on_disk(skill: &StoredSkill) -> Option<String> {
    file_on_disk(skill.linked_file.as_ref(), skill.origin.as_ref())
}

fn file_on_disk(linked_file: Option<&(String, String)>, origin: Option<&Origin>) -> Option<String> {
    if let Some((folder, file)) = linked_file {
        return Some(slashed(&Path::new(folder).join(file)));
    }
    let Origin { root, path } = origin?;
    Some(slashed(&Path::new(root).join(path)))
}

//! Skills that come to be here, and their names: from a template, as a copy, under another name.

use std::sync::Arc;

use studio_model::SkillId;
use studio_store::{self as store, NewSkillRow, SKILL_FILE};
use studio_text::{SkillDocument, decode, lint::name_problem};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{NewSkill, SkillDetail},
    skills::{
        content::{Prepared, Surroundings, file_row, prepare},
        templates::{self, set_field},
        tool_links::Links,
    },
    state::{session::Session, writing::Writing},
};

/// Group of skills made here.
const OWN_GROUP: &str = "My skills";

impl Studio {
    /// Creates a skill from a template, a name and a description.
    pub fn create_skill(&self, skill: &NewSkill) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let name = checked_name(&skill.name)?;
        let writing = &session.writing();
        session.refuse_taken(name, None)?;
        let (text, files) = templates::fill(skill.template, name, skill.description.trim());
        let id = session.add_skill(writing, name, text.into_bytes(), files, OWN_GROUP, "created")?;
        session.detail(id)
    }

    /// What is wrong with a name for a new skill, or for this one: no host but the standard's rules are asked, and no other
    /// skill may have it. None where nothing is.
    pub fn check_skill_name(&self, name: &str, skill: Option<&str>) -> Result<Option<String>, Error> {
        if let Some(problem) = name_problem(name) {
            return Ok(Some(problem));
        }
        match self.session()?.refuse_taken(name, skill.map(skill_id).transpose()?) {
            Err(taken) if taken.code == ErrorCode::Invalid => Ok(Some(taken.message)),
            done => done.map(|()| None),
        }
    }

    /// Gives a skill another name, in its file too. A linked folder keeps its own name.
    pub fn rename_skill(&self, id: &str, name: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        let name = checked_name(name)?;
        let writing = &session.writing();
        session.refuse_taken(name, Some(id))?;
        session.refuse_outside_change(writing, id)?;
        let stored = session.library.read_file(id, SKILL_FILE)?;
        let text = set_field(&decode::decode(&stored.bytes).text, "name", name);
        if SkillDocument::read(&text).name() != Some(name) {
            let message = "The file has an error above the name. Fix it first, then rename the skill.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        session.store_text(writing, id, &stored, &text, "renamed")?;
        let renamed = session.library.read_file(id, SKILL_FILE)?;
        session.write_linked(writing, id, SKILL_FILE, &renamed.bytes)?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Makes a copy of a skill with all its files, under a free name.
    pub fn duplicate_skill(&self, id: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        let writing = &session.writing();
        let original = session.library.get_skill(id)?;
        let name = session.free_name(&original.skill.name)?;
        let mut files = Vec::new();
        for file in &original.files {
            let content = session.library.read_file(id, &file.path)?;
            files.push(file_row(&content.path, content.bytes, content.is_executable));
        }
        let bytes = renamed_bytes(&original.document.bytes, &name);
        let copy = session.add_skill(writing, &name, bytes, files, &original.group, "duplicated")?;
        session.detail(copy)
    }
}

impl Session {
    fn add_skill(
        self: &Arc<Self>,
        writing: &Writing<'_>,
        name: &str,
        bytes: Vec<u8>,
        files: Vec<store::NewFile>,
        group: &str,
        reason: &str,
    ) -> Result<SkillId, Error> {
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let tools = self.tools_for_lint()?;
        let linked = Some(Links::NEW);
        let around = Surroundings { files: &paths, tools: Some(&tools), linked, ..Surroundings::default() };
        let Prepared { mut content, has_name, .. } = prepare(bytes, around);
        if !has_name {
            name.clone_into(&mut content.name);
        }
        let row = NewSkillRow {
            group: group.to_owned(),
            content,
            files,
            reason: reason.to_owned(),
            ..NewSkillRow::default()
        };
        let id = writing.create_skill(&row)?;
        self.skill_changed(id)?;
        Ok(id)
    }

    pub(crate) fn refuse_taken(&self, name: &str, but: Option<SkillId>) -> Result<(), Error> {
        if self.is_taken(name, but)? {
            let message = format!("A skill named {name} already exists. Choose another name.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        Ok(())
    }

    /// Whether a skill other than `but` has this name.
    pub(crate) fn is_taken(&self, name: &str, but: Option<SkillId>) -> Result<bool, Error> {
        Ok(self.library.find_skills(name)?.into_iter().any(|id| Some(id) != but))
    }

    fn free_name(&self, name: &str) -> Result<String, Error> {
        for number in 1.. {
            let candidate = if number == 1 { format!("{name}-copy") } else { format!("{name}-copy-{number}") };
            if self.library.find_skills(&candidate)?.is_empty() {
                return Ok(candidate);
            }
        }
        unreachable!("there are more numbers than skills")
    }
}

/// The bytes of a skill file under another name, in their encoding.
fn renamed_bytes(bytes: &[u8], name: &str) -> Vec<u8> {
    decode::encode_over(bytes, &set_field(&decode::decode(bytes).text, "name", name))
}

/// A skill's name as the author typed it: there, on one line, and short enough for the library.
pub(crate) fn checked_name(name: &str) -> Result<&str, Error> {
    let name = name.trim();
    let message = if name.is_empty() {
        "A skill needs a name, such as `gas-emergency`.".to_owned()
    } else if name.chars().any(char::is_control) {
        "A skill's name must be one line. Remove the line break or control character.".to_owned()
    } else if name.chars().count() > studio_model::MAX_NAME {
        format!("A skill's name can have at most {} characters. Choose a shorter one.", studio_model::MAX_NAME)
    } else {
        return Ok(name);
    };
    Err(Error::new(ErrorCode::Invalid, message))
}

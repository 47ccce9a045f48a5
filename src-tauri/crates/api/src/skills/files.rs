//! A skill's other files: adding, moving and deleting them, in the linked folder too.

use studio_model::SkillId;
use studio_store::{self as store, FileChange, Record, SKILL_FILE, SkillChange};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::SkillDetail,
    skills::{content::file_row, own_folder::SkillFolder},
    state::{session::Session, writing::Writing},
};

impl Studio {
    /// Adds an empty file to a skill.
    pub fn create_file(&self, skill_id_text: &str, path: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let path = checked_path(path)?;
        let writing = &session.writing();
        let detail = session.library.get_skill(id)?;
        refuse_taken_path(&detail, &path)?;
        let change = FileChange::Put(file_row(&path, Vec::new(), false));
        session.change_files(writing, id, detail.skill.audit.aggregate_version, change, "created")?;
        session.write_linked(writing, id, &path, b"")?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// What is wrong with a path for a new file of a skill, or for one that is moved; none where nothing is.
    pub fn check_file_path(&self, skill_id_text: &str, path: &str) -> Result<Option<String>, Error> {
        let detail = self.session()?.library.get_skill(skill_id(skill_id_text)?)?;
        let checked = checked_path(path).and_then(|path| refuse_taken_path(&detail, &path));
        Ok(checked.err().map(|error| error.message))
    }

    /// Moves one of a skill's files within its folder.
    pub fn rename_file(&self, skill_id_text: &str, from: &str, to: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let to = checked_path(to)?;
        refuse_skill_file(from)?;
        let writing = &session.writing();
        session.refuse_outside_change(writing, id)?;
        let detail = session.library.get_skill(id)?;
        refuse_taken_path(&detail, &to)?;
        let content = session.library.read_file(id, from)?;
        let change = FileChange::Rename { from: from.to_owned(), to: to.clone() };
        session.change_files(writing, id, detail.skill.audit.aggregate_version, change, "renamed")?;
        session.rename_linked(writing, id, from, &to, &content.bytes)?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Takes one of a skill's files away; the timeline keeps its content.
    pub fn remove_file(&self, skill_id_text: &str, path: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        refuse_skill_file(path)?;
        let writing = &session.writing();
        session.refuse_outside_change(writing, id)?;
        let detail = session.library.get_skill(id)?;
        let change = FileChange::Delete { path: path.to_owned() };
        session.change_files(writing, id, detail.skill.audit.aggregate_version, change, "deleted")?;
        session.remove_linked(writing, id, path)?;
        writing.discard_draft(id, path)?;
        session.skill_changed(id)?;
        session.detail(id)
    }
}

impl Session {
    fn change_files(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        expected: i64,
        change: FileChange,
        reason: &str,
    ) -> Result<(), Error> {
        let record = Record { reason: reason.to_owned(), ..Record::default() };
        writing.update_skill(id, expected, &SkillChange { files: vec![change], record, ..SkillChange::default() })?;
        self.refresh_findings(writing, id)
    }
}

/// Whether a path names a file already, in the library or in the linked folder.
pub(crate) fn is_taken<'a>(
    mut files: impl Iterator<Item = &'a str>,
    link: Option<&store::FolderLink>,
    path: &str,
) -> bool {
    path.eq_ignore_ascii_case(SKILL_FILE)
        || files.any(|file| file.eq_ignore_ascii_case(path))
        || link.and_then(SkillFolder::of).is_some_and(|folder| folder.has(path))
}

fn refuse_taken_path(detail: &store::SkillDetail, path: &str) -> Result<(), Error> {
    if is_taken(detail.files.iter().map(|file| file.path.as_str()), detail.link.as_ref(), path) {
        return Err(Error::new(ErrorCode::Invalid, format!("{path} already exists. Choose another name.")));
    }
    Ok(())
}

/// Refuses to move or delete the skill's own file.
fn refuse_skill_file(path: &str) -> Result<(), Error> {
    if path.eq_ignore_ascii_case(SKILL_FILE) {
        let message = "SKILL.md is the skill itself. Rename the skill, or move it to the trash.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    Ok(())
}

/// What some systems have no file names with.
const UNSAFE: [char; 7] = ['<', '>', ':', '"', '|', '?', '*'];

/// A path within a skill's folder, as the author typed it, made safe.
pub(crate) fn checked_path(path: &str) -> Result<String, Error> {
    let path = path.trim().replace('\\', "/");
    let is_safe = !path.is_empty()
        && !path.starts_with('/')
        && !path.ends_with('/')
        && !path.contains(|letter: char| letter.is_control() || UNSAFE.contains(&letter))
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    if is_safe {
        return Ok(path);
    }
    let message = if path.contains(UNSAFE) {
        format!("“{path}” contains characters that aren't allowed on all systems. Use letters, digits, -, and _.")
    } else {
        format!("“{path}” isn't a path in the skill's folder. Enter one such as `references/notes.md`.")
    };
    Err(Error::new(ErrorCode::Invalid, message))
}

//! One skill open for editing: reading it, saving it, its other files.

use std::sync::Arc;

use studio_model::SkillId;
use studio_store::{self as store, FileChange, NewSkillRow, Record, SKILL_FILE, SkillChange};
use studio_text::{SkillDocument, decode, merge};

use crate::{
    Error, ErrorCode, Studio,
    dto::{FileContent, FileInfo, LinkState, Merge, MergeSource, NewSkill, SaveOutcome, SkillDetail},
    library::overview::{broken, tokens},
    skills::{
        content::{Links, Prepared, Surroundings, file_row, prepare, text_of},
        judging::{Judging, other_files},
        line_endings,
        links::{self, Outside, Written},
        templates::{self, set_field},
    },
    studio::session::{Session, row_version, skill_id},
};

/// Group of skills made here.
const OWN_GROUP: &str = "My skills";

impl Studio {
    /// A skill with all an editor needs to open it.
    pub fn get_skill(&self, id: &str) -> Result<SkillDetail, Error> {
        self.session()?.detail(skill_id(id)?)
    }

    /// A file's text as an editor holds it (every line ends with `\n`), with its draft.
    pub fn read_file(&self, skill_id_text: &str, path: &str) -> Result<FileContent, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let file = session.library.read_file(id, path)?;
        let text = text_for_editor(&file);
        let draft = session.library.get_draft(id, path)?.map(|draft| draft.text);
        let draft = draft.filter(|draft| Some(draft) != text.as_ref());
        Ok(FileContent {
            path: file.path,
            is_text: text.is_some(),
            text: text.unwrap_or_default(),
            hash: file.sha256,
            aggregate_version: file.aggregate_version as u32,
            draft,
        })
    }

    /// Stores a file as typed and writes it to the linked folder. Where somebody else changed it since it was read,
    /// nothing is written and the merge comes back; saving that names the other side's hash.
    pub fn save_file(
        &self,
        skill_id_text: &str,
        path: &str,
        text: &str,
        aggregate_version: u32,
        their_hash: Option<&str>,
    ) -> Result<SaveOutcome, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let _writing = session.writing.lock();
        let reason = if their_hash.is_some() { "merged" } else { "saved" };
        let saved_at = loop {
            let stored = session.library.read_file(id, path)?;
            refuse_binary(&stored)?;
            let read_at = row_version(aggregate_version);
            if let Some(merge) = session.conflict(id, &stored, text, read_at, their_hash)? {
                return Ok(SaveOutcome::Conflict { merge });
            }
            match session.store_text(id, &stored, text, reason) {
                // Another process saved between the two lines above; what it saved is looked at in the next round.
                Err(Error { code: ErrorCode::Stale, .. }) => {}
                outcome => break outcome?,
            }
        };
        let saved = session.library.read_file(id, path)?;
        if session.write_over(id, path, &saved.bytes, their_hash)? == Written::ChangedOutside {
            // The library has the text; the file was changed since it was looked at, and is put to the author.
            session.skill_changed(id)?;
            match session.outside(id, path)? {
                Outside::Differs(theirs) => {
                    let base = session.synced_base(id, path)?.unwrap_or_default();
                    let merge = session.merge(id, &saved, MergeSource::File, &base, text, &theirs)?;
                    return Ok(SaveOutcome::Conflict { merge });
                }
                Outside::Unreadable(cause) => return Err(links::not_on_disk(&cause)),
                Outside::Same => {}
            }
        }
        session.library.discard_draft(id, path)?;
        session.skill_changed(id)?;
        // Another process may have saved since: the author's text is as of their own save, so that the next one meets
        // what the other side wrote instead of going over it.
        let detail = SkillDetail { aggregate_version: saved_at as u32, ..session.detail(id)? };
        Ok(SaveOutcome::Saved { detail })
    }

    /// Creates a skill from a template, a name and a description.
    pub fn create_skill(&self, skill: &NewSkill) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let name = checked_name(&skill.name)?;
        session.refuse_taken(name, None)?;
        let (text, files) = templates::fill(skill.template, name, skill.description.trim());
        let id = session.add(name, text.into_bytes(), files, OWN_GROUP, "created")?;
        session.detail(id)
    }

    /// Gives a skill another name, in its file too. A linked folder keeps its own name.
    pub fn rename_skill(&self, id: &str, name: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        let name = checked_name(name)?;
        session.refuse_taken(name, Some(id))?;
        let _writing = session.writing.lock();
        session.refuse_outside_change(id)?;
        let stored = session.library.read_file(id, SKILL_FILE)?;
        let text = set_field(&decode::decode(&stored.bytes).text, "name", name);
        if SkillDocument::read(&text).name() != Some(name) {
            let message = "The file has an error above the name. Fix it first, then rename the skill.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        session.store_text(id, &stored, &text, "renamed")?;
        let renamed = session.library.read_file(id, SKILL_FILE)?;
        session.write_linked(id, SKILL_FILE, &renamed.bytes)?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Makes a copy of a skill with all its files, under a free name.
    pub fn duplicate_skill(&self, id: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        let original = session.library.get_skill(id)?;
        let name = session.free_name(&original.skill.name)?;
        let mut files = Vec::new();
        for file in &original.files {
            let content = session.library.read_file(id, &file.path)?;
            files.push(file_row(&content.path, content.bytes, content.is_executable));
        }
        let bytes = renamed_bytes(&original.document.bytes, &name);
        let copy = session.add(&name, bytes, files, &original.group, "duplicated")?;
        session.detail(copy)
    }

    /// Adds an empty file to a skill.
    pub fn create_file(&self, skill_id_text: &str, path: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let path = checked_path(path)?;
        let _writing = session.writing.lock();
        let detail = session.library.get_skill(id)?;
        refuse_taken_path(&detail, &path)?;
        let change = FileChange::Put(file_row(&path, Vec::new(), false));
        session.change_files(id, detail.skill.audit.aggregate_version, change, "created")?;
        session.write_linked(id, &path, b"")?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Moves one of a skill's files within its folder.
    pub fn rename_file(&self, skill_id_text: &str, from: &str, to: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let to = checked_path(to)?;
        refuse_skill_file(from)?;
        let _writing = session.writing.lock();
        session.refuse_outside_change(id)?;
        let detail = session.library.get_skill(id)?;
        refuse_taken_path(&detail, &to)?;
        let content = session.library.read_file(id, from)?;
        let change = FileChange::Rename { from: from.to_owned(), to: to.clone() };
        session.change_files(id, detail.skill.audit.aggregate_version, change, "renamed")?;
        session.rename_linked(id, from, &to, &content.bytes)?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Takes one of a skill's files away; the timeline keeps its content.
    pub fn delete_file(&self, skill_id_text: &str, path: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        refuse_skill_file(path)?;
        let _writing = session.writing.lock();
        session.refuse_outside_change(id)?;
        let detail = session.library.get_skill(id)?;
        let change = FileChange::Delete { path: path.to_owned() };
        session.change_files(id, detail.skill.audit.aggregate_version, change, "deleted")?;
        session.remove_linked(id, path)?;
        session.library.discard_draft(id, path)?;
        session.skill_changed(id)?;
        session.detail(id)
    }
}

impl Session {
    /// A skill as the screen opens it.
    pub(crate) fn detail(&self, id: SkillId) -> Result<SkillDetail, Error> {
        let detail = self.library.get_skill(id)?;
        let skill_file = FileInfo {
            path: SKILL_FILE.to_owned(),
            bytes: detail.document.bytes.len() as u32,
            tokens: detail.document.tokens.body,
            is_text: true,
        };
        let others = detail.files.iter().map(|file| FileInfo {
            path: file.path.clone(),
            bytes: file.size as u32,
            tokens: file.tokens,
            is_text: file.is_text,
        });
        Ok(SkillDetail {
            id: id.to_string(),
            name: detail.skill.name,
            description: detail.skill.description.unwrap_or_default(),
            tools: self.tools_of(id, &detail.document.allowed_tools)?,
            tags: detail.document.tags,
            allowed_tools: detail.document.allowed_tools,
            aggregate_version: detail.skill.audit.aggregate_version as u32,
            version: detail.skill.version,
            hash: detail.document.sha256,
            files: std::iter::once(skill_file).chain(others).collect(),
            tokens: tokens(detail.document.tokens),
            broken: detail.document.broken.map(broken),
            link: detail.link.map(|link| LinkState {
                changed: link.files.into_iter().filter(|file| file.is_changed_outside).map(|file| file.path).collect(),
                folder: link.folder,
                is_missing: link.is_missing,
            }),
            versions: detail.versions,
            uses: detail.uses,
        })
    }

    /// The text of `SKILL.md` as stored, line ends and all.
    pub(crate) fn skill_text(&self, id: SkillId) -> Result<String, Error> {
        Ok(decode::decode(&self.library.read_file(id, SKILL_FILE)?.bytes).text)
    }

    /// Stores the text of a file over `stored`, in the encoding and with the line ends that has; the linked folder is left
    /// alone. A text equal to the stored one is no change. Gives the row version it stands at.
    fn store_text(&self, id: SkillId, stored: &store::FileContent, text: &str, reason: &str) -> Result<i64, Error> {
        let before = decode::decode(&stored.bytes);
        let is_same = line_endings::for_editor(&before.text) == text;
        if is_same {
            return Ok(stored.aggregate_version);
        }
        let bytes = line_endings::encode_like(&stored.bytes, text);
        let (added, removed) = merge::word_counts(&before.text, &line_endings::restore(&before.text, text));
        let record =
            Record { reason: reason.to_owned(), added: added as u32, removed: removed as u32, ..Record::default() };
        self.keep_bytes(id, &stored.path, bytes, stored.is_executable, stored.aggregate_version, record)
    }

    /// Stores the bytes of a file as read at `expected` and writes them to the linked folder. Gives the new row version.
    pub(crate) fn store_bytes(
        &self,
        id: SkillId,
        path: &str,
        bytes: &[u8],
        is_executable: bool,
        expected: i64,
        record: Record,
    ) -> Result<i64, Error> {
        let version = self.keep_bytes(id, path, bytes.to_vec(), is_executable, expected, record)?;
        self.write_linked(id, path, bytes)?;
        Ok(version)
    }

    /// Stores the bytes of a file as read at `expected`; the linked folder is left alone.
    pub(crate) fn keep_bytes(
        &self,
        id: SkillId,
        path: &str,
        bytes: Vec<u8>,
        is_executable: bool,
        expected: i64,
        record: Record,
    ) -> Result<i64, Error> {
        let change = if path == SKILL_FILE {
            let content = self.prepare_stored(id, bytes)?;
            SkillChange { content: Some(content), record, ..SkillChange::default() }
        } else {
            let files = vec![FileChange::Put(file_row(path, bytes, is_executable))];
            SkillChange { files, record, ..SkillChange::default() }
        };
        Ok(self.library.update_skill(id, expected, &change)?)
    }

    /// Reads a stored skill file in its surroundings.
    pub(crate) fn prepare_stored(&self, id: SkillId, bytes: Vec<u8>) -> Result<store::SkillContent, Error> {
        let detail = self.library.get_skill(id)?;
        Ok(Judging::of(self)?.content(&detail, bytes, &other_files(&detail)))
    }

    /// The merge to put to the author, where the file changed since `read_at` by another hand than `their_hash`.
    fn conflict(
        &self,
        id: SkillId,
        stored: &store::FileContent,
        mine: &str,
        read_at: i64,
        their_hash: Option<&str>,
    ) -> Result<Option<Merge>, Error> {
        let path = stored.path.as_str();
        if stored.aggregate_version != read_at && their_hash != Some(stored.sha256.as_str()) {
            let base = self.content_at(id, path, read_at)?;
            if base.as_deref() != Some(stored.bytes.as_slice()) {
                let base = base.unwrap_or_default();
                return self.merge(id, stored, MergeSource::Library, &base, mine, &stored.bytes).map(Some);
            }
        }
        match self.outside(id, path)? {
            Outside::Differs(theirs) if their_hash != Some(store::sha256_hex(&theirs).as_str()) => {
                let base = self.synced_base(id, path)?;
                self.merge(id, stored, MergeSource::File, base.as_ref().unwrap_or(&stored.bytes), mine, &theirs)
                    .map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What a file held when the skill stood at a row version.
    fn content_at(&self, id: SkillId, path: &str, version: i64) -> Result<Option<Vec<u8>>, Error> {
        let versions = self.library.list_versions(id)?;
        let then = versions.iter().find(|row| row.path == path && row.aggregate_version <= version);
        then.map(|row| Ok(self.library.read_version(row.id)?.bytes)).transpose()
    }

    /// The three texts and a proposal. What answers it was read when the library held `stored`, not when this was put
    /// together: a save of a third hand in between must be met too.
    pub(crate) fn merge(
        &self,
        id: SkillId,
        stored: &store::FileContent,
        source: MergeSource,
        base: &[u8],
        mine: &str,
        theirs: &[u8],
    ) -> Result<Merge, Error> {
        let editor = |bytes: &[u8]| line_endings::for_editor(&decode::decode(bytes).text);
        let detail = self.library.get_skill(id)?;
        let (base, their_text) = (editor(base), editor(theirs));
        let merged = merge::three_way(&base, mine, &their_text);
        Ok(Merge {
            skill_id: id.to_string(),
            skill_name: detail.skill.name,
            path: stored.path.clone(),
            source,
            base,
            mine: mine.to_owned(),
            theirs: their_text,
            merged: merged.text,
            conflicts: merged.conflicts as u32,
            aggregate_version: stored.aggregate_version as u32,
            their_hash: store::sha256_hex(theirs),
        })
    }

    fn change_files(&self, id: SkillId, expected: i64, change: FileChange, reason: &str) -> Result<(), Error> {
        let record = Record { reason: reason.to_owned(), ..Record::default() };
        self.library.update_skill(
            id,
            expected,
            &SkillChange { files: vec![change], record, ..SkillChange::default() },
        )?;
        self.refresh_findings(id)
    }

    /// Reads the skill file again, because what lies around it has changed.
    pub(crate) fn refresh_findings(&self, id: SkillId) -> Result<(), Error> {
        let stored = self.library.read_file(id, SKILL_FILE)?;
        let content = self.prepare_stored(id, stored.bytes)?;
        let change = SkillChange { content: Some(content), ..SkillChange::default() };
        self.library.update_skill(id, stored.aggregate_version, &change)?;
        Ok(())
    }

    fn add(
        self: &Arc<Self>,
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
        let id = self.library.create_skill(&row)?;
        self.skill_changed(id)?;
        Ok(id)
    }

    pub(crate) fn refuse_taken(&self, name: &str, but: Option<SkillId>) -> Result<(), Error> {
        let taken = self.library.find_skills(name)?.into_iter().any(|id| Some(id) != but);
        if taken {
            let message = format!("A skill named {name} already exists. Choose another name.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        Ok(())
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

/// A stored file's text as an editor holds it; none for a binary file. A skill's own file always has one.
pub(crate) fn text_for_editor(file: &store::FileContent) -> Option<String> {
    let text = if file.path == SKILL_FILE { Some(decode::decode(&file.bytes).text) } else { text_of(&file.bytes) };
    text.map(|text| line_endings::for_editor(&text))
}

/// Refuses a path that names a file already, in the library or in the linked folder.
fn refuse_taken_path(detail: &store::SkillDetail, path: &str) -> Result<(), Error> {
    let is_taken = path.eq_ignore_ascii_case(SKILL_FILE)
        || detail.files.iter().any(|file| file.path == path)
        || detail.link.as_ref().is_some_and(|link| links::is_on_disk(link, path));
    if is_taken {
        return Err(Error::new(ErrorCode::Invalid, format!("{path} already exists. Choose another name.")));
    }
    Ok(())
}

/// Refuses to store text over a file that holds none: its bytes would be lost.
fn refuse_binary(stored: &store::FileContent) -> Result<(), Error> {
    if text_for_editor(stored).is_some() {
        return Ok(());
    }
    let message = format!("{} is not a text file, so it cannot be edited here.", stored.path);
    Err(Error::new(ErrorCode::Invalid, message))
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
        format!("A skill's name has at most {} characters. Choose a shorter one.", studio_model::MAX_NAME)
    } else {
        return Ok(name);
    };
    Err(Error::new(ErrorCode::Invalid, message))
}

/// Refuses to move or delete the skill's own file.
fn refuse_skill_file(path: &str) -> Result<(), Error> {
    if path.eq_ignore_ascii_case(SKILL_FILE) {
        let message = "SKILL.md is the skill itself. Rename the skill, or move it to the trash.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    Ok(())
}

/// A path within a skill's folder, as the author typed it, made safe.
pub(crate) fn checked_path(path: &str) -> Result<String, Error> {
    let path = path.trim().replace('\\', "/");
    let is_safe = !path.is_empty()
        && !path.starts_with('/')
        && !path.ends_with('/')
        && !path.chars().any(char::is_control)
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    if is_safe {
        return Ok(path);
    }
    let message = format!("“{path}” is not a path within the skill's folder. Write it like `references/notes.md`.");
    Err(Error::new(ErrorCode::Invalid, message))
}

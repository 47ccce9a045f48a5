//! Packs as their authors keep them.

use std::collections::HashSet;

use semver::{Prerelease, Version};
use studio_pack::manifest::is_plain;
use studio_store::{PackRow, unsaved};
use uuid::Uuid;

use super::told;
use crate::{
    Error, ErrorCode, Studio,
    base::{
        ids::{pack_id, row_version},
        shown::in_row,
        typed::refuse_credential,
    },
    dto::{Pack, PackContent, PackEdit, PackList, Scorer, StudioEvent, UnreadableRow},
    kept::{self, Mirror, packs as stored},
    state::session::Session,
};

impl Studio {
    /// The packs by name; those that cannot be read are listed with the reason.
    pub fn list_packs(&self) -> Result<PackList, Error> {
        let session = self.session()?;
        let mut list = PackList::default();
        for row in session.library.list_packs()? {
            match content(&row) {
                Ok(content) => list.packs.push(session.shown_pack(&row, content)?),
                Err(error) => list.unreadable.push(UnreadableRow {
                    id: row.id.to_string(),
                    name: in_row(row.name),
                    reason: error.message,
                }),
            }
        }
        Ok(list)
    }

    /// One pack, by its id.
    pub fn get_pack(&self, id: &str) -> Result<Pack, Error> {
        let session = self.session()?;
        let row = session.library.get_pack(pack_id(id)?)?;
        let content = content(&row)?;
        session.shown_pack(&row, content)
    }

    /// One pack, by its name or id.
    pub fn find_pack(&self, name: &str) -> Result<Pack, Error> {
        let session = self.session()?;
        let rows = session.library.list_packs()?;
        let found =
            rows.iter().find(|row| row.name == name).or_else(|| rows.iter().find(|row| row.id.to_string() == name));
        let row = found.ok_or_else(|| crate::base::error::not_found("pack", name))?;
        session.shown_pack(row, content(row)?)
    }

    /// Creates or changes a pack, as it was read.
    pub fn save_pack(&self, pack: &PackEdit) -> Result<Pack, Error> {
        let session = self.session()?;
        check(pack)?;
        let writing = session.writing();
        let before = match &pack.id {
            Some(id) => Some(session.library.get_pack(pack_id(id)?)?),
            None => None,
        };
        let mut audit = before.as_ref().map_or_else(unsaved, |row| row.audit.clone());
        if before.is_some() {
            audit.aggregate_version = row_version(pack.aggregate_version);
        }
        let mut row = PackRow {
            id: before.map_or_else(Uuid::new_v4, |row| row.id),
            name: pack.name.trim().to_owned(),
            content: kept::write_text::<stored::Content>(&Mirror::of(&pack.content))?,
            audit,
        };
        row.audit = writing.put_pack(&row)?;
        drop(writing);
        session.emit(StudioEvent::PacksChanged);
        session.shown_pack(&row, pack.content.clone())
    }
}

impl Session {
    fn shown_pack(&self, row: &PackRow, content: PackContent) -> Result<Pack, Error> {
        let last = self.library.last_pack_export(row.id)?;
        let last = last.and_then(|last| kept::read_text::<stored::Export>(&last.kept).ok());
        Ok(Pack {
            id: row.id.to_string(),
            name: row.name.clone(),
            aggregate_version: row.audit.aggregate_version as u32,
            updated_at: row.audit.update_ts.clone(),
            next_version: next(&content.version),
            last_out: last.map(|last| last.out),
            content,
        })
    }
}

/// What a row is made of.
pub(super) fn content(row: &PackRow) -> Result<PackContent, Error> {
    let read = kept::read_text::<stored::Content>(&row.content);
    let read = read.map_err(|error| Error::new(ErrorCode::Invalid, format!("The pack {}: {error}", row.name)))?;
    Ok(read.shown())
}

/// The version after this one: the last number is one more, or, after a pre-release, the version it led to.
fn next(version: &str) -> String {
    let Ok(mut version) = Version::parse(version) else { return "1.0.0".to_owned() };
    if version.pre.is_empty() {
        version.patch += 1;
    }
    version.pre = Prerelease::EMPTY;
    version.build = semver::BuildMetadata::EMPTY;
    version.to_string()
}

fn check(pack: &PackEdit) -> Result<(), Error> {
    let invalid = |message: String| Err(Error::new(ErrorCode::Invalid, message));
    refuse_credential("The pack's name or a target's folder", &serde_json::json!(pack).to_string())?;
    let PackContent { targets, version, gates, .. } = &pack.content;
    if pack.name.trim().is_empty() {
        return invalid("A pack needs a name.".to_owned());
    }
    if let Err(error) = Version::parse(version) {
        return invalid(format!("“{version}” isn't a valid version: {error}. Enter three numbers, such as 1.2.0."));
    }
    if gates.min_accuracy.is_some_and(|least| least > 100) {
        return invalid("The minimum accuracy must be between 0% and 100%.".to_owned());
    }
    if gates.scorer == Scorer::Model {
        return invalid("A gate can't ask a chat model. Choose a scorer that runs on this computer.".to_owned());
    }
    let mut folders = HashSet::new();
    for target in targets {
        if let Some(message) = told::client_problem(target.target, target.client) {
            return invalid(message);
        }
        if !target.folder.is_empty() && !is_plain(&target.folder) {
            let folder = &target.folder;
            return invalid(format!(
                "“{folder}” isn't a folder inside the pack's folder. Enter a relative path, such as dist/claude, or leave it \
                 empty."
            ));
        }
        if !folders.insert(target.folder.trim_end_matches('/').to_lowercase()) {
            let folder = if target.folder.is_empty() { "the pack's folder" } else { &target.folder };
            return invalid(format!("Two targets use {folder}. Choose a separate folder for each."));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn the_last_number_is_raised() {
        for (version, raised) in [
            ("1.2.3", "1.2.4"),
            ("1.2.3-beta.1", "1.2.3"),
            ("0.1.9+build", "0.1.10"),
            ("10.20.99", "10.20.100"),
            ("x", "1.0.0"),
        ] {
            assert_eq!(next(version), raised, "{version}");
        }
    }
}

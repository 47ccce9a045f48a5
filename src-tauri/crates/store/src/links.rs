//! The folders skills are linked to, and each linked file as library and folder last agreed on it.
//!
//! A library may come from somebody else, with links to any file of this computer. Whoever opens it says which folders
//! count ([`Reading::follow_only`]); a link to another one is held: it stays in the library, and nobody who asks for links
//! is given it.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode, Row, Transaction};
use studio_model::{HostId, SkillId};

use crate::{
    Error, FolderLink, HeldLink, Library, Origin, Reading, SyncedFile, connection::Fault, followed::Followed, origins,
    table,
};

impl Library {
    /// Links a skill to a folder, in place of any link it had.
    pub fn put_link(&self, link: &FolderLink) -> Result<(), Error> {
        self.connections.write(|tx| put(tx, self.host(), link))
    }

    /// Links skills to folders, and notes where each comes from, all or none.
    pub fn put_links(&self, links: &[(FolderLink, Origin)]) -> Result<(), Error> {
        self.connections.write(|tx| {
            links.iter().try_for_each(|(link, origin)| {
                put(tx, self.host(), link)?;
                origins::put(tx, self.host(), link.skill, origin)
            })
        })
    }
}

impl Reading {
    /// Holds all links from now on but those to these folders.
    pub fn follow_only(&self, folders: impl IntoIterator<Item = String>) {
        *self.followed.write() = Followed::Only(folders.into_iter().collect());
    }

    /// Takes links to these folders for good, too.
    pub fn follow(&self, folders: impl IntoIterator<Item = String>) {
        if let Followed::Only(followed) = &mut *self.followed.write() {
            followed.extend(folders);
        }
    }

    /// Whether links to a folder are followed; one that isn't is held.
    pub fn follows(&self, folder: &str) -> bool {
        self.followed.read().has(folder)
    }

    /// The links of active skills that are held, by folder.
    pub fn list_held_links(&self) -> Result<Vec<HeldLink>, Error> {
        if matches!(&*self.followed.read(), Followed::All) {
            return Ok(Vec::new());
        }
        let sql = "SELECT l.skill_id, l.folder, l.skill_file
            FROM skill_link_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ? AND s.active = 1 ORDER BY l.folder, l.skill_file, l.skill_id";
        let read = |row: &Row<'_>| {
            let skill = SkillId(table::id(row, "skill_id")?);
            Ok(HeldLink { skill, folder: row.get("folder")?, skill_file: row.get("skill_file")? })
        };
        let mut links = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        links.retain(|link| !self.follows(&link.folder));
        Ok(links)
    }

    /// The skills whose links are held.
    pub(crate) fn held_skills(&self) -> Result<HashSet<SkillId>, Error> {
        Ok(self.list_held_links()?.into_iter().map(|link| link.skill).collect())
    }

    /// The folder a skill is linked to.
    pub fn get_link(&self, skill: SkillId) -> Result<Option<FolderLink>, Error> {
        let link = self.connections.read(|db| find(db, self.host(), skill))?;
        Ok(link.filter(|link| self.follows(&link.folder)))
    }

    /// The links of active skills, by folder.
    pub fn list_links(&self) -> Result<Vec<FolderLink>, Error> {
        self.connections.read(|db| {
            let mut files = all_files(db, self.host())?;
            let sql = "SELECT l.skill_id, l.folder, l.skill_file, l.is_missing
                FROM skill_link_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
                WHERE l.host_id = ? AND s.active = 1 ORDER BY l.folder, l.skill_file, l.skill_id";
            let mut links = table::list(db, sql, [self.host().to_string()], folder_link)?;
            links.retain(|link| self.follows(&link.folder));
            for link in &mut links {
                link.files = files.remove(&link.skill).unwrap_or_default();
            }
            Ok(links)
        })
    }

    /// The skills whose linked folder was missing when it was looked at last, with their skill files.
    pub fn list_missing_links(&self) -> Result<Vec<(SkillId, PathBuf)>, Error> {
        let sql = "SELECT l.skill_id, l.folder, l.skill_file
            FROM skill_link_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ? AND l.is_missing = 1 AND s.active = 1";
        let read = |row: &Row<'_>| {
            let [folder, skill_file] = ["folder", "skill_file"].map(|column| row.get::<_, String>(column));
            Ok((SkillId(table::id(row, "skill_id")?), folder?, skill_file?))
        };
        let links = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        let followed = links.into_iter().filter(|(_, folder, _)| self.follows(folder));
        Ok(followed.map(|(skill, folder, skill_file)| (skill, Path::new(&folder).join(skill_file))).collect())
    }
}

impl Library {
    /// Forgets the link; neither the skill nor the folder is touched.
    pub fn delete_link(&self, skill: SkillId) -> Result<(), Error> {
        self.delete_links(&[skill])
    }

    /// Forgets the links of several skills, all or none.
    pub fn delete_links(&self, skills: &[SkillId]) -> Result<(), Error> {
        self.connections.write(|tx| skills.iter().try_for_each(|skill| delete(tx, self.host(), *skill)))
    }

    /// Notes what library and folder now agree on, or that a file changed outside; files not named stay as they are.
    pub fn put_synced(&self, skill: SkillId, files: &[SyncedFile]) -> Result<(), Error> {
        self.connections.write(|tx| put_files(tx, self.host(), skill, files))
    }

    /// Forgets a file of the link: it is gone on both sides.
    pub fn delete_synced(&self, skill: SkillId, path: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "DELETE FROM skill_link_file_t WHERE host_id = ? AND skill_id = ? AND path = ?";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), skill.to_string(), path))?;
            Ok(())
        })
    }

    /// Notes whether the linked folder is gone.
    pub fn set_link_missing(&self, skill: SkillId, is_missing: bool) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "UPDATE skill_link_t SET is_missing = ? WHERE host_id = ? AND skill_id = ?";
            match tx.prepare_cached(sql)?.execute((is_missing, self.host().to_string(), skill.to_string()))? {
                0 => Err(not_linked(skill).into()),
                _ => Ok(()),
            }
        })
    }
}

pub(crate) fn find(db: &Connection, host: HostId, skill: SkillId) -> Result<Option<FolderLink>, Fault> {
    let key = (host.to_string(), skill.to_string());
    let sql = "SELECT skill_id, folder, skill_file, is_missing FROM skill_link_t WHERE host_id = ? AND skill_id = ?";
    let Some(mut link) = table::find(db, sql, (&key.0, &key.1), folder_link)? else { return Ok(None) };
    let sql = "SELECT path, sha256, size, mtime_ms, is_changed_outside
        FROM skill_link_file_t WHERE host_id = ? AND skill_id = ? ORDER BY path";
    link.files = table::list(db, sql, (&key.0, &key.1), synced_file)?;
    Ok(Some(link))
}

pub(crate) fn put(tx: &Transaction<'_>, host: HostId, link: &FolderLink) -> Result<(), Fault> {
    delete(tx, host, link.skill)?;
    let sql = "INSERT INTO skill_link_t (host_id, skill_id, folder, skill_file, is_missing) VALUES (?, ?, ?, ?, ?)";
    let values = (host.to_string(), link.skill.to_string(), &link.folder, &link.skill_file, link.is_missing);
    match tx.prepare_cached(sql)?.execute(values) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            return Err(Error::NotFound { entity: "skill", id: link.skill.to_string() }.into());
        }
        outcome => outcome?,
    };
    put_files(tx, host, link.skill, &link.files)
}

fn delete(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<(), Fault> {
    let sql = "DELETE FROM skill_link_t WHERE host_id = ? AND skill_id = ?";
    tx.prepare_cached(sql)?.execute((host.to_string(), skill.to_string()))?;
    Ok(())
}

fn put_files(tx: &Transaction<'_>, host: HostId, skill: SkillId, files: &[SyncedFile]) -> Result<(), Fault> {
    let sql = "INSERT OR REPLACE INTO skill_link_file_t
        (host_id, skill_id, path, sha256, size, mtime_ms, is_changed_outside) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let mut statement = tx.prepare_cached(sql)?;
    for file in files {
        let key = (host.to_string(), skill.to_string());
        let values = (key.0, key.1, &file.path, &file.sha256, file.size as i64, file.mtime_ms, file.is_changed_outside);
        match statement.execute(values) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(not_linked(skill).into());
            }
            outcome => outcome?,
        };
    }
    Ok(())
}

fn all_files(db: &Connection, host: HostId) -> Result<HashMap<SkillId, Vec<SyncedFile>>, Fault> {
    let sql = "SELECT skill_id, path, sha256, size, mtime_ms, is_changed_outside
        FROM skill_link_file_t WHERE host_id = ? ORDER BY skill_id, path";
    let rows =
        table::list(db, sql, [host.to_string()], |row| Ok((SkillId(table::id(row, "skill_id")?), synced_file(row)?)))?;
    let mut files: HashMap<SkillId, Vec<SyncedFile>> = HashMap::new();
    for (skill, file) in rows {
        files.entry(skill).or_default().push(file);
    }
    Ok(files)
}

fn folder_link(row: &Row<'_>) -> rusqlite::Result<FolderLink> {
    Ok(FolderLink {
        skill: SkillId(table::id(row, "skill_id")?),
        folder: row.get("folder")?,
        skill_file: row.get("skill_file")?,
        is_missing: row.get("is_missing")?,
        files: Vec::new(),
    })
}

fn synced_file(row: &Row<'_>) -> rusqlite::Result<SyncedFile> {
    Ok(SyncedFile {
        path: row.get("path")?,
        sha256: row.get("sha256")?,
        size: row.get::<_, i64>("size")? as u64,
        mtime_ms: row.get("mtime_ms")?,
        is_changed_outside: row.get("is_changed_outside")?,
    })
}

fn not_linked(skill: SkillId) -> Error {
    Error::NotFound { entity: "link", id: skill.to_string() }
}

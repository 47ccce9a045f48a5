//! What a skill that was found is to a library, and to those found before it: new, changed, the same, or a twin.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use studio_model::SkillId;
use studio_pack::FoundSkill;
use studio_store as store;

use crate::{
    Error,
    dto::{ImportState, ImportTwin},
    state::session::Session,
};

/// Everything of a skill that makes two of them the very same: its skill file and its other files, by hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Print(String);

impl Print {
    fn of<'a>(skill_file: &str, files: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut files: Vec<_> = files.collect();
        files.sort_unstable();
        let mut text = skill_file.to_owned();
        for (path, sha256) in files {
            text.push('\0');
            text.push_str(path);
            text.push('\0');
            text.push_str(sha256);
        }
        Self(store::sha256_hex(text.as_bytes()))
    }

    /// The print of a skill of the library: of its skill file's hash, and the path and hash of each other file.
    pub(crate) fn of_stored(skill_file: &str, files: &[(String, String)]) -> Self {
        Self::of(skill_file, files.iter().map(|(path, sha256)| (path.as_str(), sha256.as_str())))
    }

    /// The print of a skill as it was found.
    pub(super) fn of_found(found: &FoundSkill) -> Self {
        let hashes: Vec<String> = found.files.iter().map(|file| store::sha256_hex(&file.bytes)).collect();
        let files = found.files.iter().zip(&hashes).map(|(file, sha256)| (file.path.as_str(), sha256.as_str()));
        Self::of(&store::sha256_hex(&found.bytes), files)
    }
}

/// What a library holds, and what was found so far, to compare a discovery with.
pub(super) struct Known {
    stored: HashMap<SkillId, Stored>,
    /// The skill linked to a file, or imported from it.
    by_file: HashMap<PathBuf, SkillId>,
    by_print: HashMap<(String, Print), Vec<SkillId>>,
    by_name: HashMap<String, Twin>,
    /// Paths of what was found before, by name and print.
    found: HashMap<(String, Print), String>,
    /// Unlinked skills that something found before stands for.
    claimed: HashSet<SkillId>,
}

struct Stored {
    name: String,
    group: String,
    print: Print,
    /// The file it is linked to, where that is still there.
    linked_file: Option<PathBuf>,
    /// Whether its skill file is as it was imported.
    is_as_imported: bool,
    /// Whether it changed here and in the folder it is linked to.
    is_to_be_merged: bool,
}

#[derive(Clone)]
enum Twin {
    Stored(SkillId),
    Found(String),
}

/// What a skill that was found is to the library.
pub(super) struct Standing {
    pub(super) state: ImportState,
    /// The stored skill it belongs to, for all states but new ones and twins.
    pub(super) skill: Option<SkillId>,
    pub(super) twin: Option<ImportTwin>,
}

impl Standing {
    /// Whether it is imported unless the author says otherwise.
    pub(super) const fn is_chosen(&self, link: bool) -> bool {
        match self.state {
            ImportState::New | ImportState::Update | ImportState::SameName => true,
            ImportState::Unlinked | ImportState::Differs => link,
            ImportState::Same | ImportState::Identical => false,
        }
    }
}

impl Known {
    pub(super) fn of(session: &Session) -> Result<Self, Error> {
        let library = &session.library;
        let mut files = library.list_file_hashes()?;
        let links: HashMap<SkillId, PathBuf> = library
            .list_links()?
            .into_iter()
            .map(|link| (link.skill, Path::new(&link.folder).join(&link.skill_file)))
            .collect();
        let as_imported = library.list_unedited()?;
        let mut known = Self {
            stored: HashMap::new(),
            by_file: HashMap::new(),
            by_print: HashMap::new(),
            by_name: HashMap::new(),
            found: HashMap::new(),
            claimed: HashSet::new(),
        };
        for (id, origin) in library.list_origins()? {
            known.by_file.insert(Path::new(&origin.root).join(origin.path), id);
        }
        known.by_file.extend(links.iter().map(|(id, file)| (file.clone(), *id)));
        for row in library.list_skills()? {
            let files = files.remove(&row.id).unwrap_or_default();
            let print = Print::of_stored(&row.sha256, &files);
            known.by_print.entry((row.name.clone(), print.clone())).or_default().push(row.id);
            known.by_name.insert(row.name.clone(), Twin::Stored(row.id));
            let linked_file = links.get(&row.id).filter(|file| file.is_file()).cloned();
            let is_as_imported = as_imported.contains(&row.id);
            let is_to_be_merged = row.link == store::LinkStatus::Changed;
            let stored =
                Stored { name: row.name, group: row.group, print, linked_file, is_as_imported, is_to_be_merged };
            known.stored.insert(row.id, stored);
        }
        Ok(known)
    }

    /// What the next skill that was found is; the ones after it will know it.
    pub(super) fn standing(&mut self, found: &FoundSkill, name: &str, print: Print) -> Standing {
        let key = (name.to_owned(), print);
        let standing = self.compare(found, &key);
        self.claimed.extend(standing.skill);
        let path = &found.display_path;
        self.by_name.entry(key.0.clone()).or_insert_with(|| Twin::Found(path.clone()));
        self.found.entry(key).or_insert_with(|| path.clone());
        standing
    }

    fn compare(&self, found: &FoundSkill, key: &(String, Print)) -> Standing {
        let own = found.skill_file.as_ref().and_then(|file| self.by_file.get(file));
        if let Some((id, stored)) = own.and_then(|id| self.stored.get_key_value(id))
            && !self.claimed.contains(id)
        {
            let state = match (&stored.linked_file, stored.print == key.1) {
                // What differs on both sides of a link is merged in the editor.
                (Some(_), is_same) if is_same || stored.is_to_be_merged => ImportState::Same,
                (None, true) => ImportState::Unlinked,
                (Some(_), _) => ImportState::Update,
                (None, false) if stored.is_as_imported => ImportState::Update,
                (None, false) => ImportState::Differs,
            };
            return self.about(state, *id);
        }
        let alike = self.by_print.get(key).map(Vec::as_slice).unwrap_or_default();
        let is_free = |id: &&SkillId| !self.claimed.contains(id) && self.stored[*id].linked_file.is_none();
        if let Some(id) = alike.iter().find(is_free) {
            return self.about(ImportState::Unlinked, *id);
        }
        if let Some(id) = alike.first() {
            return Standing { skill: None, ..self.about(ImportState::Identical, *id) };
        }
        if let Some(path) = self.found.get(key) {
            return twin(ImportState::Identical, self.told(&key.0, &Twin::Found(path.clone())));
        }
        match self.by_name.get(&key.0) {
            Some(other) => twin(ImportState::SameName, self.told(&key.0, other)),
            None => Standing { state: ImportState::New, skill: None, twin: None },
        }
    }

    fn about(&self, state: ImportState, id: SkillId) -> Standing {
        let name = &self.stored[&id].name;
        Standing { state, skill: Some(id), twin: Some(self.told(name, &Twin::Stored(id))) }
    }

    fn told(&self, name: &str, twin: &Twin) -> ImportTwin {
        match twin {
            Twin::Found(path) => ImportTwin { is_stored: false, name: name.to_owned(), path: path.clone() },
            Twin::Stored(id) => {
                let stored = &self.stored[id];
                let linked = stored.linked_file.as_ref().map(|file| file.to_string_lossy().into_owned());
                let path = linked.unwrap_or_else(|| stored.group.clone());
                ImportTwin { is_stored: true, name: stored.name.clone(), path }
            }
        }
    }
}

fn twin(state: ImportState, twin: ImportTwin) -> Standing {
    Standing { state, skill: None, twin: Some(twin) }
}

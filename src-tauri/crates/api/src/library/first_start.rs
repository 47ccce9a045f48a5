//! The first start: the author's own skills, found where the clients on this machine keep them, and the library they
//! are opened in.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use studio_clients::home_folders;
use studio_pack::{Contents, Options, discover};

use crate::{
    Error, Studio,
    dto::{Host, LibraryInfo, SkillFolder, SuggestedQuery},
};

impl Studio {
    /// The folders of the author's own skills that hold any, each with how many an import would find in it. Needs no
    /// library. Two names of one folder are one folder.
    pub fn list_skill_folders(&self) -> Result<Vec<SkillFolder>, Error> {
        let Some(home) = &self.shared.config.home_dir else { return Ok(Vec::new()) };
        let mut seen = HashSet::new();
        Ok(home_folders()
            .into_iter()
            .filter_map(|(client, below)| {
                let path = home.join(below);
                let real = std::fs::canonicalize(&path).ok().filter(|real| real.is_dir())?;
                let skills = seen.insert(real).then(|| skills_in(&path, home)).filter(|count| *count > 0)?;
                Some(SkillFolder {
                    client: Host::from(client),
                    path: path.display().to_string(),
                    shown: format!("~/{below}"),
                    skills,
                })
            })
            .collect())
    }

    /// Opens the library of the author's own skills, and makes it first where it is not there.
    pub fn open_own_library(&self) -> Result<LibraryInfo, Error> {
        let path = self.own_library();
        if path.exists() { self.open_library(&path.to_string_lossy()) } else { self.create_library_at(&path, false) }
    }

    /// Something to ask the playground first: what a user might say who needs one of the skills, read off its
    /// description. None where no description says when its skill is needed.
    pub fn suggest_query(&self) -> Result<Option<SuggestedQuery>, Error> {
        Ok(self.suggest_queries(None, 1)?.pop())
    }

    fn own_library(&self) -> PathBuf {
        self.shared.config.data_dir.join("My skills.db")
    }
}

fn skills_in(folder: &Path, home: &Path) -> u32 {
    let options = Options { contents: Contents::SkillFiles, home: Some(home.to_owned()), ..Options::default() };
    discover(&[folder.to_path_buf()], &options, &()).found.len() as u32
}

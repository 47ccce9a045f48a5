//! Where skills stand: their groups and files, by which one of two of a name is told from the other.

use std::{collections::HashMap, path::Path};

use studio_model::SkillId;

use crate::{Error, base::shown::in_row, dto::SkillPlace, state::session::Session};

impl Session {
    /// The places of these skills, as far as they are in use.
    pub(crate) fn skill_places(&self, ids: &[SkillId]) -> Result<HashMap<SkillId, SkillPlace>, Error> {
        let mut files = self.library.places_on_disk(ids)?;
        let place = |row: studio_store::SkillRow| {
            let file = files.remove(&row.id).map(|(folder, file)| Path::new(&folder).join(file));
            let path = file.map(|file| in_row(file.to_string_lossy().into_owned())).unwrap_or_default();
            (row.id, SkillPlace { id: row.id.to_string(), name: in_row(row.name), group: in_row(row.group), path })
        };
        Ok(self.library.skill_rows(ids)?.into_iter().map(place).collect())
    }
}

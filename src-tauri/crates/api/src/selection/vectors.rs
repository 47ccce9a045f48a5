//! Vectors that were made: kept in the index, in the rows of what they describe, and in the scorers' memory.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_model::SkillId;
use studio_store::{EntityKind, VectorRow};
use uuid::Uuid;

use crate::{
    Error, Upkeep,
    dto::EmbeddingState,
    state::{
        parts::{Part, described_part, matching, parts},
        session::Session,
    },
};

/// Rows that are completed together: few enough that whoever else writes never waits long.
const STORED_TOGETHER: usize = 64;

impl Session {
    /// Keeps vectors that were made: in the index, in the rows of what they describe, and in the scorers' memory.
    pub(crate) fn store_vectors(&self, vectors: Vec<(EntityKind, VectorRow)>) -> Result<(), Error> {
        let mut by_kind: HashMap<EntityKind, Vec<VectorRow>> = HashMap::new();
        for (kind, row) in vectors {
            by_kind.entry(kind).or_default().push(row);
        }
        by_kind.into_iter().try_for_each(|(kind, rows)| self.store_vectors_of(kind, rows))
    }

    pub(crate) fn store_vectors_of(&self, kind: EntityKind, mut vectors: Vec<VectorRow>) -> Result<(), Error> {
        let ids: HashSet<Uuid> = vectors.iter().map(|row| row.id).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        // A text that was changed meanwhile has a vector of its own by now, or is going to have one.
        let current = self.current_parts(kind, &ids)?;
        vectors.retain(|row| current.get(&row.id).is_some_and(|parts| parts.iter().any(|part| part.is_source_of(row))));
        self.index.put_vectors(self.library.host(), kind, &vectors)?;
        let wholes = vectors.iter().filter(|row| row.part == 0).map(|row| (row.id, row.vector.as_slice()));
        self.library.aside().put_description_vectors(kind, &wholes.collect::<Vec<_>>())?;
        if kind == EntityKind::Skill {
            self.refresh_vectors(ids.into_iter().map(SkillId))?;
        }
        let mut embedding = self.embedding();
        for row in vectors {
            embedding.arrived((kind, row.id));
        }
        Ok(())
    }

    /// Gives the scorers what is known of skills' vectors, as far as their texts are still the same. All of it is made
    /// ready before the scorers are asked to wait.
    pub(crate) fn refresh_vectors(&self, ids: impl Iterator<Item = SkillId>) -> Result<(), Error> {
        let mut ready = Vec::new();
        for id in ids {
            let rows = self.index.vectors_of(self.library.host(), EntityKind::Skill, id.0)?;
            let scores = self.scores()?;
            let vectors = scores.get(id).map(|entry| matching(&parts(entry), rows));
            ready.extend(vectors.and_then(|vectors| scores.ready_vectors(id, &vectors)));
        }
        if ready.is_empty() {
            return Ok(());
        }
        let mut scores = self.scores_mut()?;
        for vectors in ready {
            scores.take_vectors(vectors);
        }
        Ok(())
    }

    /// Writes the vectors of whole descriptions into the rows of skills and tools that lack them and whose text has one:
    /// in a library that comes from elsewhere, or from a studio that did not write them.
    pub(crate) fn complete_rows(self: &Arc<Self>) -> Result<(), Error> {
        self.complete_rows_of(EntityKind::Skill)?;
        self.complete_rows_of(EntityKind::Tool)
    }

    /// Waits for the vectors of rows that are about to go elsewhere, while they are made beside the author's work. Command
    /// lines ask for them first, and say so. `go_on` may end it.
    pub(crate) fn wait_for_row_vectors(
        self: &Arc<Self>,
        go_on: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        loop {
            let state = self.get_embedding_status()?.state;
            let are_coming = matches!(state, EmbeddingState::Loading | EmbeddingState::Indexing);
            self.complete_rows()?;
            if !(are_coming
                && (self.lacks_row_vectors(EntityKind::Skill)? || self.lacks_row_vectors(EntityKind::Tool)?))
            {
                return Ok(());
            }
            go_on()?;
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }

    /// Whether a row has no vector that could have one.
    fn lacks_row_vectors(&self, kind: EntityKind) -> Result<bool, Error> {
        let lacking = self.library.without_description_vector(kind)?;
        Ok(self.current_parts(kind, &lacking)?.values().any(|parts| !parts.is_empty()))
    }

    pub(crate) fn complete_rows_of(&self, kind: EntityKind) -> Result<(), Error> {
        for some in self.library.without_description_vector(kind)?.chunks(STORED_TOGETHER) {
            let current = self.current_parts(kind, some)?;
            let mut vectors = Vec::new();
            for (id, parts) in &current {
                let rows = self.index.vectors_of(self.library.host(), kind, *id)?;
                let is_whole = |row: &VectorRow| parts.first().is_some_and(|part| part.is_source_of(row));
                vectors.extend(rows.into_iter().find(is_whole).map(|row| (*id, row.vector)));
            }
            let vectors: Vec<(Uuid, &[f32])> = vectors.iter().map(|(id, vector)| (*id, vector.as_slice())).collect();
            self.library.aside().put_description_vectors(kind, &vectors)?;
        }
        Ok(())
    }

    /// Writes one vector into its row, where that has none.
    pub(crate) fn complete_row(&self, kind: EntityKind, whole: &VectorRow) -> Result<(), Error> {
        if self.library.description_vector(kind, whole.id)?.is_none() {
            self.library.aside().put_description_vectors(kind, &[(whole.id, &whole.vector)])?;
        }
        Ok(())
    }

    /// The texts that now have a vector of their own, of those of `ids` that are there.
    pub(crate) fn current_parts(&self, kind: EntityKind, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<Part>>, Error> {
        if kind == EntityKind::Skill {
            let scores = self.scores()?;
            return Ok(ids.iter().filter_map(|id| Some((*id, parts(scores.get(SkillId(*id))?)))).collect());
        }
        let wanted: HashSet<&Uuid> = ids.iter().collect();
        let all = self.described()?;
        let asked = all.iter().filter(|one| one.kind == kind && wanted.contains(&one.id));
        Ok(asked.map(|one| (one.id, vec![described_part(one)])).collect())
    }
}

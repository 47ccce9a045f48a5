//! What means nearly the same as what was typed and has not its words.

use std::collections::{HashMap, HashSet};

use studio_model::SkillId;
use studio_select::ScorerKind;
use studio_store::EntityKind;
use studio_text::rank::Query;
use uuid::Uuid;

use super::{Thing, find, things};
use crate::{
    Error, ErrorCode, Studio,
    dto::{FindThingsRequest, FoundKind, FoundThings, SearchField, SearchHit},
    state::{described::Described, session::Session},
};

/// The least cosine of what means nearly the same: what the scorer of meaning ships with.
const LEAST: f32 = ScorerKind::Embedding.default_min_score();

/// How many of each kind are looked at: more than are ever shown.
const LOOKED_AT: usize = 200;

impl Studio {
    /// Everything that has the words of a query, best first; then what means nearly the same. Without the model the
    /// words alone, and why.
    pub fn find_things(&self, request: &FindThingsRequest) -> Result<FoundThings, Error> {
        let (mut hits, mut total) = (Vec::new(), 0);
        if let Some(query) = Query::parse(&request.query) {
            let session = self.session()?;
            let described = session.described()?;
            let places = session.places_of(&query)?;
            let scores = session.scores()?;
            let mut found = find(&query, things(&scores, &described, &request.kinds), &places);
            found.sort_by(|a, b| a.rank.cmp(&b.rank));
            total += found.len() as u32;
            found.truncate(request.limit as usize);
            hits = found.iter().map(|found| session.hit(&query, found)).collect::<Result<_, _>>()?;
        }
        let similar = self.find_similar(request)?;
        hits.extend(similar.hits);
        hits.truncate(request.limit as usize);
        Ok(FoundThings { hits, total: total + similar.total, hint: similar.hint })
    }

    /// What means nearly the same as a query and has not its words, the nearest first. Asks the model, which takes some
    /// milliseconds, or as long as it takes to load it: no screen waits for this before it shows what has the words.
    pub fn find_similar(&self, request: &FindThingsRequest) -> Result<FoundThings, Error> {
        let nothing = FoundThings { hits: Vec::new(), total: 0, hint: None };
        let Some(query) = Query::parse(&request.query) else { return Ok(nothing) };
        let session = self.session()?;
        let vector = match session.shared.embedder.query(&request.query).map_err(Error::from) {
            Ok(vector) => vector,
            Err(error) if error.code == ErrorCode::ModelMissing => {
                return Ok(FoundThings { hint: Some(format!("Keyword matches only. {}", error.message)), ..nothing });
            }
            Err(error) => return Err(error),
        };
        let near = session.near(&vector, &request.kinds)?;
        let described = session.described()?;
        let others: HashMap<Uuid, &Described> = described.iter().map(|one| (one.id, one)).collect();
        let places = session.places_of(&query)?;
        let scores = session.scores()?;
        let near = near.into_iter().filter_map(|(id, cosine)| {
            let thing =
                scores.get(SkillId(id)).map(Thing::Skill).or_else(|| others.get(&id).map(|one| Thing::Other(one)));
            Some((thing?, cosine))
        });
        let near: Vec<(Thing<'_>, f32)> = near.collect();
        let found = find(&query, near.iter().map(|(thing, _)| *thing), &places);
        let found: HashSet<Uuid> = found.into_iter().map(|found| found.thing.id()).collect();
        let hits = near.into_iter().filter(|(thing, _)| !found.contains(&thing.id()));
        let mut hits: Vec<SearchHit> = hits
            .map(|(thing, cosine)| SearchHit { score: f64::from(cosine), ..thing.shown(SearchField::Meaning) })
            .collect();
        let total = hits.len() as u32;
        hits.truncate(request.limit as usize);
        Ok(FoundThings { hits, total, hint: None })
    }
}

impl Session {
    /// What is near enough, the nearest first.
    fn near(&self, vector: &[f32], kinds: &[FoundKind]) -> Result<Vec<(Uuid, f32)>, Error> {
        let mut near = Vec::new();
        for kind in kinds {
            let found = self.index.nearest(self.library.host(), stored_kind(*kind), vector, LOOKED_AT)?;
            near.extend(found.into_iter().take_while(|(_, cosine)| *cosine >= LEAST));
        }
        near.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Ok(near)
    }
}

const fn stored_kind(kind: FoundKind) -> EntityKind {
    match kind {
        FoundKind::Skill => EntityKind::Skill,
        FoundKind::Tool => EntityKind::Tool,
        FoundKind::Agent => EntityKind::Agent,
        FoundKind::Server => EntityKind::Server,
    }
}

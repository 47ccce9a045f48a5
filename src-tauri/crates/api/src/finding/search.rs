//! Finding skills, tools, agents, servers, and actions of the palette, by what is typed: one ranking for all.
//!
//! Something is found where each word is found in it. What ranks is the furthest from the name that any word was found:
//! the name itself, description, tags, instructions, other files. How names fit is decided in [`studio_text::rank`].
//! After what has the words stands what means nearly the same: [`similar`].

mod similar;

use std::{cmp::Reverse, collections::HashSet};

use studio_model::SkillId;
use studio_store::{EntityKind, SKILL_FILE, WordPlaces};
use studio_text::{
    Span, decode,
    rank::{NameFit, NameMatch, Passage, Query},
};
use uuid::Uuid;

use crate::{
    Error, Studio,
    base::{ids::skill_id, shown::in_row},
    dto::{
        FoundKind, PaletteAction, PaletteHit, PaletteRequest, PaletteResult, SearchField, SearchHit, SearchMode,
        SearchRequest, SearchResult, TextRange,
    },
    finding::things::{Thing, things},
    skills::{file_texts::text_of, offsets::Offsets},
    state::session::Session,
};

impl Studio {
    /// Skills by name and words, or by meaning, best first.
    pub fn search_skills(&self, request: &SearchRequest) -> Result<SearchResult, Error> {
        let session = self.session()?;
        match request.mode {
            SearchMode::Words => session.search_words(request),
            SearchMode::Meaning => session.search_meaning(request),
        }
    }

    /// Actions and things of the library for the palette, best first.
    pub fn search_palette(&self, request: &PaletteRequest) -> Result<PaletteResult, Error> {
        let Some(query) = Query::parse(&request.query) else {
            return Ok(PaletteResult { hits: Vec::new(), total: 0 });
        };
        let session = self.session()?;
        let mut ranked: Vec<(Rank, Candidate<'_>)> = Vec::new();
        for (index, action) in request.actions.iter().enumerate() {
            if let Some((rank, spans)) = rank_action(&query, action) {
                ranked.push((rank, Candidate::Action(index, ranges(&action.label, &spans))));
            }
        }
        let described = session.described()?;
        let places = if request.kinds.is_empty() { Vec::new() } else { session.places_of(&query)? };
        let scores = session.scores()?;
        let found = find(&query, things(&scores, &described, &request.kinds), &places);
        ranked.extend(found.into_iter().map(|found| (found.rank.clone(), Candidate::Thing(found))));
        ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
        let total = ranked.len() as u32;
        ranked.truncate(request.limit as usize);
        let hits = ranked.into_iter().map(|(_, candidate)| match candidate {
            Candidate::Action(index, ranges) => Ok(PaletteHit::Action { index: index as u32, ranges }),
            Candidate::Thing(found) => Ok(PaletteHit::Found { hit: session.hit(&query, &found)? }),
        });
        Ok(PaletteResult { hits: hits.collect::<Result<_, Error>>()?, total })
    }
}

/// The field furthest from the name that any word was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Name(NameFit),
    Description,
    Tags,
    Body,
    File,
}

/// What hits are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    place: Place,
    /// Words found in the name: more come first.
    named: Reverse<usize>,
    /// How many actions were done since this one; the most for whatever else there is.
    used: u32,
    distance: usize,
    length: usize,
    name: String,
    /// Of those that share a name, skills first; then the one that was there first.
    id: Option<(FoundKind, Uuid)>,
}

/// What has every word.
struct Found<'a> {
    thing: Thing<'a>,
    rank: Rank,
    in_name: Vec<Span>,
    /// The file that has a word which nothing else has.
    file: Option<String>,
}

enum Candidate<'a> {
    Action(usize, Vec<TextRange>),
    Thing(Found<'a>),
}

impl Session {
    fn search_words(&self, request: &SearchRequest) -> Result<SearchResult, Error> {
        let Some(query) = Query::parse(&request.query) else {
            return Ok(SearchResult { hits: Vec::new(), total: 0 });
        };
        let among = among(request)?;
        let places = self.places_of(&query)?;
        let index = self.scores()?;
        let asked = index.entries().filter(|entry| among.as_ref().is_none_or(|among| among.contains(&entry.key)));
        let mut found = find(&query, asked.map(Thing::Skill), &places);
        let total = found.len() as u32;
        keep_best(&mut found, request.limit as usize);
        let hits = found.iter().map(|found| self.hit(&query, found)).collect::<Result<_, Error>>()?;
        Ok(SearchResult { hits, total })
    }

    fn search_meaning(&self, request: &SearchRequest) -> Result<SearchResult, Error> {
        if request.query.trim().is_empty() {
            return Ok(SearchResult { hits: Vec::new(), total: 0 });
        }
        let among = among(request)?;
        let vector = self.shared.embedder.query(&request.query)?;
        let near = self.index.nearest(self.library.host(), EntityKind::Skill, &vector, usize::MAX)?;
        let scores = self.scores()?;
        let hits = near.into_iter().filter_map(|(id, cosine)| {
            let id = SkillId(id);
            let entry = scores.get(id).filter(|_| among.as_ref().is_none_or(|among| among.contains(&id)))?;
            Some(SearchHit { score: f64::from(cosine), ..Thing::Skill(entry).shown(SearchField::Meaning) })
        });
        let mut hits: Vec<SearchHit> = hits.collect();
        let total = hits.len() as u32;
        hits.truncate(request.limit as usize);
        Ok(SearchResult { hits, total })
    }

    /// Where each word of a query stands.
    fn places_of(&self, query: &Query) -> Result<Vec<WordPlaces>, Error> {
        let host = self.library.host();
        Ok(query.words().map(|word| self.index.word_places(host, word)).collect::<Result<_, _>>()?)
    }

    /// What is shown of something that was found.
    fn hit(&self, query: &Query, found: &Found<'_>) -> Result<SearchHit, Error> {
        let thing = found.thing;
        let (field, passage) = match found.rank.place {
            Place::Name(_) => (SearchField::Name, None),
            Place::Description => (SearchField::Description, passage_of(query, thing.description())),
            Place::Tags => (SearchField::Tags, passage_of(query, &thing.tags())),
            Place::Body => (SearchField::Body, self.passage_of_body(query, thing)?),
            Place::File => (SearchField::File, self.passage_of_file(query, thing, found.file.as_deref())?),
        };
        let passage = passage.unwrap_or_default();
        let hit = thing.shown(field);
        let shown = in_row(passage.text.clone());
        // What is made visible stands elsewhere than it was found.
        let if_same = |is_same: bool, found: Vec<TextRange>| if is_same { found } else { Vec::new() };
        Ok(SearchHit {
            name_ranges: if_same(hit.name == thing.name(), ranges(thing.name(), &found.in_name)),
            passage_ranges: if_same(shown == passage.text, ranges(&passage.text, &passage.spans)),
            passage: shown,
            path: found.file.clone().filter(|_| field == SearchField::File).unwrap_or_default(),
            ..hit
        })
    }

    fn passage_of_body(&self, query: &Query, thing: Thing<'_>) -> Result<Option<Passage>, Error> {
        match thing {
            Thing::Skill(entry) => {
                let skill = self.library.stored_skill(entry.key)?;
                Ok(skill.and_then(|skill| passage_of(query, &skill.content_markdown)))
            }
            Thing::Other(other) => Ok(passage_of(query, &other.body)),
        }
    }

    fn passage_of_file(&self, query: &Query, thing: Thing<'_>, path: Option<&str>) -> Result<Option<Passage>, Error> {
        let (Thing::Skill(entry), Some(path)) = (thing, path) else { return Ok(None) };
        let bytes = match self.library.read_file(entry.key, path) {
            Ok(file) => file.bytes,
            // It went while this was looked for.
            Err(studio_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let text = if path == SKILL_FILE { Some(decode::decode(&bytes).text) } else { text_of(&bytes) };
        Ok(text.and_then(|text| passage_of(query, &text)))
    }
}

/// The best, best first. The first letters find most of a library, of which few are shown: the rest is not put in order.
fn keep_best(found: &mut Vec<Found<'_>>, limit: usize) {
    if (1..found.len()).contains(&limit) {
        found.select_nth_unstable_by(limit - 1, |a, b| a.rank.cmp(&b.rank));
    }
    found.truncate(limit);
    found.sort_unstable_by(|a, b| a.rank.cmp(&b.rank));
}

fn among(request: &SearchRequest) -> Result<Option<HashSet<SkillId>>, Error> {
    request.among.as_ref().map(|ids| ids.iter().map(|id| skill_id(id)).collect()).transpose()
}

/// The passage with the words; the start of the text where the full text knows spellings that this does not.
fn passage_of(query: &Query, text: &str) -> Option<Passage> {
    query.passage(text).or_else(|| Some(Passage { text: text.chars().take(120).collect(), spans: Vec::new() }))
}

/// Those that have every word.
fn find<'a>(query: &Query, things: impl Iterator<Item = Thing<'a>>, places: &[WordPlaces]) -> Vec<Found<'a>> {
    things.filter_map(|thing| find_in(query, thing, places)).collect()
}

fn find_in<'a>(query: &Query, thing: Thing<'a>, places: &[WordPlaces]) -> Option<Found<'a>> {
    if let Some(NameMatch { fit, distance, spans }) = query.name(thing.name()) {
        let rank = rank(Place::Name(fit), places.len(), distance, thing);
        return Some(Found { thing, rank, in_name: spans, file: None });
    }
    let mut furthest = Place::Name(NameFit::Whole);
    let (mut in_name, mut file) = (Vec::new(), None);
    for (word, places) in places.iter().enumerate() {
        let id = thing.id();
        let place = if let Some(mut named) = query.word_in_name(word, thing.name()) {
            in_name.append(&mut named.spans);
            Place::Name(named.fit)
        } else if places.description.contains(&id) {
            Place::Description
        } else if places.tags.contains(&id) {
            Place::Tags
        } else if places.body.contains(&id) {
            Place::Body
        } else {
            file = Some(places.files.get(&id)?.clone());
            Place::File
        };
        furthest = furthest.max(place);
    }
    in_name.sort_unstable();
    let rank = rank(furthest, in_name.len(), 0, thing);
    Some(Found { thing, rank, in_name, file })
}

fn rank(place: Place, named: usize, distance: usize, thing: Thing<'_>) -> Rank {
    Rank { id: Some((thing.kind(), thing.id())), ..rank_name(place, named, distance, thing.name()) }
}

fn rank_name(place: Place, named: usize, distance: usize, name: &str) -> Rank {
    let length = name.chars().count();
    Rank { place, named: Reverse(named), used: u32::MAX, distance, length, name: name.to_lowercase(), id: None }
}

/// An action's label is its name, its further words are its tags. Single letters of a label say less than either: most
/// labels are long enough to have them by chance.
fn rank_action(query: &Query, action: &PaletteAction) -> Option<(Rank, Vec<Span>)> {
    let label = query.name(&action.label);
    let (place, distance, spans) = match (label, words_of_action(query, action)) {
        (Some(NameMatch { fit, distance, spans }), _) if fit < NameFit::Letters => (Place::Name(fit), distance, spans),
        (_, Some(spans)) => (Place::Tags, 0, spans),
        (letters, None) => letters.map(|found| (Place::File, found.distance, found.spans))?,
    };
    let named = if place == Place::Tags { spans.len() } else { query.words().len() };
    let used = action.used.unwrap_or(u32::MAX);
    Some((Rank { used, ..rank_name(place, named, distance, &action.label) }, spans))
}

/// Where the label has words of the query, if the action is known by all the others.
fn words_of_action(query: &Query, action: &PaletteAction) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    for word in 0..query.words().len() {
        match query.word_in_name(word, &action.label) {
            Some(mut named) => spans.append(&mut named.spans),
            None => drop(query.word_in_name(word, &action.words).filter(|found| found.fit <= NameFit::Word)?),
        }
    }
    spans.sort_unstable();
    Some(spans)
}

/// Parts of a text as a screen counts.
pub(crate) fn ranges(text: &str, spans: &[Span]) -> Vec<TextRange> {
    let offsets = Offsets::new(text);
    spans.iter().map(|span| TextRange { from: offsets.utf16(span.start), to: offsets.utf16(span.end) }).collect()
}

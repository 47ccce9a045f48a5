//! Skills whose descriptions say nearly the same, and queries that would tell them apart.

use std::collections::{HashMap, HashSet};

use studio_model::SkillId;
use studio_select::{Entry, near_miss, overlap as measure};
use studio_store::{EntityKind, LabelledQuery, sha256_hex};

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{Host, NearMiss, OverlapBasis, OverlapPair, OverlapReport},
    state::{
        alike::{Alike, KeptOverlaps, Overlaps},
        parts::parts,
        session::Session,
    },
};

/// Neighbours of one skill that near misses are made from.
const NEIGHBOURS: usize = 3;

/// Near misses at most for one skill where none is named.
const FOR_EACH: usize = 3;

impl Studio {
    /// Pairs of skills at or above a similarity (where none is named, the one from which a look is worth it), with the words they share, and a heat map of those that overlap most.
    pub fn list_overlaps(&self, limit: Option<f64>) -> Result<OverlapReport, Error> {
        self.list_overlaps_as_seen(limit, Host::Standard)
    }

    /// The same of what a host's model sees of the descriptions.
    pub fn list_overlaps_as_seen(&self, limit: Option<f64>, host: Host) -> Result<OverlapReport, Error> {
        let session = self.session()?;
        let compared = session.compared(host)?;
        let items = compared.items();
        let overlap = measure::Overlap::of(&items);
        let limit = limit.map_or(measure::WORTH_A_LOOK, |limit| limit.clamp(0.0, 1.0) as f32);
        let report = overlap.report(limit);
        let confused = session.confused()?;
        let dismissed = session.dismissed_overlaps()?;
        let told: HashSet<SkillId> =
            report.pairs.iter().flat_map(|pair| [pair.a, pair.b]).map(|place| compared.entries[place].key).collect();
        let places = session.skill_places(&told.into_iter().collect::<Vec<_>>())?;
        let pair = |pair: measure::Pair| {
            let (a, b) = (&compared.entries[pair.a], &compared.entries[pair.b]);
            let place = |entry: &Entry| places.get(&entry.key).map(|place| (place.group.clone(), place.path.clone()));
            let ((a_group, a_path), (b_group, b_path)) = (place(a).unwrap_or_default(), place(b).unwrap_or_default());
            let known = dismissed.get(&(a.key, b.key)).or_else(|| dismissed.get(&(b.key, a.key)));
            let both = [(a.name.clone(), b.name.clone()), (b.name.clone(), a.name.clone())];
            OverlapPair {
                a_id: a.key.to_string(),
                b_id: b.key.to_string(),
                similarity: pair.similarity,
                shared_terms: pair.shared_terms,
                confused: both.iter().filter_map(|names| confused.get(names)).sum(),
                is_dismissed: known == Some(&texts_hash(a, b)),
                a: a.name.clone(),
                a_group,
                a_path,
                b: b.name.clone(),
                b_group,
                b_path,
            }
        };
        Ok(OverlapReport {
            found: report.found as u32,
            pairs: report.pairs.into_iter().map(pair).collect(),
            limit,
            ids: report.heat_map.iter().map(|&place| compared.entries[place].key.to_string()).collect(),
            names: report.heat_map.iter().map(|&place| compared.entries[place].name.clone()).collect(),
            matrix: report.matrix,
            basis: match report.basis {
                measure::Basis::Words => OverlapBasis::Words,
                measure::Basis::Hybrid => OverlapBasis::Hybrid,
            },
        })
    }

    /// Dismisses a pair until either description changes, or takes that back.
    pub fn dismiss_overlap(&self, a_id: &str, b_id: &str, is_dismissed: bool) -> Result<(), Error> {
        let session = self.session()?;
        let (a, b) = (session.entry(skill_id(a_id)?)?, session.entry(skill_id(b_id)?)?);
        if is_dismissed {
            session.writing().put_overlap_dismissal(a.key, b.key, &texts_hash(&a, &b))?;
        } else {
            session.writing().delete_overlap_dismissal(a.key, b.key)?;
        }
        Ok(())
    }

    /// Queries that use a neighbour's words, to test where a skill ends: for one skill, or for those that overlap most.
    pub fn list_near_misses(&self, skill: Option<&str>, limit: u32) -> Result<Vec<NearMiss>, Error> {
        let session = self.session()?;
        let named = skill.map(skill_id).transpose()?;
        let compared = session.compared(Host::Standard)?;
        let items = compared.items();
        let overlap = measure::Overlap::of(&items);
        let labelled = session.library.list_queries(None)?;
        let texts: Vec<&str> = labelled.iter().map(|row| row.text.as_str()).collect();
        let skills = compared.with_queries(&labelled);
        let proposer = near_miss::NearMisses::of(&skills, &texts);
        let limit = limit as usize;
        let (places, each): (Vec<usize>, usize) = if let Some(id) = named {
            (compared.entries.iter().position(|entry| entry.key == id).into_iter().collect(), limit)
        } else {
            // Those that overlap most come first.
            let report = overlap.report(0.0);
            let mut seen = HashSet::new();
            let both = report.pairs.iter().flat_map(|pair| [pair.a, pair.b]);
            (both.filter(|&place| seen.insert(place)).collect(), FOR_EACH)
        };
        let mut proposals = Vec::new();
        for place in places {
            let near: Vec<usize> = overlap.neighbours(place, NEIGHBOURS).into_iter().map(|(place, _)| place).collect();
            proposals.extend(proposer.propose(place, &near, each));
            if proposals.len() >= limit {
                break;
            }
        }
        proposals.truncate(limit);
        Ok(proposals
            .into_iter()
            .map(|proposal| NearMiss {
                query: proposal.query,
                skill: compared.entries[proposal.skill].name.clone(),
                neighbour: compared.entries[proposal.neighbour].name.clone(),
                terms: proposal.terms,
                leak: proposal.leak,
            })
            .collect())
    }
}

/// The readable skills by name, each with the vector of its whole text.
struct Compared {
    entries: Vec<Entry>,
    vectors: HashMap<SkillId, Vec<f32>>,
}

impl Compared {
    /// The skills with the queries that should wake each.
    fn with_queries<'a>(&'a self, labelled: &'a [LabelledQuery]) -> Vec<near_miss::Skill<'a>> {
        let queries_of = |name: &String| {
            let own = labelled.iter().filter(|row| row.expected.contains(name));
            own.map(|row| row.text.as_str()).collect()
        };
        let skill = |entry: &'a Entry| near_miss::Skill {
            name: &entry.name,
            description: &entry.description,
            queries: queries_of(&entry.name),
        };
        self.entries.iter().map(skill).collect()
    }

    fn items(&self) -> Vec<measure::Item<'_>> {
        self.entries
            .iter()
            .map(|entry| measure::Item {
                name: &entry.name,
                description: &entry.description,
                vector: self.vectors.get(&entry.key).map(Vec::as_slice),
            })
            .collect()
    }
}

impl Session {
    /// The overlaps of the library as it is; comparing all skills is done once for each state of it.
    pub(crate) fn overlaps(&self, limit: Option<f64>) -> Result<Overlaps, Error> {
        let limit = limit.map_or(measure::WORTH_A_LOOK, |limit| limit.clamp(0.0, 1.0) as f32);
        let generation = self.generation();
        let mut kept = self.overlaps.lock();
        let is_same = |kept: &KeptOverlaps| kept.generation == generation && kept.limit == limit.to_bits();
        if !kept.as_ref().is_some_and(is_same) {
            *kept = Some(self.compare(generation, limit)?);
        }
        match kept.as_ref() {
            Some(kept) => self.undismissed(kept),
            None => Ok(Overlaps { pairs: Vec::new(), found: 0, limit, is_current: true }),
        }
    }

    /// The overlaps that are worth a look, as they were when all skills were compared last; none where they were not yet, or
    /// are just now.
    pub(crate) fn known_overlaps(&self) -> Result<Option<Overlaps>, Error> {
        let Some(kept) = self.overlaps.try_lock() else { return Ok(None) };
        let worth_a_look = kept.as_ref().filter(|kept| kept.limit == measure::WORTH_A_LOOK.to_bits());
        worth_a_look.map(|kept| self.undismissed(kept)).transpose()
    }

    /// The hash of the texts that each dismissed pair was looked at with.
    fn dismissed_overlaps(&self) -> Result<HashMap<(SkillId, SkillId), String>, Error> {
        let rows = self.library.list_overlap_dismissals()?;
        Ok(rows.into_iter().map(|row| ((row.a, row.b), row.texts_hash)).collect())
    }

    fn undismissed(&self, kept: &KeptOverlaps) -> Result<Overlaps, Error> {
        let dismissed = self.dismissed_overlaps()?;
        let is_dismissed = |pair: &&Alike| {
            let known = dismissed.get(&(pair.a, pair.b)).or_else(|| dismissed.get(&(pair.b, pair.a)));
            known == Some(&pair.texts_hash)
        };
        let pairs: Vec<Alike> = kept.pairs.iter().filter(|pair| !is_dismissed(pair)).cloned().collect();
        Ok(Overlaps {
            found: kept.found - (kept.pairs.len() - pairs.len()),
            pairs,
            limit: f32::from_bits(kept.limit),
            is_current: kept.generation == self.generation(),
        })
    }

    fn compare(&self, generation: u64, limit: f32) -> Result<KeptOverlaps, Error> {
        let compared = self.compared(Host::Standard)?;
        let report = measure::Overlap::of(&compared.items()).report(limit);
        let alike = |pair: &measure::Pair| {
            let (a, b) = (&compared.entries[pair.a], &compared.entries[pair.b]);
            Alike { a: a.key, b: b.key, similarity: pair.similarity, texts_hash: texts_hash(a, b) }
        };
        let pairs = report.pairs.iter().map(alike).collect();
        Ok(KeptOverlaps { generation, limit: limit.to_bits(), found: report.found, pairs })
    }

    fn compared(&self, host: Host) -> Result<Compared, Error> {
        let mut entries = self.entries_seen_by(host)?;
        entries.retain(|entry| entry.broken.is_none());
        entries.sort_by(|a, b| (&a.name, a.key).cmp(&(&b.name, b.key)));
        let hashes: HashMap<SkillId, String> =
            entries.iter().filter_map(|entry| Some((entry.key, parts(entry).into_iter().next()?.hash))).collect();
        let whole = self.index.whole_vectors(self.library.host(), EntityKind::Skill)?.into_iter();
        let current = whole.filter(|row| hashes.get(&SkillId(row.id)) == Some(&row.text_hash));
        let vectors = current.map(|row| (SkillId(row.id), row.vector)).collect();
        Ok(Compared { entries, vectors })
    }

    /// How often one skill fired for another in the newest run, by the names of expected and chosen.
    fn confused(&self) -> Result<HashMap<(String, String), u32>, Error> {
        let Some((_, results)) = self.newest_run()? else { return Ok(HashMap::new()) };
        let mut confused = HashMap::new();
        for result in results.into_iter().filter(|result| result.has_fired && !result.is_right) {
            if let (Some(expected), Some(chosen)) = (result.expected.into_iter().next(), result.best) {
                *confused.entry((expected, chosen)).or_default() += 1;
            }
        }
        Ok(confused)
    }
}

fn texts_hash(one: &Entry, other: &Entry) -> String {
    let (first, second) = if one.key <= other.key { (one, other) } else { (other, one) };
    sha256_hex(format!("{}\n{}", first.description, second.description).as_bytes())
}

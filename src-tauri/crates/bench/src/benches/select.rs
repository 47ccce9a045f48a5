//! Asking which skill a query wakes, beside the crate whose answers ours are: adk-skill.
//!
//! Both get the same skills in memory and the same queries; that they answer the same, name by name and score bit by
//! bit, is checked in the same run.

use std::collections::HashMap;
use std::path::PathBuf;

use adk_skill::{SelectionPolicy, SkillDocument, SkillIndex, select_skills};
use studio_model::SkillId;
use studio_select::{Entry, Index, Policy, adk};

use crate::amount::Amount;
use crate::cost::{self, Cost};
use crate::data::{Data, LabelledSet};
use crate::report::{Measured, Report, Row};

pub(super) const PEER: &str = "adk-skill 0.6.0";

/// Less processor time a query than the peer, at least so many times.
const GOAL: f64 = 50.0;

/// Queries put to both; the peer needs about 0.1 s for each.
const QUERIES: usize = 100;

/// Each is asked so often here, since once is too short to measure.
const REPEATS: u32 = 20;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let set = data.labelled("sfskills").ok_or("needs the query set sfskills in the folder given with --labelled")?;
    let queries: Vec<&str> = set.queries.iter().filter_map(|query| query["query"].as_str()).take(QUERIES).collect();
    let peer = peer_index(&set);
    let (index, building) = cost::of(|| entries(&peer).collect::<Index>());
    let (same, candidates) = comparison(&index, &peer, &queries);
    let policy = Policy { top_k: 10, min_score: 1.0, ..Policy::default() };
    let theirs = peer_policy(&policy);
    let here = per_query(&queries, REPEATS, |query| drop(adk::select(&index, query, &policy)));
    let there = per_query(&queries, 1, |query| drop(select_skills(&peer, query, &theirs)));
    let explained = per_query(&queries, 1, |query| drop(adk::explain(&index, query, &policy)));
    let time = |cost: Cost| Amount::Time(cost.cpu);
    Ok(report
        .row(Row::new("one query, processor time", time(here)).beside(PEER, Some(time(there))).times(GOAL))
        .row(Row::new("one query, on the clock", Amount::Time(here.wall)).beside(PEER, Some(Amount::Time(there.wall))))
        .row(Row::new("one query, every skill explained by field and word", time(explained)))
        .row(Row::new("indexing the skills, once", time(building)))
        .row(Row::new("queries answered the same", Amount::share(same, queries.len())).goal(Amount::Share(1.0)))
        .note(format!(
            "{} skills, {} queries; {candidates} candidates compared by name and by every bit of the score",
            index.len(),
            queries.len()
        )))
}

/// How many queries are answered the same, and over how many candidates in all.
fn comparison(index: &Index, peer: &SkillIndex, queries: &[&str]) -> (usize, usize) {
    let policy = Policy { top_k: usize::MAX, min_score: 0.0, ..Policy::default() };
    let (mut same, mut candidates) = (0, 0);
    for query in queries {
        let theirs = select_skills(peer, query, &peer_policy(&policy));
        let theirs: Vec<_> = theirs.iter().map(|found| (found.skill.name.as_str(), found.score.to_bits())).collect();
        let found = adk::select(index, query, &policy);
        let named = |key| index.get(key).map_or("", |entry| entry.name.as_str());
        let ours: Vec<_> = found.iter().map(|found| (named(found.key), found.score.to_bits())).collect();
        candidates += theirs.len();
        same += usize::from(ours == theirs);
    }
    (same, candidates)
}

fn per_query(queries: &[&str], repeats: u32, ask: impl Fn(&str)) -> Cost {
    let ((), cost) = cost::of(|| (0..repeats).for_each(|_| queries.iter().for_each(|query| ask(query))));
    let asked = queries.len().max(1) as u32 * repeats;
    Cost { wall: cost.wall / asked, cpu: cost.cpu / asked }
}

fn peer_policy(policy: &Policy) -> SelectionPolicy {
    SelectionPolicy {
        top_k: policy.top_k,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}

/// The skills as the crate keeps them, in the order its loader gives them.
fn peer_index(set: &LabelledSet) -> SkillIndex {
    let text = |skill: &serde_json::Value, key: &str| skill[key].as_str().unwrap_or_default().to_owned();
    peer_of(set.skills.iter().map(|skill| (text(skill, "name"), text(skill, "description"), text(skill, "body"))))
}

/// Skills, each by name, description and body, as the crate keeps them.
pub(super) fn peer_of(skills: impl Iterator<Item = (String, String, String)>) -> SkillIndex {
    let mut skills: Vec<SkillDocument> =
        skills.map(|(name, description, body)| peer_skill(name, description, &body)).collect();
    skills.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    SkillIndex::new(skills)
}

fn peer_skill(name: String, description: String, body: &str) -> SkillDocument {
    SkillDocument {
        id: name.clone(),
        path: PathBuf::from(format!("{name}/SKILL.md")),
        name,
        description,
        version: None,
        license: None,
        compatibility: None,
        tags: Vec::new(),
        allowed_tools: Vec::new(),
        references: Vec::new(),
        trigger: false,
        hint: None,
        metadata: HashMap::new(),
        body: body.trim().to_owned(),
        hash: String::new(),
        last_modified: None,
        triggers: Vec::new(),
    }
}

/// The crate's skills as entries of ours.
fn entries(peer: &SkillIndex) -> impl Iterator<Item = Entry> {
    (1_u128..).zip(peer.skills()).map(|(number, skill)| Entry {
        key: key(number),
        id: skill.id.clone(),
        name: skill.name.clone(),
        description: skill.description.clone(),
        tags: skill.tags.clone(),
        body: skill.body.clone(),
        allowed_tools: skill.allowed_tools.clone(),
        path: skill.path.to_string_lossy().into_owned(),
        hash: skill.hash.clone(),
        is_only_by_name: false,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    })
}

fn key(number: u128) -> SkillId {
    format!("{number:032x}").parse().expect("32 hexadecimal digits are an id")
}

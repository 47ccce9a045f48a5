//! A library far larger than anybody's: opening, listing and searching it.

use std::path::Path;
use std::time::Duration;

use studio_api::dto::{Policy, Scorer};
use studio_model::{HostId, SkillId};
use studio_store::{EntityKind, Index, Library, NewSkillRow, Options, TextRow, VectorRow};
use studio_testkit::SkillBuilder;

use super::import;
use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 10_000;

/// Asked for each number; the middle one counts.
const RUNS: usize = 9;

/// The first thing a team sees is there in this.
const OVERVIEW: Amount = Amount::Time(Duration::from_millis(300));

const RARE: &str = "deduplication";
const COMMON: &str = "data";

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("library.db");
    let (texts, origin) = texts(data);
    let rows: Vec<NewSkillRow> = (0..SKILLS).map(|number| row(number, &texts)).collect();
    let (library, _) = Library::open(&path, &Options::new("bench"))?;
    let (stored, storing) = cost::of(|| library.create_skills(&rows));
    let ids: Vec<SkillId> = stored?.into_iter().collect::<Result<_, _>>()?;
    let host = library.host();
    drop(library);

    let opening = median(|| Library::open(&path, &Options::new("bench")).map(drop))?;
    let studio = import::studio(folder.path())?;
    studio.open_library(&path.to_string_lossy())?;
    let listing = median(|| studio.list_skills().map(drop))?;
    let overview = median(|| studio.get_overview(None).map(drop))?;
    let rows_of_screen = studio.list_skills()?;
    let answer = serde_json::to_vec(&rows_of_screen)?;
    let policy = Policy { top_k: 10, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let ask = || studio.score("customers cannot see their records", Scorer::Adk, &policy).map(drop);
    let (first, first_question) = cost::of(ask);
    first?;
    let question = median(ask)?;

    let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let report = report
        .row(Row::new("storing skills in one go", rate(storing.wall)))
        .row(time("opening, with its check", opening))
        .row(time("list of all skills", listing))
        .row(time("overview, descriptions not compared", overview).goal(OVERVIEW))
        .row(Row::new("that list as the window gets it", Amount::Bytes(answer.len() as u64)));
    let report = cache(report, &folder.path().join("index.db"), host, &ids, &rows)?;
    Ok(report
        .row(time("first adk-scored question, all explained", first_question.wall))
        .row(time("next adk-scored question, all explained", question))
        .row(Row::new("size of the library's file", Amount::Bytes(bytes(&path))))
        .note(format!("on the clock, median of {RUNS} where it can be repeated; {origin}")))
}

/// The cache beside the library: full text and vectors.
fn cache(report: Report, path: &Path, host: HostId, ids: &[SkillId], rows: &[NewSkillRow]) -> Measured {
    let index = Index::open(path, studio_embed::MODEL_ID, studio_embed::DIMENSIONS)?;
    let words: Vec<TextRow> = ids.iter().zip(rows).map(|(id, row)| text_row(*id, row)).collect();
    let (synced, syncing) = cost::of(|| index.sync_text(host, EntityKind::Skill, &words));
    synced?;
    let rare = median(|| index.word_places(host, RARE).map(drop))?;
    let common = median(|| index.word_places(host, COMMON).map(drop))?;
    let vectors: Vec<VectorRow> = ids.iter().enumerate().map(|(number, id)| vector(number, *id)).collect();
    let (kept, keeping) = cost::of(|| index.put_vectors(host, EntityKind::Skill, &vectors));
    kept?;
    let loading = median(|| index.vectors(host, EntityKind::Skill).map(drop))?;

    Ok(report
        .row(Row::new("full text of skills, from nothing", rate(syncing.wall)))
        .row(time("places of a rare word", rare))
        .row(time("places of a common word", common))
        .row(Row::new("keeping vectors", rate(keeping.wall)))
        .row(time("reading all vectors", loading)))
}

fn time(what: &str, time: Duration) -> Row {
    Row::new(what, Amount::Time(time))
}

fn rate(time: Duration) -> Amount {
    Amount::PerSecond(SKILLS as f64 / time.as_secs_f64())
}

fn median<E>(mut work: impl FnMut() -> Result<(), E>) -> Result<Duration, E> {
    let times = (0..RUNS).map(|_| {
        let (done, cost) = cost::of(&mut work);
        done.map(|()| cost.wall)
    });
    times.collect::<Result<_, _>>().map(cost::median)
}

/// Descriptions and bodies of real skills, over and over under new names; made up where there are none.
fn texts(data: &Data) -> (Vec<(String, String)>, &'static str) {
    let text = |skill: &serde_json::Value, key: &str| skill[key].as_str().unwrap_or_default().to_owned();
    let Some(set) = data.labelled("sfskills").filter(|set| !set.skills.is_empty()) else {
        let line = "Compare the data of the last period with the plan when a customer asks, and use the result.\n";
        return (vec![(line.trim().to_owned(), line.repeat(100))], "texts: made up, as --labelled has no sfskills");
    };
    let texts = set.skills.iter().map(|skill| (text(skill, "description"), text(skill, "body")));
    (texts.collect(), "texts: the query set sfskills, repeated")
}

fn row(number: usize, texts: &[(String, String)]) -> NewSkillRow {
    let (description, body) = &texts[number % texts.len()];
    let description: String = description.chars().take(studio_model::MAX_DESCRIPTION).collect();
    SkillBuilder::new(&format!("skill-{number:05}")).description(&description).body(body).build()
}

fn text_row(id: SkillId, row: &NewSkillRow) -> TextRow {
    TextRow {
        id: id.0,
        hash: row.content.name.clone(),
        description: row.content.description.clone().unwrap_or_default(),
        tags: row.content.tags.join(" "),
        body: row.content.content_markdown.clone(),
    }
}

/// A vector of length one that is nobody else's.
fn vector(number: usize, id: SkillId) -> VectorRow {
    let mut state = number as u64 + 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
    };
    let vector = (0..studio_embed::DIMENSIONS).map(|_| next()).collect();
    VectorRow { id: id.0, part: 0, text_hash: number.to_string(), vector: studio_embed::normalized(vector) }
}

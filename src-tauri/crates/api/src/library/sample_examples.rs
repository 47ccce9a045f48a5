//! What the sample library shows of its own use: test queries, a run over them, a session, and a pack. Each is made by the
//! use-cases that authors make theirs with, so that it is of this version's form.
//!
//! A sample library that an older version made gets them once, with the update of its samples; what the author deletes of
//! them later stays deleted. They stand beside what the author has, and nothing is written over.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::Value;
use studio_store::{self as store, LabelledQuery};

use crate::{
    Error, Studio,
    base::ids::{pack_id, row_version},
    dto::{
        PackContent, PackEdit, RunRequest, SampleExample, SampleExamples, SimulationModel, SimulationPace,
        SimulationSetup, SimulationWork, StudioEvent, TrashKind, TrashRef, WhenNeeded,
    },
    library::sample_files::{bad_sample, lines, parse, text},
    state::session::Session,
};

const FILE: &str = "examples.json";

/// The set of the test queries.
const SET: &str = "samples";

/// The library's setting that says whether it has had them, and what it says then.
const HAD: (&str, &str) = ("samples.examples", "had");

#[derive(Deserialize)]
struct Examples {
    run: RunRequest,
    session: ExampleSession,
    pack: ExamplePack,
}

#[derive(Deserialize)]
struct ExampleSession {
    setup: SimulationSetup,
    /// A skill that its agent loads.
    skill: String,
    messages: Vec<String>,
    /// What its model says: a real one would need a key.
    replies: Value,
}

#[derive(Deserialize)]
struct ExamplePack {
    name: String,
    /// Names of its skills.
    skills: Vec<String>,
    content: PackContent,
}

#[derive(Deserialize)]
struct ExampleQuery {
    query: String,
    expected: Vec<String>,
}

impl Examples {
    fn shipped() -> Result<Self, Error> {
        parse(FILE, text(FILE)?)
    }
}

/// The test queries that ship, not stored yet.
pub(crate) fn queries() -> Result<Vec<LabelledQuery>, Error> {
    let queries = lines::<ExampleQuery>("queries.jsonl")?;
    let row = |ExampleQuery { query, expected }| LabelledQuery {
        id: uuid::Uuid::new_v4(),
        set: SET.to_owned(),
        text: query,
        expected,
        unwanted: Vec::new(),
        source: "sample".to_owned(),
    };
    Ok(queries.into_iter().map(row).collect())
}

/// Makes all but the queries in the open library, which has the samples and those.
pub(crate) fn make(studio: &Studio) -> Result<(), Error> {
    let Examples { run, session, pack } = Examples::shipped()?;
    make_run(studio, run)?;
    make_session(studio, session)?;
    make_pack(studio, pack)?;
    remember(studio, HAD.1)
}

/// What the open library could get of them: nothing where it had them, or is none of samples.
pub(crate) fn lacking(studio: &Studio) -> Result<Vec<SampleExample>, Error> {
    let session = studio.session()?;
    let had = session.library.get_setting(HAD.0)?;
    if !session.library.info()?.is_sample || had.as_deref() == Some(HAD.1) {
        return Ok(Vec::new());
    }
    let examples = Examples::shipped()?;
    let has_queries = !session.library.list_queries(Some(SET))?.is_empty();
    let gets_queries = !has_queries && !own_queries(&session)?.is_empty();
    let can_run = gets_queries || !session.asked(SET, None)?.0.is_empty();
    let has_run = session.library.list_runs()?.iter().any(|row| row.label == examples.run.label);
    let [begun, ..] = examples.session.messages.as_slice() else {
        return Err(bad_sample(FILE, "nothing is said in the session"));
    };
    let has_session = studio.list_simulations()?.iter().any(|row| row.title == *begun);
    let wanted = [
        (SampleExample::Queries, gets_queries),
        (SampleExample::Run, can_run && !has_run),
        (SampleExample::Session, !has_session && session.can_say(&examples.session)?),
        (SampleExample::Pack, session.can_pack(&examples.pack)?),
    ];
    Ok(wanted.into_iter().filter(|(_, is_wanted)| *is_wanted).map(|(example, _)| example).collect())
}

/// Makes what the open library lacks of them.
pub(crate) fn bring(studio: &Studio) -> Result<SampleExamples, Error> {
    let lacking = lacking(studio)?;
    let mut made = SampleExamples::default();
    if lacking.is_empty() {
        return Ok(made);
    }
    let Examples { run, session, pack } = Examples::shipped()?;
    if lacking.contains(&SampleExample::Queries) {
        made.queries = studio.session()?.put_own_queries()?;
    }
    if lacking.contains(&SampleExample::Run) {
        made.run = Some(make_run(studio, run)?);
    }
    if lacking.contains(&SampleExample::Session) {
        made.session = Some(make_session(studio, session)?);
    }
    if lacking.contains(&SampleExample::Pack) {
        made.pack = Some(make_pack(studio, pack)?);
    }
    remember(studio, HAD.1)?;
    Ok(made)
}

/// Deletes what was made of them, so that they can be had again. Gives the names of what has changed since and stays.
pub(crate) fn take_back(studio: &Studio, made: &SampleExamples) -> Result<Vec<String>, Error> {
    let mut left = Vec::new();
    if *made == SampleExamples::default() {
        return Ok(left);
    }
    let Examples { run, session, .. } = Examples::shipped()?;
    if let Some(pack) = &made.pack {
        left.extend(take_pack_back(studio, pack)?);
    }
    if let Some(id) = &made.session {
        left.extend(take_session_back(studio, id, &session)?);
    }
    if let Some(id) = &made.run {
        left.extend(take_run_back(studio, id, &run)?);
    }
    left.extend(take_queries_back(studio, &made.queries)?);
    remember(studio, "")?;
    Ok(left)
}

fn remember(studio: &Studio, word: &str) -> Result<(), Error> {
    Ok(studio.session()?.library.aside().set_setting(HAD.0, word)?)
}

/// The queries whose skills are all here.
fn own_queries(session: &Session) -> Result<Vec<LabelledQuery>, Error> {
    let known = session.skill_names()?;
    let mut queries = queries()?;
    queries.retain(|query| query.expected.iter().all(|name| known.contains(name)));
    Ok(queries)
}

impl Session {
    fn put_own_queries(&self) -> Result<Vec<String>, Error> {
        let queries = own_queries(self)?;
        self.writing().put_queries(&queries)?;
        self.emit(StudioEvent::QueriesChanged);
        Ok(queries.into_iter().map(|query| query.id.to_string()).collect())
    }

    /// Whether the agent of the session is there, and loads the skill it is about.
    fn can_say(&self, example: &ExampleSession) -> Result<bool, Error> {
        let agents = self.library.list_agents()?;
        let Some(agent) = agents.into_iter().find(|agent| agent.name == example.setup.agent) else { return Ok(false) };
        let skills = self.library.list_skills()?;
        let Some(skill) = skills.into_iter().find(|skill| skill.name == example.skill) else { return Ok(false) };
        let links = self.library.list_agent_skills()?;
        Ok(links.into_iter().any(|link| link.agent == agent.id && link.skill == skill.id))
    }

    /// Whether the pack's skills are there and it is not. One in the trash is there because the author put it there.
    fn can_pack(&self, example: &ExamplePack) -> Result<bool, Error> {
        let known = self.skill_names()?;
        let is_there = self.library.list_packs()?.iter().any(|pack| pack.name == example.name);
        let trash = self.library.list_trash()?;
        let is_trashed = trash.iter().any(|row| row.key.kind == store::TrashKind::Pack && row.name == example.name);
        Ok(!is_there && !is_trashed && example.skills.iter().all(|name| known.contains(name)))
    }
}

/// Gives the run's id.
fn make_run(studio: &Studio, mut request: RunRequest) -> Result<String, Error> {
    let session = studio.session()?;
    request.policy.min_score = session.min_score(request.scorer)?;
    let (asked, left_out) = session.asked(&request.set, request.limit)?;
    let id = uuid::Uuid::new_v4().to_string();
    session.run_and_keep(&id, &request, &asked, left_out, &mut |_| true)?;
    Ok(id)
}

/// Gives the session's id.
fn make_session(studio: &Studio, example: ExampleSession) -> Result<String, Error> {
    let model = SimulationModel::Scripted { replies: example.replies.to_string() };
    let id = studio.start_simulation(&SimulationSetup { model, ..example.setup })?.row.id;
    for message in &example.messages {
        studio.say_in_simulation(&id, message, SimulationPace::Run)?;
    }
    Ok(id)
}

fn make_pack(studio: &Studio, example: ExamplePack) -> Result<TrashRef, Error> {
    let known: HashMap<String, String> = studio.list_skills()?.into_iter().map(|row| (row.name, row.id)).collect();
    let id = |name: &String| known.get(name).cloned().ok_or_else(|| bad_sample(FILE, &format!("no skill {name}")));
    let skills = example.skills.iter().map(id).collect::<Result<_, _>>()?;
    let content = PackContent { skills, ..example.content };
    let pack = studio.save_pack(&PackEdit { id: None, aggregate_version: 0, name: example.name, content })?;
    Ok(TrashRef { kind: TrashKind::Pack, id: pack.id, aggregate_version: pack.aggregate_version })
}

/// Deletes the pack; its name where it was changed or exported since, and stays.
fn take_pack_back(studio: &Studio, made: &TrashRef) -> Result<Option<String>, Error> {
    let session = studio.session()?;
    let id = pack_id(&made.id)?;
    let Some(row) = session.library.list_packs()?.into_iter().find(|row| row.id == id) else { return Ok(None) };
    let is_as_made = row.audit.aggregate_version == row_version(made.aggregate_version);
    if !is_as_made || session.library.last_pack_export(id)?.is_some() {
        return Ok(Some(row.name));
    }
    let trashed = studio.trash_item(made, WhenNeeded::Refuse)?;
    studio.delete_trashed(&[trashed])?;
    Ok(None)
}

/// Deletes the session; its title where something was said in it since, and it stays.
fn take_session_back(studio: &Studio, made: &str, example: &ExampleSession) -> Result<Option<String>, Error> {
    let Some(row) = studio.list_simulations()?.into_iter().find(|row| row.id == made) else { return Ok(None) };
    if row.messages as usize != example.messages.len() || row.work != SimulationWork::Nobody {
        return Ok(Some(row.title));
    }
    studio.delete_simulation(made)?;
    Ok(None)
}

/// Deletes the run; its label where that is another one now, and it stays.
fn take_run_back(studio: &Studio, made: &str, example: &RunRequest) -> Result<Option<String>, Error> {
    let rows = studio.session()?.library.list_runs()?;
    let Some(row) = rows.into_iter().find(|row| row.id.to_string() == made) else { return Ok(None) };
    if row.label != example.label {
        return Ok(Some(row.label));
    }
    studio.delete_run(made)?;
    Ok(None)
}

/// Deletes the queries; the name of their set where one reads otherwise now, and stays.
fn take_queries_back(studio: &Studio, made: &[String]) -> Result<Option<String>, Error> {
    let made: HashSet<&String> = made.iter().collect();
    let shipped = queries()?;
    let is_as_shipped =
        |row: &LabelledQuery| shipped.iter().any(|query| *row == LabelledQuery { id: row.id, ..query.clone() });
    let mut rows = studio.session()?.library.list_queries(None)?;
    rows.retain(|row| made.contains(&row.id.to_string()));
    let (gone, changed): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_as_shipped);
    let gone: Vec<String> = gone.into_iter().map(|row| row.id.to_string()).collect();
    studio.delete_queries(&gone)?;
    Ok(changed.into_iter().next().map(|row| row.set))
}

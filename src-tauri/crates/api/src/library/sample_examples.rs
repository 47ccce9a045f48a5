//! What the sample library shows of its own use: a run over its test queries, a session, and a pack. Each is made by the
//! use-cases that authors make theirs with, so that it is of this version's form.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{
    Error, Studio,
    dto::{PackContent, PackEdit, RunRequest, SimulationModel, SimulationPace, SimulationSetup},
    library::sample_files::{bad_sample, parse, text},
};

const FILE: &str = "examples.json";

#[derive(Deserialize)]
struct Examples {
    run: RunRequest,
    session: ExampleSession,
    pack: ExamplePack,
}

#[derive(Deserialize)]
struct ExampleSession {
    setup: SimulationSetup,
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

/// Makes them in the open library, which has the samples.
pub(crate) fn make(studio: &Studio) -> Result<(), Error> {
    let Examples { run, session, pack } = parse(FILE, text(FILE)?)?;
    make_run(studio, run)?;
    make_session(studio, session)?;
    make_pack(studio, pack)
}

fn make_run(studio: &Studio, mut request: RunRequest) -> Result<(), Error> {
    let session = studio.session()?;
    request.policy.min_score = session.min_score(request.scorer)?;
    let (asked, left_out) = session.asked(&request.set, request.limit)?;
    let id = uuid::Uuid::new_v4().to_string();
    session.run_and_keep(&id, &request, &asked, left_out, &mut |_| true).map(drop)
}

fn make_session(studio: &Studio, example: ExampleSession) -> Result<(), Error> {
    let model = SimulationModel::Scripted { replies: example.replies.to_string() };
    let id = studio.start_simulation(&SimulationSetup { model, ..example.setup })?.row.id;
    for message in &example.messages {
        studio.say_in_simulation(&id, message, SimulationPace::Run)?;
    }
    Ok(())
}

fn make_pack(studio: &Studio, example: ExamplePack) -> Result<(), Error> {
    let known: HashMap<String, String> = studio.list_skills()?.into_iter().map(|row| (row.name, row.id)).collect();
    let id = |name: &String| known.get(name).cloned().ok_or_else(|| bad_sample(FILE, &format!("no skill {name}")));
    let skills = example.skills.iter().map(id).collect::<Result<_, _>>()?;
    let content = PackContent { skills, ..example.content };
    studio.save_pack(&PackEdit { id: None, aggregate_version: 0, name: example.name, content }).map(drop)
}

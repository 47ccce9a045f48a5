//! Exports of a large library to every target: made ready, compared with the disk and written; then imported again and
//! compared.
//!
//! The skills are grown from the corpus, or from the samples where none is named, so that anyone can run this. Each has
//! other files and tools. What a target's own rules refuse is left out and told.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use studio_api::dto::{ExportRequest, ExportTarget, Host};
use studio_api::{ErrorCode, ListFormat, Studio};
use studio_testkit::{grow_skills, repository};

use super::import;
use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 1_000;
const TOOLS: usize = 200;
/// Tools that each skill lists.
const LISTED: usize = 3;
const LONGEST: Amount = Amount::Time(Duration::from_secs(10));

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let (sources, from) = match data.corpus() {
        Ok(corpus) => (corpus.to_owned(), "the corpus"),
        Err(_) => (repository().join("skills"), "the samples, which are few and short"),
    };
    let home = tempfile::tempdir()?;
    let studio = library(home.path(), &sources)?;
    let (described, cost) = cost::of(|| studio.wait_until_described(|_| ()));
    let vectors = cost.wall;
    let mut report = match described {
        Ok(()) => report.row(Row::new("vectors of all descriptions, before light4j-sql", Amount::Time(vectors))),
        Err(error) if error.code == ErrorCode::ModelMissing => report.note(format!("without vectors: {error}")),
        Err(error) => return Err(error.into()),
    };
    for target in ExportTarget::ALL {
        let before = if *target == ExportTarget::Light4jSql { vectors } else { Duration::ZERO };
        report = exported(&studio, home.path(), *target, before, report)?;
    }
    Ok(report.note(format!("{SKILLS} skills grown from {from}, each with two files and {LISTED} of {TOOLS} tools")))
}

/// A library of that many skills and tools.
fn library(home: &Path, sources: &Path) -> Result<Studio, Failure> {
    let skills = home.join("skills");
    grow_skills(sources, &skills, SKILLS)?;
    let mut number = 0;
    for pack in fs::read_dir(&skills)? {
        for folder in fs::read_dir(pack?.path())? {
            furnish(&folder?.path(), number)?;
            number += 1;
        }
    }
    let tools: Vec<Value> = (0..TOOLS).map(tool).collect();
    let list = home.join("tools.json");
    fs::write(&list, Value::Array(tools).to_string())?;
    let studio = import::studio(home)?;
    studio.create_library_at(&home.join("library.db"), false)?;
    studio.import_lists(&[list], Some(ListFormat::McpTools))?;
    studio.import_paths(&[skills.to_string_lossy().into_owned()], false)?;
    let (skills, links) = (studio.list_skills()?.len(), studio.get_map()?.links.len());
    if skills != SKILLS || links < SKILLS {
        return Err(format!("{skills} of {SKILLS} skills came in, with {links} links").into());
    }
    Ok(studio)
}

/// Gives a skill's folder other files, and tools where it lists none.
fn furnish(folder: &Path, number: usize) -> Result<(), Failure> {
    let file = folder.join("SKILL.md");
    let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
    let tools: Vec<String> = (0..LISTED).map(|at| name((number * LISTED + at) % TOOLS)).collect();
    if let Some(rest) = text.strip_prefix("---\n").filter(|rest| !rest.contains("\nallowed-tools:")) {
        fs::write(&file, format!("---\nallowed-tools: {}\n{rest}", tools.join(" ")))?;
    }
    fs::create_dir_all(folder.join("references"))?;
    fs::write(folder.join("references/more.md"), "More of what there is to know.\n".repeat(100 + number % 50))?;
    fs::create_dir_all(folder.join("scripts"))?;
    fs::write(folder.join("scripts/run.sh"), format!("#!/bin/sh\necho {number}\n"))?;
    Ok(())
}

fn name(number: usize) -> String {
    format!("tool_{number:03}")
}

fn tool(number: usize) -> Value {
    let properties = json!({ "text": { "type": "string", "maxLength": 100 + number }, "count": { "type": "integer" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["text"] });
    json!({ "name": name(number), "description": format!("Does the work of number {number}."), "inputSchema": schema })
}

/// An export to one target; `before` is what it had to wait for the first time.
fn exported(studio: &Studio, home: &Path, target: ExportTarget, before: Duration, report: Report) -> Measured {
    let mut request = ExportRequest {
        target,
        out: home.join("out").join(target.as_str()).join("").to_string_lossy().into_owned(),
        client: (target == ExportTarget::ClientFolder).then_some(Host::ClaudeCode),
        skills: Vec::new(),
        agents: Vec::new(),
        name: None,
        is_overwriting: false,
    };
    let refused: HashSet<String> =
        studio.plan_export(&request)?.refused.into_iter().map(|refusal| refusal.entity).collect();
    if !refused.is_empty() {
        let mut names = HashSet::new();
        let taken = studio.list_skills()?.into_iter().filter(|row| !refused.contains(&format!("skill {}", row.name)));
        request.skills = taken.filter(|row| names.insert(row.name.to_lowercase())).map(|row| row.id).collect();
    }
    let (plan, cost) = cost::of(|| studio.export(&request));
    let plan = plan?;
    if let Some(refusal) = plan.refused.first() {
        return Err(format!("{target}: {} is refused: {}", refusal.entity, refusal.message).into());
    }
    let (differences, compared) = cost::of(|| studio.verify_export(&request));
    let differences = differences?.len();
    let bytes: u64 = plan.files.iter().map(|file| u64::from(file.bytes)).sum();
    let what = format!("{target}: {} files, {}", plan.files.len(), Amount::Bytes(bytes));
    let report = report
        .row(Row::new(what, Amount::Time(before + cost.wall)).goal(LONGEST))
        .row(Row::new(format!("{target}: imported again and compared"), Amount::Time(compared.wall)))
        .row(Row::new(format!("{target}: differences not named"), Amount::Count(differences)).goal(Amount::Count(0)));
    Ok(if refused.is_empty() { report } else { report.note(format!("{target} refuses {} skills", refused.len())) })
}

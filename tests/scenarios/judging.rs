//! What judges of an export make of it: adk-skill of a project, `PostgreSQL` of a file of SQL.

use std::{collections::BTreeSet, fs::File, path::Path};

use studio_api::dto::SkillRow;
use studio_testkit::PostgresServer;

/// Characters of a description that a library tells.
const LONGEST: usize = 1_024;

/// A skill by name and description, as its library has it.
pub(crate) type Expected = (String, String);

pub(crate) fn expected(rows: &[SkillRow]) -> Vec<Expected> {
    let mut expected: Vec<Expected> = rows.iter().map(|row| (row.name.clone(), row.description.clone())).collect();
    expected.sort();
    expected
}

/// What adk-skill reads of a project otherwise than expected, or not at all.
pub(crate) fn wrong_for_adk(project: &Path, expected: &[Expected]) -> Vec<String> {
    let index = adk_skill::load_skill_index(project).expect("the project is a folder");
    let mut read: Vec<Expected> =
        index.skills().iter().map(|skill| (skill.name.clone(), skill.description.trim().to_owned())).collect();
    read.sort();
    differences(expected, &read)
}

/// What `PostgreSQL` has otherwise than expected after it loaded a file into an empty database, unchanged and twice.
pub(crate) fn wrong_for_postgres(server: &PostgresServer, sql: &Path, expected: &[Expected]) -> Vec<String> {
    let database = server.database();
    for _ in 0..2 {
        let ran = server.psql(&database).stdin(File::open(sql).unwrap()).output().unwrap();
        if !ran.status.success() {
            return vec![String::from_utf8_lossy(&ran.stderr).into_owned()];
        }
    }
    let rows = "SELECT coalesce(json_agg(json_build_array(name, description)), '[]') FROM skill_t";
    let rows: Vec<(String, Option<String>)> = serde_json::from_str(&server.sql(&database, rows)).unwrap();
    let mut read: Vec<Expected> =
        rows.into_iter().map(|(name, description)| (name, description.unwrap_or_default())).collect();
    read.sort();
    differences(expected, &read)
}

/// Names of what is not the same on both sides, but for white space and for what is longer than a library tells.
fn differences(expected: &[Expected], read: &[Expected]) -> Vec<String> {
    let as_told = |all: &[Expected]| -> Vec<Expected> {
        let told = |text: &str| text.chars().take(LONGEST).collect::<String>();
        let plain = |text: &str| told(text).split_whitespace().collect::<Vec<_>>().join(" ");
        all.iter().map(|(name, text)| (name.clone(), plain(text))).collect()
    };
    let (expected, read) = (as_told(expected), as_told(read));
    let other = |all: &[Expected], than: &[Expected]| -> BTreeSet<String> {
        all.iter().filter(|one| !than.contains(one)).map(|(name, _)| name.clone()).collect()
    };
    other(&expected, &read).union(&other(&read, &expected)).cloned().collect()
}

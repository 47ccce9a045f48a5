//! What others read of our exports: the crate adk-skill, and `PostgreSQL` with pgvector. The judges that are fetched for it
//! alone are `cargo xtask judges`', which has those here judge its exports, too.

use std::{
    collections::BTreeSet,
    fs,
    fs::File,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use studio_api::dto::{ExportTarget, SkillRow};
use studio_testkit::{PostgresServer, repository};

use crate::{harness::Bench, packs::to};

/// Characters of a description that a library tells.
const LONGEST: usize = 1_024;

/// A skill by name and description, as its library has it.
type Expected = (String, String);

fn expected(rows: &[SkillRow]) -> Vec<Expected> {
    let mut expected: Vec<Expected> = rows.iter().map(|row| (row.name.clone(), row.description.clone())).collect();
    expected.sort();
    expected
}

/// What adk-skill reads of a project otherwise than expected, or not at all.
fn wrong_for_adk(project: &Path, expected: &[Expected]) -> Vec<String> {
    let index = adk_skill::load_skill_index(project).expect("the project is a folder");
    let mut read: Vec<Expected> =
        index.skills().iter().map(|skill| (skill.name.clone(), skill.description.trim().to_owned())).collect();
    read.sort();
    differences(expected, &read)
}

/// What `PostgreSQL` has otherwise than expected after it loaded a file into an empty database, unchanged and twice.
fn wrong_for_postgres(server: &PostgresServer, sql: &Path, expected: &[Expected]) -> Vec<String> {
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

/// The edge cases that every target takes.
fn edges() -> Bench {
    let bench = Bench::new();
    bench.import(&[repository().join("fixtures/skills/edges").to_str().expect("the repository has a plain name")]);
    bench
}

#[test]
fn s4_16_adk_reads_every_skill_that_went_out_to_it_with_its_tools() {
    for bench in [Bench::with_samples(), edges()] {
        bench.export(&to(&bench, ExportTarget::Adk, "project/")).unwrap();
        let project = PathBuf::from(bench.path("project"));
        assert_eq!(wrong_for_adk(&project, &expected(&bench.list_skills().unwrap())), [""; 0]);
        let index = adk_skill::load_skill_index(&project).unwrap();
        for skill in index.skills() {
            let row = bench.row(&skill.name);
            assert_eq!(skill.allowed_tools, bench.get_skill(&row.id).unwrap().allowed_tools, "{}", skill.name);
        }
        assert!(index.skills().iter().any(|skill| !skill.allowed_tools.is_empty()), "some list tools");
    }
}

#[test]
fn s0_22_the_sql_loads_unchanged_into_postgresql_once_and_again() {
    let server = PostgresServer::start(&[]);
    for bench in [Bench::with_samples(), edges()] {
        bench.wait_until_described(|_| ()).unwrap();
        bench.export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
        let rows = bench.list_skills().unwrap();
        let file = PathBuf::from(bench.path("all.sql"));
        assert_eq!(wrong_for_postgres(&server, &file, &expected(&rows)), [""; 0]);
    }
    // The samples in full: every table, vectors that can be asked, and bodies to the last character.
    let bench = Bench::with_samples();
    bench.wait_until_described(|_| ()).unwrap();
    bench.export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
    let database = server.database();
    let ran = server.psql(&database).stdin(File::open(bench.path("all.sql")).unwrap()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let count = |of: &str| -> usize { server.sql(&database, &format!("SELECT count(*) FROM {of}")).parse().unwrap() };
    let skills = bench.list_skills().unwrap();
    assert_eq!(count("skill_t WHERE description_embedding IS NOT NULL"), skills.len());
    assert_eq!(
        (count("tool_t"), count("agent_definition_t")),
        (bench.list_tools().unwrap().len(), bench.list_agents().unwrap().len())
    );
    for table in ["tool_param_t", "agent_skill_t", "skill_tool_t", "skill_dependency_t"] {
        assert!(count(table) > 0, "{table}");
    }
    let nearest = "SELECT name FROM skill_t ORDER BY description_embedding <=> \
                   (SELECT description_embedding FROM skill_t WHERE name = 'gas-emergency') LIMIT 1";
    assert_eq!(server.sql(&database, nearest), "gas-emergency");
    let body = "SELECT to_json(content_markdown) FROM skill_t WHERE name = 'gas-emergency'";
    let body: String = serde_json::from_str(&server.sql(&database, body)).unwrap();
    let text = bench.text(&bench.row("gas-emergency").id, "SKILL.md");
    assert!(text.ends_with(body.trim()) || text.trim_end().ends_with(body.trim()), "{body}");
}

/// `SKILL_STUDIO_JUDGED` names the folder: `expected.json` in it says which skills went out to `adk` and `light4j-sql`, and
/// `verdicts.json` will say what is wrong with them.
#[test]
#[ignore = "judges a folder of exports: cargo xtask judges"]
fn judges_what_lies_in_a_folder() {
    let folder =
        std::env::var_os("SKILL_STUDIO_JUDGED").map(PathBuf::from).expect("SKILL_STUDIO_JUDGED names a folder");
    let read: Value = serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let of = |target: &str| -> Vec<Expected> { serde_json::from_value(read[target].clone()).unwrap() };
    let server = PostgresServer::start(&[]);
    let verdicts = json!({
        "adk": wrong_for_adk(&folder.join("adk"), &of("adk")),
        "light4j-sql": wrong_for_postgres(&server, &folder.join("light4j-sql/all.sql"), &of("light4j-sql")),
    });
    fs::write(folder.join("verdicts.json"), verdicts.to_string()).unwrap();
}

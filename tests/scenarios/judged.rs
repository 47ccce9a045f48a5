//! What others read of our exports: the crate adk-skill, and `PostgreSQL` with pgvector. The judges that are fetched for it
//! alone are `cargo xtask judges`', which has these judge its exports, too.

use std::{fs::File, path::PathBuf};

use studio_api::dto::ExportTarget;
use studio_testkit::{PostgresServer, repository};

use crate::{
    harness::Bench,
    judging::{expected, wrong_for_adk, wrong_for_postgres},
    packs::to,
};

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
    let server = PostgresServer::shared();
    for bench in [Bench::with_samples(), edges()] {
        bench.wait_until_described(|_| ()).unwrap();
        bench.export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
        let rows = bench.list_skills().unwrap();
        let file = PathBuf::from(bench.path("all.sql"));
        assert_eq!(wrong_for_postgres(server, &file, &expected(&rows)), [""; 0]);
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

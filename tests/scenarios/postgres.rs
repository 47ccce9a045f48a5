//! What is exported for light-4j, loaded by a real `PostgreSQL` server with pgvector.

use std::{fs::File, process::Command};

use studio_api::dto::{ExportRequest, ExportTarget};
use studio_testkit::PostgresServer;

use crate::harness::Bench;

/// Gives psql a file as it stands; all of it is one script.
fn load(server: &PostgresServer, url: &str, file: &str) {
    let mut psql: Command = server.psql(url);
    let ran = psql.stdin(File::open(file).expect("it was exported")).output().expect("psql runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn s0_22_the_sql_export_loads_unchanged_into_a_real_server_and_holds_the_library() {
    let bench = Bench::with_samples();
    bench.wait_until_indexed().unwrap();
    let request = ExportRequest {
        target: ExportTarget::Light4jSql,
        out: bench.path("all.sql"),
        client: None,
        skills: Vec::new(),
        agents: Vec::new(),
        name: None,
        is_overwriting: false,
    };
    bench.export(&request).unwrap();
    let server = PostgresServer::shared();
    let url = server.database();
    load(server, &url, &bench.path("all.sql"));

    let column = |sql: &str| -> Vec<String> { server.sql(&url, sql).lines().map(str::to_owned).collect() };
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let skills = bench.list_skills().unwrap();
    let names = sorted(skills.iter().map(|row| row.name.clone()).collect());
    assert_eq!(sorted(column("SELECT name FROM skill_t WHERE active")), names);
    let tools = bench.list_tools().unwrap();
    let names = sorted(tools.iter().map(|tool| tool.name.clone()).collect());
    assert_eq!(sorted(column("SELECT name FROM tool_t WHERE active")), names);
    let agents = bench.list_agents().unwrap();
    let names = sorted(agents.iter().map(|agent| agent.name.clone()).collect());
    assert_eq!(sorted(column("SELECT agent_name FROM agent_definition_t WHERE active")), names);
    // Texts come through the SQL as they are, quotes, line ends and all.
    for row in &skills {
        let sql = format!("SELECT md5(description) FROM skill_t WHERE name = '{}'", row.name);
        let own = server.sql(&url, &format!("SELECT md5($text${}$text$)", row.description));
        assert_eq!(server.sql(&url, &sql), own, "{}", row.name);
    }
    let links = "SELECT (SELECT count(*) FROM skill_tool_t), (SELECT count(*) FROM skill_dependency_t),
        (SELECT count(*) FROM agent_skill_t), (SELECT count(*) FROM tool_param_t)";
    assert!(server.sql(&url, links).split('|').all(|count| count != "0"), "each kind of link is there");
    let vectors =
        "SELECT bool_and(vector_dims(description_embedding) = 384) AND count(description_embedding) = count(*)
        FROM skill_t";
    assert_eq!(server.sql(&url, vectors), "t", "with what each description means");

    // A second time it finds its rows there and changes nothing.
    let count = server.sql(&url, links);
    load(server, &url, &bench.path("all.sql"));
    assert_eq!(server.sql(&url, links), count);
}

//! Servers that are not as they should be: each says what it is, and nothing is half done.

use std::{net::TcpListener, thread};

use studio_testkit::{POSTGRES_PASSWORD, Port, PostgresServer};

use super::{counts, member::Member, team};

#[test]
fn a_server_that_is_not_there_or_refuses_or_knows_no_such_database_is_named() {
    let server = PostgresServer::shared();
    let url = server.database();
    let database = url.rsplit('/').next().expect("a database");
    let nobodys = Port::reserve();
    let cases = [
        (format!("postgresql://ann@127.0.0.1:{}/team", nobodys.number()), "can't be reached"),
        (server.url("postgres", "wrong", database), "rejected the sign-in"),
        (server.url("nobody", "x", database), "rejected the sign-in"),
        (server.url("postgres", POSTGRES_PASSWORD, "elsewhere"), "Database not found"),
        ("mysql://ann@127.0.0.1/team".to_owned(), "isn't the URL of a PostgreSQL database"),
        (format!("{url}?sslmode=require"), "can't be encrypted"),
        // What is called localhost would be spoken to in the clear, wherever it is.
        ("postgresql://ann:p@ss@localhost/team?hostaddr=6.6.6.6".to_owned(), "hostaddr"),
        ("postgresql://ann:p@ss@localhost/team?host%61ddr=6.6.6.6".to_owned(), "can't be encoded"),
    ];
    for (address, expected) in cases {
        let member = Member::new("ann", &address, false);
        for arguments in [&["push"][..], &["pull"], &["push", "--migrate"], &["push", "--plan"]] {
            let ran = member.run(arguments).ended(2);
            assert!(ran.err.contains(expected), "{address}: {}", ran.err);
            assert!(!ran.err.contains("wrong") && !ran.err.contains("p@ss"), "{}", ran.err);
        }
    }
    let fresh = Member::new("ann", &url, true);
    let ran = fresh.run(&["push"]).ended(2);
    assert!(ran.err.contains("isn't set up") && ran.err.contains("--migrate"), "{}", ran.err);
    assert_eq!(server.sql(&url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0");
    // What would be done is shown, and only shown.
    let plan = fresh.json(&["push", "--plan"], 0);
    assert_eq!(plan["steps"].as_array().map(Vec::len), Some(4), "{plan:#}");
    assert!(plan["steps"][0]["sql"].as_str().is_some_and(|sql| sql.contains("CREATE TABLE IF NOT EXISTS skill_t")));
    assert_eq!(server.sql(&url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0");
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        let held: Vec<_> = listener.incoming().take(8).collect();
        drop(held);
    });
    let member = Member::new("ann", &format!("postgresql://ann@127.0.0.1:{port}/team"), false);
    let ran = member.run(&["pull"]).ended(2);
    assert!(ran.err.contains("didn't respond within 10 seconds"), "{}", ran.err);
}

#[test]
fn a_newer_schema_another_table_and_a_server_without_pgvector_are_left_alone() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann"]);
    server.sql(&url, "INSERT INTO studio_schema_t (version, title) VALUES (99, 'tomorrow')");
    for arguments in [&["push"][..], &["pull"], &["push", "--migrate"]] {
        let ran = members[0].run(arguments).ended(2);
        assert!(ran.err.contains("newer version of Skill Studio (schema 99"), "{}", ran.err);
    }

    let other = Member::new("bob", &server.database(), false);
    server.sql(other.url(), "CREATE TABLE tool_t (tool text)");
    let ran = other.run(&["push", "--migrate"]).ended(2);
    assert!(ran.err.contains("tool_t"), "{}", ran.err);
    assert_eq!(server.sql(other.url(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "1");

    let bare = PostgresServer::start_without_vectors();
    let member = Member::new("cem", &bare.database(), false);
    let ran = member.run(&["push", "--migrate"]).ended(2);
    assert!(ran.err.contains("doesn't have pgvector"), "{}", ran.err);
    assert_eq!(bare.sql(member.url(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0");
}

#[test]
fn a_reader_pulls_and_a_writer_pushes_and_neither_can_do_more() {
    // Roles belong to the server as a whole.
    let server = PostgresServer::start(&[]);
    let (url, members) = team(&server, &["ann"]);
    let plan = members[0].json(&["push", "--plan"], 0);
    assert_eq!(plan["steps"].as_array().map(Vec::len), Some(0), "{plan:#}");
    server.sql(&url, plan["roles"].as_str().expect("the roles"));
    server.sql(&url, "CREATE ROLE rae LOGIN PASSWORD 'r' IN ROLE studio_reader");
    server.sql(&url, "CREATE ROLE wim LOGIN PASSWORD 'w' IN ROLE studio_writer");
    let database = url.rsplit('/').next().expect("a database");
    let member = |login: &str, access: &str| {
        let grant = format!("SELECT studio_grant(name, '{login}', '{access}') FROM studio_library_t");
        server.sql(&url, &grant);
    };
    member("rae", "reader");
    member("wim", "writer");

    let reader = Member::new("rae", &server.url("rae", "r", database), false);
    assert!(counts(&reader.json(&["pull"], 0)).created > 0);
    reader.edit("greeter", "Body.", "Read only.");
    let ran = reader.run(&["push"]).ended(2);
    assert!(ran.err.contains("studio_writer"), "{}", ran.err);

    let writer = Member::new("wim", &server.url("wim", "w", database), false);
    writer.json(&["pull"], 0);
    writer.edit("greeter", "Body.", "Written.");
    assert_eq!(counts(&writer.json(&["push"], 0)).updated, 1);
    let role = |sql: &str| server.refusal(&url, &format!("SET ROLE studio_writer; {sql}"));
    assert!(role("DELETE FROM studio_item_t").contains("permission denied"));
    assert!(role("DROP TABLE skill_t").contains("must be owner"));
}

#[test]
fn what_another_program_wrote_is_never_overwritten() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann"]);
    let change = "UPDATE skill_t SET description = 'The portal says', aggregate_version = aggregate_version + 1
        WHERE name = 'greeter'";
    server.sql(&url, change);
    let report = members[0].json(&["push"], 1);
    assert_eq!(report["skipped"][0]["name"], "greeter", "{report:#}");
    members[0].edit("greeter", "Body.", "Ann's.");
    let report = members[0].json(&["push"], 1);
    assert_eq!(
        (&report["conflicts"][0]["name"], &report["conflicts"][0]["remote_version"]),
        (&"greeter".into(), &2.into())
    );
    assert_eq!(server.sql(&url, "SELECT description FROM skill_t WHERE name = 'greeter'"), "The portal says");
}

#[test]
fn a_password_is_kept_nowhere_and_may_be_named_as_a_secret() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann"]);
    let ann = &members[0];
    for bytes in ann.files() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(POSTGRES_PASSWORD) && !text.contains("p%40ss"), "the password is in a file");
    }
    let bare = url.replacen(&format!(":{}", "p%40ss%20word"), "", 1);
    let there = ann.at(&bare).env("PGPASSWORD", POSTGRES_PASSWORD).output().expect("the program starts");
    assert_eq!(there.status.code(), Some(0), "{}", String::from_utf8_lossy(&there.stderr));
    let named = url.replacen("p%40ss%20word", "secret://team-db", 1);
    let missing = ann.at(&named).output().expect("the program starts");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("team-db"));
    ann.set_secret("team-db", POSTGRES_PASSWORD);
    let known = ann.at(&named).output().expect("the program starts");
    assert_eq!(known.status.code(), Some(0), "{}", String::from_utf8_lossy(&known.stderr));
}

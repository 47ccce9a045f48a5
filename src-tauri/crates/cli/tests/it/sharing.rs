//! Libraries that are shared through a real `PostgreSQL` server with pgvector: pushes, pulls, merges, and what goes wrong.

mod apart;
mod asking;
mod failures;
mod member;
mod tenants;

use std::{process::Command, thread};

use serde_json::Value;
use studio_testkit::{PostgresServer, until};

use crate::hostile::{EVIL, EVIL_YAML, is_plain};
use member::{Member, counts};

/// Members of a team that share one library: the first has the samples and has pushed them.
fn team(server: &PostgresServer, names: &[&str]) -> (String, Vec<Member>) {
    let url = server.database();
    let members: Vec<Member> = names.iter().map(|name| Member::new(name, &url, *name == names[0])).collect();
    let pushed = members[0].json(&["push", "--migrate"], 0);
    assert_eq!((counts(&pushed).updated, &pushed["conflicts"]), (0, &Value::Array(Vec::new())), "{pushed:#}");
    for member in &members[1..] {
        let pulled = member.json(&["pull"], 0);
        assert_eq!(counts(&pulled).created, counts(&pushed).created, "{pulled:#}");
    }
    (url, members)
}

#[test]
fn s0_24_a_stale_push_is_a_conflict_that_names_both_versions_and_changes_nothing() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann", "bob"]);
    let [ann, bob] = &members[..] else { panic!("two of them") };
    assert_eq!(ann.fingerprint(), bob.fingerprint(), "what was pulled is what was pushed");
    assert_eq!(counts(&bob.json(&["push"], 0)).changed(), 0, "and nothing of it is a change");

    // Both change the same line; Bob something else besides.
    ann.edit("code-reviewer", "Body.", "Ann's body.");
    bob.edit("code-reviewer", "Body.", "Bob's body.");
    bob.edit("greeter", "Body.", "Bob greets.");
    assert_eq!(counts(&ann.json(&["push"], 0)).updated, 1);
    let before = server.sql(&url, "SELECT max(revision), count(*) FROM studio_item_t");
    let refused = bob.json(&["push"], 1);
    let conflict = &refused["conflicts"][0];
    assert_eq!((&conflict["kind"], &conflict["name"]), (&"skill".into(), &"code-reviewer".into()), "{refused:#}");
    assert_eq!((&conflict["local_version"], &conflict["remote_version"]), (&2.into(), &2.into()), "{refused:#}");
    assert_eq!(counts(&refused).changed(), 0, "{refused:#}");
    assert_eq!(server.sql(&url, "SELECT max(revision), count(*) FROM studio_item_t"), before, "all or nothing");

    // Pulling says the same of it, and brings nothing in its place.
    let pulled = bob.json(&["pull"], 1);
    assert_eq!(pulled["conflicts"][0]["fields"], serde_json::json!(["/document"]), "{pulled:#}");
    assert!(bob.text("code-reviewer").contains("Bob's body."));
    assert_eq!(bob.states()["skill code-reviewer"], "both_changed");
    assert_eq!(bob.states()["skill greeter"], "locally_modified");

    // Bob decides, and both end alike.
    assert_eq!(counts(&bob.json(&["pull", "--prefer", "mine"], 0)).merged, 1);
    assert_eq!(counts(&bob.json(&["push"], 0)).updated, 2);
    assert_eq!(ann.states()["skill code-reviewer"], "update_available");
    assert_eq!(counts(&ann.json(&["pull"], 0)).updated, 2);
    assert!(ann.text("code-reviewer").contains("Bob's body."));
    assert_eq!(ann.fingerprint(), bob.fingerprint());
    assert!(ann.states().values().all(|state| state == "current"), "{:?}", ann.states());
    let versions = server.sql(
        &url,
        "SELECT s.aggregate_version, i.aggregate_version FROM skill_t s JOIN studio_item_t i
        ON i.host_id = s.host_id AND i.item_id = s.skill_id WHERE s.name = 'code-reviewer'",
    );
    assert_eq!(versions, "3|3", "the seed's column counts the same");
}

#[test]
fn nothing_a_server_says_reaches_the_terminal_raw() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann", "bob"]);
    let [ann, bob] = &members[..] else { panic!("two of them") };
    ann.edit("greeter", "name: greeter", &format!("name: \"greeter{EVIL_YAML}\""));
    ann.edit("code-reviewer", "Reviews code", &format!("\"Reviews {EVIL_YAML}\""));
    bob.edit("code-reviewer", "Reviews code", "Reviews more");
    for arguments in [&["push", "--dry-run"][..], &["push"]] {
        is_plain(&ann.run(arguments));
    }
    // Who writes there may call themselves anything.
    let evil = EVIL.replace('\'', "''");
    server.sql(&url, &format!("UPDATE studio_item_t SET update_user = '{evil}'"));
    for arguments in [
        &["pull", "--status"][..],
        &["push", "--dry-run"],
        &["push"],
        &["pull", "--dry-run"],
        &["pull"],
        &["search", "reviews"],
        &["pull", "--prefer", "theirs"],
        &["pull", "--status"],
    ] {
        is_plain(&bob.run(arguments));
        is_plain(&bob.run(&[arguments, &["--json"]].concat()));
    }
    let status = bob.json(&["pull", "--status"], 0).to_string();
    assert!(
        status.contains(r"\\u{1b}]0;owned") && !status.contains(EVIL),
        "a row shows it, and holds it nowhere: {status}"
    );
}

#[test]
fn changes_of_different_lines_are_merged_and_deletions_travel() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann", "bob"]);
    let [ann, bob] = &members[..] else { panic!("two of them") };
    ann.edit("code-reviewer", "---\n\nBody.", "---\n\nAnn's beginning.\n\nBody.");
    bob.edit("code-reviewer", "Last line.", "Bob's last line.");
    ann.json(&["push"], 0);
    let pulled = bob.json(&["pull"], 0);
    assert_eq!((counts(&pulled).merged, counts(&pulled).updated), (1, 0), "{pulled:#}");
    let merged = bob.text("code-reviewer");
    assert!(merged.contains("Ann's beginning.") && merged.contains("Bob's last line."), "{merged}");
    assert_eq!(bob.states()["skill code-reviewer"], "locally_modified");
    bob.json(&["push"], 0);
    assert_eq!(ann.states()["skill code-reviewer"], "update_available");
    ann.json(&["pull"], 0);
    assert_eq!(ann.text("code-reviewer"), merged);

    // What is deleted goes to the trash of the others, and comes back from there.
    bob.run(&["trash", "put", "skill", "greeter"]).ended(0);
    assert_eq!(bob.states()["skill greeter"], "locally_modified");
    bob.json(&["push"], 0);
    assert_eq!(server.sql(&url, "SELECT active, aggregate_version FROM skill_t WHERE name = 'greeter'"), "f|2");
    ann.json(&["pull"], 0);
    assert!(!ann.names().contains(&"greeter".to_owned()));
    ann.run(&["trash", "restore", "skill", "greeter"]).ended(0);
    ann.json(&["push"], 0);
    assert_eq!(server.sql(&url, "SELECT active, aggregate_version FROM skill_t WHERE name = 'greeter'"), "t|3");
    bob.json(&["pull"], 0);
    assert!(bob.names().contains(&"greeter".to_owned()));
    assert_eq!(ann.fingerprint(), bob.fingerprint());

    // A deletion against a change is a conflict, which somebody decides.
    ann.run(&["trash", "put", "skill", "greeter"]).ended(0);
    bob.edit("greeter", "Body.", "Bob keeps it.");
    bob.json(&["push"], 0);
    assert_eq!(ann.json(&["push"], 1)["conflicts"][0]["local_version"], 0);
    ann.json(&["pull", "--prefer", "theirs"], 0);
    assert!(ann.text("greeter").contains("Bob keeps it."));
    assert_eq!(ann.fingerprint(), bob.fingerprint());
}

#[test]
fn two_libraries_that_had_the_same_before_they_met_share_it_once() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann"]);
    let bob = Member::with_samples("bob", &url);
    bob.edit("emergency", "\n---\n", "\n---\n\nBob is calm.\n");
    let pulled = bob.json(&["pull"], 1);
    assert_eq!(counts(&pulled).created, 2, "the two that only Ann had: {pulled:#}");
    assert_eq!(pulled["conflicts"].as_array().map(Vec::len), Some(1), "only what differs: {pulled:#}");
    assert_eq!(pulled["conflicts"][0]["fields"], serde_json::json!(["/document"]), "{pulled:#}");
    bob.json(&["pull", "--prefer", "mine"], 0);
    assert_eq!(counts(&bob.json(&["push"], 0)).updated, 1);
    members[0].json(&["pull"], 0);
    assert!(members[0].text("emergency").contains("Bob is calm."));
    assert_eq!(members[0].fingerprint(), bob.fingerprint());
    let doubles = "SELECT count(*) FROM (SELECT name FROM skill_t GROUP BY name HAVING count(*) > 1) d";
    assert_eq!(server.sql(&url, doubles), "0");
}

#[test]
fn s0_16_every_row_of_the_seed_bears_its_tenant_version_and_user_on_the_server() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann"]);
    let host = server.sql(&url, "SELECT host_id FROM studio_library_t");
    for table in [
        "skill_t",
        "tool_t",
        "tool_param_t",
        "agent_definition_t",
        "agent_skill_t",
        "skill_tool_t",
        "skill_dependency_t",
    ] {
        let sql = format!(
            "SELECT count(*) > 0, bool_and(host_id = '{host}' AND aggregate_version = 1 AND active AND update_ts IS NOT NULL
                AND update_user IS NOT NULL) FROM {table}"
        );
        assert_eq!(server.sql(&url, &sql), "t|t", "{table}");
    }
    let loaded = "SELECT string_agg(s.name, ',' ORDER BY coalesce(l.sequence_id, 0), coalesce(l.priority, 0) DESC, s.name)
        FROM agent_definition_t a JOIN agent_skill_t l USING (host_id, agent_def_id) JOIN skill_t s USING (host_id, skill_id)
        WHERE a.agent_name = (SELECT min(agent_name) FROM agent_definition_t)";
    assert!(!server.sql(&url, loaded).is_empty(), "the platform's own query finds an agent's skills");
    let indexes = "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%vector_cosine_ops%'";
    assert_eq!(server.sql(&url, indexes), "2");
    let body = server.sql(&url, "SELECT content_markdown FROM skill_t WHERE name = 'greeter'");
    assert!(
        members[0].text("greeter").ends_with(&body) || members[0].text("greeter").trim_end().ends_with(&body),
        "{body}"
    );
}

#[test]
fn four_writers_at_once_lose_nothing_and_end_alike() {
    // `SKILL_STUDIO_SHARING_ROUNDS=500` is the whole of it; each round is a process or more for each writer.
    let named = std::env::var("SKILL_STUDIO_SHARING_ROUNDS").ok();
    let rounds: usize = named.map_or(3, |rounds| rounds.parse().expect("a number of rounds"));
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann", "bob", "cem", "dee"]);
    let writers: Vec<_> = members
        .into_iter()
        .map(|member| {
            thread::spawn(move || {
                for round in 0..rounds {
                    let mark = format!("{} {round}", member.name);
                    // Everybody adds a line to one skill, in the same place: each push but the first conflicts.
                    member.edit("code-reviewer", "Last line.", &format!("{mark}\nLast line."));
                    member.push_merging(&mark);
                }
                member
            })
        })
        .collect();
    let members: Vec<Member> = writers.into_iter().map(|writer| writer.join().expect("no writer fails")).collect();
    for member in &members {
        member.json(&["pull"], 0);
    }
    let (text, fingerprint) = (members[0].text("code-reviewer"), members[0].fingerprint());
    for member in &members {
        assert_eq!(member.text("code-reviewer"), text);
        assert_eq!(member.fingerprint(), fingerprint);
        for round in 0..rounds {
            assert_eq!(text.matches(&format!("{} {round}\n", member.name)).count(), 1, "{text}");
        }
    }
    let pushes = 4 * rounds as i64;
    let row = server.sql(&url, "SELECT aggregate_version - 1 FROM skill_t WHERE name = 'code-reviewer'");
    assert_eq!(row, pushes.to_string(), "each of them counted");
}

#[test]
fn a_push_that_is_killed_leaves_nothing_and_so_does_a_server_that_dies() {
    let mut server = PostgresServer::start(&[]);
    let (url, members) = team(&server, &["ann"]);
    let ann = &members[0];
    ann.edit("greeter", "Body.", "First.");
    ann.edit("code-reviewer", "Body.", "Second.");
    let state =
        "SELECT revision, (SELECT max(revision) FROM studio_item_t), (SELECT sum(aggregate_version) FROM skill_t),
        (SELECT count(*) FROM studio_content_t) FROM studio_library_t";
    let before = server.sql(&url, state);

    // The second of its rows is held by somebody else: the push stands in its middle when it is killed.
    let mut holder = hold(&server, &url, "code-reviewer");
    let mut push = ann.command(&["push"]).spawn().expect("the program starts");
    until("a push to wait", || server.sql(&url, member::IS_WAITING) == "1");
    push.kill().expect("it can be killed");
    push.wait().expect("it ends");
    holder.kill().expect("it can be killed");
    holder.wait().expect("it ends");
    until("the push to be taken back", || server.sql(&url, member::IS_OPEN) == "0");
    assert_eq!(server.sql(&url, state), before);

    // The same with the server.
    let mut holder = hold(&server, &url, "code-reviewer");
    let push = ann.command(&["push"]).stderr(std::process::Stdio::piped()).spawn().expect("the program starts");
    until("a push to wait", || server.sql(&url, member::IS_WAITING) == "1");
    server.kill();
    let ended = push.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("was lost") || said.contains("can't be reached"), "{said}");
    let _ = holder.wait();
    server.launch();
    assert_eq!(server.sql(&url, state), before);

    // Nothing was forgotten here, either.
    assert_eq!(counts(&ann.json(&["push"], 0)).updated, 2);
    let bob = Member::new("bob", &url, false);
    bob.json(&["pull"], 0);
    assert_eq!(ann.fingerprint(), bob.fingerprint());
}

/// Somebody who holds the row of a skill and does nothing more.
fn hold(server: &PostgresServer, url: &str, skill: &str) -> std::process::Child {
    let sql = format!("BEGIN; SELECT 1 FROM skill_t WHERE name = '{skill}' FOR UPDATE; SELECT pg_sleep(600)");
    let mut command: Command = server.psql(url);
    let holder = command.args(["-c", &sql]).spawn().expect("psql runs");
    until("somebody to hold the row", || server.sql(url, member::IS_SLEEPING) == "1");
    holder
}

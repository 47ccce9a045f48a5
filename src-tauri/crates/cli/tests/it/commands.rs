//! Commands on libraries and on files: what they print, and how they end.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::Stdio,
};

use studio_api::dto::ADK_SKILL;

use crate::harness::{Home, check_fields, skill};

#[test]
fn init_makes_a_library_once() {
    let home = Home::new();
    let made = home.json(&["init"], 0);
    assert_eq!(made["skills"], 0);
    let again = home.run(&["init"]).ended(2);
    assert!(
        again.err.contains("already exists") && again.err.contains(made["path"].as_str().unwrap()),
        "{}",
        again.err
    );
    let samples = home.json(&["init", "--samples", "--library", "s.db"], 0);
    assert!(samples["skills"].as_u64() >= Some(25));
    assert!(home.folder().join("s.db").is_file());
    home.run(&["--library", "s.db", "init"]).ended(2);
}

#[test]
fn without_a_library_every_command_says_so() {
    let home = Home::new();
    for arguments in [&["list", "skills"][..], &["show", "skill", "x"], &["score", "x"], &["resolve", "--by-name", "x"]]
    {
        let ran = home.run(arguments).ended(2);
        assert!(ran.err.contains("No library"), "{}", ran.err);
        assert!(ran.out.is_empty());
    }
    let named = home.run(&["list", "skills", "--library", "nowhere.db"]).ended(2);
    assert!(named.err.contains("nowhere.db"), "{}", named.err);
    home.write("text.db", "a shopping list");
    let ran = home.run(&["--library", "text.db", "list", "skills", "--json"]).ended(2);
    let error: serde_json::Value = serde_json::from_str(ran.err.trim()).expect("with --json errors are JSON too");
    assert_eq!(error["error"]["code"], "not_a_library");
    assert!(ran.out.is_empty());
}

#[test]
fn bad_usage_is_two() {
    let home = Home::new();
    for arguments in [
        &[][..],
        &["nonsense"],
        &["list"],
        &["list", "nonsense"],
        &["import"],
        &["lint"],
        &["score"],
        &["score", "x", "--scorer", "nonsense"],
        &["score", "x", "--top-k", "many"],
        &["resolve", "--mode", "nonsense"],
        &["tokens"],
        &["tokens", "a", "--skill", "b"],
    ] {
        let ran = home.run(arguments).ended(2);
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{arguments:?}");
    }
    let help = home.run(&["--help"]).ended(0).out;
    assert!(help.starts_with("Author, test and ship agent skills"), "{help}");
    for command in ["score", "resolve", "simulate"] {
        let help = home.run(&[command, "--help"]).ended(0).out;
        assert!(help.contains(&format!("adk-skill {ADK_SKILL}")), "{command} says which adk-rust it is: {help}");
    }
    home.run(&["--version"]).ended(0);
}

#[test]
fn import_creates_the_library_and_reports_everything() {
    let home = Home::new();
    home.write("skills/good/SKILL.md", &skill("good", "Is good. Use when good."));
    home.write("skills/page/SKILL.md", "# Just a page\n");
    home.write("skills/archive.zip", "no archive");
    let report = home.json(&["import", "skills", "skills/archive.zip", "--library", "l.db"], 1);
    check_fields(&report, &["imported", "skipped", "warnings"]);
    let imported = report["imported"].as_array().unwrap();
    assert_eq!(imported.len(), 2);
    for item in imported {
        check_fields(item, &["kind", "name", "id", "path"]);
        assert_eq!(item["kind"], "skill");
    }
    let skipped = report["skipped"].as_array().unwrap();
    assert!(skipped.iter().any(|item| item["code"] == "archive-damaged"), "{skipped:?}");
    for item in skipped {
        check_fields(item, &["path", "code", "message"]);
    }
    let warning = &report["warnings"][0];
    check_fields(warning, &["path", "code", "message", "line", "column"]);
    assert!(warning["path"].as_str().unwrap().ends_with("page/SKILL.md"));

    let again = home.json(&["--library", "l.db", "import", "skills/good"], 0);
    assert_eq!(again["imported"][0]["name"], "good");
    assert_eq!(home.json(&["list", "skills", "--library", "l.db"], 0).as_array().unwrap().len(), 2);

    let gone = home.run(&["import", "nowhere", "--library", "new.db"]).ended(2);
    assert!(gone.err.contains("nowhere"), "{}", gone.err);
    assert!(!home.folder().join("new.db").exists(), "nothing is made for a path that leads nowhere");
    let format = home.run(&["import", "skills", "--library", "l.db", "--format", "nonsense"]).ended(2);
    assert!(format.err.contains("nonsense") && format.err.contains("agent-skills"), "{}", format.err);
    home.write("p/AGENTS.md", "# Agents\n\nBe kind.\n");
    let adk = home.json(&["import", "p", "--format", "adk", "--library", "l.db"], 0);
    assert_eq!(adk["imported"][0]["name"], "agents");
}

#[test]
fn list_and_show_give_whole_entities() {
    let home = Home::with_samples();
    for (what, names) in [
        ("skills", &["id", "name", "description", "tags"][..]),
        ("tools", &["id", "name", "description"]),
        ("agents", &["id", "name", "model", "skills"]),
        ("servers", &["id", "name", "tools"]),
    ] {
        let listed = home.json(&["list", what], 0);
        let rows = listed.as_array().unwrap();
        assert!(!rows.is_empty(), "{what}");
        for row in rows {
            check_fields(row, names);
        }
        let plain = home.run(&["list", what]).ended(0).out;
        assert_eq!(plain.lines().count(), rows.len(), "{what}");
    }
    let skill = home.json(&["show", "skill", "emergency"], 0);
    check_fields(&skill, &["id", "name", "description", "tags", "allowed_tools", "files", "hash", "text", "version"]);
    assert!(skill["text"].as_str().unwrap().starts_with("---\nname: emergency\n"));
    let by_id = home.json(&["show", "skill", skill["id"].as_str().unwrap()], 0);
    assert_eq!(by_id, skill);
    assert_eq!(home.run(&["show", "skill", "emergency"]).ended(0).out, skill["text"].as_str().unwrap());
    let tool = home.json(&["show", "tool", "sayHello"], 0);
    check_fields(&tool, &["id", "name", "description", "implementation", "parameters"]);
    let agent = home.json(&["show", "agent", "hello_world_agent"], 0);
    check_fields(&agent, &["id", "name", "description", "instruction", "model_name", "temperature", "skills"]);
    for what in ["skill", "tool", "agent"] {
        let missing = home.run(&["show", what, "nobody"]).ended(2);
        assert!(missing.err.contains("nobody"), "{}", missing.err);
    }
    home.run(&["init", "--library", "empty.db"]).ended(0);
    assert_eq!(home.json(&["list", "skills", "--library", "empty.db"], 1), serde_json::json!([]));
}

#[test]
fn lint_needs_no_library_and_ends_with_one_on_findings() {
    let home = Home::new();
    home.write("clean/SKILL.md", &skill("clean", "Says what it does and for whom. Use when it is asked for."));
    home.write("bad/SKILL.md", "---\nname: Bad Name\n---\n\nBody.\n");
    assert_eq!(home.json(&["lint", "clean"], 0)["findings"], serde_json::json!([]));
    let linted = home.json(&["lint", "bad", "clean"], 1);
    for finding in linted["findings"].as_array().unwrap() {
        check_fields(finding, &["path", "line", "column", "severity", "code", "message"]);
        assert!(finding["path"].as_str().unwrap().ends_with("bad/SKILL.md"));
    }
    let codes: Vec<_> = linted["findings"].as_array().unwrap().iter().map(|finding| &finding["code"]).collect();
    assert!(codes.contains(&&"name-format".into()) && codes.contains(&&"description-missing".into()), "{codes:?}");
    let plain = home.run(&["lint", "bad"]).ended(1).out;
    assert!(plain.lines().next().unwrap().contains("SKILL.md:"), "{plain}");
    let light = home.json(&["lint", "clean", "--target", "light-4j"], 0);
    assert_eq!(light["findings"], serde_json::json!([]));
    let gone = home.run(&["lint", "clean", "nowhere"]).ended(2);
    assert!(gone.err.contains("nowhere"), "{}", gone.err);
    let target = home.run(&["lint", "clean", "--target", "nonsense"]).ended(2);
    assert!(target.err.contains("nonsense") && target.err.contains("agent-skills"), "{}", target.err);
    std::fs::create_dir(home.folder().join("empty")).unwrap();
    let nothing = home.run(&["lint", "empty", "--json"]).ended(1);
    assert_eq!(nothing.json()["findings"], serde_json::json!([]));
    assert!(nothing.err.contains("empty") || nothing.err.contains("No skill file"), "{}", nothing.err);
}

#[test]
fn lint_checks_tools_against_the_users_library_and_goes_on_without_one() {
    let home = Home::new();
    let text = skill("gifts", "Gives what is asked for. Use when it is asked for.");
    home.write("gifts/SKILL.md", &text.replace("Body.", "Use `issue_voucher`, with `voucher_kind` as asked."));
    let without = home.run(&["lint", "gifts"]).ended(0);
    assert!(without.err.contains("tool names not checked"), "{}", without.err);
    home.run(&["init", "--library", "empty.db"]).ended(0);
    for arguments in [&["lint", "gifts"][..], &["lint", "gifts", "--library", "empty.db"]] {
        let linted = home.json(arguments, 1);
        let found: Vec<_> = linted["findings"].as_array().unwrap().iter().map(|finding| &finding["code"]).collect();
        assert_eq!(found, ["tool-mention"], "a library without tools knows of none");
    }
    std::fs::remove_file(home.folder().join("empty.db")).unwrap();
    let gone = home.run(&["lint", "gifts"]).ended(0);
    assert!(gone.err.contains("tool names not checked"), "{}", gone.err);
    home.run(&["lint", "gifts", "--library", "empty.db"]).ended(2);
}

#[test]
fn tokens_are_counted_by_tier() {
    let home = Home::with_samples();
    home.write("one/SKILL.md", &skill("one", "First. Use when first."));
    home.write("one/notes.md", "Some notes.");
    home.write("plain.txt", "Just some words.");
    for arguments in [&["tokens", "one"][..], &["tokens", "plain.txt"], &["tokens", "--skill", "code-review"]] {
        let counted = home.json(arguments, 0);
        check_fields(&counted, &["description", "body", "files", "total", "tokenizer"]);
        let part = |name: &str| counted[name].as_u64().unwrap();
        assert_eq!(part("description") + part("body") + part("files"), part("total"));
        assert!(part("total") > 0);
    }
    for arguments in [&["tokens", "nowhere"][..], &["tokens", "--skill", "nobody"]] {
        let ran = home.run(arguments).ended(2);
        assert!(ran.err.contains(arguments[arguments.len() - 1]), "{}", ran.err);
    }
}

#[test]
fn doctor_looks_at_everything() {
    let home = Home::with_samples();
    let ran = home.run(&["doctor", "--json"]).ended(0);
    let checks = ran.json()["checks"].as_array().unwrap().clone();
    for name in ["library", "index", "model", "sandbox", "python3", "node"] {
        let check = checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        check_fields(check, &["name", "status", "message"]);
    }
    assert_eq!(checks[0]["status"], "ok");
    Home::new().run(&["doctor"]).ended(1);
    home.write("text.db", "a shopping list");
    home.run(&["doctor", "--library", "text.db"]).ended(2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::with_samples();
    let mut queries = String::new();
    (0..400).for_each(|_| queries.push_str("{\"query\": \"gas emergency\"}\n"));
    home.write("queries.jsonl", &queries);
    let arguments = ["score", "--scorer", "adk", "--queries", "queries.jsonl", "--top-k", "25", "--min-score", "0"];
    let mut child = home.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // The pipe is closed here, with much still to be written.
    assert!(line.starts_with('{'));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((err.as_str(), child.wait().unwrap().code()), ("", Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let home = Home::with_samples();
    for arguments in [&["list", "skills"][..], &["list", "skills", "--json"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = home.command(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let ran = child.wait_with_output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{err}");
        assert!(err.contains("couldn't write the result"), "{err}");
    }
}

#[test]
fn doctor_says_why_the_last_library_does_not_open() {
    let home = Home::new();
    let library = home.json(&["init", "--samples"], 0)["path"].as_str().unwrap().to_owned();
    std::fs::write(&library, "a shopping list").unwrap();
    let ran = home.run(&["doctor"]).ended(1);
    assert!(!ran.err.contains("no library yet") && ran.err.contains(&library), "{}", ran.err);
}

#[test]
fn text_is_found_in_files() {
    let home = Home::new();
    home.run(&["init", "--samples"]).ended(0);
    let found = home.run(&["find", "leak grade", "--match-case"]).ended(0);
    let all = home.json(&["find", "leak grade"], 0);
    assert!(found.out.lines().all(|line| line.contains("leak grade") && line.contains(".md:")), "{}", found.out);
    assert!(all["total"].as_u64() >= Some(found.out.lines().count() as u64));
    home.run(&["find", "no such text anywhere"]).ended(1);
    let bad = home.run(&["find", "--regex", "("]).ended(2);
    assert!(bad.err.contains("unclosed group"), "{}", bad.err);
}

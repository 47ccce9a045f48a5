//! A folder of skills in place of a library: what each command makes of it, what is said, and that nothing is kept.

use std::{fs, path::Path};

use serde_json::Value;

use crate::harness::{Home, Ran, check_fields, skill};

const QUERY: &str = "sail a boat across the sea";

/// Two skills and a file that is none, without a library.
fn harbour() -> Home {
    let home = Home::new();
    home.write("skills/sail-boats/SKILL.md", &skill("sail-boats", "Sails boats across the sea. Use when sailing."));
    home.write("skills/bake-bread/SKILL.md", &skill("bake-bread", "Bakes bread in an oven. Use when baking."));
    home.write("skills/notes.txt", "Bread is baked on Fridays.");
    home
}

/// The program with a temporary folder of its own, in which nothing is left.
#[track_caller]
fn run(home: &Home, arguments: &[&str], code: i32) -> Ran {
    let temporary = home.folder().join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let output = home.command(arguments).env("TMPDIR", &temporary).output().unwrap();
    let ran = crate::harness::ran(output).ended(code);
    let left: Vec<_> = fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{arguments:?} left {left:?}");
    ran
}

#[test]
fn every_command_that_asks_takes_a_folder_and_keeps_nothing() {
    let home = harbour();
    home.write("queries.jsonl", "{\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n");
    for arguments in [
        &["score", QUERY, "skills"][..],
        &["score", "skills", QUERY],
        &["score", QUERY, "--library", "skills"],
        &["score", "skills", "--queries", "queries.jsonl"],
        &["resolve", "--by-query", QUERY, "--min-score", "0.01", "--library", "skills"],
        &["find", "oven", "skills"],
        &["find", "skills", "oven"],
        &["eval", "queries.jsonl", "skills"],
        &["eval", "skills", "queries.jsonl"],
        &["overlap", "skills"],
        &["overview", "skills"],
        &["export", "skills", "--target", "agent-skills", "--out", "out/", "--dry-run"],
        &["tokens", "skills"],
        &["tokens", "--skill", "bake-bread", "--library", "skills"],
        &["list", "skills", "--library", "skills"],
        &["show", "skill", "sail-boats", "--library", "skills"],
        &["search", "oven", "--library", "skills"],
    ] {
        let ran = run(&home, arguments, 0);
        assert!(!ran.out.is_empty() || arguments[0] == "overlap", "{arguments:?}");
    }
    // Neither is a library made, nor is one remembered.
    let none = run(&home, &["score", QUERY], 2);
    assert!(none.err.contains("No library"), "{}", none.err);
    assert!(!home.folder().join("out").exists());
}

#[test]
fn skills_of_one_name_are_told_by_their_places_and_what_is_identical_counts_in_an_overview() {
    let home = harbour();
    for team in ["blue", "red"] {
        home.write(&format!("teams/{team}/tie-knots/SKILL.md"), &skill("tie-knots", "Ties knots. Use for a rope."));
        let about = format!("Splices ropes for team {team}. Use when a rope is short.");
        home.write(&format!("teams/{team}/splice/SKILL.md"), &skill("splice", &about));
    }
    for asked in [&["overview", "teams", "--json"][..], &["overview", "--library", "teams", "--json"]] {
        let overview = run(&home, asked, 0).json();
        let places = &overview["identical"]["sets"][0]["places"];
        assert_eq!(
            (&overview["skills"], &overview["identical"]["found"]),
            (&4_u32.into(), &1_u32.into()),
            "{overview}"
        );
        assert_eq!((&places[0]["group"], &places[1]["group"]), (&"blue".into(), &"red".into()), "{places}");
    }
    let listed = run(&home, &["list", "skills", "--library", "teams"], 0);
    assert_eq!(listed.out.matches("tie-knots").count(), 1, "who asks for a skill has it once: {}", listed.out);
    let pairs = run(&home, &["overlap", "teams"], 0);
    assert!(pairs.out.contains("splice [blue: ") && pairs.out.contains(" / splice [red: "), "{}", pairs.out);
}

#[test]
fn a_linked_folder_that_stays_when_its_skill_goes_to_the_trash_is_named() {
    let home = harbour();
    home.write(".claude/skills/tie-knots/SKILL.md", &skill("tie-knots", "Ties knots. Use for a rope."));
    home.run(&["init", "--library", "l.db"]).ended(0);
    home.run(&["import", ".claude/skills", "skills", "--link", "--library", "l.db"]).ended(0);
    let said = |name: &str| home.run(&["trash", "put", "skill", name, "--library", "l.db"]).ended(0).err;
    let (of_client, other) = (said("tie-knots"), said("bake-bread"));
    assert!(of_client.contains("tie-knots stays on disk, and Claude Code can still load the skill"), "{of_client}");
    assert!(other.trim_end().ends_with("bake-bread stays on disk"), "{other}");
    assert!(home.folder().join("skills/bake-bread/SKILL.md").exists());
}

/// What was said without the ids that skills get anew each time a folder is opened.
fn without_ids(said: &str) -> String {
    let mut parts = said.split("\"id\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| whole + &part[36..])
}

#[test]
fn a_folder_in_the_place_of_a_library_is_as_good_as_in_its_own() {
    let home = harbour();
    home.write("queries.jsonl", "{\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n");
    for (own, rest) in [
        (&["simulate", "skills", "--message", QUERY][..], &["simulate", "--message", QUERY][..]),
        (
            &["simulate", "skills", "--message", QUERY, "--client", "claude-code"],
            &["simulate", "--message", QUERY, "--client", "claude-code"],
        ),
        (&["score", QUERY, "skills"], &["score", QUERY]),
        (&["score", "--queries", "queries.jsonl", "skills"], &["score", "--queries", "queries.jsonl"]),
        (&["eval", "queries.jsonl", "skills"], &["eval", "queries.jsonl"]),
        (&["overlap", "skills"], &["overlap"]),
        (&["find", "oven", "skills"], &["find", "oven"]),
        (
            &["export", "skills", "--target", "agent-skills", "--out", "out/", "--dry-run"],
            &["export", "--target", "agent-skills", "--out", "out/", "--dry-run"],
        ),
        (&["tokens", "skills"], &["tokens"]),
        (&["tokens", "skills", "--skill", "bake-bread"], &["tokens", "--skill", "bake-bread"]),
        (&["lint", "skills"], &["lint"]),
    ] {
        let expected = home.run(own);
        assert!(expected.code < 2, "{own:?}: {}", expected.err);
        for place in [[&["--library", "skills"][..], rest].concat(), [rest, &["--library", "skills"]].concat()] {
            let ran = home.run(&place);
            let said = |ran: &Ran| (ran.code, without_ids(&ran.out), ran.err.clone());
            assert_eq!(said(&ran), said(&expected), "{place:?}");
        }
        let both = [own, &["--library", "skills"]].concat();
        // What lint is given beside a folder are files to check, with the tools that are there.
        if own[0] != "lint" && both != ["tokens", "skills", "--library", "skills"] {
            assert!(home.run(&both).ended(2).err.contains("not both"), "{both:?}");
        }
    }
}

#[test]
fn a_folder_brings_the_test_queries_that_lie_in_it() {
    let home = harbour();
    let none = run(&home, &["eval", "skills"], 2);
    assert!(none.err.contains("no test queries") && none.out.is_empty(), "{}{}", none.err, none.out);
    let triggers =
        "[{\"query\": \"sail a boat\", \"should_trigger\": true}, {\"query\": \"an oven\", \"should_trigger\": false}]";
    home.write("skills/sail-boats/evals/triggers.json", triggers);
    home.write("skills/bake-bread/evals/evals.json", "{");
    for arguments in [&["eval", "skills", "--json"][..], &["eval", "--library", "skills", "--json"]] {
        let ran = run(&home, arguments, 0);
        for place in ["sail-boats/evals/triggers.json (2 queries, 0 skipped)", "bake-bread/evals/evals.json: "] {
            assert!(ran.err.contains(place), "{place} is not in {}", ran.err);
        }
        let document = ran.json();
        assert_eq!(
            (&document["queries"], &document["in_scope"], &document["top1"]),
            (&2.into(), &1.into(), &1.0.into())
        );
    }
    home.run(&["import", "skills", "--library", "l.db"]).ended(0);
    home.run(&["eval", "--library", "l.db"]).ended(2);
    home.run(&["import", "skills/sail-boats/evals/triggers.json", "--format", "evals", "--library", "l.db"]).ended(0);
    let kept = home.json(&["eval", "--scorer", "bm25", "--library", "l.db"], 0);
    assert_eq!(kept["queries"], 2);
}

#[test]
fn without_a_folder_somebody_or_something_has_to_be_named() {
    let home = harbour();
    home.run(&["init", "--library", "l.db"]).ended(0);
    for (arguments, said) in [
        (&["simulate", "--message", QUERY, "--library", "l.db"][..], "--client"),
        (&["simulate", "--message", QUERY], "--agent"),
        (&["simulate", "--message", QUERY, "--library", "nowhere"], "nowhere"),
        (
            &["simulate", "skills", "--message", QUERY, "--client", "codex", "--reads", "skills"],
            "Codex has no built-in tool that reads files",
        ),
        (&["score", " "], "the query is empty"),
        (&["lint"], "specify what to check"),
        (&["lint", "--library", "l.db"], "specify what to check"),
        (&["tokens"], "specify a path"),
        (&["capture", "--client", "claude-code", "--library", "l.db"], "l.db isn't a folder"),
        (&["capture", "--client", "claude-code", "skills", "--library", "skills"], "not both"),
        (&["capture", "--client", "claude-code", "--without-own"], "needs a folder of skills"),
    ] {
        let ran = run(&home, arguments, 2);
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn every_broken_skill_file_is_told_by_its_place_and_what_to_do() {
    let home = harbour();
    home.write("queries.jsonl", "{\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n");
    home.write("skills/bare/SKILL.md", "Body.\n");
    home.write("skills/map/SKILL.md", "---\n- a\n- b\n---\n\nBody.\n");
    home.write("skills/bytes/SKILL.md", "");
    fs::write(home.folder().join("skills/bytes/SKILL.md"), b"---\nname: bytes\ndescription: caf\xff\n---\n").unwrap();
    for folder in ["skills/folder", "alone"] {
        fs::create_dir_all(home.folder().join(folder).join("SKILL.md")).unwrap();
    }
    for folder in ["skills/link", "dangling"] {
        fs::create_dir_all(home.folder().join(folder)).unwrap();
        std::os::unix::fs::symlink("nowhere", home.folder().join(folder).join("SKILL.md")).unwrap();
    }
    let told = [
        "skills/bare/SKILL.md:1: A skill file must start with frontmatter",
        "skills/map/SKILL.md:",
        "skills/bytes/SKILL.md:3: The file isn't valid UTF-8",
        "skills/folder/SKILL.md: This is a folder, but a skill file must be a text file. Rename the folder",
        "skills/link/SKILL.md: This skill file is a link to nowhere, which can't be opened. Fix the link",
    ];
    let commands = |folder| {
        [
            (vec!["score", QUERY, folder], 0),
            (vec!["eval", "queries.jsonl", folder], 0),
            (vec!["overlap", folder], 0),
            (vec!["find", "oven", folder], 0),
            (vec!["simulate", folder, "--message", QUERY], 0),
            // What cannot be read is refused, by name.
            (vec!["export", folder, "--target", "agent-skills", "--out", "out/", "--dry-run"], 1),
        ]
    };
    for (command, code) in commands("skills") {
        let ran = run(&home, &[&command[..], &["--verbose"]].concat(), code);
        for said in told {
            assert!(ran.err.contains(said), "{command:?}: {said} is not in {}", ran.err);
        }
    }
    for (folder, said) in [("alone", "This is a folder"), ("dangling", "a link to nowhere")] {
        for (command, _) in commands(folder) {
            let ran = run(&home, &command, 2);
            let place = format!("{folder}/SKILL.md: ");
            assert!(ran.err.contains("could be read") && ran.err.contains(&place), "{command:?}: {}", ran.err);
            assert!(ran.err.contains(said) && ran.out.is_empty(), "{command:?}: {}", ran.err);
        }
    }
}

#[test]
fn an_export_of_nothing_says_so() {
    let home = harbour();
    home.run(&["init", "--library", "empty.db"]).ended(0);
    let none = ["export", "--library", "empty.db", "--target", "agent-skills", "--out", "out/"];
    let ran = run(&home, &none, 1);
    assert!(ran.out.contains("Nothing to write: agent-skills doesn't support any"), "{}", ran.out);
    assert!(ran.err.is_empty(), "nothing is lost: {}", ran.err);
}

#[test]
fn a_folder_is_scored_by_words_unless_another_scorer_is_named() {
    let home = harbour();
    let scored = run(&home, &["score", QUERY, "skills", "--json"], 0).json();
    assert_eq!((&scored["scorer"], &scored["candidates"][0]["name"]), (&"bm25".into(), &"sail-boats".into()));
    check_fields(&scored["candidates"][0], &["rank", "id", "name", "score", "fields"]);
    let adk = run(&home, &["score", QUERY, "skills", "--scorer", "adk", "--json"], 0).json();
    assert_eq!(adk["scorer"], "adk");
    let pairs = run(&home, &["overlap", "skills", "--json"], 0).json();
    assert_eq!(pairs["basis"], "words");
}

#[test]
fn the_client_is_read_off_the_folder_and_may_be_named() {
    let home = harbour();
    let text = skill("bind-books", "Makes books. Use when asked for a book.")
        .replace("Body.", "Sews pages with linen thread.");
    home.write(".claude/skills/bind-books/SKILL.md", &text);
    let query = "sews linen thread";
    let of_list = run(&home, &["score", query, ".claude/skills", "--min-score", "0.01"], 1);
    assert!(of_list.err.contains("Claude Code"), "its list shows no bodies: {}", of_list.err);
    for name in ["--client", "--host"] {
        let whole = run(&home, &["score", query, ".claude/skills", "--min-score", "0.01", name, "agent-skills"], 0);
        assert!(whole.out.contains("bind-books") && whole.err.is_empty(), "{}{}", whole.out, whole.err);
        let named = run(&home, &["score", query, "skills", "--min-score", "0.01", name, "codex"], 1);
        assert!(named.err.is_empty(), "{}", named.err);
    }
    let folder = ["export", ".claude/skills", "--target", "client-folder", "--out", "client/", "--dry-run"];
    run(&home, &folder, 0);
    let none = run(&home, &["export", "skills", "--target", "client-folder", "--out", "client/"], 2);
    assert!(none.err.contains("Choose the client"), "{}", none.err);
}

#[test]
fn what_is_no_folder_of_skills_is_named() {
    let home = harbour();
    fs::create_dir(home.folder().join("empty")).unwrap();
    home.run(&["init", "--library", "l.db"]).ended(0);
    for (folder, said) in [
        ("empty", "No SKILL.md was found in"),
        ("nowhere", "nowhere doesn't exist"),
        ("skills/notes.txt", "skills/notes.txt is a file. Specify the folder that contains the skills"),
        ("l.db", "l.db is a library, not a folder of skills. Use --library l.db"),
    ] {
        for command in [
            &["overlap", folder][..],
            &["score", QUERY, folder],
            &["find", "oven", folder],
            &["eval", "queries.jsonl", folder],
            &["simulate", folder, "--message", QUERY],
            &["export", folder, "--target", "agent-skills", "--out", "out/"],
        ] {
            let ran = run(&home, command, 2);
            assert!(ran.err.contains(said) && ran.out.is_empty(), "{command:?}: {}", ran.err);
        }
    }
    let empty = run(&home, &["overlap", "--library", "empty"], 2);
    assert!(empty.err.contains("A skill is a folder with a SKILL.md in it"), "{}", empty.err);
    let both = run(&home, &["overlap", "skills", "--library", "l.db"], 2);
    assert!(both.err.contains("not both"), "{}", both.err);
}

#[test]
fn what_changes_a_library_takes_no_folder() {
    let home = harbour();
    for arguments in [
        &["import", "skills", "--library", "skills"][..],
        &["trash", "list", "--library", "skills"],
        &["pack", "list", "--library", "skills"],
        &["links", "--library", "skills"],
    ] {
        let ran = run(&home, arguments, 2);
        assert!(ran.err.contains("this command needs a library"), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(fs::read_dir(home.folder().join("skills")).unwrap().count(), 3, "nothing was written there");
}

#[test]
fn what_cannot_be_read_is_told_in_one_line_and_each_on_request() {
    let home = harbour();
    for number in 0..2 {
        home.write(&format!("skills/archive-{number}.skill"), "no archive");
    }
    home.write("skills/broken/SKILL.md", "Body.\n");
    let short = run(&home, &["score", QUERY, "skills"], 0);
    assert!(short.out.contains("sail-boats"), "the others are scored");
    assert!(short.err.contains("2 of 5 files weren't read; use --verbose to list them"), "{}", short.err);
    assert!(short.err.contains("1 of 3 skills can't be read, so they never match a query: "), "{}", short.err);
    assert!(!short.err.contains("archive-1"), "{}", short.err);
    let each = run(&home, &["score", QUERY, "skills", "--verbose"], 0);
    assert!(each.err.contains("archive-0") && each.err.contains("archive-1"), "{}", each.err);
}

#[test]
fn with_no_library_a_folder_and_the_ways_to_one_are_named() {
    let home = harbour();
    for command in [&["score", QUERY][..], &["overlap"], &["pack", "list"]] {
        let ran = run(&home, command, 2);
        for way in ["skillctl init", "--library FILE", "--library FOLDER"] {
            assert!(ran.err.contains(way), "{way} is not in {}", ran.err);
        }
    }
}

#[test]
fn lint_counts_from_the_severity_that_is_asked_for() {
    let home = Home::new();
    home.run(&["init", "--library", "empty.db"]).ended(0);
    let hint = skill("hint", "Gives what is asked for. Use when it is asked for.");
    home.write("hint/SKILL.md", &hint.replace("Body.", "Use `issue_voucher`, with `voucher_kind` as asked."));
    home.write("bad/SKILL.md", "---\nname: Bad Name\n---\n\nBody.\n");
    let lint = ["lint", "hint", "--library", "empty.db"];
    run(&home, &lint, 1);
    let quiet = run(&home, &[&lint[..], &["--severity", "warning"]].concat(), 0);
    assert!(quiet.out.is_empty() && quiet.err.contains("1 problem is less severe"), "{}{}", quiet.out, quiet.err);
    let errors =
        run(&home, &["lint", "hint", "bad", "--library", "empty.db", "--severity", "error", "--json"], 1).json();
    let findings = errors["findings"].as_array().unwrap();
    assert!(!findings.is_empty() && findings.iter().all(|finding| finding["severity"] == "error"), "{findings:?}");
    run(&home, &["lint", "hint", "--severity", "nonsense"], 2);
}

#[test]
fn a_clients_own_folder_is_checked_for_that_client_unless_another_target_is_named() {
    let home = Home::new();
    let text =
        skill("Log Trimmer", "Trims logs. Use when a log is long.").replace("Body.", "It keeps $1 of ten lines.");
    home.write("app/.claude/skills/log-trimmer/SKILL.md", &text);
    let lint = |more: &[&str]| {
        let ran = run(&home, &[&["lint", "app", "--json"][..], more].concat(), 1);
        let findings = ran.json()["findings"].as_array().unwrap().clone();
        let codes: Vec<String> = findings.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect();
        (codes, ran.err.contains("checking for Claude Code, whose folder this is; use --target to choose another"))
    };
    let (codes, is_told) = lint(&[]);
    assert!(
        is_told && codes.contains(&"client-body".to_owned()) && !codes.contains(&"name-format".to_owned()),
        "{codes:?}"
    );
    assert_eq!(lint(&["--target", "claude-code"]), (codes, false));
    let (codes, is_told) = lint(&["--target", "agent-skills"]);
    assert!(!is_told && codes.contains(&"name-format".to_owned()), "{codes:?}");

    let rules = |more: &[&str]| {
        let report = home.json(&[&["overview", "app"][..], more].concat(), 0);
        let rules = report["rules"].as_array().unwrap().iter();
        rules.map(|one| one["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let own = rules(&[]);
    assert!(own.contains(&"client-body".to_owned()) && !own.contains(&"name-format".to_owned()), "{own:?}");
    let of_standard = rules(&["--target", "agent-skills"]);
    assert!(of_standard.contains(&"name-format".to_owned()), "{of_standard:?}");
}

#[test]
fn a_pipeline_chooses_how_severe_a_rule_is_and_what_fails_it() {
    let home = Home::new();
    let text = skill("keys", "Gives what is asked for. Use when it is asked for.");
    home.write("keys/SKILL.md", &text.replacen("name: keys\n", "name: keys\ndomain: sea\n", 1));
    let lint =
        |more: &[&str], status: i32| run(&home, &[&["lint", "keys", "--json"][..], more].concat(), status).json();
    let severities = |document: &Value| -> Vec<String> {
        let findings = document["findings"].as_array().unwrap().iter();
        findings.map(|one| format!("{} {}", one["code"], one["severity"]).replace('"', "")).collect()
    };
    assert_eq!(severities(&lint(&[], 1)), ["unknown-key warning"]);
    let told = lint(&["--fail-on", "error"], 0);
    assert_eq!((severities(&told).len(), &told["ignored"]), (1, &Value::from(0)));
    assert_eq!(severities(&lint(&["--fail-on", "warning"], 1)).len(), 1);
    assert!(severities(&lint(&["--severity", "error", "--fail-on", "warning"], 1)).is_empty(), "listed or not");
    let raised = lint(&["--severity", "unknown-key=error", "--fail-on", "error"], 1);
    assert_eq!(severities(&raised), ["unknown-key error"]);
    let off = lint(&["--severity", "unknown-key=off"], 0);
    assert!(severities(&off).is_empty() && off["off"] == 1, "{off}");
    assert!(severities(&lint(&["--severity", "unknown-key=info", "--severity", "warning"], 0)).is_empty());

    let unknown = run(&home, &["lint", "keys", "--severity", "unknown-kye=off"], 2);
    assert!(unknown.err.contains("Unknown rule “unknown-kye”."), "{}", unknown.err);
    run(&home, &["lint", "keys", "--severity", "unknown-key=fatal"], 2);
    run(&home, &["lint", "keys", "--fail-on", "off"], 2);
}

#[test]
fn a_refused_export_names_no_file_as_written() {
    let home = Home::new();
    home.write("skills/log/SKILL.md", &skill("Log Trimmer", "Trims logs. Use when a log is long."));
    let refused = run(&home, &["export", "skills", "--target", "skill-zip", "--out", "out/"], 1);
    assert!(refused.out.starts_with("Nothing written: "), "{}", refused.out);
    assert!(!home.folder().join("out").exists());
    let home = harbour();
    let dry = run(&home, &["export", "skills", "--target", "agent-skills", "--out", "out/", "--dry-run"], 0);
    assert!(dry.out.contains("to be created") && dry.out.contains("Would write 2 of 2 files"), "{}", dry.out);
    let written = run(&home, &["export", "skills", "--target", "agent-skills", "--out", "out/"], 0);
    assert!(written.out.contains("created") && !written.out.contains("to be"), "{}", written.out);
    assert!(Path::new(&home.folder().join("out/sail-boats/SKILL.md")).is_file());
}

#[test]
fn one_skill_is_named_without_more_and_goes_out_alone() {
    let home = Home::with_samples();
    run(&home, &["export", "gas-emergency", "--target", "skill-zip", "--to", "gas.skill"], 0);
    let written = fs::read(home.folder().join("gas.skill")).unwrap();
    run(&home, &["export", "gas-emergency", "--target", "skill-zip", "--out", "same.skill"], 0);
    assert_eq!(fs::read(home.folder().join("same.skill")).unwrap(), written);
    let both =
        run(&home, &["export", "gas-emergency", "--skill", "emergency", "--target", "skill-zip", "--to", "x/"], 2);
    assert!(both.err.contains("not both"), "{}", both.err);
    let nobody = run(&home, &["export", "nobody", "--target", "skill-zip", "--to", "x.skill"], 2);
    assert!(nobody.err.contains("nobody"), "{}", nobody.err);
    // What is there is a folder, and so is what is written as a path.
    let path = run(&home, &["export", "./nobody", "--target", "skill-zip", "--to", "x.skill"], 2);
    assert!(path.err.contains("Specify a folder of skills"), "{}", path.err);
}

#[test]
fn a_name_is_a_skill_where_a_library_is_named_and_a_file_is_no_folder() {
    let home = Home::with_samples();
    home.run(&["init", "--samples", "--library", "l.db"]).ended(0);
    home.write("gas-emergency/other/SKILL.md", &skill("other", "Does another thing. Use when asked."));
    home.write("code-review", "notes");
    let note = "exporting the folder gas-emergency, not the skill gas-emergency in your library";
    for (arguments, written, has_note) in [
        (&["gas-emergency", "--library", "l.db", "--out", "a/"][..], "a/gas-emergency/SKILL.md", false),
        (&["gas-emergency", "--out", "b/"], "b/other/SKILL.md", true),
        (&["./gas-emergency", "--out", "c/"], "c/other/SKILL.md", false),
        (&["gas-emergency/", "--out", "d/"], "d/other/SKILL.md", false),
        (&["code-review", "--out", "e/"], "e/code-review/SKILL.md", false),
    ] {
        let ran = run(&home, &[&["export", "--target", "agent-skills"], arguments].concat(), 0);
        assert!(home.folder().join(written).is_file(), "{arguments:?}: {}", ran.out);
        assert_eq!(ran.err.contains(note), has_note, "{arguments:?}: {}", ran.err);
    }
    let neither = ["export", "gas-emergency/other", "--library", "l.db", "--target", "agent-skills", "--out", "f/"];
    assert!(run(&home, &neither, 2).err.contains("not both"));
}

#[test]
fn losses_are_summed_by_kind_and_each_is_named_on_request() {
    let home = Home::with_samples();
    let export = ["export", "--target", "agent-skills", "--out", "out/", "--dry-run"];
    let short = run(&home, &export, 0);
    let whole =
        short.err.lines().find(|line| line.ends_with("not part of this target")).expect("tools and agents are lost");
    let count = |kind: &str| home.json(&["list", kind], 0).as_array().unwrap().len();
    let counts = format!("{} tools, {} agents: not part of this target", count("tools"), count("agents"));
    assert!(whole.ends_with(&counts), "one line tells of all tools and agents: {whole}");
    assert_eq!(short.err.lines().filter(|line| line.contains("not part of this target")).count(), 1, "{}", short.err);
    assert!(!short.err.contains("sayHello"), "{}", short.err);
    let each = run(&home, &[&export[..], &["--verbose"]].concat(), 0);
    assert!(each.err.lines().count() > short.err.lines().count());
    assert!(each.err.contains("tool sayHello, all: "), "{}", each.err);
}

#[cfg(unix)]
#[test]
fn a_command_that_is_asked_to_end_leaves_nothing_behind() {
    use std::{
        io::{BufRead as _, BufReader},
        process::Stdio,
    };

    use nix::{
        sys::signal::{Signal, kill},
        unistd::Pid,
    };

    let home = Home::new();
    home.write(".claude/skills/sail-boats/SKILL.md", &skill("sail-boats", "Sails boats. Use when sailing."));
    let temporary = home.folder().join("temporary");
    fs::create_dir(&temporary).unwrap();
    // Whoever runs the tests may have had signals ignored.
    let heard = "--default-signal=HUP,INT,TERM";
    for (signal, how, status) in [
        (Signal::SIGINT, heard, Some(130)),
        (Signal::SIGTERM, heard, Some(143)),
        (Signal::SIGHUP, heard, Some(129)),
        (Signal::SIGHUP, "--ignore-signal=HUP", None),
    ] {
        let mut command = home.shell(&format!("exec env {how} skillctl score .claude/skills --queries -"));
        let mut child =
            command.env("TMPDIR", &temporary).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let open = child.stdin.take();
        // It says whose folder it is when that is read, and then waits for its queries, which never come.
        let mut said = String::new();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        errors.read_line(&mut said).unwrap();
        assert!(said.contains("Claude Code") && fs::read_dir(&temporary).unwrap().count() == 1, "{said}");
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        if status.is_none() {
            // It goes on, until there are no more queries.
            drop(open);
            assert!(child.wait().unwrap().code().is_some_and(|code| code < 128), "{signal} is ignored");
        } else {
            assert_eq!(child.wait().unwrap().code(), status, "{signal}");
        }
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "{signal}");
    }
}

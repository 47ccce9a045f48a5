//! Commands that put a query to the library.

use std::{
    fs::{self, File},
    path::Path,
    time::{Duration, SystemTime},
};

use serde_json::json;
use studio_api::dto::ADK_WORDS;

use crate::harness::{Home, check_fields, skill};

const EMERGENCY: &str = "---\nname: emergency\ndescription: Handle gas and water emergencies\ntags:\n  - plumber\n\
    allowed-tools:\n  - knowledge\n  - transfer_call\n---\n\
    You are an emergency dispatcher. Route calls for gas leaks and floods.";

fn emergency() -> Home {
    let home = Home::new();
    home.write("emergency/SKILL.md", EMERGENCY);
    home.write("tea/SKILL.md", &skill("tea", "Steeps tea. Use when thirsty."));
    home.run(&["import", "emergency", "tea", "--library", "l.db"]).ended(0);
    home
}

fn about(score: &serde_json::Value) -> f32 {
    score.as_f64().expect("a score is a number") as f32
}

#[test]
fn v01_score_has_the_contracts_shape() {
    let home = emergency();
    let document = home.json(&["score", "gas emergency", "--scorer", "adk", "--library", "l.db"], 0);
    assert_eq!((&document["query"], &document["scorer"]), (&json!("gas emergency"), &json!("adk")));
    let candidates = document["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 1);
    let first = &candidates[0];
    check_fields(first, &["rank", "id", "name", "score", "fields"]);
    check_fields(&first["fields"], &["name", "description", "tags", "body"]);
    assert_eq!((&first["rank"], &first["name"]), (&json!(1), &json!("emergency")));
    assert_eq!(about(&first["score"]).to_bits(), 2.453_738_7_f32.to_bits());
    let plain = home.run(&["--library", "l.db", "score", "gas emergency", "--scorer", "adk"]).ended(0).out;
    assert!(plain.contains("emergency") && plain.contains("2.45"), "{plain}");
}

#[test]
fn a_query_that_adk_finds_no_words_in_says_so_and_for_which_version() {
    let home = emergency();
    for query in ["日本語", "!!!"] {
        let ran = home.run(&["--library", "l.db", "score", query, "--scorer", "adk"]).ended(1);
        assert!(ran.out.is_empty() && ran.err.contains(ADK_WORDS), "{query}: {}", ran.err);
    }
    let ran = home.run(&["--library", "l.db", "score", "zzz", "--scorer", "adk"]).ended(1);
    assert!(!ran.err.contains(ADK_WORDS), "it has words that no skill has: {}", ran.err);
}

#[test]
fn the_policy_is_taken_from_the_command_line() {
    let home = emergency();
    let names = |more: &[&str], code: i32| -> Vec<String> {
        let arguments: Vec<&str> =
            ["score", "gas tea", "--scorer", "adk", "--library", "l.db"].iter().chain(more).copied().collect();
        let document = home.json(&arguments, code);
        let candidates = document["candidates"].as_array().unwrap().clone();
        candidates.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[], 0), ["tea"]);
    assert_eq!(names(&["--top-k", "5", "--min-score", "0"], 0), ["tea", "emergency"]);
    assert_eq!(names(&["--top-k", "5", "--tag", "PLUMBER"], 0), ["emergency"]);
    assert_eq!(names(&["--top-k", "5", "--exclude-tag", "Plumber"], 0), ["tea"]);
    assert_eq!(names(&["--top-k", "5", "--tag", "nobody", "--tag", "plumber"], 0), ["emergency"]);
    assert!(names(&["--min-score", "99"], 1).is_empty());
    assert!(names(&["--top-k", "0"], 1).is_empty());
    assert_eq!(names(&["--top-k", "5", "--min-score", "-1"], 0).len(), 2);
}

#[test]
fn a_file_of_queries_gives_a_document_a_line() {
    let home = emergency();
    home.write(
        "queries.jsonl",
        "{\"query\": \"gas\", \"expected\": [\"emergency\"]}\n\n{\"query\": \"gas emergency\"}\r\n",
    );
    let ran = home.run(&["score", "--queries", "queries.jsonl", "--scorer", "adk", "--library", "l.db"]).ended(0);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["query"], &lines[1]["query"]), (&json!("gas"), &json!("gas emergency")));
    for line in &lines {
        check_fields(line, &["query", "scorer", "candidates"]);
    }

    for (text, place) in [
        ("{\"query\": \"gas\"}\n\nno json\n", "queries.jsonl:3"),
        ("{\"question\": \"gas\"}\n", "queries.jsonl:1"),
        ("{\"query\": 7}\n", "queries.jsonl:1"),
    ] {
        home.write("queries.jsonl", text);
        let ran = home.run(&["score", "--queries", "queries.jsonl", "--scorer", "adk", "--library", "l.db"]).ended(2);
        assert!(ran.err.contains(place), "{}", ran.err);
    }
    let ran = home.run(&["score", "--queries", "nowhere.jsonl", "--scorer", "adk", "--library", "l.db"]).ended(2);
    assert!(ran.err.contains("nowhere.jsonl"), "{}", ran.err);
}

#[test]
fn s4_12_strategies_are_tried_in_the_order_of_the_command_line() {
    let home = emergency();
    let tools = ["--tools", "knowledge,transfer_call", "--library", "l.db"];
    for (strategies, expected) in [
        (&["--by-tag", "plumber", "--by-name", "tea"][..], ("by_tag", "emergency")),
        (&["--by-name", "tea", "--by-tag", "plumber"], ("by_name", "tea")),
        (&["--by-name", "nobody", "--by-query", "gas emergency", "--by-name", "tea"], ("by_query", "emergency")),
        (&["--by-name", "nobody", "--by-name", "tea", "--by-query", "gas emergency"], ("by_name", "tea")),
    ] {
        let arguments: Vec<&str> = ["resolve"].iter().chain(strategies).chain(&tools).copied().collect();
        let resolved = &home.json(&arguments, 0)["resolved"];
        let found = (resolved["strategy"].as_str().unwrap(), resolved["name"].as_str().unwrap());
        assert_eq!(found, expected, "{strategies:?}");
    }
}

#[test]
fn v18_to_v22_resolve_has_the_contracts_shape() {
    let home = emergency();
    let run = |arguments: &[&str], code: i32| {
        let all: Vec<&str> = ["--library", "l.db", "resolve"].iter().chain(arguments).copied().collect();
        home.json(&all, code)
    };
    let strict = run(&["--by-query", "gas emergency", "--tools", "knowledge"], 1);
    assert_eq!(strict["resolved"], json!(null));
    let rejected = strict["rejected"].as_array().unwrap();
    for one in rejected {
        check_fields(one, &["name", "score", "reason"]);
    }
    assert!(rejected.iter().any(|one| one["reason"].as_str().unwrap().contains("transfer_call")), "{rejected:?}");

    let permissive = ["--by-query", "gas emergency", "--mode", "permissive", "--tools"];
    let some = run(&[&permissive[..], &["transfer_call"]].concat(), 0);
    let resolved = &some["resolved"];
    check_fields(resolved, &["strategy", "name", "id", "score", "instruction", "tools", "omitted"]);
    assert_eq!((&resolved["tools"], &resolved["omitted"]), (&json!(["transfer_call"]), &json!(["knowledge"])));
    assert_eq!(resolved["id"], "emergency-927bfcea5cb1");
    let none = run(&[&permissive[..], &[""]].concat(), 0);
    assert_eq!(none["resolved"]["tools"], json!([]));
    assert_eq!(
        none["resolved"]["instruction"],
        "[skill:emergency]\n\n# emergency\nHandle gas and water emergencies\n\n## Instructions\n\
         You are an emergency dispatcher. Route calls for gas leaks and floods.\n\n[/skill]"
    );
    assert_eq!(run(&["--by-name", "Emergency", "--mode", "permissive"], 1)["resolved"], json!(null));
    let cut = run(&["--by-name", "emergency", "--mode", "permissive", "--max-chars", "10"], 0);
    assert!(cut["resolved"]["instruction"].as_str().unwrap().contains("\nYou are an\n[... truncated]"));
    assert_eq!(about(&cut["resolved"]["score"]).to_bits(), f32::MAX.to_bits());

    let nothing = home.run(&["resolve", "--library", "l.db"]).ended(2);
    assert!(nothing.err.contains("--by-name"), "{}", nothing.err);
}

#[test]
fn the_model_leaves_nothing_behind_and_numbers_no_machine() {
    let home = Home::new();
    home.write("tea/SKILL.md", &skill("tea", "Steeps tea. Use when thirsty."));
    home.run(&["import", "tea", "--library", "l.db"]).ended(0);
    let ran = home.run(&["score", "something to drink", "--scorer", "embedding", "--library", "l.db"]);
    assert!(ran.code == 0 || std::env::var_os("SKILL_STUDIO_ASSETS").is_none(), "{}", ran.err);
    let folders = std::fs::read_dir(home.folder().join("cache")).expect("there is a cache by now");
    let names: Vec<_> = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, ["dev.skillstudio.desktop"], "nobody else keeps anything in the author's folders");
}

/// Makes a library look as if it had been written then.
fn written_at(home: &Home, then: SystemTime) {
    let file = File::options().write(true).open(home.folder().join("l.db")).unwrap();
    file.set_modified(then).unwrap();
}

/// The files that answer for libraries.
fn kept(home: &Home) -> Vec<String> {
    let files = walked(&home.folder().join("cache")).into_iter();
    files.filter(|file| file.ends_with(".scores")).collect()
}

/// The files below a folder, by their paths.
fn walked(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![folder.display().to_string()] };
    entries.flat_map(|entry| walked(&entry.unwrap().path())).collect()
}

#[test]
fn an_answer_is_the_same_the_second_time_and_another_once_the_library_changed() {
    let home = Home::new();
    home.write("one/sail-boats/SKILL.md", &skill("sail-boats", "Sails boats across the sea. Use when sailing."));
    home.write("two/row-boats/SKILL.md", &skill("row-boats", "Rows boats across the lake. Use when rowing."));
    home.run(&["import", "one", "--library", "l.db"]).ended(0);
    let ask = [
        "score",
        "boats across the lake",
        "--scorer",
        "bm25",
        "--min-score",
        "0.01",
        "--top-k",
        "5",
        "--library",
        "l.db",
    ];
    let hour = Duration::from_hours(1);
    written_at(&home, SystemTime::now() + hour);
    let first = home.run(&ask).ended(0).out;
    assert!(kept(&home).is_empty(), "whoever writes to it now may leave no later time");
    written_at(&home, SystemTime::now() - hour);
    assert_eq!(home.run(&ask).ended(0).out, first);
    assert_eq!(kept(&home).len(), 1);
    assert_eq!(home.run(&ask).ended(0).out, first, "the file answers");
    let names = || {
        let found = home.json(&ask, 0)["candidates"].clone();
        found.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(), ["sail-boats"]);
    home.run(&["import", "two", "--library", "l.db"]).ended(0);
    for _ in 0..2 {
        written_at(&home, SystemTime::now() - 2 * hour);
        assert_eq!(names(), ["row-boats", "sail-boats"], "the new skill is there, whether by the file or not");
    }
    home.run(&["init", "--library", "other.db"]).ended(0);
    assert_eq!(names(), ["row-boats", "sail-boats"], "another library was the last one");
    let files = kept(&home);
    let [file] = &files[..] else { panic!("{files:?}") };
    let whole = fs::read(file).unwrap();
    let flipped = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x7f;
        bytes
    };
    let (end, half) = (whole.len() - 1, whole.len() / 2);
    for damaged in [whole[..end].to_vec(), flipped(end), flipped(half), b"SQLite format 3\0".to_vec()] {
        fs::write(file, &damaged).unwrap();
        assert_eq!(names(), ["row-boats", "sail-boats"], "what is damaged answers nothing");
        assert_ne!(fs::read(file).unwrap(), damaged, "and is made anew");
    }
}

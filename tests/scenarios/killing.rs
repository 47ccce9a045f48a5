//! The studio is killed again and again while it writes: nothing it acknowledged may be lost.
//!
//! The test runs itself as a child that writes in a loop and says before and after each write what it does. The parent
//! kills it at some write that has started, and opens the library in a fresh process. The state accumulates.

use std::{
    collections::HashMap,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use studio_api::{
    Studio, Upkeep,
    dto::{NewSkill, SaveOutcome},
};
use studio_store::{Library, Options};

use crate::harness::{Events, Model, skill, start, until};

/// Names the folder a child works on.
const FOLDER: &str = "SKILL_STUDIO_TEST_KILL_FOLDER";
/// Says what the child does: `write`, or `look`.
const ROLE: &str = "SKILL_STUDIO_TEST_KILL_ROLE";
const KILLS: u64 = 24;

fn text(name: &str, number: u64) -> String {
    skill(name, &format!("Number {number}. Use when {name}."), "", &format!("The text of write {number}. ").repeat(40))
}

/// The number of the write a text was made by.
fn number_of(text: &str) -> u64 {
    let start = text.find("Number ").map_or(0, |at| at + "Number ".len());
    text[start..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The test runner may have left a line open.
    writeln!(out, "\n{line}").and_then(|()| out.flush()).expect("the parent listens");
}

/// The child. Without a role it is no test and does nothing.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child() {
    let (Ok(folder), Ok(role)) = (std::env::var(FOLDER), std::env::var(ROLE)) else { return };
    let folder = PathBuf::from(folder);
    let studio = start(&folder, Upkeep::InBackground, &Events::default(), &Model::default());
    studio.open_library(folder.join("Test.db").to_str().unwrap()).unwrap();
    if role == "look" {
        say(&format!("state {}", state(&studio, &folder)));
    } else {
        write_for_ever(&studio);
    }
}

fn write_for_ever(studio: &Studio) {
    let id = |name: &str| studio.find_skill(name).unwrap().detail.id;
    let (drafted, saved, linked) = (id("drafted"), id("saved"), id("linked"));
    let mut number = number_of(&studio.read_file(&saved, "SKILL.md").unwrap().text) + 1_000;
    loop {
        number += 1;
        for (what, skill_id) in [("drafted", &drafted), ("saved", &saved), ("linked", &linked), ("created", &saved)] {
            say(&format!("start {what} {number}"));
            match what {
                "drafted" => studio.keep_draft(skill_id, "SKILL.md", &text(what, number)).unwrap(),
                "created" => {
                    let description = format!("Number {number}. Use when made.");
                    drop(
                        studio
                            .create_skill(&NewSkill {
                                name: format!("made-{number}"),
                                description,
                                ..NewSkill::default()
                            })
                            .unwrap(),
                    );
                }
                _ => {
                    let version = studio.get_skill(skill_id).unwrap().aggregate_version;
                    let outcome = studio.save_file(skill_id, "SKILL.md", &text(what, number), version, None).unwrap();
                    assert!(matches!(outcome, SaveOutcome::Saved { .. }), "{outcome:?}");
                }
            }
            say(&format!("done {what} {number}"));
        }
    }
}

/// All a fresh process finds.
fn state(studio: &Studio, folder: &Path) -> Value {
    studio.wait_until_indexed().unwrap();
    let text = |name: &str| {
        let id = studio.find_skill(name).unwrap().detail.id;
        studio.read_file(&id, "SKILL.md").unwrap()
    };
    let made: Vec<u64> =
        studio.list_skills().unwrap().iter().filter_map(|row| row.name.strip_prefix("made-")?.parse().ok()).collect();
    // A save that had not reached the folder is written there now.
    let on_disk = || number_of(&fs::read_to_string(folder.join("linked/SKILL.md")).unwrap());
    until("both sides to agree", || on_disk() == number_of(&text("linked").text));
    let library = Library::open(&folder.join("Test.db"), &Options::new("looker")).unwrap().0;
    let status = studio.embedding_status().unwrap();
    json!({
        "drafted": number_of(&text("drafted").draft.unwrap_or_default()),
        "saved": number_of(&text("saved").text),
        "linked": number_of(&text("linked").text),
        "made": made,
        "problems": library.check().unwrap(),
        "skills": studio.list_skills().unwrap().len(),
        "vectors": status.indexed,
    })
}

fn run(folder: &Path, role: &str) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["killing::child", "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(ROLE, role)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn nothing_acknowledged_is_lost_whenever_the_studio_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    {
        let studio = start(folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
        studio.create_library(folder.path().join("Test.db").to_str().unwrap(), false).unwrap();
        for name in ["drafted", "saved", "linked"] {
            let own = folder.path().join(name);
            fs::create_dir_all(&own).unwrap();
            fs::write(own.join("SKILL.md"), text(name, 0)).unwrap();
            studio.import_paths(&[own.to_str().unwrap().to_owned()], name == "linked").unwrap();
        }
    }
    let mut acknowledged: HashMap<String, u64> = HashMap::new();
    let mut made = Vec::new();
    for kill in 0..KILLS {
        let mut child = run(folder.path(), "write");
        // Each time at another write, and a little later after it started.
        let fatal = 1 + (kill * 7) % 13;
        let mut started = 0;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        for line in lines.by_ref() {
            note(&line, &mut acknowledged, &mut made);
            started += u64::from(line.starts_with("start "));
            if started == fatal {
                break;
            }
        }
        assert_eq!(started, fatal, "the child writes until it is killed");
        std::thread::sleep(std::time::Duration::from_micros(kill * 400));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it acknowledged between the last line read and its end.
        lines.for_each(|line| note(&line, &mut acknowledged, &mut made));

        let mut looker = run(folder.path(), "look");
        let out = BufReader::new(looker.stdout.take().unwrap());
        let said = out.lines().map_while(Result::ok).find_map(|line| line.strip_prefix("state ").map(str::to_owned));
        looker.wait().unwrap();
        let found: Value = serde_json::from_str(&said.expect("the library opens again")).unwrap();
        assert_eq!(found["problems"], json!([]), "after kill {kill}");
        assert_eq!(found["skills"], found["vectors"], "after kill {kill}: a vector for each skill, and no other");
        for (what, number) in &acknowledged {
            assert!(found[what].as_u64() >= Some(*number), "after kill {kill}: {what} {number} is lost: {found}");
        }
        let there: Vec<u64> = serde_json::from_value(found["made"].clone()).unwrap();
        assert!(made.iter().all(|number| there.contains(number)), "after kill {kill}: {made:?} in {there:?}");
        let on_disk = fs::read_to_string(folder.path().join("linked/SKILL.md")).unwrap();
        assert_eq!(on_disk, text("linked", number_of(&on_disk)), "a linked file is whole");
        assert_eq!(Some(number_of(&on_disk)), found["linked"].as_u64(), "both sides agree again after kill {kill}");
    }
    assert!(acknowledged.len() >= 3 && !made.is_empty(), "{acknowledged:?}");
}

fn note(line: &str, acknowledged: &mut HashMap<String, u64>, made: &mut Vec<u64>) {
    let Some((what, number)) = line.strip_prefix("done ").and_then(|rest| rest.split_once(' ')) else { return };
    let Ok(number) = number.parse() else { return };
    if what == "created" {
        made.push(number);
    } else {
        acknowledged.insert(what.to_owned(), number);
    }
}

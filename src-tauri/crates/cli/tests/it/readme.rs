//! The pipelines that the README gives, run as they stand there.

use std::fs;

use studio_testkit::repository;

use crate::harness::{Home, skill};

/// The lines of the README that begin with this, without it.
fn lines(beginning: &str) -> Vec<String> {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    readme.lines().filter_map(|line| line.strip_prefix(beginning)).map(str::to_owned).collect()
}

/// A repository with two skills and queries that each of them should answer.
fn checkout() -> Home {
    let home = Home::new();
    home.write("skills/triage/SKILL.md", &skill("triage", "Sorts emergency calls. Use when a caller reports a leak."));
    home.write(
        "skills/code-review/SKILL.md",
        &skill("code-review", "Reviews code. Use when asked to review a change."),
    );
    let queries = [("a caller reports a leak", "triage"), ("please review a change", "code-review")];
    let queries = queries.map(|(query, name)| format!("{{\"query\": \"{query}\", \"expected\": [\"{name}\"]}}\n"));
    home.write("queries.jsonl", &queries.concat());
    home
}

/// Runs a line, which ends with this status.
#[track_caller]
fn run(home: &Home, line: &str, status: i32) {
    let ran = home.shell(line).output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(ran.status.code(), Some(status), "{line}\n{}{}", said(&ran.stdout), said(&ran.stderr));
}

#[test]
fn the_workflow_of_the_readme_writes_a_pack_and_holds_back_one_with_a_key_in_it() {
    let steps = lines("          - run: ");
    assert_eq!(steps.len(), 6, "{steps:?}");
    let home = checkout();
    for step in &steps {
        run(&home, step, 0);
    }
    assert!(home.folder().join("eval.json").is_file() && home.folder().join("dist").is_dir());

    let home = checkout();
    let key = format!("{}_{}", "ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
    let text = skill("triage", "Sorts emergency calls. Use when a caller reports a leak.");
    home.write("skills/triage/SKILL.md", &format!("{text}\nSign in with {key}.\n"));
    let last = steps.last().unwrap();
    for step in steps.iter().filter(|step| *step != last && !step.contains(" lint ")) {
        run(&home, step, 0);
    }
    run(&home, last, 1);
    assert!(!home.folder().join("dist").exists());
}

#[test]
fn the_pipeline_of_the_readme_that_ships_archives_writes_them() {
    let steps = lines("    skillctl ");
    let from = steps.iter().position(|step| step.contains("build.db import")).unwrap();
    let home = checkout();
    for step in &steps[from..from + 4] {
        run(&home, &format!("skillctl {step}"), 0);
    }
    assert!(home.folder().join("dist/triage.skill").is_file() && home.folder().join("export.json").is_file());
}

#[test]
fn the_program_knows_every_command_of_the_readme() {
    let lines = lines("    skillctl ");
    assert!(lines.len() > 10, "{lines:?}");
    let home = Home::new();
    for line in &lines {
        // Help is given where everything before it is understood.
        let ends = [" #", " >", " |", " &&"].iter().filter_map(|end| line.find(end));
        let command = &line[..ends.min().unwrap_or(line.len())];
        run(&home, &format!("skillctl {} --help", command.trim_end()), 0);
    }
}

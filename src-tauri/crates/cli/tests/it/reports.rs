//! What people reported of other programs, kind by kind: inputs of one kind in few lines each, with what must be said of them.

use serde_json::Value;

use crate::harness::{Home, Ran, skill};
#[cfg(unix)]
use crate::importing::link;

/// What lint said of a client's target: each finding's code with its path and message, and the run.
fn lint(home: &Home, target: &str, paths: &[&str]) -> (Vec<(String, String)>, Ran) {
    let ran = home.run(&[&["lint", "--target", target, "--json"], paths].concat());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let report = ran.json();
    let findings = report["findings"].as_array().expect("findings are listed").iter();
    let told = findings.map(|one| (text(&one["code"]), format!("{}: {}", text(&one["path"]), text(&one["message"]))));
    (told.collect(), ran)
}

#[cfg(unix)]
#[test]
fn what_is_a_link_is_read_by_lint_where_its_client_follows_it() {
    let home = Home::new();
    home.write("own/ebb.md", &skill("ebb", "Reads the ebb. Use when somebody asks for low water."));
    let hinted = skill("flood", "Reads the flood. Use when somebody asks for high water.");
    home.write("own/flood.md", &hinted.replace("---\n\n", "argument-hint: [day]\n---\n\n"));
    home.write("own/tides/SKILL.md", &skill("tides", "Reads tides. Use when somebody asks for tides."));
    for folder in ["app/.agents/skills", "app/.claude/skills"] {
        link(&home, "own/ebb.md", &format!("{folder}/ebb/SKILL.md"));
        link(&home, "own/flood.md", &format!("{folder}/flood/SKILL.md"));
        link(&home, "own/tides", &format!("{folder}/tides"));
    }
    for (target, folder) in [
        ("claude-code", "app/.claude"),
        ("gemini", "app/.agents"),
        ("copilot", "app/.agents"),
        ("opencode", "app/.agents"),
    ] {
        let (told, ran) = lint(&home, target, &[folder]);
        let is_dropped = |(code, says): &(String, String)| code == "client-dropped" && says.contains("flood/SKILL.md");
        let (dropped, others): (Vec<_>, Vec<_>) = told.into_iter().partition(is_dropped);
        assert_eq!(dropped.len(), usize::from(target == "copilot"), "{target}: {dropped:?}");
        let [(code, says)] = &others[..] else { panic!("{target}: {others:?}") };
        assert!(code == "yaml-reserved-start" && says.contains("flood/SKILL.md"), "{target}: {code} {says}");
        assert_eq!(ran.err.matches("also reading").count(), 3, "{target}: {}", ran.err);
        assert!(!ran.err.contains("wasn't read") && !ran.err.contains("import"), "{target}: {}", ran.err);
    }
    // Two links to one file are no two skills.
    let (told, _) = lint(&home, "copilot", &["app"]);
    assert!(told.iter().all(|(code, _)| code != "name-duplicate" && code != "client-shadowed"), "{told:?}");
    let (told, ran) = lint(&home, "codex", &["app"]);
    let of = |code: &str, words: &str| told.iter().filter(|(one, says)| one == code && says.contains(words)).count();
    assert_eq!(of("client-dropped", "doesn't follow a SKILL.md that is a link"), 2, "{told:?}");
    assert_eq!(of("client-dropped", ".agents/skills/tides"), 0, "a folder that is a link is followed: {told:?}");
    assert_eq!(of("client-folder", "app/.claude/skills/"), 3, "{told:?}");
    assert!(!ran.err.contains("import"), "{}", ran.err);
    // One that is chosen itself is read where it is.
    let (told, ran) = lint(&home, "claude-code", &["app/.claude/skills/ebb/SKILL.md"]);
    assert_eq!((told, ran.code), (vec![], 0), "{}", ran.err);
    let (_, ran) = lint(&home, "agent-skills", &["app"]);
    assert!(ran.err.contains("wasn't read") && !ran.err.contains("import"), "{}", ran.err);
}

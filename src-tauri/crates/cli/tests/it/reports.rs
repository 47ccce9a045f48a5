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

/// What an import of one file said, and how it ended.
fn imported(home: &Home, name: &str, text: &str) -> Ran {
    home.run(&["init", "--library", "fresh.db"]).ended(0);
    home.write(name, text);
    let ran = home.run(&["import", name, "--library", "fresh.db"]);
    std::fs::remove_file(home.folder().join("fresh.db")).expect("the library is there");
    ran
}

#[test]
fn a_key_that_nobody_reads_is_told_with_the_one_that_was_meant_whatever_else_comes_in() {
    let home = Home::new();
    let opencode = r#"{"mcp": {"t": {"type": "local", "command": ["t"], "environment": {"A": "1"}}}}"#;
    let ran = imported(&home, "opencode.json", opencode).ended(0);
    assert!(ran.out.contains("1 imported, 0 skipped, 0 problems"), "{}", ran.out);
    for (name, text, key, meant) in [
        ("a.json", r#"{"mcpServers": {"tides": {"comand": "tides"}}}"#, "comand", "command"),
        ("b.json", r#"{"mcpservers": {"tides": {"command": "tides"}}}"#, "mcpservers", "mcpServers"),
        ("c.json", r#"{"server": {"tides": {"command": "tides"}}}"#, "server", "servers"),
        ("d.toml", "[mcp_server.tides]\ncommand = \"tides\"\n", "mcp_server", "mcp_servers"),
        ("e.yaml", "openapi: 3.1.0\npath:\n  /tides:\n    get: {}\n", "path", "paths"),
        ("f.json", r#"{"tool": [{"name": "t", "description": "d", "inputSchema": {}}]}"#, "tool", "tools"),
        ("g.json", r#"{"tools": [{"nam": "t", "description": "d", "inputSchema": {}}]}"#, "nam", "name"),
        ("i.json", r#"{"mcpServers": {"t": {"command": "t", "environment": {"A": "1"}}}}"#, "environment", "env"),
        ("j.json", r#"{"servers": {"t": {"command": "t", "arg": ["a"]}}}"#, "arg", "args"),
        (
            "k.json",
            r#"{"mcp": {"t": {"type": "local", "command": ["t"], "enviroment": {}}}}"#,
            "enviroment",
            "environment",
        ),
        ("h.json", r#"{"function": [{"name": "t", "description": "d", "parameters": {}}]}"#, "function", "functions"),
    ] {
        let ran = imported(&home, name, text);
        let said = ran.out + &ran.err;
        assert!(said.contains(&format!("Did you mean `{meant}`?")), "{name}: {said}");
        assert!(said.contains(&format!("`{key}`")), "{name}: {said}");
    }
}

#[test]
fn what_an_import_counts_is_what_it_lists() {
    let home = Home::new();
    let tool =
        |name: &str, more: &str| format!(r#"{{"name": "{name}", "description": "Reads."{more}, "inputSchema": {{}}}}"#);
    let no_description = r#"{"name": "bare", "inputSchema": {}}"#;
    let list = |tools: &[&str]| format!(r#"{{"tools": [{}]}}"#, tools.join(", "));
    let (ebb, flood) = (tool("ebb", ""), tool("flood", r#", "titel": "Flood", "iconz": []"#));
    for (name, text, counted) in [
        ("clean.json", list(&[&ebb]), (1, 0, 0)),
        ("slips.json", list(&[&ebb, &flood]), (2, 0, 2)),
        ("nameless.json", list(&[&ebb, r#"{"description": "Reads.", "inputSchema": {}}"#]), (1, 1, 0)),
        ("twice.json", list(&[&ebb, &ebb]), (1, 1, 0)),
        ("bare.json", list(&[no_description]), (1, 0, 1)),
        ("in/SKILL.md", skill("tides", "Reads tides. Use when asked.").replace("tides\n", "Tides\n"), (1, 0, 1)),
    ] {
        let ran = imported(&home, name, &text);
        let lines = |start: &str| ran.out.lines().filter(|line| line.starts_with(start)).count();
        let listed = (lines("tool ") + lines("skill "), lines("skipped "), lines("problem "));
        assert_eq!(listed, counted, "{name}: {}", ran.out);
        let (imported, skipped, problems) = counted;
        let end = if problems == 1 { "" } else { "s" };
        let last = format!("{imported} imported, {skipped} skipped, {problems} problem{end}");
        assert_eq!(ran.out.lines().last(), Some(last.as_str()), "{name}");
    }
}

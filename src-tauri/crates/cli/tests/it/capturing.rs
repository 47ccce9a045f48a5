//! What a client puts before its model: programs that play one are run as the real ones are.

mod copies;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use studio_testkit::{LOADS_SKILLS, played_client, played_program};

use crate::harness::{Home, Ran, ran, skill};

/// Home folders with a program that plays the client, which does something first.
fn with_client(before: &str) -> (Home, PathBuf) {
    let home = Home::new();
    let client = played_client(&home.folder().join("bin"), before);
    for (folder, name) in [("skills", "pdf"), ("home/.claude/skills", "mine")] {
        let text = format!("---\nname: {name}\ndescription: Reads {name} files. Use when asked.\n---\n\nBody.\n");
        home.write(&format!("{folder}/{name}/SKILL.md"), &text);
    }
    (home, client)
}

fn capture(home: &Home, client: &Path, more: &[&str]) -> Ran {
    let client = client.to_str().unwrap();
    home.run(&[&["--json", "capture", "--client", "claude-code", "--program", client, "skills"], more].concat())
}

/// Every file below a folder, with its content.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let content = fs::read(&path).unwrap();
                all.insert(path, content);
            }
        }
    }
    all
}

#[test]
fn a_list_is_captured_and_laid_beside_ours() {
    let (home, client) = with_client("");
    let ran = capture(&home, &client, &["--check"]).ended(0);
    let found = ran.json();
    assert_eq!(found["version"], "2.1.332");
    assert_eq!((&found["model"], &found["window"]), (&"played".into(), &200_000.into()));
    assert_eq!(found["list"]["equal"], 2, "{}", ran.out);
    assert_eq!(found["list"]["own"][0][0], "own");
    assert_eq!(found["changed_since"], json!([]), "it is the version that was measured");
    let said = home.run(&[
        "capture",
        "--client",
        "claude",
        "--program",
        client.to_str().unwrap(),
        "--without-own",
        "--keep",
        "kept.json",
        "skills",
    ]);
    let said = said.ended(0).out;
    assert!(said.contains("- pdf: Reads pdf files.") && !said.contains("- mine:"), "{said}");
    assert!(said.contains("1 identical, 0 different"), "{said}");
    let kept = fs::read_to_string(home.folder().join("kept.json")).unwrap();
    assert!(kept.contains("Reads pdf files.") && !kept.contains("A skill of its own"), "{kept}");
}

#[test]
fn what_is_kept_tells_nothing_of_the_author_and_what_was_taken_out_is_said() {
    let (home, client) = with_client("");
    let (place, memory) = (home.folder().join("home"), "The garage opens at half past seven.");
    let description =
        format!("Reads {}/notes for zoe@example.com and /srv/zoe. Use on planted/branch.", place.display());
    home.write("skills/planted/SKILL.md", &skill("planted", &description));
    home.write("skills/memory/SKILL.md", &skill("memory", memory));
    home.write("home/.claude/CLAUDE.md", &format!("{memory}\n"));
    // Of the counts only those of skills in the list are kept.
    let counts = r#"{"skillUsage": {"planted": {"usageCount": 3}, "diary": {"usageCount": 7}, "pdf": {}}}"#;
    home.write("home/.claude.json", counts);
    home.write(".git/HEAD", "ref: refs/heads/planted/branch\n");
    let client = client.to_str().unwrap();
    let asked = ["capture", "--client", "claude", "--program", client, "--keep", "kept.json", "skills"];
    let said = ran(home.command(&asked).env("USER", "zoe").output().unwrap()).ended(0).err;
    for taken_out in [
        format!("removed from kept.json: your home folder “{}” (1)", place.display()),
        "your user name “zoe” (1)".to_owned(),
        "the email address “zoe@example.com” (1)".to_owned(),
        format!("a line from a memory file “{memory}” (1)"),
        "the repository state “planted/branch” (1)".to_owned(),
    ] {
        assert!(said.contains(&taken_out), "{taken_out}: {said}");
    }
    let kept = fs::read_to_string(home.folder().join("kept.json")).unwrap();
    let line = "- planted: Reads ~/notes for author@example.com and /srv/author. Use on [git state].";
    assert!(kept.contains(line) && kept.contains("- memory: [memory file]"), "{kept}");
    assert!(!kept.contains("zoe") && !kept.contains(memory), "{kept}");
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept["uses"], serde_json::json!({ "planted": 3 }));
}

#[test]
fn a_capture_that_was_kept_is_replayed_as_a_session() {
    let home = Home::with_samples();
    let client = played_client(&home.folder().join("bin"), "");
    // One is the agent's under other words than the library has, the other of nobody there.
    home.write("skills/evidence-summary/SKILL.md", &skill("evidence-summary", "Sums   up. Use when asked."));
    home.write("skills/mine/SKILL.md", &skill("mine", "Is of no agent. Use when asked."));
    let client = client.to_str().unwrap();
    let asked = ["capture", "--client", "claude", "--program", client, "--keep", "kept.json", "skills"];
    home.run(&asked).ended(0);
    home.write("script.json", r#"[{"text": "done"}]"#);
    let simulate = ["simulate", "--agent", "pico_reviewer", "--message", "go", "--model", "scripted:script.json"];
    let run = |more: &[&str]| home.run(&[&simulate[..], more].concat());
    let told = run(&["--listing", "kept.json", "--json"]).ended(0).json();
    let sections = told["steps"][0]["sections"].as_array().unwrap().iter();
    let list: Vec<&str> = sections
        .filter(|section| section["tier"] == "catalogue")
        .map(|section| section["text"].as_str().unwrap())
        .collect();
    assert_eq!(list, ["- evidence-summary: Sums   up. Use when asked.\n", "- mine: Is of no agent. Use when asked.\n"]);
    assert_eq!((&told["listing"]["host"], &told["listing"]["is_captured"]), (&"claude-code".into(), &true.into()));
    let said = run(&["--listing", "kept.json"]).ended(0).out;
    assert!(said.contains("skill list: Exactly as sent by Claude Code 2.1.332. One entry is for a skill"), "{said}");
    run(&["--listing", "kept.json", "--host", "codex"]).ended(2);
    let other = run(&["--listing", "script.json"]).ended(2).err;
    assert!(other.contains("script.json: This isn't a saved capture"), "{other}");
}

#[test]
fn a_list_that_differs_is_told_by_exit_status_and_in_words() {
    let (home, client) = with_client("body.messages[0].content = list.replace('Reads pdf', 'Eats pdf');");
    capture(&home, &client, &[]).ended(0);
    let ran = capture(&home, &client, &["--check"]).ended(1);
    let difference = &ran.json()["list"]["differences"][0];
    assert_eq!((&difference["kind"], &difference["name"]), (&"text".into(), &"pdf".into()));
    assert_eq!(difference["theirs"], "- pdf: Eats pdf files. Use when asked.");
    assert_eq!(difference["ours"], "- pdf: Reads pdf files. Use when asked.");
    // A list that is not there at all differs, too.
    let (home, client) = with_client("body.messages.shift();");
    let none = capture(&home, &client, &["--check"]).ended(1);
    assert!(none.err.contains("Claude Code didn't send a skill list"), "{}", none.err);
}

/// Installs a plugin that has one of everything, and one that is not enabled; hands back what the settings enable.
fn with_plugins(home: &Home) -> Value {
    let cache = "home/.claude/plugins/cache/market";
    let skill = "---\nname: draw\ndescription: Draws lines. Use when asked.\n---\n\nBody.\n";
    let manifest = r#"{"name": "kit", "version": "1.0.0", "description": "planted", "hooks": "./planted.json",
                       "mcpServers": {"planted": {"command": "planted"}}, "commands": "./planted"}"#;
    for (file, text) in [
        ("kit/.claude-plugin/plugin.json", manifest),
        ("kit/skills/draw/SKILL.md", skill),
        ("kit/skills/draw/scripts/line.sh", "echo line"),
        ("kit/skills/none/planted.md", "planted"),
        ("kit/hooks/hooks.json", "planted"),
        ("kit/.mcp.json", "planted"),
        ("kit/commands/planted.md", "planted"),
        ("kit/agents/planted.md", "planted"),
        ("kit/bin/planted", "planted"),
        ("off/skills/planted/SKILL.md", "planted"),
    ] {
        home.write(&format!("{cache}/{file}"), text);
    }
    let at = |name: &str| home.folder().join(cache).join(name);
    let key = home.folder().join("home/.ssh/id_ed25519");
    std::os::unix::fs::symlink(key, at("kit/skills/draw/planted")).unwrap();
    let record = |name: &str| json!([{ "scope": "user", "installPath": at(name), "gitCommitSha": "planted" }]);
    let installed = json!({ "version": 2, "plugins": { "kit@market": record("kit"), "off@market": record("off") } });
    home.write("home/.claude/plugins/installed_plugins.json", &installed.to_string());
    json!({ "kit@market": true, "off@market": false })
}

#[test]
fn of_the_home_folder_only_skills_and_what_changes_the_list_are_seen_and_nothing_is_written() {
    let (home, client) =
        with_client("fs.writeFileSync(process.env.HOME + '/.claude/skills/mine/SKILL.md', 'written');");
    let secret = "planted";
    home.write(
        "home/.claude.json",
        r#"{"skillUsage": {"mine": {"usageCount": 3, "lastUsedAt": 0}}, "oauthAccount": {"token": "planted"}, "mcpServers": {"planted": {"command": "planted"}}}"#,
    );
    let hook = json!([{ "hooks": [{ "type": "command", "command": "planted" }] }]);
    let settings = json!({
        "enabledPlugins": with_plugins(&home), "skillListingMaxDescChars": 900, "apiKeyHelper": "planted",
        "env": { "KEY": "planted" }, "hooks": { "SessionStart": hook }, "statusLine": { "command": "planted" },
    });
    home.write("home/.claude/settings.json", &settings.to_string());
    home.write("home/.claude/.credentials.json", r#"{"token": "planted"}"#);
    home.write("home/.claude/CLAUDE.md", "planted");
    home.write("home/.ssh/id_ed25519", "planted");
    let before = everything(&home.folder().join("home"));
    let mut command = home.command(&["--json", "capture", "--client", "claude-code", "--program"]);
    let ran = command.arg(&client).arg("skills").env("PLANTED_KEY", secret).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(!said.contains(secret), "{said}");
    assert!(said.contains("usageCount") && said.contains("skillListingMaxDescChars"), "{said}");
    // Of a plugin that is enabled the skills with their files, and what the client finds them by.
    assert!(said.contains("--plugin-dir=/home/author/plugins/kit\\"), "{said}");
    assert!(said.contains("kit/skills/draw/scripts/line.sh") && !said.contains("market"), "{said}");
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["list"]["theirs"][2], "- kit:draw: Draws lines. Use when asked.");
    assert_eq!((&found["list"]["equal"], &found["list"]["differences"]), (&json!(3), &json!([])));
    assert_eq!(everything(&home.folder().join("home")), before);
}

#[test]
fn a_list_that_was_cut_is_compared_by_the_authors_use_counts() {
    // Three of five long texts have room: those that were used, then the first.
    let (home, client) = with_client("body.messages[0].content = list.replace(/(- [bc]): .*/g, '$1');");
    let text = "d".repeat(1_500);
    for name in ["a", "b", "c", "d", "e"] {
        let skill = format!("---\nname: {name}\ndescription: {text}\n---\n\nBody.\n");
        home.write(&format!("skills/{name}/SKILL.md"), &skill);
    }
    let used = json!({ "usageCount": 1, "lastUsedAt": 0 });
    home.write("home/.claude.json", &json!({ "skillUsage": { "d": used, "e": used } }).to_string());
    let found = capture(&home, &client, &["--check"]).ended(0).json();
    assert_eq!(found["list"]["equal"], 7, "{found}");
    home.write("home/.claude.json", "{}");
    let found = capture(&home, &client, &["--check"]).ended(1).json();
    let differing: Vec<&Value> =
        found["list"]["differences"].as_array().unwrap().iter().map(|difference| &difference["name"]).collect();
    assert_eq!(differing, ["b", "c", "d", "e"]);
}

#[test]
fn what_is_tried_outward_is_blocked_and_named() {
    let tries = "const net = require('net'); for (const host of ['203.0.113.9', 'models.example.com']) \
                 net.connect(443, host).on('error', () => 0).on('close', () => 0);";
    let (home, client) = with_client(tries);
    let found = capture(&home, &client, &[]).ended(0).json();
    let mut tried: Vec<&str> = found["outward"].as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
    tried.sort_unstable();
    assert_eq!(tried, ["203.0.113.9:443", "models.example.com:443"], "{found}");
}

#[test]
fn a_client_that_can_not_be_captured_is_told_with_what_to_do() {
    let home = Home::new();
    home.write("skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads forms.\n---\nBody.\n");
    let unknown = home.run(&["capture", "--client", "cursor", "skills"]).ended(2);
    assert!(unknown.err.contains("Client “cursor” can't be captured. Available: claude-code"), "{}", unknown.err);
    let mut absent = home.command(&["capture", "--client", "codex", "skills"]);
    let absent = absent.env("PATH", "/nowhere").output().unwrap();
    let said = String::from_utf8_lossy(&absent.stderr).into_owned();
    assert!(said.contains("Codex isn't installed: `codex` wasn't found on PATH"), "{said}");
    assert!(said.contains("npm install -g @openai/codex@latest") && said.contains("--program"), "{said}");
    let none = capture(&home, Path::new("/nowhere/claude"), &[]).ended(2);
    assert!(none.err.contains("Can't start /nowhere/claude: it isn't an executable file"), "{}", none.err);

    let plays = |text: &str| played_program(&home.folder().join("bin"), &format!("#!/bin/sh\n{text}\n"));
    let version = "[ \"$1\" = --version ] && echo '2.1.332 (Claude Code)' && exit 0";
    let old = capture(&home, &plays("echo 1.0.44"), &[]).ended(2);
    assert!(old.err.contains("Claude Code 1.0.44 is too old to capture; 2.1.0 or newer is required"), "{}", old.err);
    let hangs = capture(&home, &plays(&format!("{version}\nwhile :; do sleep 1; done")), &["--timeout", "2"]).ended(2);
    assert!(hangs.err.contains("Claude Code didn't send a request within 2 s and was stopped"), "{}", hangs.err);
    let ends = capture(&home, &plays(&format!("{version}\necho 'log in first' >&2")), &[]).ended(2);
    assert!(ends.err.contains("exited without sending a request to its model. Output: log in first"), "{}", ends.err);
    let missing = home.run(&["capture", "--client", "claude", "--program", "bin/claude", "nowhere"]).ended(2);
    assert!(missing.err.contains("nowhere: This folder doesn't exist."), "{}", missing.err);
    let (other, client) = with_client("body.tools = [];");
    let other = capture(&other, &client, &[]).ended(2);
    assert!(other.err.contains("sent 1 request, but none was a model request from Claude Code"), "{}", other.err);
}

#[test]
fn a_skill_is_loaded_when_that_is_asked_for() {
    let (home, client) = with_client(LOADS_SKILLS);
    let found = capture(&home, &client, &["--activate", "pdf", "--args", "one two", "--check"]).ended(0).json();
    let theirs = found["loaded"]["theirs"].as_str().unwrap();
    assert!(theirs.starts_with("Launching skill: pdf\n\nBase directory for this skill: /project/"), "{theirs}");
    assert_eq!(found["loaded"]["ours"], theirs);
    assert!(theirs.ends_with("ARGUMENTS: one two"), "{theirs}");
    let (home, client) = with_client(&LOADS_SKILLS.replace("Launching", "Starting"));
    capture(&home, &client, &["--activate", "pdf", "--check"]).ended(1);
}

#[test]
fn a_folder_may_be_named_in_the_place_of_a_library() {
    let (home, client) = with_client("");
    let asked = ["--json", "capture", "--client", "claude-code", "--program", client.to_str().unwrap()];
    let own = home.run(&[&asked[..], &["skills"]].concat()).ended(0).json();
    let library = home.run(&[&asked[..], &["--without-own", "--library", "skills"]].concat()).ended(0).json();
    let line = |found: &serde_json::Value| found["list"]["theirs"].to_string().contains("pdf");
    assert!(line(&own) && line(&library), "{library:#}");
}

#[test]
fn a_fixture_has_the_authors_lines_in_parts_and_the_clients_words_by_length_and_hash() {
    let (home, client) = with_client("");
    let client = client.to_str().unwrap();
    let asked = ["capture", "--client", "claude-code", "--program", client, "--without-own", "--fixture", "kept.json"];
    home.run(&[&asked[..], &["skills"]].concat()).ended(0);
    let kept = fs::read_to_string(home.folder().join("kept.json")).unwrap();
    let found: serde_json::Value = serde_json::from_str(&kept).unwrap();
    let list = &found["list"];
    assert_eq!((&found["version"], &list["role"]), (&"2.1.332".into(), &"system".into()));
    assert_eq!(list["lines"][0]["line"], "- pdf: Reads pdf files. Use when asked.");
    assert_eq!(list["lines"][0]["shown"], "Reads pdf files. Use when asked.");
    assert_eq!((&list["own"][0]["name"], &list["own"][0]["chars"]), (&"own".into(), &26.into()));
    let before = &list["before"];
    assert_eq!((&before["chars"], before["lines"].as_array().map(Vec::len)), (&63.into(), Some(1)), "{before}");
    assert_eq!((&before["sha256"], before["lines"][0]["chars"].as_u64()), (&before["lines"][0]["sha256"], Some(63)));
    assert!(!kept.contains("A skill of its own") && !kept.contains("available for use"), "{kept}");
}

#[test]
fn every_client_that_can_be_captured_says_how_it_is_installed() {
    let told = Home::new().run(&["capture", "--recipes"]).ended(0).json();
    let told = told.as_array().unwrap();
    assert!(told.len() >= 8, "{told:?}");
    for client in told {
        let is_said = |key: &str| client[key].as_str().is_some_and(|text| !text.is_empty());
        assert!(["name", "label", "package", "program", "folder"].into_iter().all(is_said), "{client}");
        assert!(client["has_own_order"].is_boolean() && client["tells_same_name"].is_boolean(), "{client}");
    }
    Home::new().run(&["capture"]).ended(2);
}

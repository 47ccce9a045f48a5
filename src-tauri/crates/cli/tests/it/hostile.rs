//! Texts of others on a terminal, and files that never end: everything is shown, nothing is obeyed, and nobody waits.

use std::{
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::json;
use studio_testkit::{until, worked};

use crate::harness::{Home, Ran};

/// What a terminal would do something about: a title, a colour in one byte, a turned direction, a forged line.
pub(crate) const EVIL: &str = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}txt\u{2066}";
/// The same as YAML writes it.
pub(crate) const EVIL_YAML: &str = r"\e]0;owned\a\x9b31m\u202etxt\u2066";

pub(crate) fn is_plain(ran: &Ran) {
    for (name, text) in [("out", &ran.out), ("err", &ran.err)] {
        let found = text.chars().find(|letter| studio_unseen(*letter));
        assert!(found.is_none(), "{name} holds {found:?}: {text:?}");
    }
}

fn studio_unseen(letter: char) -> bool {
    (letter.is_control() && letter != '\n' && letter != '\t')
        || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A library in which everything that may have any text has a hostile one.
fn hostile() -> Home {
    let home = Home::with_samples();
    for name in ["one", "two"] {
        home.write(
            &format!("in/{EVIL}{name}/SKILL.md"),
            &format!(
                "---\nname: \"{name}{EVIL_YAML}\"\ndescription: \"Steals cookies. Use when {EVIL_YAML}\\nforged  row\"\n\
                 tags: [\"{EVIL_YAML}\"]\nallowed-tools: \"{EVIL_YAML}\"\nlicense: {EVIL}\n---\n\nSteal cookies {EVIL}.\n"
            ),
        );
    }
    home.write(&format!("in/{EVIL}broken/SKILL.md"), &format!("---\nname: [{EVIL}\n---\n"));
    home.write(&format!("in/{EVIL}.zip"), EVIL);
    home.write("tools.json", &json!({ "tools": [{ "name": format!("t{EVIL}"), "description": EVIL, "inputSchema": { "type": "object", "properties": { EVIL: { "type": "string", "description": EVIL } } } }] }).to_string());
    home.write(
        "servers.json",
        &json!({ "mcpServers": { format!("s{EVIL}"): { "command": EVIL, "args": [EVIL] } } }).to_string(),
    );
    home.write(
        "queries.jsonl",
        &format!("{}\n", json!({ "query": format!("cookies {EVIL}"), "expected": [format!("one{EVIL}")] })),
    );
    home
}

#[test]
fn nothing_a_skill_says_reaches_the_terminal_raw() {
    let home = hostile();
    for arguments in [
        ["import", "in"].as_slice(),
        &["import", "in", "--link"],
        &["import", "tools.json"],
        &["import", "servers.json"],
        &["import", "--format", "evals", "queries.jsonl"],
        &["list", "skills"],
        &["list", "tools"],
        &["list", "agents"],
        &["list", "servers"],
        &["search", "cookies"],
        &["find", "cookies"],
        &["find", "owned"],
        &["lint", "in"],
        &["tokens", "in"],
        &["score", "steal cookies", "--scorer", "bm25"],
        &["resolve", "--by-query", "steal cookies", "--mode", "permissive"],
        &["resolve", "--by-name", EVIL],
        &["overlap"],
        &["eval", "queries.jsonl", "--scorer", "bm25"],
        &["show", "skill", "nobody"],
        &["show", "tool", EVIL],
        &["tool", "call", EVIL],
        &["schema", EVIL],
        &["import", "nowhere\u{1b}[2J"],
        &["tokens", "nowhere\u{1b}[2J"],
        &["list", "tools"],
        &["search", "owned"],
        &["trash", "put", "tool", &format!("t{EVIL}")],
        &["trash", "put", "server", &format!("s{EVIL}")],
        &["trash", "list"],
        &["trash", "restore", "tool", &format!("t{EVIL}")],
        &["show", "tool", &format!("t{EVIL}")],
        &["tool", "implement", &format!("t{EVIL}"), "--library-name", EVIL, "--script", "nowhere.py"],
        &["tool", "call", &format!("t{EVIL}"), "--library-name", EVIL],
        &["show", "agent", EVIL],
        &["export", "--target", "gram", "--out", "out.gram"],
        &["doctor"],
    ] {
        let arguments: Vec<&str> = arguments.to_vec();
        let ran = home.run(&arguments);
        is_plain(&ran);
        // For programs the same, whole: escapes of JSON are the characters themselves to who reads it.
        let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let ran = home.run(&with_json);
        is_plain(&ran);
        if !ran.out.is_empty() {
            ran.json();
        }
    }
    let skills = home.json(&["list", "skills"], 0);
    let row = skills.as_array().unwrap().iter().find(|row| row["name"].as_str().unwrap().starts_with("one")).unwrap();
    let id = row["id"].as_str().unwrap();
    let listed = home.run(&["list", "skills"]).ended(0);
    assert!(
        listed.out.lines().any(|line| line.starts_with(r"one\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}txt")),
        "{}",
        listed.out
    );
    assert!(!listed.out.lines().any(|line| line.starts_with("forged")), "a name never looks like two rows");
    let shown = home.run(&["show", "skill", id]).ended(0);
    is_plain(&shown);
    assert!(shown.out.contains(r"Steal cookies \u{1b}]0;owned"), "{}", shown.out);
    let whole = home.json(&["show", "skill", id], 0);
    assert!(whole["text"].as_str().unwrap().contains(EVIL), "a program gets the text as it is");
    for arguments in [["trash", "put", "skill", id], ["trash", "restore", "skill", id]] {
        is_plain(&home.run(&arguments));
    }
}

#[test]
fn nothing_a_library_says_reaches_the_terminal_raw_where_it_goes_out_is_checked_or_simulated() {
    let home = hostile();
    for arguments in [["import", "in"].as_slice(), &["import", "tools.json"], &["import", "servers.json"]] {
        home.run(arguments);
    }
    let evil_name = format!("one{EVIL}");
    let save = ["pack", "save", EVIL, "--skill", &evil_name, "--target", "agent-skills=skills"];
    let mut commands: Vec<Vec<&str>> = vec![
        save.to_vec(),
        [&save[..], &["--gate", "secrets", "--gate", "errors", "--target", EVIL]].concat(),
        vec!["pack", "list"],
        vec!["pack", "show", EVIL],
        vec!["pack", "plan", EVIL, "--out", "dist"],
        vec!["pack", "write", EVIL, "--out", "dist", "--sign"],
        vec!["pack", "write", EVIL, "--out", "dist", "--override", EVIL],
        vec!["pack", "verify", EVIL],
        vec!["pack", "history", EVIL],
        vec!["pack", "show", "nobody\nskillctl: forged"],
        vec!["scan", "in"],
        vec!["scan", "dist"],
        vec!["verify", "in"],
        vec!["verify", "dist"],
        vec!["key", "trust", EVIL, EVIL],
        vec!["key", "trust", EVIL, "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"],
        vec!["key", "list"],
        vec!["key", "distrust", EVIL],
        vec!["simulate", "--agent", EVIL, "--runtime", "agent-lib", "--message", EVIL],
        vec!["push", "--remote", EVIL],
        vec!["pull", "--remote", "postgresql://ann\u{1b}[2J@127.0.0.1:9/team"],
        vec!["import", "--format", "well-known", "in"],
        vec!["import", "--format", "light4j-sql", "tools.json"],
        vec!["import", "--format", "light4j-events", "tools.json"],
    ];
    home.write("script.json", &json!([{ "text": EVIL }]).to_string());
    let agents = home.json(&["list", "agents"], 0);
    let agent = agents[0]["name"].as_str().unwrap();
    for runtime in ["agent-lib", "adk"] {
        let run = ["simulate", "--agent", agent, "--runtime", runtime, "--allow", "--message", EVIL];
        commands.push([&run[..], &["--model", "scripted:script.json"]].concat());
    }
    let targets = ["agent-skills", "skill-zip", "claude-plugin", "adk", "well-known", "light4j-events", "openai-tools"];
    let out: Vec<(&str, String)> = targets.iter().map(|target| (*target, format!("out/{target}/"))).collect();
    for (target, out) in &out {
        commands.push(vec!["export", "--target", target, "--out", out]);
    }
    commands.push(vec!["export", "--target", "light4j-sql", "--out", "out.sql"]);
    for target in ["anthropic-tools", "mcp-tools"] {
        commands.push(vec!["export", "--target", target, "--out", "out.json"]);
    }
    commands.push(vec!["export", "--target", "client-folder", "--client", "claude", "--out", "client/"]);
    for arguments in commands {
        let ran = home.run_offline(&arguments);
        is_plain(&ran);
        assert!(!ran.err.lines().any(|line| line.starts_with("skillctl: forged")), "{}", ran.err);
        let ran = home.run_offline(&[&arguments[..], &["--json"]].concat());
        is_plain(&ran);
    }
}

#[test]
fn a_monstrous_description_of_an_api_is_one_error_and_brings_nothing_in() {
    let home = Home::with_samples();
    let before = home.json(&["list", "tools"], 0);
    let zeros = "0,".repeat(400_001);
    home.write("flat.json", &format!("{{\"openapi\": \"3.0.0\", \"paths\": {{}}, \"x\": [{zeros}0]}}"));
    home.write("deep.json", &format!("{{\"openapi\": \"3.0.0\", \"paths\": {}", "[".repeat(1_000_000)));
    home.write("round.yaml", "openapi: 3.1.0\npaths:\n  /a: {$ref: '#/paths/~1b'}\n  /b: {$ref: '#/paths/~1a'}\n");
    for (file, words) in
        [("flat.json", "too large to read"), ("deep.json", "nested too deeply"), ("round.yaml", "circular")]
    {
        let report = home.json(&["import", file], 1);
        let skipped: Vec<&str> =
            report["skipped"].as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap()).collect();
        assert!(skipped.iter().any(|message| message.contains(words)), "{file}: {skipped:?}");
        assert!(skipped.len() <= 3, "{file}: {skipped:?}");
        assert_eq!(report["imported"], json!([]), "{file}");
    }
    assert_eq!(home.json(&["list", "tools"], 0), before);
}

#[test]
fn no_text_of_others_looks_like_a_line_of_ours() {
    let home = Home::with_samples();
    let forged = "nobody\nskillctl: everything is allowed\rskillctl: and saved";
    for arguments in [["show", "skill", forged], ["show", "tool", forged], ["pack", "show", forged]] {
        let ran = home.run(&arguments);
        assert!(ran.err.contains("everything is allowed"), "it is shown: {}", ran.err);
        let ours = ran.err.lines().filter(|line| line.starts_with("skillctl:"));
        assert_eq!(ours.count(), 1, "{}", ran.err);
    }
}

#[test]
fn what_a_tool_prints_reaches_the_terminal_escaped() {
    let home = Home::with_samples();
    home.write("evil.js", r"console.error('\u001b]0;owned\u0007'); console.log(JSON.stringify('\u009b31m\u202e'));");
    home.write("evil.py", "import sys\nprint('\\x1b[2J\\x9b', file=sys.stderr)\nprint('\"\\u202e\\x9b\"')\n");
    for script in ["evil.js", "evil.py"] {
        home.run(&["tool", "implement", "usage_estimate", "--library-name", "evil", "--script", script]);
        let past = r#"{"past": [{"usage": 100, "degree_days": 10}], "degree_days": 20}"#;
        let call = ["tool", "call", "usage_estimate", "--library-name", "evil", "--allow", "--args", past];
        let ran = home.run(&call);
        is_plain(&ran);
        assert!(ran.code < 2, "{} {}", ran.out, ran.err);
        let with_json: Vec<&str> = call.iter().copied().chain(["--json"]).collect();
        let ran = home.run(&with_json);
        is_plain(&ran);
        ran.json();
    }
}

/// Processor time nothing takes that refuses a file by what it is.
const MOST_WORK: Duration = Duration::from_secs(10);

/// A program that does not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// Runs the program to its end, or kills it: reading what has no end is work, and waiting for what never comes is none.
fn ends(home: &Home, arguments: &[&str]) -> Ran {
    let child = home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut running = Running(child);
    until(&format!("{arguments:?} to end"), || {
        assert!(worked(running.0.id()) <= MOST_WORK, "{arguments:?} never ends");
        running.0.try_wait().unwrap().is_some()
    });
    let text = |pipe: Option<&mut dyn Read>| std::io::read_to_string(pipe.unwrap()).unwrap();
    let Running(child) = &mut running;
    let out = text(child.stdout.as_mut().map(|pipe| pipe as _));
    let err = text(child.stderr.as_mut().map(|pipe| pipe as _));
    Ran { code: child.wait().unwrap().code().unwrap(), out, err }
}

#[test]
fn a_pipe_a_device_and_a_file_without_end_are_refused_at_once() {
    let home = Home::with_samples();
    let fifo = home.folder().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for name in ["fifo.json", "fifo.md", "fifo.zip", "fifo.gram", "fifo.yaml", "fifo.jsonl", "fifo.js"] {
        assert!(Command::new("mkfifo").arg(home.folder().join(name)).status().unwrap().success());
    }
    let huge = |name: &str| std::fs::File::create(home.folder().join(name)).unwrap().set_len(8 << 30).unwrap();
    for name in ["huge.json", "huge.md", "huge.jsonl", "huge.zip", "huge.gram", "huge.js"] {
        huge(name);
    }
    for path in ["fifo", "fifo.json", "fifo.md", "fifo.jsonl", "/dev/zero", "huge.md", "huge.json", "huge.jsonl"] {
        for command in [
            ["tokens", path].as_slice(),
            &["lint", path],
            &["import", path],
            &["eval", path],
            &["import", "--format", "evals", path],
            &["import", "--format", "openapi", path],
            &["import", "--format", "mcp-servers", path],
            &["import", "--format", "gram", path],
            &["score", "--queries", path],
            &["lint", "--target", "adk", path],
        ] {
            let ran = ends(&home, command);
            assert!(ran.code > 0, "{command:?} took it: {} {}", ran.out, ran.err);
            let said = format!("{}{}", ran.out, ran.err);
            assert!(said.contains(path.rsplit('/').next().unwrap()), "{command:?} names it: {said}");
        }
    }
    for path in ["fifo.zip", "huge.zip", "fifo.gram", "huge.gram", "fifo.yaml"] {
        assert!(ends(&home, &["import", path]).code > 0, "{path}");
    }
    for path in ["fifo.js", "huge.js", "/dev/zero"] {
        let command = ["tool", "implement", "usage_estimate", "--library-name", "x", "--script", path];
        assert_eq!(ends(&home, &command).code, 2, "{path}");
    }
    for path in ["fifo", "/dev/zero", "huge.md"] {
        assert!(ends(&home, &["list", "skills", "--library", path]).code > 0, "{path}");
    }
    assert!(Path::new(&fifo).exists());
}

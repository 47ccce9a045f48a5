//! The inputs that were made after what people reported, each with what its `case.md` calls right. They are no part of the tree:
//! the folder that holds them is handed in.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use serde_json::{Value, json};

use super::{fixed, lint, listed, told_of};
use crate::harness::Home;

/// What asserts that a report comes out right.
type Asserts = fn(&Home);

/// The folder of each report, with what is right.
const CASES: [(&str, Asserts); 22] = [
    ("01-symlinked-file", symlinked_file),
    ("02-nested-package", nested_package),
    ("04-argument-hint-list", argument_hint_list),
    ("05-tools-with-blanks", tools_with_blanks),
    ("06-wide-characters", wide_characters),
    ("08-dollar-digits", dollar_digits),
    ("09-lower-case-file", lower_case_file),
    ("11-finder-zip", finder_zip),
    ("12-backslash-zip", backslash_zip),
    ("14-marketplace-paths", marketplace_paths),
    ("16-schema-references", schema_references),
    ("18-tool-names", tool_names),
    ("20-openapi-nullable", openapi_nullable),
    ("22-mcp-settings", mcp_settings),
    ("23-scan-harmless", scan_harmless),
    ("26-product-names", product_names),
    ("27-only-for-people", only_for_people),
    ("33-claims-in-schemas", claims_in_schemas),
    ("34-shared-references", shared_references),
    ("36-executable-scripts", executable_scripts),
    ("37-comment-above", comment_above),
    ("41-list-as-the-client", list_as_the_client),
];

#[test]
#[ignore = "needs the reports: SKILL_STUDIO_REPORTS=DIR cargo test -p skillctl --test it every_report -- --ignored --nocapture"]
#[expect(clippy::print_stderr, reason = "it says how many are right")]
fn every_report_comes_out_right() {
    let reports = env::var_os("SKILL_STUDIO_REPORTS").expect("SKILL_STUDIO_REPORTS names the folder of the reports");
    let reports = Path::new(&reports);
    let entries = fs::read_dir(reports).expect("the folder can be read").flatten();
    let folders: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let unknown: Vec<&String> =
        folders.iter().filter(|folder| CASES.iter().all(|(known, _)| known != folder)).collect();
    assert!(unknown.is_empty(), "nobody says what is right of {unknown:?}");
    let mut wrong = Vec::new();
    for (name, right) in CASES {
        let home = Home::new();
        copy(&reports.join(name), home.folder());
        if catch_unwind(AssertUnwindSafe(|| right(&home))).is_err() {
            wrong.push(name);
        }
    }
    eprintln!("{} of {} right", CASES.len() - wrong.len(), CASES.len());
    assert!(wrong.is_empty(), "wrong: {wrong:?}");
}

/// Copies what is in a folder, with the bits of its files.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("folders can be made");
    for entry in fs::read_dir(from).expect("the reports can be read").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("files can be written");
        }
    }
}

/// A new library with what a path holds, and the report of its import.
fn with_import(home: &Home, path: &str, code: i32) -> Value {
    home.run(&["init"]).ended(0);
    home.json(&["import", path], code)
}

/// The names of what an import brought in.
fn imported(report: &Value) -> Vec<&str> {
    report["imported"].as_array().expect("it is a list").iter().filter_map(|one| one["name"].as_str()).collect()
}

/// Whether a finding with this code has these words.
fn says(told: &[(String, String)], code: &str, words: &str) -> bool {
    told.iter().any(|(one, says)| one == code && says.contains(words))
}

/// The list of tools that an export wrote.
fn written(home: &Home, target: &str) -> Vec<Value> {
    let out = format!("out-{target}.json");
    let report = home.json(&["export", "--target", target, "--out", &out, "--verify"], 0);
    assert_eq!(report["differences"], json!([]), "{report:#}");
    serde_json::from_str(&fs::read_to_string(home.folder().join(out)).unwrap()).unwrap()
}

fn symlinked_file(home: &Home) {
    for client in [".agents", ".claude"] {
        let file = home.folder().join(format!("proj/{client}/skills/tide-log/SKILL.md"));
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("../../../library/tide-log.md", file).unwrap();
    }
    let report = with_import(home, "proj", 1);
    assert_eq!(imported(&report), ["ferry-times"]);
    let skipped: Vec<&Value> = report["skipped"].as_array().unwrap().iter().collect();
    let is_named = |one: &&&Value| one["path"].as_str().unwrap().contains("tide-log");
    assert_eq!(skipped.iter().filter(is_named).count(), 2, "{report:#}");
    assert!(!report.to_string().contains("imported from there"), "{report:#}");
    let (told, _) = lint(home, "codex", &["proj"]);
    let of_link = |one: &&(String, String)| one.0 == "client-dropped" && one.1.contains("tide-log/SKILL.md");
    let of_link: Vec<_> = told.iter().filter(of_link).collect();
    assert!(of_link.len() == 1 && of_link[0].1.contains("doesn't follow a SKILL.md that is a link"), "{told:?}");
    for target in ["claude-code", "gemini", "copilot", "opencode"] {
        let (told, ran) = lint(home, target, &["proj"]);
        let against = told.iter().filter(|(code, says)| code != "client-folder" && says.contains("tide-log"));
        assert_eq!(against.count(), 0, "{target}: {told:?}");
        assert!(!ran.err.contains("import") && !ran.err.contains("wasn't read"), "{target}: {}", ran.err);
    }
}

fn nested_package(home: &Home) {
    for (target, folder, outside, dropped) in [
        ("codex", ".agents", &[""; 0][..], &[""; 0][..]),
        ("opencode", ".agents", &[], &["broken-bed"]),
        ("gemini", ".agents", &["broken-bed", "demo-bed"], &[]),
        ("copilot", ".agents", &["broken-bed", "demo-bed"], &[]),
        ("claude-code", ".claude", &["broken-bed", "demo-bed"], &[]),
    ] {
        let (told, _) = lint(home, target, &[&format!("proj/{folder}")]);
        assert_eq!(told_of(&told, "client-folder"), outside, "{target}: {told:?}");
        assert_eq!(told_of(&told, "client-dropped"), dropped, "{target}: {told:?}");
    }
}

fn argument_hint_list(home: &Home) {
    copy(&home.folder().join("proj/.github"), &home.folder().join("proj/.agents"));
    for (target, folder, dropped) in [
        ("copilot", ".github", &["cut-release", "open-ticket"][..]),
        ("codex", ".agents", &[]),
        ("opencode", ".agents", &["open-ticket"]),
        ("claude-code", ".claude", &[]),
    ] {
        let (told, ran) = lint(home, target, &[&format!("proj/{folder}")]);
        assert_eq!(told_of(&told, "client-dropped"), dropped, "{target}: {told:?}");
        assert_eq!(told_of(&told, "client-cut"), [""; 0], "{target}: {told:?}");
        let report = ran.json();
        let fixes = report["findings"].as_array().unwrap().iter().filter(|one| !one["fix"].is_null());
        let inserted: Vec<String> =
            fixes.map(|one| one["fix"]["edits"][0]["insert"].as_str().unwrap().trim().to_owned()).collect();
        assert_eq!(inserted, [r#""[version]""#, r#""[title] [--urgent]""#], "{target}");
    }
}

fn tools_with_blanks(home: &Home) {
    let (told, _) = lint(home, "agent-skills", &["skills"]);
    assert!(told.iter().all(|(code, _)| code == "tools-form"), "{told:?}");
    with_import(home, "skills", 0);
    let shown = home.json(&["show", "skill", "branch-tidy"], 0);
    let tools = json!(["Bash(git branch *)", "Bash(git push origin --delete *)", "Read"]);
    assert_eq!(shown["allowed_tools"], tools);
    assert_eq!(home.run(&["list", "tools", "--json"]).json(), json!([]));
    let report = home.json(&["export", "--target", "adk", "--out", "out/", "--verify"], 0);
    assert_eq!(report["differences"], json!([]), "{report:#}");
    let out = fs::read_to_string(home.folder().join("out/.skills/branch-tidy/SKILL.md")).unwrap();
    for tool in tools.as_array().unwrap() {
        assert!(out.contains(&format!("  - {}\n", tool.as_str().unwrap())), "{out}");
    }
}

fn wide_characters(home: &Home) {
    for (target, code) in [("agent-skills", "description-length"), ("copilot", "client-dropped")] {
        let (told, _) = lint(home, target, &["skills"]);
        assert!(told.len() == 1 && told[0].0 == code && told[0].1.contains("one-over"), "{target}: {told:?}");
    }
    let (told, _) = lint(home, "agent-skills", &["skills"]);
    assert!(told[0].1.contains("1,025 characters"), "{told:?}");
}

fn dollar_digits(home: &Home) {
    let (told, _) = lint(home, "claude-code", &["proj"]);
    for (at, words) in ["`$2`", "`$1`", "`$0`"].into_iter().enumerate() {
        assert!(told[at].0 == "client-body" && told[at].1.contains(words), "{told:?}");
    }
    assert_eq!((told.len(), told_of(&told, "client-body")), (3, vec!["fuel-costs".to_owned()]));
    for (skill, has) in [
        ("fuel-costs", &["sum += charlie", "costs bravo.79", "is alpha"][..]),
        ("fuel-escaped", &["sum += $2 }", "Cost: $1.79", "ARGUMENTS: alpha bravo charlie"]),
    ] {
        let arguments = json!({ "skill": skill, "args": "alpha bravo charlie" });
        let replies = json!([{ "calls": [{ "name": "Skill", "arguments": arguments }] }, { "text": "done" }]);
        home.write("replies.json", &replies.to_string());
        let session = ["simulate", "proj", "--host", "claude", "--model", "scripted:replies.json", "--message", "hi"];
        let told = home.json(&[&session[..], &["--allow"]].concat(), 0);
        let events = told["events"].as_array().unwrap();
        let answered = events.iter().find(|event| event["kind"] == "tool_answered").expect("the skill is loaded");
        for words in has {
            assert!(answered["content"].as_str().unwrap().contains(words), "{words}: {answered:#}");
        }
    }
}

fn lower_case_file(home: &Home) {
    for target in ["agent-skills", "claude-code", "codex", "gemini", "copilot", "opencode"] {
        let (told, _) = lint(home, target, &["proj"]);
        assert_eq!(told_of(&told, "file-name"), ["bread-timer", "cake-timer"], "{target}: {told:?}");
        assert!(says(&told, "file-name", "Rename the file"), "{told:?}");
    }
    let report = with_import(home, "proj", 0);
    let warned = report["warnings"].as_array().unwrap().iter().filter(|one| one["code"] == "file-name");
    assert_eq!((imported(&report).len(), warned.count()), (3, 2), "{report:#}");
    let report = home.run(&["export", "--target", "agent-skills", "--out", "out/"]).ended(0).out;
    for skill in ["bread-timer", "cake-timer", "soup-timer"] {
        assert!(report.contains(&format!("{skill}/SKILL.md")), "{report}");
        assert!(home.folder().join(format!("out/{skill}/SKILL.md")).is_file());
    }
}

fn finder_zip(home: &Home) {
    let report = with_import(home, "moss-notes.zip", 0);
    assert_eq!(imported(&report), ["moss-notes"]);
    let shown = home.json(&["show", "skill", "moss-notes"], 0);
    let paths: Vec<&str> = shown["files"].as_array().unwrap().iter().filter_map(|file| file["path"].as_str()).collect();
    assert_eq!(paths, ["SKILL.md", "references/Schlüssel.md"]);
    home.run(&["export", "--target", "skill-zip", "--out", "out/"]).ended(0);
    let list = "python3 -m zipfile -l out/moss-notes.skill";
    let out = home.shell(list).output().expect("the tests need Python");
    let out = String::from_utf8_lossy(&out.stdout).into_owned();
    let names: Vec<&str> = out.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["moss-notes/SKILL.md", "moss-notes/references/Schlüssel.md"], "{out}");
}

fn backslash_zip(home: &Home) {
    let (told, _) = lint(home, "claude-upload", &["river-levels.zip"]);
    assert!(says(&told, "archive-layout", "contain backslashes"), "{told:?}");
    assert_eq!(imported(&with_import(home, "river-levels.zip", 0)), ["river-levels"]);
}

fn marketplace_paths(home: &Home) {
    let (told, _) = lint(home, "claude-plugin", &["shop"]);
    for words in ["./skills/apple-press/SKILL.md` is a file", "nothing at `./pear-dryer`", "“plum tools”"] {
        assert!(says(&told, "plugin-manifest", words), "{words}: {told:?}");
    }
    home.run(&["init"]).ended(0);
    home.write("plugin.json", r#"{"name": "plums", "version": "1.0.0", "description": "Plums."}"#);
    home.write("package.json", r#"{"name": "plums", "version": "1.0.0", "description": "Plums."}"#);
    for (file, words) in [
        ("shop/.claude-plugin/marketplace.json", "is a Claude plugin marketplace"),
        ("plugin.json", "is a plugin manifest"),
        ("package.json", "is an npm package file"),
    ] {
        let ran = home.run(&["import", file]).ended(2);
        assert!(ran.err.contains(words), "{file}: {}", ran.err);
    }
    assert_eq!(home.run(&["list", "tools", "--json"]).json(), json!([]));
}

fn schema_references(home: &Home) {
    with_import(home, "tools.json", 0);
    let source: Value = serde_json::from_str(&fs::read_to_string(home.folder().join("tools.json")).unwrap()).unwrap();
    let schema = &source["tools"][0]["inputSchema"];
    let shown = home.json(&["show", "tool", "find_shifts"], 0);
    for field in ["text: Maybe Text", "days: Maybe Int", "teams: Maybe [{id: Text}]"] {
        assert!(shown["signature"].as_str().unwrap().contains(field), "{}", shown["signature"]);
    }
    assert_eq!(&written(home, "openai-tools")[0]["function"]["parameters"], schema);
    assert_eq!(&written(home, "anthropic-tools")[0]["input_schema"], schema);
    assert_eq!(&written(home, "mcp-tools")[0]["inputSchema"], schema);
}

fn tool_names(home: &Home) {
    with_import(home, "tools.json", 0);
    for target in ["openai-tools", "anthropic-tools"] {
        let report = home.json(&["export", "--target", target, "--out", "out.json"], 1);
        assert_eq!((report["refused"].as_array().unwrap().len(), &report["files"]), (3, &json!([])), "{report:#}");
        assert!(!home.folder().join("out.json").exists());
    }
    assert_eq!(written(home, "mcp-tools").len(), 4);
    let said = home.run(&["export", "--target", "mcp-tools", "--out", "again.json"]).ended(0);
    assert!(said.err.contains("tool kitchen/fridge, name: ") && !said.err.contains("kitchen.oven.set"), "{}", said.err);
}

fn openapi_nullable(home: &Home) {
    with_import(home, "api.yaml", 0);
    let tool = home.json(&["show", "tool", "setReturnDate"], 0);
    let properties = &tool["input_schema"]["properties"];
    let string = json!(["string", "null"]);
    assert_eq!((&properties["day"]["type"], &properties["state"]["type"]), (&string, &string), "{tool:#}");
    assert!(properties["state"]["enum"].as_array().unwrap().contains(&Value::Null), "{tool:#}");
    assert!(properties["shelf"]["type"].as_array().unwrap().contains(&json!("null")), "{tool:#}");
    assert!(tool["input_schema"]["required"].as_array().unwrap().contains(&json!("day")), "{tool:#}");
    assert!(tool["signature"].as_str().unwrap().contains("day: Maybe Text"), "{tool:#}");
    home.json(&["import", "api31.json"], 0);
    let tool = home.json(&["show", "tool", "books_list"], 0);
    assert_eq!(tool["input_schema"]["properties"]["tag"]["type"], string, "{tool:#}");
}

fn mcp_settings(home: &Home) {
    for file in ["mcp.json", "opencode.json", "config.toml", "wrong-keys.json"] {
        let library = format!("{file}.db");
        home.run(&["init", "--library", &library]).ended(0);
        let report = home.json(&["import", file, "--library", &library], 0);
        let show = |name: &str| home.json(&["show", "server", name, "--library", &library], 0);
        if file == "wrong-keys.json" {
            assert!(report["warnings"].to_string().contains("Did you mean `env`?"), "{report:#}");
            continue;
        }
        assert_eq!(imported(&report), ["notes", "maps"], "{file}");
        if file == "opencode.json" {
            let notes = show("notes");
            assert_eq!((&notes["is_enabled"], &show("maps")["is_enabled"]), (&json!(true), &json!(false)));
            assert_eq!(notes["transport"]["env"][0]["name"], "TOKEN", "{notes:#}");
        }
    }
    let format = ["import", "config.toml", "--format", "mcp-servers", "--library", "named.db"];
    assert_eq!(imported(&home.json(&format, 0)), ["notes", "maps"]);
}

fn scan_harmless(home: &Home) {
    let ran = home.run(&["scan", "skills"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

/// The model that vectors are made with has to be where tests look for it.
fn product_names(home: &Home) {
    with_import(home, "skills", 0);
    let report = home.json(&["eval", "queries.jsonl"], 0);
    let of = |name: &str| report["intervals"][name]["value"].as_f64();
    assert_eq!(
        (&report["scorer"], of("top1"), of("precision")),
        (&json!("hybrid"), Some(1.0), Some(1.0)),
        "{report:#}"
    );
}

fn only_for_people(home: &Home) {
    for (target, folder, code) in [
        ("claude-code", ".claude", "client-hidden"),
        ("copilot", ".claude", "client-hidden"),
        ("codex", ".agents", "client-ignores"),
        ("gemini", ".agents", "client-ignores"),
    ] {
        let (told, _) = lint(home, target, &[&format!("proj/{folder}")]);
        assert_eq!((told.len(), told_of(&told, code)), (1, vec!["deploy-shop".to_owned()]), "{target}: {told:?}");
        let names = listed(home, &format!("proj/{folder}/skills"), target);
        let hidden = usize::from(code == "client-hidden");
        assert_eq!((names.len(), names.contains(&"deploy-docs".to_owned())), (3 - hidden, true), "{target}: {names:?}");
    }
}

fn claims_in_schemas(home: &Home) {
    with_import(home, "tools.json", 0);
    let source: Value = serde_json::from_str(&fs::read_to_string(home.folder().join("tools.json")).unwrap()).unwrap();
    let out = written(home, "mcp-tools");
    for tool in source["tools"].as_array().unwrap() {
        assert!(out.contains(tool), "{tool:#} isn't in {out:#?}");
    }
}

fn shared_references(home: &Home) {
    let (told, _) = lint(home, "agent-skills", &["plug"]);
    for words in ["It is at `../../references/definition-of-done.md`", "It is at `../rye-bread/references/flour.md`"] {
        assert!(says(&told, "link-missing", words), "{words}: {told:?}");
    }
    assert_eq!((told.len(), told_of(&told, "link-missing")), (2, vec!["sourdough".to_owned()]), "{told:?}");
}

fn executable_scripts(home: &Home) {
    use std::os::unix::fs::PermissionsExt as _;
    let may_run = |folder: &str| {
        let bits = |name: &str| fs::metadata(home.folder().join(folder).join("scripts").join(name)).unwrap();
        ["sync.sh", "report", "data.txt"].map(|name| bits(name).permissions().mode() & 0o100 != 0)
    };
    with_import(home, "skills", 0);
    home.run(&["export", "--target", "agent-skills", "--out", "out/"]).ended(0);
    home.run(&["export", "--target", "client-folder", "--client", "claude-code", "--out", "client/"]).ended(0);
    home.run(&["export", "--target", "skill-zip", "--out", "zip/"]).ended(0);
    home.run(&["import", "zip/clock-sync.skill", "--library", "again.db"]).ended(0);
    home.run(&["export", "--library", "again.db", "--target", "agent-skills", "--out", "again/"]).ended(0);
    for folder in ["out/clock-sync", "client/.claude/skills/clock-sync", "again/clock-sync"] {
        assert_eq!(may_run(folder), [true, true, false], "{folder}");
    }
}

fn comment_above(home: &Home) {
    let text = fs::read_to_string(home.folder().join("proj/.claude/skills/lamp-check/SKILL.md")).unwrap();
    let report = home.json(&["lint", "proj/.claude"], 1);
    let findings = report["findings"].as_array().unwrap();
    let finding = findings.iter().find(|one| one["code"] == "frontmatter-late").unwrap_or_else(|| panic!("{report:#}"));
    assert!(finding["message"].as_str().unwrap().contains("Move the comment below it"), "{finding:#}");
    let made = fixed(&text, &finding["fix"]);
    let comment = text.lines().next().unwrap();
    assert!(made.starts_with("---\nname: ") && made.contains(&format!("---\n{comment}\n")), "{made}");
    assert_eq!(made.matches("\ndescription:").count(), 1, "{made}");
    let (told, _) = lint(home, "claude-code", &["proj/.claude"]);
    assert!(says(&told, "client-cut", comment), "{told:?}");
}

fn list_as_the_client(home: &Home) {
    for (target, folder, names) in [
        ("claude-code", ".claude", &["crane-plan", "fog-horn", "harbour-log", "lock-gate", "rope-check"][..]),
        ("codex", ".agents", &["Crane Plan", "harbour-log", "lock-gate", "rope-check"]),
        ("copilot", ".github", &["Crane-Plan", "harbour-log", "lock-gate"]),
    ] {
        assert_eq!(listed(home, &format!("proj/{folder}/skills"), target), names, "{target}");
        let (told, _) = lint(home, target, &[&format!("proj/{folder}")]);
        assert_eq!(told_of(&told, "client-dropped").len(), 6 - names.len(), "{target}: {told:?}");
    }
    let (told, _) = lint(home, "claude-code", &["proj/.claude"]);
    assert!(says(&told, "client-cut", "“---”"), "{told:?}");
}

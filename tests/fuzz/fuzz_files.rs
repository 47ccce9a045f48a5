//! Readers of files: libraries that are damaged, what the studio keeps beside them, and folders and lists of others.

use std::{
    fs,
    path::{Path, PathBuf},
};

use studio_api::{
    Studio, convert_spec,
    dto::{Policy, Scorer, SignatureDialect, SpecEdit, SpecForm, ToolParameter, UndoHistory, UndoScope},
    lint_paths,
};
use studio_store::TrashKind;
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder};

use crate::{
    engine::{FEW, SLOW, fuzz},
    fuzz_answers::{start, studio},
    fuzz_texts::{JSON_WORDS, SKILL, YAML_WORDS, text},
};

fn write(file: &Path, bytes: &[u8]) {
    let folder = file.parent().expect("a file has a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).expect("the temporary folder can be written");
}

/// Asks a library for all its rows; what cannot be read is said, not met with a panic.
fn look_at(studio: &Studio) {
    drop(studio.list_skills());
    drop(studio.list_problems());
    drop(studio.list_trash());
    drop(studio.list_runs());
    drop(studio.list_servers());
    drop(studio.list_tool_libraries());
    drop(studio.get_salvage_report());
    drop(studio.list_change_sets());
    drop(studio.get_map());
    for tool in studio.list_tools().unwrap_or_default() {
        drop(studio.get_tool(&tool.id));
    }
    for agent in studio.list_agents().unwrap_or_default() {
        drop(studio.get_agent(&agent.id));
    }
}

/// A small library as one file.
fn library() -> Vec<u8> {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("one"));
    library.add_skill(SkillBuilder::new("two"));
    library.trash_skill(skill);
    library.add_tool(ToolBuilder::new("fetch"));
    library.add_agent(AgentBuilder::new("clerk"));
    let copy = library.path_of("copy.db");
    library.save_copy(&copy).expect("a library can be copied");
    let bytes = fs::read(&copy).expect("the copy can be read");
    drop(library.delete(TrashKind::Skill, skill.0));
    bytes
}

#[test]
fn damaged_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let own = studio.get_library().expect("a library is open").path;
    let bytes = library();
    // Without its list of tables, so that every layout there ever was is tried.
    let mut unlisted = bytes.clone();
    unlisted[100..4096].fill(0);
    let file = folder.path().join("damaged/library.db");
    let words = ["SQLite format 3\0", "\0\0\0\0", "\u{7f}", "INSERT", "{}", "active", "\r"];
    fuzz("library", SLOW, &[&bytes, &unlisted], &words, |bytes| {
        drop(fs::remove_dir_all(file.parent().expect("it has a folder")));
        write(&file, bytes);
        let path = file.display().to_string();
        if studio.open_library(&path).is_err() {
            drop(studio.salvage_library(&path));
        }
        look_at(&studio);
        studio.open_library(&own).expect("another library is not touched");
    });
}

/// What the studio keeps beside libraries, each with what it holds when it is well.
fn kept(folder: &Path, host: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let vault = ["config/keys/vault.key", "data/secrets.vault"].map(|name| folder.join(name));
    let read = |file: PathBuf| {
        let bytes = fs::read(&file).expect("a secret is kept");
        (file, bytes)
    };
    let others = [
        ("config/consents.json", br#"[{"hash":"a","granted_ts":"b","kind":"server","subject":"c","argv":["d"],"cwd":null,"environment":[{"name":"e","value":"f"}],"covers":{"script":"g"},"sandbox":"","tools":{"h":"i"}}]"#.as_slice()),
        ("data/consents.json", br#"[{"hash":"a","granted_ts":"b","kind":"secret","subject":"c","argv":["https://d"],"cwd":null,"environment":[],"covers":{},"sandbox":""}]"#),
        ("config/interpreters.json", br#"{"python":"/usr/bin/python3","java":null}"#),
        ("data/studio.json", br#"{"libraries":[{"name":"a","path":"/b"}]}"#),
        ("data/chat-models.json", br#"["openai http://a.example/v1 KEY"]"#),
        ("data/secrets.names", b"[\"a\"]"),
        ("data/samples/state.json", br#"{"picos":{"rows":[]},"orders":[],"messages":[],"issues":[],"log":[]}"#),
    ]
;
    let drafts = (
        format!("data/kept-drafts/{host}.json"),
        br#"[{"skill":"0b8b4b1e-0000-4000-8000-000000000000","path":"SKILL.md","text":"a","base":"b"}]"#.to_vec(),
    );
    let others = others.into_iter().map(|(name, well)| (name.to_owned(), well.to_vec())).chain([drafts]);
    vault.into_iter().map(read).chain(others.map(|(name, well)| (folder.join(name), well))).collect()
}

#[test]
fn what_is_kept_beside_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let first = studio(folder.path());
    first.save_secret("own", "a value").expect("the vault can be written");
    let info = first.get_library().expect("a library is open");
    drop(first);
    let kept = kept(folder.path(), &info.host);
    let own: Vec<&[u8]> = kept.iter().map(|(_, well)| well.as_slice()).collect();
    let turn = std::cell::Cell::new(0);
    fuzz("kept", FEW, &own, JSON_WORDS, |bytes| {
        let (file, _) = &kept[turn.get() % kept.len()];
        turn.set(turn.get() + 1);
        write(file, bytes);
        let studio = start(folder.path());
        studio.open_library(&info.path).expect("nothing beside a library keeps it closed");
        drop(studio.list_consents());
        drop(studio.asked_consent("a"));
        drop(studio.revoke_consent("a"));
        drop(studio.list_recent_libraries());
        if file.ends_with("interpreters.json") {
            drop(studio.list_interpreters());
        }
        drop(studio.get_model_settings());
        drop(studio.list_secrets());
        drop(studio.save_secret("fuzzed", "value"));
        drop(studio.get_backup_info());
        drop(fs::remove_file(file));
    });
}

#[test]
fn drafts_steps_and_settings() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    write(&folder.path().join("one/SKILL.md"), SKILL);
    let report = studio.import_paths(&[folder.path().join("one").display().to_string()], false).expect("it comes in");
    let skill = &report.imported.first().expect("it came in").id;
    let own: &[&[u8]] = &[
        SKILL,
        br#"{"value":{"headers":[{"name":"token","value":"abc"}]}}"#,
        br#"{"provider":"openai","model":"a","base_url":"http://b","key_variable":"","input_price":1e400,"output_price":-1}"#,
        br#"{"codex_per_mille":20,"claude_per_mille":10,"chars_per_token":0,"context":1e99}"#,
        b"0.5e309",
    ];
    let policy = Policy { top_k: 1, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let words: Vec<&str> = JSON_WORDS.iter().chain(YAML_WORDS).copied().collect();
    fuzz("draft", FEW, own, &words, |bytes| {
        let text = text(bytes);
        studio.save_draft(skill, "SKILL.md", &text).expect("any text is kept");
        drop(studio.get_file(skill, "SKILL.md").expect("the draft is given back"));
        drop(studio.analyze(skill, "SKILL.md", &text));
        let steps = UndoHistory { done: vec![text.clone()], undone: vec![text.clone()], basis: text.clone() };
        for scope in [UndoScope::Map, UndoScope::Agent { id: skill.clone() }] {
            drop(studio.save_undo_history(&scope, steps.clone()));
            drop(studio.get_undo_history(&scope));
        }
        for key in ["model", "host_budgets", "threshold.adk", "threshold.hybrid", "lint_targets"] {
            studio.set_setting(key, &text).expect("any text is kept");
        }
        drop(studio.get_model_settings());
        drop(studio.get_host_budgets());
        drop(studio.list_scorers());
        drop(studio.score("a skill", Scorer::Bm25, &policy));
        studio.delete_draft(skill, "SKILL.md").expect("a draft can be discarded");
    });
}

#[test]
fn folders_of_skills() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let own: &[&[u8]] = &[
        SKILL,
        b"{\"skill_name\": \"a\", \"evals\": [{\"id\": 1, \"prompt\": \"b\"}]}",
        b"# A command\n\nDo $ARGUMENTS.\n",
        b"\x89PNG\r\n\x1a\n",
    ];
    let names =
        ["SKILL.md", "evals/evals.json", "b.skill.md", ".skills/c.md", "AGENTS.md", "d.mcp.json", "marketplace.json"];
    let turn = std::cell::Cell::new(0);
    let words: Vec<&str> = JSON_WORDS.iter().chain(YAML_WORDS).copied().collect();
    fuzz("folder", FEW, own, &words, |bytes| {
        let root = folder.path().join("in/one");
        drop(fs::remove_dir_all(&root));
        write(&root.join("SKILL.md"), SKILL);
        write(&root.join(names[turn.get() % names.len()]), bytes);
        turn.set(turn.get() + 1);
        let path = root.display().to_string();
        drop(lint_paths(std::slice::from_ref(&root), None, None, &[]));
        drop(studio.preview_import(std::slice::from_ref(&path)).expect("an import never fails as a whole"));
        for format in [None, Some(studio_api::ListFormat::Gram)] {
            drop(studio.import_lists(&[root.join("SKILL.md")], format));
        }
    });
}

#[test]
fn pasted_lists_and_specifications() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let own: &[&[u8]] = &[
        b"curl https://a.example/b?c=d -H 'Authorization: Bearer abcdefgh'",
        br#"{"mcpServers":{"a":{"command":"npx","args":["-y","b"]}}}"#,
        br#"{"type":"object","properties":{"a":{"type":["string","null"],"enum":["b"]}},"required":["a"]}"#,
        b"(a: Text, b: Maybe {c: [Int]}) --> IO {d: Bool}",
        b"(agent:Agent {name: \"a\"})",
    ];
    let words = ["==>", "-->", "::", "Maybe ", "IO ", "curl ", " -H '", "openapi: 3.1.0\n", "(a)-[:B]->(c)"];
    let words: Vec<&str> = words.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    fuzz("pasted", FEW, own, &words, |bytes| {
        let text = text(bytes);
        drop(studio.read_tools(&text));
        let parameter = ToolParameter {
            name: text.chars().take(40).collect(),
            kind: studio_api::dto::ParameterType::Object,
            required: true,
            default_value: Some(text.clone()),
            description: Some(text.clone()),
            validation_schema: Some(text.clone()),
        };
        for source in [SpecForm::Signature, SpecForm::Schema, SpecForm::Parameters] {
            convert_spec(&SpecEdit {
                source,
                signature: text.clone(),
                dialect: SignatureDialect::Curried,
                parameters: vec![parameter.clone()],
                schema: text.clone(),
            });
        }
    });
}

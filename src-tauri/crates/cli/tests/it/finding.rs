//! Finding things of a library, and bringing in files that hold no skills.

use serde_json::{Value, json};

use crate::harness::{Home, check_fields, skill};

#[test]
fn s0_19_search_finds_every_kind_and_says_why() {
    let home = Home::with_samples();
    let found = home.json(&["search", "hello"], 0);
    check_fields(&found, &["query", "hits", "total", "hint"]);
    let kinds: Vec<_> = found["hits"].as_array().unwrap().iter().map(|hit| (&hit["kind"], &hit["name"])).collect();
    for wanted in [("skill", "hello-world"), ("tool", "sayHello"), ("agent", "hello_world_agent")] {
        assert!(kinds.contains(&(&json!(wanted.0), &json!(wanted.1))), "{kinds:?}");
    }
    for hit in found["hits"].as_array().unwrap() {
        check_fields(hit, &["kind", "id", "name", "description", "field", "passage", "score"]);
    }
    let tools = home.json(&["search", "hello", "--kind", "tool"], 0);
    assert!(tools["hits"].as_array().unwrap().iter().all(|hit| hit["kind"] == "tool"), "{tools:#}");
    let plain = home.run(&["search", "sayhello", "--kind", "tool"]).ended(0).out;
    assert!(plain.starts_with("tool    sayHello  (name)"), "{plain}");
    let nothing = home.json(&["search", "zxqvw blorptastic"], 1);
    assert_eq!((&nothing["hits"], &nothing["total"]), (&json!([]), &json!(0)));
    let unknown = home.run(&["search", "hello", "--kind", "folder"]).ended(2);
    assert!(unknown.err.contains("folder") && unknown.err.contains("server"), "{}", unknown.err);
}

#[test]
fn s0_19_without_the_model_search_finds_words_and_says_so() {
    let home = Home::with_samples();
    let mut command = home.command(&["search", "hello", "--json"]);
    let ran = command.env("SKILL_STUDIO_ASSETS", home.folder().join("nowhere")).output().unwrap();
    assert_eq!(ran.status.code(), Some(0));
    let found: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert!(found["hits"].as_array().unwrap().iter().any(|hit| hit["name"] == "sayHello"), "{found:#}");
    assert!(found["hits"].as_array().unwrap().iter().all(|hit| hit["field"] != "meaning"), "{found:#}");
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(said.contains("Keyword matches only"), "{said}");
    assert_eq!(found["hint"].as_str().map(str::trim), Some(said.trim().trim_start_matches("skillctl: ")));
}

/// A format, a file's name and text, and what comes of it: kinds and names.
type List = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Files of every format that holds tools, servers or agents.
const LISTS: [List; 6] = [
    (
        "mcp-servers",
        "servers.json",
        r#"{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files-server"]}}}"#,
        &[("server", "files")],
    ),
    (
        "mcp-tools",
        "mcp.json",
        r#"{"tools": [{"name": "look", "description": "Looks.", "inputSchema": {"type": "object", "properties": {}}}]}"#,
        &[("tool", "look")],
    ),
    (
        "openai-tools",
        "openai.json",
        r#"[{"type": "function", "function": {"name": "ask", "description": "Asks.", "parameters": {"type": "object",
            "properties": {"who": {"type": "string", "maxLength": 9}}, "required": ["who"]}}}]"#,
        &[("tool", "ask")],
    ),
    (
        "anthropic-tools",
        "anthropic.json",
        r#"[{"name": "tell", "description": "Tells.", "input_schema": {"type": "object", "properties": {}}}]"#,
        &[("tool", "tell")],
    ),
    (
        "openapi",
        "api.yaml",
        "openapi: 3.0.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: 'https://pets.example'}]\npaths:\n  \
         /pets:\n    get:\n      operationId: listPets\n      summary: Lists pets.\n      responses: {}\n",
        &[("tool", "listPets")],
    ),
    (
        "gram",
        "agent.gram",
        "[guide:Agent { description: \"d\", instruction: \"You guide.\", model: \"openai/gpt-4o\" } |\n  \
         [wave:ToolSpecification { name: \"wave\", description: \"Waves.\", \
         typeSignature: \"(name: Text) --> IO Text\" }]]\n",
        &[("tool", "wave"), ("agent", "guide")],
    ),
];

#[test]
fn every_format_that_holds_tools_servers_or_agents_is_imported_by_name_and_by_itself() {
    for is_named in [true, false] {
        let home = Home::new();
        for (format, file, text, things) in LISTS {
            home.write(file, text);
            let mut arguments = vec!["import", file, "--library", "l.db"];
            if is_named {
                arguments.extend(["--format", format]);
            }
            let report = home.json(&arguments, 0);
            check_fields(&report, &["imported", "skipped", "warnings"]);
            let imported: Vec<_> = report["imported"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| {
                    check_fields(item, &["kind", "name", "id", "path"]);
                    (item["kind"].as_str().unwrap(), item["name"].as_str().unwrap())
                })
                .collect();
            assert_eq!(imported, things, "{format}");
            for (kind, name) in things {
                home.json(&["show", kind, name, "--library", "l.db"], 0);
            }
            // What is there already is skipped and named.
            let again = home.json(&arguments, 1);
            assert_eq!(again["imported"], json!([]), "{format}");
            assert_eq!(again["skipped"].as_array().unwrap().len(), things.len(), "{format}");
        }
        let shown = home.json(&["show", "tool", "ask", "--library", "l.db"], 0);
        assert_eq!(shown["input_schema"]["properties"]["who"]["maxLength"], 9);
    }
}

#[test]
fn a_file_that_is_not_what_it_is_said_to_be_is_refused_whole() {
    let home = Home::new();
    home.write("tools.json", LISTS[1].2);
    home.write("empty.json", "{}");
    home.write("one/SKILL.md", &skill("one", "First. Use when first."));
    let wrong = home.run(&["import", "tools.json", "--format", "openapi", "--library", "l.db"]).ended(2);
    assert!(wrong.err.contains("tools.json is mcp-tools, not openapi"), "{}", wrong.err);
    for format in [None, Some("gram")] {
        let mut arguments = vec!["import", "tools.json", "empty.json", "--library", "l.db"];
        if let Some(format) = format {
            arguments.extend(["--format", format]);
        }
        let refused = home.run(&arguments).ended(2);
        assert!(refused.err.contains(".json"), "{}", refused.err);
        assert_eq!(home.json(&["list", "tools", "--library", "l.db"], 1), json!([]), "nothing of it was stored");
    }
    // Skills and lists in one go.
    let both = home.json(&["import", "one", "tools.json", "--library", "l.db"], 0);
    assert_eq!(both["imported"].as_array().unwrap().len(), 2, "{both:#}");
}

#[test]
fn lint_knows_every_target_that_skills_are_sent_to() {
    let home = Home::new();
    let long = format!("{} Use when asked.", "Says much and more. ".repeat(30));
    home.write("claude-long/SKILL.md", &skill("claude-long", &long));
    let codes = |target: &str| {
        let linted = home.run(&["lint", "claude-long", "--target", target, "--json"]).json();
        let findings = linted["findings"].as_array().unwrap().clone();
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for target in ["agent-skills", "adk", "claude-plugin", "client-folder", "well-known", "openai-upload"] {
        assert!(!codes(target).contains(&"description-long".to_owned()), "{target}: {:?}", codes(target));
        assert!(!codes(target).contains(&"name-reserved".to_owned()), "{target}: {:?}", codes(target));
    }
    for target in ["claude-upload", "skill-zip"] {
        assert!(codes(target).contains(&"name-reserved".to_owned()), "{target}: {:?}", codes(target));
    }
    for target in ["light-4j", "light4j-sql", "light4j-events"] {
        assert_eq!(codes(target), codes("light-4j"), "{target}");
        assert!(!codes(target).is_empty(), "{target}: a description of more than 500 characters");
    }
    home.write(
        "tools.json",
        "[{\"name\": \"a b\", \"description\": \"Does it.\", \"inputSchema\": {\"type\": \"object\", \"properties\": {}}}]",
    );
    for target in ["openai-tools", "anthropic-tools", "mcp-tools"] {
        assert_eq!(codes(target), [""; 0], "{target}: a skill is judged by what all targets want");
        let linted = home.json(&["lint", "tools.json", "--target", target], 1);
        let found: Vec<&str> =
            linted["findings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
        assert_eq!(found, ["tool-name"], "{target}");
    }
    home.write("agent.gram", "[broken:Agent {instruction: }");
    let linted = home.json(&["lint", "agent.gram", "--target", "gram"], 1);
    assert_eq!(linted["findings"][0]["code"], "tool-list");
    let unknown = home.run(&["lint", "claude-long", "--target", "nowhere"]).ended(2);
    assert!(unknown.err.contains("light4j-events, gram, openai-tools"), "{}", unknown.err);
}

#[test]
fn eval_of_queries_out_of_scope_only_names_what_it_cannot_say() {
    let home = Home::new();
    home.write("one/SKILL.md", &skill("one", "First. Use when first."));
    home.run(&["import", "one", "--library", "l.db"]).ended(0);
    home.write("none.jsonl", "{\"query\": \"zeppelins\", \"expected\": []}\n");
    let arguments = ["eval", "none.jsonl", "--scorer", "bm25", "--library", "l.db"];
    let document = home.json(&arguments, 0);
    check_fields(&document, &["queries", "in_scope", "top1", "top3", "mrr", "confusion"]);
    assert_eq!((&document["in_scope"], &document["top1"], &document["mrr"]), (&json!(0), &json!(null), &json!(null)));
    let plain = home.run(&arguments).ended(0).out;
    assert!(plain.lines().any(|line| line.starts_with("top1") && line.ends_with('–')), "{plain}");
    assert!(plain.contains("\nfalse positives ") && !plain.contains("false_fires"), "{plain}");
}

#[test]
fn lint_says_which_client_does_not_look_there_and_which_takes_another_of_the_name() {
    let home = Home::new();
    let text = skill("pdf", "Reads forms. Use when a form is filled in.");
    for place in ["app/.claude/skills/pdf", "app/.github/skills/pdf", "app/.agents/skills/office/pdf"] {
        home.write(&format!("{place}/SKILL.md"), &text);
    }
    let codes = |path: &str, target: &str| {
        let linted = home.run(&["lint", path, "--target", target, "--json"]).json();
        let findings = linted["findings"].as_array().unwrap().clone();
        let of = findings.iter().filter(|finding| finding["target"] == target);
        of.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes("app/.claude/skills/pdf", "claude-code"), [""; 0]);
    assert_eq!(codes("app/.claude/skills/pdf", "codex"), ["client-folder"]);
    assert_eq!(codes("app/.github/skills/pdf", "copilot"), [""; 0]);
    assert_eq!(codes("app/.github/skills/pdf", "claude-code"), ["client-folder"]);
    // Groups are for those that look into them.
    assert_eq!(codes("app/.agents/skills/office/pdf", "codex"), [""; 0]);
    assert_eq!(codes("app/.agents/skills/office/pdf", "gemini"), ["client-folder"]);
    assert_eq!(codes("app/.agents/skills/office/pdf", "kimi"), [""; 0]);
    assert_eq!(codes("app/.claude/skills/pdf", "kimi"), ["client-folder"]);
    // What lies in no client's folder is about to be put somewhere.
    home.write("pdf/SKILL.md", &text);
    assert_eq!(codes("pdf", "codex"), [""; 0]);
    // Of two of one name opencode takes one or the other; Codex lists both.
    home.write("app/.opencode/skills/pdf/SKILL.md", &text);
    let linted = |both: [&str; 2], target: &str| {
        let linted = home.run(&["lint", both[0], both[1], "--target", target, "--json"]).json();
        let findings = linted["findings"].as_array().unwrap().clone();
        findings.into_iter().filter(|finding| finding["code"] == "client-shadowed").count()
    };
    let both = ["app/.claude/skills", "app/.opencode/skills"];
    assert_eq!((linted(both, "opencode"), linted(both, "codex")), (2, 0));
    // Qwen Code takes the first folder's, Gemini CLI the last one's.
    for own in [".qwen", ".gemini", ".agents"] {
        home.write(&format!("app/{own}/skills/pdf/SKILL.md"), &text);
    }
    assert_eq!(linted(["app/.qwen/skills", "app/.agents/skills"], "qwen"), 1);
    assert_eq!(linted(["app/.gemini/skills", "app/.agents/skills"], "gemini"), 1);
}

#[test]
fn lint_for_codex_says_what_is_wrong_in_its_own_file() {
    let home = Home::new();
    home.write("pdf-forms/SKILL.md", &skill("pdf-forms", "Reads forms. Use when a form is filled in."));
    let policy = "policy:\n  allow_implicit_invocation: false\n";
    let told = |yaml: &str, target: &str| {
        home.write("pdf-forms/agents/openai.yaml", &format!("{yaml}{policy}"));
        let linted = home.run(&["lint", "pdf-forms", "--target", target, "--json"]).json();
        let of_file = |finding: &Value| finding["path"].as_str().unwrap().ends_with("pdf-forms/agents/openai.yaml");
        let findings = linted["findings"].as_array().unwrap().clone().into_iter().filter(of_file);
        let told = |finding: Value| {
            assert_eq!(finding["target"], "codex");
            json!([finding["code"], finding["line"], finding["column"]])
        };
        findings.map(told).collect::<Vec<_>>()
    };
    let shown = "interface:\n  brand_color: blue\n  icon_small: assets/a.png\n  default_prompt: Use $pdf.\n";
    let of_shown = [
        json!(["openai-yaml-color", 2, 16]),
        json!(["openai-yaml-icon-missing", 3, 15]),
        json!(["openai-yaml-prompt", 4, 19]),
        json!(["client-hidden", 6, 30]),
    ];
    assert_eq!(told(shown, "codex"), of_shown);
    assert!(told(shown, "claude-code").is_empty());
    home.write("pdf-forms/assets/a.png", "image");
    assert_eq!(told(shown, "codex").len(), of_shown.len() - 1, "the icon is there now");
    // One wrong value, and the policy does not count.
    let wrong = "interface:\n  display_name: [Forms]\n";
    assert_eq!(told(wrong, "codex"), [json!(["openai-yaml-type", 2, 17])]);
}

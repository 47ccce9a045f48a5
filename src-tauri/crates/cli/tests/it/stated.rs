//! What sources say of tools and skills: kept as they say it, read as what they say they are, refused where a target refuses it,
//! and told of where it is not there.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Home, skill};

/// A library with the tools of a list.
fn with_tools(tools: &Value) -> Home {
    let home = Home::new();
    home.run(&["init"]).ended(0);
    home.write("tools.json", &json!({ "tools": tools }).to_string());
    home.run(&["import", "tools.json"]).ended(0);
    home
}

fn object(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

fn fields<'a>(report: &'a Value, entity: &str) -> Vec<&'a str> {
    let losses = report["losses"].as_array().expect("losses are listed").iter();
    losses.filter(|loss| loss["entity"] == entity).filter_map(|loss| loss["field"].as_str()).collect()
}

#[test]
fn what_a_server_says_of_its_tools_goes_out_as_it_came_in() {
    let tools = json!([
        { "name": "bare", "description": "Deletes a shift.", "inputSchema": object(&json!({ "id": { "type": "string" } })) },
        {
            "name": "denied", "title": "Send a mail", "description": "Sends a mail.", "inputSchema": object(&json!({})),
            "annotations": { "readOnlyHint": false, "destructiveHint": false, "openWorldHint": true },
            "outputSchema": { "type": "object", "properties": { "id": { "type": "string" } } },
        },
        {
            "name": "rich", "description": "Draws.", "inputSchema": object(&json!({})),
            "icons": [{ "src": "https://h.example/i.png", "sizes": ["48x48"] }], "_meta": { "h.example/price": 3 },
            "annotations": { "title": "Draw", "idempotentHint": true },
        },
        { "name": "reads", "description": "Reads.", "inputSchema": object(&json!({})), "annotations": { "readOnlyHint": true } },
        { "name": "own", "description": "Is priced.", "inputSchema": object(&json!({})), "execution": { "taskSupport": "optional" }, "x-price": 3 },
    ]);
    let home = with_tools(&tools);
    let report = home.json(&["export", "--target", "mcp-tools", "--out", "out.json", "--verify"], 0);
    assert_eq!(report["differences"], json!([]), "{report:#}");
    let out: Value = serde_json::from_str(&fs::read_to_string(home.folder().join("out.json")).unwrap()).unwrap();
    for tool in tools.as_array().unwrap() {
        let written = out.as_array().unwrap().iter().find(|one| one["name"] == tool["name"]);
        assert_eq!(written, Some(tool), "{out:#}");
    }
    let report = home.json(&["export", "--target", "openai-tools", "--out", "openai.json", "--verify"], 0);
    assert_eq!(report["differences"], json!([]), "{report:#}");
    assert_eq!(fields(&report, "tool denied"), ["effect", "annotations", "outputSchema", "title"]);
    assert_eq!(fields(&report, "tool rich"), ["_meta", "annotations", "icons"]);
    assert_eq!(fields(&report, "tool own"), ["execution", "x-price"]);
    let shown = home.json(&["show", "tool", "denied"], 0);
    assert_eq!(shown["stated"]["outputSchema"]["properties"]["id"]["type"], "string", "{shown:#}");
}

#[test]
fn what_lies_where_an_export_went_is_verified() {
    let home = Home::new();
    home.run(&["init"]).ended(0);
    home.write("in/tides/SKILL.md", &skill("tides", "Reads tides. Use when asked."));
    home.run(&["import", "in"]).ended(0);
    let export = ["export", "--target", "agent-skills", "--out", "out/", "--verify"];
    assert_eq!(home.json(&export, 0)["differences"], json!([]));
    home.write("boats/SKILL.md", "Beside it lies what is somebody's own.");
    home.write("out/boats/SKILL.md", "The same within the folder.");
    assert_eq!(home.json(&export, 0)["differences"], json!([]));
    home.write("out/tides/references/old.md", "An agent reads what an earlier export left.\n");
    let report = home.json(&export, 1);
    assert_eq!(
        (&report["differences"][0]["entity"], &report["differences"][0]["field"]),
        (&json!("skill tides"), &json!("file references/old.md")),
        "{report:#}"
    );
    let said = home.run(&export).ended(1);
    let words = "skill tides, file references/old.md: differs from its source where it was written";
    assert!(said.err.contains(words), "{}", said.err);
    for (target, file) in [("light4j-sql", "all.sql"), ("light4j-events", "all.json")] {
        let report = home.json(&["export", "--target", target, "--out", file, "--verify"], 0);
        assert_eq!(report["differences"], json!([]), "{report:#}");
    }
}

#[test]
fn a_mode_that_a_list_sets_stays_set_and_nothing_is_said_that_nobody_said() {
    let parameters = json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false });
    let tools = json!([
        { "type": "function", "function": { "name": "strict", "description": "Does.", "parameters": parameters, "strict": true } },
    ]);
    let home = with_tools(&tools);
    home.json(&["export", "--target", "openai-tools", "--out", "openai.json", "--verify"], 0);
    let out: Value = serde_json::from_str(&fs::read_to_string(home.folder().join("openai.json")).unwrap()).unwrap();
    assert_eq!(out, tools);
    let report = home.json(&["export", "--target", "mcp-tools", "--out", "mcp.json", "--verify"], 0);
    assert_eq!(fields(&report, "tool strict"), ["strict"]);
    let out = fs::read_to_string(home.folder().join("mcp.json")).unwrap();
    assert!(!out.contains("annotations"), "{out}");
}

#[test]
fn a_schema_that_a_maker_rejects_is_refused_by_name_and_no_file_is_told_of() {
    let some = json!({ "a": { "type": "string" } });
    for (key, value, target) in [
        ("oneOf", json!([{ "required": ["a"] }]), "openai-tools"),
        ("anyOf", json!([{ "required": ["a"] }]), "anthropic-tools"),
        ("allOf", json!([{ "required": ["a"] }]), "openai-tools"),
        ("not", json!({ "required": ["a"] }), "openai-tools"),
        ("properties", json!({ "a b": { "type": "string" } }), "anthropic-tools"),
    ] {
        let mut schema = object(&some);
        schema[key] = value;
        let home = with_tools(&json!([{ "name": "odd", "description": "Is odd.", "inputSchema": schema }]));
        let report = home.json(&["export", "--target", target, "--out", "out.json"], 1);
        assert_eq!(
            (&report["refused"][0]["code"], &report["files"]),
            (&json!("tool-schema"), &json!([])),
            "{report:#}"
        );
        let said = home.run(&["export", "--target", target, "--out", "out.json"]).ended(1);
        assert!(
            said.out.starts_with("Nothing written: 1 item rejected") && !said.out.contains("created"),
            "{}",
            said.out
        );
        assert!(!home.folder().join("out.json").exists());
        home.json(&["export", "--target", "mcp-tools", "--out", "mcp.json", "--verify"], 0);
    }
}

#[test]
fn a_schema_that_a_maker_wants_fuller_is_completed_and_that_is_told() {
    for (schema, target, written) in [
        (json!({ "type": "object" }), "openai-tools", json!({ "type": "object", "properties": {} })),
        (
            object(&json!({ "a": { "type": "array" } })),
            "openai-tools",
            object(&json!({ "a": { "type": "array", "items": {} } })),
        ),
        (json!({ "properties": {} }), "anthropic-tools", object(&json!({}))),
        (json!({ "properties": {} }), "mcp-tools", object(&json!({}))),
    ] {
        let home = with_tools(&json!([{ "name": "short", "description": "Is short.", "inputSchema": schema }]));
        let report = home.json(&["export", "--target", target, "--out", "out.json", "--verify"], 0);
        assert!(fields(&report, "tool short").contains(&"schema"), "{report:#}");
        assert_eq!(report["differences"], json!([]), "{report:#}");
        let out = fs::read_to_string(home.folder().join("out.json")).unwrap();
        let out: Value = serde_json::from_str(&out).unwrap();
        let entry = &out[0];
        let found = [&entry["inputSchema"], &entry["input_schema"], &entry["function"]["parameters"]];
        assert!(found.contains(&&written), "{out:#}");
        let said = home.run(&["export", "--target", target, "--out", "again.json"]).ended(0);
        assert!(said.out.contains("(0 items not included, 1 item written differently)"), "{}", said.out);
    }
}

#[test]
fn a_file_is_named_as_what_it_says_it_is_and_nothing_of_it_comes_in() {
    let package = json!({ "name": "n", "version": "1.0.0", "bugs": { "url": "https://h.example/i" }, "scripts": {} });
    let registry =
        json!({ "name": "io.h/s", "description": "d", "remotes": [{ "type": "sse", "url": "https://h.example" }] });
    let card =
        json!({ "name": "a", "url": "https://h.example", "capabilities": {}, "skills": [{ "id": "x", "name": "y" }] });
    let bundle = json!({ "manifest_version": "0.3", "name": "b", "server": { "type": "node" }, "tools": [{ "name": "t", "description": "d" }] });
    let feed = json!({ "name": "feed", "url": "https://h.example", "items": [], "id": 1, "home": "x", "count": 2 });
    let shop = json!({ "name": "shop", "owner": { "name": "o" }, "plugins": [{ "name": "a", "source": "./" }] });
    for (name, text, words) in [
        ("package.json", package.to_string(), "is an npm package file"),
        ("copied.json", package.to_string(), "is an npm package file"),
        ("plugin.json", json!({ "name": "p", "description": "d" }).to_string(), "is a plugin manifest"),
        ("shop.json", shop.to_string(), "is a Claude plugin marketplace"),
        ("server.json", registry.to_string(), "is an entry for the MCP registry"),
        ("agent-card.json", card.to_string(), "is an A2A agent card"),
        ("manifest.json", bundle.to_string(), "is the manifest of an MCP bundle"),
        ("lock.json", json!({ "name": "n", "lockfileVersion": 3 }).to_string(), "is a lock file"),
        ("Cargo.toml", "[package]\nname = \"a\"\n".to_owned(), "is a project file"),
        ("uv.lock", "version = 1\n\n[[package]]\nname = \"a\"\n".to_owned(), "is a lock file"),
        ("yarn.lock", "# yarn lockfile v1\n\na@1:\n  version \"1\"\n".to_owned(), "is a lock file"),
        ("go.sum", "h.example/a v1.0.0 h1:x=\n".to_owned(), "is a lock file"),
        ("pyproject.toml", "[tool.poetry]\nname = \"a\"\n".to_owned(), "is a project file"),
        (
            "copied.json",
            json!({ "name": "p", "version": "1", "mcpServers": "./.mcp.json" }).to_string(),
            "is a plugin manifest",
        ),
        ("feed.json", feed.to_string(), "contains no tools, servers, or agents"),
        (
            "thing.json",
            json!({ "name": "thing", "description": "d" }).to_string(),
            "contains no tools, servers, or agents",
        ),
    ] {
        let home = Home::new();
        home.run(&["init"]).ended(0);
        home.write(name, &text);
        let refused = home.run(&["import", name]).ended(2);
        assert!(refused.err.contains(words), "{name}: {}", refused.err);
        for kind in ["tools", "servers"] {
            assert_eq!(home.run(&["list", kind, "--json"]).json(), json!([]), "{name}");
        }
    }
}

#[test]
fn servers_of_a_plugin_come_in_though_it_is_a_manifest() {
    let home = Home::new();
    home.run(&["init"]).ended(0);
    let plugin = json!({ "name": "p", "version": "1.0.0", "mcpServers": { "notes": { "command": "notes" } } });
    home.write("plugin.json", &plugin.to_string());
    home.run(&["import", "plugin.json"]).ended(0);
    assert_eq!(home.json(&["list", "servers"], 0)[0]["name"], "notes");
}

/// What lint says of files with a target, as codes with what they say.
fn linted(home: &Home, arguments: &[&str]) -> Vec<(String, String)> {
    let report = home.run(&[&["lint"], arguments, &["--json"]].concat()).json();
    let findings = report["findings"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings.map(|one| (text(&one["code"]), format!("{} {}", text(&one["path"]), text(&one["message"])))).collect()
}

#[test]
fn what_a_marketplace_names_is_looked_for() {
    let home = Home::new();
    let plugins = json!([
        { "name": "apple", "source": "./", "skills": ["./skills/apple/SKILL.md"] },
        { "name": "pear", "source": "./", "skills": ["./pear"] },
        { "name": "plum tools", "source": "./plums" },
    ]);
    let shop = json!({ "name": "shop", "owner": { "name": "o" }, "plugins": plugins });
    home.write("shop/.claude-plugin/marketplace.json", &shop.to_string());
    home.write("shop/skills/apple/SKILL.md", &skill("apple", "Presses apples. Use when asked."));
    let told = linted(&home, &["shop", "--target", "claude-plugin"]);
    for words in ["./skills/apple/SKILL.md` is a file", "nothing at `./pear`", "“plum tools”", "no folder at `./plums`"]
    {
        let is_told = |(code, message): &(String, String)| code == "plugin-manifest" && message.contains(words);
        assert!(told.iter().any(is_told), "{words}: {told:?}");
    }
    home.write(
        "shop/.claude-plugin/marketplace.json",
        &json!({ "name": "shop", "owner": { "name": "o" }, "plugins": [] }).to_string(),
    );
    assert!(linted(&home, &["shop", "--target", "claude-plugin"]).iter().all(|(code, _)| code != "plugin-manifest"));
}

#[test]
fn what_holds_a_skill_is_judged() {
    let home = Home::new();
    let body = |name: &str, body: &str| skill(name, "Bakes. Use when baking.").replace("Body.", body);
    home.write("plug/.claude-plugin/plugin.json", r#"{"name": "plug"}"#);
    home.write("plug/references/done.md", "Done.\n");
    home.write(
        "plug/skills/sour/SKILL.md",
        &body("sour", "Check `references/done.md`, then references/flour.md and references/gone.md."),
    );
    home.write(
        "plug/skills/rye/SKILL.md",
        &body("rye", "See [flour](references/flour.md), and `[text](references/YOUR-FILE.md)`."),
    );
    home.write(
        "plug/skills/rye/references/flour.md",
        "See [mills](mills.md), [itself](flour.md), [home](../SKILL.md) and [out](../../x.md).\n",
    );
    let told = linted(&home, &["plug"]);
    let says = |words: &str| told.iter().any(|(_, message)| message.contains(words));
    for words in [
        "It is at `../../references/done.md`",
        "It is at `../rye/references/flour.md`",
        "`references/gone.md` not found",
        "flour.md File `references/mills.md` not found",
        "`../../x.md` is outside the skill's folder",
    ] {
        assert!(says(words), "{words}: {told:#?}");
    }
    assert!(!says("YOUR-FILE") && !says("itself") && !says("SKILL.md` not found"), "{told:#?}");
}

#[test]
fn a_link_that_an_export_breaks_is_named_whatever_the_target_is() {
    let home = Home::new();
    home.run(&["init"]).ended(0);
    let body = |name: &str, body: &str| skill(name, "Bakes. Use when baking.").replace("Body.", body);
    let text =
        "See [flour](references/flour.md), [gone](references/gone.md), [rye](../rye/SKILL.md) and [x](../common/x.md).";
    home.write("in/sour/SKILL.md", &body("sour", text));
    home.write("in/sour/references/flour.md", "See [mills](mills.md).\n");
    home.write("in/rye/SKILL.md", &body("rye", "Bake."));
    home.write("in/common/x.md", "Shared.\n");
    home.run(&["import", "in"]);
    let everywhere = ["link ../common/x.md", "link references/gone.md"];
    let (mills, rye) = ("link references/mills.md", "link ../rye/SKILL.md");
    for (target, more) in [
        ("agent-skills", vec![mills]),
        ("claude-plugin", vec![mills]),
        ("client-folder", vec![mills]),
        ("adk", vec![mills]),
        ("skill-zip", vec![mills, rye]),
        ("well-known", vec![mills, rye]),
        ("light4j-events", vec![rye, "link references/flour.md"]),
    ] {
        let out = format!("out/{target}");
        let mut arguments = vec!["export", "--target", target, "--out", &out, "--verify"];
        arguments.extend((target == "client-folder").then_some(["--client", "claude-code"]).into_iter().flatten());
        let report = home.json(&arguments, 0);
        let mut expected = [&everywhere[..], &more].concat();
        expected.sort_unstable();
        let told: Vec<&str> =
            fields(&report, "skill sour").into_iter().filter(|field| field.starts_with("link ")).collect();
        assert_eq!(told, expected, "{target}: {report:#}");
    }
}

/// Writes archives of the files that a JSON document names: an archive's name, and each file with its text, or with how many
/// zeros it has. No entry's name is made right, as programs do that don't look.
const ZIPPER: &str = "
import json, sys, zipfile
for name, files in json.load(open(sys.argv[1])).items():
    with zipfile.ZipFile(name, 'w') as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.filename, entry.compress_type = path, zipfile.ZIP_DEFLATED
            archive.writestr(entry, bytes(content) if isinstance(content, int) else content)
";

#[test]
fn an_archive_that_an_upload_rejects_is_told_of_by_lint() {
    let home = Home::new();
    let (tide, boat) = (skill("tide", "Reads tides. Use when asked."), skill("boat", "Sails. Use when sailing."));
    let many: serde_json::Map<String, Value> = (0..501)
        .map(|at| (format!("tide/assets/{at}.txt"), json!("x")))
        .chain([("tide/SKILL.md".to_owned(), json!(tide))])
        .collect();
    let archives = json!({
        "good.zip": { "tide/SKILL.md": tide, "tide/references/a.md": "A.", "__MACOSX/tide/._SKILL.md": "x", ".DS_Store": "x" },
        "windows.zip": { "tide\\SKILL.md": tide, "tide\\references\\a.md": "A." },
        "flat.zip": { "SKILL.md": tide, "references/a.md": "A." },
        "two.skill": { "tide/SKILL.md": tide, "boat/SKILL.md": boat },
        "inner.zip": { "tide/SKILL.md": tide, "tide/examples/boat/SKILL.md": boat },
        "deep.zip": { "repository/tide/SKILL.md": tide },
        "beside.zip": { "tide/SKILL.md": tide, "LICENSE": "Free." },
        "none.zip": { "tide/README.md": "Nothing." },
        "large.zip": { "tide/SKILL.md": tide, "tide/assets/a.bin": 20_000_000, "tide/assets/b.bin": 15_000_000 },
        "one-large.zip": { "tide/SKILL.md": tide, "tide/assets/a.bin": 27_000_000 },
        "many.zip": many,
    });
    home.write("zip.py", ZIPPER);
    home.write("archives.json", &archives.to_string());
    let packed = home.shell("python3 zip.py archives.json").output().expect("the tests need Python");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    for (archive, claude, openai) in [
        ("good.zip", "", ""),
        ("windows.zip", "contain backslashes (`tide\\SKILL.md`", "contain backslashes"),
        ("flat.zip", "lies at the top of this archive", "lies at the top of this archive"),
        ("two.skill", "Pack each skill alone", "Pack each skill alone"),
        ("inner.zip", "Pack each skill alone", "Pack each skill alone"),
        ("deep.zip", "lies more than one folder deep", "lies more than one folder deep"),
        ("beside.zip", "this one has `LICENSE`, `tide`", "this one has `LICENSE`, `tide`"),
        ("none.zip", "There is no SKILL.md", "There is no SKILL.md"),
        ("large.zip", "must be under 30 MB unpacked", ""),
        ("one-large.zip", "", "accepts files up to 25 MB"),
        ("many.zip", "", "500"),
    ] {
        for (target, words) in [("claude-upload", claude), ("openai-upload", openai)] {
            let told = linted(&home, &[archive, "--target", target]);
            let told: Vec<&str> =
                told.iter().filter(|(code, _)| code == "archive-layout").map(|(_, says)| says.as_str()).collect();
            let expected = usize::from(!words.is_empty());
            assert!(
                told.len() == expected && told.iter().all(|says| says.contains(words)),
                "{archive}, {target}: {told:?}"
            );
            assert!(told.iter().all(|says| says.contains(archive)), "the archive is named: {told:?}");
        }
        assert!(linted(&home, &[archive, "--target", "adk"]).iter().all(|(code, _)| code != "archive-layout"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_one_where_case_does_not_count_are_told() {
    let home = Home::new();
    for folder in ["Tide", "tide"] {
        home.write(&format!("skills/{folder}/SKILL.md"), &skill("tide", "Reads tides. Use when asked."));
    }
    home.write("skills/boat/SKILL.md", &skill("boat", "Sails. Use when sailing."));
    home.write("skills/boat/references/Knots.md", "One.\n");
    home.write("skills/boat/references/knots.md", "Two.\n");
    let told = linted(&home, &["skills"]);
    let of_case: Vec<&str> =
        told.iter().filter(|(code, _)| code == "name-case").map(|(_, message)| message.as_str()).collect();
    assert_eq!(of_case.len(), 3, "{told:#?}");
    assert!(
        of_case
            .iter()
            .any(|message| message.contains("references/Knots.md") && message.contains("references/knots.md"))
    );
}

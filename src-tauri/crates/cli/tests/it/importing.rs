//! Imports as pipelines run them: folders of archives as one, and rows that come in together or not at all.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Home, skill};

/// What a library has of each kind.
fn amounts(home: &Home, library: &str) -> Vec<usize> {
    let count = |kind| {
        let ran = home.run(&["list", kind, "--library", library, "--json"]);
        ran.json().as_array().map_or(0, Vec::len)
    };
    ["skills", "tools", "agents", "servers"].map(count).to_vec()
}

const NOTHING: [usize; 4] = [0; 4];

/// An import into a new library that fails, with what it says.
fn fails(home: &Home, library: &str, arguments: &[&str]) -> String {
    home.run(&["init", "--library", library]).ended(0);
    home.run(&[&["import", "--library", library], arguments].concat()).ended(2).err
}

#[test]
fn a_folder_of_archives_is_one_import() {
    let (author, reader) = (Home::new(), Home::new());
    author.run(&["init"]).ended(0);
    reader.run(&["init"]).ended(0);
    for name in ["tides", "bikes"] {
        author.write(&format!("in/{name}/SKILL.md"), &skill(name, "Does what it says. Use when asked."));
        author.write(&format!("in/{name}/notes.md"), "Notes.\n");
    }
    author.run(&["import", "in"]).ended(0);
    author.run(&["export", "--target", "skill-zip", "--out", "uploads/"]).ended(0);
    let uploads = author.folder().join("uploads");
    fs::copy(uploads.join("tides.skill"), uploads.join("again.skill")).unwrap();
    let uploads = uploads.display().to_string();
    let report = reader.json(&["import", &uploads], 1);
    let names = |kind: &str, field: &str| -> Vec<String> {
        let items = report[kind].as_array().unwrap().iter();
        items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("imported", "name"), ["tides", "bikes"], "{report:#}");
    assert_eq!(names("skipped", "code"), ["identical"], "{report:#}");
    let tides = reader.json(&["show", "skill", "tides"], 0);
    assert!(tides.to_string().contains("notes.md"), "{tides:#}");
    // A .zip may be anything: it is opened where archives are asked for.
    fs::rename(author.folder().join("uploads/again.skill"), author.folder().join("uploads/more.zip")).unwrap();
    let zipped = reader.json(&["import", &uploads, "--library", "zips.db", "--format", "skill-zip"], 1);
    assert_eq!((zipped["imported"].as_array().unwrap().len(), &zipped["skipped"][0]["code"]), (2, &"identical".into()));
    let none = reader.json(&["import", "--format", "skill-zip", &author.folder().join("in").display().to_string()], 1);
    assert!(none["skipped"][0]["message"].as_str().unwrap().contains("No .skill or .zip archives"), "{none:#}");
}

/// Makes a link to a folder or file, both below where commands run.
#[cfg(unix)]
pub(crate) fn link(home: &Home, to: &str, at: &str) {
    let at = home.folder().join(at);
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(home.folder().join(to), at).unwrap();
}

#[cfg(unix)]
#[test]
fn links_in_folders_of_clients_are_followed_where_that_is_asked_for_and_at_home() {
    let home = Home::new();
    home.run(&["init"]).ended(0);
    home.write("mine/tides/SKILL.md", &skill("tides", "Reads tides. Use when asked."));
    link(&home, "mine/tides", "project/.claude/skills/tides");
    let left = home.run(&["import", "project"]).ended(1);
    assert!(left.out.contains("linked-skill") && left.out.contains("Claude Code"), "{}", left.out);
    assert!(left.err.contains("--follow-links"), "{}", left.err);
    let real = home.folder().join("mine/tides/SKILL.md").display().to_string();
    assert_eq!(home.json(&["import", "project"], 1)["skipped"][0]["leads_to"], real.as_str());
    let came = home.run(&["import", "project", "--follow-links", "--json"]).ended(0);
    assert!(came.err.contains(&format!("also reading {real}")), "{}", came.err);
    assert_eq!(came.json()["imported"][0]["path"], real.as_str());
    assert_eq!(came.json()["skipped"], json!([]));

    home.write("home/dotfiles/bikes/SKILL.md", &skill("bikes", "Mends bikes. Use when asked."));
    link(&home, "home/dotfiles/bikes", "home/.claude/skills/bikes");
    let own = home.json(&["import", "home/.claude/skills"], 0);
    assert_eq!(own["imported"][0]["name"], "bikes", "{own:#}");
}

/// The samples as rows, in two files, with one of their skills needed by what it needs; and the names of both.
fn in_a_circle(home: &Home) -> ([&'static str; 2], [String; 2]) {
    for (target, file) in [("light4j-sql", "all.sql"), ("light4j-events", "all.json")] {
        home.run(&["export", "--target", target, "--out", file]).ended(0);
    }
    let events = fs::read_to_string(home.folder().join("all.json")).unwrap();
    let mut events: Vec<Value> = serde_json::from_str(&events).unwrap();
    let mut needed = events.iter().find(|event| event["type"] == "SkillDependencyCreatedEvent").unwrap().clone();
    let (skill, needs) = (needed["data"]["skillId"].clone(), needed["data"]["dependsOnSkillId"].clone());
    let name = |id: &Value| {
        let skill = events.iter().find(|event| event["type"] == "SkillCreatedEvent" && event["data"]["skillId"] == *id);
        skill.unwrap()["data"]["name"].as_str().unwrap().to_owned()
    };
    let names = [name(&skill), name(&needs)];
    let sql = fs::read_to_string(home.folder().join("all.sql")).unwrap();
    let back = format!(
        "INSERT INTO skill_dependency_t (skill_id, depends_on_skill_id, required) VALUES ('{}', '{}', true);\nCOMMIT;",
        needs.as_str().unwrap(),
        skill.as_str().unwrap()
    );
    home.write("circle.sql", &sql.replace("COMMIT;", &back));
    (needed["data"]["skillId"], needed["data"]["dependsOnSkillId"]) = (needs.clone(), skill.clone());
    needed["subject"] = json!(format!("{}/{}", needs.as_str().unwrap(), skill.as_str().unwrap()));
    needed["id"] = json!("00000000-0000-4000-8000-000000000001");
    events.push(needed);
    home.write("circle.json", &Value::Array(events).to_string());
    (["circle.sql", "circle.json"], names)
}

#[test]
fn x_10_rows_whose_skills_require_each_other_in_a_circle_leave_nothing_and_name_it() {
    let home = Home::with_samples();
    let (files, names) = in_a_circle(&home);
    for (at, file) in files.iter().enumerate() {
        let library = format!("circle{at}.db");
        // Tools, skills and their links stand before what closes the circle.
        let told = fails(&home, &library, &[file]);
        assert!(told.contains("cycle") && names.iter().all(|name| told.contains(name)), "{file}: {told}");
        assert_eq!(amounts(&home, &library), NOTHING, "{file}");
    }
    let whole = home.run(&["import", "all.sql", "--library", "whole.db"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert!(amounts(&home, "whole.db")[..3].iter().all(|amount| *amount > 0));
}

#[test]
fn files_of_rows_come_in_together_or_not_at_all() {
    let home = Home::with_samples();
    home.run(&["export", "--target", "light4j-sql", "--skill", "code-review", "--out", "one.sql"]).ended(0);
    home.run(&["export", "--target", "gram", "--agent", "pico_reviewer", "--out", "agent.gram"]).ended(0);
    in_a_circle(&home);
    fails(&home, "rows.db", &["one.sql", "circle.sql"]);
    assert_eq!(amounts(&home, "rows.db"), NOTHING, "the first file is whole, the second is not");

    home.write("servers.json", &json!({ "mcpServers": { "files": { "command": "true" } } }).to_string());
    let tool = |name: &str| json!({ "name": name, "description": "Does it.", "inputSchema": { "type": "object" } });
    home.write("tools.json", &json!([tool("fine"), tool(&"long".repeat(50))]).to_string());
    let told = fails(&home, "lists.db", &["servers.json", "agent.gram", "tools.json"]);
    assert!(told.contains("longlong") && told.contains("tools.json: "), "the file is named: {told}");
    assert_eq!(amounts(&home, "lists.db"), NOTHING, "servers, agents and tools before it are not there either");
    home.write("tools.json", &json!([tool("fine")]).to_string());
    home.run(&["import", "--library", "lists.db", "servers.json", "agent.gram", "tools.json"]).ended(0);
    let stored = amounts(&home, "lists.db");
    assert!(stored[1] > 1 && (stored[0], stored[2], stored[3]) == (0, 1, 1), "{stored:?}");
}

#[test]
fn files_of_queries_come_in_together_or_not_at_all() {
    let home = Home::with_samples();
    let query = |text: &str| json!({ "query": text, "expected": ["code-review"] }).to_string();
    home.write("one.jsonl", &query("Please look at my patch"));
    fs::create_dir(home.folder().join("two.jsonl")).unwrap();
    let pack = ["pack", "save", "review", "--skill", "code-review", "--target", "agent-skills"];
    home.run(&pack).ended(0);
    let queries = || home.json(&["pack", "show", "review"], 0)["summary"]["queries"].as_u64().unwrap();
    let before = queries();
    home.run(&["import", "--format", "evals", "one.jsonl", "two.jsonl"]).ended(2);
    assert_eq!(queries(), before, "the second file cannot be read, so nothing of the first is there");
    fs::remove_dir(home.folder().join("two.jsonl")).unwrap();
    home.write("two.jsonl", &query("Please look at my diff"));
    home.run(&["import", "--format", "evals", "one.jsonl", "two.jsonl"]).ended(0);
    assert_eq!(queries(), before + 2);
}

#[test]
fn s4_16_a_flat_file_of_adk_comes_in_with_its_list_of_tools() {
    let home = Home::new();
    let file = |tools: &str| format!("---\nname: valve\ndescription: Opens the valve.\n{tools}---\n\nTurn it.\n");
    home.write("project/.skills/valve.md", &file("allowed-tools: [open_valve, phone]\n"));
    for format in [&[][..], &["--format", "adk"]] {
        let library = format!("adk{}.db", format.len());
        let import = [&["import", "project", "--library", &library], format].concat();
        home.run(&import).ended(0);
        let shown = home.json(&["show", "skill", "valve", "--library", &library], 0);
        assert_eq!(shown["allowed_tools"], json!(["open_valve", "phone"]), "{shown:#}");
        let resolve = ["resolve", "--by-name", "valve", "--library", &library, "--tools"];
        let has = home.json(&[&resolve[..], &["open_valve,phone,other"]].concat(), 0);
        assert_eq!(has["resolved"]["tools"], json!(["open_valve", "phone"]), "{has:#}");
        let lacks = home.json(&[&resolve[..], &["open_valve"]].concat(), 1);
        assert!(lacks["rejected"][0]["reason"].as_str().unwrap().contains("phone"), "{lacks:#}");
    }
}

/// The first place at which the published grammar of gram does not take a text.
fn wrong_gram(text: &str) -> Option<String> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_gram::LANGUAGE.into()).unwrap();
    let tree = parser.parse(text, None).unwrap();
    tree.root_node().has_error().then(|| tree.root_node().to_sexp())
}

#[test]
fn x_16_the_seed_s_block_comes_in_as_written_and_what_goes_out_is_valid_gram() {
    let home = Home::with_samples();
    let block = "toolSpecification: hail\n  name: \"hail\"\n  description: \"Greets a ship\"\n  \
                 typeSignature: \"(ship: Text) --> IO Text\"\n";
    assert!(wrong_gram(block).is_some(), "the block itself is no gram");
    home.write("block.gram", block);
    home.run(&["import", "block.gram"]).ended(0);
    let hail = home.json(&["show", "tool", "hail"], 0);
    assert_eq!(
        (&hail["description"], &hail["signature"]),
        (&json!("Greets a ship"), &json!("(ship: Text) --> IO Text")),
        "{hail:#}"
    );
    home.run(&["export", "--target", "gram", "--out", "all.gram"]).ended(0);
    let text = fs::read_to_string(home.folder().join("all.gram")).unwrap();
    assert_eq!(wrong_gram(&text), None, "{text}");
    assert!(text.contains("Greets a ship") && text.contains("(ship: Text) --> IO Text"), "{text}");
}

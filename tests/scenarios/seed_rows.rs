//! Rows of the seed's tables as somebody brings them in who says no more than the seed asks for: defaults, links by id, and
//! what is out of use.

use serde_json::{Value, json};
use studio_api::{ErrorCode, dto::MapLinkKind};

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{javascript, link, signature, tool},
};

/// Two skills, one below the other, two tools of one name, and a row of each that is out of use.
const ROWS: &str = "\
INSERT INTO agent_definition_t (host_id, agent_def_id, agent_name, model_provider, model_name) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000a1', 'clerk', 'openai', 'gpt-4o-mini');
INSERT INTO skill_t (host_id, skill_id, name, description, content_markdown) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b1', 'above', 'Does above.', 'Body.');
INSERT INTO skill_t (host_id, skill_id, parent_skill_id, name, description, content_markdown) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b2',
   '00000000-0000-4000-8000-0000000000b1', 'below', 'Does below.', 'Body.');
INSERT INTO skill_t (host_id, skill_id, name, description, content_markdown, active) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b3', 'old', 'Did it.', 'Body.', false);
INSERT INTO tool_t (host_id, tool_id, name, description) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000c1', 'look', 'Looks near.'),
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000c2', 'look', 'Looks far.');
INSERT INTO agent_skill_t (host_id, agent_def_id, skill_id) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000a1',
   '00000000-0000-4000-8000-0000000000b2');
INSERT INTO skill_tool_t (host_id, skill_id, tool_id) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b1',
   '00000000-0000-4000-8000-0000000000c1');
INSERT INTO skill_tool_t (host_id, skill_id, tool_id, access_level) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b2',
   '00000000-0000-4000-8000-0000000000c2', 'write');
INSERT INTO skill_dependency_t (host_id, skill_id, depends_on_skill_id) VALUES
  ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-0000000000b2',
   '00000000-0000-4000-8000-0000000000b1');
";

/// A library with these rows, and what the import said of them.
fn imported() -> (Bench, Value) {
    let bench = Bench::new();
    let report = report(&bench, "rows.sql", ROWS);
    (bench, report)
}

fn show(bench: &Bench, kind: &str, name: &str) -> Value {
    let ran = bench.skillctl(&["show", kind, name, "--json"]);
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
}

#[test]
fn s0_04_s0_05_s0_13_s0_15_rows_that_say_no_more_have_the_seeds_defaults() {
    let (bench, _) = imported();
    let above = show(&bench, "skill", "above");
    assert_eq!((&above["version"], &above["active"]), (&json!("1.0.0"), &json!(true)));
    assert_eq!(above["content_markdown"].as_str().unwrap().trim(), "Body.");
    let below = show(&bench, "skill", "below");
    assert_eq!(below["parent"], json!("above"));
    assert_eq!(below["depends_on"], json!([{ "skill": "above", "required": true }]));
    let clerk = show(&bench, "agent", "clerk");
    let assigned = json!([{ "skill": "below", "sequence_id": 0, "priority": 0, "config": {} }]);
    assert_eq!((&clerk["assignments"], &clerk["temperature"]), (&assigned, &json!(0.7)));
}

#[test]
fn s0_14_of_two_tools_of_one_name_each_skill_has_the_one_its_row_means() {
    let (bench, report) = imported();
    let tools = |skill: &str| show(&bench, "skill", skill)["skill_tools"].clone();
    let of = |tool: &str, access: &str| json!([{ "tool": tool, "access_level": access, "tool_version": null, "config": {} }]);
    assert_eq!(tools("above"), of("look", "read"));
    assert_eq!(tools("below"), of("look_2", "write"));
    assert_eq!(show(&bench, "tool", "look_2")["description"], json!("Looks far."));
    let warned = report["warnings"].to_string();
    assert!(warned.contains("also named look") && warned.contains("imported as look_2"), "{warned}");
}

/// What an import of rows says.
fn report(bench: &Bench, name: &str, rows: &str) -> Value {
    let path = bench.write(name, rows);
    let ran = bench.skillctl(&["import", path.to_str().unwrap(), "--format", "light4j-sql", "--json"]);
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
}

/// What became of each thing that was imported, by its name.
fn outcomes(report: &Value) -> Vec<(&str, &str)> {
    let imported = report["imported"].as_array().unwrap().iter();
    imported.map(|one| (one["name"].as_str().unwrap(), one["outcome"].as_str().unwrap())).collect()
}

#[test]
fn s0_14_s2_17_a_skill_of_rows_never_has_the_librarys_other_tool_of_that_name() {
    let bench = Bench::new();
    bench.add_tool(&tool("look", signature("() --> IO Text"), javascript("function run() { return 'mine'; }")));
    let first = report(&bench, "rows.sql", ROWS);
    let tools = |skill: &str| show(&bench, "skill", skill)["skill_tools"].clone();
    let of = |tool: &str, access: &str| json!([{ "tool": tool, "access_level": access, "tool_version": null, "config": {} }]);
    assert_eq!((tools("above"), tools("below")), (of("look_2", "read"), of("look_3", "write")));
    assert_eq!(show(&bench, "tool", "look_2")["description"], json!("Looks near."));
    assert_eq!(show(&bench, "tool", "look_3")["description"], json!("Looks far."));
    assert_eq!(show(&bench, "tool", "look")["used_by"], json!([]));
    let warned = first["warnings"].to_string();
    for name in ["look_2", "look_3"] {
        let said = format!("parameters differ from the file's. The file's was imported as {name}.");
        assert!(warned.contains("named look is another one") && warned.contains(&said), "{warned}");
    }
    // The same rows again bring nothing and are told as what they are.
    let again = report(&bench, "rows.sql", ROWS);
    let unchanged = ["look_2", "look_3", "above", "below", "clerk"].map(|name| (name, "unchanged"));
    assert_eq!((outcomes(&again), &again["skipped"]), (unchanged.to_vec(), &json!([])));
    // Another skill shares what is specified alike; another agent of the name is none of it.
    let others = ROWS.replace("'above'", "'over'").replace("'below'", "'under'");
    let shared = report(&bench, "others.sql", &others);
    assert_eq!((tools("over"), tools("under")), (of("look_2", "read"), of("look_3", "write")));
    let added = ["over", "under"].map(|name| (name, "added"));
    assert_eq!(outcomes(&shared), [&unchanged[..2], &added].concat());
    let said = shared["skipped"][0]["message"].as_str().unwrap();
    assert_eq!(said, "An agent named clerk already exists. Rename one of them to import it.");
    assert_eq!(bench.list_tools().unwrap().len(), 3);
    // One that no skill of the file has is skipped by its own name.
    let alone =
        "INSERT INTO tool_t (host_id, tool_id, name, description) VALUES ('00000000-0000-4000-8000-000000000000',
        '00000000-0000-4000-8000-0000000000c9', 'look', 'Looks up.');";
    let skipped = report(&bench, "alone.sql", alone)["skipped"][0]["message"].clone();
    assert_eq!(skipped, json!("A tool named look already exists. Rename one of them to import it."));
}

#[test]
fn s2_01_a_tool_of_rows_that_is_specified_alike_keeps_the_implementation_it_has_and_that_is_said() {
    let bench = Bench::new();
    report(&bench, "rows.sql", ROWS);
    let columns = "tool_t (host_id, tool_id, name, description";
    let scripted = ROWS
        .replace(columns, &format!("{columns}, implementation_type, script_content"))
        .replace("'Looks near.')", "'Looks near.', 'python', 'def run(): return 1')")
        .replace("'Looks far.')", "'Looks far.', NULL, NULL)");
    let said = report(&bench, "rows.sql", &scripted);
    assert!(outcomes(&said).contains(&("look", "unchanged")), "{said:#}");
    let warned = said["warnings"].to_string();
    assert_eq!(warned.matches("keeps the implementation it has in the library").count(), 1, "{warned}");
    assert_eq!(show(&bench, "tool", "look")["implementation"], Value::Null);
}

#[test]
fn s0_24_rows_out_of_use_stay_out_and_are_named() {
    let (bench, report) = imported();
    assert!(!bench.skillctl(&["show", "skill", "old"]).status.success());
    let warned = report["warnings"].to_string();
    assert!(warned.contains("1 inactive row in skill_t was skipped: old."), "{warned}");
}

#[test]
fn s0_24_rows_out_of_use_are_named_in_every_table_whatever_they_come_in() {
    const HOST: &str = "00000000-0000-4000-8000-000000000000";
    let id = |end: &str| format!("00000000-0000-4000-8000-0000000000{end}");
    // One active row of each table, and others that are not: a link by the names of its ends, many by the first five.
    let (agent, skill, tool) = (id("a1"), id("b1"), id("c1"));
    let mut sql = format!(
        "INSERT INTO agent_definition_t (host_id, agent_def_id, agent_name, model_provider, model_name, active) VALUES
           ('{HOST}', '{agent}', 'clerk', 'openai', 'gpt', true), ('{HOST}', '{}', 'gone', 'openai', 'gpt', false);
         INSERT INTO skill_t (host_id, skill_id, name, description, content_markdown, active) VALUES
           ('{HOST}', '{skill}', 'above', 'Does above.', 'Body.', true);
         INSERT INTO tool_t (host_id, tool_id, name, description, active) VALUES
           ('{HOST}', '{tool}', 'look', 'Looks near.', true), ('{HOST}', '{}', 'peek', 'Peeks.', 0);
         INSERT INTO agent_skill_t (host_id, agent_def_id, skill_id, active) VALUES ('{HOST}', '{agent}', '{skill}', false);
         INSERT INTO skill_tool_t (host_id, skill_id, tool_id, active) VALUES ('{HOST}', '{skill}', '{tool}', false);",
        id("a2"),
        id("c2"),
    );
    for number in 10..17 {
        let values = format!("'{HOST}', '{}', 'old{number}', 'Did it.', 'Body.', false", id(&number.to_string()));
        sql.push_str("INSERT INTO skill_t (host_id, skill_id, name, description, content_markdown, active) VALUES (");
        sql.push_str(&values);
        sql.push_str(");");
    }
    let bench = Bench::new();
    let said = report(&bench, "rows.sql", &sql);
    let warned: Vec<&str> =
        said["warnings"].as_array().unwrap().iter().filter_map(|one| one["message"].as_str()).collect();
    for expected in [
        "1 inactive row in agent_definition_t was skipped: gone.",
        "7 inactive rows in skill_t were skipped: old10, old11, old12, old13, old14 and 2 more.",
        "1 inactive row in tool_t was skipped: peek.",
        "1 inactive row in agent_skill_t was skipped: clerk → above.",
        "1 inactive row in skill_tool_t was skipped: above → look.",
    ] {
        assert!(warned.contains(&expected), "{expected} {warned:#?}");
    }
    assert_eq!(show(&bench, "skill", "above")["skill_tools"], json!([]));
    assert_eq!(show(&bench, "agent", "clerk")["assignments"], json!([]));

    // As events the same: what they delete is named.
    let bench = Bench::new();
    let event = |kind: &str, data: Value| json!({ "specversion": "1.0", "type": kind, "data": data });
    let rows = json!([
        event("SkillCreatedEvent", json!({ "skillId": skill, "name": "above", "contentMarkdown": "Body." })),
        event("ToolCreatedEvent", json!({ "toolId": tool, "name": "look", "description": "Looks near." })),
        event("SkillToolCreatedEvent", json!({ "skillId": skill, "toolId": tool })),
        event("ToolDeletedEvent", json!({ "toolId": tool })),
        event("SkillToolDeletedEvent", json!({ "skillId": skill, "toolId": tool })),
    ]);
    let path = bench.write("rows.json", rows.to_string());
    let ran = bench.skillctl(&["import", path.to_str().unwrap(), "--format", "light4j-events"]);
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    for expected in
        ["1 inactive row in tool_t was skipped: look.", "1 inactive row in skill_tool_t was skipped: above → look."]
    {
        assert!(said.contains(expected), "{said}");
    }
    assert!(bench.list_tools().unwrap().is_empty());
}

#[test]
fn s0_05_a_parent_is_chosen_on_the_map_and_never_in_a_circle() {
    let bench = Bench::new();
    let add =
        |name: &str| bench.add_skill(name, skill(name, &format!("Does {name}. Use for {name}."), "", "Do it.")).id;
    let (leaf, tree) = (add("leaf"), add("tree"));
    let below = |one: &str, other: &str| link(MapLinkKind::Parent, &format!("skill:{one}"), &format!("skill:{other}"));
    bench.save_link(&below(&leaf, &tree)).unwrap();
    assert_eq!(show(&bench, "skill", "leaf")["parent"], json!("tree"));
    let why = refused(bench.save_link(&below(&tree, &leaf)), ErrorCode::Invalid);
    assert!(why.contains("leaf") && why.contains("tree"), "{why}");
    assert_eq!(show(&bench, "skill", "tree")["parent"], Value::Null);
}

#[test]
fn s0_18_what_goes_out_makes_the_indexes_that_the_seed_names() {
    let bench = Bench::new();
    bench.add_skill("one", skill("one", "Does one. Use for one.", "", "Do it."));
    let out = bench.path("all.sql");
    let ran = bench.skillctl(&["export", "--target", "light4j-sql", "--out", &out]);
    assert!(ran.status.success(), "{ran:?}");
    let sql = String::from_utf8(bench.read("all.sql")).unwrap();
    for (name, on) in [
        ("idx_skill_active", "skill_t(active)"),
        ("idx_skill_name", "skill_t(name)"),
        ("idx_tool_active", "tool_t(active)"),
        ("idx_tool_name", "tool_t(name)"),
        ("idx_agent_skill_agent", "agent_skill_t(agent_def_id)"),
        ("idx_skill_tool_skill", "skill_tool_t(skill_id)"),
    ] {
        assert!(sql.contains(&format!("CREATE INDEX IF NOT EXISTS {name} ON {on};")), "{name}: {sql}");
    }
}

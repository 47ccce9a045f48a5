//! light-4j: rows out, and back in from whoever wrote them.

use studio_model::{AccessLevel, Implementation};
use studio_pack::targets::{
    Bundle, Entity, EntityKind, Field, Loss, Target, Why,
    light4j::{Incoming, Unreadable, read_text},
    unnamed,
};

use super::{PLAIN, bundle, codes, export, link, need, skill, told, tool, uuid, with_file};

fn library() -> Bundle {
    let java = Implementation::Java { class: "com.example.Tides".to_owned() };
    let rest = Implementation::Rest { endpoint: "https://e.org/{{id}}".to_owned(), method: "POST".to_owned() };
    let text = "---\nname: tides\ndescription: It's for 'harbours'. Use when asked.\nlicense: MIT\nallowed-tools: Read lookup Bash(git:*)\n---\n\nLook; it's -- here: '); DROP TABLE skill_t;\n$$ \\n é 漢\n";
    let mut below = skill(3, &PLAIN.replace("tides", "below"));
    below.skill.parent = Some(studio_model::SkillId(uuid(2)));
    let mut bundle = bundle(vec![below, with_file(skill(2, text), "references/a.md", b"A", false)]);
    bundle.tools = vec![tool(10, "lookup", Some(java)), tool(11, "book", Some(rest))];
    bundle.skill_tools = vec![link(2, 10, AccessLevel::Execute), link(3, 11, AccessLevel::Read)];
    bundle.dependencies = vec![need(3, 2)];
    bundle
}

fn text(target: Target, bundle: &Bundle) -> String {
    String::from_utf8(export(target, bundle).files.remove(0).bytes).unwrap()
}

fn summary(incoming: &Incoming) -> Vec<String> {
    let mut lines = Vec::new();
    for found in &incoming.skills {
        lines.push(format!("{}\n{}", found.display_path, String::from_utf8_lossy(&found.bytes)));
    }
    for tool in &incoming.tools {
        let row = &tool.tool;
        lines.push(format!("{} {} {:?} {}", row.name, row.description, row.implementation, row.version));
        lines.extend(tool.parameters.iter().map(|one| {
            format!(
                "{} {:?} {} {:?} {:?} {:?}",
                one.name, one.kind, one.required, one.default_value, one.description, one.validation_schema
            )
        }));
    }
    lines.extend(incoming.links.iter().map(|link| format!("{link:?}")));
    lines.extend(incoming.needs.iter().map(|need| format!("{need:?}")));
    lines.extend(incoming.parents.iter().map(|parent| format!("{parent:?}")));
    lines.extend(incoming.problems.iter().map(|problem| problem.message.clone()));
    lines
}

#[test]
fn sql_and_events_say_the_same_and_are_read_back_whole() {
    let bundle = library();
    let sql = read_text(Target::Light4jSql, &text(Target::Light4jSql, &bundle), "x").unwrap();
    let events = read_text(Target::Light4jEvents, &text(Target::Light4jEvents, &bundle), "x").unwrap();
    assert_eq!(summary(&sql), summary(&events));
    assert_eq!(sql.problems, []);
    // Parents come first.
    let places: Vec<&str> = sql.skills.iter().map(|found| found.display_path.as_str()).collect();
    assert_eq!(places, ["x/tides", "x/below"]);
    let body = std::str::from_utf8(&sql.skills[0].bytes).unwrap();
    assert!(body.contains("\n\nLook; it's -- here: '); DROP TABLE skill_t;\n$$ \\n é 漢\n"), "{body}");
    assert!(body.contains("allowed-tools: lookup\n"), "{body}");
    assert_eq!((sql.links[0].access, sql.tools[0].parameters.len()), (AccessLevel::Execute, 1));
    assert_eq!(sql.tools[0].parameters[0].default_value, Some(serde_json::json!(3)));
}

#[test]
fn what_the_columns_cannot_hold_is_named() {
    let out = export(Target::Light4jSql, &library());
    assert_eq!(
        told(&out.losses),
        [
            "skill below: allowed-tools",
            "skill tides: allowed-tools",
            "skill tides: license",
            "skill tides: file references/a.md",
            "tool book: headers",
            "tool lookup: headers",
        ]
    );
    let tools = out.losses[1].sentence(Target::Light4jSql);
    assert_eq!(tools, "light-4j doesn't support this. Not included: Read, Bash(git:*).");
}

#[test]
fn x_22_light4j_refuses_a_description_of_more_than_500_characters() {
    let of_length = |length: usize| {
        let text = PLAIN.replace("Reads tide tables. Use when asked about harbours.", &"ä".repeat(length));
        codes(&export(Target::Light4jSql, &bundle(vec![skill(2, &text)])))
    };
    assert_eq!((of_length(500), of_length(501)), (vec![], vec!["description-length"]));
}

#[test]
fn equal_libraries_give_equal_bytes_and_events_have_stable_ids() {
    let (one, other) = (text(Target::Light4jEvents, &library()), text(Target::Light4jEvents, &library()));
    assert_eq!(one, other);
    let events: Vec<serde_json::Value> = serde_json::from_str(&one).unwrap();
    let first = &events[0];
    assert_eq!((&first["type"], &first["data"]["newAggregateVersion"]), (&"SkillCreatedEvent".into(), &1.into()));
    let link = events.iter().find(|event| event["type"] == "SkillToolCreatedEvent").unwrap();
    assert_eq!((&link["data"]["config"], &link["data"]["accessLevel"]), (&"{}".into(), &"execute".into()));
    let mut ids: Vec<&str> = events.iter().map(|event| event["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), events.len());
}

#[test]
fn sql_of_others_is_read_and_what_of_it_is_not_is_named() {
    let sql = "SET search_path = public;
        CREATE FUNCTION f() RETURNS int AS $x$ SELECT 1; $x$ LANGUAGE sql;
        -- a comment; with a semicolon
        INSERT INTO public.\"tool_t\" (tool_id, host_id, name, description, implementation_type, update_ts)
            VALUES ('00000000-0000-0000-0000-00000000000a', 'h', E'a\\nb', $$It's$$, 'cobol', now()),
                   ('00000000-0000-0000-0000-00000000000b', 'h', 'plain', 'Does it.', NULL, DEFAULT);
        insert into tool_param_t (param_id, tool_id, name, param_type, required, default_value, order_index) values
            ('p2', '00000000-0000-0000-0000-00000000000b', 'second', 'number', 'f', '-1.5'::jsonb, 2),
            ('p1', '00000000-0000-0000-0000-00000000000b', 'first', 'string', true, CAST('\"x\"' AS jsonb), 1),
            ('p3', '00000000-0000-0000-0000-00000000000b', 'odd', 'integer', true, NULL, 3),
            ('p4', 'nobody', 'lost', 'string', true, NULL, 3);
        INSERT INTO skill_t (skill_id, name, content_markdown, active) VALUES ('s1', 'one', 'Body', true), ('s2', 'gone', 'x', false);
        INSERT INTO skill_t (skill_id, name, content_markdown) VALUES ('s3', upper('x'), 'Body');
        INSERT INTO skill_tool_t (skill_id, tool_id, access_level) VALUES ('s1', '00000000-0000-0000-0000-00000000000b', 'admin');
        INSERT INTO skill_dependency_t VALUES ('h', 's1', 's9');
        INSERT INTO other_t VALUES (1);
        UPDATE skill_t SET name = 'x';
        COMMIT;";
    let read = read_text(Target::Light4jSql, sql, "x").unwrap();
    let names: Vec<&str> = read.tools.iter().map(|tool| tool.tool.name.as_str()).collect();
    assert_eq!(names, ["a\nb", "plain"]);
    let parameters: Vec<_> = read.tools[1]
        .parameters
        .iter()
        .map(|one| (one.name.as_str(), one.required, one.default_value.clone()))
        .collect();
    assert_eq!(parameters, [("first", true, Some("x".into())), ("second", false, Some((-1.5).into()))]);
    assert_eq!(read.skills.len(), 1);
    assert_eq!((read.links[0].access, read.needs.len()), (AccessLevel::Read, 0));
    let said: Vec<&str> = read.problems.iter().map(|problem| problem.message.as_str()).collect();
    for part in [
        "cobol",
        "integer",
        "a tool that isn't in the file",
        "upper('x')",
        "admin",
        "s9",
        "UPDATE isn't supported",
        "has no `name`",
    ] {
        assert!(said.iter().any(|message| message.contains(part)), "{part}: {said:#?}");
    }
    assert!(read.problems.iter().any(|problem| problem.line.is_some()), "each says its line");
}

#[test]
fn events_of_others_are_applied_in_their_order() {
    let event =
        |kind: &str, data: &str| format!("{{\"specversion\": \"1.0\", \"type\": \"{kind}\", \"data\": {data}}}");
    let list = [
        event(
            "SkillCreatedEvent",
            "{\"skillId\": \"s1\", \"name\": \"one\", \"description\": \"Old.\", \"contentMarkdown\": \"B\"}",
        ),
        event("SkillUpdatedEvent", "{\"skillId\": \"s1\", \"description\": \"New.\"}"),
        event("SkillCreatedEvent", "{\"skillId\": \"s2\", \"name\": \"two\", \"contentMarkdown\": \"B\"}"),
        event("SkillDeletedEvent", "{\"skillId\": \"s2\"}"),
        event("SkillDeletedEvent", "{\"skillId\": \"s7\"}"),
        event("UserCreatedEvent", "{}"),
        "{\"data\": {}}".to_owned(),
    ];
    let read = read_text(Target::Light4jEvents, &format!("[{}]", list.join(",")), "x").unwrap();
    assert_eq!(read.skills.len(), 1);
    assert!(String::from_utf8_lossy(&read.skills[0].bytes).contains("description: New."));
    let said: Vec<&str> = read.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said.contains(&"1 inactive row in skill_t was skipped: two."), "what was deleted is named: {said:?}");
}

#[test]
fn s0_24_a_row_that_comes_again_after_it_was_deleted_is_what_it_is_then() {
    let event = |kind: &str, data: &str| format!("{{\"type\": \"{kind}\", \"data\": {data}}}");
    let made = |text: &str| {
        event(
            "SkillCreatedEvent",
            &format!("{{\"skillId\": \"s1\", \"name\": \"one\", \"contentMarkdown\": \"{text}\"}}"),
        )
    };
    let gone = event("SkillDeletedEvent", "{\"skillId\": \"s1\"}");
    let read = |events: &[String]| read_text(Target::Light4jEvents, &format!("[{}]", events.join(",")), "x").unwrap();
    let again = read(&[made("Old."), gone.clone(), made("New.")]);
    assert_eq!((again.skills.len(), again.problems.len()), (1, 0));
    assert!(String::from_utf8_lossy(&again.skills[0].bytes).contains("New."));
    let changed = event("SkillUpdatedEvent", "{\"skillId\": \"s1\", \"description\": \"Back.\"}");
    let read = read(&[made("Old."), gone.clone(), changed, gone]);
    assert_eq!((read.skills.len(), read.problems.len()), (0, 3), "nothing changes it there: {:?}", read.problems);
}

#[test]
fn a_truncated_hostile_or_foreign_file_is_an_error_that_says_where() {
    let whole = text(Target::Light4jSql, &library());
    let in_a_string = whole.find("DROP TABLE").unwrap();
    let Err(Unreadable::Syntax { line, .. }) = read_text(Target::Light4jSql, &whole[..in_a_string], "x") else {
        panic!("a string that never ends is no SQL");
    };
    assert!(line > 1);
    for foreign in ["", "SELECT 1;", "hello", "CREATE TABLE x (y int);"] {
        assert!(read_text(Target::Light4jSql, foreign, "x").is_err(), "{foreign}");
    }
    let deep = format!("INSERT INTO skill_t (name) VALUES ({}1{});", "(".repeat(100_000), ")".repeat(100_000));
    assert!(read_text(Target::Light4jSql, &deep, "x").is_err());
    for foreign in ["", "[", "{}", "3", "[]", "[{\"type\": \"UserCreatedEvent\", \"data\": {}}]"] {
        let read = read_text(Target::Light4jEvents, foreign, "x");
        assert!(read.is_err() || !read.unwrap().problems.is_empty(), "{foreign}");
    }
}

#[test]
fn what_is_other_and_not_named_is_found() {
    let (before, mut after) = (library(), library());
    assert_eq!(unnamed(&before, &after, &[]), []);
    after.skill_tools[0].access = AccessLevel::Write;
    after.tools[1].tool.version = "9".to_owned();
    after.skills[1].files.clear();
    let found = |losses: &[Loss]| -> Vec<String> {
        unnamed(&before, &after, losses).iter().map(|one| format!("{}: {}", one.entity, one.field)).collect()
    };
    let all = [
        "skill tides: file references/a.md",
        "skill tides: executable references/a.md",
        "skill tides: tool lookup: access",
        "tool book: version",
    ];
    assert_eq!(found(&[]), all);
    let lost = |entity: Entity, field: Field| Loss { entity, field, why: Why::NoPlace, skill: None };
    let file = lost(Entity::skill("tides"), Field::File("references/a.md".to_owned()));
    assert_eq!(found(std::slice::from_ref(&file)), all[2..]);
    let tools = lost(Entity { kind: EntityKind::Tool, name: "lookup".to_owned() }, Field::Whole);
    assert_eq!(found(&[file, tools]), all[3..], "a tool that is not there takes its links along");
}

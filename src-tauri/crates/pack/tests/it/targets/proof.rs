//! What lies on disk otherwise than its sources say is found, by whoever it was written.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use studio_model::{AccessLevel, Implementation};
use studio_pack::targets::{Bundle, Target, ToolOut, unproven, unproven_at};

use super::{bundle, export, link, need, skill, tool, uuid, with_file};

/// Writes an export of a bundle, changed by somebody, and says what is found then.
fn found(target: Target, bundle: &Bundle, change: impl Fn(&str, Vec<u8>) -> Vec<u8>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let out = export(target, bundle);
    let mut written: Vec<PathBuf> = Vec::new();
    for file in &out.files {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, change(&file.path, file.bytes.clone())).unwrap();
        written.push(path);
    }
    let paths = if out.is_one_file { written } else { vec![folder.path().to_owned()] };
    let found = unproven(target, bundle, &paths, &out.losses).unwrap();
    found.into_iter().map(|one| format!("{}: {}", one.entity, one.field)).collect()
}

fn listed(stated: Value) -> Bundle {
    let one = tool(20, "send", None);
    let schema = stated["inputSchema"].clone();
    let one = ToolOut { schema, stated: Some(stated), effect: AccessLevel::Read, details: Vec::new(), ..one };
    Bundle { tools: vec![one], ..bundle(Vec::new()) }
}

#[test]
fn a_list_that_says_other_than_its_source_is_found() {
    let stated = json!({
        "name": "send", "title": "Send", "description": "Does send.", "inputSchema": { "type": "object", "properties": {} },
        "annotations": { "openWorldHint": true }, "_meta": { "a": 1 },
    });
    let library = listed(stated);
    let as_it_is = found(Target::McpTools, &library, |_, bytes| bytes);
    assert_eq!(as_it_is, [""; 0]);
    for (pointer, value, told) in [
        ("/0/annotations/readOnlyHint", json!(true), "tool send: effect"),
        ("/0/title", json!("Delete"), "tool send: title"),
        ("/0/annotations/openWorldHint", json!(false), "tool send: annotations"),
        ("/0/inputSchema/properties", json!({ "to": {} }), "tool send: schema"),
        ("/0/description", json!("Does nothing."), "tool send: description"),
        ("/0/_meta", json!({}), "tool send: _meta"),
        ("/0/name", json!("sent"), "tool send: all"),
    ] {
        let found = found(Target::McpTools, &library, |_, bytes| {
            let mut list: Value = serde_json::from_slice(&bytes).unwrap();
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            list.pointer_mut(parent).unwrap()[key] = value.clone();
            list.to_string().into_bytes()
        });
        assert!(found.contains(&told.to_owned()), "{pointer}: {found:?}");
    }
}

#[test]
fn a_folder_and_an_archive_that_hold_other_than_the_skill_are_found() {
    let text = "---\nname: tides\ndescription: Reads tide tables. Use when asked about harbours.\ntags: [sea]\n---\n\nLook it up.\n";
    let one = with_file(skill(10, text), "scripts/run.sh", b"#!/bin/sh\n", false);
    let library = bundle(vec![one]);
    for target in [Target::AgentSkills, Target::SkillZip, Target::ClaudePlugin, Target::WellKnown, Target::Adk] {
        assert_eq!(found(target, &library, |_, bytes| bytes), [""; 0], "{target:?}");
    }
    let replaced = |bytes: &[u8], from: &str, to: &str| String::from_utf8_lossy(bytes).replace(from, to).into_bytes();
    for (file, from, to, told) in [
        ("tides/SKILL.md", "Look it up.", "Look away.", "skill tides: content_markdown"),
        ("tides/SKILL.md", "tide tables", "tea leaves", "skill tides: description"),
        ("tides/SKILL.md", "name: tides", "name: tide", "skill tides: all"),
        ("tides/scripts/run.sh", "sh", "bash", "skill tides: file scripts/run.sh"),
    ] {
        let found = found(
            Target::AgentSkills,
            &library,
            |path, bytes| {
                if path == file { replaced(&bytes, from, to) } else { bytes }
            },
        );
        assert_eq!(found, [told], "{file} {to}");
    }
}

#[test]
fn an_archive_that_a_skill_has_is_one_of_its_files() {
    let text = "---\nname: tides\ndescription: Reads tide tables. Use when asked about harbours.\n---\n\nLook it up.\n";
    let one = with_file(skill(10, text), "assets/table.zip", b"PK\x03\x04 and so on", false);
    let library = bundle(vec![with_file(one, "assets/more.skill", b"no archive", false)]);
    for target in [Target::AgentSkills, Target::SkillZip, Target::ClaudePlugin, Target::WellKnown, Target::Adk] {
        assert_eq!(found(target, &library, |_, bytes| bytes), [""; 0], "{target:?}");
    }
}

#[test]
fn what_lies_where_an_export_went_is_held_to_its_sources() {
    let text = "---\nname: tides\ndescription: Reads tide tables. Use when asked about harbours.\n---\n\nLook it up.\n";
    let library = bundle(vec![with_file(skill(10, text), "scripts/run.sh", b"#!/bin/sh\n", false)]);
    let folder = tempfile::tempdir().unwrap();
    let place = |path: &str| folder.path().join(path);
    let out = export(Target::AgentSkills, &library);
    let written: Vec<PathBuf> = out.files.iter().map(|file| place(&file.path)).collect();
    fs::create_dir_all(place("tides/scripts")).unwrap();
    for file in &out.files {
        fs::write(place(&file.path), &file.bytes).unwrap();
    }
    // What else is there is not looked at, and what systems leave behind is nobody's.
    fs::create_dir_all(place("boats")).unwrap();
    fs::write(place("boats/SKILL.md"), "Somebody's own.").unwrap();
    fs::write(place("tides/.DS_Store"), "x").unwrap();
    let found = || -> Vec<String> {
        let files = written.iter().map(PathBuf::as_path);
        let found = unproven_at(Target::AgentSkills, &library, folder.path(), files).unwrap();
        found.into_iter().map(|one| format!("{}: {}", one.entity, one.field)).collect()
    };
    assert_eq!(found(), [""; 0]);
    fs::write(place("tides/scripts/old.sh"), "#!/bin/sh\n").unwrap();
    assert_eq!(found(), ["skill tides: file scripts/old.sh"], "an agent would read it");
    fs::write(place("tides/SKILL.md"), text.replace("it up", "away")).unwrap();
    assert_eq!(found(), ["skill tides: content_markdown", "skill tides: file scripts/old.sh"]);
    fs::remove_file(place("tides/SKILL.md")).unwrap();
    assert_eq!(found(), ["skill tides: all"]);
    fs::remove_file(place("tides/scripts/run.sh")).unwrap();
    assert!(unproven_at(Target::AgentSkills, &library, folder.path(), written.iter().map(PathBuf::as_path)).is_err());
}

/// Two skills, one below and in need of the other, with a tool.
fn rows() -> Bundle {
    let text = "---\nname: tides\ndescription: It's for 'harbours'. Use when asked.\n---\n\nLook; it's '); DROP TABLE skill_t;\n$$ \\n é 漢\n";
    let mut below = skill(3, &text.replace("tides", "below"));
    below.skill.parent = Some(studio_model::SkillId(uuid(2)));
    let rest = Implementation::Rest { endpoint: "https://e.org/{{id}}".to_owned(), method: "POST".to_owned() };
    let mut bundle = bundle(vec![below, skill(2, text)]);
    bundle.tools = vec![tool(10, "lookup", Some(rest))];
    bundle.skill_tools = vec![link(2, 10, AccessLevel::Execute)];
    bundle.dependencies = vec![need(3, 2)];
    bundle
}

#[test]
fn rows_that_say_other_than_their_sources_are_found() {
    let library = rows();
    let other = uuid(99).to_string();
    let two = uuid(2).to_string();
    let moved = |text: &str| text.replace(&two, &other);
    for target in [Target::Light4jSql, Target::Light4jEvents] {
        assert_eq!(found(target, &library, |_, bytes| bytes), [""; 0], "{target:?}");
        for (from, to, told) in [
            ("漢", "汉", "skill tides: content_markdown"),
            ("harbours", "ports", "skill tides: description"),
            ("tides", "tide", "skill tides: name"),
            ("execute", "read", "skill tides: tool lookup: access"),
            ("Does lookup.", "Does nothing.", "tool lookup: description"),
            ("POST", "PUT", "tool lookup: implementation"),
            ("at most", "at least", "tool lookup: schema"),
            ("2.0.0", "2.0.1", "tool lookup: version"),
        ] {
            let found = found(target, &library, |_, bytes| {
                let text = String::from_utf8(bytes).unwrap();
                assert!(text.contains(from), "{target:?}: {from}");
                text.replace(from, to).into_bytes()
            });
            assert!(found.contains(&told.to_owned()), "{target:?}, {to}: {found:?}");
        }
        // Another row in its place is one too few and one too many.
        let found = found(target, &library, |_, bytes| moved(&String::from_utf8(bytes).unwrap()).into_bytes());
        for told in
            ["skill tides: all", "skill below: parent", "skill below: requires tides", "skill tides: tool lookup"]
        {
            assert!(found.contains(&told.to_owned()), "{target:?}: {found:?}");
        }
    }
}

#[test]
fn a_script_that_does_more_than_add_rows_is_not_read() {
    let (folder, library) = (tempfile::tempdir().unwrap(), rows());
    let path = folder.path().join("all.sql");
    let text = export(Target::Light4jSql, &library).files.remove(0).bytes;
    let text = String::from_utf8(text).unwrap();
    for more in ["DELETE FROM skill_t;", "update tool_t set active = false;", "INSERT INTO user_t (a) VALUES (1);"] {
        fs::write(&path, format!("{text}\n{more}\n")).unwrap();
        assert!(unproven(Target::Light4jSql, &library, std::slice::from_ref(&path), &[]).is_err(), "{more}");
    }
}

#[test]
fn a_document_of_gram_that_says_other_than_its_sources_is_found() {
    let mut library = bundle(Vec::new());
    library.tools = vec![tool(10, "lookup", None)];
    let text = "[lookup:ToolSpecification {\n  name: \"lookup\",\n  description: \"Does lookup.\",\n  typeSignature: \"() --> IO Text\"\n}]\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agents.gram");
    for (from, to, told) in [
        ("nothing", "", vec![]),
        ("Does lookup.", "Does nothing.", vec!["tool lookup: description"]),
        ("name: \"lookup\"", "name: \"look\"", vec!["tool lookup: all"]),
        ("\"Does lookup.\"", "\"Does \\u006cookup.\"", vec![]),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let found = unproven(Target::Gram, &library, std::slice::from_ref(&path), &[]).unwrap();
        let found: Vec<String> = found.into_iter().map(|one| format!("{}: {}", one.entity, one.field)).collect();
        assert_eq!(found, told, "{to}");
    }
}

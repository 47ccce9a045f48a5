//! What lies on disk otherwise than its sources say is found, by whoever it was written.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use studio_pack::targets::{Bundle, Target, ToolOut, unproven};

use super::{bundle, export, skill, tool, with_file};

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
    let one =
        ToolOut { schema, stated: Some(stated), effect: studio_model::AccessLevel::Read, details: Vec::new(), ..one };
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

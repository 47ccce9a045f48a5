//! Captures of clients, replayed: each file and each set of files as the client put it before its model, and as we do.

use std::{collections::BTreeMap, fs};

use base64::Engine as _;
use serde_json::Value;
use studio_clients::{
    Client, Entry, Reading, Readings, Scope, Settings, SkillFile, State, changes, entry_parts, has_own_order, line,
    list, read,
};

use crate::fixtures::{self, Counts, count, json, sets};

/// Every file that was shown to a client by itself, with what we say otherwise.
fn frontmatters() -> (Counts, Vec<String>) {
    let captured = json("frontmatter.json");
    let (mut counts, mut wrong) = (Counts::new(), Vec::new());
    for case in captured["cases"].as_array().unwrap() {
        let folder = case["folder"].as_str().unwrap();
        let bytes = match case["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => base64::engine::general_purpose::STANDARD.decode(case["base64"].as_str().unwrap()).unwrap(),
        };
        let path = format!("{folder}/SKILL.md");
        let file = SkillFile { path: &path, bytes: &bytes, openai_yaml: None };
        let readings = Readings::of(&file);
        for (name, seen) in case["clients"].as_object().unwrap() {
            let client = Client::parse(name).unwrap();
            let said = match read(client, &file) {
                Reading::Listed(listed) => {
                    let entry = Entry {
                        reading: readings.by(client),
                        path: "/skills/x/SKILL.md",
                        scope: Scope::Project,
                        weight: 0.0,
                    };
                    let shown = list(client, &[entry], &Settings::default()).entries.remove(0);
                    Some((listed.name, shown.shown))
                }
                Reading::Hidden(_) | Reading::Dropped(_) => None,
            };
            let text = |key: &str| seen[key].as_str().unwrap_or_default().to_owned();
            let right = (seen["listed"] == true).then(|| (text("name"), text("description")));
            count(&mut counts, client, said == right);
            if said != right {
                wrong.push(format!("{folder} by {name}: {right:?}, we say {said:?}"));
            }
        }
    }
    (counts, wrong)
}

/// A captured list, by set and client, and how ours differs from it.
fn lists() -> (BTreeMap<String, Counts>, Vec<String>) {
    let (mut table, mut wrong) = (BTreeMap::new(), Vec::new());
    for (name, set) in sets("lists") {
        let counts: &mut Counts = table.entry(name.clone()).or_default();
        for (client, captured) in set["lists"].as_object().unwrap() {
            let client = Client::parse(client).unwrap();
            let differences = compare(&set, client, captured);
            count(counts, client, differences.is_empty());
            if !differences.is_empty() {
                let first: Vec<&str> = differences.iter().take(2).map(String::as_str).collect();
                wrong.push(format!("{name} by {client:?}, {} differences:\n{}", differences.len(), first.join("\n")));
            }
        }
    }
    (table, wrong)
}

/// The table that stands beside the captures.
fn table() -> String {
    let ((files, wrong_files), (sets, wrong_sets)) = (frontmatters(), lists());
    let ((loaded, _), (words, _)) = (crate::bodies::bodies(), crate::blocks::blocks());
    let (scopes, wrong_scopes) = crate::scopes::scopes();
    let clients: Vec<Client> = Client::ALL.into_iter().filter(|client| loaded.contains_key(client.label())).collect();
    let mut text = "# What clients made of the captured files and sets, and how we say they do\n\n\
        Equal by character, of all that were captured. The files are in `frontmatter.json`, the sets in `lists`, skills of the\n\
        user and of a project, some of one name, in `scopes`, skills as they were loaded in `bodies.json`, lengths and hashes of the\n\
        words around a list in `blocks.json`. Orders are compared, but for those that are the file system's: of Gemini CLI's list, and\n\
        of the files opencode names with a skill; so is which of two skills of one name opencode takes, and of two in one folder Gemini\n\
        CLI. They are captured and written by `cargo xtask clients`; this table alone by `UPDATE_CLIENTS=1 cargo test -p studio-clients`.\n\n"
        .to_owned();
    let row = |first: &str, cells: Vec<String>| format!("| {first} | {} |\n", cells.join(" | "));
    text += &row("", clients.iter().map(|client| client.label().to_owned()).collect());
    text += &row("---", clients.iter().map(|_| "---".to_owned()).collect());
    let cell = |counts: &Counts, client: &Client| {
        counts.get(client.label()).map_or("–".to_owned(), |(equal, all)| format!("{equal} of {all}"))
    };
    text += &row("single files", clients.iter().map(|client| cell(&files, client)).collect());
    for (set, counts) in &sets {
        text += &row(set, clients.iter().map(|client| cell(counts, client)).collect());
    }
    for (set, counts) in &scopes {
        text += &row(&format!("scopes: {set}"), clients.iter().map(|client| cell(counts, client)).collect());
    }
    text += &row("bodies of skills", clients.iter().map(|client| cell(&loaded, client)).collect());
    text += &row("our lines around a list", clients.iter().map(|client| cell(&words, client)).collect());
    text.push_str("\nWhat was seen to change between versions:\n\n");
    for client in Client::ALL {
        for change in changes(client) {
            text.extend(["- ", client.label(), " ", change.version, " (", change.on, "): ", change.what, "\n"]);
        }
    }
    for wrong in wrong_files.iter().chain(&wrong_sets).chain(&wrong_scopes) {
        text.extend(["\n```\n", wrong.as_str(), "\n```\n"]);
    }
    text
}

#[test]
fn what_clients_sent_is_what_we_say_they_send() {
    let (made, path) = (table(), fixtures::path("table.md"));
    if std::env::var_os("UPDATE_CLIENTS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(made == kept, "fixtures/clients/table.md is not what comes out now:\n{made}");
    let (_, wrong) = frontmatters();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines of a captured list in its order, ours beside them.
fn compare(set: &Value, client: Client, captured: &Value) -> Vec<String> {
    let mut skills: BTreeMap<&str, (&str, Option<&str>)> = BTreeMap::new();
    for (path, text) in set["files"].as_object().unwrap() {
        let (folder, file) = path.split_once('/').unwrap();
        let skill = skills.entry(folder).or_default();
        match file {
            "SKILL.md" => skill.0 = text.as_str().unwrap(),
            "agents/openai.yaml" => skill.1 = text.as_str(),
            _ => {}
        }
    }
    let files: Vec<_> = skills.iter().collect();
    let readings: Vec<Readings> = files
        .iter()
        .map(|(folder, (text, yaml))| {
            Readings::of(&SkillFile {
                path: &format!("{folder}/SKILL.md"),
                bytes: text.as_bytes(),
                openai_yaml: yaml.map(str::as_bytes),
            })
        })
        .collect();
    let paths: Vec<String> = files.iter().map(|(folder, _)| format!("/skills/{folder}/SKILL.md")).collect();
    let entries: Vec<Entry<'_>> = readings
        .iter()
        .zip(&paths)
        .map(|(reading, path)| Entry { reading: reading.by(client), path, scope: Scope::Project, weight: 0.0 })
        .collect();
    let ours = list(client, &entries, &Settings::default());
    let said: Vec<String> = ours
        .entries
        .iter()
        .filter(|shown| !matches!(shown.state, State::Hidden | State::Refused | State::Absent))
        .map(|shown| match shown.state {
            State::NameOnly if client == Client::Copilot => "NAMED".to_owned(),
            _ => {
                let path = shown.path.as_deref().unwrap_or(&paths[shown.place]);
                line(client, &shown.name, &shown.shown, path, shown.scope).trim_end_matches('\n').to_owned()
            }
        })
        .collect();
    let mut seen: Vec<String> = captured["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| captured["lines"][name.as_str().unwrap()].as_str().unwrap().to_owned())
        .collect();
    let mut said = said;
    if !has_own_order(client) {
        seen.sort();
        said.sort();
    }
    let mut differences = Vec::new();
    if seen.len() != said.len() {
        differences.push(format!("{} lines, ours {}", seen.len(), said.len()));
    }
    for (at, (seen, said)) in seen.iter().zip(&said).enumerate() {
        if seen != said {
            differences.push(format!("line {at}:\n  {seen:?}\n  {said:?}"));
        }
    }
    differences
}

/// What is taken out of an entry that a client sent makes the same entry again.
#[test]
fn an_entry_is_what_its_parts_make() {
    let mut counts = Counts::new();
    for (_, set) in sets("lists") {
        for (client, captured) in set["lists"].as_object().unwrap() {
            let client = Client::parse(client).unwrap();
            for (name, entry) in captured["lines"].as_object().unwrap() {
                let entry = entry.as_str().unwrap();
                let parts = entry_parts(client, name, entry);
                count(&mut counts, client, parts.is_some());
                if let Some(parts) = parts {
                    let path = parts.path.as_deref().unwrap_or_default();
                    let made = line(client, name, &parts.shown, path, Scope::Project);
                    assert_eq!(made.trim_end_matches('\n'), entry, "{client:?}");
                }
            }
        }
    }
    // Others are names alone.
    assert!(counts.values().all(|(with_text, all)| *with_text * 2 > *all), "{counts:?}");
}

/// What is kept of a skill, which for most is made without a parser, is what each client's own reader makes of it.
#[test]
fn what_is_kept_for_all_clients_is_what_each_reads() {
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for (_, set) in sets("lists") {
        let files = set["files"].as_object().unwrap().iter().filter(|(path, _)| path.ends_with("SKILL.md"));
        texts.extend(
            files.map(|(path, text)| (path.split('/').next().unwrap().to_owned(), text.as_str().unwrap().into())),
        );
    }
    for value in [
        "yes",
        "Reads it. Yes",
        "12 things",
        "a: b",
        "b:",
        "c # d",
        "\"quoted\"",
        "\"two  blanks\"",
        "'single'",
        "@x",
        "x\ty",
        "Ends with blank ",
        "2024-01-01",
        "true story",
        "One — two",
        "日本語 text",
        "null",
        "~",
        "\"a \\\" b\"",
        "x\u{85}y z",
        "[a] b",
        "",
    ] {
        for key in ["description", "license", "name", "model", "paths", "allowed-tools", "type"] {
            let text =
                format!("---\nname: pdf\ndescription: Reads forms. Use when asked.\n{key}: {value}\n---\nBody\n");
            texts.push(("pdf".to_owned(), text.clone().into_bytes()));
            texts.push(("other".to_owned(), text.replacen("description: Reads", "x: Reads", 1).into_bytes()));
            texts.push((
                "pdf".to_owned(),
                text.replacen("description: Reads forms. Use when asked.\n", "", 1).into_bytes(),
            ));
        }
    }
    for (folder, bytes) in &texts {
        let path = format!("{folder}/SKILL.md");
        let file = SkillFile { path: &path, bytes, openai_yaml: None };
        let kept = Readings::of(&file);
        for client in Client::ALL {
            let own = match read(client, &file) {
                Reading::Listed(listed) => Ok(listed),
                reading => Err(reading),
            };
            assert_eq!(
                kept.by(client).cloned().map_err(Clone::clone),
                own,
                "{client:?} of {}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}

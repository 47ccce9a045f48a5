//! The libraries the vectors speak of, as files, read by the peer from a folder that is gone afterwards.

use std::fs;

use adk_skill::SkillIndex;
use studio_model::SkillId;
use studio_select::{Entry, Index};

/// The emergency skill of the seed's tests, with the tools it asks for.
pub(crate) fn emergency_file(tools: &[&str]) -> String {
    let items: Vec<_> = tools.iter().map(|tool| format!("  - {tool}")).collect();
    let list = if tools.is_empty() { String::new() } else { format!("allowed-tools:\n{}\n", items.join("\n")) };
    format!(
        "---\nname: emergency\ndescription: Handle gas and water emergencies\ntags:\n  - plumber\n{list}---\n\
         You are an emergency dispatcher. Route calls for gas leaks and floods."
    )
}

/// E: the emergency skill alone, with its two tools.
pub(crate) fn emergency() -> Index {
    read(&[("emergency.md", &emergency_file(&["knowledge", "transfer_call"]))])
}

/// P: four skills, one with underscores, one explicit only, one without a body.
pub(crate) fn four() -> Index {
    read(&[
        (
            "code_search.md",
            &skill("code_search", "Search Rust code with rg", "tags: [code, search]\n", "Use rg --files then rg."),
        ),
        (
            "release_notes.md",
            &skill("release_notes", "Prepare release notes", "tags: [changelog]\n", "Summarize commits."),
        ),
        ("secret.md", &skill("secret", "search secret things", "tags: [Search]\ntrigger: true\n", "Search body.")),
        ("empty.md", &skill("empty-body", "search nothing", "", "")),
    ])
}

/// A skill's file.
pub(crate) fn skill(name: &str, description: &str, more: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n{more}---\n{body}")
}

/// The skills of some files, as the peer reads them from `.skills`.
pub(crate) fn read(files: &[(&str, &str)]) -> Index {
    crate::peer::index_of(&read_as_peer(files))
}

pub(crate) fn read_as_peer(files: &[(&str, &str)]) -> SkillIndex {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = root.path().join(".skills").join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    let index = adk_skill::load_skill_index(root.path()).expect("the root is a folder");
    assert_eq!(index.len(), files.len(), "every sample must be readable");
    let relative = |mut skill: adk_skill::SkillDocument| {
        skill.path = skill.path.strip_prefix(root.path()).expect("found under the root").to_owned();
        skill
    };
    SkillIndex::new(index.skills().iter().cloned().map(relative).collect())
}

/// The peer's skills as entries of ours.
pub(crate) fn entries_of(peer: &SkillIndex) -> Vec<Entry> {
    let entry = |(number, skill): (u32, &adk_skill::SkillDocument)| Entry {
        key: key(number),
        id: skill.id.clone(),
        name: skill.name.clone(),
        description: skill.description.clone(),
        tags: skill.tags.clone(),
        body: skill.body.clone(),
        allowed_tools: skill.allowed_tools.clone(),
        path: skill.path.to_str().expect("test paths are UTF-8").to_owned(),
        hash: skill.hash.clone(),
        is_only_by_name: skill.trigger,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    };
    (0..).zip(peer.skills()).map(entry).collect()
}

/// The entry our own reading makes of a file.
pub(crate) fn entry_of(number: u32, path: &str, text: &str) -> Entry {
    let skill = studio_text::adk::parse(path, text).expect("every sample must be readable");
    Entry {
        key: key(number),
        id: skill.id,
        name: skill.name,
        description: skill.description,
        tags: skill.tags,
        body: skill.body,
        allowed_tools: skill.allowed_tools,
        path: path.to_owned(),
        hash: skill.hash,
        is_only_by_name: text.contains("\ntrigger: true\n"),
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    }
}

/// An entry without body, tags and tools.
pub(crate) fn entry(number: u32, name: &str, description: &str) -> Entry {
    Entry {
        key: key(number),
        id: format!("{name}-{number}"),
        name: name.to_owned(),
        description: description.to_owned(),
        tags: Vec::new(),
        body: String::new(),
        allowed_tools: Vec::new(),
        path: format!("{name}.md"),
        hash: format!("{number:064x}"),
        is_only_by_name: false,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    }
}

/// The key with a number.
pub(crate) fn key(number: u32) -> SkillId {
    format!("00000000-0000-7000-8000-{number:012x}").parse().expect("a well-formed id")
}

//! What `cargo xtask clients` is told: how each client is installed, and what fixtures need of a capture. Lines of the
//! skills that were laid before the client stand there whole; its own texts by name, length and hash.

use std::{fs, path::Path};

use serde_json::{Value, json};
use studio_api::{
    Capture, CapturedEntry, Comparison, client_to_capture, clients_to_capture, entry_parts, has_own_order, sha256_hex,
    skills_folder, words_around,
};

use crate::output::Failure;

/// Every client that can be captured, and how it is installed.
pub(super) fn recipes() -> Value {
    clients_to_capture()
        .map(|(client, recipe)| {
            json!({ "name": client.as_str(), "label": client.label(), "package": recipe.package,
                    "program": recipe.program, "node": recipe.node, "folder": skills_folder(recipe),
                    "has_own_order": has_own_order(client) })
        })
        .collect()
}

/// Writes what fixtures need of a capture.
pub(super) fn write(path: &Path, capture: &Capture, comparison: &Comparison) -> Result<(), Failure> {
    let client = client_to_capture(&capture.client)?;
    let is_own = |name: &str| comparison.own.iter().any(|(own, _)| own == name);
    let line = |entry: &CapturedEntry| {
        let parts = entry_parts(client, &entry.name, &entry.line);
        let (shown, path) = parts.map(|parts| (parts.shown, parts.path)).unwrap_or_default();
        json!({ "name": entry.name, "line": entry.line, "shown": shown, "path": path })
    };
    let list = capture.list.as_ref().map(|list| {
        let (own, lines): (Vec<&CapturedEntry>, Vec<_>) = list.entries.iter().partition(|entry| is_own(&entry.name));
        let own: Vec<Value> = own.into_iter().map(own_entry).collect();
        let lines: Vec<Value> = lines.into_iter().map(line).collect();
        let names: Vec<&String> = list.names.iter().filter(|name| comparison.theirs.contains(name)).collect();
        let (before, after) = words_around(&list.before, &list.after);
        json!({ "role": list.role, "before": words(&before), "own": own, "after": words(&after), "lines": lines,
                "names": names })
    });
    let loaded = comparison.loaded.as_ref().map(|loaded| &loaded.theirs);
    let document = json!({ "version": capture.version, "list": list, "loaded": loaded });
    fs::write(path, document.to_string()).map_err(|cause| Failure::input(format!("{}: {cause}", path.display())))
}

/// An entry of a client's own skill.
fn own_entry(entry: &CapturedEntry) -> Value {
    let known = measured(&entry.line);
    json!({ "name": entry.name, "chars": known["chars"], "sha256": known["sha256"] })
}

/// Words of a client's own: all of them, and each of their lines.
fn words(lines: &[&str]) -> Value {
    let mut known = measured(&lines.join("\n"));
    known["lines"] = lines.iter().map(|line| measured(line)).collect();
    known
}

fn measured(text: &str) -> Value {
    json!({ "chars": text.chars().count(), "sha256": sha256_hex(text.as_bytes()) })
}

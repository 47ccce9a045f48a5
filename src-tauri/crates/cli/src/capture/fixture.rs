//! What `cargo xtask clients` is told: how each client is installed, and what fixtures need of a capture. Lines of the
//! skills that were laid before the client stand there whole; its own texts by name, length and hash.

use std::{fs, path::Path};

use serde_json::{Value, json};
use studio_api::{
    Capture, CapturedEntry, Comparison, authors_names, client_to_capture, clients_own, clients_to_capture, entry_parts,
    has_own_order, skills_folder,
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
        let mut known = clients_own(list, comparison);
        known["lines"] = list.entries.iter().filter(|entry| !is_own(&entry.name)).map(line).collect();
        known["names"] = authors_names(list, comparison).cloned().collect();
        known
    });
    let loaded = comparison.loaded.as_ref().map(|loaded| &loaded.theirs);
    let document = json!({ "version": capture.version, "list": list, "loaded": loaded });
    fs::write(path, document.to_string()).map_err(|cause| Failure::input(format!("{}: {cause}", path.display())))
}

//! What `cargo xtask clients` is told: how each client is installed, and what fixtures need of a capture. Lines of the
//! skills that were laid before the client stand there whole; its own texts by name, length and hash.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    Capture, CapturedEntry, Comparison, Scope, authors_names, client_to_capture, clients_own, clients_to_capture,
    entry_parts, facts, has_own_order, heading, skills_folder, write_file,
};

use crate::{opening::config, output::Failure};

/// Every client that can be captured, and how it is installed.
pub(super) fn recipes() -> Value {
    clients_to_capture()
        .map(|(client, recipe)| {
            json!({ "name": client.as_str(), "label": client.label(), "package": recipe.package,
                    "program": recipe.program, "node": recipe.node, "folder": skills_folder(recipe),
                    "has_own_order": has_own_order(client), "tells_same_name": facts(client).same_name.is_told() })
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
        let headings = [Scope::Project, Scope::User].into_iter().filter_map(|scope| heading(client, scope));
        let location = entry.location.as_deref().unwrap_or_default();
        let heading = headings.map(str::trim_end).find(|heading| heading.ends_with(location));
        json!({ "name": entry.name, "line": entry.line, "shown": shown, "path": path, "heading": heading })
    };
    let list = capture.list.as_ref().map(|list| {
        let mut known = clients_own(list, comparison);
        known["lines"] = list.entries.iter().filter(|entry| !is_own(&entry.name)).map(line).collect();
        known["names"] = authors_names(list, comparison).cloned().collect();
        known
    });
    let loaded = comparison.loaded.as_ref().map(|loaded| &loaded.theirs);
    let document = json!({ "version": capture.version, "list": list, "equal": comparison.is_equal(), "loaded": loaded,
                           "tools": capture.tools });
    let written = write_file(&config()?, path, document.to_string().as_bytes());
    written.map_err(|cause| Failure::input(format!("couldn't {cause}")))
}

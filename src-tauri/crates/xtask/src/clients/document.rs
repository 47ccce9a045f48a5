//! A file of captures: what is taken into it, and how it is written.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::comparing::{block_differences, block_in, is_same_body, line_differences, list_differences};
use super::known::Client;
use crate::Error;

/// A file of them.
pub(super) struct Document {
    path: PathBuf,
    pub(super) value: Value,
    /// Blanks by which a level is indented.
    indent: usize,
    is_changed: bool,
}

impl Document {
    /// The files of a folder of them, by name.
    pub(super) fn read_all(folder: &Path, indent: usize) -> Result<Vec<Self>, Error> {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut paths: Vec<PathBuf> = entries.map_err(Error::file(folder))?.iter().map(fs::DirEntry::path).collect();
        paths.sort();
        paths.into_iter().map(|path| Self::read(path, indent)).collect()
    }

    pub(super) fn read(path: PathBuf, indent: usize) -> Result<Self, Error> {
        let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
        let value = serde_json::from_str(&text)
            .map_err(|error| Error::File { path: path.clone(), source: std::io::Error::other(error) })?;
        Ok(Self { path, value, indent, is_changed: false })
    }

    pub(super) fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Notes that something else was captured, and on which day.
    pub(super) fn note(&mut self, is_other: bool, day: &str) {
        if is_other {
            self.value["measured"] = json!(day);
            self.is_changed = true;
        }
    }

    pub(super) fn set_version(&mut self, place: &[&str], capture: &Value) {
        let version = place.iter().fold(&mut self.value, |value, key| &mut value[*key]);
        if *version != capture["version"] {
            *version = capture["version"].clone();
            self.is_changed = true;
        }
    }

    /// Writes it where something in it changed.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        if self.is_changed {
            fs::write(&self.path, text(&self.value, self.indent)).map_err(Error::file(&self.path))?;
            self.is_changed = false;
        }
        Ok(())
    }

    pub(super) fn take_list(&mut self, client: &Client, list: Value, day: &str) -> Vec<String> {
        let known = &mut self.value["lists"][client.name.as_str()];
        let differences = list_differences(known, &list, client.has_own_order);
        if !differences.is_empty() {
            *known = list;
        }
        self.note(!differences.is_empty(), day);
        differences
    }

    pub(super) fn take_scopes(&mut self, client: &Client, lines: &[&str], capture: &Value, day: &str) -> Vec<String> {
        let known = &mut self.value["clients"][client.name.as_str()]["lines"];
        let was: Vec<&str> = known.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut differences = line_differences(&was, lines, client.has_own_order);
        // Now it takes this one of a name, now that one.
        if !client.tells_same_name && capture["equal"] == true {
            differences.clear();
        }
        if !differences.is_empty() {
            *known = json!(lines);
        }
        self.set_version(&["clients", &client.name, "version"], capture);
        self.note(!differences.is_empty(), day);
        differences
    }

    pub(super) fn take_body(
        &mut self,
        client: &Client,
        skill: &str,
        capture: &Value,
        day: &str,
    ) -> Result<Vec<String>, String> {
        let loaded = capture["loaded"].as_str().filter(|text| !text.is_empty());
        let loaded = loaded.ok_or_else(|| format!("it did not load {skill}"))?;
        let known = &mut self.value["clients"][client.name.as_str()];
        if known.is_null() {
            *known = json!({ "version": capture["version"], "folder": client.folder, "bodies": {} });
        }
        let known = &mut known["bodies"][skill];
        let is_same = known.as_str().is_some_and(|known| is_same_body(known, loaded));
        if !is_same {
            *known = json!(loaded);
        }
        self.set_version(&["clients", &client.name, "version"], capture);
        self.note(!is_same, day);
        Ok(if is_same { Vec::new() } else { vec![format!("{skill} comes in otherwise")] })
    }

    pub(super) fn take_block(&mut self, client: &Client, capture: &Value, day: &str) -> Vec<String> {
        let block = block_in(capture);
        let known = &mut self.value["clients"][client.name.as_str()];
        let differences = block_differences(known, &block);
        if *known != block {
            *known = block;
        }
        self.note(!differences.is_empty(), day);
        differences
    }
}

/// A fixture as it stands in the tree.
fn text(value: &Value, indent: usize) -> String {
    // No text in it has a line end of its own: what a line begins with is two blanks a level.
    let line = |line: &str| {
        let bare = line.trim_start_matches(' ');
        format!("{}{bare}\n", " ".repeat((line.len() - bare.len()) / 2 * indent))
    };
    format!("{value:#}").lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixture_is_written_with_its_indent() {
        let value = json!({ "a": ["  x\n", {}], "b": { "c": "d" } });
        assert_eq!(text(&value, 0), "{\n\"a\": [\n\"  x\\n\",\n{}\n],\n\"b\": {\n\"c\": \"d\"\n}\n}\n");
        assert_eq!(text(&value, 1), "{\n \"a\": [\n  \"  x\\n\",\n  {}\n ],\n \"b\": {\n  \"c\": \"d\"\n }\n}\n");
    }
}

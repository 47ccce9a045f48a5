//! Captures of clients as they stand in the tree, and how many of each client are equal to what we say.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde_json::Value;
use studio_clients::Client;

/// A file among the captures.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/clients").join(name)
}

/// What stands in one.
pub(crate) fn json(name: &str) -> Value {
    serde_json::from_slice(&fs::read(path(name)).unwrap()).unwrap()
}

/// The sets in a folder of them, by name, in the order of their files.
pub(crate) fn sets(folder: &str) -> Vec<(String, Value)> {
    let entries = fs::read_dir(path(folder)).unwrap();
    let mut files: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let set = |file: &String| {
        let set = json(&format!("{folder}/{file}"));
        (set["set"].as_str().unwrap().to_owned(), set)
    };
    files.iter().map(set).collect()
}

/// How many of a client's cells are as it had them, and how many there are.
pub(crate) type Counts = BTreeMap<&'static str, (usize, usize)>;

pub(crate) fn count(counts: &mut Counts, client: Client, is_equal: bool) {
    let (equal, all) = counts.entry(client.label()).or_default();
    *equal += usize::from(is_equal);
    *all += 1;
}

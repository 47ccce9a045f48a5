//! Files of one skill whose names differ only in letter case: on Windows and macOS they are one.

use std::collections::HashMap;

use studio_pack::folded_path;

/// What is said of such files, a sentence for each that another is like.
pub(crate) fn same_names(paths: &[&str]) -> Vec<String> {
    let mut known: HashMap<String, &str> = HashMap::new();
    let mut told = Vec::new();
    for path in paths {
        if let Some(other) = known.insert(folded_path(path), path) {
            told.push(format!(
                "The files `{other}` and `{path}` differ only in letter case. On Windows and macOS one replaces the other. \
                 Rename one."
            ));
        }
    }
    told
}

//! The list of licences in the window is of the lock files as they are.

use serde_json::Value;

use super::Finding;
use super::tree::Tree;
use crate::licenses::{LIST, LOCKS, hash};

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let text = |path: &str| tree.files.iter().find(|file| file.path.as_path() == path).map(|file| file.text.as_str());
    let list: Value = text(LIST).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let is_other = |(name, lock): &(&str, &str)| text(lock).is_some_and(|text| list[*name] != hash(text).as_str());
    let finding = |(_, lock): (&str, &str)| Finding {
        path: LIST.into(),
        line: 1,
        message: format!("doesn't match {lock}: run `cargo xtask codegen`"),
    };
    LOCKS.into_iter().filter(is_other).map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::SourceFile;

    #[test]
    fn a_list_of_other_lock_files_is_told() {
        let tree = |list: String| {
            let locks = LOCKS.map(|(_, lock)| SourceFile::new(lock, "as it is"));
            let files = locks.into_iter().chain([SourceFile::new(LIST, &list)]).collect();
            Tree { paths: Vec::new(), files }
        };
        let now = hash("as it is");
        let list = |cargo: &str| format!(r#"{{"cargo_lock": "{cargo}", "package_lock": "{now}"}}"#);
        assert!(check(&tree(list(&now))).is_empty());
        let found = check(&tree(list("another")));
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("Cargo.lock"), "{}", found[0].message);
        assert!(check(&Tree { paths: Vec::new(), files: Vec::new() }).is_empty());
    }
}

//! Each picture of the README is there, with the record of what it shows that the stories are held against.

use std::path::Path;

use super::Finding;
use super::tree::Tree;
use crate::pictures::{FOLDER, README, RECORDS, named};

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(readme) = tree.files.iter().find(|file| file.path.as_path() == Path::new(README)) else {
        return Vec::new();
    };
    let finding = |(index, line): (usize, &str)| {
        let places = |name: &str| [format!("{FOLDER}{name}.png"), format!("{RECORDS}{name}.json")];
        let is_missing = |path: &String| !tree.paths.iter().any(|known| known == Path::new(path));
        let missing: Vec<String> = named(line).flat_map(places).filter(is_missing).collect();
        let message = format!("is missing {}: run `cargo xtask pictures`", missing.join(" and "));
        (!missing.is_empty()).then(|| Finding { path: README.into(), line: index + 1, message })
    };
    readme.text.lines().enumerate().filter_map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::SourceFile;

    #[test]
    fn a_picture_without_its_record_is_told() {
        let text = "One.\n![Map](ui/docs/map-light.png)\n";
        let tree = |paths: &[&str]| Tree {
            paths: paths.iter().map(Into::into).collect(),
            files: vec![SourceFile::new(README, text)],
        };
        let both = ["ui/docs/map-light.png", "fixtures/pictures/map-light.json"];
        assert!(check(&tree(&both)).is_empty());
        let found = check(&tree(&both[..1]));
        assert_eq!(found.len(), 1);
        assert!(found[0].line == 2 && found[0].message.contains(both[1]), "{}", found[0].message);
    }
}

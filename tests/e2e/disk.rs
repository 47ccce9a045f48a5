//! Skills on somebody's disk.

use std::{
    fs,
    path::{Path, PathBuf},
};

use studio_testkit::repository;

/// The skills made for tests.
pub(crate) fn fixtures() -> PathBuf {
    repository().join("fixtures/skills")
}

/// Copies a skill's folder with everything in it.
pub(crate) fn copy_skill(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in fs::read_dir(from).expect("the skill is there") {
        let entry = entry.expect("its files can be listed");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_skill(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("it can be copied");
        }
    }
}

//! What the folder of a linked skill is called.

use std::path::Path;

use studio_store::{FolderLink, SKILL_FILE};

/// Name of the folder a skill lies in, where the skill is a folder of its own.
pub(crate) fn folder_name(link: &FolderLink) -> Option<String> {
    own_folder(&link.folder, &link.skill_file)
}

/// The same, of a folder and the skill file in it.
pub(crate) fn own_folder(folder: &str, skill_file: &str) -> Option<String> {
    let name = Path::new(folder).file_name()?.to_string_lossy().into_owned();
    skill_file.eq_ignore_ascii_case(SKILL_FILE).then_some(name)
}

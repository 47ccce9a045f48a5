//! What skills are listed under that lie where clients on this machine keep an author's own.

use std::path::PathBuf;

use studio_clients::home_folders;
use studio_pack::FoundSkill;

use crate::Config;

/// Whether all these paths are folders that clients keep the author's own skills in, or lie below them.
pub(crate) fn are_of_clients(config: &Config, paths: &[PathBuf]) -> bool {
    let Some(home) = &config.home_dir else { return false };
    let folders = home_folders().into_iter().filter_map(|(_, below)| std::fs::canonicalize(home.join(below)).ok());
    let folders: Vec<PathBuf> = folders.collect();
    let is_inside = |path: &PathBuf| {
        std::fs::canonicalize(path).is_ok_and(|real| folders.iter().any(|folder| real.starts_with(folder)))
    };
    !paths.is_empty() && paths.iter().all(is_inside)
}

/// Lists what was found in one of the author's own folders under the name of its client: the names of the folders above all
/// of them, up to the home folder, say nothing.
pub(crate) fn group_by_client(config: &Config, found: &mut [FoundSkill]) {
    let Some(home) = config.home_dir.as_ref().and_then(|home| std::fs::canonicalize(home).ok()) else { return };
    let own = home.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folders = home_folders();
    for skill in found {
        let Some(file) = &skill.skill_file else { continue };
        let says_nothing = |below: &str| skill.group == own || below.split('/').any(|part| part == skill.group);
        let of = folders.iter().find(|(_, below)| says_nothing(below) && file.starts_with(home.join(below)));
        if let Some((client, _)) = of {
            client.label().clone_into(&mut skill.group);
        }
    }
}

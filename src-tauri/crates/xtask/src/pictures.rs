//! The README's pictures, taken anew by the stories in the window, with a record of what each shows.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Error, Workspace, process};

/// The file whose pictures they are, and the folders of the pictures and of what they show, from the root.
pub(crate) const README: &str = "README.md";
pub(crate) const FOLDER: &str = "ui/docs/";
pub(crate) const RECORDS: &str = "fixtures/pictures/";

pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let readme = workspace.root.join(README);
    let text = fs::read_to_string(&readme).map_err(Error::file(&readme))?;
    let screens = tempfile::tempdir().map_err(Error::file(env::temp_dir()))?;
    let own = env::current_exe().map_err(Error::file("xtask"))?;
    process::run(Command::new(own).args(["test", "--only", "stories"]).env("SKILL_STUDIO_SCREENS", screens.path()))?;
    let records = workspace.root.join(RECORDS);
    fs::create_dir_all(&records).map_err(Error::file(&records))?;
    for name in named(&text) {
        copy(screens.path(), &format!("{name}.png"), &workspace.root.join(FOLDER))?;
        copy(screens.path(), &format!("{name}.json"), &records)?;
    }
    Ok(())
}

/// The pictures that a text shows, by their names.
pub(crate) fn named(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split(FOLDER).skip(1);
    after.filter_map(|rest| rest.split_once(".png").map(|(name, _)| name)).filter(|name| !name.contains([')', ' ']))
}

fn copy(from: &Path, name: &str, to: &Path) -> Result<(), Error> {
    let source: PathBuf = from.join(name);
    fs::copy(&source, to.join(name)).map(drop).map_err(Error::file(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_where_a_text_shows_them() {
        let text = "| ![Map](ui/docs/map-light.png) | ![Map](ui/docs/map-dark.png) |\nin ui/docs/ (see a.png)";
        assert_eq!(named(text).collect::<Vec<_>>(), ["map-light", "map-dark"]);
    }
}

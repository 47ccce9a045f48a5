//! Paths as people type them: `~` is the author's home folder.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use crate::{Error, ErrorCode};

/// The path that was typed or chosen, with `~` and blanks around it resolved.
pub fn expanded(typed: &str) -> PathBuf {
    let typed = typed.trim();
    let below_home = typed.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', MAIN_SEPARATOR]));
    match (below_home, directories::UserDirs::new()) {
        (Some(rest), Some(user)) => user.home_dir().join(rest.trim_start_matches(['/', MAIN_SEPARATOR])),
        _ => PathBuf::from(typed),
    }
}

/// The user's downloads; where they have no such folder, their home.
pub(crate) fn downloads() -> Result<PathBuf, Error> {
    let user = directories::UserDirs::new();
    let folder =
        user.as_ref().and_then(|user| user.download_dir().filter(|folder| folder.is_dir()).map(Path::to_owned));
    folder.map_or_else(home, Ok)
}

/// The user's home folder.
pub(crate) fn home() -> Result<PathBuf, Error> {
    let user = directories::UserDirs::new();
    let home = user.map(|user| user.home_dir().to_path_buf());
    home.ok_or_else(|| Error::new(ErrorCode::File, "No home folder found. Enter the full path."))
}

/// The folder around all these paths, without a `/` at its end; empty where they have none in common.
pub(crate) fn common_folder<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let folder = |path: &'a str| Path::new(path).parent().map(|folder| folder.iter().collect::<Vec<_>>());
    let common = paths.filter_map(folder).reduce(|common, folder| {
        let same = common.iter().zip(&folder).take_while(|(a, b)| a == b).count();
        common[..same].to_vec()
    });
    common.unwrap_or_default().iter().collect::<PathBuf>().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use crate::base::paths::{common_folder, expanded};

    #[test]
    fn a_tilde_is_the_home_folder_only_where_it_stands_for_it() {
        let home = directories::UserDirs::new().unwrap().home_dir().to_path_buf();
        assert_eq!(expanded(" ~ "), home);
        assert_eq!(expanded("~/skills"), home.join("skills"));
        for kept in ["~other/skills", "/srv/~/skills", "skills"] {
            assert_eq!(expanded(kept).to_str(), Some(kept));
        }
    }

    #[test]
    fn what_paths_have_in_common_is_whole_folders() {
        for (paths, common) in [
            (&["/a/skills/one/SKILL.md", "/a/skills/one-more/SKILL.md"][..], "/a/skills"),
            (&["/a/skills/one/SKILL.md"], "/a/skills/one"),
            (&["/a/x.md", "/b/y.md"], "/"),
            (&["pack.zip/one/SKILL.md", "pack.zip/SKILL.md"], "pack.zip"),
            (&["one.zip/SKILL.md", "two.zip/SKILL.md"], ""),
            (&[], ""),
        ] {
            assert_eq!(common_folder(paths.iter().copied()), common, "{paths:?}");
        }
    }
}

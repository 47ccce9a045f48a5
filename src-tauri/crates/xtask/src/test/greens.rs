//! Which steps were green, and with which contents: one small file a step and key, in the cache.
//!
//! Red is never kept. What continuous integration has seen green lies apart from what a developer's runs have: it
//! believes only itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::workspace::cache_dir;
use crate::{Error, Workspace, process};

/// How many keys of a step are remembered, so that changing to another branch and back costs nothing.
const REMEMBERED: usize = 60;
/// After so long, and after so many commits, continuous integration runs everything: what is red by chance shows only
/// where it is run.
const FULL_FOR: Duration = Duration::from_hours(24);
const FULL_COMMITS: u64 = 20;
/// The file that says when everything was green last.
const FULL: &str = "everything.json";

/// Whose greens they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    Developer,
    Ci,
}

pub(super) struct Greens {
    folder: PathBuf,
}

/// When a step was green with the contents it has now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Green {
    /// The commit that was checked out, which may have had changes on top.
    pub(super) commit: String,
    /// How many tests passed.
    pub(super) passed: usize,
    /// What the step made, where it makes something.
    pub(super) made: Option<String>,
    /// What its tests did not show, as its log said it.
    pub(super) left_out: Vec<String>,
}

impl Greens {
    pub(super) fn open(whose: Whose) -> Result<Self, Error> {
        let name = if whose == Whose::Ci { "ci" } else { "developer" };
        Self::at(cache_dir()?.join("greens").join(name))
    }

    pub(super) fn at(folder: PathBuf) -> Result<Self, Error> {
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        Ok(Self { folder })
    }

    /// When this step was green with these contents.
    pub(super) fn find(&self, step: &str, key: &str) -> Option<Green> {
        let kept: Value = serde_json::from_slice(&fs::read(self.folder_of(step).join(key)).ok()?).ok()?;
        Some(Green {
            commit: kept["commit"].as_str()?.to_owned(),
            passed: usize::try_from(kept["passed"].as_u64()?).ok()?,
            made: kept["made"].as_str().map(str::to_owned),
            left_out: kept["left_out"].as_array()?.iter().filter_map(|said| Some(said.as_str()?.to_owned())).collect(),
        })
    }

    pub(super) fn keep(&self, step: &str, key: &str, green: &Green) -> Result<(), Error> {
        let folder = self.folder_of(step);
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        let Green { commit, passed, made, left_out } = green;
        let kept = json!({"commit": commit, "passed": passed, "made": made, "left_out": left_out});
        write(&folder.join(key), &kept)?;
        forget_all_but_the_newest(&folder).map_err(Error::file(&folder))
    }

    /// Says that every step has just been run and was green.
    pub(super) fn keep_full(&self, commit: &str) -> Result<(), Error> {
        write(&self.folder.join(FULL), &json!({"commit": commit, "seconds": seconds_now()}))
    }

    /// Why everything is to be run, where it is.
    pub(super) fn reason_for_a_full_run(&self, workspace: &Workspace) -> Option<String> {
        let kept = fs::read(self.folder.join(FULL)).ok();
        let Some(kept) = kept.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok()) else {
            return Some("no record of the last full pass".to_owned());
        };
        let age = seconds_now().checked_sub(kept["seconds"].as_u64().unwrap_or_default());
        if age.is_none_or(|age| age > FULL_FOR.as_secs()) {
            return Some("the last full pass was more than a day ago".to_owned());
        }
        let since = kept["commit"].as_str().and_then(|commit| commits_since(workspace, commit));
        match since {
            Some(since) if since <= FULL_COMMITS => None,
            Some(since) => Some(format!("the last full pass was {since} commits ago")),
            None => Some("the commit of the last full pass isn't an ancestor of this one".to_owned()),
        }
    }

    fn folder_of(&self, step: &str) -> PathBuf {
        self.folder.join(step.replace(' ', "-"))
    }
}

/// The commit that is checked out, in short.
pub(super) fn commit(workspace: &Workspace) -> String {
    let mut git = Command::new("git");
    let said =
        process::read(git.current_dir(&workspace.root).args(["rev-parse", "--verify", "--quiet", "--short=8", "HEAD"]));
    said.map_or_else(|_| "no commit".to_owned(), |said| said.trim().to_owned())
}

/// How many commits lie between an earlier one and this; none where it is no ancestor.
fn commits_since(workspace: &Workspace, earlier: &str) -> Option<u64> {
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(&workspace.root);
        git
    };
    if !process::succeeds(git().args(["merge-base", "--is-ancestor", earlier, "HEAD"])) {
        return None;
    }
    let counted = process::read(git().args(["rev-list", "--count", &format!("{earlier}..HEAD")])).ok()?;
    counted.trim().parse().ok()
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Writes it beside its place first, so that a run that is ended meanwhile leaves no half of it.
fn write(path: &Path, value: &Value) -> Result<(), Error> {
    let beside = path.with_extension("new");
    fs::write(&beside, value.to_string()).map_err(Error::file(&beside))?;
    fs::rename(&beside, path).map_err(Error::file(path))
}

fn forget_all_but_the_newest(folder: &Path) -> std::io::Result<()> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        kept.push((entry.metadata()?.modified()?, entry.path()));
    }
    kept.sort();
    let surplus = kept.len().saturating_sub(REMEMBERED);
    kept.iter().take(surplus).try_for_each(|(_, path)| fs::remove_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn green(passed: usize) -> Green {
        Green { commit: "abc".to_owned(), passed, made: None, left_out: vec!["left out 1 test: no drive".to_owned()] }
    }

    #[test]
    fn a_green_is_found_for_its_step_and_key_alone() {
        let folder = tempfile::tempdir().unwrap();
        let greens = Greens::at(folder.path().join("ci")).unwrap();
        greens.keep("interface tests", "k1", &green(3)).unwrap();
        assert_eq!(greens.find("interface tests", "k1"), Some(green(3)));
        assert_eq!(greens.find("interface tests", "k2"), None);
        assert_eq!(greens.find("text", "k1"), None);
        fs::write(folder.path().join("ci/interface-tests/k1"), "{\"commit\":").unwrap();
        assert_eq!(greens.find("interface tests", "k1"), None, "half a file says nothing");
    }

    #[test]
    fn the_newest_keys_of_a_step_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let greens = Greens::at(folder.path().to_path_buf()).unwrap();
        for key in 0..REMEMBERED + 5 {
            greens.keep("text", &format!("k{key:03}"), &green(1)).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path().join("text")).unwrap().count(), REMEMBERED);
        assert!(greens.find("text", &format!("k{:03}", REMEMBERED + 4)).is_some());
    }

    #[test]
    fn everything_is_run_where_nothing_says_that_it_was_or_it_was_long_ago() {
        let folder = tempfile::tempdir().unwrap();
        let greens = Greens::at(folder.path().to_path_buf()).unwrap();
        let workspace = Workspace::find().unwrap();
        assert!(greens.reason_for_a_full_run(&workspace).unwrap().contains("no record"));
        let head = commit(&workspace);
        greens.keep_full(&head).unwrap();
        assert_eq!(greens.reason_for_a_full_run(&workspace), None);
        greens.keep_full("0000000000").unwrap();
        assert!(greens.reason_for_a_full_run(&workspace).unwrap().contains("isn't an ancestor"));
        write(&folder.path().join(FULL), &json!({"commit": head, "seconds": seconds_now() - 90_000})).unwrap();
        assert!(greens.reason_for_a_full_run(&workspace).unwrap().contains("a day ago"));
    }

    #[test]
    fn everything_is_run_again_after_some_commits() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { root: folder.path().to_path_buf() };
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.current_dir(&workspace.root).args(["-c", "user.name=a", "-c", "user.email=a@b.example"]);
            process::read(git.args(arguments)).unwrap();
        };
        let commits = |count: u64| {
            for _ in 0..count {
                git(&["commit", "--quiet", "--allow-empty", "--message", "One more"]);
            }
        };
        git(&["init", "--quiet"]);
        commits(1);
        let greens = Greens::at(folder.path().join("greens")).unwrap();
        greens.keep_full(&commit(&workspace)).unwrap();
        commits(FULL_COMMITS);
        assert_eq!(greens.reason_for_a_full_run(&workspace), None);
        commits(1);
        assert!(greens.reason_for_a_full_run(&workspace).unwrap().contains("21 commits ago"));
    }
}

//! Rules of the house that no compiler knows, each broken one named with file and line.

mod closed_sets;
mod colours;
mod crates;
mod cycles;
mod dependencies;
mod figures;
mod glossary;
mod laws;
mod lengths;
mod licenses;
mod names;
mod paths;
mod pictures;
mod repeats;
mod requirements;
mod rust;
mod subjects;
mod telling;
mod texts;
mod tree;
mod verbs;
mod words;

use std::fmt;
use std::path::PathBuf;

use clap::Args;

use crate::{Error, Workspace};
use tree::{SourceFile, Tree};

pub(crate) use tree::listed_files;

/// Everything the top level of the repository may hold beside dotfiles.
const TOP_LEVEL: &[&str] =
    &["Cargo.toml", "Cargo.lock", "LICENSE", "README.md", "fixtures", "skills", "src-tauri", "tests", "ui"];

#[derive(Args)]
pub(crate) struct Options {
    /// Print code metrics as tables instead of checking.
    #[arg(long)]
    figures: bool,
    /// Clone to measure instead of this one.
    #[arg(long, value_name = "FOLDER", requires = "figures")]
    of: Option<PathBuf>,
}

/// A broken rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: PathBuf,
    /// Counted from 1.
    line: usize,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    if options.figures {
        let root = options.of.clone().unwrap_or_else(|| workspace.root.clone());
        figures::print(&Tree::read(&Workspace { root })?);
        return Ok(());
    }
    check(workspace)
}

/// Fails where a rule is broken.
pub(crate) fn check(workspace: &Workspace) -> Result<(), Error> {
    let tree = Tree::read(workspace)?;
    let mut findings = check_files(&tree);
    findings.extend(dependencies::check(workspace)?);
    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() {
        println!("{} files are tidy", tree.files.len());
        return Ok(());
    }
    Err(Error::Untidy { findings: findings.len() })
}

fn check_files(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        findings.extend(rust::check(file));
        findings.extend(colours::check(file));
        findings.extend(verbs::check(file));
        findings.extend(words::check(file));
    }
    findings.extend(laws::check(tree));
    findings.extend(requirements::check(tree));
    findings.extend(licenses::check(tree));
    findings.extend(pictures::check(tree));
    findings.extend(top_level(tree));
    findings
}

fn top_level(tree: &Tree) -> Vec<Finding> {
    let mut names: Vec<&str> = tree.paths.iter().filter_map(|path| path.iter().next()?.to_str()).collect();
    names.sort_unstable();
    names.dedup();
    let is_strange = |name: &&str| !name.starts_with('.') && !TOP_LEVEL.contains(name);
    let finding = |name: &str| Finding {
        path: name.into(),
        line: 1,
        message: "does not belong at the top level, which is fixed".to_owned(),
    };
    names.into_iter().filter(is_strange).map(finding).collect()
}

/// Findings of a rule that looks at one line at a time.
fn by_line(file: &SourceFile, rule: impl Fn(&str) -> Option<String>) -> Vec<Finding> {
    let finding = |(index, line): (usize, &str)| {
        rule(line).map(|message| Finding { path: file.path.clone(), line: index + 1, message })
    };
    file.text.lines().enumerate().filter_map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_level_is_fixed() {
        let paths = ["Cargo.toml", ".ci/run", "ui/src/main.ts", "docs/a.md", "docs/b.md"].map(PathBuf::from).to_vec();
        let findings = top_level(&Tree { paths, files: Vec::new() });
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].to_string(), "docs:1: does not belong at the top level, which is fixed");
    }
}

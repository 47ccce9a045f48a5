//! Others' programs on our exports: what agent clients, validators and `PostgreSQL` make of them. They are fetched, pinned,
//! into the cache; it takes a gigabyte, so the tests do without.
//!
//! Who judges the form of an export must find nothing wrong. Linters that also judge what a skill says (which tools exist,
//! how long a description is) are shown, and decide nothing.

mod fetch;
mod verdicts;

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::workspace::{Workspace, cache_dir};
use crate::{Error, process};
use verdicts::Verdict;

#[derive(Args)]
pub(crate) struct Options {
    /// A folder of skills to judge instead of the samples.
    #[arg(long, value_name = "DIR")]
    skills: Option<PathBuf>,
}

/// Exports to every target that somebody judges, asks them, and prints what they say.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let judges = fetch::run()?;
    let exported = export(workspace, options)?;
    let all = verdicts::of(&judges, &exported);
    println!("\n{:<28} {:<16} {:<8} of", "judge", "target", "right");
    for Verdict { judge, target, right, all, note, decides } in &all {
        let mark = if !decides {
            " (shown only)"
        } else if right < all {
            " <- wrong"
        } else {
            ""
        };
        println!("{judge:<28} {target:<16} {right:<8} {all}{mark}  {note}");
    }
    let wrong = all.iter().filter(|verdict| verdict.decides && verdict.right < verdict.all).count();
    if wrong == 0 { Ok(()) } else { Err(Error::Judged { wrong }) }
}

/// Where the exports lie.
struct Exported {
    folder: PathBuf,
}

impl Exported {
    fn of(&self, target: &str) -> PathBuf {
        self.folder.join(target)
    }

    /// The folders of the skills that went out to a target, by path.
    fn skills(&self, below: &str) -> Vec<PathBuf> {
        let folders = std::fs::read_dir(self.of(below)).into_iter().flatten().filter_map(Result::ok);
        let mut folders: Vec<PathBuf> =
            folders.map(|entry| entry.path()).filter(|path| path.join("SKILL.md").is_file()).collect();
        folders.sort();
        folders
    }
}

fn export(workspace: &Workspace, options: &Options) -> Result<Exported, Error> {
    process::run(workspace.cargo().args(["build", "-p", "skillctl", "--bin", "skillctl"]))?;
    let folder = cache_dir()?.join("judged");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let library = folder.join("library.db");
    let skillctl = || {
        let mut command = workspace.cargo();
        command.args(["run", "--quiet", "-p", "skillctl", "--bin", "skillctl", "--", "--library"]).arg(&library);
        command
    };
    if let Some(skills) = &options.skills {
        let skills = std::path::absolute(skills).map_err(Error::file(skills))?;
        // What is found wrong with them is the importer's business, and their author's.
        let _told = skillctl().arg("import").arg(skills).output();
    } else {
        process::run(skillctl().args(["init", "--samples"]))?;
    }
    let exported = Exported { folder };
    for (target, client) in [
        ("agent-skills", None),
        ("claude-plugin", None),
        ("client-folder", Some("codex")),
        ("client-folder", Some("gemini")),
        ("light4j-sql", None),
    ] {
        let place = exported.of(client.unwrap_or(target));
        let out = if target == "light4j-sql" { place.join("all.sql") } else { place };
        let mut command = skillctl();
        command.args(["export", "--verify", "--target", target, "--out"]).arg(out);
        if let Some(client) = client {
            command.args(["--client", client]);
        }
        quietly(&mut command)?;
    }
    Ok(exported)
}

/// Runs a command whose notes nobody reads unless it fails.
fn quietly(command: &mut Command) -> Result<(), Error> {
    let output = command.output().map_err(|source| process::not_started(command, source))?;
    if output.status.success() {
        return Ok(());
    }
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    Err(Error::CommandFailed { command: process::text(command), status: output.status })
}

/// What a program says, on both ways, and whether it is content.
fn ask(command: &mut Command, folder: &Path) -> (bool, String) {
    match command.current_dir(folder).stdin(std::process::Stdio::null()).output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            (output.status.success(), String::from_utf8_lossy(&said).into_owned())
        }
        Err(error) => (false, error.to_string()),
    }
}

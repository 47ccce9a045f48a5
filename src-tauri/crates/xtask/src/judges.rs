//! Others' programs on our exports: what agent clients, validators, parsers and `PostgreSQL` make of them. They are fetched
//! into the cache; it takes a gigabyte, so the tests do without. Clients are those that `cargo xtask clients` installed last,
//! the others are pinned.
//!
//! Every target is imported again and compared first. Then who reads a target is shown what went out to it, and must list
//! what the library says, name by name and word for word. A linter that also judges what an author writes decides, too, but
//! for rules that are named here with the reason.

mod answers;
mod archives;
mod clients;
mod exported;
mod fetch;
mod parsers;
mod validators;
mod verdict;

use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::workspace::{Workspace, cache_dir};
use crate::{Error, run};
use exported::Exported;
use fetch::Judges;
use verdict::Verdict;

#[derive(Args)]
pub(crate) struct Options {
    /// Folder of skills to check in addition to the samples and edge cases.
    #[arg(long, value_name = "DIR")]
    skills: Option<PathBuf>,
    /// Check only these: `samples`, `edges` or `skills`. Can be repeated.
    #[arg(long, value_name = "SOURCE", value_parser = ["samples", "edges", "skills"])]
    only: Vec<String>,
}

/// Exports to every target, asks who reads it, and prints what they say.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let judges = fetch::run(&run::build_skillctl(workspace)?)?;
    println!("clients: {}", judges.versions());
    let folder = cache_dir()?.join("judged");
    let mut wrong = 0;
    for source in sources(workspace, options)? {
        let exported = exported::export(workspace, &folder.join(source.name), source.folders.as_deref())?;
        println!(
            "\n{}: {} skills, {} tools, {} agents",
            source.title,
            exported.skills.len(),
            exported.tools,
            exported.agents
        );
        println!("{:<28} {:<24} {:>5} of {:<5}", "judge", "target", "right", "all");
        for verdict in asked(workspace, &judges, &exported)? {
            println!("{verdict}");
            wrong += usize::from(verdict.is_wrong());
        }
    }
    if wrong == 0 { Ok(()) } else { Err(Error::Judged { wrong }) }
}

/// Where skills come from.
struct Source {
    name: &'static str,
    title: String,
    /// The folders that are imported; none for the samples.
    folders: Option<Vec<PathBuf>>,
}

fn sources(workspace: &Workspace, options: &Options) -> Result<Vec<Source>, Error> {
    let fixtures = workspace.root.join("fixtures/skills");
    let edges = ["edges", "bad", "good"].map(|name| fixtures.join(name)).to_vec();
    let mut sources = vec![
        Source { name: "samples", title: "The samples".to_owned(), folders: None },
        Source { name: "edges", title: "Edge cases (fixtures/skills)".to_owned(), folders: Some(edges) },
    ];
    if let Some(skills) = &options.skills {
        let skills = std::path::absolute(skills).map_err(Error::file(skills))?;
        sources.push(Source { name: "skills", title: skills.display().to_string(), folders: Some(vec![skills]) });
    }
    sources.retain(|source| options.only.is_empty() || options.only.iter().any(|name| name == source.name));
    Ok(sources)
}

fn asked(workspace: &Workspace, judges: &Judges, exported: &Exported) -> Result<Vec<Verdict>, Error> {
    let mut all: Vec<Verdict> = exported.targets.iter().map(verdict::read_back).collect();
    all.extend(validators::ask_all(judges, exported));
    all.extend(clients::ask_all(judges, exported)?);
    all.extend(archives::ask_all(judges, exported));
    all.extend(parsers::ask(workspace, exported)?);
    Ok(all)
}

/// What a program says on each way, and whether it is content.
struct Answer {
    is_content: bool,
    out: String,
    err: String,
}

impl Answer {
    /// The last line of what it says, for a note.
    fn last_line(&self) -> &str {
        let said = if self.err.trim().is_empty() { &self.out } else { &self.err };
        said.trim().lines().last().unwrap_or_default()
    }
}

/// Output goes to files: programs on Node that end at once lose what a pipe has not taken yet.
fn ask(command: &mut Command, folder: &Path) -> Answer {
    said(command.current_dir(folder).stdin(std::process::Stdio::null())).unwrap_or_else(|error| Answer {
        is_content: false,
        out: String::new(),
        err: error.to_string(),
    })
}

fn said(command: &mut Command) -> std::io::Result<Answer> {
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let status = command.stdout(out.try_clone()?).stderr(err.try_clone()?).status()?;
    let read = |file: &mut std::fs::File| -> std::io::Result<String> {
        file.rewind()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Answer { is_content: status.success(), out: read(&mut out)?, err: read(&mut err)? })
}

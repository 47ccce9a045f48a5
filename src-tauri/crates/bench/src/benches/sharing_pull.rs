//! A large library that comes in from a server, from the command line: nothing of it may be refused for its size, and the
//! memory it takes must not grow with it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use studio_testkit::PostgresServer;

use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::programs;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 20_000;
/// Files beside each `SKILL.md`, no two alike: all together are more than an answer of a server may have rows.
const FILES: usize = 5;

type Failure = Box<dyn std::error::Error>;

/// Somebody with a library of their own.
struct Member<'a> {
    program: &'a Path,
    folder: &'a Path,
    address: &'a str,
}

impl Member<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.arg("--library").arg(self.folder.join("library.db")).args(arguments);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env(name, self.folder.join("home"));
        }
        command
    }

    /// What it takes, and the most memory.
    fn cost(&self, arguments: &[&str]) -> Result<(cost::Cost, Option<u64>), Failure> {
        let (status, cost, peak) = cost::peak_of_program(&mut self.command(arguments))?;
        match status.code() {
            // What generated files have to be warned of is no failure.
            Some(0 | 1) => Ok((cost, peak)),
            _ => Err(format!("skillctl {} failed", arguments[0]).into()),
        }
    }

    fn shared(&self, arguments: &[&str]) -> Result<(cost::Cost, Option<u64>), Failure> {
        self.cost(&[arguments, &["--remote", self.address]].concat())
    }

    fn skills(&self) -> Result<usize, Failure> {
        let listed = self.command(&["list", "skills", "--json"]).stderr(Stdio::null()).output()?;
        let listed: Value = serde_json::from_slice(&listed.stdout)?;
        Ok(listed.as_array().map_or(0, Vec::len))
    }
}

/// Skills with small files.
fn grow(folder: &Path) -> Result<(), Failure> {
    for number in 0..SKILLS {
        let folder = folder.join(format!("group-{}", number / 200)).join(format!("skill-{number}"));
        fs::create_dir_all(folder.join("references"))?;
        let head = format!("---\nname: skill-{number}\ndescription: Does the work of {number}. Use when asked.\n---\n");
        fs::write(folder.join("SKILL.md"), format!("{head}\nRead `references/`.\n"))?;
        for file in 0..FILES {
            fs::write(folder.join(format!("references/{file}.md")), format!("File {file} of skill {number}.\n"))?;
        }
    }
    Ok(())
}

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let program = programs::ours("skillctl")?;
    let server = PostgresServer::start(&[]);
    let address = server.database();
    let (ann, bob) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let member = |folder| Member { program: &program, folder, address: &address };
    let (ann, bob) = (member(ann.path()), member(bob.path()));
    grow(&ann.folder.join("skills"))?;
    ann.cost(&["init"])?;
    let skills = ann.folder.join("skills");
    ann.cost(&["import", &skills.to_string_lossy()])?;
    let (push, _) = ann.shared(&["push", "--migrate"])?;
    bob.cost(&["init"])?;
    let (pull, peak) = bob.shared(&["pull"])?;
    let (again, _) = bob.shared(&["pull"])?;
    let report = report
        .row(
            Row::new(format!("skills that came in, of {SKILLS} with {FILES} files each"), Amount::Count(bob.skills()?))
                .goal(Amount::Count(SKILLS)),
        )
        .row(Row::new("pulling them into an empty library", Amount::Time(pull.wall)))
        .row(Row::new("the same, processor time", Amount::Time(pull.cpu)))
        .row(Row::new("pulling again, with nothing new", Amount::Time(again.wall)))
        .row(Row::new("pushing them", Amount::Time(push.wall)));
    Ok(match peak {
        Some(peak) => {
            let row = Row::new("memory at most while pulling", Amount::Bytes(peak));
            report.row(row.goal(Amount::Bytes(500 << 20)))
        }
        None => report,
    })
}

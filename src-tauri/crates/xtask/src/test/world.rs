//! What the tests of a run have in common, made once: the sample library and a database server. The program `world` of the
//! tests makes it, says by which environment variables it is found, and takes it away when its input ends.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use super::Places;
use crate::{Error, process};

/// The steps whose tests ask for it; without it each of their programs makes its own.
pub(super) const USED_BY: [&str; 3] = ["skillctl", "scenarios", "stories"];

/// The line that ends what it says.
const READY: &str = "ready";

/// The program, at work until this is dropped.
pub(super) struct World {
    program: Child,
    /// Environment variables for the tests.
    pub(super) variables: Vec<(String, String)>,
}

impl World {
    /// Starts `program` and waits until all is made.
    pub(super) fn start(mut command: Command, places: &Places) -> Result<Self, Error> {
        command.envs(places.iter().map(|(name, place)| (name, place)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let program = command.spawn().map_err(|source| process::not_started(&command, source))?;
        let mut world = Self { program, variables: Vec::new() };
        let output = world.program.stdout.take().map(BufReader::new);
        for line in output.into_iter().flat_map(BufReader::lines).map_while(Result::ok) {
            match line.split_once('=') {
                Some((name, value)) => world.variables.push((name.to_owned(), value.to_owned())),
                None if line == READY => return Ok(world),
                None => println!("{line}"),
            }
        }
        let answer = "it exited before everything was created".to_owned();
        Err(Error::UnexpectedAnswer { command: process::text(&command), answer })
    }
}

impl Drop for World {
    fn drop(&mut self) {
        drop(self.program.stdin.take());
        let _ended = self.program.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn variables_are_read_and_the_program_ends_with_its_input() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("left");
        let script = format!("echo A=1; echo B=x=y; echo ready; read -r _; touch {}", left.display());
        let world = World::start(shell(&script), &Vec::new()).unwrap();
        assert_eq!(
            world.variables,
            [("A", "1"), ("B", "x=y")].map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        assert!(!left.exists());
        drop(world);
        assert!(left.exists());
    }

    #[test]
    fn a_program_that_ends_before_all_is_made_is_an_error() {
        assert!(World::start(shell("echo A=1; exit 1"), &Vec::new()).is_err());
    }
}

//! What a step prints, line by line behind its name, and what is read from it: how many tests ran, and which failed.

use crate::count::{Count, without_colours};

/// The lines of one step.
pub(super) struct Log {
    name: String,
    pub(super) count: Count,
    /// Tests that failed, as `--only` takes them.
    pub(super) failed: Vec<String>,
    /// Tests whose running somebody waits for, as long as they have not passed.
    pub(super) due: Vec<&'static str>,
    /// What the step made, for one that makes something.
    pub(super) made: Option<String>,
}

impl Log {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), count: Count::default(), failed: Vec::new(), due: Vec::new(), made: None }
    }

    /// Prints a line of the run's own.
    pub(super) fn say(&self, line: &str) {
        println!("── {} {line}", self.name);
    }

    /// Prints a line of a program.
    pub(super) fn show(&self, line: &str) {
        println!("{} │ {line}", self.name);
    }

    /// Prints a line of a program that runs tests, and counts what it says.
    pub(super) fn read(&mut self, line: &str) {
        self.show(line);
        self.count.read(line);
        self.due.retain(|name| !crate::count::is_passed(line, name));
        if let Some(name) = failed(&without_colours(line))
            && !self.failed.contains(&name)
        {
            self.failed.push(name);
        }
    }
}

/// The test that a line says failed: a test of cargo's by its whole name, one of Vitest's by its file.
fn failed(line: &str) -> Option<String> {
    let line = line.trim();
    if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name.to_owned());
    }
    let file = line.strip_prefix("FAIL ")?.split_whitespace().find(|word| word.contains(".test."))?;
    Some(file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_named_as_they_are_asked_for() {
        for (line, expected) in [
            ("test packing::a_pack_is_written ... FAILED", Some("packing::a_pack_is_written")),
            ("test packing::a_pack_is_written ... ok", None),
            (" FAIL  src/features/map/map.test.ts > the map > draws", Some("src/features/map/map.test.ts")),
            (" FAIL  |plain| src/kit/kit.test.ts > a button", Some("src/kit/kit.test.ts")),
            ("FAIL", None),
        ] {
            assert_eq!(failed(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn what_runs_is_counted_and_what_is_due_is_ticked_off() {
        let mut log = Log::new("bridge");
        log.due = vec!["fixtures_are_fresh", "bindings_are_fresh"];
        log.read("test fixtures::fixtures_are_fresh ... ok");
        log.read("\u{1b}[31mtest fixtures::other ... FAILED\u{1b}[39m");
        log.read("test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.16s");
        assert_eq!(log.due, ["bindings_are_fresh"]);
        assert_eq!(log.failed, ["fixtures::other"]);
        assert_eq!((log.count.passed, log.count.failed), (1, 1));
    }
}

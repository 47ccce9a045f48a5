//! What a step prints, line by line behind its name, and what is read from it: how many tests ran, which failed, and
//! which showed nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::count::{Count, without_colours};

/// How a test begins to say that it, or a part of it, is left out, as `studio_testkit::leave_out` writes it.
const LEFT_OUT: &str = "left out: ";

/// The lines of one step.
pub(super) struct Log {
    name: String,
    pub(super) count: Count,
    /// Tests that failed, as `--only` takes them.
    pub(super) failed: Vec<String>,
    /// Tests that were left out whole or in part, by the reason.
    left_out: BTreeMap<String, BTreeSet<String>>,
    /// Tests whose running somebody waits for, as long as they have not passed.
    pub(super) due: Vec<&'static str>,
    /// What the step made, for one that makes something.
    pub(super) made: Option<String>,
}

impl Log {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            count: Count::default(),
            failed: Vec::new(),
            left_out: BTreeMap::new(),
            due: Vec::new(),
            made: None,
        }
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
        if let Some((test, reason)) = left_out(line) {
            self.left_out.entry(reason.to_owned()).or_default().insert(test.to_owned());
        }
    }

    /// What the tests did not show, a sentence for each reason.
    pub(super) fn left_out(&self) -> Vec<String> {
        let said = |(reason, tests): (&String, &BTreeSet<String>)| {
            let tests = if tests.len() == 1 { "1 test".to_owned() } else { format!("{} tests", tests.len()) };
            format!("left out {tests}, or a part of each: {reason}")
        };
        self.left_out.iter().map(said).collect()
    }
}

/// The test that a line says is left out, and why. Where tests run one by one, the line has begun with the test's name.
fn left_out(line: &str) -> Option<(&str, &str)> {
    let (before, said) = line.split_once(LEFT_OUT)?;
    let is_said = before.is_empty() || before.ends_with(" ... ");
    said.split_once(": ").filter(|_| is_said)
}

/// The test that a line says failed: a test of cargo's by its whole name, one of Vitest's by its file. What a test prints
/// beside the runner may stand between its name and how it ended, so that only the title of its output names it.
fn failed(line: &str) -> Option<String> {
    let line = line.trim();
    let ended = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
    let titled = || line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
    if let Some(name) = ended.or_else(titled) {
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
            ("---- packing::a_pack_is_written stdout ----", Some("packing::a_pack_is_written")),
            (" FAIL  src/features/map/map.test.ts > the map > draws", Some("src/features/map/map.test.ts")),
            (" FAIL  |plain| src/kit/kit.test.ts > a button", Some("src/kit/kit.test.ts")),
            ("FAIL", None),
        ] {
            assert_eq!(failed(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn what_is_left_out_is_told_once_for_each_test() {
        let mut log = Log::new("connect");
        for line in [
            "left out: python::sums: Bubblewrap does not work: no namespaces",
            "left out: python::sums: Bubblewrap does not work: no namespaces",
            "test java::sums ... left out: java::sums: Bubblewrap does not work: no namespaces",
            "left out: disk::full: no drive",
            "the file that is left out: none: nothing",
        ] {
            log.read(line);
        }
        let expected = [
            "left out 2 tests, or a part of each: Bubblewrap does not work: no namespaces",
            "left out 1 test, or a part of each: no drive",
        ];
        assert_eq!(log.left_out(), expected);
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

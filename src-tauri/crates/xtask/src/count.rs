//! How many tests ran, read from what the test runners print.

use std::fmt;
use std::ops::Add;

/// Numbers of tests.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) passed: usize,
    pub(super) failed: usize,
    ignored: usize,
}

impl Count {
    /// Counts one check.
    pub(super) fn add(&mut self, is_passed: bool) {
        if is_passed { self.passed += 1 } else { self.failed += 1 }
    }

    /// Adds what a line reports: cargo's `test result: ok. 3 passed; 0 failed; 1 ignored; …` for each program, and
    /// Vitest's `Tests  1 failed | 3 passed | 1 skipped (5)` at its end.
    pub(super) fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let Some(report) = line.trim().strip_prefix("test result: ").or_else(|| line.trim().strip_prefix("Tests "))
        else {
            return;
        };
        let words: Vec<&str> = report.split([' ', ';', '|']).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<usize>() else { continue };
            match pair[1] {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" | "skipped" | "todo" => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            ignored: self.ignored + other.ignored,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.ignored > 0 {
            write!(formatter, ", {} ignored", self.ignored)?;
        }
        Ok(())
    }
}

/// Whether the line is cargo's report that the test of this name (whatever its module) passed.
pub(crate) fn is_passed(line: &str, test: &str) -> bool {
    let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... ok")) else { return false };
    name.rsplit("::").next() == Some(test)
}

pub(crate) fn without_colours(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default();
    let rest =
        pieces.map(|piece| piece.split_once(|letter: char| letter.is_ascii_alphabetic()).map_or("", |(_, text)| text));
    std::iter::once(first).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_from_both_runners() {
        let mut count = Count::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.16s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out; finished in 1.00s",
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m\u{1b}[22m | \u{1b}[32m30 passed\u{1b}[39m (31)",
            " Test Files  4 passed (4)",
            "test counts_come_from_both_runners ... ok",
        ] {
            count.read(line);
        }
        assert_eq!(count, Count { passed: 45, failed: 3, ignored: 1 });
        assert_eq!(count.to_string(), "45 passed, 3 failed, 1 ignored");
    }

    #[test]
    fn a_passed_test_is_recognised_by_its_last_name() {
        let test = "bindings_are_fresh";
        assert!(is_passed("test bindings::tests::bindings_are_fresh ... ok", test));
        assert!(!is_passed("test bindings::tests::bindings_are_fresh ... FAILED", test));
        assert!(!is_passed("test other_bindings_are_fresh ... ok", test));
    }
}

//! What is said at the end of a run: first what failed and how to run just that, then every step with its time, and what
//! was not shown.

use std::time::Duration;

use super::steps::{Outcome, State};
use crate::count::Count;

/// How many failed tests of one step are named with the command that runs each.
const NAMED: usize = 12;

/// All of it, as lines.
pub(super) fn report(outcomes: &[Outcome], took: Duration) -> Vec<String> {
    let mut lines = vec![String::new()];
    lines.extend(outcomes.iter().flat_map(failure));
    lines.push(String::new());
    let width = outcomes.iter().map(|outcome| outcome.name.len()).max().unwrap_or_default();
    lines.extend(outcomes.iter().map(|outcome| row(outcome, width)));
    lines.extend(outcomes.iter().flat_map(left_out));
    let total = outcomes.iter().fold(Count::default(), |total, outcome| total + outcome.log.count);
    let green = outcomes.iter().filter(|outcome| matches!(outcome.state, State::Green(_))).count();
    let kept = if green > 0 { format!("; {green} passed earlier and were skipped") } else { String::new() };
    lines.push(format!("\n{} steps in {:.0} s{kept}", outcomes.len(), took.as_secs_f64()));
    // Alone on its line, as every runner of tests ends.
    lines.push(format!("{} passed, {} failed", total.passed, total.failed));
    lines
}

fn failure(outcome: &Outcome) -> Vec<String> {
    match &outcome.state {
        State::Failed(error) => {
            let mut lines = vec![format!("FAILED: {}: {error}", outcome.name)];
            let mut cause = std::error::Error::source(error);
            while let Some(reason) = cause {
                lines.push(format!("    because: {reason}"));
                cause = reason.source();
            }
            let tests = outcome.log.failed.iter();
            lines.extend(
                tests.clone().take(NAMED).map(|test| format!("    cargo xtask test --only '{}:{test}'", outcome.name)),
            );
            if tests.len() > NAMED {
                lines.push(format!("    and {} more tests", tests.len() - NAMED));
            }
            if tests.len() != 1 {
                lines.push(format!("    cargo xtask test --only '{}'", outcome.name));
            }
            lines
        }
        State::Held { by } => vec![format!("NOT RUN: {} ({by} failed)", outcome.name)],
        State::Passed | State::Green(_) => Vec::new(),
    }
}

/// What a step's tests did not show on this machine, now or when it was green.
fn left_out(outcome: &Outcome) -> Vec<String> {
    let said = if let State::Green(green) = &outcome.state { green.left_out.clone() } else { outcome.log.left_out() };
    said.into_iter().map(|said| format!("{}: {said}", outcome.name)).collect()
}

fn row(outcome: &Outcome, width: usize) -> String {
    let seconds = format!("{:>7.1} s", outcome.took.as_secs_f64());
    let said = match &outcome.state {
        State::Passed => format!("{seconds}   {}", outcome.log.count),
        State::Failed(_) => format!("{seconds}   {}   FAILED", outcome.log.count),
        State::Green(green) => format!("{:>9}   passed at {} ({} tests)", "–", green.commit, green.passed),
        State::Held { by } => format!("{:>9}   not run: {by} failed", "–"),
    };
    format!("{:<width$} {said}", outcome.name)
}

#[cfg(test)]
mod tests {
    use super::super::greens::Green;
    use super::super::log::Log;
    use super::*;
    use crate::Error;

    fn outcome(name: &str, state: State, said: &[&str]) -> Outcome {
        let mut log = Log::new(name);
        for line in said {
            log.read(line);
        }
        Outcome { name: name.to_owned(), took: Duration::from_secs(3), log, state }
    }

    #[test]
    fn what_failed_stands_first_with_the_command_that_runs_just_that() {
        let failed = State::Failed(Error::Untidy { findings: 2 });
        let green =
            Green { commit: "abc".to_owned(), passed: 7, made: None, left_out: vec!["left out 1 test".to_owned()] };
        let green = State::Green(green);
        let ended = "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s";
        let outcomes = [
            outcome("text", green, &[]),
            outcome("scenarios", failed, &["test packing::a_pack ... FAILED", "left out: disk::full: no drive", ended]),
            outcome("stories", State::Held { by: "compile".to_owned() }, &[]),
        ];
        let lines = report(&outcomes, Duration::from_secs(9)).join("\n");
        let places = [
            "FAILED: scenarios",
            "--only 'scenarios:packing::a_pack'",
            "NOT RUN: stories",
            "passed at abc (7 tests)",
            "\ntext: left out 1 test\n",
            "\nscenarios: left out 1 test, or a part of each: no drive\n",
            "\n4 passed, 1 failed",
        ]
        .map(|part| lines.find(part).unwrap_or_else(|| panic!("{part} is not in {lines}")));
        assert!(places.is_sorted(), "{lines}");
        assert!(lines.ends_with("\n4 passed, 1 failed"));
    }
}

//! Makes an answer, or a failure, of how a program ended and what it said.

use std::{os::unix::process::ExitStatusExt as _, process::ExitStatus};

use serde_json::Value;
use studio_runtime::{Answer, Failure};

use crate::sandbox::Finished;

/// Characters of a bad answer that are repeated, and of what an error said last.
const SAID_CHARS: usize = 600;

/// Lines of the log that make an error's message.
const SAID_LINES: usize = 6;

/// What a program answered, where it ended well and wrote JSON. `sandbox` says what confined it.
pub(crate) fn answer(finished: Finished, sandbox: String) -> Result<Answer, Failure> {
    let Finished { status, output, log, time } = finished;
    if !status.success() {
        return Err(Failure::Failed { message: failed(status, &log), log });
    }
    match serde_json::from_slice::<Value>(&output) {
        Ok(value) => Ok(Answer { value, log, sandbox: Some(sandbox), outside: Some(time) }),
        Err(error) => Err(Failure::Garbage { message: garbage(&output, &error), log }),
    }
}

fn failed(status: ExitStatus, log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    let said = lines[lines.len().saturating_sub(SAID_LINES)..].join("\n");
    let skipped = said.chars().count().saturating_sub(SAID_CHARS);
    let said: String = said.chars().skip(skipped).collect();
    let how = match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no status".into(),
    };
    if said.is_empty() {
        format!("The tool failed with {how} and no message.")
    } else {
        format!("The tool failed with {how}: {said}")
    }
}

fn garbage(output: &[u8], error: &serde_json::Error) -> String {
    let text = String::from_utf8_lossy(output);
    let text = text.trim();
    if text.is_empty() {
        return "The tool returned nothing. It must return one JSON value.".into();
    }
    let begin: String = text.chars().take(SAID_CHARS).collect();
    let more = if begin.len() < text.len() { "…" } else { "" };
    format!("The tool's output isn't a single JSON value ({error}). It starts with: {begin}{more}")
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::ExitStatusExt as _, process::ExitStatus, time::Duration};

    use serde_json::json;
    use studio_runtime::Failure;

    use super::answer;
    use crate::sandbox::Finished;

    fn finished(status: i32, output: &str, log: &str) -> Finished {
        let status = ExitStatus::from_raw(status);
        Finished { status, output: output.into(), log: log.into(), time: Duration::ZERO }
    }

    #[test]
    fn one_json_value_is_an_answer_and_nothing_else_is() {
        let value = |output| answer(finished(0, output, ""), String::new()).map(|answer| answer.value);
        assert_eq!(value(" {\"a\": [1, null]}\n"), Ok(json!({"a": [1, null]})));
        for (output, said) in
            [("", "returned nothing"), ("hello", "It starts with: hello"), ("1 2", "isn't a single JSON value")]
        {
            let Err(Failure::Garbage { message, .. }) = value(output) else { panic!("{output}") };
            assert!(message.contains(said), "{message}");
        }
    }

    #[test]
    fn a_failure_repeats_what_was_said_last() {
        let message = |status, log| answer(finished(status, "1", log), String::new()).unwrap_err().to_string();
        assert_eq!(message(3 << 8, "one\n\ntwo\n"), "The tool failed with exit status 3: one\ntwo");
        assert_eq!(message(9, ""), "The tool failed with signal 9 and no message.");
        let long = "é".repeat(2000);
        assert!(message(1 << 8, &long).chars().count() < 700);
    }
}

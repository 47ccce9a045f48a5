//! Commands that are late or fail because somebody asked for it, so that waiting and failing can be looked at.

use std::{collections::HashMap, fmt, time::Duration};

use serde_json::{Value, json};
use studio_api::ErrorCode;

use crate::address::pairs;

/// What becomes of commands before they reach the studio.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// How late every command is that is not named.
    delay: Duration,
    delays: HashMap<String, Duration>,
    failures: HashMap<String, ErrorCode>,
}

/// A fault nobody knows how to make.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownFault(String);

impl fmt::Display for UnknownFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usage = "use delay=MILLISECONDS, delay=COMMAND:MILLISECONDS or fail=COMMAND:CODE";
        write!(formatter, "unknown fault `{}`: {usage}", self.0)
    }
}

impl std::error::Error for UnknownFault {}

impl Faults {
    /// Reads them from a query: `delay=300&delay=list_skills:2000&fail=save_file:stale`. Other names are left alone.
    pub fn parse(query: &str) -> Result<Self, UnknownFault> {
        let mut faults = Self::default();
        for (name, value) in pairs(query) {
            faults.add(&name, &value).ok_or_else(|| UnknownFault(format!("{name}={value}")))?;
        }
        Ok(faults)
    }

    fn add(&mut self, name: &str, value: &str) -> Option<()> {
        let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
        match (name, value.split_once(':')) {
            ("delay", None) => self.delay = milliseconds(value)?,
            ("delay", Some((command, late))) => drop(self.delays.insert(command.to_owned(), milliseconds(late)?)),
            ("fail", Some((command, code))) => {
                let code = serde_json::from_value(Value::from(code)).ok()?;
                self.failures.insert(command.to_owned(), code);
            }
            ("fail", None) => return None,
            _ => {}
        }
        Some(())
    }

    /// How late a command is.
    pub(crate) fn delay_of(&self, command: &str) -> Duration {
        self.delays.get(command).copied().unwrap_or(self.delay)
    }

    /// What a command throws instead of being called.
    pub(crate) fn failure_of(&self, command: &str) -> Option<Value> {
        let code = self.failures.get(command)?;
        let message = format!("The bridge was told to let {command} fail.");
        Some(json!({ "code": code, "message": message, "detail": null }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_and_found_by_command() {
        let faults = Faults::parse("theme=dark&delay=20&delay=score:7&fail=save_file:stale").unwrap();
        assert_eq!(faults.delay_of("map").as_millis(), 20);
        assert_eq!(faults.delay_of("score").as_millis(), 7);
        assert_eq!(faults.failure_of("save_file").unwrap()["code"], "stale");
        assert_eq!(faults.failure_of("score"), None);
    }

    #[test]
    fn what_is_no_fault_is_named() {
        for wrong in ["delay=soon", "delay=map:soon", "fail=map", "fail=map:tired"] {
            let error = Faults::parse(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }
}

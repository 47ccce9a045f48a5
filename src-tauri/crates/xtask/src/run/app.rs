//! The studio's program, with its interface inside.

use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use super::Profile;
use crate::workspace::FEATURES;
use crate::{Error, Workspace, process};

/// Builds the program, and beside it the command line, which serves the sample tools; answers with the program's path,
/// wherever cargo's target folder is.
pub(crate) fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf, Error> {
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--workspace", "--bin", "skill-studio", "--bin", "skillctl", "--features", FEATURES]);
    cargo.args(["--message-format", "json-render-diagnostics"]).stdin(Stdio::null());
    if profile == Profile::Release {
        cargo.arg("--release");
    }
    let messages = process::read(&mut cargo)?;
    executable(&messages, "skill-studio").ok_or_else(|| Error::UnexpectedAnswer {
        command: process::text(&cargo),
        answer: "no program was built".to_owned(),
    })
}

/// Builds the command line alone; answers with its path.
pub(crate) fn build_skillctl(workspace: &Workspace) -> Result<PathBuf, Error> {
    const SKILLCTL: &str = "skillctl";
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--quiet", "-p", SKILLCTL, "--bin", SKILLCTL]);
    cargo.args(["--message-format", "json-render-diagnostics"]).stdin(Stdio::null());
    let messages = process::read(&mut cargo)?;
    executable(&messages, SKILLCTL).ok_or_else(|| Error::UnexpectedAnswer {
        command: process::text(&cargo),
        answer: "no program was built".to_owned(),
    })
}

/// Path of a program among the messages of a build.
pub(crate) fn executable(messages: &str, program: &str) -> Option<PathBuf> {
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == program).then_some(())?;
        message["executable"].as_str().map(PathBuf::from)
    };
    messages.lines().find_map(executable)
}

#[cfg(test)]
mod tests {
    use super::executable;

    #[test]
    fn the_program_is_found_among_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"skill_studio"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"skill-studio"},"executable":"/t/debug/skill-studio"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages, "skill-studio"), Some("/t/debug/skill-studio".into()));
        assert_eq!(executable("{}", "skill-studio"), None);
    }
}

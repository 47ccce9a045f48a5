//! Judges that are crates or run as servers: tests of the house ask them, of the exports that lie here.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::{exported::Exported, verdict::Verdict};
use crate::workspace::Workspace;
use crate::{Error, counterparts, process};

/// The test in each program that judges a folder.
const TEST: &str = "judges_what_lies_in_a_folder";

pub(super) fn ask(workspace: &Workspace, exported: &Exported) -> Result<Vec<Verdict>, Error> {
    let mut verdicts = by_crate_and_server(workspace, exported)?;
    for (judge, program) in [("tree-sitter-gram", "gram_syntax"), ("relateby-gram", "gram_structure")] {
        let mut command = workspace.cargo();
        command.args(["test", "--quiet", "-p", "studio-text", "--test", program]);
        let answer = super::ask(test(&mut command, exported), &workspace.root);
        let wrong = if answer.is_content { Vec::new() } else { vec![answer.last_line().to_owned()] };
        verdicts.push(Verdict::without(judge, "gram", 1, &wrong));
    }
    Ok(verdicts)
}

fn test<'a>(command: &'a mut Command, exported: &Exported) -> &'a mut Command {
    command.args(["--", TEST]).env("SKILL_STUDIO_JUDGED", exported.of(""))
}

/// adk-skill and `PostgreSQL`, which say what is wrong in a file.
fn by_crate_and_server(workspace: &Workspace, exported: &Exported) -> Result<Vec<Verdict>, Error> {
    let judges = [("adk-skill 0.6.0", "adk"), ("PostgreSQL with pgvector", "light4j-sql")];
    let listed = |target: &str| -> Value {
        exported.skills(target).iter().map(|skill| json!([skill.name, skill.description])).collect()
    };
    let expected: serde_json::Map<String, Value> =
        judges.iter().map(|(_, target)| ((*target).to_owned(), listed(target))).collect();
    let file = exported.of("expected.json");
    fs::write(&file, Value::Object(expected).to_string()).map_err(Error::file(&file))?;
    let servers = counterparts::run()?;
    let mut command = workspace.cargo();
    command.args(["test", "--quiet", "-p", "studio-tests", "--test", "judges"]);
    process::run(test(command.env("SKILL_STUDIO_COUNTERPARTS", servers), exported))?;
    let file = exported.of("verdicts.json");
    let read = fs::read(&file).map_err(Error::file(&file))?;
    let read: Value = serde_json::from_slice(&read).unwrap_or_default();
    Ok(judges
        .into_iter()
        .map(|(judge, target)| {
            let all = exported.skills(target).len();
            let wrong: Option<Vec<String>> = serde_json::from_value(read[target].clone()).ok();
            let wrong = wrong.unwrap_or_else(|| vec!["it said nothing".to_owned()]);
            Verdict::without(judge, target, all, &wrong)
        })
        .collect())
}

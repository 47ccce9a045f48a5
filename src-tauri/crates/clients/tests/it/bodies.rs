//! Skills as they came in when a client was made to load them, beside how we say they do.

use std::collections::BTreeMap;

use studio_clients::{Body, Client, Scope, body, instructions_in};

use crate::fixtures::{Counts, count, json};

/// How many bodies are as each client had them, with what differs.
pub(crate) fn bodies() -> (Counts, Vec<String>) {
    let captured = json("bodies.json");
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for (client, seen) in captured["clients"].as_object().unwrap() {
        let client = Client::parse(client).unwrap();
        for (name, theirs) in seen["bodies"].as_object().unwrap() {
            let files = captured["skills"][name].as_object().unwrap();
            let text = files["SKILL.md"].as_str().unwrap();
            let others: Vec<&str> = files.keys().map(String::as_str).filter(|file| *file != "SKILL.md").collect();
            let ours = body(
                client,
                &Body {
                    name,
                    path: &format!("{}/{name}/SKILL.md", seen["folder"].as_str().unwrap()),
                    file: text,
                    instructions: instructions_in(text),
                    files: &others,
                    arguments: captured["arguments"].as_str().unwrap(),
                    scope: Scope::Project,
                },
            );
            let theirs = theirs.as_str().unwrap();
            let is_equal = if client == Client::Opencode {
                // The order of its files is the file system's.
                let sorted = |text: &str| {
                    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
                    lines.sort_unstable();
                    lines
                };
                sorted(&ours) == sorted(theirs)
            } else {
                ours == theirs
            };
            count(&mut counts, client, is_equal);
            if !is_equal {
                wrong.push(format!("{name} by {client:?}:\n{theirs:?}\nwe say\n{ours:?}"));
            }
        }
    }
    (counts, wrong)
}

#[test]
fn a_body_comes_in_as_clients_were_seen_to_load_it() {
    let (counts, wrong) = bodies();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(counts.values().map(|(_, all)| all).sum::<usize>(), 32, "four skills by eight clients");
}

#[test]
fn claude_code_fills_in_the_project_where_it_is_known() {
    let loaded = |path: &str, scope: Scope| {
        let file =
            "---\nname: pdf\ndescription: Reads forms.\n---\nIn ${CLAUDE_PROJECT_DIR}: ${CLAUDE_SKILL_DIR}/run.sh";
        let instructions = instructions_in(file);
        let text =
            body(Client::ClaudeCode, &Body { name: "pdf", path, file, instructions, files: &[], arguments: "", scope });
        text.rsplit_once("\n\n").unwrap().1.to_owned()
    };
    let project = "/srv/app/.claude/skills/pdf/SKILL.md";
    assert_eq!(loaded(project, Scope::Project), "In /srv/app: /srv/app/.claude/skills/pdf/run.sh");
    let unknown = "In ${CLAUDE_PROJECT_DIR}: /home/me/.claude/skills/pdf/run.sh";
    assert_eq!(loaded("/home/me/.claude/skills/pdf/SKILL.md", Scope::User), unknown);
}

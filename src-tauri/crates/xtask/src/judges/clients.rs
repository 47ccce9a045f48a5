//! Agent clients, which list what they read of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{
    answers::{one_blank, without_escapes},
    ask,
    exported::{Exported, Skill},
    fetch::Judges,
    verdict::Verdict,
};
use crate::Error;

/// Skills that Codex is shown at once: more, and it shortens their descriptions to fit its budget.
const SHOWN_TO_CODEX: usize = 12;

pub(super) fn ask_all(judges: &Judges, exported: &Exported) -> Result<Vec<Verdict>, Error> {
    Ok(vec![claude(judges, exported), codex(judges, exported)?, gemini(judges, exported), skills(judges, exported)])
}

/// Who of the skills is not as it should be.
fn missing(skills: &[&Skill], is_listed: impl Fn(&Skill) -> bool) -> Vec<String> {
    skills
        .iter()
        .filter(|skill| !is_listed(skill))
        .map(|skill| format!("{} is not listed as it is", skill.name))
        .collect()
}

fn claude(judges: &Judges, exported: &Exported) -> Verdict {
    let (judge, target) = ("claude plugin validate", "claude-plugin");
    let skills = exported.skills(target);
    let answer = ask(judges.client("claude-code").args(["plugin", "validate", ".", "--strict"]), &exported.of(target));
    let said = without_escapes(&answer.out);
    let provided: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("skills: ")?.1.split_once(':').map(|(_, name)| name.trim()))
        .collect();
    let mut wrong = missing(&skills, |skill| provided.contains(&skill.name.as_str()));
    if !answer.is_content {
        wrong = vec![one_blank(&said); skills.len()];
    }
    Verdict::without(judge, target, skills.len(), &wrong)
}

fn codex(judges: &Judges, exported: &Exported) -> Result<Verdict, Error> {
    let skills = exported.skills("codex");
    let mut wrong = Vec::new();
    for (number, some) in skills.chunks(SHOWN_TO_CODEX).enumerate() {
        let folder = exported.of(&format!("codex-{number}"));
        share(&exported.of("codex"), &folder, some)?;
        let answer = ask(judges.client("codex").args(["debug", "prompt-input", "q"]), &folder);
        let read: Value = serde_json::from_str(&answer.out).unwrap_or_default();
        let mut texts = Vec::new();
        find_texts(&read, &mut texts);
        let lines: Vec<String> = texts.iter().flat_map(|text| text.lines()).map(one_blank).collect();
        wrong.extend(missing(some, |skill| {
            let begins = format!("- {}: {} (file: ", skill.name, one_blank(&skill.description));
            let ends = format!("/{}/SKILL.md)", skill.name);
            lines.iter().any(|line| line.strip_prefix(&begins).is_some_and(|file| file.ends_with(&ends)))
        }));
    }
    Ok(Verdict::without("codex debug prompt-input", "client-folder codex", skills.len(), &wrong))
}

/// Puts some of the skills of a project into a project of their own.
fn share(from: &Path, to: &Path, skills: &[&Skill]) -> Result<(), Error> {
    const FOLDER: &str = ".agents/skills";
    let below = |project: &Path, name: &str| -> PathBuf { project.join(FOLDER).join(name) };
    fs::create_dir_all(to.join(FOLDER)).map_err(Error::file(to))?;
    for skill in skills {
        let place = below(to, &skill.name);
        fs::rename(below(from, &skill.name), &place).map_err(Error::file(&place))?;
    }
    Ok(())
}

fn find_texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| find_texts(item, found)),
        Value::Object(entries) => entries.values().for_each(|item| find_texts(item, found)),
        _ => {}
    }
}

fn gemini(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills("gemini");
    let folder = exported.of("gemini");
    let answer = ask(judges.client("gemini").args(["skills", "list"]), &folder);
    let said = one_blank(&without_escapes(&format!("{}{}", answer.out, answer.err)));
    let wrong = missing(&skills, |skill| {
        let place = folder.join(".gemini/skills").join(&skill.name).join("SKILL.md");
        let (name, description) = (&skill.name, one_blank(&skill.description));
        said.contains(&format!("{name} [Enabled] Description: {description} Location: {}", place.display()))
    });
    Verdict::without("gemini skills list", "client-folder gemini", skills.len(), &wrong)
}

fn skills(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills("agent-skills");
    let answer = ask(judges.node("skills").args(["add", ".", "--list"]), &exported.of("agent-skills"));
    // Lines of a frame, one skill behind the other: a name, then its description.
    let said = one_blank(&without_escapes(&answer.out).replace('│', " "));
    let mut wrong =
        missing(&skills, |skill| said.contains(&format!(" {} {} ", skill.name, one_blank(&skill.description))));
    if wrong.is_empty() && !said.contains(&format!(" Found {} skill", skills.len())) {
        wrong.push("another number of skills is found".to_owned());
    }
    Verdict::without("skills add --list", "agent-skills", skills.len(), &wrong)
}

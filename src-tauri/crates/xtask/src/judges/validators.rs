//! Validators of the Agent Skills standard, and linters that know it.

use std::path::Path;
use std::thread;

use serde_json::Value;

use super::{
    answers::{escaped, one_blank},
    ask,
    exported::{Exported, Skill},
    fetch::Judges,
    verdict::Verdict,
};

const TARGET: &str = "agent-skills";
/// Processes at once: each starts an interpreter.
const AT_ONCE: usize = 4;

/// A rule of a linter about what an author wrote, which an export leaves as it is.
struct Exception {
    rule: &'static str,
    why: &'static str,
}

const BY_AGNIX: &[Exception] = &[
    Exception { rule: "CC-SK-008", why: "names tools that Claude Code does not have" },
    Exception { rule: "REF-001", why: "an `@` in the text leads to no file" },
    Exception { rule: "REF-002", why: "a link in the text leads to no file" },
];

const BY_TRACEMANTLE: &[Exception] = &[
    Exception { rule: "references.broken-link", why: "the text names files of the user's project" },
    Exception { rule: "references.escape", why: "the text names folders outside the skill" },
    Exception { rule: "references.cycle", why: "files of the skill name each other" },
    Exception { rule: "frontmatter.description.xml-tags", why: "uploads refuse angle brackets, the standard does not" },
];

pub(super) fn ask_all(judges: &Judges, exported: &Exported) -> Vec<Verdict> {
    vec![
        each(exported, "skills-ref validate", |skill| {
            let answer =
                ask(judges.python("agentskills").arg("validate").arg(folder(exported, skill)), &root(exported));
            (!answer.is_content).then(|| answer.last_line().to_owned())
        }),
        each(exported, "skills-ref read-properties", |skill| {
            let mut command = judges.python("agentskills");
            let answer = ask(command.arg("read-properties").arg(folder(exported, skill)), &root(exported));
            let read: Value = serde_json::from_str(&answer.out).unwrap_or_default();
            let is_same =
                |key: &str, text: &str| read[key].as_str().is_some_and(|read| one_blank(read) == one_blank(text));
            (!is_same("name", &skill.name) || !is_same("description", &skill.description))
                .then(|| format!("reads {read}"))
        }),
        to_prompt(judges, exported),
        tracemantle(judges, exported),
        agnix(judges, exported),
    ]
}

fn root(exported: &Exported) -> std::path::PathBuf {
    exported.of(TARGET)
}

fn folder(exported: &Exported, skill: &Skill) -> std::path::PathBuf {
    root(exported).join(&skill.name)
}

/// A judge that is shown one skill after the other, and says what is wrong with it.
fn each(exported: &Exported, judge: &'static str, wrong: impl Fn(&Skill) -> Option<String> + Sync) -> Verdict {
    let skills = exported.skills(TARGET);
    let wrong = &|some: &[&Skill]| -> Vec<String> {
        some.iter().filter_map(|skill| Some(format!("{}: {}", skill.name, wrong(skill)?))).collect()
    };
    let mut found: Vec<String> = thread::scope(|scope| {
        let parts = skills.chunks(skills.len().div_ceil(AT_ONCE).max(1));
        let asked: Vec<_> = parts.map(|some| scope.spawn(move || wrong(some))).collect();
        asked.into_iter().flat_map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    found.sort();
    Verdict::without(judge, TARGET, skills.len(), &found)
}

fn to_prompt(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills(TARGET);
    let folders = skills.iter().map(|skill| folder(exported, skill));
    let answer = ask(judges.python("agentskills").arg("to-prompt").args(folders), &root(exported));
    let said = one_blank(&answer.out);
    let is_listed = |skill: &Skill| {
        let [name, description] = [&skill.name, &skill.description].map(|text| escaped(&one_blank(text)));
        said.contains(&format!("<name> {name} </name> <description> {description} </description>"))
    };
    let missing =
        skills.iter().filter(|skill| !is_listed(skill)).map(|skill| format!("{} is not as it was", skill.name));
    Verdict::without("skills-ref to-prompt", TARGET, skills.len(), &missing.collect::<Vec<_>>())
}

fn tracemantle(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills(TARGET);
    let files = skills.iter().map(|skill| folder(exported, skill).join("SKILL.md"));
    let answer = ask(judges.python("tracemantle").args(["--format", "json"]).args(files), &root(exported));
    let read: Value = serde_json::from_str(&answer.out).unwrap_or_default();
    let results = read["results"].as_array().map_or(&[][..], Vec::as_slice);
    let findings = results.iter().flat_map(|result| {
        let of_one = result["diagnostics"].as_array().map_or(&[][..], Vec::as_slice);
        let errors = of_one.iter().filter(|one| one["severity"] == "error");
        errors.map(|one| (text(result, "path"), text(one, "rule"), text(one, "message")))
    });
    linted("tracemantle", skills.len(), results.len(), findings.collect(), BY_TRACEMANTLE)
}

fn agnix(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills(TARGET);
    let answer = ask(judges.python("agnix").args([".", "--format", "json"]), &root(exported));
    let read: Value = serde_json::from_str(&answer.out).unwrap_or_default();
    let found = read["diagnostics"].as_array().map_or(&[][..], Vec::as_slice);
    let errors = found.iter().filter(|one| one["level"] == "error");
    let findings = errors.map(|one| (text(one, "file"), text(one, "rule"), text(one, "message"))).collect();
    // It counts other files as well.
    let looked_at = read["files_checked"].as_u64().unwrap_or_default() as usize;
    linted("agnix", skills.len(), looked_at.min(skills.len()), findings, BY_AGNIX)
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// What a linter finds, by file, rule and message: wrong is what no exception names, and a file it did not look at.
fn linted(
    judge: &'static str,
    all: usize,
    looked_at: usize,
    findings: Vec<(String, String, String)>,
    exceptions: &[Exception],
) -> Verdict {
    let (named, wrong): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|(_, rule, _)| exceptions.iter().any(|exception| exception.rule == rule));
    let counted = exceptions.iter().filter_map(|Exception { rule, why }| {
        let count = named.iter().filter(|(_, found, _)| found == rule).count();
        (count > 0).then(|| format!("{count} × {rule} ({why})"))
    });
    let told = counted.collect::<Vec<_>>().join(", ");
    let wrong: Vec<String> = wrong
        .into_iter()
        .map(|(file, rule, message)| format!("{}: {rule}: {message}", Path::new(&file).display()))
        .chain((looked_at..all).map(|_| format!("{looked_at} files looked at")))
        .collect();
    let verdict = Verdict::without(judge, TARGET, all, &wrong);
    let note = [verdict.note.as_str(), told.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    Verdict { note: note.join("; "), ..verdict }
}

#[cfg(test)]
mod tests {
    use super::{BY_AGNIX, linted};

    #[test]
    fn a_linter_is_content_where_only_named_rules_are_broken() {
        let found = |rule: &str| ("a/SKILL.md".to_owned(), rule.to_owned(), "says so".to_owned());
        let content = linted("agnix", 2, 2, vec![found("CC-SK-008"), found("CC-SK-008")], BY_AGNIX);
        assert!(!content.is_wrong() && content.note.starts_with("2 × CC-SK-008 (names tools"), "{content}");
        assert!(linted("agnix", 2, 2, vec![found("AS-001")], BY_AGNIX).is_wrong());
        assert!(linted("agnix", 2, 1, Vec::new(), BY_AGNIX).is_wrong(), "a file was not looked at");
    }
}

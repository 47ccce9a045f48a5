//! A library made of skills, and what goes out of it to every target.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::workspace::Workspace;
use crate::{Error, process, run};

/// Every target; of those written for a client, one for each form.
const TARGETS: [(&str, Option<&str>); 17] = [
    ("agent-skills", None),
    ("skill-zip", None),
    ("claude-plugin", None),
    ("client-folder", Some("claude-code")),
    ("client-folder", Some("codex")),
    ("client-folder", Some("agent-skills")),
    ("client-folder", Some("gemini")),
    ("client-folder", Some("copilot")),
    ("client-folder", Some("cursor")),
    ("adk", None),
    ("well-known", None),
    ("light4j-sql", None),
    ("light4j-events", None),
    ("gram", None),
    ("openai-tools", None),
    ("anthropic-tools", None),
    ("mcp-tools", None),
];

/// A skill of the library.
pub(super) struct Skill {
    id: String,
    pub(super) name: String,
    pub(super) description: String,
}

/// What went out to one target.
pub(super) struct Target {
    name: &'static str,
    client: Option<&'static str>,
    pub(super) files: usize,
    pub(super) losses: usize,
    /// Skills that the target's own rules keep out, each with its reason told; they are left out here.
    pub(super) refused: usize,
    /// What an import would have otherwise, unnamed.
    pub(super) differences: Vec<String>,
    /// Which of the library's skills went out, by their place there.
    skills: Vec<usize>,
}

impl Target {
    pub(super) fn title(&self) -> String {
        self.client.map_or_else(|| self.name.to_owned(), |client| format!("{} {client}", self.name))
    }

    fn folder(&self) -> &'static str {
        self.client.unwrap_or(self.name)
    }
}

/// A library and where its exports lie.
pub(super) struct Exported {
    folder: PathBuf,
    /// One of each name: targets keep skills by it.
    pub(super) skills: Vec<Skill>,
    pub(super) tools: usize,
    pub(super) agents: usize,
    pub(super) targets: Vec<Target>,
}

impl Exported {
    /// The folder of a target, or of a client.
    pub(super) fn of(&self, target: &str) -> PathBuf {
        self.folder.join(target)
    }

    /// The skills that went out to a target, or for a client.
    pub(super) fn skills(&self, target: &str) -> Vec<&Skill> {
        let found = self.targets.iter().find(|one| one.folder() == target);
        found.into_iter().flat_map(|one| &one.skills).map(|place| &self.skills[*place]).collect()
    }
}

/// Makes a library of folders, or of the samples, and exports it to every target.
pub(super) fn export(workspace: &Workspace, folder: &Path, from: Option<&[PathBuf]>) -> Result<Exported, Error> {
    let program = run::build_skillctl(workspace)?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Error::file(folder))?;
    }
    fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let library = folder.join("library.db");
    let skillctl = || {
        let mut command = Command::new(&program);
        command.args(["--json", "--library"]).arg(&library);
        command
    };
    match from {
        None => drop(said(skillctl().args(["init", "--samples"]))?),
        Some(from) => {
            said(skillctl().arg("init"))?;
            // What is found wrong with them is the importer's business, and their author's.
            said(skillctl().arg("import").args(from))?;
        }
    }
    let skills = skills(&said(skillctl().args(["list", "skills"]))?, &skillctl)?;
    let count = |kind: &str| Ok::<_, Error>(said(skillctl().args(["list", kind]))?.as_array().map_or(0, Vec::len));
    let (tools, agents) = (count("tools")?, count("agents")?);
    let mut exported = Exported { folder: folder.to_owned(), skills, tools, agents, targets: Vec::new() };
    for (name, client) in TARGETS {
        let target = export_to(&exported, name, client, &skillctl)?;
        exported.targets.push(target);
    }
    Ok(exported)
}

/// One of each name. A list makes characters visible that nobody sees; here each is asked for as it is.
fn skills(listed: &Value, skillctl: &impl Fn() -> Command) -> Result<Vec<Skill>, Error> {
    let mut names = HashSet::new();
    let mut skills = Vec::new();
    for skill in listed.as_array().into_iter().flatten() {
        let name = skill["name"].as_str().unwrap_or_default();
        if !names.insert(name.to_lowercase()) {
            continue;
        }
        let id = skill["id"].as_str().unwrap_or_default().to_owned();
        let shown = said(skillctl().args(["show", "skill", &id]))?;
        let text = |key: &str| shown[key].as_str().unwrap_or_default().to_owned();
        skills.push(Skill { id, name: text("name"), description: text("description") });
    }
    Ok(skills)
}

fn export_to(
    exported: &Exported,
    name: &'static str,
    client: Option<&'static str>,
    skillctl: &impl Fn() -> Command,
) -> Result<Target, Error> {
    let mut target =
        Target { name, client, files: 0, losses: 0, refused: 0, differences: Vec::new(), skills: Vec::new() };
    let arguments = || {
        let mut command = skillctl();
        command.args(["export", "--target", name]);
        command.args(client.into_iter().flat_map(|client| ["--client", client]));
        let out = exported.of(target.folder());
        command.arg("--out").arg(if name == "light4j-sql" { out.join("all.sql") } else { out.join("") });
        command
    };
    let planned = said(arguments().arg("--dry-run"))?;
    let refused: HashSet<&str> = planned["refused"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|refusal| refusal["entity"].as_str()?.strip_prefix("skill "))
        .collect();
    let places = 0..exported.skills.len();
    let skills: Vec<usize> = places.filter(|at| !refused.contains(exported.skills[*at].name.as_str())).collect();
    let mut command = arguments();
    command.arg("--verify");
    // Where nothing is refused all of the library goes out, with its tools and agents.
    if !refused.is_empty() {
        command.args(skills.iter().flat_map(|at| ["--skill", exported.skills[*at].id.as_str()]));
    }
    let written = said(&mut command)?;
    let list = |key: &str| written[key].as_array().map_or(&[][..], Vec::as_slice);
    let told = |value: &Value| format!("{}, {}", value["entity"], value["field"]);
    (target.files, target.losses, target.refused) = (list("files").len(), list("losses").len(), refused.len());
    target.differences = list("differences").iter().chain(list("refused")).map(told).collect();
    target.skills = skills;
    Ok(target)
}

/// The document that `skillctl` answers with. It may have findings; without a document it failed.
fn said(command: &mut Command) -> Result<Value, Error> {
    let output = command.output().map_err(|source| process::not_started(command, source))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        Error::CommandFailed { command: process::text(command), status: output.status }
    })
}

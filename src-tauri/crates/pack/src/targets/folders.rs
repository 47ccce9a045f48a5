//! Skills as folders of files: what all targets that keep them so have in common.

use std::collections::HashSet;

use studio_clients::SkillFile;
use studio_model::{AccessLevel, SkillId, tool_of_item};
use studio_text::{
    Finding, Severity, SkillDocument, Target as Rules, adk,
    decode::decode,
    lint::{LintContext, lint},
    openai_yaml::OPENAI_YAML,
    outgoing::{ChangeKind, Form, outgoing},
};

use super::{
    bundle::{Bundle, FileOut, SkillOut},
    export::{Export, OutFile, Stopped},
    leading::{Around, broken},
    loss::{Entity, EntityKind, Field, Loss, Why},
    refusal::{Reason, Refusal},
};
use crate::found::Watcher;

/// How a target wants skills.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) form: Form,
    pub(super) rules: &'static [Rules],
    /// Whether the skills of an export lie beside each other, so that one finds another's files.
    pub(super) are_beside: bool,
}

/// A skill as the files of its folder, paths relative to it, `SKILL.md` first.
pub(super) struct SkillFolder {
    pub(super) skill: SkillId,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) files: Vec<OutFile>,
}

impl SkillFolder {
    /// The files, below a folder.
    pub(super) fn below(self, folder: &str) -> impl Iterator<Item = OutFile> {
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.files.into_iter().map(move |file| OutFile { path: format!("{folder}{}", file.path), ..file })
    }
}

/// The skills of a bundle as folders; what they lose and what stands against them goes into `out`.
pub(super) fn skill_folders(
    bundle: &Bundle,
    wanted: Wanted,
    watcher: &dyn Watcher,
    out: &mut Export,
) -> Result<Vec<SkillFolder>, Stopped> {
    let mut folders: Vec<SkillFolder> = Vec::with_capacity(bundle.skills.len());
    let mut places = HashSet::new();
    for skill in &bundle.skills {
        Stopped::by(watcher)?;
        out.about(skill.skill.id, |out| {
            let Some(folder) = skill_folder(bundle, skill, wanted, out) else { return };
            if places.insert(folder.name.to_lowercase()) {
                folders.push(folder);
            } else {
                let reason = Reason::SamePlace(format!("the folder {}", folder.name));
                out.refusals.push(Refusal::new(Entity::skill(&skill.skill.name), reason));
            }
            links_lost(bundle, skill, out);
        });
    }
    for tool in &bundle.tools {
        let entity = Entity::tool(&tool.tool.name);
        out.losses.push(Loss::new(entity, Field::Whole, Why::NoKind(EntityKind::Tool)));
    }
    for agent in &bundle.agents {
        let entity = Entity::agent(&agent.agent.name);
        out.losses.push(Loss::new(entity, Field::Whole, Why::NoKind(EntityKind::Agent)));
    }
    Ok(folders)
}

fn skill_folder(bundle: &Bundle, skill: &SkillOut, wanted: Wanted, out: &mut Export) -> Option<SkillFolder> {
    let entity = || Entity::skill(&skill.skill.name);
    let decoded = decode(&skill.bytes);
    let document = SkillDocument::read(&decoded.text);
    let Some(name) = document.name() else {
        let why = document.unreadable().map(|finding| finding.message.clone()).unwrap_or_default();
        out.refusals.push(Refusal::new(entity(), Reason::Unreadable(why)));
        return None;
    };
    let written = outgoing(&document, wanted.form);
    for change in written.changes {
        let why = match change.kind {
            ChangeKind::Moved => Why::Moved,
            ChangeKind::AsText => Why::AsText,
            ChangeKind::LeftOut => Why::NoPlace,
        };
        out.losses.push(Loss::new(entity(), Field::Key(change.key), why));
    }
    if std::str::from_utf8(&skill.bytes).is_err() {
        out.losses.push(Loss::new(entity(), Field::Encoding, Why::AsUtf8));
    }
    // The standard takes no name that can't be a folder's.
    let folder_of = |name: &str| if wanted.form == Form::Standard { name.to_owned() } else { safe_folder(name) };
    let folder = folder_of(name);
    refuse(&written.text, &folder, skill, wanted.rules, out);
    let mut files = vec![OutFile::new("SKILL.md", written.text)];
    files.extend(skill.files.iter().filter(|file| is_kept(file, &folder, wanted.form, &entity(), out)).map(of_file));
    let around = if wanted.are_beside { Around::Skills(&folder_of) } else { Around::Nothing };
    out.losses.extend(broken(bundle, skill, &files, around));
    let description = document.description().unwrap_or_default().to_owned();
    Some(SkillFolder { skill: skill.skill.id, name: folder, description, files })
}

fn of_file(file: &FileOut) -> OutFile {
    OutFile { path: file.path.clone(), bytes: file.bytes.clone(), is_executable: file.is_executable }
}

/// Asks lint for what the target refuses of what would be written.
fn refuse(text: &str, folder: &str, skill: &SkillOut, rules: &[Rules], out: &mut Export) {
    let files: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
    let context = LintContext { folder: Some(folder), files: Some(&files), targets: rules, ..LintContext::default() };
    let errors = |findings: Vec<Finding>| {
        let errors = findings.into_iter().filter(|finding| finding.severity == Severity::Error);
        errors.collect::<Vec<_>>()
    };
    let mut refused = errors(lint(&SkillDocument::read(text), &context));
    if refused.is_empty() {
        // A client may still skip a file that no rule finds wrong.
        let yaml = skill.files.iter().find(|file| file.path == OPENAI_YAML).map(|file| file.bytes.as_slice());
        let path = format!("{folder}/SKILL.md");
        let file = SkillFile { path: &path, bytes: text.as_bytes(), openai_yaml: yaml };
        refused.extend(rules.iter().flat_map(|rules| errors(studio_clients::lint(&file, *rules))));
    }
    let entity = Entity::skill(&skill.skill.name);
    out.refusals
        .extend(refused.into_iter().map(|finding| Refusal::new(entity.clone(), Reason::Lint(Box::new(finding)))));
}

/// Whether a file goes along; one that does not is named.
fn is_kept(file: &FileOut, folder: &str, form: Form, entity: &Entity, out: &mut Export) -> bool {
    let lost = |why: Why| Loss::new(entity.clone(), Field::File(file.path.clone()), why);
    if form == Form::Adk && is_adk_skill(file, folder) {
        out.losses.push(lost(Why::WouldBeSkill));
        return false;
    }
    true
}

/// adk takes every Markdown file it finds and can read for a skill; who reads its folders with more patience, any with
/// frontmatter.
fn is_adk_skill(file: &FileOut, folder: &str) -> bool {
    let opens = |bytes: &[u8]| {
        let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        std::str::from_utf8(first).is_ok_and(|line| line.trim_start_matches('\u{FEFF}').trim() == "---")
    };
    adk::is_discovered(&format!(".skills/{folder}/{}", file.path)) && opens(&file.bytes)
}

/// A folder's name for who takes any name of a skill: letters that file systems have trouble with are replaced.
fn safe_folder(name: &str) -> String {
    let safe: String =
        name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ') { c } else { '-' }).collect();
    let safe = safe.trim_matches(['.', ' ', '-']);
    if safe.is_empty() { "skill".to_owned() } else { safe.to_owned() }
}

/// What a folder cannot say of a skill's links: `allowed-tools` names tools, and that is all.
fn links_lost(bundle: &Bundle, skill: &SkillOut, out: &mut Export) {
    let mut lost = |field: Field, why: Why| out.losses.push(Loss::new(Entity::skill(&skill.skill.name), field, why));
    let document = skill.document();
    let listed: Vec<&str> = document.allowed_tools().into_iter().map(tool_of_item).collect();
    for link in bundle.tools_of(skill.skill.id) {
        let tool = bundle.tool_name(link.tool).to_owned();
        if !listed.contains(&tool.as_str()) {
            lost(Field::Link(tool.clone()), Why::NoPlace);
        }
        if link.access != AccessLevel::Read {
            lost(Field::Access(tool.clone()), Why::NoPlaceFor(link.access.as_str().to_owned()));
        }
        if link.config.as_object().is_none_or(|config| !config.is_empty()) {
            lost(Field::LinkConfig(tool.clone()), Why::NoPlaceFor(link.config.to_string()));
        }
        if let Some(version) = link.tool_version {
            lost(Field::Pin(tool), Why::NoPlaceFor(version.to_string()));
        }
    }
    for needed in bundle.needs_of(skill.skill.id) {
        lost(Field::Requires(bundle.skill_name(needed.depends_on).to_owned()), Why::NoPlace);
    }
    if let Some(parent) = skill.skill.parent {
        lost(Field::Parent, Why::NoPlaceFor(bundle.skill_name(parent).to_owned()));
    }
}

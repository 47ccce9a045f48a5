//! `.skill` archives: one wrapper folder, and what the uploads of claude.ai, Anthropic and `OpenAI` ask for.

use studio_text::{Target as Rules, lint::own_files, outgoing::Form};

use super::{
    bundle::{Bundle, FileOut, SkillOut},
    export::{Export, Exporter, OutFile, Reader, Settings, Stopped},
    folders::{SkillFolder, Wanted, skill_folders},
    loss::{Entity, Field, Loss, Why},
    refusal::{Reason, Refusal},
    target::Target,
    uploads::over,
    zipping::zip,
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct SkillZip;

impl Exporter for SkillZip {
    fn target(&self) -> Target {
        Target::SkillZip
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::ClaudeUpload, Rules::OpenAiUpload]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = Export::default();
        let packed = packed(bundle, &mut out);
        let folders = skill_folders(
            &packed,
            Wanted { form: Form::Standard, rules: self.rules(), are_beside: false },
            watcher,
            &mut out,
        )?;
        out.is_one_file = bundle.skills.len() == 1;
        for folder in folders {
            Stopped::by(watcher)?;
            let archive = out.about(folder.skill, |out| archive(folder, out));
            out.files.push(archive);
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::SkillZip))
    }
}

fn archive(folder: SkillFolder, out: &mut Export) -> OutFile {
    let name = folder.name.clone();
    let files: Vec<OutFile> = folder.below(&name).collect();
    let mut refuse = |reason: Reason| out.refusals.push(Refusal::new(Entity::skill(&name), reason));
    let is_skill_file = |file: &&OutFile| {
        let last = file.path.rsplit('/').next().unwrap_or_default();
        last.eq_ignore_ascii_case("SKILL.md")
    };
    if let Some(second) = files.iter().filter(is_skill_file).nth(1) {
        refuse(Reason::SecondSkillFile(second.path.clone()));
    }
    let bytes = zip(&files);
    let sizes: Vec<u64> = files.iter().map(|file| file.bytes.len() as u64).collect();
    for limit in over(&sizes, bytes.len() as u64) {
        refuse(Reason::TooLarge(limit));
    }
    OutFile::new(format!("{name}.skill"), bytes)
}

/// The bundle without what is not packed of its skills, each file named with the reason.
fn packed(bundle: &Bundle, out: &mut Export) -> Bundle {
    let mut packed = bundle.clone();
    for one in &mut packed.skills {
        let linked = own_files(&one.document());
        let SkillOut { skill, files, .. } = one;
        files.retain(|file| {
            let is_linked = linked.contains(&file.path);
            // What the instructions lead to is no mere test.
            let why = why_not_packed(file).filter(|why| !is_linked || *why != Why::Evals);
            let lost = |field: Field, why: Why| {
                let loss = Loss::new(Entity::skill(&skill.name), field, why);
                Loss { skill: Some(skill.id), ..loss }
            };
            if why.is_some() && is_linked {
                out.losses.push(lost(Field::LinkedFile(file.path.clone()), Why::Broken));
            }
            let is_packed = why.is_none();
            out.losses.extend(why.map(|why| lost(Field::File(file.path.clone()), why)));
            is_packed
        });
    }
    packed
}

fn why_not_packed(file: &FileOut) -> Option<Why> {
    if file.path.starts_with("evals/") {
        return Some(Why::Evals);
    }
    let is_compiled = |part: &str| part.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("pyc"));
    let is_left = |part: &str| matches!(part, "__pycache__" | "node_modules" | ".DS_Store") || is_compiled(part);
    file.path.split('/').any(is_left).then_some(Why::Leftover)
}

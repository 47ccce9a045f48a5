//! Folders of the Agent Skills standard: `<name>/SKILL.md` and the skill's other files.

use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    folders::{Wanted, skill_folders},
    target::Target,
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct AgentSkills;

impl Exporter for AgentSkills {
    fn target(&self) -> Target {
        Target::AgentSkills
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::AgentSkills]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = Export::default();
        let wanted = Wanted { form: Form::Standard, rules: self.rules(), are_beside: true };
        for folder in skill_folders(bundle, wanted, watcher, &mut out)? {
            let name = folder.name.clone();
            out.files.extend(folder.below(&name));
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::AgentSkills))
    }
}

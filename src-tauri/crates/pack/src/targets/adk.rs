//! `.skills` of a project of adk-rust: one folder a skill, lists as lists.

use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    folders::{Wanted, skill_folders},
    target::Target,
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct Adk;

impl Exporter for Adk {
    fn target(&self) -> Target {
        Target::Adk
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::Adk]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = Export::default();
        for folder in
            skill_folders(bundle, Wanted { form: Form::Adk, rules: self.rules(), are_beside: true }, watcher, &mut out)?
        {
            let place = format!(".skills/{}", folder.name);
            out.files.extend(folder.below(&place));
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::Adk))
    }
}

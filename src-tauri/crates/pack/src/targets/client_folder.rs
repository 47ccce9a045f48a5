//! The folder an agent client reads: the standard's layout below the client's own folder, with the keys that clients heed.

use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    folders::{Wanted, skill_folders},
    loss::{Entity, Field, Loss, Why},
    target::{Client, Target},
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct ClientFolder;

impl Exporter for ClientFolder {
    fn target(&self) -> Target {
        Target::ClientFolder
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::AgentSkills]
    }

    fn export(&self, bundle: &Bundle, settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let client = settings.client.unwrap_or(Client::Agents);
        let mut out = Export::default();
        for folder in skill_folders(bundle, Wanted { form: Form::Client, rules: self.rules() }, watcher, &mut out)? {
            let place = format!("{}/{}", client.folder(), folder.name);
            out.files.extend(folder.below(&place));
        }
        for skill in &bundle.skills {
            let document = skill.document();
            let ignored = document.fields().iter().filter(|field| client.ignores(&field.key));
            out.losses.extend(ignored.map(|field| {
                let entity = Entity::skill(&skill.skill.name);
                let loss = Loss::new(entity, Field::Key(field.key.clone()), Why::Ignored(client));
                Loss { skill: Some(skill.skill.id), ..loss }
            }));
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::AgentSkills))
    }
}

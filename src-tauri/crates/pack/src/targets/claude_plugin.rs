//! A Claude plugin, in a folder that is its own marketplace: `/plugin marketplace add FOLDER` is all it takes.

use serde_json::json;
use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, OutFile, Reader, Settings, Stopped, pretty},
    folders::{Wanted, skill_folders},
    target::Target,
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct ClaudePlugin;

impl Exporter for ClaudePlugin {
    fn target(&self) -> Target {
        Target::ClaudePlugin
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::AgentSkills]
    }

    fn export(&self, bundle: &Bundle, settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = Export::default();
        let folders = skill_folders(
            bundle,
            Wanted { form: Form::Client, rules: self.rules(), are_beside: true },
            watcher,
            &mut out,
        )?;
        let name = plugin_name(settings.name.as_deref().unwrap_or(&bundle.name));
        let version = settings.version.as_deref().unwrap_or(studio_model::DEFAULT_VERSION);
        let description = match folders.as_slice() {
            [only] => only.description.clone(),
            many => format!("{} skills: {}.", many.len(), listed(many.iter().map(|folder| folder.name.as_str()))),
        };
        let plugin =
            json!({ "name": name, "version": version, "description": description, "author": { "name": name } });
        let marketplace = json!({
            "name": name,
            "owner": { "name": name },
            "metadata": { "description": description, "version": version },
            "plugins": [{ "name": name, "source": "./", "description": description, "version": version }],
        });
        out.files.push(OutFile::new(".claude-plugin/plugin.json", pretty(&plugin)));
        out.files.push(OutFile::new(".claude-plugin/marketplace.json", pretty(&marketplace)));
        for folder in folders {
            let place = format!("skills/{}", folder.name);
            out.files.extend(folder.below(&place));
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::AgentSkills))
    }
}

/// The first few names.
fn listed<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    const NAMED: usize = 5;
    let named: Vec<&str> = names.clone().take(NAMED).collect();
    let rest = names.count().saturating_sub(NAMED);
    if rest == 0 { named.join(", ") } else { format!("{} and {rest} more", named.join(", ")) }
}

/// Small letters, digits and hyphens; never one of the names that are Anthropic's own.
fn plugin_name(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            plain.push(c.to_ascii_lowercase());
        } else if !plain.ends_with('-') && !plain.is_empty() {
            plain.push('-');
        }
    }
    let plain = plain.trim_end_matches('-');
    if plain.is_empty() { "skills".to_owned() } else { plain.to_owned() }
}

//! What of the home folder decides what Claude Code lists: how often it used each skill, what is set of
//! its list, and the plugins it has.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use crate::{
    home::{Override, Plugin, ReadHome},
    settings::Settings,
};

/// Days after which a use weighs half as much.
const HALF_LIFE: f64 = 7.0;
/// What is left of a use at least.
const LEAST: f64 = 0.1;
const MILLISECONDS_A_DAY: f64 = 86_400_000.0;
const SETTINGS: &str = ".claude/settings.json";
const MANIFEST: &str = ".claude-plugin/plugin.json";

pub(super) fn weight(uses: u32, days: f64) -> f64 {
    f64::from(uses) * 0.5_f64.powf(days / HALF_LIFE).max(LEAST)
}

/// Skills stand there as they are called: by their folder, those of plugins with the plugin before it.
pub(super) fn weights(home: &ReadHome<'_>, now: f64) -> HashMap<String, f64> {
    let kept = home(".claude.json").unwrap_or_default();
    let weight_of = |(name, used): (&String, &Value)| {
        let uses = u32::try_from(used["usageCount"].as_u64()?).ok()?;
        let days = (now - used["lastUsedAt"].as_f64()?) / MILLISECONDS_A_DAY;
        Some((name.clone(), weight(uses, days)))
    };
    kept["skillUsage"].as_object().into_iter().flatten().filter_map(weight_of).collect()
}

/// What is no number of its kind is as if it was not set.
pub(super) fn settings(home: &ReadHome<'_>) -> Settings {
    let (kept, usual) = (home(SETTINGS).unwrap_or_default(), Settings::default());
    let chars = kept["skillListingMaxDescChars"].as_u64().and_then(|chars| u32::try_from(chars).ok());
    let share = kept["skillListingBudgetFraction"].as_f64().filter(|share| (0.0..=1.0).contains(share));
    Settings {
        claude_entry_chars: chars.unwrap_or(usual.claude_entry_chars),
        claude_per_mille: share.map_or(usual.claude_per_mille, |share| (share * 1_000.0).round() as u32),
        ..usual
    }
}

/// Skills stand there by their folders. A value that is not known is passed over.
pub(super) fn overrides(home: &ReadHome<'_>) -> HashMap<String, Override> {
    let kept = home(SETTINGS).unwrap_or_default();
    let of = |(name, value): (&String, &Value)| {
        let set = match value.as_str()? {
            "name-only" => Override::NameOnly,
            "user-invocable-only" => Override::OnlyForPeople,
            "off" => Override::Off,
            _ => return None,
        };
        Some((name.clone(), set))
    };
    kept["skillOverrides"].as_object().into_iter().flatten().filter_map(of).collect()
}

/// Those that are enabled in the settings and have a record of where they lie; of two with one name the first.
pub(super) fn plugins(home: &ReadHome<'_>) -> Vec<Plugin> {
    let settings = home(SETTINGS).unwrap_or_default();
    let installed = home(".claude/plugins/installed_plugins.json").unwrap_or_default();
    let mut plugins: BTreeMap<String, Plugin> = BTreeMap::new();
    for (id, enabled) in settings["enabledPlugins"].as_object().into_iter().flatten() {
        // A list names the versions that are.
        let is_enabled = enabled.as_bool().unwrap_or_else(|| enabled.is_array());
        let plugin = is_enabled.then(|| plugin(home, id, &installed["plugins"][id])).flatten();
        if let Some(plugin) = plugin {
            plugins.entry(plugin.name.clone()).or_insert(plugin);
        }
    }
    plugins.into_values().collect()
}

/// A plugin by its id, `name@marketplace`, and the records of where it is installed.
fn plugin(home: &ReadHome<'_>, id: &str, records: &Value) -> Option<Plugin> {
    let record = match records {
        // What is installed for one project is no other's.
        Value::Array(all) => all.iter().find(|record| record["projectPath"].is_null())?,
        // As older versions kept it.
        only => only,
    };
    let folder = record["installPath"].as_str()?;
    let manifest = home(&format!("{folder}/{MANIFEST}")).unwrap_or_default();
    let name = manifest["name"].as_str().or_else(|| id.split('@').next())?;
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric()) || !name.chars().all(is_of_name) {
        return None;
    }
    let mut kept = json!({ "name": name });
    if manifest["version"].is_string() {
        kept["version"] = manifest["version"].clone();
    }
    Some(Plugin { name: name.to_owned(), skills: format!("{folder}/skills"), manifest: (MANIFEST, kept.to_string()) })
}

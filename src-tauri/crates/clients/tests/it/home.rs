//! What of a home folder decides what Claude Code lists: how often it used skills, what is set, and the plugins it has.

use serde_json::{Value, json};
use studio_clients::{
    Client, Entry, Listed, Override, Plugin, Reading, Readings, Scope, Settings, SkillFile, State, Why, identity, list,
    overrides, plugins, settings, weight, weights,
};

const DAY: f64 = 86_400_000.0;

fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

#[test]
fn a_use_weighs_half_as_much_a_week_later_and_at_least_a_tenth() {
    for (uses, days, expected) in
        [(4, 0.0, 4.0), (4, 3.5, 8.0_f64.sqrt()), (4, 7.0, 2.0), (4, 14.0, 1.0), (4, 365.0, 0.4), (0, 0.0, 0.0)]
    {
        let found = weight(Client::ClaudeCode, uses, days);
        assert!(is_near(found, expected), "{uses} uses, the last {days} days ago, weigh {found}");
    }
    assert!(is_near(weight(Client::Codex, 4, 0.0), 0.0), "it does not go by uses");
}

#[test]
fn counts_are_read_by_name_and_what_is_none_is_passed_over() {
    let kept = json!({ "skillUsage": {
        "pdf": { "usageCount": 2, "lastUsedAt": 7.0 * DAY },
        "kit:draw": { "usageCount": 10, "lastUsedAt": 0 },
        "often": { "usageCount": "often", "lastUsedAt": 0 },
        "never": { "usageCount": 2 },
        "number": 3,
    } });
    let home = |file: &str| (file == ".claude.json").then(|| kept.clone());
    let found = weights(Client::ClaudeCode, &home, 14.0 * DAY);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(is_near(found["pdf"], 1.0) && is_near(found["kit:draw"], 2.5), "{found:?}");
    assert!(weights(Client::Codex, &home, 0.0).is_empty());
    for odd in [json!([]), json!({ "skillUsage": [] }), Value::Null] {
        assert!(weights(Client::ClaudeCode, &|_: &str| Some(odd.clone()), 0.0).is_empty(), "{odd}");
    }
}

#[test]
fn settings_of_the_list_are_read_and_what_is_none_leaves_it_as_it_is() {
    let usual = Settings::default();
    for (kept, chars, per_mille) in [
        (json!({ "skillListingMaxDescChars": 900, "skillListingBudgetFraction": 0.0157 }), 900, 16),
        (json!({ "skillListingBudgetFraction": 1 }), usual.claude_entry_chars, 1_000),
        (json!({ "skillListingMaxDescChars": "900", "skillListingBudgetFraction": 2.5 }), 1_536, 10),
        (json!({ "skillListingMaxDescChars": -1, "skillListingBudgetFraction": -0.5 }), 1_536, 10),
        (json!([]), 1_536, 10),
        (Value::Null, 1_536, 10),
    ] {
        let home = |file: &str| (file == ".claude/settings.json").then(|| kept.clone());
        let expected = Settings { claude_entry_chars: chars, claude_per_mille: per_mille, ..usual };
        assert_eq!(settings(Client::ClaudeCode, &home), expected, "{kept}");
        assert_eq!(settings(Client::Codex, &home), usual, "{kept}");
    }
}

#[test]
fn what_is_set_of_single_skills_is_what_the_client_makes_of_them() {
    let kept = json!({ "skillOverrides": {
        "pdf": "off", "tides": "user-invocable-only", "draw": "name-only", "odd": "sometimes", "number": 3,
    } });
    let home = |file: &str| (file == ".claude/settings.json").then(|| kept.clone());
    let found = overrides(Client::ClaudeCode, &home);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(overrides(Client::Codex, &home).is_empty());
    let named = |name: &str, description: &str| Listed {
        name: name.to_owned(),
        description: description.to_owned(),
        when_to_use: String::new(),
    };
    let (listed, dropped) = (named("draw", "Draws."), Reading::Dropped(Why::NoName));
    for (name, set, expected) in [
        ("pdf", Override::Off, Reading::Dropped(Why::Overridden("off"))),
        ("tides", Override::OnlyForPeople, Reading::Hidden(Why::Overridden("user-invocable-only"))),
        ("draw", Override::NameOnly, Reading::Listed(named("draw", ""))),
    ] {
        assert_eq!(found[name], set);
        assert_eq!(set.over(Ok(&listed)), expected);
        assert_eq!(set.over(Err(&dropped)), dropped, "what is not read has nothing to be set");
    }
    assert!(Why::Overridden("off").words().contains("`off`"));
}

#[test]
fn plugins_are_those_that_are_installed_for_the_author_and_enabled() {
    let at = |folder: &str| json!([{ "scope": "user", "installPath": folder }]);
    let home = |file: &str| match file {
        ".claude/settings.json" => Some(json!({ "enabledPlugins": {
            "kit@market": true, "kit@other": true, "older@market": ["1.0.0"], "off@market": false,
            "gone@market": true, "project@market": true, "../odd@market": true,
        } })),
        ".claude/plugins/installed_plugins.json" => Some(json!({ "version": 2, "plugins": {
            "kit@market": at("/cache/kit"), "kit@other": at("/cache/other"),
            "older@market": { "installPath": "/cache/older" }, "off@market": at("/cache/off"),
            "project@market": [{ "scope": "project", "projectPath": "/app", "installPath": "/cache/project" }],
            "../odd@market": at("/cache/odd"), "unnamed@market": at("/cache/unnamed"),
        } })),
        "/cache/kit/.claude-plugin/plugin.json" => {
            Some(json!({ "name": "kit", "version": "1.2.0", "hooks": "./hooks.json", "mcpServers": {} }))
        }
        "/cache/other/.claude-plugin/plugin.json" => Some(json!({ "name": "kit" })),
        _ => None,
    };
    let plugin = |name: &str, manifest: &str| Plugin {
        name: name.to_owned(),
        skills: format!("/cache/{name}/skills"),
        manifest: (".claude-plugin/plugin.json", manifest.to_owned()),
    };
    let kit = plugin("kit", r#"{"name":"kit","version":"1.2.0"}"#);
    assert_eq!(plugins(Client::ClaudeCode, &home), [kit, plugin("older", r#"{"name":"older"}"#)]);
    assert!(plugins(Client::Codex, &home).is_empty());
}

#[test]
fn plugins_are_listed_last_and_their_skills_called_by_them() {
    let skills = [
        ("/home/author/plugins/kit/skills/draw/SKILL.md", "draw", Scope::Plugin),
        ("/home/author/plugins/kit/skills/a b/SKILL.md", "a b", Scope::Plugin),
        ("/home/author/plugins/kit/skills/paint/SKILL.md", "brush", Scope::Plugin),
        ("/home/author/plugins/kit/skills/print/SKILL.md", "kit:print", Scope::Plugin),
        ("/home/author/plugins/kit/skills/sketch/SKILL.md", "draw", Scope::Plugin),
        ("/home/author/plugins/art/skills/draw/SKILL.md", "draw", Scope::Plugin),
        ("/project/.claude/skills/draw/SKILL.md", "draw", Scope::Project),
        ("/home/author/.claude/skills/zip/SKILL.md", "zip", Scope::User),
    ];
    let readings = skills.map(|(path, name, _)| {
        let text = format!("---\nname: {name}\ndescription: Does it. Use when asked.\n---\nBody\n");
        Readings::of(&SkillFile { path, bytes: text.as_bytes(), openai_yaml: None })
    });
    let entries: Vec<Entry<'_>> = skills
        .iter()
        .zip(&readings)
        .map(|((path, _, scope), readings)| Entry {
            reading: readings.by(Client::ClaudeCode),
            path,
            scope: *scope,
            weight: 0.0,
        })
        .collect();
    let found = list(Client::ClaudeCode, &entries, &Settings::default()).entries;
    assert!(found.iter().all(|entry| entry.state == State::Whole), "{found:?}");
    let names: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(
        names,
        ["zip", "draw", "art:draw", "kit:a-b", "kit:draw", "kit:paint (kit:brush)", "kit:print", "kit:sketch"]
    );
    let (path, name, scope) = skills[0];
    assert_eq!(identity(Client::ClaudeCode, name, path, scope), "kit:draw");
    assert_eq!(identity(Client::Codex, name, path, scope), "draw");
}

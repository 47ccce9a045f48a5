//! What agent-lib's own tools answer, as its JSON.

use serde_json::{Map, Value, json};

use super::{OwnAnswer, skills};
use crate::context::{Event, SkillFacts, State, Tier, ToolSource, Warning, World};

pub(super) const COMPLETE: &str = "attempt_completion";
pub(super) const GET: &str = "get_skill";
pub(super) const LIST: &str = "list_skills";
pub(super) const DEACTIVATE: &str = "deactivate_skill";
const GLOBALS: [&str; 4] = [COMPLETE, GET, LIST, DEACTIVATE];

pub(super) fn complete(result: &str) -> OwnAnswer {
    let content = json!({ "success": true, "completed": true, "result": result }).to_string();
    OwnAnswer { is_end: true, ..OwnAnswer::said(content) }
}

/// A skill as its lists show it.
fn summary(skill: &SkillFacts) -> Map<String, Value> {
    let mut shown = Map::new();
    shown.insert("name".to_owned(), json!(skill.name));
    shown.insert("displayName".to_owned(), json!(skill.shown_name()));
    shown.insert("description".to_owned(), json!(skill.description));
    if !skill.triggers.is_empty() {
        shown.insert("triggers".to_owned(), json!(skill.triggers));
    }
    shown
}

/// The capabilities of a skill as a model reads them; empty where it has none.
pub(super) fn capability(skill: &SkillFacts) -> String {
    if skill.capabilities.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = skill.capabilities.iter().map(|one| format!("- {one}")).collect();
    format!("You have the following capabilities:\n{}", lines.join("\n"))
}

pub(super) fn list(world: &World, state: &State) -> OwnAnswer {
    let all: Vec<Value> = skills(world, state).map(|skill| Value::Object(summary(skill))).collect();
    let content = json!({ "skills": all, "activeSkill": state.active.last() }).to_string();
    OwnAnswer { tier: Tier::Catalogue, ..OwnAnswer::said(content) }
}

pub(super) fn activate(world: &World, state: &State, name: &str) -> OwnAnswer {
    let Some(skill) = skills(world, state).find(|skill| skill.name == name) else {
        let names: Vec<&str> = skills(world, state).map(|skill| skill.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let message = match world.why_absent(name) {
            Some(why) => format!("Skill \"{name}\" can't be activated. {why} Available skills: {names}"),
            None => format!("Skill \"{name}\" not found. Available skills: {names}"),
        };
        let content = json!({ "success": false, "message": message }).to_string();
        return OwnAnswer::refused(content);
    };
    let mut shown = summary(skill);
    shown.insert("prompt".to_owned(), json!({ "capability": capability(skill), "direction": skill.whole_direction() }));
    let shown_name = skill.shown_name();
    if state.is_active(name) {
        let message = format!("Skill \"{shown_name}\" is already active.");
        let content = json!({ "success": true, "message": message, "skill": shown }).to_string();
        return OwnAnswer { tier: Tier::Body, ..OwnAnswer::said(content) };
    }
    let direction = skill.whole_direction();
    let first = direction.lines().next().unwrap_or_default();
    let message = format!("Skill \"{shown_name}\" activated successfully. {first}");
    let mut content = Map::new();
    content.insert("success".to_owned(), json!(true));
    content.insert("message".to_owned(), json!(message.trim_end()));
    content.insert("skill".to_owned(), Value::Object(shown));
    if !skill.tools.is_empty() {
        content.insert("addedTools".to_owned(), json!(skill.tools));
    }
    let mut events: Vec<Event> =
        state.active.iter().map(|skill| Event::SkillDeactivated { skill: skill.clone() }).collect();
    events.push(Event::SkillActivated { skill: skill.name.clone(), required_by: None });
    events.extend(warnings(world, state, skill));
    OwnAnswer { events, tier: Tier::Body, ..OwnAnswer::said(Value::Object(content).to_string()) }
}

/// Names in a skill's list that nothing is enabled by.
fn warnings(world: &World, state: &State, skill: &SkillFacts) -> Vec<Event> {
    let warning = |tool: &String| {
        let (skill, tool) = (skill.name.clone(), tool.clone());
        let source = state.tool(&tool).map(|tool| tool.source);
        if GLOBALS.contains(&tool.as_str()) || source == Some(ToolSource::Global) {
            return Some(Event::Warned { warning: Warning::GlobalTool { skill, tool } });
        }
        let is_known = world.tool(&tool).is_some();
        (!is_known).then_some(Event::Warned { warning: Warning::UnknownTool { skill, tool } })
    };
    skill.tools.iter().filter_map(warning).collect()
}

pub(super) fn deactivate(world: &World, state: &State) -> OwnAnswer {
    let said = |message: String| json!({ "success": true, "message": message }).to_string();
    let Some(active) = state.active.last() else {
        return OwnAnswer::said(said("No skill is currently active.".to_owned()));
    };
    let shown_name = world.skill(active).map_or(active.as_str(), SkillFacts::shown_name);
    let events = vec![Event::SkillDeactivated { skill: active.clone() }];
    OwnAnswer { events, ..OwnAnswer::said(said(format!("Skill \"{shown_name}\" deactivated."))) }
}

/// The skills that a word is found in, whatever its case: in the name, the name for people, the description or what
/// triggers them.
pub fn skills_with_word<'a>(world: &'a World, word: &str) -> Vec<&'a SkillFacts> {
    let word = word.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&word);
    let fits = |skill: &&SkillFacts| {
        has(&skill.name)
            || has(skill.shown_name())
            || has(&skill.description)
            || skill.triggers.iter().any(|trigger| has(trigger))
    };
    world.assigned().filter(fits).collect()
}

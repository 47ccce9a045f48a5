//! A client of the Agent Skills standard: a catalogue of names and descriptions in the standard's form, cut as the host
//! cuts it; a tool that activates a skill; its files when the model asks for them.

use serde_json::Value;

use super::{Disclosure, OwnAnswer, RuntimeKind, own, shared};
use crate::context::{Event, Offered, Origin, Piece, Prompt, SkillFacts, State, Tier, ToolState, World};

const ACTIVATE: &str = "activate_skill";
const READ: &str = "read_skill_file";

/// Discloses bodies when a skill is activated, and files when they are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentSkills;

impl Disclosure for AgentSkills {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::AgentSkills
    }

    fn discloses_files(&self) -> bool {
        true
    }

    fn own_tools(&self, world: &World, state: &State) -> Vec<Offered> {
        let listed: Vec<&str> = world.listed().into_iter().map(|(skill, _)| skill.name.as_str()).collect();
        if listed.is_empty() {
            return Vec::new();
        }
        let about = "Loads the instructions of a skill. Call it when a task fits the skill's description.";
        let mut tools = vec![own::of_skill(ACTIVATE, about, "name", &listed)];
        if state.active.iter().filter_map(|name| world.skill(name)).any(|skill| !skill.files.is_empty()) {
            let about = "Reads a file of a skill that was activated.";
            let mut tool = own::of_text(READ, about, "path", "The file's path in the skill's folder");
            tool.schema["properties"]["name"] = serde_json::json!({ "type": "string", "enum": state.active });
            tool.schema["required"] = serde_json::json!(["name", "path"]);
            tools.push(tool);
        }
        tools
    }

    fn answer(&self, world: &World, state: &State, name: &str, arguments: &Value) -> OwnAnswer {
        let asked = own::text(arguments, "name");
        let Some(skill) = world.listed().into_iter().map(|(skill, _)| skill).find(|skill| skill.name == asked) else {
            return OwnAnswer::refused(format!("There is no skill \"{asked}\"."));
        };
        if name == READ {
            return read(skill, state, own::text(arguments, "path"));
        }
        if state.is_active(&skill.name) {
            return OwnAnswer::said(format!("Skill \"{}\" is already loaded.", skill.name));
        }
        let events = vec![Event::SkillActivated { skill: skill.name.clone(), required_by: None }];
        OwnAnswer { events, tier: Tier::Body, ..OwnAnswer::said(wrapped(skill)) }
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let mut set = shared::global(world, &self.own_tools(world, state));
        let active = state.active.iter().filter_map(|name| world.skill(name));
        shared::add_skill_tools(&mut set, world, active, |_| true);
        set
    }

    fn prompt(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<Piece> = shared::instruction(world).into_iter().collect();
        pieces.extend(catalogue(world));
        pieces.extend(shared::conversation(state));
        let tools = shared::offered(world, &self.tool_set(world, state), self.own_tools(world, state));
        Prompt { pieces, tools }
    }
}

/// The list of skills in the standard's form, an element a line; nothing at all where no skill is listed.
fn catalogue(world: &World) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (skill, description) in world.listed() {
        let fields = [("name", skill.name.as_str()), ("description", description), ("location", &skill.location)];
        let mut text = "<skill>\n".to_owned();
        for (tag, value) in fields {
            text.extend(["<", tag, ">\n", &escaped(value), "\n</", tag, ">\n"]);
        }
        text.push_str("</skill>\n");
        pieces.push(Piece::system(Tier::Catalogue, Origin::Skill { skill: skill.name.clone() }, text));
    }
    if !pieces.is_empty() {
        pieces.insert(0, Piece::system(Tier::System, Origin::Runtime, "\n\n<available_skills>\n"));
        pieces.push(Piece::system(Tier::System, Origin::Runtime, "</available_skills>\n"));
    }
    pieces
}

/// An activated skill as the model reads it.
fn wrapped(skill: &SkillFacts) -> String {
    let mut text = format!("<skill_content name=\"{}\">\n{}\n", escaped(&skill.name), skill.body.trim());
    if !skill.files.is_empty() {
        text.push_str("<skill_resources>\n");
        for file in &skill.files {
            text.extend(["<file>", &escaped(&file.path), "</file>\n"]);
        }
        text.push_str("</skill_resources>\n");
    }
    text.push_str("</skill_content>");
    text
}

fn read(skill: &SkillFacts, state: &State, path: &str) -> OwnAnswer {
    if !state.is_active(&skill.name) {
        return OwnAnswer::refused(format!("Skill \"{}\" is not loaded. Activate it first.", skill.name));
    }
    let path = path.trim_start_matches("./");
    match skill.files.iter().find(|file| file.path == path) {
        Some(crate::context::FileFacts { text: Some(text), .. }) => {
            let events = vec![Event::FileRead { skill: skill.name.clone(), path: path.to_owned() }];
            OwnAnswer { events, tier: Tier::File, ..OwnAnswer::said(text.clone()) }
        }
        Some(_) => OwnAnswer::refused(format!("The file \"{path}\" is not text.")),
        None => OwnAnswer::refused(format!("Skill \"{}\" has no file \"{path}\".", skill.name)),
    }
}

/// A text inside markup, as Python's `html.escape` writes it: the standard's reference does so.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    escaped
}

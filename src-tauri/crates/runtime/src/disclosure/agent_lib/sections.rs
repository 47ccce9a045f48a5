//! The sections of agent-lib's prompt: skills, tools of the active skill, components, and what the active skill asks for.

use serde_json::Value;

use super::{
    answers::capability,
    boxes::{DOUBLE, THIN, WIDTH, framed, title},
};
use crate::context::{Origin, Piece, State, Tier, ToolFacts, World};

/// The skills there are, with an arrow before the active one; nothing where there are none.
pub(super) fn skills(world: &World, state: &State) -> Vec<Piece> {
    let active = state.active_skill(world);
    let mut lines: Vec<String> = title(WIDTH - 2, "AVAILABLE SKILLS").into();
    let before = lines.len();
    for skill in super::skills(world, state) {
        let mark = if active.is_some_and(|active| active.name == skill.name) { '→' } else { '-' };
        let triggers =
            if skill.triggers.is_empty() { String::new() } else { format!(" [{}]", skill.triggers.join(", ")) };
        lines.push(format!("{mark} {}: {}{triggers}", skill.name, skill.description));
    }
    if lines.len() == before {
        return Vec::new();
    }
    let mut outer: Vec<String> = title(WIDTH, "SKILLS").into();
    outer.extend(framed(THIN, WIDTH - 2, &lines));
    if let Some(active) = active {
        outer.push(String::new());
        outer.push(format!("Active: {}", active.shown_name()));
    }
    vec![Piece::system(Tier::Catalogue, Origin::Runtime, section(&framed(THIN, WIDTH, &outer)))]
}

/// The tools of the active skill; nothing where none is active, or it names none.
pub(super) fn skill_tools(world: &World, state: &State) -> Vec<Piece> {
    let Some(active) = state.active_skill(world).filter(|skill| !skill.tools.is_empty()) else { return Vec::new() };
    let mut inner: Vec<String> = vec![String::new()];
    for tool in active.tools.iter().filter_map(|name| world.tool(name)) {
        inner.extend(framed(THIN, WIDTH - 4, &lines_of(tool)));
    }
    let mut outer: Vec<String> = title(WIDTH, &format!("SKILL TOOLS: {}", active.shown_name())).into();
    outer.extend(framed(DOUBLE, WIDTH - 2, &inner));
    let origin = Origin::Skill { skill: active.name.clone() };
    vec![Piece::system(Tier::ToolSchema, origin, section(&framed(DOUBLE, WIDTH, &outer)))]
}

/// What components say of themselves, with the state they are in.
pub(super) fn components(world: &World, state: &State) -> Vec<Piece> {
    let piece = |component: &crate::context::ComponentFacts| {
        let current = state.components.get(&component.key).unwrap_or(&component.state);
        let text = format!("\n\n## {}\n{}\nState: {current}\n", component.key, component.prompt.trim());
        Piece::system(Tier::System, Origin::Component { key: component.key.clone() }, text)
    };
    super::components(world, state).map(piece).collect()
}

/// What the active skill can do, and how to go about it.
pub(super) fn enhancement(world: &World, state: &State) -> Vec<Piece> {
    let Some(active) = state.active_skill(world) else { return Vec::new() };
    let parts =
        [("--- Skill Enhancement ---", capability(active)), ("--- Skill Guidance ---", active.whole_direction())];
    let of = |(head, text): (&str, String)| (!text.is_empty()).then(|| format!("\n\n{head}\n{text}"));
    let text: String = parts.into_iter().filter_map(of).collect();
    let origin = Origin::Skill { skill: active.name.clone() };
    if text.is_empty() { Vec::new() } else { vec![Piece::system(Tier::Body, origin, text)] }
}

fn section(lines: &[String]) -> String {
    format!("\n\n{}", lines.join("\n"))
}

fn lines_of(tool: &ToolFacts) -> Vec<String> {
    let mut lines = vec![
        format!("Tool Name: {}", tool.name),
        format!("Description: {}", tool.description),
        "Parameters:".to_owned(),
        "{".to_owned(),
    ];
    let required = tool.schema.get("required").and_then(Value::as_array);
    let properties = tool.schema.get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        let is_required = required.is_some_and(|names| names.iter().any(|one| one == name));
        lines.push(format!("  {}", parameter(name, schema, is_required)));
    }
    lines.push("}".to_owned());
    lines
}

/// A parameter in a line: its type, limits, default, whether it may be left out, what it is.
fn parameter(name: &str, schema: &Value, is_required: bool) -> String {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("any");
    let mut line = match kind {
        "integer" => format!("{name}: number (integer)"),
        other => format!("{name}: {other}"),
    };
    for (key, word) in [("minimum", "min"), ("maximum", "max")] {
        if let Some(limit) = schema.get(key) {
            line.extend([" (", word, ": ", &limit.to_string(), ")"]);
        }
    }
    match schema.get("default") {
        Some(default) => line.extend([" = ", &default.to_string()]),
        None if !is_required => line.push('?'),
        None => {}
    }
    if let Some(about) = schema.get("description").and_then(Value::as_str) {
        line.extend([" // ", about]);
    }
    line
}

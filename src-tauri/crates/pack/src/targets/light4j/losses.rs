//! What the columns cannot hold.

use serde_json::Value;
use studio_model::{input_schema, tool_of_item};
use studio_text::{
    Severity, SkillDocument, Target as Rules,
    lint::{LintContext, lint},
    tool_lists::stated,
};

use crate::found::Watcher;
use crate::targets::{
    bundle::{AgentOut, Bundle, SkillOut, ToolField, ToolOut},
    export::{Export, Stopped},
    leading::{Around, broken},
    loss::{Entity, Field, Loss, Why},
    refusal::{Reason, Refusal},
};

/// Names everything of a bundle that the columns cannot hold, and what light-4j refuses.
pub(super) fn find(bundle: &Bundle, watcher: &dyn Watcher, out: &mut Export) -> Result<(), Stopped> {
    for skill in &bundle.skills {
        Stopped::by(watcher)?;
        out.about(skill.skill.id, |out| of_skill(bundle, skill, out));
    }
    for tool in &bundle.tools {
        of_tool(tool, out);
    }
    for agent in &bundle.agents {
        of_agent(bundle, agent, out);
    }
    Ok(())
}

/// The vectors of descriptions: they are of the studio's own model, and mean nothing beside those of light-4j's.
pub(super) fn of_vectors(bundle: &Bundle) -> Vec<Loss> {
    let lost = |entity: Entity| Loss::new(entity, Field::Embedding, Why::OtherModel);
    let skills = bundle.skills.iter().filter(|out| out.vector.is_some());
    let skills = skills.map(|out| Loss { skill: Some(out.skill.id), ..lost(Entity::skill(&out.skill.name)) });
    let tools = bundle.tools.iter().filter(|out| out.vector.is_some()).map(|out| lost(Entity::tool(&out.tool.name)));
    skills.chain(tools).collect()
}

fn of_skill(bundle: &Bundle, skill: &SkillOut, out: &mut Export) {
    let entity = Entity::skill(&skill.skill.name);
    let document = skill.document();
    refuse(&document, &entity, out);
    let mut lost = |field: Field, why: Why| out.losses.push(Loss::new(entity.clone(), field, why));
    let linked: Vec<&str> = bundle.tools_of(skill.skill.id).map(|link| bundle.tool_name(link.tool)).collect();
    for field in document.fields() {
        match field.key.as_str() {
            // They have columns; what of them is too long for those is lost.
            "name" if document.name() == Some(skill.skill.name.as_str()) => {}
            "description"
                if document.description().unwrap_or_default()
                    == skill.skill.description.as_deref().unwrap_or_default() => {}
            "version" if document.version().is_none_or(|version| version == skill.skill.version) => {}
            "allowed-tools" => {
                // Links are rows; what they cannot say are tools of hosts, and what stands in parentheses.
                let beyond: Vec<&str> =
                    document.allowed_tools().into_iter().filter(|item| !linked.contains(item)).collect();
                if !beyond.is_empty() {
                    lost(Field::Key(field.key.clone()), Why::NoPlaceFor(beyond.join(", ")));
                }
            }
            _ if field.value.is_null() => {}
            _ => lost(Field::Key(field.key.clone()), Why::NoPlace),
        }
    }
    let listed: Vec<&str> = document.allowed_tools().into_iter().map(tool_of_item).collect();
    for link in bundle.tools_of(skill.skill.id) {
        let tool = bundle.tool_name(link.tool).to_owned();
        if !listed.contains(&tool.as_str()) && bundle.tool(link.tool).is_some() {
            // An import lists what is linked: the file says more than it did.
            lost(Field::Key("allowed-tools".to_owned()), Why::Listed(tool.clone()));
        }
        if let Some(version) = link.tool_version {
            lost(Field::Pin(tool), Why::NoPlaceFor(version.to_string()));
        }
    }
    for file in &skill.files {
        lost(Field::File(file.path.clone()), Why::NoPlace);
    }
    if let Some(parent) = skill.skill.parent.filter(|parent| bundle.skill(*parent).is_none()) {
        lost(Field::Parent, Why::NoPlaceFor(bundle.skill_name(parent).to_owned()));
    }
    if skill.skill.content_markdown.contains('\0') {
        lost(Field::Key("content_markdown".to_owned()), Why::NulReplaced);
    }
    // No file goes along.
    out.losses.extend(broken(bundle, skill, &[], Around::Nothing));
}

/// Asks lint for light-4j's own rules; what no target can read is refused, too.
fn refuse(document: &SkillDocument, entity: &Entity, out: &mut Export) {
    if let Some(why) = document.unreadable() {
        out.refusals.push(Refusal::new(entity.clone(), Reason::Unreadable(why.message.clone())));
        return;
    }
    let context = LintContext { targets: &[Rules::Light4j], ..LintContext::default() };
    let errors = lint(document, &context)
        .into_iter()
        .filter(|finding| finding.severity == Severity::Error && finding.targets.has(Rules::Light4j));
    out.refusals.extend(errors.map(|finding| Refusal::new(entity.clone(), Reason::Lint(Box::new(finding)))));
}

fn of_tool(tool: &ToolOut, out: &mut Export) {
    for (key, value) in tool.stated.as_ref().map(stated::extras).unwrap_or_default() {
        let entity = Entity::tool(&tool.tool.name);
        out.losses.push(Loss::new(entity, Field::Stated(key.to_owned()), Why::NoPlaceFor(value.to_string())));
    }
    let mut lost = |field: ToolField, why: Why| {
        out.losses.push(Loss::new(Entity::tool(&tool.tool.name), Field::Tool(field), why));
    };
    for (field, value) in &tool.details {
        lost(*field, Why::NoPlaceFor(value.clone()));
    }
    let says_all = tool.details.iter().any(|(field, _)| *field == ToolField::Schema);
    if !says_all && !is_same_schema(&input_schema(&tool.parameters), &tool.schema) {
        lost(ToolField::Schema, Why::NoPlace);
    }
    if tool.tool.description.contains('\0') {
        lost(ToolField::Description, Why::NulReplaced);
    }
}

/// Whether two schemas are the same, in whatever order their keys stand.
fn is_same_schema(one: &Value, other: &Value) -> bool {
    let mut sets = [one.clone(), other.clone()];
    for schema in &mut sets {
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.sort_by_key(ToString::to_string);
        }
    }
    sets[0] == sets[1]
}

fn of_agent(bundle: &Bundle, agent: &AgentOut, out: &mut Export) {
    let row = &agent.agent;
    let mut lost = |field: Field, why: Why| out.losses.push(Loss::new(Entity::agent(&row.name), field, why));
    if row.description.as_deref().is_some_and(|text| !text.is_empty()) {
        lost(Field::AgentDescription, Why::NoPlace);
    }
    if !row.instruction.is_empty() {
        lost(Field::Instruction, Why::NoPlace);
    }
    if (temperature(row.temperature) - row.temperature).abs() > f64::EPSILON {
        lost(Field::Temperature, Why::Rounded(format!("{:.2}", row.temperature)));
    }
    if !agent.tools.is_empty() {
        let names: Vec<&str> = agent.tools.iter().map(|tool| bundle.tool_name(*tool)).collect();
        lost(Field::AgentTools, Why::NoPlaceFor(names.join(", ")));
    }
    for component in &agent.components {
        lost(Field::Component(component.name.clone()), Why::NoPlace);
    }
    for link in agent.skills.iter().filter(|link| bundle.skill(link.skill).is_none()) {
        lost(Field::AgentSkill(bundle.skill_name(link.skill).to_owned()), Why::NotExported);
    }
}

/// A temperature with the two decimals its column holds.
pub(super) fn temperature(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

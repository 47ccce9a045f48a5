//! What gram cannot hold of an agent and its tools.
//!
//! What was written is read again as an import would, and whatever comes back otherwise is named: a field that gram forgets
//! cannot be forgotten here, for every field of both edits is compared.

use serde_json::Value;
use studio_text::{gram::carrier::SpecText, tool_lists::stated::extras};

use crate::dto::{
    AgentEdit, AgentSkillEdit, ComponentEdit, ExportLoss, SpecForm, ToolDetail, ToolEdit, ToolImplementation,
};

/// What an import would not have of an agent. `skills` are the names of its skills.
pub(super) fn of_agent(kept: &AgentEdit, back: &AgentEdit, skills: &[String]) -> Vec<ExportLoss> {
    let AgentEdit {
        // Its row is another one wherever it comes in; its tools are looked at one by one.
        id: _,
        aggregate_version: _,
        tools: _,
        name,
        description,
        instruction,
        model_provider,
        model_name,
        api_key_ref,
        temperature,
        max_tokens,
        skills: assigned,
        components,
    } = kept;
    let mut losses = Losses::of("agent", name);
    losses.text("name", name, &back.name);
    losses.text("description", description, &back.description);
    losses.text("instruction", instruction, &back.instruction);
    losses.text("model_provider", model_provider, &back.model_provider);
    losses.text("model_name", model_name, &back.model_name);
    if *api_key_ref != back.api_key_ref {
        let why = format!("Gram doesn't support API keys. After an import, choose {api_key_ref} again.");
        losses.add("api_key_ref", why);
    }
    if (temperature - back.temperature).abs() > f64::EPSILON {
        let why = format!("Gram doesn't support temperature {temperature}. Importing sets it to {}.", back.temperature);
        losses.add("temperature", why);
    }
    if *max_tokens != back.max_tokens {
        let most = max_tokens.map_or_else(String::new, |most| format!(" of {most} tokens"));
        losses.add("max_tokens", format!("Gram doesn't support the limit{most}. Importing removes it."));
    }
    if *assigned != back.skills {
        losses.skills(assigned, skills);
    }
    for (at, component) in components.iter().enumerate() {
        // As above: its row is another one, and its tools are looked at one by one.
        let came = back.components.get(at).cloned().unwrap_or_default();
        let came = ComponentEdit { id: component.id.clone(), tools: component.tools.clone(), ..came };
        if *component != came {
            let why = "Gram can't express this component exactly, so importing the file creates a different one.";
            losses.add(&format!("components: {}", component.name), why.to_owned());
        }
    }
    losses.found
}

/// What an import would not have of a tool.
pub(super) fn of_tool(tool: &ToolDetail, text: &SpecText, back: &ToolEdit, needs: &[String]) -> Vec<ExportLoss> {
    let mut losses = Losses::of("tool", &tool.name);
    losses.text("name", &tool.name, &back.name);
    losses.text("description", &tool.description, &back.description);
    losses.text("signature", &tool.spec.signature, &text.signature);
    for loss in tool.spec.losses.iter().filter(|loss| loss.form == SpecForm::Signature) {
        let field = if loss.parameter.is_empty() { "schema".to_owned() } else { format!("schema: {}", loss.parameter) };
        losses.add(&field, loss.why.clone());
    }
    let schema: Option<Value> = serde_json::from_str(&tool.spec.schema).ok();
    if losses.names_no_schema() && text.schema() != schema {
        let why = "The type signature can't express the full schema. Importing recreates the schema from the signature, \
                   so some details are lost.";
        losses.add("schema", why.to_owned());
    }
    if tool.implementation != ToolImplementation::None {
        losses.add("implementation", "Gram contains only the specification, not the implementation.".to_owned());
    }
    if tool.version != back.version {
        let why = format!("Gram doesn't support version {}. Importing sets it to {}.", tool.version, back.version);
        losses.add("version", why);
    }
    let imported = crate::definitions::forms::effect_of(back);
    if tool.effect != imported {
        losses.add(
            "effect",
            "Gram doesn't support the effect of a call. Importing sets the tool to read-only.".to_owned(),
        );
    }
    let stated: Option<Value> = tool.stated.as_deref().and_then(|stated| serde_json::from_str(stated).ok());
    for (key, value) in stated.as_ref().map(extras).unwrap_or_default() {
        losses.add(key, format!("Gram doesn't support this. Not included: {value}."));
    }
    if (tool.timeout_s, tool.retries) != (back.timeout_s, back.retries) {
        let limits = format!("{} s and {} retries", tool.timeout_s, tool.retries);
        let usual = format!("{} s and {}", back.timeout_s, back.retries);
        losses.add("limits", format!("Gram doesn't support the limits ({limits}). Importing sets them to {usual}."));
    }
    if !needs.is_empty() {
        losses.add("depends_on", format!("Gram doesn't support required tools: {}.", needs.join(", ")));
    }
    losses.found
}

struct Losses {
    entity: String,
    found: Vec<ExportLoss>,
}

impl Losses {
    fn of(kind: &str, name: &str) -> Self {
        Self { entity: format!("{kind} {name}"), found: Vec::new() }
    }

    /// Skills with their order, and what their assignments say besides. Where the names are not known, that was named before.
    fn skills(&mut self, assigned: &[AgentSkillEdit], names: &[String]) {
        self.add("skills", format!("Gram doesn't support skills or their order. Not included: {}.", names.join(", ")));
        let is_set = |config: &str| !matches!(config.trim(), "" | "{}");
        for (skill, name) in assigned.iter().zip(names).filter(|(skill, _)| is_set(&skill.config)) {
            let why = format!("Gram doesn't support configs. Not included: {}.", skill.config.trim());
            self.add(&format!("skills: {name}: config"), why);
        }
    }

    fn add(&mut self, field: &str, why: String) {
        self.found.push(ExportLoss { entity: self.entity.clone(), field: field.to_owned(), why, reason: None });
    }

    fn text(&mut self, field: &str, kept: &str, back: &str) {
        if kept.trim() != back.trim() {
            let why = "Gram can't express this text exactly, so importing the file creates a different one.";
            self.add(field, why.to_owned());
        }
    }

    fn names_no_schema(&self) -> bool {
        !self.found.iter().any(|loss| loss.field.starts_with("schema"))
    }
}

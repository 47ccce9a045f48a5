//! Who answers in a session, as it is named on the command line.

use serde_json::Value;
use studio_api::{
    Studio,
    dto::{ModelProvider, ModelSettings, ModelToolCalls, SimulatedModel, SpendingCap},
};

use crate::{
    arguments::{Simulate, ToolCallsName},
    output::{Failure, Output},
    query::text_of,
};

/// What names the model that the agent is set up with.
pub(super) const OF_AGENT: &str = "agent";

/// The model of a session. Where a chat model would be asked, says so before it is.
pub(crate) fn of(studio: &Studio, arguments: &Simulate) -> Result<SimulatedModel, Failure> {
    let named = arguments.model.as_str();
    if named == "mock" {
        return Ok(SimulatedModel::Mock);
    }
    if named == OF_AGENT {
        return of_agent(studio, arguments);
    }
    if let Some(file) = named.strip_prefix("scripted:") {
        let replies = text_of(file.as_ref())?;
        studio_api::check_script(&replies).map_err(|error| Failure::input(format!("{file}: {}", error.message)))?;
        return Ok(SimulatedModel::Scripted { replies });
    }
    if let Some(file) = named.strip_prefix("replay:") {
        return recorded(file);
    }
    let unknown = || {
        let message = format!(
            "Unknown model {named:?}. Use mock, agent, scripted:FILE, replay:FILE, or PROVIDER/MODEL, where PROVIDER is openai, \
             openai-responses, anthropic or ollama."
        );
        Failure::input(message)
    };
    let (provider, model) = named.split_once('/').ok_or_else(unknown)?;
    let provider = ModelProvider::parse(provider).filter(|provider| *provider != ModelProvider::Mock);
    real(studio, arguments, provider.ok_or_else(unknown)?, model)
}

/// The model of a session that was recorded.
fn recorded(file: &str) -> Result<SimulatedModel, Failure> {
    let unread =
        |cause: &str| Failure::input(format!("{file}: {cause}. Use a file written by skillctl simulate --json."));
    let mut document: Value =
        serde_json::from_str(&text_of(file.as_ref())?).map_err(|cause| unread(&cause.to_string()))?;
    let events = document.get_mut("events").ok_or_else(|| unread("it isn't a recorded session (no “events”)"))?;
    if events.as_array().is_some_and(Vec::is_empty) {
        return Err(unread("its “events” are empty"));
    }
    let events = serde_json::from_value(events.take()).map_err(|cause| unread(&format!("“events”: {cause}")))?;
    Ok(SimulatedModel::Recorded { events })
}

/// The model that the agent is set up with.
fn of_agent(studio: &Studio, arguments: &Simulate) -> Result<SimulatedModel, Failure> {
    let Some(agent) = &arguments.agent else {
        return Err(Failure::usage("--model agent needs an agent; name one with --agent"));
    };
    let settings = studio.get_agent_model(agent)?;
    if settings.provider == ModelProvider::Mock {
        return Ok(SimulatedModel::Mock);
    }
    asked_with(studio, arguments, settings)
}

fn real(
    studio: &Studio,
    arguments: &Simulate,
    provider: ModelProvider,
    model: &str,
) -> Result<SimulatedModel, Failure> {
    let given = &arguments.real;
    let known = studio.list_models()?.models.into_iter().find(|known| {
        let is_there = given.base_url.as_ref().is_none_or(|url| known.base_url == *url);
        known.provider == provider && known.model == model && is_there
    });
    let settings = known.unwrap_or_else(|| ModelSettings {
        name: model.to_owned(),
        provider,
        model: model.to_owned(),
        base_url: given.base_url.clone().unwrap_or_default(),
        ..ModelSettings::default()
    });
    asked_with(studio, arguments, settings)
}

/// A chat model with what the command line says of it.
fn asked_with(studio: &Studio, arguments: &Simulate, mut settings: ModelSettings) -> Result<SimulatedModel, Failure> {
    let given = &arguments.real;
    if let Some(url) = &given.base_url {
        settings.base_url.clone_from(url);
    }
    if let Some(variable) = &given.key_variable {
        settings.secret = String::new();
        settings.key_variable.clone_from(variable);
    }
    if let Some(secret) = &given.secret {
        settings.secret.clone_from(secret);
    }
    match given.tool_calls {
        Some(ToolCallsName::Native) => settings.tool_calls = ModelToolCalls::Native,
        Some(ToolCallsName::Constrained) => settings.tool_calls = ModelToolCalls::Constrained,
        None => {}
    }
    settings.is_unstreamed |= given.whole_replies;
    let settings = studio.checked_model(&settings)?;
    let cap = SpendingCap { max_tokens: given.cap_tokens, max_cents: given.cap_cents };
    if cap.max_cents.is_some() && settings.input_price <= 0.0 && settings.output_price <= 0.0 {
        let model = &settings.model;
        let message = format!("--cap-cents needs the prices of {model}. Add the model with its prices in the app.");
        return Err(Failure::input(message));
    }
    Output::note(announced(&settings, &studio.model_address(&settings), cap));
    Ok(SimulatedModel::Real { settings: Box::new(settings), cap })
}

/// Where a session is about to go.
fn announced(settings: &ModelSettings, address: &str, cap: SpendingCap) -> String {
    let caps = [cap.max_tokens.map(|most| format!("{most} tokens")), cap.max_cents.map(|most| format!("{most} cents"))];
    let caps: Vec<String> = caps.into_iter().flatten().collect();
    let most = if caps.is_empty() { "no limit".to_owned() } else { format!("at most {}", caps.join(" and ")) };
    format!("using {} at {address} ({most})", settings.model)
}

//! The model that an agent is set up with, as it is asked.

use studio_runtime::context::AgentModel;

use crate::{
    Error, ErrorCode, Studio,
    base::error::not_found,
    dto::{ModelProvider, ModelSettings},
    models::spec::completed,
    state::session::Session,
};

impl Studio {
    /// What the model is asked with that an agent is set up with.
    pub fn get_agent_model(&self, agent: &str) -> Result<ModelSettings, Error> {
        let session = self.session()?;
        session.model_of_agent(&session.own_model_of(agent)?)
    }
}

impl Session {
    /// The model of an agent, by the agent's id or name.
    pub(crate) fn own_model_of(&self, agent: &str) -> Result<AgentModel, Error> {
        let found = match agent.parse() {
            Ok(id) => self.library.get_agent(id),
            Err(_) => self.library.find_agent(agent),
        };
        let agent = found.map_err(|error| match error {
            studio_store::Error::NotFound { .. } => not_found("agent", agent),
            other => other.into(),
        })?;
        Ok(AgentModel {
            provider: agent.model_provider,
            name: agent.model_name,
            key: agent.api_key_ref.unwrap_or_default(),
            temperature: agent.temperature,
            max_tokens: agent.max_tokens.and_then(|most| u32::try_from(most).ok()),
        })
    }

    /// What an agent's model is asked with: as the library's chat model of that provider and name is, where there is one, and
    /// with the agent's own key where it has one.
    pub(crate) fn model_of_agent(&self, own: &AgentModel) -> Result<ModelSettings, Error> {
        let provider = ModelProvider::parse(&own.provider.trim().to_ascii_lowercase()).ok_or_else(|| {
            let message = format!(
                "The agent's provider “{}” can't be asked. Set one of openai, openai-responses, anthropic or ollama on the \
                 agent's page.",
                own.provider
            );
            Error::new(ErrorCode::Invalid, message)
        })?;
        let is_it = |model: &ModelSettings| model.provider == provider && model.model == own.name;
        let known = self.models()?.models.into_iter().find(is_it);
        let mut settings = known.unwrap_or_else(|| ModelSettings {
            name: own.name.clone(),
            provider,
            model: own.name.clone(),
            ..ModelSettings::default()
        });
        if !own.key.is_empty() {
            settings.secret.clone_from(&own.key);
        }
        completed(&settings)
    }
}

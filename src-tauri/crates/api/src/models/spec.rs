//! A model's settings, checked and completed, and what they come to when it is asked: an address, a name and a key.

use studio_connect::{Key, ModelSpec, Provider, secrets::check_name};
use studio_model::sentence;
use studio_text::credentials::is_credential;

use crate::{
    Error, ErrorCode,
    base::typed::refuse_credential,
    dto::{ModelProvider, ModelSettings},
    state::session::Session,
};

/// Longest name of an environment variable. A longer text is probably the key itself.
const MOST_NAME_CHARS: usize = 40;

/// Tokens a reply may have where nothing is said.
const USUAL_OUTPUT: u32 = 4_096;

impl Session {
    /// The model of settings that this user has saved, with its key.
    pub(crate) fn model_spec(&self, settings: &ModelSettings) -> Result<ModelSpec, Error> {
        let provider = provider(settings);
        if provider != Provider::Mock && !self.saved_destinations().contains(&destination(settings)) {
            let message = format!(
                "These settings came with the library and would send queries to {}{}. Review the model settings and save them \
                 to allow this.",
                address(settings, provider),
                key_place(settings).map(|place| format!(", with the key in {place}")).unwrap_or_default()
            );
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        self.spec_with_key(settings)
    }

    /// The model with its key, whoever named it. A secret goes only where it was allowed to go.
    pub(crate) fn spec_with_key(&self, settings: &ModelSettings) -> Result<ModelSpec, Error> {
        let provider = provider(settings);
        let key = if provider == Provider::Mock {
            None
        } else if !settings.secret.is_empty() {
            if let Some(request) = self.shared.asked_for_key(settings)? {
                let place = request.argv.first().cloned().unwrap_or_default();
                let message = format!(
                    "The secret {} isn't allowed to be sent to {place}. Save the model's settings again to allow it.",
                    settings.secret
                );
                return Err(Error::new(ErrorCode::Invalid, message));
            }
            let secret = self.shared.secrets.get(&settings.secret);
            let secret = secret.map_err(|cause| Error::new(ErrorCode::Invalid, sentence(&cause.to_string())))?;
            Some(Key::new(&settings.secret, secret.expose()))
        } else if settings.key_variable.is_empty() {
            None
        } else {
            let name = &settings.key_variable;
            Some(Key::new(name, &std::env::var(name).map_err(|_| unset(name))?))
        };
        let spec = spec(settings, provider, key);
        spec.check()?;
        Ok(spec)
    }
}

impl From<studio_connect::Error> for Error {
    fn from(error: studio_connect::Error) -> Self {
        let fragment = error.to_string();
        // An address at the beginning stays as it is.
        let said = if fragment.starts_with("http") { format!("{fragment}.") } else { sentence(&fragment) };
        Self::new(ErrorCode::Invalid, said)
    }
}

/// The name of the model asked, for people.
pub(crate) fn model_name(settings: &ModelSettings) -> String {
    if settings.model.is_empty() || is_mock(settings) { settings.provider.to_string() } else { settings.model.clone() }
}

/// Whether the stand-in answers, which costs nothing.
pub(crate) fn is_mock(settings: &ModelSettings) -> bool {
    settings.provider == ModelProvider::Mock
}

/// Tokens a reply may have in a session.
pub(crate) fn most_output(settings: &ModelSettings) -> u32 {
    if settings.max_output == 0 { USUAL_OUTPUT } else { settings.max_output }
}

/// Where the key is, as people name it; none where there is none.
pub(crate) fn key_place(settings: &ModelSettings) -> Option<String> {
    match (settings.secret.as_str(), settings.key_variable.as_str()) {
        ("", "") => None,
        ("", variable) => Some(variable.to_owned()),
        (secret, _) => Some(format!("secret://{secret}")),
    }
}

pub(crate) const fn provider(settings: &ModelSettings) -> Provider {
    match settings.provider {
        ModelProvider::Mock => Provider::Mock,
        ModelProvider::OpenAi => Provider::OpenAi,
        ModelProvider::OpenAiResponses => Provider::OpenAiResponses,
        ModelProvider::Anthropic => Provider::Anthropic,
        ModelProvider::Ollama => Provider::Ollama,
    }
}

/// The settings as they are kept, if they can be.
pub(crate) fn completed(settings: &ModelSettings) -> Result<ModelSettings, Error> {
    let provider = provider(settings);
    let price = |dollars: f64| -> Result<f64, Error> {
        if dollars.is_finite() && dollars >= 0.0 {
            return Ok(dollars);
        }
        Err(Error::new(ErrorCode::Invalid, "Enter the price in dollars, or 0 if unknown."))
    };
    let base_url = settings.base_url.trim().to_owned();
    let (model, name) = (settings.model.trim().to_owned(), settings.name.trim());
    let secret = secret(settings)?;
    let key_variable =
        if secret.is_empty() { key_variable(settings, provider, base_url.is_empty())? } else { String::new() };
    let completed = ModelSettings {
        name: if name.is_empty() { model.clone() } else { name.to_owned() },
        model,
        key_variable,
        secret,
        base_url,
        input_price: price(settings.input_price)?,
        output_price: price(settings.output_price)?,
        ..settings.clone()
    };
    let typed = [&completed.name, &completed.model, &completed.base_url].map(String::as_str).join("\n");
    refuse_credential("The name or URL of the chat model", &typed)?;
    // Whether it is set is seen when the model is asked; here any key does.
    spec(&completed, provider, key_place(&completed).map(|place| Key::new(&place, "key"))).check()?;
    Ok(completed)
}

/// The name of the secret that is the key; as a reference it means the same.
fn secret(settings: &ModelSettings) -> Result<String, Error> {
    let named = settings.secret.trim();
    let named = named.strip_prefix("secret://").unwrap_or(named);
    if named.is_empty() {
        return Ok(String::new());
    }
    // What was typed is not repeated: it may be the key itself.
    check_name(named).map_err(|_| {
        let message = "Invalid secret name. Choose a secret, or add the key as one in Settings > Secrets. Names can \
                       only contain a-z, 0-9, -, and _.";
        Error::new(ErrorCode::Invalid, message)
    })?;
    Ok(named.to_owned())
}

/// The environment variable that holds the key: the one named, else the usual one where it is sure to be wanted.
fn key_variable(settings: &ModelSettings, provider: Provider, is_own_address: bool) -> Result<String, Error> {
    let named = settings.key_variable.trim();
    let is_name = named.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !named.starts_with(|letter: char| letter.is_ascii_digit())
        && named.len() <= MOST_NAME_CHARS
        && !is_credential("", named);
    if !is_name {
        // What was typed is not repeated: it may be the key itself.
        let message = "Not an environment variable name. Enter one, such as OPENAI_API_KEY. The key stays in the environment \
                       and is never stored.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    let usual = provider.usual_key_variable();
    let is_of_another = usual != Some(named)
        && Provider::ALL.iter().any(|other| *other != provider && other.usual_key_variable() == Some(named));
    Ok(match provider {
        Provider::Ollama => String::new(),
        _ if is_own_address && (named.is_empty() || is_of_another) => usual.unwrap_or_default().to_owned(),
        _ => named.to_owned(),
    })
}

fn spec(settings: &ModelSettings, provider: Provider, key: Option<Key>) -> ModelSpec {
    let base_url = Some(settings.base_url.clone()).filter(|address| !address.is_empty());
    ModelSpec { provider, model: settings.model.clone(), base_url, key }
}

/// Where a model is asked.
pub(crate) fn address(settings: &ModelSettings, provider: Provider) -> &str {
    if settings.base_url.is_empty() { provider.own_address().unwrap_or_default() } else { &settings.base_url }
}

/// The scheme, host and port of it.
pub(crate) fn origin(settings: &ModelSettings) -> String {
    let address = address(settings, provider(settings));
    studio_connect::rest::origin_of(address).unwrap_or_else(|| address.to_owned())
}

/// Where queries and the key would go, as it is remembered.
pub(crate) fn destination(settings: &ModelSettings) -> String {
    let key = if settings.secret.is_empty() {
        settings.key_variable.clone()
    } else {
        format!("secret://{}", settings.secret)
    };
    format!("{} {} {key}", settings.provider, settings.base_url)
}

fn unset(name: &str) -> Error {
    let message = format!(
        "The environment variable {name} isn't set. Set it to the key and restart Skill Studio, or choose another in the \
         model settings."
    );
    Error::new(ErrorCode::Invalid, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(provider: ModelProvider, model: &str, base_url: &str, key_variable: &str) -> ModelSettings {
        ModelSettings {
            provider,
            model: model.to_owned(),
            base_url: base_url.to_owned(),
            key_variable: key_variable.to_owned(),
            ..Default::default()
        }
    }

    #[test]
    fn the_key_variable_is_the_one_that_is_meant() {
        let variable = |provider, base, named| completed(&settings(provider, "m", base, named)).unwrap().key_variable;
        assert_eq!(variable(ModelProvider::OpenAi, "", ""), "OPENAI_API_KEY");
        assert_eq!(variable(ModelProvider::Anthropic, "", " MY_KEY "), "MY_KEY");
        assert_eq!(variable(ModelProvider::Anthropic, "", "OPENAI_API_KEY"), "ANTHROPIC_API_KEY");
        assert_eq!(variable(ModelProvider::OpenAi, "http://localhost:8080/v1", ""), "");
        assert_eq!(variable(ModelProvider::OpenAiResponses, "", "OPENAI_API_KEY"), "OPENAI_API_KEY");
        assert_eq!(variable(ModelProvider::Ollama, "", "OPENAI_API_KEY"), "");
        let with_secret = ModelSettings {
            secret: " secret://my-key ".to_owned(),
            ..settings(ModelProvider::OpenAi, "m", "", "OPENAI_API_KEY")
        };
        let kept = completed(&with_secret).unwrap();
        assert_eq!((kept.secret.as_str(), kept.key_variable.as_str()), ("my-key", ""));
    }

    #[test]
    fn settings_that_cannot_work_are_refused_and_a_key_is_not_repeated() {
        let refused = |settings: &ModelSettings| completed(settings).unwrap_err().message;
        for (tried, words) in [
            (settings(ModelProvider::OpenAi, " ", "", ""), "No model is set for openai"),
            (
                ModelSettings { secret: "My Key".to_owned(), ..settings(ModelProvider::OpenAi, "m", "", "") },
                "Invalid secret name",
            ),
            (settings(ModelProvider::OpenAi, "m", "localhost:80", ""), "“localhost:80” isn't a valid model URL"),
            (settings(ModelProvider::OpenAi, "m", "http://example.org/v1", "MY_KEY"), "isn't encrypted"),
            (ModelSettings { input_price: -1.0, ..settings(ModelProvider::Mock, "", "", "") }, "Enter the price"),
        ] {
            let message = refused(&tried);
            assert!(message.contains(words), "{message}");
        }
        for key in [
            "sk-proj-1234",
            "0123456789abcdef",
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
            "f00d8c1ab2e94d5fa7c3e1b0d9f8a6c4",
        ] {
            let message = refused(&settings(ModelProvider::OpenAi, "m", "", key));
            assert!(message.contains("OPENAI_API_KEY") && !message.contains(key), "{message}");
        }
        assert!(completed(&settings(ModelProvider::Mock, "", "", "")).is_ok());
    }
}

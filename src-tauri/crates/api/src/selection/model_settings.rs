//! Which chat model picks skills: kept with the library, and asked only where this user has saved the settings.
//!
//! A library may come from somebody else. What it says about a model names an address that queries go to and an
//! environment variable that is sent along, so it counts only after it was saved on this machine.

use std::path::PathBuf;

use studio_connect::{ModelSpec, Provider};
use studio_model::sentence;
use studio_text::credentials::is_credential;

use crate::{
    Error, ErrorCode, Studio,
    dto::{ModelProvider, ModelSettings},
    kept::{
        self, Mirror,
        user::{ChatModel, ChatModels},
    },
    state::session::Session,
};

const SETTING: &str = "model";

/// What this user has saved, beside the list of recent libraries.
const SAVED_HERE: &str = "chat-models.json";

/// Longest name of an environment variable. A longer text is probably the key itself.
const MOST_NAME_CHARS: usize = 40;

impl Studio {
    /// The chat model that picks skills; the mock where none was set.
    pub fn model_settings(&self) -> Result<ModelSettings, Error> {
        self.session()?.model_settings()
    }

    /// Sets the chat model that picks skills. The key is not among the settings, only the name of its environment
    /// variable.
    pub fn set_model_settings(&self, settings: &ModelSettings) -> Result<ModelSettings, Error> {
        let session = self.session()?;
        let settings = completed(settings)?;
        let text = kept::write_text::<ChatModel>(&Mirror::of(&settings))?;
        session.remember_destination(&settings)?;
        session.library.aside().set_setting(SETTING, &text)?;
        Ok(settings)
    }
}

impl Studio {
    /// The variable of the key and where it would be sent, unless the author has allowed that pair before.
    pub(crate) fn new_key_place(&self, settings: &ModelSettings) -> Result<Option<(String, String)>, Error> {
        let settings = completed(settings)?;
        let provider = provider(&settings);
        let is_known = || Ok::<_, Error>(self.session()?.saved_destinations().contains(&destination(&settings)));
        if provider == Provider::Mock || settings.key_variable.is_empty() || is_known()? {
            return Ok(None);
        }
        let place = address(&settings, provider);
        let place = studio_connect::rest::origin_of(place).unwrap_or_else(|| place.to_owned());
        Ok(Some((settings.key_variable, place)))
    }
}

impl Session {
    /// The library's chat model.
    pub(crate) fn model_settings(&self) -> Result<ModelSettings, Error> {
        let Some(text) = self.library.get_setting(SETTING)? else { return Ok(ModelSettings::default()) };
        match kept::read_text::<ChatModel>(&text) {
            Ok(kept) => Ok(Mirror::shown(kept)),
            // The mock in its place would answer as if it were the model.
            Err(cause) => {
                let message = format!(
                    "The settings of the chat model can't be read. {cause} Set the model again in the Playground."
                );
                Err(Error::new(ErrorCode::Invalid, message))
            }
        }
    }

    /// The model with its key, if it may be asked.
    pub(crate) fn model_spec(&self, settings: &ModelSettings) -> Result<ModelSpec, Error> {
        let provider = provider(settings);
        if provider != Provider::Mock && !self.saved_destinations().contains(&destination(settings)) {
            let message = format!(
                "These settings came with the library and would send queries to {}{}. Check the model settings, \
                 and save them if this is intended.",
                address(settings, provider),
                if settings.key_variable.is_empty() {
                    String::new()
                } else {
                    format!(", with the key in {}", settings.key_variable)
                }
            );
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let key = match settings.key_variable.as_str() {
            _ if provider == Provider::Mock => None,
            "" => None,
            name => Some(std::env::var(name).map_err(|_| unset(name))?),
        };
        let spec = spec(settings, provider, key);
        spec.check()?;
        Ok(spec)
    }

    fn saved_here(&self) -> PathBuf {
        self.shared.config.data_dir.join(SAVED_HERE)
    }

    fn saved_destinations(&self) -> Vec<String> {
        // A file that is lost or broken costs saving the settings once more.
        let kept = kept::read_file::<ChatModels>(&self.saved_here()).ok().flatten().and_then(Result::ok);
        kept.unwrap_or_default().saved
    }

    fn remember_destination(&self, settings: &ModelSettings) -> Result<(), Error> {
        let (mut saved, new) = (self.saved_destinations(), destination(settings));
        if saved.contains(&new) {
            return Ok(());
        }
        saved.push(new);
        let bytes = kept::file_bytes(&ChatModels { saved }).map_err(|cause| Error::interrupted(&cause))?;
        let file = self.saved_here();
        studio_pack::write_atomically(&file, &bytes).map_err(|cause| {
            let message = format!("The model settings could not be saved in {}.", file.display());
            Error::new(ErrorCode::File, message).with_detail(&cause)
        })
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

const fn provider(settings: &ModelSettings) -> Provider {
    match settings.provider {
        ModelProvider::Mock => Provider::Mock,
        ModelProvider::OpenAi => Provider::OpenAi,
        ModelProvider::Anthropic => Provider::Anthropic,
        ModelProvider::Ollama => Provider::Ollama,
    }
}

/// The settings as they are kept, if they can be.
fn completed(settings: &ModelSettings) -> Result<ModelSettings, Error> {
    let provider = provider(settings);
    let price = |dollars: f64| -> Result<f64, Error> {
        if dollars.is_finite() && dollars >= 0.0 {
            return Ok(dollars);
        }
        Err(Error::new(ErrorCode::Invalid, "A price is a number of dollars, 0 where it is not known."))
    };
    let base_url = settings.base_url.trim().to_owned();
    let completed = ModelSettings {
        provider: settings.provider,
        model: settings.model.trim().to_owned(),
        key_variable: key_variable(settings, provider, base_url.is_empty())?,
        base_url,
        input_price: price(settings.input_price)?,
        output_price: price(settings.output_price)?,
    };
    // Whether the variable is set is seen when the model is asked; here any key does.
    let key = (!completed.key_variable.is_empty()).then(|| "key".to_owned());
    spec(&completed, provider, key).check()?;
    Ok(completed)
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
        let message = "That is not the name of an environment variable. Type its name, such as OPENAI_API_KEY; the key \
                       itself stays in the environment and is kept nowhere.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    let is_of_another =
        Provider::ALL.iter().any(|other| *other != provider && other.usual_key_variable() == Some(named));
    Ok(match provider {
        Provider::Ollama => String::new(),
        _ if is_own_address && (named.is_empty() || is_of_another) => {
            provider.usual_key_variable().unwrap_or_default().to_owned()
        }
        _ => named.to_owned(),
    })
}

fn spec(settings: &ModelSettings, provider: Provider, key: Option<String>) -> ModelSpec {
    let base_url = Some(settings.base_url.clone()).filter(|address| !address.is_empty());
    ModelSpec { provider, model: settings.model.clone(), base_url, key }
}

fn address(settings: &ModelSettings, provider: Provider) -> &str {
    if settings.base_url.is_empty() { provider.own_address().unwrap_or_default() } else { &settings.base_url }
}

/// Where queries and the key would go, as it is remembered.
fn destination(settings: &ModelSettings) -> String {
    format!("{} {} {}", settings.provider, settings.base_url, settings.key_variable)
}

fn unset(name: &str) -> Error {
    let message = format!(
        "The environment variable {name} is not set. Set it to the key and start the studio again, or name another in \
         the model settings."
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
        assert_eq!(variable(ModelProvider::Ollama, "", "OPENAI_API_KEY"), "");
    }

    #[test]
    fn settings_that_cannot_work_are_refused_and_a_key_is_not_repeated() {
        let refused = |settings: &ModelSettings| completed(settings).unwrap_err().message;
        for (tried, words) in [
            (settings(ModelProvider::OpenAi, " ", "", ""), "No model is chosen for openai"),
            (settings(ModelProvider::OpenAi, "m", "localhost:80", ""), "“localhost:80” cannot be"),
            (settings(ModelProvider::OpenAi, "m", "http://example.org/v1", "MY_KEY"), "not encrypted"),
            (ModelSettings { input_price: -1.0, ..settings(ModelProvider::Mock, "", "", "") }, "A price is"),
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

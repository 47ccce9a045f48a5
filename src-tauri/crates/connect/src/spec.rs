//! Which model is asked, and where it is.

use std::{fmt, net::IpAddr};

use reqwest::Url;

use crate::{Error, secrets::Secret};

/// Who offers chat models, by the protocol spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    /// None: the nearest words in the prompt, offline and always the same.
    Mock,
    /// The chat completions of `OpenAI`, which most other servers speak too.
    OpenAi,
    /// The responses of `OpenAI`, its newer protocol.
    OpenAiResponses,
    /// Anthropic's messages.
    Anthropic,
    /// Ollama's chat.
    Ollama,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 5] = [Self::Mock, Self::OpenAi, Self::OpenAiResponses, Self::Anthropic, Self::Ollama];

    /// Its name in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mock => "mock",
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Ollama => "ollama",
        }
    }

    /// The provider of a name, letter case aside.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str().eq_ignore_ascii_case(name.trim()))
    }

    /// Where it is found when no address is given.
    pub const fn own_address(self) -> Option<&'static str> {
        match self {
            Self::Mock => None,
            Self::OpenAi | Self::OpenAiResponses => Some("https://api.openai.com/v1/"),
            Self::Anthropic => Some("https://api.anthropic.com/v1/"),
            Self::Ollama => Some("http://localhost:11434/"),
        }
    }

    /// Name of the environment variable that usually holds its key.
    pub const fn usual_key_variable(self) -> Option<&'static str> {
        match self {
            Self::Mock | Self::Ollama => None,
            Self::OpenAi | Self::OpenAiResponses => Some("OPENAI_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
        }
    }
}

/// One model of one provider.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelSpec {
    /// Who offers it.
    pub provider: Provider,
    /// Its name there; the mock has none.
    pub model: String,
    /// Address of the server up to the protocol's own part (`https://host/v1`), where it is not the provider's own.
    pub base_url: Option<String>,
    /// What the server wants to see before it answers.
    pub key: Option<Key>,
}

/// A key, and what stands for it wherever a request is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Name of a variable.
    pub variable: String,
    /// The key itself.
    pub secret: Secret,
}

impl Key {
    /// A key under a name. Whatever a shell would not take for the name of a variable becomes `_`.
    pub fn new(name: &str, secret: &str) -> Self {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let letters = name.chars().map(|letter| if is_plain(letter) { letter.to_ascii_uppercase() } else { '_' });
        let mut variable: String = letters.collect();
        if !variable.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
            variable.insert(0, '_');
        }
        Self { variable, secret: Secret::new(secret.trim()) }
    }
}

impl ModelSpec {
    /// Whether it could be asked: a name, an address that is one, a key where one is sure to be wanted, and no key sent
    /// in the clear.
    pub fn check(&self) -> Result<(), Error> {
        if self.provider == Provider::Mock {
            return Ok(());
        }
        if self.model.trim().is_empty() {
            return Err(Error::NoModel { provider: self.provider.as_str() });
        }
        let address = self.address()?;
        let has_key = self.key().is_some();
        if !has_key && self.base_url().is_none() && self.provider.usual_key_variable().is_some() {
            return Err(Error::NoKey { address: address.to_string() });
        }
        if has_key && address.scheme() == "http" && !is_loopback(&address) {
            return Err(Error::KeyInTheClear { address: address.to_string() });
        }
        if self.key().is_some_and(|key| !key.secret.expose().chars().all(|letter| letter.is_ascii_graphic())) {
            return Err(Error::BadKey);
        }
        Ok(())
    }

    /// The server's address, with a slash at its end.
    pub(crate) fn address(&self) -> Result<Url, Error> {
        let text = self.base_url().or(self.provider.own_address()).unwrap_or_default();
        let bad = |cause: String| Error::BadAddress { address: text.to_owned(), cause };
        let mut url = Url::parse(text).map_err(|cause| bad(cause.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad("it doesn't start with http:// or https://".to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            // Not repeated in the message: what is written there is a secret.
            let (address, cause) = (redacted(url), "a password in a URL would be shown and logged".to_owned());
            return Err(Error::BadAddress { address, cause });
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(bad("it has a part after ? or #".to_owned()));
        }
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        Ok(url)
    }

    pub(crate) fn key(&self) -> Option<&Key> {
        self.key.as_ref().filter(|key| !key.secret.expose().is_empty())
    }

    fn base_url(&self) -> Option<&str> {
        self.base_url.as_deref().map(str::trim).filter(|address| !address.is_empty())
    }
}

impl fmt::Debug for ModelSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ModelSpec")
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("base_url", &self.base_url)
            .field("key", &self.key.as_ref().map(|key| &key.variable))
            .finish()
    }
}

/// Whether what is sent to an address stays on this machine.
pub fn is_on_this_machine(address: &str) -> bool {
    Url::parse(address).is_ok_and(|address| is_loopback(&address))
}

/// Whether an address stays on this machine.
pub(crate) fn is_loopback(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn redacted(mut url: Url) -> String {
    // Fails only where there can be no user, and then there is none.
    let _ = url.set_username("").and_then(|()| url.set_password(None));
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(provider: Provider, base_url: &str, key: &str) -> ModelSpec {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let key = given(key).map(|key| Key::new("MY_KEY", &key));
        ModelSpec { provider, model: "small".to_owned(), base_url: given(base_url), key }
    }

    #[test]
    fn providers_are_read_as_they_are_written() {
        for provider in Provider::ALL {
            assert_eq!(Provider::parse(provider.as_str()), Some(provider));
        }
        assert_eq!(Provider::parse(" OpenAI "), Some(Provider::OpenAi));
        assert_eq!(Provider::parse("bard"), None);
    }

    #[test]
    fn an_address_is_completed_and_checked() {
        let address = |base: &str| spec(Provider::OpenAi, base, "").address().map(|url| url.to_string());
        assert_eq!(address("").unwrap(), "https://api.openai.com/v1/");
        assert_eq!(address(" http://127.0.0.1:8080/v1 ").unwrap(), "http://127.0.0.1:8080/v1/");
        for bad in ["api.openai.com", "file:///etc", "https://x/v1?a=b", "https://x/#v1", "http://", "not an address"] {
            assert!(matches!(address(bad), Err(Error::BadAddress { .. })), "{bad}");
        }
    }

    #[test]
    fn a_key_is_wanted_where_it_is_needed_and_never_sent_in_the_clear() {
        let check = |provider, base: &str, key: &str| spec(provider, base, key).check();
        assert!(matches!(check(Provider::OpenAi, "", ""), Err(Error::NoKey { .. })));
        assert!(matches!(check(Provider::Anthropic, "", " "), Err(Error::NoKey { .. })));
        assert!(check(Provider::OpenAi, "", "sk-1").is_ok());
        assert!(check(Provider::OpenAi, "http://localhost:1/v1", "").is_ok());
        assert!(check(Provider::OpenAi, "http://[::1]:1/v1", "sk-1").is_ok());
        assert!(check(Provider::Ollama, "", "").is_ok());
        assert!(check(Provider::Ollama, "http://192.168.0.2:11434", "").is_ok());
        assert!(matches!(check(Provider::Ollama, "http://192.168.0.2", "k"), Err(Error::KeyInTheClear { .. })));
        assert!(matches!(check(Provider::OpenAi, "", "sk-1\nsk-2"), Err(Error::BadKey)));
        let nameless = ModelSpec { model: " ".to_owned(), ..spec(Provider::Ollama, "", "") };
        assert!(matches!(nameless.check(), Err(Error::NoModel { .. })));
        assert!(ModelSpec { provider: Provider::Mock, ..nameless }.check().is_ok());
    }

    #[test]
    fn a_key_is_shown_as_a_variable_that_a_shell_knows() {
        let variable = |name: &str| Key::new(name, "sk").variable;
        assert_eq!(variable("OPENAI_API_KEY"), "OPENAI_API_KEY");
        assert_eq!(variable("my-key.2"), "MY_KEY_2");
        assert_eq!(variable("2nd"), "_2ND");
        assert_eq!(variable(""), "_");
    }

    #[test]
    fn a_key_is_never_printed() {
        assert!(!format!("{:?}", spec(Provider::OpenAi, "", "sk-secret")).contains("sk-secret"));
        let told = spec(Provider::OpenAi, "https://me:hunter2@host/v1", "").check().unwrap_err();
        assert!(!format!("{told} {told:?}").contains("hunter2"));
    }
}

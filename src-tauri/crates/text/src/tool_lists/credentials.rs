//! Which values are credentials, and what stands in their place.

/// Longest name of a secret.
const LONGEST: usize = 64;

/// Words in a header's, variable's or parameter's name that say it holds a credential.
const TELLING: [&str; 12] = [
    "token",
    "secret",
    "password",
    "passwd",
    "apikey",
    "api_key",
    "access_key",
    "private_key",
    "credential",
    "auth",
    "session",
    "cookie",
];

/// Beginnings of well-known keys, which tell a credential whatever the name beside it.
const KEYS: [&str; 12] = [
    "sk-",
    "sk_live_",
    "sk_test_",
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "eyJhbGci",
];

/// Secrets found in one text: each value once, each under a name of its own.
#[derive(Debug, Default)]
pub(super) struct Found(pub(super) Vec<(String, String)>);

impl Found {
    /// Takes a value out and gives the reference that stands for it.
    pub(super) fn keep(&mut self, wanted: &str, value: &str) -> String {
        if let Some((name, _)) = self.0.iter().find(|(_, known)| known == value) {
            return reference(name);
        }
        let base = secret_name(wanted);
        let is_free = |name: &String| self.0.iter().all(|(taken, _)| taken != name);
        let name = std::iter::once(base.clone())
            .chain((2..10_000).map(|number| format!("{}-{number}", shortened(&base, LONGEST - 6))))
            .find(is_free)
            .unwrap_or(base);
        self.0.push((name.clone(), value.to_owned()));
        reference(&name)
    }

    /// A value with its credential taken out, if it holds one. The scheme of an authorisation stays readable.
    pub(super) fn take_out(&mut self, wanted: &str, field: &str, value: &str) -> Option<String> {
        let value = value.trim();
        if !holds_credential(field, value) {
            return None;
        }
        let (scheme, credential) = match value.split_once(' ') {
            Some((scheme, rest)) if is_scheme(scheme) && !rest.trim().is_empty() => (format!("{scheme} "), rest.trim()),
            _ => (String::new(), value),
        };
        Some(format!("{scheme}{}", self.keep(wanted, credential)))
    }
}

/// How a secret is referred to.
pub(super) fn reference(name: &str) -> String {
    format!("secret://{name}")
}

/// A name a secret can have, as close to `wanted` as one can be.
pub(super) fn secret_name(wanted: &str) -> String {
    let folded: String = wanted
        .chars()
        .map(|next| if next.is_ascii_alphanumeric() || next == '_' { next.to_ascii_lowercase() } else { '-' })
        .collect();
    let joined = folded.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if joined.is_empty() { "secret".to_owned() } else { shortened(&joined, LONGEST).to_owned() }
}

fn shortened(name: &str, longest: usize) -> &str {
    name[..name.len().min(longest)].trim_end_matches('-')
}

/// Whether a field's value is a credential itself: not empty, not a reference to one, not a place for a parameter.
fn holds_credential(field: &str, value: &str) -> bool {
    let is_elsewhere =
        value.contains("${") || value.contains("{{") || value.contains("secret://") || value.starts_with('$');
    if value.is_empty() || is_elsewhere || matches!(value, "true" | "false" | "null") {
        return false;
    }
    is_telling(field) || KEYS.iter().any(|key| value.starts_with(key) && value.len() >= key.len() + 8)
}

/// Whether a field of this name holds a credential.
pub(super) fn is_telling(field: &str) -> bool {
    let field = field.to_ascii_lowercase().replace('-', "_");
    let is_harmless = field == "author"
        || ["token_url", "auth_url", "author_", "auth_type", "tokens", "tokenizer"]
            .iter()
            .any(|word| field.contains(word));
    !is_harmless
        && (TELLING.iter().any(|word| field.contains(word))
            || field == "key"
            || field.ends_with("_key")
            || field.ends_with("_pat"))
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "token", "apikey", "digest", "negotiate", "bot"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

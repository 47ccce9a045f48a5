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

impl Found {
    /// An address with its password, and the credentials of its query, taken out, if it holds any.
    pub(super) fn take_out_of_address(&mut self, wanted: &str, address: &str) -> Option<String> {
        let (scheme, rest) = address.split_once("://")?;
        let (authority, path) = rest.find(['/', '?', '#']).map_or((rest, ""), |at| rest.split_at(at));
        let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
        let authority = match authority.rsplit_once('@').and_then(|(user, host)| Some((user.split_once(':')?, host))) {
            Some(((user, password), host)) if is_value(password) => {
                format!("{user}:{}@{host}", self.keep(&format!("{wanted}-password"), password))
            }
            _ => authority.to_owned(),
        };
        let entry = |pair: &str| match pair.split_once('=') {
            Some((key, value)) if holds_credential(key, value) => {
                format!("{key}={}", self.keep(&format!("{wanted}-{key}"), value))
            }
            _ => pair.to_owned(),
        };
        let query = query.map(|query| query.split('&').map(entry).collect::<Vec<_>>().join("&"));
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let result = format!("{scheme}://{authority}{path}{query}");
        (result != address).then_some(result)
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

/// Whether a field's value is a credential.
fn holds_credential(field: &str, value: &str) -> bool {
    is_value(value)
        && (is_telling(field) || KEYS.iter().any(|key| value.starts_with(key) && value.len() >= key.len() + 8))
}

/// Whether a value stands for itself: it is neither empty, nor a variable, nor a place or reference.
fn is_value(value: &str) -> bool {
    let is_elsewhere =
        value.contains("${") || value.contains("{{") || value.contains("secret://") || value.starts_with('$');
    !(value.is_empty() || is_elsewhere || matches!(value, "true" | "false" | "null"))
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

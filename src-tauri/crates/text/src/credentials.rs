//! Which values are credentials, and what stands in their place. The one place that knows: what is read, what is saved and
//! what the window keeps all ask here.

mod nested;
mod written;

pub use written::{Written, written_in};

/// Longest name of a secret.
const LONGEST: usize = 64;

/// Words in a header's, variable's or parameter's name that say it holds a credential; `_` stands for a hyphen or blank, too.
pub const TELLING: [&str; 16] = [
    "token",
    "secret",
    "passw",
    "passphrase",
    "pwd",
    "apikey",
    "api_key",
    "accesskey",
    "access_key",
    "privatekey",
    "private_key",
    "credential",
    "auth",
    "session",
    "cookie",
    "bearer",
];

/// Whole words that begin like one of these, and say nothing.
pub const HARMLESS: [&str; 13] = [
    "author",
    "authors",
    "authurl",
    "auth_url",
    "authtype",
    "auth_type",
    "tokens",
    "tokenize",
    "tokenizer",
    "tokenization",
    "tokenurl",
    "token_url",
    "sessions",
];

/// Last words of a name that say the same.
pub const ENDINGS: [&str; 2] = ["key", "pat"];

/// Beginnings of well-known keys, which tell a credential whatever the name beside it.
pub const KEYS: [&str; 18] = [
    "sk-",
    "sk_",
    "pk_",
    "rk_",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xoxa-",
    "xoxb-",
    "xoxp-",
    "xoxs-",
    "AKIA",
    "AIza",
    "eyJ",
    "hf_",
];

/// Letters and digits mixed, as many in one run as no word and no number has.
pub const LONG_RUN: usize = 20;

/// Secrets found in one text: each value once, each under a name of its own.
#[derive(Debug, Default)]
pub struct Found(pub Vec<(String, String)>);

/// What stands where a credential was left out for good.
pub const LEFT_OUT: &str = "••••";

impl Found {
    /// Takes a value out and gives the reference that stands for it.
    pub fn keep(&mut self, wanted: &str, value: &str) -> String {
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
    pub fn take_out(&mut self, wanted: &str, field: &str, value: &str) -> Option<String> {
        let value = value.trim();
        if !is_credential(field, value) {
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
    /// An address with its password, and the credentials of its path and query, taken out, if it holds any.
    pub fn take_out_of_address(&mut self, wanted: &str, address: &str) -> Option<String> {
        let (scheme, rest) = address.split_once("://")?;
        let (authority, path) = rest.find(['/', '?', '#']).map_or((rest, ""), |at| rest.split_at(at));
        let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
        let authority = match authority.rsplit_once('@').and_then(|(user, host)| Some((user.split_once(':')?, host))) {
            Some(((user, password), host)) if is_value(password) => {
                format!("{user}:{}@{host}", self.keep(&format!("{wanted}-password"), password))
            }
            _ => authority.to_owned(),
        };
        let part = |part: &str| {
            let is_one = is_value(part) && written::is_in_path(part);
            if is_one { self.keep(&format!("{wanted}-path"), part) } else { part.to_owned() }
        };
        let path = path.split('/').map(part).collect::<Vec<_>>().join("/");
        let entry = |pair: &str| match pair.split_once('=') {
            Some((key, value)) if is_credential(key, value) => {
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

impl Found {
    /// An argument of a program with its credential taken out: `--token=x`, `TOKEN=x`, `x` after `--token`, a header, an
    /// address.
    pub fn take_out_of_argument(&mut self, owner: &str, before: Option<&str>, word: &str) -> Option<String> {
        let is_name = |name: &str| !name.is_empty() && !name.contains([' ', ':', '/']);
        if let Some((name, value)) = word.split_once('=').filter(|(name, _)| is_name(name)) {
            let taken = self.kept_apart(owner, name, value);
            // After `--env=` stands such a pair itself.
            let taken = match taken {
                None if value.contains('=') => self.take_out_of_argument(owner, None, value),
                taken => taken,
            };
            return Some(format!("{name}={}", taken?));
        }
        let flag = before.filter(|before| before.starts_with('-') && !word.starts_with('-')).unwrap_or_default();
        if let Some((header, value)) = word.split_once(':').filter(|_| matches!(flag, "--header" | "-H")) {
            return Some(format!("{header}: {}", self.kept_apart(owner, header, value)?));
        }
        self.kept_apart(owner, flag, word)
    }

    /// A program written in one text with its arguments, these with their credentials taken out.
    pub fn take_out_of_words(&mut self, owner: &str, text: &str) -> Option<String> {
        let mut words = text.split(' ');
        let mut taken = words.next().unwrap_or_default().to_owned();
        let mut before = None;
        for word in words {
            taken.push(' ');
            taken.push_str(&self.take_out_of_argument(owner, before, word).unwrap_or_else(|| word.to_owned()));
            before = Some(word);
        }
        (taken != text).then_some(taken)
    }

    /// What stands for a value that holds a credential, JSON in it with its credentials taken out; none for any other value.
    pub fn kept_apart(&mut self, owner: &str, field: &str, value: &str) -> Option<String> {
        let wanted = format!("{owner}-{}", field.trim_start_matches('-'));
        self.take_out(&wanted, field, value)
            .or_else(|| self.take_out_of_address(&wanted, value))
            .or_else(|| self.take_out_of_inner_json(owner, value))
    }

    /// A script with the credentials taken out that are written out in it; none where there are none.
    pub fn take_out_of_script(&mut self, owner: &str, script: &str) -> Option<String> {
        let mut rest = script;
        let mut taken = String::new();
        for Written { span, name } in written_in(script) {
            let start = script.len() - rest.len();
            if span.start < start {
                continue;
            }
            taken.push_str(&script[start..span.start]);
            taken.push_str(&self.keep(&format!("{owner}-{name}"), span.of(script)));
            rest = &script[span.end..];
        }
        (!taken.is_empty()).then(|| taken + rest)
    }
}

/// How a secret is referred to.
pub fn reference(name: &str) -> String {
    format!("secret://{name}")
}

/// A name a secret can have, as close to `wanted` as one can be.
pub fn secret_name(wanted: &str) -> String {
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

/// Whether a field's value is a credential: by the name beside it, by how keys of well-known services begin, or because it
/// is one long run of letters and digits. The scheme of an authorisation may stand before it.
pub fn is_credential(field: &str, value: &str) -> bool {
    let value = value.trim();
    let bare = value.split_once(' ').filter(|(scheme, _)| is_scheme(scheme)).map_or(value, |(_, rest)| rest.trim());
    is_value(bare) && (is_telling(field) || is_known_key(bare) || is_long_key(bare))
}

fn is_known_key(value: &str) -> bool {
    KEYS.iter()
        .any(|key| value.starts_with(key) && value.len() >= key.len() + 8 && !value.contains(char::is_whitespace))
}

fn is_long_key(value: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+_-=".contains(&byte);
    let is_mixed = |run: &str| {
        run.len() >= LONG_RUN
            && run.bytes().any(|byte| byte.is_ascii_digit())
            && run.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    value.bytes().all(is_plain) && value.split(['-', '_', '+', '=']).any(is_mixed)
}

/// Whether a value stands for itself: it is neither empty, nor a variable, nor a place or reference.
fn is_value(value: &str) -> bool {
    let is_elsewhere =
        value.contains("${") || value.contains("{{") || value.contains("secret://") || value.starts_with('$');
    !(value.is_empty() || is_elsewhere || matches!(value, "true" | "false" | "null" | LEFT_OUT))
}

/// Whether a field of this name holds a credential.
pub fn is_telling(field: &str) -> bool {
    let field = field.to_ascii_lowercase().replace(['-', ' '], "_");
    let is_harmless = |at: usize| {
        let rest = &field[at..];
        let is_whole = |word: &&str| !rest[word.len()..].starts_with(|next: char| next.is_ascii_alphabetic());
        HARMLESS.iter().filter(|word| rest.starts_with(**word)).any(is_whole)
    };
    let tells = |word: &str| field.match_indices(word).any(|(at, _)| !is_harmless(at));
    TELLING.iter().any(|word| tells(word))
        || ENDINGS.iter().any(|end| field == *end || field.ends_with(&format!("_{end}")))
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "token", "apikey", "digest", "negotiate", "bot"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_looks_like_a_credential_is_told_from_what_does_not() {
        for (field, value) in [
            ("Authorization", "Bearer abc"),
            ("X-Api-Key", "k-1"),
            ("authorization", "abc"),
            ("GITHUB_PAT", "abc"),
            ("", "ghp_0123456789abcdef"),
            ("q", "sk-proj-0123456789"),
            ("X-Trace", "3f9c2b7a1d8e4f6a0b5c7d9e"),
            ("", "Bearer a8f5f167f44f4964e6c998dee827110c"),
        ] {
            assert!(is_credential(field, value), "{field}: {value}");
        }
        for (field, value) in [
            ("Authorization", "Bearer secret://weather"),
            ("token", "{{token}}"),
            ("max_tokens", "4096"),
            ("tokenizer", "cl100k"),
            ("auth-type", "basic"),
            ("monkey", "bonobo"),
            ("author", "Ada Lovelace"),
            ("model", "gpt-4o-mini-2024-07-18-preview"),
            ("id", "550e8400-e29b-41d4-a716-446655440000"),
            ("path", "/usr/share/skills/2024/reports"),
            ("Accept", "application/json"),
            ("key", LEFT_OUT),
        ] {
            assert!(!is_credential(field, value), "{field}: {value}");
        }
    }

    #[test]
    fn credentials_are_taken_out_of_paths_and_scripts() {
        let (mut found, key) = (Found::default(), "q7Wx3vK9pLmT5zR8nB2c");
        let hook = format!("https://hooks.a.example/services/T024/{key}?q=1");
        assert_eq!(
            found.take_out_of_address("hook", &hook).unwrap(),
            "https://hooks.a.example/services/T024/secret://hook-path?q=1"
        );
        assert_eq!(found.take_out_of_address("hook", "https://a.example/v2/items/{{id}}/reports-of-2024"), None);
        let script = format!("import os\nAPI_KEY = '{key}'\nprint(API_KEY)\n");
        let taken = found.take_out_of_script("own", &script).unwrap();
        assert_eq!(taken, "import os\nAPI_KEY = 'secret://hook-path'\nprint(API_KEY)\n", "one value has one name");
        assert_eq!(found.take_out_of_script("own", "print(1)\n"), None);
    }

    #[test]
    fn credentials_are_taken_out_of_bodies_and_json_wherever_they_stand() {
        let mut found = Found::default();
        let body =
            r#"{"q": "{{q}}", "deep": [{"api_key": "hunter2"}], "headers": [{"name": "token", "value": "t-1"}]}"#;
        let taken: Value = serde_json::from_str(&found.take_out_of_body("own", body).unwrap()).unwrap();
        assert_eq!(taken["deep"][0]["api_key"], "secret://own-api_key");
        assert_eq!(taken["headers"][0], json!({"name": "token", "value": "secret://own-token"}));
        assert_eq!(
            found.take_out_of_body("own", "a=1&password=hunter3&b=2").unwrap(),
            "a=1&password=secret://own-password&b=2"
        );
        assert_eq!(found.take_out_of_body("own", r#"{"q": "{{q}}", "n": 4}"#), None);
        assert_eq!(found.0.len(), 3);
    }
}

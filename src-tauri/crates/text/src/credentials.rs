//! Which values are credentials, and what stands in their place. The one place that knows: what is read, what is saved and
//! what the window keeps all ask here.

mod address;
mod arguments;
mod beginnings;
mod forms;
mod nested;
mod pairs;
mod passwords;
mod quotes;
mod random;
mod said;
mod written;

pub use written::{Written, left_out_of, left_out_of_file, written_in};

/// Longest name of a secret.
const LONGEST: usize = 64;

/// Words in a header's, variable's or parameter's name that say it holds a credential; `_` stands for a hyphen or blank, too.
pub const TELLING: [&str; 18] = [
    "token",
    "secret",
    "passw",
    "passphrase",
    "pwd",
    "apikey",
    "api_key",
    "accesskey",
    "access_key",
    "accountkey",
    "account_key",
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
pub const ENDINGS: [&str; 3] = ["key", "pat", "pass"];

/// Ends of a name that holds where a credential is, or what it is called.
const PLACES: [&str; 4] = ["_file", "_path", "_name", "keyname"];

/// Last words of a name that holds what some text comes to: one long run by nature.
const DIGESTS: [&str; 11] =
    ["sha", "sha1", "sha256", "sha512", "commit", "rev", "revision", "digest", "hash", "integrity", "checksum"];

/// Beginnings of well-known keys, which tell a credential whatever the name beside it.
pub const KEYS: [&str; 20] = [
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
    "xoxr-",
    "xapp-",
    "AKIA",
    "AIza",
    "eyJ",
    "hf_",
];

/// Letters and digits mixed, as many in one run as no word and no number has.
pub const LONG_RUN: usize = 20;

/// Secrets found in one text: each value once, each under a name of its own. One within JSON that is itself a value is kept as
/// it stands there, escaped: whoever fills the value in puts texts in the places of references and knows no JSON.
#[derive(Debug, Default)]
pub struct Found(
    /// Names and values.
    pub Vec<(String, String)>,
    /// How many values of JSON are around what is looked at.
    usize,
);

/// What stands where a credential was left out for good.
pub const LEFT_OUT: &str = "••••";

impl Found {
    /// Takes a value out and gives the reference that stands for it.
    pub fn keep(&mut self, wanted: &str, value: &str) -> String {
        let value = (0..self.1).fold(value.to_owned(), |value, _| nested::escaped(&value));
        if let Some((name, _)) = self.0.iter().find(|(_, known)| *known == value) {
            return reference(name);
        }
        let base = secret_name(wanted);
        let is_free = |name: &String| self.0.iter().all(|(taken, _)| taken != name);
        let name = std::iter::once(base.clone())
            .chain((2..10_000).map(|number| format!("{}-{number}", shortened(&base, LONGEST - 6))))
            .find(is_free)
            .unwrap_or(base);
        self.0.push((name.clone(), value));
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
    /// What stands for a value that holds a credential, headers, pairs or JSON in it with their credentials taken out; none for
    /// any other value.
    pub fn kept_apart(&mut self, owner: &str, field: &str, value: &str) -> Option<String> {
        let wanted = format!("{owner}-{}", field.trim_start_matches('-'));
        self.take_out_of_headers(owner, field, value)
            .or_else(|| self.take_out(&wanted, field, value))
            .or_else(|| self.take_out_of_pairs(owner, &wanted, value))
            .or_else(|| self.take_out_of_address(&wanted, value))
            .or_else(|| self.take_out_of_inner_json(owner, value))
            .or_else(|| self.take_out_of_script(owner, value))
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
            let end = written::end_of(script, span);
            taken.push_str(&script[start..span.start]);
            taken.push_str(&self.keep(&format!("{owner}-{name}"), &script[span.start..end]));
            rest = &script[end..];
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
    is_value(bare) && (is_telling(field) || is_known_key(bare) || is_long_key(bare) && !is_digest(field, bare))
}

/// Whether a value is what some text comes to: the pin of a package, the name of a commit.
fn is_digest(field: &str, value: &str) -> bool {
    let field = folded(field);
    let is_named = DIGESTS.contains(&field.rsplit('_').next().unwrap_or(&field));
    is_named && (value.starts_with("sha") || value.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A name with its words parted in one way.
fn folded(field: &str) -> String {
    field.to_ascii_lowercase().replace(['-', ' '], "_")
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
    let field = folded(field);
    if PLACES.iter().any(|end| field.ends_with(end)) {
        return false;
    }
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
            ("AccountKey", "ab/cd+ef=="),
            ("SMTP_PASS", "hunter2"),
            ("password_hash", "3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a"),
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
            ("TOKEN_FILE", "/run/secrets/token"),
            ("SharedAccessKeyName", "RootManageSharedAccessKey"),
            ("GIT_SHA", "3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a"),
            ("integrity", "sha512-q7Wx3vK9pLmT5zR8nB2cq7Wx3vK9pLmT5zR8nB2c=="),
            ("compass", "north"),
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
        assert_eq!(
            found.take_out_of_body("own", "A=1;password=hunter3").unwrap(),
            "A=1;password=secret://own-password"
        );
        assert_eq!(found.take_out_of_body("own", r#"{"q": "{{q}}", "n": 4}"#), None);
        assert_eq!(found.0.len(), 3);
    }
}

//! Credentials in the middle of a text: an instruction, a script, a part of an address. A text has many words that look
//! odd, so only what can hardly be anything else is one.

use std::{borrow::Cow, cmp::Reverse};

use super::{
    LEFT_OUT, LONG_RUN,
    beginnings::{is_key, is_of_terraform},
    forms, is_credential, is_telling,
    random::{is_example, is_random, is_shuffled},
    said,
};
use crate::Span;

/// What stands before the key itself in a file of a private key.
const PRIVATE: [&str; 2] = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"];
/// Lines of such a file of which one at least is random: before it stand headers, and what all keys of a kind begin with.
const FIRST_LINES: usize = 8;
/// What opens such a file.
const BEGIN: &str = "-----BEGIN ";
/// What ends it.
const END: &str = "-----END ";
/// Letters that a key in base64 has at least: a shorter one with slashes is a path.
const BASE64: usize = 40;
/// Quotes around a name or a value, escaped ones of JSON in JSON, too.
const QUOTES: [char; 4] = ['"', '\'', '`', '\\'];

/// A credential in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The value.
    pub span: Span,
    /// What it is called or begins with; never the whole of it.
    pub name: String,
}

/// The credentials that are written out in a text, in order.
pub fn written_in(text: &str) -> Vec<Written> {
    let mut found: Vec<Written> = words(text).filter_map(|span| in_word(text, span)).collect();
    found.extend(private_keys(text));
    let password = |span| Written { span, name: "password in a URL".to_owned() };
    found.extend(forms::passwords(text).map(password));
    found.extend(said::said_in(text).map(|(span, name)| Written { span, name }));
    found.sort_by_key(|Written { span, .. }| (span.start, Reverse(span.end)));
    // What two forms tell is one credential.
    found.dedup_by(|next, kept| {
        let is_same = next.span.start < kept.span.end;
        if is_same {
            kept.span.end = kept.span.end.max(next.span.end);
        }
        is_same
    });
    found
}

/// The same of a file, which may be one of settings: of each line whose name tells its value is left out, whatever that
/// looks like. A word too many costs less here than a password that is told.
pub fn left_out_of_file(text: &str) -> String {
    left_out_of(text).split_inclusive('\n').map(without_value).collect()
}

/// `NAME=value` or `name: value`, without the value where that is a credential by the name.
fn without_value(line: &str) -> Cow<'_, str> {
    let parts = line.split_once(['=', ':']).map(|(before, after)| {
        let before = before.trim();
        (before.strip_prefix("export ").unwrap_or(before).trim_matches(['"', '\'']), after)
    });
    let Some((name, after)) = parts else { return line.into() };
    let value = after.trim().trim_end_matches([',', ';']).trim_matches(['"', '\'']);
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    if !is_name(name) || value.contains(char::is_whitespace) || !is_credential(name, value) {
        return line.into();
    }
    let start = line.len() - after.len();
    format!("{}{}", &line[..start], after.replacen(value, LEFT_OUT, 1)).into()
}

/// A text with [`LEFT_OUT`] for each credential that is written out in it; of a private key its last line stays.
pub fn left_out_of(text: &str) -> String {
    let (mut left, mut at) = (String::with_capacity(text.len()), 0);
    for Written { span, .. } in written_in(text) {
        if span.start < at {
            continue;
        }
        left.push_str(&text[at..span.start]);
        left.push_str(LEFT_OUT);
        at = end_of(text, span);
    }
    left.push_str(&text[at..]);
    left
}

/// Where the credential ends that is told by this part of a text: a private key goes on to its last line.
pub(super) fn end_of(text: &str, span: Span) -> usize {
    if !PRIVATE.iter().any(|end| span.of(text).ends_with(end)) {
        return span.end;
    }
    text[span.end..].find(END).map_or(text.len(), |end| span.end + end)
}

/// Whether a part of an address can hardly be anything but a credential.
pub(super) fn is_in_path(part: &str) -> bool {
    let last = part.rsplit(':').next().unwrap_or(part);
    // A package may be pinned there.
    !part.contains("sha256:") && (is_key(last).is_some() || is_random(last, LONG_RUN) || forms::is_bot_token(part))
}

/// The bytes that no value holds.
const IS_GAP: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'.'));
        byte += 1;
    }
    table
};

/// The runs of a text that a value can consist of and that are long enough for one; the shortest has `LONG_RUN` letters.
fn words(text: &str) -> impl Iterator<Item = Span> + '_ {
    let is_gap = |byte: &u8| IS_GAP[usize::from(*byte)];
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        // No run that is long enough begins before the last gap of so many letters.
        while let Some(gap) = bytes.get(at..at + LONG_RUN)?.iter().rposition(is_gap) {
            at += gap + 1;
        }
        let (start, rest) = (at, &bytes[at + LONG_RUN..]);
        at += LONG_RUN + rest.iter().position(is_gap).unwrap_or(rest.len());
        Some(Span::new(start, at))
    })
}

fn in_word(text: &str, span: Span) -> Option<Written> {
    let word = span.of(text).trim_end_matches('.');
    let span = Span::new(span.start, span.start + word.len());
    if let Some(beginning) = is_key(word) {
        return Some(Written { span, name: format!("{beginning}…") });
    }
    if is_of_terraform(word) {
        return Some(Written { span, name: "atlasv1".to_owned() });
    }
    if let Some(span) = forms::bot_token(text, span) {
        return Some(Written { span, name: "bot token".to_owned() });
    }
    // The first part of a token in three says nothing.
    let is_one = if word.contains('/') { is_base64_key(word) } else { is_random(word, LONG_RUN) };
    if word.contains('.') || word.starts_with("eyJ") || !is_one {
        return None;
    }
    let name = name_before(&text[..span.start])?;
    // What is looked up by a digest, or shown in a table of test vectors, is called a key, too.
    if name.eq_ignore_ascii_case("key") && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    is_telling(name).then(|| Written { span, name: name.to_owned() })
}

/// Whether a word with slashes is a key in base64 and no path.
fn is_base64_key(word: &str) -> bool {
    let letters: Vec<u8> = word.bytes().filter(u8::is_ascii_alphanumeric).collect();
    word.len() >= BASE64 && !word.starts_with('/') && !is_example(word) && is_shuffled(&letters)
}

/// The name a value is given to: `name = "`, `name: `, `"name": "`.
fn name_before(before: &str) -> Option<&str> {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let line = line.trim_end_matches(QUOTES).trim_end();
    let line = line.strip_suffix("=>").or_else(|| line.strip_suffix([':', '=']))?;
    let line = line.trim_end().trim_end_matches(QUOTES);
    let start = line.rfind(|letter: char| !(letter.is_ascii_alphanumeric() || "_-".contains(letter)));
    let name = &line[start.map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8))..];
    (!name.is_empty()).then_some(name)
}

/// Files of private keys within a text: the line that opens each. Their lines may be one, as JSON writes it.
fn private_keys(text: &str) -> impl Iterator<Item = Written> + '_ {
    memchr::memmem::find_iter(text.as_bytes(), BEGIN).filter_map(|start| {
        let line = text[start..].lines().next().unwrap_or_default();
        let end = PRIVATE.iter().filter_map(|end| Some(line.find(end)? + end.len())).min()?;
        // One that another file of the same line stands before is found by its own beginning.
        if line[..end].contains(END) {
            return None;
        }
        let (opening, key) = (Span::new(start, start + end), &text[start + end..]);
        let key = &key[..key.find(END).unwrap_or(key.len())];
        let mut lines = key.lines().flat_map(|line| line.split("\\n")).take(FIRST_LINES);
        let is_there = lines.any(|line| line.trim().len() >= 40 && is_random(line, LONG_RUN));
        is_there.then(|| Written { span: opening, name: "PRIVATE KEY".to_owned() })
    })
}

#[cfg(test)]
mod tests {
    use super::{LEFT_OUT, is_in_path, left_out_of, written_in};

    fn found(text: &str) -> Vec<(String, &str)> {
        written_in(text).into_iter().map(|one| (one.name.clone(), one.span.of(text))).collect()
    }

    #[test]
    fn what_is_written_out_in_a_text_is_found_with_its_place() {
        let github = format!("ghp_{}", "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4");
        let token = "q7Wx3vK9pLmT5zR8nB2c";
        for (text, name, value) in [
            (format!("Call it with {github}."), "ghp_…", github.as_str()),
            (format!("export MY_API_KEY=\"{token}\"\n"), "MY_API_KEY", token),
            (format!("{{\"access_token\": \"{token}\"}}"), "access_token", token),
            ("key: AKIAZQ3DRSTUVWX7YWAB".to_owned(), "AKIA…", "AKIAZQ3DRSTUVWX7YWAB"),
        ] {
            assert_eq!(found(&text), [(name.to_owned(), value)], "{text}");
        }
        let line = format!("{token}{token}{token}");
        for (kind, key) in [
            ("RSA PRIVATE KEY", format!("\nMIIEowIBAAKCAQEA{line}\n")),
            ("PRIVATE KEY", format!("\\n{line}\\n-----END PRIVATE KEY-----\\n")),
            ("OPENSSH PRIVATE KEY", format!("\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAB\n{line}\n")),
            ("PGP PRIVATE KEY BLOCK", format!("\nVersion: 1\n\n{line}\n")),
        ] {
            let opening = format!("-----BEGIN {kind}-----");
            assert_eq!(found(&format!("{opening}{key}")), [("PRIVATE KEY".to_owned(), opening.as_str())], "{kind}");
        }
    }

    #[test]
    fn keys_of_services_are_known_by_how_they_begin() {
        let (random, hex) = ("q7Wx3vK9pLmT5zR8nB2cD4eF6gH8jK0mN2pQs5tV", "5c1d0be7f4923a68d7e1c0b59f3a2468");
        for key in [
            format!("lin_api_{random}"),
            format!("ntn_{random}"),
            format!("dapi{hex}"),
            format!("dapi{hex}-2"),
            format!("SK{hex}"),
            format!("pat{}.{hex}{hex}", &random[..14]),
            format!("secret_{random}"),
            format!("AGE-SECRET-KEY-1{}", random.to_ascii_uppercase()),
            format!("GOCSPX-{}", &random[..28]),
            format!("hvs.{random}"),
            format!("gsk_{random}"),
            format!("whsec_{random}"),
            format!("dckr_pat_{}", &random[..27]),
            // Of twenty drawn letters and digits one in seven has less than two digits.
            "glpat-ZVZxqyxKjx7WfColNVwB".to_owned(),
            "glrt-O2zVZxqyxKjxvWfColNV".to_owned(),
            format!("sbp_{}", &format!("{hex}{hex}")[..40]),
            format!("pul-{}", &format!("{hex}{hex}")[..40]),
            format!("sq0atp-{}", &random[..22]),
            format!("sntryu_{hex}{hex}"),
            format!("ATBB{}", &random[..32]),
            format!("NRAK-{}", random[..27].to_ascii_uppercase()),
            format!("pscale_tkn_{random}"),
            format!("EAA{random}{random}"),
            format!("{}.atlasv1.{random}{random}", &random[..14]),
        ] {
            assert_eq!(left_out_of(&format!("Call it with {key}.")), format!("Call it with {LEFT_OUT}."), "{key}");
        }
        let key = "q7Wx3vK9pL/mT5zR8nB2cD4eF6gH8j+K0mN2pQs5tV";
        for (before, after) in [("aws_secret_access_key = ", "\n"), ("AccountName=a;AccountKey=", "==;")] {
            assert_eq!(left_out_of(&format!("{before}{key}{after}")), format!("{before}{LEFT_OUT}{after}"));
        }
        let inner = format!(r#"{{\"api_key\": \"{random}\"}}"#);
        assert_eq!(left_out_of(&inner), r#"{\"api_key\": \"••••\"}"#);
        let twice = format!("postgres://ann:ghp_{random}@h.example/care");
        assert_eq!(found(&twice).len(), 1, "what two forms tell is one");
    }

    #[test]
    fn what_is_left_out_of_a_text_is_all_of_a_credential() {
        let token = "q7Wx3vK9pLmT5zR8nB2c";
        let line = format!("{token}{token}{token}");
        let text = format!(
            "api_token = \"{token}\"\n-----BEGIN PRIVATE KEY-----\n{line}\nsecret={line}\n-----END PRIVATE KEY-----\nend"
        );
        let left = left_out_of(&text);
        assert_eq!(left, format!("api_token = \"{LEFT_OUT}\"\n{LEFT_OUT}-----END PRIVATE KEY-----\nend"));
        let cut_off = format!("-----BEGIN EC PRIVATE KEY-----\n{line}\n{line}");
        assert_eq!(left_out_of(&cut_off), LEFT_OUT);
        assert_eq!(left_out_of("Größe: 7"), "Größe: 7");
    }

    #[test]
    fn examples_and_odd_words_are_none() {
        for text in [
            "export OPENAI_API_KEY=sk-your-key-here-1234567890abcdef",
            "AKIAIOSFODNN7EXAMPLE",
            "token: ${GITHUB_TOKEN}",
            "api_key = os.environ[\"OPENAI_API_KEY\"]",
            "sk-learn-2024-classification-of-texts",
            "commit 3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a",
            "key: 550e8400-e29b-41d4-a716-446655440000",
            "token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
            "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
            "session_key = build_session_key_from_user_v2_handler_2024",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "\"--api-key\", \"sk-abc123realkey456\"",
            "ghp_MyOwnTokenOfTheWorkshop20480000",
            "token: workshopsecretofmine2048",
            "sk_TestKeyForTheDocsOnly and glpat-MyOwnKeyForTheDocs2Read",
            "Key = 5c1d0be7f4923a68d7e1c0b59f3a2468",
            "python3 SKILL_DIR/scripts/convert-pdf-2024.py and path/to/Services2/Services.csproj",
            "token: src/components/Auth2/Sessions/token-of-2024/index-of-all-tokens",
            "secret_access_key_of_the_account_2024_of_ours",
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "![a](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4)",
            "SKU-5c1d0be7 and dapi-5c1d0be7f4923a68d7e1c0b59f3a2468",
            "{\"key\": \"5c1d0be7f4923a68d7e1c0b59f3a24685c1d0be7f4923a68d7e1c0b59f3a2468\"}",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn a_part_of_a_path_is_one_where_nobody_would_choose_it() {
        assert!(is_in_path("q7Wx3vK9pLmT5zR8nB2c") && is_in_path("bot123456789:AAq7Wx3vK9pLmT5zR8nB2cdE"));
        for part in
            ["v2", "repositories", "3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a", "{{id}}", "2024-reports-of-water"]
        {
            assert!(!is_in_path(part), "{part}");
        }
    }
}

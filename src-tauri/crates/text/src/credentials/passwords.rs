//! Passwords that somebody chose, told from what stands for one.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::random::{is_example, is_uuid};

/// Letters that a password has at least where nothing else can stand: a shorter one may be anything.
const SHORTEST: usize = 6;
/// Letters that it has at least where it is all letters, or where other words can stand, too.
const SHORTEST_WORD: usize = 8;
/// Different letters that it has at least where other words can stand.
const DIFFERENT: usize = 6;
/// Different digits that a password of digits has at least.
const DIFFERENT_DIGITS: usize = 4;
/// What stands for a password in examples, as far as its letters go.
const STAND_INS: [&str; 17] = [
    "password",
    "mypassword",
    "yourpassword",
    "passwd",
    "passw",
    "pass",
    "mypass",
    "pwd",
    "secret",
    "mysecret",
    "supersecret",
    "postgres",
    "admin",
    "token",
    "user",
    "test",
    "opensesame",
];
/// What is part of a word that stands for a password, or that says what one is like.
const PARTS: [&str; 49] = [
    "pass",
    "pwd",
    "secret",
    "token",
    "user",
    "test",
    "admin",
    "postgres",
    "key",
    "credential",
    "login",
    "value",
    "string",
    "base64",
    "sha1",
    "sha2",
    "sha5",
    "md5",
    "utf",
    "hash",
    "argon",
    "crypt",
    "pbkdf",
    "auth",
    "here",
    "demo",
    "fake",
    "mock",
    "foo",
    "bar",
    "hidden",
    "config",
    "param",
    "field",
    "guest",
    "root",
    "local",
    "null",
    "none",
    "true",
    "false",
    "char",
    "length",
    "letter",
    "digit",
    "abc",
    "1234",
    "qwert",
    "opensesame",
];

/// Whether a password is one that somebody chose, where nothing but a password can stand: beside a user's name in an
/// address, after the flag of a program.
pub(super) fn is_chosen(user: &str, password: &str) -> bool {
    let Some(password) = decoded(password).filter(|password| password.len() >= SHORTEST) else { return false };
    let letters: String = password.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    if is_example(&password)
        || STAND_INS.contains(&letters.as_str())
        || STAND_INS.contains(&plain(&password).as_str())
        || is_name(&password)
        || password.contains(char::is_whitespace)
        || password.eq_ignore_ascii_case(user)
    {
        return false;
    }
    let is_all = |is_one: fn(&u8) -> bool| password.bytes().all(|byte| is_one(&byte));
    if is_all(u8::is_ascii_digit) {
        return !is_counted(&password);
    }
    if is_all(u8::is_ascii_alphabetic) {
        return password.len() >= SHORTEST_WORD && !has_part(&password);
    }
    !letters.is_empty()
}

/// Whether a value is a password where other words can stand, too: after a name that says so, in a sentence.
pub(super) fn is_strong(value: &str) -> bool {
    let Some(value) = decoded(value) else { return false };
    let has = |is_one: fn(&u8) -> bool| value.bytes().any(|byte| is_one(&byte));
    value.len() >= SHORTEST_WORD
        && has(u8::is_ascii_alphabetic)
        && has(u8::is_ascii_digit)
        && !value.starts_with(['/', '.', '~', '-', '@', '#'])
        && !value.contains("://")
        && !is_example(&value)
        && !is_uuid(&value)
        && !is_code(&value)
        && !has_part(&value)
        && different(&value) >= DIFFERENT
}

/// A password as it is meant; none where it is a variable, a pattern, or cut off.
fn decoded(password: &str) -> Option<Cow<'_, str>> {
    let is_elsewhere = password.contains(['$', '{', '}', '[', ']', '*', '<', '>', '(', ')', '\\', '`', '•', '…'])
        || password.contains("...")
        || password.contains("secret://");
    let is_hex = |rest: &str| rest.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
    let is_encoded = password.split('%').skip(1).all(is_hex);
    if is_elsewhere || !is_encoded {
        return None;
    }
    percent_decode_str(password).decode_utf8().ok()
}

/// Whether words name what is to be put there, as `DB_PASSWORD` and `my-access-token` do.
fn is_name(password: &str) -> bool {
    let words: Vec<String> = password.split(['_', '-']).map(str::to_ascii_lowercase).collect();
    let is_of_letters = |word: &String| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    words.len() > 1
        && words.iter().all(is_of_letters)
        && words.iter().any(|word| STAND_INS.contains(&word.as_str()) || word == "key")
}

/// Whether a value is a name of code: of a constant, or of what something has.
fn is_code(value: &str) -> bool {
    let is_constant = value.contains('_')
        && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    is_constant || value.contains('.') && value.split('.').all(is_name)
}

fn has_part(value: &str) -> bool {
    let (lower, plain) = (value.to_ascii_lowercase(), plain(value));
    PARTS.iter().any(|part| lower.contains(part) || plain.contains(part))
}

/// A word without the digits and signs that look like letters.
fn plain(word: &str) -> String {
    let letter = |letter: char| match letter {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other.to_ascii_lowercase(),
    };
    word.chars().map(letter).collect()
}

/// Whether digits are counted up or down, or are nearly all the same.
fn is_counted(digits: &str) -> bool {
    let is_run = |step: i16| digits.as_bytes().windows(2).all(|pair| i16::from(pair[1]) - i16::from(pair[0]) == step);
    is_run(1) || is_run(-1) || different(digits) < DIFFERENT_DIGITS
}

fn different(text: &str) -> usize {
    let mut bytes = text.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::{is_chosen, is_strong};

    #[test]
    fn what_somebody_chose_is_told_from_what_stands_for_it() {
        for password in ["q7Wx3vK9", "q7W%40x3vK9pL", "correct-horse", "swordfish", "740291", "48151623", "S0mmer2024!"]
        {
            assert!(is_chosen("ann", password), "{password}");
        }
        for password in [
            "pass",
            "p@ssw0rd",
            "P4ssw0rd",
            "123456",
            "654321",
            "000000",
            "111222",
            "%PASSWORD%",
            "%DB_PASS%",
            "%s",
            "%20",
            "YOURPASSWORD",
            "mydbpassword",
            "rootroot",
            "ann",
            "open sesame",
            "opensesame",
            "<password>",
            "******",
        ] {
            assert!(!is_chosen("ann", password), "{password}");
        }
    }

    #[test]
    fn where_other_words_can_stand_only_what_is_no_word_is_one() {
        for value in ["S0mmer2024!", "q7Wx3vK9pL", "Tr0ub4dor&3", "kX9-mQ2_vB", "s%40mmer-2031"] {
            assert!(is_strong(value), "{value}");
        }
        for value in [
            "required",
            "string",
            "min8chars",
            "user.password2",
            "config.db1.entry",
            "WIN32_ERROR",
            "P@55w0rd!",
            "Password123",
            "argon2id",
            "base64url",
            "/run/secrets/db1",
            "550e8400-e29b-41d4-a716-446655440000",
            "https://h.example/1",
            "${DB_PASSWORD1}",
            "getPassword1()",
            "swordfish",
            "2024-01-15",
            "a1a1a1a1a1",
        ] {
            assert!(!is_strong(value), "{value}");
        }
    }
}

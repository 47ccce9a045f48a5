//! Credentials of a form of their own in the middle of a text: tokens of bots, passwords in addresses.

use super::{LONG_RUN, passwords::is_chosen, random::is_random};
use crate::Span;

/// Letters that a bot's token has at least, behind its number.
const BOT_TOKEN: usize = 30;
/// Digits of a bot's number.
const BOT_NUMBER: std::ops::RangeInclusive<usize> = 6..=12;

/// A bot's token in a word that its number stands before, as `123456789:AA…` does.
pub(super) fn bot_token(text: &str, span: Span) -> Option<Span> {
    let before = text[..span.start].strip_suffix(':')?;
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let token = span.of(text).split('/').next().unwrap_or_default();
    let start = before.len() - digits;
    let is_one = BOT_NUMBER.contains(&digits) && is_token(token);
    is_one.then(|| Span::new(start, span.start + token.len()))
}

/// Whether a part of an address is a bot's token.
pub(super) fn is_bot_token(part: &str) -> bool {
    let part = part.strip_prefix("bot").unwrap_or(part);
    part.split_once(':').is_some_and(|(number, token)| {
        BOT_NUMBER.contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit()) && is_token(token)
    })
}

fn is_token(text: &str) -> bool {
    let is_of_one = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    text.len() >= BOT_TOKEN && text.bytes().all(is_of_one) && is_random(&letters, LONG_RUN)
}

/// The passwords of addresses in a text.
pub(super) fn passwords(text: &str) -> impl Iterator<Item = Span> + '_ {
    memchr::memmem::find_iter(text.as_bytes(), "://").filter_map(|at| {
        let start = at + "://".len();
        let rest = &text[start..];
        let is_end = |letter: char| letter.is_whitespace() || "\"'`<>()/\\".contains(letter);
        let authority = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        let (user, host) = authority.rsplit_once('@')?;
        let (name, password) = user.split_once(':')?;
        let start = start + name.len() + 1;
        // An image by its version and digest.
        let is_one = !host.starts_with("sha256:") && !is_port(password) && is_chosen(name, password);
        is_one.then(|| Span::new(start, start + password.len()))
    })
}

/// Whether what follows a host is a port with something behind it, as in `h:8443?to=ann@h`.
fn is_port(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && text[digits..].starts_with(['?', '#', ',', ';', '&', '|'])
}

#[cfg(test)]
mod tests {
    use super::{
        super::written::{left_out_of, written_in},
        is_bot_token,
    };

    #[test]
    fn tokens_of_bots_and_passwords_in_addresses_are_found_in_any_text() {
        let token = "AAHq7Wx3vK9_pLmT5zR-8nB2cdEfG4hJ6kM";
        for (text, left) in [
            (format!("Send it as 123456789:{token}."), "Send it as ••••.".to_owned()),
            (
                format!("url = 'https://api.telegram.org/bot123456789:{token}/sendMessage'"),
                "url = 'https://api.telegram.org/bot••••/sendMessage'".to_owned(),
            ),
            (
                "Ask postgres://ann:q7Wx3vK9@db.example.com/care for it".to_owned(),
                "Ask postgres://ann:••••@db.example.com/care for it".to_owned(),
            ),
            ("amqp://jo:correct-horse-battery@h.example".to_owned(), "amqp://jo:••••@h.example".to_owned()),
            ("redis://ann:q7W%40x3vK9pL@h.example:1/0".to_owned(), "redis://ann:••••@h.example:1/0".to_owned()),
            ("mysql://ann:swordfish@h.example/care".to_owned(), "mysql://ann:••••@h.example/care".to_owned()),
            ("mysql://ann:740291@h.example/care".to_owned(), "mysql://ann:••••@h.example/care".to_owned()),
            ("xoxb-123456789012-1234567890123-q7Wx3vK9pLmT5zR8nB2cD4eF".to_owned(), "••••".to_owned()),
            ("npm_q7Wx3vK9pLmT5zR8nB2cD4eF6gH8jK0mN2pQ".to_owned(), "••••".to_owned()),
        ] {
            assert_eq!(left_out_of(&text), left);
        }
        assert!(is_bot_token(&format!("bot123456789:{token}")));
    }

    #[test]
    fn what_stands_for_a_password_is_none() {
        for text in [
            "postgres://user:password@localhost:5432/db",
            "postgresql://postgres:postgres@db/app",
            "mysql://root:${DB_PASSWORD}@h/db",
            "redis://:<password>@h",
            "https://user:pass@h.example",
            "amqp://guest:guest@localhost",
            "mongodb://ann:password123@h.example/db",
            "https://h.example:8080/a@b",
            "https://h.example:8443?to=ann@h.example",
            "docker://nginx:1.25-alpine@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "postgres://app:DB_PASSWORD@h/db",
            "https://x:my-access-token@h.example/a.git",
            "https://jo:API_KEY@h.example",
            "postgresql://ann:p@ssw0rd@h.example/db",
            "mysql://ann:%DB_PASS%@h.example/db",
            "mysql://root:rootpassword@h.example/db",
            "mysql://ann:123456@h.example/db",
            "at 12:30:45678901 the build began",
        ] {
            assert!(written_in(text).is_empty(), "{text}");
        }
    }
}

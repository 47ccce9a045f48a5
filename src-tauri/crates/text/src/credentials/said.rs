//! Credentials that what stands before them tells: a name, a flag of a program, a scheme, a service's address.

use std::sync::LazyLock;

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use regex::{Captures, Regex};

use super::{
    LONG_RUN,
    passwords::{is_chosen, is_strong},
    random::{is_drawn, is_random},
};
use crate::Span;

/// A password after its name: `password: x`, `"db_password": "x"`, `PGPASSWORD=x`, `the password is x`, `--password x`.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r#"(?i)(?:(?:password|passwd|passphrase|passcode|[a-z0-9]_?pwd|;[ ]?pwd|[a-z0-9][_-]pass)\\?["'`]?"#,
        r#"(?:[ \t]*(?::=|=>|[:=])[ \t]*| is )|--?[a-z-]{0,20}(?:password|passphrase|passwd)[ \t]+)"#,
        r#"(?:\\?"(?P<double>[^"\s\\]+)|'(?P<single>[^'\s\\]+)|`?(?P<bare>[^\s"'`,;&|\\]+))"#,
    ))
});

/// What may stand between a program and one of its flags: all but what ends the command.
const REST: &str = r"(?:[^\n|;\\]|\\[^\n]|\\\r?\n)*?[ \t\n]";

/// A password after a flag of a program, or in a line of `.netrc`.
static FLAGGED: LazyLock<Regex> = LazyLock::new(|| {
    let value = |name: &str| format!(r#"["']?(?P<{name}>[^\s"'|;]+)"#);
    let user = r#"["']?(?P<user>[^\s:"'@|;]*):"#;
    let forms = [
        format!(r"curl(?-u:\b){REST}(?:-u|--user|-U|--proxy-user)[ =]?{user}{}", value("curl")),
        format!(r"(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb){REST}-p{}", value("mysql")),
        format!(r"(?:sshpass|docker login|podman login|mongosh|mongodump|mongorestore){REST}-p[ ]?{}", value("login")),
        format!(r"redis-cli{REST}-a[ ]{}", value("redis")),
        format!(r"ldap(?:search|modify|add|delete|whoami){REST}-w[ ]?{}", value("ldap")),
        format!(r"(?:un)?zip{REST}-P[ ]?{}", value("zip")),
        format!(r"machine\s+[^\s]+\s+login\s+[^\s]+\s+password\s+{}", value("netrc")),
    ];
    regex(&format!(r"(?-u:\b)(?:{})", forms.join("|")))
});

/// What follows the scheme of an authorisation.
static SCHEME: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)(?-u:\b)(?:basic[ \t]+(?P<basic>[a-z0-9+/_-]{8,}={0,2})",
        r#"|(?:bearer|authorization\\?["']?[ \t]*[:=][ \t]*\\?["']?(?:token|bot|apikey))[ \t]+"#,
        r"(?P<bearer>[a-z0-9+/_.~-]{20,}={0,2}))",
    ))
});

/// The rest of an address whose path is the key.
static WEBHOOK: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?:hooks\.slack\.com/|discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/|\.webhook\.office\.com/|",
        r"outlook\.office\.com/webhook/|chat\.googleapis\.com/v1/spaces/|open\.feishu\.cn/open-apis/bot/|",
        r#"oapi\.dingtalk\.com/robot/|maker\.ifttt\.com/|[?&;]sig=)(?P<rest>[^\s"'`<>()\[\]|\\]+)"#,
    ))
});

/// Basic authorisation as it is written, filled up or not.
const BASIC: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("its pattern is part of the program, too")
}

/// A credential, and what it is called.
type Said = (Span, String);

/// The credentials of a text that something before them tells.
pub(super) fn said_in(text: &str) -> impl Iterator<Item = Said> + '_ {
    let named = NAMED.captures_iter(text).filter_map(move |found| named(text, &found));
    let flagged = FLAGGED.captures_iter(text).filter_map(|found| flagged(&found));
    let schemes = SCHEME.captures_iter(text).filter_map(|found| after_scheme(&found));
    let webhooks = WEBHOOK.captures_iter(text).flat_map(|found| in_webhook(&found));
    named.chain(flagged).chain(schemes).chain(webhooks)
}

/// What one of these groups holds, and where.
fn group<'t>(found: &Captures<'t>, names: &[&str]) -> Option<(Span, &'t str)> {
    let held = names.iter().find_map(|name| found.name(name))?;
    Some((Span::new(held.start(), held.end()), held.as_str()))
}

fn named(text: &str, found: &Captures<'_>) -> Option<Said> {
    let (span, value) = group(found, &["double", "single", "bare"])?;
    // The full stop of a sentence.
    let value = value.trim_end_matches(['.', ':', '?']);
    if !is_strong(value) {
        return None;
    }
    let is_of_name = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let whole = found.get(0)?;
    let begin = whole.start() + whole.as_str().find(|letter: char| is_of_name(&letter))?;
    let before: usize = text[..begin].chars().rev().take_while(is_of_name).map(char::len_utf8).sum();
    let name: String = text[begin - before..].chars().take_while(is_of_name).collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "password" } else { name };
    Some((Span::new(span.start, span.start + value.len()), name.to_owned()))
}

fn flagged(found: &Captures<'_>) -> Option<Said> {
    let (span, value) = group(found, &["curl", "mysql", "login", "redis", "ldap", "zip", "netrc"])?;
    let user = found.name("user").map_or("", |user| user.as_str());
    is_chosen(user, value).then(|| (span, "password in a command".to_owned()))
}

fn after_scheme(found: &Captures<'_>) -> Option<Said> {
    if let Some((span, value)) = group(found, &["basic"]) {
        let decoded = String::from_utf8(BASIC.decode(value).ok()?).ok()?;
        let (user, password) = decoded.split_once(':')?;
        let is_one = decoded.bytes().all(|byte| byte.is_ascii_graphic()) && is_chosen(user, password);
        return is_one.then(|| (span, "Basic …".to_owned()));
    }
    let (span, value) = group(found, &["bearer"])?;
    let value = value.trim_end_matches('.');
    // The first part of a token in three says nothing.
    let is_one = !value.starts_with("eyJ") && is_random(value, LONG_RUN);
    is_one.then(|| (Span::new(span.start, span.start + value.len()), "Bearer …".to_owned()))
}

/// The parts of a webhook's address that nobody would choose.
fn in_webhook(found: &Captures<'_>) -> Vec<Said> {
    let Some((span, rest)) = group(found, &["rest"]) else { return Vec::new() };
    let (mut keys, mut next) = (Vec::new(), span.start);
    for part in rest.split(['/', '?', '&', '=', '@', ';', ',']) {
        let start = next;
        next += part.len() + 1;
        if is_drawn(part) {
            keys.push((Span::new(start, start + part.len()), "webhook URL".to_owned()));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::super::written::{left_out_of, written_in};

    #[test]
    fn what_a_name_a_flag_a_scheme_or_a_service_tells_is_left_out_and_nothing_else() {
        for (text, left) in [
            ("PGPASSWORD=q7Wx3vK9pL psql -h db", "PGPASSWORD=•••• psql -h db"),
            ("db_password: S0mmer2031!\nport: 1", "db_password: ••••\nport: 1"),
            (r#"{"password": "kX9;mQ2_vB", "n": 1}"#, r#"{"password": "••••", "n": 1}"#),
            (r#""{\"dbPassword\": \"kX9-mQ2_vB\"}""#, r#""{\"dbPassword\": \"••••\"}""#),
            ("The password is Tr0ub4dor-3.", "The password is ••••."),
            ("MYSQL_PWD='kX9-mQ2_vB'", "MYSQL_PWD='••••'"),
            ("Server=db;User Id=sa;Pwd=kX9-mQ2_vB;", "Server=db;User Id=sa;Pwd=••••;"),
            ("tool --db-password kX9-mQ2_vB --level 2", "tool --db-password •••• --level 2"),
            ("curl -s -u ann:swordfish https://h.example", "curl -s -u ann:•••• https://h.example"),
            ("curl \\\n  --user 'ann:q7Wx3vK9' https://h", "curl \\\n  --user 'ann:••••' https://h"),
            ("mysql -u ann -pq7Wx3vK9 care", "mysql -u ann -p•••• care"),
            ("sshpass -p 'q7Wx3vK9' ssh ann@h", "sshpass -p '••••' ssh ann@h"),
            ("machine h.example login ann password q7Wx3vK9", "machine h.example login ann password ••••"),
            ("Authorization: Basic YW5uOnE3V3gzdks5", "Authorization: Basic ••••"),
            ("-H 'Authorization: Bearer q7Wx3vK9pLmT5zR8nB2c'", "-H 'Authorization: Bearer ••••'"),
            (
                "https://hooks.slack.com/services/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",
                "https://hooks.slack.com/services/T024BE7LD/B07Q1Z2X3/••••",
            ),
            (
                "https://discord.com/api/webhooks/1128374650192837465/q7Wx3vK9pLm-T5zR8nB2c_D4eF6gH8jK0",
                "https://discord.com/api/webhooks/1128374650192837465/••••",
            ),
            (
                "https://a.webhook.office.com/webhookb2/550e8400-e29b-41d4-a716-446655440000@550e8400-e29b-41d4-a716-446655440001/IncomingWebhook/5c1d0be7f4923a68d7e1c0b59f3a2468/x",
                "https://a.webhook.office.com/webhookb2/550e8400-e29b-41d4-a716-446655440000@550e8400-e29b-41d4-a716-446655440001/IncomingWebhook/••••/x",
            ),
            (
                "https://a.blob.example/c?sv=2031&sig=q7Wx3vK9pLm%2BT5zR8nB2cD4eF6gH8jK%3D",
                "https://a.blob.example/c?sv=2031&sig=••••",
            ),
        ] {
            assert_eq!(left_out_of(text), left);
        }
    }

    #[test]
    fn words_placeholders_and_what_is_looked_up_are_told_by_nothing() {
        for text in [
            "password: string",
            "password: required, 8 to 64 characters",
            "password = get_password()",
            "password=os.environ['DB_PASSWORD1']",
            "const ERROR_NULL_PASSWORD: WIN32_ERROR = 1",
            "PGPASSWORD=$PGPASSWORD psql",
            "PWD=/home/ann/work2",
            "curl -u user:password https://h.example",
            "curl -u \"$USER:$TOKEN\" https://h.example",
            "curl -u <name>:<api-token> https://h.example",
            "docker run -u 1000:1000 image",
            "mysql -u root -p care",
            "mysql -u root -ppassword care",
            "unzip -p Words-2.zip words",
            "Authorization: Basic dXNlcjpwYXNz",
            "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            "Basic authentication is enough",
            "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE_2024",
            "a bearer 3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a",
            "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
            "https://discord.com/api/webhooks/123456789012345678/your-webhook-token-goes-here-now",
            "login and password management",
        ] {
            let found = written_in(text);
            assert!(found.is_empty(), "{text}: {found:?}");
        }
    }
}

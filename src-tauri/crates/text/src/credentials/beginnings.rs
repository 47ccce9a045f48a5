//! Keys of services, known by how they begin: what follows decides, since other words begin so, too.

use super::{
    KEYS, LONG_RUN,
    random::{is_example, is_random, is_shuffled},
};

/// Beginnings of keys that other words have, too: what follows decides.
const OTHER_KEYS: [&str; 53] = [
    "AGE-SECRET-KEY-1",
    "ASIA",
    "ATATT3",
    "ATBB",
    "CFPAT-",
    "EAA",
    "GOCSPX-",
    "NRAK-",
    "PMAK-",
    "SG.",
    "SK",
    "dapi",
    "dckr_pat_",
    "doo_v1_",
    "dop_v1_",
    "dor_v1_",
    "dp.pt.",
    "figd_",
    "ghr_",
    "gldt-",
    "glptt-",
    "glrt-",
    "glsa_",
    "gsk_",
    "hvs.",
    "lin_api_",
    "lin_oauth_",
    "lsv2_",
    "nfp_",
    "npm_",
    "ntn_",
    "nvapi-",
    "pat",
    "pplx-",
    "pscale_oauth_",
    "pscale_pw_",
    "pscale_tkn_",
    "pul-",
    "pypi-",
    "r8_",
    "sbp_",
    "secret_",
    "shpat_",
    "shpss_",
    "sntrys_",
    "sntryu_",
    "sq0atp-",
    "sq0csp-",
    "tskey-",
    "tvly-",
    "whsec_",
    "xai-",
    "ya29.",
];
/// Digits of hexadecimal after the beginning of a key of Twilio or Databricks.
const AFTER_SK: usize = 32;
/// Letters of the two parts of a key of Airtable.
const AIRTABLE: [usize; 2] = [14, 64];
/// Letters and digits after the beginning of a key of Bitbucket.
const AFTER_ATBB: usize = 32;
/// Letters and digits that a token of Facebook has at least.
const AFTER_EAA: usize = 80;
/// Letters and digits before what stands in the middle of a token of Terraform.
const BEFORE_ATLAS: usize = 14;
const ATLAS: &str = ".atlasv1.";
/// Letters and digits after the beginning of an older key of Notion.
const AFTER_SECRET: usize = 40;
/// Letters and digits after the beginning of a key of AWS: all of them are that long.
const AFTER_AKIA: usize = 16;

/// The well-known beginning of a value that is a key.
pub(super) fn is_key(word: &str) -> Option<&'static str> {
    let beginning = KEYS.iter().chain(&OTHER_KEYS).find(|key| word.starts_with(**key))?;
    let rest = &word[beginning.len()..];
    let is_hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    let is_one = match *beginning {
        // A token in three parts, of which the last signs the others.
        "eyJ" => {
            word.split('.').count() == 3
                && word.split('.').all(|part| part.len() >= LONG_RUN)
                && is_random(rest, LONG_RUN)
        }
        // The numbers before the last part are the workspace's.
        "xoxa-" | "xoxb-" | "xoxp-" | "xoxs-" | "xoxr-" | "xapp-" => {
            is_random(rest.rsplit('-').next().unwrap_or(rest), LONG_RUN)
        }
        "AKIA" | "ASIA" => {
            let is_capital = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            rest.len() == AFTER_AKIA && rest.bytes().all(is_capital) && is_random(rest, AFTER_AKIA)
        }
        "SK" | "dapi" => {
            let digits = rest.split('-').next().unwrap_or(rest);
            digits.len() == AFTER_SK && digits.bytes().all(is_hex) && is_random(digits, AFTER_SK)
        }
        "ATBB" => rest.len() == AFTER_ATBB && is_drawn_key(rest),
        "EAA" => rest.len() >= AFTER_EAA && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()) && is_drawn_key(rest),
        "pat" => rest.split('.').map(str::len).eq(AIRTABLE) && is_random(rest, AIRTABLE[1]),
        "secret_" => is_random(rest, AFTER_SECRET),
        _ => is_drawn_key(rest),
    };
    is_one.then_some(beginning)
}

/// Whether what follows the beginning of a key is one: drawn letters may have one digit among them, or be of hexadecimal only,
/// which elsewhere is a name or a commit.
fn is_drawn_key(rest: &str) -> bool {
    let is_hex = |part: &[u8]| {
        let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
        part.len() >= AFTER_SK && part.iter().all(u8::is_ascii_hexdigit) && (2..part.len() - 1).contains(&digits)
    };
    // Words written together have a capital at a time, and seldom a number.
    let is_drawn = |part: &[u8]| {
        let capitals = part.windows(2).filter(|pair| pair.iter().all(u8::is_ascii_uppercase)).count();
        capitals >= 2 && part.iter().any(u8::is_ascii_digit) && is_shuffled(part)
    };
    let mut parts = rest.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).filter(|part| part.len() >= LONG_RUN);
    is_random(rest, LONG_RUN) || !is_example(rest) && parts.any(|part| is_drawn(part) || is_hex(part))
}

/// A token of Terraform, which says what it is in its middle.
pub(super) fn is_of_terraform(word: &str) -> bool {
    word.split_once(ATLAS).is_some_and(|(before, after)| before.len() == BEFORE_ATLAS && is_drawn_key(after))
}

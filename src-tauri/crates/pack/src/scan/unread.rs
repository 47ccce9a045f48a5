//! Files that the scan does not read, or not to their end: whoever opens or runs them does.

use studio_text::Severity;

use super::{Hit, LONGEST, Rule, kinds};

/// How much of a file says whether it is a text.
const HEAD: usize = 8_192;
/// Endings of what is text whatever is in it.
const TEXTS: [&str; 30] = [
    "md", "markdown", "mdc", "mdx", "txt", "sh", "bash", "zsh", "fish", "py", "js", "mjs", "cjs", "ts", "rb", "pl",
    "php", "ps1", "bat", "cmd", "lua", "r", "json", "jsonc", "yml", "yaml", "toml", "html", "css", "sql",
];

/// Where the first NUL of a file stands that passes as a text: a shell runs what is around it, a model reads it.
pub(super) fn nul_in_text(path: &str, bytes: &[u8]) -> Option<usize> {
    let at = bytes.iter().position(|byte| *byte == 0)?;
    let ending = path.rsplit(['/', '\\']).next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    let is_named_so = ending.is_some_and(|ending| TEXTS.iter().any(|text| ending.eq_ignore_ascii_case(text)));
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_script = kinds::is_shebang(&String::from_utf8_lossy(first));
    (is_named_so || is_script || at >= first.len() && is_mostly_text(bytes)).then_some(at)
}

/// Whether a file is letters for the most part.
fn is_mostly_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_letter = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    head.iter().filter(is_letter).count() * 100 >= head.len() * 85
}

/// That a file holds what ends a text for many who read it.
pub(super) fn nul(at: usize) -> Hit {
    let message = "This text contains NUL bytes, so only its secrets were scanned. A shell or a model may still read \
                   it. Remove the NUL bytes, or read the file before you trust it.";
    Hit { rule: Rule::NotRead, severity: Severity::Warning, span: at..at, message: message.to_owned() }
}

/// That a file is read up to a place only.
pub(super) fn rest(at: usize, all: usize) -> Hit {
    let message = format!(
        "This file is too large to scan: only its first {} MB of {} MB were. Read the rest before you trust it, or \
         split the file.",
        LONGEST >> 20,
        all.div_ceil(1 << 20)
    );
    Hit { rule: Rule::NotRead, severity: Severity::Warning, span: at..at, message }
}

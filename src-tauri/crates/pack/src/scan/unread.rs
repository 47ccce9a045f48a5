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

/// How archives and programs begin, and which of the two it is.
const BEGINNINGS: [(&[u8], bool); 11] = [
    (b"PK\x03\x04", true),
    (b"\x1f\x8b", true),
    (b"7z\xbc\xaf\x27\x1c", true),
    (b"\xfd7zXZ\0", true),
    (b"BZh", true),
    (b"\x28\xb5\x2f\xfd", true),
    (b"Rar!", true),
    (b"\x7fELF", false),
    (b"MZ", false),
    (b"\xcf\xfa\xed\xfe", false),
    (b"\xca\xfe\xba\xbe", false),
];
/// Endings of documents that are archives inside.
const DOCUMENTS: [&str; 9] = ["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "dotx", "potx"];

/// That a file is an archive or a program, of which nothing but its secrets is looked for; none where it is neither.
pub(super) fn closed(path: &str, bytes: &[u8]) -> Option<Hit> {
    let ending = path.rsplit(['/', '\\', '.']).next().unwrap_or_default();
    if DOCUMENTS.iter().any(|document| ending.eq_ignore_ascii_case(document)) {
        return None;
    }
    let begun =
        BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, is_archive)| *is_archive);
    let is_archive = begun.or_else(|| ending.eq_ignore_ascii_case("pyc").then_some(false))?;
    let message = if is_archive {
        "This is an archive, and the files in it weren't scanned. Unpack it and scan them, or remove it."
    } else {
        "This is a compiled program, which can't be scanned. Build it from its source, or remove it."
    };
    Some(Hit { rule: Rule::NotRead, severity: Severity::Warning, span: 0..0, message: message.to_owned() })
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

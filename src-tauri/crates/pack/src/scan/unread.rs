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

/// What holds texts or orders that nobody sees by opening the file as a text.
#[derive(Clone, Copy)]
enum Closed {
    Archive,
    Program,
    Pdf,
    /// Of a program for office work, or macros of one, in a form of its own.
    Document,
    Database,
}

/// How each of them begins.
const BEGINNINGS: [(&[u8], Closed); 20] = [
    (b"PK\x03\x04", Closed::Archive),
    (b"\x1f\x8b", Closed::Archive),
    (b"7z\xbc\xaf\x27\x1c", Closed::Archive),
    (b"\xfd7zXZ\0", Closed::Archive),
    (b"BZh", Closed::Archive),
    (b"\x28\xb5\x2f\xfd", Closed::Archive),
    (b"Rar!", Closed::Archive),
    (b"\x7fELF", Closed::Program),
    (b"MZ", Closed::Program),
    (b"\0asm", Closed::Program),
    (b"\xcf\xfa\xed\xfe", Closed::Program),
    (b"\xce\xfa\xed\xfe", Closed::Program),
    (b"\xca\xfe\xba\xbe", Closed::Program),
    (b"%PDF-", Closed::Pdf),
    (b"\xd0\xcf\x11\xe0", Closed::Document),
    (b"{\\rtf", Closed::Document),
    (b"%!PS", Closed::Document),
    (b"AT&TFORM", Closed::Document),
    (b"SQLite format 3\0", Closed::Database),
    (b"PAR1", Closed::Database),
];
/// Where an archive of tar says what it is.
const TAR: (usize, &[u8]) = (257, b"ustar");

impl Closed {
    fn of(bytes: &[u8]) -> Option<Self> {
        let begun = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, what)| *what);
        begun.or_else(|| bytes.get(TAR.0..)?.starts_with(TAR.1).then_some(Self::Archive))
    }

    fn hit(self) -> Hit {
        let message = match self {
            Self::Archive => {
                "This is an archive, and the files in it weren't scanned. Unpack it and scan them, or remove it."
            }
            Self::Program => {
                "This is a compiled program, which can't be scanned. Build it from its source, or remove it."
            }
            Self::Pdf => {
                "This is a PDF, and the text in it wasn't scanned. Read it before you trust it, or add its text as a \
                 Markdown file."
            }
            Self::Document => {
                "This is a document in a format that can't be scanned, and it may contain macros. Read it before you \
                 trust it, or add its text as a Markdown file."
            }
            Self::Database => {
                "This is a database, and the text in it wasn't scanned. Read it before you trust it, or add its data as \
                 text."
            }
        };
        Hit { rule: Rule::NotRead, severity: Severity::Warning, span: 0..0, message: message.to_owned() }
    }
}

/// That a file is something of which nothing but its secrets is looked for; none where it holds no texts, as a picture.
pub(super) fn closed(path: &str, bytes: &[u8]) -> Option<Hit> {
    let ending = path.rsplit(['/', '\\', '.']).next().unwrap_or_default();
    let is_program = || ending.eq_ignore_ascii_case("pyc").then_some(Closed::Program);
    Closed::of(bytes).or_else(is_program).map(Closed::hit)
}

/// The same of what could be read as a text, but says something else to who opens it as what it is.
pub(super) fn dressed(bytes: &[u8]) -> Option<Hit> {
    let what = Closed::of(bytes).filter(|what| matches!(what, Closed::Pdf | Closed::Document))?;
    Some(what.hit())
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

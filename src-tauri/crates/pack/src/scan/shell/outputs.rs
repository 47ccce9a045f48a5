//! What commands put out, as far as it can be told, and where that comes from.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use crate::scan::flow;

use super::{
    Reader, destroys,
    each::given_each,
    files, names, sources,
    value::{Command, Origin, Value, Word},
};

/// Programs that put out a file as it is, or a part of it.
const COPY: [&str; 22] = [
    "sed", "awk", "head", "tail", "tac", "sort", "grep", "gunzip", "zcat", "gzip", "tar", "dd", "openssl", "xz",
    "unxz", "zstd", "bsdtar", "unzip", "funzip", "7z", "cpio", "bunzip2",
];
/// Programs that pick single lines or values.
const PICK: [&str; 6] = ["grep", "sed", "awk", "cut", "jq", "yq"];

/// What `openssl` is told where it makes a digest.
const DIGESTS: [&str; 5] = ["dgst", "sha256", "sha512", "-sha256", "-verify"];

fn texts(words: &[Word]) -> impl Iterator<Item = &str> {
    words.iter().map(|word| word.text.as_str())
}

fn has_any(words: &[Word], options: &[&str]) -> bool {
    texts(words).any(|text| options.contains(&text))
}

impl Reader<'_, '_> {
    /// What a command puts out.
    pub(super) fn written_by(&mut self, name: &str, words: &[Word], command: &Command, input: &Value) -> Value {
        let given = self.given_to(name, words, input);
        if sources::is_dump(name, words) {
            return Value::of("", given | Origin::OWN);
        }
        if let Some(origin) = self.known(name, words) {
            return Value::of("", origin);
        }
        if let Some(value) = self.fetched(name, words, input) {
            return value;
        }
        if let Some(value) = decoded(name, words, command, input, given) {
            return value;
        }
        match name {
            "echo" | "printf" => said(name, words),
            "sha256sum" | "sha512sum" | "shasum" | "sha1sum" | "md5sum" | "b3sum" | "b2sum" => {
                self.digests(words, command)
            }
            "openssl" if has_any(words, &DIGESTS) => self.digests(words, command),
            "which" | "type" | "command" | "realpath" | "readlink" => {
                Value::of(texts(words).last().unwrap_or_default(), Origin::NONE)
            }
            "env" | "printenv" if words.iter().all(|word| word.text.starts_with('-')) => Value::of("", Origin::SECRET),
            "set" | "history" if words.is_empty() => Value::of("", Origin::SECRET),
            "export" | "declare" if words.len() < 2 && texts(words).all(|text| text == "-p" || text == "-x") => {
                Value::of("", Origin::SECRET)
            }
            "ls" | "find" | "get-childitem" | "gci" | "dir"
                if destroys::is_unlimited(words, |word| names::is_whole_disk(&word.text)) =>
            {
                Value::of("", given | Origin::LISTED)
            }
            "mktemp" => {
                self.machine.temporary += 1;
                Value::of(&format!("$TMPDIR/tmp.{}", self.machine.temporary), Origin::NONE)
            }
            "xargs" => match given_each(words, input).split_first() {
                Some((first, rest)) if first.text != "xargs" && !rest.is_empty() => {
                    self.written_by(&names::program(&first.text), rest, command, &Value::default())
                }
                _ => input.clone(),
            },
            _ if names::is_teller(name) => Value::default(),
            "cat" | "tee" => Value::of(&self.joined(words, input), given),
            _ if names::is_interpreter(name) => Value::of("", input.origin | made_by(words)),
            _ if COPY.contains(&name) => Value::of("", given),
            _ => Value::of("", given.without(Origin::UNREAD) | input.origin),
        }
    }

    /// A digest: what it is compared with was read by somebody.
    fn digests(&mut self, words: &[Word], command: &Command) -> Value {
        if has_any(words, &["-c", "--check", "-verify"]) || command.is_piped || self.depth > 0 {
            self.machine.is_checked();
        }
        Value::default()
    }

    /// Where what a command puts out comes from, whatever it is given.
    fn known(&mut self, name: &str, words: &[Word]) -> Option<Origin> {
        if let Some(path) = sources::pictured(name, words) {
            self.machine.put(path, Value::of("", Origin::SECRET));
        }
        if sources::is_secret(name, words) {
            return Some(Origin::SECRET);
        }
        self.brings(name, words).then_some(Origin::FETCHED)
    }

    /// Where what a command reads comes from: its input, its words, and the files they name.
    fn given_to(&self, name: &str, words: &[Word], input: &Value) -> Origin {
        let picks_open = PICK.contains(&name) && names::picks_open_setting(words);
        let read = if picks_open { input.origin.without(Origin::SECRET) } else { input.origin };
        words.iter().fold(read, |origin, word| {
            let is_file = !word.text.starts_with('-');
            let file = if is_file { self.origin_of_file(&word.text) } else { Origin::NONE };
            // One setting of many is read for what it is for.
            let is_picked = PICK.contains(&name) && (word.text.contains(".env") || picks_open);
            origin | word.origin | if is_picked { file.without(Origin::SECRET) } else { file }
        })
    }

    fn fetched(&mut self, name: &str, words: &[Word], input: &Value) -> Option<Value> {
        let is_fetched = match name {
            "dig" | "nslookup" | "host" => texts(words).any(|text| text.eq_ignore_ascii_case("txt")),
            "nc" | "ncat" | "netcat" | "socat" | "telnet" => input.origin == Origin::NONE && words.len() > 1,
            "openssl" => texts(words).next() == Some("s_client"),
            "git" => texts(words)
                .any(|text| text.starts_with("FETCH_HEAD:") || text.starts_with("origin/") && text.contains(':')),
            _ if names::is_fetcher(name) => texts(words).any(names::is_remote),
            _ => false,
        };
        if !is_fetched {
            return None;
        }
        let written = if names::is_fetcher(name) { files::fetched_to(name, words) } else { Vec::new() };
        let origin = if written.is_empty() { Origin::FETCHED } else { Origin::NONE };
        for path in &written {
            self.machine.put(path, Value::of("", Origin::FETCHED));
            self.fetched_to_run(path);
        }
        Some(Value::of("", origin))
    }

    /// What `cat` puts out as far as it is known.
    fn joined(&self, words: &[Word], input: &Value) -> String {
        let files = words.iter().filter_map(|word| self.file(&word.text)).map(|value| value.text.as_str());
        files.chain([input.text.as_str()]).collect()
    }
}

/// What was written so that nobody can read it, made readable.
fn decoded(name: &str, words: &[Word], command: &Command, input: &Value, given: Origin) -> Option<Value> {
    let is_fed = command.is_fed
        || name.ends_with("awk")
        || !input.text.is_empty()
        || given != Origin::NONE
        || words.iter().any(is_argument);
    let decodes = match name {
        "base64" | "base32" => has_any(words, &["-d", "-D", "--decode", "-di", "-id"]),
        "xxd" => texts(words).any(|text| text.starts_with("-r")),
        "openssl" => has_any(words, &["-d"]),
        "rev" => true,
        "awk" | "gawk" | "mawk" => command.is_piped && texts(words).any(|text| text.contains("%c")),
        "tr" => texts(words).any(|text| text.contains("N-ZA-M") || text.contains("n-za-m")),
        "gunzip" | "zcat" | "gzip" | "unxz" | "xzcat" | "bzcat" | "bunzip2" | "zstdcat" => {
            command.is_piped && input.origin == Origin::NONE
        }
        _ => return None,
    };
    let text = match name {
        "base64" => STANDARD.decode(input.text.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok()),
        "rev" => Some(input.text.chars().rev().collect()),
        _ => None,
    };
    (is_fed && decodes).then(|| Value::of(&text.unwrap_or_default(), given | Origin::DECODED))
}

fn is_argument(word: &Word) -> bool {
    !word.text.starts_with('-')
}

/// `echo` and `printf`: their words, with escapes read where they read them.
fn said(name: &str, words: &[Word]) -> Value {
    let is_option = |text: &str| matches!(text, "-n" | "-e" | "-ne" | "-en" | "%s" | "%s\\n" | "%b");
    let said = texts(words).filter(|text| !is_option(text)).collect::<Vec<_>>().join(" ");
    let origin = words.iter().fold(Origin::NONE, |origin, word| origin | word.origin);
    if name != "printf" && !has_any(words, &["-e", "-ne", "-en"]) {
        return Value::of(&said, origin);
    }
    let (text, is_coded) = names::unescaped(&said);
    Value::of(&text, if is_coded { origin | Origin::DECODED } else { origin })
}

/// A program in a word that gets what it puts out, or makes it of what nobody can read.
fn made_by(words: &[Word]) -> Origin {
    if words.iter().any(|word| flow::is_coded_program(&word.text)) {
        return Origin::DECODED;
    }
    let fetches = |word: &Word| ["urlopen(", "requests.get(", "fetch("].iter().any(|call| word.text.contains(call));
    if words.iter().any(fetches) { Origin::FETCHED } else { Origin::NONE }
}

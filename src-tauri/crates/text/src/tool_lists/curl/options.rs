//! curl's options, those that say what is sent.

use std::collections::HashSet;

use super::words::place;
use crate::tool_lists::{notes::Notes, percent};

/// Options with a value: their letter, if they have one, and their name.
const WITH_VALUE: [(&str, &str); 38] = [
    ("X", "request"),
    ("H", "header"),
    ("d", "data"),
    ("", "data-raw"),
    ("", "data-ascii"),
    ("", "data-binary"),
    ("", "data-urlencode"),
    ("", "json"),
    ("u", "user"),
    ("", "url"),
    ("", "oauth2-bearer"),
    ("A", "user-agent"),
    ("e", "referer"),
    ("b", "cookie"),
    ("F", "form"),
    ("", "form-string"),
    ("T", "upload-file"),
    ("c", "cookie-jar"),
    ("o", "output"),
    ("x", "proxy"),
    ("U", "proxy-user"),
    ("m", "max-time"),
    ("", "connect-timeout"),
    ("", "retry"),
    ("", "retry-delay"),
    ("", "retry-max-time"),
    ("", "max-redirs"),
    ("w", "write-out"),
    ("E", "cert"),
    ("", "key"),
    ("", "cacert"),
    ("K", "config"),
    ("D", "dump-header"),
    ("r", "range"),
    ("", "resolve"),
    ("", "limit-rate"),
    ("", "url-query"),
    ("", "aws-sigv4"),
];

/// Options that change nothing about what is sent, or what the studio does anyhow.
const SILENT: [&str; 13] = [
    "silent",
    "show-error",
    "location",
    "verbose",
    "fail",
    "fail-with-body",
    "compressed",
    "include",
    "no-buffer",
    "globoff",
    "output",
    "write-out",
    "progress-bar",
];

/// Long names of the letters without a value.
const LETTERS: [(&str, &str); 14] = [
    ("G", "get"),
    ("I", "head"),
    ("k", "insecure"),
    ("s", "silent"),
    ("S", "show-error"),
    ("L", "location"),
    ("v", "verbose"),
    ("f", "fail"),
    ("i", "include"),
    ("N", "no-buffer"),
    ("g", "globoff"),
    ("#", "progress-bar"),
    ("O", "output"),
    ("J", "output"),
];

/// What a line says.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) url: Option<String>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) data: Vec<Data>,
    pub(super) user: Option<String>,
    method: Option<String>,
    is_get: bool,
    is_head: bool,
}

/// One piece of what is sent.
#[derive(Debug)]
pub(super) struct Data {
    pub(super) text: String,
    pub(super) is_json: bool,
}

impl Options {
    pub(super) fn read(words: &[String], text: &str, notes: &mut Notes<'_>) -> Self {
        let mut reader = Reader { options: Self::default(), text, notes };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            reader.word(word, &mut words);
        }
        reader.options
    }

    pub(super) fn method(&self) -> String {
        let implied = match (self.is_get, self.is_head, self.data.is_empty()) {
            (_, true, _) => "HEAD",
            (true, ..) | (_, _, true) => "GET",
            _ => "POST",
        };
        self.method.as_deref().unwrap_or(implied).to_ascii_uppercase()
    }

    /// Whether the data is part of the address.
    pub(super) const fn sends_in_query(&self) -> bool {
        self.is_get || self.is_head
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

struct Reader<'a, 'n> {
    options: Options,
    text: &'a str,
    notes: &'a mut Notes<'n>,
}

impl Reader<'_, '_> {
    fn word<'w>(&mut self, word: &'w str, rest: &mut impl Iterator<Item = &'w String>) {
        if let Some(long) = word.strip_prefix("--").filter(|long| !long.is_empty()) {
            let (name, joined) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            if WITH_VALUE.iter().any(|(_, known)| *known == name) {
                self.value(name, joined.or_else(|| rest.next().map(String::as_str)));
            } else {
                self.switch(name, &format!("--{name}"));
            }
        } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty() && *letters != "-") {
            self.letters(letters, rest);
        } else if word != "-" && word != "--" {
            self.url(word);
        }
    }

    /// One or several letters; what follows one that takes a value is its value.
    fn letters<'w>(&mut self, letters: &'w str, rest: &mut impl Iterator<Item = &'w String>) {
        let mut seen = HashSet::new();
        // A letter that stands there again says nothing more.
        for (at, letter) in letters.char_indices().filter(|(_, letter)| seen.insert(*letter)) {
            let after = &letters[at + letter.len_utf8()..];
            let letter = letter.to_string();
            if let Some((_, name)) = WITH_VALUE.iter().find(|(known, _)| *known == letter) {
                let value = if after.is_empty() { rest.next().map(String::as_str) } else { Some(after) };
                self.value(name, value);
                return;
            }
            let name = LETTERS.iter().find(|(known, _)| *known == letter).map_or(letter.as_str(), |(_, name)| *name);
            self.switch(name, &format!("-{letter}"));
        }
    }

    fn switch(&mut self, name: &str, word: &str) {
        match name {
            "get" => self.options.is_get = true,
            "head" => self.options.is_head = true,
            "insecure" => {
                self.notes.warning(place(self.text, word), "Certificates are always verified, so `-k` is left out.");
            }
            name if SILENT.contains(&name) => {}
            _ => self
                .notes
                .info(place(self.text, word), format!("`{word}` is left out. Tools don't support this option.")),
        }
    }

    fn value(&mut self, name: &str, value: Option<&str>) {
        let Some(value) = value else {
            let span = place(self.text, name);
            self.notes.error(span, format!("`--{name}` has no value, so it is left out."));
            return;
        };
        match name {
            "request" => self.options.method = Some(value.to_owned()),
            "header" => self.header(value),
            "data" | "data-ascii" | "data-binary" | "json" if value.starts_with('@') => self.file(&value[1..], value),
            "data-urlencode" if file_of(value).is_some() => self.file(file_of(value).unwrap_or_default(), value),
            "data" | "data-ascii" | "data-binary" | "data-raw" => self.data(value.to_owned(), false),
            "data-urlencode" => self.data(urlencoded(value), false),
            "url-query" => {
                self.notes.warning(place(self.text, value), "`--url-query` is left out. Add it to the URL.");
            }
            "json" => self.data(value.to_owned(), true),
            "user" => self.options.user = Some(value.to_owned()),
            "url" => self.url(value),
            "oauth2-bearer" => self.options.headers.push(("Authorization".to_owned(), format!("Bearer {value}"))),
            "user-agent" => self.options.headers.push(("User-Agent".to_owned(), value.to_owned())),
            "referer" => self.options.headers.push(("Referer".to_owned(), value.to_owned())),
            "cookie" if value.contains('=') => self.options.headers.push(("Cookie".to_owned(), value.to_owned())),
            "form" | "form-string" | "upload-file" => {
                let message = format!("`--{name}` is left out. Tools can't send files or multipart data.");
                self.notes.error(place(self.text, value), message);
            }
            name if SILENT.contains(&name) => {}
            _ => {
                self.notes
                    .info(place(self.text, value), format!("`--{name}` is left out. Tools don't support this option."));
            }
        }
    }

    fn header(&mut self, written: &str) {
        // `Name;` is curl's way to send a header without a value, `Name:` to send none.
        let Some((name, value)) = written.split_once(':') else {
            self.notes.warning(
                place(self.text, written),
                "This header has no `:` between its name and value, so it is left out.",
            );
            return;
        };
        let (name, value) = (name.trim(), value.trim());
        if matches!(
            name.to_ascii_lowercase().as_str(),
            "host" | "content-length" | "connection" | "transfer-encoding" | "te" | "upgrade"
        ) {
            self.notes
                .info(place(self.text, written), format!("Skill Studio sets the header `{name}`, so it is left out."));
        } else if !value.is_empty() && !name.is_empty() {
            self.options.headers.push((name.to_owned(), value.to_owned()));
        }
    }

    /// A body that curl reads from a file, which nobody here has.
    fn file(&mut self, path: &str, written: &str) {
        let message = format!(
            "The request body comes from the file `{path}`. Paste its content into the command or the tool's body."
        );
        self.notes.warning(place(self.text, written), message);
    }

    fn data(&mut self, text: String, is_json: bool) {
        self.options.data.push(Data { text, is_json });
    }

    fn url(&mut self, url: &str) {
        if self.options.url.is_some() {
            self.notes.warning(place(self.text, url), "A tool has only one URL, so this one is left out.");
        } else {
            self.options.url = Some(url.to_owned());
        }
    }
}

/// The file of `@file` and `name@file`, as `--data-urlencode` takes them: an `@` counts only before the first `=`.
fn file_of(value: &str) -> Option<&str> {
    let (before, path) = value.split_once('@')?;
    (!before.contains('=')).then_some(path)
}

/// `name=value` with the value encoded, as curl does it.
fn urlencoded(value: &str) -> String {
    match value.split_once('=') {
        Some(("", content)) => percent::encoded(content),
        Some((name, content)) => format!("{name}={}", percent::encoded(content)),
        None => percent::encoded(value),
    }
}

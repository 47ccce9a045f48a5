//! What goes to standard output and to standard error.

use std::{
    fmt::{Arguments, Display, Write as _},
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use serde::Serialize;
use studio_api::{ErrorCode, is_unseen, one_line, visible};

use crate::temporary::leave;

/// What is said where there is nothing to ask.
const NO_LIBRARY: &str = "No library has been opened yet. Use --library FOLDER for a folder of skills or --library FILE for a \
                          library, or create a library with `skillctl init`.";

/// By what a skill is told from another of its name: where it is listed, and where its file is.
pub(crate) fn place_of(group: &str, path: &str) -> String {
    [group, path].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// A skill's name with its place, where that is known.
pub(crate) fn with_place(name: &str, place: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{name} [{place}]") }
}

/// How a command ended when nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Exit status 0.
    Done,
    /// Exit status 1: findings, or nothing found.
    Findings,
}

impl Outcome {
    /// [`Outcome::Findings`] where `is_found` holds.
    pub(crate) const fn with_findings(is_found: bool) -> Self {
        if is_found { Self::Findings } else { Self::Done }
    }
}

/// Why a command could not be carried out: exit status 2.
#[derive(Debug)]
pub(crate) struct Failure {
    code: String,
    message: String,
    detail: Option<String>,
}

impl Failure {
    /// Words that do not fit together.
    pub(crate) fn usage(message: &str) -> Self {
        Self { code: "usage".to_owned(), message: message.to_owned(), detail: None }
    }

    /// Input that cannot be read, with the place that is wrong.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { code: "input".to_owned(), message: message.into(), detail: None }
    }

    /// Something has to be allowed first; the message shows what.
    pub(crate) fn consent(message: String) -> Self {
        Self { code: "needs_consent".to_owned(), message, detail: None }
    }
}

impl From<studio_api::Error> for Failure {
    fn from(error: studio_api::Error) -> Self {
        let code = serde_json::to_value(error.code).ok().and_then(|code| code.as_str().map(str::to_owned));
        let message = if error.code == ErrorCode::NoLibrary { NO_LIBRARY.to_owned() } else { error.message };
        Self { code: code.unwrap_or_default(), message, detail: error.detail }
    }
}

/// Writes results in the form that was asked for.
pub(crate) struct Output {
    form: Form,
    notes: Notes,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As text.
    Text,
    /// As one JSON document.
    Json,
}

/// How much is said of many things of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notes {
    /// Their number, and the first.
    Short,
    /// Each of them.
    Each,
}

impl Output {
    /// Results in this form, with notes of this length.
    pub(crate) const fn new(form: Form, notes: Notes) -> Self {
        Self { form, notes }
    }

    /// Whether each thing is named instead of how many there are.
    pub(crate) fn names_each(&self) -> bool {
        self.notes == Notes::Each
    }

    /// Says that there are some, with the first of them, or with each where that was asked for; `all` says how many there
    /// are. Nothing where there is none.
    pub(crate) fn some(&self, each: &[String], all: impl FnOnce(usize) -> String) {
        let Some(first) = each.first() else { return };
        let all = all(each.len());
        if self.names_each() {
            Self::note(format_args!("{all}:\n{}", each.join("\n")));
        } else if each.len() == 1 {
            Self::note(format_args!("{all}: {first}"));
        } else {
            Self::note(format_args!("{all}; use --verbose to list them. First: {first}"));
        }
    }

    /// The one result: `document` as JSON, or what `text` writes.
    pub(crate) fn result(&self, document: &impl Serialize, text: impl FnOnce(&mut Page<'_>) -> io::Result<()>) {
        // Standard output writes each line by itself.
        let mut out = BufWriter::new(io::stdout().lock());
        let written = if self.form == Form::Json {
            serde_json::to_string_pretty(document)
                .map_err(io::Error::other)
                .and_then(|document| writeln!(out, "{}", plain_json(document)))
        } else {
            text(&mut Page { out: &mut out })
        };
        end_if_unwritten(&written.and_then(|()| out.flush()));
    }

    /// One document of many, each on a line of its own, whatever form was asked for.
    pub(crate) fn line(document: &impl Serialize) {
        let mut out = io::stdout().lock();
        let written = serde_json::to_string(document).map_err(io::Error::other);
        end_if_unwritten(&written.and_then(|document| writeln!(out, "{}", plain_json(document))));
    }

    /// Something the reader should know that is no result. What others wrote may have lines of its own: only the first
    /// stands where ours do.
    pub(crate) fn note(message: impl Display) {
        let message = visible(&format!("skillctl: {message}")).lines().collect::<Vec<_>>().join("\n  ");
        tell(message);
    }

    /// Why nothing came of it.
    pub(crate) fn fail(&self, failure: &Failure) {
        if self.form == Form::Json {
            let document = serde_json::json!({ "error": { "code": failure.code, "message": failure.message, "detail": failure.detail } });
            tell(plain_json(document.to_string()));
        } else {
            Self::note(&failure.message);
        }
    }
}

/// Text on standard output. It may be a terminal, so nothing of others' texts gets there that a terminal obeys.
pub(crate) struct Page<'a> {
    out: &'a mut dyn Write,
}

impl Page<'_> {
    /// What `writeln!` asks for: one line, whatever the texts in it hold.
    pub(crate) fn write_fmt(&mut self, line: Arguments<'_>) -> io::Result<()> {
        let line = line.to_string();
        writeln!(self.out, "{}", one_line(line.strip_suffix('\n').unwrap_or(&line)))
    }

    /// A text of several lines, as it is but for what is made visible.
    pub(crate) fn block(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(visible(text).as_bytes())
    }
}

/// The same document with what a terminal would obey as escapes of JSON. Outside of strings JSON has no such characters.
fn plain_json(document: String) -> String {
    if !document.chars().any(is_unseen) {
        return document;
    }
    document.chars().fold(String::with_capacity(document.len()), |mut plain, letter| {
        if is_unseen(letter) {
            let _infallible = write!(plain, "\\u{:04x}", u32::from(letter));
        } else {
            plain.push(letter);
        }
        plain
    })
}

/// What is wrong with the command line, or its help. What was typed is named, and may come from anywhere.
pub(crate) fn misused(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    tell(visible(&error.render().to_string()).trim_end());
    ExitCode::from(2)
}

/// One line on standard error. Nobody is left to tell where that is closed.
fn tell(message: impl Display) {
    let _unheard = writeln!(io::stderr().lock(), "{message}");
}

/// A reader that went away (`skillctl list skills | head`) ends the program without a word. A result that could not be written
/// otherwise must not pass for one.
fn end_if_unwritten(written: &io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => leave(0),
        Err(error) => {
            tell(format_args!("skillctl: couldn't write the result: {error}"));
            leave(2);
        }
    }
}

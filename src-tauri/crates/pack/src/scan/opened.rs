//! Zips among the files of a skill, as archives and as what documents are: opened in memory within the limits of an import, and
//! what is in them looked at.
//!
//! Of a document's markup the words are looked at, as who opens it reads them: in the markup a sentence is cut into runs of
//! letters, each between tags of its own. A parser would refuse what is broken, and leave it unread.

use studio_text::decode::decode;

use super::{Finding, MOST, Rule, Scanned, not_read, scan_unopened};
use crate::{archive::each_file, limits::Limits};

/// How a zip begins.
const BEGINNING: &[u8] = b"PK\x03\x04";
/// Endings of documents.
const DOCUMENTS: [&str; 14] =
    ["docx", "docm", "dotx", "dotm", "xlsx", "xlsm", "xltx", "pptx", "pptm", "potx", "ppsx", "odt", "ods", "odp"];
/// Endings of the markup in them.
const MARKUP: [&str; 2] = ["xml", "rels"];
/// Bytes of markup that are read of one file: its words are made as a text of their own.
const LONGEST_MARKUP: usize = 16 * 1024 * 1024;
/// Attributes that are read to somebody, or lead somewhere.
const SAID: [&str; 5] = [" descr=", " title=", " alt=", " tooltip=", " Target="];
/// Elements that end a line.
const LINES: [&str; 12] = ["p", "h", "br", "cr", "si", "li", "tr", "row", "tc", "td", "line-break", "table-cell"];
/// The longest name of a character, from `&` to `;`.
const LONGEST_NAME: usize = 10;

pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGINNING)
}

/// What is found in the files of a zip, each named; where it can't be opened, that it was not read, and its secrets.
pub(super) fn scan(file: &Scanned<'_>) -> Vec<Finding> {
    let mut inside = Inside::of(file);
    let opened = each_file(file.bytes, &Limits::STUDIO, &mut |path, bytes| inside.look(path, bytes));
    let mut findings = inside.findings();
    // Beside its files, or where they can't be read, it may hold one as it is.
    if !findings.iter().any(|found| found.rule == Rule::Secret) {
        let own = scan_unopened(file).unwrap_or_default();
        findings.extend(own.into_iter().filter(|found| found.rule == Rule::Secret));
    }
    if let Err(reason) = opened {
        findings.push(not_read(file.entity, file.path, &reason));
    }
    findings
}

/// What is found file by file.
struct Inside<'a> {
    outer: &'a Scanned<'a>,
    /// Whether somebody opens it with a program that shows its words; what stands between them is a matter of that program.
    is_document: bool,
    found: Vec<Finding>,
    is_cut: bool,
    /// What was not read: the first of it, and how much there is.
    unread: Option<Finding>,
    unread_files: usize,
}

impl<'a> Inside<'a> {
    fn of(outer: &'a Scanned<'a>) -> Self {
        let is_document = DOCUMENTS.iter().any(|ending| ends_with(outer.path, ending));
        Self { outer, is_document, found: Vec::new(), is_cut: false, unread: None, unread_files: 0 }
    }

    fn look(&mut self, inner: &str, bytes: &[u8]) {
        let is_markup = MARKUP.iter().any(|ending| ends_with(inner, ending));
        let path = format!("{}/{inner}", self.outer.path);
        let scan = |path: &str, bytes: &[u8]| {
            let file = Scanned { entity: self.outer.entity, path, bytes, is_skill: false };
            scan_unopened(&file).unwrap_or_default()
        };
        let mut found = Vec::new();
        if is_markup && bytes.len() > LONGEST_MARKUP {
            found.push(not_read(self.outer.entity, &path, "This file is larger than the 16 MB that are read of one."));
        } else if is_markup {
            // Words are prose, whatever the file with the markup is called.
            found = scan(&format!("{path}.txt"), words(&decode(bytes).text).as_bytes());
        }
        if !is_markup || !self.is_document {
            let told: Vec<Rule> = found.iter().map(|one| one.rule).collect();
            found.extend(scan(&path, bytes).into_iter().filter(|one| !told.contains(&one.rule)));
        }
        for one in found {
            self.take(Finding { message: format!("In {inner}: {}", one.message), ..one });
        }
    }

    fn take(&mut self, one: Finding) {
        if one.rule == Rule::NotRead {
            self.unread_files += 1;
            self.unread.get_or_insert(one);
        } else if one.rule == Rule::Secret || self.found.len() < MOST {
            self.found.push(one);
        } else {
            self.is_cut = true;
        }
    }

    fn findings(mut self) -> Vec<Finding> {
        if let Some(last) = self.found.last_mut().filter(|_| self.is_cut) {
            last.message.push_str(" More items in this file aren't listed.");
        }
        if let Some(mut unread) = self.unread {
            if self.unread_files > 1 {
                let (message, more) = (unread.message, self.unread_files - 1);
                unread.message = format!("{message} Other files in it that weren't scanned: {more}.");
            }
            self.found.push(unread);
        }
        self.found
    }
}

fn ends_with(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, last)| last.eq_ignore_ascii_case(ending))
}

/// What a document says, a line each: its text, its comments, and what its attributes say.
fn words(markup: &str) -> String {
    let mut words = String::with_capacity(markup.len() / 2);
    let mut rest = markup;
    while let Some((text, behind)) = rest.split_once('<') {
        push(&mut words, text);
        rest = if let Some(comment) = behind.strip_prefix("!--") {
            verbatim(&mut words, comment, "-->")
        } else if let Some(data) = behind.strip_prefix("![CDATA[") {
            verbatim(&mut words, data, "]]>")
        } else {
            let (tag, behind) = behind.split_once('>').unwrap_or((behind, ""));
            for text in said(tag) {
                words.push('\n');
                push(&mut words, text);
                words.push('\n');
            }
            if ends_line(tag) {
                words.push('\n');
            }
            behind
        };
    }
    push(&mut words, rest);
    words
}

/// Adds what stands before an end as it is, and gives what comes after that.
fn verbatim<'a>(words: &mut String, text: &'a str, end: &str) -> &'a str {
    let (text, behind) = text.split_once(end).unwrap_or((text, ""));
    words.push_str(text);
    words.push('\n');
    behind
}

/// What attributes of a tag say.
fn said(tag: &str) -> impl Iterator<Item = &str> {
    SAID.iter().filter_map(move |name| {
        let (_, value) = tag.split_once(name)?;
        let quote = value.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
        value[1..].split(quote).next()
    })
}

/// Whether a tag closes an element that stands on lines of its own, or is one that breaks a line.
fn ends_line(tag: &str) -> bool {
    let is_end = tag.starts_with('/') || tag.ends_with('/');
    let name = tag.trim_matches('/').split(char::is_whitespace).next().unwrap_or_default();
    is_end && LINES.contains(&name.rsplit(':').next().unwrap_or_default())
}

/// Adds a text with its characters as they are read.
fn push(words: &mut String, text: &str) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        words.push_str(before);
        let end = behind.bytes().take(LONGEST_NAME).position(|byte| byte == b';');
        let named = end.and_then(|end| Some((character(&behind[..end])?, &behind[end + 1..])));
        let (character, after) = named.unwrap_or(('&', behind));
        words.push(character);
        rest = after;
    }
    words.push_str(rest);
}

fn character(name: &str) -> Option<char> {
    let number = name.strip_prefix('#');
    match (name, number) {
        ("lt", _) => Some('<'),
        ("gt", _) => Some('>'),
        ("amp", _) => Some('&'),
        ("quot", _) => Some('"'),
        ("apos", _) => Some('\''),
        (_, Some(number)) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
        _ => None,
    }
}

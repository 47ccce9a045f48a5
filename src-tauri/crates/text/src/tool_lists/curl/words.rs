//! The words of a command line, as a shell would part them.

use crate::{Span, tool_lists::notes::Notes};

/// What ends the command for the shell.
const ENDS: [&str; 9] = ["|", "||", "&&", "&", ";", ">", ">>", "2>", "<"];

/// Most words that are read: no request that a tool makes has as many.
const MOST_WORDS: usize = 500;

/// The words after `curl`, none where the text is no command line.
pub(super) fn split(text: &str, notes: &mut Notes<'_>) -> Option<Vec<String>> {
    for command in commands(text) {
        let Some(mut words) = shlex::split(&command.posix) else {
            notes.error(Span::new(0, text.len()), "This command has an unclosed quote.");
            return None;
        };
        let Some(start) = words.iter().position(|word| is_curl(word)) else { continue };
        words.drain(..=start);
        if let Some(end) = command.end {
            let message =
                format!("Everything after `{}` is left out because it isn't part of the request.", end.of(text));
            notes.info(end, message);
        }
        if words.len() > MOST_WORDS {
            words.truncate(MOST_WORDS);
            let message = format!("The command has more than {MOST_WORDS} words, so the rest is left out.");
            notes.warning(Span::new(0, text.len()), message);
        }
        return Some(words);
    }
    notes.error(Span::new(0, text.len()), "This isn't a curl command. It must start with `curl`.");
    None
}

fn is_curl(word: &str) -> bool {
    word == "curl" || word.ends_with("/curl") || word.eq_ignore_ascii_case("curl.exe")
}

/// Where a word stands in the text, as far as it can be found again; else the whole text.
pub(super) fn place(text: &str, word: &str) -> Span {
    match text.find(word).filter(|_| !word.is_empty()) {
        Some(start) => Span::new(start, start + word.len()),
        None => Span::new(0, text.len()),
    }
}

/// One command of a line.
#[derive(Default)]
struct Command {
    /// As a plain POSIX shell has it: without bash's `$'…'`, and without the line ends of the Windows shell.
    posix: String,
    /// What ends it, where something does. It stands by itself, outside quotes: a quoted `|` is a word like any other.
    end: Option<Span>,
}

/// The commands of a line.
fn commands(text: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let (mut open, mut quote, mut at) = (Command::default(), None, 0);
    // Whether a word begins here.
    let mut is_start = true;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if let (None, Some(length)) = (quote, joined_at(rest)) {
            at += length;
            continue;
        }
        if let (None, true, Some(end)) = (quote, is_start, end_at(rest)) {
            open.end = Some(Span::new(at, at + end));
            commands.push(std::mem::take(&mut open));
            at += end;
            continue;
        }
        at += next.len_utf8();
        is_start = quote.is_none() && next.is_whitespace();
        match (quote, next) {
            (None, '$') if rest.starts_with("$'") => {
                let (value, length) = ansi(&rest[2..]);
                open.posix.push_str(&shlex::try_quote(&value.replace('\0', "")).unwrap_or_default());
                at += 1 + length;
            }
            (None, '^') if rest[1..].starts_with(['\r', '\n']) => open.posix.push(' '),
            (None, '\r') => open.posix.push(' '),
            // An escaped character opens or closes nothing.
            (None | Some('"'), '\\') => {
                open.posix.push(next);
                if let Some(escaped) = text[at..].chars().next() {
                    open.posix.push(escaped);
                    at += escaped.len_utf8();
                }
            }
            (None, '\'' | '"') => {
                quote = Some(next);
                open.posix.push(next);
            }
            (Some(closes), _) if closes == next => {
                quote = None;
                open.posix.push(next);
            }
            _ => open.posix.push(next),
        }
    }
    commands.push(open);
    commands
}

/// The length of a line's end that joins it to the next.
fn joined_at(rest: &str) -> Option<usize> {
    ["\\\r\n", "\\\n"].into_iter().find(|end| rest.starts_with(end)).map(str::len)
}

/// The length of what ends a command where a word begins.
fn end_at(rest: &str) -> Option<usize> {
    let stands_alone = |end: &&&str| {
        rest.strip_prefix(**end).is_some_and(|after| after.chars().next().is_none_or(char::is_whitespace))
    };
    ENDS.iter().find(stands_alone).map(|end| end.len())
}

/// The value of bash's `$'…'` behind its opening quote, and its length with the closing one.
fn ansi(rest: &str) -> (String, usize) {
    let mut value = String::new();
    let mut at = 0;
    while let Some(next) = rest[at..].chars().next() {
        at += next.len_utf8();
        if next == '\'' {
            return (value, at);
        }
        if next != '\\' {
            value.push(next);
            continue;
        }
        let Some(escaped) = rest[at..].chars().next() else { break };
        at += escaped.len_utf8();
        let digits = match escaped {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let hex = rest[at..].chars().take(digits).take_while(char::is_ascii_hexdigit).count();
        match escaped {
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            _ if hex > 0 => {
                let code = u32::from_str_radix(&rest[at..at + hex], 16).ok().and_then(char::from_u32);
                value.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
                at += hex;
            }
            other => value.push(other),
        }
    }
    (value, at)
}

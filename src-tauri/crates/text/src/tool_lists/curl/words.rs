//! The words of a command line, as a shell would part them.

use crate::{Span, tool_lists::notes::Notes};

/// What ends the command for the shell.
const ENDS: [&str; 9] = ["|", "||", "&&", "&", ";", ">", ">>", "2>", "<"];

/// Most words that are read: no request that a tool makes has as many.
const MOST_WORDS: usize = 500;

/// The words after `curl`, none where the text is no command line.
pub(super) fn split(text: &str, notes: &mut Notes<'_>) -> Option<Vec<String>> {
    let Some(words) = shlex::split(&in_posix(text)) else {
        notes.error(Span::new(0, text.len()), "A quote in this command is never closed.");
        return None;
    };
    let mut words: Vec<String> = words;
    let Some(start) = words.iter().position(|word| is_curl(word)) else {
        notes.error(Span::new(0, text.len()), "This is not a curl command, which begins with `curl`.");
        return None;
    };
    words.drain(..=start);
    if let Some(end) = words.iter().position(|word| ENDS.contains(&word.as_str())) {
        notes.info(
            place(text, &words[end]),
            format!("Everything after `{}` is left out, as it is not part of the request.", words[end]),
        );
        words.truncate(end);
    }
    if words.len() > MOST_WORDS {
        words.truncate(MOST_WORDS);
        let message = format!("The command has more than {MOST_WORDS} words, so the rest is left out.");
        notes.warning(Span::new(0, text.len()), message);
    }
    Some(words)
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

/// The line as a plain POSIX shell has it: without bash's `$'…'`, and without the line ends of the Windows shell.
fn in_posix(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut quote = None;
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        at += next.len_utf8();
        match (quote, next) {
            (None, '$') if rest.starts_with("$'") => {
                let (value, length) = ansi(&rest[2..]);
                result.push_str(&shlex::try_quote(&value.replace('\0', "")).unwrap_or_default());
                at += 1 + length;
            }
            (None, '^') if rest[1..].starts_with(['\r', '\n']) => result.push(' '),
            (None, '\\') if rest[1..].starts_with("\r\n") => at += 2,
            (None, '\r') => result.push(' '),
            // An escaped character opens or closes nothing.
            (None | Some('"'), '\\') => {
                result.push(next);
                if let Some(escaped) = text[at..].chars().next() {
                    result.push(escaped);
                    at += escaped.len_utf8();
                }
            }
            (None, '\'' | '"') => {
                quote = Some(next);
                result.push(next);
            }
            (Some(open), _) if open == next => {
                quote = None;
                result.push(next);
            }
            _ => result.push(next),
        }
    }
    result
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

//! Where things stand in JSON, and its errors in words for people.

use std::collections::HashMap;

/// An error of JSON where it was found.
pub(super) struct JsonProblem {
    /// From 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
    /// A lower-case clause.
    pub(super) message: String,
}

/// An error found while reading a text.
pub(super) fn problem(error: &serde_json::Error, text: &str) -> JsonProblem {
    let before = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    // The parser counts bytes, and 0 where a line has just ended.
    let bytes = error.column().saturating_sub(1).min(before.len());
    let column = before.char_indices().take_while(|&(place, _)| place < bytes).count() + 1;
    JsonProblem { line: error.line(), column, message: worded(&error.to_string()) }
}

/// The parser's words, made plain. Those it does not find are passed on without the place, which is told anyway.
fn worded(message: &str) -> String {
    let bare = message.rsplit_once(" at line ").map_or(message, |(bare, _)| bare);
    let plain = match bare {
        "EOF while parsing a string" => "unclosed string",
        "EOF while parsing an object" => "missing closing }",
        "EOF while parsing a list" => "missing closing ]",
        "EOF while parsing a value" => "missing value at the end",
        "expected `,` or `}`" => "expected a comma or closing }",
        "expected `,` or `]`" => "expected a comma or closing ]",
        "expected `:`" => "expected a colon between a name and its value",
        "expected value" | "expected ident" => {
            "expected a value: an object, a list, a quoted string, a number, true, false, or null"
        }
        "key must be a string" => "expected a name in double quotes",
        "trailing comma" => "trailing comma before a closing bracket",
        "trailing characters" => "unexpected text after the end of the value",
        "invalid escape" => "invalid escape: a backslash must be doubled or followed by one of \" \\ / b f n r t u",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a tab or line break in a string must be written as \\t or \\n"
        }
        "recursion limit exceeded" => "brackets are nested too deeply",
        other => other,
    };
    plain.to_owned()
}

/// The lines, from 1, on which the elements of arrays begin in JSON that can be read: of the array that is the whole text, and
/// of those under names alone.
pub(super) struct ElementLines(HashMap<String, Vec<usize>>);

impl ElementLines {
    /// Looks through a text once.
    pub(super) fn of(text: &str) -> Self {
        let mut found: HashMap<String, Vec<usize>> = HashMap::new();
        let (mut line, mut open, mut is_due) = (1, Vec::<(char, String)>::new(), false);
        let (mut last_text, mut key) = (String::new(), String::new());
        let mut characters = text.char_indices();
        while let Some((place, character)) = characters.next() {
            if is_due && !character.is_whitespace() {
                if character != ']'
                    && let Some(names) = names_of(&open)
                {
                    found.entry(names).or_default().push(line);
                }
                is_due = false;
            }
            match character {
                '\n' => line += 1,
                '"' => last_text = text_from(&text[place..], &mut characters),
                ':' => key.clone_from(&last_text),
                '[' | '{' => {
                    open.push((character, std::mem::take(&mut key)));
                    is_due = character == '[';
                }
                ']' | '}' => {
                    open.pop();
                }
                ',' => is_due = open.last().is_some_and(|(bracket, _)| *bracket == '['),
                _ => {}
            }
        }
        Self(found)
    }

    /// The lines of as many elements of the array under these names, from the outermost; 0 for one that was not found.
    pub(super) fn under(&self, names: &[&str]) -> impl Iterator<Item = usize> {
        let lines = self.0.get(&names.join(SEPARATOR)).map(Vec::as_slice).unwrap_or_default();
        lines.iter().copied().chain(std::iter::repeat(0))
    }
}

/// Between names, where no text of JSON has it.
const SEPARATOR: &str = "\n";

/// The names under which the innermost array stands; none where it stands in another one.
fn names_of(open: &[(char, String)]) -> Option<String> {
    let (_, around) = open.split_last()?;
    if around.iter().any(|(bracket, _)| *bracket == '[') {
        return None;
    }
    let names: Vec<&str> = open.iter().skip(1).map(|(_, key)| key.as_str()).collect();
    Some(names.join(SEPARATOR))
}

/// The text between quotation marks at the start of `from`, unread but for its escapes' length; `characters` is moved past it.
fn text_from(from: &str, characters: &mut std::str::CharIndices<'_>) -> String {
    let mut length = 1;
    let mut is_escaped = false;
    for (_, character) in characters.by_ref() {
        if character == '"' && !is_escaped {
            break;
        }
        is_escaped = character == '\\' && !is_escaped;
        length += character.len_utf8();
    }
    from[1..length].to_owned()
}

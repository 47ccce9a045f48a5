//! What the mock says in the end, in one sentence: the skills it loaded, the files it read, the tools it called, and what
//! the last of those answered. JSON is told by what it holds: a piece of it would say less.

use serde_json::Value;

/// Longest answer that is repeated, in characters; it is cut between words.
const REPEATED: usize = 300;

/// One thing that was done since the user spoke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done<'a> {
    /// A skill was loaded.
    Loaded(String),
    /// An input file was read.
    Read(String),
    /// A tool was called, with its answer where there is one.
    Called(&'a str, Option<&'a str>),
}

/// The sentence.
pub(super) fn sentence(done: &[Done<'_>]) -> String {
    if done.is_empty() {
        return "[mock] No skill or tool matches this message.".to_owned();
    }
    let loaded = done.iter().filter_map(|one| if let Done::Loaded(name) = one { Some(name.as_str()) } else { None });
    let read = done.iter().filter_map(|one| if let Done::Read(path) = one { Some(path.as_str()) } else { None });
    let called = done.iter().filter_map(|one| if let Done::Called(name, _) = one { Some(*name) } else { None });
    let parts = [("loaded", listed(loaded)), ("read", listed(read)), ("called", listed(called))];
    let parts: Vec<String> = parts.into_iter().filter_map(|(verb, names)| Some(format!("{verb} {}", names?))).collect();
    let parts = listed(parts.iter().map(String::as_str)).unwrap_or_default();
    let answer = done.iter().rev().find_map(|one| if let Done::Called(_, answer) = one { Some(answer) } else { None });
    let end = match answer {
        None => "; no further tool was called.".to_owned(),
        Some(None) => ", which didn't respond.".to_owned(),
        Some(Some(answer)) => format!(", which answered{}", told(answer)),
    };
    format!("[mock] {}{end}", studio_model::capitalised(&parts))
}

/// `a`, `a and b`, `a, b and c`; none of nothing.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    match names.split_last()? {
        (last, []) => Some((*last).to_owned()),
        (last, before) => Some(format!("{} and {last}", before.join(", "))),
    }
}

/// An answer as it ends the sentence.
fn told(answer: &str) -> String {
    match serde_json::from_str::<Value>(answer) {
        Ok(Value::Object(fields)) => match ["message", "error"].iter().find_map(|name| fields.get(*name)?.as_str()) {
            Some(message) => said(message),
            None => listed(fields.keys().map(String::as_str))
                .map_or_else(|| " with an empty object.".to_owned(), |names| format!(" with an object: {names}.")),
        },
        Ok(Value::Array(items)) if items.len() == 1 => " with a list of 1 item.".to_owned(),
        Ok(Value::Array(items)) => format!(" with a list of {} items.", items.len()),
        Ok(Value::String(text)) => said(&text),
        // JSON that the limit on answers cut.
        Err(_) if answer.trim_start().starts_with(['{', '[']) => {
            format!(" with {} characters.", answer.chars().count())
        }
        Ok(_) | Err(_) => said(answer),
    }
}

/// The first line, whole or cut between words.
fn said(text: &str) -> String {
    let Some(line) = text.lines().map(str::trim).find(|line| !line.is_empty()) else {
        return " with nothing.".to_owned();
    };
    let Some((end, _)) = line.char_indices().nth(REPEATED) else { return format!(": {line}") };
    let kept = line[..end].rfind(char::is_whitespace).map_or(&line[..end], |space| line[..space].trim_end());
    format!(": {kept} …")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_one_sentence() {
        let loaded = || Done::Loaded("gas-emergency".to_owned());
        let cases: [(&[Done<'_>], &str); 6] = [
            (&[], "No skill or tool matches this message."),
            (&[loaded()], "Loaded gas-emergency; no further tool was called."),
            (&[Done::Read("a.csv".to_owned())], "Read a.csv; no further tool was called."),
            (&[Done::Called("sayHello", Some("Hello, Ada!"))], "Called sayHello, which answered: Hello, Ada!"),
            (
                &[loaded(), Done::Called("grade", Some("1")), Done::Called("send", Some(r#"{"at":1,"to":[2]}"#))],
                "Loaded gas-emergency and called grade and send, which answered with an object: at and to.",
            ),
            (&[loaded(), Done::Called("grade", None)], "Loaded gas-emergency and called grade, which didn't respond."),
        ];
        for (done, expected) in cases {
            assert_eq!(sentence(done), format!("[mock] {expected}"));
        }
    }

    #[test]
    fn an_answer_is_never_cut_within_a_word_or_within_json() {
        let long = "word ".repeat(100);
        let object = format!(r#"{{"message":"{}","rest":"{long}"}}"#, "Sent to the crew.");
        for (answer, expected) in [
            (object.as_str(), ": Sent to the crew."),
            ("[1, 2]", " with a list of 2 items."),
            ("[{}]", " with a list of 1 item."),
            ("{}", " with an empty object."),
            ("\"Hello\"", ": Hello"),
            ("4.5", ": 4.5"),
            ("", " with nothing."),
            ("\nfirst\nsecond", ": first"),
            (r#"{"error": "It is closed.", "success": false}"#, ": It is closed."),
            (r#"{"cut": "in the mid"#, " with 19 characters."),
        ] {
            assert_eq!(told(answer), expected, "{answer}");
        }
        let cut = told(&long);
        assert!(cut.ends_with("word …") && cut.chars().count() <= REPEATED + 4, "{cut}");
    }
}

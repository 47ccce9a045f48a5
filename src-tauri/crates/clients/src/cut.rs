//! Where a client's list cuts a description, in the file that the description stands in.

use studio_text::{ScalarStyle, SkillDocument, ValueKind};

use crate::{
    list::{Shown, State},
    text::is_unshown,
};

/// How much of a description a client's list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Characters of it that are shown.
    pub shown: usize,
    /// Characters of all of it.
    pub whole: usize,
    /// The byte of the text at which the rest begins; none where the skill is not listed, or shown with all of it.
    pub at: Option<usize>,
}

/// How much of the description of a file is in a client's entry of it; none where the file has no description.
pub fn cut(document: &SkillDocument, entry: &Shown) -> Option<Cut> {
    let description = document.description()?;
    let value = &document.field("description")?.value;
    let ValueKind::Text { style, .. } = value.kind else { return None };
    let whole = description.chars().count();
    let shown = match entry.state {
        State::Whole => return Some(Cut { shown: whole, whole, at: None }),
        State::Absent | State::Hidden | State::Refused => return Some(Cut { shown: 0, whole, at: None }),
        State::Shortened | State::NameOnly => entry.shown.as_str(),
    };
    let seen = &description[..seen(description, ScalarStyle::Plain, shown)];
    let at = value.span.start + self::seen(value.span.of(document.text()), style, shown);
    Some(Cut { shown: seen.chars().count(), whole, at: Some(at) })
}

/// How many bytes of a scalar as its author wrote it are in what is shown: there blanks are others, what is markup is
/// escaped, and what is not seen is gone.
fn seen(written: &str, style: ScalarStyle, shown: &str) -> usize {
    let (mut rest, mut seen) = (shown, 0);
    for (end, char) in characters(written, style) {
        rest = rest.trim_start();
        if char.is_whitespace() {
            continue;
        }
        let escaped = match char {
            '<' => rest.strip_prefix("&lt;"),
            '>' => rest.strip_prefix("&gt;"),
            _ => None,
        };
        match escaped.or_else(|| rest.strip_prefix(char)) {
            Some(after) => (rest, seen) = (after, end),
            None if is_unshown(char) => {}
            None => break,
        }
    }
    seen
}

/// The characters of a scalar, each with the byte of the writing at which it ends.
fn characters(written: &str, style: ScalarStyle) -> Vec<(usize, char)> {
    let start = match style {
        ScalarStyle::Plain => 0,
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => written.find(['\'', '"']).map_or(0, |at| at + 1),
        ScalarStyle::Literal | ScalarStyle::Folded => written.find('\n').map_or(written.len(), |at| at + 1),
    };
    let mut all = Vec::new();
    let mut chars = written[start..].char_indices().map(|(at, char)| (start + at, char)).peekable();
    while let Some((at, char)) = chars.next() {
        let end = at + char.len_utf8();
        match (style, char) {
            (ScalarStyle::DoubleQuoted, '"') => break,
            (ScalarStyle::SingleQuoted, '\'') => match chars.next_if(|(_, next)| *next == '\'') {
                Some((again, quote)) => all.push((again + quote.len_utf8(), quote)),
                None => break,
            },
            (ScalarStyle::DoubleQuoted, '\\') => {
                let Some((at, kind)) = chars.next() else { break };
                let end = at + kind.len_utf8();
                let (char, length) = escaped(kind, &written[end..]);
                for _ in 0..length {
                    chars.next();
                }
                all.push((end + length, char));
            }
            _ => all.push((end, char)),
        }
    }
    all
}

/// What stands for a character after a backslash, and how many of the bytes behind it go with it.
fn escaped(kind: char, after: &str) -> (char, usize) {
    let digits = match kind {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        'n' | 't' | 'r' | 'N' | 'L' | 'P' | '_' | '\n' => return (' ', 0),
        other => return (other, 0),
    };
    let code = after.get(..digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    code.and_then(char::from_u32).map_or((kind, 0), |char| (char, digits))
}

#[cfg(test)]
mod tests {
    use studio_model::Client;
    use studio_text::SkillDocument;

    use super::{Cut, cut};
    use crate::{Entry, Readings, Scope, Settings, SkillFile, list};

    /// The cut of a file that is alone in a client's list, and the text before and behind it.
    fn of(client: Client, description: &str, settings: &Settings) -> (Cut, Option<(String, String)>) {
        let text = format!("---\nname: pdf\ndescription: {description}\n---\n\nBody.\n");
        let readings = Readings::of(&SkillFile { path: "pdf/SKILL.md", bytes: text.as_bytes(), openai_yaml: None });
        let entry = Entry { reading: readings.by(client), path: "pdf/SKILL.md", scope: Scope::Project, weight: 0.0 };
        let list = list(client, &[entry], settings);
        let cut = cut(&SkillDocument::read(&text), &list.entries[0]).unwrap();
        let sides = cut.at.map(|at| {
            let (before, behind) = text.split_at(at);
            (before[before.len() - 5..].to_owned(), behind.chars().take(5).collect())
        });
        (cut, sides)
    }

    fn kimi(description: &str) -> (Cut, Option<(String, String)>) {
        of(Client::Kimi, description, &Settings::default())
    }

    #[test]
    fn a_description_that_fits_is_not_cut() {
        assert_eq!(kimi("Reads forms."), (Cut { shown: 12, whole: 12, at: None }, None));
    }

    #[test]
    fn the_cut_stands_where_the_client_stops_however_the_value_is_written() {
        // 247 characters are shown.
        let words = "abcd ".repeat(60);
        let words = words.trim();
        let lines =
            |indent: &str| format!("{indent}{}", words.replace(" abcd abcd ", &format!(" abcd\n{indent}abcd ")));
        for description in [
            words.to_owned(),
            format!("'{words}'"),
            format!("\"{words}\""),
            format!(">-\n{}", lines("  ")),
            format!("|\n  {words}"),
        ] {
            let (cut, sides) = kimi(&description);
            assert_eq!((cut.shown, cut.whole), (247, 299), "{description}");
            let (before, behind) = sides.unwrap();
            assert!(before.ends_with("ab") && behind.starts_with("cd"), "{before:?} {behind:?} in {description}");
        }
    }

    #[test]
    fn what_is_escaped_in_the_file_or_in_the_list_counts_once() {
        let rest = "x".repeat(300);
        for (written, marks) in [("\"\\\"\\u00e9\\\" ", 4), ("'it''s ", 5), ("a <b> ", 6)] {
            let quote = if written.starts_with(['"', '\'']) { &written[..1] } else { "" };
            let (cut, _) = kimi(&format!("{written}{rest}{quote}"));
            assert_eq!((cut.shown, cut.whole), (247, 300 + marks), "{written}");
        }
        let small = Settings { claude_entry_chars: 20, ..Settings::default() };
        let (cut, sides) = of(Client::ClaudeCode, "Reads <b> and <i> tags of pages.", &small);
        let (before, behind) = sides.unwrap();
        // 19 units, of which each bracket takes four.
        assert_eq!((cut.shown, before.as_str(), behind.as_str()), (13, "> and", " <i> "));
    }

    #[test]
    fn a_name_alone_is_cut_before_its_description() {
        let none = Settings { claude_budget: Some(10), claude_bundled: 0, ..Settings::default() };
        let (cut, sides) = of(Client::ClaudeCode, "Reads forms.", &none);
        assert_eq!((cut.shown, cut.whole), (0, 12));
        assert_eq!(sides.unwrap().1, "Reads");
    }
}

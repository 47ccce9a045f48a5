//! A description cut into what it says: sentences, those that say when *not* to use the skill apart, and the phrases it
//! quotes.

use std::sync::LazyLock;

use regex::Regex;

/// What a text says, piece by piece: its sentences, cut at semicolons too.
pub(crate) fn statements(text: &str) -> Vec<&str> {
    let pieces = sentences(text).into_iter().flat_map(|sentence| cut(sentence, end_of_statement));
    let stripped = pieces.map(|piece| piece.trim_matches([' ', '\t', ';']));
    stripped.filter(|piece| !piece.is_empty()).collect()
}

/// The sentences of a text, without bullets. A line ends a sentence.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let lines = text.split(['\r', '\n']).map(without_bullet);
    let found = lines.flat_map(|line| cut(line, end_of_sentence)).map(|sentence| sentence.trim_matches([' ', '\t']));
    found.filter(|sentence| !sentence.is_empty()).collect()
}

/// A line in pieces, each to where its last character says that it ends.
fn cut(line: &str, end_at: impl Fn(&str, usize, char) -> Option<usize>) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (place, character) in line.char_indices() {
        if place >= start
            && let Some(end) = end_at(line, place, character)
        {
            found.push(&line[start..end]);
            start = end;
        }
    }
    found.push(&line[start..]);
    found
}

/// The statements that say what a skill is for: all but those that say what it is not for, unless there is no other.
pub(crate) fn positive_sentences(description: &str) -> Vec<&str> {
    let all = statements(description);
    let positive: Vec<_> = all.iter().copied().filter(|sentence| !is_exclusion(sentence)).collect();
    if positive.is_empty() { all } else { positive }
}

/// What a text puts in quotation marks or backticks, 3 to 120 characters each.
pub(crate) fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut resume = 0;
    for (place, mark) in text.char_indices() {
        if place < resume {
            continue;
        }
        if let Some((inner, end)) = quotation(text, place, mark) {
            found.push(inner.trim_matches([' ', ',', '.', ';', ':']));
            resume = end;
        }
    }
    found
}

/// The items of a sentence that lists what wakes a skill (“Triggers include: a, b, or c.”); none if it is no such list.
pub(crate) fn listed(sentence: &str) -> Vec<&str> {
    static LIST: LazyLock<Regex> = LazyLock::new(|| {
        let kinds = "trigger|keyword|phrase|example|request|mention|such as|use for|covers?";
        Regex::new(&format!(r"(?i)^.{{0,60}}?(?:{kinds})[^:]{{0,30}}:\s*(.+)$")).expect("a pattern that was tried")
    });
    static COMMA: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r",\s+(?:or |and )?").expect("a pattern that was tried"));
    if !sentence.contains(':') {
        return Vec::new();
    }
    let items = LIST.captures(sentence).and_then(|found| found.get(1)).map_or("", |items| items.as_str());
    if items.matches(',').count() < 2 {
        return Vec::new();
    }
    COMMA.split(items).map(|item| item.trim_matches([' ', '.'])).collect()
}

/// What stands in quotation marks that open at a place, and where they end.
fn quotation(text: &str, place: usize, mark: char) -> Option<(&str, usize)> {
    let close = match mark {
        '“' => '”',
        '"' | '`' | '\'' => mark,
        _ => return None,
    };
    let start = place + mark.len_utf8();
    let length = text[start..].find(close)?;
    let (inner, end) = (&text[start..start + length], start + length + close.len_utf8());
    let is_apostrophe = mark == '\''
        && (text[..place].ends_with(|c: char| c.is_ascii_alphanumeric())
            || text[end..].starts_with(|c: char| c.is_ascii_alphanumeric()));
    ((3..=120).contains(&inner.chars().count()) && !is_apostrophe).then_some((inner, end))
}

/// Whether a sentence says what a skill is not for, or sends the reader to another.
fn is_exclusion(sentence: &str) -> bool {
    static EXCLUSION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)(?-u:\b)(?:do not|don'?t|does not|never|not) (?:use|trigger|invoke|apply|activate|fire|load|run)(?-u:\b)",
            r"|(?:^|[\s(])(?:not for|not to be used|skip when|skip if|skip for|instead,? use|when not to use",
            r"|avoid (?:using|when|for)|not when|not suitable|not intended|not applicable|not if)(?-u:\b)",
            r"|^(?:for|to|if) [^.]{3,160}?,? (?:see|use|prefer) [`'\x22]?[a-z0-9/]+[-_/][a-z0-9_/-]+",
            r"|^for [^.,]{3,160}, (?:see|use) ",
        ))
        .expect("a pattern that was tried")
    });
    EXCLUSION.is_match(sentence)
}

/// A line without what makes it an item or a heading.
fn without_bullet(line: &str) -> &str {
    let trimmed = line.trim_start();
    let digits = trimmed.trim_start_matches(|c: char| c.is_numeric());
    let after = if let Some(rest) = trimmed.strip_prefix(['-', '*', '+', '•']) {
        rest
    } else if trimmed.starts_with('#') {
        trimmed.trim_start_matches('#')
    } else if digits.len() < trimmed.len() {
        let Some(rest) = digits.strip_prefix(['.', ')']) else { return line };
        rest
    } else {
        return line;
    };
    if after.starts_with(char::is_whitespace) { after.trim_start() } else { line }
}

/// Where the sentence ends that this character ends, if it ends one.
fn end_of_sentence(line: &str, place: usize, character: char) -> Option<usize> {
    let after = place + character.len_utf8();
    match character {
        '。' | '！' | '？' => Some(after),
        '.' | '!' | '?' => {
            let rest = line[after..].trim_start_matches(['"', '\'', '”', '’', ')', ']']);
            let is_end = (rest.is_empty() || rest.starts_with(char::is_whitespace)) && !is_abbreviated(&line[..place]);
            is_end.then_some(line.len() - rest.len())
        }
        _ => None,
    }
}

/// Where a part of a sentence ends at a semicolon.
fn end_of_statement(sentence: &str, place: usize, character: char) -> Option<usize> {
    let after = place + character.len_utf8();
    let is_end = match character {
        '；' => true,
        ';' => sentence[after..].starts_with(char::is_whitespace),
        _ => false,
    };
    is_end.then_some(after)
}

/// Whether a full stop after this belongs to an abbreviation.
fn is_abbreviated(before: &str) -> bool {
    let is_versus =
        before.strip_suffix("vs").is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    is_versus || ["e.g", "i.e", "etc"].iter().any(|end| before.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_into_statements() {
        for (text, expected) in [
            ("Makes charts, e.g. bars. Fast!", vec!["Makes charts, e.g. bars.", "Fast!"]),
            ("- one\n2) two\r\n## Three", vec!["one", "two", "Three"]),
            ("v2.0 (new.) ships; and \"more.\" Yes", vec!["v2.0 (new.)", "ships", "and \"more.\"", "Yes"]),
            ("处理表格。画图！", vec!["处理表格。", "画图！"]),
            ("cats vs. dogs", vec!["cats vs. dogs"]),
            (" ;; \n", vec![]),
        ] {
            assert_eq!(statements(text), expected, "{text}");
        }
        assert_eq!(sentences("- a; b. c；d"), ["a; b.", "c；d"]);
    }

    #[test]
    fn what_a_skill_is_not_for_stands_apart() {
        for (text, expected) in [
            ("Edits PDFs. Do not use for images.", vec!["Edits PDFs."]),
            ("Edits PDFs. For slides, use pptx-tools.", vec!["Edits PDFs."]),
            ("Edits PDFs. NOT for spreadsheets; skip when offline", vec!["Edits PDFs."]),
            ("Don't use this.", vec!["Don't use this."]),
            ("For every team, use it often.", vec!["For every team, use it often."]),
            ("Knows knots for sailors. Notable.", vec!["Knows knots for sailors.", "Notable."]),
        ] {
            assert_eq!(positive_sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn quoted_phrases_are_found() {
        for (text, expected) in [
            (r#"Use on "fix my app" or “deploy it,” now"#, vec!["fix my app", "deploy it"]),
            ("the user's 'make a chart' isn't `run tests`", vec!["make a chart", "run tests"]),
            (r#""ab" "open"#, vec![]),
        ] {
            assert_eq!(quoted(text), expected, "{text}");
        }
    }
}

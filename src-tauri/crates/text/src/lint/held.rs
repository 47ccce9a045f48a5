//! What every repair of a frontmatter is held to: applied and read again, it gives what the author wrote.
//!
//! A repair is made where a problem is found, of what the reader took the text for. Here nobody asks how it was made: the text
//! it gives is read again, and every key says what it said before, letter by letter; the key that was broken says what stands
//! behind its colon. What does not hold is not offered, and the problem stands without it.

use std::collections::HashMap;

use super::code;
use crate::{
    Field, Finding, Fix, Severity, SkillDocument, Span, TextEdit, Value, ValueKind, apply, document::holds_list,
};

/// Most repairs of one text that are tried.
const MOST: usize = 200;

/// Most bytes that are read again for them: a text that is larger than any an author writes is not mended in one go.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Takes back the repairs that do not give what the author wrote.
pub(super) fn hold(document: &SkillDocument, findings: &mut [Finding]) {
    let (most, before) = (MOST.min(MOST_BYTES / document.text().len().max(1)), Before::of(document));
    let mut tried = 0;
    for finding in findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| is_of_frontmatter(document, fix)) else { continue };
        tried += 1;
        if tried > most || !before.holds(finding, fix) {
            finding.fix = None;
        }
    }
}

/// Whether a repair changes what stands between the lines of dashes: elsewhere a text is not read for what it means.
fn is_of_frontmatter(document: &SkillDocument, fix: &Fix) -> bool {
    let Some(frontmatter) = document.frontmatter_span() else { return false };
    fix.edits.iter().any(|edit| edit.span.start < frontmatter.end && frontmatter.start <= edit.span.end)
}

/// A text as it stands, with what each repair of it is compared with.
struct Before<'a> {
    document: &'a SkillDocument,
    /// Fields by key; of a key that stands twice the last counts.
    fields: HashMap<&'a str, &'a Field>,
    broken: usize,
}

impl<'a> Before<'a> {
    fn of(document: &'a SkillDocument) -> Self {
        Self { document, fields: by_key(document), broken: errors(document) }
    }

    fn holds(&self, finding: &Finding, fix: &Fix) -> bool {
        let document = self.document;
        let after = SkillDocument::read(&apply(document.text(), &fix.edits));
        let still_broken = errors(&after);
        let is_same = |one: &Finding| one.code == finding.code && one.span == finding.span;
        let is_of_reader = is_counted(finding) && document.findings().iter().any(is_same);
        if still_broken > self.broken || (is_of_reader && still_broken == self.broken) {
            return false;
        }
        let after = by_key(&after);
        self.fields.iter().all(|(key, field)| {
            let is_touched = fix.edits.iter().any(|edit| touches(edit, field));
            let Some(now) = after.get(key) else { return is_touched };
            if is_touched && is_broken(document, field) {
                return is_about(finding, field) && gives(document.text(), field, &now.value);
            }
            is_touched || said(&now.value) == said(&field.value) || is_of_metadata(finding, key)
        })
    }
}

fn by_key(document: &SkillDocument) -> HashMap<&str, &Field> {
    document.fields().iter().map(|field| (field.key.as_str(), field)).collect()
}

/// Whether an edit changes a key or its value; what is put right behind a value goes on with it.
fn touches(edit: &TextEdit, field: &Field) -> bool {
    let TextEdit { span, .. } = edit;
    if span.is_empty() {
        field.span.start < span.start && span.start <= field.span.end
    } else {
        span.start < field.span.end && field.span.start < span.end
    }
}

fn is_error(finding: &Finding) -> bool {
    finding.severity == Severity::Error
}

/// Whether a finding says that the reader could not read; a name that is missing is nothing that is read.
fn is_counted(finding: &Finding) -> bool {
    is_error(finding) && finding.code != code::NAME_MISSING
}

fn errors(document: &SkillDocument) -> usize {
    document.findings().iter().filter(|finding| is_counted(finding)).count()
}

/// What a value says, wherever it stands.
fn said(value: &Value) -> String {
    value.to_json().to_string()
}

/// Keys that are moved there change it.
fn is_of_metadata(finding: &Finding, key: &str) -> bool {
    key == "metadata" && finding.code == code::UNKNOWN_KEY
}

/// Whether the reader had to guess what a value means.
fn is_broken(document: &SkillDocument, field: &Field) -> bool {
    let lines = Span::new(field.key_span.start, line_end(document.text(), field.span.end));
    let is_inside = |finding: &&Finding| lines.start <= finding.span.start && finding.span.start <= lines.end;
    let is_guess = |finding: &&Finding| is_error(finding) && finding.code.starts_with("yaml-");
    document.findings().iter().filter(is_guess).any(|finding| is_inside(&finding))
}

/// Whether a finding is the one that says why a value is broken.
fn is_about(finding: &Finding, field: &Field) -> bool {
    is_error(finding) && finding.code.starts_with("yaml-") && field.key_span.start <= finding.span.start
}

/// Whether a value that is written anew says all that stands behind its key, and is of the kind its key holds.
fn gives(text: &str, field: &Field, now: &Value) -> bool {
    let written = behind_key(text, field);
    match &now.kind {
        ValueKind::Text { text: meant, .. } => {
            let is_meant_as_list =
                written.starts_with(['[', '{']) && (holds_list(&field.key) || field.key == "metadata");
            !is_meant_as_list && !is_quoted_whole(&written) && letters(&written) == letters(meant)
        }
        ValueKind::List { items, .. } => {
            let meant: String = items.iter().filter_map(Value::text).map(letters).collect();
            let written: String = letters(&written).chars().filter(|c| !matches!(c, '[' | ']' | ',' | '-')).collect();
            written == meant.chars().filter(|c| !matches!(c, '[' | ']' | ',' | '-')).collect::<String>()
        }
        ValueKind::Map { .. } => true,
    }
}

/// What stands behind a key's colon, up to the next key; the head of a block that folds lines is none of it.
fn behind_key(text: &str, field: &Field) -> String {
    let end = field.value.span.end.max(field.key_span.end);
    let written = text[field.key_span.end..end].trim_start().trim_start_matches(':').trim();
    let block = written.strip_prefix(['|', '>']).map(|rest| rest.trim_start_matches(['-', '+']));
    block.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(written, str::trim_start).to_owned()
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length)
}

/// `"He said "hi" and left"`: quotes at both ends, and which of those between belong to them nobody can tell.
fn is_quoted_whole(written: &str) -> bool {
    let Some(quote) = written.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return false };
    let Some(inner) = written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) else { return false };
    // What is escaped as YAML has it is no end.
    let inner = if quote == '"' { inner.replace("\\\"", "") } else { inner.replace("''", "") };
    let Some((before, behind)) = inner.split_once(quote) else { return false };
    // One that a word ends at and a blank follows closes: the quotes belong to the text.
    let closes = !before.ends_with(char::is_whitespace) && behind.starts_with(char::is_whitespace);
    !closes
}

/// The characters of a text without blanks, quotes and backslashes, which YAML has for itself.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\')).collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        SkillDocument, Target, apply,
        lint::{LintContext, lint},
    };

    fn text_with(line: &str) -> String {
        format!("---\nname: a\n{line}\nlicense: MIT\n---\n\nDo it.\n")
    }

    /// What each repair makes of a frontmatter's line.
    fn repaired(line: &str) -> Vec<String> {
        let text = text_with(line);
        let context = LintContext { targets: &[Target::AgentSkills], ..LintContext::default() };
        let fixes = lint(&SkillDocument::read(&text), &context).into_iter().filter_map(|finding| finding.fix);
        fixes.map(|fix| apply(&text, &fix.edits)).collect()
    }

    #[test]
    fn a_repair_that_loses_what_the_author_wrote_is_not_offered() {
        for line in [
            "description: >- Folded: text here\n  second line",
            "description: |pipe text",
            "description: Use when: a tag is #one",
            "description: Use when: a # and why: so",
            "description: \"He said \"hi\" and left: now\"",
            "description: 'it's fine to go'",
            "description: Does. Use when.\nallowed-tools: [Read, \"Bash(git *)\"",
            "description: Does. Use when.\nmetadata: {a: 1, b: [x}",
            "description: Does. Use when.\ntags: [a: b, c",
        ] {
            let problems = |text: &str| SkillDocument::read(text).findings().len();
            let (before, made) = (problems(&text_with(line)), repaired(line));
            assert!(before > 0 && made.iter().all(|text| problems(text) >= before), "{line}: {made:?}");
        }
    }

    #[test]
    fn a_repair_that_says_the_same_is_offered() {
        for (line, meant) in [
            ("description: Use this: when asked", "Use this: when asked"),
            ("description: > one line", "one line"),
            ("description: \"one\" and \"two\"", "\"one\" and \"two\""),
            ("description: [x]: y", "[x]: y"),
            ("description: \"say \\\"x\\\" \\q\"", "say \"x\" \\q"),
            ("description:\n\tDoes it", "Does it"),
        ] {
            let made = repaired(line);
            let says = |text: &&String| SkillDocument::read(text).description() == Some(meant);
            assert!(made.iter().any(|text| says(&text)), "{line}: {made:?}");
        }
    }
}

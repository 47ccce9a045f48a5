//! What name, description, compatibility and metadata must be.

use studio_model::{STANDARD_DESCRIPTION, STANDARD_NAME, grouped};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::{Linter, code};
use crate::{FieldEdit, Finding, Fix, ScalarStyle, Severity, Span, Target, TargetSet, Value, ValueKind, yaml};

const MAX_LIGHT4J_DESCRIPTION: usize = 500;
const MAX_COMPATIBILITY: usize = 500;
/// Fewer words than these cannot say what a skill does and when.
const MIN_DESCRIPTION_WORDS: usize = 4;

/// Judges the frontmatter's texts.
pub(super) fn check(linter: &mut Linter<'_>) {
    check_types(linter);
    check_name(linter);
    check_description(linter);
    check_compatibility(linter);
    check_metadata(linter);
}

fn check_types(linter: &mut Linter<'_>) {
    for key in ["name", "description", "version", "license", "compatibility", "hint"] {
        let Some(field) = linter.document.field(key) else { continue };
        let found = match field.value.kind {
            ValueKind::Text { .. } => continue,
            ValueKind::List { .. } => "a list",
            ValueKind::Map { .. } => "a map",
        };
        let message = format!("`{key}` must be text, but this is {found}. Write it on one line, in quotes if needed.");
        linter.push(code::finding(code::FIELD_TYPE, field.value.span, message));
    }
}

/// Whether a name is as the standard wants it.
pub(super) fn is_valid_name(name: &str) -> bool {
    (1..=STANDARD_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

/// What is wrong with a name for a skill by the standard, as a sentence; none where nothing is.
pub fn name_problem(name: &str) -> Option<String> {
    if is_valid_name(name) {
        return None;
    }
    let such = valid_name(name).unwrap_or_else(|| "gas-emergency".to_owned());
    Some(format!("Use 1 to {STANDARD_NAME} lowercase letters, digits and single hyphens, such as {such}."))
}

/// Letters that are no other letter with a mark, as they are written without them.
const WITHOUT_MARK: [(char, &str); 10] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ı', "i"),
];

/// The valid name closest to what was written, letters without their marks; none where nothing of it is left, or where it
/// has letters that are like none from a to z: leaving them out would be another name.
pub(super) fn valid_name(name: &str) -> Option<String> {
    let mut valid = String::new();
    for c in name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            valid.push(c);
        } else if let Some((_, plain)) = WITHOUT_MARK.iter().find(|(letter, _)| *letter == c) {
            valid.push_str(plain);
        } else if c.is_alphanumeric() {
            return None;
        } else if !valid.ends_with('-') && !valid.is_empty() && !matches!(c, '\'' | '’') {
            valid.push('-');
        }
    }
    valid.truncate(STANDARD_NAME);
    let valid = valid.trim_end_matches('-');
    (!valid.is_empty()).then(|| valid.to_owned())
}

fn check_name(linter: &mut Linter<'_>) {
    let document = linter.document;
    let (Some(name), Some(field)) = (document.name(), document.field("name")) else { return };
    let span = field.value.span;
    let folder = linter.context.folder.filter(|folder| is_valid_name(folder));
    let rename = |name: &str| {
        let edits = document.edit(&FieldEdit::SetText { key: "name".to_owned(), value: name.to_owned() });
        Fix { title: format!("Rename to `{name}`"), edits }
    };
    if let Some(targets) = linter.strict_targets() {
        if !is_valid_name(name) {
            let message = format!(
                "`{name}` isn't a valid name. Use 1 to {STANDARD_NAME} lowercase letters, digits and single hyphens, with no \
                 hyphen at the start or end."
            );
            let mut finding = code::finding(code::NAME_FORMAT, span, message).with_targets(targets);
            finding.fix = folder.map(str::to_owned).or_else(|| valid_name(name)).map(|valid| rename(&valid));
            linter.push(finding);
        } else if let Some(folder) = linter.context.folder
            && folder != name
        {
            let message = format!("The name `{name}` must match its folder `{folder}`.");
            let mut finding = code::finding(code::NAME_FOLDER, span, message).with_targets(targets);
            finding.fix = is_valid_name(folder).then(|| rename(folder));
            linter.push(finding);
        }
    }
    if linter.has(Target::ClaudeUpload) {
        let lower = name.to_ascii_lowercase();
        if let Some(word) = ["claude", "anthropic"].into_iter().find(|word| lower.contains(word)) {
            let message = format!("Names that contain `{word}` are rejected on upload. Rename the skill.");
            linter.push(code::finding(code::NAME_RESERVED, span, message).with_target(Target::ClaudeUpload));
        }
    }
}

fn check_description(linter: &mut Linter<'_>) {
    let document = linter.document;
    if document.frontmatter_span().is_none() {
        return;
    }
    let field = document.field("description");
    let Some((description, field)) = document.description().zip(field) else {
        let place = field.or_else(|| document.field("name"));
        let span = place.map_or(document.frontmatter_span().unwrap_or_default(), |field| field.span);
        if field.is_none_or(|field| field.value.text().is_some()) {
            let message = "The skill has no description, so agents can't tell when to use it. Describe what it does and when to use it.";
            linter.push(code::finding(code::DESCRIPTION_MISSING, span, message));
        }
        return;
    };
    let span = field.value.span;
    let is_long = description.len() > MAX_LIGHT4J_DESCRIPTION;
    let length = if is_long { description.chars().count() } else { 0 };
    let too_long = |max: usize, targets: TargetSet, limit: &str| {
        let (length, max) = (grouped(length), grouped(max));
        let message = format!("The description is {length} characters long; {limit} {max}. Shorten it.");
        code::finding(code::DESCRIPTION_LENGTH, span, message).with_targets(targets)
    };
    if let Some(targets) = linter.strict_targets()
        && length > STANDARD_DESCRIPTION
    {
        linter.push(too_long(STANDARD_DESCRIPTION, targets, "the limit is"));
    }
    if linter.has(Target::Light4j) && length > MAX_LIGHT4J_DESCRIPTION {
        linter.push(too_long(MAX_LIGHT4J_DESCRIPTION, TargetSet::of(&[Target::Light4j]), "light-4j stores at most"));
    }
    if let Some(targets) = linter.upload_targets()
        && let Some(at) = span.of(document.text()).char_indices().skip(1).find(|(_, c)| matches!(c, '<' | '>'))
        && description.contains(['<', '>'])
    {
        let message = "Descriptions with `<` or `>` are rejected on upload. Remove them.";
        let span = Span::new(span.start + at.0, span.start + at.0 + 1);
        linter.push(code::finding(code::DESCRIPTION_BRACKETS, span, message).with_targets(targets));
    }
    check_wording(linter, description, span);
}

fn check_wording(linter: &mut Linter<'_>, description: &str, span: Span) {
    // Scripts without spaces say much in few words, and their words for "when" are not known here.
    if description.chars().filter(|c| c.is_alphabetic()).any(|c| c >= '\u{250}') {
        return;
    }
    if description.split_whitespace().take(MIN_DESCRIPTION_WORDS).count() < MIN_DESCRIPTION_WORDS {
        let message =
            "The description is too short for an agent to pick this skill. Describe what it does and when to use it.";
        linter.push(code::finding(code::DESCRIPTION_SHORT, span, message));
    } else if !says_when(description) {
        let message =
            "The description says what the skill does but not when to use it. Add \u{201c}Use when\u{2026}\u{201d}.";
        linter.push(code::finding(code::DESCRIPTION_NO_WHEN, span, message));
    }
}

/// Whether a description names an occasion.
fn says_when(description: &str) -> bool {
    const WORDS: [&str; 18] = [
        "when",
        "whenever",
        "if",
        "before",
        "after",
        "while",
        "during",
        "until",
        "trigger",
        "triggers",
        "triggered",
        "invoke",
        "activate",
        "activates",
        "asks",
        "asked",
        "mentions",
        "once",
    ];
    const PHRASES: [&str; 12] = [
        "use for",
        "used for",
        "use this",
        "useful for",
        "use to",
        "use it",
        "used to",
        "use as",
        "helps with",
        "for tasks",
        "needs to",
        "wants to",
    ];
    let lower = description.to_ascii_lowercase();
    lower.split(|c: char| !c.is_ascii_alphabetic()).any(|word| WORDS.contains(&word))
        || PHRASES.iter().any(|phrase| lower.contains(phrase))
}

fn check_compatibility(linter: &mut Linter<'_>) {
    let Some(targets) = linter.strict_targets() else { return };
    let document = linter.document;
    let Some(field) = document.field("compatibility") else { return };
    let Some(text) = field.value.text() else { return };
    if document.compatibility().is_none() {
        let edits = document.edit(&FieldEdit::Remove { key: "compatibility".to_owned() });
        let fix = Fix { title: "Remove empty `compatibility`".to_owned(), edits };
        let message = "`compatibility` is empty. Describe what the skill needs, or remove the key.";
        let finding = code::finding(code::COMPATIBILITY_LENGTH, field.span, message);
        linter.push(finding.with_targets(targets).with_fix(fix));
    } else if text.len() > MAX_COMPATIBILITY {
        let length = text.trim().chars().count();
        if length > MAX_COMPATIBILITY {
            let length = grouped(length);
            let message =
                format!("`compatibility` is {length} characters long; the limit is {MAX_COMPATIBILITY}. Shorten it.");
            linter.push(code::finding(code::COMPATIBILITY_LENGTH, field.value.span, message).with_targets(targets));
        }
    }
}

fn check_metadata(linter: &mut Linter<'_>) {
    let document = linter.document;
    let Some(field) = document.field("metadata").filter(|field| !field.value.is_null()) else { return };
    let Some(entries) = field.value.entries() else {
        let message = "`metadata` must be a map: `key: value` lines, indented below it.";
        linter.push(code::finding(code::METADATA_TYPE, field.value.span, message));
        return;
    };
    let Some(targets) = linter.strict_targets() else { return };
    for (key, value) in entries {
        if value.is_string() {
            continue;
        }
        linter.push(metadata_value(document.text(), &key.key_text(), value).with_targets(targets));
    }
}

fn metadata_value(text: &str, key: &str, value: &Value) -> Finding {
    let message = format!("`{key}` in `metadata` isn't a string. Quote the value.");
    let finding = code::finding(code::METADATA_VALUE, value.span, message);
    match &value.kind {
        ValueKind::Text { text: written, style: ScalarStyle::Plain } => {
            // Nothing stands before its key's colon.
            let is_absent = value.span.is_empty() && text[value.span.start..].starts_with(':');
            let place = if is_absent { Span::at(value.span.start + 1) } else { value.span };
            let space = if is_absent { " " } else { "" };
            let quoted = format!("{space}{}", yaml::double_quoted(written));
            finding.with_fix(Fix::one(format!("Quote the value of `{key}`"), place, quoted))
        }
        _ => Finding {
            severity: Severity::Warning,
            message: format!("`{key}` in `metadata` is a list or map, but must be a string. Write it as one string."),
            ..finding
        },
    }
}

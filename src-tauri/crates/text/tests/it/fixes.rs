//! Every fix that is offered, on texts nobody chose: applied and read again, the text says what its author wrote.

use proptest::{prelude::*, sample::select};
use serde_json::Value;
use studio_text::{
    Field, Finding, Fix, Severity, SkillDocument, Target, apply, code,
    lint::{KnownTools, LintContext, lint},
};

const FILES: &[&str] = &["SKILL.md", "references/guide.md", "references/c# notes.md"];

/// Fixes that only write the same in another form.
const OF_FORM: [&str; 12] = [
    code::YAML_UNQUOTED_COLON,
    code::YAML_TEXT_AFTER_QUOTE,
    code::YAML_UNCLOSED_QUOTE,
    code::YAML_BAD_ESCAPE,
    code::YAML_RESERVED_START,
    code::YAML_TAB,
    code::YAML_MISSING_SPACE,
    code::YAML_FLOW,
    code::TOOLS_FORM,
    code::METADATA_VALUE,
    code::ADK_LIST,
    code::FRONTMATTER_DASHES,
];

fn run(document: &SkillDocument, targets: &[Target]) -> Vec<Finding> {
    let names = ["get_weather", "send_mail"].map(str::to_owned).into();
    let tools = KnownTools { names, ..KnownTools::default() };
    let context = LintContext {
        folder: Some("a-skill"),
        files: Some(FILES),
        tools: Some(&tools),
        targets,
        ..LintContext::default()
    };
    lint(document, &context)
}

/// Whether a fix changes a key or what stands behind it.
fn touches(fix: &Fix, field: &Field) -> bool {
    fix.edits.iter().any(|edit| edit.span.start <= field.span.end && field.span.start <= edit.span.end)
}

/// The letters of all texts in a value, in their order.
fn letters(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => text.chars().filter(|letter| letter.is_alphanumeric()).collect(),
        Value::Array(items) => items.iter().map(letters).collect(),
        Value::Object(entries) => {
            entries.iter().map(|(key, value)| letters(&Value::from(key.as_str())) + &letters(value)).collect()
        }
    }
}

/// Every letter of a text, in the order of the alphabet.
fn written(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters
}

/// How often the reader could not read.
fn errors(document: &SkillDocument) -> usize {
    let counts = |finding: &&Finding| finding.severity == Severity::Error && finding.code != code::NAME_MISSING;
    document.findings().iter().filter(counts).count()
}

fn count(findings: &[Finding], code: &str) -> usize {
    findings.iter().filter(|finding| finding.code == code).count()
}

/// Asserts what every fix promises.
fn assert_kept(before: &SkillDocument, finding: &Finding, fix: &Fix, targets: &[Target]) {
    let text = apply(before.text(), &fix.edits);
    let after = SkillDocument::read(&text);
    let told = || format!("{targets:?} {finding:?}\n{}\n=>\n{text}", before.text());
    assert!(errors(&after) <= errors(before), "{}", told());
    let is_last = |field: &Field| before.field(&field.key).is_some_and(|last| last.span == field.span);
    for field in before.fields().iter().filter(|field| is_last(field)) {
        let now = after.field(&field.key).map(|now| now.value.to_json());
        let was = field.value.to_json();
        let takes_keys = field.key == "metadata" && finding.code == code::UNKNOWN_KEY;
        if !touches(fix, field) && !takes_keys {
            assert_eq!(now.as_ref(), Some(&was), "{}: {}", field.key, told());
        } else if OF_FORM.contains(&finding.code) && errors(before) == 0 {
            assert_eq!(now.as_ref().map(letters), Some(letters(&was)), "{}: {}", field.key, told());
        }
    }
    if OF_FORM.contains(&finding.code) {
        assert_eq!(written(before.text()), written(&text), "{}", told());
    }
    if errors(before) == 0 && before.name().is_some() {
        let (found, left) = (run(before, targets), run(&after, targets));
        assert!(count(&left, finding.code) < count(&found, finding.code), "{}", told());
    }
}

/// What may stand behind a key, in words that are nothing else to YAML.
fn value() -> impl Strategy<Value = String> {
    let words = || "[b-m]{2,8}( [b-m]{2,8}){0,4}";
    prop_oneof![
        words().prop_map(|words| format!(" {words}")),
        words().prop_map(|words| format!(" \"{words}\"")),
        words().prop_map(|words| format!(" '{words}' # note")),
        (words(), words()).prop_map(|(one, two)| format!(" {one}: {two}")),
        (words(), words()).prop_map(|(one, two)| format!(" \"{one}\" {two}")),
        (words(), words()).prop_map(|(one, two)| format!(" \"{one} \\q {two}\"")),
        (words(), words()).prop_map(|(one, two)| format!(" {one} --- {two}")),
        words().prop_map(|words| format!(" \"{words}")),
        words().prop_map(|words| format!(" @{words}")),
        words().prop_map(|words| format!("\n\t{words}")),
        words(),
        prop::collection::vec(words(), 1..4).prop_map(|lines| format!(" |\n  {}", lines.join("\n  "))),
        prop::collection::vec("[b-m]{2,8}", 1..4).prop_map(|items| format!("\n  - {}", items.join("\n  - "))),
        prop::collection::vec("[b-m]{2,8}", 1..4).prop_map(|items| format!(" [{}]", items.join(", "))),
        prop::collection::vec("[b-m]{2,8}", 2..4).prop_map(|items| format!(" {}", items.join(", "))),
        ("[b-m]{2,8}", "[b-m]{2,8}").prop_map(|(key, value)| format!("\n  {key}: {value}")),
        ("[b-m]{2,8}", "[b-m]{2,8}").prop_map(|(key, value)| format!(" {{{key}: {value}}}")),
        ("[b-m]{2,8}", "[b-m]{2,8}").prop_map(|(key, item)| format!("\n  - {key}: {item}")),
        Just(String::new()),
    ]
}

const NAMES: &[&str] = &["a-skill", "A Skill", "another"];

const BODIES: &[&str] = &[
    "Do it.",
    "See [it](references\\guide.md).",
    "See [it](references/guid.md) and [that](docs/c%23%20notes.md).",
    "Call the tool `get_wether`, then `get_wether` again.",
    "Do\u{200B} it, and do\u{2060}\u{200B} that.",
];

/// A skill file of some keys in all forms, with either line end.
fn document() -> impl Strategy<Value = String> {
    let keys = ["tags", "allowed-tools", "license", "licence", "custom", "metadata", "compatibility", "trigger"];
    let fields = prop::sample::subsequence(keys.to_vec(), 0..4).prop_shuffle();
    let fields = fields.prop_flat_map(|keys| (Just(keys.clone()), prop::collection::vec(value(), keys.len())));
    let description = prop_oneof![Just(" Does things. Use when asked to.".to_owned()), value()];
    (select(NAMES), description, fields, any::<bool>(), select(BODIES)).prop_map(
        |(name, description, (keys, values), is_crlf, body)| {
            let fields = keys.iter().zip(values).map(|(key, value)| format!("{key}:{value}\n"));
            let fields = fields.collect::<Vec<_>>().concat();
            let text = format!("---\nname: {name}\ndescription:{description}\n{fields}---\n\n{body}\n");
            if is_crlf { text.replace('\n', "\r\n") } else { text }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_fixed_says_what_its_author_wrote(text in document()) {
        let document = SkillDocument::read(&text);
        for targets in [&[Target::AgentSkills][..], &[Target::Adk], &Target::ALL] {
            for finding in run(&document, targets) {
                if let Some(fix) = finding.fix.as_ref() {
                    assert_kept(&document, &finding, fix, targets);
                }
            }
        }
    }
}

#[test]
fn a_link_is_changed_to_a_file_whatever_its_name() {
    let text =
        "---\nname: a-skill\ndescription: Does things. Use when asked to.\n---\n\n[that](docs/c%23%20notes.md)\n";
    let document = SkillDocument::read(text);
    let found = run(&document, &[Target::AgentSkills]);
    let [missing] = &found[..] else { panic!("{found:?}") };
    let fixed = apply(text, &missing.fix.as_ref().expect("a file of that name is elsewhere").edits);
    assert!(fixed.ends_with("[that](references/c%23%20notes.md)\n"), "{fixed}");
    assert_eq!(run(&SkillDocument::read(&fixed), &[Target::AgentSkills]), []);
}

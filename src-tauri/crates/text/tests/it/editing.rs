//! Editing one key leaves every other byte alone, and reads back what was set.

use proptest::prelude::*;
use studio_text::{DefinitionPart, FieldEdit, SkillDocument, apply};

fn edited(text: &str, edit: &FieldEdit) -> String {
    apply(text, &SkillDocument::read(text).edit(edit))
}

fn text(key: &str, value: &str) -> FieldEdit {
    FieldEdit::SetText { key: key.into(), value: value.into() }
}

fn items(key: &str, items: &[&str]) -> FieldEdit {
    FieldEdit::SetItems { key: key.into(), items: items.iter().map(ToString::to_string).collect() }
}

fn remove(key: &str) -> FieldEdit {
    FieldEdit::Remove { key: key.into() }
}

#[test]
fn an_edit_keeps_the_form_of_its_key() {
    let cases = [
        ("---\nname: a\n---\nx", text("name", "b"), "---\nname: b\n---\nx"),
        ("---\nname: a # why\n---\n", text("name", "b"), "---\nname: b # why\n---\n"),
        ("---\nname: 'a'\n---\n", text("name", "it's"), "---\nname: 'it''s'\n---\n"),
        ("---\nname: \"a\"\n---\n", text("name", "b"), "---\nname: \"b\"\n---\n"),
        ("---\nname:\n---\n", text("name", "b"), "---\nname: b\n---\n"),
        ("---\nname: # c\n---\n", text("name", "b"), "---\nname: b # c\n---\n"),
        ("---\r\nname: a\r\nx: y\r\n---\r\n", text("name", "b: c"), "---\r\nname: \"b: c\"\r\nx: y\r\n---\r\n"),
        ("---\nd: |\n    a\n    b\nx: y\n---\n", text("d", "c\nd"), "---\nd: |\n    c\n    d\nx: y\n---\n"),
        ("---\nd: >-\n  a\n  b\nx: y\n---\n", text("d", "c\nd"), "---\nd: >-\n  c\n\n  d\nx: y\n---\n"),
        ("---\nd: one\n  two\nx: y\n---\n", text("d", "three"), "---\nd: three\nx: y\n---\n"),
        (
            "---\ndescription: Turns a call into notes.\n---\n",
            text("description", "Turns a call, [or a chat], into notes - it's \"quick\". Use {when} asked"),
            "---\ndescription: Turns a call, [or a chat], into notes - it's \"quick\". Use {when} asked\n---\n",
        ),
        ("---\nd: e\n---\n", text("d", "[a], b"), "---\nd: \"[a], b\"\n---\n"),
        ("---\n{d: e}\n---\n", text("d", "a, b"), "---\n{d: \"a, b\"}\n---\n"),
        ("---\nname: a\n---\n", text("description", "yes"), "---\nname: a\ndescription: \"yes\"\n---\n"),
        ("---\ndescription: d\n---\n", text("name", "new"), "---\nname: new\ndescription: d\n---\n"),
        ("---\nname: a\nmodel: x\n---\n", text("license", "MIT"), "---\nname: a\nlicense: MIT\nmodel: x\n---\n"),
        ("---\nc: a: b\n---\n", text("name", "a\n "), "---\nname: \"a\\n \"\nc: a: b\n---\n"),
        ("body", text("name", "new"), "---\nname: new\n---\nbody"),
        ("---\nname: a", text("description", "d"), "---\nname: a\ndescription: d\n"),
        (
            "---\n{name: a, description: b}\n---\n",
            text("license", "MIT"),
            "---\n{name: a, description: b, license: MIT}\n---\n",
        ),
        ("---\n{name: a, description: b}\n---\n", remove("name"), "---\n{description: b}\n---\n"),
        (
            "---\nname: a\ndescription: |\n  x\n\nlicense: MIT\n---\n",
            remove("description"),
            "---\nname: a\n\nlicense: MIT\n---\n",
        ),
        ("---\nname: a\nname: b\nx: y\n---\n", remove("name"), "---\nx: y\n---\n"),
        ("---\ntags: [a, b, c]\n---\n", items("tags", &["a", "c", "d e"]), "---\ntags: [a, c, d e]\n---\n"),
        ("---\ntags: [ a ]\n---\n", items("tags", &["a", "x, y"]), "---\ntags: [ a, \"x, y\" ]\n---\n"),
        ("---\ntags: [a, b]\n---\n", items("tags", &["b"]), "---\ntags: [b]\n---\n"),
        ("---\ntags: []\n---\n", items("tags", &["b"]), "---\ntags:\n  - b\n---\n"),
        (
            "---\ntags:\n- 'a' # one\n- b # two\n---\n",
            items("tags", &["a", "c"]),
            "---\ntags:\n- 'a' # one\n- c\n---\n",
        ),
        ("---\ntags:\n- a # one\n- b\n---\n", items("tags", &["b"]), "---\ntags:\n- b\n---\n"),
        ("---\ntags:\n    - a\n---\n", items("tags", &["z", "a", "b"]), "---\ntags:\n    - z\n    - a\n    - b\n---\n"),
        ("---\ntags:\n  - a\nx: y\n---\n", items("tags", &[]), "---\ntags: []\nx: y\n---\n"),
        (
            "---\nallowed-tools: Read Bash(git log:*)\n---\n",
            items("allowed-tools", &["Bash(git log:*)", "Edit"]),
            "---\nallowed-tools: Bash(git log:*) Edit\n---\n",
        ),
        (
            "---\nallowed-tools: Read, Edit\n---\n",
            items("allowed-tools", &["Edit", "X"]),
            "---\nallowed-tools: Edit, X\n---\n",
        ),
        (
            "---\nname: a\n---\n",
            items("allowed-tools", &["Read", "Edit"]),
            "---\nname: a\nallowed-tools: Read Edit\n---\n",
        ),
        ("---\nname: a\n---\n", items("tags", &["x", "y: z"]), "---\nname: a\ntags:\n  - x\n  - \"y: z\"\n---\n"),
    ];
    for (before, edit, after) in cases {
        assert_eq!(edited(before, &edit), after, "{before:?} {edit:?}");
    }
}

/// A frontmatter of several keys in all forms, with either line end.
fn document() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[a-z]{1,8}( [a-z:]{1,8}){0,4}".prop_map(|value| format!(" \"{value}\"")),
        "[a-z]{1,8}( [a-z]{1,8}){0,4}".prop_map(|value| format!(" {value}")),
        "[a-z]{1,8}( [a-z]{1,8}){0,4}".prop_map(|value| format!(" '{value}' # note")),
        prop::collection::vec("[a-zß日]{1,8}( [a-z:]{1,8}){0,4}", 1..4)
            .prop_map(|lines| format!(" |\n  {}", lines.join("\n  "))),
        prop::collection::vec("[a-z]{1,8}( [a-z:]{1,8}){0,4}", 1..4)
            .prop_map(|lines| format!(" >-\n    {}\n", lines.join("\n    "))),
        prop::collection::vec("[a-z]{1,8}", 1..4).prop_map(|items| format!("\n  - {}", items.join("\n  - "))),
        prop::collection::vec("[a-z]{1,8}", 0..4).prop_map(|items| format!(" [{}]", items.join(", "))),
        Just(" {a: b}".to_owned()),
        Just("\n  k: v\n  # note\n  l: w".to_owned()),
        Just(String::new()),
        Just(" a: broken".to_owned()),
        Just(" \"quoted\" and more".to_owned()),
    ];
    let keys = ["name", "description", "tags", "allowed-tools", "license", "custom", "metadata"];
    let fields = prop::sample::subsequence(keys.to_vec(), 0..=keys.len())
        .prop_shuffle()
        .prop_flat_map(move |keys| (Just(keys.clone()), prop::collection::vec(value.clone(), keys.len())));
    (fields, prop::bool::ANY, "[ -~\n]{0,60}").prop_map(|((keys, values), is_crlf, body)| {
        let fields = keys.iter().zip(values).map(|(key, value)| format!("{key}:{value}\n"));
        let fields = fields.collect::<Vec<_>>().concat();
        let text = format!("---\n{fields}---\n\n{body}");
        if is_crlf { text.replace('\n', "\r\n") } else { text }
    })
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,40}", "[ -~\n]{0,80}", "\\PC{0,30}", ".{0,10}", "([a-z]{1,12} ){0,40}[a-z]"]
}

fn keys_but<'a>(document: &'a SkillDocument, key: &str) -> Vec<(&'a str, &'a str)> {
    let fields = document.fields().iter().filter(|field| field.key != key);
    fields.map(|field| (field.key.as_str(), field.span.of(document.text()))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn setting_a_text_reads_back_and_touches_nothing_else(
        before in document(),
        key in prop::sample::select(vec!["name", "description", "license", "custom", "new-key", "tags"]),
        value in value(),
    ) {
        let read = SkillDocument::read(&before);
        let after = apply(&before, &read.edit(&text(key, &value)));
        let again = SkillDocument::read(&after);
        let got = again.field(key).and_then(|field| field.value.text()).unwrap_or("<none>");
        prop_assert_eq!(got.trim_end_matches('\n'), value.trim_end_matches('\n'), "{:?} -> {:?}", before, after);
        prop_assert_eq!(keys_but(&again, key), keys_but(&read, key), "{:?} -> {:?}", before, after);
        prop_assert_eq!(again.body(), read.body());
        let is_name_lost = key == "name" && value.trim().is_empty();
        prop_assert!(is_name_lost || again.findings().len() <= read.findings().len(), "{:?} -> {:?}: {:?}", before, after, again.findings());
        prop_assert_eq!(SkillDocument::read(&after).edit(&text(key, got)), vec![]);
    }

    #[test]
    fn setting_items_reads_back_and_touches_nothing_else(
        before in document(),
        key in prop::sample::select(vec!["tags", "allowed-tools", "references", "custom", "name"]),
        new in prop::collection::vec("[a-z,:#'\" ()-]{1,8}", 0..5),
    ) {
        let read = SkillDocument::read(&before);
        let new: Vec<&str> = new.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).collect();
        let after = apply(&before, &read.edit(&items(key, &new)));
        let again = SkillDocument::read(&after);
        let got = again.field(key).map(studio_text::Field::items).unwrap_or_default();
        prop_assert_eq!(got, new, "{:?} -> {:?}", before, after);
        prop_assert_eq!(keys_but(&again, key), keys_but(&read, key), "{:?} -> {:?}", before, after);
        prop_assert_eq!(again.body(), read.body());
    }

    #[test]
    fn removing_a_key_touches_nothing_else(
        before in document(),
        key in prop::sample::select(vec!["name", "description", "license", "custom", "metadata", "tags"]),
    ) {
        let read = SkillDocument::read(&before);
        let after = apply(&before, &read.edit(&remove(key)));
        let again = SkillDocument::read(&after);
        prop_assert!(again.field(key).is_none());
        prop_assert_eq!(keys_but(&again, key), keys_but(&read, key), "{:?} -> {:?}", before, after);
        prop_assert_eq!(again.body(), read.body());
    }
}

#[test]
fn s1_13_a_definition_is_written_into_metadata_and_no_other_byte_changes() {
    let part = DefinitionPart::DisplayName;
    let cases = [
        ("---\nname: a\n---\nx", "My Skill", "---\nname: a\nmetadata:\n  display-name: My Skill\n---\nx"),
        ("---\r\nname: a\r\n---\r\n", "B", "---\r\nname: a\r\nmetadata:\r\n  display-name: B\r\n---\r\n"),
        (
            "---\nmetadata:\n    author: me # mine\n---\n",
            "B",
            "---\nmetadata:\n    author: me # mine\n    display-name: B\n---\n",
        ),
        (
            "---\nmetadata:\n  author: me\nname: a\n---\n",
            "B",
            "---\nmetadata:\n  author: me\n  display-name: B\nname: a\n---\n",
        ),
        (
            "---\nmetadata:\n  note: |\n    long\n    text\nname: a\n---\n",
            "B",
            "---\nmetadata:\n  note: |\n    long\n    text\n  display-name: B\nname: a\n---\n",
        ),
        ("---\nmetadata: {author: me}\n---\n", "B: c", "---\nmetadata: {author: me, display-name: \"B: c\"}\n---\n"),
        ("---\nmetadata: {}\n---\n", "B", "---\nmetadata: {display-name: B}\n---\n"),
        ("---\nmetadata:\nname: a\n---\n", "B", "---\nmetadata:\n  display-name: B\nname: a\n---\n"),
        (
            "---\nmetadata:\n  display-name: 'A' # shown\n  author: me\n---\n",
            "B",
            "---\nmetadata:\n  display-name: 'B' # shown\n  author: me\n---\n",
        ),
        (
            "---\nmetadata:\n  display-name:\n  author: me\n---\n",
            "B",
            "---\nmetadata:\n  display-name: B\n  author: me\n---\n",
        ),
        ("---\nmetadata: mine\n---\n", "B", "---\nmetadata: mine\n---\n"),
        ("---\nmetadata:\n  display-name: A\n  author: me\n---\n", "", "---\nmetadata:\n  author: me\n---\n"),
        (
            "---\nmetadata:\n  author: me\n  display-name: A\nname: a\n---\n",
            "",
            "---\nmetadata:\n  author: me\nname: a\n---\n",
        ),
        ("---\nmetadata:\n  display-name: A\nname: a\n---\n", "", "---\nname: a\n---\n"),
        ("---\nmetadata: {display-name: A, author: me}\n---\n", "", "---\nmetadata: {author: me}\n---\n"),
        ("---\nmetadata: {author: me, display-name: A}\n---\n", "", "---\nmetadata: {author: me}\n---\n"),
        ("---\nname: a\n---\n", "", "---\nname: a\n---\n"),
    ];
    for (before, value, after) in cases {
        let now = edited(before, &part.edit(value));
        assert_eq!(now, after, "{before:?} to {value:?}");
        if now != before {
            assert_eq!(SkillDocument::read(&now).definition(part).unwrap_or_default(), value, "{now:?}");
        }
    }
    let all = DefinitionPart::ALL.into_iter().fold("---\nname: a\n---\n".to_owned(), |text, part| {
        edited(
            &text,
            &part.edit(if part == DefinitionPart::Capabilities { "read, write files" } else { "Line one.\nLine two." }),
        )
    });
    let document = SkillDocument::read(&all);
    assert_eq!(document.capabilities(), ["read", "write files"]);
    for part in DefinitionPart::ALL.into_iter().filter(|part| *part != DefinitionPart::Capabilities) {
        assert_eq!(document.definition(part), Some("Line one.\nLine two."), "{all}");
    }
    assert!(document.findings().is_empty() && document.metadata().iter().all(|(_, value)| value.is_string()), "{all}");
}

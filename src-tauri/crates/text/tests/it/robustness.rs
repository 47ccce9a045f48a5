//! Hostile and broken input: a finding each, never a panic, never a hang.

use proptest::prelude::*;
use studio_text::{
    FieldEdit, LineIndex, SkillDocument, Target, apply,
    decode::{Encoding, decode, encode},
    lint::{KnownTools, LintContext, code, lint},
};

/// Everything this crate does with a file.
fn through(bytes: &[u8]) -> SkillDocument {
    let decoded = decode(bytes);
    if decoded.encoding != Encoding::Lossy {
        assert_eq!(encode(&decoded.text, decoded.encoding), bytes);
    }
    let document = SkillDocument::read(&decoded.text);
    let names = ["get_weather", "send_mail"].map(str::to_owned).into();
    let tools = KnownTools { names, ..KnownTools::default() };
    let context = LintContext {
        folder: Some("a-skill"),
        files: Some(&["SKILL.md", "references/a.md"]),
        on_disk: None,
        linked: None,
        namesakes: None,
        absent: &[],
        tools: Some(&tools),
        targets: &Target::ALL,
        levels: None,
    };
    let lines = LineIndex::new(&decoded.text);
    for (at, finding) in lint(&document, &context).iter().chain(&decoded.findings).enumerate() {
        assert!(code::info(finding.code).is_some(), "{} is not in the table", finding.code);
        assert!(decoded.text.get(finding.span.start..finding.span.end).is_some(), "{finding:?}");
        if at < 5 {
            lines.position(finding.span.start);
        }
        if let Some(fix) = finding.fix.as_ref().filter(|_| at < 50) {
            let ends = fix.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
            assert!(ends && !fix.edits.is_empty(), "{finding:?}");
            apply(&decoded.text, &fix.edits);
        }
    }
    for key in ["name", "description", "tags", "metadata", "new"] {
        let items = vec!["one".to_owned(), "two: three".to_owned()];
        for edit in [
            FieldEdit::SetText { key: key.to_owned(), value: "value: one".to_owned() },
            FieldEdit::SetItems { key: key.to_owned(), items },
            FieldEdit::Remove { key: key.to_owned() },
        ] {
            apply(&decoded.text, &document.edit(&edit));
        }
    }
    let _ = studio_text::adk::parse("x.md", &decoded.text);
    document
}

fn codes(text: &[u8]) -> Vec<&'static str> {
    through(text).findings().iter().map(|finding| finding.code).collect()
}

fn skill(frontmatter: &str) -> Vec<u8> {
    format!("---\nname: a-skill\ndescription: Does it. Use when asked.\n{frontmatter}\n---\nbody\n").into_bytes()
}

#[test]
fn hostile_frontmatter_keeps_its_name_and_says_why() {
    let deep_flow = skill(&format!("x: {}", "[".repeat(10_000)));
    let deep_block = (0..1_000).map(|depth| format!("{}k:\n", " ".repeat(depth))).collect::<Vec<_>>().concat();
    let nested = format!("x: {}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (this, last) in ('b'..='k').zip('a'..) {
        let aliases = vec![format!("*{last}"); 9].join(", ");
        let line = format!("{this}: &{this} [{aliases}]\n");
        bomb.push_str(&line);
    }
    let long_alias = format!("a: &a {}\nb: [{}]", "x".repeat(500_000), vec!["*a"; 9_000].join(", "));
    let many = (0..20_000).map(|at| format!("k{at}: v\n")).collect::<Vec<_>>().concat();
    for (text, code) in [
        (deep_flow, "yaml-too-deep"),
        (skill(&nested), "yaml-too-deep"),
        (skill(&deep_block), "yaml-too-deep"),
        (skill(&bomb), "yaml-too-large"),
        (skill(&long_alias), "yaml-too-large"),
        (skill(&many), "yaml-too-large"),
        (skill(&"x".repeat(3_000_000)), "yaml-too-large"),
        (skill("x: \0"), "control-character"),
        (skill("r: &r [*r]"), "yaml-anchor"),
    ] {
        let document = through(&text);
        assert_eq!(document.name(), Some("a-skill"), "{code}");
        assert!(codes(&text).contains(&code), "{code}: {:?}", codes(&text));
        assert!(document.unreadable().is_none());
    }
}

#[test]
fn huge_and_odd_bodies_are_read_in_one_pass() {
    for body in [
        "`".repeat(300_000),
        "[](".repeat(200_000),
        "[a](b.md) ".repeat(100_000),
        "\u{200B} ".repeat(100_000),
        (1..800).map(|run| "`".repeat(run) + "x").collect(),
        "a\n".repeat(300_000),
        "`get_wether` ".repeat(50_000),
        (0..50_000).map(|at| format!("`get_weather{at}` ")).collect::<Vec<_>>().concat(),
    ] {
        let text = [&skill("")[..], body.as_bytes()].concat();
        assert_eq!(through(&text).name(), Some("a-skill"));
    }
}

#[test]
fn encodings_round_trip_and_are_named() {
    let text = "---\r\nname: über-日本\r\n---\r\n𝄞";
    for (encoding, codes) in [
        (Encoding::Utf8, vec![]),
        (Encoding::Utf8Bom, vec!["byte-order-mark"]),
        (Encoding::Utf16Le, vec!["encoding-utf16"]),
        (Encoding::Utf16Be, vec!["encoding-utf16"]),
    ] {
        let decoded = decode(&encode(text, encoding));
        assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
        assert_eq!(decoded.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), codes);
    }
    for bytes in [&b"a\xFFb"[..], b"\xEF\xBB\xBFa\xFF", b"\xFF\xFEa", b"\xFF\xFE\x00\xD8", b"\xFF\xFE"] {
        let decoded = decode(bytes);
        let is_lossy = decoded.encoding == Encoding::Lossy;
        assert!(
            is_lossy && decoded.findings[0].code == "encoding-invalid"
                || encode(&decoded.text, decoded.encoding) == bytes
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        through(&bytes);
    }

    #[test]
    fn any_frontmatter_is_survived(
        frontmatter in "([a-z\"'*&!|>@{}\\[\\],:#%~? \\t\\r\\n-]|name: |description:|tags:|allowed-tools:|---|\\PC){0,60}",
        body in "([a-z`\\[\\]()<>~#./\\\\ \\n]|```|\\]\\(|[^a-z]){0,80}",
    ) {
        let document = through(format!("---\n{frontmatter}\n---\n{body}").as_bytes());
        for field in document.fields() {
            prop_assert!(document.text().get(field.span.start..field.span.end).is_some());
        }
    }
}

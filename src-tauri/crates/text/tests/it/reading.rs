//! What is read from good, bad and hostile files.

use studio_text::SkillDocument;

/// Text, expected name, expected description, expected codes.
type Case<'a> = (&'a str, Option<&'a str>, Option<&'a str>, &'a [&'a str]);

#[test]
fn broken_frontmatter_is_read_for_what_it_means() {
    let cases: &[Case<'_>] = &[
        ("---\nname: a\ndescription: b\n---\nx", Some("a"), Some("b"), &[]),
        ("---\r\nname: a\r\ndescription: b\r\n---\r\nx", Some("a"), Some("b"), &[]),
        ("---\rname: a\rdescription: b\r---\rx", Some("a"), Some("b"), &[]),
        ("---\nname: a\r\ndescription: b\r---\nx", Some("a"), Some("b"), &[]),
        ("\u{FEFF}---\nname: a\ndescription: b\n---\n", Some("a"), Some("b"), &["byte-order-mark"]),
        ("\n\n---\nname: a\ndescription: b\n---\n", Some("a"), Some("b"), &["frontmatter-late"]),
        ("---\nname: a\ndescription: b\n  ---\n", Some("a"), Some("b"), &["frontmatter-indented"]),
        ("---\nname: a\ndescription: b\n\n# Title\n", Some("a"), Some("b"), &["frontmatter-unterminated"]),
        ("---\nname: a\ndescription: b", Some("a"), Some("b"), &["frontmatter-unterminated"]),
        ("# Title\ntext", None, None, &["frontmatter-missing"]),
        ("", None, None, &["frontmatter-missing"]),
        ("---\n---\n", None, None, &["name-missing"]),
        ("---\n- a\n- b\n---\n", None, None, &["name-missing", "frontmatter-not-a-map"]),
        ("---\nname: yes\ndescription: 1.0\n---\n", Some("yes"), Some("1.0"), &[]),
        ("---\nname: a\ndescription: Use when: x\n---\n", Some("a"), Some("Use when: x"), &["yaml-unquoted-colon"]),
        ("---\nname: a\ndescription: Use\n  when: x\n---\n", Some("a"), Some("Use when: x"), &["yaml-unquoted-colon"]),
        ("---\nname: a\ndescription: \"A\" and b\n---\n", Some("a"), Some("\"A\" and b"), &["yaml-text-after-quote"]),
        ("---\nname: a\ndescription: *b* c\n---\n", Some("a"), Some("*b* c"), &["yaml-reserved-start"]),
        ("---\nname: a\ndescription: @b c\n---\n", Some("a"), Some("@b c"), &["yaml-reserved-start"]),
        ("---\nname: a\ndescription: {{b}} c\n---\n", Some("a"), Some("{{b}} c"), &["yaml-reserved-start"]),
        ("---\nname: a\ndescription: {{b}}\n---\n", Some("a"), Some("{{b}}"), &["yaml-reserved-start"]),
        ("---\nname: a\ndescription: [TODO: b]\n---\n", Some("a"), Some("[TODO: b]"), &["yaml-reserved-start"]),
        ("---\nname: a\ndescription: \"C:\\dir\"\n---\n", Some("a"), Some("C:\\dir"), &["yaml-bad-escape"]),
        ("---\nname: a\ndescription: \"b\n---\n", Some("a"), Some("b"), &["yaml-unclosed-quote"]),
        ("---\nname: a\ndescription:\n\tb\n---\n", Some("a"), Some("b"), &["yaml-tab"]),
        ("---\nname:a\ndescription: b\n---\n", Some("a"), Some("b"), &["yaml-missing-space"]),
        ("---\nname: a\nname: c\ndescription: b\n---\n", Some("c"), Some("b"), &["duplicate-key"]),
        ("---\nname: &n a\ndescription: *n\n---\n", Some("a"), Some("a"), &["yaml-anchor"]),
        ("---\nname: a\ndescription: b\0c\n---\n", Some("a"), Some("b\0c"), &["control-character"]),
        ("---\nname: a\ndescription: x --- y\n---\n", Some("a"), Some("x --- y"), &[]),
        ("---\nname: 日本\ndescription: |\n  一\n  二\n---\n", Some("日本"), Some("一\n二"), &[]),
        ("---\nname: a\ndescription: >\n  b\n  c\n---\n", Some("a"), Some("b c"), &[]),
        ("---\n  name: a\n  description: b\n---\n", Some("a"), Some("b"), &[]),
        ("---\nname: a\nstray text\ndescription: b\n---\n", Some("a"), Some("b"), &["yaml-syntax"]),
        (
            "---\nname: a\ndescription: b: c\nmetadata:\n  k: v: w\n  l: m\n---\n",
            Some("a"),
            Some("b: c"),
            &["yaml-unquoted-colon", "yaml-unquoted-colon"],
        ),
        ("---\nname: [a\ndescription: b\n---\n", Some("[a"), Some("b"), &["yaml-reserved-start"]),
        ("---\n{name: a, description: b}\n---\n", Some("a"), Some("b"), &[]),
    ];
    for (text, name, description, codes) in cases {
        let document = SkillDocument::read(text);
        let found: Vec<&str> = document.findings().iter().map(|finding| finding.code).collect();
        assert_eq!((document.name(), document.description()), (*name, *description), "{text:?} {found:?}");
        assert_eq!(found, *codes, "{text:?}");
        assert_eq!(document.unreadable().is_some(), name.is_none(), "{text:?}");
    }
}

//! Keys that no reader knows: moved under `metadata` where nothing is lost by it.

use studio_text::{
    SkillDocument, Target, apply,
    lint::{LintContext, lint},
};

/// The frontmatter after every fix for unknown keys, one after the other; none where a key is left that has none.
fn moved(frontmatter: &str) -> Option<String> {
    let mut text = format!("---\n{frontmatter}---\nDo it.\n");
    loop {
        let context = LintContext { targets: &[Target::AgentSkills], ..LintContext::default() };
        let findings = lint(&SkillDocument::read(&text), &context);
        let mut unknown = findings.into_iter().filter(|finding| finding.code == "unknown-key").peekable();
        if unknown.peek().is_none() {
            return Some(text["---\n".len()..text.len() - "---\nDo it.\n".len()].to_owned());
        }
        text = apply(&text, &unknown.find_map(|finding| finding.fix)?.edits);
    }
}

#[test]
fn every_unknown_key_goes_under_metadata_as_text_and_no_other_byte_changes() {
    for (before, after) in [
        ("name: a\ndomain: x\n", "name: a\nmetadata:\n  domain: x\n"),
        ("domain: 1.0\nname: a # why\n", "name: a # why\nmetadata:\n  domain: \"1.0\"\n"),
        (
            "name: a\nauthor: me\nsquads:\n  - one\n  - two\ndomain: 'x: y'\n",
            "name: a\nmetadata:\n  author: me\n  squads: \"one, two\"\n  domain: \"x: y\"\n",
        ),
        (
            "name: a\nmetadata:\n    by: me\nsquads: [one, two]\n",
            "name: a\nmetadata:\n    by: me\n    squads: \"one, two\"\n",
        ),
        ("name: a\ndomain: x\nmetadata: {by: me}\n", "name: a\nmetadata: {by: me, domain: x}\n"),
        ("name: a\nmetadata:\ndomain: x\n", "name: a\nmetadata:\n  domain: x\n"),
    ] {
        assert_eq!(moved(before).as_deref(), Some(after), "{before}");
        let windows = |text: &str| text.replace('\n', "\r\n");
        let context = LintContext { targets: &[Target::AgentSkills], ..LintContext::default() };
        let text = windows(&format!("---\n{before}---\nDo it.\n"));
        let fixes = lint(&SkillDocument::read(&text), &context).into_iter().filter(|one| one.code == "unknown-key");
        for fix in fixes.filter_map(|one| one.fix) {
            assert!(!apply(&text, &fix.edits).replace("\r\n", "").contains('\n'), "{text:?}");
        }
    }
}

#[test]
fn a_key_stays_where_moving_it_would_lose_something() {
    for frontmatter in [
        "name: a\ndomain: x # the author says why\n",
        "name: a\ndomain:\n  a: b\n",
        "name: a\ndomain:\n  - a: b\n",
        "name: a\ndomain:\n",
        "name: a\ndomain: x\nmetadata:\n  domain: y\n",
        "name: a\ndomain: x\nmetadata: mine\n",
        "{name: a, domain: x}\n",
        // Some client reads it where it stands.
        "name: a\nargument-hint: x\n",
    ] {
        assert_eq!(moved(frontmatter), None, "{frontmatter}");
    }
}

//! Rules at the levels that an author gave them.

use studio_model::{Level, Levels};
use studio_text::{
    Severity, SkillDocument, Target,
    lint::{LintContext, lint},
};

const TEXT: &str = "---\nname: a\ndescription: Trims the logs of a day\ndomain: x\n---\n\nSee [it](references/a.md).\n";

fn judged(levels: &Levels) -> Vec<(&'static str, Severity)> {
    let context = LintContext {
        files: Some(&["SKILL.md"]),
        targets: &[Target::AgentSkills],
        levels: Some(levels),
        ..LintContext::default()
    };
    lint(&SkillDocument::read(TEXT), &context).iter().map(|finding| (finding.code, finding.severity)).collect()
}

#[test]
fn each_rule_is_told_at_its_level_and_one_that_is_off_is_not_told() {
    let mut levels = Levels::default();
    let as_they_are = [
        ("description-no-when", Severity::Info),
        ("unknown-key", Severity::Warning),
        ("link-missing", Severity::Warning),
    ];
    assert_eq!(judged(&levels), as_they_are);
    levels.set("description-no-when", Level::Error);
    levels.set("unknown-key", Level::Off);
    levels.set("no-such-rule", Level::Off);
    assert_eq!(judged(&levels), [("description-no-when", Severity::Error), ("link-missing", Severity::Warning)]);
}

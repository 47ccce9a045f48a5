//! What an author says of rules: heard in what is listed and counted at once, in the place that is meant and in no other.

use studio_model::{Level, SkillId};
use studio_store::{
    FindingRow, IgnoredBy, IgnoredFinding, IgnoredRule, JudgedSkill, RulePlace, SkillChange, TrashKind,
};
use studio_testkit::{SkillBuilder, TempLibrary};

/// A library with two skills of one group and one of another, each with an error and a warning.
fn library() -> (TempLibrary, [SkillId; 3]) {
    let library = TempLibrary::new();
    let skills = [("a", "care"), ("b", "care"), ("c", "home")]
        .map(|(name, group)| library.add_skill(SkillBuilder::new(name).group(group)));
    let finding = |severity: &str, code: &str| FindingRow {
        severity: severity.to_owned(),
        code: code.to_owned(),
        subject: "it".to_owned(),
        ..FindingRow::default()
    };
    for row in library.list_skills().unwrap() {
        let findings = vec![finding("error", "name-format"), finding("warning", "unknown-key")];
        library.set_findings(&[JudgedSkill { skill: row.id, sha256: row.sha256, findings }]).unwrap();
    }
    (library, skills)
}

/// Errors and warnings of each skill, by name.
fn counts(library: &TempLibrary) -> Vec<(u32, u32)> {
    library.list_skills().unwrap().iter().map(|row| (row.errors, row.warnings)).collect()
}

fn ignored(code: &str, place: RulePlace) -> IgnoredRule {
    IgnoredRule { code: code.to_owned(), place, reason: "meant so".to_owned() }
}

#[test]
fn a_rule_has_the_level_its_author_gives_it_until_they_take_it_back() {
    let (library, [a, ..]) = library();
    library.set_rule_level("unknown-key", Some(Level::Error)).unwrap();
    library.set_rule_level("name-format", Some(Level::Off)).unwrap();
    assert_eq!(counts(&library), [(1, 0); 3]);
    let told: Vec<_> = library.list_findings().unwrap().into_iter().map(|one| one.finding).collect();
    assert!(told.len() == 3 && told.iter().all(|one| one.code == "unknown-key" && one.severity == "error"), "{told:?}");
    assert!(library.skills_with_finding("name-format").unwrap().is_empty());
    assert_eq!(library.findings_as_made().unwrap()[&a][1].severity, "warning", "what lint said stays");
    library.set_rule_level("unknown-key", None).unwrap();
    library.set_rule_level("name-format", None).unwrap();
    assert_eq!(counts(&library), [(1, 1); 3]);
}

#[test]
fn a_rule_is_ignored_in_a_skill_a_group_or_the_library_and_the_nearest_says_why() {
    let (library, [a, b, _]) = library();
    let by = |skill: SkillId| {
        let found = library.list_findings().unwrap().into_iter();
        found.filter(|one| one.skill == skill && one.finding.code == "unknown-key").find_map(|one| one.ignored)
    };
    library.ignore_rule(&ignored("unknown-key", RulePlace::Skill(a))).unwrap();
    assert_eq!(counts(&library), [(1, 0), (1, 1), (1, 1)]);
    library.ignore_rule(&ignored("unknown-key", RulePlace::Group("care".to_owned()))).unwrap();
    assert_eq!(counts(&library), [(1, 0), (1, 0), (1, 1)]);
    assert_eq!((by(a).unwrap().by, by(b).unwrap().by), (IgnoredBy::Skill, IgnoredBy::Group));
    let (code, subject, reason) = ("unknown-key".to_owned(), "it".to_owned(), "this one".to_owned());
    library.ignore_finding(&IgnoredFinding { skill: b, code, subject, reason }).unwrap();
    let own = by(b).unwrap();
    assert_eq!((own.by, own.reason.as_str()), (IgnoredBy::Finding, "this one"));
    library.ignore_rule(&ignored("name-format", RulePlace::Library)).unwrap();
    assert_eq!(counts(&library), [(0, 0), (0, 0), (0, 1)]);
    let again = library.open_again();
    assert_eq!(again.ignores().unwrap(), library.ignores().unwrap());
    assert_eq!(again.list_ignored_rules().unwrap().len(), 3);

    library.stop_ignoring_rule("name-format", &RulePlace::Library).unwrap();
    library.stop_ignoring_rule("unknown-key", &RulePlace::Group("care".to_owned())).unwrap();
    assert_eq!(counts(&library), [(1, 0), (1, 0), (1, 1)]);
}

#[test]
fn a_skill_that_changes_its_group_or_goes_takes_nothing_along() {
    let (library, [a, _, c]) = library();
    library.ignore_rule(&ignored("unknown-key", RulePlace::Group("home".to_owned()))).unwrap();
    library.ignore_rule(&ignored("unknown-key", RulePlace::Skill(a))).unwrap();
    let version = library.get_skill(c).unwrap().skill.audit.aggregate_version;
    let change = SkillChange { group: Some("care/at sea".to_owned()), ..SkillChange::default() };
    library.update_skill(c, version, &change).unwrap();
    assert_eq!(counts(&library), [(1, 0), (1, 1), (1, 1)]);
    library.ignore_rule(&ignored("unknown-key", RulePlace::Group("care/at sea".to_owned()))).unwrap();
    assert_eq!(counts(&library)[2], (1, 0));
    library.trash_skill(a);
    library.delete(TrashKind::Skill, a.0).unwrap();
    assert!(library.list_ignored_rules().unwrap().iter().all(|rule| rule.place != RulePlace::Skill(a)));
}

//! Rules as an author sets them: how bad each is, where one is ignored, and a class of problems that is fixed and undone as one.

use serde_json::Value;
use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        ExportTarget, IgnoredBy, LibraryProblem, NodeFacts, PackGate, RuleLevel, RulePlace, Severity, SpecEdit,
        ToolImplementation,
    },
};

use crate::{
    harness::{Bench, refused, skill},
    packing::{pack, plan, target},
    toolbox::tool,
};

const KEY: &str = "unknown-key";

/// A skill with a key that no reader knows.
fn keyed(name: &str) -> String {
    skill(name, &format!("Does {name}. Use when {name} is asked for."), "domain: sea\n", "Do it.")
}

/// Three linked skills with such a key, two of them in one group. Gives their ids.
fn three() -> (Bench, [String; 3]) {
    let bench = Bench::new();
    let names = ["one", "two", "three"];
    for name in names {
        bench.write(&format!("{name}/SKILL.md"), keyed(name));
    }
    bench.link(&names);
    let ids = names.map(|name| bench.row(name).id);
    bench.move_skills(&ids[..2], "care").unwrap();
    bench.move_skills(&ids[2..], "home").unwrap();
    (bench, ids)
}

fn found(bench: &Bench, skill: &str) -> Option<LibraryProblem> {
    let files = bench.list_problems().unwrap().files;
    let mut problems = files.into_iter().filter(|file| file.skill_id == skill).flat_map(|file| file.problems);
    problems.find(|one| one.code == KEY)
}

/// Warnings of the three, in their order.
fn warnings(bench: &Bench) -> [u32; 3] {
    ["one", "two", "three"].map(|name| bench.row(name).warnings)
}

fn group(name: &str) -> RulePlace {
    RulePlace::Group { name: name.to_owned() }
}

#[test]
fn a_class_of_problems_is_looked_at_fixed_in_all_files_and_undone_as_one() {
    let (bench, ids) = three();
    let [before, ..] = ids.clone().map(|id| bench.text(&id, "SKILL.md"));
    assert!(found(&bench, &ids[0]).unwrap().has_fix);
    let preview = bench.preview_fix(Some(KEY), &ids[0]).unwrap();
    assert_eq!((preview.fixes, preview.before.as_str()), (1, before.as_str()));
    let moved = before.replace("domain: sea\n", "metadata:\n  domain: sea\n");
    assert_eq!(preview.after, moved);
    let report = bench.fix_all(Some(KEY), &ids).unwrap();
    assert_eq!((report.done, report.refused.len()), (3, 0));
    assert_eq!(bench.text(&ids[0], "SKILL.md"), moved);
    assert_eq!(String::from_utf8(bench.read("one/SKILL.md")).unwrap(), moved, "the linked file follows");
    assert_eq!(warnings(&bench), [0; 3]);
    bench.undo_change_set(&report.set.unwrap().id).unwrap();
    assert_eq!(warnings(&bench), [1; 3]);
    assert_eq!(String::from_utf8(bench.read("one/SKILL.md")).unwrap(), before);
}

#[test]
fn a_rule_is_as_bad_as_the_author_says_wherever_its_problems_are_told() {
    let (bench, ids) = three();
    let rules = || bench.list_rules().unwrap().into_iter().find(|rule| rule.code == KEY).unwrap();
    assert_eq!((rules().severity, rules().level), (Severity::Warning, None));
    bench.set_rule_level(KEY, Some(RuleLevel::Error)).unwrap();
    assert_eq!(rules().level, Some(RuleLevel::Error));
    assert_eq!(found(&bench, &ids[0]).unwrap().severity, Severity::Error);
    assert_eq!((bench.row("one").errors, bench.row("one").warnings), (1, 0));
    let typed = || bench.analyze(&ids[0], "SKILL.md", &format!("{}\nMore.\n", keyed("one"))).unwrap().findings;
    assert!(typed().iter().any(|one| one.code == KEY && one.severity == Severity::Error));
    bench.save(&ids[0], "SKILL.md", &format!("{}\nMore.\n", keyed("one")));
    assert_eq!(bench.row("one").errors, 1, "what is saved afterwards, too");

    bench.set_rule_level(KEY, Some(RuleLevel::Off)).unwrap();
    let bench = bench.reopen(Upkeep::OnDemand);
    assert!(found(&bench, &ids[0]).is_none() && warnings(&bench) == [0; 3]);
    let typed = bench.analyze(&ids[0], "SKILL.md", &keyed("one")).unwrap().findings;
    assert!(typed.iter().all(|one| one.code != KEY));
    assert_eq!(bench.fix_all(None, &ids).unwrap().done, 0, "what is off is not fixed with the rest");
    bench.set_rule_level(KEY, None).unwrap();
    assert_eq!(warnings(&bench), [1; 3]);
    assert!(refused(bench.set_rule_level("no-rule", None), ErrorCode::Invalid).contains("“no-rule”"));
}

#[test]
fn a_rule_is_ignored_where_the_author_says_with_the_reason_until_they_take_it_back() {
    let (bench, ids) = three();
    bench.ignore_rule(KEY, &group("care"), " read at sea ").unwrap();
    assert_eq!(warnings(&bench), [0, 0, 1]);
    let problem = found(&bench, &ids[1]).unwrap();
    assert_eq!((problem.ignored.as_deref(), problem.ignored_by), (Some("read at sea"), Some(IgnoredBy::Group)));
    let typed = bench.analyze(&ids[0], "SKILL.md", &keyed("one")).unwrap().findings;
    let typed = typed.into_iter().find(|one| one.code == KEY).unwrap();
    assert_eq!(typed.ignored.as_deref(), Some("read at sea"));
    assert_eq!(bench.fix_all(Some(KEY), &ids).unwrap().done, 1, "what is ignored stays as it is");
    let why = refused(bench.stop_ignoring(&ids[0], KEY, "domain"), ErrorCode::Invalid);
    assert!(why.contains("in the group “care”"), "{why}");

    // Who comes into the group is forgiven, who leaves it is not, and a new name for it changes nothing.
    bench.move_skills(&ids[..1], "home").unwrap();
    assert_eq!(warnings(&bench), [1, 0, 0]);
    let renamed = bench.rename_group("care", "ward").unwrap();
    assert_eq!(warnings(&bench), [1, 0, 0]);
    bench.undo_change_set(&renamed.set.unwrap().id).unwrap();
    assert_eq!(warnings(&bench), [1, 0, 0]);

    let here = RulePlace::Skill { skill_id: ids[0].clone() };
    bench.ignore_rule(KEY, &here, "").unwrap();
    bench.ignore_rule(KEY, &RulePlace::Library, "meant so").unwrap();
    assert_eq!(found(&bench, &ids[0]).unwrap().ignored_by, Some(IgnoredBy::Skill), "the nearest says why");
    let places = bench.list_rules().unwrap().into_iter().find(|rule| rule.code == KEY).unwrap().ignored;
    let mut names: Vec<_> = places.iter().map(|place| (place.name.as_str(), place.reason.as_str())).collect();
    names.sort_unstable();
    assert_eq!(names, [("", "meant so"), ("care", "read at sea"), ("one", ""), ("ward", "read at sea")]);
    for place in [group("care"), group("ward"), here, RulePlace::Library] {
        bench.stop_ignoring_rule(KEY, &place).unwrap();
    }
    assert_eq!(warnings(&bench), [1, 1, 0]);
}

#[test]
fn groups_that_become_one_keep_what_is_ignored_to_themselves() {
    let (bench, _) = three();
    bench.ignore_rule(KEY, &group("care"), "").unwrap();
    assert_eq!(warnings(&bench), [0, 0, 1]);
    bench.rename_group("care", "home").unwrap();
    assert_eq!(warnings(&bench), [1; 3], "nobody ignored it in the group they are in now");
}

#[test]
fn a_group_takes_what_it_ignores_along_only_where_it_is_renamed_and_over_no_reason() {
    let (bench, _) = three();
    let reasons = |name: &str| -> Vec<String> {
        let rule = bench.list_rules().unwrap().into_iter().find(|rule| rule.code == KEY).unwrap();
        rule.ignored.into_iter().filter(|place| place.name == name).map(|place| place.reason).collect()
    };
    bench.ignore_rule(KEY, &group("care"), "read at sea").unwrap();
    bench.ignore_rule(KEY, &group("ward"), "said before").unwrap();
    bench.rename_group("care", "ward").unwrap();
    assert_eq!(reasons("ward"), ["said before"]);
    bench.ignore_rule(KEY, &group("nobody"), "no skill is in it").unwrap();
    assert_eq!(bench.rename_group("nobody", "somebody").unwrap().done, 0);
    assert_eq!(reasons("somebody"), [""; 0], "nothing was renamed");
}

#[test]
fn rules_of_tools_and_of_shared_names_are_set_as_those_of_texts() {
    let bench = Bench::new();
    bench.save_tool(&tool("ring_bell", SpecEdit::default(), ToolImplementation::None)).unwrap();
    let bare = || bench.list_problems().unwrap().owners.into_iter().flat_map(|owner| owner.problems).next();
    assert_eq!(bare().map(|one| (one.severity, one.ignored)), Some((Severity::Info, None)));
    bench.set_rule_level("tool-bare", Some(RuleLevel::Warning)).unwrap();
    bench.ignore_rule("tool-bare", &RulePlace::Library, "carried out elsewhere").unwrap();
    let told = bare().map(|one| (one.severity, one.ignored));
    assert_eq!(told, Some((Severity::Warning, Some("carried out elsewhere".to_owned()))));
    bench.set_rule_level("tool-bare", Some(RuleLevel::Off)).unwrap();
    assert!(bare().is_none());

    for folder in ["a/same", "b/same"] {
        let text = skill("same", "Does one. Use when one is asked for.", "", "Do it.");
        bench.write(&format!("{folder}/SKILL.md"), text.replace("one", folder));
    }
    bench.import(&["a"]);
    bench.import(&["b"]);
    let counts = || bench.list_skills().unwrap().iter().map(|row| (row.errors, row.warnings)).collect::<Vec<_>>();
    assert_eq!(counts(), [(0, 1); 2]);
    bench.set_rule_level("name-duplicate", Some(RuleLevel::Error)).unwrap();
    assert_eq!(counts(), [(1, 0); 2]);
    bench.ignore_rule("name-duplicate", &RulePlace::Library, "").unwrap();
    assert_eq!(counts(), [(0, 0); 2]);
}

#[test]
fn a_name_that_skills_share_is_as_bad_as_the_author_says_on_the_map_in_packs_and_for_the_first_skill() {
    let bench = Bench::new();
    for (folder, name) in [("a", "alpha"), ("b", "same"), ("c", "same")] {
        let text = skill(name, &format!("Does {folder}. Use when {folder} is asked for."), "", "Do it.");
        bench.write(&format!("{folder}/{name}/SKILL.md"), text);
        bench.import(&[folder]);
    }
    let name = |id: &str| bench.get_skill(id).unwrap().name;
    let kept = pack(&bench, vec![target(ExportTarget::AgentSkills, "skills")]);
    let told = || {
        let nodes = bench.get_map().unwrap().nodes.into_iter();
        let on_map: Vec<(u32, u32)> = nodes
            .filter_map(|node| match node.facts {
                NodeFacts::Skill { errors, warnings, .. } if node.name == "same" => Some((errors, warnings)),
                _ => None,
            })
            .collect();
        let summary = bench.get_pack_summary(&kept.content).unwrap().skills.into_iter();
        let in_pack: Vec<(u32, u32)> =
            summary.filter(|one| one.name == "same").map(|one| (one.errors, one.warnings)).collect();
        let gates = plan(&bench, &kept, None).gates.into_iter().filter(|gate| gate.gate == PackGate::Errors);
        let held = gates.flat_map(|gate| gate.places).filter(|place| place.code == "name-duplicate").count();
        assert_eq!(on_map, in_pack);
        (on_map[0], held, name(&bench.suggest_skill().unwrap().unwrap()))
    };
    assert_eq!(told(), ((0, 1), 0, "same".to_owned()));
    bench.set_rule_level("name-duplicate", Some(RuleLevel::Error)).unwrap();
    assert_eq!(told(), ((1, 0), 2, "same".to_owned()));
    bench.set_rule_level("name-duplicate", Some(RuleLevel::Off)).unwrap();
    assert_eq!(told(), ((0, 0), 0, "alpha".to_owned()));
}

#[test]
fn the_command_line_follows_the_library_counts_what_is_ignored_and_is_told_otherwise() {
    let (bench, _) = three();
    let lint = |more: &[&str]| {
        let paths = bench.absolute(&["one", "two", "three"]);
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let output = bench.skillctl(&[&["lint", "--json"], &paths[..], more].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = told["findings"].as_array().unwrap().iter();
        let severities: Vec<Value> = findings.map(|one| one["severity"].clone()).collect();
        (output.status.code().unwrap(), severities, told["ignored"].as_u64().unwrap())
    };
    assert_eq!(lint(&[]), (1, vec![Value::from("warning"); 3], 0));
    bench.ignore_rule(KEY, &group("care"), "read at sea").unwrap();
    assert_eq!(lint(&[]), (1, vec![Value::from("warning")], 2));
    bench.set_rule_level(KEY, Some(RuleLevel::Error)).unwrap();
    assert_eq!(lint(&["--fail-on", "error"]), (1, vec![Value::from("error")], 2));
    assert_eq!(lint(&["--fail-on", "error", "--severity", "unknown-key=info"]), (0, vec![Value::from("info")], 2));
    bench.ignore_rule(KEY, &RulePlace::Library, "meant so").unwrap();
    assert_eq!(lint(&[]), (0, vec![], 3));
    bench.set_rule_level(KEY, Some(RuleLevel::Off)).unwrap();
    assert_eq!(lint(&[]), (0, vec![], 0));
    let path = bench.path("one");
    let told = |more: &[&str]| {
        let output = bench.skillctl(&[&["lint", "--json", path.as_str()][..], more].concat());
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        (document["off"].as_u64().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (off, note) = told(&[]);
    assert!(off == 1 && note.contains("1 problem is turned off in the library and not listed"), "{off}: {note}");
    let (off, note) = told(&["--severity", "unknown-key=off"]);
    assert!(off == 1 && note.contains("1 problem is turned off with --severity and not listed"), "{off}: {note}");
}

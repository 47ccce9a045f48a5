//! One number of problems: a skill's row, its editor, the list of problems and the overview count for the same client.

use std::slice;

use studio_api::dto::{Host, LibraryProblem, RuleLevel, RulePlace, Severity};

use crate::harness::{Bench, skill};

/// Errors and warnings.
type Counts = (u32, u32);

fn counts(severities: impl IntoIterator<Item = Severity>) -> Counts {
    severities.into_iter().fold((0, 0), |(errors, warnings), one| match one {
        Severity::Error => (errors + 1, warnings),
        Severity::Warning => (errors, warnings + 1),
        Severity::Info => (errors, warnings),
    })
}

fn in_row(bench: &Bench, name: &str) -> Counts {
    let row = bench.row(name);
    let alone = bench.get_skill_rows(slice::from_ref(&row.id)).unwrap().remove(0);
    assert_eq!((alone.errors, alone.warnings), (row.errors, row.warnings), "a row that is read by itself");
    (row.errors, row.warnings)
}

fn in_editor(bench: &Bench, name: &str, client: Option<Host>) -> Counts {
    let id = bench.row(name).id;
    let text = bench.text(&id, "SKILL.md");
    let target = client.map_or("agent-skills", Host::as_str);
    let mut found = bench.analyze(&id, "SKILL.md", &text).unwrap().findings;
    found.retain(|one| one.targets.is_empty() || one.targets.iter().any(|it| it == target));
    if let Some(client) = client {
        found.extend(bench.analyze_for_client(&id, &text, client).unwrap());
    }
    counts(found.into_iter().filter(|one| one.ignored.is_none()).map(|one| one.severity))
}

/// What the list of problems shows above what only other targets mind.
fn in_problems(bench: &Bench, client: Option<Host>) -> Counts {
    let list = bench.list_problems().unwrap();
    let is_elsewhere = |one: &LibraryProblem| {
        client.is_some() && list.rules.iter().any(|rule| rule.code == one.code && !rule.targets.is_empty())
    };
    let own = client.map(|client| bench.list_client_problems(client).unwrap().files).unwrap_or_default();
    let found = list.files.iter().flat_map(|file| &file.problems).filter(|one| !is_elsewhere(one));
    let found = found.chain(own.iter().flat_map(|file| &file.problems));
    counts(found.filter(|one| one.ignored.is_none()).map(|one| one.severity))
}

fn in_overview(bench: &Bench) -> Counts {
    let groups = bench.get_overview(None).unwrap().groups;
    groups.iter().fold((0, 0), |(errors, warnings), one| (errors + one.errors, warnings + one.warnings))
}

/// The same in every place; gives what each skill has.
fn agreed(bench: &Bench, client: Option<Host>) -> Vec<(String, Counts)> {
    assert_eq!(bench.get_library_client().unwrap().client, client);
    let names: Vec<String> = bench.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    let of_skills: Vec<_> = names.into_iter().map(|name| (name.clone(), in_row(bench, &name))).collect();
    for (name, counted) in &of_skills {
        assert_eq!(in_editor(bench, name, client), *counted, "{name} in the editor");
    }
    let all = of_skills.iter().fold((0, 0), |sum, (_, one)| (sum.0 + one.0, sum.1 + one.1));
    assert_eq!((in_problems(bench, client), in_overview(bench)), (all, all));
    of_skills
}

#[test]
fn problems_are_counted_for_the_librarys_client_in_every_place() {
    let bench = Bench::new();
    let write = |folder: &str, name: &str, more: &str, body: &str| {
        let text = skill(name, "Trims logs. Use for a log that is too long.", more, body);
        bench.write(&format!("project/.claude/skills/{folder}/SKILL.md"), text);
    };
    // The name is wrong for the standard alone, and the dollar sign for Claude Code alone.
    write("log-trimmer", "Log Trimmer", "allowed-tools: Read, Write\n", "It keeps $1 of ten lines.");
    write("tides", "tides", "owner: harbour\nmetadata: none\n", "Look it up.");
    bench.import(&["project/.claude/skills"]);
    let claude = Some(Host::ClaudeCode);
    let of = |named: &[(&str, Counts)]| named.iter().map(|(name, one)| ((*name).to_owned(), *one)).collect::<Vec<_>>();
    assert_eq!(agreed(&bench, claude), of(&[("Log Trimmer", (0, 1)), ("tides", (1, 0))]));

    let trimmer = bench.row("Log Trimmer").id;
    let body = bench.list_client_problems(Host::ClaudeCode).unwrap().files.remove(0).problems;
    let body = body.into_iter().find(|one| one.code == "client-body").unwrap();
    bench.ignore_problem(&trimmer, &body.code, &body.subject, "Meant so").unwrap();
    assert_eq!(agreed(&bench, claude)[0].1, (0, 0), "what is ignored counts nowhere");
    bench.stop_ignoring(&trimmer, &body.code, &body.subject).unwrap();
    let shorter = bench.text(&trimmer, "SKILL.md").replace("$1 of ten", "ten");
    bench.save(&trimmer, "SKILL.md", &shorter);
    assert_eq!(agreed(&bench, claude)[0].1, (0, 0), "a saved text is judged anew");

    bench.set_library_client(None).unwrap();
    let for_all = agreed(&bench, None);
    assert_eq!(for_all[0].1.0, 1, "the standard minds the name: {for_all:?}");
    bench.set_library_client(Some(Host::Codex)).unwrap();
    let for_codex = agreed(&bench, Some(Host::Codex));
    assert!(for_codex.iter().all(|(_, (_, warnings))| *warnings > 0), "it doesn't look there: {for_codex:?}");
}

#[test]
fn a_row_that_is_read_by_itself_is_counted_as_in_the_list() {
    let bench = Bench::new();
    for (folder, name) in [("log-trimmer", "Log Trimmer"), ("tides", "tides")] {
        let text = skill(name, "Trims logs. Use for a log that is too long.", "", "It keeps $1 of ten lines.");
        bench.write(&format!("project/.claude/skills/{folder}/SKILL.md"), text);
    }
    bench.import(&["project/.claude/skills"]);
    let ids: Vec<String> = bench.list_skills().unwrap().into_iter().map(|row| row.id).collect();
    // Each by itself before the list: that looks at all skills, and would tell the others what they did not find.
    let both_ways = || {
        let alone = |id: &String| bench.get_skill_rows(slice::from_ref(id)).unwrap().remove(0);
        let alone: Vec<Counts> = ids.iter().map(alone).map(|row| (row.errors, row.warnings)).collect();
        let listed = bench.list_skills().unwrap().into_iter().map(|row| (row.errors, row.warnings));
        assert_eq!(alone, listed.collect::<Vec<Counts>>());
        (alone[0], alone[1])
    };
    assert_eq!(both_ways(), ((0, 1), (0, 1)));

    let text = bench.text(&ids[0], "SKILL.md");
    bench.save(&ids[0], "SKILL.md", &text.replace("$1 of ten", "ten"));
    assert_eq!(both_ways(), ((0, 0), (0, 1)));
    bench.save(&ids[0], "SKILL.md", &text);
    assert_eq!(both_ways(), ((0, 1), (0, 1)));

    bench.set_rule_level("client-body", Some(RuleLevel::Error)).unwrap();
    assert_eq!(both_ways(), ((1, 0), (1, 0)));
    let in_one = RulePlace::Skill { skill_id: ids[0].clone() };
    bench.ignore_rule("client-body", &in_one, "Meant so").unwrap();
    assert_eq!(both_ways(), ((0, 0), (1, 0)));
    // What only others mind counts no more and no less, however bad it is to the author, and ignored or not.
    bench.set_rule_level("name-format", Some(RuleLevel::Warning)).unwrap();
    assert_eq!(both_ways(), ((0, 0), (1, 0)));
    bench.set_library_client(None).unwrap();
    let for_all = both_ways();
    assert_eq!(for_all, ((0, 1), (0, 0)), "the standard minds the name, and no dollar sign");
    bench.set_library_client(Some(Host::ClaudeCode)).unwrap();
    bench.ignore_rule("name-format", &in_one, "Meant so").unwrap();
    assert_eq!(both_ways(), ((0, 0), (1, 0)));
    bench.set_library_client(Some(Host::Codex)).unwrap();
    let for_codex = both_ways();
    assert!(for_codex.0.1 > 0 && for_codex.1.1 > 0, "it doesn't look there: {for_codex:?}");
    bench.save(&ids[0], "SKILL.md", &text.replace("$1 of ten", "ten"));
    assert_eq!(both_ways(), for_codex, "no dollar sign is a problem for it");
}

#[test]
fn fixing_all_of_a_skill_leaves_what_only_other_targets_mind() {
    let bench = Bench::new();
    let text =
        skill("tides", "Reads tides. Use for a tide table.", "allowed-tools: Read, Write\n", "Look\u{200B} it up.");
    bench.write("project/.claude/skills/tides/SKILL.md", &text);
    bench.link(&["project/.claude/skills"]);
    let id = bench.row("tides").id;
    let fixed = |code: Option<&str>| bench.preview_fix(code, &id).unwrap().after;
    let is_fixable = || bench.list_problems().unwrap().files[0].is_fixable;
    assert!(is_fixable());
    assert_eq!(fixed(None), text.replace('\u{200B}', ""), "Claude Code reads its own form");
    assert!(fixed(Some("tools-form")).contains("allowed-tools: Read Write\n"), "asked for by name, it is fixed");
    assert_eq!(bench.fix_all(None, slice::from_ref(&id)).unwrap().done, 1);
    assert!(!is_fixable(), "what is left, only others mind");
    bench.set_library_client(None).unwrap();
    assert!(is_fixable());
    assert!(fixed(None).contains("allowed-tools: Read Write\n"));
}

#[test]
fn every_place_offers_a_fix_where_there_is_one_and_in_no_other() {
    let bench = Bench::new();
    // One is called as the folder of another: that one can't be named after its folder.
    for (folder, name) in [("tides", "ebb"), ("waves", "tides"), ("fog", "fog")] {
        bench.write(&format!("set/{folder}/SKILL.md"), skill(name, "Reads it. Use for a table.", "", "Look it up."));
    }
    bench.link(&["set"]);
    let (rows, files) = (bench.list_skills().unwrap(), bench.list_problems().unwrap().files);
    let fixable: Vec<(&str, bool)> = rows.iter().map(|row| (row.name.as_str(), row.is_fixable)).collect();
    assert_eq!(fixable, [("ebb", false), ("fog", false), ("tides", true)]);
    for row in &rows {
        let alone = bench.get_skill_rows(slice::from_ref(&row.id)).unwrap().remove(0);
        let file = files.iter().find(|file| file.skill_id == row.id);
        let of_problems = file.is_some_and(|file| file.problems.iter().any(|one| one.has_fix));
        let of_file = file.is_some_and(|file| file.is_fixable);
        let text = bench.text(&row.id, "SKILL.md");
        let in_editor = bench.analyze(&row.id, "SKILL.md", &text).unwrap().findings;
        let in_editor = in_editor.iter().any(|one| one.fix.is_some());
        let is_fixed = bench.preview_fix(None, &row.id).unwrap().fixes > 0;
        let told = [alone.is_fixable, of_problems, of_file, in_editor, is_fixed];
        assert_eq!(told, [row.is_fixable; 5], "{}", row.name);
    }
    let counted: u32 = bench.get_overview(None).unwrap().rules.iter().map(|rule| rule.fixable).sum();
    assert_eq!(counted, 1, "the overview counts what can be fixed");

    let tides = bench.row("tides");
    bench.ignore_problem(&tides.id, "name-folder", "tides", "Meant so").unwrap();
    assert!(!bench.row("tides").is_fixable, "what is ignored is not fixed");
    bench.stop_ignoring(&tides.id, "name-folder", "tides").unwrap();
    bench.set_rule_level("name-folder", Some(RuleLevel::Off)).unwrap();
    assert!(!bench.row("tides").is_fixable, "nor what a rule that is off would find");
}

#[test]
fn what_is_asked_for_by_its_code_is_fixed_whichever_target_minds_it() {
    let bench = Bench::new();
    let text = skill("tides", "Reads tides. Use for a tide table.", "trigger: yes\n", "Look it up.");
    let id = bench.add_skill("tides", &text).id;
    let in_editor = bench.analyze(&id, "SKILL.md", &text).unwrap().findings;
    let found = in_editor.iter().find(|one| one.code == "adk-dropped").unwrap();
    assert!(found.fix.is_some() && found.targets == ["adk"], "{found:?}");
    let after = bench.preview_fix(Some("adk-dropped"), &id).unwrap().after;
    assert_eq!(after, text.replace("trigger: yes", "trigger: true"));
}

#[test]
fn only_a_draft_over_the_skill_file_keeps_that_from_being_fixed() {
    let bench = Bench::new();
    let text = skill("tides", "Reads tides. Use for a tide table.", "", "Look\u{200B} it up.");
    bench.write("tides/notes.md", "Notes.");
    let id = bench.add_skill("tides", &text).id;
    let fixed = || bench.fix_all(None, slice::from_ref(&id)).unwrap();
    let has_draft = || bench.list_problems().unwrap().files[0].has_draft;
    bench.save_draft(&id, "notes.md", "Other notes.").unwrap();
    assert!(bench.row("tides").has_draft && !has_draft());
    bench.save_draft(&id, "SKILL.md", &format!("{text}More.")).unwrap();
    assert!(has_draft());
    assert_eq!((fixed().done, fixed().refused.len()), (0, 1));
    bench.save_draft(&id, "SKILL.md", &text).unwrap();
    assert_eq!((has_draft(), fixed().done), (false, 1));
}

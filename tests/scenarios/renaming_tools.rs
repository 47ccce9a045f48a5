//! A tool that skills name wrongly is suggested and renamed in their texts, by the window and by skillctl; what the page
//! used to decide for itself about names, paths and signatures is asked here.

use std::fs;

use studio_api::{
    ErrorCode, Upkeep,
    dto::{RefusalReason, SignatureDialect, ToolImplementation},
};

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{signature, tool},
};

const SKILL_FILE: &str = "SKILL.md";

/// A library with the tool `git_log`, and two skills that call it `git_history`.
fn misnamed() -> (Bench, Vec<String>) {
    let bench = Bench::new();
    bench.save_tool(&tool("git_log", signature("(id: Text) --> IO Text"), ToolImplementation::None)).unwrap();
    let ids = ["ann", "ben"].map(|name| {
        let listed = "allowed-tools: [git_history]\n";
        bench
            .add_skill(name, skill(name, "Helps. Use when asked.", listed, "Call `git_history`. Not git_history.\n"))
            .id
    });
    bench.add_skill("cat", skill("cat", "Helps. Use when asked.", "", "Purr."));
    (bench, ids.to_vec())
}

fn renamed_text(name: &str) -> String {
    skill(name, "Helps. Use when asked.", "allowed-tools: [git_log]\n", "Call `git_log`. Not git_history.\n")
}

#[test]
fn a_tool_is_renamed_in_every_skill_that_names_it_as_one_change_that_is_undone_after_a_restart() {
    let (bench, ids) = misnamed();
    let before = bench.text(&ids[0], SKILL_FILE);
    let report = bench.rename_in_skills("git_history", "git_log", None).unwrap();
    assert_eq!((report.done, report.refused.len()), (2, 0), "{report:?}");
    assert_eq!(bench.text(&ids[0], SKILL_FILE), renamed_text("ann"));
    assert_eq!(bench.get_skill(&ids[1]).unwrap().allowed_tools, ["git_log"]);

    let bench = bench.reopen(Upkeep::OnDemand);
    let set = report.set.unwrap();
    assert_eq!(set.title, "Renamed git_history to git_log");
    assert_eq!(bench.undo_change_set(&set.id).unwrap().done, 2);
    assert_eq!(bench.text(&ids[0], SKILL_FILE), before);
}

#[test]
fn a_skill_that_is_being_edited_changed_on_disk_or_names_it_elsewhere_is_left_alone_and_named() {
    let (bench, ids) = misnamed();
    bench.link(&["ben"]);
    let (cat, before) = (bench.row("cat").id, bench.text(&ids[0], SKILL_FILE));
    bench.save_draft(&ids[0], SKILL_FILE, &format!("{before}typed")).unwrap();
    fs::write(bench.path("ben/SKILL.md"), "---\nname: ben\n---\nSomebody else's.\n").unwrap();
    let chosen = [ids[0].clone(), ids[1].clone(), cat];
    let report = bench.rename_in_skills("git_history", "git_log", Some(&chosen)).unwrap();
    let mut reasons: Vec<_> = report.refused.iter().map(|refusal| (refusal.skill.as_str(), refusal.reason)).collect();
    reasons.sort_by_key(|(name, _)| *name);
    assert_eq!(
        reasons,
        [("ann", RefusalReason::HasDraft), ("ben", RefusalReason::ChangedSince), ("cat", RefusalReason::NotNamed)]
    );
    assert_eq!((report.done, bench.text(&ids[0], SKILL_FILE)), (0, before));
    for name in ["", "two words", "tick`"] {
        assert!(
            refused(bench.rename_in_skills("git_history", name, None), ErrorCode::Invalid)
                .contains("Use one without spaces")
        );
    }
}

#[test]
fn skillctl_renames_a_tool_in_the_skills_that_are_named() {
    let (bench, ids) = misnamed();
    let ran = bench.skillctl(&["tool", "rename-in-skills", "git_history", "git_log", "--skill", "ben", "--json"]);
    let said: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((ran.status.code(), &said["done"]), (Some(0), &1.into()), "{said}");
    assert_eq!(bench.text(&ids[1], SKILL_FILE), renamed_text("ben"));
    assert!(bench.text(&ids[0], SKILL_FILE).contains("[git_history]"));
    let none = bench.skillctl(&["tool", "rename-in-skills", "nothing_has_it", "git_log"]);
    assert_eq!((none.status.code(), none.stdout.as_slice()), (Some(1), &b"0 changed, 0 skipped\n"[..]));
    let one = bench.skillctl(&["tool", "rename-in-skills", "nothing_has_it", "git_log", "--skill", "cat"]);
    assert!(String::from_utf8_lossy(&one.stdout).contains("cat/SKILL.md: nothing_has_it is neither"));
    assert_eq!(bench.skillctl(&["tool", "rename-in-skills", "a", "b c"]).status.code(), Some(2));
}

#[test]
fn a_name_that_no_tool_has_is_answered_with_the_nearest_and_its_edits() {
    let (bench, _) = misnamed();
    let text = "---\nallowed-tools: [git_logs]\n---\n🚒 `git_logs` and git_logs\n";
    let near = bench.suggest_tool(text, "git_logs").unwrap().unwrap();
    assert_eq!((near.name.as_str(), near.edits.len()), ("git_log", 2));
    // The fire engine is two units of UTF-16.
    let place = text.encode_utf16().collect::<Vec<_>>();
    let found = &place[near.edits[1].from as usize..near.edits[1].to as usize];
    assert_eq!(String::from_utf16(found).unwrap(), "git_logs");
    assert_eq!(bench.suggest_tool(text, "volcano").unwrap(), None);
}

#[test]
fn a_path_of_a_file_is_judged_as_it_is_when_it_is_made() {
    let (bench, ids) = misnamed();
    bench.create_file(&ids[0], "references/a.md").unwrap();
    for (path, says) in [
        ("references/b.md", None),
        ("/etc/passwd", Some("isn't a path in")),
        ("a/../b", Some("isn't a path in")),
        ("what?.md", Some("characters that aren't allowed on all systems")),
        ("skill.md", Some("already exists")),
        ("REFERENCES/A.md", Some("already exists")),
    ] {
        let problem = bench.check_file_path(&ids[0], path).unwrap();
        assert!(
            problem.as_deref().map_or(says.is_none(), |text| says.is_some_and(|says| text.contains(says))),
            "{path}"
        );
        assert_eq!(bench.create_file(&ids[0], path).err().map(|error| error.message), problem, "{path}");
    }
}

#[test]
fn a_signature_is_written_another_way_with_what_it_gives_or_refused() {
    let bench = Bench::new();
    let spelt = bench.respell_signature("(a: Text) --> IO Bool", SignatureDialect::Classic).unwrap();
    assert_eq!((spelt.signature.as_str(), spelt.dialect), ("(a::String)==>(::Boolean)", SignatureDialect::Classic));
    let back = bench.respell_signature("(a::Text)==>(::Int)", SignatureDialect::Arrow).unwrap();
    assert_eq!(back.signature, "(a: Text) --> IO Int");
    let lost = bench.respell_signature("(a: Text) --> IO {b: Text}", SignatureDialect::Curried);
    assert!(refused(lost, ErrorCode::Invalid).starts_with("Curried can't express everything"));
    assert!(bench.respell_signature("(a: ", SignatureDialect::Curried).is_err());
}

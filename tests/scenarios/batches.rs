//! Many skills at once: tags, groups and the trash, each undone as one, after a restart too.

use studio_api::{Upkeep, dto::ChangeReport};

use crate::harness::{AsItIsNow, Bench, skill};

fn three() -> (Bench, Vec<String>) {
    let bench = Bench::new();
    let ids = ["ann", "ben"]
        .map(|name| bench.add_skill(name, skill(name, "Helps. Use when asked.", "tags: [old]\n", "Do it.")).id);
    let broken = bench.add_skill("cut", "no frontmatter at all").id;
    (bench, ids.into_iter().chain([broken]).collect())
}

fn undo(bench: &Bench, report: &ChangeReport) -> ChangeReport {
    bench.undo_change_set(&report.set.as_ref().expect("something was changed").id).unwrap()
}

#[test]
fn tags_are_added_and_removed_in_the_files_and_undone_after_a_restart() {
    let (bench, ids) = three();
    let text = bench.text(&ids[0], "SKILL.md");
    let report = bench.tag_skills(&ids, &["new".to_owned(), "old".to_owned()], &[]).unwrap();
    assert_eq!((report.done, report.refused.len()), (2, 1), "{report:?}");
    assert_eq!(report.refused[0].skill, "cut");
    assert_eq!(bench.row("ann").tags, ["old", "new"]);
    assert!(bench.text(&ids[0], "SKILL.md").contains("tags: [old, new]"));
    let removed = bench.tag_skills(&ids[..1], &[], &["old".to_owned(), "new".to_owned()]).unwrap();
    assert!(bench.row("ann").tags.is_empty());
    assert_eq!(bench.tag_skills(&ids[..1], &[], &["none".to_owned()]).unwrap().set, None, "nothing to do");
    assert!(bench.tag_skills(&ids, &[" ".to_owned()], &[]).is_err());

    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(undo(&bench, &removed).done, 1);
    assert_eq!(undo(&bench, &report).done, 2);
    assert_eq!(bench.row("ben").tags, ["old"]);
    assert_eq!(bench.text(&ids[0], "SKILL.md"), text);
}

#[test]
fn skills_move_between_groups_and_a_group_takes_another_name() {
    let (bench, ids) = three();
    let before: Vec<String> = bench.list_skills().unwrap().into_iter().map(|row| row.group).collect();
    let moved = bench.move_skills(&ids, " Night shift ").unwrap();
    assert_eq!(moved.done, 3);
    assert!(bench.list_skills().unwrap().iter().all(|row| row.group == "Night shift"));
    let renamed = bench.rename_group("Night shift", "Late").unwrap();
    assert_eq!((renamed.done, bench.row("cut").group.as_str()), (3, "Late"));
    assert!(bench.move_skills(&ids, "two\nlines").is_err());
    undo(&bench, &renamed);
    undo(&bench, &moved);
    let after: Vec<String> = bench.list_skills().unwrap().into_iter().map(|row| row.group).collect();
    assert_eq!(after, before);
}

#[test]
fn skills_go_to_the_trash_together_and_come_back_together() {
    let (bench, ids) = three();
    let report = bench.trash_skills_now(&ids).unwrap();
    assert_eq!((report.done, bench.count_trash().unwrap(), bench.list_skills().unwrap().len()), (3, 3, 0));
    undo(&bench, &report);
    assert_eq!((bench.count_trash().unwrap(), bench.list_skills().unwrap().len()), (0, 3));
}

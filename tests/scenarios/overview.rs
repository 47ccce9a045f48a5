//! A library at a glance: what its numbers count, and that each is the length of the list it opens.

use studio_api::dto::{
    FirstPlace, Host, LibraryOverview, NewQuery, OverviewPart, Policy, QuerySource, RunRequest, RunState, Scorer,
    Severity, StudioEvent,
};

use crate::harness::{Bench, skill};

const SAIL: &str = "Sails boats across the sea. Use when somebody wants to sail a boat.";

/// Three teams: a skill that two of them have as it is, one that two have with other texts, and one written twice.
fn teams() -> Bench {
    let bench = Bench::new();
    let write = |path: &str, name: &str, description: &str, body: &str| {
        bench.write(&format!("skills/{path}/SKILL.md"), skill(name, description, "", body));
    };
    let docx = "Writes letters in a word processor. Use when a letter is needed.";
    write("blue/docx", "docx", docx, "Write it.");
    write("green/docx", "docx", docx, "Write it soon.");
    write("red/docx", "docx", docx, "Write it twice.");
    write("blue/sail", "sail", SAIL, "Hoist it.");
    write("red/sail-boats", "sail-boats", SAIL, "Hoist the mainsail.");
    write("red/bread", "bread", "Bakes bread in an oven. Use when baking.", "See [dough](references/dough.md).");
    // The same skill file beside another file is another skill.
    write("blue/tides", "tides", "Reads tide tables. Use for tides.", "Look it up.");
    write("green/tides", "tides", "Reads tide tables. Use for tides.", "Look it up.");
    bench.write("skills/green/tides/references/table.md", "High at noon.");
    bench.import(&["skills"]);
    // An import leaves out what is identical; authors make it so.
    let of = |group: &str| {
        let rows = bench.list_skills().unwrap();
        rows.into_iter().find(|row| row.name == "docx" && row.group == group).unwrap().id
    };
    let text = bench.text(&of("blue"), "SKILL.md");
    bench.save(&of("green"), "SKILL.md", &text);
    bench.wait_until_indexed().unwrap();
    bench
}

fn groups(overview: &LibraryOverview) -> Vec<(&str, u32, u32)> {
    overview.groups.iter().map(|group| (group.name.as_str(), group.skills, group.duplicates)).collect()
}

#[test]
fn duplicates_are_told_with_their_groups_and_files_each_pair_once() {
    let bench = teams();
    let overview = bench.get_overview(None).unwrap();
    assert_eq!(groups(&overview), [("blue", 3, 2), ("green", 2, 2), ("red", 3, 1)]);
    assert_eq!(overview.skills, 8);
    let [identical] = &overview.identical.sets[..] else { panic!("{:?}", overview.identical) };
    let told: Vec<_> = identical.places.iter().map(|place| (place.name.as_str(), place.group.as_str())).collect();
    assert_eq!(told, [("docx", "blue"), ("docx", "green")]);
    assert!(identical.places[1].path.ends_with("skills/green/docx/SKILL.md"), "{:?}", identical.places);
    let named: Vec<_> = overview.same_name.sets.iter().map(|set| (set.name.as_str(), set.skills)).collect();
    assert_eq!(named, [("docx", 3), ("tides", 2)], "another file beside it makes another skill");

    assert_eq!(overview.near, None, "nothing was compared yet");
    let near = bench.find_near_duplicates(None).unwrap();
    let pairs: Vec<_> = near.pairs.iter().map(|pair| (pair.a.name.as_str(), pair.b.name.as_str())).collect();
    assert_eq!(pairs, [("sail", "sail-boats")], "what has one name is told already");
    assert_eq!((near.found, near.skills, near.has_more, near.is_current), (1, 2, false, true));
    assert_eq!(bench.get_overview(None).unwrap().near.as_ref(), Some(&near), "what was compared is kept");
    let of_green = bench.get_overview(Some("green")).unwrap();
    assert_eq!((of_green.skills, of_green.identical.found, of_green.near.map(|near| near.found)), (2, 1, Some(0)));

    let pair = &near.pairs[0];
    bench.dismiss_overlap(&pair.a.id, &pair.b.id, true).unwrap();
    assert_eq!(bench.get_overview(None).unwrap().near.map(|near| near.found), Some(0));
    let listed = bench.list_overlaps(Some(0.8)).unwrap();
    let sails = listed.pairs.iter().find(|pair| pair.a == "sail").unwrap();
    assert_eq!((sails.a_group.as_str(), sails.b_group.as_str(), sails.is_dismissed), ("blue", "red", true));
    assert!(sails.b_path.ends_with("skills/red/sail-boats/SKILL.md"), "{}", sails.b_path);
    assert_eq!(listed.found as usize, listed.pairs.len());
}

#[test]
fn problems_are_counted_by_rule_as_the_list_of_problems_has_them() {
    let bench = teams();
    for group in [None, Some("red")] {
        let overview = bench.get_overview(group).unwrap();
        let files = bench.list_problems().unwrap().files.into_iter();
        let files: Vec<_> = files.filter(|file| group.is_none_or(|group| file.group == group)).collect();
        let listed = files.iter().flat_map(|file| &file.problems).filter(|one| one.ignored.is_none()).count();
        assert_eq!(overview.rules.iter().map(|rule| rule.problems as usize).sum::<usize>(), listed);
        let shown = overview.groups.iter().filter(|one| group.is_none_or(|group| one.name == group));
        assert_eq!(shown.map(|one| (one.errors + one.warnings + one.hints) as usize).sum::<usize>(), listed);
    }
    let overview = bench.get_overview(None).unwrap();
    let of = |code: &str| overview.rules.iter().find(|rule| rule.code == code);
    let missing = of("link-missing").unwrap();
    assert_eq!((missing.severity, missing.gravest, missing.problems), (Severity::Warning, 1, 1));
    assert_eq!(missing.skills, 1);
    assert_eq!(of("name-duplicate").unwrap().problems, 5);
    bench.ignore_problem(&bench.row("bread").id, "link-missing", "references/dough.md", "").unwrap();
    assert!(bench.get_overview(None).unwrap().rules.iter().all(|rule| rule.code != "link-missing"));

    // What is in no row of a skill is told apart.
    assert_eq!(overview.in_other_files, 0);
    let bread = bench.row("bread").id;
    bench.create_file(&bread, "references/dough.md").unwrap();
    bench.save(&bread, "references/dough.md", "Knead it as [said](gone.md).");
    let in_other_files = |group| bench.get_overview(Some(group)).unwrap().in_other_files;
    assert_eq!((in_other_files("red"), in_other_files("blue")), (1, 0));
}

#[test]
fn skills_that_no_query_reaches_are_counted_and_each_number_is_that_of_its_list() {
    let bench = teams();
    let label = |query: &str, expected: &str| {
        let (query, expected) = (query.to_owned(), vec![expected.to_owned()]);
        let (set, source) = ("main".to_owned(), QuerySource::Written);
        bench.save_query(&NewQuery { id: None, set, query, expected, unwanted: Vec::new(), source }).unwrap();
    };
    label("bakes bread in an oven", "bread");
    label("quarterly tax return", "tides");
    let before = bench.get_overview(None).unwrap().queries;
    assert_eq!((before.queries, before.without, before.never_picked), (2, 5, None));
    let policy = Policy { top_k: 1, min_score: 0.2, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (set, host, label) = ("main".to_owned(), Host::Standard, String::new());
    let request = RunRequest { set, scorer: Scorer::Hybrid, policy, host, seed: 7, limit: None, label };
    let id = bench.start_run(&request).unwrap();
    bench.events.wait_for(
        "the run's end",
        |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state != RunState::Running),
    );

    bench.find_near_duplicates(None).unwrap();
    for group in [None, Some("green")] {
        let overview = bench.get_overview(group).unwrap();
        let near = overview.near.unwrap();
        for (part, count) in [
            (OverviewPart::Skills, overview.skills),
            (OverviewPart::Identical, overview.identical.skills),
            (OverviewPart::SameName, overview.same_name.skills),
            (OverviewPart::Near, near.skills),
            (OverviewPart::Missing, overview.links.missing),
            (OverviewPart::WithoutQueries, overview.queries.without),
            (OverviewPart::NeverPicked, overview.queries.never_picked.unwrap()),
        ] {
            assert_eq!(bench.list_overview_skills(part, group).unwrap().len(), count as usize, "{part} of {group:?}");
        }
    }
    let never = bench.list_overview_skills(OverviewPart::NeverPicked, None).unwrap();
    let bread = bench.row("bread").id;
    assert!(!never.contains(&bread) && never.len() == 2, "both that are called tides: {never:?}");
}

#[test]
fn a_large_library_of_several_groups_opens_on_its_overview() {
    let bench = Bench::new();
    let write = |group: &str, numbers: std::ops::Range<u32>| {
        for number in numbers {
            let name = format!("skill-{number}");
            let text = skill(&name, &format!("Does number {number}. Use for {number}."), "", "Do it.");
            bench.write(&format!("{group}/{name}/SKILL.md"), text);
        }
        bench.import(&[group]);
    };
    write("skills/one", 0..120);
    assert_eq!(bench.get_library().unwrap().opens_on, FirstPlace::Skill, "all are of one group");
    write("skills/two", 120..121);
    assert_eq!(bench.get_overview(None).unwrap().groups.len(), 2);
    assert_eq!(bench.get_library().unwrap().opens_on, FirstPlace::Overview);
}

//! Labelled queries and their sets, runs, and dismissed overlaps.

use studio_model::SkillId;
use studio_store::{Error, LabelledQuery, OverlapDismissal, QuerySet, RunRow, SkillChange, TrashKind};
use studio_testkit::{SkillBuilder, TempLibrary};
use uuid::Uuid;

fn query(set: &str, text: &str, expected: &[&str]) -> LabelledQuery {
    LabelledQuery {
        id: Uuid::now_v7(),
        set: set.to_owned(),
        text: text.to_owned(),
        expected: expected.iter().map(|&name| name.to_owned()).collect(),
        unwanted: vec![],
        source: "written".to_owned(),
    }
}

fn texts(library: &TempLibrary, set: Option<&str>) -> Vec<String> {
    library.list_queries(set).unwrap().into_iter().map(|query| query.text).collect()
}

#[test]
fn a_file_of_queries_is_stored_whole_or_not_at_all() {
    let library = TempLibrary::new();
    let rows: Vec<LabelledQuery> = (0..50).map(|at| query("many", &format!("query {at}"), &[])).collect();
    let other = rusqlite::Connection::open(library.path()).unwrap();
    let trigger = "CREATE TRIGGER stop BEFORE INSERT ON query_t WHEN NEW.text = 'query 30'
        BEGIN SELECT RAISE(ABORT, 'no more'); END";
    other.execute_batch(trigger).unwrap();
    assert!(library.put_queries(&rows).is_err());
    assert_eq!(library.list_queries(None).unwrap(), [], "not even those before the one that failed");
    other.execute_batch("DROP TRIGGER stop").unwrap();
    library.put_queries(&rows).unwrap();
    assert_eq!(library.list_queries(None).unwrap().len(), 50);
}

#[test]
fn queries_stay_in_the_order_they_came_whatever_becomes_of_them() {
    let library = TempLibrary::new();
    let mut chest = query("care", "my \"chest\" hurts", &["emergency"]);
    let mut rows = vec![chest.clone(), query("care", "write a poem", &[]), query("Bills", "what do I owe", &["bill"])];
    library.put_queries(&rows).unwrap();
    assert_eq!(library.list_queries(None).unwrap(), rows);

    chest.expected = vec!["triage".to_owned(), "emergency".to_owned()];
    library.put_query(&chest).unwrap();
    rows[0] = chest.clone();
    assert_eq!(library.list_queries(None).unwrap(), rows, "replaced where it stood");
    assert_eq!(library.list_queries(Some("care")).unwrap(), rows[..2]);
    assert_eq!(library.list_queries(Some("none")).unwrap(), []);
    assert_eq!(library.find_query("care", &chest.text).unwrap(), Some(chest.clone()));
    assert_eq!(library.find_query("Bills", &chest.text).unwrap(), None, "of another set");

    let long = query("care", &"字".repeat(100_000), &[]);
    library.put_query(&long).unwrap();
    assert_eq!(library.find_query("care", &long.text).unwrap(), Some(long.clone()));

    assert_eq!(library.delete_queries(&[chest.id, long.id, Uuid::now_v7()]).unwrap().len(), 2);
    assert_eq!(texts(&library, None), ["write a poem", "what do I owe"]);
}

#[test]
fn a_query_that_comes_back_stands_where_it_stood_unless_another_does() {
    let library = TempLibrary::new();
    let rows = ["first", "second", "third"].map(|text| query("care", text, &[]));
    library.put_queries(&rows).unwrap();
    let delete = |row: &LabelledQuery| library.delete_queries(&[row.id]).unwrap()[0].1;
    let place = delete(&rows[1]);
    library.put_query_back(&rows[1], place).unwrap();
    assert_eq!(library.list_queries(None).unwrap(), rows);

    let place = delete(&rows[2]);
    library.put_query(&query("care", "came meanwhile", &[])).unwrap();
    library.put_query_back(&rows[2], place).unwrap();
    assert_eq!(texts(&library, None), ["first", "second", "came meanwhile", "third"]);
}

#[test]
fn what_must_not_fire_is_kept_beside_what_should() {
    let library = TempLibrary::new();
    let not = |query: LabelledQuery, unwanted: &str| LabelledQuery { unwanted: vec![unwanted.to_owned()], ..query };
    let rows = [
        not(query("care", "not this one", &[]), "poems"),
        not(query("care", "that one, not this", &["triage"]), "poems"),
        query("care", "no skill", &[]),
    ];
    library.put_queries(&rows).unwrap();
    assert_eq!(library.list_queries(None).unwrap(), rows);
    let [set] = &library.query_sets().unwrap()[..] else { panic!("one set") };
    assert_eq!((set.queries, set.in_scope), (3, 1), "only one should wake a skill");
    library.rename_set("care", "other").unwrap();
    let double = not(query("care", "not this one", &[]), "poems");
    let another = query("care", "not this one", &[]);
    library.put_queries(&[double, another]).unwrap();
    library.rename_set("care", "other").unwrap();
    assert_eq!(library.list_queries(None).unwrap().len(), 4, "with another label it is another query");
}

#[test]
fn sets_are_counted_renamed_joined_and_deleted() {
    let library = TempLibrary::new();
    let rows = [
        query("new", "double", &["a"]),
        query("new", "judged otherwise", &["a"]),
        query("new", "only new", &[]),
        query("Old", "double", &["a"]),
        query("Old", "judged otherwise", &["b"]),
    ];
    library.put_queries(&rows).unwrap();
    let set = |name: &str, queries, in_scope| QuerySet { name: name.to_owned(), queries, in_scope };
    assert_eq!(library.query_sets().unwrap(), [set("new", 3, 2), set("Old", 2, 2)]);

    library.rename_set("new", "newer").unwrap();
    library.rename_set("newer", "newer").unwrap();
    assert_eq!(library.query_sets().unwrap(), [set("newer", 3, 2), set("Old", 2, 2)]);
    library.rename_set("newer", "Old").unwrap();
    assert_eq!(library.query_sets().unwrap(), [set("Old", 4, 3)], "without the one it had already");
    assert_eq!(texts(&library, Some("Old")), ["judged otherwise", "only new", "double", "judged otherwise"]);

    let error = library.rename_set("gone", "x").unwrap_err();
    assert_eq!(error.to_string(), "query set gone not found");
    library.delete_set("Old").unwrap();
    assert_eq!(library.query_sets().unwrap(), []);
    assert!(matches!(library.delete_set("Old").unwrap_err(), Error::NotFound { entity: "query set", .. }));
}

#[test]
fn queries_follow_the_name_of_their_skill_there_and_back() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("gas"));
    let not = LabelledQuery { unwanted: vec!["gas".to_owned()], ..query("care", "a gas giant", &["stars"]) };
    let before =
        [query("gas", "it smells", &["gas"]), query("gas", "tea", &[]), query("care", "leak", &["water", "gas"]), not];
    library.put_queries(&before).unwrap();
    let rename = |to: &str| {
        let version = library.get_skill(skill).unwrap().skill.audit.aggregate_version;
        let content = Some(SkillBuilder::new(to).content());
        library.update_skill(skill, version, &SkillChange { content, ..SkillChange::default() }).unwrap();
        library.list_queries(None).unwrap()
    };
    let after = rename("gas-leak");
    let told = |query: &LabelledQuery| (query.set.clone(), query.expected.join(" "), query.unwanted.join(" "));
    let own = |set: &str, expected: &str, unwanted: &str| (set.to_owned(), expected.to_owned(), unwanted.to_owned());
    let expected = [
        own("gas-leak", "gas-leak", ""),
        own("gas-leak", "", ""),
        own("care", "water gas-leak", ""),
        own("care", "stars", "gas-leak"),
    ];
    assert_eq!(after.iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(rename("gas"), before, "taking it back takes all of it back");

    // A set that is there already keeps its queries to itself.
    library.put_query(&query("care-2", "x", &[])).unwrap();
    assert_eq!(rename("care-2").iter().map(|query| query.set.as_str()).collect::<Vec<_>>()[..2], ["gas", "gas"]);
    rename("gas");
    // The labels are as much of another skill of the name.
    library.add_skill(SkillBuilder::new("gas"));
    assert_eq!(rename("gas-leak")[..4], before);
}

fn run(finished_at: &str, label: &str) -> RunRow {
    RunRow {
        id: Uuid::now_v7(),
        finished_at: finished_at.to_owned(),
        elapsed_ms: 1_234,
        label: label.to_owned(),
        request: r#"{"set":"care"}"#.to_owned(),
        summary: r#"{"top1":0.5}"#.to_owned(),
    }
}

#[test]
fn runs_are_kept_newest_first_with_their_results() {
    let library = TempLibrary::new();
    let [mut first, second, same] = [("10", "first"), ("11", "second"), ("11", "of the same moment")]
        .map(|(second, label)| run(&format!("2026-01-02T03:04:{second}.000Z"), label));
    for run in [&second, &first, &same] {
        library.put_run(run, &format!("results of {}", run.label)).unwrap();
    }
    assert_eq!(library.list_runs().unwrap(), [same.clone(), second.clone(), first.clone()]);
    assert_eq!(library.run_results(second.id).unwrap(), "results of second");
    let error = library.put_run(&second, "others").unwrap_err();
    assert!(matches!(error, Error::Taken { entity: "run", .. }), "a run is never written over: {error}");

    first.label = "before the new description".to_owned();
    library.label_run(first.id, &first.label).unwrap();
    assert_eq!(library.get_run(first.id).unwrap(), first);
    library.delete_run(second.id).unwrap();
    assert_eq!(library.list_runs().unwrap(), [same, first]);
    let id = second.id;
    let missing = [
        library.get_run(id).unwrap_err(),
        library.run_results(id).unwrap_err(),
        library.label_run(id, "x").unwrap_err(),
        library.delete_run(id).unwrap_err(),
    ];
    assert_eq!(missing.map(|error| error.to_string()), [(); 4].map(|()| format!("run {id} not found")));
}

#[test]
fn a_dismissed_overlap_is_of_two_skills_in_any_order_and_goes_with_them() {
    let library = TempLibrary::new();
    let [one, other, third] = ["x", "y", "z"].map(|name| library.add_skill(SkillBuilder::new(name)));
    let (a, b) = if one.0 < other.0 { (one, other) } else { (other, one) };
    let dismissal = |texts_hash: &str| OverlapDismissal { a, b, texts_hash: texts_hash.to_owned() };
    library.put_overlap_dismissal(one, other, "then").unwrap();
    assert_eq!(library.list_overlap_dismissals().unwrap(), [dismissal("then")]);
    library.put_overlap_dismissal(other, one, "now").unwrap();
    assert_eq!(library.list_overlap_dismissals().unwrap(), [dismissal("now")]);
    library.put_overlap_dismissal(third, other, "").unwrap();
    library.delete_overlap_dismissal(other, third).unwrap();
    library.delete_overlap_dismissal(other, third).unwrap();
    assert_eq!(library.list_overlap_dismissals().unwrap().len(), 1);

    let nobody = library.put_overlap_dismissal(one, SkillId(Uuid::now_v7()), "").unwrap_err();
    assert!(matches!(nobody, Error::Dangling { entity: "overlap dismissal", .. }), "{nobody}");
    library.put_overlap_dismissal(one, one, "").unwrap_err();
    library.trash_skill(other);
    assert_eq!(library.list_overlap_dismissals().unwrap().len(), 1);
    library.delete(TrashKind::Skill, other.0).unwrap();
    assert_eq!(library.list_overlap_dismissals().unwrap(), []);
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

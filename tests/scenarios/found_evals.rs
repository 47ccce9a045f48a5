//! Files of labelled queries that lie beside skills: found, imported into sets named after the skills, and counted rightly.

use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        FoundEvals, FoundEvalsState, Host, NewQuery, Policy, QuerySource, RepeatedLabels, RunRequest, RunState, Scorer,
        StudioEvent,
    },
};

use crate::harness::{Bench, refused, skill};

const TRIGGERS: &str = r#"[{"query": "mend my bicycle", "should_trigger": true},
    {"query": "bake bread in an oven", "should_trigger": false}]"#;

fn write_skills(bench: &Bench, folder: &str) {
    for (name, description) in [
        ("bake-bread", "Bakes bread in an oven. Use when baking."),
        ("mend-bikes", "Mends a bicycle and its tyres. Use when cycling."),
    ] {
        bench.write(&format!("{folder}/{name}/SKILL.md"), skill(name, description, "", "Do it."));
    }
}

fn told(found: &[FoundEvals]) -> Vec<(&str, &str, u32, FoundEvalsState)> {
    found
        .iter()
        .map(|file| (file.skill.as_deref().unwrap_or("–"), file.path.as_str(), file.queries, file.state))
        .collect()
}

fn keys(found: &[FoundEvals]) -> Vec<String> {
    found.iter().filter(|file| file.queries > 0).map(|file| file.key.clone()).collect()
}

#[test]
fn files_beside_skills_are_found_imported_once_and_known_when_they_change() {
    let bench = Bench::new();
    write_skills(&bench, "skills");
    bench.write("skills/mend-bikes/evals/trigger_evals.json", TRIGGERS);
    bench.write("skills/mend-bikes/evals/input.json", "[1, 2]");
    bench.write(
        "skills/bake-bread/evals/evals.json",
        r#"{"skill_name": "bake-bread", "evals": [{"prompt": "a loaf"}, {"id": 2}, {"prompt": "fly", "expected_skill": "fly-kites"}]}"#,
    );
    bench.write("skills/bake-bread/triggers.json", "{");
    bench.write("skills/evals/mend-bikes.json", TRIGGERS);
    bench.import(&["skills"]);

    let found = bench.list_found_evals().unwrap();
    let new = FoundEvalsState::New;
    assert_eq!(
        told(&found),
        [
            ("bake-bread", "evals/evals.json", 2, new),
            ("bake-bread", "triggers.json", 0, new),
            ("mend-bikes", "evals/trigger_evals.json", 2, new)
        ],
        "what lies around skills that were copied is not read"
    );
    assert_eq!((found[0].skipped, found[0].set.as_str()), (1, "bake-bread"));
    assert!(found[1].problem.as_deref().is_some_and(|why| why.contains("No queries could be read")), "{found:?}");

    refused(bench.import_found_evals(&["nowhere".to_owned()]), ErrorCode::NotFound);
    assert!(bench.list_query_sets().unwrap().is_empty());
    let imports = bench.import_found_evals(&keys(&found)).unwrap();
    assert_eq!(imports.iter().map(|import| import.imported).collect::<Vec<_>>(), [2, 2]);
    let sets: Vec<_> = bench.list_query_sets().unwrap().into_iter().map(|set| (set.name, set.unknown)).collect();
    assert_eq!(sets, [("bake-bread".to_owned(), 1), ("mend-bikes".to_owned(), 0)]);
    let again = bench.list_found_evals().unwrap();
    assert_eq!((again[0].state, again[2].state), (FoundEvalsState::Imported, FoundEvalsState::Imported));

    let id = bench.row("mend-bikes").id;
    bench.save(&id, "evals/trigger_evals.json", &TRIGGERS.replace("false", "true"));
    let changed = bench.list_found_evals().unwrap().remove(2);
    assert_eq!(changed.state, FoundEvalsState::Changed);
    let import = bench.import_found_evals(&[changed.key]).unwrap().remove(0);
    assert_eq!((import.imported, import.duplicates, import.relabelled), (0, 2, 1));
    let kept = bench.list_queries(Some("mend-bikes")).unwrap().remove(1);
    assert_eq!((kept.expected, kept.unwanted.len()), (vec!["mend-bikes".to_owned()], 0));
}

#[test]
fn what_lies_around_linked_skills_is_found_up_to_the_folder_that_was_chosen() {
    let bench = Bench::new();
    write_skills(&bench, "team/skills");
    bench.write("team/skills/evals/mend-bikes.json", TRIGGERS);
    bench.write("team/skills/triggers.json", TRIGGERS);
    bench.write("team/skills/evals/huge.json", format!("[{}]", " ".repeat(6 * 1024 * 1024)));
    bench
        .write("team/skills/evals/latin1.json", b"[{\"query\": \"caf\xe9\", \"expected\": \"bake-bread\"}]".as_slice());
    bench.write("team/evals/bake-bread.json", TRIGGERS);
    bench.link(&["team/skills"]);
    let found = bench.list_found_evals().unwrap();
    let names: Vec<_> = told(&found)
        .into_iter()
        .map(|(skill, path, queries, _)| (skill, path.rsplit_once("team/").map_or(path, |(_, rest)| rest), queries))
        .collect();
    assert_eq!(
        names,
        [
            ("–", "skills/triggers.json", 0),
            ("bake-bread", "skills/evals/latin1.json", 1),
            ("mend-bikes", "skills/evals/mend-bikes.json", 2),
        ]
    );
    assert!(found[0].problem.as_deref().is_some_and(|why| why.contains("not which skill")), "{found:?}");
    bench.import_found_evals(&keys(&found)).unwrap();
    assert_eq!(bench.list_queries(Some("mend-bikes")).unwrap()[1].unwanted, ["mend-bikes"]);
}

#[test]
fn evals_by_skill_beside_the_skills_are_found() {
    let bench = Bench::new();
    write_skills(&bench, "team/skills");
    bench.write("team/evals/mend-bikes/cases.json", TRIGGERS);
    bench.write("team/evals/skills/bake-bread/triggers.json", TRIGGERS);
    bench.write("team/evals/nobody/triggers.json", TRIGGERS);
    bench.write(
        "team/evals/trigger-evals.json",
        r#"{"skills": {"bake-bread": {"should_trigger": ["a loaf"], "should_not": ["a cake"]}, "mend-bikes": {"positive": ["a tyre"]}}}"#,
    );
    bench.write(
        "team/skills/bake-bread/evaluations/some.json",
        r#"[{"request": "rolls", "target_skill": "bake-bread"}]"#,
    );
    bench.link(&["team"]);
    let found = bench.list_found_evals().unwrap();
    let names: Vec<_> = told(&found)
        .into_iter()
        .map(|(skill, path, queries, _)| (skill, path.rsplit_once("team/").map_or(path, |(_, rest)| rest), queries))
        .collect();
    assert_eq!(
        names,
        [
            ("–", "evals/trigger-evals.json", 3),
            ("bake-bread", "evals/skills/bake-bread/triggers.json", 2),
            ("bake-bread", "evaluations/some.json", 1),
            ("mend-bikes", "evals/mend-bikes/cases.json", 2),
        ]
    );
    let imports = bench.import_found_evals(&keys(&found)).unwrap();
    assert_eq!(imports.iter().map(|import| import.imported).sum::<u32>(), 8);
    let of_all = bench.list_queries(Some("trigger-evals")).unwrap();
    let labels: Vec<_> = of_all.iter().map(|query| (query.expected.join("+"), query.unwanted.join("+"))).collect();
    let labels: Vec<_> = labels.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
    assert_eq!(labels, [("bake-bread", ""), ("", "bake-bread"), ("mend-bikes", "")]);
}

#[test]
fn another_skill_that_fires_is_no_mistake_where_only_one_must_not() {
    let bench = Bench::new();
    write_skills(&bench, "skills");
    bench.write("skills/mend-bikes/evals/trigger_evals.json", TRIGGERS);
    bench.import(&["skills"]);
    bench.import_found_evals(&keys(&bench.list_found_evals().unwrap())).unwrap();
    let queries = bench.list_queries(Some("mend-bikes")).unwrap();
    let policy = Policy { top_k: 1, min_score: 0.1, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (metrics, results) = bench.evaluate(Scorer::Bm25, &policy, &queries).unwrap();
    assert_eq!(results[1].best.as_deref(), Some("bake-bread"));
    assert!(results.iter().all(|result| result.is_right), "{results:?}");
    let share = |metric: Option<studio_api::dto::Metric>| metric.map(|metric| (metric.hits, metric.of));
    assert_eq!(share(metrics.false_fires), Some((Some(0), 1)));
    assert_eq!(share(metrics.precision), Some((Some(1), 1)));
}

#[test]
fn files_about_something_else_are_not_offered() {
    let bench = Bench::new();
    write_skills(&bench, "skills");
    let other = r#"[{"input": "capital of France", "expected": "paris"}, {"input": "nothing", "expected": []}]"#;
    bench.write("skills/mend-bikes/evals/capitals.json", other);
    bench.write("skills/mend-bikes/evals/trigger_none.json", r#"[{"query": "hello", "expected": []}]"#);
    bench.write(
        "skills/bake-bread/evals/evals.json",
        r#"{"skill_name": "fly-kites", "evals": [{"prompt": "fly"}, {"prompt": "land"}]}"#,
    );
    bench.import(&["skills"]);
    let found = bench.list_found_evals().unwrap();
    let new = FoundEvalsState::New;
    let listed = [("bake-bread", "evals/evals.json", 0, new), ("mend-bikes", "evals/trigger_none.json", 1, new)];
    assert_eq!(told(&found), listed);
    assert_eq!(found[0].problem.as_deref(), Some("None of its queries name a skill in this library."));
}

#[test]
fn two_skills_of_one_name_keep_the_labels_of_their_own_files() {
    let bench = Bench::new();
    for folder in ["one", "two"] {
        let description = format!("Mends bicycles of town {folder}. Use when cycling.");
        bench.write(&format!("{folder}/mend-bikes/SKILL.md"), skill("mend-bikes", &description, "", "Do it."));
        bench.write(&format!("{folder}/mend-bikes/evals/trigger_evals.json"), TRIGGERS);
    }
    bench.import(&["one", "two"]);
    let found = bench.list_found_evals().unwrap();
    assert_eq!(found.len(), 2);
    let imports = bench.import_found_evals(&keys(&found)).unwrap();
    assert_eq!((imports[0].imported, imports[1].duplicates), (2, 2), "the second file says the same");
    for (file, relabelled) in [(&found[1], 0), (&found[0], 1)] {
        let (id, path) = file.key.split_once('/').unwrap();
        bench.save(id, path, &TRIGGERS.replace("false", "true"));
        let import = bench.import_found_evals(std::slice::from_ref(&file.key)).unwrap().remove(0);
        assert_eq!((import.duplicates, import.relabelled), (2, relabelled), "{}", file.key);
    }
}

#[test]
fn a_library_that_came_from_elsewhere_has_no_folders_around_its_skills_looked_into() {
    let theirs = Bench::new();
    write_skills(&theirs, "team/skills");
    theirs.write("team/skills/evals/mend-bikes.json", TRIGGERS);
    theirs.link(&["team/skills"]);
    assert_eq!(theirs.list_found_evals().unwrap().len(), 1);
    let mine = Bench::without_library(Upkeep::OnDemand);
    theirs.save_library_copy(&mine.path("Gift.db")).unwrap();
    mine.open_library(&mine.path("Gift.db")).unwrap();
    mine.follow_links(&mine.list_held_folders().unwrap()).unwrap();
    assert!(
        mine.list_found_evals().unwrap().is_empty(),
        "the skills' own folders were chosen, not what is around them"
    );
    mine.import(&[&theirs.path("team/skills")]);
    assert_eq!(mine.list_found_evals().unwrap().len(), 1);
}

#[test]
fn labels_that_an_earlier_version_misread_are_corrected_and_an_authors_own_stay() {
    let bench = Bench::new();
    write_skills(&bench, "skills");
    bench.write(
        "skills/mend-bikes/evals/trigger_evals.json",
        r#"[{"query": "mend my bicycle", "should_trigger": true}, {"query": "bake bread", "should_trigger": false},
            {"query": "turn it round", "expected_skill": "mend-bikes", "should_trigger": false},
            {"query": "a loaf", "expected_skill": "bake-bread", "should_trigger": false},
            {"query": "a flat tyre", "should_trigger": true, "expected": "It is patched."},
            {"query": "my own", "should_trigger": false}]"#,
    );
    bench.import(&["skills"]);
    let keep = |query: &str, expected: &[&str]| {
        let expected = expected.iter().map(|&name| name.to_owned()).collect();
        let source = QuerySource::File { name: "evals/trigger_evals.json".to_owned() };
        let (set, query) = ("mend-bikes".to_owned(), query.to_owned());
        bench.save_query(&NewQuery { id: None, set, query, expected, unwanted: Vec::new(), source }).unwrap().source
    };
    // As earlier versions kept them.
    keep("bake bread", &[]);
    keep("turn it round", &["mend-bikes"]);
    keep("a loaf", &["bake-bread"]);
    keep("a flat tyre", &["It is patched."]);
    keep("my own", &[]);
    assert_eq!(keep("my own", &["bake-bread"]), QuerySource::Written, "what is written over is no file's any more");

    let found = bench.list_found_evals().unwrap();
    let import = bench.import_found_evals(&keys(&found)).unwrap().remove(0);
    assert_eq!((import.imported, import.duplicates, import.relabelled), (1, 5, 0));
    let found = bench.list_found_evals().unwrap();
    assert_eq!(found[0].state, FoundEvalsState::Misread);
    let import = bench.import_found_evals(&keys(&found)).unwrap().remove(0);
    assert_eq!((import.imported, import.duplicates, import.relabelled), (0, 6, 4));
    assert_eq!(bench.list_found_evals().unwrap()[0].state, FoundEvalsState::Imported);
    let mut labels: Vec<_> = bench
        .list_queries(Some("mend-bikes"))
        .unwrap()
        .into_iter()
        .map(|query| (query.query, query.expected.join("+"), query.unwanted.join("+")))
        .collect();
    labels.sort_unstable();
    let labels: Vec<_> =
        labels.iter().map(|(query, one, other)| (query.as_str(), one.as_str(), other.as_str())).collect();
    assert_eq!(
        labels,
        [
            ("a flat tyre", "mend-bikes", ""),
            ("a loaf", "bake-bread", "mend-bikes"),
            ("bake bread", "", "mend-bikes"),
            ("mend my bicycle", "mend-bikes", ""),
            ("my own", "bake-bread", ""),
            ("turn it round", "", "mend-bikes"),
        ]
    );
}

#[test]
fn a_query_whose_unwanted_skill_is_not_here_still_counts() {
    let bench = Bench::new();
    write_skills(&bench, "skills");
    bench.import(&["skills"]);
    bench.wait_until_indexed().unwrap();
    let file = bench.write(
        "some.jsonl",
        "{\"query\": \"baking bread\", \"expected\": \"bake-bread\", \"unwanted\": \"fly-kites\"}\n\
         {\"query\": \"flying\", \"expected\": \"fly-kites\"}\n",
    );
    let import = bench.import_queries(file.to_str().unwrap(), None, RepeatedLabels::First).unwrap();
    let said: Vec<&str> = import.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(said[0].contains("this query still runs") && said[1].contains("This query is skipped"), "{said:?}");
    let queries = bench.list_queries(Some("some")).unwrap();
    assert!(queries.iter().all(|query| query.unknown == ["fly-kites"]));
    assert_eq!(queries.iter().map(studio_api::dto::LabelledQuery::is_left_out).collect::<Vec<_>>(), [false, true]);
    let policy = Policy { top_k: 1, min_score: 0.1, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (set, host, label) = ("some".to_owned(), Host::Standard, String::new());
    let id =
        bench.start_run(&RunRequest { set, scorer: Scorer::Bm25, policy, host, limit: None, seed: 7, label }).unwrap();
    bench.events.wait_for(
        "the run's end",
        |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state != RunState::Running),
    );
    let info = bench.get_run(&id).unwrap().info;
    assert_eq!((info.queries, info.left_out), (1, 1));
}

//! The queries of one skill: listed, given what they expect, tested with a draft, and written beside the skill.

use std::fs;

use studio_api::{
    ErrorCode,
    dto::{
        FoundEvalsState, NewQuery, Policy, QueryExpectation, QueryFileState, Scorer, SkillQueries, SkillQueryResults,
        SkillQueryTest, SkillWording,
    },
};

use crate::harness::{Bench, refused, skill};

const SCORERS: [Scorer; 4] = [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid];

fn write_skills(bench: &Bench) {
    for (name, description) in [
        ("bake-bread", "Bakes bread in an oven. Use when baking."),
        ("mend-bikes", "Mends a bicycle and its tyres. Use when cycling."),
    ] {
        bench.write(&format!("skills/{name}/SKILL.md"), skill(name, description, "", "Do it."));
    }
}

fn workshop() -> Bench {
    let bench = Bench::new();
    write_skills(&bench);
    bench.import(&["skills"]);
    bench.wait_until_indexed().unwrap();
    bench
}

fn add(bench: &Bench, skill: &str, query: &str, expectation: QueryExpectation) -> String {
    bench.save_skill_query(skill, None, query, expectation).unwrap().id
}

fn test_of(skill: &str, scorer: Scorer, wording: Option<SkillWording>) -> SkillQueryTest {
    let min_score = if scorer == Scorer::Adk { 1.0 } else { 0.2 };
    let policy = Policy { top_k: 1, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() };
    SkillQueryTest { skill_id: skill.to_owned(), wording, scorer, policy, host: None }
}

fn told(list: &SkillQueries) -> Vec<(&str, Option<QueryExpectation>)> {
    list.queries.iter().map(|query| (query.labelled.query.as_str(), query.expectation)).collect()
}

fn right(results: &SkillQueryResults) -> Vec<bool> {
    results.results.iter().map(|result| result.is_right).collect()
}

#[test]
fn each_query_goes_with_a_draft_as_it_goes_once_the_draft_is_saved() {
    let bench = workshop();
    let id = bench.row("mend-bikes").id;
    add(&bench, &id, "mend a bicycle", QueryExpectation::ThisSkill);
    add(&bench, &id, "restring violin strings", QueryExpectation::ThisSkill);
    add(&bench, &id, "bread from the oven", QueryExpectation::NotThisSkill);
    add(&bench, &id, "quarterly taxes", QueryExpectation::NoSkill);
    for scorer in SCORERS {
        let saved = bench.test_skill_queries(&test_of(&id, scorer, None)).unwrap();
        assert_eq!((saved.results.len(), saved.untested, &saved.left_out), (4, 0, &None), "{scorer:?}");
        assert_eq!(saved.right as usize, right(&saved).into_iter().filter(|is_right| *is_right).count());
        assert_eq!(saved.results[0].rank, Some(1), "{scorer:?}: {saved:?}");
    }
    let stored = bench.get_skill_wording(&id).unwrap();
    let description = "Mends a bicycle, restrings violin strings. Use when cycling or when violin strings break.";
    let draft = SkillWording { description: description.to_owned(), ..stored };
    let before = bench.test_skill_queries(&test_of(&id, Scorer::Bm25, None)).unwrap();
    assert_eq!(right(&before), [true, false, true, true], "{before:?}");
    let with = |scorer| bench.test_skill_queries(&test_of(&id, scorer, Some(draft.clone()))).unwrap();
    let tried = with(Scorer::Bm25);
    assert_eq!(right(&tried), [true, true, true, true], "{tried:?}");
    let result = &tried.results[1];
    assert_eq!((result.rank, result.triggered.as_deref()), (Some(1), Some("mend-bikes")));
    assert_eq!(tried.results[2].triggered.as_deref(), Some("bake-bread"), "another skill may");
    let tried = SCORERS.map(with);
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    bench.save_what_if(&id, &draft, version).unwrap();
    bench.wait_until_indexed().unwrap();
    for (scorer, tried) in SCORERS.into_iter().zip(tried) {
        let saved = bench.test_skill_queries(&test_of(&id, scorer, None)).unwrap();
        assert_eq!(saved.results, tried.results, "{scorer:?}");
    }
}

#[test]
fn a_skill_that_a_scorer_cannot_load_has_a_reason_in_place_of_ranks() {
    let bench = Bench::new();
    bench.add_skill("mend-bikes", skill("mend-bikes", "Mends a bicycle.", "allowed-tools: Read, Write\n", "Do it."));
    let id = bench.row("mend-bikes").id;
    add(&bench, &id, "mend a bicycle", QueryExpectation::ThisSkill);
    let adk = bench.test_skill_queries(&test_of(&id, Scorer::Adk, None)).unwrap();
    assert_eq!((adk.results[0].rank, adk.results[0].is_right), (None, false));
    assert!(adk.left_out.as_deref().is_some_and(|why| why.starts_with("adk-rust can't load this skill")), "{adk:?}");
    let bm25 = bench.test_skill_queries(&test_of(&id, Scorer::Bm25, None)).unwrap();
    assert_eq!((bm25.results[0].rank, bm25.left_out), (Some(1), None));
    refused(bench.test_skill_queries(&test_of(&id, Scorer::Model, None)), ErrorCode::Invalid);
    refused(bench.test_skill_queries(&test_of("nobody", Scorer::Adk, None)), ErrorCode::NotFound);
}

#[test]
fn the_queries_of_a_skill_follow_its_name() {
    let bench = workshop();
    let (bread, bikes) = (bench.row("bake-bread").id, bench.row("mend-bikes").id);
    add(&bench, &bikes, "mend a bicycle", QueryExpectation::ThisSkill);
    let id = add(&bench, &bread, "a loaf", QueryExpectation::ThisSkill);
    bench.save_skill_query(&bikes, Some(&id), "a loaf", QueryExpectation::NotThisSkill).unwrap();
    let seen = || {
        let of = bench.list_skill_queries(&bikes).unwrap();
        let queries = of.queries.iter().map(|query| (query.labelled.set.clone(), query.expectation));
        queries.collect::<Vec<_>>()
    };
    let (this, not) = (Some(QueryExpectation::ThisSkill), Some(QueryExpectation::NotThisSkill));
    bench.rename_skill(&bikes, "repair-bikes").unwrap();
    assert_eq!(seen(), [("repair-bikes".to_owned(), this), ("bake-bread".to_owned(), not)]);
    assert!(bench.list_query_sets().unwrap().iter().all(|set| set.unknown == 0));
    // However the name changes.
    let text = bench.text(&bikes, "SKILL.md").replace("name: repair-bikes", "name: mend-bikes");
    bench.save(&bikes, "SKILL.md", &text);
    assert_eq!(seen(), [("mend-bikes".to_owned(), this), ("bake-bread".to_owned(), not)]);
}

#[test]
fn what_a_query_expects_is_kept_in_its_labels() {
    let bench = workshop();
    let (bread, bikes) = (bench.row("bake-bread").id, bench.row("mend-bikes").id);
    let id = add(&bench, &bikes, " mend my bicycle ", QueryExpectation::ThisSkill);
    let listed = bench.list_skill_queries(&bikes).unwrap();
    assert_eq!(told(&listed), [("mend my bicycle", Some(QueryExpectation::ThisSkill))]);
    assert_eq!((listed.skill.as_str(), listed.queries[0].labelled.set.as_str()), ("mend-bikes", "mend-bikes"));
    assert!(bench.list_skill_queries(&bread).unwrap().queries.is_empty());

    // What a query says of another skill stays; both list it.
    let query = "a loaf on a bicycle";
    bench.save_skill_query(&bread, Some(&id), query, QueryExpectation::NotThisSkill).unwrap();
    let seen = |skill: &str| bench.list_skill_queries(skill).unwrap().queries.remove(0);
    let both = (seen(&bikes).expectation, seen(&bread).expectation);
    assert_eq!(both, (Some(QueryExpectation::ThisSkill), Some(QueryExpectation::NotThisSkill)));
    let none = bench.save_skill_query(&bikes, Some(&id), query, QueryExpectation::NoSkill).unwrap();
    assert!(none.expected.is_empty() && none.unwanted.is_empty());
    assert_eq!(told(&bench.list_skill_queries(&bikes).unwrap()), [(query, Some(QueryExpectation::NoSkill))]);
    bench.save_skill_query(&bread, Some(&id), query, QueryExpectation::ThisSkill).unwrap();
    assert_eq!(seen(&bikes).expectation, None, "it names another skill only, and is in the set of this one");

    // The same words again are the same query.
    let again = add(&bench, &bikes, query, QueryExpectation::NotThisSkill);
    assert_eq!(again, id);
    assert_eq!(bench.list_skill_queries(&bikes).unwrap().queries.len(), 1);
    refused(bench.save_skill_query(&bikes, None, "  ", QueryExpectation::NoSkill), ErrorCode::Invalid);
    refused(bench.list_skill_queries("nobody"), ErrorCode::NotFound);
}

#[test]
fn fifty_queries_are_tested_at_a_keystroke_and_the_rest_is_told() {
    let bench = workshop();
    let id = bench.row("mend-bikes").id;
    for number in 0..53 {
        add(&bench, &id, &format!("mend bicycle number {number}"), QueryExpectation::ThisSkill);
    }
    let results = bench.test_skill_queries(&test_of(&id, Scorer::Bm25, None)).unwrap();
    assert_eq!((results.results.len(), results.untested, results.right), (50, 3, 50));
    assert_eq!(results.results[0].id, bench.list_skill_queries(&id).unwrap().queries[0].labelled.id);
}

#[test]
fn queries_are_written_beside_a_linked_skill_when_asked_and_never_over_others() {
    let bench = Bench::new();
    write_skills(&bench);
    bench.link(&["skills"]);
    let id = bench.row("mend-bikes").id;
    add(&bench, &id, "mend my bicycle", QueryExpectation::ThisSkill);
    add(&bench, &id, "bake bread", QueryExpectation::NotThisSkill);
    let listed = bench.list_skill_queries(&id).unwrap();
    assert_eq!((listed.file.as_str(), listed.file_state), ("evals/queries.jsonl", QueryFileState::Missing));
    let written = bench.write_skill_queries(&id).unwrap();
    assert_eq!((written.file_state, written.found.len()), (QueryFileState::Same, 0));
    let file = bench.path("skills/mend-bikes/evals/queries.jsonl");
    let lines = fs::read_to_string(&file).unwrap();
    assert!(
        lines.contains(r#""query":"mend my bicycle""#) && lines.contains(r#""unwanted":["mend-bikes"]"#),
        "{lines}"
    );
    let found = bench.list_found_evals().unwrap();
    assert_eq!(found.iter().map(|file| file.state).collect::<Vec<_>>(), [FoundEvalsState::Imported]);

    add(&bench, &id, "a flat tyre", QueryExpectation::ThisSkill);
    assert_eq!(bench.list_skill_queries(&id).unwrap().file_state, QueryFileState::Differs);
    assert_eq!(bench.write_skill_queries(&id).unwrap().file_state, QueryFileState::Same);
    assert!(fs::read_to_string(&file).unwrap().contains("a flat tyre"));

    // Somebody else adds one: it comes in before anything goes over it.
    let theirs = format!("{lines}{{\"query\": \"true the wheel\", \"expected\": [\"mend-bikes\"]}}\n");
    bench.save(&id, "evals/queries.jsonl", &theirs);
    assert!(refused(bench.write_skill_queries(&id), ErrorCode::Stale).contains("Import them first"));
    let found = bench.list_skill_queries(&id).unwrap().found;
    bench.import_found_evals(&found.into_iter().map(|file| file.key).collect::<Vec<_>>()).unwrap();
    assert_eq!(bench.write_skill_queries(&id).unwrap().queries.len(), 4);
    assert!(fs::read_to_string(&file).unwrap().contains("true the wheel"));
}

#[test]
fn what_a_file_of_queries_has_beyond_the_library_is_never_written_over() {
    const FILE: &str = "evals/queries.jsonl";
    let bench = Bench::new();
    write_skills(&bench);
    let place = format!("skills/mend-bikes/{FILE}");
    // Nothing that could be imported: none of its queries names a skill of this library, or none is one.
    let strangers = "{\"query\": \"sail a boat\", \"expected\": [\"sail-boats\"]}\n";
    let own = "{\"query\": \"mend my bicycle\", \"expected\": [\"mend-bikes\"]}\n";
    bench.write(&place, strangers);
    bench.link(&["skills"]);
    let id = bench.row("mend-bikes").id;
    add(&bench, &id, "a flat tyre", QueryExpectation::ThisSkill);
    let refuses = |text: &str, why: &str| {
        if bench.text(&id, FILE) != text {
            bench.save(&id, FILE, text);
        }
        let message = refused(bench.write_skill_queries(&id), ErrorCode::Stale);
        assert!(message.contains(why), "{message}");
        assert_eq!(bench.read(&place), text.as_bytes());
    };
    refuses(strangers, "differ from the library's");
    refuses("notes, and no queries\n", "isn't a query");
    refuses(&format!("{own}a note\n"), "line 2");
    refuses("{\"query\": \"mend my bicycle\", \"expected\": [\"mend-bikes\"], \"note\": \"ticket 12\"}\n", "“note”");
    let import = || {
        let found = bench.list_skill_queries(&id).unwrap().found;
        bench.import_found_evals(&found.into_iter().map(|file| file.key).collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(import()[0].imported, 1);
    refuses(&format!("{own}a note\n"), "line 2");

    // What the library has as it stands there may go, and so may what came in whole and was relabelled since.
    bench.save(&id, FILE, own);
    assert_eq!(bench.write_skill_queries(&id).unwrap().file_state, QueryFileState::Same);
    bench.save(&id, FILE, own);
    import();
    add(&bench, &id, "mend my bicycle", QueryExpectation::NotThisSkill);
    assert_eq!(bench.write_skill_queries(&id).unwrap().file_state, QueryFileState::Same);
    refuses(own, "Import them first");
}

#[test]
fn a_removed_query_comes_back_to_its_place() {
    let bench = Bench::new();
    write_skills(&bench);
    bench.link(&["skills"]);
    let id = bench.row("mend-bikes").id;
    for query in ["mend my bicycle", "a flat tyre", "true the wheel"] {
        add(&bench, &id, query, QueryExpectation::ThisSkill);
    }
    let queries = || {
        let listed = bench.list_skill_queries(&id).unwrap().queries;
        listed.into_iter().map(|query| query.labelled).collect::<Vec<_>>()
    };
    let before = queries();
    let removed = before[1].clone();
    bench.delete_queries(std::slice::from_ref(&removed.id)).unwrap();
    assert_eq!(queries().len(), 2);
    let back = NewQuery {
        id: Some(removed.id),
        set: removed.set,
        query: removed.query,
        expected: removed.expected,
        unwanted: removed.unwanted,
        source: removed.source,
    };
    bench.save_query(&back).unwrap();
    assert_eq!(queries(), before);
}

#[test]
fn a_file_of_queries_keeps_its_encoding_and_line_ends() {
    const FILE: &str = "evals/queries.jsonl";
    let own = r#"{"query":"mend my bicycle","expected":["mend-bikes"]}"#;
    for (before, line_end) in [("", "\r\n"), ("\u{FEFF}", "\n"), ("\u{FEFF}", "\r\n")] {
        let bench = Bench::new();
        write_skills(&bench);
        let place = format!("skills/mend-bikes/{FILE}");
        bench.write(&place, format!("{before}{own}{line_end}"));
        bench.link(&["skills"]);
        let id = bench.row("mend-bikes").id;
        add(&bench, &id, "mend my bicycle", QueryExpectation::ThisSkill);
        assert_eq!(bench.list_skill_queries(&id).unwrap().file_state, QueryFileState::Same, "{before:?} {line_end:?}");
        for query in ["a flat tyre", "true the wheel"] {
            // Over what was written there before, too.
            let query = add(&bench, &id, query, QueryExpectation::ThisSkill);
            assert_eq!(bench.write_skill_queries(&id).unwrap().file_state, QueryFileState::Same);
            assert_eq!(bench.list_found_evals().unwrap()[0].state, FoundEvalsState::Imported);
            bench.delete_queries(&[query]).unwrap();
        }
        assert_eq!(bench.write_skill_queries(&id).unwrap().queries.len(), 1);
        assert_eq!(bench.read(&place), format!("{before}{own}{line_end}").as_bytes());
    }
}

#[test]
fn what_was_typed_into_the_file_and_not_saved_is_kept() {
    const FILE: &str = "evals/queries.jsonl";
    let bench = Bench::new();
    write_skills(&bench);
    bench.link(&["skills"]);
    let id = bench.row("mend-bikes").id;
    add(&bench, &id, "mend my bicycle", QueryExpectation::ThisSkill);
    bench.write_skill_queries(&id).unwrap();
    add(&bench, &id, "a flat tyre", QueryExpectation::ThisSkill);
    bench.save_draft(&id, FILE, "typed for an hour").unwrap();
    let message = refused(bench.write_skill_queries(&id), ErrorCode::Stale);
    assert_eq!(message, "evals/queries.jsonl has unsaved changes. Save or discard them first.");
    assert_eq!(bench.list_drafts().unwrap()[0].text, "typed for an hour");
    bench.delete_draft(&id, FILE).unwrap();
    assert_eq!(bench.write_skill_queries(&id).unwrap().file_state, QueryFileState::Same);
}

#[test]
fn what_lies_beside_the_skill_is_offered_until_it_is_imported() {
    let bench = Bench::new();
    write_skills(&bench);
    let triggers =
        r#"[{"query": "mend my bicycle", "should_trigger": true}, {"query": "pdf", "should_trigger": false}]"#;
    bench.write("skills/mend-bikes/evals/trigger_evals.json", triggers);
    bench.write("skills/bake-bread/evals/trigger_evals.json", triggers);
    bench.import(&["skills"]);
    let id = bench.row("mend-bikes").id;
    let listed = bench.list_skill_queries(&id).unwrap();
    assert_eq!((listed.queries.len(), listed.found.len(), listed.file_state), (0, 1, QueryFileState::NotLinked));
    bench.import_found_evals(&[listed.found[0].key.clone()]).unwrap();
    let listed = bench.list_skill_queries(&id).unwrap();
    let (this, not) = (Some(QueryExpectation::ThisSkill), Some(QueryExpectation::NotThisSkill));
    assert_eq!((told(&listed), listed.found.len()), (vec![("mend my bicycle", this), ("pdf", not)], 0));
}

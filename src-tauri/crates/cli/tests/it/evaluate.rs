//! Commands on labelled queries and on skills that are alike.

use serde_json::json;

use crate::harness::{Home, check_fields, skill};

fn harbour() -> Home {
    let home = Home::new();
    for (name, description) in [
        ("sail-boats", "Sails boats across the sea. Use when sailing."),
        ("bake-bread", "Bakes bread in an oven. Use when baking."),
        ("bake-cake", "Bakes cake and bread in an oven. Use when baking."),
    ] {
        home.write(&format!("skills/{name}/SKILL.md"), &skill(name, description));
    }
    home.run(&["import", "skills", "--library", "l.db"]).ended(0);
    home
}

#[test]
fn every_scorer_of_words_gives_the_contracts_shape() {
    let home = harbour();
    for scorer in ["adk", "bm25"] {
        let arguments = ["score", "sailing boats", "--scorer", scorer, "--min-score", "0.01", "--library", "l.db"];
        let document = home.json(&arguments, 0);
        assert_eq!(document["scorer"], json!(scorer));
        let first = &document["candidates"][0];
        assert_eq!(first["name"], json!("sail-boats"));
        check_fields(first, &["rank", "id", "name", "score", "fields"]);
        let fields = first["fields"].as_object().unwrap().values().map(|part| part.as_f64().unwrap()).sum::<f64>();
        assert!((fields - first["score"].as_f64().unwrap()).abs() < 1e-4, "{scorer}");
    }
}

#[test]
fn eval_measures_a_file_and_names_what_it_leaves_out() {
    let home = harbour();
    home.write(
        "queries.jsonl",
        "{\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n\
         {\"query\": \"cake in an oven\", \"expected\": [\"bake-cake\"]}\n\
         {\"query\": \"zeppelins\", \"expected\": []}\n\
         {\"query\": \"fly kites\", \"expected\": [\"fly-kites\"]}\n",
    );
    let ran = home.run(&["eval", "queries.jsonl", "--scorer", "bm25", "--json", "--library", "l.db"]).ended(0);
    assert!(ran.err.contains("queries.jsonl:4") && ran.err.contains("fly-kites"), "{}", ran.err);
    let document: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    check_fields(&document, &["queries", "in_scope", "top1", "top3", "mrr", "auroc", "confusion"]);
    assert_eq!((&document["queries"], &document["in_scope"]), (&json!(3), &json!(2)));
    assert_eq!((&document["left_out"], &document["top1"], &document["auroc"]), (&json!(1), &json!(1.0), &json!(1.0)));
    let first = ["eval", "queries.jsonl", "--scorer", "adk", "--limit", "1", "--results", "--library", "l.db"];
    let document = home.json(&first, 0);
    assert_eq!((&document["queries"], &document["auroc"]), (&json!(1), &json!(null)));
    assert_eq!(document["results"][0]["best"], json!("sail-boats"));

    home.write("broken.jsonl", "{\"query\": \"sail\", \"expected\": []}\n{\"query\": oops}\n");
    let ran = home.run(&["eval", "broken.jsonl", "--scorer", "adk", "--library", "l.db"]).ended(2);
    assert!(ran.err.contains("broken.jsonl:2"), "{}", ran.err);
    home.run(&["eval", "missing.jsonl", "--library", "l.db"]).ended(2);
}

#[test]
fn a_repeated_query_is_named_and_its_labels_count_as_the_author_says() {
    let home = harbour();
    home.write(
        "twice.jsonl",
        "{\"query\": \"cake in an oven\", \"expected\": [\"sail-boats\"]}\n\
         {\"query\": \"cake in an oven\", \"expected\": [\"bake-cake\"]}\n\
         {\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n\
         {\"query\": \"sailing boats\", \"expected\": [\"sail-boats\"]}\n",
    );
    let eval = ["eval", "twice.jsonl", "--scorer", "bm25", "--library", "l.db", "--json"];
    let ran = home.run(&eval).ended(0);
    assert!(
        ran.err.contains("twice.jsonl:1: The same query is on lines 1 and 2 with different expected skills"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("twice.jsonl:3: The same query is also on lines 3 and 4. It counts once."), "{}", ran.err);
    assert!(ran.err.contains("--repeated-labels all"), "{}", ran.err);
    let document = ran.json();
    assert_eq!((&document["queries"], &document["top1"]), (&json!(2), &json!(0.5)), "the first line counts");
    let lines = |at: usize| document["repeats"][at]["lines"].clone();
    assert_eq!((lines(0), lines(1)), (json!([1, 2]), json!([3, 4])));
    assert_eq!((&document["repeats"][0]["differs"], &document["repeats"][1]["differs"]), (&json!(true), &json!(false)));

    let both =
        home.json(&["eval", "twice.jsonl", "--scorer", "bm25", "--repeated-labels", "all", "--library", "l.db"], 0);
    assert_eq!((&both["queries"], &both["top1"]), (&json!(2), &json!(1.0)), "either is right");
    let import = ["import", "twice.jsonl", "--format", "evals", "--repeated-labels", "all", "--library", "l.db"];
    let imported = home.json(&import, 0);
    let set = &imported["imported"][0];
    assert_eq!((&set["queries"], &set["repeated"], &set["conflicting"]), (&json!(2), &json!(2), &json!(1)));
    assert_eq!(imported["warnings"].as_array().unwrap().len(), 2);
}

#[test]
fn labelled_queries_are_imported_as_a_set() {
    let home = harbour();
    home.write("port.jsonl", "{\"query\": \"sail\", \"expected\": [\"sail-boats\"]}\n{oops\n");
    let document = home.json(&["import", "port.jsonl", "--format", "evals", "--library", "l.db"], 1);
    let set = &document["imported"][0];
    assert_eq!((&set["kind"], &set["name"], &set["queries"]), (&json!("query_set"), &json!("port"), &json!(1)));
    assert_eq!(document["skipped"][0]["line"], json!(2));
}

#[test]
fn overlap_lists_pairs_with_what_they_share() {
    let home = harbour();
    let document = home.json(&["overlap", "--min-similarity", "0.3", "--library", "l.db"], 0);
    let pair = &document["pairs"][0];
    check_fields(pair, &["a", "b", "similarity", "shared_terms"]);
    assert_eq!((&pair["a"], &pair["b"]), (&json!("bake-bread"), &json!("bake-cake")));
    assert!(pair["shared_terms"].as_array().unwrap().contains(&json!("oven")), "{pair}");
    home.run(&["overlap", "--min-similarity", "7", "--library", "l.db"]).ended(2);
}

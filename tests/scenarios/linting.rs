//! Skills on disk checked by the command line, against a library in which problems of theirs are ignored.

use serde_json::Value;

use crate::harness::{Bench, skill};

/// What `skillctl lint` says: its exit status, the codes it lists, and its notes.
fn linted(bench: &Bench, paths: &[&str], form: &[&str]) -> (i32, String, String) {
    let paths = bench.absolute(paths);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let said = |library: &[&str]| {
        let output = bench.skillctl(&[&["lint"], &paths[..], form, library].concat());
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    let named = said(&["--library", &bench.path("Test.db")]);
    assert_eq!(said(&[]), named, "the library opened last is asked where none is named");
    named
}

fn codes(document: &str) -> (Vec<String>, u64) {
    let document: Value = serde_json::from_str(document).unwrap();
    let findings = document["findings"].as_array().unwrap();
    let codes = findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect();
    (codes, document["ignored"].as_u64().unwrap())
}

#[test]
fn what_is_ignored_in_the_library_is_not_listed_by_the_command_line() {
    let bench = Bench::new();
    let body = "See [notes](references/notes.md) and [more](references/more.md).";
    bench.write("linked/SKILL.md", skill("linked", "Does one. Use when one is asked for.", "", body));
    bench.write("copied/SKILL.md", skill("copied", "Does two. Use when two is asked for.", "", body));
    bench.write("strange/SKILL.md", skill("strange", "Does three. Use when three is asked for.", "", body));
    bench.link(&["linked"]);
    bench.import(&["copied"]);
    let folders = ["linked", "copied", "strange"];
    let (status, out, err) = linted(&bench, &folders, &["--json"]);
    assert_eq!((status, codes(&out)), (1, (vec!["link-missing".to_owned(); 6], 0)), "{err}");

    for name in ["linked", "copied"] {
        bench.ignore_problem(&bench.row(name).id, "link-missing", "references/notes.md", "made at run time").unwrap();
    }
    let (status, out, err) = linted(&bench, &folders, &["--json"]);
    assert_eq!((status, codes(&out)), (1, (vec!["link-missing".to_owned(); 4], 2)), "{err}");
    let (status, out, err) = linted(&bench, &["linked"], &[]);
    assert_eq!((status, out.lines().count()), (1, 1), "{out}");
    assert!(out.contains("references/more.md") && !out.contains("references/notes.md"), "{out}");
    assert_eq!(err, "skillctl: 1 problem is ignored in the library and not listed\n");

    // With nothing left to list it ends well.
    bench.ignore_problem(&bench.row("linked").id, "link-missing", "references/more.md", "").unwrap();
    let (status, out, err) = linted(&bench, &["linked"], &[]);
    assert_eq!((status, out.as_str()), (0, ""));
    assert_eq!(err, "skillctl: 2 problems are ignored in the library and not listed\n");

    bench.stop_ignoring(&bench.row("linked").id, "link-missing", "references/notes.md").unwrap();
    let (status, out, _) = linted(&bench, &["linked"], &[]);
    assert!(status == 1 && out.contains("references/notes.md"), "{out}");
}

#[test]
fn a_name_that_may_be_shared_is_not_listed_either() {
    let bench = Bench::new();
    bench.write("a/same/SKILL.md", skill("same", "Does one. Use when one is asked for.", "", "Do it."));
    bench.write("b/same/SKILL.md", skill("same", "Does two. Use when two is asked for.", "", "Do it."));
    bench.link(&["a", "b"]);
    let (status, out, err) = linted(&bench, &["a", "b"], &["--json"]);
    assert_eq!((status, codes(&out)), (1, (vec!["name-duplicate".to_owned(); 2], 0)), "{err}");
    for row in bench.list_skills().unwrap() {
        bench.ignore_problem(&row.id, "name-duplicate", "same", "two on purpose").unwrap();
    }
    let (status, out, err) = linted(&bench, &["a", "b"], &["--json"]);
    assert_eq!((status, codes(&out)), (0, (vec![], 2)), "{err}");
}

#[test]
fn a_link_into_a_nested_skill_is_told_from_one_that_leads_nowhere() {
    let bench = Bench::new();
    let body = "See [inner](inner/SKILL.md), [its notes](inner/references/notes.md) and [nothing](inner/nothing.md).";
    bench.write("outer/SKILL.md", skill("outer", "Does one. Use when one is asked for.", "", body));
    bench.write("outer/inner/SKILL.md", skill("inner", "Does two. Use when two is asked for.", "", "Do it."));
    bench.write("outer/inner/references/notes.md", "Notes.");
    let (status, out, _) = linted(&bench, &["outer"], &["--json"]);
    let (mut codes, _) = codes(&out);
    codes.sort();
    assert_eq!((status, codes), (1, ["link-missing", "link-outside", "link-outside"].map(str::to_owned).to_vec()));
    assert!(out.contains("`inner/SKILL.md` belongs to another skill"), "{out}");
    assert!(out.contains("File `inner/nothing.md` not found"), "{out}");
}

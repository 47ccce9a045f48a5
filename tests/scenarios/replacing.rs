//! Find and replace in the files of many skills, with one undo.

use studio_api::{
    Upkeep,
    dto::{FindOptions, FindRequest, FindResult, FindScope, RefusalReason, ReplaceFile, ReplaceRequest, TextRange},
};

use crate::harness::{Bench, skill};

const PLAIN: FindOptions = FindOptions { is_case_sensitive: false, is_whole_word: false, is_regex: false };

fn request(query: &str) -> FindRequest {
    FindRequest {
        query: query.to_owned(),
        options: PLAIN,
        scope: FindScope::Library,
        has_bundled_files: true,
        replacement: None,
        limit: 100,
    }
}

/// `skill/path line: text`, a match a line.
fn lines(found: &FindResult) -> Vec<String> {
    let of_file = |file: &studio_api::dto::FindFile| {
        let place = format!("{}/{}", file.skill, file.path);
        file.matches.iter().map(move |found| format!("{place} {}: {}", found.line, found.text)).collect::<Vec<_>>()
    };
    found.files.iter().flat_map(of_file).collect()
}

/// Everything that was found, to be replaced.
fn all(found: &FindResult) -> Vec<ReplaceFile> {
    let of_file = |file: &studio_api::dto::FindFile| ReplaceFile {
        skill_id: file.skill_id.clone(),
        path: file.path.clone(),
        hash: file.hash.clone(),
        starts: file.matches.iter().map(|found| found.range.from).collect(),
    };
    found.files.iter().map(of_file).collect()
}

fn three_skills() -> Bench {
    let bench = Bench::new();
    bench.write("in/alpha/SKILL.md", skill("alpha", "Reads meters.", "", "Call \u{1F525} the old desk.\nOld desk."));
    bench.write("in/beta/SKILL.md", skill("beta", "Asks the old desk.", "", "Body.").replace('\n', "\r\n"));
    bench.write("in/beta/references/who.md", "The old desk\r\nanswers.\nAsk the old\tdesk.\r");
    bench.write("in/gamma/SKILL.md", skill("gamma", "Waits.", "", "Body."));
    bench.write("in/gamma/scripts/ask.py", "print('old desk')\n");
    bench
}

#[test]
fn text_is_found_in_every_file_of_a_scope() {
    let bench = three_skills();
    bench.import(&["in"]);
    let found = bench.find_in_files(&request("old desk")).unwrap();
    assert_eq!(
        lines(&found),
        [
            "alpha/SKILL.md 6: Call \u{1F525} the old desk.",
            "alpha/SKILL.md 7: Old desk.",
            "beta/SKILL.md 3: description: Asks the old desk.",
            "beta/references/who.md 1: The old desk",
            "gamma/scripts/ask.py 1: print('old desk')",
        ]
    );
    assert_eq!((found.total, found.shown, found.total_files, found.problem.as_deref()), (5, 5, 4, None));
    let first = &found.files[0].matches[0];
    assert_eq!(first.shown, TextRange { from: 12, to: 20 }, "counted as a screen counts");
    assert_eq!(first.range.to - first.range.from, 8);

    let count = |change: &dyn Fn(&mut FindRequest)| {
        let mut asked = request("old desk");
        change(&mut asked);
        let found = bench.find_in_files(&asked).unwrap();
        (found.total, found.total_files, found.shown)
    };
    let id = bench.row("alpha").id;
    assert_eq!(count(&|asked| asked.options.is_case_sensitive = true), (4, 4, 4));
    assert_eq!(count(&|asked| asked.has_bundled_files = false), (3, 2, 3));
    assert_eq!(count(&|asked| asked.scope = FindScope::Skills { ids: vec![id.clone()] }), (2, 1, 2));
    assert_eq!(count(&|asked| asked.scope = FindScope::Group { name: "nowhere".to_owned() }), (0, 0, 0));
    assert_eq!(count(&|asked| asked.limit = 2), (5, 4, 2));
    assert_eq!(count(&|asked| asked.query = String::new()), (0, 0, 0));
    assert_eq!(count(&|asked| asked.query = "old\\sdesk".to_owned()), (0, 0, 0));
    let regex = |asked: &mut FindRequest| {
        asked.query = "old\\sdesk".to_owned();
        asked.options.is_regex = true;
    };
    assert_eq!(count(&regex), (6, 4, 6));
    let mut bad = request("(");
    bad.options.is_regex = true;
    let problem = bench.find_in_files(&bad).unwrap().problem;
    assert_eq!(problem.as_deref(), Some("Invalid regular expression: unclosed group."));
    let long = bench.find_in_files(&request(&"~".repeat(1_001))).unwrap().problem;
    assert_eq!(long.as_deref(), Some("Invalid search: it is longer than 1,000 characters."));
}

#[test]
fn a_replacement_is_written_to_every_file_and_undone_as_one_after_a_restart() {
    let bench = three_skills();
    bench.link(&["in"]);
    let paths = ["in/alpha/SKILL.md", "in/beta/SKILL.md", "in/beta/references/who.md", "in/gamma/scripts/ask.py"];
    let before = paths.map(|path| bench.read(path));
    let mut asked = request("old (desk)");
    asked.options.is_regex = true;
    asked.replacement = Some("new $1".to_owned());
    let found = bench.find_in_files(&asked).unwrap();
    assert_eq!(found.files[0].matches[0].replacement.as_deref(), Some("new desk"));
    let mut files = all(&found);
    // The second match of the first file stays.
    files[0].starts.truncate(1);
    let request =
        ReplaceRequest { query: asked.query.clone(), options: asked.options, replacement: "new $1".to_owned(), files };
    let report = bench.replace_in_files(&request).unwrap();
    assert_eq!((report.done, report.refused.as_slice()), (4, [].as_slice()));
    let set = report.set.unwrap();
    assert_eq!(set.title, "Replaced 4 matches of “old (desk)” in 4 files");
    let after = paths.map(|path| String::from_utf8(bench.read(path)).unwrap());
    assert!(after[0].contains("the new desk.\nOld desk."), "{:?}", after[0]);
    assert!(after[1].contains("Asks the new desk.\r\n"), "{:?}", after[1]);
    assert_eq!(after[2], "The new desk\r\nanswers.\nAsk the old\tdesk.\r", "line ends and all else are kept");
    assert_eq!(after[3], "print('new desk')\n");
    assert_eq!(bench.row("beta").description, "Asks the new desk.");
    assert_eq!(bench.list_versions(&bench.row("beta").id).unwrap()[0].reason.as_str(), "replaced");

    let bench = bench.reopen(Upkeep::OnDemand);
    let kept = bench.list_change_sets().unwrap();
    assert_eq!((kept[0].id.as_str(), kept[0].undone), (set.id.as_str(), 0));
    let undone = bench.undo_change_set(&set.id).unwrap();
    assert_eq!((undone.done, undone.refused.len()), (4, 0));
    assert_eq!(paths.map(|path| bench.read(path)), before);
    assert_eq!(bench.redo_change_set(&set.id).unwrap().done, 4);
    assert_eq!(paths.map(|path| String::from_utf8(bench.read(path)).unwrap()), after);
}

#[test]
fn what_changed_since_has_a_draft_or_changed_on_disk_is_left_alone_and_named() {
    let bench = three_skills();
    bench.link(&["in"]);
    let found = bench.find_in_files(&request("old desk")).unwrap();
    let (alpha, beta, gamma) = (bench.row("alpha").id, bench.row("beta").id, bench.row("gamma").id);
    bench.save(&alpha, "SKILL.md", &bench.text(&alpha, "SKILL.md").replace("Body", "Old desk"));
    bench.save(&alpha, "SKILL.md", &format!("{}More.\n", bench.text(&alpha, "SKILL.md")));
    bench.save_draft(&beta, "references/who.md", "typed").unwrap();
    bench.save_draft(&gamma, "scripts/ask.py", "typed too").unwrap();
    bench.write("in/gamma/scripts/ask.py", "print('old desk', 1)\n");
    bench.delete_draft(&gamma, "scripts/ask.py").unwrap();
    let request = ReplaceRequest {
        query: "old desk".to_owned(),
        options: PLAIN,
        replacement: "new desk".to_owned(),
        files: all(&found),
    };
    let report = bench.replace_in_files(&request).unwrap();
    let mut refused: Vec<(String, RefusalReason)> =
        report.refused.iter().map(|refusal| (format!("{}/{}", refusal.skill, refusal.path), refusal.reason)).collect();
    refused.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(
        refused,
        [
            ("alpha/SKILL.md".to_owned(), RefusalReason::ChangedSince),
            ("beta/references/who.md".to_owned(), RefusalReason::HasDraft),
            ("gamma/scripts/ask.py".to_owned(), RefusalReason::ChangedSince),
        ]
    );
    assert_eq!(report.done, 1, "the file that could be changed is");
    assert_eq!(bench.read("in/gamma/scripts/ask.py"), b"print('old desk', 1)\n");
    let found = bench.find_in_files(&self::request("old desk")).unwrap();
    let drafted = found.files.iter().find(|file| file.path == "references/who.md").unwrap();
    assert!(drafted.has_draft);
}

//! Labelled queries from the files people keep them in.
//!
//! Three forms are read, told apart by what the file holds:
//! - lines of JSON, `{"query": …, "expected": […], "unwanted": […]}` each; `expected` may be one name, or null for none (also
//!   as one array, and with `expected_skill` or `skills`); what `expected` says in words is about the answer, and no name;
//! - skill-creator's `evals/evals.json`, `{"skill_name": …, "evals": [{"prompt": …}]}`: each prompt should wake the skill,
//!   unless its entry names another one;
//! - its trigger sets, `[{"query": …, "should_trigger": …}]`, about a skill that the file does not name; also under a name
//!   (`queries`, `triggers`, …), or as `{"should_trigger": ["…"], "should_not_trigger": ["…"]}`, for one skill or for each by
//!   its name. That a skill should not trigger says nothing of the others, but where `expected_skill` names one of them.
//!
//! Authors have other words for the same (`words`): `request`, `should_activate`, `target_skill`, `forbidden_skills`.
//!
//! Reading never fails: what cannot be taken is a [`Problem`] with its line, and the rest goes on. That the library has no
//! skill of a name is not told here.

mod beside;
mod documents;
mod item;
mod json;
mod repeats;
mod shape;
mod words;

use std::collections::{HashMap, hash_map};

pub use beside::{BesideSkill, beside_skill};
use item::{Around, Label};
use repeats::Found;
pub use repeats::{Repeat, RepeatedLabels};
use serde_json::Value;
pub use shape::Format;
use shape::{Shape, folder_skill, is_of_triggers, shape};
pub use words::key_beside;

/// The longest query that is taken, in bytes.
pub const MOST_QUERY_BYTES: usize = 100_000;

/// What a file of labelled queries came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Its form.
    pub format: Format,
    /// The queries, in the file's order.
    pub queries: Vec<Labelled>,
    /// What could not be taken, or only with a doubt, by line.
    pub problems: Vec<Problem>,
    /// The queries that stand there more than once, by their first line. Each is named among the problems too.
    pub repeats: Vec<Repeat>,
}

/// A query with the skills it should wake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// Where it stands, from 1.
    pub line: usize,
    /// What a user says, without white space around it.
    pub query: String,
    /// Names of skills that would be right, each once; empty where none should fire, or nothing is said of which.
    pub expected: Vec<String>,
    /// Names of skills that must not fire, each once. Where nothing is expected beside them, any other may, or none.
    pub unwanted: Vec<String>,
}

/// What is wrong with a part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, from 1; none where it concerns the whole file.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub message: String,
    /// Whether something was left out.
    pub is_skipped: bool,
}

/// Reads a file of labelled queries. See [`parse_for`].
pub fn parse(path: &str, text: &str) -> Parsed {
    parse_for(path, text, None, RepeatedLabels::First)
}

/// Reads a file of labelled queries about a skill. Where the file needs a skill and names none, it is this one, else
/// the one whose folder the path names: the file's own, or the one around `evals`. A query that is repeated is one query,
/// with the labels that are said to count.
pub fn parse_for(path: &str, text: &str, skill: Option<&str>, labels: RepeatedLabels) -> Parsed {
    parse_among(path, text, skill, labels, &|_| false)
}

/// The same where it is known which skills there are: `is_skill` says so by their names.
pub fn parse_among(
    path: &str,
    text: &str,
    skill: Option<&str>,
    labels: RepeatedLabels,
    is_skill: &dyn Fn(&str) -> bool,
) -> Parsed {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let named = skill.map(str::to_owned).or_else(|| folder_skill(path));
    let is_sure = skill.is_some() || named.as_deref().is_some_and(is_skill);
    let mut reading = Reading {
        format: Format::Jsonl,
        skill: named,
        is_sure,
        is_skill,
        is_of_triggers: is_of_triggers(path),
        queries: Vec::new(),
        problems: Vec::new(),
        seen: HashMap::new(),
    };
    match shape(path, text) {
        Shape::Lines => reading.lines(text),
        Shape::Document(Ok(Value::Array(items))) => reading.array(&items, text),
        Shape::Document(Ok(Value::Object(object))) => reading.object(&object, text),
        Shape::Document(Ok(_)) => {
            reading.skip(0, "The file has no queries. Expected a list, or an object with “evals”.");
        }
        Shape::Document(Err(error)) => {
            let problem = json::problem(&error, text);
            let message = format!("Column {}: {}. No queries could be read.", problem.column, problem.message);
            reading.skip(problem.line, &message);
        }
    }
    reading.finish(labels)
}

/// A file being read.
struct Reading<'a> {
    format: Format,
    skill: Option<String>,
    /// Whether that is the file's skill for sure, and no guess after a folder.
    is_sure: bool,
    /// Whether there is a skill of a name.
    is_skill: &'a dyn Fn(&str) -> bool,
    /// Whether the file is named after what triggers a skill.
    is_of_triggers: bool,
    queries: Vec<Labelled>,
    problems: Vec<Problem>,
    /// The queries so far, by their text.
    seen: HashMap<String, Found>,
}

impl Reading<'_> {
    fn around(&self) -> Around<'_> {
        Around { skill: self.skill.as_deref(), is_sure: self.is_sure, is_skill: self.is_skill }
    }

    fn lines(&mut self, text: &str) {
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<Value>(line) {
                Ok(value) => self.item(number, &value),
                Err(error) => {
                    let problem = json::problem(&error, line);
                    self.skip(number, &format!("Column {}: {}.", problem.column, problem.message));
                }
            }
        }
        if self.queries.is_empty() && self.problems.is_empty() {
            self.skip(0, "The file is empty.");
        }
    }

    /// A query with what it should wake, in one of the ways to say so, or several of one skill.
    fn item(&mut self, line: usize, value: &Value) {
        if self.several(line, value) {
            return;
        }
        match item::read(value, self.around()) {
            Ok((query, label)) => self.take(line, query, label),
            Err(message) => self.skip(line, message),
        }
    }

    fn take(&mut self, line: usize, query: &str, label: Label) {
        let query = query.trim();
        if query.is_empty() {
            return self.skip(line, "The query is empty.");
        }
        if query.len() > MOST_QUERY_BYTES {
            let message = format!("The query is {} KB. The limit is 100 KB.", query.len().div_ceil(1_000));
            return self.skip(line, &message);
        }
        match self.seen.entry(query.to_owned()) {
            hash_map::Entry::Vacant(entry) => {
                entry.insert(Found::new(self.queries.len(), line, label.clone()));
                let Label { expected, unwanted } = label;
                self.queries.push(Labelled { line, query: query.to_owned(), expected, unwanted });
            }
            hash_map::Entry::Occupied(mut entry) => entry.get_mut().again(line, label),
        }
    }

    fn finish(mut self, labels: RepeatedLabels) -> Parsed {
        let mut found: Vec<Found> = self.seen.into_values().collect();
        found.sort_by_key(|found| found.place);
        let mut repeats = Vec::new();
        for found in found {
            let query = &mut self.queries[found.place];
            if let Some((repeat, problem)) = found.settle(query, labels) {
                repeats.push(repeat);
                self.problems.push(problem);
            }
        }
        self.problems.sort_by_key(|problem| problem.line);
        Parsed { format: self.format, queries: self.queries, problems: self.problems, repeats }
    }

    fn skip(&mut self, line: usize, message: &str) {
        self.problems.push(Problem { line: Some(line), message: message.to_owned(), is_skipped: true });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(parsed: &Parsed) -> Vec<(usize, &str, Vec<&str>)> {
        parsed
            .queries
            .iter()
            .map(|query| (query.line, query.query.as_str(), query.expected.iter().map(String::as_str).collect()))
            .collect()
    }

    fn problems(parsed: &Parsed) -> Vec<(usize, &str)> {
        parsed
            .problems
            .iter()
            .filter(|problem| problem.is_skipped)
            .map(|problem| (problem.line.unwrap_or_default(), problem.message.as_str()))
            .collect()
    }

    #[test]
    fn lines_of_queries_in_every_way_to_say_what_is_expected() {
        let text = "\u{feff}{\"query\": \" one \", \"expected\": [\"a\", \"b\", \"a\"]}\r\n\r\n\
                    {\"query\": \"two\", \"expected\": \"a\", \"part\": 3}\r\n\
                    {\"query\": \"three\", \"expected\": []}\n{\"expected\": null, \"query\": \"four\"}";
        let parsed = parse("queries.jsonl", text);
        assert_eq!(parsed.format, Format::Jsonl);
        assert_eq!(problems(&parsed), []);
        let expected = [(1, "one", vec!["a", "b"]), (3, "two", vec!["a"]), (4, "three", vec![]), (5, "four", vec![])];
        assert_eq!(told(&parsed), expected);
        // Neither the name nor the layout decides alone.
        assert_eq!(told(&parse("queries.txt", text)), expected);
        let array = "[\n  {\"query\": \"one\", \"expected\": \"a\"},\n  {\"query\": \"two\", \"expected\": null}]";
        assert_eq!(told(&parse("queries.json", array)), [(2, "one", vec!["a"]), (3, "two", vec![])]);
    }

    #[test]
    fn a_bad_line_is_told_and_the_rest_goes_on() {
        let long = "x".repeat(MOST_QUERY_BYTES + 1);
        let lines = [
            r#"{"query": "good", "expected": ["a"]}"#,
            r#"{"query": "ä broken" "expected": []}"#,
            r#"{"query": "unclosed, "expected": []}"#,
            r#"{"query": "cut"#,
            "nonsense",
            "[1]",
            r#"{"query": "  ", "expected": []}"#,
            r#"{"query": 3, "expected": []}"#,
            r#"{"expected": []}"#,
            r#"{"query": "what?"}"#,
            r#"{"query": "what?", "expected": [1]}"#,
            r#"{"query": "what?", "expected": [""]}"#,
            r#"{"query": "what?", "should_trigger": true}"#,
            r#"{"query": "last", "expected": [],}"#,
            r#"{"query": "last", "expected": []}"#,
        ];
        let text = format!("{}\n{{\"query\": \"{long}\", \"expected\": []}}", lines.join("\n"));
        let parsed = parse("queries.jsonl", &text);
        assert_eq!(told(&parsed), [(1, "good", vec!["a"]), (15, "last", vec![])]);
        let found: Vec<_> = problems(&parsed).into_iter().map(|(line, message)| format!("{line} {message}")).collect();
        assert_eq!(
            found,
            [
                "2 Column 22: expected a comma or closing }.",
                "3 Column 23: expected a comma or closing }.",
                "4 Column 14: unclosed string.",
                "5 Column 2: expected a value: an object, a list, a quoted string, a number, true, false, or null.",
                "6 Expected an object such as {\"query\": \"…\", \"expected\": [\"skill-name\"]}.",
                "7 The query is empty.",
                "8 “query” isn't a string.",
                "9 “query” is missing.",
                "10 “expected” is missing. List the expected skills, or use [] if no skill is expected.",
                "11 “expected” must be a list of skill names, one name, or null.",
                "12 A name in “expected” is empty. Use [] if no skill is expected.",
                "13 “should_trigger” doesn't say which skill. Select the skill for this file, or name it in “expected”.",
                "14 Column 34: trailing comma before a closing bracket.",
                "16 The query is 101 KB. The limit is 100 KB.",
            ]
        );
    }

    #[test]
    fn evals_wake_the_skill_the_file_names() {
        let text = r#"{
  "skill_name": "pdf",
  "evals": [
    {"id": 1, "prompt": "Fill the form", "expected_output": "a [form]", "files": ["a.pdf"], "assertions": []},
    {"id": 2,
     "prompt": ""},
    {"id": 3},
    {"id": 4, "prompt": "Merge \"these\" { two", "files": []}
  ]
}"#;
        let parsed = parse("evals.json", text);
        assert_eq!(parsed.format, Format::Evals);
        assert_eq!(told(&parsed), [(4, "Fill the form", vec!["pdf"]), (8, "Merge \"these\" { two", vec!["pdf"])]);
        assert_eq!(problems(&parsed), [(5, "The query is empty."), (7, "“prompt” is missing or not a string.")]);

        let nameless = r#"{"evals": [{"prompt": "Fill the form"}]}"#;
        assert_eq!(
            told(&parse_for("evals.json", nameless, Some("pdf"), RepeatedLabels::First)),
            [(1, "Fill the form", vec!["pdf"])]
        );
        assert_eq!(told(&parse("skills/pdf/evals/evals.json", nameless)), [(1, "Fill the form", vec!["pdf"])]);
        let unknown = parse("evals.json", nameless);
        assert!(matches!(problems(&unknown)[..], [(0, message)] if message.contains("skill_name")));
    }

    #[test]
    fn a_trigger_set_is_about_the_skill_named_or_the_folders() {
        let text = "[{\"query\": \"merge two PDFs\", \"should_trigger\": true},\n {\"query\": \"hello\", \"should_trigger\": false},\n \
                    {\"query\": \"x\", \"should_trigger\": \"yes\"}]";
        let expected = [(1, "merge two PDFs", vec!["pdf"]), (2, "hello", vec![])];
        for parsed in [
            parse_for("sets/trigger_eval.json", text, Some("pdf"), RepeatedLabels::First),
            parse("C:\\skills\\pdf\\evals\\set.json", text),
        ] {
            assert_eq!(parsed.format, Format::Triggers);
            assert_eq!(told(&parsed), expected);
            assert_eq!(problems(&parsed), [(3, "“should_trigger” must be true or false.")]);
            assert_eq!(parsed.problems.len(), 1, "that another skill may fire is no doubt");
            assert_eq!(parsed.queries[1].unwanted, ["pdf"]);
        }
        let nobody = parse("set.json", text);
        assert!(nobody.queries.is_empty());
        assert_eq!(nobody.problems.len(), 1);
    }

    #[test]
    fn a_document_that_cannot_be_read_is_told_once() {
        for (path, text, line, message) in [
            ("a.json", "[{\"query\": \"a\"", 1, "Column 14: missing closing }. No queries could be read."),
            (
                "a.json",
                "{\n  \"evals\": [1,]\n}",
                2,
                "Column 15: trailing comma before a closing bracket. No queries could be read.",
            ),
            (
                "a.json",
                "{\"name\": \"x\"}",
                0,
                "The file has no queries. Expected a list under “evals” or “query”, or one query per line.",
            ),
            ("a.json", "[]", 0, "The list is empty."),
            ("a.jsonl", " \n", 0, "The file is empty."),
            ("a.json", "", 0, "The file is empty."),
        ] {
            let parsed = parse(path, text);
            assert_eq!(problems(&parsed), [(line, message)], "{text}");
            assert!(parsed.queries.is_empty());
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_reading_fail(path in "[a-z/.]{0,12}", text in "[\\[\\]{}\":,a-e \\n\\r\u{feff}é\\\\]{0,80}") {
            parse(&path, &text);
        }

        #[test]
        fn what_is_written_is_read(queries in prop::collection::btree_map("[^\\s](.{0,30}[^\\s])?", prop::collection::btree_set("[a-z-]{1,8}", 0..4), 0..8)) {
            let line = |(query, expected): (&String, &std::collections::BTreeSet<String>)| serde_json::json!({"query": query, "expected": expected}).to_string();
            let text = queries.iter().map(line).collect::<Vec<_>>().join("\n");
            let parsed = parse("queries.jsonl", &text);
            let found: Vec<_> = parsed.queries.iter().map(|query| (query.query.clone(), query.expected.iter().cloned().collect())).collect();
            prop_assert_eq!(found, queries.into_iter().collect::<Vec<_>>());
        }
    }
}

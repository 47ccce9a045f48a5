//! Queries that a file holds more than once: which lines they stand on, and which labels count.

use super::{Labelled, Problem, item::Label};

/// Most lines and labels that are named of one query.
const NAMED: usize = 8;

/// Which labels count where a file repeats a query with other ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepeatedLabels {
    /// Those of the first line.
    #[default]
    First,
    /// All of them: any of the skills named is right.
    All,
}

/// A query that stands on more than one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// What a user says.
    pub query: String,
    /// The lines it stands on, from 1, in their order.
    pub lines: Vec<usize>,
    /// Whether not all of these lines expect the same skills.
    pub differs: bool,
}

/// One query as a file repeats it, while that is read.
pub(super) struct Found {
    /// Its place among the queries.
    pub(super) place: usize,
    /// Each line with what it expects.
    lines: Vec<(usize, Label)>,
}

impl Found {
    pub(super) fn new(place: usize, line: usize, label: Label) -> Self {
        Self { place, lines: vec![(line, label)] }
    }

    pub(super) fn again(&mut self, line: usize, label: Label) {
        self.lines.push((line, label));
    }

    /// What a repeated query comes to; none for one that stands there once. With [`RepeatedLabels::All`] the query gets
    /// the labels of every line.
    pub(super) fn settle(self, query: &mut Labelled, labels: RepeatedLabels) -> Option<(Repeat, Problem)> {
        if self.lines.len() < 2 {
            return None;
        }
        let is_other =
            |label: &Label| !is_same(&label.expected, &query.expected) || !is_same(&label.unwanted, &query.unwanted);
        let differs = self.lines.iter().any(|(_, label)| is_other(label));
        if labels == RepeatedLabels::All {
            self.put_all(query);
        }
        let lines: Vec<usize> = self.lines.iter().map(|(line, _)| *line).collect();
        let message = match (differs, labels) {
            (false, _) => format!("The same query is also on {}. It counts once.", listed_lines(&lines)),
            (true, RepeatedLabels::First) => format!(
                "The same query is on {} with different expected skills ({}). Line {} is used, unless you accept any of them.",
                listed_lines(&lines),
                self.labels(),
                query.line
            ),
            (true, RepeatedLabels::All) => format!(
                "The same query is on {} with different expected skills ({}). {}",
                listed_lines(&lines),
                self.labels(),
                if self.lines.iter().any(|(_, label)| *label == Label::default()) {
                    "Any of the named skills is accepted; “no skill expected” is ignored."
                } else {
                    "Any of them is accepted."
                }
            ),
        };
        let problem = Problem { line: Some(query.line), message, is_skipped: false };
        Some((Repeat { query: query.query.clone(), lines, differs }, problem))
    }

    /// Gives a query the labels of every line. A skill that one of them expects is not unwanted.
    fn put_all(&self, query: &mut Labelled) {
        for (_, label) in &self.lines {
            push_new(&mut query.expected, &label.expected);
            push_new(&mut query.unwanted, &label.unwanted);
        }
        let Labelled { expected, unwanted, .. } = query;
        unwanted.retain(|name| !expected.contains(name));
    }

    fn labels(&self) -> String {
        let label = |(line, label): &(usize, Label)| {
            let unwanted = label.unwanted.iter().map(|name| format!("not {name}"));
            let names: Vec<String> = label.expected.iter().cloned().chain(unwanted).collect();
            let names = if names.is_empty() { "no skill".to_owned() } else { names.join(", ") };
            format!("line {line}: {names}")
        };
        let shown: Vec<String> = self.lines.iter().take(NAMED).map(label).collect();
        let more = if self.lines.len() > NAMED { "; …" } else { "" };
        format!("{}{more}", shown.join("; "))
    }
}

fn push_new(names: &mut Vec<String>, others: &[String]) {
    for name in others {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}

fn is_same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && one.iter().all(|name| other.contains(name))
}

fn listed_lines(lines: &[usize]) -> String {
    let shown: Vec<String> = lines.iter().take(NAMED).map(ToString::to_string).collect();
    match (lines.len() - shown.len(), shown.split_last()) {
        (0, Some((last, before))) => format!("lines {} and {last}", before.join(", ")),
        (more, _) => format!("lines {} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Labelled, Parsed, Problem, RepeatedLabels, parse, parse_for};

    const FILE: &str = r#"{"query": "good", "expected": ["a", "b"]}
{"query": "once", "expected": []}
{"query": " good ", "expected": ["b", "a"]}
{"query": "odd", "expected": ["a"]}
{"query": "odd", "expected": ["c"]}
{"query": "none", "expected": []}
{"query": "none", "expected": "a"}
{"query": "odd", "expected": ["a"]}
"#;

    fn told(parsed: &Parsed) -> Vec<(&str, String)> {
        parsed.queries.iter().map(|Labelled { query, expected, .. }| (query.as_str(), expected.join(" "))).collect()
    }

    fn said(parsed: &Parsed) -> Vec<(usize, bool, &str)> {
        let problems = parsed.problems.iter();
        problems
            .map(|Problem { line, message, is_skipped }| (line.unwrap_or_default(), *is_skipped, message.as_str()))
            .collect()
    }

    #[test]
    fn repeats_are_named_once_each_and_the_first_counts() {
        let parsed = parse("queries.jsonl", FILE);
        assert_eq!(
            told(&parsed),
            [("good", "a b".into()), ("once", String::new()), ("odd", "a".into()), ("none", String::new())]
        );
        assert_eq!(
            said(&parsed),
            [
                (1, false, "The same query is also on lines 1 and 3. It counts once."),
                (
                    4,
                    false,
                    "The same query is on lines 4, 5 and 8 with different expected skills (line 4: a; line 5: c; line 8: a). Line 4 is used, unless you accept any of them."
                ),
                (
                    6,
                    false,
                    "The same query is on lines 6 and 7 with different expected skills (line 6: no skill; line 7: a). Line 6 is used, unless you accept any of them."
                ),
            ]
        );
        let repeats: Vec<_> = parsed.repeats.iter().map(|it| (it.query.as_str(), &it.lines[..], it.differs)).collect();
        assert_eq!(repeats, [("good", &[1, 3][..], false), ("odd", &[4, 5, 8], true), ("none", &[6, 7], true)]);
    }

    #[test]
    fn all_labels_count_where_the_author_says_so() {
        let parsed = parse_for("queries.jsonl", FILE, None, RepeatedLabels::All);
        assert_eq!(
            told(&parsed),
            [("good", "a b".into()), ("once", String::new()), ("odd", "a c".into()), ("none", "a".into())]
        );
        let said = said(&parsed);
        assert!(said[1].2.ends_with("Any of them is accepted."), "{}", said[1].2);
        assert!(said[2].2.ends_with("“no skill expected” is ignored."), "{}", said[2].2);
        assert!(said.iter().all(|(_, is_skipped, _)| !is_skipped));
    }

    #[test]
    fn many_lines_are_counted_not_listed() {
        let text = "{\"query\": \"q\", \"expected\": []}\n".repeat(12);
        let parsed = parse("queries.jsonl", &text);
        assert_eq!(
            said(&parsed)[0].2,
            "The same query is also on lines 1, 2, 3, 4, 5, 6, 7, 8 and 4 more. It counts once."
        );
    }
}

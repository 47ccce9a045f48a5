//! One labelled query of a file, in each of the ways to say which skills it should wake and which it must not.

use serde_json::{Map, Value};

/// The names under which a file may keep its list of queries.
pub(super) const LISTS: [&str; 6] = ["evals", "queries", "triggers", "test_cases", "tests", "cases"];

/// Two lists of texts, and whether those in it should trigger the skill.
pub(super) const HALVES: [(&str, bool); 2] = [("should_trigger", true), ("should_not_trigger", false)];

/// What names the skills expected, in the order they are looked for.
const EXPECTED: [&str; 4] = ["expected", "expected_skill", "expected_skills", "skills"];

/// What holds the text.
const TEXTS: [&str; 3] = ["query", "prompt", "input"];

/// What is said of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    /// Names of skills that would be right.
    pub(super) expected: Vec<String>,
    /// Names of skills that must not fire.
    pub(super) unwanted: Vec<String>,
}

impl Label {
    /// That a skill should trigger, or that it should not, which says nothing of others.
    pub(super) fn of_trigger(skill: &str, should_trigger: bool) -> Self {
        let named = vec![skill.to_owned()];
        if should_trigger {
            Self { expected: named, unwanted: Vec::new() }
        } else {
            Self { expected: Vec::new(), unwanted: named }
        }
    }
}

/// Which entries are about the file's skill where they name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// Every one.
    ForAll,
    /// Those that say whether it should trigger.
    ForTriggers,
}

/// Whether an entry says that a skill should trigger, or should not.
pub(super) fn says_trigger(entry: &Value) -> bool {
    entry.get("should_trigger").is_some()
}

/// Whether an entry can be taken only if it is known which skill the file is about.
pub(super) fn needs_skill(entry: &Value, needed: Needed) -> bool {
    let Some(object) = entry.as_object() else { return false };
    let names_none = EXPECTED.iter().all(|name| !object.contains_key(*name)) && named_skill(object).is_none();
    names_none && (needed == Needed::ForAll || says_trigger(entry))
}

/// The skill that an object is about, where it says so.
pub(super) fn named_skill(object: &Map<String, Value>) -> Option<String> {
    let named = ["skill_name", "skill"].iter().find_map(|name| object.get(*name)?.as_str());
    named.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The text of an entry that is one, or an object around one.
pub(super) fn text(entry: &Value) -> Result<&str, &'static str> {
    match entry {
        Value::String(text) => Ok(text),
        Value::Object(object) => text_of(object),
        _ => Err("A text is expected: what a user says."),
    }
}

/// A query with its label. What is said of a skill that the entry does not name is said of `skill`.
pub(super) fn read<'a>(value: &'a Value, skill: Option<&str>) -> Result<(&'a str, Label), &'static str> {
    let Some(object) = value.as_object() else {
        return Err("An object such as {\"query\": \"…\", \"expected\": [\"skill-name\"]} is expected.");
    };
    let query = text_of(object)?;
    let label = label(object, skill)?
        .ok_or("“expected” is missing: name the skills that would be right, or [] where none should fire.")?;
    Ok((query, label))
}

/// An entry of `evals`: where it says nothing else, it should wake the skill.
pub(super) fn eval<'a>(value: &'a Value, skill: Option<&str>) -> Result<(&'a str, Label), &'static str> {
    let Some(object) = value.as_object() else { return Err("“prompt” is missing or no text.") };
    let query = text_of(object).map_err(|_| "“prompt” is missing or no text.")?;
    let own = named_skill(object);
    let label = match (label(object, skill)?, own.as_deref().or(skill)) {
        (Some(label), _) => label,
        (None, Some(skill)) => Label::of_trigger(skill, true),
        (None, None) => return Err("It does not say which skill it should wake."),
    };
    Ok((query, label))
}

fn text_of(object: &Map<String, Value>) -> Result<&str, &'static str> {
    match TEXTS.iter().find_map(|name| object.get(*name)) {
        Some(Value::String(query)) => Ok(query),
        Some(_) => Err("“query” is no text."),
        None => Err("“query” is missing."),
    }
}

/// What an entry says itself; none where it says nothing of skills.
fn label(object: &Map<String, Value>, skill: Option<&str>) -> Result<Option<Label>, &'static str> {
    let unwanted = object.get("unwanted").map(unwanted).transpose()?;
    if let Some(expected) = EXPECTED.iter().find_map(|name| object.get(*name)) {
        let expected = names(expected)?;
        let unwanted = unwanted.into_iter().flatten().filter(|name| !expected.contains(name)).collect();
        return Ok(Some(Label { expected, unwanted }));
    }
    if let Some(unwanted) = unwanted {
        return Ok(Some(Label { expected: Vec::new(), unwanted }));
    }
    let Some(should_trigger) = object.get("should_trigger") else { return Ok(None) };
    let own = named_skill(object);
    let skill = own.as_deref().or(skill).ok_or(
        "“should_trigger” does not say which skill. Say which skill the file is about, or name it in “expected”.",
    )?;
    let should_trigger = should_trigger.as_bool().ok_or("“should_trigger” is neither true nor false.")?;
    Ok(Some(Label::of_trigger(skill, should_trigger)))
}

fn unwanted(value: &Value) -> Result<Vec<String>, &'static str> {
    names(value).map_err(|_| "“unwanted” is neither a list of skill names, nor one name, nor null.")
}

/// The names in `expected`.
fn names(expected: &Value) -> Result<Vec<String>, &'static str> {
    const NO_NAMES: &str = "“expected” is neither a list of skill names, nor one name, nor null.";
    let listed = match expected {
        Value::Null => &[],
        Value::String(_) => std::slice::from_ref(expected),
        Value::Array(names) => names.as_slice(),
        _ => return Err(NO_NAMES),
    };
    let mut found: Vec<String> = Vec::with_capacity(listed.len());
    for name in listed {
        let name = name.as_str().ok_or(NO_NAMES)?.trim();
        if name.is_empty() {
            return Err("A name in “expected” is empty; write [] where no skill should fire.");
        }
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::{Format, RepeatedLabels, parse, parse_for};

    /// Each query with what it should wake and what it must not, and what was skipped.
    fn told(path: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let parsed = parse(path, text);
        let query = |it: &super::super::Labelled| {
            format!(
                "{} → {}",
                it.query,
                [it.expected.join("+"), it.unwanted.iter().flat_map(|name| ["!", name]).collect()].concat()
            )
        };
        let skipped = parsed.problems.iter().filter(|problem| problem.is_skipped);
        (
            parsed.queries.iter().map(query).collect(),
            skipped.map(|problem| format!("{} {}", problem.line.unwrap_or_default(), problem.message)).collect(),
        )
    }

    #[test]
    fn each_form_says_what_should_fire_and_what_must_not() {
        let (place, none) = ("skills/pdf/evals/some.json", Vec::<String>::new());
        for (text, expected) in [
            (
                r#"[{"query": "a", "should_trigger": true}, {"query": "b", "should_trigger": false}]"#,
                vec!["a → pdf", "b → !pdf"],
            ),
            (r#"[{"query": "a", "should_trigger": false, "skill": "docx"}]"#, vec!["a → !docx"]),
            (r#"{"skill_name": "docx", "queries": [{"query": "a", "should_trigger": false}]}"#, vec!["a → !docx"]),
            (
                r#"{"skill": "docx", "should_trigger": ["a"], "should_not_trigger": ["b", {"prompt": "c"}]}"#,
                vec!["a → docx", "b → !docx", "c → !docx"],
            ),
            (
                r#"{"skill_name": "docx", "evals": [{"prompt": "a"}, {"query": "b", "expected_skill": "pdf"}, {"prompt": "c", "should_trigger": false}]}"#,
                vec!["a → docx", "b → pdf", "c → !docx"],
            ),
            (r#"{"evals": [{"prompt": "a", "expected_skill": null}, {"prompt": "b"}]}"#, vec!["a → ", "b → pdf"]),
            (
                r#"[{"skills": ["xlsx"], "query": "a", "files": [], "expected_behavior": ["It adds up"]}]"#,
                vec!["a → xlsx"],
            ),
            (r#"[{"input": "a", "expected_skills": ["x", "y"], "unwanted": ["y", "z"]}]"#, vec!["a → x+y!z"]),
            (r#"[{"query": "a", "unwanted": "z"}]"#, vec!["a → !z"]),
            (
                "{\"query\": \"a\", \"expected\": []}\n{\"query\": \"b\", \"should_trigger\": false}",
                vec!["a → ", "b → !pdf"],
            ),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(told(place, text), (expected, none.clone()), "{text}");
        }
    }

    #[test]
    fn values_of_another_kind_are_told_by_their_line_and_the_rest_is_taken() {
        let text =
            "{\"skill\": \"a\", \"should_trigger\": [\"one\",\n 2,\n [],\n \" \"], \"should_not_trigger\": \"two\"}";
        assert_eq!(
            told("x.json", text),
            (
                vec!["one → a".to_owned()],
                vec![
                    "2 A text is expected: what a user says.".to_owned(),
                    "3 A text is expected: what a user says.".to_owned(),
                    "4 The query is empty.".to_owned()
                ]
            )
        );
        let text = "{\"skill_name\": \"a\", \"evals\": [3,\n {\"prompt\": [\"x\"]},\n {\"prompt\": \"x\", \"should_trigger\": 1},\n {\"prompt\": \"x\", \"expected_skill\": 7}]}";
        let (taken, skipped) = told("x.json", text);
        assert_eq!((taken.len(), skipped.len()), (0, 4), "{skipped:?}");
        assert!(told("x.json", "[{\"query\": \"a\", \"unwanted\": 4}]").1[0].contains("“unwanted” is neither"));
        for empty in ["{\"evals\": {}}", "{\"queries\": \"a\"}", "{\"should_trigger\": true}"] {
            assert!(told("x.json", empty).1[0].contains("holds no queries"), "{empty}");
        }
        let nobody = told("x.json", "{\"should_trigger\": [\"a\"]}");
        assert!(nobody.0.is_empty() && nobody.1[0].contains("skill_name"), "{nobody:?}");
    }

    #[test]
    fn a_query_twice_with_other_labels_takes_the_first_or_all() {
        let text = "[{\"query\": \"a\", \"should_trigger\": false},\n {\"query\": \"a\", \"should_trigger\": true},\n {\"query\": \"a\", \"unwanted\": [\"z\"]}]";
        let first = parse_for("x.json", text, Some("pdf"), RepeatedLabels::First);
        assert_eq!((first.format, first.queries.len(), first.repeats[0].differs), (Format::Triggers, 1, true));
        assert_eq!((first.queries[0].expected.len(), &first.queries[0].unwanted[..]), (0, &["pdf".to_owned()][..]));
        let all = parse_for("x.json", text, Some("pdf"), RepeatedLabels::All);
        assert_eq!(all.queries[0].expected, ["pdf"], "what is expected on one line is not unwanted on another");
        assert_eq!(all.queries[0].unwanted, ["z"]);
    }
}

//! One labelled query of a file, in each of the ways to say which skills it should wake and which it must not.

use serde_json::{Map, Value};

use super::words::{self, ANSWERS, EXPECTED, EXPECTED_ANYTHING};

/// The longest name of a skill that nobody knows, in characters, as the standard has it.
const LONGEST_NAME: usize = 64;

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

/// What is known around the entries of a file.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// The skill that the file is about.
    pub(super) skill: Option<&'a str>,
    /// Whether that is said or known, and no guess after a folder.
    pub(super) is_sure: bool,
    /// Whether the library has a skill of a name.
    pub(super) is_skill: &'a dyn Fn(&str) -> bool,
}

/// Whether an entry says that a skill should trigger, or should not.
pub(super) fn says_trigger(entry: &Value) -> bool {
    entry.as_object().is_some_and(|object| words::trigger(object).is_some())
}

/// Whether an entry can be taken only if it is known which skill the file is about.
pub(super) fn needs_skill(entry: &Value, needed: Needed, around: Around<'_>) -> bool {
    let Some(object) = entry.as_object() else { return false };
    let names_none = words::about(object).is_none()
        && words::unwanted(object).is_none()
        && matches!(expected(object, around), Ok(None));
    names_none && (needed == Needed::ForAll || says_trigger(entry))
}

/// An entry of a list of those that should trigger a skill, or should not: a text, or an object that may say more.
pub(super) fn half<'a>(
    entry: &'a Value,
    skill: &str,
    should_trigger: bool,
    around: Around<'_>,
) -> Result<(&'a str, Label), &'static str> {
    let object = match entry {
        Value::String(text) => return Ok((text.as_str(), Label::of_trigger(skill, should_trigger))),
        Value::Object(object) => object,
        _ => return Err("Expected a string: what a user would say."),
    };
    let own = label(object, Around { skill: Some(skill), is_sure: true, ..around }).ok().flatten();
    let label = match own {
        Some(own) if should_trigger || words::trigger(object).is_some() => own,
        Some(own) => not_triggered(own, Some(skill)),
        None => Label::of_trigger(words::about(object).as_deref().unwrap_or(skill), should_trigger),
    };
    Ok((text_of(object)?, label))
}

/// A query with its label. What is said of a skill that the entry does not name is said of the file's.
pub(super) fn read<'a>(value: &'a Value, around: Around<'_>) -> Result<(&'a str, Label), &'static str> {
    let Some(object) = value.as_object() else {
        return Err("Expected an object such as {\"query\": \"…\", \"expected\": [\"skill-name\"]}.");
    };
    let query = text_of(object)?;
    let own = || words::about(object).map(|skill| Label::of_trigger(&skill, true));
    let label = label(object, around)?.or_else(own).ok_or_else(|| {
        if ANSWERS.iter().any(|name| object.contains_key(*name)) {
            "It describes the expected answer, not the expected skill. Add the skill as “expected_skill”."
        } else {
            "“expected” is missing. List the expected skills, or use [] if no skill is expected."
        }
    })?;
    Ok((query, label))
}

/// An entry of `evals`: where it says nothing else, it should wake the skill.
pub(super) fn eval<'a>(value: &'a Value, around: Around<'_>) -> Result<(&'a str, Label), &'static str> {
    let Some(object) = value.as_object() else { return Err("“prompt” is missing or not a string.") };
    let query = text_of(object).map_err(|_| "“prompt” is missing or not a string.")?;
    let own = words::about(object);
    let label = match (label(object, around)?, own.as_deref().or(around.skill)) {
        (Some(label), _) => label,
        (None, Some(skill)) => Label::of_trigger(skill, true),
        (None, None) => return Err("It doesn't say which skill is expected."),
    };
    Ok((query, label))
}

fn text_of(object: &Map<String, Value>) -> Result<&str, &'static str> {
    match words::text(object) {
        Some(Value::String(query)) => Ok(query),
        Some(_) => Err("“query” isn't a string."),
        None => Err("“query” is missing."),
    }
}

/// What an entry says itself; none where it says nothing of skills.
fn label(object: &Map<String, Value>, around: Around<'_>) -> Result<Option<Label>, &'static str> {
    let unwanted = words::unwanted(object).map(|value| unwanted(value, around)).transpose()?;
    let trigger = words::trigger(object);
    let own = words::about(object);
    if let Some(expected) = expected(object, around)? {
        let label = Label { expected, unwanted: unwanted.unwrap_or_default() };
        if trigger.transpose()? != Some(false) {
            return Ok(Some(settled(label)));
        }
        return Ok(Some(not_triggered(label, own.as_deref().or(around.skill.filter(|_| around.is_sure)))));
    }
    match (trigger, own.as_deref().or(around.skill), unwanted) {
        (None, _, unwanted) | (Some(_), None, unwanted @ Some(_)) => {
            Ok(unwanted.map(|unwanted| Label { expected: Vec::new(), unwanted }))
        }
        (Some(_), None, None) => {
            Err("“should_trigger” doesn't say which skill. Select the skill for this file, or name it in “expected”.")
        }
        (Some(should_trigger), Some(skill), unwanted) => {
            let mut label = Label::of_trigger(skill, should_trigger?);
            label.unwanted.extend(unwanted.unwrap_or_default());
            Ok(Some(settled(label)))
        }
    }
}

/// Where a skill is named beside `"should_trigger": false`: it is the one that must not fire, unless the entry is about
/// another one, which then must not, and this one takes its place. That none is expected says more than that.
fn not_triggered(label: Label, skill: Option<&str>) -> Label {
    let Label { expected, mut unwanted } = label;
    match skill {
        Some(skill) if !expected.is_empty() && !expected.iter().any(|name| name == skill) => {
            unwanted.push(skill.to_owned());
            settled(Label { expected, unwanted })
        }
        _ => {
            unwanted.extend(expected);
            settled(Label { expected: Vec::new(), unwanted })
        }
    }
}

/// Each name once, and none unwanted that is expected.
fn settled(label: Label) -> Label {
    let Label { expected, unwanted } = label;
    let mut kept: Vec<String> = Vec::with_capacity(unwanted.len());
    for name in unwanted {
        if !expected.contains(&name) && !kept.contains(&name) {
            kept.push(name);
        }
    }
    Label { expected, unwanted: kept }
}

/// The skills that an entry expects; none where it does not say, or says in words what the answer should be like.
fn expected(object: &Map<String, Value>, around: Around<'_>) -> Result<Option<Vec<String>>, &'static str> {
    let mut named = EXPECTED.iter().filter_map(|key| Some((*key, object.get(*key)?)));
    let said = named.find(|(key, value)| match *key {
        EXPECTED_ANYTHING => !value.is_boolean() && !is_verdict(value, around) && !is_answer(value, around),
        "should_trigger" | "should_activate" => value.is_array(),
        _ => true,
    });
    said.map(|(_, value)| names(value, around)).transpose()
}

/// Whether a word says that the skill should trigger, or should not, and names none.
fn is_verdict(value: &Value, around: Around<'_>) -> bool {
    words::verdict(value).is_some() && !value.as_str().is_some_and(|name| (around.is_skill)(name.trim()))
}

fn unwanted(value: &Value, around: Around<'_>) -> Result<Vec<String>, &'static str> {
    names(value, around).map_err(|_| "“unwanted” must be a list of skill names, one name, or null.")
}

/// Whether what is expected is said in words, and names no skills.
fn is_answer(value: &Value, around: Around<'_>) -> bool {
    match value {
        Value::String(text) => !is_name(text.trim(), around),
        Value::Array(items) => items.iter().any(|item| is_answer(item, around)),
        Value::Object(_) => true,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a text is a skill's name: the library has one of that name, or it has the form of one. An empty one is a slip.
fn is_name(text: &str, around: Around<'_>) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | '/' | ':' | '@');
    let is_number = |sign: char| sign.is_numeric() || sign == '.';
    let has_form = text.chars().all(is_part)
        && !text.chars().all(is_number)
        && !text.ends_with(['.', ':', '/'])
        && text.chars().count() <= LONGEST_NAME;
    text.is_empty() || (around.is_skill)(text) || has_form
}

/// The names in `expected`.
fn names(expected: &Value, around: Around<'_>) -> Result<Vec<String>, &'static str> {
    const NO_NAMES: &str = "“expected” must be a list of skill names, one name, or null.";
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
            return Err("A name in “expected” is empty. Use [] if no skill is expected.");
        }
        let is_nobody = words::is_nobody(name) && !(around.is_skill)(name);
        if !is_nobody && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::{Format, RepeatedLabels, parse, parse_among, parse_for};

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
            (r#"[{"query": "a", "expected_skill": "x", "should_trigger": false}]"#, vec!["a → !x"]),
            (r#"[{"query": "a", "expected": ["x", "y"], "should_trigger": false, "unwanted": "x"}]"#, vec!["a → !x!y"]),
            (r#"[{"query": "a", "expected_skill": "x", "should_trigger": true}]"#, vec!["a → x"]),
            (r#"[{"query": "a", "expected_skill": null, "should_trigger": false}]"#, vec!["a → "]),
            // About one skill, and another takes its place.
            (
                r#"[{"query": "a", "skill": "docx", "expected_skill": "pdf", "should_trigger": false}]"#,
                vec!["a → pdf!docx"],
            ),
            (
                r#"{"skill_name": "docx", "queries": [{"query": "a", "expected_skill": "docx", "should_trigger": false}, {"query": "b", "expected_skill": "pdf", "shouldTrigger": false}]}"#,
                vec!["a → !docx", "b → pdf!docx"],
            ),
            (
                r#"{"skill_name": "docx", "evals": [{"prompt": "a"}], "trigger_evals": [{"query": "b", "should_trigger": false}]}"#,
                vec!["b → !docx", "a → docx"],
            ),
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
    fn other_words_say_the_same() {
        let place = "skills/pdf/evals/some.json";
        for (text, expected) in [
            (
                r#"[{"request": "a", "should_activate": true}, {"request": "b", "should_activate": false}]"#,
                "a → pdf; b → !pdf",
            ),
            (r#"[{"prompt": "a", "expected_trigger": false, "target_skill": "docx"}]"#, "a → !docx"),
            (r#"[{"prompt": "a", "target_skill": "docx"}]"#, "a → docx"),
            (r#"[{"query": "a", "expected": true}, {"query": "b", "expected": false}]"#, "a → pdf; b → !pdf"),
            (r#"[{"query": "a", "should_not_trigger": true}]"#, "a → !pdf"),
            (
                r#"[{"query": "a", "expected": "should_not_activate"}, {"query": "b", "type": "should-trigger"}]"#,
                "a → !pdf; b → pdf",
            ),
            (
                r#"[{"query": "a", "expectedSkill": "docx"}, {"query": "b", "expected_skill": "none"}]"#,
                "a → docx; b → ",
            ),
            (r#"[{"query": "a", "expected_skill": "docx", "forbidden_skills": ["pdf", "none"]}]"#, "a → docx!pdf"),
            (r#"[{"query": "a", "should_trigger": ["docx"], "should_not_trigger": ["pdf"]}]"#, "a → docx!pdf"),
            (r#"[{"query": "a", "should_trigger": true, "forbidden_skills": ["docx"]}]"#, "a → pdf!docx"),
            (r#"{"trigger_tests": [{"user_message": "a", "should_trigger": false}]}"#, "a → !pdf"),
            (
                r#"{"evals": [{"prompt": "a"}], "trigger_tests": [{"query": "b", "expected": false}]}"#,
                "b → !pdf; a → pdf",
            ),
        ] {
            let expected: Vec<String> = expected.split("; ").map(str::to_owned).collect();
            assert_eq!(told(place, text), (expected, Vec::new()), "{text}");
        }
    }

    #[test]
    fn what_should_trigger_and_what_should_not_stand_in_two_lists_for_one_skill_or_each() {
        let place = "skills/pdf/evals/some.json";
        for (text, expected) in [
            (r#"{"trigger_eval": {"should_trigger": ["a"], "should_not_trigger": ["b"]}}"#, "1 a → pdf; 1 b → !pdf"),
            ("{\"skill\": \"docx\",\n\"positive\": [\n\"a\"],\n\"negative\": [\"b\"]}", "3 a → docx; 4 b → !docx"),
            (
                "{\"version\": 1, \"skills\": {\n\"docx\": {\"should_trigger\": [\"a\"],\n\"should_not\": [{\"query\": \"b\"}]},\n\"xlsx\": [\"c\"]}}",
                "2 a → docx; 3 b → !docx; 4 c → xlsx",
            ),
            (
                "{\"skills\": [{\"name\": \"docx\", \"should_trigger\": [\"a\"]},\n{\"skill\": \"xlsx\", \"near_misses\": [\"b\"]}]}",
                "1 a → docx; 2 b → !xlsx",
            ),
            (r#"[{"skill": "docx", "should_trigger": ["a"], "should_not_trigger": ["b"]}]"#, "1 a → docx; 1 b → !docx"),
            (
                r#"{"should_trigger": [], "should_not_trigger": [{"query": "a", "expected_skill": "docx"}, {"query": "b", "should_trigger": true}]}"#,
                "1 a → docx!pdf; 1 b → pdf",
            ),
        ] {
            let parsed = parse(place, text);
            let lines: Vec<usize> = parsed.queries.iter().map(|query| query.line).collect();
            let (taken, skipped) = told(place, text);
            let taken: Vec<String> = lines.iter().zip(taken).map(|(line, query)| format!("{line} {query}")).collect();
            assert_eq!((taken.join("; ").as_str(), skipped.len()), (expected, 0), "{text}");
            assert_eq!(parsed.format, Format::Triggers, "{text}");
        }
        let known = |text: &str| parse_among(place, text, None, RepeatedLabels::First, &|name| name == "docx");
        let by_name = known(r#"{"docx": {"positive": ["a"]}, "other": ["b"]}"#);
        assert_eq!((by_name.queries.len(), by_name.queries[0].expected.concat().as_str()), (1, "docx"));
        // Good and bad samples of something else.
        assert!(told(place, r#"{"positive": ["I like it"], "negative": ["I do not"]}"#).0.is_empty());
        assert_eq!(
            told("pdf/evals/trigger.json", r#"{"positive": ["a"], "negative": ["b"]}"#).0,
            ["a → pdf", "b → !pdf"]
        );
    }

    #[test]
    fn a_skill_that_is_called_like_a_word_of_labels_is_one() {
        let text = r#"[{"query": "a", "expected": "none"}, {"query": "b", "expected": "trigger"}]"#;
        let known = parse_among("pdf/evals/x.json", text, None, RepeatedLabels::First, &|_| true);
        let names: Vec<String> = known.queries.iter().map(|query| query.expected.concat()).collect();
        assert_eq!(names, ["none", "trigger"]);
    }

    #[test]
    fn words_about_the_answer_are_no_names_of_skills() {
        let place = "skills/pdf/evals/some.json";
        let prose = "It describes the expected answer, not the expected skill. Add the skill as “expected_skill”.";
        for entry in [
            r#""expected": "A table with both columns""#,
            r#""expected": "Merged.""#,
            r#""expected": "42""#,
            r#""expected": ["It adds up", "pdf"]"#,
            r#""expected": {"contains": "sum"}"#,
            r#""expected_output": "A table""#,
            r#""expected_behavior": ["pdf"]"#,
        ] {
            let (taken, skipped) = told(place, &format!("[{{\"query\": \"a\", {entry}}}]"));
            assert_eq!((taken.len(), skipped), (0, vec![format!("1 {prose}")]), "{entry}");
            let triggers = format!("[{{\"query\": \"a\", \"should_trigger\": false, {entry}}}]");
            assert_eq!(told(place, &triggers).0, ["a → !pdf"], "{entry}");
            let named = format!("[{{\"query\": \"a\", \"skills\": [\"docx\"], {entry}}}]");
            assert_eq!(told(place, &named).0, ["a → docx"], "{entry}");
            let evals = format!("{{\"skill_name\": \"pdf\", \"evals\": [{{\"prompt\": \"a\", {entry}}}]}}");
            assert_eq!(told(place, &evals).0, ["a → pdf"], "{entry}");
        }
        for name in ["pdf", "PDF_Forms", "data/join-tables", "office:docx", "книга"] {
            let text = format!("[{{\"query\": \"a\", \"expected\": \"{name}\"}}]");
            assert_eq!(told(place, &text).0, [format!("a → {name}")]);
        }
        let text = r#"[{"query": "a", "expected": "Merge Files"}]"#;
        let known = parse_among(place, text, None, RepeatedLabels::First, &|name| name == "Merge Files");
        assert_eq!(known.queries[0].expected, ["Merge Files"], "a skill of the library may have any name");
    }

    #[test]
    fn only_a_skill_that_is_known_gives_way_to_another() {
        let text = r#"[{"query": "a", "expected_skill": "docx", "should_trigger": false}]"#;
        for (skill, is_known, expected) in
            [(None, false, ("", "docx")), (None, true, ("docx", "pdf")), (Some("pdf"), false, ("docx", "pdf"))]
        {
            let parsed = parse_among("pdf/evals/x.json", text, skill, RepeatedLabels::First, &|_| is_known);
            let query = &parsed.queries[0];
            assert_eq!((query.expected.concat().as_str(), query.unwanted.concat().as_str()), expected);
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
                    "2 Expected a string: what a user would say.".to_owned(),
                    "3 Expected a string: what a user would say.".to_owned(),
                    "4 The query is empty.".to_owned()
                ]
            )
        );
        let text = "{\"skill_name\": \"a\", \"evals\": [3,\n {\"prompt\": [\"x\"]},\n {\"prompt\": \"x\", \"should_trigger\": 1},\n {\"prompt\": \"x\", \"expected_skill\": 7}]}";
        let (taken, skipped) = told("x.json", text);
        assert_eq!((taken.len(), skipped.len()), (0, 4), "{skipped:?}");
        assert!(told("x.json", "[{\"query\": \"a\", \"unwanted\": 4}]").1[0].contains("“unwanted” must be"));
        for empty in ["{\"evals\": {}}", "{\"queries\": \"a\"}", "{\"should_trigger\": true}"] {
            assert!(told("x.json", empty).1[0].contains("has no queries"), "{empty}");
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

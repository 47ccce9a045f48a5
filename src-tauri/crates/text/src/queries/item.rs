//! One labelled query of a file, in each of the ways to say which skills it should wake and which it must not.

use serde_json::{Map, Value};

/// The name under which skill-creator keeps its list.
pub(super) const EVALS: &str = "evals";

/// The names under which a file may keep a list of queries.
pub(super) const LISTS: [&str; 8] =
    ["trigger_evals", EVALS, "queries", "eval_queries", "triggers", "test_cases", "tests", "cases"];

/// Two lists of texts, and whether those in it should trigger the skill.
pub(super) const HALVES: [(&str, bool); 2] = [("should_trigger", true), ("should_not_trigger", false)];

/// What names the skills expected, in the order they are looked for.
const EXPECTED: [&str; 4] = ["expected_skill", "expected_skills", EXPECTED_ANYTHING, "skills"];

/// The one of them that files of behaviour evals say in words what the answer should be like with.
const EXPECTED_ANYTHING: &str = "expected";

/// Where a behaviour eval says what the answer should be like.
const ANSWERS: [&str; 4] = [EXPECTED_ANYTHING, "expected_behavior", "expected_behaviour", "expected_output"];

/// What says whether the skill should trigger.
const TRIGGERS: [&str; 2] = ["should_trigger", "shouldTrigger"];

/// What holds the text.
const TEXTS: [&str; 3] = ["query", "prompt", "input"];

/// What names the skill that an entry is about.
const ABOUT: [&str; 2] = ["skill_name", "skill"];

/// What names the skills that must not fire.
const UNWANTED: &str = "unwanted";

/// The first key of an entry that is neither its query nor a label: notes, ids, an answer. It is lost where a file is
/// written from what was read of it.
#[must_use]
pub fn key_beside(text: &str) -> Option<String> {
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let entries = match serde_json::from_str(text) {
        Ok(Value::Array(entries)) => entries,
        Ok(entry) => vec![entry],
        Err(_) => lines,
    };
    let is_known = |key: &&String| {
        let key = key.as_str();
        let labels = EXPECTED.iter().chain(&TRIGGERS).chain(&TEXTS).chain(&ABOUT);
        key == UNWANTED || labels.copied().any(|known| known == key)
    };
    let mut keys = entries.iter().filter_map(Value::as_object).flat_map(Map::keys);
    keys.find(|key| !is_known(key)).cloned()
}

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
    entry.as_object().is_some_and(|object| trigger(object).is_some())
}

/// Whether an entry can be taken only if it is known which skill the file is about.
pub(super) fn needs_skill(entry: &Value, needed: Needed, around: Around<'_>) -> bool {
    let Some(object) = entry.as_object() else { return false };
    let names_none =
        named_skill(object).is_none() && !object.contains_key(UNWANTED) && matches!(expected(object, around), Ok(None));
    names_none && (needed == Needed::ForAll || says_trigger(entry))
}

/// The skill that an object is about, where it says so.
pub(super) fn named_skill(object: &Map<String, Value>) -> Option<String> {
    let named = ABOUT.iter().find_map(|name| object.get(*name)?.as_str());
    named.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The text of an entry that is one, or an object around one.
pub(super) fn text(entry: &Value) -> Result<&str, &'static str> {
    match entry {
        Value::String(text) => Ok(text),
        Value::Object(object) => text_of(object),
        _ => Err("Expected a string: what a user would say."),
    }
}

/// A query with its label. What is said of a skill that the entry does not name is said of the file's.
pub(super) fn read<'a>(value: &'a Value, around: Around<'_>) -> Result<(&'a str, Label), &'static str> {
    let Some(object) = value.as_object() else {
        return Err("Expected an object such as {\"query\": \"…\", \"expected\": [\"skill-name\"]}.");
    };
    let query = text_of(object)?;
    let label = label(object, around)?.ok_or_else(|| {
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
    let own = named_skill(object);
    let label = match (label(object, around)?, own.as_deref().or(around.skill)) {
        (Some(label), _) => label,
        (None, Some(skill)) => Label::of_trigger(skill, true),
        (None, None) => return Err("It doesn't say which skill is expected."),
    };
    Ok((query, label))
}

fn text_of(object: &Map<String, Value>) -> Result<&str, &'static str> {
    match TEXTS.iter().find_map(|name| object.get(*name)) {
        Some(Value::String(query)) => Ok(query),
        Some(_) => Err("“query” isn't a string."),
        None => Err("“query” is missing."),
    }
}

/// What an entry says itself; none where it says nothing of skills.
fn label(object: &Map<String, Value>, around: Around<'_>) -> Result<Option<Label>, &'static str> {
    let unwanted = object.get(UNWANTED).map(unwanted).transpose()?;
    let trigger = trigger(object).map(|value| value.as_bool().ok_or("“should_trigger” must be true or false."));
    let own = named_skill(object);
    if let Some(expected) = expected(object, around)? {
        let label = Label { expected, unwanted: unwanted.unwrap_or_default() };
        if trigger.transpose()? != Some(false) {
            return Ok(Some(settled(label)));
        }
        return Ok(Some(not_triggered(label, own.as_deref().or(around.skill.filter(|_| around.is_sure)))));
    }
    if let Some(unwanted) = unwanted {
        return Ok(Some(Label { expected: Vec::new(), unwanted }));
    }
    let Some(should_trigger) = trigger else { return Ok(None) };
    let skill = own
        .as_deref()
        .or(around.skill)
        .ok_or("“should_trigger” doesn't say which skill. Select the skill for this file, or name it in “expected”.")?;
    Ok(Some(Label::of_trigger(skill, should_trigger?)))
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

fn trigger(object: &Map<String, Value>) -> Option<&Value> {
    TRIGGERS.iter().find_map(|name| object.get(*name))
}

/// The skills that an entry expects; none where it does not say, or says in words what the answer should be like.
fn expected(object: &Map<String, Value>, around: Around<'_>) -> Result<Option<Vec<String>>, &'static str> {
    let named = EXPECTED.iter().filter_map(|key| Some((*key, object.get(*key)?)));
    let mut said = named.filter(|(key, value)| *key != EXPECTED_ANYTHING || !is_answer(value, around));
    said.next().map(|(_, value)| names(value)).transpose()
}

fn unwanted(value: &Value) -> Result<Vec<String>, &'static str> {
    names(value).map_err(|_| "“unwanted” must be a list of skill names, one name, or null.")
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
fn names(expected: &Value) -> Result<Vec<String>, &'static str> {
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
        if !found.iter().any(|known| known == name) {
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

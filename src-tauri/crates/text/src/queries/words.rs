//! The names under which files keep labelled queries: those of the standard and of skill-creator first, then what others use.

use serde_json::{Map, Value};

/// The name under which skill-creator keeps its list.
pub(super) const EVALS: &str = "evals";

/// The names under which a file may keep a list of queries; those of triggers before the one of all evals.
pub(super) const LISTS: [&str; 20] = [
    "trigger_evals",
    "triggerEvals",
    "trigger_eval",
    "trigger_tests",
    "trigger_cases",
    "activation_evals",
    "activation_tests",
    EVALS,
    "queries",
    "eval_queries",
    "test_queries",
    "triggers",
    "triggering",
    "activation",
    "routing",
    "test_cases",
    "tests",
    "cases",
    "scenarios",
    "prompts",
];

/// The name under which a file may keep something for each skill.
pub(super) const SKILLS: &str = "skills";

/// Lists of texts, and whether those in it should trigger the skill.
static HALVES: [(&str, bool); 16] = [
    ("should_trigger", true),
    ("shouldTrigger", true),
    ("should_activate", true),
    ("shouldActivate", true),
    ("trigger_queries", true),
    ("trigger_prompts", true),
    ("should_not_trigger", false),
    ("shouldNotTrigger", false),
    ("should_not_activate", false),
    ("shouldNotActivate", false),
    ("must_not_trigger", false),
    ("non_trigger_queries", false),
    ("non_trigger_prompts", false),
    ("no_trigger_queries", false),
    ("near_misses", false),
    ("near_miss", false),
];

/// The same in words that are about triggers only where a skill is named, or the file is.
static LOOSE_HALVES: [(&str, bool); 14] = [
    ("positive", true),
    ("positives", true),
    ("positive_queries", true),
    ("positive_prompts", true),
    ("positive_cases", true),
    ("positive_examples", true),
    ("negative", false),
    ("negatives", false),
    ("negative_queries", false),
    ("negative_prompts", false),
    ("negative_cases", false),
    ("negative_examples", false),
    ("near_negatives", false),
    ("should_not", false),
];

/// What names the skills expected, in the order they are looked for.
pub(super) const EXPECTED: [&str; 11] = [
    "expected_skill",
    "expected_skills",
    "expectedSkill",
    "expectedSkills",
    "expected_skill_name",
    "expected_skill_names",
    "correct_skill",
    EXPECTED_ANYTHING,
    SKILLS,
    // These two where they hold names, and no truth value.
    "should_trigger",
    "should_activate",
];

/// The one of them that files of behaviour evals say in words what the answer should be like with.
pub(super) const EXPECTED_ANYTHING: &str = "expected";

/// Where a behaviour eval says what the answer should be like.
pub(super) const ANSWERS: [&str; 4] = [EXPECTED_ANYTHING, "expected_behavior", "expected_behaviour", "expected_output"];

/// What says whether the skill should trigger.
const TRIGGERS: [&str; 2] = ["should_trigger", "shouldTrigger"];

/// The same where it holds a truth value.
const OTHER_TRIGGERS: [&str; 10] = [
    "should_activate",
    "shouldActivate",
    "should_fire",
    "should_invoke",
    "should_load",
    "expected_trigger",
    "expectedTrigger",
    "expect_trigger",
    "expects_trigger",
    EXPECTED_ANYTHING,
];

/// What says, with a truth value, that it should not.
const NOT_TRIGGERS: [&str; 4] = ["should_not_trigger", "shouldNotTrigger", "should_not_activate", "must_not_trigger"];

/// What may say so in a word.
const VERDICTS: [&str; 5] = [EXPECTED_ANYTHING, "expectation", "label", "type", "category"];

/// The words that it is said with.
const VERDICT_WORDS: [(&str, bool); 10] = [
    ("trigger", true),
    ("should_trigger", true),
    ("must_trigger", true),
    ("should_activate", true),
    ("no_trigger", false),
    ("not_trigger", false),
    ("non_trigger", false),
    ("should_not_trigger", false),
    ("must_not_trigger", false),
    ("should_not_activate", false),
];

/// What holds the text.
const TEXTS: [&str; 10] =
    ["query", "prompt", "input", "request", "user_prompt", "user_message", "message", "utterance", "question", "text"];

/// What names the skill that an entry is about.
const ABOUT: [&str; 7] = ["skill_name", "skill", "skillName", "skill-name", "target_skill", "targetSkill", "skill_id"];

/// What names the skills that must not fire.
const UNWANTED: [&str; 10] = [
    "unwanted",
    "unwanted_skills",
    "unexpected_skills",
    "not_expected_skills",
    "forbidden_skill",
    "forbidden_skills",
    // These where they hold names, and no truth value.
    "should_not_trigger",
    "shouldNotTrigger",
    "should_not_activate",
    "must_not_trigger",
];

/// What stands where a name is expected, and says that no skill is.
const NOBODY: [&str; 6] = ["none", "null", "no_skill", "no-skill", "no skill", "n/a"];

/// The value of the text, under whichever name it stands.
pub(super) fn text(object: &Map<String, Value>) -> Option<&Value> {
    text_key(object).and_then(|key| object.get(key))
}

fn text_key(object: &Map<String, Value>) -> Option<&'static str> {
    TEXTS.into_iter().find(|name| object.contains_key(*name))
}

/// The skill that an object is about, where it says so.
pub(super) fn about(object: &Map<String, Value>) -> Option<String> {
    let named = ABOUT.iter().find_map(|name| object.get(*name)?.as_str());
    named.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The value that names the skills which must not fire.
pub(super) fn unwanted(object: &Map<String, Value>) -> Option<&Value> {
    UNWANTED.iter().filter_map(|name| object.get(*name)).find(|value| !value.is_boolean())
}

/// Whether the skill should trigger, as an object says it outright.
pub(super) fn trigger(object: &Map<String, Value>) -> Option<Result<bool, &'static str>> {
    if let Some(value) = TRIGGERS.iter().find_map(|name| object.get(*name)).filter(|value| !value.is_array()) {
        return Some(value.as_bool().ok_or("“should_trigger” must be true or false."));
    }
    let truth = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_bool());
    let said = truth(&OTHER_TRIGGERS).or_else(|| truth(&NOT_TRIGGERS).map(|not| !not));
    said.or_else(|| VERDICTS.iter().find_map(|name| verdict(object.get(*name)?))).map(Ok)
}

/// What a word says of whether the skill should trigger.
pub(super) fn verdict(value: &Value) -> Option<bool> {
    let said = value.as_str()?.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    VERDICT_WORDS.iter().find(|(word, _)| *word == said).map(|(_, should_trigger)| *should_trigger)
}

/// Whether a text in the place of a name says that no skill is meant.
pub(super) fn is_nobody(name: &str) -> bool {
    NOBODY.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// The lists of texts that should trigger a skill, or should not.
pub(super) fn halves(object: &Map<String, Value>) -> Vec<(&'static str, bool, &[Value])> {
    held(object, HALVES.iter().chain(&LOOSE_HALVES))
}

/// Those that are about triggers whatever stands around them.
pub(super) fn sure_halves(object: &Map<String, Value>) -> Vec<(&'static str, bool, &[Value])> {
    held(object, HALVES.iter())
}

fn held(
    object: &Map<String, Value>,
    halves: impl Iterator<Item = &'static (&'static str, bool)>,
) -> Vec<(&'static str, bool, &[Value])> {
    let list = |(name, should_trigger): &(&'static str, bool)| {
        Some((*name, *should_trigger, object.get(*name)?.as_array()?.as_slice()))
    };
    halves.filter_map(list).collect()
}

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
    entries.iter().filter_map(Value::as_object).find_map(key_beside_query).cloned()
}

fn key_beside_query(object: &Map<String, Value>) -> Option<&String> {
    let text = text_key(object);
    let is_label = |key: &str| {
        let truths = TRIGGERS.iter().chain(&OTHER_TRIGGERS).chain(&NOT_TRIGGERS);
        truths.chain(&EXPECTED).chain(&ABOUT).chain(&UNWANTED).any(|known| *known == key)
    };
    object.keys().find(|key| text != Some(key.as_str()) && !is_label(key))
}

#[cfg(test)]
mod tests {
    use super::key_beside;

    #[test]
    fn what_is_neither_a_query_nor_a_label_is_named() {
        for (text, expected) in [
            (r#"{"query": "a", "expected": []}"#, None),
            (r#"[{"request": "a", "should_activate": true, "target_skill": "b"}]"#, None),
            (r#"{"query": "a", "message": "b"}"#, Some("message")),
            ("{\"query\": \"a\"}\n{\"query\": \"b\", \"note\": 1}", Some("note")),
        ] {
            assert_eq!(key_beside(text).as_deref(), expected, "{text}");
        }
    }
}

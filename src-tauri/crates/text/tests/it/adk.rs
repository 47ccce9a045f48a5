//! adk's reading, by the numbers of vectors.md §1 and of the crate's observed runs.

use studio_text::adk::{AdkError, AdkSkill, is_convention_file, is_discovered, parse, skill_id};

const EMERGENCY: &str = "---
name: emergency
description: Handle gas and water emergencies
tags:
  - plumber
allowed-tools:
  - knowledge
  - transfer_call
---
You are an emergency dispatcher. Route calls for gas leaks and floods.";

fn skill(path: &str, text: &str) -> AdkSkill {
    parse(path, text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn v16_the_id_of_the_seeds_emergency_skill() {
    assert_eq!(skill(".skills/emergency.md", EMERGENCY).id, "emergency-927bfcea5cb1");
    assert_eq!(skill_id("emergency", EMERGENCY), "emergency-927bfcea5cb1");
}

#[test]
fn v23_ids_are_normalised_names_and_a_hash() {
    for (name, prefix) in [
        ("My Skill_Name-1", "my-skill-name-1-"),
        ("a.b", "ab-"),
        ("日本", "skill-"),
        ("--", "---"),
        ("UPPER", "upper-"),
    ] {
        let id = skill_id(name, "text");
        assert_eq!(id.strip_prefix(prefix).map(str::len), Some(12), "{name}: {id}");
    }
    assert_eq!(skill_id("x", "abc"), "x-ba7816bf8f01");
}

#[test]
fn e1_to_e6_what_adk_refuses() {
    assert_eq!(parse(".skills/x.md", "# no"), Err(AdkError::MissingOpening));
    assert_eq!(parse(".skills/x.md", "---\nname: a\n"), Err(AdkError::MissingClosing));
    assert_eq!(parse(".skills/x.md", "---\nname: ''\ndescription: d\n---\n"), Err(AdkError::MissingField("name")));
    assert_eq!(
        parse(".skills/x.md", "---\nname: a\ndescription: ''\n---\n"),
        Err(AdkError::MissingField("description"))
    );
    for text in [
        "---\nname: [a]\ndescription: d\n---\n",
        "---\nname: a\ndescription: d\nallowed-tools: Bash(git:*) Read\n---\n",
        "---\nname: a\ndescription: d\ntags: a\n---\n",
        "---\nname: a\ndescription: d\ntags: ~\n---\n",
        "---\nname: a\ndescription: d\ntrigger: yes\n---\n",
        "---\nname: a\ndescription: Use when: x\n---\n",
        "---\nname: a\nname: b\ndescription: d\n---\n",
        "---\nname: a\n---\n",
        "---\n---\n",
    ] {
        let read = parse(".skills/x.md", text);
        assert!(matches!(read, Err(AdkError::Yaml(_) | AdkError::WrongType { .. })), "{text:?}: {read:?}");
    }
}

#[test]
fn e7_to_e16_convention_files() {
    let agents = skill("AGENTS.md", "# Proj\nline\n");
    assert_eq!((agents.name.as_str(), agents.description.as_str()), ("agents", "Proj"));
    assert_eq!(
        (agents.tags, agents.body.as_str()),
        (vec!["convention".to_owned(), "agents-md".to_owned()], "# Proj\nline")
    );
    let long = "x".repeat(300);
    for (path, text, name, description) in [
        ("agent.md", "# Proj", "agents", "Proj"),
        ("claude.md", "plain first line\nsecond", "claude", "plain first line"),
        ("CLAUDE.md", "", "claude", "Instructions loaded from CLAUDE.md"),
        ("CLAUDE.md", "---\nname: c\ndescription: d\n---\nhi", "c", "d"),
        ("CLAUDE.md", "---\nname: c\n---\nhi", "claude", "---"),
        ("a/CLAUDE.md", "\r\n\r\n## Two\r\n", "claude", "Two"),
        ("AGENTS.md", &format!("{long}\nsecond"), "agents", &"x".repeat(120)),
        ("AGENTS.md", "###\nsecond", "agents", "###"),
        ("SOUL.md", "Be nice", "soul", "Be nice"),
    ] {
        let read = skill(path, text);
        assert_eq!((read.name.as_str(), read.description.as_str()), (name, description), "{path} {text:?}");
    }
    assert_eq!(parse("notes.md", "# no"), Err(AdkError::MissingOpening));
    assert_eq!(parse(".skills/AGENTS.md", "# no"), Err(AdkError::MissingOpening));
}

#[test]
fn e17_to_e21_values_as_adk_takes_them() {
    let read = skill("x.md", "---\nname: 5\ndescription: true\n---\nq");
    assert_eq!((read.name.as_str(), read.description.as_str()), ("5", "true"));
    let read = skill("x.md", "---\r\nname: a\r\ndescription: b\r\n---\r\n q \r\nr\r\n");
    assert_eq!(read.body, "q \nr");
    assert_eq!(parse("x.md", "\u{FEFF}---\nname: a\ndescription: b\n---\nq"), Err(AdkError::MissingOpening));
    assert_eq!(skill("x.md", "---\nname: Bad Name!\ndescription: b\n---\nq").name, "Bad Name!");
    assert_eq!(parse("x.md", "---\nname:\ndescription: b\n---\nq"), Err(AdkError::MissingField("name")));
    let read = skill(
        "x.md",
        "---\nname: a\ndescription: b\ntags: [' x ', '']\nallowed-tools:\n- t\n- t\ntrigger: true\nhint: h\ntriggers: ['*.rs']\nversion: 1.0\nmetadata: {k: 1, l: [m]}\nunknown: {}\n---\nq",
    );
    assert_eq!((read.tags, read.allowed_tools), (vec!["x".to_owned()], vec!["t".to_owned(), "t".to_owned()]));
    assert_eq!((read.trigger, read.hint.as_deref(), read.version.as_deref()), (true, Some("h"), Some("1.0")));
    assert_eq!(serde_json::Value::Object(read.metadata), serde_json::json!({"k": 1, "l": ["m"]}));
}

#[test]
fn f_discovery() {
    for (path, is_found) in [
        (".skills/a/SKILL.md", true),
        (".skills/a.md", true),
        (".skills/a.MD", false),
        (".skills/a/references/x.md", false),
        (".skills/a/Scripts/x.md", false),
        (".skills/agents/x.md", false),
        (".skills/a/assets/r.md", true),
        (".skills/node_modules/x.md", true),
        (".claude/skills/c/SKILL.md", true),
        (".claude/c.md", false),
        ("skills/a/SKILL.md", false),
        ("CLAUDE.md", true),
        ("pkg/CLAUDE.md", true),
        ("copilot.md", true),
        ("SKILLS.md", true),
        ("SOUL.md", true),
        ("pkg/SOUL.md", false),
        ("node_modules/AGENTS.md", false),
        ("Target/x/AGENTS.md", false),
        ("README.md", false),
        ("", false),
    ] {
        assert_eq!(is_discovered(path), is_found, "{path}");
    }
    assert!(is_convention_file("x/Gemini.MD") && !is_convention_file("x/gemini.txt"));
}

/// The crate's own answer for a text, and ours, over documents whose values take all forms.
mod differential {
    use std::path::Path;

    use proptest::prelude::*;
    use studio_text::adk::parse;

    fn agrees(path: &str, text: &str) -> Result<(), TestCaseError> {
        let theirs = adk_skill::parse_instruction_markdown(Path::new(path), text);
        let ours = parse(path, text);
        prop_assert_eq!(theirs.is_ok(), ours.is_ok(), "{:?}\n{:?}\n{:?}", text, theirs.err(), ours);
        if let (Ok(theirs), Ok(ours)) = (theirs, ours) {
            prop_assert_eq!((&theirs.name, &theirs.description), (&ours.name, &ours.description), "{:?}", text);
            prop_assert_eq!((&theirs.tags, &theirs.allowed_tools), (&ours.tags, &ours.allowed_tools), "{:?}", text);
            prop_assert_eq!((&theirs.version, &theirs.hint), (&ours.version, &ours.hint), "{:?}", text);
            prop_assert_eq!((theirs.trigger, &theirs.triggers), (ours.trigger, &ours.triggers), "{:?}", text);
            prop_assert_eq!(&theirs.body, &ours.body, "{:?}", text);
        }
        Ok(())
    }

    fn value() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "a",
            "5",
            "true",
            "yes",
            "~",
            "",
            "''",
            "\" x \"",
            "a # b",
            "a: b",
            "[a, ' b ', '']",
            "[]",
            "{}",
            "{k: v}",
            "\n  - a\n  - 5\n  - ~",
            "\n- a\n-",
            "|\n  one\n  two",
            ">-\n  one\n  two",
            "- a",
            "*x",
            "&x a",
            "!!str 5",
            "\"a\" b",
            "'it''s'",
            "\"\\u00e9\"",
            "@a",
            "a\n  b",
            "[a,\n  b]",
            "日本",
            "a\tb",
            "1.0",
            "null",
            "\"a\\qb\"",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

        #[test]
        fn the_crate_reads_the_same(
            name in value(),
            description in value(),
            others in prop::collection::vec(
                (prop::sample::select(vec!["tags", "allowed-tools", "version", "hint", "trigger", "triggers", "metadata", "x", "name"]), value()),
                0..3,
            ),
            is_good in any::<bool>(),
            path in prop::sample::select(vec![".skills/a.md", "CLAUDE.md", "x/soul.md", "a.md", ".skills/AGENTS.md"]),
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
            body in "(#+ ?|[a-z ]|\n|é|---){0,12}",
        ) {
            let (name, description) = if is_good { ("a", "b c") } else { (name, description) };
            let lines = others.iter().map(|(key, value)| format!("{key}: {value}\n")).collect::<Vec<_>>().concat();
            let text = format!("---\nname: {name}\ndescription: {description}\n{lines}---\n{body}");
            agrees(path, &text.replace('\n', line_end))?;
            agrees(path, &body)?;
        }
    }
}

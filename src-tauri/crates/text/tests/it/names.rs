//! Names of tools and skills in a text.

use studio_text::{
    apply,
    names::{is_marked, name_at, places_of, rename},
};

#[test]
fn the_name_under_the_cursor() {
    for (text, expected) in [
        ("call `look|up_premise` now", Some(("lookup_premise", true))),
        ("call `|Read` now", Some(("Read", true))),
        ("then R|ead it", Some(("Read", false))),
        ("see gas-emer|gency.", Some(("gas-emergency", true))),
        ("`Bash(g|it:*)`", Some(("git", true))),
        ("`mcp__desk|__call`", Some(("mcp__desk__call", true))),
        ("end|.", Some(("end", false))),
        ("a | b", None),
        ("|", None),
        ("部署|应用", Some(("部署应用", false))),
    ] {
        let offset = text.find('|').unwrap();
        let plain = text.replace('|', "");
        let found = name_at(&plain, offset);
        assert_eq!(found.map(|found| (found.name, found.is_marked)), expected, "{text}");
        if let Some(found) = found {
            assert_eq!(found.span.of(&plain), found.name);
        }
    }
    let head = "---\nname: a\nallowed-tools: Read Write\n---\n\nRead.\n";
    assert!(name_at(head, head.find("Write").unwrap()).unwrap().is_marked);
    assert!(!name_at(head, head.rfind("Read").unwrap()).unwrap().is_marked);
}

#[test]
fn a_name_is_found_whole() {
    let text = "gas, `gas` gas-emergency natural-gas gas_x (gas). Gas";
    let places: Vec<usize> = places_of(text, "gas").into_iter().map(|span| span.start).collect();
    assert_eq!(places, [0, 6, 44]);
    assert!(places_of(text, "").is_empty());
    assert!(is_marked(text, places_of(text, "gas")[1], "gas") && !is_marked(text, places_of(text, "gas")[0], "gas"));
}

#[test]
fn a_tool_is_renamed_where_it_is_listed_and_in_code_and_nowhere_else() {
    let renamed = |text: &str, from: &str, to: &str| apply(text, &rename(text, from, to));
    for (before, after) in [
        ("`git_history`", "`git_log`"),
        ("``git_history`` and `git_history(ref)`", "``git_log`` and `git_log(ref)`"),
        ("git_history", "git_history"),
        ("`git_history_all` `my-git_history`", "`git_history_all` `my-git_history`"),
        ("```\ngit_history main\n```\ngit_history\n", "```\ngit_log main\n```\ngit_history\n"),
        (
            "---\ndescription: \"`git_history`\"\nallowed-tools: [git_history, git_log, Bash(git_history:*)]\n---\n`git_history`\n",
            "---\ndescription: \"`git_history`\"\nallowed-tools: [git_log, Bash(git_log:*)]\n---\n`git_log`\n",
        ),
        ("---\nallowed-tools: [a, a]\n---\n`git_history`\n", "---\nallowed-tools: [a, a]\n---\n`git_log`\n"),
    ] {
        assert_eq!(renamed(before, "git_history", "git_log"), after);
    }
    assert_eq!(renamed("`a.b` `axb`", "a.b", "$&"), "`$&` `axb`");
}

//! What is copied for a client that is captured, what is not, and what is expected of it then.

use std::{fs, os::unix::fs::symlink};

use serde_json::{Value, json};

use super::{capture, with_client};
use crate::harness::{Home, skill};

/// What the played client does to obey the author's settings of its list.
const OBEYS: &str = r"const set = JSON.parse(fs.readFileSync(home + '/.claude/settings.json', 'utf8'));
body.messages[0].content = list.split('\n').flatMap((line) => {
  const [, name, text] = /^- ([^:]+): (.*)$/.exec(line) ?? [];
  const most = set.skillListingMaxDescChars, way = set.skillOverrides[name];
  if (way === 'off' || way === 'user-invocable-only') return [];
  if (way === 'name-only') return ['- ' + name];
  return [text?.length > most ? `- ${name}: ${text.slice(0, most - 1)}…` : line];
}).join('\n');";

fn link(home: &Home, to: &str, at: &str) {
    let at = home.folder().join(at);
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    symlink(to, at).unwrap();
}

/// The paths of the skills that we say are not listed, with why.
fn left_out(found: &Value) -> Vec<(&str, &str)> {
    let all = found["list"]["left_out"].as_array().unwrap().iter();
    all.map(|one| (one["path"].as_str().unwrap(), one["why"].as_str().unwrap())).collect()
}

#[test]
fn what_lies_outside_of_what_was_chosen_reaches_no_client_through_a_link() {
    let (home, client) = with_client("");
    for file in ["private/SKILL.md", "private/more/SKILL.md", "elsewhere/skills/secret/SKILL.md"] {
        home.write(file, &skill("planted", "planted"));
    }
    home.write("home/.claude/.credentials.json", "planted");
    home.write("home/.claude/skills/theirs/SKILL.md", &skill("theirs", "Is of others. Use when asked."));
    home.write("home/src/mine/SKILL.md", &skill("arranged", "Is linked. Use when asked."));
    home.write("project/notes.md", "notes");
    link(&home, "../../private/SKILL.md", "skills/file/SKILL.md");
    link(&home, "../private", "skills/folder");
    link(&home, "../elsewhere", "project/.claude");
    link(&home, "../../.credentials.json", "home/.claude/skills/theirs/key");
    // These are the author's own.
    link(&home, "../../src/mine", "home/.claude/skills/arranged");
    link(&home, "SKILL.md", "skills/pdf/again.md");
    let client = client.to_str().unwrap();
    for (folder, own) in [("skills", "pdf/again.md"), ("project", "arranged/SKILL.md")] {
        let ran = home.run(&["--json", "capture", "--client", "claude-code", "--program", client, folder]).ended(0);
        assert!(!ran.out.contains("planted"), "{folder}: {}", ran.out);
        for seen in ["Is of others.", "Is linked.", own] {
            assert!(ran.out.contains(seen), "{folder}: {seen}: {}", ran.out);
        }
    }
}

#[test]
fn the_authors_settings_of_the_list_are_expected_of_the_client() {
    let (home, client) = with_client(OBEYS);
    home.write("skills/long/SKILL.md", &skill("long", &"d".repeat(1_500)));
    home.write("skills/manual/SKILL.md", &skill("manual", "Is for people. Use when asked."));
    let overrides = json!({ "pdf": "off", "manual": "user-invocable-only", "mine": "name-only" });
    let settings = json!({ "skillListingMaxDescChars": 900, "skillOverrides": overrides });
    home.write("home/.claude/settings.json", &settings.to_string());
    let found = capture(&home, &client, &["--check"]).ended(0).json();
    let shown = format!("- long: {}…", "d".repeat(899));
    assert_eq!(found["list"]["ours"], json!(["- mine", shown]));
    assert_eq!(
        left_out(&found),
        [
            ("/project/.claude/skills/manual/SKILL.md", "`skillOverrides` sets it to `user-invocable-only`"),
            ("/project/.claude/skills/pdf/SKILL.md", "`skillOverrides` sets it to `off`"),
        ]
    );
}

#[test]
fn a_skill_that_the_client_does_not_look_for_is_not_expected_and_says_why() {
    let (home, client) = with_client("");
    home.write("skills/office/deep/SKILL.md", &skill("deep", "Lies in a group. Use when asked."));
    home.write("skills/pdf/inner/SKILL.md", &skill("inner", "Lies in a skill. Use when asked."));
    let found = capture(&home, &client, &["--check"]).ended(0).json();
    assert_eq!(found["list"]["equal"], 2, "{found}");
    let told = left_out(&found);
    let [(deep, in_group), (inner, in_skill)] = told[..] else { panic!("{told:?}") };
    assert!(deep.ends_with("office/deep/SKILL.md") && in_group.contains("directly in .claude/skills"), "{told:?}");
    assert!(inner.ends_with("pdf/inner/SKILL.md") && in_skill.contains("inside another skill's folder"), "{told:?}");
}

#[test]
fn what_a_client_says_last_is_heard_after_much_that_it_said_before() {
    let (home, client) = with_client("console.log('x'.repeat(1_000_000));");
    let found = capture(&home, &client, &[]).ended(0).json();
    assert_eq!(found["window"], 200_000);
}

//! What is said of a file for one client: it follows from how the client reads it.

use studio_clients::{SkillFile, lint};
use studio_text::Target;

fn of_client(text: &str, folder: &str, client: Target) -> Vec<&'static str> {
    let path = format!("{folder}/SKILL.md");
    let file = SkillFile { path: &path, bytes: text.as_bytes(), openai_yaml: None };
    lint(&file, client).iter().map(|finding| finding.code).collect()
}

#[test]
fn a_client_says_what_it_drops_hides_cuts_and_does_not_heed() {
    let text = |lines: &str, body: &str| format!("---\nname: pdf\n{lines}\n---\n\n{body}\n");
    let plain = text("description: Reads forms. Use when a form is filled in.", "Body.");
    for client in Target::CLIENTS {
        assert_eq!(of_client(&plain, "pdf", client), [""; 0], "{client:?}");
    }
    let hidden = text("description: Reads forms.\ndisable-model-invocation: true", "Body.");
    for client in [Target::ClaudeCode, Target::Copilot, Target::Qwen, Target::Pi, Target::Kimi] {
        assert_eq!(of_client(&hidden, "pdf", client), ["client-hidden"], "{client:?}");
    }
    for client in [Target::Codex, Target::Gemini, Target::Opencode] {
        assert_eq!(of_client(&hidden, "pdf", client), ["client-ignores"], "{client:?}");
    }
    let when = text("description: Reads forms.\nwhen_to_use: For forms.\npaths: \"*.pdf\"", "Body.");
    assert_eq!(of_client(&when, "pdf", Target::ClaudeCode), ["client-hidden"]);
    assert_eq!(of_client(&when, "pdf", Target::Qwen), ["client-dropped"], "it wants a list");
    let listed = text("description: Reads forms.\npaths:\n  - \"*.pdf\"", "Body.");
    assert_eq!(of_client(&listed, "pdf", Target::Qwen), ["client-hidden"]);
    assert_eq!(of_client(&when, "pdf", Target::Codex), ["client-ignores", "client-ignores"]);
    // A name that is not its folder's.
    assert_eq!(of_client(&plain, "forms", Target::ClaudeCode), ["client-name"]);
    assert_eq!(of_client(&plain, "forms", Target::Qwen), [""; 0]);
    assert_eq!(of_client(&plain, "forms", Target::Codex), [""; 0]);
    // No description, a long one, one of several lines.
    let none = text("license: MIT", "Body.");
    assert_eq!(of_client(&none, "pdf", Target::ClaudeCode), ["client-cut"]);
    assert_eq!(of_client(&none, "pdf", Target::Codex), ["client-dropped"]);
    let long = text(&format!("description: {}", "word ".repeat(320).trim()), "Body.");
    assert_eq!(of_client(&long, "pdf", Target::Copilot), ["client-dropped"]);
    assert_eq!(of_client(&long, "pdf", Target::Codex), ["client-cut"]);
    assert_eq!(of_client(&long, "pdf", Target::ClaudeCode), ["client-cut"]);
    assert_eq!(of_client(&long, "pdf", Target::Gemini), [""; 0]);
    let lines = text("description: |\n  Reads forms.\n  Use when a form is filled in.", "Body.");
    assert_eq!(of_client(&lines, "pdf", Target::Qwen), [""; 0]);
    // A file that is not read at all.
    let twice = text("description: One.\ndescription: Two.", "Body.");
    assert_eq!(of_client(&twice, "pdf", Target::Codex), ["client-dropped"]);
    assert_eq!(of_client(&twice, "pdf", Target::ClaudeCode), [""; 0]);
    let colon = text("description: Forms: reads them.", "Body.");
    assert_eq!(of_client(&colon, "pdf", Target::Copilot), ["client-dropped"]);
    assert_eq!(of_client(&colon, "pdf", Target::Opencode), [""; 0]);
    // What Claude Code fills in or runs.
    let filled = text("description: Reads forms.", "Look at $ARGUMENTS, then !`date`.");
    assert_eq!(of_client(&filled, "pdf", Target::ClaudeCode), ["client-body"]);
    assert_eq!(of_client(&filled, "pdf", Target::Gemini), ["client-body"]);
}

#[test]
fn kimi_drops_cuts_and_fills_in_what_it_does() {
    let kimi = |frontmatter: &str, body: &str| {
        of_client(&format!("---\n{frontmatter}\n---\n\n{body}\n"), "forms", Target::Kimi)
    };
    let described = |characters: usize| format!("name: pdf\ndescription: {}", "x".repeat(characters));
    assert_eq!(kimi(&described(250), "Body."), [""; 0], "its name is not its folder's, and that is no matter");
    assert_eq!(kimi(&described(251), "Body."), ["client-cut"]);
    assert_eq!(kimi("name: pdf", "Body."), ["client-dropped"]);
    assert_eq!(kimi("description: Reads forms.", "Body."), ["client-dropped"]);
    for broken in ["name: pdf\ndescription: Forms: reads them.", "name: pdf\nname: pdf\ndescription: Reads forms."] {
        assert_eq!(kimi(broken, "Body."), ["client-dropped"], "{broken}");
    }
    assert_eq!(of_client("# Only a body\n", "forms", Target::Kimi), ["client-dropped"], "said once");
    let keys = "name: pdf\ndescription: Reads forms.\nwhen_to_use: For forms.\npaths: \"*.pdf\"\nmodel: large";
    assert_eq!(kimi(keys, "Body."), ["client-ignores", "client-ignores"], "paths and model");
    assert_eq!(kimi(&described(9), "Look at $ARGUMENTS, then !`date`."), [""; 0]);
    assert_eq!(kimi(&described(9), "Run ${CLAUDE_SKILL_DIR}/run.sh."), ["client-body"]);
}

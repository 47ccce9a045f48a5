//! What is said of a file for one client: it follows from how the client reads it.

use studio_clients::{Client, Reading, SkillFile, Why, lint, read};
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
fn codex_ignores_its_own_file_whole_where_one_value_is_wrong() {
    let read = |client: Client, yaml: &str| {
        let bytes = b"---\nname: pdf\ndescription: Reads forms.\n---\nBody.\n";
        let file = SkillFile { path: "pdf/SKILL.md", bytes, openai_yaml: Some(yaml.as_bytes()) };
        assert!(lint(&file, Target::Codex).is_empty(), "what that file does is told in it");
        read(client, &file)
    };
    let hides = "policy:\n  allow_implicit_invocation: false\n";
    let hidden = |why| Reading::Hidden(Why::Policy(why));
    assert_eq!(read(Client::Codex, hides), hidden("allow_implicit_invocation"));
    assert_eq!(read(Client::Codex, "policy:\n  products: [CHATGPT, atlas]\n"), hidden("products"));
    assert!(matches!(read(Client::ClaudeCode, hides), Reading::Listed(_)), "it is for Codex alone");
    for wrong in [
        "interface: PDF\n",
        "interface:\n  display_name: [PDF]\n",
        "interface:\n  icon_small: {a: b}\n",
        "interface:\n  brand_color: a\n  brand_color: b\n",
        "interface:\n  display_name: PDF: forms\n",
        "dependencies:\n  tools: github\n",
        "dependencies:\n  tools: null\n",
        "dependencies:\n  tools:\n    - github\n",
        "dependencies:\n  tools:\n    - type: [mcp]\n",
    ] {
        assert!(matches!(read(Client::Codex, &format!("{wrong}{hides}")), Reading::Listed(_)), "{wrong}");
    }
    assert!(matches!(read(Client::Codex, &format!("{hides}  products: [Codex]\n")), Reading::Listed(_)));
    // What it drops by itself, and what it does not know, is no matter to the rest.
    for harmless in [
        "",
        "interface:\n  display_name: 12\n  brand_color: blue\n  icon_small: /etc/icon.png\n",
        "interface: ~\ndependencies:\n  tools:\n    - value: github\n",
        "version: [1]\nversion: {a: b}\n",
    ] {
        let reading = read(Client::Codex, &format!("{harmless}{hides}"));
        assert_eq!(reading, hidden("allow_implicit_invocation"), "{harmless}");
    }
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
    assert_eq!(kimi(&described(9), "Run ${CLAUDE_SKILL_DIR}/run.sh in ${CLAUDE_PROJECT_DIR}."), ["client-body"; 2]);
    // It knows no escapes, and takes away what no argument was given for.
    assert_eq!(kimi(&described(9), "It costs $5, not \\$6."), ["client-body"; 2]);
}

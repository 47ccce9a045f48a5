//! Lint and the tools that agent clients bring along: those of the skills' own client, those of others, and tools of the
//! library that have such a name.

use studio_model::Client;
use studio_text::{
    Severity, SkillDocument,
    lint::{KnownTools, LintContext, SkillLinks, SkillsFor, lint},
};

/// What is said of tools, each with its severity and the tool.
fn told(skills_for: SkillsFor, tools: &[&str], lines: &str, body: &str) -> Vec<(&'static str, Severity, String)> {
    let names: std::collections::HashSet<String> = tools.iter().map(ToString::to_string).collect();
    let tools = KnownTools { own: names.clone(), names, skills_for, ..KnownTools::default() };
    let linked = SkillLinks::default();
    let context = LintContext { tools: Some(&tools), linked: Some(&linked), ..LintContext::default() };
    let text = format!("---\nname: a-skill\ndescription: Does things. Use when asked to.\n{lines}---\n\n{body}\n");
    let mut findings = lint(&SkillDocument::read(&text), &context);
    findings.retain(|one| ["unknown-tool", "tool-mention", "tool-not-enabled", "tool-unmentioned"].contains(&one.code));
    findings.into_iter().map(|one| (one.code, one.severity, one.subject.unwrap_or_default())).collect()
}

#[test]
fn a_tool_of_the_library_is_told_though_some_client_has_one_of_its_name() {
    let mention =
        |skills_for| told(skills_for, &["read_file"], "allowed-tools: mcp__x__y\n", "See `read_file` for it.");
    let not_enabled = [("tool-not-enabled", Severity::Warning, "read_file".to_owned())];
    for skills_for in [SkillsFor::All, SkillsFor::Mainly(Client::ClaudeCode), SkillsFor::Only(Client::ClaudeCode)] {
        assert_eq!(mention(skills_for), not_enabled, "{skills_for:?}");
    }
    for skills_for in [SkillsFor::Mainly(Client::Gemini), SkillsFor::Only(Client::Gemini)] {
        assert_eq!(mention(skills_for), [], "Gemini CLI has it anyway: {skills_for:?}");
    }
    let unmentioned = told(SkillsFor::All, &["read_file"], "allowed-tools: read_file\n", "Do it.");
    assert!(unmentioned.contains(&("tool-unmentioned", Severity::Info, "read_file".to_owned())), "{unmentioned:?}");
}

#[test]
fn only_the_chosen_clients_tools_are_there() {
    let of_gemini = |skills_for, lines: &str, body: &str| told(skills_for, &[], lines, body);
    let (listed, called) = ("allowed-tools: run_shell_command\n", "Call the tool `run_shell_command`.");
    for skills_for in [SkillsFor::All, SkillsFor::Mainly(Client::ClaudeCode), SkillsFor::Only(Client::Gemini)] {
        assert_eq!(of_gemini(skills_for, listed, called), [], "{skills_for:?}");
    }
    let claude = SkillsFor::Only(Client::ClaudeCode);
    let name = "run_shell_command".to_owned();
    assert_eq!(of_gemini(claude, listed, "Do it."), [("unknown-tool", Severity::Warning, name.clone())]);
    assert_eq!(
        of_gemini(claude, "", called),
        [("tool-mention", Severity::Info, name)],
        "it may be said for Gemini CLI"
    );
    let slip = of_gemini(claude, "allowed-tools: bash\n", "Do it.");
    assert_eq!(slip, [("unknown-tool", Severity::Warning, "bash".to_owned())], "Claude Code has `Bash`");
    let fence = "```json\n{\"tool\": \"run_shell_command\", \"arguments\": {}}\n```";
    assert_eq!(of_gemini(claude, "", fence), []);
    assert_eq!(of_gemini(claude, "allowed-tools: [Bash, KillBash, mcp__x__y]\n", "Use the `TaskCreate` tool."), []);
}

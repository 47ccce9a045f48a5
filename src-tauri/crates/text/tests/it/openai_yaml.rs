//! `agents/openai.yaml`: what is said of it, where, and that its policy counts as Codex counts it.

use std::collections::HashSet;

use proptest::{prelude::*, sample::select};
use studio_text::{
    Finding, Severity, apply,
    code::{self, CODES},
    openai_yaml::{Around, Policy, lint, lint_bytes, policy},
};

const AROUND: Around<'static> = Around {
    skill: "pdf-forms",
    files: &["SKILL.md", "agents/openai.yaml", "assets/small.png", "assets/large.svg", "icon.png"],
};

const GOOD: &str = r##"# What Codex shows.
interface:
  display_name: "PDF forms"
  short_description: "Fills in PDF forms for you"
  icon_small: "./assets/small.png"
  icon_large: assets//large.svg
  brand_color: "#3B82F6"
  default_prompt: "Use $pdf-forms to fill in this form."
dependencies:
  tools:
    - type: "MCP"
      value: "github"
      description: "Issues"
      url: "https://example.org/mcp"
    - type: mcp
      value: local
      transport: stdio
      command: serve
    - {type: env_var, value: TOKEN}
policy:
  allow_implicit_invocation: true
  products: [codex, CHATGPT]
"##;

fn run(text: &str) -> Vec<Finding> {
    lint(text, &AROUND)
}

/// A text, and the codes it gets with the piece of text each points at; a piece that is empty is not compared.
type Case = (String, &'static [(&'static str, &'static str)]);

/// A text below `interface`.
fn shown(lines: &str) -> String {
    format!("interface:\n  {lines}\n")
}

fn tool(lines: &str) -> String {
    format!("dependencies:\n  tools:\n    - {lines}\n")
}

/// Files that Codex ignores.
fn ignored() -> Vec<Case> {
    let own = |text: &str| text.to_owned();
    vec![
        // Not YAML.
        (shown("display_name: PDF: forms"), &[("openai-yaml-syntax", ":")]),
        (own("interface: [\n"), &[("openai-yaml-syntax", "[")]),
        (own("interface:\n  display_name: \"PDF\n"), &[("openai-yaml-syntax", "")]),
        (own("interface:\n  display_name: A\n---\ninterface:\n"), &[("openai-yaml-syntax", "")]),
        (own("interface:\n  display_name: A\u{7}\n"), &[("openai-yaml-syntax", "")]),
        // No map, and values of other types.
        (own("- interface\n"), &[("openai-yaml-not-a-map", "")]),
        (own("Shows forms.\n"), &[("openai-yaml-not-a-map", "Shows forms.")]),
        (own("interface: PDF\n"), &[("openai-yaml-type", "PDF")]),
        (own("? [a]\n: b\n"), &[("openai-yaml-type", "[a]")]),
        (shown("display_name: [PDF]"), &[("openai-yaml-type", "[PDF]")]),
        (shown("default_prompt: {{prompt}}"), &[("openai-yaml-type", "{{prompt}}")]),
        (shown("icon_small: {path: a}"), &[("openai-yaml-type", "{path: a}")]),
        (own("policy: {allow_implicit_invocation: \"false\"}\n"), &[("openai-yaml-type", "\"false\"")]),
        (own("policy: {allow_implicit_invocation: no}\n"), &[("openai-yaml-type", "no")]),
        (own("policy: {allow_implicit_invocation: 0}\n"), &[("openai-yaml-type", "0")]),
        (own("policy:\n  products: codex\n"), &[("openai-yaml-type", "codex")]),
        (own("policy:\n  products: ~\n"), &[("openai-yaml-type", "~")]),
        (own("policy:\n  products: [codex, {a: b}]\n"), &[("openai-yaml-type", "{a: b}")]),
        (own("dependencies: {tools: github}\n"), &[("openai-yaml-type", "github")]),
        (own("dependencies: {tools: [github]}\n"), &[("openai-yaml-type", "github")]),
        (tool("{type: [mcp], value: x}"), &[("openai-yaml-type", "[mcp]")]),
        // Products, and keys that stand twice.
        (own("policy: {products: [Codex]}\n"), &[("openai-yaml-product", "Codex")]),
        (own("policy: {products: [codex, operator]}\n"), &[("openai-yaml-product", "operator")]),
        (shown("display_name: A\n  display_name: B"), &[("duplicate-key", "display_name")]),
        (own("policy:\npolicy:\n"), &[("duplicate-key", "policy")]),
    ]
}

/// Files that it reads.
fn read() -> Vec<Case> {
    let own = |text: &str| text.to_owned();
    vec![
        (own(GOOD), &[]),
        (own(""), &[]),
        (own("# Nothing yet\n"), &[]),
        (own("\u{FEFF}interface:\n  display_name: A\n"), &[]),
        (own("interface:\npolicy: ~\ndependencies:\n  tools:\n"), &[]),
        (own("policy:\n  products:\n  allow_implicit_invocation:\n"), &[]),
        // A number is a text to it.
        (shown("display_name: 123"), &[]),
        // Keys.
        (shown("displayName: A"), &[("openai-yaml-key", "displayName")]),
        (own("interfaces:\n  display_name: A\n"), &[("openai-yaml-key", "interfaces")]),
        (own("display_name: A\n"), &[("openai-yaml-key", "display_name")]),
        (own("version: 1\nversion: 2\n"), &[("openai-yaml-key", "version"), ("openai-yaml-key", "version")]),
        (tool("{type: env_var, value: A, descripton: B}"), &[("openai-yaml-key", "descripton")]),
        // Who may see it.
        (own("policy: {allow_implicit_invocation: FALSE}\n"), &[("client-hidden", "FALSE")]),
        (own("policy: {products: [chatgpt]}\n"), &[("client-hidden", "[chatgpt]")]),
        // Texts.
        (shown("display_name: \"\""), &[("openai-yaml-text", "\"\"")]),
        (shown("display_name: \" \""), &[("openai-yaml-text", "\" \"")]),
        (shown("short_description: Fills in forms"), &[("openai-yaml-short-description", "Fills in forms")]),
        (tool("{type: env_var, value: A, url: \"\"}"), &[("openai-yaml-text", "\"\"")]),
        // Colors.
        (shown("brand_color: \" #3b82f6 \""), &[]),
        (shown("brand_color: 3B82F6"), &[("openai-yaml-color", "3B82F6")]),
        (shown("brand_color: '#abc'"), &[("openai-yaml-color", "'#abc'")]),
        (shown("brand_color: blue"), &[("openai-yaml-color", "blue")]),
        (shown("brand_color: #3B82F6"), &[("openai-yaml-color", "#3B82F6")]),
        (shown("brand_color: # not yet"), &[]),
        // Icons.
        (shown("icon_small: /assets/small.png"), &[("openai-yaml-icon", "/assets/small.png")]),
        (shown("icon_small: small.png"), &[("openai-yaml-icon", "small.png")]),
        (shown("icon_small: assets\\small.png"), &[("openai-yaml-icon", "assets\\small.png")]),
        (shown("icon_small: ./icon.png"), &[("openai-yaml-icon", "./icon.png")]),
        (shown("icon_small: assets/../icon.png"), &[("openai-yaml-icon", "assets/../icon.png")]),
        (shown("icon_small: \"\""), &[("openai-yaml-icon", "\"\"")]),
        (shown("icon_small: assets/smal.png"), &[("openai-yaml-icon-missing", "assets/smal.png")]),
        (shown("icon_large: ./assets/logo/a.svg"), &[("openai-yaml-icon-missing", "./assets/logo/a.svg")]),
        // Prompts.
        (shown("default_prompt: Fill this in with [$pdf-forms](a)."), &[]),
        (shown("default_prompt: $office:pdf-forms, please."), &[]),
        (shown("default_prompt: Use pdf-forms."), &[("openai-yaml-prompt", "Use pdf-forms.")]),
        (shown("default_prompt: Use $pdf-forms-2."), &[("openai-yaml-prompt", "Use $pdf-forms-2.")]),
        (shown("default_prompt: Use $my-pdf-forms."), &[("openai-yaml-prompt", "Use $my-pdf-forms.")]),
        // Tools.
        (tool("value: github"), &[("openai-yaml-tool", "value")]),
        (tool("type: mcp"), &[("openai-yaml-tool", "type")]),
        (tool("{type: env_var, value: ''}"), &[("openai-yaml-tool", "''")]),
        (tool(""), &[("openai-yaml-tool", "")]),
        (tool("{type: mpc, value: a, url: b}"), &[("openai-yaml-tool", "mpc")]),
        (tool("{type: mcp, value: a}"), &[("openai-yaml-tool", "type")]),
        (tool("{type: mcp, value: a, url: b, transport: sse}"), &[("openai-yaml-tool", "sse")]),
        (tool("{type: mcp, value: a, url: b, transport: streamable-http}"), &[("openai-yaml-tool", "streamable-http")]),
        (tool("{type: mcp, value: a, url: b, transport: stdio}"), &[("openai-yaml-tool", "type")]),
    ]
}

#[test]
fn every_rule_points_at_its_place() {
    let mut seen = HashSet::new();
    for (text, expected) in ignored().into_iter().chain(read()) {
        let found = run(&text);
        let codes: Vec<_> = found.iter().map(|finding| finding.code).collect();
        let wanted: Vec<_> = expected.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, wanted, "{text}\n{found:?}");
        for (finding, (_, piece)) in found.iter().zip(expected) {
            assert!(piece.is_empty() || finding.span.of(&text) == *piece, "{text}\n{finding:?}");
            assert!(finding.message.ends_with(['.', '?']), "{}", finding.message);
        }
        seen.extend(codes);
    }
    let of_file = CODES.iter().map(|info| info.code).filter(|code| code.starts_with("openai-yaml-"));
    for code in of_file {
        assert!(seen.contains(code), "{code}");
    }
}

#[test]
fn a_fix_removes_its_finding_and_adds_no_error() {
    let mut fixed_codes = HashSet::new();
    for (text, _) in ignored().into_iter().chain(read()) {
        let before = run(&text);
        for finding in &before {
            let Some(fix) = &finding.fix else { continue };
            fixed_codes.insert(finding.code);
            let fixed = apply(&text, &fix.edits);
            let after = run(&fixed);
            let count = |list: &[Finding], code: &str| list.iter().filter(|other| other.code == code).count();
            let errors = |list: &[Finding]| list.iter().filter(|one| one.severity == Severity::Error).count();
            let is_gone = count(&after, finding.code) < count(&before, finding.code);
            assert!(is_gone && errors(&after) <= errors(&before), "{text}\n{finding:?}\n{fixed}\n{after:?}");
        }
    }
    for code in ["syntax", "type", "product", "key", "color", "icon", "icon-missing", "prompt", "tool"] {
        assert!(fixed_codes.contains(format!("openai-yaml-{code}").as_str()), "{code}: {fixed_codes:?}");
    }
}

#[test]
fn repairs_say_what_was_meant() {
    let fixed = |text: String| {
        let found = run(&text);
        let edits = found.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| fix.edits.clone());
        apply(&text, &edits.collect::<Vec<_>>())
    };
    for (before, after) in [
        ("display_name: PDF: forms", "display_name: \"PDF: forms\""),
        ("displayName: A", "display_name: A"),
        ("brand_color: '#abc'", "brand_color: \"#aabbcc\""),
        ("brand_color: 3B82F6 # blue", "brand_color: \"#3B82F6\" # blue"),
        ("brand_color: #3B82F6", "brand_color: \"#3B82F6\""),
        ("icon_small: /images/small.png", "icon_small: \"./assets/small.png\""),
        ("icon_small: assets/Small.png", "icon_small: \"./assets/small.png\""),
        ("default_prompt: \"Use pdf-forms, \\u00e9\"", "default_prompt: \"Use $pdf-forms, \\u00e9\""),
        // Nothing is known to be meant.
        ("display_name: [PDF]", "display_name: [PDF]"),
        ("brand_color: blue", "brand_color: blue"),
        ("icon_small: ../../assets/small.png", "icon_small: ../../assets/small.png"),
        ("default_prompt: See docs/pdf-forms.", "default_prompt: See docs/pdf-forms."),
        ("default_prompt: Use pdf-forms or pdf-forms.", "default_prompt: Use pdf-forms or pdf-forms."),
    ] {
        assert_eq!(fixed(shown(before)), shown(after));
    }
    for (before, after) in [
        ("policy: {products: Codex}\n", "policy: {products: [codex]}\n"),
        ("policy: {allow_implicit_invocation: Off}\n", "policy: {allow_implicit_invocation: false}\n"),
    ] {
        assert_eq!(fixed(before.to_owned()), after);
    }
    // What looks like a list of texts is one of tools.
    let broken = "dependencies:\n  tools:\n    - type: mcp: server\n      value: a\n";
    assert_eq!(fixed(broken.to_owned()), broken);
}

#[test]
fn lengths_are_judged_as_they_are_counted() {
    let codes = |text: &str| run(text).iter().map(|finding| finding.code).collect::<Vec<_>>();
    let of = |key: &str, length: usize| codes(&shown(&format!("{key}: {}", "é".repeat(length))));
    assert_eq!((of("display_name", 64), of("display_name", 65)), (vec![], vec!["openai-yaml-text"]));
    for (length, expected) in [
        (24, vec!["openai-yaml-short-description"]),
        (25, vec![]),
        (64, vec![]),
        (65, vec!["openai-yaml-short-description"]),
        (1_024, vec!["openai-yaml-short-description"]),
        (1_025, vec!["openai-yaml-text"]),
    ] {
        assert_eq!(of("short_description", length), expected, "{length}");
    }
    // White space counts as single blanks.
    assert_eq!(codes(&shown(&format!("display_name: \"{}{}b\"", "a".repeat(62), " ".repeat(40)))), [""; 0]);
    let typed = |length: usize| codes(&tool(&format!("{{type: {}, value: a}}", "m".repeat(length))));
    assert!(run(&tool(&format!("{{type: {}, value: a}}", "m".repeat(65))))[0].message.contains("at most 64"));
    assert_eq!((typed(64), typed(65)), (vec!["openai-yaml-tool"], vec!["openai-yaml-tool"]));
    let described = |length: usize| codes(&tool(&format!("{{type: env_var, value: a, url: {}}}", "u".repeat(length))));
    assert_eq!((described(1_024), described(1_025)), (vec![], vec!["openai-yaml-text"]));
}

#[test]
fn a_skill_is_named_by_what_it_is_called() {
    let prompt = shown("default_prompt: Turn this pdf into text.");
    let of = |skill| lint(&prompt, &Around { skill, files: &[] });
    assert!(of("").is_empty(), "a skill without a name has none to name");
    let found = of("pdf");
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert!(finding.message.contains("`$pdf`") && finding.fix.is_none(), "the word may be meant: {finding:?}");
}

/// What follows a text makes Codex hide the skill, where the text is not one that it ignores.
#[test]
fn one_wrong_value_anywhere_lifts_the_policy() {
    let hides = "policy:\n  allow_implicit_invocation: false\n";
    assert_eq!(policy(hides.as_bytes()), Policy::OnlyForPeople);
    assert_eq!(policy(b"policy:\n  products: [atlas]\n  allow_implicit_invocation: false\n"), Policy::OtherProducts);
    assert_eq!(policy(b"policy:\n  products: [atlas, CODEX]\n"), Policy::Open);
    assert_eq!(policy(&[0xff, 0xfe]), Policy::Open);
    let is_own = |text: &str| !text.contains("policy") && !text.contains("---");
    for (text, _) in ignored().into_iter().filter(|(text, _)| is_own(text)) {
        assert_eq!(policy(format!("{text}{hides}").as_bytes()), Policy::Open, "{text}");
    }
    for (text, _) in read().into_iter().filter(|(text, _)| is_own(text)) {
        assert_eq!(policy(format!("{text}{hides}").as_bytes()), Policy::OnlyForPeople, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_told_as_such() {
    let codes = |bytes: &[u8]| {
        let (text, findings) = lint_bytes(bytes, &AROUND);
        assert!(findings.iter().all(|finding| text.get(finding.span.start..finding.span.end).is_some()));
        findings.iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(b"interface: {}\n"), [""; 0]);
    assert_eq!(codes(b"\xEF\xBB\xBFinterface: A\n"), ["openai-yaml-type"]);
    assert_eq!(codes(b"interface: \xFF\n"), ["encoding-invalid"]);
    assert_eq!(codes(b"\xFF\xFEi\0"), ["encoding-utf16"]);
}

#[test]
fn a_hostile_file_is_told_of_in_part() {
    let many = (0..4_000).map(|at| format!("k{at}: v\n")).collect::<Vec<_>>().concat();
    let found = run(&many);
    assert_eq!((found.len(), found.last().map(|finding| finding.code)), (501, Some("more-findings")));
    assert_eq!(run(&"x: [".repeat(20_000))[0].code, "openai-yaml-syntax");
    assert_eq!(run(&"a: b\n".repeat(20_000))[0].code, "openai-yaml-syntax", "more than is read");
}

const INDENTS: &[&str] = &["", "", "  ", "    ", "    - ", "      "];
const KEYS: &[&str] = &[
    "interface",
    "policy",
    "dependencies",
    "tools",
    "products",
    "allow_implicit_invocation",
    "display_name",
    "brand_color",
    "icon_small",
    "default_prompt",
    "type",
    "value",
    "x",
];
const VALUES: &[&str] = &[
    "",
    "",
    "true",
    "false",
    "~",
    "codex",
    "mcp",
    "[codex]",
    "[atlas]",
    "{a: b}",
    "{{a}}",
    "\"é\"",
    "#3B82F6",
    "'",
    "[",
    "pdf-forms",
    "assets/x",
    "&a b",
    "*a",
    "a: b",
    "é",
];

/// Lines that are often a file, and often none.
fn line() -> impl Strategy<Value = String> {
    (select(INDENTS), select(KEYS), select(VALUES)).prop_map(|(indent, key, value)| format!("{indent}{key}: {value}\n"))
}

proptest! {
    #[test]
    fn whatever_stands_there_is_judged_as_it_is_read(lines in prop::collection::vec(line(), 0..10)) {
        let text = lines.concat();
        let found = run(&text);
        for finding in &found {
            prop_assert!(code::info(finding.code).is_some(), "{finding:?}");
            prop_assert!(text.get(finding.span.start..finding.span.end).is_some(), "{finding:?}");
            // Where a file is no YAML, its repairs are tried together.
            if let Some(fix) = finding.fix.as_ref().filter(|_| finding.code != code::OPENAI_YAML_SYNTAX) {
                let fixed = apply(&text, &fix.edits);
                let after = run(&fixed);
                let errors = |list: &[Finding]| list.iter().filter(|one| one.severity == Severity::Error).count();
                let same = |list: &[Finding]| list.iter().filter(|one| one.code == finding.code).count();
                prop_assert!(same(&after) < same(&found) && errors(&after) <= errors(&found), "{fixed}\n{after:?}");
            }
        }
        let is_hidden = policy(text.as_bytes()) != Policy::Open;
        prop_assert_eq!(is_hidden, found.iter().any(|finding| finding.code == code::CLIENT_HIDDEN));
        let is_ignored = found.iter().any(|finding| finding.severity == Severity::Error);
        prop_assert!(!(is_hidden && is_ignored), "{:?}", found);
    }
}

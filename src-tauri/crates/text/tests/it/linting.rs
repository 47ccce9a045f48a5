//! Lint: the codes of good and bad skills, and that every fix keeps its word.

use std::{collections::HashSet, convert::Infallible};

use studio_model::Client;
use studio_text::{
    Finding, Severity, SkillDocument, Target, apply,
    code::{CODES, targets_of},
    lint::{KnownTools, LintContext, Namesakes, lint, name_duplicate, name_problem, with_free_names},
};

const FILES: &[&str] = &["SKILL.md", "references/guide.md", "scripts/run.py", "assets/a b.png"];

/// Tools of these names whose arguments use these words.
fn known(names: &[&str], words: &[&str]) -> KnownTools {
    let set = |of: &[&str]| of.iter().map(ToString::to_string).collect();
    KnownTools { names: set(names), words: set(words), ..KnownTools::default() }
}

fn run(text: &str, folder: &str, targets: &[Target]) -> Vec<Finding> {
    let tools = known(&["get_weather", "send_mail", "rg"], &[]);
    let context = LintContext {
        folder: Some(folder),
        files: Some(FILES),
        on_disk: None,
        linked: None,
        namesakes: None,
        absent: &[],
        tools: Some(&tools),
        targets,
        levels: None,
    };
    lint(&SkillDocument::read(text), &context)
}

/// Frontmatter lines behind a good name and description, and a body.
fn with(lines: &str, body: &str) -> String {
    format!("---\nname: a-skill\ndescription: Does things. Use when asked to.\n{lines}---\n\n{body}\n")
}

/// A text and the codes it gets for all targets, each with the piece of text it points at.
type Case = (String, &'static [(&'static str, &'static str)]);

fn cases() -> Vec<Case> {
    let own = |text: &str| text.to_owned();
    vec![
        (with("", "Do it."), &[]),
        (
            with(
                "license: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\n",
                "See [it](references/guide.md#top).",
            ),
            &[],
        ),
        // Delimiters and YAML; what reading finds is tested with reading.
        (own("# Only a body\n"), &[("frontmatter-missing", "# Only a body")]),
        (with("license: a --- b\n", "Do it."), &[("frontmatter-dashes", "---")]),
        (with("license: Use: it\n", "Do it."), &[("yaml-unquoted-colon", ":")]),
        (with("metadata: {author: me}\n", "Do it."), &[("yaml-flow", "{author: me}")]),
        // Name.
        (own("---\ndescription: Does things. Use when asked to.\n---\nDo it."), &[("name-missing", "")]),
        (
            own("---\nname: A Skill\ndescription: Does things. Use when asked to.\n---\nDo it."),
            &[("name-format", "A Skill")],
        ),
        (
            own("---\nname: other\ndescription: Does things. Use when asked to.\n---\nDo it."),
            &[("name-folder", "other")],
        ),
        (
            own("---\nname: claude-x\ndescription: Does things. Use when asked to.\n---\nDo it."),
            &[("name-folder", "claude-x"), ("name-reserved", "claude-x")],
        ),
        // Description.
        (own("---\nname: a-skill\n---\nDo it."), &[("description-missing", "name: a-skill")]),
        (own("---\nname: a-skill\ndescription:\n---\nDo it."), &[("description-missing", "description")]),
        (own("---\nname: a-skill\ndescription: Helps\n---\nDo it."), &[("description-short", "Helps")]),
        (
            own("---\nname: a-skill\ndescription: Writes the notes of a release\n---\nDo it."),
            &[("description-no-when", "Writes the notes of a release")],
        ),
        (
            own("---\nname: a-skill\ndescription: Does <it> when asked to\n---\nDo it."),
            &[("description-brackets", "<")],
        ),
        (own("---\nname: a-skill\ndescription: 需要查询天气\n---\nDo it."), &[]),
        // The other fields.
        (with("compatibility: ''\n", "Do it."), &[("compatibility-length", "compatibility: ''")]),
        (with("metadata: text\n", "Do it."), &[("metadata-type", "text")]),
        (
            with("metadata:\n  version: 1.0\n  yes: true\n", "Do it."),
            &[("metadata-value", "1.0"), ("metadata-value", "true")],
        ),
        (with("license:\n  - MIT\n", "Do it."), &[("field-type", "- MIT")]),
        (with("custom: x\n", "Do it."), &[("unknown-key", "custom")]),
        (with("argument-hint: x\n", "Do it."), &[("unknown-key", "argument-hint")]),
        (with("licence: MIT\n", "Do it."), &[("misspelt-key", "licence")]),
        (with("allowed_tools:\n  - rg\n", "Do it."), &[("misspelt-key", "allowed_tools")]),
        // adk.
        (with("allowed-tools: rg send_mail\n", "Do it."), &[("adk-list", "rg send_mail")]),
        (with("allowed-tools:\n  - rg\n", "Do it."), &[("tools-form", "- rg")]),
        (with("tags: a, b\n", "Do it."), &[("unknown-key", "tags"), ("adk-list", "a, b")]),
        (with("trigger: yes\n", "Do it."), &[("unknown-key", "trigger"), ("adk-dropped", "yes")]),
        (with("tags:\n  - a: b\n", "Do it."), &[("unknown-key", "tags"), ("adk-dropped", "a: b")]),
        // Tools.
        (
            with("allowed-tools:\n  - get_wether\n  - Bash\n  - mcp__x__y\n", "Do it."),
            &[("tools-form", "- get_wether\n  - Bash\n  - mcp__x__y"), ("unknown-tool", "get_wether")],
        ),
        (
            with("allowed-tools:\n  - fly_to_moon\n", "Do it."),
            &[("tools-form", "- fly_to_moon"), ("unknown-tool", "fly_to_moon")],
        ),
        (
            with("allowed-tools:\n  - rg\n  - rg\n", "Do it."),
            &[("tools-form", "- rg\n  - rg"), ("duplicate-tool", "- rg\n  - rg")],
        ),
        (
            with("", "Call `get_wether`, then `get_wether` or `unrelated_thing` and `send_mail`."),
            &[("unknown-tool", "get_wether"), ("unknown-tool", "unrelated_thing")],
        ),
        (with("", "```\n`get_wether` [x](gone.md)\n```"), &[]),
        // The body.
        (with("", ""), &[("body-empty", "")]),
        (with("", "See [x](references/giude.md)."), &[("link-missing", "references/giude.md")]),
        (
            with(
                "",
                "See [x](<assets/a b.png>), [y](assets/a%20b.png), [z](https://e.org/x.md), [w](#x) and [v](references/).",
            ),
            &[],
        ),
        (with("", "See [x](../other/SKILL.md)."), &[("link-outside", "../other/SKILL.md")]),
        (with("", "See [x](references\\guide.md)."), &[("link-backslash", "references\\guide.md")]),
        (with("", "Run `scripts/rnu.py` and `path/to/x.py` and `run.py`."), &[("link-missing", "scripts/rnu.py")]),
        (with("", "[x](url) [y](path/to/file.md) [z]({name}.md) [w](PATH)"), &[]),
        (
            with("", "a\u{200B}\u{200B}b \u{202E}c"),
            &[("hidden-character", "\u{200B}\u{200B}"), ("hidden-character", "\u{202E}")],
        ),
        (with("", "👨\u{200D}👩 \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} می\u{200C}خواهم"), &[]),
        (with("", "a\u{7}b"), &[("control-character", "\u{7}")]),
    ]
}

#[test]
fn what_only_some_targets_mind_is_told_by_its_code() {
    for (text, _) in cases() {
        for finding in run(&text, "a-skill", &Target::ALL) {
            let minded: Vec<_> = finding.targets.iter().collect();
            let may = targets_of(finding.code);
            assert_eq!(may.is_empty(), minded.is_empty(), "{} in {text:?}", finding.code);
            assert!(minded.iter().all(|target| may.contains(target)), "{} in {text:?}: {minded:?}", finding.code);
        }
    }
}

#[test]
fn a_target_is_told_the_same_alone_and_among_others() {
    let told = |findings: Vec<Finding>, target: Target| -> Vec<_> {
        let concerning = findings.into_iter().filter(|finding| finding.concerns(target));
        concerning.map(|finding| (finding.code, finding.severity, finding.span, finding.message)).collect()
    };
    for (text, _) in cases() {
        let together = run(&text, "a-skill", &Target::ALL);
        for target in Target::ALL {
            let alone = told(run(&text, "a-skill", &[target]), target);
            assert_eq!(alone, told(together.clone(), target), "{}: {text}", target.as_str());
        }
    }
}

#[test]
fn a_key_is_listed_however_many_other_problems_there_are() {
    let links: Vec<String> = (0..600).map(|number| format!("[one](references/missing-{number}.md)")).collect();
    let links = links.join("\n");
    let key = ["ghp_", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].concat();
    let text =
        format!("---\nname: a\ndescription: Reads. Use when reading.\n---\n\n{links}\nexport GITHUB_TOKEN={key}\n");
    let codes: Vec<&str> = run(&text, "a", &[]).iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&"credential") && codes.contains(&"more-findings"), "{codes:?}");
}

#[test]
fn every_case_gets_its_codes_at_their_places() {
    let targets = [Target::AgentSkills, Target::Adk, Target::ClaudeUpload, Target::OpenAiUpload, Target::Light4j];
    for (text, expected) in cases() {
        let found = run(&text, "a-skill", &targets);
        let found: Vec<(&str, &str)> = found.iter().map(|finding| (finding.code, finding.span.of(&text))).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_fix_removes_its_finding_and_adds_no_error() {
    let mut fixed_codes = HashSet::new();
    let mut texts: Vec<String> = cases().into_iter().map(|(text, _)| text).collect();
    texts.extend(
        [
            "\u{FEFF}---\nname: a-skill\ndescription: Does it when asked\n---\nx",
            "\n---\nname: a-skill\ndescription: Does it when asked\n---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\n ---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\n\n# Title",
            "---\nname: a-skill\ndescription: \"Does\" it when asked\n---\nx",
            "---\nname: a-skill\ndescription: \"Does it when asked\n---\nx",
            "---\nname: a-skill\ndescription: \"Does \\it when asked\"\n---\nx",
            "---\nname: a-skill\ndescription: @Does it when asked\n---\nx",
            "---\nname: a-skill\ndescription: {{Does it}}\n---\nx",
            "---\nname: a-skill\ndescription:\n\tDoes it when asked\n---\nx",
            "---\r\nname:a-skill\r\ndescription: Does it when asked\r\n---\r\nx",
            "---\nname: a-skill\nname: a-skill\ndescription: Does it when asked\n---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\ntags: [a: b, 'c]\n---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\nallowed-tools: rg, send_mail\n---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\ntags: [a, b]\n---\nx",
            "---\nname: a-skill\ndescription: Does it when asked\nmetadata:\n  a:\n---\nx",
        ]
        .map(str::to_owned),
    );
    for text in texts {
        for targets in [&[Target::AgentSkills, Target::ClaudeUpload][..], &[Target::Adk], &Target::ALL, &[]] {
            let before = run(&text, "a-skill", targets);
            for finding in &before {
                let Some(fix) = &finding.fix else { continue };
                fixed_codes.insert(finding.code);
                let fixed = apply(&text, &fix.edits);
                let after = run(&fixed, "a-skill", targets);
                let count = |list: &[Finding], code: &str| list.iter().filter(|other| other.code == code).count();
                assert!(
                    count(&after, finding.code) < count(&before, finding.code),
                    "{text}\n{finding:?}\n{fixed}\n{after:?}"
                );
                for other in after.iter().filter(|other| other.severity == Severity::Error) {
                    assert!(
                        count(&after, other.code) <= count(&before, other.code),
                        "{text}\n{finding:?}\n{fixed}\n{other:?}"
                    );
                }
            }
        }
    }
    assert!(fixed_codes.len() > 25, "{fixed_codes:?}");
}

#[test]
fn sizes_are_judged() {
    let targets = [Target::AgentSkills, Target::Light4j];
    let codes = |text: &str| -> Vec<_> { run(text, "a-skill", &targets).iter().map(|finding| finding.code).collect() };
    let when = "Use when asked to. ";
    for (description, expected) in [
        (when.repeat(20), vec![]),
        (when.repeat(30), vec!["description-length"]),
        (when.repeat(60), vec!["description-length", "description-length"]),
    ] {
        let text = format!("---\nname: a-skill\ndescription: {description}\n---\nx");
        assert_eq!(codes(&text), expected);
    }
    let long = with("", "x").replace("description: ", &format!("description: {}", when.repeat(60)));
    let says = |words: &str| run(&long, "a-skill", &targets).iter().any(|finding| finding.message.contains(words));
    assert!(says("characters long; the limit is 1,024."), "a number is written as beside the field");
    let compatibility = format!("compatibility: {}\n", "é".repeat(500));
    assert!(codes(&with(&compatibility, "x")).is_empty());
    assert_eq!(codes(&with(&format!("compatibility: {}\n", "é".repeat(501)), "x")), ["compatibility-length"]);
    assert!(codes(&with("", &"x\n".repeat(499))).is_empty());
    assert_eq!(codes(&with("", &"x\n".repeat(500))), ["body-lines"]);
    assert!(codes(&with("", &"word ".repeat(4_900))).is_empty());
    assert_eq!(codes(&with("", &"word ".repeat(5_100))), ["body-tokens"]);
    assert_eq!(codes(&with("", &"word ".repeat(50_000))), ["body-tokens"]);
}

#[test]
fn only_the_targets_asked_for_are_judged() {
    let text = "---\nname: A Skill\ndescription: Does <it> when asked\nallowed-tools: rg\ncustom: x\n---\nx";
    let codes = |targets: &[Target]| -> Vec<_> { run(text, "f", targets).iter().map(|finding| finding.code).collect() };
    assert_eq!(codes(&[]), Vec::<&str>::new());
    assert_eq!(codes(&[Target::Adk]), ["adk-list"]);
    assert_eq!(codes(&[Target::AgentSkills]), ["name-format", "unknown-key"]);
    assert_eq!(codes(&[Target::OpenAiUpload]), ["name-format", "description-brackets", "unknown-key"]);
    let folder = run(&with("", "x"), "references", &[Target::Adk]);
    assert_eq!(folder[0].code, "adk-not-discovered");
}

#[test]
fn every_rule_says_why_it_is_mended_by_hand_where_it_has_no_fix() {
    for info in CODES {
        let why = info.by_hand;
        assert!(why.ends_with('.') && !why.contains("can't be determined"), "{}: {why}", info.code);
    }
}

#[test]
fn a_name_that_is_offered_keeps_its_letters_without_their_marks() {
    for (name, offered) in [
        ("Ünïcode schön", "unicode-schon"),
        ("Crème  brûlée №2", "creme-brulee-no2"),
        ("Straße nach Łódź", "strasse-nach-lodz"),
        ("Don’t İgnore", "dont-ignore"),
        ("日本", "gas-emergency"),
        // Without the letters that are like none of ours it would be another name.
        ("Notes 日本", "gas-emergency"),
    ] {
        let said = name_problem(name).unwrap();
        assert!(said.ends_with(&format!("such as {offered}.")), "{said}");
    }
}

#[test]
fn a_fix_gives_no_name_that_another_skill_has() {
    let body = "description: Does things. Use when asked to.\n---\n\nDo it.\n";
    for (text, folder, code, wanted, named) in [
        (format!("---\nname: Log Trimmer\n{body}"), None, "name-format", "log-trimmer", Some("name: log-trimmer-3")),
        (format!("---\n{body}"), Some("log-trimmer"), "name-missing", "log-trimmer", Some("name: log-trimmer-3")),
        ("# Log trimmer\n".to_owned(), None, "frontmatter-missing", "log-trimmer", Some("name: log-trimmer-3")),
        (format!("---\nname: a-skill\n{body}"), Some("log-trimmer"), "name-folder", "log-trimmer", None),
        (format!("---\nname: Free Name\n{body}"), None, "name-format", "", Some("name: free-name")),
    ] {
        let context = LintContext { folder, targets: &[Target::AgentSkills], ..LintContext::default() };
        let mut findings = lint(&SkillDocument::read(&text), &context);
        let is_taken = |name: &str| Ok::<_, Infallible>(["log-trimmer", "log-trimmer-2"].contains(&name));
        let Ok(taken) = with_free_names(&text, &mut findings, is_taken);
        assert_eq!(taken, if wanted.is_empty() { vec![] } else { vec![wanted] }, "{text}");
        let found = findings.iter().find(|found| found.code == code).unwrap();
        let fixed = found.fix.as_ref().map(|fix| apply(&text, &fix.edits));
        let line = fixed.as_deref().and_then(|fixed| fixed.lines().find(|line| line.starts_with("name:")));
        assert_eq!(line, named, "{text}");
        let told = found.fix.as_ref().map_or(&found.message, |fix| &fix.title);
        assert_eq!(told.contains("nother skill is"), !wanted.is_empty(), "{told}");
    }
}

#[test]
fn codes_are_unique_and_kebab_case() {
    let codes: HashSet<&str> = CODES.iter().map(|info| info.code).collect();
    assert_eq!(codes.len(), CODES.len());
    for code in codes {
        assert!(code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{code}");
    }
}

/// The names a body is found to use as tools that are none.
fn phantoms(tools: &KnownTools, body: &str) -> Vec<String> {
    let text = with("allowed-tools: mcp__shop\n", body);
    let context = LintContext { tools: Some(tools), ..LintContext::default() };
    let findings = lint(&SkillDocument::read(&text), &context);
    let names = findings.iter().filter(|finding| ["unknown-tool", "tool-mention"].contains(&finding.code));
    names.map(|finding| finding.span.of(&text).to_owned()).collect()
}

#[test]
fn names_that_a_sentence_uses_as_tools_are_looked_up() {
    let tools = known(&["send_mail", "print_label"], &["due_day", "wire_transfer"]);
    let cases: &[(&str, &[&str])] = &[
        // What is said before a name, and after it.
        ("Use `issue_voucher` for gifts.", &["issue_voucher"]),
        ("With `make_invoice` it is quick, then `measure_gizmo`.", &["make_invoice", "measure_gizmo"]),
        ("Call `make_invoice` first, then `shake_hands_twice`.", &["make_invoice", "shake_hands_twice"]),
        ("The `book_gadget` does it. A `check_pot` never returns.", &["book_gadget", "check_pot"]),
        ("Ask via the **`ask_desk`**, or (try `ring_desk`).", &["ask_desk", "ring_desk"]),
        ("> Always use\n> `fold_box` first.", &["fold_box"]),
        ("Write to us\n\n`fold_box` is a word.", &[]),
        ("See `fold_box`; a step called `press_box`; in `seal_box` it is.", &[]),
        // One says it for the others of a list.
        ("Use `pick_item`, `pack_item` or `ship_item`.", &["pick_item", "pack_item", "ship_item"]),
        ("Use `send_mail` / `ship_item`.", &["ship_item"]),
        ("Use `due_day` and `ship_item`.", &[]),
        ("Use `fold_box`, with the `fine_paper`. `send_mail` with `fine_paper`.", &["fold_box"]),
        // How a name is written.
        (
            "Use the tool `sendParcel`, call the `shop.refund` tool and run `mcp__bank__pay`.",
            &["sendParcel", "shop.refund", "mcp__bank__pay"],
        ),
        ("Use `sendParcel` and call `sendLetter`, which `init` made.", &[]),
        ("Use `shop.refund` and `data.json`; call `data.json`, `a.b.c` and `HttpClient`.", &[]),
        ("Use `mcp__shop__pay` and `mcp__post__print_label`, call `post.print_label`.", &[]),
        ("Run `refund`, use `kebab-case` and `MAX_ITEMS`, then `--dry_run`.", &[]),
        ("Call `refund_order(order)`, use `fold_box(x)`.", &["refund_order"]),
        // What is no tool.
        ("Use the `page_size` parameter and `a_thing`, `b_thing` (both) options.", &[]),
        (
            "Use `start_time` with `order_id`; use `get_order_id` and `due_day`, with `wire_transfer`.",
            &["get_order_id"],
        ),
        ("Use `fold_box`.\n\n```yaml\nfold_box: yes\n```", &[]),
        ("Use `fold_box`.\n\n```json\n{\"tool\": \"fold_box\"}\n```", &["fold_box"]),
        ("Call `fold_box`.\n\n```py\nfold_box = 1\n```", &[]),
        ("Use `foldBox`.\n\n```js\nfoldBox(1)\n```", &[]),
    ];
    for (body, expected) in cases {
        assert_eq!(phantoms(&tools, body), *expected, "{body}");
    }
    assert_eq!(
        phantoms(&known(&[], &[]), "Use `issue_voucher`."),
        ["issue_voucher"],
        "a library without tools knows of none"
    );
}

#[test]
fn a_shared_name_is_a_finding_with_what_each_client_does() {
    let text = with("", "Do it.");
    let check = |others: usize, places: &[String], expected: &str| {
        let namesakes = Some(Namesakes { name: "a-skill", others, places, free: "a-skill-2" });
        let findings = lint(&SkillDocument::read(&text), &LintContext { namesakes, ..LintContext::default() });
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((finding.code, finding.severity), ("name-duplicate", Severity::Warning));
        assert!(finding.message.starts_with(expected), "{}", finding.message);
        for client in ["Claude Code", "Codex", "Gemini CLI", "Qwen Code", "pi", "Kimi Code", "Copilot", "opencode"] {
            assert!(finding.message.contains(client), "{client}: {}", finding.message);
        }
        assert_eq!(finding.span.of(&text), "a-skill");
        let fixed = apply(&text, &finding.fix.as_ref().unwrap().edits);
        assert_eq!(SkillDocument::read(&fixed).name(), Some("a-skill-2"));
    };
    let places = ["x/SKILL.md", "y", "z"].map(str::to_owned);
    check(1, &places[..1], "Another skill is also named `a-skill` (x/SKILL.md). ");
    check(5, &places, "5 other skills are also named `a-skill` (x/SKILL.md, y, z and 2 more). ");
    let unnamed = SkillDocument::read("# No frontmatter\n");
    let namesakes = Namesakes { name: "a-skill", others: 1, places: &places[..1], free: "a-skill-2" };
    assert_eq!(name_duplicate(&unnamed, namesakes).fix, None);
}

#[test]
fn a_mention_is_a_hint_and_only_an_unmistakable_call_a_warning() {
    let mut tools = known(&[], &[]);
    tools.add_skill("press release");
    tools.add_skill("code-review");
    let severity = |body: &str| {
        let text = with("", body);
        let context = LintContext { tools: Some(&tools), ..LintContext::default() };
        let findings = lint(&SkillDocument::read(&text), &context);
        assert!(findings.len() <= 1, "{body}: {findings:?}");
        let finding = findings.first()?;
        assert_eq!(finding.code, if finding.severity == Severity::Info { "tool-mention" } else { "unknown-tool" });
        assert_eq!(finding.subject.as_deref(), Some(finding.span.of(&text)), "{body}");
        Some(finding.severity)
    };
    for (body, expected) in [
        ("Use `issue_voucher` for gifts.", Some(Severity::Info)),
        ("Call `issue_voucher` for gifts.", Some(Severity::Warning)),
        ("The `issue_voucher` tool makes gifts.", Some(Severity::Warning)),
        ("Use `mcp__shop__pay` for gifts.", Some(Severity::Warning)),
        ("Call `runOnUI` on the main thread.", None),
        ("Call the tool `runOnUI` on the main thread.", Some(Severity::Info)),
        ("Call `runOnUI` after `start()`.", None),
        ("Call `release-gate` for gifts.", None),
        ("Use `press_release` and call `code_review`.", None),
        ("Names are written in `snake_case`.", None),
        ("The grant `client_credentials` is for servers.", None),
    ] {
        assert_eq!(severity(body), expected, "{body}");
    }
}

#[test]
fn words_of_interfaces_and_programs_are_no_tools() {
    let tools = known(&[], &[]);
    for body in [
        // Parameters and fields.
        "Older models still use `budget_tokens`; set it with `tool_choice`, and read why via `stop_details`.",
        "Refine it with `search_depth`, `run_id` and `replace_all`; use `end_turn`, then `for_each`.",
        "Call it with `update_time`, which `on_error` handles. The `payload_m` does it.",
        "Use the `create_index` option. Later, call `create_index`.",
        "Call the function `build_index`, then use `build_index`.",
        "Call `mcp_servers`, use `mcp_auth_token` and `mcp__shop`.",
        // Types, methods, functions.
        "Call `messages.create`, use `agents.create`, call `HttpClient` and the `ToolRunner` tool.",
        "Use `getElement`, call `preventDefault` and run `useEffect`.",
        "Use `read_csv` and call `make_frame`.\n\n```python\nimport frames\n```",
        "Use the `resize_image` tool.\n\n```js\nfunction resize_image(x) {}\n```",
        "Call `extract_table` in `scripts/tables.py`.",
        // Programs.
        "Run the `pg_dump` tool.\n\n```bash\npg_dump -h localhost\n```",
        "Use the command-line tool `export_site`, and the CLI tool `build_site`.",
        // Variables of an environment.
        "Use `API_TOKEN`, call `GET_TOKEN` and the `SEND_MAIL` tool.",
        // Tools that a program gives to a model.
        "Answer `tool_use` with a `tool_result`. Call the tool `get_weather`.",
        "Set `max_tokens`. Use the `get_weather` tool.\n\n```json\n{\"tool_choice\": \"auto\"}\n```",
        "Use the `get_weather` tool type, whose `get_weather` tool definition is given.",
        "```json\n{\"type\": \"tool_use\", \"name\": \"get_weather\", \"input\": {}}\n```",
        // Of a server that is named otherwise.
        "Call `github:create_issue`.",
    ] {
        assert_eq!(phantoms(&tools, body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn a_program_of_the_skill_is_no_tool() {
    let tools = known(&[], &[]);
    let text = with("", "Call `build_index`. Call `build_report`.");
    let files = ["SKILL.md", "scripts/build_index.py", "scripts/build_report_all.py"];
    let context = LintContext { tools: Some(&tools), files: Some(&files), ..LintContext::default() };
    let findings = lint(&SkillDocument::read(&text), &context);
    let unknown = findings.iter().filter(|finding| finding.code == "unknown-tool");
    let subjects: Vec<_> = unknown.filter_map(|finding| finding.subject.as_deref()).collect();
    assert_eq!(subjects, ["build_report"]);
}

#[test]
fn what_is_unmistakably_called_and_nobody_has_is_a_warning() {
    let tools = known(&[], &[]);
    for (body, name) in [
        ("Call the tool `quantify_gizmo`.", "quantify_gizmo"),
        ("Use the `gizmo_status` tool for it.", "gizmo_status"),
        ("Invoke the `stir_pot` MCP tool.", "stir_pot"),
        ("Call `stir_pot` with a `spoon_size`.", "stir_pot"),
        ("Use the `stir_pot` tool.\n\n```py\nprint(1)\n```", "stir_pot"),
        ("Call `mcp_shop_query-stock`.", "mcp_shop_query-stock"),
        ("```json\n{\"tool\": \"stir_pot\", \"arguments\": {\"speed\": 3}}\n```", "stir_pot"),
        ("```\n[{\"name\": \"stir_pot\", \"arguments\": {}}]\n```", "stir_pot"),
    ] {
        let text = with("", body);
        let context = LintContext { tools: Some(&tools), ..LintContext::default() };
        let findings = lint(&SkillDocument::read(&text), &context);
        let [finding] = findings.as_slice() else { panic!("{body}: {findings:?}") };
        assert_eq!((finding.code, finding.severity), ("unknown-tool", Severity::Warning), "{body}");
        assert_eq!((finding.subject.as_deref(), finding.span.of(&text)), (Some(name), name), "{body}");
    }
}

#[test]
fn a_manual_that_speaks_of_servers_gives_hints() {
    let tools = known(&[], &[]);
    let body = |about: &str| format!("{about} Use `list_pages`, then call `open_page`.\n\n```ts\nrun();\n```");
    assert_eq!(phantoms(&tools, &body("With the MCP server:")), ["list_pages", "open_page"]);
    assert!(phantoms(&tools, &body("With the library:")).is_empty());
}

#[test]
fn no_tool_of_any_client_is_missing() {
    let tools = known(&[], &[]);
    for client in Client::ALL {
        let own = client.own_tools().iter().map(|tool| tool.name);
        for name in own.chain(client.other_tool_names().iter().copied()) {
            let body = format!("Call the tool `{name}`.");
            let text = with(&format!("allowed-tools: {name}\n"), "Do it.");
            let context = LintContext { tools: Some(&tools), ..LintContext::default() };
            let codes: Vec<_> = lint(&SkillDocument::read(&text), &context).iter().map(|one| one.code).collect();
            assert!(phantoms(&tools, &body).is_empty() && !codes.contains(&"unknown-tool"), "{client:?}: {name}");
        }
    }
}

#[test]
fn a_list_that_is_cut_says_so() {
    let text = with("", &"a\u{200B} ".repeat(800));
    let found = run(&text, "a-skill", &[Target::AgentSkills]);
    assert_eq!(found.len(), 501);
    assert_eq!(found.last().map(|finding| finding.code), Some("more-findings"));
    assert!(found[500].message.contains("only the first 500"), "{}", found[500].message);
}

/// What one client says of a text, by code.
#[test]
fn a_description_made_of_a_heading_is_no_longer_than_one_made_of_a_sentence() {
    let long = "word ".repeat(200);
    for text in [format!("# {long}\n"), format!("{long}\n"), format!("---\nname: a-skill\n---\n\n# {long}\n")] {
        let findings = run(&text, "a-skill", &[Target::AgentSkills]);
        let finding = findings.iter().find(|one| ["frontmatter-missing", "description-missing"].contains(&one.code));
        let fixed = apply(&text, &finding.and_then(|one| one.fix.as_ref()).expect("it can be mended").edits);
        let made = SkillDocument::read(&fixed).description().expect("it has a description").chars().count();
        assert!((200..=300).contains(&made), "{made} characters of {text}");
    }
}

#[test]
fn what_stands_above_a_frontmatter_goes_below_it_and_no_second_one_is_made() {
    let frontmatter = "---\nname: a\ndescription: Reads tides. Use when asked.\n---\n";
    for (above, said) in [
        ("<!-- Written in May. -->\n", "the comment"),
        ("<!--\nWritten in May.\n-->\n\n", "the comment"),
        ("<!-- one --> <!-- two -->\n", "the comment"),
        ("# Tides\n\n", "the text"),
        ("Written in May.\n\n* * *\n\n", "the text"),
        ("\u{FEFF}# Tides\n", "the text"),
    ] {
        let text = format!("{above}{frontmatter}\nDo it.\n");
        let findings = lint(&SkillDocument::read(&text), &LintContext { folder: Some("a"), ..LintContext::default() });
        let late = findings.iter().find(|one| one.code.starts_with("frontmatter-")).expect("it is late");
        assert!(late.message.contains("must start at the beginning of the file"), "{above}: {}", late.message);
        let fix = late.fix.as_ref().unwrap_or_else(|| panic!("{above}: {late:?}"));
        assert!(fix.title.contains(said), "{above}: {}", fix.title);
        let fixed = apply(&text, &fix.edits);
        let after = SkillDocument::read(&fixed);
        assert_eq!(
            (after.name(), after.description()),
            (Some("a"), Some("Reads tides. Use when asked.")),
            "{above}: {fixed}"
        );
        let above = above.trim_start_matches('\u{FEFF}').trim();
        assert!(after.body().trim_start().starts_with(above) && fixed.matches("name: a").count() == 1, "{fixed}");
    }
    // What is only shown is no frontmatter.
    let shown = format!("# How to\n\nA skill begins so:\n\n```yaml\n{frontmatter}```\n");
    let findings = lint(&SkillDocument::read(&shown), &LintContext { folder: Some("a"), ..LintContext::default() });
    assert!(findings.iter().all(|one| !one.message.contains("Move the text")), "{findings:?}");
}

//! Files of its own that a body names and the skill does not have, however they are named.

use studio_text::{
    Severity, SkillDocument,
    lint::{LintContext, lint},
};

/// What is missing by a body, each with how sure that is.
fn missing(body: &str, files: &[&str]) -> Vec<(String, Severity)> {
    let text = format!("---\nname: a\ndescription: Trims logs. Use when asked to.\n---\n\n{body}\n");
    let context = LintContext { files: Some(files), ..LintContext::default() };
    let findings = lint(&SkillDocument::read(&text), &context).into_iter().filter(|one| one.code == "link-missing");
    findings.map(|one| (one.span.of(&text).to_owned(), one.severity)).collect()
}

#[test]
fn a_file_that_is_named_and_not_there_is_told_wherever_it_is_named() {
    for (body, path) in [
        ("Use scripts/trim.sh.", "scripts/trim.sh"),
        ("Use `scripts/trim.sh` on it.", "scripts/trim.sh"),
        ("Use `python scripts/trim.py --all in.log` on it.", "scripts/trim.py"),
        ("**references/log-forms.md**: which there are", "references/log-forms.md"),
        ("| Page (assets/page.html) | for reports |", "assets/page.html"),
        ("Use ./scripts/trim.sh.", "scripts/trim.sh"),
        ("```bash\ncd here\n  python3 scripts/trim.py\n```", "scripts/trim.py"),
    ] {
        // Projects have scripts, too; references are a skill's.
        let alone = if path.starts_with("references/") { Severity::Warning } else { Severity::Info };
        assert_eq!(missing(body, &["SKILL.md"]), [(path.to_owned(), alone)], "{body}");
        let folder = &path[..=path.find('/').unwrap()];
        let other = format!("{folder}entirely-other.txt");
        assert_eq!(missing(body, &["SKILL.md", &other]), [(path.to_owned(), Severity::Warning)], "{body}");
        assert!(missing(body, &["SKILL.md", path]).is_empty(), "{body}");
    }
    let twice = "Use scripts/trim.sh, then `scripts/trim.sh` again.";
    assert_eq!(missing(twice, &["SKILL.md"]).len(), 1);
    let linked = "Use [it](./scripts/trim.sh), `./scripts/trim.sh` or scripts/trim.sh.";
    assert_eq!(missing(linked, &["SKILL.md"]).len(), 1);
}

#[test]
fn a_path_below_what_clients_fill_in_with_the_skills_folder_can_mean_no_other_file() {
    for body in [
        "Run `{baseDir}/scripts/trim.sh`.",
        "```\n\"${CLAUDE_SKILL_DIR}/scripts/trim.sh\" in.log\n```",
        "Run $CLAUDE_SKILL_DIR/scripts/trim.sh, please.",
        "Run [it](${KIMI_SKILL_DIR}/scripts/trim.sh).",
    ] {
        let is_missing = [("scripts/trim.sh".to_owned(), Severity::Warning)];
        assert_eq!(missing(body, &["SKILL.md"]), is_missing, "{body}");
        assert!(missing(body, &["SKILL.md", "scripts/trim.sh"]).is_empty(), "{body}");
    }
}

#[test]
fn what_names_no_file_of_the_skill_is_left_alone() {
    for body in [
        "See my/scripts/trim.sh, ../scripts/trim.sh and https://example.org/scripts/trim.sh.",
        "Put programs into scripts/ and pages into `references/`.",
        "Name it `scripts/<name>.py` or `scripts/*.py`.",
        "```\nscripts/trim.py      # shown, not run\n```",
        "Its subscripts/trim.sh is another one.",
        "Its my./scripts/trim.sh and ${CLAUDE_PLUGIN_ROOT}/scripts/trim.sh are others.",
        "```\n./scripts/trim.py      # shown, not run\n```",
        "A link is `[text](references/YOUR-FILE.md)`, or [so](references/FILE_NAME.md).",
        "Read `references/*.md`.",
    ] {
        assert!(missing(body, &["SKILL.md"]).is_empty(), "{body}");
    }
}

#[test]
fn a_body_full_of_paths_is_read_in_one_pass() {
    let body = "(scripts/".repeat(20_000);
    assert!(missing(&body, &["SKILL.md"]).is_empty());
}

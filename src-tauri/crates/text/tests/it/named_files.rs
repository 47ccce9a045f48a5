//! Files of its own that a body names and the skill does not have, however they are named.

use studio_text::{
    Finding, Severity, SkillDocument,
    lint::{Elsewhere, LintContext, OnDisk, in_reference, lint},
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

/// What a body's links and paths come to, as codes with their places and what a repair makes of them.
fn told(body: &str, files: &[&str]) -> Vec<(&'static str, String, Option<String>)> {
    let text = format!("---\nname: a\ndescription: Trims logs. Use when asked to.\n---\n\n{body}\n");
    let context = LintContext { files: Some(files), ..LintContext::default() };
    let findings = lint(&SkillDocument::read(&text), &context).into_iter().filter(|one| one.code.starts_with("link-"));
    let made = |one: &Finding| one.fix.as_ref().map(|fix| fix.edits[0].insert.clone());
    findings.map(|one| (one.code, one.span.of(&text).to_owned(), made(&one))).collect()
}

#[test]
fn a_path_is_looked_at_however_it_is_written() {
    let files = ["SKILL.md", "references/tides.md"];
    for (body, code, path, made) in [
        (r#"<p align="left"><img alt="A" src="assets/map.png"></p>"#, "link-missing", "assets/map.png", None),
        ("<img src='map.png' width=20>", "link-missing", "map.png", None),
        (r#"See <a class="x" href="docs/q.html#top">it</a>."#, "link-missing", "docs/q.html", None),
        (r"Read references\tides.md first.", "link-backslash", r"references\tides.md", Some("references/tides.md")),
        (r"Read `references\ebb.md` first.", "link-backslash", r"references\ebb.md", Some("references/ebb.md")),
        ("[t](/references/tides.md)", "link-outside", "/references/tides.md", Some("references/tides.md")),
        ("[t](/home/ann/a/scripts/trim.sh)", "link-outside", "/home/ann/a/scripts/trim.sh", None),
    ] {
        let made = made.map(str::to_owned);
        assert_eq!(told(body, &files), [(code, path.to_owned(), made)], "{body}");
    }
    for body in [
        r#"`<img src="map.png">` shows it."#,
        "```html\n<img src=\"map.png\">\n```",
        r#"<img src="https://h.example/map.png"> <img alt="none"> <img src=map.png"#,
        r##"<a href="#top">up</a> <a href="https://h.example/x.html">x</a> <a name="x.md">y</a> `<a href="x.html">`"##,
        "It lies in `../references/x.md` of the project.",
        r"A pattern is references\d+ or scripts\w.",
        "[API](/docs/api.html) [own](/path/to/references/x.md) [any](/skills/{name}/references/x.md)",
    ] {
        assert_eq!(told(body, &files), [], "{body}");
    }
}

#[test]
fn a_reference_names_files_as_a_body_does() {
    let files = ["SKILL.md", "references/tides.md", "references/deep/Moon.md", "scripts/trim.sh"];
    let told = |text: &str, path: &str| {
        let findings = in_reference(text, path, &files, None);
        findings.into_iter().map(|one| (one.span.of(text).to_owned(), one.message)).collect::<Vec<_>>()
    };
    for (text, path, words) in [
        ("First references/docks.md.", "references/docks.md", "Create the file"),
        ("First `references/docks.md`.", "references/docks.md", "Create the file"),
        ("Run scripts/trims.sh.", "scripts/trims.sh", "Did you mean `scripts/trim.sh`?"),
        ("Run `../scripts/trims.sh`.", "../scripts/trims.sh", "Did you mean `scripts/trim.sh`?"),
        ("Fill ../assets/page.html.", "../assets/page.html", "File `assets/page.html` not found in this skill. Create"),
        ("See [t](Tides.md).", "Tides.md", "Did you mean `references/tides.md`?"),
        ("See [m](deep/moon.md).", "deep/moon.md", "Did you mean `references/deep/Moon.md`?"),
    ] {
        let found = told(text, "references/sea.md");
        assert!(found.len() == 1 && found[0].0 == path && found[0].1.contains(words), "{text}: {found:?}");
    }
    for text in [
        "See references/tides.md, scripts/trim.sh and [t](tides.md).",
        "Its assets/page.html is the project's.",
        "Run ../scripts/trim.sh, and `../../scripts/trims.sh` of the project.",
    ] {
        assert_eq!(told(text, "references/sea.md"), [], "{text}");
    }
}

/// A folder in which these lie that are none of the skill's files.
#[derive(Debug)]
struct Folder(Vec<(&'static str, Elsewhere)>);

impl OnDisk for Folder {
    fn lies(&self, path: &str) -> Option<Elsewhere> {
        self.0.iter().find(|(there, _)| *there == path).map(|(_, place)| place.clone())
    }
}

#[test]
fn what_lies_in_the_folder_is_never_said_not_to_be_found() {
    let folder = Folder(vec![
        ("inner/SKILL.md", Elsewhere::InnerSkill),
        ("inner", Elsewhere::InnerSkill),
        ("assets/film raw.mp4", Elsewhere::LeftOut),
        ("SKILL.MD", Elsewhere::LeftOut),
    ]);
    let files = ["SKILL.md", "references/tides.md"];
    let told = |body: &str, path: &str| -> Vec<(&'static str, String)> {
        let text = format!("---\nname: a\ndescription: Trims logs. Use when asked to.\n---\n\n{body}\n");
        let context = LintContext { files: Some(&files), on_disk: Some(&folder), ..LintContext::default() };
        let findings = match path {
            "SKILL.md" => lint(&SkillDocument::read(&text), &context),
            path => in_reference(body, path, &files, Some(&folder)),
        };
        let of_links = findings.into_iter().filter(|one| one.code.starts_with("link-"));
        of_links.map(|one| (one.code, one.message)).collect()
    };
    for (body, path, code, words) in [
        ("See [it](inner/SKILL.md).", "SKILL.md", "link-outside", "`inner/SKILL.md` belongs to another skill"),
        ("See [it](./inner/).", "SKILL.md", "link-outside", "belongs to another skill"),
        ("See [it](references/../inner/SKILL.md).", "SKILL.md", "link-outside", "belongs to another skill"),
        (
            "See [it](assets/film%20raw.mp4).",
            "SKILL.md",
            "link-outside",
            "`assets/film raw.mp4` is in the skill's folder",
        ),
        ("See [it](../inner/SKILL.md).", "references/tides.md", "link-outside", "belongs to another skill"),
        ("See [it](inner/gone.md).", "SKILL.md", "link-missing", "File `inner/gone.md` not found in this skill."),
        (
            "See [it](gone.md).",
            "references/tides.md",
            "link-missing",
            "File `references/gone.md` not found in this skill.",
        ),
        ("See [it](SKILL.MD).", "SKILL.md", "link-missing", "Did you mean `SKILL.md`?"),
    ] {
        let told = told(body, path);
        assert!(told.len() == 1 && told[0].0 == code && told[0].1.contains(words), "{body}: {told:?}");
    }
    assert_eq!(told("See [it](references/../references/tides.md).", "SKILL.md"), []);
    assert!(missing("See [the start](SKILL.md).", &[]).is_empty(), "it is the file itself");
}

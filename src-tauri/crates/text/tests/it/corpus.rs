//! Real skills, where a folder of them is at hand: `SKILL_STUDIO_CORPUS` names it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use studio_text::{
    Severity, SkillDocument, Target, apply,
    decode::{Encoding, decode, encode},
    lint::{LintContext, lint},
};

fn skill_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the corpus can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            skill_files(&path, found);
        } else if entry.file_name().eq_ignore_ascii_case("SKILL.md") {
            found.push(path);
        }
    }
}

fn files_below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the corpus can be read").flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push(name);
        }
    }
}

/// Every skill is read, round trips, is linted; every fix is as good as its word.
#[test]
#[expect(clippy::print_stderr, reason = "says that it was skipped, and what lint makes of the corpus")]
fn a_corpus_reads_without_loss() {
    let Some(corpus) = std::env::var_os("SKILL_STUDIO_CORPUS") else {
        eprintln!("skipped: SKILL_STUDIO_CORPUS names no folder");
        return;
    };
    let mut paths = Vec::new();
    skill_files(Path::new(&corpus), &mut paths);
    let mut codes: BTreeMap<&str, (Severity, usize, String)> = BTreeMap::new();
    for path in &paths {
        let bytes = fs::read(path).expect("the corpus can be read");
        let decoded = decode(&bytes);
        if decoded.encoding != Encoding::Lossy {
            assert_eq!(encode(&decoded.text, decoded.encoding), bytes, "{}", path.display());
        }
        let document = SkillDocument::read(&decoded.text);
        assert_eq!(document.text(), decoded.text);
        let folder = path.parent().expect("a file has a folder");
        let mut files = Vec::new();
        files_below(folder, "", &mut files);
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let context = LintContext {
            folder: folder.file_name().and_then(|name| name.to_str()),
            files: Some(&files),
            linked: None,
            namesakes: None,
            tools: None,
            targets: &Target::ALL,
        };
        let findings = lint(&document, &context);
        for finding in &findings {
            let entry = codes.entry(finding.code).or_insert((finding.severity, 0, String::new()));
            entry.1 += 1;
            if entry.1 <= 6 {
                let place = &decoded.text[finding.span.start..finding.span.end];
                let place: String = place.chars().take(60).collect();
                let example = format!(
                    "\n    {}: {place:?} {}",
                    folder.file_name().unwrap_or_default().display(),
                    finding.message
                );
                entry.2.push_str(&example);
            }
            if let Some(fix) = &finding.fix {
                let fixed = apply(&decoded.text, &fix.edits);
                let again = lint(&SkillDocument::read(&fixed), &context);
                let errors =
                    |list: &[studio_text::Finding]| list.iter().filter(|it| it.severity == Severity::Error).count();
                assert!(errors(&again) <= errors(&findings), "{}: {finding:?}\n{fixed}", path.display());
            }
        }
    }
    eprintln!("{} skill files", paths.len());
    for (code, (severity, count, examples)) in codes {
        eprintln!("{code} ({}): {count}{examples}", severity.as_str());
    }
}

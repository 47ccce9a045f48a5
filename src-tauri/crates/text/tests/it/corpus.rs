//! Real skills, where a folder of them is at hand: `SKILL_STUDIO_CORPUS` names it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use studio_text::{
    Finding, LineIndex, Severity, SkillDocument, Target, apply,
    decode::{Encoding, decode, encode},
    lint::{KnownTools, LintContext, lint},
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
#[ignore = "needs a corpus: SKILL_STUDIO_CORPUS=DIR cargo test -p studio-text --test it a_corpus -- --ignored --nocapture"]
#[expect(clippy::print_stderr, reason = "it says what lint makes of the corpus")]
fn a_corpus_reads_without_loss() {
    let corpus = std::env::var_os("SKILL_STUDIO_CORPUS").expect("SKILL_STUDIO_CORPUS names a folder of skills");
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
            on_disk: None,
            linked: None,
            namesakes: None,
            absent: &[],
            tools: None,
            targets: &Target::ALL,
            levels: None,
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

/// A finding with the lines around it.
struct Sampled {
    path: PathBuf,
    code: &'static str,
    severity: Severity,
    shown: String,
}

/// Prints findings of the corpus picked at random, each with the text it is about, for somebody to read and judge, and
/// how many there are of each code. `SKILL_STUDIO_SEED` picks others, `SKILL_STUDIO_SAMPLE` more or fewer than 100, and
/// `SKILL_STUDIO_CODE` only those of one code. The library is taken to have no tools but the hosts'.
#[test]
#[ignore = "prints for a reader: SKILL_STUDIO_CORPUS=DIR cargo test -p studio-text --test it a_sample -- --ignored --nocapture"]
#[expect(clippy::print_stdout, reason = "the sample is the output")]
fn a_sample_of_findings() {
    let corpus = std::env::var_os("SKILL_STUDIO_CORPUS").expect("SKILL_STUDIO_CORPUS names a folder of skills");
    let number =
        |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"));
    let only = std::env::var("SKILL_STUDIO_CODE").ok();
    let mut paths = Vec::new();
    skill_files(Path::new(&corpus), &mut paths);
    paths.sort();
    let mut tools = KnownTools::default();
    paths.iter().filter_map(|path| path.parent()?.file_name()?.to_str()).for_each(|name| tools.add_skill(name));
    let mut all: Vec<Sampled> = paths.iter().flat_map(|path| findings_of(path, &tools)).collect();
    let mut counts: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    for finding in &all {
        *counts.entry((finding.severity, finding.code)).or_default() += 1;
    }
    for ((severity, code), count) in &counts {
        println!("{count:6} {:8} {code}", severity.as_str());
    }
    println!("{:6} findings in {} skills", all.len(), paths.len());
    all.retain(|finding| only.as_ref().is_none_or(|code| code == finding.code));
    let mut state = number("SKILL_STUDIO_SEED", 1);
    for place in 1..=number("SKILL_STUDIO_SAMPLE", 100).min(all.len() as u64) {
        let finding = all.swap_remove((split_mix(&mut state) % all.len() as u64) as usize);
        println!("\n#{place} {} {}", finding.path.display(), finding.shown);
    }
}

fn findings_of(path: &Path, tools: &KnownTools) -> Vec<Sampled> {
    let decoded = decode(&fs::read(path).expect("the corpus can be read"));
    let document = SkillDocument::read(&decoded.text);
    let folder = path.parent().expect("a file has a folder");
    let mut files = Vec::new();
    files_below(folder, "", &mut files);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let context = LintContext {
        folder: folder.file_name().and_then(|name| name.to_str()),
        files: Some(&files),
        on_disk: None,
        linked: None,
        tools: Some(tools),
        targets: &[Target::AgentSkills],
        ..LintContext::default()
    };
    let index = LineIndex::new(&decoded.text);
    let lines: Vec<&str> = decoded.text.lines().collect();
    let sampled = |finding: Finding| {
        let (line, column) = index.position(finding.span.start);
        let around = (line.saturating_sub(3)..(line + 2).min(lines.len())).map(|at| {
            let cut: String = lines[at].chars().take(400).collect();
            format!("\n    {:>4}{} {cut}", at + 1, if at + 1 == line { '>' } else { ' ' })
        });
        let head = format!("{line}:{column} {} {}: {}", finding.severity.as_str(), finding.code, finding.message);
        let shown = head + &around.collect::<String>();
        Sampled { path: path.to_owned(), code: finding.code, severity: finding.severity, shown }
    };
    decoded.findings.iter().cloned().chain(lint(&document, &context)).map(sampled).collect()
}

/// The next number of Vigna's splitmix64: the same for the same seed everywhere.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

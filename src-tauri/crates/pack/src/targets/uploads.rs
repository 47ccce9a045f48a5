//! What uploads of skills ask of an archive, whoever packed it.

use std::{collections::BTreeSet, fs, io, path::Path};

use studio_text::Target as Rules;
use zip::ZipArchive;

use super::refusal::Limit;
use crate::names;

/// Anthropic: less than this, unpacked.
const UNPACKED: u64 = 30 * 1024 * 1024;
/// `OpenAI`: an archive, and one file.
const ARCHIVE: u64 = 50 * 1024 * 1024;
const FILE: u64 = 25 * 1024 * 1024;
/// `OpenAI`: files in an archive.
const FILES: usize = 500;

/// Most names that are told of one problem.
const NAMED: usize = 3;

/// The limits that files of these sizes, packed into so many bytes, are over.
pub(super) fn over(sizes: &[u64], packed: u64) -> impl Iterator<Item = Limit> {
    let limits = [
        (sizes.iter().sum::<u64>() >= UNPACKED, Limit::Unpacked),
        (packed > ARCHIVE, Limit::Archive),
        (sizes.iter().any(|size| *size > FILE), Limit::File),
        (sizes.len() > FILES, Limit::Files),
    ];
    limits.into_iter().filter(|(is_over, _)| *is_over).map(|(_, limit)| limit)
}

/// Whose limit it is.
fn maker(limit: Limit) -> Rules {
    match limit {
        Limit::Unpacked => Rules::ClaudeUpload,
        Limit::Archive | Limit::File | Limit::Files | Limit::Tools => Rules::OpenAiUpload,
    }
}

/// Why the uploads of some makers refuse the archive at a path, each as a sentence; none for what is no archive at all, which an
/// import tells.
pub fn upload_problems(path: &Path, makers: &[Rules]) -> io::Result<Vec<String>> {
    let file = fs::File::open(path)?;
    let packed = file.metadata()?.len();
    let archive = ZipArchive::new(io::BufReader::new(file)).map_err(io::Error::other)?;
    let written: Vec<String> =
        archive.file_names_raw().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let mut problems = Vec::new();
    let backslashed: Vec<&str> = written.iter().map(String::as_str).filter(|name| name.contains('\\')).collect();
    if !backslashed.is_empty() {
        problems.push(format!(
            "Names in the archive contain backslashes ({}), and uploads reject those. Pack the folder again with a program \
             that writes `/`.",
            some(&backslashed)
        ));
    }
    let plain: Vec<String> =
        written.iter().map(|name| name.replace('\\', "/")).filter(|name| is_author_s(name)).collect();
    problems.extend(layout(&plain));
    let sizes: Vec<u64> =
        (0..archive.len()).filter_map(|at| archive.by_index_data(at).ok()).map(|entry| entry.size()).collect();
    let limits = over(&sizes, packed).filter(|limit| makers.contains(&maker(*limit)));
    problems.extend(limits.map(|limit| limit.sentence().to_owned()));
    Ok(problems)
}

/// What is wrong with how files lie in an archive.
fn layout(names: &[String]) -> Option<String> {
    let is_skill_file = |name: &&str| names::is_skill_file(name.rsplit('/').next().unwrap_or_default());
    let skill_files: Vec<&str> = names.iter().map(String::as_str).filter(is_skill_file).collect();
    let tops: BTreeSet<&str> = names.iter().filter_map(|name| name.split('/').next()).collect();
    let tops: Vec<&str> = tops.into_iter().collect();
    match skill_files.as_slice() {
        [] => Some("There is no SKILL.md in this archive, so it holds no skill.".to_owned()),
        [only] if !only.contains('/') => Some(
            "SKILL.md lies at the top of this archive, but uploads expect it in one folder with the skill's name. Pack the \
             folder, not its contents."
                .to_owned(),
        ),
        [only] if only.matches('/').count() > 1 => Some(format!(
            "`{only}` lies more than one folder deep, but uploads expect the skill's folder at the top. Pack that folder alone."
        )),
        [_] if tops.len() > 1 => {
            Some(format!("Uploads expect one folder at the top of the archive, and this one has {}.", some(&tops)))
        }
        [_] => None,
        [first, second, ..] => {
            Some(format!("Uploads accept one SKILL.md, and this archive has `{first}` and `{second}`. Pack each skill alone."))
        }
    }
}

/// Whether a name is an author's, and not what a system leaves in archives.
fn is_author_s(name: &str) -> bool {
    let mut parts = name.split('/').filter(|part| !part.is_empty());
    !parts.any(|part| part == "__MACOSX" || names::is_leftover(part))
}

fn some(names: &[&str]) -> String {
    let named: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED);
    if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::{Rules, layout, upload_problems};
    use crate::targets::{export::OutFile, zipping::zip};

    #[test]
    fn names_with_backslashes_are_told_of_an_archive() {
        let mut bytes = zip(&[OutFile::new("a/SKILL.md", "---\n"), OutFile::new("a/b/c.md", "x")]);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a.zip");
        std::fs::write(&path, &bytes).expect("it can be written");
        let told = || upload_problems(&path, &[Rules::ClaudeUpload]).expect("it is an archive");
        assert_eq!(told(), [""; 0]);
        while let Some(at) = bytes.windows(2).position(|two| two == b"a/") {
            bytes[at + 1] = b'\\';
        }
        std::fs::write(&path, &bytes).expect("it can be written");
        let told = told();
        assert!(told.len() == 1 && told[0].contains("`a\\SKILL.md`"), "{told:?}");
    }

    #[test]
    fn an_archive_holds_one_folder_with_one_skill() {
        for (names, words) in [
            (&["SKILL.md", "a.txt"][..], Some("at the top")),
            (&["x/a/SKILL.md"], Some("more than one folder")),
            (&["a/SKILL.md", "b/notes.md"], Some("`a`, `b`")),
            (&["a/SKILL.md", "a/b/SKILL.md"], Some("`a/SKILL.md` and `a/b/SKILL.md`")),
            (&["a/notes.md"], Some("no SKILL.md")),
            (&["a/", "a/SKILL.md", "a/b/c/d.txt"], None),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let told = layout(&names).unwrap_or_default();
            assert!(words.map_or(told.is_empty(), |words| told.contains(words)), "{names:?}: {told}");
        }
    }
}

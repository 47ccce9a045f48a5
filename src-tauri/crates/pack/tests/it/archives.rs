//! Archives, honest and hostile.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use studio_pack::{Discovery, ImportFormat, Limits, Options, discover};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use crate::{fixtures, folder, look, summary, zip_bytes};

const SKILL: &[u8] = b"---\nname: a\ndescription: b\n---\n";

struct Packed {
    _folder: TempDir,
    path: PathBuf,
}

fn packed(bytes: &[u8]) -> Packed {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    fs::write(&path, bytes).unwrap();
    Packed { _folder: folder, path }
}

fn look_into(bytes: &[u8], limits: Limits) -> Discovery {
    discover(&[packed(bytes).path], &Options { limits, ..Options::default() }, &())
}

/// Replaces every occurrence of `from`, in local headers and in the directory alike.
fn patch(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let places: Vec<_> = (0..=bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
}

/// Where the directory's record of the entry number `index` starts.
fn record(bytes: &[u8], index: usize) -> usize {
    let mut records = (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02"));
    records.nth(index).unwrap()
}

#[test]
fn the_three_usual_shapes_come_in() {
    let cases: [(&str, &[&str]); 3] = [
        (
            "tide-tables.skill",
            &["tide-tables/SKILL.md (tide-tables): assets/mark.bin references/harbours.md scripts/next_high.sh"],
        ),
        ("two-skills.zip", &["pruning/SKILL.md (two-skills): cuts.md", "water-houseplants/SKILL.md (two-skills)"]),
        ("at-the-root.zip", &["SKILL.md (at-the-root): cuts.md"]),
    ];
    for (name, expected) in cases {
        let path = fixtures("archives").join(name);
        let discovery = look(&path, None);
        assert_eq!(summary(&discovery, &path), expected);
        assert!(discovery.found.iter().all(|skill| skill.folder.is_none() && skill.skill_file.is_none()));
    }
    let tides = &look(&fixtures("archives/tide-tables.skill"), None).found[0];
    assert_eq!(tides.folder_name.as_deref(), Some("tide-tables"));
    assert!(tides.files[2].is_executable && !tides.files[1].is_executable);
    assert_eq!(look(&fixtures("archives/at-the-root.zip"), None).found[0].folder_name, None);
}

/// A folder as people are sent it: uploads beside each other, with what else lies there.
fn folder_of_archives() -> TempDir {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: Does {name}.\n---\n");
    let of = |name: &str| zip_bytes(&[(&format!("{name}/SKILL.md"), skill(name).as_bytes())]);
    let root = folder(&[("notes.txt", "no skill"), ("broken.skill", "no archive"), ("own/SKILL.md", &skill("own"))]);
    let both = zip_bytes(&[("a/SKILL.md", skill("a").as_bytes()), ("b/SKILL.md", skill("b").as_bytes())]);
    for (path, bytes) in [
        ("tides.skill", of("tides")),
        ("team/bikes.SKILL", of("bikes")),
        ("team/bundle.skill", both),
        ("team/empty.skill", zip_bytes(&[("readme.txt", b"nothing")])),
        ("other.zip", of("zipped")),
        ("own/inner.skill", of("inner")),
        ("._tides.skill", of("left")),
        ("dist/built.skill", of("built")),
    ] {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    root
}

#[test]
fn a_folder_of_archives_comes_in_as_one() {
    let root = folder_of_archives();
    let name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    let found = look(root.path(), None);
    assert_eq!(
        summary(&found, root.path()),
        [
            format!("own/SKILL.md ({name}): inner.skill").as_str(),
            "team/bikes.SKILL/bikes/SKILL.md (team)",
            "team/bundle.skill/a/SKILL.md (bundle)",
            "team/bundle.skill/b/SKILL.md (bundle)",
            &format!("tides.skill/tides/SKILL.md ({name})"),
            "- broken.skill archive-damaged",
            "- dist/built.skill ignored-folder",
            "- team/empty.skill no-skill",
        ]
    );
    let archives = look(root.path(), Some(ImportFormat::SkillZip));
    let found: Vec<_> = archives.found.iter().map(|skill| skill.folder_name.as_deref().unwrap_or_default()).collect();
    assert_eq!(found, ["zipped", "inner", "bikes", "a", "b", "tides"], "{:?}", summary(&archives, root.path()));
    let standard = look(root.path(), Some(ImportFormat::AgentSkills));
    assert_eq!(standard.found.len(), 1, "the format names folders and nothing else");
}

#[test]
fn archives_of_a_folder_hold_no_more_together_than_one_import_may() {
    let root = folder_of_archives();
    let limits = Limits { discovery_bytes: 100, ..Limits::STUDIO };
    let found = discover(&[root.path().join("team")], &Options { limits, ..Options::default() }, &());
    let told: Vec<_> = found.skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
    assert_eq!((found.found.len(), told), (1, vec!["too-large", "no-skill"]), "{:?}", summary(&found, root.path()));
    assert!(found.skipped[0].message.contains("separately"), "{}", found.skipped[0].message);
}

/// A folder, and a zip of it, hold the same skills.
#[test]
fn packing_changes_nothing() {
    fn collect(folder: &Path, base: &Path, into: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, base, into);
            } else {
                into.push((path.strip_prefix(base).unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    for (name, format) in [("good", None), ("good/adk-project", Some(ImportFormat::Adk)), ("bad", None)] {
        let root = fixtures(name);
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        let entries: Vec<_> = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
        let archive = packed(&zip_bytes(&entries));
        let contents = |discovery: Discovery, root: &Path| -> Vec<_> {
            assert_eq!(discovery.skipped, []);
            let prefix = root.display().to_string();
            let contents = discovery.found.into_iter().map(|skill| {
                let files: Vec<_> = skill.files.into_iter().map(|file| (file.path, file.bytes)).collect();
                (skill.display_path[prefix.len()..].to_owned(), skill.kind, skill.folder_name, skill.bytes, files)
            });
            contents.collect()
        };
        assert_eq!(contents(look(&root, format), &root), contents(look(&archive.path, format), &archive.path));
    }
}

#[test]
fn folders_leftovers_and_archives_within_are_as_on_disk() {
    let inner = zip_bytes(&[("hidden/SKILL.md", SKILL)]);
    let archive = packed(&zip_bytes(&[
        ("a/", b""),
        ("a/SKILL.md", SKILL),
        ("a/inner.zip", &inner),
        ("a/.DS_Store", b""),
        ("__MACOSX/a/._SKILL.md", b""),
        ("node_modules/b/SKILL.md", SKILL),
        ("big/SKILL.md", &vec![b'x'; 11 * 1024 * 1024]),
    ]));
    let limits = Limits { archive_ratio: 100_000, ..Limits::STUDIO };
    let discovery = discover(std::slice::from_ref(&archive.path), &Options { limits, ..Options::default() }, &());
    assert_eq!(
        summary(&discovery, &archive.path),
        ["a/SKILL.md (a): inner.zip", "- big/SKILL.md too-large", "- node_modules/b/SKILL.md ignored-folder"]
    );
}

#[test]
fn a_hostile_archive_is_rejected_whole_and_the_rest_goes_on() {
    let good = fixtures("archives/two-skills.zip");
    for (name, code, word) in [
        ("zip-slip.zip", "archive-unsafe-path", "escaped.md"),
        ("bomb.zip", "archive-too-large", "zeros.bin"),
        ("symlink.zip", "archive-special-entry", "secrets"),
        ("not-a-zip.zip", "archive-damaged", "isn't a zip"),
    ] {
        let bad = fixtures("archives").join(name);
        let discovery = discover(&[bad.clone(), good.clone()], &Options::default(), &());
        assert_eq!(discovery.found.len(), 2, "{name}");
        assert_eq!(discovery.skipped.len(), 1, "{name}");
        let skipped = &discovery.skipped[0];
        assert_eq!((skipped.path.as_str(), skipped.reason.as_str()), (bad.to_str().unwrap(), code));
        assert!(skipped.message.contains(word), "{}", skipped.message);
    }
}

#[test]
fn entries_that_break_a_rule_are_named() {
    let with = |name: &str| zip_bytes(&[("a/SKILL.md", SKILL), (name, b"x")]);
    let patched = |change: fn(&mut Vec<u8>)| {
        let mut bytes = zip_bytes(&[("a/SKILL.md", SKILL), ("a/b", b"12345678")]);
        change(&mut bytes);
        bytes
    };
    let mut link = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    link.add_symlink("a/b", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let deep = format!("{}/SKILL.md", vec!["d"; 20].join("/"));
    let twins = zip_bytes(&[("a/SKILL.md", SKILL), ("a/caf\u{e9}.md", b"x"), ("a/cafe\u{301}.md", b"y")]);
    let mut twice = with("a/SKILL.mx");
    patch(&mut twice, b"a/SKILL.mx", b"a/SKILL.md");
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("archive-unsafe-path", with("a/../../b")),
        ("archive-unsafe-path", with("a/../b")),
        ("archive-unsafe-path", with("/etc/b")),
        ("archive-unsafe-path", with("C:\\b")),
        ("archive-unsafe-path", with("..\\b")),
        ("archive-unsafe-path", with(&deep)),
        ("archive-unsafe-path", patched(|bytes| patch(bytes, b"a/b", b"a\0b"))),
        ("archive-special-entry", link.finish().unwrap().into_inner()),
        (
            "archive-special-entry",
            patched(|bytes| {
                // A block device, in the high half of the external attributes.
                let at = record(bytes, 1) + 38;
                bytes[at..at + 4].copy_from_slice(&(0o060_644_u32 << 16).to_le_bytes());
            }),
        ),
        (
            "archive-encrypted",
            patched(|bytes| {
                let at = record(bytes, 1) + 8;
                bytes[at] |= 1;
            }),
        ),
        (
            "archive-unsupported",
            patched(|bytes| {
                let at = record(bytes, 1) + 10;
                bytes[at] = 12;
            }),
        ),
        ("archive-collision", with("A/skill.md")),
        ("archive-collision", with("A/other.md")),
        ("archive-collision", twins),
        ("archive-collision", with("a/./SKILL.md")),
        ("archive-collision", with("a/SKILL.md/b")),
        ("archive-collision", with("a")),
        ("archive-collision", twice),
        (
            "archive-damaged",
            patched(|bytes| {
                // The directory promises one byte less than there is.
                let at = record(bytes, 1) + 24;
                bytes[at] = 7;
            }),
        ),
        (
            "archive-damaged",
            patched(|bytes| {
                // Both entries are said to be at the first one's place.
                let at = record(bytes, 1) + 42;
                bytes[at..at + 4].fill(0);
            }),
        ),
        (
            "archive-damaged",
            patched(|bytes| {
                // The checksum is another's.
                let at = record(bytes, 1) + 16;
                bytes[at] ^= 0xff;
            }),
        ),
        ("archive-damaged", patched(|bytes| bytes.truncate(bytes.len() / 2))),
    ];
    for (number, (code, bytes)) in cases.into_iter().enumerate() {
        let discovery = look_into(&bytes, Limits::STUDIO);
        let codes: Vec<_> = discovery.skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
        assert_eq!(codes, [code], "case {number}: {discovery:#?}");
        assert_eq!(discovery.found, [], "case {number}");
    }
}

#[test]
fn what_collides_in_an_archive_is_said() {
    let told = |name: &str| {
        let bytes = zip_bytes(&[("a/SKILL.md", SKILL), ("a/b", b"x"), (name, b"y")]);
        look_into(&bytes, Limits::STUDIO).skipped.remove(0).message
    };
    assert_eq!(told("a/./b"), "The entry \"a/b\" appears twice. Remove one of them.");
    assert_eq!(told("a/b/c"), "The entry \"a/b\" is both a file and a folder. Rename one of them.");
    assert!(told("a/B").starts_with("The entries \"a/b\" and \"a/B\" differ only in upper and lower case"));
}

#[test]
fn caps_hold_while_unpacking() {
    let many: Vec<String> = (0..6_000).map(|number| format!("a/{number}.md")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let noise: Vec<u8> = (0..40_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let two = zip_bytes(&[("a/SKILL.md", SKILL), ("a/one", &noise), ("a/two", &noise)]);
    let zeros = vec![0; 300_000];
    let bomb = zip_bytes(&[("a/SKILL.md", SKILL), ("a/zeros", &zeros)]);
    // The same, with a directory that calls the zeros ten bytes, or one more than there are.
    let lying = |size: u32| {
        let mut bytes = bomb.clone();
        let at = record(&bytes, 1) + 24;
        bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
        bytes
    };
    let studio = Limits::STUDIO;
    let cases = [
        ("archive-too-large", zip_bytes(&many), studio.clone(), "6000 entries"),
        ("archive-too-large", two.clone(), Limits { file_bytes: 30_000, ..studio.clone() }, "a/one"),
        ("archive-too-large", two.clone(), Limits { together_bytes: 200, ..studio.clone() }, "This archive is"),
        ("archive-too-large", bomb.clone(), Limits { together_bytes: 20_000, ..studio.clone() }, "larger than"),
        ("archive-too-large", bomb.clone(), Limits { archive_ratio_floor: 100_000, ..studio.clone() }, "100 times"),
        ("archive-damaged", lying(10), studio.clone(), "a/zeros"),
        ("archive-damaged", lying(300_001), studio.clone(), "a/zeros"),
        ("archive-too-large", two, Limits { archive_directory_bytes: 60, ..studio }, "file list"),
    ];
    for (code, bytes, limits, word) in cases {
        let discovery = look_into(&bytes, limits);
        assert_eq!(discovery.skipped.len(), 1, "{word}: {discovery:?}");
        let skipped = &discovery.skipped[0];
        assert_eq!(skipped.reason.as_str(), code, "{word}: {}", skipped.message);
        assert!(skipped.message.contains(word), "{word}: {}", skipped.message);
        assert_eq!(discovery.found, []);
    }
}

#[test]
fn names_of_strangers_are_shown_harmlessly() {
    let name = format!("../\u{1b}[31m\u{202e}{}", "x".repeat(300));
    let message = look_into(&zip_bytes(&[(&name, b"")]), Limits::STUDIO).skipped.remove(0).message;
    assert!(message.len() < 400 && !message.contains(['\u{1b}', '\u{202e}']), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let discovery = look_into(&bytes, Limits::STUDIO);
        prop_assert_eq!(discovery.found.len() + discovery.skipped.len(), 1);
    }

    #[test]
    fn a_real_archive_with_broken_bytes_never_panics(
        breaks in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        length in any::<prop::sample::Index>(),
        is_cut in prop::bool::weighted(0.2),
    ) {
        let mut bytes = fs::read(fixtures("archives/two-skills.zip")).unwrap();
        for (at, byte) in breaks {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(length.index(bytes.len()));
        }
        let discovery = look_into(&bytes, Limits::STUDIO);
        prop_assert!(!discovery.found.is_empty() || !discovery.skipped.is_empty());
    }
}

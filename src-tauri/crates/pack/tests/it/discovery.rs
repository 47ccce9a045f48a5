//! Folders and single files: what is a skill, what belongs to it, and that nothing vanishes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use studio_pack::{Contents, FoundSkill, ImportFormat, Limits, Options, SkillKind, SkipReason, Watcher, discover};

use crate::{fixtures, folder, look, summary};

/// Every file under `root` that is called like a skill file, found without this crate.
fn skill_files(root: &Path, into: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && !matches!(name.as_str(), ".git" | ".hg" | ".svn" | "__pycache__" | "__MACOSX") {
            skill_files(&entry.path(), into);
        } else if !kind.is_dir() && name.eq_ignore_ascii_case("skill.md") {
            into.insert(entry.path());
        }
    }
}

#[test]
fn the_good_fixtures_come_in_with_their_own_files_only() {
    let root = fixtures("good");
    let discovery = look(&root, None);
    assert_eq!(
        summary(&discovery, &root),
        [
            "adk-project/.skills/brew-coffee.md (adk-project)",
            "adk-project/.skills/steep-tea/SKILL.md (adk-project): references/leaves.md",
            "lower-case/skill.md (good)",
            "morning-notes/SKILL.md (good)",
            "orchard/SKILL.md (good): calendar.md",
            "orchard/pruning/SKILL.md (orchard): cuts.md",
            "tide-tables/SKILL.md (good): assets/mark.bin references/harbours.md scripts/next_high.sh",
            "water-houseplants/SKILL.md (good)",
        ]
    );
    let tides = &discovery.found[6];
    assert_eq!(tides.folder.as_deref(), Some(root.join("tide-tables").as_path()));
    assert_eq!(tides.skill_file.as_deref(), Some(root.join("tide-tables/SKILL.md").as_path()));
    assert_eq!((tides.kind, tides.folder_name.as_deref()), (SkillKind::Folder, Some("tide-tables")));
    assert_eq!(tides.files[0].bytes, fs::read(root.join("tide-tables/assets/mark.bin")).unwrap());
    assert!(tides.files.iter().all(|file| file.is_executable == file.path.starts_with("scripts/")));
    assert!(tides.files.iter().all(|file| file.modified.is_some()));
    let coffee = &discovery.found[0];
    assert_eq!((coffee.kind, &coffee.folder, coffee.file_name.as_str()), (SkillKind::Flat, &None, "brew-coffee.md"));
}

#[test]
fn the_bad_fixtures_come_in_byte_for_byte() {
    let root = fixtures("bad");
    let discovery = look(&root, None);
    assert_eq!(discovery.skipped, []);
    assert_eq!(discovery.found.len(), fs::read_dir(&root).unwrap().count());
    for skill in &discovery.found {
        assert_eq!(skill.bytes, fs::read(skill.skill_file.as_ref().unwrap()).unwrap(), "{}", skill.display_path);
    }
    assert_eq!(discovery, look(&root, None), "two looks differ");
}

#[test]
fn deep_yaml_is_no_concern_of_discovery() {
    let deep = (0..10_000).map(|depth| " ".repeat(depth) + "a:\n").collect::<String>();
    let root = folder(&[("deep/SKILL.md", &format!("---\nname: deep\nmetadata:\n{deep}---\n"))]);
    let discovery = look(root.path(), None);
    // Fifty megabytes of indentation: over the cap, and listed with both sizes.
    assert_eq!(summary(&discovery, root.path()), ["- deep/SKILL.md too-large"]);
    let flow = format!("---\nname: deep\nmetadata: {}{}\n---\n", "[".repeat(10_000), "]".repeat(10_000));
    let root = folder(&[("deep/SKILL.md", &flow)]);
    assert_eq!(look(root.path(), None).found[0].bytes, flow.as_bytes());
}

#[test]
fn each_format_finds_what_it_names() {
    let root = fixtures("good/adk-project");
    let adk = look(&root, Some(ImportFormat::Adk));
    assert_eq!(
        summary(&adk, &root),
        [
            ".skills/brew-coffee.md (adk-project)",
            ".skills/steep-tea/SKILL.md (adk-project): references/leaves.md",
            "AGENTS.md (adk-project)",
        ]
    );
    assert_eq!(adk.found[2].kind, SkillKind::Convention);
    let standard = look(&root, Some(ImportFormat::AgentSkills));
    assert_eq!(summary(&standard, &root), [".skills/steep-tea/SKILL.md (adk-project): references/leaves.md"]);
    let zip = look(&root, Some(ImportFormat::SkillZip));
    assert_eq!((zip.found.len(), zip.skipped[0].reason), (0, SkipReason::NoSkill));
    for format in ImportFormat::ALL {
        assert_eq!(ImportFormat::parse(format.as_str()), Some(format));
    }
}

#[test]
fn adk_reads_flat_files_wherever_its_folders_are() {
    let root = folder(&[
        ("app/.claude/skills/flat.md", "---\nname: flat\n---\n"),
        ("app/.claude/skills/agents/helper.md", "no skill: agents"),
        ("app/.claude/notes.md", "no skill: not under skills"),
        ("app/.skills/README.md", "no frontmatter, but adk would look"),
        ("app/.skills/own/SKILL.md", "---\nname: own\n---\n"),
        ("app/.skills/own/assets/inner.md", "---\nname: inner\n---\n"),
        ("app/.skills/own/assets/plain.md", "no frontmatter"),
        ("app/SOUL.md", "a soul, but not at the root"),
        ("SOUL.md", "a soul"),
    ]);
    let root_name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    let everything = [
        "app/.claude/skills/flat.md (app)".to_owned(),
        "app/.skills/README.md (app)".to_owned(),
        "app/.skills/own/SKILL.md (app): assets/inner.md assets/plain.md".to_owned(),
    ];
    assert_eq!(summary(&look(root.path(), None), root.path()), everything);
    let as_adk = |folder: &str| {
        let folder = if folder.is_empty() { root.path().to_owned() } else { root.path().join(folder) };
        summary(&look(&folder, Some(ImportFormat::Adk)), &folder)
    };
    assert_eq!(
        as_adk("app"),
        [
            ".claude/skills/flat.md (app)",
            ".skills/README.md (app)",
            ".skills/own/SKILL.md (app): assets/plain.md",
            ".skills/own/assets/inner.md (own)",
            "SOUL.md (app)",
        ]
    );
    assert_eq!(as_adk("app/.claude/skills"), ["flat.md (app)"]);
    // adk looks into the folders of the project it is started in, not of those below.
    let below = [
        ".claude/skills/flat.md",
        ".skills/README.md",
        ".skills/own/SKILL.md",
        ".skills/own/assets/inner.md",
        ".skills/own/assets/plain.md",
    ];
    let below = below.map(|path| format!("- app/{path} adk-not-searched"));
    assert_eq!(as_adk(""), [vec![format!("SOUL.md ({root_name})")], below.to_vec()].concat());
    let inside = root.path().join("app/.claude/skills");
    assert_eq!(summary(&look(&inside, None), &inside), ["flat.md (app)"]);
}

#[test]
fn a_chosen_file_brings_its_folder_or_comes_alone() {
    let root = fixtures("good");
    let skill = look(&root.join("orchard/SKILL.md"), None);
    assert_eq!(summary(&skill, &root), ["orchard/SKILL.md (good): calendar.md"]);
    let single = look(&root.join("orchard/calendar.md"), None);
    assert_eq!(summary(&single, &root), ["orchard/calendar.md (orchard)"]);
    assert_eq!((single.found[0].kind, &single.found[0].folder), (SkillKind::Flat, &None));
    assert!(single.found[0].skill_file.is_some());
}

#[test]
fn paths_that_hold_no_skill_say_why() {
    let root = folder(&[("empty/notes.md", "no skill"), ("a.txt", "text"), ("a.zip", "no zip"), ("b.skill", "")]);
    let path = |name: &str| root.path().join(name);
    let paths = ["empty", "gone", "a.txt", "a.zip", "b.skill"].map(path);
    let discovery = discover(&paths, &Options::default(), &());
    let expected = [
        "- empty no-skill",
        "- gone not-found",
        "- a.txt unsupported",
        "- a.zip archive-damaged",
        "- b.skill archive-damaged",
    ];
    assert_eq!(summary(&discovery, root.path()), expected);
}

#[test]
fn folders_of_fetched_and_built_files_hide_nothing() {
    let root = folder(&[
        ("node_modules/pack/SKILL.md", ""),
        ("build/SKILL.md", "a skill called build"),
        ("build/dist/kept.js", "inside a skill this is a folder as any"),
        ("build/node_modules/left.js", ""),
        ("build/.venv/deep/SKILL.md", ""),
        ("build/__pycache__/x.pyc", ""),
        ("build/.DS_Store", ""),
        ("dist/skills/out/SKILL.md", ""),
        ("dist/coverage/again/SKILL.md", ""),
        (".git/SKILL.md", ""),
    ]);
    let discovery = look(root.path(), None);
    let name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        summary(&discovery, root.path()),
        [
            format!("build/SKILL.md ({name}): dist/kept.js").as_str(),
            "- build/.venv ignored-folder",
            "- build/.venv/deep/SKILL.md ignored-folder",
            "- build/node_modules ignored-folder",
            "- dist/coverage/again/SKILL.md ignored-folder",
            "- dist/skills/out/SKILL.md ignored-folder",
            "- node_modules/pack/SKILL.md ignored-folder",
        ]
    );
    let chosen = look(&root.path().join("node_modules"), None);
    assert_eq!(chosen.found.len(), 1, "a chosen folder is searched whatever its name");
    let options = Options { limits: Limits { ignored_entries: 1, ..Limits::STUDIO }, ..Options::default() };
    let hurried = discover(&[root.path().to_owned()], &options, &());
    assert!(summary(&hurried, root.path()).contains(&"- dist ignored-folder".to_owned()), "{hurried:#?}");
}

#[test]
fn links_are_listed_and_never_lead_out() {
    let outside = folder(&[("secret/SKILL.md", "secret"), ("key", "secret")]);
    let root = folder(&[
        ("real/SKILL.md", "real"),
        ("real/notes.md", "notes"),
        ("linked/other.md", "whose skill file is a link"),
        ("outer/SKILL.md", "outer"),
        ("outer/inner/kept.md", "inner has only a link for a skill file, so its files are nobody's"),
    ]);
    let at = |path: &str| root.path().join(path);
    symlink(at("real/SKILL.md"), at("linked/SKILL.md")).unwrap();
    symlink(at("real/SKILL.md"), at("outer/inner/SKILL.md")).unwrap();
    symlink("notes.md", at("real/alias.md")).unwrap();
    symlink(outside.path().join("key"), at("real/key")).unwrap();
    symlink("nowhere", at("real/dangling")).unwrap();
    symlink("..", at("real/up")).unwrap();
    symlink(outside.path().join("secret"), at("stolen")).unwrap();
    symlink(at("real"), at("twice")).unwrap();
    symlink("circle", at("circle")).unwrap();
    let discovery = look(root.path(), None);
    let name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        summary(&discovery, root.path()),
        [
            format!("outer/SKILL.md ({name})").as_str(),
            &format!("real/SKILL.md ({name}): alias.md notes.md"),
            "- linked/SKILL.md symlink",
            "- outer/inner/SKILL.md symlink",
            "- real/dangling symlink",
            "- real/key symlink",
            "- real/up symlink-loop",
            "- stolen symlink",
            "- twice symlink",
        ]
    );
    assert!(!format!("{:?}", discovery.found).contains("secret"));
    assert_eq!(discovery.found[1].files[0].bytes, b"notes");
}

#[test]
fn what_is_too_large_is_listed_with_its_size() {
    let root = folder(&[("huge/notes.md", ""), ("rich/SKILL.md", "rich"), ("many/SKILL.md", "many")]);
    let sparse = |path: &str, size| File::create(root.path().join(path)).unwrap().set_len(size).unwrap();
    sparse("huge/SKILL.md", 50 * 1024 * 1024);
    sparse("rich/film.mp4", 50 * 1024 * 1024 + 1);
    for number in 0..4 {
        fs::write(root.path().join(format!("many/{number}.md")), "12345").unwrap();
    }
    let limits = Limits { skill_files: 3, ..Limits::STUDIO };
    let discovery = discover(&[root.path().to_owned()], &Options { limits, ..Options::default() }, &());
    let name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        summary(&discovery, root.path()),
        [
            format!("many/SKILL.md ({name}): 0.md 1.md 2.md").as_str(),
            &format!("rich/SKILL.md ({name})"),
            "- huge/SKILL.md too-large",
            "- many too-many-files",
            "- rich/film.mp4 too-large",
        ]
    );
    assert!(discovery.skipped[0].message.contains("50 MB"), "{}", discovery.skipped[0].message);
    assert!(discovery.skipped[0].message.contains("10 MB"));
    let limits = Limits { together_bytes: 12, ..Limits::STUDIO };
    let discovery = discover(&[root.path().join("many")], &Options { limits, ..Options::default() }, &());
    assert_eq!((discovery.found[0].files.len(), discovery.skipped.len()), (2, 2));
    let limits = Limits { discovery_bytes: 10, ..Limits::STUDIO };
    let discovery = discover(&[root.path().join("many")], &Options { limits, ..Options::default() }, &());
    assert_eq!((discovery.found[0].files.len(), discovery.skipped.len()), (1, 3));
}

#[test]
fn duplicates_and_strange_names_are_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let root = folder(&[("two/SKILL.md", "upper"), ("two/skill.md", "lower")]);
    let odd = root.path().join(OsStr::from_bytes(b"od\xffd"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("SKILL.md"), "odd").unwrap();
    fs::write(odd.join(OsStr::from_bytes(b"a\xfe.md")), "one").unwrap();
    fs::write(odd.join(OsStr::from_bytes(b"a\xff.md")), "two").unwrap();
    std::os::unix::net::UnixListener::bind(root.path().join("two/pipe")).unwrap();
    let twice = [root.path().to_owned(), root.path().join("two")];
    let discovery = discover(&twice, &Options::default(), &());
    let name = root.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        summary(&discovery, root.path()),
        [
            format!("od\u{fffd}d/SKILL.md ({name}): a\u{fffd}.md").as_str(),
            &format!("two/SKILL.md ({name})"),
            "- od\u{fffd}d/a\u{fffd}.md same-name",
            "- two/pipe special-file",
            "- two/skill.md second-skill-file",
            "- two/pipe special-file",
            "- two/skill.md second-skill-file",
            "- two/SKILL.md duplicate",
        ]
    );
    assert_eq!(discovery.found[0].folder.as_deref(), Some(odd.as_path()), "the true path survives");
}

struct CancelAfter {
    calls: AtomicUsize,
    most: usize,
}

impl Watcher for CancelAfter {
    fn progress(&self, done: usize, total: Option<usize>, _path: &str) {
        assert!(total.is_none_or(|total| done < total));
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.calls.load(Ordering::Relaxed) >= self.most
    }
}

#[test]
fn a_cancelled_discovery_keeps_what_it_had() {
    let root = fixtures("bad");
    let everything = look(&root, None).found;
    for most in [0, 1, 5, 25, 30] {
        let watcher = CancelAfter { calls: AtomicUsize::new(0), most };
        let discovery = discover(std::slice::from_ref(&root), &Options::default(), &watcher);
        assert!(discovery.is_cancelled, "after {most}");
        assert!(discovery.found.len() < everything.len());
        assert!(discovery.found.iter().all(|skill| everything.contains(skill)));
    }
}

fn names() -> impl Strategy<Value = Vec<String>> {
    let part = prop::sample::select(vec![
        "SKILL.md",
        "skill.md",
        "notes.md",
        "a",
        "b",
        "skills",
        ".skills",
        ".claude",
        "node_modules",
        "build",
        "target",
        ".git",
        "references",
        "AGENTS.md",
        "x.py",
    ]);
    let path = prop::collection::vec(part, 1..5).prop_map(|parts| parts.join("/"));
    prop::collection::vec(path, 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_skill_file_is_found_or_skipped_once(names in names(), format in prop::sample::select(vec![None, Some(ImportFormat::Adk)])) {
        let root = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(root.path()).unwrap();
        for name in &names {
            let path = base.join(name);
            // A name may already be a folder, or its folder a file; then there is one path less.
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.exists() {
                fs::write(&path, "---\nname: x\n---\n").unwrap();
            }
        }
        let mut expected = BTreeSet::new();
        skill_files(&base, &mut expected);
        let discovery = look(&base, format);
        let found = discovery.found.iter().filter_map(|skill| skill.skill_file.clone());
        let skipped = discovery.skipped.iter().map(|skipped| PathBuf::from(&skipped.path));
        let told: Vec<PathBuf> = found.chain(skipped).collect();
        for path in &expected {
            prop_assert_eq!(told.iter().filter(|told| *told == path).count(), 1, "{:?} in {:?}", path, told);
        }
        let mut owned = BTreeSet::new();
        for skill in &discovery.found {
            for file in &skill.files {
                prop_assert!(owned.insert(skill.folder.as_ref().unwrap().join(&file.path)), "{} belongs to two", file.path);
            }
        }
    }
}

#[test]
fn only_skill_files_are_read_where_that_is_asked_for() {
    let good = fixtures("good");
    let options = Options { contents: Contents::SkillFiles, ..Options::default() };
    let (all, names) =
        (discover(std::slice::from_ref(&good), &Options::default(), &()), discover(&[good], &options, &()));
    assert_eq!(all.found.len(), names.found.len());
    for (whole, named) in all.found.iter().zip(&names.found) {
        assert_eq!((&whole.display_path, &whole.bytes), (&named.display_path, &named.bytes));
        let paths = |found: &FoundSkill| found.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
        assert_eq!(paths(whole), paths(named));
        assert!(named.files.iter().all(|file| file.bytes.is_empty()));
    }
}

#[test]
fn skills_found_by_name_are_read_one_by_one_and_are_what_they_would_have_been() {
    for source in ["good", "archives"] {
        let source = fixtures(source);
        let options = Options { contents: Contents::Names, ..Options::default() };
        let paths: Vec<_> = if source.ends_with("archives") {
            std::fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path()).collect()
        } else {
            vec![source]
        };
        let (all, named) = (discover(&paths, &Options::default(), &()), discover(&paths, &options, &()));
        assert_eq!((all.found.len(), &all.skipped), (named.found.len(), &named.skipped));
        for (whole, named) in all.found.iter().zip(&named.found) {
            let is_on_disk = whole.skill_file.is_some();
            assert_eq!(named.bytes.is_empty() && named.files.iter().all(|file| file.bytes.is_empty()), is_on_disk);
            assert_eq!(named.read(&Limits::STUDIO).unwrap(), (whole.clone(), Vec::new()));
        }
    }
}

#[test]
fn a_skill_whose_files_went_meanwhile_says_which() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("SKILL.md"), "---\nname: x\n---\n").unwrap();
    std::fs::write(folder.path().join("notes.md"), "notes").unwrap();
    let options = Options { contents: Contents::Names, ..Options::default() };
    let found = discover(&[folder.path().to_owned()], &options, &()).found.remove(0);
    std::fs::remove_file(folder.path().join("notes.md")).unwrap();
    let (whole, unread) = found.read(&Limits::STUDIO).unwrap();
    assert_eq!((whole.files.len(), unread.len(), unread[0].reason), (0, 1, SkipReason::Unreadable));
    assert!(unread[0].path.ends_with("notes.md"), "{}", unread[0].path);
    std::fs::remove_file(folder.path().join("SKILL.md")).unwrap();
    assert!(found.read(&Limits::STUDIO).unwrap_err().path.ends_with("SKILL.md"));
}

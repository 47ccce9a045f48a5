//! Skills that are links in the folders of clients: told, chosen, or followed as the author's own arrangement.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use studio_pack::{Contents, Discovery, Limits, Options, SkipReason, Skipped, discover};
use tempfile::TempDir;

use crate::{folder, look, summary};

const TIDES: &str = "---\nname: tides\ndescription: Reads tides.\n---\n";

/// What others have, outside of what is chosen.
fn outside() -> TempDir {
    folder(&[
        ("tides/SKILL.md", TIDES),
        ("tides/notes.md", "notes"),
        ("pdf.md", "---\nname: pdf\n---\n"),
        ("key", "key"),
    ])
}

/// Makes a link at `at`, with the folders around it.
fn link(to: impl AsRef<Path>, at: &Path) {
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    symlink(to, at).unwrap();
}

fn told<'a>(discovery: &'a Discovery, end: &str) -> &'a Skipped {
    discovery.skipped.iter().find(|skipped| skipped.path.ends_with(end)).unwrap()
}

/// What is found by an author whose home folder is `home`.
fn at_home(path: &Path, home: &Path) -> Discovery {
    discover(&[path.to_owned()], &Options { home: Some(home.to_owned()), ..Options::default() }, &())
}

#[test]
fn a_link_in_a_client_s_folder_is_told_with_who_follows_it_and_read_when_it_is_chosen() {
    let (outside, root) = (outside(), folder(&[(".agents/skills/pdf/forms.md", "forms")]));
    let (at, there) = (|path: &str| root.path().join(path), |path: &str| outside.path().join(path));
    link(there("tides"), &at(".claude/skills/tides"));
    link(there("pdf.md"), &at(".agents/skills/pdf/SKILL.md"));
    link(there("tides"), &at("plain/tides"));
    link(there("pdf.md"), &at("plain/pdf/SKILL.md"));
    link(there("key"), &at(".agents/skills/key/SKILL.md"));
    let discovery = look(root.path(), None);
    assert_eq!(
        summary(&discovery, root.path()),
        [
            "- .agents/skills/key/SKILL.md symlink",
            "- .agents/skills/pdf/SKILL.md linked-skill",
            "- .claude/skills/tides linked-skill",
            "- plain/pdf/SKILL.md symlink",
            "- plain/tides symlink",
        ]
    );
    let tides = told(&discovery, "skills/tides");
    let real = fs::canonicalize(there("tides/SKILL.md")).unwrap();
    assert_eq!(tides.leads_to.as_deref(), Some(real.as_path()));
    assert!(tides.message.contains("Claude Code") && !tides.message.contains("Codex"), "{}", tides.message);
    assert!(tides.message.contains(&real.display().to_string()), "{}", tides.message);
    for place in ["skills/pdf/SKILL.md", "plain/pdf/SKILL.md"] {
        let message = &told(&discovery, place).message;
        assert!(message.contains("Gemini CLI") && message.contains("don't follow it: Codex."), "{message}");
    }
    assert_eq!(told(&discovery, "plain/pdf/SKILL.md").leads_to, None, "no client looks there");

    let chosen: Vec<PathBuf> = discovery.skipped.iter().filter_map(|skipped| skipped.leads_to.clone()).collect();
    let paths: Vec<PathBuf> = std::iter::once(root.path().to_owned()).chain(chosen).collect();
    let discovery = discover(&paths, &Options::default(), &());
    let mut found: Vec<_> = discovery.found.iter().map(|skill| (skill.skill_file.clone(), skill.files.len())).collect();
    found.sort();
    assert_eq!(found, [(Some(fs::canonicalize(there("pdf.md")).unwrap()), 0), (Some(real), 1)]);
    assert!(discovery.skipped.iter().all(|skipped| skipped.reason == SkipReason::Symlink), "{:?}", discovery.skipped);
}

#[test]
fn only_what_the_author_linked_at_home_to_a_skill_at_home_is_read_unasked() {
    let outside = outside();
    let home = folder(&[
        ("dots/own/SKILL.md", "---\nname: own\n---\n"),
        ("dots/own/notes.md", "notes"),
        ("dots/deep/SKILL.md", "---\nname: deep\n---\n"),
        ("dots/private.md", "private"),
    ]);
    let at = |path: &str| home.path().join(path);
    link(at("dots/own"), &at(".claude/skills/own"));
    link(at("dots/own"), &at(".agents/skills/own"));
    link(outside.path().join("tides"), &at(".claude/skills/far"));
    // These may have come with a folder that somebody else made.
    link(at("dots/deep"), &at(".agents/skills/theirs/deep"));
    link(at("dots/private.md"), &at(".claude/skills/theirs/SKILL.md"));
    for chosen in [".claude/skills", ".claude"] {
        let discovery = at_home(&at(chosen), home.path());
        let found: Vec<_> = discovery.found.iter().map(|skill| skill.display_path.clone()).collect();
        let real = fs::canonicalize(at("dots/own/SKILL.md")).unwrap();
        assert_eq!(found, [real.display().to_string()], "{:?}", discovery.skipped);
        assert_eq!(discovery.found[0].folder.as_deref(), real.parent());
        assert_eq!(discovery.found[0].files[0].path, "notes.md");
        let asked: Vec<_> = discovery.skipped.iter().map(|skipped| (skipped.reason, skipped.path.clone())).collect();
        let path = |path: &str| (SkipReason::LinkedSkill, at(path).display().to_string());
        assert_eq!(asked, [path(".claude/skills/far"), path(".claude/skills/theirs/SKILL.md")]);
    }
    let agents = at_home(&at(".agents/skills"), home.path());
    assert_eq!(agents.found.len(), 1);
    assert_eq!(told(&agents, "theirs/deep").reason, SkipReason::LinkedSkill);
    let both = [at(".claude/skills"), at(".agents/skills")];
    let both = discover(&both, &Options { home: Some(home.path().to_owned()), ..Options::default() }, &());
    assert_eq!(both.found.len(), 1, "two links to one skill are one skill");
    assert!(both.skipped.iter().all(|skipped| skipped.reason == SkipReason::LinkedSkill), "{:?}", both.skipped);

    // To anybody else, and in a project, they are links as any others.
    for strange in [look(&at(".claude/skills"), None), at_home(&at(".claude/skills"), outside.path())] {
        assert!(strange.found.is_empty(), "{:?}", strange.found);
        assert!(strange.skipped.iter().all(|skipped| skipped.leads_to.is_some()), "{:?}", strange.skipped);
    }
}

#[test]
fn what_lies_in_a_folder_that_is_only_linked_to_where_clients_look_is_asked_for() {
    let home = folder(&[
        ("src/theirs/plain/SKILL.md", TIDES),
        ("src/more/skills/SKILL.txt", "no skill"),
        ("private/SKILL.md", "---\nname: private\n---\n"),
    ]);
    let at = |path: &str| home.path().join(path);
    link("../../private", &at("src/theirs/private"));
    link("../../../private", &at("src/more/skills/private"));
    link(at("src/theirs"), &at(".claude/skills"));
    link(at("src/more"), &at(".agents"));
    for (chosen, count) in [(".claude/skills", 1), (".agents/skills", 0)] {
        let discovery = at_home(&at(chosen), home.path());
        assert_eq!(discovery.found.len(), count, "{:?}", discovery.found);
        let asked = told(&discovery, "skills/private");
        assert_eq!(asked.reason, SkipReason::LinkedSkill);
        assert_eq!(asked.leads_to, Some(fs::canonicalize(at("private/SKILL.md")).unwrap()));
    }
}

#[test]
fn links_in_circles_to_nothing_and_to_everything_are_told_and_followed_nowhere() {
    let root = folder(&[("SKILL.md", "around"), ("app/.claude/skills/plain/SKILL.md", TIDES)]);
    let at = |path: &str| root.path().join("app/.claude/skills").join(path);
    link("/", &at("all"));
    link(root.path(), &at("around"));
    link(root.path().join("app"), &at("up"));
    link("circle", &at("circle"));
    link("nowhere", &at("gone/SKILL.md"));
    let app = root.path().join("app");
    let discovery = at_home(&app, root.path());
    assert_eq!(
        summary(&discovery, &app),
        [
            ".claude/skills/plain/SKILL.md (app)",
            "- .claude/skills/all symlink",
            "- .claude/skills/around symlink",
            "- .claude/skills/gone/SKILL.md symlink",
            "- .claude/skills/up symlink-loop",
        ]
    );
}

#[test]
fn a_folder_full_of_other_things_is_not_searched_to_its_end() {
    let home = folder(&[
        ("wide/SKILL.md", TIDES),
        ("wide/a/one.md", ""),
        ("wide/b/two.md", ""),
        ("wide/c/nested/SKILL.md", "---\nname: nested\n---\n"),
    ]);
    link(home.path().join("wide"), &home.path().join(".claude/skills/wide"));
    let limits = Limits { skill_entries: 3, ..Limits::STUDIO };
    let home_folder = Some(home.path().to_owned());
    let options = Options { home: home_folder, contents: Contents::Names, limits, ..Options::default() };
    let discovery = discover(&[home.path().join(".claude/skills")], &options, &());
    assert_eq!(discovery.found.len(), 1, "{:?}", discovery.skipped);
    assert_eq!(discovery.found[0].files, []);
    assert_eq!(discovery.skipped.len(), 1, "{:?}", discovery.skipped);
    assert_eq!(discovery.skipped[0].reason, SkipReason::TooManyFiles);
}

#[test]
fn a_second_name_for_a_folder_beside_it_is_told() {
    let root = folder(&[("skills/tides/SKILL.md", TIDES), ("skills/tides/docs/a.md", "a")]);
    link("tides", &root.path().join("skills/ebb"));
    link("docs", &root.path().join("skills/tides/pages"));
    let discovery = discover(&[root.path().to_owned()], &Options::default(), &());
    assert_eq!(discovery.found.len(), 1);
    assert!(told(&discovery, "skills/ebb").message.contains("second name for"), "{:?}", discovery.skipped);
    assert!(!told(&discovery, "tides/pages").message.contains("second name"), "a skill's own folders are not listed");
}

#[test]
fn what_a_client_reads_at_a_link_is_read_there_and_nothing_else_behind_links() {
    let outside = outside();
    let root = folder(&[(".agents/skills/pdf/forms.md", "forms"), ("plain/skills/README.md", "none")]);
    let (at, there) = (|path: &str| root.path().join(path), |path: &str| outside.path().join(path));
    link(there("tides"), &at(".claude/skills/tides"));
    link(there("tides"), &at(".agents/skills/ebb"));
    link(there("pdf.md"), &at(".agents/skills/pdf/SKILL.md"));
    link(there("key"), &at(".agents/skills/key/SKILL.md"));
    link(there("tides"), &at("plain/tides"));
    let options = Options { is_for_client: true, ..Options::default() };
    let discovery = discover(&[root.path().to_owned()], &options, &());
    assert_eq!(
        summary(&discovery, root.path()).iter().map(|line| line.split(" (").next().unwrap()).collect::<Vec<_>>(),
        [
            ".agents/skills/ebb/SKILL.md",
            ".agents/skills/pdf/SKILL.md",
            ".claude/skills/tides/SKILL.md",
            "- .agents/skills/key/SKILL.md symlink",
            "- plain/tides symlink",
        ]
    );
    let real = fs::canonicalize(there("pdf.md")).unwrap();
    let [ebb, pdf, _] = &discovery.found[..] else { panic!("{:?}", discovery.found) };
    assert_eq!((pdf.is_at_link(), pdf.skill_file.as_ref()), (true, Some(&real)));
    assert_eq!(pdf.place(), Some(fs::canonicalize(root.path()).unwrap().join(".agents/skills/pdf/SKILL.md")));
    assert_eq!(pdf.files[0].path, "forms.md", "what lies beside the link is its own");
    assert_eq!((ebb.folder_name.as_deref(), ebb.is_at_link(), ebb.files.len()), (Some("ebb"), false, 1));
    let chosen = discover(&[at(".agents/skills/pdf/SKILL.md")], &options, &());
    assert_eq!(chosen.found.len(), 1, "{:?}", chosen.skipped);
    assert_eq!(chosen.found[0].place(), pdf.place());
}

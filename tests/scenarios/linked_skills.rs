//! Skills that authors keep in one place and link into the folders of their clients.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use studio_api::dto::{ImportRequest, SkipReason};

use crate::harness::{Bench, skill};

/// A bench with one skill at `real`, and a link to its folder in `clients`.
fn linked(real: &str, clients: &str) -> Bench {
    let bench = Bench::new();
    let text = skill("tides", "Reads tides. Use when asked for tides.", "", "Look.");
    bench.write(&format!("{real}/SKILL.md"), text);
    fs::create_dir_all(bench.path(clients)).unwrap();
    symlink(bench.path(real), bench.path(&format!("{clients}/tides"))).unwrap();
    bench
}

#[test]
fn a_link_in_a_project_is_offered_and_comes_in_from_its_real_place() {
    let bench = linked("mine/tides", "project/.claude/skills");
    let paths = bench.absolute(&["project"]);
    let preview = bench.preview_import(&paths).unwrap();
    let [link] = preview.skipped.as_slice() else { panic!("{preview:#?}") };
    let real = bench.path("mine/tides/SKILL.md");
    assert!(preview.items.is_empty());
    assert_eq!((link.code, link.leads_to.as_deref()), (SkipReason::LinkedSkill, Some(real.as_str())));
    assert!(link.message.contains("Claude Code") && link.message.contains(&real), "{}", link.message);
    assert_eq!(bench.list_linked_skills(&paths, None), preview.skipped);
    assert_eq!(bench.check_import(&paths).unwrap().scan.files, 0, "it is not read before the author says so");
    let report = bench.import_paths(&paths, false).unwrap();
    assert_eq!((report.imported.len(), &report.skipped), (0, &preview.skipped));

    let both = [paths[0].clone(), real.clone()];
    let preview = bench.preview_import(&both).unwrap();
    assert_eq!((preview.items.len(), preview.skipped.len()), (1, 0), "{preview:#?}");
    assert_eq!(bench.check_import(&both).unwrap().scan.files, 1);
    let chosen = Some(vec![preview.items[0].path.clone()]);
    let request = ImportRequest { paths: both.to_vec(), chosen, ..ImportRequest::default() };
    let report = bench.import_chosen(&request).unwrap();
    assert_eq!((report.imported[0].path.as_str(), report.skipped.len()), (real.as_str(), 0));
    let roots: Vec<String> = bench.list_import_roots().unwrap().into_iter().map(|root| root.path).collect();
    assert_eq!(roots, [bench.path("mine/tides")]);
}

#[test]
fn the_authors_own_link_at_home_comes_in_as_they_arranged_it() {
    let bench = linked("home/dotfiles/tides", "home/.claude/skills");
    let folder = bench.list_skill_folders().unwrap().remove(0);
    assert_eq!((folder.shown.as_str(), folder.skills), ("~/.claude/skills", 1));
    let paths = [folder.path];
    assert_eq!(bench.check_import(&paths).unwrap().scan.files, 1, "what comes in is scanned");
    let preview = bench.preview_import(&paths).unwrap();
    assert_eq!((preview.items.len(), preview.skipped.len()), (1, 0), "{preview:#?}");
    // Saving it would write there: the window asks for that folder, too.
    assert_eq!(bench.list_folders_beyond(&paths), [PathBuf::from(bench.path("home/dotfiles/tides"))]);
    let report = bench.import_paths(&paths, true).unwrap();
    assert_eq!((report.imported.len(), report.skipped.len()), (1, 0), "{report:#?}");
    let changed = skill("tides", "Reads tides. Use when asked for the tide.", "", "Look.");
    bench.save(&report.imported[0].id, "SKILL.md", &changed);
    assert_eq!(bench.read("home/dotfiles/tides/SKILL.md"), changed.as_bytes());
    assert!(PathBuf::from(bench.path("home/.claude/skills/tides")).is_symlink(), "the link stays one");
}

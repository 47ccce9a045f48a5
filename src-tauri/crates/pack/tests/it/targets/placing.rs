//! Exports on the disk.

use std::{fs, path::Path};

use studio_pack::targets::{FileState, Leaving, OutFile, Plan};

fn file(path: &str, text: &str) -> OutFile {
    OutFile { path: path.to_owned(), bytes: text.as_bytes().to_vec(), is_executable: path.contains("run") }
}

fn states(plan: &Plan) -> Vec<FileState> {
    plan.files.iter().map(|placed| placed.state).collect()
}

#[test]
fn a_plan_says_what_is_new_what_differs_and_what_is_there() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("new/out");
    let files = vec![file("a/SKILL.md", "one"), file("b/run.sh", "two"), file("c.txt", "three")];
    let plan = Plan::of(&out, files.clone()).unwrap();
    assert_eq!(states(&plan), [FileState::Created; 3]);
    assert!(plan.write(|_, _| true).unwrap());
    assert_eq!(states(&Plan::of(&out, files.clone()).unwrap()), [FileState::Unchanged; 3]);
    fs::write(out.join("a/SKILL.md"), "eno").unwrap();
    fs::remove_file(out.join("c.txt")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(out.join("b/run.sh"), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let plan = Plan::of(&out, files.clone()).unwrap();
    assert_eq!(states(&plan), [FileState::Changed, FileState::Changed, FileState::Created]);
    assert!(plan.write(|_, _| true).unwrap());
    assert_eq!(states(&Plan::of(&out, files).unwrap()), [FileState::Unchanged; 3]);
}

#[test]
fn cancelled_or_failing_half_way_nothing_has_changed() {
    let out = tempfile::tempdir().unwrap();
    fs::write(out.path().join("a"), "old").unwrap();
    fs::write(out.path().join("c"), "in the way").unwrap();
    let plan = Plan::of(out.path(), vec![file("a", "new"), file("b", "new")]).unwrap();
    assert!(!plan.write(|done, _| done == 0).unwrap());
    let blocked = Plan::of(out.path(), vec![file("a", "new"), file("b", "new"), file("d", "x")]).unwrap();
    fs::create_dir(out.path().join("d")).unwrap();
    let through_a_file = Plan::of(out.path(), vec![file("a", "new"), file("e/f", "x")]).unwrap();
    fs::write(out.path().join("e"), "a file").unwrap();
    through_a_file.write(|_, _| true).unwrap_err();
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(
        (fs::read_to_string(out.path().join("a")).unwrap().as_str(), names()),
        ("old", vec!["a".into(), "c".into(), "d".into(), "e".into()] as Vec<String>)
    );
    drop(blocked);
}

#[cfg(unix)]
#[test]
fn no_link_in_the_folder_leads_an_export_out_of_it() {
    let (out, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::os::unix::fs::symlink(outside.path(), out.path().join("away")).unwrap();
    let plan = Plan::of(out.path(), vec![file("away/x", "new")]).unwrap();
    let refused = plan.write(|_, _| true).unwrap_err().to_string();
    assert!(refused.contains("outside"), "{refused}");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

/// Every file below a folder with its text, by path.
fn all(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            all.extend(self::all(&entry.path()).into_iter().map(|(path, text)| (format!("{name}/{path}"), text)));
        } else {
            all.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn where_one_file_fails_all_are_as_they_were() {
    let texts = |mark: &str| -> Vec<OutFile> {
        ["a.md", "b/c.md", "b/d.md", "new/e.md", "z.md"].map(|path| file(path, &format!("{path} {mark}"))).into()
    };
    let old = ["a.md", "b/c.md", "gone.md", "z.md"];
    // At each file a folder comes to stand in its place, after everything was written beside.
    for blocked in ["a.md", "b/d.md", "z.md"] {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("out");
        for path in old {
            fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
            fs::write(folder.join(path), format!("{path} old")).unwrap();
        }
        let mut plan = Plan::of(&folder, texts("new")).unwrap();
        plan.leaving = vec![Leaving { path: "gone.md".to_owned(), sha256: studio_text::sha256_hex(b"gone.md old") }];
        let before = all(&folder);
        let place = folder.join(blocked);
        let written = plan.write(|done, total| {
            if done + 1 == total {
                let _there = fs::remove_file(&place);
                fs::create_dir_all(place.join("sub")).unwrap();
            }
            true
        });
        let error = written.unwrap_err().to_string();
        assert!(error.contains(blocked.rsplit('/').next().unwrap()), "{blocked}: {error}");
        let left: Vec<_> = before.into_iter().filter(|(path, _)| path != blocked).collect();
        assert_eq!(all(&folder), left, "{blocked}");
        assert!(!folder.join("new").exists(), "{blocked}: a folder that was made for it is gone");

        fs::remove_dir_all(&place).unwrap();
        assert!(plan.write(|_, _| true).unwrap());
        let now: Vec<(String, String)> =
            texts("new").iter().map(|file| (file.path.clone(), format!("{} new", file.path))).collect();
        assert_eq!(all(&folder), now);
    }
}

#[test]
fn an_export_that_is_cancelled_leaves_no_folder_behind() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deep/out");
    let plan = Plan::of(&folder, vec![file("x/a.md", "a"), file("y/b.md", "b")]).unwrap();
    assert!(!plan.write(|done, _| done == 0).unwrap());
    assert!(!home.path().join("deep").exists());
}

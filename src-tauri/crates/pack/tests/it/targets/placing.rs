//! Exports on the disk.

use std::fs;

use studio_pack::targets::{FileState, OutFile, Plan};

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

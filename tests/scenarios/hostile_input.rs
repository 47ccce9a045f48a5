//! Input that means harm or is beyond repair: each a clear message, and everything else comes in.

use std::{fmt::Write as _, fs, io::Write as _};

use zip::{ZipWriter, write::SimpleFileOptions};

use crate::harness::{Bench, fixtures, skill};

const FINE: &str = "---\nname: fine\ndescription: Is well. Use when all is well.\n---\n\nBody.\n";

/// Imports `path` together with a skill that is well; gives what was said of `path`.
fn said_of(bench: &Bench, path: &str) -> Vec<String> {
    bench.write("fine/SKILL.md", FINE);
    let report = bench.import(&[path, "fine"]);
    assert!(report.imported.iter().any(|item| item.name == "fine"), "the rest of the import goes on");
    let absolute = bench.path(path);
    let skipped = report.skipped.iter().map(|item| (&item.path, item.code.as_str(), &item.message));
    let warned = report.warnings.iter().map(|item| (&item.path, item.code.as_str(), &item.message));
    let said = skipped.chain(warned).filter(|(path, ..)| path.starts_with(&absolute));
    said.map(|(_, code, message)| format!("{code}: {message}")).collect()
}

#[track_caller]
fn check(path: &str, bytes: impl AsRef<[u8]>, code: &str) {
    let bench = Bench::new();
    bench.write(path, bytes);
    let said = said_of(&bench, path);
    assert!(said.iter().any(|line| line.starts_with(code)), "{path}: {said:?}");
    for row in bench.list_skills().unwrap() {
        let text = bench.text(&row.id, "SKILL.md");
        bench.analyze(&row.id, "SKILL.md", &text).unwrap();
        bench.duplicate_skill(&row.id).unwrap();
    }
}

#[test]
fn a_file_of_50_mb_is_named_and_left() {
    let mut huge = FINE.as_bytes().to_vec();
    huge.resize(50 * 1024 * 1024, b'x');
    check("huge/SKILL.md", huge, "too-large");
}

#[test]
fn invalid_utf8_comes_in_to_be_mended() {
    check(
        "latin/SKILL.md",
        b"---\nname: latin\ndescription: caf\xE9. Use when brewing.\n---\n\nBody.\n",
        "encoding-invalid",
    );
}

#[test]
fn utf16_is_read_and_said_to_be_unusual() {
    let text = skill("wide", "Wide. Use when wide.", "", "Body.");
    let bytes: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    check("wide/SKILL.md", bytes, "encoding-utf16");
}

#[test]
fn nul_bytes_are_found() {
    check(
        "nul/SKILL.md",
        "---\nname: nul\ndescription: NUL. Use when NUL.\n---\n\nBefore \0\0 after.\n",
        "control-character",
    );
}

#[test]
fn yaml_of_ten_thousand_levels_is_too_deep() {
    let mut deep = String::from("---\nname: deep\ndescription: Deep. Use when deep.\nmetadata:\n");
    for level in 0..10_000 {
        let _ = writeln!(deep, "{}a:", " ".repeat(level % 1_000 + 1));
    }
    check("deep/SKILL.md", format!("{deep}---\n\nBody.\n"), "yaml-");
    let flow = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    check(
        "flow/SKILL.md",
        skill("flow", "Deep. Use when deep.", &format!("metadata: {flow}\n"), "Body."),
        "metadata-type",
    );
}

#[test]
fn an_alias_bomb_does_not_go_off() {
    let bytes = fs::read(fixtures().join("skills/bad/alias-bomb/SKILL.md")).unwrap();
    check("alias-bomb/SKILL.md", bytes, "yaml-");
}

#[test]
fn hostile_archives_are_refused_whole() {
    for (name, code) in [
        ("zip-slip.zip", "archive-unsafe-path"),
        ("symlink.zip", "archive-special-entry"),
        ("bomb.zip", "archive-too-large"),
        ("not-a-zip.zip", "archive-damaged"),
    ] {
        check(name, fs::read(fixtures().join("skills/archives").join(name)).unwrap(), code);
    }
}

#[test]
fn an_archive_of_too_many_entries_is_refused() {
    let mut bytes = Vec::new();
    let mut zip = ZipWriter::new(std::io::Cursor::new(&mut bytes));
    zip.start_file("a/SKILL.md", SimpleFileOptions::default()).unwrap();
    zip.write_all(FINE.as_bytes()).unwrap();
    for number in 0..5_001 {
        zip.start_file(format!("a/{number}.md"), SimpleFileOptions::default()).unwrap();
    }
    zip.finish().unwrap();
    check("many.zip", bytes, "archive-too-large");
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_not_followed() {
    let bench = Bench::new();
    bench.write("secret/key.md", "secret");
    bench.write("linked/SKILL.md", FINE.replace("fine", "linked"));
    std::os::unix::fs::symlink(bench.path("secret/key.md"), bench.path("linked/key.md")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", bench.path("linked/zero.md")).unwrap();
    std::os::unix::fs::symlink(bench.path("linked"), bench.path("linked/again")).unwrap();
    let said = said_of(&bench, "linked");
    assert!(said.iter().filter(|line| line.starts_with("symlink")).count() >= 2, "{said:?}");
    let detail = bench.get_skill(&bench.row("linked").id).unwrap();
    assert_eq!(detail.files.len(), 1, "{:?}", detail.files);
}

#[test]
fn odd_paths_are_said_to_be_odd() {
    let bench = Bench::new();
    fs::create_dir_all(bench.path("empty")).unwrap();
    bench.write("picture.png", [0x89, b'P', b'N', b'G', 0]);
    for (path, code) in [("nowhere", "not-found"), ("empty", "no-skill"), ("picture.png", "unsupported")] {
        let said = said_of(&bench, path);
        assert!(said.iter().any(|line| line.starts_with(code)), "{path}: {said:?}");
    }
}

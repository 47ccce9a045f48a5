//! Where secrets go, and where they do not.

use std::{collections::BTreeMap, sync::Arc};

use reqwest::header::LOCATION;
use serde_json::json;
use studio_runtime::Failure;

use super::{
    super::{
        exchange::{Reply, redirect as redirect_to},
        plan::Plan,
    },
    Dialer, Rest, RestTool, TOKEN, call, lookup, pairs,
    server::{Reaction, Server, json as json_answer, redirect, say},
    told, tool,
};
use crate::secrets::Mask;

#[test]
fn secrets_are_put_in_at_the_last_moment_and_taken_out_of_the_answer() {
    let server = Server::echo();
    let tool = RestTool {
        headers: pairs(&[("Authorization", "Bearer secret://plain"), ("X-Key", "secret://plain")]),
        query: pairs(&[("key", "secret://token")]),
        body: Some(r#"{"key": "secret://token", "in": "a secret://token b", "own": "{{x}}"}"#.to_owned()),
        ..tool("POST", &server.url("/bot{{secret://token}}/secret://plain/{x}"))
    };
    let answer = call(&tool, &json!({"x": "secret://plain"})).unwrap();
    let heard = server.only();
    assert_eq!(
        heard.target(),
        "/bottok%2Fen%204f1d%2B%C3%BC/plain-4f1d/secret%3A%2F%2Fplain?key=tok%2Fen+4f1d%2B%C3%BC",
        "an argument names no secret"
    );
    assert_eq!((heard.header("authorization"), heard.header("x-key")), (Some("Bearer plain-4f1d"), Some("plain-4f1d")));
    let expected = json!({"key": TOKEN, "in": format!("a {TOKEN} b"), "own": "secret://plain"});
    assert_eq!(heard.body, expected.to_string());

    let shown = format!("{} {}", answer.value, answer.log);
    assert!(!shown.contains("4f1d") && shown.contains("Bearer ••••"), "{shown}");
    let rest = Rest::open(&tool, Arc::new(lookup), Arc::new(Dialer::start().unwrap())).unwrap();
    assert!(!format!("{rest:?} {tool:?}").contains("4f1d"));
}

#[test]
fn no_failure_repeats_a_secret() {
    let body = format!("{{\"error\": \"bad key {TOKEN} in {{{TOKEN}}}\"}}");
    let answers = [
        json_answer(401, &body),
        json_answer(200, &format!("not JSON {TOKEN}")),
        say(500, &format!("retry-after: {}\r\n", "tok/en 4f1d+x"), TOKEN.as_bytes()),
        say(200, "content-type: image/png\r\n", &[TOKEN.as_bytes(), b"\0\xff"].concat()),
        redirect(302, "/tok%2Fen%204f1d%2B%C3%BC/b"),
        b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\ntok/en 4f1d".to_vec(),
        b"tok/en 4f1d\r\n\r\n".to_vec(),
    ];
    for answer in answers {
        let server = Server::saying(answer.clone());
        let tool = RestTool {
            query: pairs(&[("key", "secret://token")]),
            ..tool("GET", &server.url("/{{secret://token}}/a"))
        };
        let failure = call(&tool, &json!({})).unwrap_err();
        let shown = format!("{failure} {failure:?}");
        assert!(!shown.contains(TOKEN) && !shown.contains("%2Fen"), "{shown}");
    }
    let nobody = Server::saying(Vec::new());
    let tool = RestTool { query: pairs(&[("key", "secret://plain")]), ..tool("GET", &nobody.url("/secret://plain")) };
    let failure = call(&tool, &json!({})).unwrap_err();
    assert!(matches!(failure, Failure::Unavailable { .. }) && !format!("{failure:?}").contains("4f1d"), "{failure:?}");
}

#[test]
fn a_secret_does_not_leave_its_server() {
    for (status, method) in [(301, "GET"), (302, "POST"), (303, "PUT"), (307, "GET"), (308, "DELETE")] {
        let elsewhere = Server::echo();
        let location = elsewhere.url("/there");
        let server = Server::start(move |_, _| Reaction::Say(redirect(status, &location)));
        let tool = RestTool {
            headers: pairs(&[
                ("X-Key", "secret://plain"),
                ("Authorization", "Basic literal"),
                ("Cookie", "a=b"),
                ("X-Plain", "stays"),
            ]),
            query: pairs(&[("key", "secret://token")]),
            ..tool(method, &server.url("/"))
        };
        call(&tool, &json!({})).unwrap();
        let (first, second) = (server.only(), elsewhere.only());
        assert_eq!((first.header("x-key"), first.header("cookie")), (Some("plain-4f1d"), Some("a=b")));
        assert_eq!(second.header("x-plain"), Some("stays"), "{status}");
        for name in ["x-key", "authorization", "cookie"] {
            assert_eq!(second.header(name), None, "{status}");
        }
        assert!(!format!("{second:?}").contains("4f1d"), "{second:?}");
    }
}

#[test]
fn a_secret_stays_on_its_server_when_it_sends_the_request_on_to_itself() {
    let server = Server::start(|heard, _| {
        Reaction::Say(if heard.target() == "/b" { json_answer(200, "1") } else { redirect(307, "/b") })
    });
    let tool = RestTool {
        headers: pairs(&[("Authorization", "Bearer secret://plain")]),
        body: Some(r#"{"key": "secret://token"}"#.to_owned()),
        ..tool("POST", &server.url("/a"))
    };
    call(&tool, &json!({})).unwrap();
    let last = server.heard().pop().unwrap();
    assert_eq!(last.header("authorization"), Some("Bearer plain-4f1d"));
    assert!(last.body.contains(TOKEN));
}

#[test]
fn a_request_whose_body_or_address_holds_a_secret_is_not_sent_elsewhere() {
    let elsewhere = Server::echo();
    let location = elsewhere.url("/there");
    let kept = location.clone();
    let server = Server::start(move |_, _| Reaction::Say(redirect(307, &kept)));
    let tool = RestTool { body: Some(r#"{"key": "secret://token"}"#.to_owned()), ..tool("POST", &server.url("/")) };
    let error = call(&tool, &json!({})).unwrap_err();
    assert!(
        matches!(&error, Failure::Refused { message } if message.contains("a secret that isn't meant for it")),
        "{error:?}"
    );

    // An open redirection: the server repeats the query behind another host.
    let server = Server::start(move |heard, _| {
        let query = heard.target().split_once('?').unwrap().1;
        Reaction::Say(redirect(302, &format!("{location}?{query}")))
    });
    let tool = RestTool {
        body: None,
        method: "GET".to_owned(),
        query: pairs(&[("k", "secret://token")]),
        url: server.url("/"),
        ..tool
    };
    let error = call(&tool, &json!({})).unwrap_err();
    assert!(matches!(&error, Failure::Refused { .. }) && !format!("{error:?}").contains("4f1d"), "{error:?}");
    assert!(elsewhere.heard().is_empty());
}

#[test]
fn a_secret_goes_over_no_line_everybody_can_read() {
    let with = |url: &str, value: &str| RestTool {
        headers: pairs(&[("Authorization", value)]),
        allow_private: false,
        ..tool("GET", url)
    };
    let error = with("HTTP://api.example/", "secret://plain").check().unwrap_err();
    assert!(matches!(&error, Failure::Refused { message } if message.contains("isn't encrypted")), "{error:?}");
    with("https://api.example/", "secret://plain").check().unwrap();
    with("http://api.example/", "plain").check().unwrap();

    for (value, is_refused) in [("secret://plain", true), ("plain", false)] {
        let tool = with("https://api.example/", value);
        let secrets: BTreeMap<_, _> =
            tool.secrets().unwrap().into_iter().map(|name| (name.clone(), lookup(&name).unwrap())).collect();
        let mut request = Plan::read(&tool).unwrap().fill(&serde_json::Map::new(), &secrets).unwrap();
        let reply = Reply {
            method: request.method.clone(),
            url: request.url.clone(),
            status: reqwest::StatusCode::FOUND,
            headers: [(LOCATION, "http://api.example/".parse().unwrap())].into_iter().collect(),
            bytes: Vec::new(),
        };
        assert_eq!(redirect_to(&mut request, &reply, &Mask::new(secrets.values())).is_err(), is_refused);
    }
}

#[test]
fn a_secret_that_cannot_be_had_or_sent_is_named() {
    let server = Server::echo();
    let with = |value: &str| RestTool { headers: pairs(&[("X-Key", value)]), ..tool("GET", &server.url("/")) };
    let error = call(&with("secret://gone"), &json!({})).unwrap_err();
    assert!(matches!(error, Failure::Unavailable { .. }), "{error:?}");
    assert_eq!(
        told(&error),
        "The tool needs a secret that isn't available: secret “gone” not found; add it in Settings > Secrets."
    );
    let error = call(&with("secret://split"), &json!({})).unwrap_err();
    assert!(matches!(&error, Failure::Refused { .. }) && !told(&error).contains("evil"), "{error:?}");
    assert!(server.heard().is_empty());
}

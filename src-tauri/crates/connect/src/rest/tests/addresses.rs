//! What may be dialled, and what is.

use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use serde_json::json;
use studio_runtime::{Answer, Failure, Stop};

use super::{
    super::{address, dial::guarded_client},
    Dialer, LIMIT, RestTool, call, call_with, one_loopback_is_public,
    server::{Reaction, Server, json as json_answer, redirect},
    told, tool,
};

/// Gives each name its answers in turn, the last one for ever.
#[derive(Default)]
struct Script(Mutex<BTreeMap<String, Answers>>);

struct Answers {
    asked: usize,
    in_turn: Vec<Vec<IpAddr>>,
}

impl Script {
    fn of(names: &[(&str, &[&[&str]])]) -> Arc<Self> {
        let addresses = |list: &&[&str]| list.iter().map(|address| address.parse().unwrap()).collect();
        let answers = |(name, answers): &(&str, &[&[&str]])| {
            ((*name).to_owned(), Answers { asked: 0, in_turn: answers.iter().map(addresses).collect() })
        };
        Arc::new(Self(Mutex::new(names.iter().map(answers).collect())))
    }

    fn asked(&self, name: &str) -> usize {
        self.0.lock()[name].asked
    }
}

impl Resolve for Script {
    fn resolve(&self, name: Name) -> Resolving {
        let mut names = self.0.lock();
        let found = names.get_mut(name.as_str()).map(|answers| {
            answers.asked += 1;
            answers.in_turn[answers.asked.min(answers.in_turn.len()) - 1].clone()
        });
        Box::pin(async move {
            let addresses = found.ok_or_else(|| std::io::Error::other("no such host"))?;
            Ok(Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

fn guarded(method: &str, url: &str) -> RestTool {
    RestTool { allow_private: false, ..tool(method, url) }
}

fn with(script: &Arc<Script>, rule: address::Rule) -> Dialer {
    Dialer::start_with(Arc::clone(script) as Arc<dyn Resolve>, rule).unwrap()
}

fn ask(tool: &RestTool, dialer: Dialer) -> Result<Answer, Failure> {
    call_with(tool, &json!({}), LIMIT, &Stop::new(), dialer)
}

#[test]
fn s0_20_private_addresses_are_refused_unless_the_tool_may() {
    let server = Server::saying(json_answer(200, "1"));
    let port = server.address.port();
    let hosts =
        ["127.0.0.1", "127.1", "0x7f.1", "0177.1", "2130706433", "127.0.0.1.", "0", "[::1]", "[::ffff:127.0.0.1]"];
    for host in hosts.into_iter().chain(["[::ffff:7f00:1]", "localhost", "10.1.2.3", "169.254.169.254"]) {
        let error = call(&guarded("GET", &format!("http://{host}:{port}/")), &json!({})).unwrap_err();
        assert!(matches!(error, Failure::Refused { .. }), "{host}: {error:?}");
        assert!(told(&error).contains("turn on “Allow localhost and private networks”"), "{error}");
    }
    assert!(server.heard().is_empty());
    for host in &hosts[..6] {
        let answer = call(&tool("GET", &format!("http://{host}:{port}/")), &json!({})).unwrap();
        assert_eq!(answer.value, json!(1), "{host}");
    }
}

#[test]
fn s0_20_a_name_that_leads_to_a_private_address_is_refused() {
    let server = Server::saying(json_answer(200, "1"));
    let url = format!("http://api.example:{}/", server.address.port());
    let answers: [&[&str]; 8] = [
        &["127.0.0.1"],
        &["10.0.0.1"],
        &["::1"],
        &["::ffff:127.0.0.1"],
        &["fd00::1"],
        &["64:ff9b::7f00:1"],
        &["8.8.8.8", "127.0.0.1"],
        &["169.254.169.254"],
    ];
    for answer in answers {
        let script = Script::of(&[("api.example", &[answer])]);
        let error = ask(&guarded("GET", &url), with(&script, address::not_public)).unwrap_err();
        assert!(matches!(error, Failure::Refused { .. }), "{answer:?}: {error:?}");
        assert!(told(&error).starts_with("“api.example” resolves to "), "{error}");
        assert_eq!(script.asked("api.example"), 1);
    }
    assert!(server.heard().is_empty());
    let script = Script::of(&[("api.example", &[&["127.0.0.1"]])]);
    assert_eq!(ask(&tool("GET", &url), with(&script, address::not_public)).unwrap().value, json!(1));
}

#[test]
fn an_answer_that_changes_after_it_was_checked_changes_nothing() {
    let public = Server::saying(json_answer(200, "\"public\""));
    let port = public.address.port();
    let private = Server::start_on(&format!("127.0.0.2:{port}"), |_, _| Reaction::Say(json_answer(200, "\"private\"")));
    let script = Script::of(&[("api.example", &[&["127.0.0.1"], &["127.0.0.2"]])]);
    let dialer = with(&script, one_loopback_is_public);
    let tool = guarded("GET", &format!("http://api.example:{port}/"));
    let rest = super::Rest::open(&tool, Arc::new(super::lookup), Arc::new(dialer)).unwrap();
    let ask = || {
        let (arguments, stop) = (json!({}), Stop::new());
        studio_runtime::Handler::call(
            &rest,
            &studio_runtime::Call { name: "tool", arguments: &arguments, limit: LIMIT, stop: &stop },
        )
    };
    assert_eq!(ask().unwrap().value, json!("public"));
    assert_eq!(script.asked("api.example"), 1, "what is dialled is what was checked");
    assert!(matches!(ask(), Err(Failure::Refused { .. })));
    assert_eq!(script.asked("api.example"), 2);
    assert!(private.heard().is_empty());
}

#[test]
fn s0_20_a_redirection_is_checked_like_the_first_address() {
    let private = Server::start_on("127.0.0.2:0", |_, _| Reaction::Say(json_answer(200, "\"private\"")));
    let port = private.address.port();
    let targets = [
        format!("http://127.0.0.2:{port}/"),
        format!("http://2130706434:{port}/"),
        format!("http://[::ffff:127.0.0.2]:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://inside.example:{port}/"),
        format!("//127.0.0.2:{port}/"),
        "http://10.0.0.1/".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "https://192.168.1.1/".to_owned(),
    ];
    for target in targets {
        let location = target.clone();
        let public = Server::start(move |_, _| Reaction::Say(redirect(302, &location)));
        let script = Script::of(&[("api.example", &[&["127.0.0.1"]]), ("inside.example", &[&["127.0.0.2"]])]);
        let url = format!("http://api.example:{}/", public.address.port());
        let error = ask(&guarded("GET", &url), with(&script, one_loopback_is_public)).unwrap_err();
        assert!(matches!(error, Failure::Refused { .. }), "{target}: {error:?}");
        assert!(told(&error).contains("Allow localhost and private networks"), "{error}");
        assert_eq!(public.heard().len(), 1, "{target}");
    }
    assert!(private.heard().is_empty());

    let location = private.url("/");
    let public = Server::start(move |_, _| Reaction::Say(redirect(302, &location)));
    let answer = call(&tool("GET", &public.url("/")), &json!({})).unwrap();
    assert_eq!(answer.value, json!("private"));
    assert!(answer.log.starts_with("302 Found from http://127.0.0.1:"), "{}", answer.log);
}

#[test]
fn other_schemes_and_endless_redirections_are_refused() {
    for location in ["file:///etc/passwd", "ftp://api.example/", "javascript:alert(1)", "data:,x"] {
        let server = Server::saying(redirect(302, location));
        let error = call(&tool("GET", &server.url("/")), &json!({})).unwrap_err();
        assert!(matches!(error, Failure::Refused { .. }), "{location}: {error:?}");
    }
    let server = Server::start(|_, count| Reaction::Say(redirect(302, &format!("/{count}"))));
    let error = call(&tool("GET", &server.url("/")), &json!({})).unwrap_err();
    assert!(told(&error).contains("more than 5 times"), "{error}");
    assert_eq!(server.heard().len(), 6);
    for answer in [redirect(302, "http://"), super::server::say(302, "", b"")] {
        let error = call(&tool("GET", &Server::saying(answer).url("/")), &json!({})).unwrap_err();
        assert!(
            matches!(&error, Failure::Garbage { message, .. } if message.contains("but no URL to redirect to")),
            "{error:?}"
        );
    }
}

#[test]
fn a_redirection_changes_the_method_as_the_standard_says() {
    let cases = [
        (301, "POST", "GET"),
        (302, "POST", "GET"),
        (303, "POST", "GET"),
        (303, "PUT", "GET"),
        (301, "PUT", "PUT"),
        (302, "DELETE", "DELETE"),
        (307, "POST", "POST"),
        (308, "PATCH", "PATCH"),
    ];
    for (status, method, expected) in cases {
        let server = Server::start(move |heard, _| {
            let answer =
                if heard.target().starts_with("/b") { json_answer(200, "1") } else { redirect(status, "b?x=1") };
            Reaction::Say(answer)
        });
        call(&tool(method, &server.url("/a")), &json!({"k": "v"})).unwrap();
        let last = server.heard().pop().unwrap();
        assert_eq!(last.line, format!("{expected} /b?x=1"), "{status} {method}");
        let is_kept = expected == method && method != "DELETE";
        assert_eq!(last.body == "{\"k\":\"v\"}", is_kept, "{status} {method}: {}", last.body);
        assert_eq!(last.header("content-type").is_some(), is_kept);
    }
}

#[test]
fn other_transports_get_the_same_guard() {
    let refused = |url: &str| match guarded_client(url, false) {
        Err(Failure::Refused { message }) => message,
        other => panic!("{url}: {other:?}"),
    };
    assert!(refused("http://[::1]:9/mcp").contains("loopback"));
    assert!(refused("http://192.168.0.7/mcp").contains("Allow localhost and private networks"));
    assert!(refused("ftp://api.example/").contains("http://"));
    assert!(refused("nonsense").contains("isn't a valid server URL"));
    let server = Server::saying(redirect(302, "http://10.0.0.1/"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let get = |client: reqwest::Client, url: String| runtime.block_on(async move { client.get(url).send().await });

    let by_name = format!("http://localhost:{}/", server.address.port());
    let error = get(guarded_client(&by_name, false).unwrap(), by_name.clone()).unwrap_err();
    assert!(format!("{error:?}").contains("Forbidden"), "{error:?}");
    assert!(server.heard().is_empty());
    let response = get(guarded_client(&by_name, true).unwrap(), by_name).unwrap();
    assert_eq!(response.status().as_u16(), 302);
}

#[test]
fn a_host_that_is_not_there_says_so() {
    let script = Script::of(&[]);
    let error =
        ask(&guarded("GET", "http://nowhere.example/x?secret=1"), with(&script, address::not_public)).unwrap_err();
    let Failure::Unavailable { message } = &error else { panic!("{error:?}") };
    assert!(message.starts_with("http://nowhere.example/x can't be reached (no such host)."), "{message}");
}

const CHILD: &str = "SKILL_STUDIO_TEST_REST_CHILD";

/// What the next test starts as a program of its own; does nothing otherwise.
#[test]
fn child_calls_what_it_is_told_to() {
    let Ok(url) = std::env::var(CHILD) else { return };
    assert_eq!(call(&tool("GET", &url), &json!({})).unwrap().value, json!("direct"));
    for inside in ["http://10.0.0.1/", "http://localhost/"] {
        assert!(matches!(call(&guarded("GET", inside), &json!({})), Err(Failure::Refused { .. })), "{inside}");
    }
}

#[test]
fn a_proxy_does_not_dial_behind_the_guards_back() {
    let server = Server::saying(json_answer(200, "\"direct\""));
    let proxy = Server::saying(json_answer(200, "\"by proxy\""));
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        child.env(name, proxy.url(""));
    }
    let child = child
        .args(["--exact", "rest::tests::addresses::child_calls_what_it_is_told_to"])
        .env(CHILD, server.url("/"))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    assert!(proxy.heard().is_empty());
    assert_eq!(server.heard().len(), 1);
}

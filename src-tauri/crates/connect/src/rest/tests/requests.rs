//! What a tool's texts and a call's arguments become.

use serde_json::{Value, json};
use studio_runtime::Failure;

use super::{
    RestTool, call, pairs,
    server::{Server, say},
    told, tool,
};

/// The target that reaches the server, for a GET.
fn target(path: &str, query: &[(&str, &str)], arguments: &Value) -> Result<String, Failure> {
    let server = Server::echo();
    let tool = RestTool { query: pairs(query), ..tool("GET", &server.url(path)) };
    call(&tool, arguments)?;
    Ok(server.only().target().to_owned())
}

#[test]
fn addresses_are_filled_and_nothing_leaves_its_place() {
    let cases = [
        ("/a", json!({}), "/a"),
        ("", json!({}), "/"),
        ("/users/{{id}}", json!({"id": "a/../b?c#d&e"}), "/users/a%2F..%2Fb%3Fc%23d%26e"),
        ("/users/{id}/posts/{{ post }}", json!({"id": 7, "post": true}), "/users/7/posts/true"),
        ("/v1/{a}-{b}.json", json!({"a": "ü ", "b": "%2e%2e"}), "/v1/%C3%BC%20-%252e%252e.json"),
        ("/{{a}}", json!({"a": ["x", 1, null]}), "/x%2C1"),
        ("/{{a}}", json!({"a": "..."}), "/..."),
        ("/{{a}}", json!({"a": "..\\..\\x"}), "/..%5C..%5Cx"),
        (
            "/{{a}}",
            json!({"a": "{{b}} secret://token {b}", "b": "no"}),
            "/%7B%7Bb%7D%7D%20secret%3A%2F%2Ftoken%20%7Bb%7D?b=no",
        ),
        ("/a?x=1&y={{y}}#part", json!({"y": "a b&c=d"}), "/a?x=1&y=a+b%26c%3Dd"),
        ("/a?x={x}&y={{y}}&z=%26", json!({"x": 1}), "/a?x=1&z=%26"),
        (
            "/a",
            json!({"q": "x y", "n": 2.5, "on": false, "no": null, "o": {"k": 1}}),
            "/a?q=x+y&n=2.5&on=false&o=%7B%22k%22%3A1%7D",
        ),
        ("/a", json!({"id": [1, "b", null], "none": []}), "/a?id=1&id=b"),
        ("/{id}", json!({"id": 1, "rest": "r"}), "/1?rest=r"),
    ];
    for (path, arguments, expected) in cases {
        assert_eq!(target(path, &[], &arguments).unwrap(), expected, "{path} {arguments}");
    }
}

#[test]
fn a_query_leaves_out_what_is_absent_and_repeats_lists() {
    let query = [("q", "{{q}}"), ("tag", "{{tags}}"), ("sort", "by {{sort}}"), ("fixed", "1&2"), ("all", "t:{{tags}}")];
    let cases = [
        (json!({}), "/?fixed=1%262"),
        (json!({"q": null, "sort": "a"}), "/?sort=by+a&fixed=1%262"),
        (json!({"tags": ["x", "y&z"]}), "/?tag=x&tag=y%26z&fixed=1%262&all=t%3Ax%2Cy%26z"),
        (json!({"q": "", "tags": []}), "/?q=&fixed=1%262&all=t%3A"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(target("/", &query, &arguments).unwrap(), expected, "{arguments}");
    }
}

#[test]
fn a_value_cannot_lead_to_another_path() {
    let cases = [
        ("/users/{id}", json!({})),
        ("/users/{id}", json!({"id": null})),
        ("/users/{id}", json!({"id": ""})),
        ("/users/{id}/", json!({"id": []})),
        ("/users/{id}", json!({"id": ".."})),
        ("/users/{id}/x", json!({"id": "."})),
        ("/users/.{id}/x", json!({"id": "."})),
        ("/users/%2E{id}/x", json!({"id": "."})),
        ("/users/{a}{b}", json!({"a": ".", "b": "."})),
    ];
    for (path, arguments) in cases {
        let error = target(path, &[], &arguments).unwrap_err();
        assert!(matches!(error, Failure::Refused { .. }), "{path} {arguments}: {error:?}");
    }
}

#[test]
fn no_call_decides_the_host() {
    let cases = [
        ("https://{{host}}/x", "host comes from"),
        ("https://api.{{region}}.example/x", "host comes from"),
        ("https://{host}", "host comes from"),
        ("https://api.example:{{port}}/x", "host comes from"),
        ("https://secret://host/x", "host comes from"),
        ("https://user:secret://token@api.example/", "invalid port"),
        ("https://user@api.example/", "name or password"),
        ("{{scheme}}://api.example/", "start with https://"),
        ("{{url}}", "start with https://"),
        ("file:///etc/passwd", "start with https://"),
        ("", "start with https://"),
        ("https://", "empty host"),
        ("https:///x", "empty host"),
        ("https://a b/", "invalid"),
        ("http://[::1/", "invalid"),
        ("http://api.example:99999/", "invalid port"),
    ];
    for (url, words) in cases {
        let error = tool("GET", url).check().unwrap_err();
        assert!(told(&error).contains(words), "{url}: {error}");
        assert!(matches!(error, Failure::Refused { .. }));
    }
    // A path that looks like another host is a path.
    assert_eq!(target("/{a}", &[], &json!({"a": "//evil.example/"})).unwrap(), "/%2F%2Fevil.example%2F");
    assert_eq!(target("//{a}", &[], &json!({"a": "evil.example"})).unwrap(), "//evil.example");
    for url in ["https://api.example\\@{{a}}/", "HTTPS://api.example/{a}", "https://api.example?{{a}}"] {
        tool("GET", url).check().unwrap();
    }
}

#[test]
fn headers_are_filled_and_hold_one_line() {
    let server = Server::echo();
    let headers = pairs(&[
        ("X-Plain", "  1 2 "),
        ("X-Name", "n={{name}};"),
        ("X-Absent", "a{{absent}}"),
        ("Accept", "{{name}}"),
        ("", ""),
    ]);
    let tool = RestTool { headers, ..tool("GET", &server.url("/")) };
    call(&tool, &json!({"name": "größe"})).unwrap();
    let heard = server.only();
    assert_eq!(heard.header("x-plain"), Some("1 2"));
    assert_eq!(heard.header("x-name"), Some("n=größe;"));
    assert_eq!((heard.header("x-absent"), heard.header("accept")), (None, Some("größe")));
    assert_eq!(heard.header("user-agent"), Some(concat!("skill-studio/", env!("CARGO_PKG_VERSION"))));
    assert_eq!(heard.header("cookie"), None);
    for bad in ["a\r\nx-evil: 1", "a\nb", "a\rb", "a\0b", "\u{7f}"] {
        let error = call(&tool, &json!({"name": bad})).unwrap_err();
        assert!(matches!(&error, Failure::Refused { message } if message.contains("line break")), "{error:?}");
    }
    assert_eq!(server.heard().len(), 1);
}

#[test]
fn what_a_tool_cannot_set_is_refused_at_once() {
    let with = |method: &str, header: Option<(&str, &str)>, body: Option<&str>| RestTool {
        headers: pairs(header.as_slice()),
        body: body.map(str::to_owned),
        ..tool(method, "https://api.example/")
    };
    let cases = [
        (with("TRACE", None, None), "Unsupported method “TRACE”"),
        (with("CONNECT", None, None), "Unsupported method"),
        (with("GET /x", None, None), "Unsupported method"),
        (with("GET", Some(("Host", "other.example")), None), "is set by Skill Studio"),
        (with("POST", Some(("content-length", "3")), None), "is set by Skill Studio"),
        (with("GET", Some(("a b", "x")), None), "isn't a valid header name"),
        (with("POST", None, Some("{\"a\": {{a}}}")), "The tool's body isn't JSON"),
        (with("POST", None, Some("all of {{*}}")), "{{*}} stands for all"),
    ];
    for (tool, words) in cases {
        let error = tool.check().unwrap_err();
        assert!(told(&error).contains(words), "{tool:?}: {error}");
    }
}

/// Content type and body that reach the server, for a POST.
fn body(text: Option<&str>, kind: Option<&str>, arguments: &Value) -> (String, String) {
    let server = Server::saying(say(204, "", b""));
    let headers = kind.map(|kind| ("Content-Type".to_owned(), kind.to_owned())).into_iter().collect();
    let tool = RestTool { headers, body: text.map(str::to_owned), ..tool("POST", &server.url("/{id}?t={{t}}")) };
    call(&tool, arguments).unwrap();
    let heard = server.only();
    assert!(heard.target().starts_with("/7"), "{}", heard.line);
    (heard.header("content-type").unwrap_or_default().to_owned(), heard.body)
}

#[test]
fn bodies_are_filled_and_keep_their_types() {
    const JSON: &str = "application/json";
    const FORM: &str = "application/x-www-form-urlencoded";
    let arguments =
        json!({"id": 7, "t": "x", "n": 1.5, "s": "a \"b\" {{n}}\n", "l": [1, {"k": null}], "on": true, "nil": null});
    let cases = [
        (None, None, JSON, r#"{"n":1.5,"s":"a \"b\" {{n}}\n","l":[1,{"k":null}],"on":true,"nil":null}"#.to_owned()),
        (
            Some("  "),
            Some("application/vnd.x+json"),
            "application/vnd.x+json",
            r#"{"n":1.5,"s":"a \"b\" {{n}}\n","l":[1,{"k":null}],"on":true,"nil":null}"#.to_owned(),
        ),
        (None, Some(FORM), FORM, "n=1.5&s=a+%22b%22+%7B%7Bn%7D%7D%0A&l=1&l=%7B%22k%22%3Anull%7D&on=true".to_owned()),
        (Some("{{*}}"), None, JSON, arguments.to_string()),
        (Some(" {{ * }} "), None, JSON, arguments.to_string()),
        (Some(r#"{"all": "{{*}}"}"#), None, JSON, format!("{{\"all\":{arguments}}}")),
        (
            Some(
                r#"{"a": "{{n}}", "b": ["{{l}}", "{{gone}}", "x{{gone}}"], "c": "{{gone}}", "d": "n={{n}}, {{s}}", "e": "{{nil}}", "f": "-{{nil}}", "g": {"h": "{{gone}}"}, "i": "{n}", "j": 3}"#,
            ),
            None,
            JSON,
            r#"{"a":1.5,"b":[[1,{"k":null}]],"d":"n=1.5, a \"b\" {{n}}\n","e":null,"g":{},"i":"{n}","j":3}"#.to_owned(),
        ),
        (Some(r#""{{s}}""#), None, JSON, r#""a \"b\" {{n}}\n""#.to_owned()),
        (
            Some("a={{s}}&b={{gone}}&c=%26&l={{l}}&n=x{{n}}"),
            Some(FORM),
            FORM,
            "a=a+%22b%22+%7B%7Bn%7D%7D%0A&c=%26&l=1&l=%7B%22k%22%3Anull%7D&n=x1.5".to_owned(),
        ),
        (Some("Say {{n}}{{gone}}{{nil}}!"), None, "text/plain; charset=utf-8", "Say 1.5!".to_owned()),
        (Some("{{l}}"), None, JSON, r#"[1,{"k":null}]"#.to_owned()),
        (Some("<a>{{n}}</a>"), Some("text/xml"), "text/xml", "<a>1.5</a>".to_owned()),
    ];
    for (text, kind, expected_kind, expected) in cases {
        assert_eq!(body(text, kind, &arguments), (expected_kind.to_owned(), expected), "{text:?}");
    }
}

#[test]
fn a_method_decides_where_the_other_arguments_go() {
    for (method, in_body) in [
        ("GET", false),
        ("delete", false),
        ("", false),
        ("HEAD", false),
        ("options", false),
        ("post", true),
        ("PUT", true),
        (" patch ", true),
    ] {
        let server = Server::saying(say(204, "", b""));
        call(&tool(method, &server.url("/")), &json!({"a": 1})).unwrap();
        let heard = server.only();
        let expected = if in_body { ("/", "{\"a\":1}") } else { ("/?a=1", "") };
        assert_eq!((heard.target(), heard.body.as_str()), expected, "{method}");
        assert_eq!(heard.header("content-type").is_some(), in_body, "{method}");
    }
    let server = Server::saying(say(204, "", b""));
    call(&tool("POST", &server.url("/{a}")), &json!({"a": 1})).unwrap();
    assert_eq!(server.only().body, "{}");
}

#[test]
fn a_tool_says_which_parameters_and_secrets_it_names() {
    let tool = RestTool {
        headers: pairs(&[("Authorization", "Bearer secret://token"), ("X", "{{h}}")]),
        query: pairs(&[("k", "{{secret://key-2}}"), ("q", "{{q}}")]),
        body: Some(r#"{"a": "{{b}}", "c": ["x {{d}} secret://in_body"]}"#.to_owned()),
        ..tool("POST", "https://api.example/{p}/bot{{secret://bot}}/secret://path/x?u={u}")
    };
    assert_eq!(tool.parameters().unwrap(), ["b", "d", "h", "p", "q", "u"]);
    assert_eq!(tool.secrets().unwrap(), ["bot", "in_body", "key-2", "path", "token"]);
}

#[test]
fn arguments_that_are_no_object_are_refused() {
    assert!(matches!(call(&tool("GET", "https://api.example/"), &json!([1])), Err(Failure::Refused { .. })));
}

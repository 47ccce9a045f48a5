//! curl lines.

use serde_json::{Value, json};
use studio_text::{
    Severity,
    gram::schema_of,
    tool_lists::{RestDraft, curl::read},
};

use super::{assert_told, told};

fn draft(text: &str) -> RestDraft {
    let read = read(text);
    read.draft.unwrap_or_else(|| panic!("{text}: {:?}", told(&read.problems)))
}

fn body(draft: &RestDraft) -> Value {
    serde_json::from_str(draft.body.as_deref().expect("it has a body")).expect("it is JSON")
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[test]
fn a_line_of_a_service_s_manual_is_a_tool() {
    let text = "$ curl https://api.example.com/v1/chat/completions \\\n  -H \"Content-Type: application/json\" \\\n  \
                -H \"Authorization: Bearer $OPENAI_API_KEY\" \\\n  \
                -d '{ \"model\": \"m\", \"max_tokens\": 64, \"stream\": false, \"stop\": null, \"messages\": [{\"role\": \"user\"}] }' | jq .";
    let draft = draft(text);
    assert_eq!((draft.method.as_str(), draft.name.as_str()), ("POST", "post_chat_completions"));
    assert_eq!(draft.url_template, "https://api.example.com/v1/chat/completions");
    assert_eq!(
        draft.headers,
        pairs(&[("Content-Type", "application/json"), ("Authorization", "Bearer secret://openai_api_key")])
    );
    assert_eq!(
        (draft.secrets.as_slice(), read(text).found_secrets.len()),
        (["openai_api_key".to_owned()].as_slice(), 0)
    );
    let places = json!({
        "model": "{{model}}", "max_tokens": "{{max_tokens}}", "stream": "{{stream}}", "stop": "{{stop}}", "messages": "{{messages}}",
    });
    assert_eq!(body(&draft), places);
    let schema = json!({
        "model": { "type": "string", "default": "m" },
        "max_tokens": { "type": "integer", "default": 64 },
        "stream": { "type": "boolean", "default": false },
        "stop": { "type": "string" },
        "messages": { "type": "array", "default": [{ "role": "user" }] },
    });
    assert_eq!(schema_of(&draft.parameters)["properties"], schema);
    assert_eq!(schema_of(&draft.parameters)["required"], json!([]));
    assert_told(&read(text).problems, Severity::Info, 3, "`OPENAI_API_KEY` comes from the shell");
    assert_told(&read(text).problems, Severity::Info, 4, "Everything after `|`");
}

#[test]
fn what_is_quoted_or_escaped_ends_no_command() {
    for (line, sign) in [
        (r"curl https://a.example -H 'X-Sign: |' -H '|' -X PUT | jq .", "|"),
        (r#"curl https://a.example -H 'X-Sign: ;' -H ";" -X PUT && echo done"#, ";"),
        (r"curl https://a.example -H 'X-Sign: &' -H \& -X PUT & wait", "&"),
        (r"curl https://a.example -H 'X-Sign: >' -H $'>' -X PUT > out.json", ">"),
        ("cd x && curl https://a.example \\\n -H 'X-Sign: <' -H '<' -X PUT \\\n | jq .", "<"),
    ] {
        let read = read(line);
        let draft = draft(line);
        assert_eq!((draft.method.as_str(), draft.headers), ("PUT", pairs(&[("X-Sign", sign)])), "{line}");
        let left_out = told(&read.problems).iter().filter(|said| said.2.contains("Everything after")).count();
        assert_eq!(left_out, 1, "{line}");
    }
}

#[test]
fn every_option_that_says_what_is_sent_is_read() {
    for (line, method, url, query, headers, text) in [
        ("curl h.example/a", "GET", "https://h.example/a", &[][..], &[][..], None),
        ("curl -I https://h/a", "HEAD", "https://h/a", &[], &[], None),
        ("curl -sSLX DELETE --url=https://h/a/{id}", "DELETE", "https://h/a/{{id}}", &[], &[], None),
        ("curl 'https://h/a?q=x%20y&n=1#top'", "GET", "https://h/a", &[("q", "{{q}}"), ("n", "{{n}}")], &[], None),
        (
            "curl -G https://h/s -d q=x --data-urlencode 'r=a b'",
            "GET",
            "https://h/s",
            &[("q", "{{q}}"), ("r", "{{r}}")],
            &[],
            None,
        ),
        ("curl https://h/u/$USER_ID/x", "GET", "https://h/u/{{USER_ID}}/x", &[], &[], None),
        (
            "curl -d a=1 -d 'b=x+y' https://h/f",
            "POST",
            "https://h/f",
            &[],
            &[("Content-Type", "application/x-www-form-urlencoded")],
            Some("a={{a}}&b={{b}}"),
        ),
        (
            "curl -XPUT -HContent-Type:text/plain --data-raw 'hi $NAME' https://h/t",
            "PUT",
            "https://h/t",
            &[],
            &[("Content-Type", "text/plain")],
            Some("hi {{NAME}}"),
        ),
        (
            "curl --json '[1]' https://h/j",
            "POST",
            "https://h/j",
            &[],
            &[("Content-Type", "application/json")],
            Some("\"{{body}}\""),
        ),
        (
            "curl https://h/j -d $'[\"it\\'s\\u0021\\\\n\"]'",
            "POST",
            "https://h/j",
            &[],
            &[("Content-Type", "application/json")],
            Some("\"{{body}}\""),
        ),
        (
            "curl ^\r\n https://h/w ^\r\n -A me -e https://r/",
            "GET",
            "https://h/w",
            &[],
            &[("User-Agent", "me"), ("Referer", "https://r/")],
            None,
        ),
    ] {
        let draft = draft(line);
        assert_eq!((draft.method.as_str(), draft.url_template.as_str()), (method, url), "{line}");
        assert_eq!((draft.query, draft.headers), (pairs(query), pairs(headers)), "{line}");
        assert_eq!(draft.body.as_deref(), text, "{line}");
    }
    let list = draft("curl https://h/j -d $'[\"it\\'s\\u0021\\\\n\"]'");
    assert_eq!(list.parameters[0].default_value, Some(json!(["it's!\n"])));
}

#[test]
fn credentials_go_out_of_the_draft() {
    let line = "curl -u jo:pass-word-1 'https://api.h.com/x?api_key=key-2&q=1' -H 'X-Auth-Token: tok-3' -b 'sid=coo-4' \
                -d '{\"password\": \"pw-5\", \"deep\": {\"client_secret\": \"cs-6\"}, \"note\": \"sk-abcdefghijkl7\"}'";
    let read = read(line);
    let draft = read.draft.expect("it has an address");
    let all = format!("{draft:?} {:?}", told(&read.problems));
    let found: Vec<(&str, &str)> =
        read.found_secrets.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        found,
        [
            ("api_key", "key-2"),
            ("api-h-com-x-auth-token", "tok-3"),
            ("api-h-com-cookie", "sid=coo-4"),
            ("api-h-com-basic", "am86cGFzcy13b3JkLTE="),
            ("password", "pw-5"),
            ("deep-client_secret", "cs-6"),
            ("note", "sk-abcdefghijkl7"),
        ]
    );
    for secret in ["pass-word-1", "key-2", "tok-3", "coo-4", "pw-5", "cs-6", "sk-abcdefghijkl7"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    assert!(draft.headers.contains(&("Authorization".to_owned(), "Basic secret://api-h-com-basic".to_owned())));
    assert_eq!(body(&draft)["password"], "secret://password");
    assert!(draft.secrets.iter().all(|name| read.found_secrets.iter().any(|(found, _)| found == name)));

    let in_address = studio_text::tool_lists::curl::read("curl https://jo:pw-8@h.com/x");
    assert_eq!(in_address.draft.expect("it has an address").url_template, "https://h.com/x");
    assert_eq!(in_address.found_secrets.len(), 1);
}

#[test]
fn what_a_tool_cannot_do_is_told() {
    for (line, severity, words) in [
        ("curl -F file=@x https://h/", Severity::Error, "--form"),
        ("curl -T x https://h/", Severity::Error, "--upload-file"),
        ("curl -d @body.json https://h/", Severity::Warning, "`body.json`"),
        ("curl --json @body.json https://h/", Severity::Warning, "`body.json`"),
        ("curl --data-urlencode note@words.txt https://h/", Severity::Warning, "`words.txt`"),
        ("curl -k https://h/", Severity::Warning, "always verified"),
        ("curl -x http://p https://h/", Severity::Info, "--proxy"),
        ("curl https://h/ https://i/", Severity::Warning, "one URL"),
        ("curl -H 'Host: x' https://h/", Severity::Info, "`Host`"),
        ("curl -H 'Content-Type: application/json' -d '{' https://h/", Severity::Error, "isn't valid JSON"),
        ("curl https://h/ -X", Severity::Error, "no value"),
        ("curl --http2 https://h/", Severity::Info, "--http2"),
        ("curl -s", Severity::Error, "no URL"),
        ("wget https://h/", Severity::Error, "isn't a curl command"),
        ("curl 'https://h/", Severity::Error, "unclosed quote"),
    ] {
        assert_told(&read(line).problems, severity, 1, words);
    }
}

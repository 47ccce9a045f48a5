//! Readers of texts: what is written, pasted or imported.

use std::{fs, path::Path};

use studio_model::SkillId;
use studio_pack::{Limits, Options, discover};
use studio_runtime::ArgumentCheck;
use studio_select::{Detail, Entry, Index, Policy, Question, ScorerKind, meaning_texts, near_miss};
use studio_testkit::repository;
use studio_text::{
    FieldEdit, SkillDocument, Target, adk, apply,
    credentials::Found,
    decode::{decode, encode_over},
    find::{Pattern, PatternOptions},
    gram,
    lint::{LintContext, lint},
    merge, names,
    openai_yaml::{self, Around},
    preview, queries,
    rank::Query,
    tokens,
    tool_lists::{curl, mcp_servers, model_tools, openapi},
};

use crate::engine::{MANY, fuzz};

pub(crate) fn text(bytes: &[u8]) -> String {
    decode(bytes).text
}

pub(crate) const SKILL: &[u8] = b"---\nname: a-skill\ndescription: >-\n  Does it. Use when asked.\ntags: [a, 'b', \"c\\n\"]\nmetadata:\n  x: &y {z: 1}\n  w: *y\nallowed-tools: Read, Bash(git:*)\n---\n\n# Title\n\n> - 1. `code` [a](b.md) ![i](j.png)\n\n```sh\nls\n```\n\n| a | b |\n|---|---|\n| <b>c</b> | &amp; |\n";
pub(crate) const YAML_WORDS: &[&str] = &[
    "---\n",
    "- ",
    ": ",
    "&a ",
    "*a ",
    "? ",
    "|\n",
    ">-\n",
    "!!str ",
    "{",
    "}",
    "[",
    "]",
    "'",
    "\"",
    "#",
    "\t",
    "\r\n",
    "\u{feff}",
    "<<: *a\n",
    "~",
    "%YAML 1.2\n",
    "name: ",
    "description: ",
    "...\n",
    "\\u0000",
    "\u{85}",
    "\u{2028}",
];
const MARKDOWN_WORDS: &[&str] = &[
    "> ",
    "- ",
    "1. ",
    "```",
    "~~~",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "[",
    "](",
    ")",
    "![",
    "`",
    "**",
    "_",
    "[^1]: ",
    "[a]: b\n",
    "| a |",
    "|-|",
    "&amp;",
    "\\",
    "<details>",
    "---\n",
    "    ",
    "\n\n",
    "<![CDATA[",
    "http://",
    "\0",
];
pub(crate) const JSON_WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "1e999",
    "-0",
    "\\u0000",
    "\\ud800",
    "\"$ref\":",
    "\"#/a\"",
    "\"type\":\"object\"",
    "\"properties\":",
    "\"allOf\":",
    "\"enum\":",
    "\"name\":",
    "\"items\":",
    "\"required\":[",
];

#[test]
fn skill_files() {
    let words: Vec<&str> = YAML_WORDS.iter().chain(MARKDOWN_WORDS).copied().collect();
    fuzz("skill", MANY, &[SKILL, b"\xff\xfe-\0-\0-\0\n\0", b"---\nname: caf\xe9\n---\n"], &words, |bytes| {
        let text = text(bytes);
        let document = SkillDocument::read(&text);
        let context = LintContext { targets: &Target::ALL, files: Some(&["a.md"]), ..LintContext::default() };
        for finding in lint(&document, &context).iter().take(20) {
            if let Some(fix) = &finding.fix {
                apply(&text, &fix.edits);
            }
        }
        for key in ["name", "tags", "new"] {
            let items = vec!["one".to_owned(), "two: three".to_owned()];
            apply(&text, &document.edit(&FieldEdit::SetItems { key: key.to_owned(), items }));
        }
        let _unread = adk::parse("x.md", &text);
    });
}

const OPENAI_YAML: &[u8] = b"interface:\n  display_name: A skill\n  icon_small: ./assets/a.png\n  brand_color: '#3B82F6'\n  default_prompt: \"Use $a-skill\"\ndependencies:\n  tools:\n    - {type: mcp, value: a, url: b}\npolicy:\n  allow_implicit_invocation: false\n  products: [codex]\n";

#[test]
fn files_for_codex() {
    let around = Around { skill: "a-skill", files: &["assets/a.png"] };
    fuzz("codex-file", MANY, &[OPENAI_YAML, b"policy: {products: [atlas]}\n"], YAML_WORDS, |bytes| {
        let (text, findings) = openai_yaml::lint_bytes(bytes, &around);
        for finding in findings.iter().take(20) {
            if let Some(fix) = &finding.fix {
                apply(&text, &fix.edits);
            }
        }
        let _unread = openai_yaml::policy(bytes);
    });
}

#[test]
fn previews() {
    fuzz("preview", MANY, &[SKILL], MARKDOWN_WORDS, |bytes| {
        let shown = preview::render(&text(bytes));
        assert!(!shown.html.contains("<script"), "{}", shown.html);
    });
}

#[test]
fn tokens_are_counted() {
    tokens::count("the encoder is made");
    fuzz("tokens", MANY, &[SKILL], MARKDOWN_WORDS, |bytes| {
        tokens::count(&text(bytes));
    });
}

#[test]
fn encodings() {
    fuzz(
        "decode",
        MANY,
        &[SKILL, b"caf\xe9\n", b"\xff\xfea\0\0\xd8", b"\xef\xbb\xbf\xff"],
        &["\u{fffd}", "\n", "\0"],
        |bytes| {
            let text = text(bytes);
            let edited = format!("{text}more");
            let back = encode_over(bytes, &text);
            // UTF-16 that ends in half a character is the one text that says less than its bytes.
            assert_eq!(back, bytes, "what nobody edits comes back");
            encode_over(bytes, &edited);
        },
    );
}

#[test]
fn merges() {
    fuzz("merge", MANY, &[b"a\nb\nc\n", SKILL], &["\n", "a\n", "<<<<<<<<<", "\r\n"], |bytes| {
        let text = text(bytes);
        let half = studio_text::LineIndex::new(&text).position(text.len()).0 / 2;
        let base: String = text.split_inclusive('\n').take(half).collect();
        merge::three_way(&base, &text, &text.replace('a', "b"));
    });
}

#[test]
fn signatures_and_gram() {
    let own: &[&[u8]] = &[
        b"(name: Text, age: Maybe Int) --> IO Text",
        b"(n::Double {default:-1e30})==>(l::Array {default:[1, \"a\", true]})==>(::Object)",
        b"(p: {a: {b: [Maybe Text]}}) --> IO {c: Int}",
    ];
    let words =
        &["(", ")", "==>", "-->", "::", ": ", "{", "}", "[", "]", "Maybe ", "IO ", "`", "//", "\"", "{default:"];
    fuzz("gram", MANY, own, words, |bytes| {
        let text = text(bytes);
        let reading = gram::read(&text);
        if let Some(signature) = reading.signature {
            signature.print(gram::Dialect::Curried);
        }
        gram::marks(&text);
        gram::carrier::read(&text);
        gram::schema_marks(&text);
    });
}

#[test]
fn schemas() {
    let own: &[&[u8]] = &[br##"{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"allOf":[{"$ref":"#/$defs/b"}]}},"required":["a"]}"##];
    fuzz("schema", MANY, own, JSON_WORDS, |bytes| {
        if let Ok(schema) = serde_json::from_slice(bytes) {
            gram::from_schema(&schema);
            gram::render_schema(&schema);
        }
    });
}

#[test]
fn curl_lines() {
    let own: &[&[u8]] = &[b"curl -X POST 'https://a.example/{id}?q=$Q' -H \"Authorization: Bearer abc\" --data-raw '{\"a\": [1]}' -F a=@b --json @- \\\n  -u a:b"];
    let words = &[
        "curl ", " -H ", " -d ", "'", "\"", "\\\n", "$(", "`", "{{a}}", "%2e", "$'\\x41'", " --next ", "@", "http://",
    ];
    fuzz("curl", MANY, own, words, |bytes| drop(curl::read(&text(bytes))));
}

#[test]
fn lists_of_servers_and_tools() {
    let own: &[&[u8]] = &[
        br#"{"mcpServers":{"a":{"command":"npx","args":["-y","b"],"env":{"KEY":"sk-abcdefghijklmnop"}},"c":{"url":"http://d"}}}"#,
        br#"{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object","properties":{"c":{"type":["string","null"]}}}}]}"#,
        br#"[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]"#,
    ];
    fuzz("lists", MANY, own, JSON_WORDS, |bytes| {
        let text = text(bytes);
        mcp_servers::read(&text);
        model_tools::read(&text);
    });
}

#[test]
fn descriptions_of_apis() {
    let own: &[&[u8]] = &[
        br##"{"openapi":"3.0.0","info":{"title":"a","version":"1"},"paths":{"/a/{b}":{"get":{"operationId":"c","parameters":[{"name":"b","in":"path","required":true,"schema":{"$ref":"#/components/schemas/d"}}],"responses":{}}}},"components":{"schemas":{"d":{"allOf":[{"$ref":"#/components/schemas/d"}]}}}}"##,
        b"openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n            schema: {type: object}\n",
    ];
    let words: Vec<&str> = JSON_WORDS.iter().chain(YAML_WORDS).copied().collect();
    fuzz("openapi", MANY, own, &words, |bytes| drop(openapi::read(&text(bytes))));
}

#[test]
fn labelled_queries() {
    let own: &[&[u8]] = &[
        b"{\"query\": \"a\", \"expected\": [\"b\"]}\n{\"query\": \"c\", \"expected\": []}\n",
        b"query,expected\n\"a, b\",c\n",
        b"[{\"query\": \"a\", \"should_trigger\": true}]",
        b"- query: a\n  expected: [b]\n",
        br#"{"skill_name": "a", "evals": [{"id": 1, "prompt": "b", "expected_output": "c", "files": [], "assertions": []}]}"#,
    ];
    let words: Vec<&str> =
        JSON_WORDS.iter().chain(&["\n", ",", "\"\"", ";", "\t", "query", "expected", "- "]).copied().collect();
    fuzz("queries", MANY, own, &words, |bytes| {
        let text = text(bytes);
        for name in ["a.jsonl", "a.json", "a.csv", "a.yaml", "evals/evals.json"] {
            queries::parse(name, &text);
        }
    });
}

#[test]
fn archives() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("a.zip");
    let own: Vec<Vec<u8>> = ["zip-slip.zip", "symlink.zip", "bomb.zip"]
        .iter()
        .filter_map(|name| fs::read(repository().join("fixtures/skills/archives").join(name)).ok())
        .filter(|bytes| bytes.len() < 100_000)
        .collect();
    assert!(!own.is_empty());
    let own: Vec<&[u8]> = own.iter().map(Vec::as_slice).collect();
    // Small caps keep each try short, not what is looked at.
    let limits = Limits { together_bytes: 4 << 20, archive_entries: 200, ..Limits::STUDIO };
    let options = Options { limits, ..Options::default() };
    fuzz("archive", MANY, &own, &["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "../", "\0\0\0\0"], |bytes| {
        fs::write(&file, bytes).expect("the temporary folder can be written");
        let found = discover(std::slice::from_ref(&file), &options, &());
        assert!(found.found.iter().all(|skill| skill.files.iter().all(|file| stays_inside(&file.path))));
    });
}

fn stays_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

#[test]
fn arguments_by_their_schema() {
    let own: &[&[u8]] = &[
        br##"{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$","default":"x"},"b":{"$ref":"#"}},"required":["a"],"a":"aaaaaaaaaaaaaaaaaaaaaaaa!"}"##,
        br##"{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"array","items":{"$ref":"#"},"uniqueItems":true}]}},"properties":{"a":{"$ref":"#/$defs/a"}},"a":[[[1]],[2]]}"##,
        br#"{"if":{"multipleOf":0.1},"then":{"minimum":1e300},"dependentSchemas":{"a":{"not":{}}},"format":"date","a":1}"#,
    ];
    let more = [
        "\"pattern\":\"(a|a)*$\"",
        "\"$dynamicRef\":\"#a\"",
        "\"$id\":\"http://a.example/\"",
        "\"patternProperties\":",
    ];
    let words: Vec<&str> = JSON_WORDS.iter().chain(&more).copied().collect();
    fuzz("arguments", MANY, own, &words, |bytes| {
        let Ok(schema) = serde_json::from_slice(bytes) else { return };
        let check = ArgumentCheck::new(&schema);
        // What a schema says of itself is as odd as any arguments.
        check.problems(&schema);
        drop(check.read(&text(bytes)));
    });
}

#[test]
fn credentials_anywhere() {
    let own: &[&[u8]] = &[
        b"https://ada:hunter2@a.example:1/b/sk-abcdefghijklmnop?token=x&y=%20#z",
        br#"{"headers":[{"name":"Authorization","value":"Bearer abcdefghijkl"}],"a":{"api_key":"b"}}"#,
        b"--token=abc",
        b"--header=Authorization: Bearer abc=",
        b"A=1; Password=\"a;b\"; db=postgresql://jo:pw@h/x#key=y",
        b"api_key = 'AKIAABCDEFGHIJKLMNOP'\nexport TOKEN=ghp_0123456789abcdef0123456789abcdef0123\n",
    ];
    let words =
        ["://", "@", ":", "?", "&", "=", "%41", "Bearer ", "token", "secret://", "sk-", "\"", "'", "\n", "ghp_"];
    let words: Vec<&str> = words.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    fuzz("credentials", MANY, own, &words, |bytes| {
        let text = text(bytes);
        let mut found = Found::default();
        found.take_out_of_address("a", &text);
        found.take_out_of_argument("a", Some("--header"), &text);
        found.take_out_of_argument("a", Some("--token"), &text);
        found.take_out_of_body("a", &text);
        found.take_out_of_words("a", &text);
        found.kept_apart("a", &text, &text);
    });
}

#[test]
fn what_is_looked_for() {
    let words: Vec<&str> = MARKDOWN_WORDS
        .iter()
        .chain(&["(a+)+$", "\\b", "(?i)", "[^a]", "{1000}", "\u{e9}", "\u{301}", "\u{200d}"])
        .copied()
        .collect();
    fuzz("find", MANY, &[SKILL, b"(a|b)*c\nab (a|b)*c\n", "\u{c9}a e\u{301}a \u{1f692}".as_bytes()], &words, |bytes| {
        let text = text(bytes);
        let (typed, rest) = text.split_once('\n').unwrap_or((&text, &text));
        for is_regex in [false, true] {
            let options = PatternOptions { is_regex, whole_word: !is_regex, match_case: false };
            let Ok(pattern) = Pattern::new(typed, options) else { continue };
            for span in pattern.matches(rest).take(100) {
                assert!(!span.of(rest).is_empty());
            }
        }
        if let Some(query) = Query::parse(typed) {
            query.name(rest);
            query.passage(rest);
        }
        for at in [0, text.len() / 2, text.len()] {
            let Some(named) = names::name_at(&text, at) else { continue };
            names::places_of(&text, named.name);
        }
    });
}

#[test]
fn skills_are_scored() {
    let words: Vec<&str> = YAML_WORDS
        .iter()
        .chain(MARKDOWN_WORDS)
        .chain(&["Use when ", "Do not use ", "such as ", ", ", "; ", "e.g. ", "\u{201c}", "## When not to use\n"])
        .copied()
        .collect();
    let own: &[&[u8]] = &[
        SKILL,
        b"---\nname: gas-leak\ndescription: Finds leaks of gas. Use when somebody smells gas, e.g. \"it smells of eggs\". Do not use for water; see water-leak.\ntags: [gas]\n---\n# Steps\nCall the crew.\n",
    ];
    fuzz("score", MANY, own, &words, |bytes| {
        let text = text(bytes);
        let document = SkillDocument::read(&text);
        let entry = Entry {
            key: SkillId(uuid::Uuid::nil()),
            id: "a".to_owned(),
            name: document.name().unwrap_or_default().to_owned(),
            description: document.description().unwrap_or_default().to_owned(),
            tags: vec![text.chars().take(20).collect()],
            body: document.body_span().of(&text).to_owned(),
            allowed_tools: Vec::new(),
            path: "a/SKILL.md".to_owned(),
            hash: String::new(),
            is_only_by_name: false,
            readings: studio_clients::Readings::default(),
            broken: None,
            dropped: None,
        };
        meaning_texts(&entry);
        let said = near_miss::example_query(&entry.description);
        assert!(near_miss::example_queries(&entry.name, &entry.description, 3).len() <= 3);
        let index: Index = [entry].into_iter().collect();
        let question = Question::new(said.as_deref().unwrap_or(&text), None);
        for scorer in [ScorerKind::Adk, ScorerKind::Bm25, ScorerKind::Hybrid] {
            for one in scorer.explain(&index.view(), &question, &Policy::default(), Detail::ALL) {
                assert!(one.score.is_finite(), "{scorer:?}");
            }
        }
    });
}

//! Every reader of what others wrote, put to mutated input: no panic, no input that takes two seconds, and no more than
//! 500 MB of memory together.
//!
//! Each reader is a test and takes a second; `SKILL_STUDIO_FUZZ_SECONDS` gives each as long as is wanted. It starts from
//! `fixtures/fuzz/READER` and a few texts of its own; an input that fails is written there, so that it is tried first
//! from then on.

mod mutate;

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use mutate::Mutator;
use studio_pack::{Limits, Options, discover};
use studio_testkit::repository;
use studio_text::{
    FieldEdit, SkillDocument, Target, adk, apply,
    decode::{decode, encode_over},
    gram,
    lint::{LintContext, lint},
    merge, preview, queries, tokens,
    tool_lists::{curl, mcp_servers, model_tools, openapi},
};

/// Longest any input may take. A build that is not optimised is several times slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 2 });
/// Most memory all readers may take together, in KiB.
const MOST_MEMORY: u64 = 500 * 1024;

fn seconds() -> u64 {
    std::env::var("SKILL_STUDIO_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(1)
}

fn corpus(reader: &str) -> PathBuf {
    repository().join("fixtures/fuzz").join(reader)
}

/// Puts a reader to its corpus, then to mutations of it until the time is over.
fn fuzz(reader: &str, own: &[&[u8]], words: &[&str], read: impl Fn(&[u8])) {
    let mut seeds: Vec<Vec<u8>> = own.iter().map(|seed| seed.to_vec()).collect();
    if let Ok(kept) = fs::read_dir(corpus(reader)) {
        seeds.extend(kept.filter_map(|file| fs::read(file.ok()?.path()).ok()));
    }
    for seed in &seeds {
        attempt(reader, seed, &read);
    }
    let mut mutator = Mutator::new(seeds, words);
    let until = Instant::now() + Duration::from_secs(seconds());
    let mut tried = 0_u64;
    while Instant::now() < until || tried < 20 {
        attempt(reader, &mutator.next(), &read);
        tried += 1;
    }
    let peak = memory();
    assert!(peak <= MOST_MEMORY, "{reader}: {} MB at most after {tried} inputs", peak / 1024);
}

fn attempt(reader: &str, input: &[u8], read: &impl Fn(&[u8])) {
    let timed = || {
        let started = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| read(input)));
        (started.elapsed(), ended)
    };
    let (mut took, mut ended) = timed();
    if took > LONGEST && ended.is_ok() {
        // The machine may have been busy with something else.
        let again = timed();
        (took, ended) = (took.min(again.0), again.1);
    }
    if ended.is_ok() && took <= LONGEST {
        return;
    }
    let folder = corpus(reader);
    let file = folder.join(&studio_text::sha256_hex(input)[..16]);
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input)).expect("the corpus can be written");
    match ended {
        Err(panic) => resume_unwind(panic),
        Ok(()) => panic!("{reader}: {} took {took:?}", file.display()),
    }
}

/// The most memory this process ever had, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn text(bytes: &[u8]) -> String {
    decode(bytes).text
}

const SKILL: &[u8] = b"---\nname: a-skill\ndescription: >-\n  Does it. Use when asked.\ntags: [a, 'b', \"c\\n\"]\nmetadata:\n  x: &y {z: 1}\n  w: *y\nallowed-tools: Read, Bash(git:*)\n---\n\n# Title\n\n> - 1. `code` [a](b.md) ![i](j.png)\n\n```sh\nls\n```\n\n| a | b |\n|---|---|\n| <b>c</b> | &amp; |\n";
const YAML_WORDS: &[&str] = &[
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
const JSON_WORDS: &[&str] = &[
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
    fuzz("skill", &[SKILL, b"\xff\xfe-\0-\0-\0\n\0", b"---\nname: caf\xe9\n---\n"], &words, |bytes| {
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

#[test]
fn previews() {
    fuzz("preview", &[SKILL], MARKDOWN_WORDS, |bytes| {
        let shown = preview::render(&text(bytes));
        assert!(!shown.html.contains("<script"), "{}", shown.html);
    });
}

#[test]
fn tokens_are_counted() {
    tokens::count("the encoder is made");
    fuzz("tokens", &[SKILL], MARKDOWN_WORDS, |bytes| {
        tokens::count(&text(bytes));
    });
}

#[test]
fn encodings() {
    fuzz(
        "decode",
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
    fuzz("merge", &[b"a\nb\nc\n", SKILL], &["\n", "a\n", "<<<<<<<<<", "\r\n"], |bytes| {
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
    fuzz("gram", own, words, |bytes| {
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
    fuzz("schema", own, JSON_WORDS, |bytes| {
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
    fuzz("curl", own, words, |bytes| drop(curl::read(&text(bytes))));
}

#[test]
fn lists_of_servers_and_tools() {
    let own: &[&[u8]] = &[
        br#"{"mcpServers":{"a":{"command":"npx","args":["-y","b"],"env":{"KEY":"sk-abcdefghijklmnop"}},"c":{"url":"http://d"}}}"#,
        br#"{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object","properties":{"c":{"type":["string","null"]}}}}]}"#,
        br#"[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]"#,
    ];
    fuzz("lists", own, JSON_WORDS, |bytes| {
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
    fuzz("openapi", own, &words, |bytes| drop(openapi::read(&text(bytes))));
}

#[test]
fn labelled_queries() {
    let own: &[&[u8]] = &[
        b"{\"query\": \"a\", \"expected\": [\"b\"]}\n{\"query\": \"c\", \"expected\": []}\n",
        b"query,expected\n\"a, b\",c\n",
        b"[{\"query\": \"a\", \"should_trigger\": true}]",
        b"- query: a\n  expected: [b]\n",
    ];
    let words: Vec<&str> =
        JSON_WORDS.iter().chain(&["\n", ",", "\"\"", ";", "\t", "query", "expected", "- "]).copied().collect();
    fuzz("queries", own, &words, |bytes| {
        let text = text(bytes);
        for name in ["a.jsonl", "a.json", "a.csv", "a.yaml"] {
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
    fuzz("archive", &own, &["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "../", "\0\0\0\0"], |bytes| {
        fs::write(&file, bytes).expect("the temporary folder can be written");
        let found = discover(std::slice::from_ref(&file), &options, &());
        assert!(found.found.iter().all(|skill| skill.files.iter().all(|file| stays_inside(&file.path))));
    });
}

fn stays_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

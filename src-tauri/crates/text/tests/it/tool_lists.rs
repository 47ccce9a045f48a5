//! Lists of tools as others write them.

mod curl;
mod mcp_servers;
mod openapi;

use proptest::prelude::*;
use serde_json::json;
use studio_text::{
    Severity,
    tool_lists::{self, Problem, model_tools},
};

/// What a problem says, shortened to severity, line and message.
fn told(problems: &[Problem]) -> Vec<(Severity, usize, &str)> {
    problems.iter().map(|problem| (problem.severity, problem.line, problem.message.as_str())).collect()
}

/// Whether one problem of this severity holds these words.
#[track_caller]
fn assert_told(problems: &[Problem], severity: Severity, line: usize, words: &str) {
    let is_told = problems
        .iter()
        .any(|problem| problem.severity == severity && problem.line == line && problem.message.contains(words));
    assert!(is_told, "{words:?} in line {line} of {:#?}", told(problems));
}

#[test]
fn tools_of_three_makers_are_read() {
    let text = r#"[
  { "type": "function", "function": { "name": "a", "description": "does a", "parameters": { "type": "object" }, "strict": true } },
  { "type": "function", "name": "b", "description": "does b", "parameters": { "type": "object", "properties": {} } },
  { "name": "c", "description": "does c", "input_schema": { "type": "object" } },
  { "name": "d", "title": "D", "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } },
  { "type": "web_search_20250305", "name": "web_search" },
  { "description": "nameless" },
  { "name": "c", "input_schema": {} },
  7, // not a tool
]"#;
    let read = model_tools::read(text);
    let names: Vec<(&str, &str, &str)> =
        read.tools.iter().map(|tool| (tool.name.as_str(), tool.description.as_str(), tool.source.as_str())).collect();
    let expected =
        [("a", "does a", "openai"), ("b", "does b", "openai"), ("c", "does c", "anthropic"), ("d", "D", "mcp")];
    assert_eq!(names, expected);
    assert_eq!(read.tools[1].schema, json!({ "type": "object", "properties": {} }));
    assert_eq!(read.tools[0].stated["function"]["strict"], json!(true), "what has no place of its own is kept");
    assert_eq!(read.tools[3].stated["annotations"], json!({ "readOnlyHint": true }));
    assert_told(&read.problems, Severity::Warning, 6, "web_search_20250305");
    assert_told(&read.problems, Severity::Error, 7, "no name");
    assert_told(&read.problems, Severity::Error, 8, "already named `c`");
    assert_told(&read.problems, Severity::Error, 9, "object with a name");
}

#[test]
fn a_key_that_nobody_reads_is_told_with_the_one_that_was_meant() {
    let openapi = |inner: &str| format!("openapi: 3.1.0\npaths:\n  /p:\n    get:\n      {inner}\n");
    for (problems, words) in [
        (model_tools::read(r#"{"name": "t", "description": "d", "inputschema": {}}"#).problems, "`inputSchema`"),
        (model_tools::read(r#"[{"name": "t", "descripton": "d", "input_schema": {}}]"#).problems, "`description`"),
        (
            model_tools::read(
                r#"{"tools": [{"name": "t", "description": "d", "inputSchema": {}, "annotations": {"readonlyHint": true}}]}"#,
            )
            .problems,
            "`readOnlyHint`",
        ),
        (tool_lists::openapi::read(&openapi("operationid: a")).problems, "`operationId`"),
        (tool_lists::openapi::read(&openapi("parameters: [{name: q, in: query, require: true}]")).problems, "`required`"),
        (tool_lists::mcp_servers::read(r#"{"servers": {"s": {"url": "https://h", "header": {}}}}"#).problems, "`headers`"),
        (tool_lists::mcp_servers::read(r#"{"mcpServers": {"s": {"command": "c", "environment": {}}}}"#).problems, "`env`"),
        (tool_lists::plugins::plugin(r#"{"name": "p", "skill": []}"#, &|_| tool_lists::plugins::Lies::Skills), "`skills`"),
    ] {
        let is_told =
            |one: &Problem| one.severity == Severity::Warning && one.message.contains(&format!("Did you mean {words}?"));
        assert!(problems.iter().any(is_told), "{words}: {:?}", told(&problems));
    }
}

#[test]
fn what_keeps_a_list_from_being_found_is_told() {
    for (text, words) in [
        (r#"{"mcpServers": {"a": {"comand": "x"}}}"#, "`comand` of `a` is left out. Did you mean `command`?"),
        (r#"{"mcpservers": {"a": {"command": "x"}}}"#, "Unknown key `mcpservers`. Did you mean `mcpServers`?"),
        ("[mcp_server.notes]\ncommand = \"x\"\n", "Unknown key `mcp_server`. Did you mean `mcp_servers`?"),
        (r#"{"tool": [{"name": "t", "inputSchema": {}}]}"#, "Unknown key `tool`. Did you mean `tools`?"),
        (r#"{"tools": [{"nam": "t", "inputSchema": {}}]}"#, "Unknown key `nam`. Did you mean `name`?"),
        ("openapi: 3.1.0\npath: {}\n", "Unknown key `path`. Did you mean `paths`?"),
    ] {
        let why = tool_lists::why_nothing(text);
        assert!(why.iter().any(|one| one.message == words), "{words}: {:?}", told(&why));
    }
    for text in ["", "nonsense", "[1]", r#"{"name": "thing", "description": "d", "items": []}"#] {
        assert_eq!(told(&tool_lists::why_nothing(text)), [], "{text}");
    }
}

#[test]
fn what_only_has_a_name_is_no_tool() {
    for text in [
        r#"{"name": "thing", "description": "d"}"#,
        r#"[{"name": "a", "description": "d"}, {"name": "b"}]"#,
        r#"{"name": "n", "version": "1", "scripts": {}}"#,
        "name: job\non: push\njobs: {}\n",
        "[package]\nname = \"a\"\n",
    ] {
        let read = model_tools::read(text);
        assert!(read.tools.is_empty() && !read.problems.is_empty(), "{text}: {:?}", read.tools);
    }
}

#[test]
fn a_list_of_tools_may_stand_inside_something() {
    for text in [
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "t", "description": "d", "inputSchema": {}}]}}"#,
        r#"{"tools": [{"name": "t", "description": "d", "input_schema": {}}]}"#,
        r#"{"name": "t", "description": "d", "parameters": {}}"#,
        "tools:\n  - name: t\n    description: d\n    input_schema: {type: object}\n",
    ] {
        let read = model_tools::read(text);
        assert_eq!(read.tools.len(), 1, "{text}: {:?}", told(&read.problems));
        assert_eq!(told(&read.problems), []);
    }
    for text in ["", "{}", "[]", "nonsense", "{\"tools\": 7}", "{\"a\": "] {
        let read = model_tools::read(text);
        assert!(read.tools.is_empty() && !read.problems.is_empty(), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_fail(text in r#"(\{|\}|\[|\]|,|:|"|'|\\|//|/\*|\*/|\n|curl |-d |-H |-u|http://h/|\?a=b|mcpServers|command|url|paths|/p|get|\$ref|#/a|openapi|3\.0\.0|\$X|\$'|1|true|é| |.){0,40}"#) {
        let all = [
            tool_lists::mcp_servers::read(&text).problems,
            tool_lists::model_tools::read(&text).problems,
            tool_lists::openapi::read(&text).problems,
            tool_lists::curl::read(&text).problems,
            tool_lists::curl::read(&format!("curl https://h/ {text}")).problems,
            tool_lists::openapi::read(&format!("openapi: 3.1.0\npaths:\n  /p:\n    get:\n      parameters: {text}")).problems,
            tool_lists::mcp_servers::read(&format!("{{\"mcpServers\": {{\"a\": {{{text}}}}}}}")).problems,
        ];
        for problem in all.iter().flatten() {
            prop_assert!(problem.line > 0 && problem.column > 0 && problem.span.start <= problem.span.end);
        }
    }
}

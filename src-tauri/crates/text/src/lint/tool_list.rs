//! Lists of tools as models take them.

use super::code;
use crate::{
    Finding, Severity,
    gram::carrier,
    tool_lists::{Problem, model_tools},
};

/// Longest name of a tool that models take.
pub const MAX_TOOL_NAME: usize = 64;

/// Whether models take a tool's name.
pub fn is_tool_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=MAX_TOOL_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// The findings of a list of tools in JSON or YAML; `has_rules` says whether models read the names.
pub fn tool_list(text: &str, has_rules: bool) -> Vec<Finding> {
    let read = model_tools::read(text);
    let mut findings: Vec<Finding> = read.problems.iter().map(of_problem).collect();
    for tool in read.tools.iter().filter(|tool| has_rules && !is_tool_name(&tool.name)) {
        let message = format!(
            "Models reject the tool name `{}`. Use up to {MAX_TOOL_NAME} letters, digits, `_`, and `-`.",
            tool.name
        );
        findings.push(code::finding(code::TOOL_NAME, tool.span, message).about(&tool.name));
    }
    findings.sort_by_key(|finding| (finding.span, finding.severity));
    findings
}

/// The findings of a gram document.
pub fn gram_document(text: &str) -> Vec<Finding> {
    let document = carrier::read(text);
    let found = document.problems.into_iter();
    found.map(|problem| code::finding(code::TOOL_LIST, problem.span, problem.message)).collect()
}

fn of_problem(problem: &Problem) -> Finding {
    let severity: Severity = problem.severity;
    code::finding(code::TOOL_LIST, problem.span, problem.message.clone()).with_severity(severity)
}

//! Lists of tools as models take them.

use super::code;
use crate::{
    Finding, Severity,
    gram::carrier,
    tool_lists::{
        Problem,
        model_tools::{self, ModelTool, Source},
        rules,
    },
};

/// Longest name of a tool that models take.
pub const MAX_TOOL_NAME: usize = 64;

/// Longest name of a tool that MCP recommends.
const MAX_MCP_TOOL_NAME: usize = 128;

/// Whether models take a tool's name.
pub fn is_tool_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=MAX_TOOL_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// Whether a name is such as MCP asks servers to give: clients may refuse others.
pub fn is_mcp_tool_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=MAX_MCP_TOOL_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// The findings of a list of tools in JSON or YAML, by the rules of those who read lists of a form.
pub fn tool_list(text: &str, form: Source) -> Vec<Finding> {
    let read = model_tools::read(text);
    let mut findings: Vec<Finding> = read.problems.iter().map(of_problem).collect();
    for tool in &read.tools {
        findings.extend(of_name(tool, form));
        let name = &tool.name;
        match rules::suited(&tool.schema, form) {
            Ok(suited) => findings.extend(suited.changes.iter().map(|change| {
                let message = format!("The schema of `{name}` has to be completed: {change}");
                code::finding(code::TOOL_LIST, tool.span, message).with_severity(Severity::Warning).about(name)
            })),
            Err(why) => {
                let message = format!("The tool `{name}` is rejected. {why}");
                findings.push(code::finding(code::TOOL_LIST, tool.span, message).about(name));
            }
        }
    }
    findings.sort_by_key(|finding| (finding.span, finding.severity));
    findings
}

/// What is said of a name that models refuse, or that MCP advises against.
fn of_name(tool: &ModelTool, form: Source) -> Option<Finding> {
    let name = &tool.name;
    let message = match form {
        Source::Mcp if is_mcp_tool_name(name) => return None,
        Source::Mcp => format!(
            "`{name}` isn't a tool name that the MCP spec recommends, so some clients reject it. Use up to \
             {MAX_MCP_TOOL_NAME} letters, digits, `_`, `-`, and `.`."
        ),
        Source::OpenAi | Source::Anthropic if is_tool_name(name) => return None,
        Source::OpenAi | Source::Anthropic => {
            format!("Models reject the tool name `{name}`. Use up to {MAX_TOOL_NAME} letters, digits, `_`, and `-`.")
        }
    };
    let finding = code::finding(code::TOOL_NAME, tool.span, message).about(name);
    Some(if form == Source::Mcp { finding.with_severity(Severity::Warning) } else { finding })
}

/// The findings of a plugin's or a marketplace's manifest, of what reading it told.
pub fn plugin_manifest(problems: &[Problem]) -> Vec<Finding> {
    let finding = |problem: &Problem| {
        code::finding(code::PLUGIN_MANIFEST, problem.span, problem.message.clone()).with_severity(problem.severity)
    };
    problems.iter().map(finding).collect()
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

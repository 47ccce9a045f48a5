//! The rules about tools and agents: what each says, and how bad that is.

use crate::dto::Severity;

pub(in crate::library) const TOOL_SCHEMA: &str = "tool-schema";
pub(in crate::library) const TOOL_MISSES: &str = "tool-misses";
pub(in crate::library) const TOOL_NAME: &str = "tool-name";
pub(in crate::library) const TOOL_BARE: &str = "tool-bare";
pub(in crate::library) const TOOL_DRIFT: &str = "tool-drift";
pub(in crate::library) const AGENT_PROBLEM: &str = "agent-problem";

/// All of them.
pub(in crate::library) const RULES: [(&str, &str, Severity); 6] = [
    (TOOL_SCHEMA, "invalid tool schema", Severity::Error),
    (TOOL_MISSES, "tool is missing a requirement", Severity::Error),
    (TOOL_NAME, "tool name that models reject", Severity::Warning),
    (TOOL_BARE, "tool has no implementation", Severity::Info),
    (TOOL_DRIFT, "tool changed on its server", Severity::Warning),
    (AGENT_PROBLEM, "agent doesn't load as configured", Severity::Warning),
];

/// What a rule says; none where it is not one of these.
pub(in crate::library) fn meaning(code: &str) -> Option<&'static str> {
    RULES.into_iter().find(|(known, ..)| *known == code).map(|(_, meaning, _)| meaning)
}

/// Why what a rule finds has to be mended by hand; none where it is not one of these.
pub(in crate::library) fn by_hand(code: &str) -> Option<&'static str> {
    let is_of_tools = code != AGENT_PROBLEM;
    let page = if is_of_tools { "Fix it on the tool's page." } else { "Fix it on the agent's page." };
    meaning(code).map(|_| page)
}

/// How bad what a rule finds is by itself.
pub(in crate::library) fn severity(code: &str) -> Severity {
    RULES.into_iter().find(|(known, ..)| *known == code).map_or(Severity::Warning, |(_, _, severity)| severity)
}

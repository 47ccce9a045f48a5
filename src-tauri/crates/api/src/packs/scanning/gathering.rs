//! What a scan of many texts found, gathered into one report: as much as is told, what was dismissed last.

use std::collections::HashMap;

use serde_json::Value;
use studio_pack::{
    scan::{self, Finding, Rule, Scanned},
    targets::light4j::Incoming,
};
use studio_text::Severity as Level;

use crate::dto::{ScanFinding, ScanReport, ScanRule, Severity};

/// Most findings that are told of one scan; secrets and unread files that nobody dismissed are told beyond that: a gate
/// counts the first, and of the second nothing else is known.
const MOST: usize = 2_000;

/// A scan that goes on.
pub(super) struct Scan {
    dismissed: HashMap<String, String>,
    report: ScanReport,
}

impl Scan {
    pub(super) fn with(dismissed: HashMap<String, String>) -> Self {
        Self { dismissed, report: ScanReport::default() }
    }

    pub(super) fn look(&mut self, entity: &str, skill_id: Option<&str>, path: &str, bytes: &[u8], is_skill: bool) {
        self.take(entity, skill_id, path, scan::scan(&Scanned { entity, path, bytes, is_skill }));
    }

    /// Looks at a file of tools, agents or servers: in JSON at each string by itself, as a model reads it, and at its text for
    /// what no string says by itself.
    pub(super) fn look_at_list(&mut self, shown: &str, bytes: &[u8]) {
        let mut said: Vec<(String, Vec<Finding>)> = Vec::new();
        if let Ok(document) = serde_json::from_slice::<Value>(bytes) {
            each_string(&document, "", &mut |pointer, text| {
                let file = Scanned { entity: shown, path: pointer, bytes: text.as_bytes(), is_skill: false };
                let mut findings = scan::scan(&file).unwrap_or_default();
                // Secrets are found in the text, where the names they go by stand.
                findings.retain(|found| found.rule != Rule::Secret);
                said.push((pointer.to_owned(), findings));
            });
        }
        let mut whole = scan::scan(&Scanned { entity: shown, path: shown, bytes, is_skill: false });
        if let Some(whole) = &mut whole {
            whole.retain(|found| said.iter().flat_map(|(_, findings)| findings).all(|one| one.rule != found.rule));
        }
        self.take(shown, None, shown, whole);
        for (pointer, findings) in said {
            self.told(shown, None, &pointer, findings);
        }
    }

    /// Looks at tools and agents that were read from rows.
    pub(super) fn look_at_rows(&mut self, rows: &Incoming) {
        for one in &rows.tools {
            let entity = format!("tool {}", one.tool.name);
            self.look(&entity, None, "description", one.tool.description.as_bytes(), false);
            if let Some(implementation) = &one.tool.implementation {
                self.look(&entity, None, "implementation", written(implementation).as_bytes(), false);
            }
            for parameter in &one.parameters {
                let path = format!("parameter {}", parameter.name);
                self.look(&entity, None, &path, parameter.description.as_deref().unwrap_or_default().as_bytes(), false);
            }
        }
        for one in &rows.agents {
            let entity = format!("agent {}", one.agent.name);
            self.look(&entity, None, "instruction", one.agent.instruction.as_bytes(), false);
        }
    }

    /// Takes what was found in a text; none where it is no text.
    pub(super) fn take(&mut self, entity: &str, skill_id: Option<&str>, path: &str, findings: Option<Vec<Finding>>) {
        let Some(findings) = findings else {
            self.report.binary += 1;
            return;
        };
        if findings.iter().any(|found| found.rule == Rule::NotRead) {
            self.report.unread += 1;
        } else {
            self.report.files += 1;
        }
        self.told(entity, skill_id, path, findings);
    }

    fn told(&mut self, entity: &str, skill_id: Option<&str>, path: &str, findings: Vec<Finding>) {
        self.report.is_cut |= findings.len() >= scan::MOST;
        for found in findings {
            let is_counted =
                matches!(found.rule, Rule::Secret | Rule::NotRead) && !self.dismissed.contains_key(&found.key);
            if self.report.findings.len() >= MOST && !is_counted {
                self.report.is_cut = true;
                continue;
            }
            self.report.findings.push(ScanFinding {
                rule: rule(found.rule),
                severity: match found.severity {
                    Level::Error => Severity::Error,
                    Level::Warning => Severity::Warning,
                    Level::Info => Severity::Info,
                },
                entity: entity.to_owned(),
                skill_id: skill_id.map(str::to_owned),
                path: path.to_owned(),
                line: found.line as u32,
                column: found.column as u32,
                message: found.message,
                excerpt: found.excerpt,
                dismissed: self.dismissed.get(&found.key).cloned(),
                key: found.key,
            });
        }
    }

    /// Worst first; what was dismissed stands last.
    pub(super) fn report(mut self) -> ScanReport {
        self.report.findings.sort_by_key(|found| (found.dismissed.is_some(), found.severity));
        self.report
    }
}

/// Every string of a document with its JSON pointer.
fn each_string(value: &Value, pointer: &str, look: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::String(text) => look(pointer, text),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| each_string(item, &format!("{pointer}/{at}"), look));
        }
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            each_string(member, &format!("{pointer}/{name}"), look);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

const fn rule(rule: Rule) -> ScanRule {
    match rule {
        Rule::Secret => ScanRule::Secret,
        Rule::HiddenText => ScanRule::HiddenText,
        Rule::Injection => ScanRule::Injection,
        Rule::RemoteCode => ScanRule::RemoteCode,
        Rule::Exfiltration => ScanRule::Exfiltration,
        Rule::Persistence => ScanRule::Persistence,
        Rule::Destruction => ScanRule::Destruction,
        Rule::BroadTools => ScanRule::BroadTools,
        Rule::NotRead => ScanRule::NotRead,
    }
}

/// What an implementation says.
pub(super) fn written(implementation: &studio_model::Implementation) -> String {
    use studio_model::Implementation;
    match implementation {
        Implementation::Java { class } => class.clone(),
        Implementation::McpServer { server } => server.clone(),
        Implementation::Rest { endpoint, method } => format!("{method} {endpoint}"),
        Implementation::Python { script } | Implementation::Javascript { script } => script.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Rule, ScanRule, rule};

    #[test]
    fn both_sides_have_the_same_rules() {
        assert_eq!(ScanRule::ALL.len(), Rule::ALL.len());
        for one in Rule::ALL {
            assert_eq!(rule(one).as_str(), one.as_str());
        }
    }
}

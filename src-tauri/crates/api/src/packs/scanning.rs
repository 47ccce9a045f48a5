//! The scan of what goes out and of what comes in, and what of it an author found harmless.

use std::collections::HashMap;

use serde_json::Value;
use studio_pack::{
    FoundSkill, Limits, discover, read_regular,
    scan::{self, Finding, Rule, Scanned},
    targets::{
        Bundle,
        light4j::{self, Incoming},
        well_known,
    },
};
use studio_store::{LabelledQuery, SKILL_FILE, ScanDismissal};
use studio_text::Severity as Level;

use super::planning::cancelled;
use crate::{
    Error, ErrorCode, Studio,
    base::{paths::expanded, processors::on_all_processors},
    dto::{ImportInspection, ManifestCheck, RowFormat, ScanFinding, ScanReport, ScanRule, Severity, StudioEvent},
    state::session::Session,
    tools::list_import::ListFormat,
};

/// Most findings that are told of one scan; secrets that nobody dismissed are told beyond that, since a gate counts them.
const MOST: usize = 2_000;
/// Bytes of a file of tools, agents or servers that is looked at; an import takes none that is larger.
const LONGEST_LIST: u64 = 10 * 1024 * 1024;

impl Studio {
    /// Dismisses a finding of a scan, until its text changes. The note says why.
    pub fn dismiss_scan_finding(&self, key: &str, rule: ScanRule, note: &str) -> Result<(), Error> {
        let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_key {
            return Err(Error::new(ErrorCode::NotFound, "This scan result no longer exists. Run the scan again."));
        }
        let session = self.session()?;
        let (key, rule, note) = (key.to_owned(), rule.as_str().to_owned(), note.trim().to_owned());
        session.writing().put_scan_dismissal(&ScanDismissal { key, rule, note })?;
        session.emit(StudioEvent::PacksChanged);
        Ok(())
    }

    /// Counts a dismissed finding again.
    pub fn restore_scan_finding(&self, key: &str) -> Result<(), Error> {
        let session = self.session()?;
        session.writing().delete_scan_dismissal(key)?;
        session.emit(StudioEvent::PacksChanged);
        Ok(())
    }

    /// What one should know before these paths are imported: whose packs they are, whether these are as they were signed,
    /// and what a scan of their texts finds. Nothing is stored.
    pub fn check_import(&self, paths: &[String]) -> Result<ImportInspection, Error> {
        let ManifestCheck { manifests, strays } = self.check_manifests(paths, None)?;
        Ok(ImportInspection { manifests, strays, scan: self.scan_paths(paths)? })
    }

    /// What a scan of skills on disk, in folders, archives and what other systems keep, finds. Each is read when its turn comes,
    /// on every processor.
    pub fn scan_paths(&self, paths: &[String]) -> Result<ScanReport, Error> {
        let mut scan = Scan::with(self.dismissals()?);
        for path in paths {
            let path = expanded(path);
            self.settle_at(&path);
            let found = match RowFormat::detect(&path) {
                Some(RowFormat::WellKnown) => well_known::read_index(&path).found,
                Some(format) => {
                    let read = light4j::read(format.target(), &path).unwrap_or_default();
                    scan.look_at_rows(&read);
                    read.skills
                }
                // Tools, agents and servers stand in one text, and all of it is looked at.
                None if ListFormat::is_likely(&path) => {
                    if let Ok(bytes) = read_regular(&path, LONGEST_LIST) {
                        scan.look_at_list(&path.display().to_string(), &bytes);
                    }
                    continue;
                }
                None => discover(&[path], &self.import_options(None), &()).found,
            };
            let texts = on_all_processors(&found, looked_at)?;
            for (skill, texts) in found.iter().zip(texts) {
                for (path, findings) in texts {
                    scan.take(folder_of(&skill.display_path), None, &path, findings);
                }
            }
        }
        Ok(scan.report())
    }

    fn dismissals(&self) -> Result<HashMap<String, String>, Error> {
        match self.session() {
            Ok(session) => session.scan_dismissals(),
            // Files can be looked at without a library.
            Err(_) => Ok(HashMap::new()),
        }
    }
}

/// Where a skill lies: the file's name is told beside it.
fn folder_of(skill_file: &str) -> &str {
    let folder = skill_file.strip_suffix(SKILL_FILE).and_then(|folder| folder.strip_suffix(['/', '\\']));
    folder.filter(|folder| !folder.is_empty()).unwrap_or(skill_file)
}

impl Session {
    fn scan_dismissals(&self) -> Result<HashMap<String, String>, Error> {
        Ok(self.library.list_scan_dismissals()?.into_iter().map(|one| (one.key, one.note)).collect())
    }

    /// What a scan of what goes out finds. `go_on` hears how many skills were looked at, and says whether somebody waits.
    pub(super) fn scan_bundle(
        &self,
        bundle: &Bundle,
        queries: &[LabelledQuery],
        go_on: &dyn Fn(usize) -> bool,
    ) -> Result<ScanReport, Error> {
        let mut scan = Scan::with(self.scan_dismissals()?);
        for (done, skill) in bundle.skills.iter().enumerate() {
            if !go_on(done) {
                return Err(cancelled());
            }
            let (entity, id) = (format!("skill {}", skill.skill.name), skill.skill.id.to_string());
            scan.look(&entity, Some(&id), SKILL_FILE, &skill.bytes, true);
            for file in &skill.files {
                // One skill may have thousands of files.
                if !go_on(done) {
                    return Err(cancelled());
                }
                scan.look(&entity, Some(&id), &file.path, &file.bytes, false);
            }
        }
        for tool in &bundle.tools {
            let entity = format!("tool {}", tool.tool.name);
            scan.look(&entity, None, "description", tool.tool.description.as_bytes(), false);
            scan.look(&entity, None, "schema", format!("{:#}", tool.schema).as_bytes(), false);
            if let Some(implementation) = &tool.tool.implementation {
                scan.look(&entity, None, "implementation", written(implementation).as_bytes(), false);
            }
            for (field, value) in &tool.details {
                scan.look(&entity, None, field.as_str(), value.as_bytes(), false);
            }
        }
        for agent in &bundle.agents {
            let entity = format!("agent {}", agent.agent.name);
            scan.look(&entity, None, "instruction", agent.agent.instruction.as_bytes(), false);
            for component in &agent.components {
                scan.look(&entity, None, &component.name, component.prompt.as_bytes(), false);
            }
        }
        let texts: Vec<&str> = queries.iter().map(|query| query.text.as_str()).collect();
        scan.look("test queries", None, "queries", texts.join("\n").as_bytes(), false);
        Ok(scan.report())
    }
}

fn written(implementation: &studio_model::Implementation) -> String {
    use studio_model::Implementation;
    match implementation {
        Implementation::Java { class } => class.clone(),
        Implementation::McpServer { server } => server.clone(),
        Implementation::Rest { endpoint, method } => format!("{method} {endpoint}"),
        Implementation::Python { script } | Implementation::Javascript { script } => script.clone(),
    }
}

/// The files of a skill as they are now, each with what is found in it. One that cannot be read is not scanned; whoever
/// imports it is told.
fn looked_at(skill: &FoundSkill) -> Vec<(String, Option<Vec<Finding>>)> {
    let Ok((whole, _)) = skill.read(&Limits::STUDIO) else { return Vec::new() };
    let entity = whole.display_path.as_str();
    let look =
        |path: &str, bytes: &[u8], is_skill| (path.to_owned(), scan::scan(&Scanned { entity, path, bytes, is_skill }));
    let own = std::iter::once(look(SKILL_FILE, &whole.bytes, true));
    own.chain(whole.files.iter().map(|file| look(&file.path, &file.bytes, false))).collect()
}

/// A scan that goes on.
struct Scan {
    dismissed: HashMap<String, String>,
    report: ScanReport,
}

impl Scan {
    fn with(dismissed: HashMap<String, String>) -> Self {
        Self { dismissed, report: ScanReport::default() }
    }

    fn look(&mut self, entity: &str, skill_id: Option<&str>, path: &str, bytes: &[u8], is_skill: bool) {
        self.take(entity, skill_id, path, scan::scan(&Scanned { entity, path, bytes, is_skill }));
    }

    /// Looks at a file of tools, agents or servers: at its text, and in JSON at each string by itself, as a model reads it.
    fn look_at_list(&mut self, shown: &str, bytes: &[u8]) {
        self.look(shown, None, shown, bytes, false);
        let Ok(document) = serde_json::from_slice::<Value>(bytes) else { return };
        each_string(&document, "", &mut |pointer, text| {
            let file = Scanned { entity: shown, path: pointer, bytes: text.as_bytes(), is_skill: false };
            let mut findings = scan::scan(&file).unwrap_or_default();
            // Secrets are found in the text, where the names they go by stand.
            findings.retain(|found| found.rule != Rule::Secret);
            self.told(shown, None, pointer, findings);
        });
    }

    /// Looks at tools and agents that were read from rows.
    fn look_at_rows(&mut self, rows: &Incoming) {
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
    fn take(&mut self, entity: &str, skill_id: Option<&str>, path: &str, findings: Option<Vec<Finding>>) {
        let Some(findings) = findings else {
            self.report.binary += 1;
            return;
        };
        self.report.files += 1;
        self.told(entity, skill_id, path, findings);
    }

    fn told(&mut self, entity: &str, skill_id: Option<&str>, path: &str, findings: Vec<Finding>) {
        self.report.is_cut |= findings.len() >= scan::MOST;
        for found in findings {
            let is_counted = found.rule == Rule::Secret && !self.dismissed.contains_key(&found.key);
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
    fn report(mut self) -> ScanReport {
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
        Rule::BroadTools => ScanRule::BroadTools,
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

//! What a skill's targets will trip over, with the repair where one is safe.
//!
//! One pass over the frontmatter's fields and one over the body. It judges a document as it stands and reads no file:
//! what a folder holds and which tools exist is told by the caller.

mod about;
mod absent;
mod adk;
mod body;
mod calls;
mod credentials;
mod drift;
mod fields;
mod held;
mod hidden;
mod keys;
mod links;
mod look;
mod mentions;
mod namesakes;
mod opening;
mod phantoms;
mod shown;
mod size;
mod taken;
mod tool_list;
mod tools;
mod usage;

use std::collections::HashSet;

pub use absent::{Absent, AbsentKind};
pub use credentials::in_text as credentials_in;
pub use fields::name_problem;
pub use links::{Elsewhere, OnDisk, in_reference, leads, leads_of_file, own_files, references};
pub use namesakes::{NAMED, Namesakes, finding as name_duplicate};
use studio_model::{Client, Levels};
pub use taken::{free_name, with_free_names};
pub use tool_list::{MAX_TOOL_NAME, gram_document, is_mcp_tool_name, is_tool_name, plugin_manifest, tool_list};
pub use tools::is_host_tool;

pub use crate::code;
use crate::{Finding, SkillDocument, Span, Target, TargetSet};

/// The tools a skill may name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownTools {
    /// What they are called.
    pub names: HashSet<String>,
    /// Those of them a skill can be linked to: the library's own.
    pub own: HashSet<String>,
    /// What their arguments are called, and the values those can have: a text that names one names no tool.
    pub words: HashSet<String>,
    /// The names of the library's skills, each as [`Self::add_skill`] keeps it: a text that names one names no tool.
    pub skills: HashSet<String>,
    /// Whose own tools need not be among them.
    pub skills_for: SkillsFor,
}

/// The agent clients that skills are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkillsFor {
    /// All of them.
    #[default]
    All,
    /// All of them, and they lie in this one's folders.
    Mainly(Client),
    /// This one.
    Only(Client),
}

impl KnownTools {
    /// Notes a skill's name.
    pub fn add_skill(&mut self, name: &str) {
        self.skills.insert(folded(name));
    }

    /// Whether a skill has that name, written with hyphens, underscores or spaces.
    fn is_skill(&self, name: &str) -> bool {
        self.skills.contains(&folded(name))
    }
}

fn folded(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    // Nearly no name has either, and there may be ten thousand of them.
    if lower.bytes().any(|byte| matches!(byte, b'_' | b' ')) { lower.replace(['_', ' '], "-") } else { lower }
}

/// The tools a skill has in the library, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillLinks<'a> {
    /// Those it is linked to.
    pub own: HashSet<&'a str>,
    /// Those of the skills it requires.
    pub lent: HashSet<&'a str>,
}

impl SkillLinks<'_> {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.own.union(&self.lent).copied()
    }
}

/// What the linter is told beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct LintContext<'a> {
    /// The name of the skill's folder.
    pub folder: Option<&'a str>,
    /// Every file of the skill's folder, relative to it, with `/`.
    pub files: Option<&'a [&'a str]>,
    /// What lies in that folder on disk and around it; none where that is not asked.
    pub on_disk: Option<&'a dyn OnDisk>,
    /// The tools that exist; none where that is not known.
    pub tools: Option<&'a KnownTools>,
    /// The tools the skill has in the library; none where that is not known.
    pub linked: Option<&'a SkillLinks<'a>>,
    /// Other skills of the same name; none where there is none, or where that is not known.
    pub namesakes: Option<Namesakes<'a>>,
    /// What the skill is to have and does not, because it lies in the trash.
    pub absent: &'a [Absent],
    /// The targets whose rules count; findings that concern all are always made.
    pub targets: &'a [Target],
    /// How bad the author finds each rule; none where every rule is as bad as it says itself.
    pub levels: Option<&'a Levels>,
}

/// A text gets no more findings than these: nobody reads more, and a hostile one could have millions.
pub(crate) const MAX_FINDINGS: usize = 500;

/// The findings of a document, those of reading it included, in the order of the text.
pub fn lint(document: &SkillDocument, context: &LintContext<'_>) -> Vec<Finding> {
    let mut linter = Linter { document, context, findings: Vec::new() };
    let scan = body::scan(document.text(), document.body_span());
    // First of all: however many other problems a text has, a key in it must not be the one that is not listed.
    credentials::check(&mut linter);
    for finding in document.findings() {
        linter.push(finding.clone());
    }
    fields::check(&mut linter);
    namesakes::check(&mut linter);
    keys::check(&mut linter);
    adk::check(&mut linter);
    hidden::check(&mut linter);
    body::check(&mut linter, &scan);
    links::check(&mut linter, &scan);
    tools::check(&mut linter);
    absent::check(&mut linter);
    mentions::check(&mut linter, &scan);
    drift::check(&mut linter);
    phantoms::check(&mut linter, &scan.code_spans);
    let is_full = linter.is_full();
    let mut findings = linter.findings;
    opening::mend(document, context, &mut findings);
    held::hold(document, &mut findings);
    if let Some(levels) = context.levels {
        findings = findings.into_iter().filter_map(|finding| finding.at_level(levels)).collect();
    }
    findings.sort_by_key(|finding| (finding.span, finding.severity));
    if is_full {
        findings.push(more_findings(document.text()));
    }
    findings
}

/// Says of a text that it has more problems than are listed.
pub(crate) fn more_findings(text: &str) -> Finding {
    let message = format!("Too many problems: only the first {MAX_FINDINGS} are listed.");
    code::finding(code::MORE_FINDINGS, Span::at(text.len()), message)
}

/// Where instructions stand as code, in the order of the text: the contents of code spans and of fences.
pub fn code_of(text: &str, body: Span) -> Vec<Span> {
    let scan = body::scan(text, body);
    let mut code: Vec<Span> = scan.code_spans.into_iter().chain(scan.fences).collect();
    code.sort_unstable();
    code
}

/// A document under judgement.
struct Linter<'a> {
    document: &'a SkillDocument,
    context: &'a LintContext<'a>,
    findings: Vec<Finding>,
}

impl Linter<'_> {
    fn push(&mut self, finding: Finding) {
        if !self.is_full() {
            self.findings.push(finding);
        }
    }

    fn is_full(&self) -> bool {
        self.findings.len() >= MAX_FINDINGS
    }

    fn has(&self, target: Target) -> bool {
        self.context.targets.contains(&target)
    }

    /// Those of the targets that follow the Agent Skills standard to the letter; none where there is none.
    fn strict_targets(&self) -> Option<TargetSet> {
        self.asked(code::STRICT)
    }

    fn upload_targets(&self) -> Option<TargetSet> {
        self.asked(code::UPLOADS)
    }

    fn asked(&self, targets: &[Target]) -> Option<TargetSet> {
        let asked = TargetSet::of(targets).and(TargetSet::of(self.context.targets));
        (!asked.is_empty()).then_some(asked)
    }
}

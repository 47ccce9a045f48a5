//! From the bytes of a skill's files to the rows the library keeps.

use studio_model::Levels;
use studio_pack::{FoundSkill, SkillKind};
use studio_store::{Broken, FindingRow, NewFile, SkillContent};
use studio_text::{
    Finding, LineIndex, Severity, SkillDocument, Span, Target, adk, code,
    decode::{Decoded, Encoding, STORED_OTHERWISE, decode},
    lint::{Absent, KnownTools, LintContext, Namesakes, OnDisk, code::NAME_FOLDER, lint},
};

use crate::{
    base::token_counts::{count, count_tiers},
    skills::{file_texts::text_of, own_folder::SkillFolder, same_names::same_names, tool_links::Links},
};

/// Name of a skill whose file names none and whose folder is unknown.
const UNNAMED: &str = "unnamed-skill";

/// What lies around a skill file and decides what lint says of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings<'a> {
    /// Name of the skill's folder, where it has one.
    pub(crate) folder: Option<&'a str>,
    /// Paths of its other files.
    pub(crate) files: &'a [&'a str],
    /// Its folder on disk; none where it has none of its own.
    pub(crate) on_disk: Option<SkillFolder<'a>>,
    /// Every tool a skill may name; none where no tool is known at all.
    pub(crate) tools: Option<&'a KnownTools>,
    /// The tools the skill has in the library; none where nobody asks about them.
    pub(crate) linked: Option<&'a Links>,
    /// What it is to have and does not, because it lies in the trash.
    pub(crate) absent: &'a [Absent],
    /// Other skills of the library with its name.
    pub(crate) namesakes: Option<Namesakes<'a>>,
    /// Name of a convention file (`AGENTS.md`, …), which needs no frontmatter; none for any other skill.
    pub(crate) convention: Option<&'a str>,
    /// How bad the author finds each rule; none where findings are kept, which are read at these levels.
    pub(crate) levels: Option<&'a Levels>,
}

/// A skill file with all that was read out of it.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// What the library keeps.
    pub(crate) content: SkillContent,
    /// What lint says, for the targets authors write for.
    pub(crate) findings: Vec<Finding>,
    /// Whether the file names the skill; otherwise the name is the folder's, or none at all.
    pub(crate) has_name: bool,
    /// The text the findings' spans point into.
    pub(crate) text: String,
    /// Its other files measured, in their order; empty where nobody asked.
    pub(crate) files: Vec<Measure>,
}

impl Prepared {
    /// Lets go of the file's content, and of what is said of it but for the folder's name: the library keeps it in rows.
    pub(crate) fn leave_texts(&mut self) {
        self.findings.retain(|finding| finding.code == NAME_FOLDER);
        self.findings.shrink_to_fit();
        self.text = String::new();
        self.content.bytes = Vec::new();
        self.content.content_markdown = String::new();
    }

    /// Takes the very content that was let go.
    pub(crate) fn take_texts(&mut self, bytes: Vec<u8>, around: Surroundings<'_>) {
        self.text = decode(&bytes).text;
        self.content.content_markdown = Fields::of(&SkillDocument::read(&self.text), &self.text, around).body;
        self.content.bytes = bytes;
    }

    /// Forgets what lint said of the folder's name: a skill that is not linked has no folder in the library.
    pub(crate) fn leave_folder(&mut self) {
        let about_folder = self.findings.iter().filter(|finding| finding.code == NAME_FOLDER);
        self.content.errors -=
            about_folder.clone().filter(|finding| finding.severity == Severity::Error).count() as u32;
        self.content.warnings -= about_folder.filter(|finding| finding.severity == Severity::Warning).count() as u32;
        self.content.findings.retain(|finding| finding.code != NAME_FOLDER);
    }
}

/// What a file is, without its content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// Whether it can be edited as text.
    pub(crate) is_text: bool,
    /// Estimated tokens; 0 for a binary file.
    pub(crate) tokens: u32,
}

/// Says whether a file is text, and how much of it.
pub(crate) fn measure(bytes: &[u8]) -> Measure {
    let text = text_of(bytes);
    Measure { is_text: text.is_some(), tokens: text.as_deref().map_or(0, count) }
}

/// Reads a skill file and counts its tokens. Never fails: what cannot be read is kept as it is, with its reason.
pub(crate) fn prepare(bytes: Vec<u8>, around: Surroundings<'_>) -> Prepared {
    prepare_counting(bytes, around, count_tiers)
}

/// Reads a skill file without counting its tokens, which takes longer than everything else.
pub(crate) fn prepare_uncounted(bytes: Vec<u8>, around: Surroundings<'_>) -> Prepared {
    prepare_counting(bytes, around, |_, _, _| (0, 0))
}

fn prepare_counting(
    bytes: Vec<u8>,
    around: Surroundings<'_>,
    count: impl Fn(Option<&str>, Option<&str>, &str) -> (u32, u32),
) -> Prepared {
    let Decoded { text, encoding, findings: decoding } = decode(&bytes);
    let document = SkillDocument::read(&text);
    let fields = Fields::of(&document, &text, around);
    let broken = if fields.is_derived { None } else { broken(&decoding, encoding, &document, &text) };
    let mut findings = decoding;
    findings.extend(lint_document(&document, around, &[Target::AgentSkills]));
    let number_of = |severity| findings.iter().filter(|finding| finding.severity == severity).count() as u32;
    let has_name = fields.name.is_some();
    let (tokens_description, tokens_body) = count(fields.name.as_deref(), fields.description.as_deref(), &fields.body);
    let content = SkillContent {
        name: cut(&fields.name.unwrap_or_else(|| around.folder.unwrap_or(UNNAMED).to_owned()), studio_model::MAX_NAME),
        description: fields.description.map(|text| cut(&text, studio_model::MAX_DESCRIPTION)),
        content_markdown: fields.body,
        version: cut(document.version().unwrap_or_default(), studio_model::MAX_VERSION),
        encoding: encoding_name(encoding).to_owned(),
        tags: fields.tags,
        allowed_tools: document.allowed_tools().iter().map(|tool| (*tool).to_owned()).collect(),
        broken,
        errors: number_of(Severity::Error),
        warnings: number_of(Severity::Warning),
        findings: finding_rows(&findings, &text),
        tokens_description,
        tokens_body,
        bytes,
    };
    Prepared { content, findings, has_name, text, files: Vec::new() }
}

/// Everything that is said of a skill file, as the library keeps it; nothing of it is stored or counted in tokens.
pub(crate) fn judge(bytes: &[u8], around: Surroundings<'_>) -> Vec<FindingRow> {
    let Decoded { text, mut findings, .. } = decode(bytes);
    findings.extend(lint_document(&SkillDocument::read(&text), around, &[Target::AgentSkills]));
    finding_rows(&findings, &text)
}

/// Findings as the library keeps them.
pub(crate) fn finding_rows(findings: &[Finding], text: &str) -> Vec<FindingRow> {
    if findings.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(text);
    let row = |finding: &Finding| {
        let (from, to) = (lines.position(finding.span.start), lines.position(finding.span.end));
        FindingRow {
            severity: finding.severity.as_str().to_owned(),
            code: finding.code.to_owned(),
            message: finding.message.clone(),
            subject: subject(finding, text),
            from_line: from.0 as u32,
            from_column: from.1 as u32,
            to_line: to.0 as u32,
            to_column: to.1 as u32,
            has_fix: finding.fix.is_some() || STORED_OTHERWISE.contains(&finding.code),
        }
    };
    findings.iter().map(row).collect()
}

/// The longest subject that is told apart; what covers more is about the whole skill.
const LONGEST_SUBJECT: usize = 80;

/// What a finding is about. An ignored finding is known again by its code and this, wherever the text has moved to.
pub(crate) fn subject(finding: &Finding, text: &str) -> String {
    if let Some(subject) = &finding.subject {
        return subject.clone();
    }
    let covered = finding.span.of(text).trim_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\''));
    let is_short = covered.chars().nth(LONGEST_SUBJECT).is_none() && !covered.contains(['\n', '\r']);
    if is_short { covered.to_owned() } else { String::new() }
}

/// What selection reads of a skill.
struct Fields {
    name: Option<String>,
    description: Option<String>,
    tags: Vec<String>,
    body: String,
    /// Whether they come from a convention file without frontmatter, as adk derives them.
    is_derived: bool,
}

impl Fields {
    fn of(document: &SkillDocument, text: &str, around: Surroundings<'_>) -> Self {
        if let Some(derived) = derived(document, text, around) {
            let (name, description) = (Some(derived.name), Some(derived.description));
            return Self { name, description, tags: derived.tags, body: derived.body, is_derived: true };
        }
        Self {
            name: document.name().filter(|name| !name.trim().is_empty()).map(str::to_owned),
            description: document.description().map(str::to_owned),
            tags: document.tags().iter().map(|tag| (*tag).to_owned()).collect(),
            body: document.body().to_owned(),
            is_derived: false,
        }
    }
}

/// What adk makes of a convention file that has no frontmatter to speak of.
fn derived(document: &SkillDocument, text: &str, around: Surroundings<'_>) -> Option<adk::AdkSkill> {
    let file = around.convention.filter(|_| document.name().is_none())?;
    adk::parse(file, text).ok()
}

/// The convention file a skill with these tags was read from: adk tags it `convention` and, for `AGENTS.md`,
/// `agents-md`.
pub(crate) fn convention_of(tags: &[String]) -> Option<String> {
    let [convention, file] = tags else { return None };
    let file = format!("{}.md", file.strip_suffix("-md")?);
    (convention == "convention" && adk::is_convention_file(&file)).then_some(file)
}

/// What lint says of a skill for some targets.
pub(crate) fn lint_document(document: &SkillDocument, around: Surroundings<'_>, targets: &[Target]) -> Vec<Finding> {
    if around.convention.is_some() && document.name().is_none() {
        return Vec::new();
    }
    let list: Vec<String> = document.allowed_tools().iter().map(ToString::to_string).collect();
    let linked = around.linked.map(|links| links.saved(&list, around.tools));
    let context = LintContext {
        folder: around.folder,
        files: Some(around.files),
        on_disk: around.on_disk.as_ref().map(|folder| folder as &dyn OnDisk),
        tools: around.tools,
        linked: linked.as_ref(),
        namesakes: around.namesakes,
        absent: around.absent,
        targets,
        levels: around.levels,
    };
    let mut findings = lint(document, &context);
    for message in same_names(around.files) {
        let finding = code::finding(code::NAME_CASE, Span::default(), message);
        match around.levels {
            Some(levels) => findings.extend(finding.at_level(levels)),
            None => findings.push(finding),
        }
    }
    findings
}

/// One of a skill's other files, as the library keeps it.
pub(crate) fn file_row(path: &str, bytes: Vec<u8>, is_executable: bool) -> NewFile {
    let Measure { is_text, tokens } = measure(&bytes);
    NewFile { path: path.to_owned(), is_text, tokens, is_executable, bytes }
}

/// Name of an encoding in the library.
pub(crate) const fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf8Bom => "utf-8-bom",
        Encoding::Utf16Le => "utf-16le",
        Encoding::Utf16Be => "utf-16be",
        Encoding::Lossy => "unknown",
    }
}

/// What lies around something found on disk. What else its folder has counts where the skill `stays` in that.
pub(crate) fn surroundings_of<'a>(
    found: &'a FoundSkill,
    files: &'a [&'a str],
    tools: Option<&'a KnownTools>,
    stays: bool,
) -> Surroundings<'a> {
    let convention = (found.kind == SkillKind::Convention).then_some(found.file_name.as_str());
    let (folder, linked) = (found.folder_name.as_deref(), Some(Links::NEW));
    let on_disk = found.folder.as_deref().filter(|_| stays).map(SkillFolder);
    Surroundings { folder, files, on_disk, tools, linked, convention, ..Surroundings::default() }
}

fn broken(decoding: &[Finding], encoding: Encoding, document: &SkillDocument, text: &str) -> Option<Broken> {
    let undecodable = decoding.iter().find(|finding| finding.severity == Severity::Error);
    let reason = undecodable.filter(|_| encoding == Encoding::Lossy).or_else(|| document.unreadable())?;
    let (line, column) = LineIndex::new(text).position(reason.span.start);
    Some(Broken {
        code: reason.code.to_owned(),
        message: reason.message.clone(),
        line: Some(line as u32),
        column: Some(column as u32),
    })
}

/// The first `max` characters: the column's limit. The file itself is kept whole beside it.
fn cut(text: &str, max: usize) -> String {
    text.chars().take(max).collect()
}

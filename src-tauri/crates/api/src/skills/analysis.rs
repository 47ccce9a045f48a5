//! Texts understood: findings, frontmatter, tokens and preview, in the offsets an editor counts.

use studio_model::{Levels, SkillId};
use studio_store::Ignores;
use studio_text::{
    self as text, FieldEdit, SkillDocument, Target, ValueKind,
    lint::{credentials_in, with_free_names},
    openai_yaml::{self, Around, OPENAI_YAML},
    preview::{Cut, render},
};

use crate::{
    Error, Studio,
    base::{
        ids::skill_id,
        token_counts::{count, count_tiers},
    },
    dto::{
        Analysis, DefinitionPart, DefinitionValue, FieldForm, FieldValue, Finding, Frontmatter, FrontmatterEdit,
        PreviewCut, TextEdit, Tokens,
    },
    skills::{
        content::{Surroundings, convention_of, lint_document},
        judging::other_files,
        namesakes::SharedName,
        offsets::Offsets,
        own_folder::{SkillFolder, folder_name},
        references::judge_reference,
    },
    state::session::Session,
};

/// Keys whose values are lists even where they are written as one text.
const LIST_KEYS: [&str; 4] = ["allowed-tools", "tags", "references", "triggers"];

impl Studio {
    /// All the editor shows about a text that is being typed; nothing is stored. Offsets count UTF-16 units.
    pub fn analyze(&self, skill_id: &str, path: &str, text: &str) -> Result<Analysis, Error> {
        let session = self.session()?;
        match path {
            studio_store::SKILL_FILE => session.analyze_skill(skill_id, text),
            OPENAI_YAML => session.analyze_openai_yaml(skill_id, text),
            _ => session.analyze_beside(skill_id, path, text),
        }
    }

    /// The changes that make a form's edit in the text, touching nothing else.
    pub fn edit_frontmatter(&self, text: &str, edit: &FrontmatterEdit) -> Result<Vec<TextEdit>, Error> {
        let edit = match edit.clone() {
            FrontmatterEdit::SetText { key, value } => FieldEdit::SetText { key, value },
            FrontmatterEdit::SetItems { key, items } => FieldEdit::SetItems { key, items },
            FrontmatterEdit::Remove { key } => FieldEdit::Remove { key },
            FrontmatterEdit::SetDefinition { part, value } => part_of(part).edit(&value),
        };
        let edits = SkillDocument::read(text).edit(&edit);
        let offsets = Offsets::new(text);
        Ok(edits.into_iter().map(|edit| offsets.edit(&edit)).collect())
    }
}

impl Session {
    fn analyze_skill(&self, id: &str, text: &str) -> Result<Analysis, Error> {
        let id = skill_id(id)?;
        let detail = self.library.get_skill(id)?;
        let files: Vec<&str> = detail.files.iter().map(|file| file.path.as_str()).collect();
        let (tools, composition) = (self.tools_for_lint()?, self.composition()?);
        let linked = composition.links_of(id, &detail.document.allowed_tools);
        let absent = composition.requirements.absent_of(id);
        let folder = detail.link.as_ref().and_then(folder_name);
        let on_disk = detail.link.as_ref().and_then(SkillFolder::of);
        let convention = convention_of(&detail.document.tags);
        let (folder, convention) = (folder.as_deref(), convention.as_deref());
        let document = SkillDocument::read(text);
        let namesakes = self.namesakes(id, document.name().unwrap_or(&detail.skill.name))?;
        let namesakes = namesakes.as_ref().map(SharedName::as_lint);
        let (files, tools, linked) = (files.as_slice(), Some(&tools), Some(&linked));
        let known = self.library.rule_levels()?;
        let levels = Some(&known);
        let around = Surroundings { folder, files, on_disk, tools, linked, absent, namesakes, convention, levels };
        let mut findings = at_levels(&known, encoding_findings(&detail.document.bytes, text));
        findings.extend(lint_document(&document, around, &Target::ALL));
        with_free_names(text, &mut findings, |name| self.is_taken(name, Some(id)))?;
        let ignores = self.library.ignores()?;
        let (description, body) = count_tiers(document.name(), document.description(), document.body());
        let offsets = Offsets::new(text);
        let mut frontmatter = frontmatter(&document, &offsets);
        // A convention file needs no frontmatter, so lacking it is nothing to mend.
        frontmatter.unreadable = frontmatter.unreadable.filter(|_| convention.is_none() || document.name().is_some());
        let preview = render(document.body());
        Ok(Analysis {
            findings: findings
                .iter()
                .map(|finding| offsets.finding(finding))
                .map(|finding| Finding {
                    actions: Self::fix_actions(&detail, &finding),
                    ignored: reason(&ignores, id, &detail.group, &finding),
                    ..finding
                })
                .collect(),
            tokens: Tokens { description, body, files: detail.document.tokens.files },
            preview: preview.html,
            preview_cut: preview.cut.map(preview_cut),
            frontmatter: Some(frontmatter),
        })
    }

    /// Another file is judged for what it leads on to, where the skill's text leads to it.
    fn analyze_beside(&self, id: &str, path: &str, text: &str) -> Result<Analysis, Error> {
        let id = skill_id(id)?;
        let detail = self.library.get_skill(id)?;
        let (levels, ignores) = (self.library.rule_levels()?, self.library.ignores()?);
        let mut analysis = analyze_file(path, text, &levels);
        let document = SkillDocument::read(&text::decode::decode(&detail.document.bytes).text);
        let offsets = Offsets::new(text);
        let on_disk = detail.link.as_ref().and_then(SkillFolder::of);
        let told = at_levels(&levels, judge_reference(&document, text, path, &other_files(&detail), on_disk));
        analysis.findings.extend(told.iter().map(|found| offsets.finding(found)).map(|finding| Finding {
            actions: Self::fix_actions(&detail, &finding),
            ignored: reason(&ignores, id, &detail.group, &finding),
            ..finding
        }));
        analysis.findings.sort_by_key(|finding| finding.from);
        Ok(analysis)
    }

    /// Codex's own file is judged as Codex reads it, whatever the skill is written for.
    fn analyze_openai_yaml(&self, id: &str, text: &str) -> Result<Analysis, Error> {
        let id = skill_id(id)?;
        let detail = self.library.get_skill(id)?;
        let files: Vec<&str> = detail.files.iter().map(|file| file.path.as_str()).collect();
        let (levels, ignores) = (self.library.rule_levels()?, self.library.ignores()?);
        let offsets = Offsets::new(text);
        let told = openai_yaml::lint(text, &Around { skill: &detail.skill.name, files: &files });
        let told = at_levels(&levels, told).into_iter().map(|found| {
            let finding = offsets.finding(&found);
            let finding = Finding { subject: subject_for(Target::Codex, &finding.subject), ..finding };
            Finding { ignored: reason(&ignores, id, &detail.group, &finding), ..finding }
        });
        let mut analysis = analyze_file(OPENAI_YAML, text, &levels);
        analysis.findings.extend(told);
        analysis.findings.sort_by_key(|finding| finding.from);
        Ok(analysis)
    }
}

/// The subject of what one client does: what it is forgiven is not forgiven to the others.
pub(crate) fn subject_for(client: Target, subject: &str) -> String {
    format!("{}: {subject}", client.as_str())
}

/// Why a finding of a skill is ignored, where it is.
pub(crate) fn reason(ignores: &Ignores, skill: SkillId, group: &str, finding: &Finding) -> Option<String> {
    ignores.of(skill, group, &finding.code, &finding.subject).map(|ignored| ignored.reason)
}

/// What is wrong with how the file is stored. Bytes that could not be decoded are kept where they still stand, so
/// only the characters that stand for them are still wrong with it.
fn encoding_findings(stored: &[u8], text: &str) -> Vec<text::Finding> {
    let text::decode::Decoded { encoding, mut findings, .. } = text::decode::decode(stored);
    if encoding == text::decode::Encoding::Lossy {
        let lost = text.find(char::REPLACEMENT_CHARACTER);
        findings.retain(|_| lost.is_some());
        for finding in &mut findings {
            let at = lost.unwrap_or_default();
            finding.span = text::Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
        }
    }
    findings
}

/// Findings as bad as the author finds their rules, without those whose rule is off.
fn at_levels(levels: &Levels, findings: Vec<text::Finding>) -> Vec<text::Finding> {
    findings.into_iter().filter_map(|finding| finding.at_level(levels)).collect()
}

fn analyze_file(path: &str, text: &str, levels: &Levels) -> Analysis {
    let is_markdown =
        std::path::Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    let preview = is_markdown.then(|| render(text));
    let offsets = Offsets::new(text);
    Analysis {
        findings: at_levels(levels, credentials_in(text)).iter().map(|finding| offsets.finding(finding)).collect(),
        frontmatter: None,
        tokens: Tokens { files: count(text), ..Tokens::default() },
        preview_cut: preview.as_ref().and_then(|preview| preview.cut).map(preview_cut),
        preview: preview.map(|preview| preview.html).unwrap_or_default(),
    }
}

fn preview_cut(cut: Cut) -> PreviewCut {
    match cut {
        Cut::Long { shown, total } => PreviewCut::Long { shown: shown as u32, total: total as u32 },
        Cut::Deep { levels } => PreviewCut::Deep { levels: levels as u32 },
        Cut::Many { elements } => PreviewCut::Many { elements: elements as u32 },
        Cut::Wide { bytes } => PreviewCut::Wide { bytes: bytes as u32 },
    }
}

fn frontmatter(document: &SkillDocument, offsets: &Offsets<'_>) -> Frontmatter {
    let fields = document.fields().iter().map(|field| field_value(document, field, offsets)).collect();
    let unreadable = document.unreadable().map(|finding| {
        let line = offsets.line(finding.span.start);
        format!("Line {line}: {}", finding.message)
    });
    let parts = [
        DefinitionPart::DisplayName,
        DefinitionPart::Capabilities,
        DefinitionPart::WorkDirection,
        DefinitionPart::OnActivate,
        DefinitionPart::OnDeactivate,
    ];
    let value = |part| Some(DefinitionValue { part, text: document.definition(part_of(part))?.to_owned() });
    let definition = parts.into_iter().filter_map(value).collect();
    Frontmatter { fields, body_from: offsets.utf16(document.body_span().start), unreadable, definition }
}

/// The part a screen names.
const fn part_of(part: DefinitionPart) -> text::DefinitionPart {
    match part {
        DefinitionPart::DisplayName => text::DefinitionPart::DisplayName,
        DefinitionPart::Capabilities => text::DefinitionPart::Capabilities,
        DefinitionPart::WorkDirection => text::DefinitionPart::WorkDirection,
        DefinitionPart::OnActivate => text::DefinitionPart::OnActivate,
        DefinitionPart::OnDeactivate => text::DefinitionPart::OnDeactivate,
    }
}

fn field_value(document: &SkillDocument, field: &text::Field, offsets: &Offsets<'_>) -> FieldValue {
    let line = offsets.line(field.key_span.start);
    let items = owned(&field.items());
    let (text, items, form) = match &field.value.kind {
        ValueKind::Text { text, .. } if LIST_KEYS.contains(&field.key.as_str()) => {
            (text.clone(), items, FieldForm::Text)
        }
        ValueKind::Text { text, .. } => (text.clone(), Vec::new(), FieldForm::Text),
        ValueKind::List { .. } => (String::new(), items, FieldForm::List),
        ValueKind::Map { .. } => (field.value.span.of(document.text()).to_owned(), Vec::new(), FieldForm::Map),
    };
    FieldValue { key: field.key.clone(), text, items, form, line: line as u32 }
}

fn owned(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

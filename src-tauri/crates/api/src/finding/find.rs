//! Finding text in the files of skills, and replacing it in many of them as one set of changes.
//!
//! Texts are searched as they are stored, with line ends as an editor has them. A file with unsaved text over it is
//! found, but not replaced in.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use studio_model::{SkillId, plural};
use studio_store::{ChangeKind, FileContent, SKILL_FILE, TextFiles};
use studio_text::{
    Span, decode,
    find::{BadPattern, Pattern, PatternOptions, line_around},
};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{
        ChangeRefusal, ChangeReport, FindFile, FindMatch, FindOptions, FindRequest, FindResult, FindScope,
        RefusalReason, ReplaceFile, ReplaceRequest, TextRange,
    },
    skills::{
        planned::{Plan, PlannedChange},
        storing::text_for_editor,
    },
    state::session::Session,
};

impl Studio {
    /// Every match in the files of a scope, by skill and file; as many as are wanted, and how many there are.
    pub fn find_in_files(&self, request: &FindRequest) -> Result<FindResult, Error> {
        let session = self.session()?;
        if request.query.is_empty() {
            return Ok(FindResult::default());
        }
        let pattern = match Pattern::new(&request.query, options(request.options)) {
            Ok(pattern) => pattern,
            Err(bad) => {
                return Ok(FindResult { problem: Some(problem(&bad, request.options)), ..FindResult::default() });
            }
        };
        let skills = session.in_scope(&request.scope)?;
        let ids: Vec<SkillId> = skills.iter().map(|(id, _)| *id).collect();
        let names: HashMap<SkillId, String> = skills.into_iter().collect();
        let drafts = session.library.list_drafts()?;
        let drafts: HashSet<(SkillId, String)> = drafts.into_iter().map(|draft| (draft.skill, draft.path)).collect();
        let files = if request.has_bundled_files { TextFiles::All } else { TextFiles::Skill };
        let mut result = FindResult::default();
        session.library.visit_texts(&ids, files, |skill, file| {
            let Some(text) = text_for_editor(&file) else { return ControlFlow::Continue(()) };
            let room = request.limit.saturating_sub(result.shown) as usize;
            let (matches, total) = matches(&pattern, &text, request.replacement.as_deref(), room);
            result.total += total;
            result.total_files += u32::from(total > 0);
            result.shown += matches.len() as u32;
            if !matches.is_empty() {
                result.files.push(FindFile {
                    skill_id: skill.to_string(),
                    skill: names.get(&skill).cloned().unwrap_or_default(),
                    has_draft: drafts.contains(&(skill, file.path.clone())),
                    path: file.path,
                    hash: file.sha256,
                    matches,
                });
            }
            ControlFlow::Continue(())
        })?;
        Ok(result)
    }

    /// Replaces matches in files, as one set of changes that can be undone. A file that has changed since it was searched,
    /// here or on disk, or that has unsaved text over it, is left alone and named.
    pub fn replace_in_files(&self, request: &ReplaceRequest) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let pattern = Pattern::new(&request.query, options(request.options))
            .map_err(|bad| Error::new(ErrorCode::Invalid, problem(&bad, request.options)))?;
        let (mut changes, mut refused, mut count) = (Vec::new(), Vec::new(), 0);
        for file in &request.files {
            let skill = skill_id(&file.skill_id)?;
            match session.replaced(skill, &pattern, &request.replacement, file) {
                Ok((plan, replaced)) => {
                    count += replaced;
                    changes.push(PlannedChange { skill, plan });
                }
                Err((reason, message)) => refused.push(session.refusal(skill, file, reason, message)),
            }
        }
        let (files, times) = (plural(changes.len(), "file", "files"), plural(count, "match", "matches"));
        let title = format!("Replaced {times} of “{}” in {files}", cut(&request.query));
        let mut report = session.apply_changes(ChangeKind::Replace, &title, changes)?;
        report.refused.append(&mut refused);
        Ok(report)
    }
}

impl Session {
    /// The active skills of a scope with their names, in the order of the list.
    fn in_scope(&self, scope: &FindScope) -> Result<Vec<(SkillId, String)>, Error> {
        let rows = self.library.list_skills()?;
        let wanted: Option<HashSet<SkillId>> = match scope {
            FindScope::Skills { ids } => Some(ids.iter().map(|id| skill_id(id)).collect::<Result<_, _>>()?),
            FindScope::Library | FindScope::Group { .. } => None,
        };
        let is_in = |id: SkillId, group: &str| match scope {
            FindScope::Group { name } => name == group,
            FindScope::Library | FindScope::Skills { .. } => wanted.as_ref().is_none_or(|ids| ids.contains(&id)),
        };
        Ok(rows.into_iter().filter(|row| is_in(row.id, &row.group)).map(|row| (row.id, row.name)).collect())
    }

    /// A file with its chosen matches replaced.
    fn replaced(
        &self,
        skill: SkillId,
        pattern: &Pattern,
        with: &str,
        file: &ReplaceFile,
    ) -> Result<(Plan, u32), (RefusalReason, String)> {
        let path = &file.path;
        let stored = self
            .library
            .read_file(skill, path)
            .map_err(|_| (RefusalReason::Gone, "It no longer exists.".to_owned()))?;
        let changed = || (RefusalReason::ChangedSince, "It has changed since the search. Search again.".to_owned());
        if stored.sha256 != file.hash {
            return Err(changed());
        }
        if is_lossy(&stored) {
            let message = "It isn't valid UTF-8. Open it and fix that first.".to_owned();
            return Err((RefusalReason::Refused, message));
        }
        let text = text_for_editor(&stored).ok_or_else(changed)?;
        let starts: HashSet<usize> = byte_offsets(&text, &file.starts);
        let (text, count) = pattern.replace(&text, with, |span: Span| starts.contains(&span.start));
        Ok((Plan::text(&stored, &text), count))
    }

    fn refusal(&self, skill: SkillId, file: &ReplaceFile, reason: RefusalReason, message: String) -> ChangeRefusal {
        let name = self.library.get_skill(skill).map(|detail| detail.skill.name);
        ChangeRefusal {
            skill_id: file.skill_id.clone(),
            skill: name.unwrap_or_default(),
            path: file.path.clone(),
            reason,
            message,
        }
    }
}

const fn options(options: FindOptions) -> PatternOptions {
    let FindOptions { is_case_sensitive, is_whole_word, is_regex } = options;
    PatternOptions { match_case: is_case_sensitive, whole_word: is_whole_word, is_regex }
}

fn problem(bad: &BadPattern, options: FindOptions) -> String {
    let what = if options.is_regex { "Invalid regular expression" } else { "Invalid search" };
    format!("{what}: {}.", bad.reason)
}

/// The first matches of a text, and how many there are.
fn matches(pattern: &Pattern, text: &str, with: Option<&str>, room: usize) -> (Vec<FindMatch>, u32) {
    let (mut found, mut total) = (Vec::new(), 0);
    let (mut at, mut units, mut line) = (0, 0_u32, 1_u32);
    for span in pattern.matches(text) {
        total += 1;
        if found.len() == room {
            continue;
        }
        let passed = &text[at..span.start];
        units += utf16(passed);
        line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        at = span.start;
        let shown = line_around(text, span);
        let mark = if shown.is_cut { "…" } else { "" };
        let from = utf16(mark) + utf16(shown.before);
        found.push(FindMatch {
            range: TextRange { from: units, to: units + utf16(span.of(text)) },
            line,
            text: format!("{mark}{}{}{}", shown.before, shown.found, shown.after),
            shown: TextRange { from, to: from + utf16(shown.found) },
            replacement: with.map(|with| cut(&pattern.replacement(text, span, with))),
        });
    }
    (found, total)
}

fn utf16(text: &str) -> u32 {
    text.chars().map(|sign| sign.len_utf16() as u32).sum()
}

/// The bytes at which these UTF-16 offsets stand.
fn byte_offsets(text: &str, offsets: &[u32]) -> HashSet<usize> {
    let wanted: HashSet<u32> = offsets.iter().copied().collect();
    let mut units = 0;
    let mut bytes = HashSet::with_capacity(wanted.len());
    for (at, sign) in text.char_indices() {
        if wanted.contains(&units) {
            bytes.insert(at);
        }
        units += sign.len_utf16() as u32;
    }
    bytes
}

fn is_lossy(file: &FileContent) -> bool {
    file.path == SKILL_FILE && decode::decode(&file.bytes).encoding == decode::Encoding::Lossy
}

/// A text short enough for one line of a screen.
fn cut(text: &str) -> String {
    const MOST: usize = 120;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() > MOST { line.chars().take(MOST).chain(['…']).collect() } else { line.to_owned() }
}

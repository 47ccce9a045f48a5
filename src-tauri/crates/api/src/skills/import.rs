//! Bringing skills in: what is found on disk or in archives, compared with what is there, stored in one go.

mod reading;
mod standing;

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_model::{SkillId, one_line};
use studio_pack::{Contents, Discovery, FoundFile, FoundSkill, ImportFormat, Options, discover};
use studio_store::{FileChange, FolderLink, NewFile, NewLink, NewSkillRow, Origin, Record, SKILL_FILE, SkillChange};
use studio_text::{LineIndex, Severity, lint::code};

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        ActivityKind, ImportItem, ImportOutcome, ImportPreview, ImportReport, ImportRequest, ImportState, ImportTwin,
        ImportedItem, ImportedKind, Skipped, StudioEvent,
    },
    library::first_start::group_by_client,
    skills::{
        content::{Measure, Prepared},
        links::place::synced,
        roots::origin_of,
    },
    studio::{
        activity::Running,
        paths::{common_folder, expanded},
        session::Session,
        writing::Writing,
    },
};
use reading::{Depth, Read, Waiting, read_again};
use standing::{Known, Standing};

/// Characters of a description that a preview shows.
const SHOWN_OF_DESCRIPTION: usize = 200;

impl Studio {
    /// What importing these paths would do; nothing is written. Paths that hold no skill at all are refused.
    pub fn preview_import(&self, paths: &[String]) -> Result<ImportPreview, Error> {
        let session = self.session()?;
        let paths = expanded_all(paths);
        if let Some(relative) = paths.iter().find(|path| path.is_relative()) {
            let message = format!("{} is not a full path. Start it with / or ~.", relative.display());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Looking for skills");
        let Discovery { found, mut skipped, .. } = discover(&paths, &names_only(None), &running);
        let prepared = session.prepare_all(&found, Depth::SkillFile, &running)?;
        if running.is_cancelled() {
            return Err(Error::new(ErrorCode::Cancelled, "The search was cancelled. Nothing was imported."));
        }
        let mut known = Known::of(&session)?;
        let mut items = Vec::new();
        for (found, read) in found.iter().zip(prepared) {
            match read {
                Ok(mut read) => {
                    skipped.append(&mut read.unread);
                    items.push(item(found, read, &mut known));
                }
                Err(unreadable) => skipped.push(unreadable),
            }
        }
        if let ([], [only]) = (items.as_slice(), skipped.as_slice()) {
            return Err(Error::new(ErrorCode::NotFound, format!("{}: {}", only.path, only.message)));
        }
        let skipped: Vec<_> = skipped.into_iter().map(skipped_item).collect();
        let all = items.iter().map(|item| item.path.as_str()).chain(skipped.iter().map(|item| item.path.as_str()));
        Ok(ImportPreview { folder: common_folder(all), items, skipped })
    }

    /// Imports every skill found under these paths, but for those the library has. Linked ones write back to their folder
    /// when they are saved.
    pub fn import_paths(&self, paths: &[String], link: bool) -> Result<ImportReport, Error> {
        self.import_format(paths, None, link)
    }

    /// Imports what is found under these paths, read as one format.
    pub fn import_format(
        &self,
        paths: &[String],
        format: Option<ImportFormat>,
        link: bool,
    ) -> Result<ImportReport, Error> {
        let request = ImportRequest { paths: paths.to_vec(), link, ..ImportRequest::default() };
        self.import_as(&request, format)
    }

    /// Imports what the author chose of a preview.
    pub fn import_chosen(&self, request: &ImportRequest) -> Result<ImportReport, Error> {
        self.import_as(request, None)
    }

    fn import_as(&self, request: &ImportRequest, format: Option<ImportFormat>) -> Result<ImportReport, Error> {
        let session = self.session()?;
        let paths = expanded_all(&request.paths);
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Importing skills");
        let mut found = discover(&paths, &names_only(format), &running);
        group_by_client(&self.shared.config, &mut found.found);
        let report = session.bring_in(found, &Choice::of(request, format, &paths), &running)?;
        drop(running);
        session.emit(StudioEvent::LibraryChanged);
        session.embed_in_background()?;
        Ok(report)
    }

    /// Asks a running activity to stop.
    pub fn cancel_activity(&self, id: &str) -> Result<(), Error> {
        self.shared.activities.cancel(id);
        if let Ok(session) = self.session() {
            session.pause_embedding(id);
        }
        Ok(())
    }
}

/// How an import looks at paths: what it finds is read one by one.
fn names_only(format: Option<ImportFormat>) -> Options {
    Options { format, contents: Contents::Names, ..Options::default() }
}

/// What the author asked for, ready to be looked up.
struct Choice<'a> {
    /// Paths of the chosen skills; none where nothing was chosen one by one.
    chosen: Option<HashSet<&'a str>>,
    link: bool,
    group: Option<&'a str>,
    /// Whether one that is identical to another comes in too: adk has both.
    keeps_twins: bool,
    /// The chosen folders without links, longest first.
    roots: Vec<PathBuf>,
}

impl<'a> Choice<'a> {
    fn of(request: &'a ImportRequest, format: Option<ImportFormat>, paths: &[PathBuf]) -> Self {
        let mut roots: Vec<PathBuf> = paths.iter().filter_map(|path| root_of(path)).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.as_os_str().len()));
        Self {
            chosen: request.chosen.as_ref().map(|chosen| chosen.iter().map(String::as_str).collect()),
            link: request.link,
            group: request.group.as_deref(),
            keeps_twins: format == Some(ImportFormat::Adk),
            roots,
        }
    }

    /// Where a skill comes from; none from an archive.
    fn origin(&self, found: &FoundSkill) -> Option<Origin> {
        let file = found.skill_file.as_ref()?;
        let root = self.roots.iter().find(|root| file.starts_with(root)).map(PathBuf::as_path);
        Some(origin_of(root.or_else(|| file.parent())?, file))
    }

    /// A new skill as it is stored.
    fn row(&self, found: FoundSkill, mut skill: Prepared) -> NewSkillRow {
        let origin = self.origin(&found);
        let link = if self.link { new_link(&found) } else { None };
        if link.is_none() {
            skill.leave_folder();
        }
        NewSkillRow {
            id: None,
            parent: None,
            group: self.group.map_or(found.group, str::to_owned),
            files: new_files(found.files, &skill.files),
            content: skill.content,
            link,
            origin,
            reason: "imported".to_owned(),
        }
    }
}

/// The folder that a chosen path stands for.
fn root_of(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    if real.is_dir() { Some(real) } else { real.parent().map(Path::to_path_buf) }
}

impl Session {
    /// Stores what was found, as new skills or as newer versions of those imported before.
    fn bring_in(
        self: &Arc<Self>,
        discovery: Discovery,
        choice: &Choice<'_>,
        running: &Running,
    ) -> Result<ImportReport, Error> {
        let Discovery { mut found, skipped, .. } = discovery;
        let mut report = ImportReport {
            skipped: skipped.into_iter().map(skipped_item).collect(),
            cancelled: running.is_cancelled(),
            ..ImportReport::default()
        };
        if let Some(chosen) = &choice.chosen {
            let all = found.len();
            found.retain(|skill| chosen.contains(skill.display_path.as_str()));
            report.not_chosen = (all - found.len()) as u32;
        }
        if report.cancelled {
            return Ok(report);
        }
        let prepared = self.prepare_all(&found, Depth::AllFiles, running)?;
        if running.is_cancelled() {
            report.cancelled = true;
            return Ok(report);
        }
        let mut import = Import::new(self, choice, report);
        {
            let writing = &self.writing();
            let mut known = Known::of(self)?;
            for (found, read) in found.into_iter().zip(prepared) {
                import.take(found, read, &mut known)?;
            }
            if !import.store_new(writing, running)? {
                return Ok(import.cancelled());
            }
            import.store_changed(writing)?;
        }
        import.finish()
    }

    /// A newer state of a skill, taken from its own file.
    fn replace(&self, writing: &Writing<'_>, id: SkillId, found: FoundSkill, prepared: Prepared) -> Result<(), Error> {
        let detail = self.library.get_skill(id)?;
        let link = detail.link.as_ref().and_then(|_| new_link(&found));
        let kept: HashSet<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        let gone = detail.files.iter().filter(|file| !kept.contains(file.path.as_str()));
        let mut files: Vec<FileChange> = gone.map(|file| FileChange::Delete { path: file.path.clone() }).collect();
        files.extend(new_files(found.files, &prepared.files).into_iter().map(FileChange::Put));
        let record = Record { reason: "imported".to_owned(), ..Record::default() };
        let change = SkillChange { content: Some(prepared.content), files, record, ..SkillChange::default() };
        writing.update_skill(id, detail.skill.audit.aggregate_version, &change)?;
        if let Some(link) = link {
            writing.put_synced(id, &link.files)?;
        }
        Ok(())
    }
}

/// An import on its way: what is stored together at its end, and what is said of it.
struct Import<'a> {
    session: &'a Arc<Session>,
    choice: &'a Choice<'a>,
    report: ImportReport,
    /// Skills that are to be stored as new ones.
    new: Vec<Waiting>,
    /// Skills that are to be stored as newer states of those that are there.
    newer: Vec<(SkillId, Waiting)>,
    /// Skills that are linked to a file, with where they come from.
    links: Vec<(FolderLink, Origin)>,
    /// Skills that were there and are not what they were.
    changed: Vec<SkillId>,
    /// Skills that are new.
    added: Vec<SkillId>,
}

impl<'a> Import<'a> {
    fn new(session: &'a Arc<Session>, choice: &'a Choice<'a>, report: ImportReport) -> Self {
        Self {
            session,
            choice,
            report,
            new: Vec::new(),
            newer: Vec::new(),
            links: Vec::new(),
            changed: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Does with a skill what its standing and the author's choice ask for.
    fn take(
        &mut self,
        found: FoundSkill,
        read: Result<Read, studio_pack::Skipped>,
        known: &mut Known,
    ) -> Result<(), Error> {
        let mut read = match read {
            Ok(read) => read,
            Err(unreadable) => {
                self.report.skipped.push(skipped_item(unreadable));
                return Ok(());
            }
        };
        self.report.skipped.extend(read.unread.drain(..).map(skipped_item));
        let standing = &known.standing(&found, &read.skill.content.name, read.print.clone());
        let is_named = self.choice.chosen.is_some();
        let leaves_twins = !is_named && !self.choice.keeps_twins;
        let (state, link) = (standing.state, self.choice.link);
        match standing.skill {
            None if state == ImportState::Identical && leaves_twins => self.leave(&found, "identical", standing),
            None => self.add(found, read),
            Some(id) if state == ImportState::Update => self.update(id, found, read),
            Some(id) if state == ImportState::Same => self.note(id, &found, &read, ImportOutcome::Unchanged),
            Some(id) if link => {
                self.link(id, &found)?;
                self.note(id, &found, &read, ImportOutcome::Linked);
            }
            Some(id) if state == ImportState::Unlinked && !is_named => {
                self.note(id, &found, &read, ImportOutcome::Unchanged);
            }
            Some(_) if state == ImportState::Unlinked => self.add(found, read),
            Some(_) if !is_named => self.leave(&found, "differs", standing),
            Some(id) => self.update(id, found, read),
        }
        Ok(())
    }

    fn add(&mut self, found: FoundSkill, read: Read) {
        self.warn(&read);
        self.new.push(Waiting::new(found, read));
    }

    fn update(&mut self, id: SkillId, found: FoundSkill, read: Read) {
        self.note(id, &found, &read, ImportOutcome::Updated);
        self.newer.push((id, Waiting::new(found, read)));
    }

    fn link(&mut self, id: SkillId, found: &FoundSkill) -> Result<(), Error> {
        if let (Some(file), Some(origin)) = (&found.skill_file, self.choice.origin(found)) {
            self.links.push((self.session.link_to(id, file)?, origin));
        }
        Ok(())
    }

    /// Says that a skill is in the library.
    fn note(&mut self, id: SkillId, found: &FoundSkill, read: &Read, outcome: ImportOutcome) {
        self.warn(read);
        let name = read.skill.content.name.clone();
        self.report.imported.push(imported(id, name, found.display_path.clone(), outcome));
    }

    /// Says that a skill was not imported because of another one.
    fn leave(&mut self, found: &FoundSkill, code: &str, standing: &Standing) {
        let path = found.display_path.clone();
        let message = standing.twin.as_ref().map(|twin| left_out(standing.state, twin)).unwrap_or_default();
        self.report.skipped.push(skipped(path, code, message));
    }

    fn warn(&mut self, read: &Read) {
        self.report.warnings.extend(read.warning.clone());
        self.report.unreadable += u32::from(read.skill.content.broken.is_some());
    }

    /// Stores what is new, all of it or, where the author cancels, nothing.
    fn store_new(&mut self, writing: &Writing<'_>, running: &Running) -> Result<bool, Error> {
        let (mut stored, mut failure) = (Vec::new(), None);
        let rows = read_again(std::mem::take(&mut self.new)).filter_map(|again| {
            let (found, again) = match again {
                Ok(again) if !running.is_cancelled() => again,
                Ok(_) => return Some(None),
                Err(error) => {
                    failure = Some(error);
                    return Some(None);
                }
            };
            let Some((whole, skill)) = again else {
                self.report.skipped.push(changed_meanwhile(&found));
                return None;
            };
            let row = self.choice.row(whole, skill);
            let folder = row.link.as_ref().map(|link| PathBuf::from(&link.folder));
            stored.push((row.content.name.clone(), found.display_path, folder));
            Some(Some(row))
        });
        let outcomes = match writing.create_skills_in_turn(rows) {
            Err(studio_store::Error::Stopped) => return failure.map_or(Ok(false), Err),
            outcomes => outcomes?,
        };
        for ((name, path, folder), outcome) in stored.into_iter().zip(outcomes) {
            match outcome {
                Ok(id) => {
                    self.added.push(id);
                    self.report.imported.push(imported(id, name, path, ImportOutcome::Added));
                    if let Some(folder) = folder {
                        self.session.watch_folder(&folder);
                    }
                }
                Err(refused) => self.report.skipped.push(skipped(path, "refused", Error::from(refused).message)),
            }
        }
        Ok(true)
    }

    /// Stores the newer states of skills, and the links of those that were there.
    fn store_changed(&mut self, writing: &Writing<'_>) -> Result<(), Error> {
        for (id, waiting) in std::mem::take(&mut self.newer) {
            let Some((whole, skill)) = waiting.again() else {
                self.report.imported.retain(|item| item.id != id.to_string());
                self.report.skipped.push(changed_meanwhile(&waiting.found));
                continue;
            };
            let file = whole.skill_file.clone();
            let origin = self.choice.origin(&whole);
            self.session.replace(writing, id, whole, skill)?;
            self.changed.push(id);
            if let (Some(file), Some(origin), true) = (file, origin, self.choice.link)
                && self.session.library.get_link(id)?.is_none()
            {
                self.links.push((self.session.link_to(id, &file)?, origin));
            }
        }
        Ok(writing.put_links(&self.links)?)
    }

    /// What is said of an import that was cancelled before anything was stored.
    fn cancelled(self) -> ImportReport {
        let ImportReport { skipped, not_chosen, .. } = self.report;
        ImportReport { skipped, not_chosen, cancelled: true, ..ImportReport::default() }
    }

    /// Brings up to date what depends on the skills that are new or other than they were.
    fn finish(self) -> Result<ImportReport, Error> {
        let Self { session, report, links, changed, added, .. } = self;
        session.add_new_to_indexes(&added)?;
        session.add_to_indexes(&changed)?;
        session.links_changed(&links.iter().map(|(link, _)| link.skill).collect::<Vec<_>>())?;
        for id in changed {
            session.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        }
        Ok(report)
    }
}

/// Name of a skill in a single file that names none: `AGENTS.md` is `agents`, as adk has it too.
fn name_of_file(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    stem.unwrap_or_default().chars().take(studio_model::MAX_NAME).collect()
}

fn item(found: &FoundSkill, read: Read, known: &mut Known) -> ImportItem {
    let content = &read.skill.content;
    let standing = known.standing(found, &content.name, read.print);
    ImportItem {
        is_copied: standing.is_chosen(false),
        is_linked: standing.is_chosen(true),
        name: one_line(&content.name).into_owned(),
        description: content.description.iter().flat_map(|text| text.chars()).take(SHOWN_OF_DESCRIPTION).collect(),
        path: found.display_path.clone(),
        group: found.group.clone(),
        state: standing.state,
        twin: standing.twin,
        files: read.files as u32,
        problem: read.problem,
        is_broken: content.broken.is_some(),
    }
}

fn worst(prepared: &Prepared) -> Option<&studio_text::Finding> {
    prepared.findings.iter().filter(|finding| finding.severity < Severity::Info).min_by_key(|finding| finding.severity)
}

/// What is wrong with a file that is imported: its unreadable frontmatter, else its worst error.
fn warning(found: &FoundSkill, prepared: &Prepared) -> Option<Skipped> {
    let finding = worst(prepared).filter(|finding| finding.severity == Severity::Error)?;
    let (line, column) = LineIndex::new(&prepared.text).position(finding.span.start);
    let warning = skipped(found.display_path.clone(), finding.code, finding.message.clone());
    Some(Skipped { line: Some(line as u32), column: Some(column as u32), ..warning })
}

fn imported(id: SkillId, name: String, path: String, outcome: ImportOutcome) -> ImportedItem {
    ImportedItem { kind: ImportedKind::Skill, name, id: id.to_string(), path, outcome }
}

fn new_files(found: Vec<FoundFile>, measures: &[Measure]) -> Vec<NewFile> {
    found
        .into_iter()
        .zip(measures)
        .map(|(file, measure)| NewFile {
            path: file.path,
            bytes: file.bytes,
            is_executable: file.is_executable,
            is_text: measure.is_text,
            tokens: measure.tokens,
        })
        .collect()
}

/// The folder something was found in, with its files as they were read; none from an archive.
fn new_link(found: &FoundSkill) -> Option<NewLink> {
    let skill_file = found.skill_file.as_ref()?;
    let folder = found.folder.clone().or_else(|| skill_file.parent().map(Path::to_path_buf))?;
    let own = synced(SKILL_FILE, skill_file, &found.bytes);
    let others = found.files.iter().map(|file| synced(&file.path, &folder.join(&file.path), &file.bytes));
    let files = std::iter::once(own).chain(others).collect();
    let skill_file = skill_file.strip_prefix(&folder).ok()?.to_string_lossy().into_owned();
    Some(NewLink { folder: folder.to_string_lossy().into_owned(), skill_file, files })
}

/// Why something is not imported unless the author chooses it.
fn left_out(state: ImportState, twin: &ImportTwin) -> String {
    match (state, twin.is_stored) {
        (ImportState::Differs, _) => format!(
            "{} was imported from this file before, and both have changed since. Link the folder to merge them.",
            twin.name
        ),
        (_, true) => format!("Identical to {} in this library.", twin.name),
        (_, false) => format!("Identical to {}.", twin.path),
    }
}

/// What is said of a skill that was not the same any more when its turn came.
fn changed_meanwhile(found: &FoundSkill) -> Skipped {
    let message = "This skill changed on disk while it was imported. Import it again.".to_owned();
    skipped(found.display_path.clone(), "changed", message)
}

fn skipped_item(item: studio_pack::Skipped) -> Skipped {
    skipped(item.path, item.code, item.message)
}

fn skipped(path: String, code: &str, message: String) -> Skipped {
    Skipped { path, title: title_of(code), code: code.to_owned(), message, line: None, column: None }
}

/// A reason in a few words.
fn title_of(code: &str) -> String {
    let own = match code {
        "identical" => Some("identical to another skill"),
        "differs" => Some("changed here and in the folder since it was imported"),
        "refused" => Some("the library cannot store it"),
        "changed" => Some("changed on disk meanwhile"),
        _ => code::info(code).map(|info| info.meaning).or_else(|| studio_pack::meaning(code)),
    };
    let meaning = own.unwrap_or(code);
    let mut characters = meaning.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}

fn expanded_all(paths: &[String]) -> Vec<PathBuf> {
    paths.iter().map(|path| expanded(path)).collect()
}

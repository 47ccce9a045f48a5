//! Bringing skills in: what is found on disk or in archives, compared with what is there, stored in one go.

mod standing;

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use studio_model::{SkillId, one_line};
use studio_pack::{Discovery, FoundFile, FoundSkill, ImportFormat, Options, discover};
use studio_store::{FileChange, FolderLink, NewFile, NewLink, NewSkillRow, Origin, Record, SKILL_FILE, SkillChange};
use studio_text::{
    LineIndex, Severity,
    lint::{KnownTools, code},
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        ActivityKind, ImportItem, ImportOutcome, ImportPreview, ImportReport, ImportRequest, ImportState, ImportTwin,
        ImportedItem, ImportedKind, Skipped, StudioEvent,
    },
    library::first_start::group_by_client,
    skills::{
        content::{Measure, Prepared, measure, prepare, prepare_uncounted, surroundings_of},
        links::synced,
        roots::origin_of,
    },
    studio::{
        activity::Running,
        paths::{common_folder, expanded},
        session::Session,
    },
};
use standing::{Known, Print, Standing};

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
        let Discovery { found, skipped, .. } = discover(&paths, &Options::default(), &running);
        if let ([], [only]) = (found.as_slice(), skipped.as_slice()) {
            return Err(Error::new(ErrorCode::NotFound, format!("{}: {}", only.path, only.message)));
        }
        let prepared = session.prepare_all(&found, Depth::SkillFile, &running)?;
        if running.is_cancelled() {
            return Err(Error::new(ErrorCode::Cancelled, "The search was cancelled. Nothing was imported."));
        }
        let mut known = Known::of(&session)?;
        let items: Vec<_> = found.iter().zip(prepared).map(|(found, read)| item(found, read, &mut known)).collect();
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
        let options = Options { format, ..Options::default() };
        let mut found = discover(&paths, &options, &running);
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
            let _writing = self.writing.lock();
            let mut known = Known::of(self)?;
            for (found, read) in found.into_iter().zip(prepared) {
                let standing = known.standing(&found, &read.skill.content.name, read.print);
                import.take(found, read.skill, &standing)?;
            }
            import.store()?;
        }
        import.finish()
    }

    /// A newer state of a skill, taken from its own file.
    fn replace(&self, id: SkillId, found: FoundSkill, prepared: Prepared) -> Result<(), Error> {
        let detail = self.library.get_skill(id)?;
        let link = detail.link.as_ref().and_then(|_| new_link(&found));
        let kept: HashSet<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        let gone = detail.files.iter().filter(|file| !kept.contains(file.path.as_str()));
        let mut files: Vec<FileChange> = gone.map(|file| FileChange::Delete { path: file.path.clone() }).collect();
        files.extend(new_files(found.files, &prepared.files).into_iter().map(FileChange::Put));
        let record = Record { reason: "imported".to_owned(), ..Record::default() };
        let change = SkillChange { content: Some(prepared.content), files, record, ..SkillChange::default() };
        self.library.update_skill(id, detail.skill.audit.aggregate_version, &change)?;
        if let Some(link) = link {
            self.library.put_synced(id, &link.files)?;
        }
        Ok(())
    }

    /// Reads everything found, on as many threads as there are processors, in order.
    fn prepare_all(&self, found: &[FoundSkill], depth: Depth, running: &Running) -> Result<Vec<Read>, Error> {
        let mut tools = self.tools_for_lint()?;
        found.iter().filter_map(|found| found.folder_name.as_deref()).for_each(|name| tools.add_skill(name));
        let tools = tools;
        let next = AtomicUsize::new(0);
        running.report(0, found.len());
        let read_some = || {
            let mut read = Vec::new();
            while !running.is_cancelled() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(found) = found.get(at) else { break };
                read.push((at, Read::of(found, depth, &tools)));
                running.one_more();
            }
            read
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(read_some)).collect();
            threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Result<Vec<_>, _>>()
        });
        let parts = parts.map_err(|_| Error::interrupted(&"a reader stopped"))?;
        let mut read: Vec<(usize, Read)> = parts.into_iter().flatten().collect();
        read.sort_unstable_by_key(|(at, _)| *at);
        Ok(read.into_iter().map(|(_, read)| read).collect())
    }
}

/// A skill that was found, read.
struct Read {
    skill: Prepared,
    print: Print,
}

impl Read {
    fn of(found: &FoundSkill, depth: Depth, tools: &KnownTools) -> Self {
        let files: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        let around = surroundings_of(found, &files, Some(tools));
        let mut skill = match depth {
            Depth::SkillFile => prepare_uncounted(found.bytes.clone(), around),
            Depth::AllFiles => prepare(found.bytes.clone(), around),
        };
        if !skill.has_name && found.folder_name.is_none() {
            skill.content.name = name_of_file(&found.file_name);
        }
        if depth == Depth::AllFiles {
            skill.files = found.files.iter().map(|file| measure(&file.bytes)).collect();
        }
        Self { skill, print: Print::of_found(found) }
    }
}

/// An import on its way: what is stored together at its end, and what is said of it.
struct Import<'a> {
    session: &'a Arc<Session>,
    choice: &'a Choice<'a>,
    report: ImportReport,
    /// New skills with the paths they were found at.
    rows: Vec<NewSkillRow>,
    paths: Vec<String>,
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
            rows: Vec::new(),
            paths: Vec::new(),
            links: Vec::new(),
            changed: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Does with a skill what its standing and the author's choice ask for.
    fn take(&mut self, found: FoundSkill, prepared: Prepared, standing: &Standing) -> Result<(), Error> {
        let is_named = self.choice.chosen.is_some();
        let leaves_twins = !is_named && !self.choice.keeps_twins;
        let (state, link) = (standing.state, self.choice.link);
        match standing.skill {
            None if state == ImportState::Identical && leaves_twins => self.leave(&found, "identical", standing),
            None => self.add(found, prepared),
            Some(id) if state == ImportState::Update => self.update(id, found, prepared)?,
            Some(id) if state == ImportState::Same => self.note(id, &found, &prepared, ImportOutcome::Unchanged),
            Some(id) if link => {
                self.link(id, &found)?;
                self.note(id, &found, &prepared, ImportOutcome::Linked);
            }
            Some(id) if state == ImportState::Unlinked && !is_named => {
                self.note(id, &found, &prepared, ImportOutcome::Unchanged);
            }
            Some(_) if state == ImportState::Unlinked => self.add(found, prepared),
            Some(_) if !is_named => self.leave(&found, "differs", standing),
            Some(id) => self.update(id, found, prepared)?,
        }
        Ok(())
    }

    fn add(&mut self, found: FoundSkill, mut prepared: Prepared) {
        self.warn(&found, &prepared);
        self.paths.push(found.display_path.clone());
        let origin = self.choice.origin(&found);
        let link = if self.choice.link { new_link(&found) } else { None };
        if link.is_none() {
            prepared.leave_folder();
        }
        self.rows.push(NewSkillRow {
            id: None,
            parent: None,
            group: self.choice.group.map_or(found.group, str::to_owned),
            files: new_files(found.files, &prepared.files),
            content: prepared.content,
            link,
            origin,
            reason: "imported".to_owned(),
        });
    }

    fn update(&mut self, id: SkillId, found: FoundSkill, prepared: Prepared) -> Result<(), Error> {
        self.note(id, &found, &prepared, ImportOutcome::Updated);
        let file = found.skill_file.clone();
        let origin = self.choice.origin(&found);
        self.session.replace(id, found, prepared)?;
        self.changed.push(id);
        if let (Some(file), Some(origin), true) = (file, origin, self.choice.link)
            && self.session.library.get_link(id)?.is_none()
        {
            self.links.push((self.session.link_to(id, &file)?, origin));
        }
        Ok(())
    }

    fn link(&mut self, id: SkillId, found: &FoundSkill) -> Result<(), Error> {
        if let (Some(file), Some(origin)) = (&found.skill_file, self.choice.origin(found)) {
            self.links.push((self.session.link_to(id, file)?, origin));
        }
        Ok(())
    }

    /// Says that a skill is in the library.
    fn note(&mut self, id: SkillId, found: &FoundSkill, prepared: &Prepared, outcome: ImportOutcome) {
        self.warn(found, prepared);
        let name = prepared.content.name.clone();
        self.report.imported.push(imported(id, name, found.display_path.clone(), outcome));
    }

    /// Says that a skill was not imported because of another one.
    fn leave(&mut self, found: &FoundSkill, code: &str, standing: &Standing) {
        let path = found.display_path.clone();
        let message = standing.twin.as_ref().map(|twin| left_out(standing.state, twin)).unwrap_or_default();
        self.report.skipped.push(skipped(path, code, message));
    }

    fn warn(&mut self, found: &FoundSkill, prepared: &Prepared) {
        self.report.warnings.extend(warning(found, prepared));
        self.report.unreadable += u32::from(prepared.content.broken.is_some());
    }

    /// Stores what is new, and the links of what was there.
    fn store(&mut self) -> Result<(), Error> {
        let library = &self.session.library;
        let stored = library.create_skills(&self.rows)?;
        for ((outcome, row), path) in stored.into_iter().zip(&self.rows).zip(self.paths.drain(..)) {
            match outcome {
                Ok(id) => {
                    self.added.push(id);
                    let name = row.content.name.clone();
                    self.report.imported.push(imported(id, name, path, ImportOutcome::Added));
                    if let Some(link) = &row.link {
                        self.session.watch_folder(Path::new(&link.folder));
                    }
                }
                Err(refused) => self.report.skipped.push(skipped(path, "refused", Error::from(refused).message)),
            }
        }
        Ok(library.put_links(&self.links)?)
    }

    /// Brings up to date what depends on the skills that are new or other than they were.
    fn finish(self) -> Result<ImportReport, Error> {
        let Self { session, report, links, changed, added, .. } = self;
        session.add_to_indexes(&added)?;
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

/// How much of a found skill is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// The skill file, without its tokens: enough to show it.
    SkillFile,
    /// Its other files too: what storing it needs.
    AllFiles,
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
        files: found.files.len() as u32,
        problem: worst(&read.skill).map(|finding| finding.message.clone()),
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

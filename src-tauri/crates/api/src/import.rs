//! Bringing skills in: what is found on disk or in archives, compared with what is there, stored in one go.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
    thread,
};

use studio_model::SkillId;
use studio_pack::{Discovery, FoundFile, FoundSkill, ImportFormat, Options, discover};
use studio_store::{
    self as store, FileChange, FolderLink, NewFile, NewLink, NewSkillRow, Record, SKILL_FILE, SkillChange,
};
use studio_text::{LineIndex, Severity};

use crate::{
    Error, ErrorCode, Studio,
    activity::Running,
    content::{Measure, Prepared, measure, prepare, surroundings_of},
    dto::{ActivityKind, ImportItem, ImportPreview, ImportReport, ImportedItem, Skipped, StudioEvent},
    links::synced,
    session::Session,
};

/// Threads that read what was found. Reading and counting tokens is all processor.
const READERS: usize = 2;

impl Studio {
    /// What importing these paths would do; nothing is written.
    pub fn preview_import(&self, paths: &[String]) -> Result<ImportPreview, Error> {
        let session = self.session()?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Looking for skills");
        let Discovery { found, skipped, .. } = discover(&to_paths(paths), &Options::default(), &running);
        let prepared = session.prepare_all(&found, Depth::SkillFile, &running)?;
        if running.is_cancelled() {
            return Err(Error::new(ErrorCode::Cancelled, "The search was cancelled. Nothing was imported."));
        }
        let mut known = Known::of(&session)?;
        let items = found.iter().zip(&prepared).map(|(found, prepared)| item(&session, found, prepared, &mut known));
        let items = items.collect::<Result<_, _>>()?;
        Ok(ImportPreview { items, skipped: skipped.into_iter().map(skipped_item).collect() })
    }

    /// Imports every skill found under these paths. Linked ones write back to their folder when they are saved.
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
        let session = self.session()?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Importing skills");
        let options = Options { format, ..Options::default() };
        let found = discover(&to_paths(paths), &options, &running);
        let report = session.bring_in(found, link, &running)?;
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

impl Session {
    /// Stores what was found, as new skills or as newer versions of linked ones.
    pub(crate) fn bring_in(
        self: &Arc<Self>,
        discovery: Discovery,
        link: bool,
        running: &Running,
    ) -> Result<ImportReport, Error> {
        let Discovery { found, skipped, .. } = discovery;
        let mut report = ImportReport {
            skipped: skipped.into_iter().map(skipped_item).collect(),
            cancelled: running.is_cancelled(),
            ..ImportReport::default()
        };
        if report.cancelled {
            return Ok(report);
        }
        let prepared = self.prepare_all(&found, Depth::AllFiles, running)?;
        if running.is_cancelled() {
            report.cancelled = true;
            return Ok(report);
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let known = Known::of(self)?;
        let mut rows = Vec::new();
        let mut origins = Vec::new();
        for (found, prepared) in found.into_iter().zip(prepared) {
            report.warnings.extend(warning(&found, &prepared));
            match known.match_for(self, &found, &prepared)? {
                Match::New => {
                    origins.push(found.display_path.clone());
                    rows.push(new_row(found, prepared, link));
                }
                Match::Newer(id) => report.imported.push(self.replace(id, found, prepared)?),
                Match::Same(id) => {
                    if link {
                        self.link_same(id, &found)?;
                    }
                    report.imported.push(imported(id, &prepared, &found));
                }
            }
        }
        let stored = self.library.create_skills(&rows)?;
        let mut ids = Vec::new();
        for ((outcome, row), path) in stored.into_iter().zip(&rows).zip(origins) {
            match outcome {
                Ok(id) => {
                    ids.push(id);
                    let name = row.content.name.clone();
                    report.imported.push(ImportedItem { kind: "skill".to_owned(), name, id: id.to_string(), path });
                    if let Some(link) = &row.link {
                        self.watch_folder(Path::new(&link.folder));
                    }
                }
                Err(refused) => report.skipped.push(Skipped {
                    path,
                    code: "refused".to_owned(),
                    message: Error::from(refused).message,
                    line: None,
                    column: None,
                }),
            }
        }
        self.add_to_indexes(&ids)?;
        Ok(report)
    }

    /// Links a skill to the folder it was found in, unless it is linked to one that is still there.
    fn link_same(&self, id: SkillId, found: &FoundSkill) -> Result<(), Error> {
        let is_linked = self.library.get_link(id)?.is_some_and(|link| Path::new(&link.folder).is_dir());
        if let Some(NewLink { folder, skill_file, files }) = new_link(found).filter(|_| !is_linked) {
            self.watch_folder(Path::new(&folder));
            self.library.put_link(&FolderLink { skill: id, folder, skill_file, is_missing: false, files })?;
        }
        Ok(())
    }

    /// A newer state of a linked skill, taken from its own folder.
    fn replace(self: &Arc<Self>, id: SkillId, found: FoundSkill, prepared: Prepared) -> Result<ImportedItem, Error> {
        let item = imported(id, &prepared, &found);
        let detail = self.library.get_skill(id)?;
        let link = new_link(&found);
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
        self.skill_changed(id)?;
        Ok(item)
    }

    /// Reads everything found, on a few threads, in order.
    fn prepare_all(&self, found: &[FoundSkill], depth: Depth, running: &Running) -> Result<Vec<Prepared>, Error> {
        let mut tools = self.tools_for_lint()?;
        found.iter().filter_map(|found| found.folder_name.as_deref()).for_each(|name| tools.add_skill(name));
        let tools = tools;
        let done = std::sync::atomic::AtomicUsize::new(0);
        let total = found.len();
        let read = |found: &FoundSkill| {
            let files: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
            let mut prepared = prepare(found.bytes.clone(), surroundings_of(found, &files, Some(&tools)));
            if !prepared.has_name && found.folder_name.is_none() {
                prepared.content.name = name_of_file(&found.file_name);
            }
            if depth == Depth::AllFiles {
                prepared.files = found.files.iter().map(|file| measure(&file.bytes)).collect();
            }
            let count = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            running.report(count, total);
            prepared
        };
        let share = found.len().div_ceil(READERS).max(1);
        let prepared = thread::scope(|scope| {
            let threads: Vec<_> = found
                .chunks(share)
                .map(|part| {
                    scope.spawn(|| part.iter().take_while(|_| !running.is_cancelled()).map(&read).collect::<Vec<_>>())
                })
                .collect();
            threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Result<Vec<_>, _>>()
        });
        let prepared = prepared.map_err(|_| Error::interrupted(&"a reader stopped"))?;
        Ok(prepared.into_iter().flatten().collect())
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
    /// The skill file: enough to show it.
    SkillFile,
    /// Its other files too: what storing it needs.
    AllFiles,
}

/// What a library holds, to compare a discovery with.
struct Known {
    by_file: HashMap<PathBuf, (SkillId, String)>,
    /// By name and hash of the skill file.
    by_content: HashMap<(String, String), Vec<SkillId>>,
    names: HashSet<String>,
}

/// What a found skill is to the library.
enum Match {
    New,
    Newer(SkillId),
    Same(SkillId),
}

impl Known {
    fn of(session: &Session) -> Result<Self, Error> {
        let rows = session.library.list_skills()?;
        let hashes: HashMap<SkillId, &str> = rows.iter().map(|row| (row.id, row.sha256.as_str())).collect();
        let mut by_file = HashMap::new();
        for link in session.library.list_links()? {
            let hash = hashes.get(&link.skill).copied().unwrap_or_default().to_owned();
            by_file.insert(Path::new(&link.folder).join(&link.skill_file), (link.skill, hash));
        }
        let mut by_content: HashMap<(String, String), Vec<SkillId>> = HashMap::new();
        for row in &rows {
            by_content.entry((row.name.clone(), row.sha256.clone())).or_default().push(row.id);
        }
        Ok(Self { by_file, by_content, names: rows.into_iter().map(|row| row.name).collect() })
    }

    fn match_for(&self, session: &Session, found: &FoundSkill, prepared: &Prepared) -> Result<Match, Error> {
        let hash = store::sha256_hex(&prepared.content.bytes);
        if let Some((id, stored)) = found.skill_file.as_ref().and_then(|file| self.by_file.get(file)) {
            let is_same = *stored == hash && has_same_files(session, *id, found)?;
            return Ok(if is_same { Match::Same(*id) } else { Match::Newer(*id) });
        }
        let alike = self.by_content.get(&(prepared.content.name.clone(), hash)).map(Vec::as_slice).unwrap_or_default();
        for id in alike {
            if has_same_files(session, *id, found)? {
                return Ok(Match::Same(*id));
            }
        }
        Ok(Match::New)
    }

    /// What an import would do with something found; what comes after it in the same import knows it by then.
    fn action(&mut self, session: &Session, found: &FoundSkill, prepared: &Prepared) -> Result<&'static str, Error> {
        Ok(match self.match_for(session, found, prepared)? {
            Match::Same(_) => "same",
            Match::Newer(_) => "update",
            Match::New if self.names.insert(prepared.content.name.clone()) => "new",
            Match::New => "duplicate",
        })
    }
}

/// Whether a skill of the library holds the very files that were found with another.
fn has_same_files(session: &Session, id: SkillId, found: &FoundSkill) -> Result<bool, Error> {
    let stored = session.library.get_skill(id)?.files;
    let stored: HashMap<&str, &str> = stored.iter().map(|file| (file.path.as_str(), file.sha256.as_str())).collect();
    let is_stored = |file: &FoundFile| {
        stored.get(file.path.as_str()).is_some_and(|sha256| **sha256 == store::sha256_hex(&file.bytes))
    };
    Ok(stored.len() == found.files.len() && found.files.iter().all(is_stored))
}

fn item(session: &Session, found: &FoundSkill, prepared: &Prepared, known: &mut Known) -> Result<ImportItem, Error> {
    let content = &prepared.content;
    Ok(ImportItem {
        name: content.name.clone(),
        description: content.description.clone().unwrap_or_default(),
        path: found.display_path.clone(),
        action: known.action(session, found, prepared)?.to_owned(),
        files: found.files.len() as u32,
        problem: worst(prepared).map(|finding| finding.message.clone()),
        is_broken: content.broken.is_some(),
    })
}

fn worst(prepared: &Prepared) -> Option<&studio_text::Finding> {
    prepared.findings.iter().filter(|finding| finding.severity < Severity::Info).min_by_key(|finding| finding.severity)
}

/// What had to be read around in a file that came in: its unreadable frontmatter, else its worst error.
fn warning(found: &FoundSkill, prepared: &Prepared) -> Option<Skipped> {
    let finding = worst(prepared).filter(|finding| finding.severity == Severity::Error)?;
    let (line, column) = LineIndex::new(&prepared.text).position(finding.span.start);
    Some(Skipped {
        path: found.display_path.clone(),
        code: finding.code.to_owned(),
        message: finding.message.clone(),
        line: Some(line as u32),
        column: Some(column as u32),
    })
}

fn imported(id: SkillId, prepared: &Prepared, found: &FoundSkill) -> ImportedItem {
    ImportedItem {
        kind: "skill".to_owned(),
        name: prepared.content.name.clone(),
        id: id.to_string(),
        path: found.display_path.clone(),
    }
}

fn new_row(found: FoundSkill, mut prepared: Prepared, link: bool) -> NewSkillRow {
    let link = if link { new_link(&found) } else { None };
    if link.is_none() {
        prepared.leave_folder();
    }
    NewSkillRow {
        id: None,
        parent: None,
        group: found.group,
        files: new_files(found.files, &prepared.files),
        content: prepared.content,
        link,
        reason: "imported".to_owned(),
    }
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

fn skipped_item(skipped: studio_pack::Skipped) -> Skipped {
    Skipped { path: skipped.path, code: skipped.code.to_owned(), message: skipped.message, line: None, column: None }
}

fn to_paths(paths: &[String]) -> Vec<PathBuf> {
    paths.iter().map(PathBuf::from).collect()
}

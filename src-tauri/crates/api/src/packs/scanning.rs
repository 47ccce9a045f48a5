//! The scan of what goes out and of what comes in, and what of it an author found harmless.

mod gathering;

use std::collections::HashMap;

use studio_pack::{
    Discovery, FoundSkill, Limits, SkipReason, Skipped, discover, read_regular,
    scan::{self, Finding, Scanned},
    targets::{Bundle, light4j, well_known},
};
use studio_store::{LabelledQuery, SKILL_FILE, ScanDismissal};

use self::gathering::{Scan, written};
use super::planning::cancelled;
use crate::{
    Error, ErrorCode, Studio,
    base::{paths::expanded, processors::on_all_processors, typed::refuse_credential},
    dto::{ImportInspection, ManifestCheck, RowFormat, ScanReport, ScanRule, StudioEvent},
    state::session::Session,
    tools::list_import::ListFormat,
};

/// Bytes of a file of tools, agents or servers that is looked at; an import takes none that is larger.
const LONGEST_LIST: u64 = 10 * 1024 * 1024;

impl Studio {
    /// Dismisses a finding of a scan, until its text changes. The note says why.
    pub fn dismiss_scan_finding(&self, key: &str, rule: ScanRule, note: &str) -> Result<(), Error> {
        let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_key {
            return Err(Error::new(ErrorCode::NotFound, "This scan result no longer exists. Run the scan again."));
        }
        refuse_credential("The note", note)?;
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
            let Discovery { found, skipped, .. } = match RowFormat::detect(&path) {
                Some(RowFormat::WellKnown) => well_known::read_index(&path),
                Some(format) => {
                    let read = light4j::read(format.target(), &path).unwrap_or_default();
                    scan.look_at_rows(&read);
                    Discovery { found: read.skills, ..Discovery::default() }
                }
                // Tools, agents and servers stand in one text, and all of it is looked at.
                None if ListFormat::is_likely(&path) => {
                    if let Ok(bytes) = read_regular(&path, LONGEST_LIST) {
                        scan.look_at_list(&path.display().to_string(), &bytes);
                    }
                    continue;
                }
                None => discover(&[path], &self.import_options(None), &()),
            };
            for skipped in skipped.iter().filter(|skipped| is_left_unread(skipped.reason)) {
                let finding = scan::not_read(&skipped.path, &skipped.path, &skipped.message);
                scan.take(&skipped.path, None, &skipped.path, Some(vec![finding]));
            }
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

/// Whether what was skipped may hold texts that nobody has looked at.
const fn is_left_unread(reason: SkipReason) -> bool {
    use SkipReason::{ArchiveDamaged, ArchiveEncrypted, ArchiveTooLarge, TooLarge, TooManyFiles, Unreadable};
    matches!(reason, TooLarge | TooManyFiles | Unreadable | ArchiveTooLarge | ArchiveEncrypted | ArchiveDamaged)
}

/// The files of a skill as they are now, each with what is found in it: of one that cannot be read, that it was not.
fn looked_at(skill: &FoundSkill) -> Vec<(String, Option<Vec<Finding>>)> {
    let folder = folder_of(&skill.display_path);
    let unread = |skipped: Skipped| {
        let inner = skipped
            .path
            .strip_prefix(folder)
            .map_or(skipped.path.as_str(), |path| path.trim_start_matches(['/', '\\']));
        let path = if inner.is_empty() { SKILL_FILE } else { inner };
        (path.to_owned(), Some(vec![scan::not_read(&skill.display_path, path, &skipped.message)]))
    };
    let (whole, skipped) = match skill.read(&Limits::STUDIO) {
        Ok(read) => read,
        Err(skipped) => return vec![unread(skipped)],
    };
    let entity = whole.display_path.as_str();
    let look =
        |path: &str, bytes: &[u8], is_skill| (path.to_owned(), scan::scan(&Scanned { entity, path, bytes, is_skill }));
    let own = std::iter::once(look(SKILL_FILE, &whole.bytes, true));
    let files = whole.files.iter().map(|file| look(&file.path, &file.bytes, false));
    own.chain(files).chain(skipped.into_iter().map(unread)).collect()
}

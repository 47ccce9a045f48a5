//! Reading what was found, a few skills at a time: those before them are stored meanwhile, so an import of many skills takes no
//! more memory than one of few.

use std::{sync::mpsc, thread};

use studio_pack::{FoundSkill, Limits, Skipped};
use studio_text::lint::KnownTools;

use super::{
    standing::Print,
    telling::{name_of_file, warning, worst},
};
use crate::{
    Error, ErrorCode,
    base::{activity::Running, processors::on_all_processors},
    dto,
    skills::content::{Prepared, Surroundings, measure, prepare, prepare_uncounted, surroundings_of},
    state::session::Session,
};

/// Most skills that are read at once. As many wait to be stored.
const READ_TOGETHER: usize = 32;

/// Bytes of files after which no further skill is read at once.
const BYTES_TOGETHER: u64 = 8 * 1024 * 1024;

/// A skill that was found, read whole.
pub(super) struct Read {
    /// With the bytes of its other files. Those of its own are in `skill`.
    pub(super) whole: FoundSkill,
    pub(super) skill: Prepared,
    pub(super) print: Print,
    /// The worst that is said of it.
    pub(super) problem: Option<String>,
    /// What is wrong with it, for the report of an import.
    pub(super) warning: Option<dto::ImportWarning>,
    /// Files that cannot be read.
    pub(super) unread: Vec<Skipped>,
}

impl Read {
    /// What storing a skill needs.
    fn of(found: &FoundSkill, tools: &KnownTools, is_linked: bool) -> Result<Self, Skipped> {
        let mut read = Self::with(found, tools, is_linked, prepare)?;
        read.skill.files = read.whole.files.iter().map(|file| measure(&file.bytes)).collect();
        Ok(read)
    }

    fn with(
        found: &FoundSkill,
        tools: &KnownTools,
        is_linked: bool,
        prepare: fn(Vec<u8>, Surroundings<'_>) -> Prepared,
    ) -> Result<Self, Skipped> {
        let (mut whole, unread) = found.read(&Limits::STUDIO)?;
        let print = Print::of_found(&whole);
        let bytes = std::mem::take(&mut whole.bytes);
        let files: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        let mut skill = prepare(bytes, surroundings_of(&whole, &files, Some(tools), is_linked));
        if !skill.has_name && found.folder_name.is_none() {
            skill.content.name = name_of_file(&found.file_name);
        }
        let problem = worst(&skill).map(|finding| finding.message.clone());
        let warning = warning(found, &skill);
        Ok(Self { whole, skill, print, problem, warning, unread })
    }

    /// Lets go of all texts, which a preview does not show.
    fn without_texts(mut self) -> Self {
        self.skill.leave_texts();
        self.whole.files.iter_mut().for_each(|file| file.bytes = Vec::new());
        self
    }
}

/// What was found, with what reading it gave.
pub(super) type Turn = (FoundSkill, Result<Read, Skipped>);

impl Session {
    /// Reads everything found for a preview, on as many threads as there are processors, in order. Tokens are not counted and
    /// no text is kept.
    pub(super) fn read_for_preview(
        &self,
        found: &[FoundSkill],
        running: &Running,
    ) -> Result<Vec<Result<Read, Skipped>>, Error> {
        let tools = self.tools_around(found, &[])?;
        running.report(0, found.len());
        let read = |found: &FoundSkill| {
            if running.is_cancelled() {
                return None;
            }
            // As it is in the folder that the author looks at.
            let read = Read::with(found, &tools, true, prepare_uncounted).map(Read::without_texts);
            running.one_more();
            Some(read)
        };
        Ok(on_all_processors(found, read)?.into_iter().flatten().collect())
    }

    /// Reads everything found for storing it, in order: `take` is given one skill after the other, while the next few are read
    /// on as many threads as there are processors. Where the author cancels, an error is the last that it is given. `coming` are
    /// tools that come along; `is_linked` says whether the skills stay where they are.
    pub(super) fn read_in_turn<R>(
        &self,
        found: Vec<FoundSkill>,
        coming: &[String],
        is_linked: bool,
        running: &Running,
        take: impl FnOnce(&mut dyn Iterator<Item = Result<Turn, Error>>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let tools = &self.tools_around(&found, coming)?;
        running.report(0, found.len());
        thread::scope(|scope| {
            let (give, receive) = mpsc::sync_channel(1);
            let read_all = move || {
                let mut found = found.into_iter();
                loop {
                    let few = next_few(&mut found);
                    // Nobody takes what comes after a failure.
                    if few.is_empty() || give.send(read_few(few, tools, is_linked, running)).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().name("import".to_owned()).spawn_scoped(scope, read_all);
            started.map_err(|cause| Error::interrupted(&cause))?;
            take(&mut receive.into_iter().flatten())
        })
    }

    /// The tools and skills that may be named, those that come along among them.
    fn tools_around(&self, found: &[FoundSkill], coming: &[String]) -> Result<KnownTools, Error> {
        let mut tools = self.tools_for_lint()?;
        found.iter().filter_map(|found| found.folder_name.as_deref()).for_each(|name| tools.add_skill(name));
        tools.names.extend(coming.iter().cloned());
        tools.own.extend(coming.iter().cloned());
        Ok(tools)
    }
}

fn next_few(found: &mut impl Iterator<Item = FoundSkill>) -> Vec<FoundSkill> {
    let (mut few, mut size) = (Vec::new(), 0);
    while few.len() < READ_TOGETHER && size < BYTES_TOGETHER {
        let Some(one) = found.next() else { break };
        size += one.listed;
        few.push(one);
    }
    few
}

fn read_few(few: Vec<FoundSkill>, tools: &KnownTools, is_linked: bool, running: &Running) -> Vec<Result<Turn, Error>> {
    let read = on_all_processors(&few, |found| {
        let read = (!running.is_cancelled()).then(|| Read::of(found, tools, is_linked));
        running.one_more();
        read
    });
    let cancelled = || Error::new(ErrorCode::Cancelled, "The import was canceled. Nothing was imported.");
    match read {
        Ok(read) => few.into_iter().zip(read).map(|(found, read)| Ok((found, read.ok_or_else(cancelled)?))).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// A newer state of a skill of the library, to be stored after what is new: its texts are read again then.
pub(super) struct Waiting {
    pub(super) found: FoundSkill,
    skill: Prepared,
    print: Print,
}

impl Waiting {
    pub(super) fn new(found: FoundSkill, mut read: Read) -> Self {
        read.skill.leave_texts();
        Self { found, skill: read.skill, print: read.print }
    }

    /// The skill with its texts, and the files they are from; none where they are not what they were.
    pub(super) fn again(&self) -> Option<(FoundSkill, Prepared)> {
        let (whole, _) = self.found.read(&Limits::STUDIO).ok()?;
        if Print::of_found(&whole) != self.print {
            return None;
        }
        let mut skill = self.skill.clone();
        skill.take_texts(whole.bytes.clone(), surroundings_of(&whole, &[], None, false));
        Some((whole, skill))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use studio_pack::{Contents, Options, discover};

    use super::*;

    fn found(folder: &Path) -> FoundSkill {
        let options = Options { contents: Contents::Names, ..Options::default() };
        discover(&[folder.to_owned()], &options, &()).found.remove(0)
    }

    /// Bytes of texts and files that are held.
    fn held(found: &FoundSkill, skill: &Prepared) -> usize {
        let content = &skill.content;
        let files: usize = found.files.iter().map(|file| file.bytes.len()).sum();
        found.bytes.len() + files + content.bytes.len() + content.content_markdown.len() + skill.text.len()
    }

    #[test]
    fn no_text_is_held_of_what_waits_and_it_is_the_same_when_it_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let text = "---\nname: tides\ndescription: Reads tides. Use for harbours.\n---\n\nLook at the tables.\n";
        fs::write(folder.path().join("SKILL.md"), text).unwrap();
        fs::write(folder.path().join("notes.md"), "Some notes.").unwrap();
        let found = found(folder.path());
        assert_eq!(found.listed, (text.len() + "Some notes.".len()) as u64);
        let read = || Read::of(&found, &KnownTools::default(), false).unwrap_or_else(|_| panic!("it is read"));
        let shown = read().without_texts();
        assert_eq!((held(&shown.whole, &shown.skill), shown.whole.files.len()), (0, 1));
        let waiting = Waiting::new(found.clone(), read());
        assert_eq!(held(&waiting.found, &waiting.skill), 0);
        let (whole, skill) = waiting.again().expect("it is as it was");
        let at_once = read().skill;
        assert_eq!((&skill.content, &skill.text), (&at_once.content, &at_once.text));
        assert_eq!(whole.files[0].bytes, b"Some notes.");
        fs::write(folder.path().join("notes.md"), "Other notes.").unwrap();
        assert!(waiting.again().is_none(), "it is not what was read first");
    }

    #[test]
    fn a_few_are_read_at_once_and_fewer_where_they_are_large() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("SKILL.md"), "---\nname: tides\n---\nBody.").unwrap();
        let one = found(folder.path());
        let mut small = vec![one.clone(); READ_TOGETHER + 3].into_iter();
        assert_eq!((next_few(&mut small).len(), next_few(&mut small).len()), (READ_TOGETHER, 3));
        assert!(next_few(&mut small).is_empty());
        let large = FoundSkill { listed: BYTES_TOGETHER / 2 + 1, ..one };
        let mut large = vec![large; 5].into_iter();
        assert_eq!((next_few(&mut large).len(), next_few(&mut large).len()), (2, 2));
    }
}

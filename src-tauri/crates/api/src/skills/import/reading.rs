//! Reading what was found: once to decide and to measure, keeping nothing of the texts, and once more when its turn to be
//! stored has come. So an import of many skills takes no more memory than one of few.

use std::{sync::mpsc, thread};

use studio_pack::{FoundSkill, Limits, Skipped};
use studio_text::lint::KnownTools;

use super::{
    standing::Print,
    telling::{name_of_file, warning, worst},
};
use crate::{
    Error,
    base::{activity::Running, processors::on_all_processors},
    dto,
    skills::content::{Prepared, measure, prepare, prepare_uncounted, surroundings_of},
    state::session::Session,
};

/// Most skills that are read again at once. Those before them are being stored meanwhile, and as many wait between.
const READ_TOGETHER: usize = 32;

/// Bytes of files after which no further skill is read at once.
const BYTES_TOGETHER: usize = 8 * 1024 * 1024;

/// How much of a found skill is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Its skill file is not counted in tokens, its other files are not measured: enough to show it.
    SkillFile,
    /// What storing it needs.
    AllFiles,
}

/// A skill that was found, read, without its texts.
pub(super) struct Read {
    pub(super) skill: Prepared,
    pub(super) print: Print,
    /// The worst that is said of it.
    pub(super) problem: Option<String>,
    /// What is wrong with it, for the report of an import.
    pub(super) warning: Option<dto::ImportWarning>,
    /// How many other files it has that can be read.
    pub(super) files: usize,
    /// Those that cannot.
    pub(super) unread: Vec<Skipped>,
    /// The bytes of its files.
    size: usize,
}

impl Read {
    fn of(found: &FoundSkill, depth: Depth, tools: &KnownTools) -> Result<Self, Skipped> {
        let (mut whole, unread) = found.read(&Limits::STUDIO)?;
        let print = Print::of_found(&whole);
        let size = whole.bytes.len() + whole.files.iter().map(|file| file.bytes.len()).sum::<usize>();
        let bytes = std::mem::take(&mut whole.bytes);
        let files: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        let around = surroundings_of(&whole, &files, Some(tools));
        let mut skill = match depth {
            Depth::SkillFile => prepare_uncounted(bytes, around),
            Depth::AllFiles => prepare(bytes, around),
        };
        if !skill.has_name && found.folder_name.is_none() {
            skill.content.name = name_of_file(&found.file_name);
        }
        if depth == Depth::AllFiles {
            skill.files = whole.files.iter().map(|file| measure(&file.bytes)).collect();
        }
        let problem = worst(&skill).map(|finding| finding.message.clone());
        let warning = warning(found, &skill);
        skill.leave_texts();
        let files = whole.files.len();
        Ok(Self { skill, print, problem, warning, files, unread, size })
    }
}

impl Session {
    /// Reads everything found, on as many threads as there are processors, in order. What is read is let go again.
    /// `coming` are tools that come along.
    pub(super) fn prepare_all(
        &self,
        found: &[FoundSkill],
        coming: &[String],
        depth: Depth,
        running: &Running,
    ) -> Result<Vec<Result<Read, Skipped>>, Error> {
        let mut tools = self.tools_for_lint()?;
        found.iter().filter_map(|found| found.folder_name.as_deref()).for_each(|name| tools.add_skill(name));
        tools.names.extend(coming.iter().cloned());
        tools.own.extend(coming.iter().cloned());
        let tools = tools;
        running.report(0, found.len());
        let read = |found: &FoundSkill| {
            if running.is_cancelled() {
                return None;
            }
            let read = Read::of(found, depth, &tools);
            running.one_more();
            Some(read)
        };
        Ok(on_all_processors(found, read)?.into_iter().flatten().collect())
    }
}

/// A skill that is to be stored, as it was read first.
pub(super) struct Waiting {
    pub(super) found: FoundSkill,
    skill: Prepared,
    print: Print,
    size: usize,
}

impl Waiting {
    pub(super) fn new(found: FoundSkill, read: Read) -> Self {
        Self { found, skill: read.skill, print: read.print, size: read.size }
    }

    /// The skill with its texts, and the files they are from; none where they are not what they were.
    pub(super) fn again(&self) -> Option<(FoundSkill, Prepared)> {
        let (whole, _) = self.found.read(&Limits::STUDIO).ok()?;
        if Print::of_found(&whole) != self.print {
            return None;
        }
        let mut skill = self.skill.clone();
        skill.take_texts(whole.bytes.clone(), surroundings_of(&whole, &[], None));
        Some((whole, skill))
    }
}

/// Where a skill was found, and what it is when it is read again: none where it is not what it was.
pub(super) type Again = (FoundSkill, Option<(FoundSkill, Prepared)>);

/// What waits to be stored, read again in its order, a few at a time: the next few are read while these are stored.
pub(super) fn read_again(waiting: Vec<Waiting>) -> impl Iterator<Item = Result<Again, Error>> {
    let (give, take) = mpsc::sync_channel(1);
    let read_all = move || {
        let mut waiting = waiting.into_iter();
        loop {
            let few = next_few(&mut waiting);
            // Nobody takes what comes after a failure, or once the import was cancelled.
            if few.is_empty() || give.send(read_few(few)).is_err() {
                return;
            }
        }
    };
    let started = thread::Builder::new().name("import".to_owned()).spawn(read_all);
    let failure = started.err().map(|cause| Err(Error::interrupted(&cause)));
    failure.into_iter().chain(take.into_iter().flatten())
}

fn next_few(waiting: &mut impl Iterator<Item = Waiting>) -> Vec<Waiting> {
    let (mut few, mut size) = (Vec::new(), 0);
    while few.len() < READ_TOGETHER && size < BYTES_TOGETHER {
        let Some(one) = waiting.next() else { break };
        size += one.size;
        few.push(one);
    }
    few
}

fn read_few(few: Vec<Waiting>) -> Vec<Result<Again, Error>> {
    match on_all_processors(&few, Waiting::again) {
        Ok(read) => few.into_iter().zip(read).map(|(waiting, read)| Ok((waiting.found, read))).collect(),
        Err(error) => vec![Err(error)],
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
    fn no_text_is_held_until_a_skill_is_stored_and_it_is_the_same_then() {
        let folder = tempfile::tempdir().unwrap();
        let text = "---\nname: tides\ndescription: Reads tides. Use for harbours.\n---\n\nLook at the tables.\n";
        fs::write(folder.path().join("SKILL.md"), text).unwrap();
        fs::write(folder.path().join("notes.md"), "Some notes.").unwrap();
        let found = found(folder.path());
        let read = Read::of(&found, Depth::AllFiles, &KnownTools::default()).unwrap_or_else(|_| panic!("it is read"));
        assert_eq!((held(&found, &read.skill), read.files, read.size), (0, 1, text.len() + "Some notes.".len()));
        let waiting = Waiting::new(found, read);
        let (whole, skill) = waiting.again().expect("it is as it was");
        let at_once = prepare(text.as_bytes().to_vec(), surroundings_of(&whole, &["notes.md"], None));
        assert_eq!((&skill.content, &skill.text), (&at_once.content, &at_once.text));
        assert_eq!(whole.files[0].bytes, b"Some notes.");
        fs::write(folder.path().join("notes.md"), "Other notes.").unwrap();
        assert!(waiting.again().is_none(), "it is not what was read first");
    }

    #[test]
    fn what_is_read_again_comes_in_order_and_what_is_gone_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let waiting: Vec<Waiting> = (0..2 * READ_TOGETHER + 3)
            .map(|number| {
                let folder = folder.path().join(format!("skill-{number}"));
                fs::create_dir(&folder).unwrap();
                fs::write(folder.join("SKILL.md"), format!("---\nname: skill-{number}\n---\nBody.")).unwrap();
                let found = found(&folder);
                let read = Read::of(&found, Depth::AllFiles, &KnownTools::default());
                Waiting::new(found, read.unwrap_or_else(|_| panic!("it is read")))
            })
            .collect();
        let gone = READ_TOGETHER + 6;
        fs::remove_file(folder.path().join(format!("skill-{gone}/SKILL.md"))).unwrap();
        let again: Vec<_> = read_again(waiting).map(Result::unwrap).collect();
        for (number, (found, again)) in again.iter().enumerate() {
            assert_eq!(found.folder_name.as_deref(), Some(format!("skill-{number}").as_str()));
            assert_eq!(again.is_none(), number == gone, "{number}");
        }
        assert_eq!(again.len(), 2 * READ_TOGETHER + 3);
    }
}

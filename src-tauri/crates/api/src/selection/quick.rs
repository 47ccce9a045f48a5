//! One answer from a library that is indexed, without opening it: for a command line that asks once and ends.
//!
//! After a library has answered, its index stands as a file beside the index of texts, with what the library's file was then:
//! its size and when it was written last, its log's too. As long as that is so, the file answers: only what the query asks
//! for is read of it, while the model is loaded. The library is neither opened nor searched for damage. The file can be thrown away:
//! one that is damaged, cut off, of another version or another library's answers nothing, and is made anew.

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime},
};

use studio_embed::{Assets, Embed as _, MODEL_ID, MiniLm};
use studio_select::Question;
use studio_store::sha256_hex;

use crate::{
    Config, Studio,
    dto::{EmbeddingState, Policy, ScoreReport, Scorer},
    selection::{
        asked::LONGEST,
        playground::policy_of,
        scoring::{detail, report_of},
        thresholds,
    },
    state::recent::Recent,
};

/// Raised with every change of what an index is made of, or of how it is written.
const FORMAT: u32 = 2;

/// Longest file that is read: far more than any library comes to.
const LARGEST: u64 = 1 << 30;

/// Most bytes that a [`Head`] takes.
const LONGEST_HEAD: u64 = 1_000;

/// Digits of the hash of what comes behind it, and the end of their line.
const SEAL: usize = 64 + 1;

/// A file that was written later than this before it was looked at may be written again without a later time.
const SETTLED: Duration = Duration::from_secs(2);

/// The scorers that are answered for: their thresholds are kept in this order.
const SCORERS: [Scorer; 4] = [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid];

/// A library that is asked once, and the file that may answer for it.
#[derive(Debug)]
pub struct QuickScores {
    library: PathBuf,
    file: PathBuf,
    marks: Marks,
}

/// Which state of a library's file and of its log: size, and when it was written last; none where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marks([Option<(u64, SystemTime)>; 2]);

/// A file that is as expected up to its index.
struct Begun {
    file: BufReader<File>,
    /// The hash of all from the head on.
    seal: String,
    head: Head,
    /// The head as it is written.
    written: Vec<u8>,
}

/// What is not in the index.
#[derive(Debug, PartialEq)]
struct Head {
    /// The thresholds in force, as those of [`SCORERS`].
    thresholds: Vec<f32>,
    /// Whether all vectors are there.
    has_meaning: bool,
}

impl QuickScores {
    /// For the library that is named, or the one opened last. None for one that was not the last one opened: to be asked makes
    /// it that, which takes opening it.
    pub fn of(config: &Config, library: Option<&Path>) -> Option<Self> {
        let last = PathBuf::from(Recent::read(&config.data_dir).list().into_iter().next()?.path);
        let last = fs::canonicalize(last).ok()?;
        if let Some(named) = library
            && fs::canonicalize(named).ok()? != last
        {
            return None;
        }
        let marks = Marks::of(&last)?;
        let file = config.cache_dir.join("index").join(format!("{}.scores", name_of(&last)));
        Some(Self { library: last, file, marks })
    }

    /// What [`Studio::score`] would give; none where the file cannot answer. `policy` is given the scorer's threshold.
    pub fn score(
        &self,
        config: &Config,
        query: &str,
        scorer: Scorer,
        policy: impl FnOnce(f32) -> Policy,
    ) -> Option<ScoreReport> {
        let kind = thresholds::kind(scorer)?;
        if query.trim().is_empty() || query.len() > LONGEST {
            return None;
        }
        let begun = self.begun()?;
        if kind.compares_meaning() && !begun.head.has_meaning {
            return None;
        }
        let place = SCORERS.iter().position(|known| *known == scorer)?;
        let policy = policy(*begun.head.thresholds.get(place)?);
        thread::scope(|scope| {
            let model = kind.compares_meaning().then(|| scope.spawn(|| query_vector(config, query)));
            let index = Question::new(query, None).index_in(&begun.index()?)?;
            let vector = match model {
                Some(model) => Some(model.join().ok()??),
                None => None,
            };
            let question = Question::new(query, vector.as_deref());
            let start = Instant::now();
            let report = kind.report(&index.view(), &question, &policy_of(&policy), detail(&policy, None, &[]));
            Some(report_of(query, scorer, report, start.elapsed(), None))
        })
    }

    /// Keeps the index of the library that is open in a studio and has answered a scorer, for the next time; a scorer of meaning
    /// is waited for before ([`Studio::wait_until_indexed`]). Nothing is kept where the library was written to since it was
    /// looked at, or shortly before; what cannot be kept is made again.
    pub fn keep(&self, studio: &Studio, scorer: Scorer) {
        let _next_time = self.kept(studio, scorer);
    }

    fn kept(&self, studio: &Studio, scorer: Scorer) -> Option<()> {
        let session = studio.session().ok()?;
        let is_it = fs::canonicalize(session.library.path()).ok()? == self.library;
        if !(is_it && self.marks.are_settled() && self.is_as_it_was()) {
            return None;
        }
        let is_indexed = || session.get_embedding_status().is_ok_and(|status| status.state == EmbeddingState::Ready);
        let has_meaning = thresholds::reads_meaning(scorer) && is_indexed();
        let thresholds = SCORERS.map(|scorer| session.min_score(scorer).map(|least| least.to_bits().to_string()));
        let thresholds: Vec<String> = thresholds.into_iter().collect::<Result<_, _>>().ok()?;
        let mut sealed = format!("{has_meaning} {}\n", thresholds.join(" ")).into_bytes();
        sealed.append(&mut session.scores().ok()?.to_bytes());
        if !self.is_as_it_was() {
            return None;
        }
        studio_pack::write_atomically(&self.file, &self.written(&sealed)).ok()
    }

    /// The file around a head and an index.
    fn written(&self, sealed: &[u8]) -> Vec<u8> {
        let begin = format!("{}{}\n", self.first_line(), sha256_hex(sealed));
        [begin.as_bytes(), sealed].concat()
    }

    fn is_as_it_was(&self) -> bool {
        Marks::of(&self.library) == Some(self.marks)
    }

    /// The file up to its index; none where it may not answer.
    fn begun(&self) -> Option<Begun> {
        // A pipe would be waited for.
        fs::metadata(&self.file).ok().filter(|found| found.is_file() && found.len() <= LARGEST)?;
        let mut file = BufReader::new(File::open(&self.file).ok()?);
        let expected = self.first_line();
        let mut begin = vec![0; expected.len() + SEAL];
        file.read_exact(&mut begin).ok()?;
        let seal = String::from_utf8(begin).ok()?.strip_prefix(&expected)?.strip_suffix('\n')?.to_owned();
        let mut written = Vec::new();
        file.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut written).ok()?;
        Some(Begun { file, seal, head: Head::read(&written)?, written })
    }

    /// What the file begins with as long as it may answer.
    fn first_line(&self) -> String {
        let (version, library) = (env!("CARGO_PKG_VERSION"), name_of(&self.library));
        let mut line = format!("skill studio scores {FORMAT} {version} {MODEL_ID} {library}");
        for mark in self.marks.0 {
            let since = |at: SystemTime| at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
            line += &mark.map_or_else(|| " -".to_owned(), |(size, at)| format!(" {size}.{}", since(at)));
        }
        line + "\n"
    }
}

impl Begun {
    /// The bytes of the index; none where anything behind the seal is not as it was written.
    fn index(mut self) -> Option<Vec<u8>> {
        let head = self.written.len();
        self.file.take(LARGEST).read_to_end(&mut self.written).ok()?;
        (sha256_hex(&self.written) == self.seal).then(|| self.written.split_off(head))
    }
}

impl Head {
    fn read(written: &[u8]) -> Option<Self> {
        let (has_meaning, thresholds) = std::str::from_utf8(written).ok()?.strip_suffix('\n')?.split_once(' ')?;
        let thresholds = thresholds.split(' ').map(|bits| bits.parse().ok().map(f32::from_bits));
        Some(Self { has_meaning: has_meaning.parse().ok()?, thresholds: thresholds.collect::<Option<_>>()? })
    }
}

impl Marks {
    /// None where there is no such file.
    fn of(library: &Path) -> Option<Self> {
        let mark = |path: &Path| {
            let found = fs::metadata(path).ok()?;
            Some((found.len(), found.modified().ok()?))
        };
        let mut log = library.as_os_str().to_owned();
        log.push("-wal");
        // Whoever opens a library makes an empty log.
        let log = mark(Path::new(&log)).filter(|(size, _)| *size > 0);
        Some(Self([Some(mark(library)?), log]))
    }

    /// Whether whatever is written from now on has a later time.
    fn are_settled(&self) -> bool {
        let is_old = |(_, at): &(u64, SystemTime)| at.elapsed().is_ok_and(|age| age >= SETTLED);
        self.0.iter().flatten().all(is_old)
    }
}

/// What the file of a library is called.
fn name_of(library: &Path) -> String {
    sha256_hex(library.as_os_str().as_encoded_bytes())
}

/// The vector of a query, from a model that is loaded for it.
fn query_vector(config: &Config, query: &str) -> Option<Vec<f32>> {
    let assets = Assets::locate(config.resource_dir.as_deref()).ok()?;
    MiniLm::load(&assets).ok()?.embed(&[query.to_owned()]).ok()?.pop()
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        path::Path,
        time::{Duration, SystemTime},
    };

    use super::{FORMAT, Head, LARGEST, Marks, QuickScores, SETTLED};

    fn written(path: &Path, text: &str, age: Duration) {
        fs::write(path, text).unwrap();
        File::options().write(true).open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
    }

    #[test]
    fn a_library_is_another_once_it_or_its_log_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let (library, log) = (folder.path().join("l.db"), folder.path().join("l.db-wal"));
        assert_eq!(Marks::of(&library), None);
        written(&library, "one", SETTLED * 3);
        let first = Marks::of(&library).unwrap();
        assert!(first.are_settled());
        written(&log, "", Duration::ZERO);
        assert_eq!(Marks::of(&library), Some(first), "an empty log says nothing");
        written(&log, "two", SETTLED * 3);
        assert_ne!(Marks::of(&library), Some(first));
        fs::remove_file(&log).unwrap();
        assert_eq!(Marks::of(&library), Some(first));
        written(&library, "six", Duration::ZERO);
        let now = Marks::of(&library).unwrap();
        assert!(now != first && !now.are_settled(), "of the same size, and just now");
    }

    const SEALED: &[u8] = b"true 0 1065353216\nan index, \n and bytes: \xff\x00";

    /// A library in a folder, with a file that may answer for it.
    fn kept(folder: &Path) -> (QuickScores, Vec<u8>) {
        let library = folder.join("l.db");
        written(&library, "one", SETTLED * 3);
        let quick = QuickScores { marks: Marks::of(&library).unwrap(), library, file: folder.join("l.scores") };
        let whole = quick.written(SEALED);
        fs::write(&quick.file, &whole).unwrap();
        (quick, whole)
    }

    fn answers(quick: &QuickScores) -> Option<(Head, Vec<u8>)> {
        let mut begun = quick.begun()?;
        let head = std::mem::replace(&mut begun.head, Head { thresholds: Vec::new(), has_meaning: false });
        Some((head, begun.index()?))
    }

    #[test]
    fn only_a_whole_file_answers() {
        let folder = tempfile::tempdir().unwrap();
        let (quick, whole) = kept(folder.path());
        let index = SEALED[SEALED.iter().position(|&byte| byte == b'\n').unwrap() + 1..].to_vec();
        let expected = (Head { thresholds: vec![0.0, 1.0], has_meaning: true }, index);
        assert_eq!(answers(&quick), Some(expected));
        for length in 0..whole.len() {
            fs::write(&quick.file, &whole[..length]).unwrap();
            assert_eq!(answers(&quick), None, "cut off after {length}");
        }
        for place in 0..whole.len() {
            for flipped in [1, 0x20, 0x80] {
                let mut bytes = whole.clone();
                bytes[place] ^= flipped;
                fs::write(&quick.file, &bytes).unwrap();
                assert_eq!(answers(&quick), None, "byte {place} is another");
            }
        }
        fs::write(&quick.file, [&whole[..], b"more"].concat()).unwrap();
        assert_eq!(answers(&quick), None, "it has grown");
        fs::write(&quick.file, vec![b'a'; 100_000]).unwrap();
        assert_eq!(answers(&quick), None, "a stranger's");
        fs::write(&quick.file, &whole).unwrap();
        File::options().write(true).open(&quick.file).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(answers(&quick), None, "nobody reads as much");
        fs::remove_file(&quick.file).unwrap();
        fs::create_dir(&quick.file).unwrap();
        assert_eq!(answers(&quick), None, "a folder");
    }

    #[test]
    fn a_file_answers_for_its_library_and_its_version_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (quick, whole) = kept(folder.path());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let began = format!("skill studio scores {FORMAT} ");
        assert!(text(&whole).starts_with(&began));
        let other = format!("skill studio scores {} ", FORMAT + 1);
        fs::write(&quick.file, [other.as_bytes(), &whole[began.len()..]].concat()).unwrap();
        assert_eq!(answers(&quick), None, "of another version");
        fs::write(&quick.file, &whole).unwrap();
        let another = QuickScores { library: folder.path().join("m.db"), file: quick.file.clone(), marks: quick.marks };
        assert_eq!(answers(&another), None, "another library of the same size and time");
        assert!(answers(&quick).is_some());
    }
}

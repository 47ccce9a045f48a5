//! One answer from a library that is indexed, without opening it: for a command line that asks once and ends.
//!
//! After a library has answered, its index stands as a file beside the index of texts, with what the library's file was then:
//! its size and when it was written last, its log's too. As long as that is so, the file answers: only what the query asks
//! for is read of it, while the model is loaded. The library is neither opened nor searched for damage. The file can be thrown away.

use std::{
    fs::{self, File},
    io::{BufReader, Read as _},
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
const FORMAT: u32 = 1;

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

/// What stands before the index: the first line must be as expected, the second has what is not in the index.
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
        let name = sha256_hex(last.as_os_str().as_encoded_bytes());
        let file = config.cache_dir.join("index").join(format!("{name}.scores"));
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
        let mut file = BufReader::new(File::open(&self.file).ok()?);
        let head = self.head(&mut file)?;
        if kind.compares_meaning() && !head.has_meaning {
            return None;
        }
        let place = SCORERS.iter().position(|known| *known == scorer)?;
        let policy = policy(*head.thresholds.get(place)?);
        thread::scope(|scope| {
            let model = kind.compares_meaning().then(|| scope.spawn(|| query_vector(config, query)));
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).ok()?;
            let index = Question::new(query, None).index_in(&bytes)?;
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
        let mut bytes = format!("{}{has_meaning} {}\n", self.first_line(), thresholds.join(" ")).into_bytes();
        bytes.append(&mut session.scores().ok()?.to_bytes());
        if !self.is_as_it_was() {
            return None;
        }
        studio_pack::write_atomically(&self.file, &bytes).ok()
    }

    fn is_as_it_was(&self) -> bool {
        Marks::of(&self.library) == Some(self.marks)
    }

    fn head(&self, file: &mut impl std::io::BufRead) -> Option<Head> {
        let (mut first, mut second) = (String::new(), String::new());
        file.read_line(&mut first).ok()?;
        if first != self.first_line() {
            return None;
        }
        file.read_line(&mut second).ok()?;
        let (has_meaning, thresholds) = second.trim_end().split_once(' ')?;
        let thresholds = thresholds.split(' ').map(|bits| bits.parse().ok().map(f32::from_bits));
        Some(Head { has_meaning: has_meaning.parse().ok()?, thresholds: thresholds.collect::<Option<_>>()? })
    }

    /// What the file begins with as long as it may answer.
    fn first_line(&self) -> String {
        let mut line = format!("skill studio scores {FORMAT} {} {MODEL_ID}", env!("CARGO_PKG_VERSION"));
        for mark in self.marks.0 {
            let since = |at: SystemTime| at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
            line += &mark.map_or_else(|| " -".to_owned(), |(size, at)| format!(" {size}.{}", since(at)));
        }
        line + "\n"
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

    use super::{Marks, SETTLED};

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
}

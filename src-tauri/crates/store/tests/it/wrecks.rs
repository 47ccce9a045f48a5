//! Libraries wrecked in every way a disk, a cable or a copy cut short can wreck them: rescuing is compared with the library
//! as it was, row by row, and everything that is missing or changed has to be told.

mod whole;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use rusqlite::{Connection, types::Value};
use studio_store::{Error, Library, SalvageReport};
use studio_testkit::{Drive, SkillBuilder, TempLibrary};
use whole::whole;

/// Wrecks in the normal tests, and on request.
const FEW: u64 = 36;
const MANY: u64 = 360;
const PAGE: usize = 4096;
/// Pages of an empty library.
static ROOTS: LazyLock<usize> = LazyLock::new(|| {
    let library = TempLibrary::new();
    let copy = library.path_of("copy.db");
    library.save_copy(&copy).unwrap();
    fs::read(copy).unwrap().len().div_ceil(PAGE) + 8
});

fn open(path: &Path) -> Result<Library, Error> {
    Library::open(path, &TempLibrary::options()).map(|opened| opened.0)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// Numbers that look thrown, the same ones in every run.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }
}

/// Every row of every table, with how often it is there; what only says how a row was kept is left out.
type Rows = BTreeMap<String, BTreeMap<String, usize>>;

fn rows_of(path: &Path) -> Rows {
    let db = Connection::open(path).unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT LIKE 'salvage_%'";
    let tables: Vec<String> =
        db.prepare(names).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows = tables.into_iter().map(|table| {
        let mut statement = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let width = statement.column_count();
        let mut rows = BTreeMap::new();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values: Vec<Value> = (0..width).map(|column| row.get(column).unwrap()).collect();
            *rows.entry(format!("{values:?}")).or_default() += 1;
        }
        drop(found);
        drop(statement);
        (table, rows)
    });
    rows.collect()
}

/// What was done to a wreck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Harm {
    Flipped,
    Truncated,
    Zeroed,
    LogCut,
    LogFlipped,
    FirstPageLost,
}

fn wreck(path: &Path, seed: u64) -> Harm {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let log = beside(path, "-wal");
    let (mut bytes, mut logged) = (fs::read(path).unwrap(), fs::read(&log).unwrap());
    let pages = bytes.len() / PAGE;
    let harm = match seed % 12 {
        0..=4 => Harm::Flipped,
        5 | 6 => Harm::Truncated,
        7 | 8 => Harm::Zeroed,
        9 => Harm::LogCut,
        10 => Harm::LogFlipped,
        _ => Harm::FirstPageLost,
    };
    match harm {
        Harm::Flipped => {
            for _ in 0..=dice.throw(12) {
                let at = dice.throw(bytes.len());
                bytes[at] ^= 1 << dice.throw(8);
            }
        }
        Harm::Truncated => {
            // The pages that an empty library has too only say where its tables begin: nobody's rows are on them.
            let keep = PAGE * (*ROOTS + dice.throw(pages - *ROOTS)) + [0, 700][dice.throw(2)];
            bytes.truncate(keep);
        }
        Harm::Zeroed => {
            for _ in 0..=dice.throw(3) {
                let page = 1 + dice.throw(pages - 1);
                bytes[page * PAGE..(page + 1) * PAGE].fill(0);
            }
        }
        Harm::LogCut => logged.truncate(dice.throw(logged.len())),
        Harm::LogFlipped => {
            let at = dice.throw(logged.len());
            logged[at] ^= 1 << dice.throw(8);
        }
        Harm::FirstPageLost => bytes[100..PAGE].fill(0xA5),
    }
    fs::write(path, bytes).unwrap();
    fs::write(log, logged).unwrap();
    harm
}

/// What came of all wrecks.
#[derive(Debug, Default)]
struct Tally {
    wrecks: usize,
    rescued_rows: usize,
    lost_rows: usize,
    told_rows: usize,
    overstated: usize,
    /// Rows that are there and are not what they were, an earlier state of them too.
    unlike: usize,
    /// Contents among them that are known by their hash.
    altered: usize,
}

fn rescue_wrecks(seeds: impl Iterator<Item = u64>) -> Tally {
    let (folder, original) = whole();
    // What it holds, read through a copy: reading takes the log in.
    let copy = folder.path().join("copy.db");
    for side in ["", "-wal"] {
        fs::copy(beside(&original, side), beside(&copy, side)).unwrap();
    }
    let before = rows_of(&copy);
    let contents = contents_of(&copy);
    let mut tally = Tally::default();
    for seed in seeds {
        let wrecked = tempfile::tempdir().unwrap();
        let path = wrecked.path().join("library.db");
        for side in ["", "-wal"] {
            fs::copy(beside(&original, side), beside(&path, side)).unwrap();
        }
        let harm = wreck(&path, seed);
        let damaged = fs::read(&path).unwrap();
        let report = Library::salvage(&path, &TempLibrary::options());
        let report = report.unwrap_or_else(|error| panic!("seed {seed}, {harm:?}: refused: {error}"));
        assert_eq!(fs::read(&report.kept).unwrap(), damaged, "the original is as it was");
        let library = open(&path).unwrap();
        assert_eq!(library.check().unwrap(), Vec::<String>::new(), "seed {seed}, {harm:?}");
        assert_eq!(library.salvage_report().unwrap().as_ref(), Some(&report), "it is told later, too");
        drop(library);
        let what = format!("seed {seed}, {harm:?}");
        compare(&before, &rows_of(&path), &report, &mut tally, &what);
        // With a part of the log earlier states come back, which are whole.
        if !matches!(harm, Harm::LogCut | Harm::LogFlipped) {
            account_for_contents(&contents, &contents_of(&path), &report, &mut tally, &what);
        }
        account_for_letters(&before, &rows_of(&path), &report, &what);
        tally.wrecks += 1;
    }
    tally
}

fn compare(before: &Rows, after: &Rows, report: &SalvageReport, tally: &mut Tally, what: &str) {
    let is_log_told = report.repairs.iter().any(|repair| repair.contains("log of the latest changes"));
    for (table, rows) in before {
        let told = report.tables.iter().find(|told| told.table == *table).unwrap_or_else(|| panic!("{what}: {table}"));
        let now = &after[table];
        let had: usize = rows.values().sum();
        let has: usize = now.values().sum();
        let same: usize = rows.iter().map(|(row, count)| now.get(row).copied().unwrap_or_default().min(*count)).sum();
        let gone = had.saturating_sub(has);
        tally.rescued_rows += same;
        tally.lost_rows += gone;
        tally.told_rows += told.lost as usize;
        let is_told = told.lost as usize >= gone || !told.is_exact && told.lost > 0;
        assert!(is_told || is_log_told, "{what}: {table} had {had} and has {has}: {told:?}");
        tally.overstated += usize::from(told.is_exact && told.lost as usize > had - same);
        tally.unlike += has.saturating_sub(same);
    }
}

/// Contents that are kept with a hash, by table and by what says which one it is.
type Contents = BTreeMap<(&'static str, String), Vec<u8>>;

fn contents_of(path: &Path) -> Contents {
    let db = Connection::open(path).unwrap();
    let mut contents = Contents::new();
    for (table, key, content) in [
        ("skill_document_t", "skill_id", "bytes"),
        ("skill_file_t", "skill_id || path", "bytes"),
        ("skill_version_t", "version_id", "bytes"),
        ("pack_text_t", "sha256", "text"),
        ("simulation_world_t", "world_hash", "world"),
        ("remote_item_t", "kind || item_id", "agreed"),
    ] {
        let sql = format!("SELECT {key}, CAST({content} AS BLOB) FROM {table} WHERE {content} IS NOT NULL");
        let mut statement = db.prepare(&sql).unwrap();
        let rows = statement.query_map([], |row| Ok(((table, row.get(0)?), row.get(1)?))).unwrap();
        contents.extend(rows.map(Result::unwrap));
    }
    contents
}

/// Contents that came over and are not what they were have a hash to know it by: each is told, or was made anew.
fn account_for_contents(before: &Contents, after: &Contents, report: &SalvageReport, tally: &mut Tally, what: &str) {
    let mut altered: BTreeMap<&str, u32> = BTreeMap::new();
    for (key, content) in before {
        if after.get(key).is_some_and(|now| now != content) {
            *altered.entry(key.0).or_default() += 1;
        }
    }
    for (table, count) in altered {
        let told = report.tables.iter().find(|told| told.table == table).unwrap();
        assert!(told.altered + told.repaired >= count, "{what}: {count} contents of {table} are others: {told:?}");
        tally.altered += count as usize;
    }
}

/// What could not be read as text is told, wherever it stands.
fn account_for_letters(before: &Rows, after: &Rows, report: &SalvageReport, what: &str) {
    for (table, rows) in after {
        let has_odd =
            |row: &&String| row.contains('\u{FFFD}') && !before.get(table).is_some_and(|all| all.contains_key(*row));
        let odd = rows.keys().filter(has_odd).count();
        let told = report.tables.iter().find(|told| told.table == *table);
        let told = told.map_or(0, |told| told.altered + told.repaired);
        assert!(
            told as usize >= odd,
            "{what}: {odd} rows of {table} have letters that were not there, {told} are told"
        );
    }
}

#[test]
fn every_loss_of_a_wreck_is_told_and_none_is_refused() {
    let tally = rescue_wrecks(1..=FEW);
    assert_eq!(tally.wrecks as u64, FEW, "{tally:?}");
    assert!(tally.lost_rows > 0 && tally.rescued_rows > tally.lost_rows, "{tally:?}");
    assert!(tally.altered > 0, "some of it was known by its hash alone: {tally:?}");
}

#[test]
#[ignore = "hundreds of wrecks take some minutes; the same as above"]
fn every_loss_of_hundreds_of_wrecks_is_told() {
    let tally = rescue_wrecks(1..=MANY);
    // For the closing note; shown with --nocapture.
    assert_eq!(tally.wrecks as u64, MANY);
    studio_testkit::tell(&format!("{MANY} wrecks, none refused: {tally:?}"));
}

/// Finds `text` in the file and writes over its first byte.
fn overwrite(path: &Path, text: &[u8], with: u8) -> usize {
    let mut bytes = fs::read(path).unwrap();
    let places: Vec<usize> = (0..bytes.len() - text.len()).filter(|at| &bytes[*at..*at + text.len()] == text).collect();
    for at in &places {
        bytes[*at] = with;
    }
    fs::write(path, bytes).unwrap();
    places.len()
}

#[test]
fn a_changed_text_is_named_and_one_that_is_there_twice_is_restored() {
    let library = TempLibrary::new();
    let changed = library.add_skill(SkillBuilder::new("changed").body("The only copy of this line."));
    let twice = library.add_skill(SkillBuilder::new("twice").body("A line."));
    library.add_skill(SkillBuilder::new("other").body("Another line."));
    let (_folder, path) = library.close();
    assert!(overwrite(&path, b"The only copy", b'X') > 0);
    // Only what is in use is changed; the version of it is not.
    let db = Connection::open(&path).unwrap();
    let sql = "UPDATE skill_document_t SET bytes = CAST('broken' AS BLOB) WHERE skill_id = ?";
    db.execute(sql, [twice.to_string()]).unwrap();
    drop(db);
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    let documents = report.tables.iter().find(|table| table.table == "skill_document_t").unwrap();
    assert_eq!((documents.before, documents.rescued, documents.lost), (3, 3, 0));
    assert_eq!((documents.repaired, documents.altered), (1, 1), "{report:#?}");
    assert!(report.altered.contains(&"SKILL.md of changed".to_owned()), "{report:#?}");
    assert!(report.repairs.iter().any(|repair| repair.starts_with("SKILL.md of twice was damaged")), "{report:#?}");
    let library = open(&path).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    let text = |id| String::from_utf8(library.read_file(id, studio_store::SKILL_FILE).unwrap().bytes).unwrap();
    assert!(text(twice).contains("A line."));
    assert!(text(changed).contains("Xhe only copy"));
}

#[test]
fn what_packs_sessions_and_servers_know_by_a_hash_is_named_where_it_is_another() {
    let (_folder, path) = whole();
    drop(open(&path).unwrap());
    let db = Connection::open(&path).unwrap();
    for sql in [
        "UPDATE pack_text_t SET text = 'x' || text WHERE rowid = 3",
        "UPDATE simulation_world_t SET world = world || ' ' WHERE rowid = 5",
        "UPDATE remote_item_t SET agreed = replace(agreed, 'agreed', 'Agreed') WHERE rowid = 7",
        "UPDATE query_t SET text = CAST(x'616263ff64' AS TEXT) WHERE rowid IN (11, 12)",
    ] {
        assert!(db.execute(sql, []).unwrap() > 0, "{sql}");
    }
    drop(db);
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    let altered = |name: &str| report.tables.iter().find(|table| table.table == name).unwrap().altered;
    assert_eq!(
        ["pack_text_t", "simulation_world_t", "remote_item_t", "query_t"].map(altered),
        [1, 1, 1, 2],
        "{report:#?}"
    );
    for named in
        ["SKILL.md as exported with the pack pack-0", "the agent of the session of 2026", " as agreed on with team"]
    {
        assert!(report.altered.iter().any(|name| name.contains(named)), "{named}: {:?}", report.altered);
    }
    let letters = "text in 2 rows of query_t (with \u{FFFD} for unreadable characters)";
    assert!(report.altered.iter().any(|name| name == letters), "{:?}", report.altered);
    let library = open(&path).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    // What others know them by stays: the agreement is still found by the hash of what both had.
    let remote = library.list_remotes().unwrap().remove(0);
    let items = library.list_remote_items(remote.id).unwrap();
    assert!(items.iter().all(|item| item.agreed.is_some() && item.agreed == item.sha256));
    assert_eq!(library.list_simulations().unwrap().len(), 20);
}

#[test]
fn a_letter_of_an_id_that_became_a_capital_costs_nothing() {
    let library = TempLibrary::new();
    let ids: Vec<String> =
        (0..8).map(|number| library.add_skill(SkillBuilder::new(&format!("skill-{number}"))).to_string()).collect();
    let (_folder, path) = library.close();
    let id = ids.iter().find(|id| id.contains(|letter: char| letter.is_ascii_lowercase())).unwrap();
    let at = id.find(|letter: char| letter.is_ascii_lowercase()).unwrap();
    let capital = id.as_bytes()[at].to_ascii_uppercase();
    assert!(overwrite(&path, &id.as_bytes()[at..], capital) > 1);
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    let library = open(&path).unwrap();
    assert_eq!(library.list_skills().unwrap().len(), 8, "{report:#?}");
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    assert!(report.tables.iter().all(|table| table.lost == 0), "{report:#?}");
    assert!(report.tables.iter().any(|table| table.repaired > 0), "{report:#?}");
}

#[test]
fn rows_that_were_lost_are_counted_by_table() {
    let (_folder, path) = whole();
    drop(open(&path).unwrap());
    let page = {
        let db = Connection::open(&path).unwrap();
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'query_t'";
        db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap() as usize
    };
    let mut bytes = fs::read(&path).unwrap();
    // Its table is gone from the root; its index is on pages of its own, and knows how many there were.
    bytes[(page - 1) * PAGE..page * PAGE].fill(0);
    fs::write(&path, bytes).unwrap();
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    let queries = report.tables.iter().find(|table| table.table == "query_t").unwrap();
    assert_eq!((queries.before, queries.rescued, queries.lost, queries.is_exact), (120, 0, 120, true));
    for other in report.tables.iter().filter(|table| table.table != "query_t") {
        assert_eq!(other.lost, 0, "{other:?}");
    }
}

#[test]
fn a_row_that_claims_to_be_the_last_of_billions_keeps_no_rescue_busy() {
    let (_folder, path) = whole();
    drop(open(&path).unwrap());
    let pages: Vec<usize> = {
        let db = Connection::open(&path).unwrap();
        let last = "UPDATE query_t SET rowid = 9223372036854775000 WHERE rowid = (SELECT max(rowid) FROM query_t)";
        assert_eq!(db.execute(last, []).unwrap(), 1);
        let sql = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'query_t' AND rootpage > 0 ORDER BY type DESC";
        let mut roots = db.prepare(sql).unwrap();
        roots.query_map([], |row| Ok(row.get::<_, i64>(0)? as usize)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let mut bytes = fs::read(&path).unwrap();
    let root = (pages[0] - 1) * PAGE;
    assert_eq!(bytes[root], 5, "its rows are on several pages");
    let cell = root + usize::from(u16::from_be_bytes([bytes[root + 12], bytes[root + 13]]));
    let first = u32::from_be_bytes(bytes[cell..cell + 4].try_into().unwrap()) as usize;
    // Neither its first rows nor any of its indexes can be read: they are looked for one by one.
    for page in pages[1..].iter().chain([&first]) {
        bytes[(page - 1) * PAGE..page * PAGE].fill(0);
    }
    fs::write(&path, bytes).unwrap();
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    let queries = report.tables.iter().find(|table| table.table == "query_t").unwrap();
    assert!(queries.rescued > 20 && queries.rescued < 120 && queries.lost > 0 && !queries.is_exact, "{queries:?}");
    assert_eq!(open(&path).unwrap().check().unwrap(), Vec::<String>::new());
}

#[test]
fn what_is_no_library_is_not_salvaged_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("id_ed25519");
    let key = format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END", "b3BlbnNzaC1rZXktdjE\n".repeat(20));
    let mut junk = vec![0; 9 * PAGE];
    let mut dice = Dice(7);
    junk.fill_with(|| dice.throw(256) as u8);
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)").unwrap();
    for content in [Vec::new(), b"x".to_vec(), key.clone().into_bytes(), key.repeat(40).into_bytes(), junk] {
        fs::write(&path, &content).unwrap();
        let error = Library::salvage(&path, &TempLibrary::options()).unwrap_err();
        assert!(matches!(error, Error::NothingToSalvage { .. } | Error::NotADatabase { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    let before = fs::read(&other).unwrap();
    assert!(matches!(Library::salvage(&other, &TempLibrary::options()), Err(Error::NotALibrary { .. })));
    assert_eq!(fs::read(&other).unwrap(), before);
    let left: BTreeSet<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing is left beside them: {left:?}");
}

#[test]
fn a_full_disk_costs_a_rescue_and_a_copy_nothing_but_their_success() {
    let (_folder, original) = whole();
    drop(open(&original).unwrap());
    let bytes = fs::read(&original).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let Some(_drive) = Drive::mount(folder.path(), Some(&(bytes.len() * 3 / 2).to_string())) else { return };
    let path = folder.path().join("library.db");
    fs::copy(&original, &path).unwrap();
    let library = open(&path).unwrap();
    let error = library.save_copy(&folder.path().join("copy.db")).unwrap_err();
    assert!(matches!(error, Error::DiskFull { .. }), "{error}");
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    drop(library);
    let mut damaged = fs::read(&path).unwrap();
    let middle = damaged.len() / PAGE / 2 * PAGE;
    damaged[middle..middle + PAGE].fill(0);
    fs::write(&path, &damaged).unwrap();
    let error = Library::salvage(&path, &TempLibrary::options()).unwrap_err();
    assert!(matches!(error, Error::DiskFull { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged, "the original is as it was");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["library.db"]);
}

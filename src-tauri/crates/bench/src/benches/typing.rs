//! Typing in the Playground of a large library, in the real window, beside compilers: how long a key waits for its frame, and
//! how long it takes after the last one until every column answers what was typed. And how long the map takes at rest.
//!
//! Keys come twenty a second, faster than anybody reads. The peer is a bare text field in the same page and run.

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use studio_testkit::{grow_skills, repository};
use studio_tests::{Options, Window};
use tempfile::TempDir;
use tokio::{runtime::Runtime, time::sleep};

use crate::{
    amount::Amount,
    data::Data,
    programs,
    report::{Measured, Report, Row},
};

const SIZES: [usize; 2] = [994, 10_000];
/// The map of that many skills is promised, and larger ones are told.
const MAPPED: usize = 1_000;
const BETWEEN_KEYS: Duration = Duration::from_millis(50);
/// How much better than a bare field a key has to be: it may take twice as long.
const BESIDE_BARE: f64 = 0.5;
const SETTLED: Amount = Amount::Time(Duration::from_secs(1));
const MAP: Amount = Amount::Time(Duration::from_secs(2));
/// How long the vectors of all skills may take.
const LONGEST: Duration = Duration::from_hours(1);

/// The first is not counted: it wakes the model.
const QUERIES: [&str; 4] = [
    "wake up please",
    "how do i review a pull request that is far too large",
    "somebody smells gas in the cellar of our house",
    "write unit tests for the parser and run them",
];

/// Notes of each key how long it took until its frame was drawn, and when the last one came.
const WATCH_KEYS: &str = "
    window.__stop?.abort();
    window.__stop = new AbortController();
    window.__keys = [];
    addEventListener('keydown', (event) => {
        const at = (window.__last = event.timeStamp);
        requestAnimationFrame(() => setTimeout(() => window.__keys.push(performance.now() - at)));
    }, { capture: true, signal: window.__stop.signal });";

/// Waits until every column shows the answer to a text.
const UNTIL_ANSWERED: &str = "
    const [text, done] = arguments;
    const look = () => {
        const columns = [...document.querySelectorAll('[data-testid=scorer]')];
        if (columns.length > 0 && columns.every((column) => column.dataset.query === text))
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.__last)));
        else requestAnimationFrame(look);
    };
    look();";

/// Waits until the map is drawn with all that is found in the texts of skills.
const UNTIL_MAPPED: &str = "
    const [done] = arguments;
    const look = () => {
        if (document.querySelector('[data-ready=true][data-whole=true]'))
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.__last)));
        else requestAnimationFrame(look);
    };
    look();";

/// A text field and nothing else, over all that is there.
const BARE_FIELD: &str = "
    const field = document.createElement('input');
    field.id = 'bare-field';
    Object.assign(field.style, { position: 'fixed', top: 0, left: 0, zIndex: 99999 });
    document.body.append(field);
    field.focus();";

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What was seen of one library, in milliseconds.
struct Seen {
    map: f64,
    bare: Vec<f64>,
    keys: Vec<f64>,
    answers: Vec<f64>,
}

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let (sources, from) = match data.corpus() {
        Ok(corpus) => (corpus.to_owned(), "the corpus"),
        Err(_) => (repository().join("skills"), "the samples, which are few and short"),
    };
    let mut report = report;
    for skills in SIZES {
        let sources = sources.clone();
        // The verbs of a window end in a panic where something never comes.
        let seeing = thread::spawn(move || see(&sources, skills)).join();
        let seen = seeing.map_err(|_| format!("the window of {skills} skills never got there"))?;
        report = rows(report, skills, &seen.map_err(|failure| failure.to_string())?);
    }
    Ok(report.note(format!("grown from {from}; {} ms between keys", BETWEEN_KEYS.as_millis())))
}

fn rows(report: Report, skills: usize, seen: &Seen) -> Report {
    let map = Row::new(format!("{skills} skills, the map with all that is found, at rest"), time(seen.map));
    let map = if skills <= MAPPED { map.goal(MAP) } else { map };
    let key = |what: &str, share: f64| {
        Row::new(format!("{skills} skills, key to frame: {what}"), time(at(&seen.keys, share)))
            .beside("a bare text field", Some(time(at(&seen.bare, share))))
            .times(BESIDE_BARE)
    };
    let answer = Row::new(format!("{skills} skills, last key to all answers: longest"), time(at(&seen.answers, 1.0)));
    report.row(map).row(key("median", 0.5)).row(key("95 %", 0.95)).row(answer.goal(SETTLED))
}

/// The value below which a share of all lie.
fn at(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((sorted.len() as f64 * share) as usize).or(sorted.last()).copied().unwrap_or_default()
}

fn time(millis: f64) -> Amount {
    Amount::Time(Duration::from_secs_f64(millis.max(0.0) / 1e3))
}

fn see(sources: &Path, skills: usize) -> Result<Seen, Failure> {
    let (home, library) = library(sources, skills)?;
    Runtime::new()?.block_on(see_in(home, &library))
}

async fn see_in(home: TempDir, library: &Path) -> Result<Seen, Failure> {
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.ask("open_library", json!({ "path": library })).await;
    // As an author finds it, who opens the window again.
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    until_indexed(&window).await?;
    window.run(WATCH_KEYS, vec![]).await;
    window.press_ctrl('2').await;
    let map = told(&window.run_async(UNTIL_MAPPED, vec![]).await)?;

    let compilers = Compilers::start()?;
    window.run(BARE_FIELD, vec![]).await;
    let (mut bare, mut keys, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    for query in QUERIES {
        bare.push(typed(&window, query).await);
    }
    window.run("document.getElementById('bare-field').remove()", vec![]).await;
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    for query in QUERIES {
        keys.push(typed(&window, query).await);
        answers.push(told(&window.run_async(UNTIL_ANSWERED, vec![json!(query)]).await)?);
    }
    drop(compilers);
    let counted = |all: Vec<Vec<f64>>| all.into_iter().skip(1).flatten().collect();
    Ok(Seen { map, bare: counted(bare), keys: counted(keys), answers: answers.split_off(1) })
}

fn told(millis: &Value) -> Result<f64, Failure> {
    millis.as_f64().ok_or_else(|| "the window told no time".into())
}

/// Types over what the field holds that has the focus; how long each key waited for its frame.
async fn typed(window: &Window, text: &str) -> Vec<f64> {
    window.press_ctrl('a').await;
    window.run(WATCH_KEYS, vec![]).await;
    window.type_slowly(text, BETWEEN_KEYS).await;
    let all = text.chars().count();
    window
        .until("every key to have its frame", async || {
            window.run("return window.__keys.length", vec![]).await.as_u64() >= Some(all as u64)
        })
        .await;
    let keys = window.run("return window.__keys", vec![]).await;
    keys.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

async fn until_indexed(window: &Window) -> Result<(), Failure> {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST {
        let status = window.ask("get_embedding_status", json!({})).await;
        if status["state"] == "ready" && status["total"].as_u64() > Some(0) && status["indexed"] == status["total"] {
            return Ok(());
        }
        sleep(Duration::from_millis(500)).await;
    }
    Err("the skills were never indexed".into())
}

/// A home with a library of so many skills.
fn library(sources: &Path, skills: usize) -> Result<(TempDir, PathBuf), Failure> {
    let (home, grown) = (tempfile::tempdir()?, tempfile::tempdir()?);
    grow_skills(sources, grown.path(), skills)?;
    let library = home.path().join("large.db");
    let program = programs::ours("skillctl")?;
    let run = |arguments: &[&Path]| -> std::io::Result<ExitStatus> {
        let mut command = Command::new(&program);
        command.arg("--library").arg(&library).args(arguments);
        for (name, folder) in [("HOME", "home"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")] {
            command.env(name, home.path().join(folder));
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    run(&[Path::new("init")])?;
    // What grown files have to be warned of is no failure.
    if run(&[Path::new("import"), grown.path()])?.code().is_none_or(|code| code > 1) {
        return Err(format!("the import of {skills} skills failed").into());
    }
    Ok((home, library))
}

/// Compilers at work on every processor, until this is dropped.
struct Compilers {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    // After the threads, which work there.
    _folder: TempDir,
}

impl Compilers {
    fn start() -> Result<Self, Failure> {
        let known = Command::new("rustc").arg("--version").stdout(Stdio::null()).status();
        known.map_err(|_| "rustc is missing, beside which typing is measured")?;
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("work.rs"), much_to_compile())?;
        let is_over = Arc::new(AtomicBool::default());
        let work = |number: usize| {
            let (is_over, folder) = (Arc::clone(&is_over), folder.path().to_owned());
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let mut rustc = Command::new("rustc");
                    rustc.args(["--edition=2024", "--crate-type=lib", "-O", "-Ccodegen-units=1", "-o"]);
                    rustc.arg(folder.join(format!("libwork{number}.rlib"))).arg(folder.join("work.rs"));
                    let _compiled = rustc.stdout(Stdio::null()).stderr(Stdio::null()).status();
                }
            })
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = (0..processors).map(work).collect();
        Ok(Self { is_over, threads, _folder: folder })
    }
}

impl Drop for Compilers {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ended = thread.join();
        }
    }
}

/// A program that takes a compiler some seconds.
fn much_to_compile() -> String {
    let function = |number: usize| {
        format!(
            "pub fn sorted_{number}(numbers: &[u64]) -> Vec<String> {{
                let mut found: Vec<u64> = numbers.iter().map(|one| one.wrapping_mul({number})).collect();
                found.sort_by_key(|one| one ^ {number});
                found.dedup();
                found.iter().map(|one| format!(\"{{one:?}} {{:?}}\", one.checked_rem({number}))).collect()
            }}\n"
        )
    };
    (1..=400).map(function).collect::<Vec<_>>().concat()
}

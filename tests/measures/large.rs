//! What a large library costs in the real window: ten thousand skills grown from real ones, opened, searched, asked and
//! watched. It prints and never fails on a number; run it with `--nocapture`.
//!
//! `SKILL_STUDIO_CORPUS` names a folder of real skills to grow from, `SKILL_STUDIO_SKILLS` how many there shall be.
//! `SKILL_STUDIO_LARGE` names a folder that keeps the imported library: where it has one, growing, importing and indexing
//! are left out, which take most of the time. `SKILL_STUDIO_ONLY=map` moves about on its map and measures nothing else,
//! `SKILL_STUDIO_ONLY=packs` does so with the place Packs, `SKILL_STUDIO_ONLY=typing` with the Playground and the filter.
#![expect(clippy::print_stdout, reason = "the numbers are the output")]

mod packs;

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_testkit::{grow_skills, repository};
use studio_tests::{Options, Window};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// Skills where the environment names no number.
const SKILLS: usize = 10_000;
/// Time between two keys of somebody who types well.
const BETWEEN_KEYS: Duration = Duration::from_millis(130);
/// How long the longest step may take before the measurement gives up.
const LONGEST: Duration = Duration::from_mins(40);

const QUERIES: [&str; 3] =
    ["how do i review a pull request", "create azure resources with bicep", "write unit tests for my code"];
const FILTERS: [&str; 2] = ["azure deploy", "test generator"];

/// The places with their shortcuts, and what is there once one is open.
const PLACES: [(&str, char, &str); 5] = [
    ("Library", '1', "[data-testid=skill-row]"),
    ("Map", '2', "[data-ready=true]"),
    ("Playground", '3', "[data-testid=query-input]"),
    ("Evaluate", '4', "[data-testid=evaluate], [data-testid=overlap], [data-testid=set-bar]"),
    ("Tools", '6', "button"),
];

/// Notes, for the next key, when a selector first names something that is shown in the open place, and a frame more.
const WAIT_FOR_PLACE: &str = "
    const [selector, done] = arguments;
    addEventListener('keydown', (event) => {
        if (event.key === 'Control') return;
        const start = event.timeStamp;
        const look = () => {
            const view = document.querySelector('section.view:not([hidden])');
            if (view?.getAttribute('aria-label') === selector[0] && view.querySelector(selector[1]))
                requestAnimationFrame(() => setTimeout(() => (window.__opened = performance.now() - start)));
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, { capture: true, signal: (window.__stop = new AbortController()).signal });
    window.__opened = null;
    done();";

/// Notes, for each key in a field, how long it took until every column shows the answer to that text or a later one.
const WATCH_COLUMNS: &str = "
    window.__stop?.abort();
    window.__stop = new AbortController();
    window.__waits = [];
    const texts = new Map();
    let waiting = [], at = 0, isLooking = false;
    const look = () => {
        const columns = [...document.querySelectorAll('[data-testid=scorer]')];
        const shown = Math.min(...columns.map((column) => texts.get((column.dataset.query ?? '').trim()) ?? -1));
        const ready = columns.length > 0 ? waiting.filter((key) => key.number <= shown) : [];
        waiting = waiting.filter((key) => !ready.includes(key));
        if (ready.length) setTimeout(() => ready.forEach((key) => window.__waits.push(performance.now() - key.at)));
        if (waiting.length) requestAnimationFrame(look); else isLooking = false;
    };
    addEventListener('keydown', (event) => (at = event.timeStamp), { capture: true, signal: window.__stop.signal });
    addEventListener('input', (event) => {
        const number = texts.size;
        texts.set(event.target.value.trim(), number);
        waiting.push({ at, number });
        if (!isLooking) requestAnimationFrame(look);
        isLooking = true;
    }, { capture: true, signal: window.__stop.signal });";

/// Notes, for each key, when the last change below an element was drawn that came within a second after it.
const WATCH_CHANGES: &str = "
    window.__stop?.abort();
    window.__stop = new AbortController();
    window.__waits = [];
    let key = null;
    const settle = () => { if (key?.last) window.__waits.push(key.last - key.at); key = null; };
    addEventListener('keydown', (event) => { settle(); key = { at: event.timeStamp, last: 0 }; },
        { capture: true, signal: window.__stop.signal });
    const observer = new MutationObserver(() => {
        const of = key;
        if (of) requestAnimationFrame(() => setTimeout(() => (of.last = performance.now())));
    });
    observer.observe(document.querySelector(arguments[0]), { childList: true, subtree: true, characterData: true });
    window.__settle = () => { settle(); observer.disconnect(); return window.__waits; };";

/// Scrolls the list by a notch a frame and notes the frames.
const SCROLL: &str = "
    const [done] = arguments;
    const list = document.querySelector('[data-testid=skill-list] [role=listbox]');
    const frames = [];
    const tick = (now) => {
        frames.push(now);
        list.scrollTop += 160;
        if (frames.length < 240) requestAnimationFrame(tick); else done(frames);
    };
    requestAnimationFrame(tick);";

#[tokio::test]
async fn a_large_library_in_numbers() {
    let kept = env::var_os("SKILL_STUDIO_LARGE").map(PathBuf::from);
    let home = if let Some(folder) = kept.as_deref().filter(|folder| folder.is_dir()) {
        let home = TempDir::new().expect("the temporary folder can be written");
        copy(folder, home.path());
        // What was open last was in another folder.
        let library = home.path().join("large.db");
        let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
        window.ask("open_library", json!({ "path": library })).await;
        window.close().await
    } else {
        let home = import_and_index().await;
        if let Some(folder) = kept {
            copy(home.path(), &folder);
        }
        home
    };
    reopen(home).await;
    println!("load {}", load());
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from.join(".")).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "{} can be copied", from.display());
}

/// Makes the library and prints what that costs, and what asking does meanwhile and afterwards.
async fn import_and_index() -> TempDir {
    let folder = TempDir::new().expect("the temporary folder can be written");
    let count = env::var("SKILL_STUDIO_SKILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(SKILLS);
    let grown = grow_skills(&sources(), folder.path(), count).expect("skills can be grown");
    println!("{} skills grown from {}; load {}", grown.skills, grown.sources, load());

    let started = Instant::now();
    let window = Window::open_samples().await;
    println!("samples: start to page ready, driver included: {:.2} s", started.elapsed().as_secs_f64());
    window.until_indexed().await;
    memory(&window, "samples, indexed").await;
    sleep(Duration::from_secs(25)).await;
    memory(&window, "samples, a while later").await;
    let asked = json!({ "query": "a table of what patients took", "kinds": ["skill"], "limit": 5 });
    window.ask("find_similar", json!({ "request": asked })).await;
    sleep(Duration::from_secs(12)).await;
    memory(&window, "samples, the model loaded for a search").await;
    let library = window.home().join("large.db");
    let begun = Instant::now();
    window.ask("create_library", json!({ "path": library, "hasSamples": false })).await;
    let report = slowly(&window, "import_paths", json!({ "paths": [folder.path()], "isLinked": false })).await;
    let imported = report["imported"].as_array().map_or(0, Vec::len);
    println!("import of {imported}: {:.1} s", begun.elapsed().as_secs_f64());
    memory(&window, "imported").await;

    println!("-- while meanings are read --");
    ask_and_filter(&window).await;
    memory(&window, "indexing").await;
    let indexing = Instant::now();
    until_indexed(&window).await;
    println!("indexed {:.0} s after that", indexing.elapsed().as_secs_f64());
    println!("-- at rest --");
    sleep(Duration::from_secs(8)).await;
    memory(&window, "indexed").await;
    ask_and_filter(&window).await;
    scroll(&window).await;
    memory(&window, "used").await;

    window.close().await
}

/// Opens the library again and prints what going through the studio costs.
async fn reopen(home: TempDir) {
    let started = Instant::now();
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    println!("-- reopened: start to page ready, driver included: {:.2} s --", started.elapsed().as_secs_f64());
    sleep(Duration::from_secs(8)).await;
    match env::var("SKILL_STUDIO_ONLY").as_deref() {
        Ok("map") => return move_about(&window).await,
        Ok("packs") => return packs::measure(&window).await,
        Ok("typing") => return ask_and_filter(&window).await,
        _ => {}
    }
    memory(&window, "reopened").await;
    for times in ["first", "second"] {
        for (place, key, content) in PLACES {
            open_place(&window, place, key, content, times).await;
        }
    }
    ask_and_filter(&window).await;
    move_about(&window).await;
    memory(&window, "after the map").await;
    packs::measure(&window).await;
    for (place, key, _) in PLACES {
        window.press_ctrl(key).await;
        sleep(Duration::from_secs(4)).await;
        memory(&window, place).await;
    }
    sleep(Duration::from_secs(70)).await;
    memory(&window, "at rest for a minute").await;
}

/// The folder named, else the samples.
fn sources() -> PathBuf {
    let named = env::var_os("SKILL_STUDIO_CORPUS").map(PathBuf::from).filter(|folder| folder.is_dir());
    named.unwrap_or_else(|| {
        println!("SKILL_STUDIO_CORPUS names no folder: the skills are grown from the samples, which are few and short");
        repository().join("skills")
    })
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim().to_owned()
}

/// Calls a command that takes longer than the driver waits for a script.
pub(crate) async fn slowly(window: &Window, command: &str, arguments: Value) -> Value {
    let start = "window.__answer = undefined;
        window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1]).then(
            (value) => (window.__answer = { value }), (error) => (window.__answer = { error }));";
    window.run(start, vec![json!(command), arguments]).await;
    let deadline = Instant::now() + LONGEST;
    while Instant::now() < deadline {
        let answer = window.run("return window.__answer ?? null", vec![]).await;
        if let Some(error) = answer.get("error") {
            panic!("{command} failed: {error}");
        }
        if let Some(value) = answer.get("value") {
            return value.clone();
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{command} never ended")
}

/// Moves about on the map, from afar and where names of nodes can be read, and prints what the frames took.
async fn move_about(window: &Window) {
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-tile-key], [data-ready=true] [data-node-key]").await;
    window.press_button("Fit the whole map").await;
    window.settle().await;
    pan(window).await;
    window.run(COUNT_FRAMES, vec![]).await;
    while window.attribute("[data-level]", "data-level").await.as_deref() == Some("far") {
        window.press_button("Zoom in").await;
    }
    window.settle().await;
    let frames = window.run("return window.__endFrames()", vec![]).await;
    println!("map: zoomed in until nodes have names, longest frame {:.0} ms", gaps(&frames).last().unwrap_or(&0.0));
    pan(window).await;
}

/// Drags the map itself, from a place where nothing stands, to and fro.
async fn pan(window: &Window) {
    let level = window.attribute("[data-level]", "data-level").await.unwrap_or_default();
    let plates =
        window.run("return Number(document.querySelector('[data-plates]')?.dataset.plates ?? 0)", vec![]).await;
    let elements = window.count("[data-node-key], [data-tile-key]").await;
    window.run(MARK_EMPTY, vec![]).await;
    window.run(COUNT_FRAMES, vec![]).await;
    window.shake("[data-probe]", 180).await;
    let frames =
        window.run("document.querySelector('[data-probe]').remove(); return window.__endFrames()", vec![]).await;
    let gaps = gaps(&frames);
    let at = |share: f64| gaps.get((gaps.len() as f64 * share) as usize).or(gaps.last()).copied().unwrap_or_default();
    let (half, most, worst) = (at(0.5), at(0.95), at(1.0));
    println!(
        "map, {level}, {plates} in a picture, {elements} elements: panned, frame p50 {half:.0}, p95 {most:.0}, worst {worst:.0} ms"
    );
}

/// The times between frames in milliseconds, the longest last.
fn gaps(frames: &Value) -> Vec<f64> {
    let times: Vec<f64> = frames.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let mut gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_by(f64::total_cmp);
    gaps
}

/// Marks a place of the map where nothing stands.
const MARK_EMPTY: &str = "
    const { x, y, width, height } = document.querySelector('.svelte-flow__pane').getBoundingClientRect();
    const probe = document.createElement('i');
    probe.dataset.probe = '';
    // Where nodes are a picture the one that is pointed at becomes an element.
    const point = (clientX, clientY) => document.elementFromPoint(clientX, clientY)?.dispatchEvent(
        new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
    const isEmpty = (left, top) => {
        point(left, top);
        return document.elementFromPoint(left, top)?.classList.contains('svelte-flow__pane');
    };
    let [left, top] = [x + width / 2, y + height / 2];
    for (let tried = 0; tried < 4000 && !isEmpty(left, top); tried++)
        [left, top] = [x + width * (0.2 + 0.5 * Math.random()), y + height * (0.2 + 0.5 * Math.random())];
    probe.style.cssText = `position:fixed;width:2px;height:2px;left:${left - 1}px;top:${top - 1}px;pointer-events:none`;
    document.body.append(probe);";

/// Notes when each frame was drawn, until it is stopped.
const COUNT_FRAMES: &str = "
    const frames = [];
    let counting = 0;
    const tick = (now) => { frames.push(now); counting = requestAnimationFrame(tick); };
    counting = requestAnimationFrame(tick);
    window.__endFrames = () => { cancelAnimationFrame(counting); return frames; };";

async fn until_indexed(window: &Window) {
    let deadline = Instant::now() + LONGEST;
    while Instant::now() < deadline {
        let status = window.ask("get_embedding_status", json!({})).await;
        if status["state"] == "ready" {
            return;
        }
        sleep(Duration::from_millis(500)).await;
    }
}

async fn memory(window: &Window, when: &str) {
    // What a step left to the collectors is not what it costs.
    sleep(Duration::from_secs(2)).await;
    let parts = window.memory();
    let all: u64 = parts.iter().map(|(_, kib)| kib).sum();
    let told: Vec<String> = parts.iter().map(|(name, kib)| format!("{name} {}", kib / 1024)).collect();
    println!("{when}: {} MB PSS ({})", all / 1024, told.join(", "));
}

async fn ask_and_filter(window: &Window) {
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    window.run(WATCH_COLUMNS, vec![]).await;
    for query in QUERIES {
        window.press_ctrl('a').await;
        window.type_slowly(query, BETWEEN_KEYS).await;
        sleep(Duration::from_secs(2)).await;
    }
    report("Playground, key to paint", &window.run("return window.__waits", vec![]).await);
    window.press_ctrl('1').await;
    window.click("[data-testid=library-search]").await;
    filter(window, "filter", "section[aria-label=Skills]").await;
}

/// Filters a list key by key, in the field that has the focus, and prints how long its last change takes each time.
async fn filter(window: &Window, what: &str, list: &str) {
    window.run(WATCH_CHANGES, vec![json!(list)]).await;
    for filter in FILTERS {
        for key in filter.chars() {
            window.type_text(&key.to_string()).await;
            sleep(Duration::from_secs(1)).await;
        }
        window.press_ctrl('a').await;
        window.press_key(Key::Backspace).await;
        sleep(Duration::from_secs(1)).await;
    }
    report(&format!("{what}, key to last change"), &window.run("return window.__settle()", vec![]).await);
}

async fn scroll(window: &Window) {
    let frames = window.run_async(SCROLL, vec![]).await;
    let times: Vec<f64> = frames.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    report("list scroll, frame", &json!(gaps));
}

async fn open_place(window: &Window, place: &str, key: char, content: &str, times: &str) {
    let away = if key == '1' { '3' } else { '1' };
    window.press_ctrl(away).await;
    sleep(Duration::from_millis(800)).await;
    window.run_async(WAIT_FOR_PLACE, vec![json!([place, content])]).await;
    window.press_ctrl(key).await;
    for _ in 0..600 {
        if let Some(opened) = window.run("return window.__opened", vec![]).await.as_f64() {
            println!("{place} opened the {times} time: {opened:.0} ms");
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    window.run("window.__stop.abort()", vec![]).await;
}

fn report(what: &str, waits: &Value) {
    let mut waits: Vec<f64> = waits.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    waits.sort_by(f64::total_cmp);
    let at =
        |share: f64| waits.get((waits.len() as f64 * share) as usize).or(waits.last()).copied().unwrap_or_default();
    println!("{what}: p50 {:.0}, p95 {:.0}, max {:.0} ms ({} times)", at(0.5), at(0.95), at(1.0), waits.len());
}

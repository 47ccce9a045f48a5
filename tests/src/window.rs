//! The program in its window: how it starts and ends, how a test waits, looks and calls commands.

mod chooser;
mod driver;
mod hands;
mod journal;
mod question;
mod records;
mod screen;
mod studio;
mod trouble;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fantoccini::{Client, Locator, elements::Element};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Display, copy_for_window, memory_pss_kib, patience};
use driver::{Driver, PAGE, end, end_processes, name_of, processes};

/// The program under test, as `cargo xtask test` built it.
pub fn binary() -> PathBuf {
    let path = std::env::var_os("SKILL_STUDIO_BINARY")
        .expect("SKILL_STUDIO_BINARY names the built program; `cargo xtask test` sets it");
    PathBuf::from(path)
}

/// The command line's program, built beside it, for somebody who keeps all in `home`.
pub fn skillctl(home: &Path) -> Command {
    let mut command = Command::new(binary().with_file_name(format!("skillctl{}", std::env::consts::EXE_SUFFIX)));
    for (variable, folder) in
        [("HOME", "home"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache"), ("XDG_CONFIG_HOME", "config")]
    {
        command.env(variable, home.join(folder));
    }
    command.stdin(Stdio::null());
    command
}

/// How to start the program.
#[derive(Debug, Default)]
pub struct Options {
    /// Its command line.
    pub arguments: Vec<String>,
    /// Data folders of an earlier window, to start again on the same library.
    pub home: Option<TempDir>,
    /// Where it looks for the embedding model, instead of where the machine has it.
    pub assets: Option<PathBuf>,
    /// Whether it asks about paths that no dialog of the system gave, which a test can't drive.
    pub asks_for_paths: bool,
    /// How large the screen is, where another size than the window's first is wanted.
    pub screen: Option<(u32, u32)>,
    /// Whether the program is started beside the driver, which then outlives a crash of the page.
    pub is_beside: bool,
}

/// A running program, driven from outside.
#[derive(Debug)]
pub struct Window {
    client: Client,
    home: Option<TempDir>,
    driver: Driver,
    display: Display,
}

impl Drop for Window {
    /// Ends what the driver left running; a test that fails leaves nothing behind either.
    fn drop(&mut self) {
        if let Some(home) = &self.home {
            end_processes(home.path());
        }
    }
}

impl Window {
    /// Starts the program on data folders of its own and waits for its first content.
    pub async fn open(options: Options) -> Self {
        let home = options.home.unwrap_or_else(|| TempDir::new().expect("the temporary folder can be written"));
        let display = options.screen.map_or_else(Display::start, Display::start_sized);
        let trust = ["--trust", "/"].map(str::to_owned);
        let trust = trust.into_iter().filter(|_| !options.asks_for_paths);
        let arguments: Vec<_> = options.arguments.into_iter().chain(trust).collect();
        let assets = options.assets.as_deref();
        let driver = if options.is_beside {
            Driver::start_beside(&display, home.path(), assets, &arguments)
        } else {
            Driver::start(&display, home.path(), assets)
        };
        let client = driver.connect(&arguments).await;
        let window = Self { client, home: Some(home), driver, display };
        window.until_ready().await;
        window
    }

    /// Waits for the first content.
    async fn until_ready(&self) {
        self.until("the first content", async || self.exists("html[data-ready=true]").await).await;
    }

    /// Starts it where the samples were opened and indexed before.
    pub async fn open_samples() -> Self {
        Self::open_samples_with(Options::default()).await
    }

    /// The same, started another way.
    pub async fn open_samples_with(options: Options) -> Self {
        let home = options.home.unwrap_or_else(|| TempDir::new().expect("the temporary folder can be written"));
        copy_for_window(home.path());
        let window = Self::open(Options { home: Some(home), ..options }).await;
        window.find("[data-testid=skill-row]").await;
        window
    }

    /// Starts it for the first time, and takes the samples from what it offers.
    pub async fn start_from_samples(options: Options) -> Self {
        let window = Self::open(options).await;
        window.press_button("Start from samples").await;
        window.find("[data-testid=skill-row]").await;
        window
    }

    /// Folder that holds everything the program keeps.
    pub fn home(&self) -> &Path {
        self.home.as_ref().expect("the folder is taken only when the window is gone").path()
    }

    /// What each process of the program takes, in KiB: the program's own and those of its web view, by name.
    pub fn memory(&self) -> Vec<(String, u64)> {
        let parts = processes(self.home()).into_iter().filter_map(|pid| Some((name_of(pid)?, memory_pss_kib(pid)?)));
        parts.filter(|(name, _)| !name.starts_with("WebKitWebDriv")).collect()
    }

    /// Ends the program as a power cut would, and hands its folders on.
    pub fn kill(mut self) -> TempDir {
        let home = self.home.take().expect("taken once");
        end_processes(home.path());
        home
    }

    /// Ends the page's process as a fault of it would, and drives on the page that comes in its place; for a program that was
    /// started beside the driver.
    pub async fn crash_page(&mut self) {
        let is_page = |pid: &u32| name_of(*pid).is_some_and(|name| name == PAGE);
        let pages: Vec<_> = processes(self.home()).into_iter().filter(is_page).collect();
        end(&pages);
        let is_over = async || self.client.current_url().await.is_err_and(|error| error.is_invalid_session_id());
        self.until("the end of the driver's session", is_over).await;
        self.client = self.driver.connect(&[]).await;
        self.until_ready().await;
    }

    /// Closes the program as an author does, by the cross of its window, and hands its folders on once it has ended by
    /// itself. The driver's way would be a kill.
    pub async fn close(mut self) -> TempDir {
        let home = self.home.take().expect("taken once");
        self.display.close_windows().expect("the display takes messages");
        let driver = self.driver.id();
        let is_over = async || processes(home.path()).iter().all(|pid| *pid == driver).then_some(());
        assert!(patience::find(is_over).await.is_some(), "the program did not end when its window was closed");
        end_processes(home.path());
        home
    }

    /// The element a selector names, once it is there.
    pub async fn find(&self, selector: &str) -> Element {
        match patience::find(async || self.client.find(Locator::Css(selector)).await.ok()).await {
            Some(element) => element,
            None => self.fail(&format!("waited for {selector}, which never came")).await,
        }
    }

    /// Whether a selector names anything now.
    pub async fn exists(&self, selector: &str) -> bool {
        self.client.find(Locator::Css(selector)).await.is_ok()
    }

    /// How many elements a selector names now.
    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.map_or(0, |found| found.len())
    }

    /// The text that an element shows.
    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await;
        self.shown(selector).await.swap_remove(0)
    }

    /// What each of the elements shows that a selector names now.
    pub async fn shown(&self, selector: &str) -> Vec<String> {
        const SHOWN: &str = "return [...document.querySelectorAll(arguments[0])].map(element => element.innerText)";
        let shown = self.run(SHOWN, vec![json!(selector)]).await;
        serde_json::from_value(shown).expect("texts are texts")
    }

    /// An attribute of an element.
    pub async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.find(selector).await.attr(name).await.ok().flatten()
    }

    /// Runs a script that ends by calling its last argument, and hands on what it called it with.
    pub async fn run_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.answered("run a script", self.client.execute_async(script, arguments).await).await
    }

    /// Waits until `is_there` holds; `what` names it in the failure.
    pub async fn until(&self, what: &str, is_there: impl AsyncFn() -> bool) {
        if patience::find(async || is_there().await.then_some(())).await.is_none() {
            self.fail(&format!("waited for {what}, which never came")).await;
        }
    }

    /// Whether `is_there` comes to hold: for a test that goes on where it does not, and tells of all that is wrong at its end.
    pub async fn comes(&self, is_there: impl AsyncFn() -> bool) -> bool {
        patience::find_soon(async || is_there().await.then_some(())).await.is_some()
    }

    /// Waits until a selector names nothing any more.
    pub async fn until_gone(&self, selector: &str) {
        self.until(&format!("the end of {selector}"), async || !self.exists(selector).await).await;
    }

    /// Waits until an element that a selector names shows `text` somewhere.
    pub async fn until_text(&self, selector: &str, text: &str) {
        let what = format!("“{text}” in {selector}");
        self.until(&what, async || self.shown(selector).await.iter().any(|shown| shown.contains(text))).await;
    }

    /// Waits until there are so many of a selector.
    pub async fn until_count(&self, selector: &str, is_enough: impl Fn(usize) -> bool) {
        self.until(&format!("the right number of {selector}"), async || is_enough(self.count(selector).await)).await;
    }

    /// Runs a script in the page and hands its value back.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.answered("run a script", self.client.execute(script, arguments).await).await
    }
}

//! The program in its window.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    elements::Element,
    key::Key,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::{Child, Display, free_port, pids_with_environment};

/// How long anything may take before a test says it never came. Generous, since machines are shared.
const PATIENCE: Duration = Duration::from_secs(40);

/// The program under test, as `cargo xtask test` built it.
pub fn binary() -> PathBuf {
    let path = std::env::var_os("SKILL_STUDIO_BINARY")
        .expect("SKILL_STUDIO_BINARY names the built program; `cargo xtask test` sets it");
    PathBuf::from(path)
}

/// How to start the program.
#[derive(Debug, Default)]
pub struct Options {
    /// Its command line.
    pub arguments: Vec<String>,
    /// Data folders of an earlier window, to start again on the same library.
    pub home: Option<TempDir>,
}

/// A running program, driven from outside.
#[derive(Debug)]
pub struct Window {
    client: Client,
    home: Option<TempDir>,
    _driver: Child,
    _display: Display,
}

impl Window {
    /// Starts the program on data folders of its own and waits for its first content.
    pub async fn open(options: Options) -> Self {
        let home = options.home.unwrap_or_else(|| TempDir::new().expect("the temporary folder can be written"));
        let display = Display::start();
        let port = free_port();
        let driver = start_driver(port, &display, home.path());
        let client = connect(port, &options.arguments).await;
        let window = Self { client, home: Some(home), _driver: driver, _display: display };
        window.until("the first content", async || window.exists("html[data-ready=true]").await).await;
        window
    }

    /// Starts it with nothing said.
    pub async fn open_first_time() -> Self {
        Self::open(Options::default()).await
    }

    /// Folder that holds everything the program keeps.
    pub fn home(&self) -> &Path {
        self.home.as_ref().expect("the folder is taken only when the window is gone").path()
    }

    /// Ends the program as a power cut would, and hands its folders on.
    pub async fn kill(mut self) -> TempDir {
        let home = self.home.take().expect("taken once");
        for pid in pids_with_environment(&environment_mark(home.path())) {
            let is_program = std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == binary());
            if is_program {
                let _gone = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
            }
        }
        drop(self);
        home
    }

    /// Closes the program as an author does, and hands its folders on.
    pub async fn close(mut self) -> TempDir {
        let home = self.home.take().expect("taken once");
        self.client.clone().close().await.expect("the session ends");
        home
    }

    /// The element a selector names, once it is there.
    pub async fn find(&self, selector: &str) -> Element {
        self.until(selector, async || self.exists(selector).await).await;
        self.client.find(Locator::Css(selector)).await.expect("it was there a moment ago")
    }

    /// Whether a selector names anything now.
    pub async fn exists(&self, selector: &str) -> bool {
        self.client.find(Locator::Css(selector)).await.is_ok()
    }

    /// How many elements a selector names now.
    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.map_or(0, |found| found.len())
    }

    /// Clicks the element a selector names.
    pub async fn click(&self, selector: &str) {
        let mut last = String::new();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match self.find(selector).await.click().await {
                Ok(()) => return,
                Err(error) => last = error.to_string(),
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("could not click {selector}: {last}");
    }

    /// The text an element shows.
    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap_or_default()
    }

    /// An attribute of an element.
    pub async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.find(selector).await.attr(name).await.ok().flatten()
    }

    /// Types into the element a selector names.
    pub async fn type_into(&self, selector: &str, text: &str) {
        let element = self.find(selector).await;
        element.click().await.expect("it can be focused");
        element.send_keys(text).await.expect("it takes keys");
    }

    /// Types into whatever has the focus.
    pub async fn type_text(&self, text: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(text).await.expect("it takes keys");
    }

    /// Presses a chord such as `[Key::Control.into(), 's']`.
    pub async fn press(&self, chord: &[char]) {
        let mut keys = fantoccini::actions::KeyActions::new("keyboard".to_owned());
        for key in chord {
            keys = keys.then(fantoccini::actions::KeyAction::Down { value: *key });
        }
        for key in chord.iter().rev() {
            keys = keys.then(fantoccini::actions::KeyAction::Up { value: *key });
        }
        self.client.perform_actions(keys).await.expect("the driver takes keys");
    }

    /// Presses Ctrl and a key.
    pub async fn press_ctrl(&self, key: char) {
        self.press(&[Key::Control.into(), key]).await;
    }

    /// Presses the pointer on an element and moves it by so many pixels before letting go.
    pub async fn drag_by(&self, selector: &str, dx: i64, dy: i64) {
        let (x, y, width, height) = self.find(selector).await.rectangle().await.expect("it has a place");
        let at = ((x + width / 2.0) as i64, (y + height / 2.0) as i64);
        let mut mouse = MouseActions::new("mouse".to_owned())
            .then(move_to(at.0, at.1))
            .then(PointerAction::Down { button: 0 });
        for step in 1..=8 {
            mouse = mouse.then(move_to(at.0 + dx * step / 8, at.1 + dy * step / 8));
        }
        let mouse = mouse.then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.expect("the driver moves the pointer");
    }

    /// Waits until `is_there` holds; `what` names it in the failure.
    pub async fn until(&self, what: &str, is_there: impl AsyncFn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if is_there().await {
                return;
            }
            sleep(Duration::from_millis(40)).await;
        }
        self.save_screenshot("failure").await;
        panic!("waited for {what}, which never came");
    }

    /// Waits until the element a selector names shows `text` somewhere.
    pub async fn until_text(&self, selector: &str, text: &str) {
        self.until(&format!("“{text}” in {selector}"), async || {
            match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.text().await.is_ok_and(|shown| shown.contains(text)),
                Err(_) => false,
            }
        })
        .await;
    }

    /// Runs a script in the page and hands its value back.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.expect("the script runs")
    }

    /// Calls a command of the studio, as the page would.
    pub async fn invoke(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        const CALL: &str = "const [command, input, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(command, input)
                .then(value => done({ ok: value ?? null }), error => done({ error }));";
        let answer = self
            .client
            .execute_async(CALL, vec![json!(command), arguments])
            .await
            .expect("the page can call commands");
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["ok"].clone()),
        }
    }

    /// Chooses the theme and waits for it to show.
    pub async fn use_theme(&self, theme: &str) {
        self.run("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
        sleep(Duration::from_millis(250)).await;
    }

    /// Takes a picture of the whole window. Kept where `SKILL_STUDIO_SCREENS` says, else beside the build.
    pub async fn save_screenshot(&self, name: &str) {
        let folder = std::env::var_os("SKILL_STUDIO_SCREENS")
            .map_or_else(|| std::env::temp_dir().join("skill-studio-screens"), PathBuf::from);
        let Ok(picture) = self.client.screenshot().await else { return };
        std::fs::create_dir_all(&folder).expect("the folder for screens can be made");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("the screen can be written");
    }
}

fn move_to(x: i64, y: i64) -> PointerAction {
    PointerAction::MoveTo { duration: Some(Duration::from_millis(16)), x: x as f64, y: y as f64 }
}

fn environment_mark(home: &Path) -> String {
    format!("SKILL_STUDIO_TEST_HOME={}", home.display())
}

fn start_driver(port: u16, display: &Display, home: &Path) -> Child {
    let mut command = Command::new("WebKitWebDriver");
    command
        .arg(format!("--port={port}"))
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        .env("TAURI_WEBVIEW_AUTOMATION", "true")
        .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
        .env("SKILL_STUDIO_TEST_HOME", home)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for (name, folder) in [
        ("HOME", "home"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
    ] {
        let path = home.join(folder);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        command.env(name, path);
    }
    Child::start(&mut command).expect("WebKitWebDriver starts: `cargo xtask setup` installs it")
}

async fn connect(port: u16, arguments: &[String]) -> Client {
    let capabilities = json!({ "webkitgtk:browserOptions": { "binary": binary(), "args": arguments } });
    let Value::Object(capabilities) = capabilities else { unreachable!("an object was just written") };
    let address = format!("http://127.0.0.1:{port}");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        match builder.capabilities(capabilities.clone()).connect(&address).await {
            Ok(client) => return client,
            Err(error) if Instant::now() > deadline => panic!("no session with the window: {error}"),
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

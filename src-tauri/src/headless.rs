//! The program without a window: the same commands, called by whoever stands in for the page.
//!
//! For the bridge that development and pictures talk to; built with the feature `headless` only, which nothing that
//! ships has. It decides nothing: what only an author answers is answered as was said at the start.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use serde_json::Value;
use studio_api::{
    Config, Error, Studio,
    dto::{PathChoice, PathUse, Question},
};
use tauri::{
    Listener, Manager, WebviewWindow, WebviewWindowBuilder,
    async_runtime::Sender,
    ipc::{CallbackFn, InvokeBody, InvokeError, InvokeResponse, InvokeResponseBody},
    test::{INVOKE_KEY, MockRuntime, mock_builder, mock_context, noop_assets},
    webview::InvokeRequest,
};

use crate::{
    Arguments,
    author::{Author, Front, PAGE},
    events,
    opening::Opening,
    with_commands,
};

/// What an author would answer who is not there.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Whether every question is answered with yes.
    pub allows: bool,
    /// What is chosen in each dialog; nothing: it is cancelled.
    pub paths: Vec<PathBuf>,
}

impl Front for Answers {
    fn ask(&self, _label: &str, _question: &Question, answer: &Sender<bool>) -> tauri::Result<()> {
        let _unheard = answer.try_send(self.allows);
        Ok(())
    }

    fn dismiss(&self, _label: &str) {}

    fn choose(&self, _choice: &PathChoice) -> Vec<PathBuf> {
        self.paths.clone()
    }

    fn reveal(&self, _folder: &Path) -> Result<(), Error> {
        Ok(())
    }

    fn say(&self, _text: &str) {}
}

/// The commands of the page's window, over a studio of its own.
pub struct Headless {
    page: WebviewWindow<MockRuntime>,
}

impl Headless {
    /// Starts a studio in the folders of `config`, as the window does. Every event of the studio goes to `on_event` as JSON.
    pub fn start(
        config: Config,
        arguments: Arguments,
        answers: Answers,
        on_event: impl Fn(&str) + Send + 'static,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let app = with_commands(mock_builder()).build(mock_context(noop_assets()))?;
        app.listen_any(events::CHANNEL, move |event| on_event(event.payload()));
        let author = Author::behind(Box::new(answers), arguments.trusted.clone());
        if let Some(library) = &arguments.library {
            author.pointed_at(PathUse::Library, library);
        }
        app.manage(author);
        app.manage(Opening::begin(Studio::start(config, events::forward_to(app.handle().clone()))?, arguments));
        Ok(Self { page: WebviewWindowBuilder::new(&app, PAGE, tauri::WebviewUrl::default()).build()? })
    }

    /// Calls a command as the page would. `answer` gets the JSON of what it gives, or of what it throws.
    pub fn call(
        &self,
        command: &str,
        arguments: Value,
        answer: impl Fn(Result<String, String>) + Send + Sync + 'static,
    ) {
        let request = InvokeRequest {
            cmd: command.to_owned(),
            callback: CallbackFn(0),
            error: CallbackFn(1),
            url: tauri::Url::parse("tauri://localhost").expect("an address of our own"),
            body: InvokeBody::Json(arguments),
            headers: tauri::http::HeaderMap::default(),
            invoke_key: INVOKE_KEY.to_owned(),
        };
        let respond = move |_page, _command, response, _callback, _error| answer(json_of(response));
        self.page.as_ref().clone().on_message(request, Box::new(respond));
    }

    /// Writes what is still on its way to the disk.
    pub fn settle(&self) {
        self.page.state::<Arc<Opening>>().settle();
    }
}

fn json_of(response: InvokeResponse) -> Result<String, String> {
    match response {
        InvokeResponse::Ok(InvokeResponseBody::Json(text)) => Ok(text),
        InvokeResponse::Ok(InvokeResponseBody::Raw(bytes)) => Ok(serde_json::json!(bytes).to_string()),
        InvokeResponse::Err(InvokeError(thrown)) => Err(thrown.to_string()),
    }
}

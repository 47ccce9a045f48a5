//! The window of Skill Studio: Tauri commands over one [`Studio`].
//!
//! The only crate that names Tauri. Every command is a shim of a few lines: take the state, call one use-case on a
//! thread that may block, hand its result back. What the studio can do is decided in `studio-api`.

mod arguments;
mod author;
mod bindings;
mod closing;
mod commands;
mod events;
mod file_manager;
mod fitting;
#[cfg(feature = "headless")]
pub mod headless;
mod opening;
pub mod quirks;
#[cfg(target_os = "linux")]
mod reviving;

use std::sync::Arc;

use author::Author;
use opening::Opening;
pub use studio_api::script_host_if_asked;
use studio_api::{Config, Keychain, Studio, Upkeep, dto::PathUse};
use tauri::{DragDropEvent, Manager, Runtime, WebviewWindow, WebviewWindowBuilder, WindowEvent};

pub use arguments::Arguments;

/// Opens the window and runs until it is closed.
pub fn run(arguments: Arguments) {
    let builder = with_commands(tauri::Builder::default());
    #[cfg(not(target_os = "linux"))]
    let builder = builder.plugin(tauri_plugin_dialog::init());
    builder
        .plugin(tauri_plugin_window_state::Builder::new().with_filter(|label| label == author::PAGE).build())
        .setup(move |app| {
            app.manage(start_studio(app, &arguments)?);
            app.manage(start_author(app, &arguments));
            open_window(app)?;
            #[cfg(target_os = "linux")]
            author::listeners::tell_page(app.handle());
            quirks::give_freed_memory_back();
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("the window's configuration is checked at build time");
}

/// Gives each window the commands it may call.
fn with_commands<R: Runtime>(builder: tauri::Builder<R>) -> tauri::Builder<R> {
    let commands = bindings::handler();
    builder.invoke_handler(move |invoke| {
        let message = &invoke.message;
        if author::is_open_to(message.webview_ref().label(), message.command()) {
            return commands(invoke);
        }
        let refused = format!("The command {} isn't available in this window.", message.command());
        invoke.resolver.reject(refused);
        true
    })
}

/// Opens the library while the window starts; commands wait for it. A library that cannot be opened does not stop the
/// start: the studio opens without one and the window shows why.
fn start_studio(app: &tauri::App, arguments: &Arguments) -> Result<Arc<Opening>, Box<dyn std::error::Error>> {
    let paths = app.path();
    let config = Config {
        data_dir: paths.app_data_dir()?,
        cache_dir: paths.app_cache_dir()?,
        config_dir: paths.app_config_dir()?,
        home_dir: paths.home_dir().ok(),
        documents_dir: paths.document_dir().ok(),
        script_host: None,
        client_path: None,
        resource_dir: paths.resource_dir().ok(),
        user: Config::default_user(),
        upkeep: Upkeep::InBackground,
        keychain: Keychain::WhereItAnswers,
    };
    let studio = Studio::start(config, events::forward_to(app.handle().clone()))?;
    Ok(Opening::begin(studio, arguments.clone()))
}

/// Who started the program pointed at the library they named.
fn start_author(app: &tauri::App, arguments: &Arguments) -> Arc<Author> {
    let author = Author::new(app.handle().clone(), arguments.trusted.clone());
    if let Some(library) = &arguments.library {
        author.pointed_at(PathUse::Library, library);
    }
    author
}

/// Opens the one window; it may show nothing but the studio's own pages.
fn open_window(app: &tauri::App) -> tauri::Result<()> {
    let config = app.config().app.windows.first().expect("tauri.conf.json declares the window").clone();
    let window = WebviewWindowBuilder::from_config(app, &config)?.on_navigation(is_own_page).build()?;
    window.set_zoom(app.state::<Arc<Opening>>().zoom())?;
    #[cfg(target_os = "linux")]
    reviving::load_again(&window, closing::close)?;
    closing::wait_for_page(&window);
    fitting::keep_on_screen(&window);
    follow_drops(&window);
    Ok(())
}

/// What is dropped on the window was pointed at. The window system says so, not the page.
fn follow_drops(window: &WebviewWindow) {
    let dropped_on = window.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event {
            let author = dropped_on.state::<Arc<Author>>();
            for path in paths {
                author.pointed_at(PathUse::Import, path);
                author.pointed_at(PathUse::Link, path);
            }
        }
    });
}

fn is_own_page(url: &tauri::Url) -> bool {
    let is_dev_server = cfg!(not(feature = "custom-protocol")) && url.host_str() == Some("localhost");
    is_dev_server || url.scheme() == "tauri" || url.as_str() == "about:srcdoc" || url.as_str() == "about:blank"
}

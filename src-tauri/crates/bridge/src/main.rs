//! `studio-bridge`: opens a studio without a window and prints the address a browser finds it at.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the address is the output")]

use std::{error::Error, fs, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Parser;
use parking_lot::Mutex;
use skill_studio::{
    Arguments,
    headless::{Answers, Headless},
};
use studio_bridge::{Bridge, Faults, config, serve};
use tokio::{net::TcpListener, sync::broadcast};
use uuid::Uuid;

/// The studio for a page in a browser, for development.
#[derive(Parser)]
struct Options {
    /// Open this library; without it and without `--empty`, the samples.
    #[arg(long, value_name = "FILE", conflicts_with = "empty")]
    library: Option<PathBuf>,
    /// Open no library: what a first start shows.
    #[arg(long)]
    empty: bool,
    /// Keep everything in this folder instead of a temporary one.
    #[arg(long, value_name = "FOLDER")]
    home: Option<PathBuf>,
    /// Serve the interface that is built here, too.
    #[arg(long, value_name = "FOLDER")]
    ui: Option<PathBuf>,
    /// Answer every question that only an author answers with no instead of yes.
    #[arg(long)]
    refuse: bool,
    /// What is chosen in each dialog; without it dialogs are cancelled.
    #[arg(long, value_name = "PATH")]
    choose: Vec<PathBuf>,
    /// Commands that are late or fail: `delay=300&fail=save_file:stale`.
    #[arg(long, value_name = "QUERY", default_value = "")]
    faults: String,
}

fn main() -> ExitCode {
    if let Some(code) = skill_studio::script_host_if_asked() {
        return code;
    }
    skill_studio::quirks::before_threads();
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let home = options.home.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(home)?;
    let events = broadcast::Sender::new(1024);
    let told = events.clone();
    let arguments = Arguments {
        samples: options.library.is_none() && !options.empty,
        library: options.library,
        trusted: (!options.refuse).then(|| PathBuf::from("/")),
    };
    let answers = Answers { allows: !options.refuse, paths: options.choose };
    let studio = Headless::start(config(&home.canonicalize()?)?, arguments, answers, move |event| {
        // Nobody may be following.
        let _unheard = told.send(event.to_owned());
    })?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = format!("http://{}", listener.local_addr()?);
    let token = Uuid::new_v4().simple().to_string();
    let page = if options.ui.is_some() { &address } else { "http://localhost:5173" };
    println!("{page}/?bridge={address}&token={token}");
    let faults = Mutex::new(Faults::parse(&options.faults)?);
    let bridge = Arc::new(Bridge { studio, events, token, faults, interface: options.ui });
    tokio::select! {
        () = serve(listener, Arc::clone(&bridge)) => {}
        stopped = tokio::signal::ctrl_c() => stopped?,
    }
    bridge.studio.settle();
    Ok(())
}

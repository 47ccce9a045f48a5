//! What an installed client puts before its model.

mod fixture;

use std::{io, path::Path, time::Duration};

use serde_json::{Value, json};
use studio_api::{
    Capture, CaptureOptions, Comparison, Config, Difference, Error, ErrorCode, LeftOut, Personal, author_home,
    capture_client, changes_since, client_to_capture,
    dto::{TakenOut, TakenOutKind},
    kept_capture, one_line, write_file,
};

use crate::{
    arguments,
    opening::config,
    output::{Failure, Outcome, Output, Page},
};

/// Runs a client and shows what came.
pub(crate) fn capture(asked: &arguments::Capture, library: Option<&Path>, output: &Output) -> Result<Outcome, Failure> {
    if asked.recipes {
        Output::line(&fixture::recipes());
        return Ok(Outcome::Done);
    }
    let folder = folder(asked, library)?;
    let client = client_to_capture(asked.client.as_deref().unwrap_or_default())?;
    let options = CaptureOptions {
        client,
        folder: folder.map(Path::to_path_buf),
        home: if asked.without_own { None } else { author_home() },
        program: asked.program.clone(),
        search: None,
        activate: asked.activate.clone().map(|name| (name, asked.args.clone().unwrap_or_default())),
        limit: Duration::from_secs(asked.timeout),
    };
    let (capture, comparison) = capture_client(&options).map_err(with_hint)?;
    if let Some(path) = &asked.keep {
        keep(path, folder, &capture, &comparison)?;
    }
    if let Some(path) = &asked.fixture {
        fixture::write(path, &capture, &comparison)?;
    }
    output.result(&document(&capture, &comparison), |out| {
        requests(out, client.label(), &capture)?;
        list(out, &capture, &comparison)?;
        changed(out, &capture, &comparison)?;
        loaded(out, &capture, &comparison)
    });
    let differs = capture.list.is_none() || !comparison.is_equal();
    if capture.list.is_none() {
        Output::note(format!("{} didn't send a skill list", client.label()));
    }
    Ok(Outcome::with_findings(asked.check && differs))
}

/// The folder whose skills the client is run on; one that is named in the place of a library is as good.
fn folder<'a>(asked: &'a arguments::Capture, library: Option<&'a Path>) -> Result<Option<&'a Path>, Failure> {
    let folder = match (library, asked.folder.as_deref()) {
        (Some(_), Some(_)) => return Err(Failure::usage("specify a library or a folder of skills, not both")),
        (Some(library), None) if !library.is_dir() => {
            let message = format!("{} isn't a folder. Specify a folder of skills.", library.display());
            return Err(Failure::input(message));
        }
        (library, folder) => folder.or(library),
    };
    if asked.without_own && folder.is_none() {
        return Err(Failure::usage("--without-own needs a folder of skills"));
    }
    Ok(folder)
}

/// The same as one document.
fn document(capture: &Capture, comparison: &Comparison) -> Value {
    let list = capture.list.as_ref().map(|list| {
        json!({ "role": list.role, "ours": comparison.ours, "theirs": comparison.theirs,
                "differences": comparison.differences, "equal": comparison.equal, "left_out": comparison.left_out,
                "own": comparison.own, "named": list.names })
    });
    let sections = capture.pieces.iter().map(|piece| json!({ "role": piece.role, "text": piece.text }));
    let loaded = comparison
        .loaded
        .as_ref()
        .map(|loaded| json!({ "ours": loaded.ours, "theirs": loaded.theirs, "equal": loaded.is_equal() }));
    json!({ "client": capture.client, "version": capture.version, "model": capture.model, "window": capture.window,
            "list": list, "loaded": loaded, "request": { "sections": sections.collect::<Vec<_>>() },
            "changed_since": changes_since(capture), "requests": capture.requests, "outward": capture.outward,
            "names_outward": capture.names_outward, "elapsed_ms": capture.milliseconds })
}

fn requests(out: &mut Page<'_>, label: &str, capture: &Capture) -> io::Result<()> {
    let model = capture.model.as_deref().map(|model| format!(", model {model}")).unwrap_or_default();
    let window = capture.window.map(|tokens| format!(", context window {tokens} tokens")).unwrap_or_default();
    let seconds = f64::from(u32::try_from(capture.milliseconds).unwrap_or(u32::MAX)) / 1_000.0;
    writeln!(out, "{label} {}{model}{window}, {seconds:.1} s", capture.version)?;
    for request in &capture.requests {
        writeln!(out, "  {} {}  {} characters", request.method, request.path, request.chars)?;
    }
    for tried in &capture.outward {
        writeln!(out, "  blocked: {tried}")?;
    }
    if !capture.names_outward {
        writeln!(out, "  other network access was blocked, but can't be listed on this computer")?;
    }
    writeln!(out, "Sent to the model")?;
    for piece in capture.pieces.iter().filter(|piece| !piece.is_loaded) {
        let what = if piece.is_list { "  skill list" } else { "" };
        writeln!(out, "  {:<9}  {:>7} characters{what}", piece.role, piece.text.chars().count())?;
    }
    Ok(())
}

fn list(out: &mut Page<'_>, capture: &Capture, comparison: &Comparison) -> io::Result<()> {
    let Some(list) = &capture.list else { return Ok(()) };
    writeln!(out, "Skill list")?;
    let is_own = |name: &str| comparison.own.iter().any(|(own, _)| own == name);
    for entry in list.entries.iter().filter(|entry| !is_own(&entry.name)) {
        writeln!(out, "  {}", one_line(&entry.line))?;
    }
    if !list.names.is_empty() {
        writeln!(out, "  name only: {}", list.names.join(", "))?;
    }
    let own: usize = comparison.own.iter().map(|(_, chars)| chars).sum();
    writeln!(out, "  built-in skills: {} ({own} characters)", comparison.own.len())?;
    for LeftOut { path, why } in &comparison.left_out {
        writeln!(out, "  not listed: {path} ({why})")?;
    }
    writeln!(
        out,
        "Compared with Skill Studio: {} identical, {} different",
        comparison.equal,
        comparison.differences.len()
    )?;
    for difference in &comparison.differences {
        match difference {
            Difference::OnlyTheirs { name, theirs } => {
                writeln!(out, "  {name}: listed, but Skill Studio doesn't expect it")?;
                writeln!(out, "    client  {}", one_line(theirs))?;
            }
            Difference::OnlyOurs { name, ours } => {
                writeln!(out, "  {name}: not listed, but Skill Studio expects it")?;
                writeln!(out, "    studio  {}", one_line(ours))?;
            }
            Difference::Text { name, ours, theirs } => {
                writeln!(out, "  {name}: different text")?;
                writeln!(out, "    client  {}", one_line(theirs))?;
                writeln!(out, "    studio  {}", one_line(ours))?;
            }
            Difference::Order { ours, theirs } => {
                writeln!(out, "  different order")?;
                writeln!(out, "    client  {}", theirs.join(", "))?;
                writeln!(out, "    studio  {}", ours.join(", "))?;
            }
        }
    }
    Ok(())
}

/// Why an older client may list otherwise.
fn changed(out: &mut Page<'_>, capture: &Capture, comparison: &Comparison) -> io::Result<()> {
    let changes = if comparison.differences.is_empty() { Vec::new() } else { changes_since(capture) };
    changes.iter().try_for_each(|change| writeln!(out, "  changed in {change}"))
}

fn loaded(out: &mut Page<'_>, capture: &Capture, comparison: &Comparison) -> io::Result<()> {
    let mut pieces = capture.pieces.iter().filter(|piece| piece.is_loaded).peekable();
    if pieces.peek().is_some() {
        writeln!(out, "Loaded with the skill")?;
    }
    pieces.try_for_each(|piece| {
        writeln!(out, "  {}", piece.role)?;
        piece.text.lines().try_for_each(|line| writeln!(out, "    {line}"))
    })?;
    let Some(loaded) = &comparison.loaded else { return Ok(()) };
    if loaded.is_equal() {
        return writeln!(out, "Compared with Skill Studio: identical");
    }
    writeln!(out, "Skill Studio expects:")?;
    loaded.ours.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

/// Writes what is kept of a capture to a file, and says what is not in it.
fn keep(path: &Path, folder: Option<&Path>, capture: &Capture, comparison: &Comparison) -> Result<(), Failure> {
    let home = author_home();
    let personal = Personal::of(home.as_deref(), &Config::default_user(), folder);
    let kept = kept_capture(capture, comparison, &personal);
    for TakenOut { kind, found, times } in &kept.taken_out {
        let what = what_was_taken_out(*kind);
        Output::note(format!("removed from {}: {what} “{found}” ({times})", path.display()));
    }
    write_file(&config()?, path, kept.text.as_bytes()).map_err(|cause| Failure::input(format!("couldn't {cause}")))
}

const fn what_was_taken_out(kind: TakenOutKind) -> &'static str {
    match kind {
        TakenOutKind::HomeFolder => "your home folder",
        TakenOutKind::UserName => "your user name",
        TakenOutKind::EmailAddress => "the email address",
        TakenOutKind::MemoryFile => "a line from a memory file",
        TakenOutKind::GitState => "the repository state",
    }
}

/// A client that is not found may lie elsewhere.
fn with_hint(error: Error) -> Error {
    let hint = if error.code == ErrorCode::NotFound { " Or specify its program with --program." } else { "" };
    Error { message: error.message + hint, ..error }
}

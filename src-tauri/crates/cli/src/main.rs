//! `skillctl`: what the window can do, for pipelines.
//!
//! Results go to standard output, as text or with `--json` as one document; diagnostics go to standard error. Exit
//! status 0: done; 1: done, with findings or nothing found; 2: it failed, for bad usage, input that cannot be read, or any
//! other reason that the message names.

mod arguments;
mod capture;
mod check;
mod clients;
mod consent;
mod evaluate;
mod export;
mod library;
mod links;
mod opening;
mod output;
mod overview;
mod packs;
mod query;
mod sharing;
mod simulate;
mod temporary;
mod tool;
mod trash;
mod trust;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use arguments::{Action, Arguments, Import, ServeAction, ToolAction};
use clap::{CommandFactory, FromArgMatches};
use opening::{Opened, config, open, open_either, open_if_there, open_kept, open_with, studio};
use output::{Failure, Form, Notes, Outcome, Output};
use studio_api::{Studio, Twins};

fn main() -> ExitCode {
    if let Some(code) = studio_api::script_host_if_asked() {
        return code;
    }
    studio_api::keep_runtime_quiet();
    let matches = match Arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return output::misused(&error),
    };
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return output::misused(&error),
    };
    let form = if arguments.json { Form::Json } else { Form::Text };
    let notes = if arguments.verbose { Notes::Each } else { Notes::Short };
    let output = Output::new(form, notes);
    match run(&arguments, &matches, &output) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(failure) => {
            output.fail(&failure);
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments, matches: &clap::ArgMatches, output: &Output) -> Result<Outcome, Failure> {
    if let Ok(config) = config() {
        studio_api::settle_underway(&config).iter().for_each(Output::note);
    }
    let library = arguments.library.as_deref();
    match &arguments.action {
        Action::Init { samples } => library::init(&studio()?, library, *samples, output),
        Action::Import(import) => run_import(library, import, output),
        Action::List { what } => library::list(&*open(library, output)?, *what, output),
        Action::Show { what, name } => library::show(&*open(library, output)?, *what, name, output),
        Action::Search(search) => run_search(&open(library, output)?, search, output),
        Action::Find(find) => run_find(library, find, output),
        Action::Lint(lint) => run_lint(library, lint, output),
        Action::Tokens { path, skill } => run_tokens(library, path.as_deref(), skill.as_deref(), output),
        Action::Score(score) => run_score(library, score, output),
        Action::Resolve(resolve) => run_resolve(&*open(library, output)?, resolve, matches, output),
        Action::Overlap(overlap) => {
            evaluate::overlap(&open_either(library, overlap.folder.as_deref(), output)?, overlap, output)
        }
        Action::Overview(asked) => {
            overview::run(&open_with(library, asked.folder.as_deref(), Twins::Kept, output)?, asked, output)
        }
        Action::Eval(eval) => run_eval(library, eval, output),
        Action::Schema { signature } => tool::schema(signature, output),
        Action::Tool { action } => run_tool(&*open_kept(library)?, action, output),
        Action::Simulate(simulate) => run_simulate(library, simulate, matches, output),
        Action::Capture(asked) => capture::capture(asked, library, output),
        Action::Export(export) => run_export(library, export, output),
        Action::Pack { action } => packs::run(&*open_kept(library)?, action, output),
        Action::Scan { paths } => run_scan(library, paths, output),
        Action::Verify { paths } => run_verify(paths, output),
        Action::Key { action } => trust::keys(&studio()?, action, output),
        Action::Push(push) => sharing::push(&*open_kept(library)?, push, output),
        Action::Pull(pull) => run_pull(library, pull, output),
        Action::Trash { action } => trash::run(&*open_kept(library)?, action, output),
        Action::Links { follow } => links::run(&*open_kept(library)?, *follow, output),
        Action::Serve { action: ServeAction::Samples { state, reset } } => serve_samples(state.as_deref(), *reset),
        Action::Doctor { salvage, diagnostics } => check::doctor(library, *salvage, *diagnostics, &studio()?, output),
    }
}

/// Imports into a library, which is made where it is named and not there.
fn run_import(library: Option<&Path>, import: &Import, output: &Output) -> Result<Outcome, Failure> {
    let Import { paths, format, link, follow_links, signed, repeated_labels, agent, runtime } = import;
    refuse_missing(paths)?;
    let cases = evaluate::case_setup(format.as_deref(), agent.as_deref(), *runtime)?;
    let studio = studio()?;
    let linked = if *follow_links { library::linked(&studio, paths, format.as_deref()) } else { Vec::new() };
    let paths = &[paths.as_slice(), linked.as_slice()].concat();
    if *signed {
        trust::must_be_signed(&studio, paths, format.as_deref())?;
    }
    library::open_or_create(&studio, library)?;
    match format.as_deref() {
        Some(evaluate::FORMAT) => evaluate::import(&studio, paths, *repeated_labels, cases.as_ref(), output),
        format => library::import(&studio, paths, format, *link, output),
    }
}

fn run_export(library: Option<&Path>, asked: &arguments::Export, output: &Output) -> Result<Outcome, Failure> {
    settle(&asked.out);
    let folder = asked.folder(library);
    if let Some(name) = asked.bare_name().filter(|_| folder.is_some())
        && studio_api::last_library_has_skill(&config()?, name)
    {
        Output::note(format_args!(
            "exporting the folder {name}, not the skill {name} in your library; use --library to export the skill"
        ));
    }
    export::export(&*open_either(library, folder, output)?, asked, library, output)
}

fn run_find(library: Option<&Path>, find: &arguments::Find, output: &Output) -> Result<Outcome, Failure> {
    let (text, folder) = opening::apart(find.text.as_ref(), find.folder.as_deref());
    library::find(&*open_either(library, folder, output)?, &text.to_string_lossy(), find, output)
}

fn run_lint(library: Option<&Path>, lint: &arguments::Lint, output: &Output) -> Result<Outcome, Failure> {
    let folder = library.filter(|named| lint.paths.is_empty() && named.is_dir());
    let paths = folder.map_or_else(|| lint.paths.clone(), |folder| vec![folder.to_path_buf()]);
    if paths.is_empty() {
        return Err(Failure::usage("specify what to check: folders, SKILL.md files or archives"));
    }
    refuse_missing(&paths)?;
    let named = library.filter(|_| folder.is_none()).map(|named| open(Some(named), output)).transpose()?;
    check::lint(lint, &paths, named.as_deref(), output)
}

fn run_tokens(
    library: Option<&Path>,
    path: Option<&Path>,
    skill: Option<&str>,
    output: &Output,
) -> Result<Outcome, Failure> {
    match (path.or_else(|| library.filter(|named| named.is_dir())), skill) {
        (_, Some(skill)) => check::tokens_of_skill(&*open_either(library, path, output)?, skill, output),
        (Some(path), None) => check::tokens_of_path(path, output),
        (None, None) => Err(Failure::usage("specify a path, or a skill with --skill")),
    }
}

fn run_score(library: Option<&Path>, score: &arguments::Score, output: &Output) -> Result<Outcome, Failure> {
    let (asked, folder) = query::asked(score)?;
    let quick = query::Quick::of(library, folder, score)?;
    if let Some(report) = quick.as_ref().and_then(|quick| quick.answer(&asked, score)) {
        return Ok(query::one(&report, output));
    }
    let opened = open_either(library, folder, output)?;
    let outcome = query::score(&opened, &asked, score, output)?;
    if let Some(quick) = quick {
        quick.keep(&opened);
    }
    Ok(outcome)
}

fn run_eval(library: Option<&Path>, eval: &arguments::Eval, output: &Output) -> Result<Outcome, Failure> {
    let (file, folder) = match eval.file.as_deref() {
        None => (None, None),
        // A folder alone: the queries are in it, too.
        Some(folder) if eval.folder.is_none() && folder.is_dir() => (None, Some(folder)),
        Some(file) => {
            let (file, folder) = opening::apart(file.as_os_str(), eval.folder.as_deref());
            (Some(Path::new(file)), folder)
        }
    };
    evaluate::eval(&open_either(library, folder, output)?, file, eval, output)
}

fn run_resolve(
    studio: &Studio,
    resolve: &arguments::Resolve,
    matches: &clap::ArgMatches,
    output: &Output,
) -> Result<Outcome, Failure> {
    let order = matches.subcommand_matches("resolve").map(query::strategies_in_order).unwrap_or_default();
    query::resolve(studio, resolve, &order, output)
}

fn run_simulate(
    library: Option<&Path>,
    simulate: &arguments::Simulate,
    matches: &clap::ArgMatches,
    output: &Output,
) -> Result<Outcome, Failure> {
    simulate::refuse_nobody(simulate, library)?;
    let studio = open_either(library, simulate.folder.as_deref(), output)?;
    let order = matches.subcommand_matches("simulate").map(simulate::strategies_in_order).unwrap_or_default();
    simulate::simulate(&studio, simulate, &order, output)
}

/// Looks through what is there, with what is dismissed in a library where there is one.
fn run_scan(library: Option<&Path>, paths: &[PathBuf], output: &Output) -> Result<Outcome, Failure> {
    refuse_missing(paths)?;
    trust::scan(&open_if_there(library)?, paths, output)
}

fn run_verify(paths: &[PathBuf], output: &Output) -> Result<Outcome, Failure> {
    refuse_missing(paths)?;
    trust::verify(&studio()?, paths, output)
}

/// Searches the library, or the one on a server.
fn run_search(studio: &Opened, search: &arguments::Search, output: &Output) -> Result<Outcome, Failure> {
    match &search.remote {
        Some(remote) => sharing::search(studio, remote, search, output),
        None => library::search(studio, search, output),
    }
}

/// Pulls into a library, which is made where it is named and not there.
fn run_pull(library: Option<&Path>, pull: &arguments::Pull, output: &Output) -> Result<Outcome, Failure> {
    let studio = studio()?;
    library::open_or_create(&studio, library)?;
    sharing::pull(&studio, pull, output)
}

fn run_tool(studio: &Studio, action: &ToolAction, output: &Output) -> Result<Outcome, Failure> {
    match action {
        ToolAction::Call(call) => tool::call(studio, call, output),
        ToolAction::Implement(implement) => tool::implement(studio, implement, output),
        ToolAction::RenameInSkills(rename) => tool::rename_in_skills(studio, rename, output),
        ToolAction::Bind { library_name } => tool::bind(studio, library_name, output),
    }
}

fn serve_samples(state: Option<&Path>, reset: bool) -> Result<Outcome, Failure> {
    let folder = match state {
        Some(folder) => folder.to_owned(),
        None => studio_api::samples_folder(&config()?),
    };
    studio_api::serve_samples(&folder, reset)?;
    Ok(Outcome::Done)
}

/// Refuses a path that leads nowhere, before anything is done with the others. Whatever killed programs were in the middle of
/// there is settled first.
fn refuse_missing(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        settle(path);
    }
    match paths.iter().find(|path| path.as_os_str() != "-" && !path.exists()) {
        Some(missing) => Err(Failure::input(format!("{} doesn't exist", missing.display()))),
        None => Ok(()),
    }
}

/// Settles a folder, or that of a file, before it is read or written, and says what was to be settled.
fn settle(path: &Path) {
    let around = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = if path.is_dir() { path } else { around };
    studio_api::settle_folder(folder).iter().for_each(Output::note);
}

/// Paths as the use-cases take them.
fn path_texts(paths: &[PathBuf]) -> Vec<String> {
    let here = std::env::current_dir().unwrap_or_default();
    // What comes on standard input is no file of this folder.
    let text = |path: &PathBuf| {
        if path.as_os_str() == "-" { "-".into() } else { here.join(path).to_string_lossy().into_owned() }
    };
    paths.iter().map(text).collect()
}

//! Commands that look: lint, tokens, doctor. Only `doctor --salvage` changes something: it replaces a damaged library.

use std::path::{Path, PathBuf};

use serde_json::json;
use studio_api::{
    Config, ErrorCode, LintBasis, Linted, Off, Studio,
    dto::{CheckStatus, Host, Severity},
    plural,
};

use crate::{
    arguments::Lint,
    output::{Failure, Outcome, Output},
};

/// Checks skills on disk against a library, the one named or else the user's: its tools are known, its rules are as severe as
/// its author says, and what they ignore is left out.
pub(crate) fn lint(
    arguments: &Lint,
    paths: &[PathBuf],
    named: Option<&Studio>,
    output: &Output,
) -> Result<Outcome, Failure> {
    let Lint { target, fail_on, .. } = arguments;
    let least = arguments.least();
    let library = named.map_or_else(|| Ok(basis_of_user()), |studio| studio.lint_basis().map(Some))?;
    let linted = studio_api::lint_paths(paths, target.as_deref(), library.as_ref(), &arguments.levels())?;
    tell_read(&linted);
    let Linted { mut findings, skipped, skills, ignored, off, .. } = linted;
    // What fails a pipeline does so whether it is listed or not.
    let worst = fail_on.unwrap_or(least);
    let fails = findings.iter().any(|linted| worst.lets_pass(linted.finding.severity));
    let all = findings.len();
    findings.retain(|linted| least.lets_pass(linted.finding.severity));
    let passed = all - findings.len();
    let rows: Vec<_> = findings
        .iter()
        .map(|linted| {
            let finding = &linted.finding;
            json!({
                "path": linted.path, "line": finding.start.line, "column": finding.start.column,
                "severity": finding.severity, "code": finding.code, "message": finding.message,
                "target": finding.targets.first(), "targets": finding.targets, "fix": finding.fix,
            })
        })
        .collect();
    output.result(&json!({ "findings": rows, "ignored": ignored, "off": off.in_library + off.asked }), |out| {
        for linted in &findings {
            let finding = &linted.finding;
            let place = format!("{}:{}:{}", linted.path, finding.start.line, finding.start.column);
            writeln!(out, "{place}: {}: {} ({})", severity(finding.severity), finding.message, finding.code)?;
        }
        Ok(())
    });
    if skills == 0 {
        Output::note("no skill files found");
    }
    tell_left_out(passed, ignored, off);
    Ok(Outcome::with_findings(skills == 0 || fails || !skipped.is_empty()))
}

/// Says for whom what was read, and what was not.
fn tell_read(Linted { client, linked, skipped, .. }: &Linted) {
    if let Some(client) = *client {
        tell_client(client, "--target");
    }
    for (path, file) in linked {
        Output::note(format_args!("also reading {}, linked from {path}", file.display()));
    }
    for item in skipped {
        Output::note(format_args!("{}: {} ({})", item.path, item.message, item.reason.as_str()));
    }
}

/// Says how many problems were less severe than what was asked for, how many are ignored, and how many are of rules that are
/// off.
fn tell_left_out(passed: usize, ignored: usize, off: Off) {
    for (left_out, why) in [
        (passed, "less severe and not listed"),
        (ignored, "ignored in the library and not listed"),
        (off.in_library, "turned off in the library and not listed"),
        (off.asked, "turned off with --severity and not listed"),
    ] {
        if left_out > 0 {
            Output::note(format_args!("{} {why}", plural(left_out, "problem is", "problems are")));
        }
    }
}

/// Says for which client skills are checked, where their folder told, and what chooses another.
pub(crate) fn tell_client(client: Host, option: &str) {
    let label = client.noun().label();
    Output::note(format_args!("checking for {label}, whose folder this is; use {option} to choose another"));
}

/// What the user's library knows. Skills can be checked without one, so that one that is not there is no failure.
fn basis_of_user() -> Option<LintBasis> {
    let Some(config) = Config::of_user() else {
        Output::note("tool names not checked: no home folder found");
        return None;
    };
    let basis = studio_api::lint_basis_of_last_library(&config);
    match &basis {
        Ok(Some(_)) => {}
        Ok(None) => Output::note("tool names not checked: no library has been opened yet; use --library to choose one"),
        Err(error) => Output::note(format_args!("tool names not checked: {}", error.message)),
    }
    basis.ok().flatten()
}

/// Tokens of what lies at a path.
pub(crate) fn tokens_of_path(path: &Path, output: &Output) -> Result<Outcome, Failure> {
    let tokens = studio_api::tokens_of_path(path)?;
    report_tokens(tokens.description, tokens.body, tokens.files, output);
    Ok(Outcome::Done)
}

/// Tokens of a skill of the library.
pub(crate) fn tokens_of_skill(studio: &Studio, name: &str, output: &Output) -> Result<Outcome, Failure> {
    let tokens = studio.find_skill(name)?.detail.tokens;
    report_tokens(tokens.description as usize, tokens.body as usize, tokens.files as usize, output);
    Ok(Outcome::Done)
}

/// Looks at everything the studio stands on.
pub(crate) fn doctor(
    library: Option<&Path>,
    salvage: bool,
    diagnostics: bool,
    studio: &Studio,
    output: &Output,
) -> Result<Outcome, Failure> {
    match library {
        Some(library) if salvage => drop(studio.salvage_library(&library.to_string_lossy())?),
        None if salvage => return Err(Failure::usage("specify the damaged library with --library")),
        _ => {}
    }
    match studio.open_named_or_last(library) {
        Ok(()) => {
            // What cannot be indexed is what the checks below report.
            let _reported_below = studio.wait_until_indexed();
        }
        Err(error) if library.is_some() => return Err(error.into()),
        Err(error) if error.code == ErrorCode::NoLibrary => {
            Output::note("no library yet; create one with `skillctl init --samples`");
        }
        Err(error) => Output::note(&error.message),
    }
    if diagnostics {
        let text = studio.get_diagnostics();
        output.result(&json!({ "diagnostics": text }), |out| write!(out, "{text}"));
        return Ok(Outcome::Done);
    }
    let checks = studio.doctor();
    output.result(&json!({ "checks": checks }), |out| {
        checks.iter().try_for_each(|check| writeln!(out, "{:8} {:8} {}", check.status, check.name, check.message))
    });
    Ok(Outcome::with_findings(checks.iter().any(|check| check.status == CheckStatus::Error)))
}

fn report_tokens(description: usize, body: usize, files: usize, output: &Output) {
    let total = description + body + files;
    let document =
        json!({ "description": description, "body": body, "files": files, "total": total, "tokenizer": "o200k_base" });
    output.result(&document, |out| {
        writeln!(out, "description {description}")?;
        writeln!(out, "body {body}")?;
        writeln!(out, "files {files}")?;
        writeln!(out, "total {total} (o200k estimate)")
    });
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

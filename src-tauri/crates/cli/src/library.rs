//! Commands on the library as a whole.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;
use studio_api::{
    ImportFormat, Studio,
    dto::{FindOptions, FindRequest, FindScope},
};

use crate::{
    arguments::{Find, Listed, Shown},
    output::{Failure, Outcome, Output},
    path_texts,
};

/// Finds text in the files of every skill.
pub(crate) fn find(studio: &Studio, find: &Find, output: &Output) -> Result<Outcome, Failure> {
    let Find { text, match_case, word, regex } = find;
    let found = studio.find_in_files(&FindRequest {
        query: text.clone(),
        options: FindOptions { match_case: *match_case, whole_word: *word, is_regex: *regex },
        scope: FindScope::Library,
        bundled_files: true,
        replacement: None,
        limit: u32::MAX,
    })?;
    if let Some(problem) = &found.problem {
        return Err(Failure::usage(problem.trim_end_matches('.')));
    }
    output.result(&found, |out| {
        for file in &found.files {
            for place in &file.matches {
                writeln!(out, "{}/{}:{}: {}", file.skill, file.path, place.line, place.text)?;
            }
        }
        Ok(())
    });
    Ok(if found.total == 0 { Outcome::Findings } else { Outcome::Done })
}

/// Creates a library.
pub(crate) fn init(
    studio: &Studio,
    library: Option<&Path>,
    samples: bool,
    output: &Output,
) -> Result<Outcome, Failure> {
    let path = library.map_or_else(|| studio.default_library(), Path::to_path_buf);
    let path = std::path::absolute(&path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let info = studio.create_library_at(&path, samples)?;
    output.result(&info, |out| writeln!(out, "Created {} with {} skills.", info.path, info.skills));
    Ok(Outcome::Done)
}

/// Opens the library to import into; makes it where it is not there.
pub(crate) fn open_or_create(studio: &Studio, library: Option<&Path>) -> Result<(), Failure> {
    match library {
        Some(path) if !path.exists() => {
            let path =
                std::path::absolute(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            studio.create_library_at(&path, false)?;
            Output::note(format_args!("created {}", path.display()));
            Ok(())
        }
        _ => Ok(studio.open_named_or_last(library)?),
    }
}

/// Imports skills.
pub(crate) fn import(
    studio: &Studio,
    paths: &[PathBuf],
    format: Option<&str>,
    link: bool,
    output: &Output,
) -> Result<Outcome, Failure> {
    let format = format.map(|name| ImportFormat::parse(name).ok_or_else(|| unknown_format(name))).transpose()?;
    let report = studio.import_format(&path_texts(paths), format, link)?;
    output.result(&report, |out| {
        for item in &report.imported {
            writeln!(out, "{} {}  {}", item.kind, item.name, item.path)?;
        }
        for item in &report.skipped {
            writeln!(out, "skipped {}: {} ({})", item.path, item.message, item.code)?;
        }
        writeln!(
            out,
            "{} imported, {} skipped, {} imported with problems",
            report.imported.len(),
            report.skipped.len(),
            report.warnings.len()
        )
    });
    Ok(Outcome::with_findings(report.imported.is_empty() || !report.skipped.is_empty()))
}

/// Lists one kind of thing.
pub(crate) fn list(studio: &Studio, what: Listed, output: &Output) -> Result<Outcome, Failure> {
    match what {
        Listed::Skills => {
            let skills = studio.list_skills()?;
            Ok(listed(&skills, output, |skill| format!("{}  {}", skill.name, skill.description)))
        }
        Listed::Tools => {
            let tools = studio.list_tools()?;
            Ok(listed(&tools, output, |tool| format!("{}  {}  {}", tool.name, tool.implementation, tool.description)))
        }
        Listed::Agents => {
            let agents = studio.list_agents()?;
            Ok(listed(&agents, output, |agent| format!("{}  {}  {}", agent.name, agent.model, agent.skills.join(", "))))
        }
        Listed::Servers => {
            let servers = studio.list_servers()?;
            Ok(listed(&servers, output, |server| {
                let tools: Vec<&str> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
                format!("{}  {}", server.name, tools.join(", "))
            }))
        }
    }
}

/// Shows one entity whole.
pub(crate) fn show(studio: &Studio, what: Shown, name: &str, output: &Output) -> Result<Outcome, Failure> {
    match what {
        Shown::Skill => {
            let skill = studio.find_skill(name)?;
            output.result(&skill, |out| write!(out, "{}", skill.text));
        }
        Shown::Tool => {
            let tool = studio.find_tool(name)?;
            output.result(&tool, |out| write_pretty(out, &tool));
        }
        Shown::Agent => {
            let agent = studio.find_agent(name)?;
            output.result(&agent, |out| write_pretty(out, &agent));
        }
    }
    Ok(Outcome::Done)
}

fn listed<T: Serialize>(rows: &[T], output: &Output, line: impl Fn(&T) -> String) -> Outcome {
    output.result(&rows, |out| rows.iter().try_for_each(|row| writeln!(out, "{}", line(row))));
    Outcome::with_findings(rows.is_empty())
}

fn write_pretty(out: &mut dyn std::io::Write, document: &impl Serialize) -> std::io::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(&json!(document)).map_err(std::io::Error::other)?)
}

fn unknown_format(name: &str) -> Failure {
    let known = ImportFormat::ALL.map(ImportFormat::as_str).join(", ");
    Failure::usage(&format!("unknown import format {name}; use one of: {known}"))
}

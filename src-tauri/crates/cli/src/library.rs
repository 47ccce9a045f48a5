//! Commands on the library as a whole.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;
use studio_api::{
    ErrorCode, ImportFormat, ListFormat, Studio,
    dto::{
        FindOptions, FindRequest, FindScope, FindThingsRequest, FoundKind, ImplementationKind, ImportReport, RowFormat,
        SearchField, SearchHit,
    },
    plural,
};

use crate::{
    arguments::{Find, Listed, Search, Shown},
    evaluate,
    opening::{Opened, refuse_folder},
    output::{Failure, Outcome, Output, Page},
    path_texts,
};

/// Finds text in the files of every skill.
pub(crate) fn find(studio: &Studio, text: &str, find: &Find, output: &Output) -> Result<Outcome, Failure> {
    let Find { match_case, word, regex, .. } = find;
    let found = studio.find_in_files(&FindRequest {
        query: text.to_owned(),
        options: FindOptions { is_case_sensitive: *match_case, is_whole_word: *word, is_regex: *regex },
        scope: FindScope::Library,
        has_bundled_files: true,
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

/// Finds things of the library by words and by meaning.
pub(crate) fn search(studio: &Opened, search: &Search, output: &Output) -> Result<Outcome, Failure> {
    // A folder is searched by its words: its vectors would have to be made first.
    if !studio.is_of_folder() {
        match studio.wait_until_indexed() {
            // What was found by words is told together with why the rest is missing.
            Err(error) if error.code == ErrorCode::ModelMissing => {}
            indexed => indexed?,
        }
    }
    let kinds = search.kinds.iter().map(|kind| found_kind(*kind)).collect::<Vec<_>>();
    let kinds = if kinds.is_empty() { FoundKind::ALL.to_vec() } else { kinds };
    let found = studio.find_things(&FindThingsRequest { query: search.query.clone(), kinds, limit: search.limit })?;
    let document = json!({ "query": search.query, "hits": found.hits, "total": found.total, "hint": found.hint });
    output.result(&document, |out| {
        for hit in &found.hits {
            let text = if hit.passage.is_empty() { &hit.description } else { &hit.passage };
            writeln!(out, "{:<6}  {}  ({})  {text}", kind_name(hit.kind), hit.name, why(hit))?;
        }
        Ok(())
    });
    if let Some(hint) = &found.hint {
        Output::note(hint);
    }
    Ok(Outcome::with_findings(found.hits.is_empty()))
}

const fn found_kind(kind: Shown) -> FoundKind {
    match kind {
        Shown::Skill => FoundKind::Skill,
        Shown::Tool => FoundKind::Tool,
        Shown::Agent => FoundKind::Agent,
        Shown::Server => FoundKind::Server,
    }
}

const fn kind_name(kind: FoundKind) -> &'static str {
    match kind {
        FoundKind::Skill => "skill",
        FoundKind::Tool => "tool",
        FoundKind::Agent => "agent",
        FoundKind::Server => "server",
    }
}

/// Where it was found.
fn why(hit: &SearchHit) -> String {
    match (hit.field, hit.kind) {
        (SearchField::Name, _) => "name".to_owned(),
        (SearchField::Description | SearchField::Body, FoundKind::Server) => "tools".to_owned(),
        (SearchField::Description, _) => "description".to_owned(),
        (SearchField::Tags, FoundKind::Tool) => "group".to_owned(),
        (SearchField::Tags, FoundKind::Agent) => "model".to_owned(),
        (SearchField::Tags, _) => "tags".to_owned(),
        (SearchField::Body, FoundKind::Tool) => "parameters".to_owned(),
        (SearchField::Body, _) => "body".to_owned(),
        (SearchField::File, _) => hit.path.clone(),
        (SearchField::Meaning, _) => format!("similarity {:.2}", hit.score),
    }
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
    output.result(&info, |out| writeln!(out, "Created {} with {}.", info.path, plural(info.skills, "skill", "skills")));
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
        _ => {
            refuse_folder(library)?;
            Ok(studio.open_named_or_last(library)?)
        }
    }
}

/// The skill files that links in the folders of clients below these paths lead to, each named before it is read.
pub(crate) fn linked(studio: &Studio, paths: &[PathBuf], format: Option<&str>) -> Vec<PathBuf> {
    let links = studio.list_linked_skills(&path_texts(paths), format.and_then(ImportFormat::parse));
    let followed = links.into_iter().filter_map(|link| Some((link.path, link.leads_to?)));
    let named = followed.map(|(path, file)| {
        Output::note(format_args!("also reading {file}, linked from {path}"));
        PathBuf::from(file)
    });
    named.collect()
}

/// Imports skills.
pub(crate) fn import(
    studio: &Studio,
    paths: &[PathBuf],
    format: Option<&str>,
    link: bool,
    output: &Output,
) -> Result<Outcome, Failure> {
    let report = match format {
        Some(name) => import_as(studio, paths, name, link)?,
        None => import_detected(studio, paths, link)?,
    };
    output.result(&report, |out| {
        for item in &report.imported {
            writeln!(out, "{} {}  {}", item.kind, item.name, item.path)?;
        }
        for item in &report.skipped {
            writeln!(out, "skipped {}: {} ({})", item.path, item.message, item.code)?;
        }
        for item in &report.warnings {
            let line = item.line.map(|line| format!(":{line}")).unwrap_or_default();
            writeln!(out, "problem {}{line}: {} ({})", item.path, item.message, item.code)?;
        }
        let problems = plural(report.warnings.len(), "problem", "problems");
        writeln!(out, "{} imported, {} skipped, {problems}", report.imported.len(), report.skipped.len())
    });
    if report.skipped.iter().any(|item| item.leads_to.is_some()) {
        Output::note("use --follow-links to import skills linked from client folders");
    }
    Ok(Outcome::with_findings(report.imported.is_empty() || !report.skipped.is_empty()))
}

/// Imports paths as one format. A plugin and a client's folder hold skills as the standard has them.
fn import_as(studio: &Studio, paths: &[PathBuf], name: &str, link: bool) -> Result<ImportReport, Failure> {
    if let Some(format) = RowFormat::parse(name) {
        return Ok(studio.import_from(paths, format)?);
    }
    if let Some(list) = ListFormat::parse(name) {
        return Ok(studio.import_lists(paths, Some(list))?);
    }
    let name = if ["claude-plugin", "client-folder"].contains(&name) { "agent-skills" } else { name };
    let format = ImportFormat::parse(name).ok_or_else(|| unknown_format(name))?;
    Ok(studio.import_format(&path_texts(paths), Some(format), link)?)
}

/// Imports what each path is likely to hold. What is read from files of tools comes first: skills name tools.
fn import_detected(studio: &Studio, paths: &[PathBuf], link: bool) -> Result<ImportReport, Failure> {
    let mut report = ImportReport::default();
    let (mut rows, mut lists, mut skills) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        match RowFormat::detect(path) {
            Some(format) => rows.push((format, path.clone())),
            None if ListFormat::is_likely(path) || ListFormat::is_named_otherwise(path) => lists.push(path.clone()),
            None => skills.push(path.clone()),
        }
    }
    for format in RowFormat::ALL {
        let paths: Vec<PathBuf> = rows.iter().filter(|(of, _)| of == format).map(|(_, path)| path.clone()).collect();
        if !paths.is_empty() {
            report.add(studio.import_from(&paths, *format)?);
        }
    }
    report.add(studio.import_lists(&lists, None)?);
    if !skills.is_empty() {
        report.add(studio.import_format(&path_texts(&skills), None, link)?);
    }
    Ok(report)
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
            Ok(listed(&tools, output, |tool| {
                let kind = tool.implementation.map(ImplementationKind::as_str).unwrap_or_default();
                format!("{}  {kind}  {}", tool.name, tool.description)
            }))
        }
        Listed::Agents => {
            let agents = studio.list_agents()?;
            Ok(listed(&agents, output, |agent| format!("{}  {}  {}", agent.name, agent.model, agent.skills.join(", "))))
        }
        Listed::Servers => {
            let servers = studio.list_servers()?;
            let unreadable = servers.iter().filter(|server| server.transport.is_none() && server.aggregate_version > 0);
            unreadable.for_each(|server| Output::note(&server.message));
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
            output.result(&skill, |out| out.block(&skill.text));
        }
        Shown::Tool => {
            let tool = studio.find_tool(name)?;
            output.result(&tool, |out| write_pretty(out, &tool));
        }
        Shown::Agent => {
            let agent = studio.find_agent(name)?;
            output.result(&agent, |out| write_pretty(out, &agent));
        }
        Shown::Server => {
            let server = studio.find_server(name)?;
            output.result(&server, |out| write_pretty(out, &server));
        }
    }
    Ok(Outcome::Done)
}

fn listed<T: Serialize>(rows: &[T], output: &Output, line: impl Fn(&T) -> String) -> Outcome {
    output.result(&rows, |out| rows.iter().try_for_each(|row| writeln!(out, "{}", line(row))));
    Outcome::with_findings(rows.is_empty())
}

fn write_pretty(out: &mut Page<'_>, document: &impl Serialize) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(&json!(document)).map_err(std::io::Error::other)?;
    out.block(&format!("{text}\n"))
}

fn unknown_format(name: &str) -> Failure {
    let skills = ImportFormat::ALL.into_iter().map(ImportFormat::as_str);
    let lists = ListFormat::ALL.into_iter().map(ListFormat::as_str);
    let known = skills.chain(lists).chain([evaluate::FORMAT]).collect::<Vec<_>>().join(", ");
    Failure::usage(&format!("unknown import format {name}; use one of: {known}"))
}

//! An export held to what its sources said, read by nobody who wrote it.
//!
//! An import reads with the readers that stand beside the writers, and both sides of that comparison are rows of libraries: what
//! was lost on the way in cannot be missed there. Here the files that lie on disk are read by the rules of their format alone
//! (JSON by its keys, an archive by its directory, a frontmatter by its lines, SQL by a parser of SQL) and held to what the
//! source said: the list that a tool came with, the bytes of a skill's files, an agent's texts.

mod archive;
mod gram;
mod rows;
mod skills;
mod tools;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use studio_text::tool_lists::model_tools::Source;

use super::{
    bundle::Bundle,
    difference::Difference,
    loss::{Entity, Field, Loss},
    target::Target,
};
use crate::{may_run::may_run, names};

const SKILL_FILE: &str = "SKILL.md";

/// A file as it lies on disk or in an archive.
struct Piece {
    /// With `/`; what is in an archive lies below the archive's path without its ending.
    path: String,
    bytes: Vec<u8>,
    /// Whether its owner may run it; none where the system does not say.
    is_executable: Option<bool>,
}

/// What the files of an export say otherwise than their sources, without a loss that says so. `written` are the files, or the
/// folder they lie in.
pub fn unproven(target: Target, bundle: &Bundle, written: &[PathBuf], losses: &[Loss]) -> io::Result<Vec<Difference>> {
    let mut pieces = Vec::new();
    for path in written {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let below = if path.is_dir() { String::new() } else { name };
        collect(target, path, &below, &mut pieces)?;
    }
    let found = held(target, bundle, &pieces)?;
    let is_told = |one: &Difference| {
        let mut of_it = losses.iter().filter(|loss| loss.entity == one.entity);
        of_it.any(|loss| loss.field == one.field || loss.field == Field::Whole)
    };
    Ok(found.into_iter().filter(|one| !is_told(one)).collect())
}

/// The same of `files` where they lie now below `folder`, among whatever else is there; what a loss says of it is not left out.
/// With a skill comes all that is in its folder.
pub fn unproven_at<'a>(
    target: Target,
    bundle: &Bundle,
    folder: &Path,
    files: impl IntoIterator<Item = &'a Path>,
) -> io::Result<Vec<Difference>> {
    let mut pieces = Vec::new();
    for file in files {
        let is_skill_file = file.file_name().is_some_and(|name| name == SKILL_FILE);
        let place = file.parent().filter(|parent| is_skill_file && *parent != folder).unwrap_or(file);
        let below = place.strip_prefix(folder).unwrap_or(place);
        let below: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        collect(target, place, &below.join("/"), &mut pieces)?;
    }
    pieces.sort_by(|one, other| one.path.cmp(&other.path));
    pieces.dedup_by(|one, other| one.path == other.path);
    held(target, bundle, &pieces)
}

/// Holds what was read to its sources, by the rules of its format.
fn held(target: Target, bundle: &Bundle, pieces: &[Piece]) -> io::Result<Vec<Difference>> {
    Ok(match target {
        Target::OpenAiTools => tools::unproven(Source::OpenAi, bundle, pieces),
        Target::AnthropicTools => tools::unproven(Source::Anthropic, bundle, pieces),
        Target::McpTools => tools::unproven(Source::Mcp, bundle, pieces),
        Target::AgentSkills
        | Target::SkillZip
        | Target::ClaudePlugin
        | Target::ClientFolder
        | Target::Adk
        | Target::WellKnown => skills::unproven(bundle, pieces),
        Target::Light4jSql => rows::unproven(bundle, &rows::sql::rows(&text(pieces)?)?),
        Target::Light4jEvents => rows::unproven(bundle, &rows::events::rows(&text(pieces)?)?),
        Target::Gram => gram::unproven(bundle, &text(pieces)?),
    })
}

/// The text of an export that is one file.
fn text(pieces: &[Piece]) -> io::Result<String> {
    let texts: Result<Vec<&str>, _> = pieces.iter().map(|piece| std::str::from_utf8(&piece.bytes)).collect();
    Ok(texts.map_err(io::Error::other)?.concat())
}

/// Everything at a path; of a target that is made of archives, what is in them.
fn collect(target: Target, path: &Path, below: &str, pieces: &mut Vec<Piece>) -> io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if names::is_left_aside(&name, entry.file_type()?) {
                continue;
            }
            let below = if below.is_empty() { name } else { format!("{below}/{name}") };
            collect(target, &entry.path(), &below, pieces)?;
        }
        return Ok(());
    }
    let bytes = fs::read(path)?;
    match archive_stem(target, below) {
        Some(stem) => pieces.extend(archive::read(&bytes, stem).map_err(io::Error::other)?),
        None => pieces.push(Piece { path: below.to_owned(), bytes, is_executable: may_run(path) }),
    }
    Ok(())
}

/// Where what is in a file of a target lies, where that file is an archive; skills may have archives of their own.
fn archive_stem(target: Target, below: &str) -> Option<&str> {
    let zipped = below.strip_suffix(".zip");
    match target {
        Target::SkillZip => below.strip_suffix(".skill").or(zipped).or(Some(below)),
        Target::WellKnown => zipped,
        _ => None,
    }
}

/// A difference that nobody told of.
fn differs(entity: Entity, field: Field, before: Option<String>, after: Option<String>) -> Difference {
    Difference { entity, field, before, after }
}

//! An export held to what its sources said, read by nobody who wrote it.
//!
//! An import reads with the readers that stand beside the writers, and both sides of that comparison are rows of libraries: what
//! was lost on the way in cannot be missed there. Here the files that lie on disk are read by the rules of their format alone
//! (JSON by its keys, an archive by its directory, a frontmatter by its lines) and held to what the
//! source said: the list that a tool came with, the bytes of a skill's files.

mod archive;
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
        collect(path, &below, &mut pieces)?;
    }
    let found = match target {
        Target::OpenAiTools => tools::unproven(Source::OpenAi, bundle, &pieces),
        Target::AnthropicTools => tools::unproven(Source::Anthropic, bundle, &pieces),
        Target::McpTools => tools::unproven(Source::Mcp, bundle, &pieces),
        Target::AgentSkills
        | Target::SkillZip
        | Target::ClaudePlugin
        | Target::ClientFolder
        | Target::Adk
        | Target::WellKnown => skills::unproven(bundle, &pieces),
        // Rows and gram are read back by libraries that their writers do not use.
        Target::Light4jSql | Target::Light4jEvents | Target::Gram => Vec::new(),
    };
    let is_told = |one: &Difference| {
        let mut of_it = losses.iter().filter(|loss| loss.entity == one.entity);
        of_it.any(|loss| loss.field == one.field || loss.field == Field::Whole)
    };
    Ok(found.into_iter().filter(|one| !is_told(one)).collect())
}

/// Everything at a path, archives opened.
fn collect(path: &Path, below: &str, pieces: &mut Vec<Piece>) -> io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            let below = if below.is_empty() { name } else { format!("{below}/{name}") };
            collect(&entry.path(), &below, pieces)?;
        }
        return Ok(());
    }
    let bytes = fs::read(path)?;
    let stem = below.strip_suffix(".skill").or_else(|| below.strip_suffix(".zip"));
    match stem {
        Some(stem) => pieces.extend(archive::read(&bytes, stem).map_err(io::Error::other)?),
        None => pieces.push(Piece { path: below.to_owned(), bytes, is_executable: may_run(path) }),
    }
    Ok(())
}

#[cfg(unix)]
fn may_run(path: &Path) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).ok().map(|found| found.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn may_run(_path: &Path) -> Option<bool> {
    None
}

/// A difference that nobody told of.
fn differs(entity: Entity, field: Field, before: Option<String>, after: Option<String>) -> Difference {
    Difference { entity, field, before, after }
}

//! From planned skills to read ones, whatever they are read from.

use std::path::PathBuf;

use crate::found::{FoundFile, FoundSkill, SkillKind, Skipped};
use crate::plan::{Leaf, Planned};

/// Skills read from one source, and what of them could not be.
#[derive(Default)]
pub(crate) struct Assembled {
    pub(crate) found: Vec<FoundSkill>,
    pub(crate) skipped: Vec<Skipped>,
}

/// Reads `planned` with `read`, which gets each file and the most bytes it may have, and adds what came of it.
pub(crate) fn assemble<N>(
    planned: Planned<N>,
    on_disk: impl Fn(&N) -> Option<PathBuf>,
    mut read: impl FnMut(&Leaf<N>) -> Result<Vec<u8>, Skipped>,
    assembled: &mut Assembled,
) {
    let bytes = match read(&planned.skill_file) {
        Ok(bytes) => bytes,
        Err(skipped) => return assembled.skipped.push(skipped),
    };
    if planned.skill_file.is_adk_candidate && !has_frontmatter(&bytes) {
        return;
    }
    let listed = planned.skill_file.details.size + planned.files.iter().map(|leaf| leaf.details.size).sum::<u64>();
    let mut skill = FoundSkill {
        kind: planned.kind,
        display_path: planned.display_path,
        group: planned.group,
        folder: planned.folder.as_ref().and_then(&on_disk),
        skill_file: on_disk(&planned.skill_file.node),
        file_name: planned.skill_file.path,
        folder_name: planned.folder_name,
        bytes,
        files: Vec::with_capacity(planned.files.len()),
        listed,
    };
    for leaf in planned.files {
        match read(&leaf) {
            Ok(bytes) if leaf.is_adk_candidate && has_frontmatter(&bytes) => {
                let group = skill.folder_name.clone().unwrap_or_else(|| skill.group.clone());
                let skill_file = on_disk(&leaf.node);
                assembled.found.push(flat(leaf, skill_file, group, bytes));
            }
            Ok(bytes) => {
                let Leaf { path, node, details, .. } = leaf;
                let (is_executable, modified) = (details.is_executable, details.modified);
                skill.files.push(FoundFile { path, on_disk: on_disk(&node), bytes, is_executable, modified });
            }
            Err(skipped) => assembled.skipped.push(skipped),
        }
    }
    skill.files.sort_by(|a, b| a.path.cmp(&b.path));
    assembled.found.push(skill);
}

/// A file of a skill that is one by itself, as adk takes it.
fn flat<N>(leaf: Leaf<N>, skill_file: Option<PathBuf>, group: String, bytes: Vec<u8>) -> FoundSkill {
    FoundSkill {
        kind: SkillKind::Flat,
        group,
        folder: None,
        skill_file,
        file_name: leaf.path.rsplit('/').next().unwrap_or(&leaf.path).to_owned(),
        folder_name: None,
        display_path: leaf.display_path,
        bytes,
        files: Vec::new(),
        listed: leaf.details.size,
    }
}

/// Whether the first line opens frontmatter, blanks around it as adk takes them.
fn has_frontmatter(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    std::str::from_utf8(first).is_ok_and(|line| line.trim() == "---")
}

//! The files of a skill, and what lies around them on disk.

use std::{borrow::Cow, collections::HashSet, fmt};

use crate::{Finding, Span, lint::code, near};

/// The file that makes the folder a skill: it is there, whether or not it is told among the others.
const SKILL_FILE: &str = "SKILL.md";

/// Where a file lies that a text of a skill leads to and that is none of the skill's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// In the skill's folder, as another skill's: the folder of that lies within.
    InnerSkill,
    /// In the skill's folder, and not among its files.
    LeftOut,
    /// Outside, at this path from the skill's folder on.
    Outside(String),
}

/// What lies on disk in a skill's folder and around it.
pub trait OnDisk: fmt::Debug {
    /// Where that lies which a plain path from the skill's folder on names, and which is none of the skill's files; none where
    /// nothing is there.
    fn lies(&self, path: &str) -> Option<Elsewhere>;
}

impl Elsewhere {
    /// What is said of a path that leads there.
    pub(super) fn finding(&self, span: Span, path: &str) -> Finding {
        let (code, message) = match self {
            Self::InnerSkill => (
                code::LINK_OUTSIDE,
                format!(
                    "`{path}` belongs to another skill, so the link breaks when this skill is shared on its own. Copy the \
                     file into this skill, or mention the other skill instead."
                ),
            ),
            Self::LeftOut => (
                code::LINK_OUTSIDE,
                format!(
                    "`{path}` is in the skill's folder but isn't part of the skill, so the link breaks when the skill is \
                     shared. Files that are too large, links, and folders of dependencies are left out."
                ),
            ),
            Self::Outside(place) => (
                code::LINK_MISSING,
                format!(
                    "File `{path}` not found in this skill. It is at `{place}`, which isn't part of the skill. Copy it into \
                     the skill's folder."
                ),
            ),
        };
        code::finding(code, span, message).about(path)
    }
}

/// The skill's files, ready to be asked.
pub(super) struct Files<'a> {
    paths: HashSet<&'a str>,
    list: &'a [&'a str],
    on_disk: Option<&'a dyn OnDisk>,
}

impl<'a> Files<'a> {
    pub(super) fn new(list: &'a [&'a str], on_disk: Option<&'a dyn OnDisk>) -> Self {
        Self { paths: list.iter().copied().collect(), list, on_disk }
    }

    pub(super) fn has(&self, path: &str) -> bool {
        resolved("", &decoded(path)).is_some_and(|path| {
            let is_there = path.is_empty() || path == SKILL_FILE || self.paths.contains(path.as_str());
            is_there || self.has_folder(&format!("{path}/"))
        })
    }

    pub(super) fn has_folder(&self, folder: &str) -> bool {
        self.list.iter().any(|file| file.starts_with(folder))
    }

    /// The file that was meant: of the same name elsewhere, else the closest path.
    pub(super) fn closest(&self, path: &str) -> Option<&'a str> {
        let path = path.trim_start_matches("./");
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut same_name = self.list.iter().filter(|file| file.rsplit('/').next() == Some(name));
        match (same_name.next(), same_name.next()) {
            (Some(only), None) => Some(only),
            _ => near::closest(path, self.list.iter().copied()),
        }
    }

    /// Where that lies which a path names that none of the files has; none where it is nowhere.
    pub(super) fn elsewhere(&self, path: &str) -> Option<Elsewhere> {
        let on_disk = self.on_disk?;
        let path = resolved("", path).filter(|path| !path.is_empty())?;
        // Where letter case doesn't count, one of the files lies there.
        let is = |file: &str| file.eq_ignore_ascii_case(&path);
        let is_own = is(SKILL_FILE) || self.list.iter().any(|file| is(file));
        if is_own { None } else { on_disk.lies(&path) }
    }
}

/// What is said of a path from the skill's folder on that leads nowhere, and the file that may be meant.
pub(super) fn nowhere<'a>(span: Span, path: &str, files: &Files<'a>) -> (Finding, Option<&'a str>) {
    let closest = files.closest(path);
    let what = closest.map_or_else(
        || "Create the file, or change the text.".to_owned(),
        |closest| format!("Did you mean `{closest}`?"),
    );
    let message = format!("File `{path}` not found in this skill. {what}");
    (code::finding(code::LINK_MISSING, span, message).about(path), closest)
}

/// What is said of a path that leads out of the skill's folder.
pub(super) fn outside(span: Span, path: &str) -> Finding {
    let message = format!(
        "`{path}` is outside the skill's folder, so the link breaks when the skill is shared on its own. Move the file into \
         the skill."
    );
    code::finding(code::LINK_OUTSIDE, span, message)
}

/// A path from a folder on, as one from the skill's folder on; none where it leads out of that.
pub(super) fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A path with its `%20` and the like resolved.
pub(super) fn decoded(path: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(path).decode_utf8_lossy()
}

//! What a skill's targets will trip over, with the repair where one is safe.
//!
//! One pass over the frontmatter's fields and one over the body. It judges a document as it stands and reads no file:
//! what a folder holds and which tools exist is told by the caller.

pub mod code;

use std::collections::HashSet;

pub use code::{CODES, CodeInfo};

use crate::{Finding, SkillDocument, Target};

/// What the linter is told beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct LintContext<'a> {
    /// The name of the skill's folder.
    pub folder: Option<&'a str>,
    /// Every file of the skill's folder, relative to it, with `/`.
    pub files: Option<&'a [&'a str]>,
    /// The names of the tools that exist.
    pub tools: Option<&'a HashSet<&'a str>>,
    /// The targets whose rules count; findings that concern all are always made.
    pub targets: &'a [Target],
}

/// The findings of a document, those of reading it included, in the order of the text.
pub fn lint(document: &SkillDocument, context: &LintContext<'_>) -> Vec<Finding> {
    let _ = context;
    document.findings().to_vec()
}

//! Tools as authors keep them: their rows, their imports, their problems, and the skills that have them.
//!
//! Nothing here calls a tool: that is `calls`. What a tool is stands in `definitions`.

pub(crate) mod drafts;
pub(crate) mod gram;
pub(crate) mod import;
pub(crate) mod list_import;
pub(crate) mod problems;
pub(crate) mod records;
pub(crate) mod renaming;
pub(crate) mod respelling;
pub(crate) mod skill_tools;
pub(crate) mod storing;
pub(crate) mod toolbox;

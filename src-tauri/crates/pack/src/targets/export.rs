//! What an export is, and what every target can do.

use studio_model::{Client, SkillId};

use crate::found::Watcher;

use super::{bundle::Bundle, loss::Loss, refusal::Refusal, target::Target};

/// What can be set for an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whose folder is written; only for [`Target::ClientFolder`], and one that reads some folder: [`super::has_folder`].
    pub client: Option<Client>,
    /// What a plugin is called; the library's name where none is given.
    pub name: Option<String>,
    /// A plugin's version; `1.0.0` where none is given.
    pub version: Option<String>,
}

/// What is to be written, what is lost on the way, and what stands against it. Equal input gives equal bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The files by path. Where something is refused they are not to be written.
    pub files: Vec<OutFile>,
    /// Whether it is one file, which may have any name.
    pub is_one_file: bool,
    /// What the target does not hold as it is.
    pub losses: Vec<Loss>,
    /// What must be mended first.
    pub refusals: Vec<Refusal>,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutFile {
    /// Path relative to where the export goes, with `/`.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether its owner may run it.
    pub is_executable: bool,
}

impl OutFile {
    pub(crate) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), is_executable: false }
    }
}

impl Export {
    /// Does what is about one skill: what is lost and refused there is of that skill.
    pub(crate) fn about<T>(&mut self, skill: SkillId, make: impl FnOnce(&mut Self) -> T) -> T {
        let (losses, refusals) = (self.losses.len(), self.refusals.len());
        let made = make(self);
        self.losses[losses..].iter_mut().for_each(|loss| loss.skill = Some(skill));
        self.refusals[refusals..].iter_mut().for_each(|refused| refused.skill = Some(skill));
        made
    }

    /// Files, losses and refusals in an order that depends on nothing but themselves.
    pub(crate) fn sorted(mut self) -> Self {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.losses.sort_by(|a, b| (&a.entity, &a.field).cmp(&(&b.entity, &b.field)));
        self.losses.dedup();
        self.refusals.sort_by(|a, b| (&a.entity, a.code()).cmp(&(&b.entity, b.code())));
        self
    }
}

/// An export was stopped by who watched it; there is nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Stopped {
    /// An error where the watcher wants the export to stop.
    pub(super) fn by(watcher: &dyn Watcher) -> Result<(), Self> {
        if watcher.is_cancelled() { Err(Self) } else { Ok(()) }
    }
}

/// How what a target holds is read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// As skills in folders and archives: [`crate::discover`].
    Skills(Option<crate::ImportFormat>),
    /// As rows of light-4j's tables: [`super::light4j`].
    Rows,
    /// As an index with digests: [`super::well_known`].
    Index,
    /// As a list of tools or agents: `studio_text::tool_lists` and `studio_text::gram`.
    List,
}

/// A target: one module, one implementation.
pub trait Exporter: Sync {
    /// Which it is.
    fn target(&self) -> Target;

    /// Whose rules its skills must keep; lint knows them.
    fn rules(&self) -> &'static [studio_text::Target];

    /// What would be written of a bundle. The watcher is asked at each skill whether to stop.
    fn export(&self, bundle: &Bundle, settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped>;

    /// How it is read back.
    fn reader(&self) -> Reader;
}

/// JSON as people read it, with a line end at its end.
pub(super) fn pretty(value: &serde_json::Value) -> String {
    let mut text = format!("{value:#}");
    text.push('\n');
    text
}

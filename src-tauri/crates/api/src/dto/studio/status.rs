//! What is going on: background work, the embedding model, changes the screen must follow.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{DisplacedLibrary, Notice, RunProgress, SimulationUpdate},
};

/// Work in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Activity {
    /// Names it when cancelling.
    pub id: String,
    /// What kind of work.
    pub kind: ActivityKind,
    /// What it is doing, as the status line says it.
    pub title: String,
    /// Steps done.
    pub done: u32,
    /// Steps in all, where that is known yet.
    pub total: Option<u32>,
    /// Whether it has ended.
    pub is_finished: bool,
}

/// Kinds of background work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ActivityKind {
    /// Reading skills from disk.
    Import,
    /// Turning descriptions into vectors.
    Embed,
    /// Scoring labelled queries.
    Evaluate,
    /// Writing an export.
    Export,
    /// Pushing to a shared library, or pulling from it.
    Share,
    /// Fetching what semantic search needs.
    Download,
}

/// Where the vectors stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EmbeddingStatus {
    /// The model's id.
    pub model: String,
    /// Its state.
    pub state: EmbeddingState,
    /// Skills, tools, agents and servers with a current vector.
    pub indexed: u32,
    /// Skills, tools, agents and servers in all.
    pub total: u32,
    /// What is missing and how to get it, where something is.
    pub hint: Option<String>,
}

/// State of the embedding model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddingState {
    /// Being loaded, or it isn't known yet what lacks a vector.
    Loading,
    /// Everything has its vector.
    Ready,
    /// Vectors are being made.
    Indexing,
    /// Stopped by the author; can be resumed.
    Paused,
    /// The model or its library is not there; scoring by words works.
    Missing,
}

/// A change the screen must follow.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StudioEvent {
    /// The list of skills changed.
    LibraryChanged,
    /// The library's file went from its path, or what became of it changed; none where it is back.
    LibraryDisplaced {
        /// What became of it.
        displaced: Option<DisplacedLibrary>,
    },
    /// One skill changed, by this window or another process.
    SkillChanged {
        /// Skill id.
        skill_id: String,
    },
    /// A linked file changed outside.
    OutsideChange {
        /// Skill id.
        skill_id: String,
        /// Skill name.
        skill_name: String,
        /// File within the skill.
        path: String,
        /// Whether the file was taken over at once, because nothing was edited here.
        is_applied: bool,
    },
    /// Background work moved on.
    Activity {
        /// Its state now.
        activity: Activity,
    },
    /// There is something the author should know.
    Notice {
        /// What happened and what to do.
        notice: Notice,
    },
    /// A run over labelled queries moved on.
    Run {
        /// Its state now.
        run: Box<RunProgress>,
    },
    /// Labelled queries were added, changed or removed.
    QueriesChanged,
    /// Tools, their links, agents or places on the map changed.
    ToolsChanged,
    /// A server started, ended, or was changed.
    ServersChanged,
    /// Packs or their exports changed, or what was dismissed of a scan, or which keys are trusted.
    PacksChanged,
    /// Somebody looked at a shared library, pushed to it or pulled from it.
    SharingChanged,
    /// A session of an agent moved on.
    Simulation {
        /// What happened.
        update: Box<SimulationUpdate>,
    },
    /// The vectors moved on.
    Embedding {
        /// The state now.
        status: EmbeddingStatus,
    },
}

closed! {
    /// How a check of `doctor` went.
    pub enum CheckStatus {
        /// All is well.
        Ok = "ok",
        /// Something is missing, and the rest works.
        Warning = "warning",
        /// Something is broken.
        Error = "error",
    }
}

/// One thing `doctor` looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DoctorCheck {
    /// What was checked.
    pub name: String,
    /// How it went.
    pub status: CheckStatus,
    /// What was found and what to do.
    pub message: String,
}

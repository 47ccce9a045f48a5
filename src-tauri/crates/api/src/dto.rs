//! What crosses to a screen or a pipeline: plain data, shaped for reading, beside the use-cases that make it.
//!
//! Field names are the same in Rust, in JSON and in TypeScript. Ids and times are strings; counts are 32-bit.

pub mod analysis;
pub mod editing;
pub mod evaluate;
pub mod import;
pub mod library;
pub mod playground;
pub mod status;
pub mod what_if;

pub use analysis::{
    Analysis, FieldForm, FieldValue, Finding, Fix, Frontmatter, FrontmatterEdit, Position, Severity, TextEdit, Tokens,
};
pub use editing::{
    DraftInfo, FileContent, FileInfo, LinkState, Merge, NewSkill, SaveOutcome, SkillDetail, TrashedSkill, VersionInfo,
};
pub use evaluate::{
    ChangeKind, Confusion, ConfusionCell, Host, HostBudgets, HostEntry, HostList, HostState, LabelledQuery, Metric,
    Metrics, NearMiss, NewQuery, OverlapPair, OverlapReport, QueryImport, QueryProblem, QueryResult, QuerySet,
    RunChange, RunComparison, RunDetail, RunInfo, RunProgress, RunRequest, RunState, Sweep, SweepPoint,
};
pub use import::{ImportItem, ImportPreview, ImportReport, ImportedItem, Skipped};
pub use library::{AgentInfo, Broken, LibraryInfo, Notice, RecentLibrary, SearchHit, SearchMode, SkillRow, ToolInfo};
pub use playground::{
    Candidate, CandidateState, Coverage, FieldScores, Policy, Rejection, Resolution, ResolveRequest, Resolved,
    ScoreReport, Scorer, Strategy, StrategyOutcome, StrategyState, ValidationMode, WordScore,
};
pub use status::{Activity, ActivityKind, DoctorCheck, EmbeddingState, EmbeddingStatus, StudioEvent};
pub use what_if::{
    Counterfactual, Explanation, Flip, Meaning, ModelCost, ModelSettings, ScorerInfo, SkillWording, WhatIfReport,
    WhatIfRequest,
};

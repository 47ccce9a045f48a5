//! What crosses to a screen or a pipeline: plain data, shaped for reading, beside the use-cases that make it.
//!
//! Field names are the same in Rust, in JSON and in TypeScript. Ids and times are strings; counts are 32-bit.

pub use crate::agents::dto::components;
pub use crate::calls::dto::credentials;
pub use crate::finding::dto::{find, search};
pub use crate::library::dto::{changes, entities, library, trash};
pub use crate::models::dto::settings as models;
pub use crate::selection::dto::{hosts, playground, scoring, what_if};
pub use crate::servers::dto::servers;
pub use crate::simulate::dto::{
    cases as simulate_cases, comparing as simulate_comparing, detail as simulate_detail, models as simulate_models,
    sessions as simulate_sessions, simulation,
};
pub use crate::skills::dto::{analysis, editing, import, problems, roots};
pub use crate::studio::dto::{asking, forms, machine, status};
pub use crate::tools::dto::toolbox;

pub use crate::agents::dto::agents::{
    AgentDetail, AgentDraft, AgentEdit, AgentLoad, AgentSkillEdit, LoadedParameter, LoadedTool,
};
pub use crate::calls::dto::calls::{
    ArgumentProblem, ArgumentReason, CallOutcome, CallStatus, Stage, StageState, ToolCall, TraceStage,
};
pub use crate::calls::dto::cases::{CaseResult, CaseRun, Expectation, ToolCase, ToolCases};
pub use crate::calls::dto::consents::{ConsentInfo, ConsentKind, ConsentRequest};
pub use crate::calls::dto::tool_libraries::{
    Binding, BindingState, ComparisonRow, LibraryBehaviour, LibraryComparison, LibraryTool, LibraryTools,
    ToolLibraryInfo,
};
pub use crate::evaluation::dto::comparing::{ChangeKind, RunChange, RunComparison, Sweep, SweepPoint};
pub use crate::evaluation::dto::overlap::{NearMiss, OverlapBasis, OverlapPair, OverlapReport};
pub use crate::evaluation::dto::queries::{
    LabelledQuery, NewQuery, QueryFormat, QueryImport, QueryProblem, QuerySet, QuerySource, RepeatedLabels,
};
pub use crate::evaluation::dto::runs::{
    Confusion, ConfusionCell, Metric, Metrics, QueryResult, RunDetail, RunInfo, RunList, RunProgress, RunRequest,
    RunState,
};
pub use crate::map::dto::map::{
    BlastHit, BlastRadius, MapData, MapFindings, MapLink, MapLinkKind, MapNode, MapNodeKind, MapPoint, MapPosition,
};
pub use crate::tools::dto::gram::{ExportLoss, GramText};
pub use crate::tools::dto::implementation::{ImplementationKind, NamedValue, ToolEffect, ToolImplementation};
pub use crate::tools::dto::specification::{
    ParameterMark, ParameterType, SignatureDialect, SpecEdit, SpecForm, SpecLoss, SpecProblem, ToolParameter, ToolSpec,
};
pub use crate::tools::dto::suggestion::ToolSuggestion;
pub use crate::tools::dto::tools::{
    Access, Difference, SkillToolInfo, ToolDetail, ToolDraft, ToolEdit, ToolMetrics, ToolName, ToolPart, ToolProblem,
    ToolProblemKind, ToolStanding, ToolUse, ToolVersionInfo, ToolVersionReason,
};
pub use analysis::{
    Analysis, DefinitionPart, DefinitionValue, FieldForm, FieldValue, Finding, Fix, FixAction, Frontmatter,
    FrontmatterEdit, Position, PreviewCut, Severity, TextEdit, Tokens,
};
pub use asking::{PathChoice, PathUse, Question};
pub use changes::{
    ChangeRefusal, ChangeReport, ChangeSetInfo, ChangeSetKind, FixPreview, RefusalReason, SampleUpdate, SamplesUpdated,
};
pub use components::ComponentEdit;
pub use credentials::{CredentialChoice, SECRET_NAME};
pub use editing::{
    DraftInfo, FileContent, FileInfo, LinkState, Merge, MergeSource, NewSkill, SaveOutcome, SkillDetail, SkillTemplate,
    UndoHistory, UndoScope, VersionInfo, VersionReason,
};
pub use entities::{EntityUse, EntityUses, NamedEntity, NamedKind, UseKind, UserKind};
pub use find::{FindFile, FindMatch, FindOptions, FindRequest, FindResult, FindScope, ReplaceFile, ReplaceRequest};
pub use forms::{FormDraft, FormDrafts, FormKind};
pub use hosts::{Host, HostBudgets, HostEntry, HostList, HostState, SizeUnit};
pub use import::{
    ImportItem, ImportOutcome, ImportPreview, ImportReport, ImportRequest, ImportState, ImportTwin, ImportedItem,
    ImportedKind, Skipped,
};
pub use library::{
    AgentInfo, Broken, DisplacedHow, DisplacedLibrary, LibraryInfo, LibraryPlace, LinkStatus, Notice, NoticeCode,
    RecentLibrary, SalvageReport, SalvagedTable, SkillClient, SkillFolder, SkillRow, SuggestedQuery, ToolInfo,
    UnreadableRow,
};
pub use machine::{BackupInfo, InterpreterInfo, InterpreterLanguage};
pub use models::{ModelList, ModelProvider, ModelSettings, ModelToolCalls};
pub use playground::{
    Coverage, InstructionRanges, Policy, Rejection, Resolution, ResolveRequest, Resolved, Scorer, Strategy,
    StrategyKind, StrategyOutcome, StrategyState, TriggerRule, ValidationMode,
};
pub use problems::{
    LibraryProblem, OwnerProblem, ProblemFile, ProblemList, ProblemOwner, ProblemOwnerKind, ProblemRule,
};
pub use roots::{ImportRoot, LinkReport, RevealTarget};
pub use scoring::{Candidate, CandidateState, FieldScores, Meaning, ScoreReport, ScoredField, WordScore};
pub use search::{
    FindThingsRequest, FoundKind, FoundThings, PaletteAction, PaletteHit, PaletteRequest, PaletteResult, SearchField,
    SearchHit, SearchMode, SearchRequest, SearchResult, TextRange,
};
pub use servers::{
    LogLine, LogStream, SecretInfo, SecretList, SecretStore, ServerDetail, ServerEdit, ServerImport, ServerSandbox,
    ServerState, ServerTest, ServerTool, ServerTransport,
};
pub use simulate_cases::{
    CaseAssertion, SimulationCase, SimulationCaseImport, SimulationCaseResult, SimulationCaseRun, SimulationCases,
};
pub use simulate_comparing::{
    FileReach, ReachKind, Share, SimulationComparison, SimulationReach, SimulationSpread, Spread, TurnComparison,
    TurnDifference, TurnSide,
};
pub use simulate_detail::{ContextPart, PromptSection, SimulationStepDetail, SkillTools, StepComponent, StepTool};
pub use simulate_models::{ModelExchange, SimulatedModel, SimulationCost, SpendingCap};
pub use simulate_sessions::{
    CutSkill, SimulationEvent, SimulationFork, SimulationListing, SimulationModel, SimulationPace, SimulationPoint,
    SimulationRow, SimulationSetup, SimulationState, SimulationUpdate, SimulationView,
};
pub use simulation::{ComponentTools, SimulatedRuntime, Simulation, SimulationRequest, SimulationStep, TierTokens};
pub use status::{Activity, ActivityKind, CheckStatus, DoctorCheck, EmbeddingState, EmbeddingStatus, StudioEvent};
pub use toolbox::PastedFormat;
pub use toolbox::{ToolImport, Toolbox, ToolboxEdit};
pub use trash::{Dependent, PurgeReport, TrashItem, TrashKind, TrashRef, WhenNeeded};
pub use what_if::{
    Counterfactual, Explanation, Flip, ModelCost, ScorerInfo, SkillWording, WhatIfReport, WhatIfRequest,
};

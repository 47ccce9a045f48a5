//! What crosses to a screen or a pipeline: plain data, shaped for reading; a folder for each room.
//!
//! Field names are the same in Rust, in JSON and in TypeScript. Ids and times are strings; counts are 32-bit.
//! Rooms show parts of each other, and the state holds some of it: so it stands below them all, and knows none of them.

mod agents;
mod calls;
mod comparing;
mod evaluation;
mod finding;
mod library;
mod limits;
mod map;
mod models;
mod packs;
mod selection;
mod servers;
mod shared;
mod sharing;
mod simulate;
mod skills;
mod studio;
mod tools;

pub use agents::agent::{
    AgentDetail, AgentDraft, AgentEdit, AgentLoad, AgentSkillEdit, LeftOutSkill, LoadedParameter, LoadedTool,
};
pub use agents::components::ComponentEdit;
pub use calls::call::{
    ArgumentProblem, ArgumentReason, CallOutcome, CallStatus, Stage, StageState, ToolCall, TraceStage,
};
pub use calls::cases::{CaseResult, CaseRun, Expectation, ToolCase, ToolCases};
pub use calls::consents::{ConsentInfo, ConsentKind, ConsentRequest};
pub use calls::credentials::{CredentialChoice, SECRET_NAME};
pub use calls::tool_libraries::{
    Binding, BindingState, ComparisonRow, LibraryBehaviour, LibraryComparison, LibraryTool, LibraryTools,
    ToolLibraryInfo,
};
pub use comparing::{
    ClientActivation, ClientComparison, ClientComparisonRequest, ClientComparisonScope, ClientRequest, ClientsOwnSkill,
    ComparedBody, ComparedEntry, ComparedOrder, EntryState, FixtureOffer, InstalledClient, KeptText, RequestPart,
    SkillLeftOut, SkillToLoad, TakenOut, TakenOutKind,
};
pub use evaluation::comparing::{RunChange, RunComparison, Sweep, SweepPoint};
pub use evaluation::found::{FoundEvals, FoundEvalsState};
pub use evaluation::overlap::{NearMiss, OverlapBasis, OverlapPair, OverlapReport};
pub use evaluation::queries::{
    LabelledQuery, NewQuery, QueryFormat, QueryImport, QueryProblem, QuerySet, QuerySource, RepeatedLabels,
};
pub use evaluation::runs::{
    Confusion, ConfusionCell, Metric, Metrics, QueryResult, RunDetail, RunInfo, RunList, RunProgress, RunRequest,
    RunState,
};
pub use evaluation::skill_queries::{
    QueryExpectation, QueryFileState, SkillQueries, SkillQuery, SkillQueryResult, SkillQueryResults, SkillQueryTest,
};
pub use finding::find::{
    FindFile, FindMatch, FindOptions, FindRequest, FindResult, FindScope, ReplaceFile, ReplaceRequest,
};
pub use finding::search::{
    FindThingsRequest, FoundKind, FoundThings, PaletteAction, PaletteHit, PaletteRequest, PaletteResult, SearchField,
    SearchHit, SearchMode, SearchRequest, SearchResult, TextRange,
};
pub use library::changes::{
    ChangeRefusal, ChangeReport, ChangeSetInfo, ChangeSetKind, ChangedFile, FixPreview, RefusalReason, RestoreReport,
    SampleExample, SampleExamples, SampleUpdate, SamplesUpdated,
};
pub use library::client::{FoundInFolders, LibraryClient};
pub use library::entities::{EntityUse, EntityUses, NamedEntity, NamedKind, UseKind, UserKind};
pub use library::library_overview::{
    DuplicateSet, DuplicateSets, GroupOverview, LibraryOverview, NearDuplicates, NearPair, OverviewPart, QueryReach,
    RuleOverview, StaleLinks,
};
pub use library::overview::{
    AgentInfo, DisplacedHow, DisplacedLibrary, FirstPlace, LibraryInfo, LibraryPlace, LinkStatus, Notice, NoticeCode,
    RecentLibrary, SalvageReport, SalvagedTable, SkillFolder, SkillRow, SuggestedQuery, ToolInfo,
};
pub use library::toolbox::{PastedFormat, ToolImport, Toolbox, ToolboxEdit};
pub use library::trash::{
    Dependent, FolderOnDisk, FoldersOnDisk, PurgeReport, TrashItem, TrashKind, TrashRef, WhenNeeded,
};
pub use limits::{ADK_SKILL, ADK_WORDS, MAX_RETRIES, MAX_TIMEOUT_S, STANDARD_BODY_TOKENS, STANDARD_DESCRIPTION};
pub use map::links::{LinkFacts, MapLink, MapLinkKind};
pub use map::picture::{
    BlastHit, BlastRadius, ClientTool, MapData, MapFindings, MapNode, MapNodeKind, MapPoint, MapPosition, MapProvider,
    NearTool, NodeFacts,
};
pub use models::{ModelCost, ModelList, ModelProvider, ModelSettings, ModelToolCalls};
pub use packs::exports::{
    ExportDifference, ExportFile, ExportFileState, ExportPlan, ExportRefusal, ExportRequest, ExportTarget, RowFormat,
};
pub use packs::gates::{GateAccuracy, GateOverride, GatePlace, GateResult, GateState, PackGate};
pub use packs::history::{PackExport, PackExportChange, PackExportFileRequest, PackExportTarget, PackHistory};
pub use packs::offer::{PackTargetChoice, PackTargetGroup, PackTargetKind, PackTargetOffer};
pub use packs::one_skill::{SkillExport, SkillExportPlan, SkillExportRequest, SkillExportWay};
pub use packs::pack::{
    Pack, PackAlong, PackContent, PackEdit, PackGates, PackList, PackSkill, PackSummary, PackTarget,
};
pub use packs::planning::{
    LineCounts, LossOutcome, LossReason, PackCompared, PackExportRef, PackFile, PackFileChange, PackFileDiff,
    PackFileRequest, PackLoss, PackPlan, PackPlanRequest, PackRefusal, PackTargetPlan, PackTargetVerification,
    PackVerification, PackWriteRequest,
};
pub use packs::scan::{ScanFinding, ScanReport, ScanRule};
pub use packs::trust::{
    ImportInspection, KeyList, ManifestCheck, ManifestFinding, ManifestProblem, ManifestVerdict, SignatureVerdict,
    SigningKey, TrustedKey,
};
pub use selection::hosts::{
    ClientEvidence, ClientInfo, ClientView, FrontmatterKey, Host, HostBudgets, HostEntry, HostList, HostState,
    KeyEffect, KeyEffectAt, SizeUnit, ViewPart, ViewedSkill,
};
pub use selection::in_list::{InListState, SkillInList};
pub use selection::playground::{
    Coverage, InstructionRanges, Policy, Rejection, Resolution, ResolveRequest, Resolved, Scorer, Strategy,
    StrategyKind, StrategyOutcome, StrategyState, TriggerRule, ValidationMode,
};
pub use selection::scoring::{
    Candidate, CandidateState, FieldScores, Meaning, ScoreReport, ScoredField, ScorerInfo, WordScore,
};
pub use selection::what_if::{
    ChangeKind, Counterfactual, Explanation, Flip, SkillWording, WhatIfReport, WhatIfRequest,
};
pub use servers::found::{FoundServer, FoundServerFile, FoundServerRef, FoundServerStanding, FoundServers};
pub use servers::server::{
    LogLine, LogStream, SecretInfo, SecretList, SecretStore, ServerDetail, ServerEdit, ServerImport, ServerSandbox,
    ServerState, ServerTest, ServerTool, ServerTransport,
};
pub use shared::{Broken, Severity, TextEdit, UnreadableRow};
pub use sharing::{
    DisputedField, FieldAnswer, FieldChoice, PullRequest, RemoteHit, SetUpPlan, SetUpStep, SharedKind,
    SharedLibraryInfo, SharedRef, SharedThing, SharingAnswer, SharingConflict, SharingConnection, SharingDispute,
    SharingLoss, SharingPlace, SharingReport, SharingServer, SharingSide, SharingSkip, SharingSkipped, SharingState,
    SharingStatus, SharingSummary, SharingTrashed,
};
pub use simulate::cases::{
    CaseAssertion, CaseCheck, CaseExpectation, MissingInput, SimulationCase, SimulationCaseEntry, SimulationCaseFile,
    SimulationCaseImport, SimulationCaseResult, SimulationCaseRun, SimulationCases,
};
pub use simulate::comparing::{
    FileReach, ReachKind, Share, SimulationComparison, SimulationReach, SimulationSpread, Spread, TurnComparison,
    TurnDifference, TurnSide,
};
pub use simulate::detail::{ContextPart, PromptSection, SimulationStepDetail, SkillTools, StepComponent, StepTool};
pub use simulate::listing::{CapturedLine, CapturedListing, CutSkill, NotTaken, SimulationListing, SkillUses};
pub use simulate::metrics::{SimulationMetrics, SkillNumbers, ToolNumbers};
pub use simulate::models::{ModelExchange, RepeatCost, SimulatedModel, SimulationCost, SpendingCap};
pub use simulate::sessions::{
    SimulationEvent, SimulationFork, SimulationPace, SimulationPoint, SimulationRow, SimulationState, SimulationUpdate,
    SimulationView, SimulationWork, SkillVersions,
};
pub use simulate::setup::{
    AdkSettings, AdkStrategy, AdkWay, CLIENT_RUNTIMES, ComponentTools, SimulatedRuntime, SimulatedSkills,
    SimulationInput, SimulationModel, SimulationSetup, SkillAtVersion, SkillFiles,
};
pub(crate) use simulate::simulation::cap_sentence;
pub use simulate::simulation::{SessionAct, Simulation, SimulationRequest, SimulationStep, TierTokens};
pub use skills::analysis::{
    Analysis, DefinitionPart, DefinitionValue, FieldForm, FieldValue, Finding, Fix, FixAction, Frontmatter,
    FrontmatterEdit, Position, PreviewCut, Tokens,
};
pub use skills::editing::{
    DraftInfo, FileContent, FileInfo, LinkState, Merge, MergeSource, NewSkill, SaveOutcome, SkillDetail, SkillTemplate,
    VersionInfo, VersionReason,
};
pub use skills::import::{
    ImportItem, ImportOutcome, ImportPreview, ImportReport, ImportRequest, ImportState, ImportTwin, ImportWarning,
    ImportedItem, ImportedKind, SkipReason, Skipped,
};
pub use skills::place::SkillPlace;
pub use skills::problems::{
    ClientProblems, IgnoredBy, LibraryProblem, OwnerProblem, ProblemFile, ProblemList, ProblemOwner, ProblemOwnerKind,
    ProblemRule, RuleIgnored, RuleLevel, RulePlace, RuleSettings,
};
pub use skills::roots::{ImportRoot, LinkReport, RevealTarget};
pub use skills::users::{SkillUser, SkillUserKind};
pub use studio::asking::{PathChoice, PathUse, Question};
pub use studio::forms::{FormDraft, FormDrafts, FormKind};
pub use studio::machine::{BackupInfo, InterpreterInfo, InterpreterLanguage, ZoomStep};
pub use studio::model_files::{ModelFile, ModelFiles};
pub use studio::status::{
    Activity, ActivityKind, CheckStatus, DoctorCheck, EmbeddingState, EmbeddingStatus, StudioEvent,
};
pub use studio::undo::{UndoHistory, UndoScope};
pub use tools::gram::{ExportLoss, GramText};
pub use tools::implementation::{ImplementationKind, NamedValue, ToolEffect, ToolImplementation};
pub use tools::problem::{ToolProblem, ToolProblemKind};
pub use tools::specification::{
    ParameterMark, ParameterType, SignatureDialect, SpecEdit, SpecForm, SpecLoss, SpecProblem, ToolParameter, ToolSpec,
};
pub use tools::suggestion::ToolSuggestion;
pub use tools::tool::{
    Access, Difference, SkillToolInfo, ToolDetail, ToolDraft, ToolEdit, ToolMetrics, ToolName, ToolPart, ToolStanding,
    ToolUse, ToolVersionInfo, ToolVersionReason,
};

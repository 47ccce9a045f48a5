//! What may break a law of shape, and why.

use super::Law;

/// Where this list stands.
pub(super) const FILE: &str = "src-tauri/crates/xtask/src/tidy/laws/exceptions.rs";

/// The law, the place, and the reason.
pub(super) type Exception = (Law, &'static str, &'static str);

const BEING_CUT: &str = "the use-cases are being parted from each other";
const BEING_SPLIT: &str = "being split";
const BECOMES_AN_ENUM: &str = "becomes an enum with the types that are kept on disk";
const A_TABLE: &str = "a table: one line for each thing listed";

pub(super) const EXCEPTIONS: &[Exception] = &[
    (Law::Cycle, "src-tauri/crates/api", BEING_CUT),
    (Law::Cycle, "src-tauri/crates/api::skills", BEING_CUT),
    (Law::FileLength, "src-tauri/crates/api/src/calls/dto/calls.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/api/src/evaluation/dto/evaluate.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/api/src/map/dto/map.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/api/src/skills/import.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/api/src/tools/dto/tools.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/cli/src/arguments.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/connect/src/mcp/child.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/connect/src/sandbox.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/pack/src/walk.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/select/src/coordinator.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/select/src/index/vocabulary.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/select/src/overlap.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/store/src/connection.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/store/src/skills.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/text/src/queries.rs", BEING_SPLIT),
    (Law::FileLength, "src-tauri/crates/text/src/rank.rs", BEING_SPLIT),
    (Law::FunctionLength, "src-tauri/crates/bench/src/benches/evaluate.rs::run", BEING_SPLIT),
    (Law::FunctionLength, "src-tauri/crates/bench/src/benches/store.rs::measure", BEING_SPLIT),
    (Law::FunctionLength, "src-tauri/crates/cli/src/main.rs::run", BEING_SPLIT),
    (Law::FunctionLength, "src-tauri/crates/pack/src/walk.rs::visit", BEING_SPLIT),
    (Law::FunctionLength, "src-tauri/src/bindings.rs::builder", A_TABLE),
    (Law::ClosedSet, "src-tauri/crates/api/src/agents/dto/components.rs::ComponentEdit.initial_state", "any JSON"),
    (Law::ClosedSet, "src-tauri/crates/api/src/evaluation/dto/evaluate.rs::LabelledQuery.source", BECOMES_AN_ENUM),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/library/dto/library.rs::UnreadableRow.reason",
        "a sentence for the author",
    ),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/selection/dto/scoring.rs::Candidate.reason",
        "a sentence for the author",
    ),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/selection/dto/playground.rs::Rejection.reason",
        "a sentence for the author",
    ),
];

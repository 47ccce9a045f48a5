//! What may break a law of shape, and why.

use super::Law;

/// Where this list stands.
pub(super) const FILE: &str = "src-tauri/crates/xtask/src/tidy/laws/exceptions.rs";

/// The law, the place, and the reason.
pub(super) type Exception = (Law, &'static str, &'static str);

const BEING_CUT: &str = "the use-cases are being parted from each other";
const BECOMES_AN_ENUM: &str = "becomes an enum with the types that are kept on disk";
const A_TABLE: &str = "a table: one line for each thing listed";

pub(super) const EXCEPTIONS: &[Exception] = &[
    (Law::Cycle, "src-tauri/crates/api", BEING_CUT),
    (Law::Cycle, "src-tauri/crates/api::skills", BEING_CUT),
    (Law::FunctionLength, "src-tauri/src/bindings.rs::builder", A_TABLE),
    (Law::ClosedSet, "src-tauri/crates/api/src/agents/dto/components.rs::ComponentEdit.initial_state", "any JSON"),
    (Law::ClosedSet, "src-tauri/crates/api/src/evaluation/dto/queries.rs::LabelledQuery.source", BECOMES_AN_ENUM),
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

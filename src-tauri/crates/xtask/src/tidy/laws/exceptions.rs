//! What may break a law of shape, and why.

use super::Law;

/// Where this list stands.
pub(super) const FILE: &str = "src-tauri/crates/xtask/src/tidy/laws/exceptions.rs";

/// The law, the place, and the reason.
pub(super) type Exception = (Law, &'static str, &'static str);

pub(super) const EXCEPTIONS: &[Exception] = &[
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/agents/components.rs::ComponentEdit.initial_state", "any JSON"),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/shared.rs::UnreadableRow.reason", "a sentence for the author"),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/packs/gates.rs::GateOverride.reason", "the author's own words"),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/dto/selection/scoring.rs::Candidate.reason",
        "a sentence for the author",
    ),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/dto/selection/playground.rs::Rejection.reason",
        "a sentence for the author",
    ),
];

//! What may break a law of shape, and why.

use super::Law;

/// Where this list stands.
pub(super) const FILE: &str = "src-tauri/crates/xtask/src/tidy/laws/exceptions.rs";

/// The law, the place, and the reason.
pub(super) type Exception = (Law, &'static str, &'static str);

const NO_LAYERS: &str = "rooms are no layers: their files are ordered (no file is in a circle), they are not; and `dto.rs` hands \
                         on the DTOs of each room, which every room takes from there";
const A_TABLE: &str = "a table: one line for each thing listed";

pub(super) const EXCEPTIONS: &[Exception] = &[
    (Law::Cycle, "src-tauri/crates/api", NO_LAYERS),
    (Law::FunctionLength, "src-tauri/src/bindings.rs::builder", A_TABLE),
    (Law::ClosedSet, "src-tauri/crates/api/src/agents/dto/components.rs::ComponentEdit.initial_state", "any JSON"),
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

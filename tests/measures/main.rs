//! Measurements and pictures: they print or draw, and fail on no number. They are no tests, and nothing that waits for tests
//! builds them. Run one by its name: `cargo test --test measures NAME -- --nocapture`, in the environment that `cargo xtask
//! test` makes (`SKILL_STUDIO_BINARY`, `SKILL_STUDIO_ASSETS`, `SKILL_STUDIO_COUNTERPARTS`).

mod batches;
#[expect(dead_code, reason = "the scenarios use all of it")]
#[path = "../scenarios/harness.rs"]
mod harness;
mod large;
mod measuring;
mod pictures;
mod spoken;

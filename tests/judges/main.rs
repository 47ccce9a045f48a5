//! Judges: what takes a program that has to be fetched, a folder of exports or minutes to judge the studio by. `cargo xtask
//! judges` and `cargo xtask small-model` run them; nothing that waits for tests builds them.

mod adk_exact;
#[expect(dead_code, reason = "the scenarios use all of it")]
#[path = "../scenarios/harness.rs"]
mod harness;
mod judged;
#[expect(dead_code, reason = "the scenarios use all of it")]
#[path = "../scenarios/judging.rs"]
mod judging;
mod small_model;
#[expect(dead_code, unused_imports, reason = "the scenarios use all of it")]
#[path = "../scenarios/toolbox.rs"]
mod toolbox;

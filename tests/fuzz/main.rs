//! Every reader of what others wrote, put to mutated input: no panic, no input that takes two seconds of work, and no more than
//! 300 MB of memory.
//!
//! Each reader is a test, which tries so many inputs in a process of its own; `SKILL_STUDIO_FUZZ_SECONDS` gives each as long
//! as is wanted instead. It starts from `fixtures/fuzz/READER` and a few texts of its own; an input that fails is written
//! there, so that it is tried first from then on. With `--nocapture` each says how many inputs it tried.

mod answering;
mod engine;
// Named so that `cargo xtask endure --attacks` finds them.
mod fuzz_answers;
mod fuzz_files;
mod fuzz_imports;
mod fuzz_packs;
mod fuzz_sessions;
mod fuzz_texts;
mod mutate;

//! The command line's contract, put to the real program.

mod capturing;
mod commands;
mod evaluate;
mod finding;
mod folders;
mod harness;
mod hostile;
mod importing;
mod packs;
mod queries;
mod readme;
mod reports;
mod samples;
mod sharing;
mod simulate;
mod stated;
mod tool;

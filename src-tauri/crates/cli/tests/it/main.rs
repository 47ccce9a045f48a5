//! The command line's contract, put to the real program.

mod commands;
mod harness;
mod queries;

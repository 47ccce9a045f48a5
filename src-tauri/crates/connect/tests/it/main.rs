//! The outside world from outside: real programs, started and confined.

mod attacks;
mod chat;
mod confinement;
mod java;
mod javascript;
mod kernel;
mod mcp;
mod python;
mod run;

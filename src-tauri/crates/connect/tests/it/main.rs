//! The outside world from outside: real programs, started and confined.

mod python;
mod run;

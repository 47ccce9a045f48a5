//! The outside world from outside: real programs, started and confined.

mod javascript;
mod python;
mod run;

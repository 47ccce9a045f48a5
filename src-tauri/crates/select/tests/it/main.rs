//! What this crate promises, checked against the crate it must equal. One binary, a file for each part.

mod coordinator;
mod differential;
mod embedding;
mod explanation;
mod hybrid;
mod index;
mod peer;
mod samples;
mod scorers;
mod vectors;

//! Scenarios through the use-cases, without a window: a studio on folders of its own, and vectors from a stand-in.

mod asking_a_model;
mod damaged_libraries;
mod editing;
mod evaluating;
mod files;
mod first_start;
mod harness;
mod hostile_input;
mod importing;
mod killing;
mod linked_folders;
mod meaning;
mod playground;
mod timeline;

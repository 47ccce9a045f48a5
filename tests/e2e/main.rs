//! End to end: the real program in its real window.
//!
//! Each test starts a display, a driver and the program of its own, with data folders of its own.

mod accessibility;
mod author;
mod author_goals;
mod beginning;
mod chat_models;
mod comparing;
mod components;
mod compromised;
mod crash;
mod disk;
mod displaced;
mod editing;
mod evaluating;
mod every_place;
mod finding;
mod finding_things;
mod first_start;
mod getting_around;
mod helping;
mod hostile_text;
mod importing;
mod mapping;
mod menus;
mod outside_change;
mod overlay_laws;
mod overlay_steps;
mod overlays;
mod overview;
mod own_folder;
mod packing;
mod playground;
mod problems;
mod sample_updates;
mod sharing;
mod simulating;
mod team_goals;
mod tools;
mod trashing;
mod typing;
mod zooming;

//! Starts the studio.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    skill_studio::quirks::before_threads();
    skill_studio::run(skill_studio::Arguments::from_env());
}

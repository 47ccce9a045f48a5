//! Starts the studio.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    if let Some(code) = skill_studio::script_host_if_asked() {
        return code;
    }
    skill_studio::quirks::before_threads();
    skill_studio::run(skill_studio::Arguments::from_env());
    std::process::ExitCode::SUCCESS
}

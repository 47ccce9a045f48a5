//! The list of commands, declared once, and the TypeScript made from it.

use studio_api::dto;
use tauri::Runtime;
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands};

use crate::{commands, events};

/// Every command with the types it uses.
#[expect(clippy::too_many_lines, reason = "a table, one line a command")]
pub fn builder<R: Runtime>() -> Builder<R> {
    Builder::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::asking::ask_consent,
            commands::asking::choose_paths,
            commands::asking::question::<tauri::Wry>,
            commands::asking::answer_question::<tauri::Wry>,
            commands::library::library_info,
            commands::library::open_library,
            commands::library::create_library,
            commands::library::library_place,
            commands::library::open_samples,
            commands::library::open_own_library,
            commands::library::list_skill_folders,
            commands::library::suggest_query,
            commands::library::recent_libraries,
            commands::library::list_skills,
            commands::library::skill_rows,
            commands::library::search_skills,
            commands::library::search_palette,
            commands::library::find_similar,
            commands::library::find_in_files,
            commands::library::replace_in_files,
            commands::library::entity_at,
            commands::library::find_uses,
            commands::library::list_tools,
            commands::library::list_agents,
            commands::library::sample_update,
            commands::library::update_samples,
            commands::library::undo_sample_update,
            commands::library::salvage_library,
            commands::library::salvage_report,
            commands::library::save_library_copy,
            commands::editing::get_skill,
            commands::editing::read_file,
            commands::editing::analyze,
            commands::editing::edit_frontmatter,
            commands::editing::save_file,
            commands::editing::create_skill,
            commands::editing::rename_skill,
            commands::editing::duplicate_skill,
            commands::editing::create_file,
            commands::editing::rename_file,
            commands::editing::delete_file,
            commands::history::keep_draft,
            commands::history::discard_draft,
            commands::history::list_drafts,
            commands::history::save_form_draft,
            commands::history::delete_form_draft,
            commands::history::list_form_drafts,
            commands::history::keep_undo_history,
            commands::history::read_undo_history,
            commands::history::list_versions,
            commands::history::read_version,
            commands::history::restore_version,
            commands::history::label_version,
            commands::trash::dependents,
            commands::trash::trash,
            commands::trash::trash_skills,
            commands::trash::list_trash,
            commands::trash::count_trash,
            commands::trash::restore,
            commands::trash::purge,
            commands::changes::list_change_sets,
            commands::changes::undo_change_set,
            commands::changes::tag_skills,
            commands::changes::move_skills,
            commands::changes::rename_group,
            commands::changes::redo_change_set,
            commands::changes::preview_fix,
            commands::changes::fix_all,
            commands::changes::apply_fix_action,
            commands::changes::list_problems,
            commands::changes::ignore_problem,
            commands::changes::stop_ignoring,
            commands::import::preview_import,
            commands::import::import_paths,
            commands::import::import_chosen,
            commands::import::cancel_activity,
            commands::import::outside_change,
            commands::roots::list_import_roots,
            commands::roots::link_root,
            commands::roots::unlink_root,
            commands::roots::relink_root,
            commands::roots::link_skills,
            commands::roots::unlink_skills,
            commands::roots::relink_skill,
            commands::roots::reveal,
            commands::playground::embedding_status,
            commands::playground::resume_embedding,
            commands::playground::score,
            commands::playground::resolve,
            commands::playground::scorers,
            commands::playground::set_threshold,
            commands::playground::explain_skill,
            commands::playground::skill_wording,
            commands::playground::what_if,
            commands::playground::keep_what_if,
            commands::playground::host_budgets,
            commands::playground::set_host_budgets,
            commands::playground::host_list,
            commands::playground::model_settings,
            commands::playground::set_model_settings,
            commands::playground::model_cost,
            commands::playground::ask_model,
            commands::evaluate::list_query_sets,
            commands::evaluate::list_queries,
            commands::evaluate::put_query,
            commands::evaluate::delete_queries,
            commands::evaluate::delete_query_set,
            commands::evaluate::rename_query_set,
            commands::evaluate::import_queries,
            commands::evaluate::start_run,
            commands::evaluate::list_runs,
            commands::evaluate::get_run,
            commands::evaluate::delete_run,
            commands::evaluate::label_run,
            commands::evaluate::compare_runs,
            commands::evaluate::sweep_run,
            commands::evaluate::overlap,
            commands::evaluate::dismiss_overlap,
            commands::evaluate::near_misses,
            commands::evaluate::save_export,
            commands::tools::get_tool,
            commands::tools::convert_spec,
            commands::tools::save_tool,
            commands::tools::list_tool_versions,
            commands::tools::restore_tool_version,
            commands::tools::read_tools,
            commands::tools::import_toolbox,
            commands::tools::tool_problems,
            commands::tools::accept_drift,
            commands::calls::call_tool,
            commands::calls::cancel_call,
            commands::calls::revoke_consent,
            commands::calls::list_consents,
            commands::calls::list_tool_cases,
            commands::calls::save_tool_case,
            commands::calls::delete_tool_case,
            commands::calls::judge_tool_case,
            commands::calls::list_tool_libraries,
            commands::calls::create_tool_library,
            commands::calls::delete_tool_library,
            commands::calls::library_tools,
            commands::calls::implement_in_library,
            commands::calls::put_library_tool,
            commands::calls::delete_library_tool,
            commands::calls::bind_library,
            commands::calls::compare_libraries,
            commands::servers::list_servers,
            commands::servers::read_servers,
            commands::servers::test_server,
            commands::servers::save_server,
            commands::servers::start_server,
            commands::servers::stop_server,
            commands::servers::refuse_server,
            commands::servers::check_servers,
            commands::servers::server_log,
            commands::servers::import_server_tools,
            commands::servers::list_secrets,
            commands::servers::set_secret,
            commands::servers::delete_secret,
            commands::servers::find_credentials,
            commands::servers::split_command,
            commands::map::map,
            commands::map::map_findings,
            commands::map::put_positions,
            commands::map::put_link,
            commands::map::delete_link,
            commands::map::blast_radius,
            commands::map::get_agent,
            commands::map::load_agent,
            commands::map::save_agent,
            commands::map::agent_gram,
            commands::simulate::list_simulations,
            commands::simulate::start_simulation,
            commands::simulate::get_simulation,
            commands::simulate::get_simulation_step,
            commands::simulate::say_in_simulation,
            commands::simulate::step_simulation,
            commands::simulate::continue_simulation,
            commands::simulate::refuse_simulation_call,
            commands::simulate::pause_simulation,
            commands::simulate::cancel_simulation,
            commands::simulate::delete_simulation,
            commands::simulate::fork_simulation,
            commands::settings::get_setting,
            commands::settings::set_setting,
            commands::settings::list_interpreters,
            commands::settings::set_interpreter,
            commands::settings::backup_info,
            commands::settings::diagnostics,
            commands::settings::app_ready,
            commands::settings::close_window::<tauri::Wry>,
            commands::settings::hold_window::<tauri::Wry>,
        ])
        .typ::<dto::StudioEvent>()
        .constant("STUDIO_EVENT", events::CHANNEL)
        .constant("SECRET_NAME", dto::SECRET_NAME)
        .constant("CLOSING_EVENT", events::CLOSING)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use specta_typescript::Typescript;
    use studio_testkit::repository;

    /// The committed bindings are what the commands say now; `cargo xtask codegen` writes them.
    #[test]
    fn bindings_are_fresh() {
        let folder = std::env::temp_dir().join(format!("skill-studio-bindings-{}", std::process::id()));
        let made = folder.join("bindings.ts");
        fs::create_dir_all(&folder).unwrap();
        let header = "// Made by `cargo xtask codegen` from the commands in src-tauri; not edited by hand.\n/* eslint-disable */\n";
        super::builder::<tauri::Wry>().export(Typescript::default().header(header), &made).unwrap();
        let fresh = fs::read_to_string(&made).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let bindings = repository().join("ui/src/lib/ipc/bindings.ts");
        if std::env::var_os("UPDATE_BINDINGS").is_some() {
            fs::write(&bindings, &fresh).unwrap();
        }
        let committed = fs::read_to_string(bindings).unwrap_or_default();
        assert!(committed == fresh, "ui/src/lib/ipc/bindings.ts is stale: run `cargo xtask codegen`");
    }
}

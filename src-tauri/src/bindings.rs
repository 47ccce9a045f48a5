//! The list of commands, declared once: what the window may ask for, and the TypeScript made from it.

use tauri::{Runtime, generate_handler, ipc::Invoke};

use crate::commands;

/// Hands every command to a macro. `$runtime` is what those that know the runtime are told about it: the types are made for
/// one, the handler for any.
macro_rules! every_command {
    ($collect:ident $($runtime:tt)*) => {
        $collect![
            commands::asking::ask_consent,
            commands::asking::choose_paths,
            commands::asking::get_question $($runtime)*,
            commands::asking::answer_question $($runtime)*,
            commands::library::get_library,
            commands::library::get_library_client,
            commands::library::set_library_client,
            commands::library::open_library,
            commands::library::create_library,
            commands::library::get_library_place,
            commands::library::open_samples,
            commands::library::open_own_library,
            commands::library::list_skill_folders,
            commands::library::suggest_query,
            commands::library::suggest_skill,
            commands::library::list_recent_libraries,
            commands::library::list_skills,
            commands::library::get_skill_rows,
            commands::library::search_skills,
            commands::library::search_palette,
            commands::library::find_similar,
            commands::library::find_in_files,
            commands::library::replace_in_files,
            commands::library::find_entity,
            commands::library::find_uses,
            commands::library::list_tools,
            commands::library::list_agents,
            commands::library::get_sample_update,
            commands::library::update_samples,
            commands::library::undo_sample_update,
            commands::library::salvage_library,
            commands::library::get_salvage_report,
            commands::library::save_library_copy,
            commands::editing::get_skill,
            commands::editing::get_file,
            commands::editing::analyze,
            commands::editing::analyze_for_client,
            commands::editing::edit_frontmatter,
            commands::editing::save_file,
            commands::editing::create_skill,
            commands::editing::check_skill_name,
            commands::editing::rename_skill,
            commands::editing::duplicate_skill,
            commands::editing::create_file,
            commands::editing::check_file_path,
            commands::editing::rename_file,
            commands::editing::remove_file,
            commands::history::save_draft,
            commands::history::delete_draft,
            commands::history::list_drafts,
            commands::history::save_form_draft,
            commands::history::delete_form_draft,
            commands::history::list_form_drafts,
            commands::history::save_undo_history,
            commands::history::get_undo_history,
            commands::history::list_versions,
            commands::history::get_version,
            commands::history::restore_version,
            commands::history::label_version,
            commands::trash::list_dependents,
            commands::trash::list_folders_on_disk,
            commands::trash::trash_item,
            commands::trash::trash_skills,
            commands::trash::list_trash,
            commands::trash::count_trash,
            commands::trash::restore_item,
            commands::trash::restore_items,
            commands::trash::delete_trashed,
            commands::changes::list_change_sets,
            commands::changes::undo_change_set,
            commands::changes::tag_skills,
            commands::changes::rename_in_skills,
            commands::changes::move_skills,
            commands::changes::rename_group,
            commands::changes::redo_change_set,
            commands::changes::preview_fix,
            commands::changes::fix_all,
            commands::changes::apply_fix_action,
            commands::changes::list_client_problems,
            commands::changes::list_problems,
            commands::changes::ignore_problem,
            commands::changes::stop_ignoring,
            commands::import::preview_import,
            commands::import::import_paths,
            commands::import::import_chosen,
            commands::import::cancel_activity,
            commands::import::get_outside_change,
            commands::roots::list_import_roots,
            commands::roots::link_root,
            commands::roots::unlink_root,
            commands::roots::relink_root,
            commands::roots::link_skills,
            commands::roots::unlink_skills,
            commands::roots::relink_skill,
            commands::roots::link_held_folders,
            commands::roots::reveal,
            commands::playground::get_embedding_status,
            commands::playground::resume_embedding,
            commands::playground::score,
            commands::playground::resolve,
            commands::playground::list_scorers,
            commands::playground::set_threshold,
            commands::playground::explain_skill,
            commands::playground::get_skill_wording,
            commands::playground::ask_what_if,
            commands::playground::save_what_if,
            commands::playground::get_host_budgets,
            commands::playground::set_host_budgets,
            commands::playground::get_host_list,
            commands::playground::get_skill_in_list,
            commands::playground::get_client_view,
            commands::playground::suggest_queries,
            commands::playground::get_model_settings,
            commands::playground::set_model_settings,
            commands::models::list_models,
            commands::models::save_model,
            commands::models::delete_model,
            commands::playground::estimate_model_cost,
            commands::playground::ask_model,
            commands::evaluate::list_query_sets,
            commands::evaluate::list_queries,
            commands::evaluate::save_query,
            commands::evaluate::delete_queries,
            commands::evaluate::delete_query_set,
            commands::evaluate::rename_query_set,
            commands::evaluate::import_queries,
            commands::evaluate::list_found_evals,
            commands::evaluate::import_found_evals,
            commands::evaluate::list_skill_queries,
            commands::evaluate::save_skill_query,
            commands::evaluate::write_skill_queries,
            commands::evaluate::test_skill_queries,
            commands::evaluate::start_run,
            commands::evaluate::list_runs,
            commands::evaluate::get_run,
            commands::evaluate::delete_run,
            commands::evaluate::label_run,
            commands::evaluate::compare_runs,
            commands::evaluate::sweep_run,
            commands::evaluate::list_overlaps,
            commands::evaluate::dismiss_overlap,
            commands::evaluate::list_near_misses,
            commands::comparing::list_installed_clients,
            commands::comparing::compare_with_client,
            commands::exporting::save_export,
            commands::tools::get_tool,
            commands::tools::convert_spec,
            commands::tools::respell_signature,
            commands::tools::save_tool,
            commands::tools::list_tool_versions,
            commands::tools::restore_tool_version,
            commands::tools::read_tools,
            commands::tools::import_toolbox,
            commands::tools::list_tool_problems,
            commands::tools::suggest_tool,
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
            commands::calls::get_tool_library,
            commands::calls::implement_in_tool_library,
            commands::calls::save_implementation,
            commands::calls::remove_implementation,
            commands::calls::bind_tool_library,
            commands::calls::compare_tool_libraries,
            commands::servers::list_servers,
            commands::servers::read_servers,
            commands::servers::list_found_servers,
            commands::servers::import_found_servers,
            commands::servers::test_server,
            commands::servers::save_server,
            commands::servers::start_server,
            commands::servers::stop_server,
            commands::servers::refuse_server,
            commands::servers::check_servers,
            commands::servers::get_server_log,
            commands::servers::import_server_tools,
            commands::servers::list_secrets,
            commands::servers::save_secret,
            commands::servers::delete_secret,
            commands::servers::find_credentials,
            commands::servers::split_command,
            commands::map::get_map,
            commands::map::get_map_findings,
            commands::map::save_positions,
            commands::map::save_link,
            commands::map::remove_link,
            commands::map::get_blast_radius,
            commands::map::get_agent,
            commands::map::load_agent,
            commands::map::save_agent,
            commands::map::save_simulation_as_agent,
            commands::map::get_agent_gram,
            commands::simulate::list_simulations,
            commands::simulate::start_simulation,
            commands::simulate::get_simulation,
            commands::simulate::get_simulation_step,
            commands::simulate::list_simulation_exchanges,
            commands::simulate::estimate_simulation_cost,
            commands::simulate::estimate_repeat_cost,
            commands::simulate::get_simulation_step_in_brief,
            commands::simulate::say_in_simulation,
            commands::simulate::step_simulation,
            commands::simulate::continue_simulation,
            commands::simulate::refuse_simulation_call,
            commands::simulate::compact_simulation,
            commands::simulate::pause_simulation,
            commands::simulate::cancel_simulation,
            commands::simulate::delete_simulation,
            commands::simulate::fork_simulation,
            commands::simulate::compare_simulations,
            commands::simulate::simulate_with_and_without,
            commands::simulate::list_simulation_versions,
            commands::simulate::list_simulation_files,
            commands::simulate::repeat_simulation,
            commands::simulate::get_simulation_reach,
            commands::simulate::list_simulation_cases,
            commands::simulate::save_simulation_case,
            commands::simulate::save_simulation_as_case,
            commands::simulate::run_simulation_case,
            commands::simulate::delete_simulation_case,
            commands::simulate::read_simulation_cases,
            commands::simulate::import_simulation_cases,
            commands::simulate::get_simulation_metrics,
            commands::packs::list_packs,
            commands::packs::list_pack_targets,
            commands::packs::get_pack,
            commands::packs::save_pack,
            commands::packs::get_pack_summary,
            commands::packs::plan_pack,
            commands::packs::get_pack_file,
            commands::packs::verify_pack,
            commands::packs::write_pack,
            commands::packs::list_pack_exports,
            commands::packs::compare_pack_exports,
            commands::packs::get_pack_export_file,
            commands::packs::dismiss_scan_finding,
            commands::packs::restore_scan_finding,
            commands::packs::list_keys,
            commands::packs::create_signing_key,
            commands::packs::trust_key,
            commands::packs::check_import,
            commands::packs::import_rows,
            commands::settings::get_setting,
            commands::settings::set_setting,
            commands::settings::list_interpreters,
            commands::settings::set_interpreter,
            commands::settings::get_zoom,
            commands::settings::set_zoom $($runtime)*,
            commands::settings::get_backup_info,
            commands::settings::get_diagnostics,
            commands::settings::report_ready,
            commands::settings::close_window $($runtime)*,
            commands::settings::hold_window $($runtime)*,
            commands::sharing::list_sharing_summaries,
            commands::sharing::get_sharing_status,
            commands::sharing::find_shared_libraries,
            commands::sharing::set_up_sharing,
            commands::sharing::create_shared_library,
            commands::sharing::refresh_sharing,
            commands::sharing::plan_push,
            commands::sharing::push_library,
            commands::sharing::pull_library,
            commands::sharing::get_sharing_dispute,
            commands::sharing::resolve_sharing_dispute,
            commands::sharing::search_shared,
            commands::sharing::remove_sharing,
        ]
    };
}

/// Answers every command. The types of the bindings are no part of the program: only the test below collects them.
pub(crate) fn handler<R: Runtime>() -> impl Fn(Invoke<R>) -> bool + Send + Sync + 'static {
    every_command!(generate_handler)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use specta_typescript::Typescript;
    use studio_api::dto;
    use studio_testkit::repository;
    use tauri_specta::{Builder, ErrorHandlingMode, collect_commands};

    use crate::{commands, events};

    /// Every command with the types it uses.
    fn builder() -> Builder<tauri::Wry> {
        Builder::new()
            .error_handling(ErrorHandlingMode::Throw)
            .disable_serde_phases()
            .commands(every_command!(collect_commands::<tauri::Wry>))
            .typ::<dto::StudioEvent>()
            .constant("STUDIO_EVENT", events::CHANNEL)
            .constant("SECRET_NAME", dto::SECRET_NAME)
            .constant("MAX_RETRIES", dto::MAX_RETRIES)
            .constant("MAX_TIMEOUT_S", dto::MAX_TIMEOUT_S)
            .constant("STANDARD_BODY_TOKENS", dto::STANDARD_BODY_TOKENS)
            .constant("STANDARD_DESCRIPTION", dto::STANDARD_DESCRIPTION)
            .constant("CLIENTS", studio_api::list_clients())
            .constant("CLIENT_RUNTIMES", dto::CLIENT_RUNTIMES)
            .constant("FRONTMATTER_KEYS", studio_api::list_frontmatter_keys())
            .constant("CLOSING_EVENT", events::CLOSING)
    }

    /// The committed bindings are what the commands say now; `cargo xtask codegen` writes them.
    #[test]
    fn bindings_are_fresh() {
        let folder = std::env::temp_dir().join(format!("skill-studio-bindings-{}", std::process::id()));
        let made = folder.join("bindings.ts");
        fs::create_dir_all(&folder).unwrap();
        let header = "// Made by `cargo xtask codegen` from the commands in src-tauri; not edited by hand.\n/* eslint-disable */\n";
        builder().export(Typescript::default().header(header), &made).unwrap();
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

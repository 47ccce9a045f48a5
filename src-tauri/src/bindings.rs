//! The list of commands, declared once: what the window may ask for, and the TypeScript made from it.

use tauri::{Runtime, generate_handler, ipc::Invoke};

use crate::commands;

/// Hands every command to a macro, with what it is to an offer to undo what was done before. An `action` is what an author
/// does, taken back by an Undo of its own or by none: the offer goes. With an `aside` it stays: what is read or asked, what
/// is kept while one types or moves something, and what concerns only the window or what is under way.
///
/// `$runtime` is what those that know the runtime are told about it: the types are made for one, the handler for any.
macro_rules! every_command {
    ($take:ident $($runtime:tt)*) => {
        $take![
            aside(commands::asking::ask_consent),
            aside(commands::asking::choose_paths),
            aside(commands::asking::say_aloud),
            aside(commands::asking::check_screen_reader),
            aside(commands::asking::get_question $($runtime)*),
            aside(commands::asking::answer_question $($runtime)*),
            aside(commands::library::get_library),
            aside(commands::library::get_library_client),
            action(commands::library::set_library_client),
            action(commands::library::open_library),
            action(commands::library::create_library),
            aside(commands::library::get_library_place),
            action(commands::library::open_samples),
            action(commands::library::open_own_library),
            aside(commands::library::list_skill_folders),
            aside(commands::library::suggest_query),
            aside(commands::library::suggest_skill),
            aside(commands::library::list_recent_libraries),
            aside(commands::library::list_skills),
            aside(commands::library::get_skill_rows),
            aside(commands::overview::get_overview),
            aside(commands::overview::find_near_duplicates),
            aside(commands::overview::list_overview_skills),
            aside(commands::library::search_skills),
            aside(commands::library::search_palette),
            aside(commands::library::find_similar),
            aside(commands::library::find_in_files),
            action(commands::library::replace_in_files),
            aside(commands::library::find_entity),
            aside(commands::library::find_uses),
            aside(commands::library::list_tools),
            aside(commands::library::list_agents),
            aside(commands::library::get_sample_update),
            action(commands::library::update_samples),
            action(commands::library::undo_sample_update),
            action(commands::library::salvage_library),
            aside(commands::library::get_salvage_report),
            action(commands::library::save_library_copy),
            aside(commands::editing::get_skill),
            aside(commands::editing::get_file),
            aside(commands::editing::analyze),
            aside(commands::editing::analyze_for_client),
            aside(commands::editing::edit_frontmatter),
            action(commands::editing::save_file),
            action(commands::editing::create_skill),
            aside(commands::editing::check_skill_name),
            action(commands::editing::rename_skill),
            action(commands::editing::duplicate_skill),
            action(commands::editing::create_file),
            aside(commands::editing::check_file_path),
            action(commands::editing::rename_file),
            action(commands::editing::remove_file),
            aside(commands::history::save_draft),
            aside(commands::history::delete_draft),
            aside(commands::history::list_drafts),
            aside(commands::history::save_form_draft),
            aside(commands::history::delete_form_draft),
            aside(commands::history::list_form_drafts),
            aside(commands::history::save_undo_history),
            aside(commands::history::get_undo_history),
            aside(commands::history::list_versions),
            aside(commands::history::get_version),
            action(commands::history::restore_version),
            action(commands::history::label_version),
            aside(commands::trash::list_dependents),
            aside(commands::trash::list_folders_on_disk),
            action(commands::trash::trash_item),
            action(commands::trash::trash_skills),
            aside(commands::trash::list_trash),
            aside(commands::trash::count_trash),
            action(commands::trash::restore_item),
            action(commands::trash::restore_items),
            action(commands::trash::delete_trashed),
            aside(commands::changes::list_change_sets),
            aside(commands::changes::list_changed_files),
            action(commands::changes::undo_change_set),
            action(commands::changes::tag_skills),
            action(commands::changes::rename_in_skills),
            action(commands::changes::move_skills),
            action(commands::changes::rename_group),
            action(commands::changes::redo_change_set),
            aside(commands::changes::preview_fix),
            action(commands::changes::fix_all),
            action(commands::changes::apply_fix_action),
            aside(commands::changes::list_client_problems),
            aside(commands::changes::list_problems),
            action(commands::changes::ignore_problem),
            action(commands::changes::stop_ignoring),
            aside(commands::changes::list_rules),
            action(commands::changes::set_rule_level),
            action(commands::changes::ignore_rule),
            action(commands::changes::stop_ignoring_rule),
            aside(commands::import::preview_import),
            action(commands::import::import_paths),
            action(commands::import::import_chosen),
            aside(commands::import::cancel_activity),
            aside(commands::import::get_outside_change),
            aside(commands::roots::list_import_roots),
            action(commands::roots::link_root),
            action(commands::roots::unlink_root),
            action(commands::roots::relink_root),
            action(commands::roots::link_skills),
            action(commands::roots::unlink_skills),
            action(commands::roots::relink_skill),
            action(commands::roots::link_held_folders),
            aside(commands::roots::reveal),
            aside(commands::playground::get_embedding_status),
            aside(commands::playground::resume_embedding),
            aside(commands::playground::score),
            aside(commands::playground::resolve),
            aside(commands::playground::list_scorers),
            action(commands::playground::set_threshold),
            aside(commands::playground::explain_skill),
            aside(commands::playground::get_skill_wording),
            aside(commands::playground::ask_what_if),
            action(commands::playground::save_what_if),
            aside(commands::playground::get_host_budgets),
            action(commands::playground::set_host_budgets),
            aside(commands::playground::get_host_list),
            aside(commands::playground::get_skill_in_list),
            aside(commands::playground::get_client_view),
            aside(commands::playground::suggest_queries),
            aside(commands::playground::get_model_settings),
            action(commands::playground::set_model_settings),
            aside(commands::models::list_models),
            action(commands::models::save_model),
            action(commands::models::delete_model),
            aside(commands::playground::estimate_model_cost),
            aside(commands::playground::ask_model),
            aside(commands::evaluate::list_query_sets),
            aside(commands::evaluate::list_queries),
            action(commands::evaluate::save_query),
            action(commands::evaluate::delete_queries),
            action(commands::evaluate::delete_query_set),
            action(commands::evaluate::rename_query_set),
            action(commands::evaluate::import_queries),
            aside(commands::evaluate::list_found_evals),
            action(commands::evaluate::import_found_evals),
            aside(commands::evaluate::list_skill_queries),
            action(commands::evaluate::save_skill_query),
            action(commands::evaluate::write_skill_queries),
            aside(commands::evaluate::test_skill_queries),
            action(commands::evaluate::start_run),
            aside(commands::evaluate::list_runs),
            aside(commands::evaluate::get_run),
            action(commands::evaluate::delete_run),
            action(commands::evaluate::label_run),
            aside(commands::evaluate::compare_runs),
            aside(commands::evaluate::sweep_run),
            aside(commands::evaluate::list_overlaps),
            action(commands::evaluate::dismiss_overlap),
            aside(commands::evaluate::list_near_misses),
            aside(commands::comparing::list_installed_clients),
            aside(commands::comparing::compare_with_client),
            action(commands::exporting::save_export),
            aside(commands::exporting::plan_skill_export),
            action(commands::exporting::save_skill_export),
            aside(commands::tools::get_tool),
            aside(commands::tools::convert_spec),
            aside(commands::tools::respell_signature),
            action(commands::tools::save_tool),
            aside(commands::tools::list_tool_versions),
            action(commands::tools::restore_tool_version),
            aside(commands::tools::read_tools),
            action(commands::tools::import_toolbox),
            aside(commands::tools::list_tool_problems),
            aside(commands::tools::suggest_tool),
            action(commands::tools::accept_drift),
            action(commands::calls::call_tool),
            aside(commands::calls::cancel_call),
            action(commands::calls::revoke_consent),
            aside(commands::calls::list_consents),
            aside(commands::calls::list_tool_cases),
            action(commands::calls::save_tool_case),
            action(commands::calls::delete_tool_case),
            aside(commands::calls::judge_tool_case),
            aside(commands::calls::list_tool_libraries),
            action(commands::calls::create_tool_library),
            action(commands::calls::delete_tool_library),
            aside(commands::calls::get_tool_library),
            action(commands::calls::implement_in_tool_library),
            action(commands::calls::save_implementation),
            action(commands::calls::remove_implementation),
            action(commands::calls::bind_tool_library),
            aside(commands::calls::compare_tool_libraries),
            aside(commands::servers::list_servers),
            aside(commands::servers::read_servers),
            aside(commands::servers::list_found_servers),
            action(commands::servers::import_found_servers),
            aside(commands::servers::test_server),
            action(commands::servers::save_server),
            action(commands::servers::start_server),
            action(commands::servers::stop_server),
            action(commands::servers::refuse_server),
            aside(commands::servers::check_servers),
            aside(commands::servers::get_server_log),
            action(commands::servers::import_server_tools),
            aside(commands::servers::list_secrets),
            action(commands::servers::save_secret),
            action(commands::servers::delete_secret),
            aside(commands::servers::find_credentials),
            aside(commands::servers::split_command),
            aside(commands::map::get_map),
            aside(commands::map::get_map_findings),
            aside(commands::map::save_positions),
            action(commands::map::save_link),
            action(commands::map::remove_link),
            aside(commands::map::get_blast_radius),
            aside(commands::map::get_agent),
            aside(commands::map::load_agent),
            action(commands::map::save_agent),
            action(commands::map::save_simulation_as_agent),
            aside(commands::map::get_agent_gram),
            aside(commands::simulate::list_simulations),
            action(commands::simulate::start_simulation),
            aside(commands::simulate::get_simulation),
            aside(commands::simulate::get_simulation_step),
            aside(commands::simulate::list_simulation_exchanges),
            aside(commands::simulate::estimate_simulation_cost),
            aside(commands::simulate::estimate_repeat_cost),
            aside(commands::simulate::get_simulation_step_in_brief),
            action(commands::simulate::say_in_simulation),
            action(commands::simulate::step_simulation),
            action(commands::simulate::continue_simulation),
            action(commands::simulate::refuse_simulation_call),
            action(commands::simulate::compact_simulation),
            aside(commands::simulate::pause_simulation),
            aside(commands::simulate::cancel_simulation),
            action(commands::simulate::delete_simulation),
            action(commands::simulate::fork_simulation),
            aside(commands::simulate::compare_simulations),
            action(commands::simulate::simulate_with_and_without),
            aside(commands::simulate::list_simulation_versions),
            aside(commands::simulate::list_simulation_files),
            action(commands::simulate::repeat_simulation),
            aside(commands::simulate::get_simulation_reach),
            aside(commands::simulation_cases::list_simulation_cases),
            action(commands::simulation_cases::save_simulation_case),
            action(commands::simulation_cases::save_simulation_as_case),
            action(commands::simulation_cases::run_simulation_case),
            action(commands::simulation_cases::delete_simulation_case),
            aside(commands::simulation_cases::read_simulation_cases),
            action(commands::simulation_cases::import_simulation_cases),
            aside(commands::simulate::get_simulation_metrics),
            aside(commands::packs::list_packs),
            aside(commands::packs::list_pack_targets),
            aside(commands::packs::get_pack),
            action(commands::packs::save_pack),
            aside(commands::packs::get_pack_summary),
            aside(commands::packs::plan_pack),
            aside(commands::packs::compare_pack),
            aside(commands::packs::get_pack_file),
            aside(commands::packs::verify_pack),
            action(commands::packs::write_pack),
            aside(commands::packs::list_pack_exports),
            aside(commands::packs::compare_pack_exports),
            aside(commands::packs::get_pack_export_file),
            action(commands::packs::dismiss_scan_finding),
            action(commands::packs::restore_scan_finding),
            aside(commands::packs::list_keys),
            action(commands::packs::create_signing_key),
            action(commands::packs::trust_key),
            aside(commands::packs::check_import),
            action(commands::packs::import_rows),
            aside(commands::settings::get_setting),
            aside(commands::settings::set_setting),
            aside(commands::settings::list_interpreters),
            action(commands::settings::set_interpreter),
            aside(commands::settings::get_zoom),
            aside(commands::settings::set_zoom $($runtime)*),
            aside(commands::settings::get_backup_info),
            aside(commands::settings::get_model_files),
            aside(commands::settings::fetch_model_files),
            aside(commands::settings::get_program_version),
            aside(commands::settings::get_diagnostics),
            aside(commands::settings::report_ready),
            aside(commands::settings::close_window $($runtime)*),
            aside(commands::settings::hold_window $($runtime)*),
            aside(commands::sharing::list_sharing_summaries),
            aside(commands::sharing::get_sharing_status),
            aside(commands::sharing::find_shared_libraries),
            action(commands::sharing::set_up_sharing),
            action(commands::sharing::create_shared_library),
            aside(commands::sharing::refresh_sharing),
            aside(commands::sharing::plan_push),
            action(commands::sharing::push_library),
            action(commands::sharing::pull_library),
            aside(commands::sharing::get_sharing_dispute),
            action(commands::sharing::resolve_sharing_dispute),
            aside(commands::sharing::search_shared),
            action(commands::sharing::remove_sharing),
        ]
    };
}

/// Answers commands, whatever they are to an offer.
macro_rules! answered {
    ($($class:ident($($command:tt)*),)*) => { generate_handler![$($($command)*),*] };
}

/// Answers every command. The types of the bindings are no part of the program: only the test below collects them.
pub(crate) fn handler<R: Runtime>() -> impl Fn(Invoke<R>) -> bool + Send + Sync + 'static {
    every_command!(answered)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use specta_typescript::Typescript;
    use studio_api::dto;
    use studio_testkit::repository;
    use tauri_specta::{Builder, ErrorHandlingMode, collect_commands};

    use crate::{commands, events};

    /// Commands with the types they use.
    macro_rules! typed {
        ($($class:ident($($command:tt)*),)*) => { collect_commands![$($($command)*),*] };
    }

    /// Commands with whether they are actions. One that is of no class is no Rust.
    macro_rules! classed {
        ($($class:ident($($command:tt)*),)*) => { [$((is_action!($class), stringify!($($command)*))),*] };
    }

    macro_rules! is_action {
        (action) => {
            true
        };
        (aside) => {
            false
        };
    }

    /// The actions, as TypeScript names them.
    fn actions() -> Vec<String> {
        let classed: &[(bool, &str)] = &every_command!(classed);
        classed.iter().filter(|(is_action, _)| *is_action).map(|(_, command)| name_in_typescript(command)).collect()
    }

    /// `saveFile` of `commands::editing::save_file`.
    fn name_in_typescript(command: &str) -> String {
        let name = command.rsplit("::").next().unwrap_or(command).trim();
        let (first, others) = name.split_once('_').unwrap_or((name, ""));
        let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
        first.to_owned() + &others.split_terminator('_').map(capitalised).collect::<String>()
    }

    /// Every command with the types it uses.
    fn builder() -> Builder<tauri::Wry> {
        Builder::new()
            .error_handling(ErrorHandlingMode::Throw)
            .disable_serde_phases()
            .commands(every_command!(typed::<tauri::Wry>))
            .typ::<dto::StudioEvent>()
            .constant("ACTIONS", actions())
            .constant("ADK_SKILL", dto::ADK_SKILL)
            .constant("ADK_WORDS", dto::ADK_WORDS)
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
            .constant("SCREEN_READER_EVENT", events::SCREEN_READER)
    }

    #[test]
    fn what_an_author_does_is_an_action_and_what_is_kept_while_they_type_is_none() {
        let actions = actions();
        let is_action = |name: &str| actions.iter().any(|action| action == name);
        for name in ["saveFile", "trashSkills", "undoChangeSet", "sayInSimulation", "stopIgnoring"] {
            assert!(is_action(name), "{name}");
        }
        for name in ["listSkills", "saveDraft", "savePositions", "saveUndoHistory", "sayAloud", "setZoom"] {
            assert!(!is_action(name), "{name}");
        }
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

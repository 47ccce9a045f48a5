//! Commands on the library's problems, and on changes of many skills at once.

use studio_api::{
    Error, Studio,
    dto::{
        ChangeReport, ChangeSetInfo, ChangedFile, ClientProblems, FixAction, FixPreview, Host, ProblemList, RuleLevel,
        RulePlace, RuleSettings,
    },
};

use super::{Shared, run};

/// See [`studio_api::Studio::list_change_sets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_change_sets(studio: Shared<'_>) -> Result<Vec<ChangeSetInfo>, Error> {
    run(studio, Studio::list_change_sets).await
}

/// See [`studio_api::Studio::list_changed_files`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_changed_files(studio: Shared<'_>, id: String) -> Result<Vec<ChangedFile>, Error> {
    run(studio, move |studio| studio.list_changed_files(&id)).await
}

/// See [`studio_api::Studio::undo_change_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_change_set(studio: Shared<'_>, id: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.undo_change_set(&id)).await
}

/// See [`studio_api::Studio::redo_change_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn redo_change_set(studio: Shared<'_>, id: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.redo_change_set(&id)).await
}

/// See [`studio_api::Studio::preview_fix`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_fix(
    studio: Shared<'_>,
    code: Option<String>,
    skill_id: String,
) -> Result<FixPreview, Error> {
    run(studio, move |studio| studio.preview_fix(code.as_deref(), &skill_id)).await
}

/// See [`studio_api::Studio::fix_all`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn fix_all(
    studio: Shared<'_>,
    code: Option<String>,
    skills: Vec<String>,
) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.fix_all(code.as_deref(), &skills)).await
}

/// See [`studio_api::Studio::apply_fix_action`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn apply_fix_action(studio: Shared<'_>, skill_id: String, action: FixAction) -> Result<(), Error> {
    run(studio, move |studio| studio.apply_fix_action(&skill_id, &action)).await
}

/// See [`studio_api::Studio::list_client_problems`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_client_problems(studio: Shared<'_>, client: Host) -> Result<ClientProblems, Error> {
    run(studio, move |studio| studio.list_client_problems(client)).await
}

/// See [`studio_api::Studio::list_problems`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_problems(studio: Shared<'_>) -> Result<ProblemList, Error> {
    run(studio, Studio::list_problems).await
}

/// See [`studio_api::Studio::ignore_problem`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn ignore_problem(
    studio: Shared<'_>,
    skill_id: String,
    code: String,
    subject: String,
    reason: String,
) -> Result<(), Error> {
    run(studio, move |studio| studio.ignore_problem(&skill_id, &code, &subject, &reason)).await
}

/// See [`studio_api::Studio::stop_ignoring`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_ignoring(
    studio: Shared<'_>,
    skill_id: String,
    code: String,
    subject: String,
) -> Result<(), Error> {
    run(studio, move |studio| studio.stop_ignoring(&skill_id, &code, &subject)).await
}

/// See [`studio_api::Studio::list_rules`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_rules(studio: Shared<'_>) -> Result<Vec<RuleSettings>, Error> {
    run(studio, Studio::list_rules).await
}

/// See [`studio_api::Studio::set_rule_level`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_rule_level(studio: Shared<'_>, code: String, level: Option<RuleLevel>) -> Result<(), Error> {
    run(studio, move |studio| studio.set_rule_level(&code, level)).await
}

/// See [`studio_api::Studio::ignore_rule`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn ignore_rule(
    studio: Shared<'_>,
    code: String,
    place: RulePlace,
    reason: String,
) -> Result<(), Error> {
    run(studio, move |studio| studio.ignore_rule(&code, &place, &reason)).await
}

/// See [`studio_api::Studio::stop_ignoring_rule`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_ignoring_rule(studio: Shared<'_>, code: String, place: RulePlace) -> Result<(), Error> {
    run(studio, move |studio| studio.stop_ignoring_rule(&code, &place)).await
}

/// See [`studio_api::Studio::tag_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn tag_skills(
    studio: Shared<'_>,
    ids: Vec<String>,
    add: Vec<String>,
    remove: Vec<String>,
) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.tag_skills(&ids, &add, &remove)).await
}

/// See [`studio_api::Studio::rename_in_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn rename_in_skills(
    studio: Shared<'_>,
    from: String,
    to: String,
    skills: Option<Vec<String>>,
) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.rename_in_skills(&from, &to, skills.as_deref())).await
}

/// See [`studio_api::Studio::move_skills`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn move_skills(studio: Shared<'_>, ids: Vec<String>, group: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.move_skills(&ids, &group)).await
}

/// See [`studio_api::Studio::rename_group`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn rename_group(studio: Shared<'_>, from: String, to: String) -> Result<ChangeReport, Error> {
    run(studio, move |studio| studio.rename_group(&from, &to)).await
}

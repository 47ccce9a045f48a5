//! Commands on queries put to the library.

use studio_api::{
    Error, Studio,
    dto::{
        ClientView, EmbeddingStatus, Explanation, Host, HostBudgets, HostList, ModelCost, ModelSettings, Policy,
        Resolution, ResolveRequest, ScoreReport, Scorer, ScorerInfo, SkillDetail, SkillInList, SkillWording,
        SuggestedQuery, WhatIfReport, WhatIfRequest,
    },
};

use super::{Asked, Shared, consent, run};

/// See [`studio_api::Studio::get_embedding_status`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_embedding_status(studio: Shared<'_>) -> Result<EmbeddingStatus, Error> {
    run(studio, Studio::get_embedding_status).await
}

/// See [`studio_api::Studio::resume_embedding`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_embedding(studio: Shared<'_>) -> Result<(), Error> {
    run(studio, Studio::resume_embedding).await
}

/// See [`studio_api::Studio::score`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn score(
    studio: Shared<'_>,
    query: String,
    scorer: Scorer,
    policy: Policy,
    host: Option<Host>,
    listed: Option<u32>,
) -> Result<ScoreReport, Error> {
    run(studio, move |studio| studio.score_as_seen(&query, scorer, &policy, host, listed)).await
}

/// See [`studio_api::Studio::resolve`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve(studio: Shared<'_>, request: ResolveRequest) -> Result<Resolution, Error> {
    run(studio, move |studio| studio.resolve(&request)).await
}

/// See [`studio_api::Studio::list_scorers`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_scorers(studio: Shared<'_>) -> Result<Vec<ScorerInfo>, Error> {
    run(studio, Studio::list_scorers).await
}

/// See [`studio_api::Studio::set_threshold`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_threshold(
    studio: Shared<'_>,
    scorer: Scorer,
    min_score: Option<f64>,
) -> Result<Vec<ScorerInfo>, Error> {
    run(studio, move |studio| studio.set_threshold(scorer, min_score)).await
}

/// See [`studio_api::Studio::explain_skill`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn explain_skill(
    studio: Shared<'_>,
    query: String,
    scorer: Scorer,
    policy: Policy,
    skill_id: String,
    wording: Option<SkillWording>,
    host: Option<Host>,
) -> Result<Explanation, Error> {
    run(studio, move |studio| studio.explain_skill(&query, scorer, &policy, &skill_id, wording.as_ref(), host)).await
}

/// See [`studio_api::Studio::get_skill_wording`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_skill_wording(studio: Shared<'_>, skill_id: String) -> Result<SkillWording, Error> {
    run(studio, move |studio| studio.get_skill_wording(&skill_id)).await
}

/// See [`studio_api::Studio::ask_what_if`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn ask_what_if(studio: Shared<'_>, request: WhatIfRequest) -> Result<WhatIfReport, Error> {
    run(studio, move |studio| studio.ask_what_if(&request)).await
}

/// See [`studio_api::Studio::save_what_if`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_what_if(
    studio: Shared<'_>,
    skill_id: String,
    wording: SkillWording,
    aggregate_version: u32,
) -> Result<SkillDetail, Error> {
    run(studio, move |studio| studio.save_what_if(&skill_id, &wording, aggregate_version)).await
}

/// See [`studio_api::Studio::get_host_budgets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_host_budgets(studio: Shared<'_>) -> Result<HostBudgets, Error> {
    run(studio, Studio::get_host_budgets).await
}

/// See [`studio_api::Studio::set_host_budgets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_host_budgets(studio: Shared<'_>, budgets: HostBudgets) -> Result<HostBudgets, Error> {
    run(studio, move |studio| studio.set_host_budgets(budgets)).await
}

/// See [`studio_api::Studio::get_host_list`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_host_list(studio: Shared<'_>, host: Host) -> Result<HostList, Error> {
    run(studio, move |studio| studio.get_host_list(host)).await
}

/// See [`studio_api::Studio::get_skill_in_list`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_skill_in_list(
    studio: Shared<'_>,
    skill_id: String,
    host: Host,
) -> Result<Option<SkillInList>, Error> {
    run(studio, move |studio| studio.get_skill_in_list(&skill_id, host)).await
}

/// See [`studio_api::Studio::get_client_view`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_client_view(studio: Shared<'_>, host: Host) -> Result<ClientView, Error> {
    run(studio, move |studio| studio.get_client_view(host)).await
}

/// See [`studio_api::Studio::suggest_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn suggest_queries(
    studio: Shared<'_>,
    skill_id: Option<String>,
    most: u32,
) -> Result<Vec<SuggestedQuery>, Error> {
    run(studio, move |studio| studio.suggest_queries(skill_id.as_deref(), most)).await
}

/// See [`studio_api::Studio::get_model_settings`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_model_settings(studio: Shared<'_>) -> Result<ModelSettings, Error> {
    run(studio, Studio::get_model_settings).await
}

/// See [`studio_api::Studio::set_model_settings`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_model_settings(
    studio: Shared<'_>,
    author: Asked<'_>,
    settings: ModelSettings,
) -> Result<ModelSettings, Error> {
    let asked = settings.clone();
    consent(studio.clone(), &author, move |studio| studio.asked_for_model(&asked)).await?;
    run(studio, move |studio| studio.set_model_settings(&settings)).await
}

/// See [`studio_api::Studio::estimate_model_cost`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn estimate_model_cost(
    studio: Shared<'_>,
    set: Option<String>,
    queries: Vec<String>,
    host: Option<Host>,
) -> Result<ModelCost, Error> {
    run(studio, move |studio| studio.estimate_model_cost(set.as_deref(), &queries, host)).await
}

/// See [`studio_api::Studio::ask_model`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn ask_model(
    studio: Shared<'_>,
    query: String,
    policy: Policy,
    host: Option<Host>,
) -> Result<ScoreReport, Error> {
    run(studio, move |studio| studio.ask_model(&query, &policy, host)).await
}

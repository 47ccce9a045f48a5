//! Commands on labelled queries, runs over them, and what they say of the library.

use studio_api::{
    Error, Studio,
    dto::{
        CredentialChoice, FoundEvals, LabelledQuery, NearMiss, NewQuery, OverlapReport, PathUse, QueryExpectation,
        QueryImport, QuerySet, RepeatedLabels, RunComparison, RunDetail, RunList, RunRequest, SkillQueries,
        SkillQueryResults, SkillQueryTest, Sweep,
    },
};

use super::{Asked, Shared, run};

/// See [`studio_api::Studio::list_query_sets`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_query_sets(studio: Shared<'_>) -> Result<Vec<QuerySet>, Error> {
    run(studio, Studio::list_query_sets).await
}

/// See [`studio_api::Studio::list_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_queries(studio: Shared<'_>, set: Option<String>) -> Result<Vec<LabelledQuery>, Error> {
    run(studio, move |studio| studio.list_queries(set.as_deref())).await
}

/// See [`studio_api::Studio::save_query_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_query(
    studio: Shared<'_>,
    query: NewQuery,
    credentials: CredentialChoice,
) -> Result<LabelledQuery, Error> {
    run(studio, move |studio| studio.save_query_choosing(&query, credentials)).await
}

/// See [`studio_api::Studio::delete_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_queries(studio: Shared<'_>, ids: Vec<String>) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_queries(&ids)).await
}

/// See [`studio_api::Studio::delete_query_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_query_set(studio: Shared<'_>, name: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_query_set(&name)).await
}

/// See [`studio_api::Studio::rename_query_set`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn rename_query_set(studio: Shared<'_>, from: String, to: String) -> Result<(), Error> {
    run(studio, move |studio| studio.rename_query_set(&from, &to)).await
}

/// See [`studio_api::Studio::import_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_queries(
    studio: Shared<'_>,
    author: Asked<'_>,
    path: String,
    set: Option<String>,
    labels: RepeatedLabels,
) -> Result<QueryImport, Error> {
    let path = author.must_allow(PathUse::Import, &path).await?;
    run(studio, move |studio| studio.import_queries(&path, set.as_deref(), labels)).await
}

/// See [`studio_api::Studio::list_found_evals`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_found_evals(studio: Shared<'_>) -> Result<Vec<FoundEvals>, Error> {
    run(studio, Studio::list_found_evals).await
}

/// See [`studio_api::Studio::import_found_evals`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_found_evals(studio: Shared<'_>, keys: Vec<String>) -> Result<Vec<QueryImport>, Error> {
    run(studio, move |studio| studio.import_found_evals(&keys)).await
}

/// See [`studio_api::Studio::list_skill_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_skill_queries(studio: Shared<'_>, skill_id: String) -> Result<SkillQueries, Error> {
    run(studio, move |studio| studio.list_skill_queries(&skill_id)).await
}

/// See [`studio_api::Studio::save_skill_query_choosing`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_skill_query(
    studio: Shared<'_>,
    skill_id: String,
    id: Option<String>,
    query: String,
    expectation: QueryExpectation,
    credentials: CredentialChoice,
) -> Result<LabelledQuery, Error> {
    run(studio, move |studio| {
        studio.save_skill_query_choosing(&skill_id, id.as_deref(), &query, expectation, credentials)
    })
    .await
}

/// See [`studio_api::Studio::write_skill_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn write_skill_queries(studio: Shared<'_>, skill_id: String) -> Result<SkillQueries, Error> {
    run(studio, move |studio| studio.write_skill_queries(&skill_id)).await
}

/// See [`studio_api::Studio::test_skill_queries`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn test_skill_queries(studio: Shared<'_>, test: SkillQueryTest) -> Result<SkillQueryResults, Error> {
    run(studio, move |studio| studio.test_skill_queries(&test)).await
}

/// See [`studio_api::Studio::start_run`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_run(studio: Shared<'_>, request: RunRequest) -> Result<String, Error> {
    run(studio, move |studio| studio.start_run(&request)).await
}

/// See [`studio_api::Studio::list_runs`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_runs(studio: Shared<'_>) -> Result<RunList, Error> {
    run(studio, Studio::list_runs).await
}

/// See [`studio_api::Studio::get_run`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_run(studio: Shared<'_>, id: String) -> Result<RunDetail, Error> {
    run(studio, move |studio| studio.get_run(&id)).await
}

/// See [`studio_api::Studio::delete_run`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_run(studio: Shared<'_>, id: String) -> Result<(), Error> {
    run(studio, move |studio| studio.delete_run(&id)).await
}

/// See [`studio_api::Studio::label_run`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn label_run(studio: Shared<'_>, id: String, label: String) -> Result<(), Error> {
    run(studio, move |studio| studio.label_run(&id, &label)).await
}

/// See [`studio_api::Studio::compare_runs`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_runs(studio: Shared<'_>, before: String, after: String) -> Result<RunComparison, Error> {
    run(studio, move |studio| studio.compare_runs(&before, &after)).await
}

/// See [`studio_api::Studio::sweep_run`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn sweep_run(studio: Shared<'_>, id: String, most_false_fires: f64) -> Result<Sweep, Error> {
    run(studio, move |studio| studio.sweep_run(&id, most_false_fires)).await
}

/// See [`studio_api::Studio::list_overlaps`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_overlaps(studio: Shared<'_>, limit: Option<f64>) -> Result<OverlapReport, Error> {
    run(studio, move |studio| studio.list_overlaps(limit)).await
}

/// See [`studio_api::Studio::dismiss_overlap`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_overlap(
    studio: Shared<'_>,
    a_id: String,
    b_id: String,
    is_dismissed: bool,
) -> Result<(), Error> {
    run(studio, move |studio| studio.dismiss_overlap(&a_id, &b_id, is_dismissed)).await
}

/// See [`studio_api::Studio::list_near_misses`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_near_misses(
    studio: Shared<'_>,
    skill_id: Option<String>,
    limit: u32,
) -> Result<Vec<NearMiss>, Error> {
    run(studio, move |studio| studio.list_near_misses(skill_id.as_deref(), limit)).await
}

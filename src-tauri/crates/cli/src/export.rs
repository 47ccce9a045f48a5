//! Exports: what a target does not hold is said first, then everything is written, or nothing.

use serde_json::json;
use studio_api::{
    ErrorCode, Studio,
    dto::{ExportFileState, ExportRequest, ExportTarget},
};

use crate::{
    arguments::Export,
    output::{Failure, Outcome, Output},
};

/// Names losses and refusals, then writes.
pub(crate) fn export(studio: &Studio, export: &Export, output: &Output) -> Result<Outcome, Failure> {
    let out = std::path::absolute(&export.out)
        .map_err(|error| Failure::input(format!("{}: {error}", export.out.display())))?;
    let mut path = out.to_string_lossy().into_owned();
    if export.out.to_string_lossy().ends_with('/') && !path.ends_with('/') {
        path.push('/');
    }
    let request = ExportRequest {
        target: export.target,
        out: path,
        client: export.client,
        skills: export.skills.clone(),
        agents: export.agents.clone(),
        name: export.name.clone(),
        overwrite: export.overwrite,
    };
    fill_vectors(studio, export.target)?;
    let plan = studio.plan_export(&request)?;
    for loss in &plan.losses {
        Output::note(format_args!("{}, {}: {}", loss.entity, loss.field, loss.why));
    }
    for refusal in &plan.refused {
        Output::note(format_args!("{} is refused: {} ({})", refusal.entity, refusal.message, refusal.code));
    }
    let is_refused = !plan.refused.is_empty();
    if !is_refused && !export.dry_run {
        studio.export(&request)?;
    }
    let is_written = !is_refused && !export.dry_run;
    output.result(&json!({ "files": plan.files, "losses": plan.losses, "refused": plan.refused }), |out| {
        for file in &plan.files {
            writeln!(out, "{:<9}  {}  {} bytes", file.state, file.path, file.bytes)?;
        }
        let new = plan.files.iter().filter(|file| file.state != ExportFileState::Unchanged).count();
        let (losses, refused) = (plan.losses.len(), plan.refused.len());
        match (is_refused, is_written) {
            (true, _) => writeln!(out, "Nothing written: {refused} refused ({losses} losses)."),
            (false, true) => writeln!(out, "Wrote {new} of {} files ({losses} losses).", plan.files.len()),
            (false, false) => {
                writeln!(out, "Would write {new} of {} files ({losses} losses).", plan.files.len())
            }
        }
    });
    Ok(Outcome::with_findings(is_refused))
}

/// light-4j's rows have the vectors of descriptions: they are made first, where the model is there.
fn fill_vectors(studio: &Studio, target: ExportTarget) -> Result<(), Failure> {
    if target != ExportTarget::Light4jSql {
        return Ok(());
    }
    match studio.wait_until_indexed() {
        Err(error) if error.code == ErrorCode::ModelMissing => {
            Output::note(format_args!("description_embedding stays empty: {}", error.message));
            Ok(())
        }
        indexed => Ok(indexed?),
    }
}

//! Exports: what a target does not hold is said first, then everything is written, or nothing.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    Error, ErrorCode, PreparedExport, Studio,
    dto::{ExportDifference, ExportFileState, ExportPlan, ExportRequest, ExportTarget},
    plural,
};

use crate::{
    arguments::Export,
    opening::refuse_what_is_no_folder,
    output::{Failure, Outcome, Output},
};

/// What an export comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The target rejects something.
    Rejected,
    /// An import would make something else of it.
    Differs,
    /// The target has no place for any of it.
    Empty,
    /// It would be written.
    Planned,
    /// It is written.
    Written,
}

/// Names losses and refusals, then writes. `library` is the one that was named.
pub(crate) fn export(
    studio: &Studio,
    export: &Export,
    library: Option<&Path>,
    output: &Output,
) -> Result<Outcome, Failure> {
    let skill = export.skill(library);
    let request = request(studio, export, skill)?;
    fill_vectors(studio, export.target)?;
    let mut prepared = made_ready(studio, skill, &request, library)?;
    let is_refused = !prepared.plan().refused.is_empty();
    let mut differences = if export.verify && !is_refused { Some(read_back(studio, skill, &request)?) } else { None };
    let ending = match &differences {
        _ if is_refused => Ending::Rejected,
        Some(differences) if !differences.is_empty() => Ending::Differs,
        _ if prepared.plan().files.is_empty() => Ending::Empty,
        _ if export.dry_run => Ending::Planned,
        _ => Ending::Written,
    };
    if export.sign {
        studio.add_manifest(&mut prepared)?;
    }
    let is_written = ending == Ending::Written;
    let key_id = if export.sign && is_written { Some(studio.sign_export(&mut prepared)?) } else { None };
    let plan = prepared.plan();
    tell(&plan, output);
    tell_differences(differences.as_deref().unwrap_or_default(), "differs after re-import");
    if is_written {
        studio.write_export(&prepared)?;
    }
    let is_lying = match &mut differences {
        Some(differences) if is_written => lies_otherwise(studio, &prepared, differences)?,
        _ => false,
    };
    // What is not going to be written is no news.
    let is_planned = !matches!(ending, Ending::Rejected | Ending::Differs);
    let mut document = document(&plan, is_planned, differences.as_deref());
    if export.sign {
        document["key_id"] = json!(key_id);
    }
    output.result(&document, |out| {
        for file in plan.files.iter().filter(|_| is_planned) {
            writeln!(out, "{:<13}  {}  {} bytes", said(file.state, is_written), file.path, file.bytes)?;
        }
        writeln!(out, "{}", summed(ending, &plan, export.target, key_id))
    });
    Ok(Outcome::with_findings(is_lying || !matches!(ending, Ending::Planned | Ending::Written)))
}

/// Whether what lies where an export went is other than its sources; each is told and added to `differences`.
fn lies_otherwise(
    studio: &Studio,
    prepared: &PreparedExport,
    differences: &mut Vec<ExportDifference>,
) -> Result<bool, Failure> {
    let found = studio.verify_written(prepared)?;
    tell_differences(&found, "differs from its source where it was written");
    differences.extend(found);
    Ok(!differences.is_empty())
}

/// The last line.
fn summed(ending: Ending, plan: &ExportPlan, target: ExportTarget, key_id: Option<String>) -> String {
    let lost = lost(plan);
    let new = plan.files.iter().filter(|file| file.state != ExportFileState::Unchanged).count();
    let of_all = plural(plan.files.len(), "file", "files");
    match ending {
        Ending::Rejected => {
            format!("Nothing written: {} rejected ({lost}).", plural(plan.refused.len(), "item", "items"))
        }
        Ending::Differs => "Nothing written: the re-imported export differs.".to_owned(),
        Ending::Empty => format!("Nothing to write: {target} doesn't support any of these items ({lost})."),
        Ending::Planned => format!("Would write {new} of {of_all} ({lost})."),
        Ending::Written => {
            let signed = key_id.map(|key| format!(", signed by {key}")).unwrap_or_default();
            format!("Wrote {new} of {of_all} ({lost}){signed}.")
        }
    }
}

/// How much the target does not hold, and how much of it in another form.
fn lost(plan: &ExportPlan) -> String {
    let changed = plan.losses.iter().filter(|loss| loss.is_written()).count();
    let lost = format!("{} not included", plural(plan.losses.len() - changed, "item", "items"));
    if changed == 0 { lost } else { format!("{lost}, {} written differently", plural(changed, "item", "items")) }
}

/// The plan as JSON, its files where they are written or would be; with what an import would differ in, where that was asked
/// for.
fn document(plan: &ExportPlan, is_planned: bool, differences: Option<&[ExportDifference]>) -> Value {
    let files = if is_planned { plan.files.as_slice() } else { &[][..] };
    let mut document = json!({ "files": files, "losses": plan.losses, "refused": plan.refused });
    if let Some(differences) = differences {
        document["differences"] = json!(differences);
    }
    document
}

/// What became of a file, or would become of it.
const fn said(state: ExportFileState, is_written: bool) -> &'static str {
    match (state, is_written) {
        (ExportFileState::Created, true) => "created",
        (ExportFileState::Changed, true) => "changed",
        (ExportFileState::Created, false) => "to be created",
        (ExportFileState::Changed, false) => "to be changed",
        (ExportFileState::Unchanged, _) => "unchanged",
    }
}

/// What is going to be written: the one skill, where one is named.
fn made_ready(
    studio: &Studio,
    skill: Option<&str>,
    request: &ExportRequest,
    library: Option<&Path>,
) -> Result<PreparedExport, Failure> {
    match skill {
        Some(skill) => studio.prepare_skill_export(skill, request).map_err(|error| neither(error, skill, library)),
        None => Ok(studio.prepare_export(request)?),
    }
}

/// What an import of the same would make other: of the one skill, where one is named.
fn read_back(studio: &Studio, skill: Option<&str>, request: &ExportRequest) -> Result<Vec<ExportDifference>, Error> {
    match skill {
        Some(skill) => studio.verify_skill_export(skill, request),
        None => studio.verify_export(request),
    }
}

/// What is named may have been meant as a folder.
fn neither(error: Error, named: &str, library: Option<&Path>) -> Failure {
    if error.code != ErrorCode::NotFound {
        return error.into();
    }
    let (message, folder) = (error.message.trim_end_matches('.'), Path::new(named));
    match refuse_what_is_no_folder(folder) {
        Ok(()) => Failure::input(format!(
            "{message}. To export the folder {named}, specify a library or a folder of skills, not both."
        )),
        Err(failure) if library.is_none() && folder.exists() => failure,
        Err(_) => Failure::input(format!("{message}, and the folder {named} doesn't exist.")),
    }
}

fn request(studio: &Studio, export: &Export, alone: Option<&str>) -> Result<ExportRequest, Failure> {
    if alone.is_some() && !export.skills.is_empty() {
        return Err(Failure::usage("specify one skill, or several with --skill, not both"));
    }
    let out = std::path::absolute(&export.out)
        .map_err(|error| Failure::input(format!("{}: {error}", export.out.display())))?;
    let client = match export.client {
        None if export.target == ExportTarget::ClientFolder => studio.client_of_folder(&out)?,
        named => named,
    };
    let mut out = out.to_string_lossy().into_owned();
    if export.out.to_string_lossy().ends_with('/') && !out.ends_with('/') {
        out.push('/');
    }
    Ok(ExportRequest {
        target: export.target,
        out,
        client,
        skills: alone.map_or_else(|| export.skills.clone(), |skill| vec![skill.to_owned()]),
        agents: export.agents.clone(),
        name: export.name.clone(),
        is_overwriting: export.overwrite,
    })
}

fn tell(plan: &ExportPlan, output: &Output) {
    if output.names_each() {
        for loss in &plan.losses {
            Output::note(format_args!("{}, {}: {}", loss.entity, loss.field, loss.why));
        }
    } else {
        plan.loss_sums().iter().for_each(Output::note);
        if plan.losses.len() > 1 {
            Output::note("the export doesn't include these; use --verbose to list each");
        }
    }
    for refusal in &plan.refused {
        Output::note(format_args!("{} was rejected: {} ({})", refusal.entity, refusal.message, refusal.code));
    }
}

fn tell_differences(differences: &[ExportDifference], what: &str) {
    for one in differences {
        Output::note(format_args!("{}, {}: {what}", one.entity, one.field));
    }
}

/// light-4j's rows have the vectors of descriptions: they are made first, where the model is there.
fn fill_vectors(studio: &Studio, target: ExportTarget) -> Result<(), Failure> {
    if target != ExportTarget::Light4jSql {
        return Ok(());
    }
    match studio.wait_until_described(tell_of_vectors) {
        Err(error) if error.code == ErrorCode::ModelMissing => {
            Output::note(format_args!("description_embedding will be empty: {}", error.message));
            Ok(())
        }
        described => Ok(described?),
    }
}

/// What takes the time before rows go out, the first time.
pub(crate) fn tell_of_vectors(count: u32) {
    let descriptions = plural(count, "description", "descriptions");
    Output::note(format_args!("indexing {descriptions} for semantic search (first time only)"));
}

//! Writing to a file what can be given away, after saying what it cannot hold.

use serde_json::json;
use studio_api::Studio;

use crate::{
    arguments::{Export, ExportTarget},
    output::{Failure, Outcome, Output},
};

/// Names the losses, then writes.
pub(crate) fn export(studio: &Studio, export: &Export, output: &Output) -> Result<Outcome, Failure> {
    let written = match export.target {
        ExportTarget::Gram => studio.agents_gram(&export.agents)?,
    };
    for loss in &written.losses {
        Output::note(format_args!("{}, {}: {}", loss.entity, loss.field, loss.why));
    }
    let out = std::path::absolute(&export.out)
        .map_err(|error| Failure::input(format!("{}: {error}", export.out.display())))?;
    let path = out.to_string_lossy().into_owned();
    if !export.dry_run {
        studio.save_export(&path, &written.text, false)?;
    }
    let file = json!({
        "path": path, "bytes": written.text.len(), "sha256": studio_api::sha256_hex(written.text.as_bytes()),
    });
    output.result(&json!({ "files": [file], "losses": written.losses }), |out| {
        let (verb, losses) = (if export.dry_run { "Would write" } else { "Wrote" }, written.losses.len());
        writeln!(out, "{verb} {path} ({} bytes, {losses} losses).", written.text.len())
    });
    Ok(Outcome::Done)
}

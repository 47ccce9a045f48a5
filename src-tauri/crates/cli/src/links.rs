//! The command on links to folders.

use serde_json::json;
use studio_api::{Studio, dto::ImportRoot};

use crate::output::{Failure, Outcome, Output};

/// Lists the folders, and follows what is held where that is asked for.
pub(crate) fn run(studio: &Studio, follow: bool, output: &Output) -> Result<Outcome, Failure> {
    let followed = if follow { studio.follow_links(&studio.list_held_folders()?)?.linked.len() } else { 0 };
    let (roots, held) = (studio.list_import_roots()?, studio.list_held_folders()?);
    let document = json!({ "roots": roots, "not_followed": held, "followed": followed });
    output.result(&document, |out| {
        for root in &roots {
            writeln!(out, "{}  {}", root.path, standing(root))?;
        }
        for folder in &held {
            writeln!(out, "not synced  {folder}")?;
        }
        if follow {
            writeln!(out, "Synced: {followed}")?;
        }
        Ok(())
    });
    if !held.is_empty() {
        Output::note("folders that aren't synced are neither read nor written; use --follow to sync them");
    }
    Ok(Outcome::with_findings(!held.is_empty()))
}

fn standing(root: &ImportRoot) -> String {
    let ImportRoot { skills, linked, changed, missing, held, .. } = root;
    format!("skills: {skills}, linked: {linked}, changed on disk: {changed}, missing: {missing}, not synced: {held}")
}

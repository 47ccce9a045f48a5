//! A look at everything the studio stands on: what works, what does not, what to do.

use std::process::{Command, Stdio};

use studio_embed::Assets;
use studio_model::{grouped, plural};
use studio_store::EntityKind;

use crate::{
    Studio,
    dto::{CheckStatus, DoctorCheck, EmbeddingState, SalvageReport, SalvagedTable},
};

/// Programs later parts of the studio run, and what each is for.
const PROGRAMS: [(&str, &str, &str); 4] = [
    ("python3", "--version", "run Python tools"),
    ("node", "--version", "run MCP servers from npm"),
    ("java", "-version", "run Java tools"),
    ("bwrap", "--version", "run scripts in a sandbox"),
];

impl Studio {
    /// Checks the library, the index, the model and the programs on the path.
    pub fn doctor(&self) -> Vec<DoctorCheck> {
        let mut checks = self.library_checks();
        checks.push(model_check(self));
        checks.push(sandbox_check(self));
        checks.extend(PROGRAMS.map(program_check));
        checks
    }

    fn library_checks(&self) -> Vec<DoctorCheck> {
        let session = match self.session() {
            Ok(session) => session,
            Err(error) => return vec![check("library", CheckStatus::Error, &error.message)],
        };
        let place = session.library.path().display().to_string();
        let library = match session.library.check() {
            Ok(problems) if problems.is_empty() => check("library", CheckStatus::Ok, &format!("{place} is OK.")),
            Ok(problems) => {
                check("library", CheckStatus::Error, &format!("{place}: {}. Recover it.", problems.join("; ")))
            }
            Err(error) => check("library", CheckStatus::Error, &crate::Error::from(error).message),
        };
        let index = match session.index.text_hashes(session.library.host(), EntityKind::Skill) {
            Ok(texts) => check(
                "index",
                CheckStatus::Ok,
                &format!("{} indexed for keyword search.", plural(texts.len(), "skill is", "skills are")),
            ),
            Err(error) => check("index", CheckStatus::Warning, &format!("{error}. Delete it, and it will be rebuilt.")),
        };
        let vectors = match self.get_embedding_status() {
            Ok(status) => {
                let made = format!(
                    "{} of {} skills, tools, agents, and servers are indexed for semantic search.",
                    grouped(status.indexed),
                    grouped(status.total)
                );
                if status.state == EmbeddingState::Ready {
                    check("vectors", CheckStatus::Ok, &made)
                } else {
                    let hint = status.hint.unwrap_or_else(|| "Indexing is in progress.".to_owned());
                    check("vectors", CheckStatus::Warning, &format!("{made} {hint}"))
                }
            }
            Err(error) => check("vectors", CheckStatus::Warning, &error.message),
        };
        let mut checks = vec![library, index, vectors];
        checks.extend(salvage_check(&session.library));
        checks
    }
}

/// What is left of a rescue: it is told for as long as something is missing or is not what it was.
fn salvage_check(library: &studio_store::Reading) -> Option<DoctorCheck> {
    let report = match library.salvage_report() {
        Ok(report) => SalvageReport::from(report?),
        Err(error) => return Some(check("rescue", CheckStatus::Warning, &crate::Error::from(error).message)),
    };
    let at_least = |table: &SalvagedTable| if table.is_exact { "" } else { "at least " };
    let tables = report.tables.iter().filter(|table| table.lost + table.altered + table.repaired > 0).map(|table| {
        let SalvagedTable { name, before, rescued, repaired, altered, lost, .. } = table;
        let at_least = at_least(table);
        format!(
            "{name}: {before} before, {rescued} recovered, {repaired} repaired, {altered} altered, {at_least}{lost} lost"
        )
    });
    let altered =
        report.altered.iter().map(|name| format!("{name} differs from what was saved: compare it with a backup"));
    let lines: Vec<String> = tables.chain(altered).chain(report.repairs.iter().cloned()).collect();
    let status = if lines.is_empty() { CheckStatus::Ok } else { CheckStatus::Warning };
    Some(check("rescue", status, format!("{} {}", report.summary, lines.join("; ")).trim_end()))
}

fn model_check(studio: &Studio) -> DoctorCheck {
    let found = Assets::locate(studio.shared.config.resource_dir.as_deref()).and_then(|assets| assets.verify());
    match found {
        Ok(()) => check("model", CheckStatus::Ok, &format!("{} is installed and OK.", studio_embed::MODEL_ID)),
        Err(error) => check("model", CheckStatus::Warning, &crate::Error::from(error).message),
    }
}

fn sandbox_check(studio: &Studio) -> DoctorCheck {
    let host = studio.shared.script_host().map_err(|error| error.message);
    let with = host.and_then(|host| match host.confines_with() {
        Ok(with) => Ok((with, host.caution())),
        Err(failure) => Err(failure.to_string()),
    });
    match with {
        Ok((with, Some(caution))) => {
            check("sandbox", CheckStatus::Warning, &format!("Scripts run in {with}. {caution}"))
        }
        Ok((with, None)) => check("sandbox", CheckStatus::Ok, &format!("Scripts run in {with}.")),
        Err(message) => check("sandbox", CheckStatus::Warning, &message),
    }
}

fn program_check((program, argument, purpose): (&str, &str, &str)) -> DoctorCheck {
    let answer = Command::new(program).arg(argument).stdin(Stdio::null()).output();
    match answer {
        Ok(output) if output.status.success() => {
            let said = if output.stdout.is_empty() { output.stderr } else { output.stdout };
            let said = String::from_utf8_lossy(&said);
            check(
                program,
                CheckStatus::Ok,
                &format!("{} (to {purpose})", said.lines().next().unwrap_or_default().trim()),
            )
        }
        _ => check(program, CheckStatus::Warning, &format!("Not found on PATH. Install it to {purpose}.")),
    }
}

fn check(name: &str, status: CheckStatus, message: &str) -> DoctorCheck {
    DoctorCheck { name: name.to_owned(), status, message: message.to_owned() }
}

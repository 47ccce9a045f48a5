//! What is checked before a pack is written.

use std::collections::HashSet;

use studio_model::plural;
use studio_select::evaluate as measure;
use studio_store::{LabelledQuery, StoredFinding};

use super::{
    baseline::Baseline,
    selecting::{Selected, is_phantom},
};
use crate::{
    Error, ErrorCode,
    dto::{
        GateAccuracy, GatePlace, GateResult, GateState, Host, Metric, PackContent, PackGate, PackRefusal, Policy,
        ScanReport, ScanRule, Scorer,
    },
    evaluation::metrics::metrics,
    kept::packs as stored,
    selection::asked::Asked,
    skills::fixes::actions,
    state::session::Session,
};

/// Most places that are told of a gate.
const MOST_PLACES: usize = 100;
/// Seed of the interval: the same queries have the same one.
const SEED: u64 = 7;

/// What the gates look at.
pub(super) struct Looked<'a> {
    pub(super) content: &'a PackContent,
    pub(super) selected: &'a Selected,
    pub(super) queries: &'a [LabelledQuery],
    pub(super) scan: &'a ScanReport,
    pub(super) refused: &'a [PackRefusal],
    pub(super) last: Option<&'a stored::Export>,
    pub(super) baseline: Option<Baseline>,
}

/// How the gates went, and what names each error.
pub(super) struct Checked {
    pub(super) gates: Vec<GateResult>,
    pub(super) errors: Vec<String>,
    pub(super) accuracy: Option<Metric>,
}

impl Session {
    /// Checks all gates. `go_on` says whether somebody still waits.
    pub(super) fn check_gates(&self, looked: &Looked<'_>, go_on: &dyn Fn() -> bool) -> Result<Checked, Error> {
        let findings = self.counted_findings(&looked.selected.rows, &looked.selected.skills)?;
        let (accuracy, metric) = self.accuracy(looked, go_on)?;
        let (errors, names) = errors(looked, &findings);
        let gates = vec![accuracy, errors, secrets(looked), phantoms(looked, &findings)];
        let is_enforced = |gate: PackGate| looked.content.gates.enforced.contains(&gate);
        let gates = gates.into_iter().map(|gate| {
            let is_holding = is_enforced(gate.gate) && (gate.state == GateState::Failed || gate.is_holding);
            GateResult { is_holding, ..gate }
        });
        Ok(Checked { gates: gates.collect(), errors: names, accuracy: metric })
    }

    /// How often the first choice is right; a gate that is asked for and cannot be run holds, unless there is nothing to ask.
    fn accuracy(&self, looked: &Looked<'_>, go_on: &dyn Fn() -> bool) -> Result<(GateResult, Option<Metric>), Error> {
        let gates = &looked.content.gates;
        if looked.queries.is_empty() {
            let message = "No test query expects one of these skills, so nothing was checked.";
            return Ok((not_run(PackGate::Accuracy, message, false), None));
        }
        let asked: Vec<Asked> = looked.queries.iter().cloned().map(Asked::from).collect();
        let policy = Policy { top_k: 1, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
        let outcomes = match self.outcomes(gates.scorer, &policy, Host::Standard, &asked, &mut |_| go_on()) {
            Err(error) if error.code == ErrorCode::ModelMissing => {
                let message =
                    format!("The scorer {} requires the embedding model: {}", scorer_name(gates.scorer), error.message);
                return Ok((not_run(PackGate::Accuracy, &message, true), None));
            }
            outcomes => outcomes?,
        };
        let Some(now) = metrics(&measure::metrics(&outcomes, policy.min_score, SEED)).top1 else {
            return Ok((not_run(PackGate::Accuracy, "No test query expects a skill.", false), None));
        };
        Ok((judged(now, looked.baseline.as_ref(), gates.min_accuracy), Some(now)))
    }
}

/// The accuracy as a gate: worse than the baseline where that lies above its interval.
fn judged(now: Metric, baseline: Option<&Baseline>, min_accuracy: Option<u32>) -> GateResult {
    let best = if now.has_interval { now.high } else { now.value };
    let is_worse = baseline.is_some_and(|before| before.accuracy.value > best);
    let is_low = min_accuracy.is_some_and(|least| now.value * 100.0 < f64::from(least));
    let hits = now.hits.unwrap_or_default();
    let share = format!("{hits} of {} top results are correct ({:.1}%)", now.of, now.value * 100.0);
    let message = match (is_worse, is_low, baseline, min_accuracy) {
        (true, _, Some(before), _) => format!("{share}, down from {before}."),
        (_, true, _, Some(least)) => format!("{share}. The pack requires {least}%."),
        (_, _, Some(before), _) => format!("{share}, compared with {before}."),
        _ => format!("{share}."),
    };
    GateResult {
        gate: PackGate::Accuracy,
        state: if is_worse || is_low { GateState::Failed } else { GateState::Passed },
        is_holding: false,
        message,
        count: now.of - hits,
        accuracy: Some(GateAccuracy {
            now,
            before: baseline.map(|before| before.accuracy),
            before_version: baseline.map(|before| before.version.clone()),
            asked_for: min_accuracy,
        }),
        places: Vec::new(),
    }
}

fn not_run(gate: PackGate, message: &str, is_holding: bool) -> GateResult {
    let (message, state) = (message.to_owned(), GateState::NotRun);
    GateResult { gate, state, is_holding, message, count: 0, accuracy: None, places: Vec::new() }
}

fn found(gate: PackGate, message: String, count: usize, mut places: Vec<GatePlace>) -> GateResult {
    places.truncate(MOST_PLACES);
    let state = if count == 0 { GateState::Passed } else { GateState::Failed };
    GateResult { gate, state, is_holding: false, message, count: count as u32, accuracy: None, places }
}

/// Errors of lint that the last export did not have, and what a target refuses.
fn errors(looked: &Looked<'_>, findings: &[StoredFinding]) -> (GateResult, Vec<String>) {
    let known: HashSet<&str> = looked.last.iter().flat_map(|last| last.errors.iter().map(String::as_str)).collect();
    let (mut names, mut places, mut old) = (Vec::new(), Vec::new(), 0);
    for one in findings.iter().filter(|one| one.finding.severity == "error" && !is_phantom(&one.finding.code)) {
        let name = format!("{} {} {}", one.skill, one.finding.code, one.finding.subject);
        if known.contains(name.as_str()) {
            old += 1;
        } else {
            places.push(place(looked, one));
        }
        names.push(name);
    }
    let mut told: HashSet<(Option<&str>, &str)> = HashSet::new();
    for refused in looked.refused {
        let key = (refused.skill_id.as_deref(), refused.refusal.code.as_str());
        let is_told = places.iter().any(|place| place.skill_id.as_deref() == key.0 && place.code == key.1);
        if !is_told && told.insert(key) {
            places.push(GatePlace {
                skill_id: refused.skill_id.clone(),
                entity: refused.refusal.entity.clone(),
                path: if refused.skill_id.is_some() { "SKILL.md".to_owned() } else { String::new() },
                line: None,
                column: None,
                code: refused.refusal.code.clone(),
                subject: String::new(),
                message: refused.refusal.message.clone(),
                has_fix: refused.has_fix,
                actions: refused.actions.clone(),
            });
        }
    }
    names.sort_unstable();
    names.dedup();
    let beside = if old > 0 { format!(" {old} existed at the last export.") } else { String::new() };
    let message = match places.len() {
        0 if old > 0 => format!("No new errors.{beside}"),
        0 => "No lint errors, and no target rejects anything.".to_owned(),
        1 => format!("1 new error: {}{beside}", places[0].message),
        count => format!("{count} new errors.{beside}"),
    };
    let count = places.len();
    (found(PackGate::Errors, message, count, places), names)
}

fn secrets(looked: &Looked<'_>) -> GateResult {
    let findings = looked.scan.findings.iter();
    let places: Vec<GatePlace> = findings
        .filter(|one| one.rule == ScanRule::Secret && one.dismissed.is_none())
        .map(|one| GatePlace {
            skill_id: one.skill_id.clone(),
            entity: one.entity.clone(),
            path: one.path.clone(),
            line: Some(one.line),
            column: Some(one.column),
            code: one.rule.as_str().to_owned(),
            subject: String::new(),
            message: one.message.clone(),
            has_fix: false,
            actions: Vec::new(),
        })
        .collect();
    let message = match places.len() {
        0 => no_secrets(looked.scan),
        count => format!("{} in plain text.", plural(count, "secret", "secrets")),
    };
    let count = places.len();
    found(PackGate::Secrets, message, count, places)
}

/// In what no secret was found: texts, and what is no text; what was not read to its end is told apart from these.
fn no_secrets(scan: &ScanReport) -> String {
    let files = plural(scan.files, "file", "files");
    let binary = match scan.binary {
        0 => String::new(),
        count => format!(" and {}", plural(count, "binary file", "binary files")),
    };
    let unread = match scan.unread {
        0 => String::new(),
        count => format!(" {} scanned completely.", plural(count, "more file wasn't", "more files weren't")),
    };
    format!("No known secret patterns in {files}{binary}.{unread} This isn't a guarantee.")
}

fn phantoms(looked: &Looked<'_>, findings: &[StoredFinding]) -> GateResult {
    let phantoms = findings.iter().filter(|one| is_phantom(&one.finding.code));
    let places: Vec<GatePlace> = phantoms.map(|one| place(looked, one)).collect();
    let names: HashSet<&str> = places.iter().map(|place| place.subject.as_str()).collect();
    let message = match names.len() {
        0 => "All tools that these skills use are in the library.".to_owned(),
        1 => format!("1 missing tool: {}.", places[0].subject),
        count => format!("{count} missing tools."),
    };
    let count = names.len();
    found(PackGate::PhantomTools, message, count, places)
}

fn place(looked: &Looked<'_>, one: &StoredFinding) -> GatePlace {
    let name = looked.selected.rows.iter().find(|row| row.id == one.skill).map_or("", |row| row.name.as_str());
    let finding = &one.finding;
    GatePlace {
        skill_id: Some(one.skill.to_string()),
        entity: format!("skill {name}"),
        path: "SKILL.md".to_owned(),
        line: Some(finding.from_line),
        column: Some(finding.from_column),
        code: finding.code.clone(),
        subject: finding.subject.clone(),
        message: finding.message.clone(),
        has_fix: finding.has_fix,
        actions: actions(&finding.code, &finding.subject, |_| true),
    }
}

/// A scorer as the command line names it.
pub(super) fn scorer_name(scorer: Scorer) -> &'static str {
    match scorer {
        Scorer::Adk => "adk",
        Scorer::Bm25 => "bm25",
        Scorer::Embedding => "embedding",
        Scorer::Hybrid => "hybrid",
        Scorer::Model => "model",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_read_is_not_among_what_has_no_secret() {
        for (files, binary, unread, expected) in [
            (89, 0, 0, "No known secret patterns in 89 files. This isn't a guarantee."),
            (
                89,
                1,
                2,
                "No known secret patterns in 89 files and 1 binary file. 2 more files weren't scanned completely. This \
                 isn't a guarantee.",
            ),
        ] {
            assert_eq!(no_secrets(&ScanReport { files, binary, unread, ..ScanReport::default() }), expected);
        }
    }
}

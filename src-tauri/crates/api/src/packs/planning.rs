//! What writing a pack would do: everything it would write, lose and refuse, and how that stands to what was written before.

use std::{collections::HashSet, path::Path, sync::Arc};

use studio_model::SkillId;
use studio_pack::{
    manifest::{self, MANIFEST, Manifest, ManifestLint, ManifestLoss, ManifestScores, ManifestSkill, QUERIES},
    targets::{Bundle, OutFile, Settings, Stopped, Target, exporter},
};
use studio_store::{LabelledQuery, PackFileRow};
use uuid::Uuid;

use super::{
    comparing::{Before, same_target},
    gates::{Looked, scorer_name},
    gram::{lost_skills, part_of},
    ours::Ours,
    records,
    selecting::Selected,
    told,
};
use crate::{
    Error, ErrorCode, Studio,
    base::{activity::Running, ids::pack_id, paths::expanded},
    dto::{
        ActivityKind, Host, Metric, PackContent, PackExportRef, PackLoss, PackPlan, PackPlanRequest, PackRefusal,
        PackTarget, PackTargetPlan, ScanReport,
    },
    evaluation::queries::as_lines,
    kept::{self, Mirror, packs as stored},
    state::{
        plans::{PlannedPack, PlannedTarget},
        session::Session,
    },
};

/// What a target came to, before anything is compared.
struct Made {
    kind: Target,
    own: Vec<OutFile>,
    losses: Vec<PackLoss>,
    lost: Vec<studio_pack::targets::Loss>,
    refused: Vec<PackRefusal>,
}

/// The last export of a pack that can be read.
struct Last {
    reference: PackExportRef,
    kept: stored::Export,
    files: Vec<PackFileRow>,
}

impl Studio {
    /// What writing a pack would do, as it is saved, beside what is in its folder. Nothing is written.
    pub fn plan_pack(&self, request: &PackPlanRequest) -> Result<PackPlan, Error> {
        self.plan_beside(request, request.out.as_deref().map(expanded).as_deref())
    }

    /// The same without a look into the folder, which nobody has asked the author about yet.
    pub fn plan_pack_unseen(&self, request: &PackPlanRequest) -> Result<PackPlan, Error> {
        self.plan_beside(request, None)
    }

    fn plan_beside(&self, request: &PackPlanRequest, seen: Option<&Path>) -> Result<PackPlan, Error> {
        let session = self.session()?;
        let row = session.library.get_pack(pack_id(&request.pack_id)?)?;
        let content = records::content(&row)?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Checking the pack");
        session.judge_if_stale()?;
        session.wait_for_vectors_of(&content, &running)?;
        let selected = session.select(&content)?;
        let basis = session.basis_of(&selected, content.along)?;
        let bundle = session.bundle_of(&row.name, &content, &selected)?;
        let queries = session.queries_of(&content, &selected)?;
        let out_queries = if content.along.queries { queries.as_slice() } else { &[] };
        // The scan looks at each skill once, and so does each target.
        let steps = bundle.skills.len() * (content.targets.len() + 1);
        let scan = session.scan_bundle(&bundle, out_queries, &|done| running.goes_on(done, steps))?;
        let made = self.make_all(&content, &bundle, &selected, &running)?;
        let last = session.last_export(row.id)?;
        let refused: Vec<PackRefusal> = made.iter().flat_map(|made| made.refused.clone()).collect();
        let (content, selected, refused) = (&content, &selected, refused.as_slice());
        let (kept, ours) = (last.as_ref().map(|last| &last.kept), session.manifests_of(row.id)?);
        let baseline = session.accuracy_to_reach(row.id, &content.version)?;
        let looked = Looked { content, selected, queries: &queries, scan: &scan, refused, last: kept, baseline };
        let checked = session.check_gates(&looked, &|| !running.is_cancelled())?;
        let mut base = Manifest::new(&row.name, &content.version, "");
        describe(&mut base, &bundle, &scan, session.lint_counts(&selected.skills)?);
        base.scores = checked.accuracy.map(|metric| scores(content, metric));
        if let Some(out) = seen {
            self.settle_at(out);
        }
        let beside = Beside { base: &base, queries: out_queries, out: seen, last: last.as_ref(), ours: &ours };
        let (targets, planned) = session.compare_all(content, made, &beside, &running)?;
        let plan = PackPlan {
            plan_id: Uuid::new_v4().to_string(),
            pack_id: row.id.to_string(),
            aggregate_version: row.audit.aggregate_version as u32,
            name: row.name,
            version: content.version.clone(),
            out: request.out.as_deref().map(|out| expanded(out).display().to_string()),
            is_compared: seen.is_some(),
            summary: session.summarise(selected, &queries)?,
            is_refused: !refused.is_empty(),
            is_held_back: checked.gates.iter().any(|gate| gate.is_holding),
            targets,
            gates: checked.gates,
            scan,
            last: last.map(|last| last.reference),
        };
        let planned = PlannedPack { plan, bundle, targets: planned, errors: checked.errors, basis };
        Ok(session.plans.keep(planned).plan.clone())
    }

    /// Makes every target of a pack.
    fn make_all(
        &self,
        content: &PackContent,
        bundle: &Bundle,
        selected: &Selected,
        running: &Running,
    ) -> Result<Vec<Made>, Error> {
        let mut made = Vec::new();
        for (done, target) in content.targets.iter().enumerate() {
            if running.is_cancelled() {
                return Err(cancelled());
            }
            made.push(self.make(target, content, bundle, selected, running)?);
            running.report(bundle.skills.len() * (done + 2), bundle.skills.len() * (content.targets.len() + 1));
        }
        Ok(made)
    }

    fn make(
        &self,
        target: &PackTarget,
        content: &PackContent,
        bundle: &Bundle,
        selected: &Selected,
        running: &Running,
    ) -> Result<Made, Error> {
        let kind = told::target(target.target);
        let mut refused: Vec<PackRefusal> = selected.refusals.iter().map(told::pack_refusal).collect();
        if selected.skills.is_empty() {
            refused.push(told::of_pack(&bundle.name, "no-skills", "No skills selected. Add some."));
        }
        let Some(exporter) = exporter(kind) else {
            if bundle.agents.is_empty() && bundle.tools.is_empty() {
                let message = "Gram only supports agents and tools, and none are included. Include tools or agents, or \
                               remove this target.";
                refused.push(told::of_pack(&bundle.name, "no-agents", message));
                return Ok(Made { kind, own: Vec::new(), losses: Vec::new(), lost: Vec::new(), refused });
            }
            let (file, losses) = self.gram_file(&part_of(bundle))?;
            let skills = lost_skills(bundle).map(|loss| told::pack_loss(&loss, kind));
            let losses = losses.into_iter().map(told::gram_loss).chain(skills).collect();
            return Ok(Made { kind, own: vec![file], losses, lost: Vec::new(), refused });
        };
        let settings = Settings {
            client: target.client.map(Host::noun),
            name: Some(target.plugin.clone().unwrap_or_else(|| bundle.name.clone())),
            version: Some(content.version.clone()),
        };
        let export = exporter.export(bundle, &settings, running).map_err(|Stopped| cancelled())?;
        refused.extend(export.refusals.iter().map(told::pack_refusal));
        let losses = export.losses.iter().map(|loss| told::pack_loss(loss, kind));
        Ok(Made { kind, own: export.files, losses: losses.collect(), lost: export.losses, refused })
    }

    /// A plan that was made in this run.
    pub(super) fn planned(&self, id: &str) -> Result<(Arc<Session>, Arc<PlannedPack>), Error> {
        let session = self.session()?;
        let planned = session.plans.find(id);
        let gone = || Error::new(ErrorCode::NotFound, "This dry run is no longer stored. Run it again.");
        Ok((Arc::clone(&session), planned.ok_or_else(gone)?))
    }
}

/// What stands beside the files of each target, and what was there before.
struct Beside<'a> {
    base: &'a Manifest,
    queries: &'a [LabelledQuery],
    out: Option<&'a Path>,
    last: Option<&'a Last>,
    ours: &'a Ours,
}

impl Session {
    /// Compares what was made with what was there before.
    fn compare_all(
        &self,
        content: &PackContent,
        made: Vec<Made>,
        beside: &Beside<'_>,
        running: &Running,
    ) -> Result<(Vec<PackTargetPlan>, Vec<PlannedTarget>), Error> {
        let last = beside.last.map(|last| last.files.as_slice());
        let before = Before { session: self, out: beside.out, last };
        let (mut told, mut planned) = (Vec::new(), Vec::new());
        for (target, made) in content.targets.iter().zip(made) {
            if running.is_cancelled() {
                return Err(cancelled());
            }
            let Made { kind, own, losses, lost, refused } = made;
            let files = files_of(beside, target, own, &losses);
            let was_written = beside.last.is_some_and(|last| {
                last.kept.targets.iter().any(|written| same_target(&written.target.clone().shown(), target))
            });
            let (files_told, removed) = before.compare(target, &files, was_written)?;
            let target = target.clone();
            let (leaving, left) = beside.ours.leaving(beside.out, &target, &beside.base.name, &files);
            let deleted = leaving.iter().map(|file| file.path.clone()).collect();
            let files_told =
                PackTargetPlan { target: target.clone(), files: files_told, removed, deleted, left, losses, refused };
            told.push(files_told);
            planned.push(PlannedTarget { target, kind, files, leaving, losses: lost });
        }
        Ok((told, planned))
    }

    fn last_export(&self, pack: Uuid) -> Result<Option<Last>, Error> {
        let Some(row) = self.library.last_pack_export(pack)? else { return Ok(None) };
        // One that cannot be read says nothing; the history lists it with the reason.
        let Ok(kept) = kept::read_text::<stored::Export>(&row.kept) else { return Ok(None) };
        let reference = PackExportRef { id: row.id.to_string(), version: kept.version.clone(), made_at: row.made_at };
        Ok(Some(Last { reference, kept, files: self.library.list_pack_files(row.id)? }))
    }

    pub(super) fn lint_counts(&self, skills: &HashSet<SkillId>) -> Result<ManifestLint, Error> {
        let mut counts = ManifestLint::default();
        for one in self.counted_findings(&self.library.list_skills()?, skills)? {
            match one.finding.severity.as_str() {
                "error" => counts.errors += 1,
                "warning" => counts.warnings += 1,
                _ => {}
            }
        }
        Ok(counts)
    }
}

pub(super) fn cancelled() -> Error {
    Error::new(ErrorCode::Cancelled, "The dry run was canceled. Nothing was written.")
}

/// What every manifest says of what goes out.
pub(super) fn describe(base: &mut Manifest, bundle: &Bundle, scan: &ScanReport, lint: ManifestLint) {
    base.lint = lint;
    base.skills = bundle
        .skills
        .iter()
        .map(|skill| ManifestSkill {
            name: skill.skill.name.clone(),
            version: skill.skill.version.clone(),
            sha256: manifest::skill_digest(skill),
        })
        .collect();
    base.skills.sort_by(|a, b| (&a.name, &a.sha256).cmp(&(&b.name, &b.sha256)));
    base.tools = bundle.tools.iter().map(|tool| tool.tool.name.clone()).collect();
    base.tools.sort_unstable();
    for found in scan.findings.iter().filter(|found| found.dismissed.is_none()) {
        *base.scan.entry(found.rule.as_str().to_owned()).or_default() += 1;
    }
}

fn scores(content: &PackContent, metric: Metric) -> ManifestScores {
    ManifestScores {
        scorer: scorer_name(content.gates.scorer).to_owned(),
        queries: metric.of,
        first_choice: metric.hits.unwrap_or_default(),
    }
}

/// The files of a target, with what stands beside them.
fn files_of(beside: &Beside<'_>, target: &PackTarget, own: Vec<OutFile>, losses: &[PackLoss]) -> Vec<OutFile> {
    let mut files = own;
    if !beside.queries.is_empty() {
        files.push(OutFile { path: QUERIES.to_owned(), bytes: as_lines(beside.queries), is_executable: false });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let losses = losses.iter().map(|loss| ManifestLoss {
        entity: loss.entity.clone(),
        field: loss.field.clone(),
        why: loss.why.clone(),
    });
    let manifest = Manifest {
        target: target.target.as_str().to_owned(),
        client: target.client.map(|client| client.as_str().to_owned()),
        files: files.iter().map(manifest::entry).collect(),
        losses: losses.collect(),
        ..beside.base.clone()
    };
    files.push(OutFile { path: MANIFEST.to_owned(), bytes: manifest.bytes(), is_executable: false });
    files
}

//! Packs: saved, planned, written, read back and remembered; scans, signatures and keys.

use std::path::{Path, PathBuf};

use serde_json::json;
use studio_api::{
    ErrorCode, Studio,
    dto::{
        ExportTarget, GateOverride, GateState, Pack, PackAlong, PackContent, PackEdit, PackGates, PackPlan,
        PackPlanRequest, PackTarget, PackWriteRequest, ScanReport, Scorer,
    },
    plural,
};

use crate::{
    arguments::{PackAction, SavePack, WritePack},
    export::tell_of_vectors,
    output::{Failure, Outcome, Output, Page},
    query::scorer,
    settle,
};

/// Carries out one of the commands.
pub(crate) fn run(studio: &Studio, action: &PackAction, output: &Output) -> Result<Outcome, Failure> {
    match action {
        PackAction::List => list(studio, output),
        PackAction::Show { name } => {
            let pack = studio.find_pack(name)?;
            let summary = studio.get_pack_summary(&pack.content)?;
            output.result(&json!({ "pack": pack, "summary": summary }), |out| {
                writeln!(out, "{} {}", pack.name, pack.content.version)?;
                for skill in &summary.skills {
                    writeln!(out, "skill   {} {}", skill.name, skill.version)?;
                }
                pack.content.targets.iter().try_for_each(|target| writeln!(out, "target  {}", shown(target)))?;
                pack.content.gates.enforced.iter().try_for_each(|gate| writeln!(out, "gate    {gate}"))
            });
            Ok(Outcome::Done)
        }
        PackAction::Save(save) => self::save(studio, save, output),
        PackAction::Plan { name, out } => {
            let plan = plan(studio, &studio.find_pack(name)?, out.as_deref())?;
            tell(&plan);
            output.result(&plan, |out| table(out, &plan));
            Ok(Outcome::with_findings(plan.is_refused || plan.is_held_back))
        }
        PackAction::Write(write) => self::write(studio, write, output),
        PackAction::Verify { name } => verify_pack(studio, name, output),
        PackAction::History { name, compare } => history(studio, name, compare.as_deref(), output),
    }
}

fn list(studio: &Studio, output: &Output) -> Result<Outcome, Failure> {
    let list = studio.list_packs()?;
    for row in &list.unreadable {
        Output::note(format_args!("{}: {}", row.name, row.reason));
    }
    output.result(&list.packs, |out| {
        list.packs.iter().try_for_each(|pack| {
            writeln!(
                out,
                "{} {}  {}",
                pack.name,
                pack.content.version,
                plural(pack.content.skills.len(), "skill", "skills")
            )
        })
    });
    Ok(Outcome::with_findings(list.packs.is_empty() || !list.unreadable.is_empty()))
}

fn save(studio: &Studio, save: &SavePack, output: &Output) -> Result<Outcome, Failure> {
    let before = match studio.find_pack(&save.name) {
        Ok(pack) => Some(pack),
        Err(error) if error.code == ErrorCode::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let mut content = before.as_ref().map_or_else(empty, |pack| pack.content.clone());
    if !save.skills.is_empty() {
        let ids = save.skills.iter().map(|name| Ok(studio.find_skill(name)?.detail.id));
        content.skills = ids.collect::<Result<_, Failure>>()?;
    }
    if !save.targets.is_empty() {
        let target = |(target, folder): &(_, String)| PackTarget {
            target: *target,
            client: if *target == ExportTarget::ClientFolder { save.client } else { None },
            plugin: None,
            folder: folder.clone(),
        };
        content.targets = save.targets.iter().map(target).collect();
    }
    if !save.gates.is_empty() {
        content.gates.enforced.clone_from(&save.gates);
    }
    content.gates.min_accuracy = save.min_accuracy.or(content.gates.min_accuracy);
    content.gates.scorer = save.scorer.map_or(content.gates.scorer, scorer);
    content.version = save.version.clone().unwrap_or(content.version);
    let (id, aggregate_version) = before.map(|pack| (pack.id, pack.aggregate_version)).unzip();
    let edit =
        PackEdit { id, aggregate_version: aggregate_version.unwrap_or_default(), name: save.name.clone(), content };
    let pack = studio.save_pack(&edit)?;
    output.result(&pack, |out| writeln!(out, "Saved {} {}.", pack.name, pack.content.version));
    Ok(Outcome::Done)
}

/// What a new pack is made of.
fn empty() -> PackContent {
    PackContent {
        skills: Vec::new(),
        along: PackAlong { required_skills: true, tools: true, agents: false, queries: false },
        targets: Vec::new(),
        version: "1.0.0".to_owned(),
        gates: PackGates {
            enforced: vec![studio_api::dto::PackGate::Secrets],
            min_accuracy: None,
            scorer: Scorer::Hybrid,
            query_set: None,
        },
    }
}

fn plan(studio: &Studio, pack: &Pack, out: Option<&Path>) -> Result<PackPlan, Failure> {
    let out = out.inspect(|out| settle(out)).map(absolute).transpose()?;
    match wait_for_vectors(studio, &pack.content) {
        // Without the model it is said where they lack.
        Err(error) if error.code == ErrorCode::ModelMissing => {}
        waited => waited?,
    }
    Ok(studio.plan_pack(&PackPlanRequest { pack_id: pack.id.clone(), out })?)
}

/// Waits for the vectors that a pack needs: scorers of meaning ask for all of them, rows have those of descriptions.
fn wait_for_vectors(studio: &Studio, content: &PackContent) -> Result<(), studio_api::Error> {
    let by_meaning = matches!(content.gates.scorer, Scorer::Embedding | Scorer::Hybrid);
    if by_meaning && studio.get_pack_summary(content)?.queries > 0 {
        studio.wait_until_indexed()
    } else if content.targets.iter().any(|target| target.target == ExportTarget::Light4jSql) {
        studio.wait_until_described(tell_of_vectors)
    } else {
        Ok(())
    }
}

fn absolute(path: &Path) -> Result<String, Failure> {
    let path = std::path::absolute(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    Ok(path.to_string_lossy().into_owned())
}

fn write(studio: &Studio, write: &WritePack, output: &Output) -> Result<Outcome, Failure> {
    let mut pack = studio.find_pack(&write.name)?;
    let out = write.out.clone().or_else(|| pack.last_out.as_ref().map(PathBuf::from));
    let out = out.ok_or_else(|| Failure::usage("specify the output folder with --out"))?;
    if write.raise {
        let content = PackContent { version: pack.next_version.clone(), ..pack.content };
        let (id, aggregate_version) = (Some(pack.id), pack.aggregate_version);
        pack = studio.save_pack(&PackEdit { id, aggregate_version, name: pack.name, content })?;
    }
    let plan = plan(studio, &pack, Some(&out))?;
    tell(&plan);
    let overrides = write.overrides.iter().map(|(gate, reason)| GateOverride { gate: *gate, reason: reason.clone() });
    let request = PackWriteRequest {
        plan_id: plan.plan_id.clone(),
        is_overwriting: write.overwrite,
        is_signed: write.sign,
        overrides: overrides.collect(),
    };
    let written = match studio.write_pack(&request) {
        Err(error) if error.code == ErrorCode::HeldBack || plan.is_refused => {
            Output::note(&error.message);
            output.result(&json!({ "plan": plan, "export": null }), |out| table(out, &plan));
            return Ok(Outcome::Findings);
        }
        written => written?,
    };
    output.result(&json!({ "plan": plan, "export": written }), |out| {
        table(out, &plan)?;
        let signed = written.key_id.as_ref().map(|key| format!(", signed by {key}")).unwrap_or_default();
        writeln!(out, "Exported {} {} to {}{signed}.", plan.name, plan.version, written.out)
    });
    Ok(Outcome::Done)
}

/// What stands against a plan, for people: losses, refusals, gates that do not pass, findings of the scan.
fn tell(plan: &PackPlan) {
    for target in &plan.targets {
        let name = shown(&target.target);
        for loss in &target.losses {
            Output::note(format_args!("{name}: {}, {}: {}", loss.entity, loss.field, loss.why));
        }
        for one in &target.refused {
            let refused = &one.refusal;
            Output::note(format_args!(
                "{name}: {} was rejected: {} ({})",
                refused.entity, refused.message, refused.code
            ));
        }
    }
    for gate in plan.gates.iter().filter(|gate| gate.state != GateState::Passed) {
        let held = if gate.is_holding { ", blocks the export" } else { "" };
        Output::note(format_args!("gate {} {}{held}: {}", gate.gate, gate.state, gate.message));
    }
    tell_scan(&plan.scan);
}

fn tell_scan(scan: &ScanReport) {
    for found in scan.findings.iter().filter(|found| found.dismissed.is_none()) {
        Output::note(format_args!(
            "{} {}:{}:{}: {} ({}) {}",
            found.entity, found.path, found.line, found.column, found.message, found.rule, found.excerpt
        ));
    }
}

fn table(out: &mut Page<'_>, plan: &PackPlan) -> std::io::Result<()> {
    for target in &plan.targets {
        for file in &target.files {
            let change = file.since_last.map_or("", studio_api::dto::PackFileChange::as_str);
            let path = if target.target.folder.is_empty() {
                file.path.clone()
            } else {
                format!("{}/{}", target.target.folder, file.path)
            };
            writeln!(out, "{change:<9}  {path}  {} bytes", file.bytes)?;
        }
        target.removed.iter().try_for_each(|path| writeln!(out, "removed    {}/{path}", target.target.folder))?;
        target.left.iter().try_for_each(|path| {
            writeln!(out, "kept       {}/{path}  modified since the last export", target.target.folder)
        })?;
    }
    plan.gates.iter().try_for_each(|gate| writeln!(out, "{:<9}  {}", gate.state, gate.gate))
}

fn shown(target: &PackTarget) -> String {
    match target.client {
        Some(client) => format!("{} ({client})", target.target),
        None => target.target.to_string(),
    }
}

fn verify_pack(studio: &Studio, name: &str, output: &Output) -> Result<Outcome, Failure> {
    let plan = plan(studio, &studio.find_pack(name)?, None)?;
    let verified = studio.verify_pack(&plan.plan_id)?;
    output.result(&verified, |out| {
        for one in &verified.targets {
            let name = shown(&one.target);
            match &one.problem {
                Some(problem) => writeln!(out, "{name}: {problem}")?,
                None => writeln!(out, "{name}: {} compared, {} differ", one.compared, one.differences.len())?,
            }
            for differs in &one.differences {
                writeln!(out, "  {}, {}", differs.entity, differs.field)?;
            }
        }
        Ok(())
    });
    Ok(Outcome::with_findings(plan.is_refused || verified.targets.iter().any(|one| !one.differences.is_empty())))
}

fn history(studio: &Studio, name: &str, compare: Option<&[String]>, output: &Output) -> Result<Outcome, Failure> {
    let pack = studio.find_pack(name)?;
    if let Some([before, after]) = compare {
        let changes = studio.compare_pack_exports(before, after)?;
        output.result(&changes, |out| {
            changes.iter().try_for_each(|one| {
                let lines = one.lines.map(|lines| format!("  +{} -{}", lines.added, lines.removed));
                writeln!(out, "{:<9}  {}/{}{}", one.change, one.folder, one.path, lines.unwrap_or_default())
            })
        });
        return Ok(Outcome::Done);
    }
    let history = studio.list_pack_exports(&pack.id)?;
    for row in &history.unreadable {
        Output::note(format_args!("{}: {}", row.name, row.reason));
    }
    output.result(&history.exports, |out| {
        for export in &history.exports {
            writeln!(out, "{}  {}  {}  {}", export.made_at, export.id, export.version, export.out)?;
            for one in &export.overrides {
                writeln!(out, "  overrode {}: {}", one.gate, one.reason)?;
            }
        }
        Ok(())
    });
    Ok(Outcome::with_findings(history.exports.is_empty()))
}

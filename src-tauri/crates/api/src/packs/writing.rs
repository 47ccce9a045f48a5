//! Writing a pack as it was planned: all of its targets, or nothing; and what is kept of it.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use studio_pack::{
    is_as_written,
    manifest::{MANIFEST, SIGNATURE},
    read_regular,
    signature::Signature,
    targets::{FileState, Leaving, OutFile, Placed, Plan},
};
use studio_store::{PackExportRow, PackFileRow, sha256_hex};
use uuid::Uuid;

use super::{
    comparing::{folder_of, text_of},
    keys::OwnKey,
    ours::Ours,
    records,
};
use crate::{
    Error, ErrorCode, Studio,
    base::{ids::pack_id, shown::in_row},
    dto::{
        ActivityKind, GateOverride, GateResult, PackExport, PackExportTarget, PackHistory, PackTarget,
        PackWriteRequest, StudioEvent, UnreadableRow,
    },
    kept::{self, Mirror, packs as stored},
    state::{
        exported::Exported,
        plans::{PlannedPack, PlannedTarget},
        session::Session,
    },
};

/// Bytes of texts that are kept with one export.
const MOST_TEXT: usize = 32 * 1024 * 1024;

impl Studio {
    /// Writes a pack as it was planned: all of its targets, or nothing. What is refused is never written; what a gate holds
    /// back only where that gate is overridden with a reason, which the history keeps.
    pub fn write_pack(&self, request: &PackWriteRequest) -> Result<PackExport, Error> {
        let (session, planned) = self.planned(&request.plan_id)?;
        let Some(out) = &planned.plan.out else {
            return Err(Error::new(ErrorCode::Invalid, "Choose the pack's output folder, then run the dry run again."));
        };
        if !planned.plan.is_compared {
            let message = "The folder hasn't been compared yet. Nothing was written. Run the dry run again.";
            return Err(Error::new(ErrorCode::Stale, message));
        }
        session.is_as_planned(&planned)?;
        may_be_written(&planned, &request.overrides)?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Export, "Exporting the pack");
        let key = if request.is_signed { Some(self.own_key()?) } else { None };
        let out = Path::new(out);
        self.settle_at(out);
        let files = signed(&planned, out, key.as_ref())?;
        let plan = Plan::of(out, files);
        let mut plan = plan.map_err(|error| Error::new(ErrorCode::File, format!("Couldn't {error}.")))?;
        let ours = session.manifests_of(pack_id(&planned.plan.pack_id)?)?;
        plan.leaving = leaving(&planned, out, &ours, key.is_some());
        if !request.is_overwriting {
            refuse_others_files(&planned, out, &plan, &ours)?;
        }
        let manifests: Vec<String> = planned.targets.iter().map(|target| told(target).manifest_sha256).collect();
        self.shared.log.dropped("the export was not noted", Exported::of(&self.shared.config).add(&manifests));
        self.carry_out(&plan, &running)?;
        let written = session.keep_export(&planned, request, key.map(|key| key.id()));
        session.emit(StudioEvent::PacksChanged);
        written.map_err(|error| {
            let message = format!("The pack was exported, but its history couldn't be saved: {}", error.message);
            Error { message, ..error }
        })
    }

    /// What the author is asked before a pack is signed: its name with its version, and the folder it goes to.
    pub fn asked_to_sign(&self, plan_id: &str) -> Result<(String, String), Error> {
        let (_, planned) = self.planned(plan_id)?;
        let plan = &planned.plan;
        Ok((in_row(format!("{} {}", plan.name, plan.version)), in_row(plan.out.clone().unwrap_or_default())))
    }

    /// The exports of a pack, newest first; those that cannot be read are listed with the reason.
    pub fn list_pack_exports(&self, id: &str) -> Result<PackHistory, Error> {
        let session = self.session()?;
        let mut history = PackHistory::default();
        for row in session.library.list_pack_exports(pack_id(id)?)? {
            match kept::read_text::<stored::Export>(&row.kept) {
                Ok(kept) => history.exports.push(shown(&row, kept)),
                Err(error) => {
                    let (id, name, reason) = (row.id.to_string(), row.made_at, error.to_string());
                    history.unreadable.push(UnreadableRow { id, name, reason });
                }
            }
        }
        Ok(history)
    }
}

impl Session {
    /// Refuses a plan of what has changed since.
    pub(super) fn is_as_planned(&self, planned: &PlannedPack) -> Result<(), Error> {
        let row = self.library.get_pack(pack_id(&planned.plan.pack_id)?)?;
        let content = records::content(&row)?;
        let is_same = row.audit.aggregate_version as u32 == planned.plan.aggregate_version
            && self.basis_of(&self.select(&content)?, content.along)? == planned.basis;
        if is_same {
            return Ok(());
        }
        let message = "The pack or its contents changed since the dry run. Nothing was written. Run it again.";
        Err(Error::new(ErrorCode::Stale, message))
    }

    fn keep_export(
        &self,
        planned: &PlannedPack,
        request: &PackWriteRequest,
        key_id: Option<String>,
    ) -> Result<PackExport, Error> {
        let kept = stored::Export {
            version: planned.plan.version.clone(),
            out: planned.plan.out.clone().unwrap_or_default(),
            key_id,
            targets: planned.targets.iter().map(|target| Mirror::of(&told(target))).collect(),
            gates: planned.plan.gates.iter().map(Mirror::of).collect(),
            overrides: request.overrides.iter().map(Mirror::of).collect(),
            errors: planned.errors.clone(),
        };
        let row = PackExportRow {
            id: Uuid::now_v7(),
            pack: pack_id(&planned.plan.pack_id)?,
            made_at: crate::now(),
            kept: kept::write_text(&kept)?,
        };
        let (mut files, mut texts, mut bytes) = (Vec::new(), HashMap::new(), 0);
        for target in &planned.targets {
            for file in &target.files {
                let sha256 = sha256_hex(&file.bytes);
                if let Some(text) = text_of(&file.bytes).filter(|text| bytes + text.len() <= MOST_TEXT) {
                    bytes += text.len();
                    texts.insert(sha256.clone(), text.to_owned());
                }
                let (folder, path) = (target.target.folder.clone(), file.path.clone());
                files.push(PackFileRow { folder, path, sha256, bytes: file.bytes.len() as u64, has_text: false });
            }
        }
        self.writing().put_pack_export(&row, &files, &texts)?;
        let mut export = shown(&row, kept);
        export.gates.clone_from(&planned.plan.gates);
        Ok(export)
    }
}

/// Refuses what stands against a plan and is not overridden.
fn may_be_written(planned: &PlannedPack, overrides: &[GateOverride]) -> Result<(), Error> {
    if let Some(refused) = planned.plan.targets.iter().flat_map(|target| &target.refused).next() {
        let refused = &refused.refusal;
        let message = format!("{} can't be exported: {} Nothing was written.", refused.entity, refused.message);
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    if let Some(silent) = overrides.iter().find(|one| one.reason.trim().is_empty()) {
        let message = format!("Enter a reason for overriding the gate {}. It is kept in the history.", silent.gate);
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    let holds = |gate: &&GateResult| gate.is_holding && !overrides.iter().any(|one| one.gate == gate.gate);
    let holding: Vec<&GateResult> = planned.plan.gates.iter().filter(holds).collect();
    let Some(first) = holding.first() else { return Ok(()) };
    let names: Vec<&str> = holding.iter().map(|gate| gate.gate.as_str()).collect();
    let message = format!("The pack is blocked by {}: {} Nothing was written.", names.join(", "), first.message);
    Err(Error::new(ErrorCode::HeldBack, message))
}

/// What goes from the folder of the pack: what its targets do not have any more, and signatures of manifests that were
/// replaced by unsigned ones.
fn leaving(planned: &PlannedPack, out: &Path, ours: &Ours, is_signed: bool) -> Vec<Leaving> {
    let mut all = Vec::new();
    for target in &planned.targets {
        let place = |path: &str| placed_in(&target.target, path);
        all.extend(target.leaving.iter().map(|one| Leaving { path: place(&one.path), sha256: one.sha256.clone() }));
        let folder = folder_of(out, &target.target);
        let is_ours = ours.manifest_in(&folder, &planned.plan.name).is_some();
        let manifest = target.files.iter().find(|file| file.path == MANIFEST);
        let is_other = manifest.is_some_and(|new| !is_as_written(&folder.join(MANIFEST), &sha256_hex(&new.bytes)));
        if let (false, true, true, Ok(old)) =
            (is_signed, is_ours, is_other, read_regular(&folder.join(SIGNATURE), 64 * 1024))
        {
            all.push(Leaving { path: place(SIGNATURE), sha256: sha256_hex(&old) });
        }
    }
    all
}

/// A path of a target as it stands below the folder of the pack.
fn placed_in(target: &PackTarget, path: &str) -> String {
    match target.folder.as_str() {
        "" => path.to_owned(),
        folder => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// All files of a plan below the folder of the pack, with the signatures of the manifests.
fn signed(planned: &PlannedPack, out: &Path, key: Option<&OwnKey>) -> Result<Vec<OutFile>, Error> {
    let mut files = Vec::new();
    for target in &planned.targets {
        let place = |path: &str| placed_in(&target.target, path);
        for file in &target.files {
            files.push(OutFile { path: place(&file.path), ..file.clone() });
        }
        let manifest = target.files.iter().find(|file| file.path == MANIFEST);
        if let Some((manifest, key)) = manifest.zip(key) {
            let comment = format!("{} {} {}", planned.plan.name, planned.plan.version, target.target.target.as_str());
            let bytes = signature_of(manifest, &folder_of(out, &target.target), key, &comment)?;
            files.push(OutFile { path: place(SIGNATURE), bytes, is_executable: false });
        }
    }
    Ok(files)
}

/// The signature of a manifest that is to stand in a folder. The same key signs the same manifest each time in another way:
/// what is there and valid stays.
pub(super) fn signature_of(manifest: &OutFile, folder: &Path, key: &OwnKey, comment: &str) -> Result<Vec<u8>, Error> {
    let there = read_regular(&folder.join(SIGNATURE), 64 * 1024).ok();
    let valid = there.filter(|bytes| {
        let read = std::str::from_utf8(bytes).ok().and_then(|text| Signature::parse(text).ok());
        read.is_some_and(|signature| key.has_signed(&signature, &manifest.bytes))
    });
    match valid {
        Some(bytes) => Ok(bytes),
        None => Ok(key.sign(&manifest.bytes, comment)?.into_bytes()),
    }
}

/// Refuses to replace files that no export of this pack wrote as they are.
fn refuse_others_files(planned: &PlannedPack, out: &Path, plan: &Plan, ours: &Ours) -> Result<(), Error> {
    let folders: Vec<PathBuf> = planned.targets.iter().map(|target| folder_of(out, &target.target)).collect();
    let ours = ours.written_in(&folders, &planned.plan.name);
    let is_others = |placed: &&Placed| {
        let known = ours.get(&placed.path);
        let is_ours = || {
            let there = read_regular(&placed.path, 200 * 1024 * 1024);
            known.is_some_and(|known| there.is_ok_and(|bytes| sha256_hex(&bytes) == *known))
        };
        placed.state == FileState::Changed && !is_ours()
    };
    let others: Vec<&Placed> = plan.files.iter().filter(is_others).collect();
    let Some(first) = others.first() else { return Ok(()) };
    let more =
        if others.len() > 1 { format!(" and {} more", studio_model::grouped(others.len() - 1)) } else { String::new() };
    let message = format!(
        "This would overwrite {}{more}, which the last export didn't write. Choose another folder, or allow overwriting.",
        first.path.display()
    );
    Err(Error::new(ErrorCode::WouldOverwrite, message))
}

fn told(target: &PlannedTarget) -> PackExportTarget {
    let manifest = target.files.iter().find(|file| file.path == MANIFEST);
    let bytes: usize = target.files.iter().map(|file| file.bytes.len()).sum();
    PackExportTarget {
        target: target.target.clone(),
        files: target.files.len() as u32,
        bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        manifest_sha256: manifest.map(|file| sha256_hex(&file.bytes)).unwrap_or_default(),
    }
}

fn shown(row: &PackExportRow, kept: stored::Export) -> PackExport {
    PackExport {
        id: row.id.to_string(),
        version: kept.version,
        made_at: row.made_at.clone(),
        out: kept.out,
        key_id: kept.key_id,
        targets: kept.targets.shown(),
        gates: kept.gates.shown(),
        overrides: kept.overrides.shown(),
    }
}

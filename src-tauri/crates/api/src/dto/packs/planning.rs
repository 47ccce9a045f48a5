//! What writing a pack would do.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{
        ExportDifference, ExportFileState, ExportRefusal, FixAction, GateOverride, GateResult, PackSummary, PackTarget,
        ScanReport,
    },
};

/// An export, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackExportRef {
    /// Its id.
    pub id: String,
    /// The pack's version then.
    pub version: String,
    /// When it was written, RFC 3339.
    pub made_at: String,
}

/// What is to be planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackPlanRequest {
    /// The pack, as it is saved.
    pub pack_id: String,
    /// The folder it would be written to; a full path. None compares with no disk, and is not written.
    pub out: Option<String>,
}

/// What writing a pack would do. The studio keeps the newest few by their id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct PackPlan {
    /// Names it when it is written, verified, or looked into.
    pub plan_id: String,
    /// The pack.
    pub pack_id: String,
    /// Its name.
    pub name: String,
    /// Its row version.
    pub aggregate_version: u32,
    /// Its version.
    pub version: String,
    /// Where it would be written.
    pub out: Option<String>,
    /// Whether it was compared with what is there: only where the author chose that folder in this run or was asked about it.
    pub is_compared: bool,
    /// What goes out.
    pub summary: PackSummary,
    /// Target by target, in the pack's order.
    pub targets: Vec<PackTargetPlan>,
    /// What was checked.
    pub gates: Vec<GateResult>,
    /// What the scan found.
    pub scan: ScanReport,
    /// The export it is compared with; none where there was none.
    pub last: Option<PackExportRef>,
    /// Whether something is refused, which nothing overrides.
    pub is_refused: bool,
    /// Whether an enforced gate holds it back.
    pub is_held_back: bool,
}

/// What one target would hold, lose and refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTargetPlan {
    /// The target as the pack has it.
    pub target: PackTarget,
    /// The files by path, the manifest among them.
    pub files: Vec<PackFile>,
    /// Paths of files that the last export wrote and this one does not have.
    pub removed: Vec<String>,
    /// Paths of files that lie in the folder as an export of this pack wrote them, and that this one does not have: writing
    /// it removes them.
    pub deleted: Vec<String>,
    /// Those of them that somebody changed since. They are left where they are.
    pub left: Vec<String>,
    /// What the target does not hold as it is.
    pub losses: Vec<PackLoss>,
    /// What must be mended first.
    pub refused: Vec<PackRefusal>,
}

closed! {
    /// How a file stands to the last export.
    pub enum PackFileChange {
        /// It was not there.
        Added = "added",
        /// It was another.
        Changed = "changed",
        /// It was the same.
        Unchanged = "unchanged",
        /// It is not there any more.
        Removed = "removed",
    }
}

/// A file of a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackFile {
    /// Path within the target's folder, with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u32,
    /// Its content's hash, hex.
    pub sha256: String,
    /// Whether its lines can be shown.
    pub is_text: bool,
    /// How it stands to the disk; none where that was not looked at.
    pub on_disk: Option<ExportFileState>,
    /// How it stands to the last export that wrote this target; none where there is none.
    pub since_last: Option<PackFileChange>,
    /// Lines that differ from the last export; none where that is not known.
    pub lines: Option<LineCounts>,
    /// Lines that differ from the disk; none where that is not known.
    pub disk_lines: Option<LineCounts>,
}

/// How many lines of a text are other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LineCounts {
    /// Lines that came.
    pub added: u32,
    /// Lines that went.
    pub removed: u32,
}

closed! {
    /// What becomes of what a target does not hold as it is.
    pub enum LossOutcome {
        /// It is not there.
        Lost = "lost",
        /// It is there in another form.
        Rewritten = "rewritten",
    }
}

closed! {
    /// Why a target does not hold something as it is.
    pub enum LossReason {
        /// There is no place for it.
        NoPlace = "no-place",
        /// It stands under another key, as text.
        Moved = "moved",
        /// It is written as text.
        AsText = "as-text",
        /// It is written as UTF-8.
        AsUtf8 = "as-utf-8",
        /// Characters that cannot be stored are replaced.
        NulReplaced = "nul-replaced",
        /// The target has no things of that kind.
        NoKind = "no-kind",
        /// A client passes over it.
        Ignored = "ignored",
        /// It would be taken for a skill of its own.
        WouldBeSkill = "would-be-skill",
        /// Programs left it behind.
        Leftover = "leftover",
        /// The skill is tested with it.
        Evals = "evals",
        /// It leads to what does not go out.
        NotExported = "not-exported",
        /// It is rounded.
        Rounded = "rounded",
        /// An import lists what was linked without a word.
        Listed = "listed",
        /// It is written in another way, as the target takes it.
        Adjusted = "adjusted",
        /// It is there, and not as the target recommends.
        Unusual = "unusual",
        /// It leads to a file that does not go along.
        Broken = "broken",
        /// It is made by another embedding model than the target's own.
        OtherModel = "other-model",
    }
}

/// Something that a target does not hold as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackLoss {
    /// What it is of, such as `skill tides`.
    pub entity: String,
    /// The skill's id, where it is of one.
    pub skill_id: Option<String>,
    /// Which field.
    pub field: String,
    /// What becomes of it.
    pub outcome: LossOutcome,
    /// The reason, the same for all that share it.
    pub reason: LossReason,
    /// What becomes of it, as sentences.
    pub why: String,
}

/// Something a target refuses, with the way out where lint has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackRefusal {
    /// What is refused and why.
    pub refusal: ExportRefusal,
    /// The skill's id, where it is of one.
    pub skill_id: Option<String>,
    /// Whether lint has a repair for it, which `preview_fix` and `fix_all` make.
    pub has_fix: bool,
    /// What would end it beyond an edit of the text, for `apply_fix_action`.
    pub actions: Vec<FixAction>,
}

closed! {
    /// What a file is compared with.
    pub enum PackCompared {
        /// The last export that wrote its target.
        Last = "last",
        /// The file on the disk.
        Disk = "disk",
    }
}

/// A file that is to be compared, of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackFileRequest {
    /// The plan.
    pub plan_id: String,
    /// Folder of its target within the pack.
    pub folder: String,
    /// Path within it, with `/`.
    pub path: String,
    /// What it is compared with.
    pub with: PackCompared,
}

/// Two states of a file as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackFileDiff {
    /// The earlier text; none where there was none, or it cannot be shown.
    pub before: Option<String>,
    /// The later text; none where there is none, or it cannot be shown.
    pub after: Option<String>,
    /// How many lines differ; none where that was not counted.
    pub lines: Option<LineCounts>,
    /// Why a side cannot be shown, or where it is cut, as a sentence.
    pub note: Option<String>,
}

/// What a plan came to when it was read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackVerification {
    /// Target by target.
    pub targets: Vec<PackTargetVerification>,
}

/// What one target came to when it was read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTargetVerification {
    /// The target as the pack has it.
    pub target: PackTarget,
    /// How many things were compared.
    pub compared: u32,
    /// What is other without being listed as lost: nothing, unless something is wrong.
    pub differences: Vec<ExportDifference>,
    /// Why it could not be read back, as a sentence; none where it could.
    pub problem: Option<String>,
}

/// How a planned pack is to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackWriteRequest {
    /// The plan.
    pub plan_id: String,
    /// Whether files that differ on the disk are replaced.
    pub is_overwriting: bool,
    /// Whether the manifests are signed with this user's key, which is made where there is none yet.
    pub is_signed: bool,
    /// Gates that are to be overridden, each with the reason; the history keeps them.
    pub overrides: Vec<GateOverride>,
}

//! Arguments of packs, scans, signatures and keys.

use std::path::PathBuf;

use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use studio_api::dto::{ExportTarget, Host, PackGate};

#[derive(Debug, Subcommand)]
pub(crate) enum PackAction {
    /// List the packs in the library. Exits with 1 if there are none.
    List,
    /// Show a pack: its skills, targets, version and gates.
    Show {
        /// Name or ID.
        name: String,
    },
    /// Create a pack, or change the given settings of an existing pack.
    Save(SavePack),
    /// Dry run: list the files a pack would write, what isn't included or is rejected, and the results of its gates and scan.
    ///
    /// Exits with 1 if an item is rejected or a gate blocks the export.
    Plan {
        /// Name or ID.
        name: String,
        /// Also compare with the files in this folder.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
    /// Export a pack: all of its targets or nothing. Exits with 1 if an item is rejected or a gate blocks the export.
    Write(WritePack),
    /// Re-import what a pack would export into an empty library and compare. Exits with 1 if anything differs that isn't
    /// listed as not included.
    Verify {
        /// Name or ID.
        name: String,
    },
    /// List a pack's exports, newest first, or compare two of them.
    History {
        /// Name or ID.
        name: String,
        /// IDs of two exports to compare, the earlier one first.
        #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"])]
        compare: Option<Vec<String>>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SavePack {
    /// Name of the pack.
    pub(crate) name: String,
    /// Name or ID of a skill; replaces the pack's current skills. Can be repeated.
    #[arg(long = "skill", value_name = "NAME")]
    pub(crate) skills: Vec<String>,
    /// Export target, with an optional subfolder: agent-skills=skills. Replaces the pack's current targets. Can be repeated.
    #[arg(long = "target", value_name = "TARGET[=FOLDER]", value_parser = target)]
    pub(crate) targets: Vec<(ExportTarget, String)>,
    /// For client-folder: the client to export for.
    #[arg(long, value_parser = crate::clients::with_folder())]
    pub(crate) client: Option<Host>,
    /// Version, such as 1.2.0.
    #[arg(long = "pack-version", value_name = "VERSION")]
    pub(crate) version: Option<String>,
    /// Gate to check before export; replaces the pack's current gates. Can be repeated.
    ///
    /// accuracy compares with the best export of the same major version since the gate was last overridden. To start
    /// over, use a new major version.
    #[arg(long = "gate", value_parser = gates())]
    pub(crate) gates: Vec<PackGate>,
    /// Minimum top-1 accuracy, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) min_accuracy: Option<u32>,
    /// Scorer for the test queries.
    #[arg(long)]
    pub(crate) scorer: Option<super::ScorerName>,
}

#[derive(Debug, Args)]
pub(crate) struct WritePack {
    /// Name or ID.
    pub(crate) name: String,
    /// Output folder; by default the one used last.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Sign the manifests with your key, which is created if needed.
    #[arg(long)]
    pub(crate) sign: bool,
    /// Increase the patch version first.
    #[arg(long)]
    pub(crate) raise: bool,
    /// Overwrite files that weren't written by this pack's last export.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Export even if this gate fails, and record the reason in the pack's history. Can be repeated.
    #[arg(long = "override", value_name = "GATE=REASON", value_parser = overridden)]
    pub(crate) overrides: Vec<(PackGate, String)>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyAction {
    /// Print your public key, to share with people who should trust it, and the keys you trust.
    List,
    /// Create your signing key, if you don't have one.
    Create,
    /// Trust a key, with a name to show for packs it signed.
    Trust {
        /// Name of the key's owner.
        name: String,
        /// The public key: the line that starts with RW.
        public_key: String,
    },
    /// Stop trusting a key.
    Distrust {
        /// Name of the key's owner, or the key's ID.
        name: String,
    },
}

fn target(text: &str) -> Result<(ExportTarget, String), String> {
    let (name, folder) = text.split_once('=').unwrap_or((text, text));
    let names: Vec<&str> = ExportTarget::ALL.iter().map(|target| target.as_str()).collect();
    let target = ExportTarget::parse(name).ok_or_else(|| format!("use one of {}", names.join(", ")))?;
    Ok((target, folder.to_owned()))
}

fn gates() -> impl TypedValueParser<Value = PackGate> {
    PossibleValuesParser::new(PackGate::ALL.iter().map(|gate| gate.as_str()))
        .try_map(|name| PackGate::parse(&name).ok_or("unknown gate"))
}

fn overridden(text: &str) -> Result<(PackGate, String), String> {
    let names: Vec<&str> = PackGate::ALL.iter().map(|gate| gate.as_str()).collect();
    let wanted = || format!("use GATE=REASON, where GATE is one of {}", names.join(", "));
    let (gate, reason) = text.split_once('=').ok_or_else(wanted)?;
    let gate = PackGate::parse(gate).ok_or_else(wanted)?;
    if reason.trim().is_empty() { Err(wanted()) } else { Ok((gate, reason.trim().to_owned())) }
}

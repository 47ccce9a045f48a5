//! Arguments of packs, scans, signatures and keys.

use std::path::PathBuf;

use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use studio_api::dto::{ExportTarget, Host, PackGate};

#[derive(Debug, Subcommand)]
pub(crate) enum PackAction {
    /// List the packs of the library. Exits with 1 if there are none.
    List,
    /// Show a pack: its skills, targets, version and gates.
    Show {
        /// Name or id.
        name: String,
    },
    /// Create a pack, or change the given settings of an existing one.
    Save(SavePack),
    /// List what a pack would write, lose and refuse, what its gates and the scan say. Writes nothing.
    ///
    /// Exits with 1 if something is refused, or a gate holds the pack back.
    Plan {
        /// Name or id.
        name: String,
        /// Also compare with this folder.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
    /// Write a pack: all of its targets, or nothing. Exits with 1 if it is refused or held back.
    Write(WritePack),
    /// Import what a pack would write into an empty library and compare. Exits with 1 if anything differs that is not
    /// listed as lost.
    Verify {
        /// Name or id.
        name: String,
    },
    /// List the exports of a pack, newest first; with two ids, what changed between them.
    History {
        /// Name or id.
        name: String,
        /// Ids of two exports, the earlier one first.
        #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"])]
        compare: Option<Vec<String>>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SavePack {
    /// Name.
    pub(crate) name: String,
    /// Name or id of a skill; replaces the skills there were. Can be repeated.
    #[arg(long = "skill", value_name = "NAME")]
    pub(crate) skills: Vec<String>,
    /// Where it is written, with its folder below the pack's: agent-skills=skills. Replaces the targets there were. Can be
    /// repeated.
    #[arg(long = "target", value_name = "TARGET[=FOLDER]", value_parser = target)]
    pub(crate) targets: Vec<(ExportTarget, String)>,
    /// For client-folder: the client whose folder is written.
    #[arg(long, value_parser = crate::clients::with_folder())]
    pub(crate) client: Option<Host>,
    /// Version, such as 1.2.0.
    #[arg(long = "pack-version", value_name = "VERSION")]
    pub(crate) version: Option<String>,
    /// A gate that holds the pack back; replaces those there were. Can be repeated.
    ///
    /// accuracy compares with the best export of the same major version, since the last one that overrode it; raise the major
    /// version to begin anew.
    #[arg(long = "gate", value_parser = gates())]
    pub(crate) gates: Vec<PackGate>,
    /// Least accuracy on the first choice, in per cent.
    #[arg(long, value_name = "PER CENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) min_accuracy: Option<u32>,
    /// Who scores the labelled queries.
    #[arg(long)]
    pub(crate) scorer: Option<super::ScorerName>,
}

#[derive(Debug, Args)]
pub(crate) struct WritePack {
    /// Name or id.
    pub(crate) name: String,
    /// Folder to write into; by default the one it was written to last.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Sign the manifests with your key, which is made if there is none.
    #[arg(long)]
    pub(crate) sign: bool,
    /// Raise the version first: its last number is one more.
    #[arg(long)]
    pub(crate) raise: bool,
    /// Replace files that the last export of this pack did not write.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Write although this gate holds the pack back, and why: the history keeps it. Can be repeated.
    #[arg(long = "override", value_name = "GATE=REASON", value_parser = overridden)]
    pub(crate) overrides: Vec<(PackGate, String)>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyAction {
    /// Print your public key, to give to those who should trust it, and the keys you trust.
    List,
    /// Make your own key, if there is none yet.
    Create,
    /// Trust a key, under a name that is shown for the packs it signed.
    Trust {
        /// Whose key it is.
        name: String,
        /// The public key: the line that begins with RW.
        public_key: String,
    },
    /// Stop trusting a key.
    Distrust {
        /// Whose key it is, or its id.
        name: String,
    },
}

fn target(text: &str) -> Result<(ExportTarget, String), String> {
    let (name, folder) = text.split_once('=').unwrap_or((text, text));
    let names: Vec<&str> = ExportTarget::ALL.iter().map(|target| target.as_str()).collect();
    let target = ExportTarget::parse(name).ok_or_else(|| format!("choose one of {}", names.join(", ")))?;
    Ok((target, folder.to_owned()))
}

fn gates() -> impl TypedValueParser<Value = PackGate> {
    PossibleValuesParser::new(PackGate::ALL.iter().map(|gate| gate.as_str()))
        .try_map(|name| PackGate::parse(&name).ok_or("no such gate"))
}

fn overridden(text: &str) -> Result<(PackGate, String), String> {
    let names: Vec<&str> = PackGate::ALL.iter().map(|gate| gate.as_str()).collect();
    let wanted = || format!("write GATE=REASON, with one of {}", names.join(", "));
    let (gate, reason) = text.split_once('=').ok_or_else(wanted)?;
    let gate = PackGate::parse(gate).ok_or_else(wanted)?;
    if reason.trim().is_empty() { Err(wanted()) } else { Ok((gate, reason.trim().to_owned())) }
}

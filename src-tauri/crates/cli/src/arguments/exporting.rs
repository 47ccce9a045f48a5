//! Arguments of exports.

use std::path::{Component, Path, PathBuf};

use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser as _};
use studio_api::dto::{ExportTarget, Host};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Export {
    /// Name or ID of a skill to export alone, as "Export as .skill" does. Or a folder of skills to export instead of a
    /// library; nothing else is kept. With --library, a name without a slash is always a skill.
    #[arg(value_name = "SKILL|FOLDER")]
    named: Option<PathBuf>,
    /// Format to export.
    #[arg(long, value_parser = targets())]
    pub(crate) target: ExportTarget,
    /// Output folder; or an output file for a single .skill archive, SQL, events, gram or a list of tools. For client-folder: a
    /// project, or a folder that clients read, such as ~/.claude/skills.
    #[arg(long, visible_alias = "to", value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// For client-folder: the client to export for; by default the one that reads the output folder, or else the one the skills
    /// are for.
    #[arg(long, alias = "host", value_parser = crate::clients::with_folder())]
    pub(crate) client: Option<Host>,
    /// Name or ID of a skill. Can be repeated.
    #[arg(long = "skill", value_name = "NAME")]
    pub(crate) skills: Vec<String>,
    /// For gram: name or ID of an agent; by default all agents. Can be repeated.
    #[arg(long = "agent", value_name = "NAME")]
    pub(crate) agents: Vec<String>,
    /// For claude-plugin: the plugin's name; by default the library's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Overwrite files that differ. By default, the export stops if there are any.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Also write a manifest with a digest of each file (skill-pack.json) and sign it with your key, which is created if
    /// needed. People who trust your key can check both with skillctl verify. Needs an output folder of its own.
    #[arg(long)]
    pub(crate) sign: bool,
    /// List what would be written, not included or rejected, without writing anything.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// First re-import the export into an empty library and compare. If anything differs that isn't listed as not included,
    /// nothing is written and the exit status is 1.
    #[arg(long)]
    pub(crate) verify: bool,
}

impl Export {
    /// The folder that is named in place of a library: it is written as a path, or no library is named and it is there.
    pub(crate) fn folder(&self, library: Option<&Path>) -> Option<&Path> {
        let named = self.named.as_deref()?;
        let is_skill = self.bare_name().is_some() && (library.is_some() || !named.is_dir());
        (!is_skill).then_some(named)
    }

    /// The one skill that is named.
    pub(crate) fn skill(&self, library: Option<&Path>) -> Option<&str> {
        self.bare_name().filter(|_| self.folder(library).is_none())
    }

    /// What is named, where it is written as a name and not as a path.
    pub(crate) fn bare_name(&self) -> Option<&str> {
        let named = self.named.as_deref()?;
        let mut parts = named.components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(part)), None) if part == named.as_os_str() => part.to_str(),
            _ => None,
        }
    }
}

fn targets() -> impl clap::builder::TypedValueParser<Value = ExportTarget> {
    PossibleValuesParser::new(ExportTarget::ALL.iter().map(|target| target.as_str()))
        .try_map(|name| ExportTarget::parse(&name).ok_or("unknown target"))
}

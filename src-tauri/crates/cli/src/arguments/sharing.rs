//! Arguments of what shares a library through a server.

use clap::{Args, ValueEnum};

/// Where a library is shared through.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Address of the database, such as `postgresql://user@host:5432/database`. The password may stand in PGPASSWORD, or in the address as
    /// user:secret://NAME.
    #[arg(long, value_name = "URL")]
    pub(crate) remote: String,
    /// Name or id of the library there; by default the one this library was shared through last, else the only one.
    #[arg(long, value_name = "NAME")]
    pub(crate) tenant: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Push {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print what would be pushed, but push nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print the SQL that the database still needs, and the roles to create, but change nothing.
    #[arg(long, conflicts_with_all = ["migrate", "dry_run"])]
    pub(crate) plan: bool,
    /// Set the database up first, or upgrade its tables.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) migrate: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Pull {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Which side counts where both changed the same.
    #[arg(long, value_name = "SIDE")]
    pub(crate) prefer: Option<PreferredSide>,
    /// Say what would come in, but change nothing in the library.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// List what differs from the server, but change nothing in the library.
    #[arg(long, conflicts_with_all = ["prefer", "dry_run"])]
    pub(crate) status: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PreferredSide {
    /// What is in this library.
    Mine,
    /// What is on the server.
    Theirs,
}

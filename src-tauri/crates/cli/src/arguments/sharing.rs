//! Arguments of what shares a library through a server.

use clap::{Args, ValueEnum};

/// Where a library is shared through.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Database URL, such as `postgresql://user@host:5432/database`. Provide the password in PGPASSWORD, or in the URL as
    /// user:secret://NAME.
    #[arg(long, value_name = "URL")]
    pub(crate) remote: String,
    /// Name or ID of the shared library; by default the one used last, or the only one there.
    #[arg(long, value_name = "NAME")]
    pub(crate) tenant: Option<String>,
    /// Connect even if the connection isn't encrypted, as with `sslmode=disable` in the URL of another computer: others on the
    /// network could read the password and everything you push or pull.
    #[arg(long)]
    pub(crate) allow_unencrypted: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Push {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print what would be pushed without pushing it.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print the SQL the database still needs and the roles to create, without changing anything.
    #[arg(long, conflicts_with_all = ["migrate", "dry_run"])]
    pub(crate) plan: bool,
    /// Set up the database first, or upgrade its tables.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) migrate: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Pull {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Which version to keep where both sides changed the same item.
    #[arg(long, value_name = "SIDE")]
    pub(crate) prefer: Option<PreferredSide>,
    /// Print what would be pulled without changing the library.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Pull even if that moves more than a few items to trash. Without it, such a pull changes nothing and the exit status
    /// is 2.
    #[arg(long)]
    pub(crate) allow_trash: bool,
    /// List the differences from the server without changing the library.
    #[arg(long, conflicts_with_all = ["prefer", "dry_run", "allow_trash"])]
    pub(crate) status: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PreferredSide {
    /// The version in this library.
    Mine,
    /// The version on the server.
    Theirs,
}

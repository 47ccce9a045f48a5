//! The command line's words.

mod asking;
mod capturing;
mod checking;
mod exporting;
mod importing;
mod packs;
mod running;
mod sharing;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use asking::{
    Eval, Find, Limits, Mode, Overlap, Overview, Repeated, Resolve, Score, ScoredBy, ScorerName, Search, Shown,
};
pub(crate) use capturing::Capture;
pub(crate) use checking::Lint;
pub(crate) use exporting::Export;
pub(crate) use importing::Import;
pub(crate) use packs::{KeyAction, PackAction, SavePack, WritePack};
pub(crate) use running::{
    AdkConditions, AdkWayName, Call, Conditions, Implement, RenameInSkills, RuntimeName, Simulate, ToolAction,
    ToolCallsName,
};
pub(crate) use sharing::{Place, PreferredSide, Pull, Push};

/// Author, test and ship agent skills from the command line.
#[derive(Debug, Parser)]
#[command(name = "skillctl", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Library file to use; by default the last one opened. Read-only commands also accept a folder of skills: a temporary
    /// library is built for that command, and nothing is saved.
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) library: Option<PathBuf>,
    /// Print the result as a single JSON document.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Instead of only a count, list every item, such as files that weren't read and what an export doesn't include.
    #[arg(long, global = true)]
    pub(crate) verbose: bool,
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Create a library.
    Init {
        /// Add the sample skills.
        #[arg(long)]
        samples: bool,
    },
    /// Import skills from folders and archives, and tools, servers and agents from files.
    Import(Import),
    /// List the skills, tools, agents or servers in a library.
    List {
        /// What to list.
        what: Listed,
    },
    /// Search skills, tools, agents and servers by keyword and with semantic search. Exits with 1 if nothing is found.
    ///
    /// Results with all the words come first, then results with a similar meaning. Each result shows where it matched.
    Search(Search),
    /// Show one skill, tool, agent or server in full.
    Show {
        /// What to show.
        what: Shown,
        /// Name or ID.
        name: String,
    },
    /// Find text in the files of all skills. Exits with 1 if nothing is found.
    Find(Find),
    Lint(Lint),
    /// Count the tokens in descriptions, bodies and files (o200k estimate).
    Tokens {
        /// Skill folder, folder of skills or text file.
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// Count only this skill of the library or folder.
        #[arg(long, value_name = "NAME")]
        skill: Option<String>,
    },
    /// Score every skill against a query.
    Score(Score),
    /// Build the context an agent would get from adk-rust (adk-skill 0.6.0).
    Resolve(Resolve),
    Overlap(Overlap),
    Overview(Overview),
    /// Run test queries and report how often the expected skill triggers.
    Eval(Eval),
    /// Print the JSON Schema of a Gram type signature.
    Schema {
        /// For example '(name: Text, age: Maybe Int) --> IO Text'.
        signature: String,
    },
    /// Work with the tools of a library.
    Tool {
        #[command(subcommand)]
        action: ToolAction,
    },
    /// Simulate an agent session and show what the model is sent at each step.
    Simulate(Box<Simulate>),
    Capture(Capture),
    /// Export skills, tools or agents for another system. First lists what the target doesn't support.
    ///
    /// Without a name, exports the whole library. A skill given by name is exported alone; skills given with --skill include
    /// their tools and the skills they require. If the target rejects an item, nothing is written: exits with 1 and lists the
    /// reasons. The same library always produces the same bytes.
    Export(Export),
    /// Work with packs: sets of skills and the targets to export them to.
    Pack {
        #[command(subcommand)]
        action: PackAction,
    },
    /// Scan skills on disk for secrets, hidden text, prompt injection and harmful commands. Exits with 1 if anything is flagged.
    ///
    /// A clean scan doesn't guarantee that a skill is safe. Items dismissed in the library don't count.
    Scan {
        /// Folders, SKILL.md files, archives, light-4j exports or well-known skill indexes.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Verify that the files of a pack on disk match its manifest, and show who signed it. Exits with 1 if a file was modified
    /// or the pack isn't signed by a key you trust.
    Verify {
        /// Pack folders, or files in them.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Manage your signing key and the keys you trust.
    Key {
        #[command(subcommand)]
        action: KeyAction,
    },
    /// Push local changes to a shared library on a database server. Exits with 1 on conflicts.
    ///
    /// A push is all or nothing. If both sides changed the same item, nothing is pushed and the conflicts are listed: pull
    /// first. Set up the database once, with --migrate.
    Push(Push),
    /// Pull changes from a shared library on a database server. Exits with 1 on conflicts.
    ///
    /// Changes to different fields or lines are merged. Conflicts are listed, and your version is kept.
    Pull(Pull),
    /// Move items to the trash, and list, restore or permanently delete them.
    Trash {
        #[command(subcommand)]
        action: TrashAction,
    },
    /// List the folders that skills were imported from or are linked to. Exits with 1 if any folder isn't synced.
    ///
    /// Folders that this library wasn't linked to on this computer are neither read nor written until you sync them.
    Links {
        /// Sync all folders listed as not synced.
        #[arg(long)]
        follow: bool,
    },
    /// Run a server for other programs.
    Serve {
        #[command(subcommand)]
        action: ServeAction,
    },
    /// Check the library, the search index, the embedding model and the programs Skill Studio uses.
    Doctor {
        /// First recover what can be read from the library given with --library; the damaged file is kept next to it.
        #[arg(long)]
        salvage: bool,
        /// Print diagnostics for a bug report instead: versions, system, counts, checks and the last lines of the log.
        /// Contains no secrets and no skill text.
        #[arg(long)]
        diagnostics: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrashAction {
    /// List the trash, newest first. Exits with 1 if it is empty.
    List {
        /// List only this kind.
        #[arg(long)]
        kind: Option<TrashedKind>,
    },
    /// Move a skill, tool, agent, server or pack to the trash.
    ///
    /// If other items depend on it, they are listed and nothing is moved unless you use --force.
    Put {
        /// What to move.
        kind: EntityKind,
        /// Name or ID.
        name: String,
        /// Move it even if other items depend on it.
        #[arg(long)]
        force: bool,
    },
    /// Restore an item from the trash.
    Restore {
        /// What to restore.
        kind: TrashedKind,
        /// Name or ID; for a component or link, as shown in the list, such as 'tours requires bikes'.
        name: String,
        /// Restore it under another name.
        #[arg(long = "as", value_name = "NAME")]
        new_name: Option<String>,
    },
    /// Permanently delete an item in the trash. Exits with 1 if other items still depend on it.
    Delete {
        /// What to delete.
        #[arg(required_unless_present = "all")]
        kind: Option<TrashedKind>,
        /// Name or ID.
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Permanently delete everything in the trash.
        #[arg(long, conflicts_with_all = ["kind", "name"])]
        all: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EntityKind {
    Skill,
    Tool,
    Agent,
    Server,
    Pack,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrashedKind {
    Skill,
    Tool,
    Agent,
    Server,
    Component,
    Pack,
    Link,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ServeAction {
    /// Run the MCP server behind the sample tools, on standard input and output.
    ///
    /// No network needed: the tools work on a small set of sample data and keep their changes in one folder. The sample REST
    /// tools use the same server on a local port. Skill Studio and skillctl start the server when a tool needs it. To undo all
    /// changes, use --reset or the server's `reset_samples` tool.
    Samples {
        /// Folder to keep changes in; by default Skill Studio's data folder.
        #[arg(long, value_name = "FOLDER")]
        state: Option<PathBuf>,
        /// Undo all changes first.
        #[arg(long)]
        reset: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    Skills,
    Tools,
    Agents,
    Servers,
}

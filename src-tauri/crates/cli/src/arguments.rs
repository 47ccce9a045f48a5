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
    Call, Conditions, Implement, RenameInSkills, RuntimeName, Simulate, ToolAction, ToolCallsName,
};
pub(crate) use sharing::{Place, PreferredSide, Pull, Push};

/// Author, test and ship agent skills from the command line.
#[derive(Debug, Parser)]
#[command(name = "skillctl", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Library file to use; by default the one opened last. For what only asks, a folder of skills is enough: a library is
    /// made of it for the one command, and nothing is kept.
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) library: Option<PathBuf>,
    /// Print the result as one JSON document.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Name each thing of which otherwise only the number is told: files that were not read, losses of an export.
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
    /// List the skills, tools, agents or servers of a library.
    List {
        /// What to list.
        what: Listed,
    },
    /// Search skills, tools, agents and servers by words and by meaning. Exits with 1 if nothing is found.
    ///
    /// What has all the words comes first, then what means nearly the same. Each result says where it was found.
    Search(Search),
    /// Show one skill, tool, agent or server in full.
    Show {
        /// What to show.
        what: Shown,
        /// Name or id.
        name: String,
    },
    /// Find text in the files of all skills. Exits with 1 if there is none.
    Find(Find),
    Lint(Lint),
    /// Count the tokens of descriptions, instructions and files (o200k, an estimate).
    Tokens {
        /// Skill folder, folder of skills, or text file.
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// Count this skill of the library, or of the folder.
        #[arg(long, value_name = "NAME")]
        skill: Option<String>,
    },
    /// Score every skill against a query.
    Score(Score),
    /// Build the context that an agent would get.
    Resolve(Resolve),
    Overlap(Overlap),
    Overview(Overview),
    /// Run labelled queries and report how often the right skill wakes.
    Eval(Eval),
    /// Print the JSON Schema of a gram type signature.
    Schema {
        /// For example '(name: Text, age: Maybe Int) --> IO Text'.
        signature: String,
    },
    /// Work with the tools of a library.
    Tool {
        #[command(subcommand)]
        action: ToolAction,
    },
    /// Simulate a session of an agent, and show what its model is sent at each step.
    Simulate(Box<Simulate>),
    Capture(Capture),
    /// Export skills, tools or agents for another system. What the target can't hold is listed first.
    ///
    /// Without a name the whole library goes out. A skill that is named goes out alone; those of --skill with the skills they
    /// require and their tools. Nothing is written if the target refuses something: exits with 1 then, and lists why. Equal libraries give equal bytes.
    Export(Export),
    /// Work with packs: named selections of the library with the targets they are written to.
    Pack {
        #[command(subcommand)]
        action: PackAction,
    },
    /// Look for secrets, hidden text, injections and commands that do harm in skills on disk. Exits with 1 if there are findings.
    ///
    /// A scan without findings doesn't prove that a skill is harmless. Findings that are dismissed in the library don't count.
    Scan {
        /// Folders, SKILL.md files, archives, or what light-4j and websites keep.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Check a pack on disk: whether its files are as its manifest says, and who signed that. Exits with 1 if anything is
    /// altered, or it is not signed by a key you trust.
    Verify {
        /// Folders of packs, or files of them.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Work with the key you sign with, and the keys you trust.
    Key {
        #[command(subcommand)]
        action: KeyAction,
    },
    /// Share a library: bring what changed here to a database server. Exits with 1 on conflicts.
    ///
    /// All of it is pushed, or nothing. Where both sides changed the same, nothing is pushed and each conflict is listed: pull
    /// first. The database is set up once, with --migrate.
    Push(Push),
    /// Share a library: bring in what changed on a database server. Exits with 1 on conflicts.
    ///
    /// Where both sides changed different fields or lines, both changes are kept. The rest is listed, and stays as it is here.
    Pull(Pull),
    /// Move things to the trash, list it, and restore or delete what is in it.
    Trash {
        #[command(subcommand)]
        action: TrashAction,
    },
    /// List the folders skills were imported from and are linked to. Exits with 1 if links are not followed.
    ///
    /// Links that were not made on this computer are neither read nor written until somebody says that they are followed.
    Links {
        /// Follow all links that are listed as not followed.
        #[arg(long)]
        follow: bool,
    },
    /// Run a server for other programs.
    Serve {
        #[command(subcommand)]
        action: ServeAction,
    },
    /// Check the library, the index, the model and the programs the studio uses.
    Doctor {
        /// Rescue what can be read of the library named with --library first; the damaged file is kept beside it.
        #[arg(long)]
        salvage: bool,
        /// Print what to put into a report instead: versions, the machine, counts, the checks and the log's last lines;
        /// no secrets and no texts of skills.
        #[arg(long)]
        diagnostics: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrashAction {
    /// List the trash, newest first. Exits with 1 if it is empty.
    List {
        /// List one kind only.
        #[arg(long)]
        kind: Option<TrashedKind>,
    },
    /// Move a skill, tool, agent, server or pack to the trash.
    ///
    /// If other items depend on it, they are named and nothing is moved, unless you use --force.
    Put {
        /// What to move.
        kind: EntityKind,
        /// Name or id.
        name: String,
        /// Move it even if other items depend on it.
        #[arg(long)]
        force: bool,
    },
    /// Restore something from the trash.
    Restore {
        /// What to restore.
        kind: TrashedKind,
        /// Name or id; a component or a link as the list shows it, such as 'tours requires bikes'.
        name: String,
        /// Restore it under another name.
        #[arg(long = "as", value_name = "NAME")]
        new_name: Option<String>,
    },
    /// Delete something in the trash forever. Exits with 1 if other items still depend on it.
    Delete {
        /// What to delete.
        #[arg(required_unless_present = "all")]
        kind: Option<TrashedKind>,
        /// Name or id.
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Delete everything in the trash.
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
    /// It needs no network: the tools work on a small sample world, and what they change is kept in one folder. The REST
    /// tools of the samples reach the same server on a local port. The studio and skillctl start the server when a tool
    /// needs it. To put everything back, use --reset, or the server's own tool for it.
    Samples {
        /// Folder to keep changes in; by default the studio's own.
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

//! The command line's words.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Author, test and ship agent skills, from a pipeline.
#[derive(Debug, Parser)]
#[command(name = "skillctl", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Library to work on; the last one opened where none is named.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// One JSON document on standard output.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Create an empty library.
    Init {
        /// Fill it with the sample skills.
        #[arg(long)]
        samples: bool,
    },
    /// Import skills from folders, files and archives.
    Import {
        /// Folders, SKILL.md files, .zip or .skill archives.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Read the paths as one format: agent-skills, skill-zip or adk.
        #[arg(long, value_name = "NAME")]
        format: Option<String>,
        /// Keep folders linked: saving a skill in the studio writes its file too.
        #[arg(long)]
        link: bool,
    },
    /// List what is in the library.
    List {
        /// What to list.
        what: Listed,
    },
    /// Show one entity whole.
    Show {
        /// What it is.
        what: Shown,
        /// Its name or id.
        name: String,
    },
    /// Check skills on disk, and their tools against those of --library, else of the last library used; exit status 1
    /// when there are findings.
    Lint {
        /// Folders, SKILL.md files or archives.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Check for one export target, such as agent-skills or adk.
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
    },
    /// Count tokens by tier of disclosure (an o200k estimate).
    Tokens {
        /// A skill's folder, a folder of skills, or a text file.
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// A skill of the library instead.
        #[arg(long, value_name = "NAME", conflicts_with = "path")]
        skill: Option<String>,
    },
    /// Score every skill for a query.
    Score(Score),
    /// Build the context an agent would be given.
    Resolve(Resolve),
    /// Pairs of skills whose descriptions say nearly the same.
    Overlap {
        /// Lowest similarity listed, 0 to 1; 0.4 where none is given.
        #[arg(long, value_name = "X")]
        min_similarity: Option<f64>,
        /// List dismissed pairs too.
        #[arg(long)]
        dismissed: bool,
    },
    /// Score labelled queries and say how well the right skills are woken.
    Eval(Eval),
    /// The JSON Schema of a gram type signature, or what is wrong with it and where.
    Schema {
        /// Such as '(name: Text, age: Maybe Int) --> IO Text'.
        signature: String,
    },
    /// Tools of the library.
    Tool {
        #[command(subcommand)]
        action: ToolAction,
    },
    /// Check the library, the index, the model and the tools on the path.
    Doctor,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolAction {
    /// Call a tool; exit status 1 when there is no result, 2 when it has to be allowed first.
    ///
    /// Before a script, a Java class or a server runs, it is shown and you are asked; where nobody can be asked,
    /// --allow says yes. What you allow is remembered, as in the window, until it changes.
    Call(Call),
}

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// Its name or id.
    pub(crate) name: String,
    /// Arguments, a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) args: String,
    /// The library of implementations that carries it out; the tool's own where none is given.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: Option<String>,
    /// The skill in whose name it is called; its access is enforced.
    #[arg(long, value_name = "NAME")]
    pub(crate) skill: Option<String>,
    /// Allow what it runs without being asked: look at it first.
    #[arg(long)]
    pub(crate) allow: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    Skills,
    Tools,
    Agents,
    Servers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    Skill,
    Tool,
    Agent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScorerName {
    Adk,
    Bm25,
    Embedding,
    Hybrid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    Strict,
    Permissive,
}

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// What a user would say.
    #[arg(required_unless_present = "queries")]
    pub(crate) query: Option<String>,
    /// A file with {"query": …} a line; one document a line comes out.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub(crate) queries: Option<PathBuf>,
    /// How candidates are scored.
    #[arg(long, default_value = "hybrid")]
    pub(crate) scorer: ScorerName,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// Labelled queries: {"query": …, "expected": [names]} a line, evals.json, or a trigger set.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// How candidates are scored.
    #[arg(long, default_value = "hybrid")]
    pub(crate) scorer: ScorerName,
    /// Only the first so many queries.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Lowest score that fires; the scorer's own threshold where none is given.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// The result of every query too.
    #[arg(long)]
    pub(crate) results: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// How many candidates at most.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// Lowest score that passes; the scorer's own threshold where none is given (set in the studio, else as shipped).
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// At least one of these tags; may be repeated.
    #[arg(long = "tag", value_name = "T")]
    pub(crate) tags: Vec<String>,
    /// None of these tags; may be repeated.
    #[arg(long = "exclude-tag", value_name = "T")]
    pub(crate) exclude_tags: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Resolve {
    /// Exact name; strategies are tried in the order given.
    #[arg(long, value_name = "N")]
    pub(crate) by_name: Vec<String>,
    /// Score against a query.
    #[arg(long, value_name = "Q")]
    pub(crate) by_query: Vec<String>,
    /// First skill with a tag.
    #[arg(long, value_name = "T")]
    pub(crate) by_tag: Vec<String>,
    /// What a missing tool does.
    #[arg(long, default_value = "strict")]
    pub(crate) mode: Mode,
    /// Tools the host offers, separated by commas; every tool of the library where none is given.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) tools: Option<Vec<String>>,
    /// How many candidates a query tries.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// Lowest score that passes.
    #[arg(long, default_value_t = 1.0, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: f32,
    /// Longest body, in characters.
    #[arg(long, default_value_t = 8000, value_name = "N")]
    pub(crate) max_chars: u32,
    /// None of these tags; may be repeated.
    #[arg(long = "exclude-tag", value_name = "T")]
    pub(crate) exclude_tags: Vec<String>,
}

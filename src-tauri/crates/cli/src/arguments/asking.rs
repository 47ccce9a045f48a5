//! Arguments of what searches, scores and evaluates.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use studio_api::dto::Host;

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// Text to find.
    pub(crate) text: String,
    /// Folder of skills to search instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Match case.
    #[arg(long)]
    pub(crate) match_case: bool,
    /// Match whole words.
    #[arg(long)]
    pub(crate) word: bool,
    /// Use the text as a regular expression.
    #[arg(long)]
    pub(crate) regex: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Search terms; put a phrase in quotes to match it exactly.
    pub(crate) query: String,
    /// Search only this kind. Can be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    pub(crate) kinds: Vec<Shown>,
    /// Maximum number of results.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: u32,
    /// Run a semantic search on a shared library at this database URL instead.
    #[arg(long, value_name = "URL", conflicts_with = "kinds")]
    pub(crate) remote: Option<String>,
    /// Connect to the database even if the connection isn't encrypted.
    #[arg(long, requires = "remote")]
    pub(crate) allow_unencrypted: bool,
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

/// Who scores, and what of the skills.
#[derive(Debug, Args)]
pub(crate) struct ScoredBy {
    /// Scorer to use; by default hybrid for a library, and bm25 for a folder, which isn't indexed for semantic search. adk
    /// scores as adk-skill 0.6.0.
    #[arg(long)]
    pub(crate) scorer: Option<ScorerName>,
    /// Score skills as this client lists them; for a folder, defaults to the client the folder belongs to (not with adk).
    /// Otherwise, full descriptions are scored.
    #[arg(long, alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) client: Option<Host>,
}

/// List pairs of skills whose descriptions overlap.
#[derive(Debug, Args)]
pub(crate) struct Overlap {
    /// Folder of skills to compare instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Compare descriptions as this client lists them; for a folder, defaults to the client the folder belongs to.
    /// Otherwise, full descriptions are compared.
    #[arg(long, alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) client: Option<Host>,
    /// Also compare a folder semantically, as for a library; indexes it first. By default, only words are compared.
    #[arg(long)]
    pub(crate) by_meaning: bool,
    /// Minimum similarity to list, from 0 to 1; by default 0.4.
    #[arg(long, value_name = "X")]
    pub(crate) min_similarity: Option<f64>,
    /// Include dismissed pairs.
    #[arg(long)]
    pub(crate) dismissed: bool,
}

/// Show a library overview: groups, problems by rule, duplicates, stale links, and skills without test queries.
#[derive(Debug, Args)]
pub(crate) struct Overview {
    /// Folder of skills to use instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Show only this group.
    #[arg(long, value_name = "NAME")]
    pub(crate) group: Option<String>,
    /// Count problems for this client; by default, the library's client or, for a folder, the one the folder belongs to.
    #[arg(long, aliases = ["target", "host"], value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) client: Option<Host>,
    /// Also compare a folder semantically, as for a library; indexes it first. By default, only words are compared.
    #[arg(long)]
    pub(crate) by_meaning: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// Query, as a user would write it.
    #[arg(required_unless_present = "queries")]
    pub(crate) query: Option<String>,
    /// Folder of skills to score instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// File with one {"query": …} per line; prints one JSON document per line.
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) by: ScoredBy,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// Test queries: one {"query": …, "expected": [names]} per line, an evals.json, or a trigger set. Defaults to the test queries
    /// of the library, or to the evals next to the skills of a folder.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Folder of skills to score instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) by: ScoredBy,
    /// Use only the first N queries.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Threshold a skill's score must reach to be triggered. Defaults to the scorer's threshold; with bm25 on a folder, any matching
    /// word is enough.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// Include the result of every query.
    #[arg(long)]
    pub(crate) results: bool,
    /// Which expected skills to accept if the file repeats a query with different ones.
    #[arg(long, default_value = "first", value_name = "WHICH")]
    pub(crate) repeated_labels: Repeated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Repeated {
    /// The expected skills on the first line.
    First,
    /// The expected skills on any of the lines.
    All,
}

impl From<Repeated> for studio_api::dto::RepeatedLabels {
    fn from(labels: Repeated) -> Self {
        match labels {
            Repeated::First => Self::First,
            Repeated::All => Self::All,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// Maximum number of candidates to return.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// Threshold a skill's score must reach. Defaults to the scorer's threshold as set in Skill Studio; with bm25 on a folder,
    /// any matching word is enough.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// Include only skills with at least one of these tags. Can be repeated.
    #[arg(long = "tag", value_name = "T")]
    pub(crate) tags: Vec<String>,
    /// Skip skills with this tag. Can be repeated.
    #[arg(long = "exclude-tag", value_name = "T")]
    pub(crate) exclude_tags: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Resolve {
    /// Find the skill by its exact name. Strategies are tried in the order given.
    #[arg(long, value_name = "N")]
    pub(crate) by_name: Vec<String>,
    /// Find the skill by a query.
    #[arg(long, value_name = "Q")]
    pub(crate) by_query: Vec<String>,
    /// Find the first skill with a tag.
    #[arg(long, value_name = "T")]
    pub(crate) by_tag: Vec<String>,
    /// If a tool is missing: strict rejects the skill, permissive ignores the tool.
    #[arg(long, default_value = "strict")]
    pub(crate) mode: Mode,
    /// Tools the client offers, comma-separated; by default every tool in the library.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) tools: Option<Vec<String>>,
    /// Maximum number of candidates to try per query.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// Threshold a skill's score must reach.
    #[arg(long, default_value_t = 1.0, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: f32,
    /// Trigger skills with `trigger: true` in their frontmatter only by name. By default they are scored like any other skill,
    /// as adk-skill does.
    #[arg(long)]
    pub(crate) honor_trigger: bool,
    /// Maximum length of the instructions, in characters.
    #[arg(long, default_value_t = 8000, value_name = "N")]
    pub(crate) max_chars: u32,
    /// Include only skills with at least one of these tags. Can be repeated.
    #[arg(long = "tag", value_name = "T")]
    pub(crate) tags: Vec<String>,
    /// Skip skills with this tag. Can be repeated.
    #[arg(long = "exclude-tag", value_name = "T")]
    pub(crate) exclude_tags: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    Skill,
    Tool,
    Agent,
    Server,
}

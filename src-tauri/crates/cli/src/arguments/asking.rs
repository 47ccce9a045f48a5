//! Arguments of what searches, scores and evaluates.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use studio_api::dto::Host;

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// Text to find.
    pub(crate) text: String,
    /// Folder of skills to look through instead of a library; nothing is kept.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Match upper and lower case exactly.
    #[arg(long)]
    pub(crate) match_case: bool,
    /// Match whole words only.
    #[arg(long)]
    pub(crate) word: bool,
    /// Treat the text as a regular expression.
    #[arg(long)]
    pub(crate) regex: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// What to search for; words in quotes must appear together, in that order.
    pub(crate) query: String,
    /// Search only this kind. Can be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    pub(crate) kinds: Vec<Shown>,
    /// Maximum number of results.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: u32,
    /// Search a shared library by meaning instead, on the database server of this address.
    #[arg(long, value_name = "URL", conflicts_with = "kinds")]
    pub(crate) remote: Option<String>,
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
    /// Scorer to use; by default hybrid for a library, and bm25 for a folder, whose vectors would have to be made first.
    #[arg(long)]
    pub(crate) scorer: Option<ScorerName>,
    /// Score what this client's list shows of the skills; by default, for a folder, the client that the folder belongs to
    /// (not with adk). Others are scored whole.
    #[arg(long, alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) client: Option<Host>,
}

/// List pairs of skills with similar descriptions.
#[derive(Debug, Args)]
pub(crate) struct Overlap {
    /// Folder of skills to compare instead of a library; nothing is kept.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Compare what this client's list shows of the descriptions; by default, for a folder, the client that the folder
    /// belongs to. Others are compared whole.
    #[arg(long, alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) client: Option<Host>,
    /// Compare a folder by meaning, too, as libraries are; its vectors are made first. Otherwise it is compared by words.
    #[arg(long)]
    pub(crate) by_meaning: bool,
    /// Lowest similarity to list, 0 to 1; by default 0.4.
    #[arg(long, value_name = "X")]
    pub(crate) min_similarity: Option<f64>,
    /// Include dismissed pairs.
    #[arg(long)]
    pub(crate) dismissed: bool,
}

/// Show a library at a glance: groups, problems by rule, duplicates, stale links, and skills without test queries.
#[derive(Debug, Args)]
pub(crate) struct Overview {
    /// Folder of skills to look at instead of a library; nothing is kept.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Look at one group.
    #[arg(long, value_name = "NAME")]
    pub(crate) group: Option<String>,
    /// Compare a folder by meaning, too, as libraries are; its vectors are made first. Otherwise it is compared by words.
    #[arg(long)]
    pub(crate) by_meaning: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// What a user would ask.
    #[arg(required_unless_present = "queries")]
    pub(crate) query: Option<String>,
    /// Folder of skills to score instead of a library; nothing is kept.
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
    /// Labelled queries: one {"query": …, "expected": [names]} per line, an evals.json, or a trigger set.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Folder of skills to score instead of a library; nothing is kept.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) by: ScoredBy,
    /// Use only the first N queries.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Lowest score that wakes a skill; by default the scorer's threshold, and with bm25 over a folder the score of any word.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// Include the result of every query.
    #[arg(long)]
    pub(crate) results: bool,
    /// The labels that count when the file repeats a query with different ones.
    #[arg(long, default_value = "first", value_name = "LABELS")]
    pub(crate) repeated_labels: Repeated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Repeated {
    /// The labels of the first line.
    First,
    /// The labels of all lines: any of these skills is right.
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
    /// Lowest score that passes; by default the scorer's threshold, as set in the studio, and with bm25 over a folder the score
    /// of any word.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: Option<f32>,
    /// Only skills with at least one of these tags. Can be repeated.
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
    /// If a tool is missing, strict rejects the skill, and permissive leaves the tool out.
    #[arg(long, default_value = "strict")]
    pub(crate) mode: Mode,
    /// Tools the host offers, separated by commas; by default every tool of the library.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) tools: Option<Vec<String>>,
    /// Maximum number of candidates to try per query.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// Lowest score that passes.
    #[arg(long, default_value_t = 1.0, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: f32,
    /// Wake skills whose file says `trigger: true` only by name. By default they are scored like any other, as adk-skill
    /// does.
    #[arg(long)]
    pub(crate) honor_trigger: bool,
    /// Maximum length of the instructions, in characters.
    #[arg(long, default_value_t = 8000, value_name = "N")]
    pub(crate) max_chars: u32,
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

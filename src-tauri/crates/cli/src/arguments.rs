//! The command line's words.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Author, test and ship agent skills from the command line.
#[derive(Debug, Parser)]
#[command(name = "skillctl", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Library file to use; by default the one opened last.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// Print the result as one JSON document.
    #[arg(long, global = true)]
    pub(crate) json: bool,
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
    Import {
        /// Folders, SKILL.md files, .zip or .skill archives; .json, .yaml or .gram files with tools, servers or agents.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Import format: agent-skills, skill-zip, adk, gram, mcp-servers, mcp-tools, openai-tools, anthropic-tools, openapi
        /// or evals. Detected by default, except evals.
        #[arg(long, value_name = "NAME")]
        format: Option<String>,
        /// Link the folders: saving a skill in the studio also writes its file.
        #[arg(long)]
        link: bool,
        /// With evals: the labels that count when a file repeats a query with different ones.
        #[arg(long, default_value = "first", value_name = "LABELS")]
        repeated_labels: Repeated,
    },
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
    /// Check skills on disk. Exits with 1 if there are findings.
    ///
    /// The tools that skills name are looked up in the library. Problems that are ignored in the library are not listed.
    Lint {
        /// Folders, SKILL.md files or archives.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Check for one target: agent-skills, adk, claude-upload, openai-upload, light-4j, skill-zip, claude-plugin,
        /// client-folder, well-known, light4j-sql or light4j-events.
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
    },
    /// Count the tokens of descriptions, instructions and files (o200k, an estimate).
    Tokens {
        /// Skill folder, folder of skills, or text file.
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// Count a skill of the library instead.
        #[arg(long, value_name = "NAME", conflicts_with = "path")]
        skill: Option<String>,
    },
    /// Score every skill against a query.
    Score(Score),
    /// Build the context that an agent would get.
    Resolve(Resolve),
    /// List pairs of skills with similar descriptions.
    Overlap {
        /// Lowest similarity to list, 0 to 1; by default 0.4.
        #[arg(long, value_name = "X")]
        min_similarity: Option<f64>,
        /// Include dismissed pairs.
        #[arg(long)]
        dismissed: bool,
    },
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
    Simulate(Simulate),
    /// Write agents to a file. What the file can't hold is listed first.
    Export(Export),
    /// Move things to the trash, list it, and restore or delete what is in it.
    Trash {
        #[command(subcommand)]
        action: TrashAction,
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

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// Text to find.
    pub(crate) text: String,
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
    /// What to search for; words in quotes must stand in a row.
    pub(crate) query: String,
    /// Search only this kind. Can be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    pub(crate) kinds: Vec<Shown>,
    /// Maximum number of results.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: u32,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolAction {
    /// Call a tool. Exits with 1 if the call gives no result, with 2 if it must be allowed first.
    ///
    /// Before a script, a Java class or a server runs for the first time, skillctl shows it and asks you. In scripts, use
    /// --allow. What you allow is remembered until it changes, here and in the window.
    Call(Call),
    /// Give a tool a second implementation in a tool library. The tool keeps its own.
    Implement(Implement),
    /// List which tools a tool library carries out, and where it describes them differently. Exits with 1 if it does.
    Bind {
        /// Tool library.
        #[arg(value_name = "L")]
        library_name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Implement {
    /// Name or id of the tool.
    pub(crate) name: String,
    /// Tool library that runs it; made if it doesn't exist.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: String,
    /// Script to run, ending with .py or .js.
    #[arg(long, value_name = "FILE", required_unless_present = "from", conflicts_with = "from")]
    pub(crate) script: Option<PathBuf>,
    /// Run the implementation of this tool, such as a server, REST or Java tool.
    #[arg(long, value_name = "TOOL")]
    pub(crate) from: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Name or id of the agent.
    #[arg(long, value_name = "A")]
    pub(crate) agent: String,
    /// What the user says. Can be repeated: one message after the other.
    #[arg(long = "message", value_name = "M", required = true)]
    pub(crate) messages: Vec<String>,
    /// Who discloses what, and when.
    #[arg(long, value_name = "R", default_value = "agent-skills")]
    pub(crate) runtime: RuntimeName,
    /// Who answers: mock, scripted:FILE (a JSON list of replies) or replay:FILE (what --json printed before).
    #[arg(long, value_name = "MODEL", default_value = "mock")]
    pub(crate) model: String,
    /// Under agent-lib: leave the tools of components available while a skill is active.
    #[arg(long)]
    pub(crate) components_always: bool,
    /// Tool library that carries calls out; by default each tool's own implementation.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: Option<String>,
    /// Questions to the model for one message at most.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) max_iterations: u32,
    /// Allow whatever the session's tools run on this machine.
    #[arg(long)]
    pub(crate) allow: bool,
    /// Exit with 1 unless this skill was activated or put into the context. Can be repeated.
    #[arg(long = "expect-skill", value_name = "NAME")]
    pub(crate) expected_skills: Vec<String>,
    /// Exit with 1 unless this tool was carried out. Can be repeated.
    #[arg(long = "expect-tool", value_name = "NAME")]
    pub(crate) expected_tools: Vec<String>,
    /// Exit with 1 unless the answer holds this text.
    #[arg(long = "expect-text", value_name = "TEXT")]
    pub(crate) expected_text: Option<String>,
    /// Exit with 1 where the model was ever sent more tokens than this.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuntimeName {
    /// A client of the Agent Skills standard.
    AgentSkills,
    /// Components, and skills that enable their tools.
    AgentLib,
    /// Descriptions first, schemas when a skill is chosen.
    LightGenai,
    /// One skill selected by score, put before the message.
    Adk,
    /// Everything from the start, to compare with.
    Everything,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// What to write.
    #[arg(long)]
    pub(crate) target: ExportTarget,
    /// File to write, ending with .gram.
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// Name or id of an agent; by default all agents. Can be repeated.
    #[arg(long = "agent", value_name = "NAME")]
    pub(crate) agents: Vec<String>,
    /// List what would be written and lost, but write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportTarget {
    /// Agents with the specifications of their tools, as gram.
    Gram,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrashAction {
    /// List the trash, newest first. Exits with 1 if it is empty.
    List {
        /// List one kind only.
        #[arg(long)]
        kind: Option<TrashedKind>,
    },
    /// Move a skill, tool, agent or server to the trash.
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrashedKind {
    Skill,
    Tool,
    Agent,
    Server,
    Component,
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

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// Name or id of the tool.
    pub(crate) name: String,
    /// Arguments as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) args: String,
    /// Tool library to run it with; by default the tool's own implementation.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: Option<String>,
    /// Call the tool with the access of this skill.
    #[arg(long, value_name = "NAME")]
    pub(crate) skill: Option<String>,
    /// Allow the tool to run without asking. Check what it runs first.
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
    Server,
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
    /// What a user would ask.
    #[arg(required_unless_present = "queries")]
    pub(crate) query: Option<String>,
    /// File with one {"query": …} per line; prints one JSON document per line.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub(crate) queries: Option<PathBuf>,
    /// Scorer to use.
    #[arg(long, default_value = "hybrid")]
    pub(crate) scorer: ScorerName,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// Labelled queries: one {"query": …, "expected": [names]} per line, an evals.json, or a trigger set.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Scorer to use.
    #[arg(long, default_value = "hybrid")]
    pub(crate) scorer: ScorerName,
    /// Use only the first N queries.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Lowest score that wakes a skill; by default the scorer's threshold.
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
    /// Lowest score that passes; by default the scorer's threshold, as set in the studio.
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

//! Arguments of what calls tools and simulates sessions.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use studio_api::dto::Host;

#[derive(Debug, Subcommand)]
pub(crate) enum ToolAction {
    /// Call a tool. Exits with 1 if the call gives no result, with 2 if it must be allowed first.
    ///
    /// Before a script, a Java class or a server runs for the first time, skillctl shows it and asks you. In scripts, use
    /// --allow. What you allow is remembered until it changes, here and in the window.
    Call(Call),
    /// Give a tool a second implementation in a tool library. The tool keeps its own.
    Implement(Implement),
    /// Give a tool another name in skills: among their allowed tools, and where the instructions say it in code.
    ///
    /// Exits with 1 where nothing was changed or a skill was left alone. The window can undo it.
    RenameInSkills(RenameInSkills),
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
pub(crate) struct RenameInSkills {
    /// Name that stands in the skills.
    pub(crate) from: String,
    /// Name to write instead.
    pub(crate) to: String,
    /// Name or id of a skill; by default every skill that names the tool. Can be repeated.
    #[arg(long = "skill", value_name = "NAME")]
    pub(crate) skills: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Folder of skills to use instead of a library; nothing is kept.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Name or id of the agent. With --client or a folder there need not be one: then that client has the skills, and its own tools, which
    /// answer as a mock.
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<String>,
    /// Without an agent: take the skills of this group; by default all of the library.
    #[arg(long, value_name = "G", conflicts_with_all = ["agent", "case", "cases"])]
    pub(crate) group: Option<String>,
    /// Without an agent: take this skill. Can be repeated.
    #[arg(long = "skill", value_name = "NAME", conflicts_with_all = ["agent", "case", "cases", "group"])]
    pub(crate) skills: Vec<String>,
    /// Without an agent: let the client's reading tool really read files below this folder. You are asked first.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["agent", "case", "cases"])]
    pub(crate) reads: Option<PathBuf>,
    /// What the user says. Can be repeated: one message after the other.
    #[arg(long = "message", value_name = "M", required_unless_present_any = ["case", "cases", "evals"])]
    pub(crate) messages: Vec<String>,
    /// Compact the conversation after this many messages, as the client does; known for Claude Code under agent-skills. Can be
    /// repeated.
    #[arg(long, value_name = "N", conflicts_with_all = ["case", "cases", "evals"])]
    pub(crate) compact_after: Vec<u32>,
    /// Run the kept test case of this name or id instead. Exits with 1 if it fails.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["agent", "messages", "cases", "evals"])]
    pub(crate) case: Option<String>,
    /// Run all test cases that are kept. Exits with 1 if one fails.
    #[arg(long, conflicts_with_all = ["agent", "messages", "evals"])]
    pub(crate) cases: bool,
    /// Keep the entries of this evals.json as test cases of the agent, and run them.
    #[arg(long, value_name = "FILE", conflicts_with = "messages")]
    pub(crate) evals: Option<std::path::PathBuf>,
    /// Runtime to simulate: what is disclosed to the model, and when.
    #[arg(long, value_name = "R", default_value = "agent-skills")]
    pub(crate) runtime: RuntimeName,
    /// Who answers: mock, scripted:FILE (a JSON list of replies), replay:FILE (what --json printed before), or
    /// PROVIDER/MODEL for a chat model of openai, openai-responses, anthropic or ollama.
    ///
    /// A chat model that is set up in the library brings its address, key, prices and context window.
    #[arg(long, value_name = "MODEL", default_value = "mock")]
    pub(crate) model: String,
    #[command(flatten)]
    pub(crate) real: RealModel,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
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
    /// Exit with 1 unless the answer contains this text.
    #[arg(long = "expect-text", value_name = "TEXT")]
    pub(crate) expected_text: Option<String>,
    /// Exit with 1 where the model was ever sent more tokens than this.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
}

/// What a session is run under.
#[derive(Debug, Args)]
pub(crate) struct Conditions {
    /// Under agent-skills: client that lists the skills to the model, and cuts the list as it does. agent-skills is any
    /// client that follows the standard: nothing is cut. By default that, or without an agent the client in whose folders
    /// the skills lie. It was called --host, which still works.
    #[arg(long = "client", alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) host: Option<Host>,
    /// Under agent-skills: list the skills as the client did whose capture is in this file, word for word. `skillctl capture
    /// --keep` writes one. It brings the client, its window and its use counts.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["host", "uses"])]
    pub(crate) listing: Option<PathBuf>,
    /// Tokens of the model's context window; by default those of a chat model that is set up, else of the host's own model, else
    /// 200000.
    #[arg(long, value_name = "N")]
    pub(crate) window: Option<u32>,
    /// How often the client has used a skill, as NAME=N; by default as often as the library counted. Can be repeated.
    #[arg(long = "used", value_name = "NAME=N", value_parser = named_number)]
    pub(crate) uses: Vec<(String, u32)>,
    /// Leave a skill out. Can be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<String>,
    /// Take the SKILL.md of a skill back to an earlier version, as NAME=VERSION. Can be repeated.
    #[arg(long = "skill-version", value_name = "NAME=VERSION", value_parser = named_number)]
    pub(crate) versions: Vec<(String, u32)>,
    /// Give the model a file of a skill as an input, as NAME=PATH: it sees the path and can read the file. Can be repeated.
    #[arg(long = "input", value_name = "NAME=PATH", value_parser = named_path)]
    pub(crate) inputs: Vec<(String, String)>,
    /// Under agent-lib: leave the tools of components available while a skill is active.
    #[arg(long)]
    pub(crate) components_always: bool,
    /// Under adk: if a tool is missing, strict rejects the skill, and permissive leaves the tool out.
    #[arg(long, default_value = "strict")]
    pub(crate) mode: super::Mode,
    /// Under adk: find the skill by its exact name. Strategies are tried in the order given; by default only --by-message.
    #[arg(long, value_name = "NAME")]
    pub(crate) by_name: Vec<String>,
    /// Under adk: find the first skill with a tag.
    #[arg(long, value_name = "T")]
    pub(crate) by_tag: Vec<String>,
    /// Under adk: find the skill that fits the message best.
    #[arg(long)]
    pub(crate) by_message: bool,
}

/// Reads `NAME=N`.
fn named_number(text: &str) -> Result<(String, u32), String> {
    let (name, number) = text.rsplit_once('=').ok_or("give a name and a number, such as pdf=3")?;
    let number = number.parse().map_err(|_| format!("{number:?} is no whole number"))?;
    Ok((name.to_owned(), number))
}

/// Reads `NAME=PATH`.
fn named_path(text: &str) -> Result<(String, String), String> {
    let (name, path) =
        text.split_once('=').ok_or("give a skill and the path of a file, such as pdf=evals/files/a.csv")?;
    Ok((name.to_owned(), path.to_owned()))
}

/// What a chat model is asked with.
#[derive(Debug, Args)]
pub(crate) struct RealModel {
    /// Address of the chat model up to /v1; by default the provider's own.
    #[arg(long, value_name = "U")]
    pub(crate) base_url: Option<String>,
    /// Environment variable that holds the chat model's key; the provider's usual one with its own address.
    #[arg(long, value_name = "NAME", conflicts_with = "secret")]
    pub(crate) key_variable: Option<String>,
    /// Secret of the studio that is the chat model's key.
    #[arg(long, value_name = "NAME")]
    pub(crate) secret: Option<String>,
    /// How the chat model is offered tools.
    #[arg(long, value_name = "HOW")]
    pub(crate) tool_calls: Option<ToolCallsName>,
    /// Get each reply of the chat model at once instead of streaming it.
    #[arg(long)]
    pub(crate) whole_replies: bool,
    /// Stop before the chat model has read and written more tokens than this in all.
    #[arg(long, value_name = "N")]
    pub(crate) cap_tokens: Option<u32>,
    /// Stop before the chat model has cost more cents than this, by the prices in its settings.
    #[arg(long, value_name = "N")]
    pub(crate) cap_cents: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToolCallsName {
    /// As its protocol has them.
    Native,
    /// In the prompt, with a JSON Schema that replies must follow: for models without tool support.
    Constrained,
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

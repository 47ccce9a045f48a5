//! Arguments of what calls tools and simulates sessions.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use studio_api::dto::Host;

#[derive(Debug, Subcommand)]
pub(crate) enum ToolAction {
    /// Run a tool. Exits with 1 if the call returns no result, and with 2 if it needs your permission first.
    ///
    /// Before a script, a Java class or a server runs for the first time, skillctl shows it and asks. In scripts, use --allow.
    /// Your choice is remembered until the code changes, here and in the app.
    Call(Call),
    /// Add an implementation of a tool to a tool library. The tool keeps its own implementation.
    Implement(Implement),
    /// Rename a tool in skills: in their allowed tools and in inline code.
    ///
    /// Exits with 1 if nothing was changed or a skill was skipped. You can undo it in the app.
    RenameInSkills(RenameInSkills),
    /// List the tools a tool library implements, and where they differ from the tools in the library. Exits with 1 if any differ.
    Bind {
        /// Tool library.
        #[arg(value_name = "L")]
        library_name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Implement {
    /// Name or ID of the tool.
    pub(crate) name: String,
    /// Tool library to add it to; created if it doesn't exist.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: String,
    /// Script to run (.py or .js).
    #[arg(long, value_name = "FILE", required_unless_present = "from", conflicts_with = "from")]
    pub(crate) script: Option<PathBuf>,
    /// Use the implementation of this tool, such as a server, REST or Java tool.
    #[arg(long, value_name = "TOOL")]
    pub(crate) from: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RenameInSkills {
    /// Current name in the skills.
    pub(crate) from: String,
    /// New name.
    pub(crate) to: String,
    /// Name or ID of a skill; by default every skill that names the tool. Can be repeated.
    #[arg(long = "skill", value_name = "NAME")]
    pub(crate) skills: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Folder of skills to use instead of a library; nothing is saved.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Name or ID of the agent. Not needed with --client or a folder: the session then runs as that client, with mocks of its
    /// own tools.
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<String>,
    /// Without an agent: use the skills in this group; by default all skills.
    #[arg(long, value_name = "G", conflicts_with_all = ["agent", "case", "cases"])]
    pub(crate) group: Option<String>,
    /// Without an agent: use this skill. Can be repeated.
    #[arg(long = "skill", value_name = "NAME", conflicts_with_all = ["agent", "case", "cases", "group"])]
    pub(crate) skills: Vec<String>,
    /// Without an agent: let the client's read tool read real files in this folder. You're asked first.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["agent", "case", "cases"])]
    pub(crate) reads: Option<PathBuf>,
    /// User message. Can be repeated to send several in order.
    #[arg(long = "message", value_name = "M", required_unless_present_any = ["case", "cases", "evals", "find"])]
    pub(crate) messages: Vec<String>,
    /// Compact the conversation after this many messages, as the client does. Claude Code with agent-skills only. Can be
    /// repeated.
    #[arg(long, value_name = "N", conflicts_with_all = ["case", "cases", "evals"])]
    pub(crate) compact_after: Vec<u32>,
    /// With agent-lib: register a component of the agent only after this many messages, as N=COMPONENT. Can be repeated.
    #[arg(long, value_name = "N=COMPONENT", value_parser = numbered, conflicts_with_all = ["case", "cases", "evals"])]
    pub(crate) register_after: Vec<(u32, String)>,
    /// With agent-lib: remove a skill after this many messages, as N=SKILL; an active one stays. Can be repeated.
    #[arg(long, value_name = "N=SKILL", value_parser = numbered, conflicts_with_all = ["case", "cases", "evals"])]
    pub(crate) remove_after: Vec<(u32, String)>,
    /// With agent-lib: don't run anything, but print the agent's skills that contain this word in their name, description or
    /// triggers.
    #[arg(long, value_name = "WORD", conflicts_with_all = ["messages", "case", "cases", "evals"])]
    pub(crate) find: Option<String>,
    /// Run this saved test instead, by name or ID. Exits with 1 if it fails.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["agent", "messages", "cases", "evals"])]
    pub(crate) case: Option<String>,
    /// Run all saved tests. Exits with 1 if any fail.
    #[arg(long, conflicts_with_all = ["agent", "messages", "evals"])]
    pub(crate) cases: bool,
    /// Save the entries of this evals.json as tests of the agent and run them.
    #[arg(long, value_name = "FILE", conflicts_with = "messages")]
    pub(crate) evals: Option<std::path::PathBuf>,
    /// Runtime to simulate: decides what the model sees, and when.
    #[arg(long, value_name = "R", default_value = "agent-skills")]
    pub(crate) runtime: RuntimeName,
    /// Model to use: mock, agent (the agent's own), scripted:FILE (a JSON list of replies), replay:FILE (earlier --json output),
    /// or PROVIDER/MODEL for a chat model from openai, openai-responses, anthropic or ollama.
    ///
    /// For a chat model configured in the library, its URL, key, prices and context window are used.
    #[arg(long, value_name = "MODEL", default_value = "mock")]
    pub(crate) model: String,
    #[command(flatten)]
    pub(crate) real: RealModel,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Tool library to run calls with; by default each tool's own implementation.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: Option<String>,
    /// Maximum model calls per message.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) max_iterations: u32,
    /// Allow the session's tools to run on this computer without asking.
    #[arg(long)]
    pub(crate) allow: bool,
    /// Exit with 1 unless this skill was activated or added to the context. Can be repeated.
    #[arg(long = "expect-skill", value_name = "NAME")]
    pub(crate) expected_skills: Vec<String>,
    /// Exit with 1 unless this tool was run. Can be repeated.
    #[arg(long = "expect-tool", value_name = "NAME")]
    pub(crate) expected_tools: Vec<String>,
    /// Exit with 1 unless the response contains this text.
    #[arg(long = "expect-text", value_name = "TEXT")]
    pub(crate) expected_text: Option<String>,
    /// Exit with 1 if the model was ever sent more tokens than this.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
}

/// What a session is run under.
#[derive(Debug, Args)]
pub(crate) struct Conditions {
    /// With agent-skills: the client whose skill list to use, shortened as that client does. agent-skills stands for any client
    /// that follows the standard and shortens nothing. By default agent-skills or, without an agent, the client whose folders
    /// contain the skills. --host still works.
    #[arg(long = "client", alias = "host", value_name = "CLIENT", value_parser = crate::clients::any())]
    pub(crate) host: Option<Host>,
    /// With agent-skills: use the exact skill list of the capture in this file, with its client, context window and usage
    /// counts. Create one with `skillctl capture --keep`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["host", "uses"])]
    pub(crate) listing: Option<PathBuf>,
    /// Context window in tokens; by default that of the configured chat model, else of the client's own model, else 200000.
    #[arg(long, value_name = "N")]
    pub(crate) window: Option<u32>,
    /// How often the client has used a skill, as NAME=N; by default the library's usage count. Can be repeated.
    #[arg(long = "used", value_name = "NAME=N", value_parser = named_number)]
    pub(crate) uses: Vec<(String, u32)>,
    /// Exclude a skill. Can be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<String>,
    /// Use an earlier version of a skill's SKILL.md, as NAME=VERSION. Can be repeated.
    #[arg(long = "skill-version", value_name = "NAME=VERSION", value_parser = named_number)]
    pub(crate) versions: Vec<(String, u32)>,
    /// Give the model a skill's file as input, as NAME=PATH: it sees the path and can read the file. Can be repeated.
    #[arg(long = "input", value_name = "NAME=PATH", value_parser = named_path)]
    pub(crate) inputs: Vec<(String, String)>,
    /// With agent-lib: keep component tools available while a skill is active.
    #[arg(long)]
    pub(crate) components_always: bool,
    #[command(flatten)]
    pub(crate) adk: AdkConditions,
}

/// How adk-rust selects.
#[derive(Debug, Args)]
pub(crate) struct AdkConditions {
    /// With adk: coordinator makes the skill the system instruction, with its tools; injector puts a short block before the
    /// message, without tools.
    #[arg(long, value_name = "WAY", default_value = "coordinator")]
    pub(crate) adk_way: AdkWayName,
    /// With adk: maximum number of candidates to try per message.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) top_k: u32,
    /// With adk: threshold a skill's score must reach.
    #[arg(long, default_value_t = 1.0, value_name = "X", allow_negative_numbers = true)]
    pub(crate) min_score: f32,
    /// With adk: include only skills with at least one of these tags. Can be repeated.
    #[arg(long = "tag", value_name = "T")]
    pub(crate) tags: Vec<String>,
    /// With adk: skip skills with this tag. Can be repeated.
    #[arg(long = "exclude-tag", value_name = "T")]
    pub(crate) exclude_tags: Vec<String>,
    /// With adk: maximum length of the instructions, in characters; by default 8000, or 2000 with the injector.
    #[arg(long, value_name = "N")]
    pub(crate) max_chars: Option<u32>,
    /// With adk: if a tool is missing, strict rejects the skill, permissive ignores the tool.
    #[arg(long, default_value = "strict")]
    pub(crate) mode: super::Mode,
    /// With adk: find the skill by its exact name. Strategies are tried in the order given; by default only --by-message.
    #[arg(long, value_name = "NAME")]
    pub(crate) by_name: Vec<String>,
    /// With adk: find the first skill with this tag.
    #[arg(long, value_name = "T")]
    pub(crate) by_tag: Vec<String>,
    /// With adk: find the skill that best matches the message.
    #[arg(long)]
    pub(crate) by_message: bool,
}

/// Reads `NAME=N`.
fn named_number(text: &str) -> Result<(String, u32), String> {
    let (name, number) = text.rsplit_once('=').ok_or("use NAME=NUMBER, such as pdf=3")?;
    let number = number.parse().map_err(|_| format!("{number:?} isn't a whole number"))?;
    Ok((name.to_owned(), number))
}

/// Reads `N=NAME`.
fn numbered(text: &str) -> Result<(u32, String), String> {
    let (number, name) = text.split_once('=').ok_or("use NUMBER=NAME, such as 1=notes")?;
    let number = number.parse().map_err(|_| format!("{number:?} isn't a whole number"))?;
    Ok((number, name.to_owned()))
}

/// Reads `NAME=PATH`.
fn named_path(text: &str) -> Result<(String, String), String> {
    let (name, path) = text.split_once('=').ok_or("use SKILL=PATH, such as pdf=evals/files/a.csv")?;
    Ok((name.to_owned(), path.to_owned()))
}

/// What a chat model is asked with.
#[derive(Debug, Args)]
pub(crate) struct RealModel {
    /// Base URL of the chat model, up to /v1; by default the provider's own.
    #[arg(long, value_name = "U")]
    pub(crate) base_url: Option<String>,
    /// Environment variable with the chat model's API key; with the provider's own URL, defaults to its usual variable.
    #[arg(long, value_name = "NAME", conflicts_with = "secret")]
    pub(crate) key_variable: Option<String>,
    /// Skill Studio secret with the chat model's API key.
    #[arg(long, value_name = "NAME")]
    pub(crate) secret: Option<String>,
    /// How tools are offered to the chat model.
    #[arg(long, value_name = "HOW")]
    pub(crate) tool_calls: Option<ToolCallsName>,
    /// Don't stream the chat model's replies.
    #[arg(long)]
    pub(crate) whole_replies: bool,
    /// Token limit for the session, input and output together.
    #[arg(long, value_name = "N")]
    pub(crate) cap_tokens: Option<u32>,
    /// Cost limit for the session in cents, based on the prices in the model's settings.
    #[arg(long, value_name = "N")]
    pub(crate) cap_cents: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToolCallsName {
    /// With the provider's native tool calls.
    Native,
    /// In the prompt, with a JSON Schema for replies: for models without tool support.
    Constrained,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AdkWayName {
    /// The skill is the system instruction, with the tools it names.
    Coordinator,
    /// A short block before the message, without tools.
    Injector,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuntimeName {
    /// A client that follows the Agent Skills standard.
    AgentSkills,
    /// Components, and skills that enable their tools.
    AgentLib,
    /// Descriptions first, tool schemas once a skill is selected.
    LightGenai,
    /// One skill per message, selected by score, as in adk-skill 0.6.0.
    Adk,
    /// Everything loaded up front, for comparison.
    Everything,
}

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// Name or ID of the tool.
    pub(crate) name: String,
    /// Arguments as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) args: String,
    /// Tool library to run it with; by default the tool's own implementation.
    #[arg(long, value_name = "L")]
    pub(crate) library_name: Option<String>,
    /// Run the tool with this skill's access.
    #[arg(long, value_name = "NAME")]
    pub(crate) skill: Option<String>,
    /// Allow the tool to run without asking. Check first what it runs.
    #[arg(long)]
    pub(crate) allow: bool,
}

//! What is kept of the user's, beside the libraries and in their settings: consents, libraries opened before, programs
//! chosen, how the window looks, chat models allowed, limits of agent hosts, and texts a displaced library could not take.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Kept, mirror, tools::NamedValue, under};
use crate::dto;

mirror! {
    /// What the author is asked to allow.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    enum ConsentKind of dto::ConsentKind { Server, #[default] Tool, Secret, Key, Database, Model, Network, Folder }
}

/// What would run, by the words that name its parts. Its JSON is what a consent's hash is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Command {
    /// What it is.
    pub(crate) kind: ConsentKind,
    /// Name of the server, tool or secret.
    pub(crate) subject: String,
    /// Program and arguments; for a secret where it goes.
    pub(crate) argv: Vec<String>,
    /// Working folder.
    pub(crate) cwd: Option<String>,
    /// Names of environment variables, with the secret each comes from.
    pub(crate) environment: Vec<NamedValue>,
    /// Hashes of what else counts, by its name: `script`, `description`…
    pub(crate) covers: BTreeMap<String, String>,
    /// What confines it.
    pub(crate) sandbox: String,
}

/// Something the author allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Granted {
    pub(crate) hash: String,
    #[serde(rename = "granted_ts")]
    pub(crate) at: String,
    #[serde(flatten)]
    pub(crate) command: Command,
    /// Fingerprints of a server's tools as they were first seen, by name; none where it has not shown any list yet. An
    /// empty list was seen, too: what comes after it is asked for.
    #[serde(default)]
    pub(crate) tools: Option<BTreeMap<String, String>>,
}

/// Everything the author allowed, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Consents {
    pub(crate) granted: Vec<Granted>,
}

impl Kept for Consents {
    fn upgraded(value: Value, _from: u32) -> Value {
        under("granted", value)
    }
}

/// The folders of a library that this user chose on this computer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FollowedFolders {
    /// Those that links are followed to.
    pub(crate) folders: BTreeSet<String>,
    /// Those that skills were imported from.
    #[serde(default)]
    pub(crate) roots: BTreeSet<String>,
}

impl Kept for FollowedFolders {}

/// A library opened before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecentLibrary {
    pub(crate) name: String,
    pub(crate) path: String,
    /// Which files it was; none where the system gives them no numbers.
    #[serde(default)]
    pub(crate) marks: Option<LibraryMarks>,
}

/// Which files a library was when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LibraryMarks {
    pub(crate) file: FileMark,
    pub(crate) log: Option<FileMark>,
}

/// What tells a file from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileMark {
    pub(crate) device: u64,
    pub(crate) number: u64,
    pub(crate) made_at: Option<u64>,
}

impl From<studio_store::LibraryMarks> for LibraryMarks {
    fn from(marks: studio_store::LibraryMarks) -> Self {
        Self { file: marks.file.into(), log: marks.log.map(Into::into) }
    }
}

impl From<LibraryMarks> for studio_store::LibraryMarks {
    fn from(marks: LibraryMarks) -> Self {
        Self { file: marks.file.into(), log: marks.log.map(Into::into) }
    }
}

impl From<studio_store::FileMark> for FileMark {
    fn from(studio_store::FileMark { device, number, made_at }: studio_store::FileMark) -> Self {
        Self { device, number, made_at }
    }
}

impl From<FileMark> for studio_store::FileMark {
    fn from(FileMark { device, number, made_at }: FileMark) -> Self {
        Self { device, number, made_at }
    }
}

/// The libraries opened before, the last first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Recent {
    pub(crate) libraries: Vec<RecentLibrary>,
}

impl Kept for Recent {}

/// The programs the author chose to run tools with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Interpreters {
    pub(crate) python: Option<String>,
    pub(crate) java: Option<String>,
}

impl Kept for Interpreters {}

/// How the window looks, whatever library is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WindowLook {
    /// How large the page is shown, in percent.
    pub(crate) zoom: u32,
}

impl Kept for WindowLook {}

/// Where this user has let chat models be asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChatModels {
    pub(crate) saved: Vec<String>,
}

impl Kept for ChatModels {
    fn upgraded(value: Value, _from: u32) -> Value {
        under("saved", value)
    }
}

mirror! {
    /// Whose chat model is asked.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "lowercase")]
    enum ModelProvider of dto::ModelProvider {
        #[default]
        Mock,
        OpenAi,
        #[serde(rename = "openai-responses")]
        OpenAiResponses,
        Anthropic,
        Ollama,
    }
}

mirror! {
    /// How a model is offered tools.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    enum ModelToolCalls of dto::ModelToolCalls { #[default] Native, Constrained }
}

mirror! {
    /// A chat model of a library.
    #[derive(Default)]
    #[serde(default)]
    struct ChatModel of dto::ModelSettings {
        name: String,
        provider: ModelProvider,
        model: String,
        base_url: String,
        key_variable: String,
        secret: String,
        window_tokens: u32,
        max_output: u32,
        tool_calls: ModelToolCalls,
        is_unstreamed: bool,
        input_price: f64,
        output_price: f64,
    }
}

impl Kept for ChatModel {}

mirror! {
    /// The chat models of a library.
    struct ModelList of dto::ModelList { models: Vec<ChatModel>, picks: String }
}

impl Kept for ModelList {}

mirror! {
    /// The limits agent hosts are taken to have.
    #[serde(default)]
    struct HostBudgets of dto::HostBudgets {
        context_tokens: Option<u32>,
        claude_chars_per_token: u32,
        claude_per_mille: u32,
        claude_budget: Option<u32>,
        claude_entry_chars: u32,
        claude_bundled: u32,
        codex_per_mille: u32,
    }
}

impl Default for HostBudgets {
    fn default() -> Self {
        super::Mirror::of(&dto::HostBudgets::default())
    }
}

impl Kept for HostBudgets {
    const FORMAT: u32 = 3;

    /// Up to format 2 a context of 0 stood for one that is not known.
    fn upgraded(mut value: Value, _from: u32) -> Value {
        if value["context_tokens"] == 0 {
            value["context_tokens"] = Value::Null;
        }
        value
    }
}

/// A text typed and not saved, which the library could not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Draft {
    pub(crate) skill: String,
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) base: String,
}

mirror! {
    /// What a form is of.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    enum FormKind of dto::FormKind { Tool, Server, Agent, Call }
}

/// What was written in a form, encrypted as the library would have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Form {
    pub(crate) kind: FormKind,
    pub(crate) row: String,
    pub(crate) row_version: i64,
    pub(crate) sealed: Vec<u8>,
}

/// What one library could not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Drafts<T> {
    pub(crate) drafts: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Kept for Drafts<T> {
    fn upgraded(value: Value, _from: u32) -> Value {
        under("drafts", value)
    }
}

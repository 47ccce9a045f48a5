//! What a client that is installed here puts before its model, beside the list that the studio says it makes.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{CapturedListing, Host},
};

/// A client that can be compared, and whether it is installed here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct InstalledClient {
    /// The client.
    pub client: Host,
    /// What people call it.
    pub label: String,
    /// Path of its program; none where it is not on the PATH.
    pub program: Option<String>,
    /// The command that installs its newest version.
    pub install: String,
    /// How it is made to load a skill.
    pub activation: ClientActivation,
}

closed! {
    /// How a client is made to load a skill.
    pub enum ClientActivation {
        /// Its model calls the tool for skills.
        ToolCall = "tool_call",
        /// A word of the user's, with the skill's name.
        Word = "word",
    }
}

/// Which client is to be run, and on what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientComparisonRequest {
    /// Made by the caller; cancelling names it.
    pub call_id: String,
    /// The client.
    pub client: Host,
    /// The skills that lie before it.
    pub scope: ClientComparisonScope,
    /// Whether copies of the author's own skills, plugins' skills, use counts and settings lie before it, too.
    pub has_own: bool,
    /// A skill to load; none for the list alone. Some clients run commands that stand in it.
    pub load: Option<SkillToLoad>,
}

/// The skills that lie before a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClientComparisonScope {
    /// All of the library.
    Library,
    /// Those an agent is given.
    Agent {
        /// Name or id of the agent.
        agent: String,
        /// Names of those it goes without.
        without: Vec<String>,
    },
    /// All of the library, to look at one of them.
    Skill {
        /// Id of the skill.
        skill_id: String,
    },
}

/// A skill that a client is to load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillToLoad {
    /// Id of the skill.
    pub skill_id: String,
    /// What is said after its name.
    pub arguments: String,
}

/// What an installed client put before its model, beside what the studio says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientComparison {
    /// The client.
    pub client: Host,
    /// What people call it.
    pub label: String,
    /// The version it says it has; empty where it says none.
    pub version: String,
    /// The model it asked for, where it names one.
    pub model: Option<String>,
    /// Tokens of the context it says that model has.
    pub window_tokens: Option<u32>,
    /// How long it ran.
    pub milliseconds: u32,
    /// Whether it sent a list of skills.
    pub has_list: bool,
    /// Whether nothing differs, the loaded skill included.
    pub is_equal: bool,
    /// Both lists beside each other: the client's in its order, then what only the studio's has.
    pub entries: Vec<ComparedEntry>,
    /// Both orders, where all entries are equal and nothing but their order differs.
    pub order: Option<ComparedOrder>,
    /// Skills that the studio says are not in the list, or that were not laid before the client.
    pub left_out: Vec<SkillLeftOut>,
    /// The client's own skills.
    pub own: Vec<ClientsOwnSkill>,
    /// The texts of its request.
    pub parts: Vec<RequestPart>,
    /// Every request it made.
    pub requests: Vec<ClientRequest>,
    /// What it tried to reach beside its model; all of it was blocked.
    pub blocked: Vec<String>,
    /// Whether such tries can be named on this machine.
    pub can_name_blocked: bool,
    /// The skill that was loaded; none where none was.
    pub loaded: Option<ComparedBody>,
    /// What is kept of it where the author saves it, as JSON.
    pub kept: KeptText,
    /// The same with the skills that lay before the client, for tests to hold.
    pub fixture: FixtureOffer,
    /// Its list for a session that shows just that; none where it sent no list.
    pub captured: Option<CapturedListing>,
}

/// A text that is kept of a comparison, with what of the author's was taken out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct KeptText {
    /// What is kept.
    pub text: String,
    /// What is not in it any more, in the order in which it was found.
    pub taken_out: Vec<TakenOut>,
}

/// Something of the author's that was taken out of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TakenOut {
    /// What it is.
    pub kind: TakenOutKind,
    /// The beginning of what stood there.
    pub found: String,
    /// How often it did.
    pub times: u32,
}

closed! {
    /// What of the author's is taken out of what is kept.
    pub enum TakenOutKind {
        /// The path of their home folder.
        HomeFolder = "home_folder",
        /// Their name.
        UserName = "user_name",
        /// An e-mail address.
        EmailAddress = "email_address",
        /// A line of a file that clients read into every conversation, such as `CLAUDE.md`.
        MemoryFile = "memory_file",
        /// A branch, a commit or a changed file of a repository.
        GitState = "git_state",
    }
}

/// A fixture of a comparison, or why none is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FixtureOffer {
    /// It can be saved.
    Offered {
        /// What is saved, as JSON.
        fixture: KeptText,
    },
    /// None can be made.
    Refused {
        /// Why, as a sentence.
        why: String,
    },
}

/// An entry of a client's list beside the studio's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ComparedEntry {
    /// What the client calls it.
    pub name: String,
    /// What differs.
    pub state: EntryState,
    /// As the studio says; none where it says that it is not listed.
    pub ours: Option<String>,
    /// As the client lists it; none where it does not.
    pub theirs: Option<String>,
    /// Whether it is of the skill that one looks at.
    pub is_asked: bool,
}

closed! {
    /// How an entry of a client's list stands to the studio's.
    pub enum EntryState {
        /// Both are equal by character.
        Equal = "equal",
        /// Both have it, with other words.
        OtherWords = "other_words",
        /// Only the client lists it.
        OnlyClient = "only_client",
        /// Only the studio says that it is listed.
        OnlyStudio = "only_studio",
    }
}

/// Names in two orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ComparedOrder {
    /// As the studio says.
    pub ours: Vec<String>,
    /// As the client lists them.
    pub theirs: Vec<String>,
}

/// A skill that is not in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillLeftOut {
    /// Its name, or that of its folder.
    pub name: String,
    /// Why, as the end of a sentence.
    pub why: String,
    /// Whether it is the one that one looks at.
    pub is_asked: bool,
}

/// A skill that came with a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientsOwnSkill {
    /// Its name.
    pub name: String,
    /// Characters of its entry.
    pub chars: u32,
}

/// A text of a client's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RequestPart {
    /// Who says it, as the wire calls them.
    pub role: String,
    /// Its characters.
    pub chars: u32,
    /// What is said.
    pub text: String,
    /// Whether the list of skills stands in it.
    pub is_list: bool,
    /// Whether it came in with the skill that was loaded.
    pub is_loaded: bool,
}

/// A request that a client made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientRequest {
    /// GET, POST or another.
    pub method: String,
    /// Its address.
    pub path: String,
    /// Characters of its body.
    pub chars: u32,
}

/// A skill as it came in beside what the studio says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ComparedBody {
    /// The skill's name.
    pub skill: String,
    /// As the studio says.
    pub ours: String,
    /// As it came in.
    pub theirs: String,
    /// Whether both are the same, but for the order of files.
    pub is_equal: bool,
}

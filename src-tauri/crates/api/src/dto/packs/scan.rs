//! What a look at texts found that one should know before they go out or come in. It proves nothing to be harmless.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::Severity};

closed! {
    /// What is looked for.
    pub enum ScanRule {
        /// A secret that is written out.
        Secret = "secret",
        /// Characters that models read and people do not see.
        HiddenText = "hidden-text",
        /// Words that tell a model to set its instructions aside, or to keep something from its user.
        Injection = "injection",
        /// A command that runs what it fetches.
        RemoteCode = "remote-code",
        /// Something read on this computer that is sent elsewhere.
        Exfiltration = "exfiltration",
        /// A change that runs something later, lets somebody in, or takes an agent's limits away.
        Persistence = "persistence",
        /// Something that deletes what is the user's.
        Destruction = "destruction",
        /// A tool without the limits it could have.
        BroadTools = "broad-tools",
        /// A file that is not looked at, or not to its end.
        NotRead = "not-read",
    }
}

/// Something a scan found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ScanFinding {
    /// What was looked for.
    pub rule: ScanRule,
    /// How bad it would be.
    pub severity: Severity,
    /// What it is of, such as `skill tides`.
    pub entity: String,
    /// The skill's id, where the library has it.
    pub skill_id: Option<String>,
    /// The file.
    pub path: String,
    /// Line from 1.
    pub line: u32,
    /// Column in characters from 1.
    pub column: u32,
    /// What it is and what to do, as sentences.
    pub message: String,
    /// The place as it is written, what nobody sees made visible; a secret only by its beginning.
    pub excerpt: String,
    /// Names it when it is dismissed; another text has another key.
    pub key: String,
    /// Why it was dismissed, possibly an empty text; none where it counts.
    pub dismissed: Option<String>,
}

/// What a scan looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ScanReport {
    /// What was found, worst first.
    pub findings: Vec<ScanFinding>,
    /// Texts that were looked at.
    pub files: u32,
    /// Files that are no text, which nothing is said of.
    pub binary: u32,
    /// Texts that were not looked at, or not to their end; each is among the findings.
    pub unread: u32,
    /// Whether there is more than is listed.
    pub is_cut: bool,
}

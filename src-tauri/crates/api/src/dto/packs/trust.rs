//! Who signed a pack, and whether it is as it was signed.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::ScanReport};

/// The key that this user's packs are signed with. Its secret half never leaves the store of secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SigningKey {
    /// Short name of the key, 16 hexadecimal digits.
    pub key_id: String,
    /// The public half, as minisign writes it on one line: who trusts it can tell that a pack is from here.
    pub public_key: String,
}

/// A key whose packs are told as somebody's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TrustedKey {
    /// Whose it is, in this user's words.
    pub name: String,
    /// Short name of the key.
    pub key_id: String,
    /// The public half.
    pub public_key: String,
    /// When it was trusted, RFC 3339.
    pub trusted_at: String,
    /// Names the consent, which takes it back (`revoke_consent`).
    pub consent: String,
}

/// The keys this studio knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct KeyList {
    /// This user's own; none until a pack is signed, or it is made.
    pub own: Option<SigningKey>,
    /// Those that are trusted.
    pub trusted: Vec<TrustedKey>,
}

/// Who signed a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SignatureVerdict {
    /// A trusted key did, and the manifest is as it was signed.
    Valid {
        /// Whose key.
        name: String,
        /// Short name of the key.
        key_id: String,
    },
    /// A key did that is not trusted: nothing is known of it.
    UnknownKey {
        /// Short name of the key.
        key_id: String,
    },
    /// A trusted key did not sign what is there.
    Wrong {
        /// Whose key it claims to be.
        name: String,
        /// Short name of the key.
        key_id: String,
    },
    /// The signature cannot be read.
    Unreadable {
        /// Why, as a sentence.
        message: String,
    },
    /// Nobody did.
    Unsigned,
}

closed! {
    /// How a file stands to its manifest.
    pub enum ManifestProblem {
        /// Its content is another.
        Altered = "altered",
        /// It may be run, and the manifest says that it may not.
        MadeExecutable = "made executable",
        /// It may not be run, and the manifest says that it may.
        NoLongerExecutable = "no longer executable",
        /// It is not there.
        Missing = "missing",
        /// The manifest does not name it.
        Added = "added",
    }
}

/// A file that is not as its manifest says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ManifestFinding {
    /// Path within the folder, with `/`.
    pub path: String,
    /// How it stands to the manifest.
    pub problem: ManifestProblem,
}

/// What is told of a folder with a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ManifestVerdict {
    /// The manifest's path.
    pub path: String,
    /// The pack's name as it says; empty where it cannot be read.
    pub name: String,
    /// The pack's version as it says.
    pub version: String,
    /// Files it names.
    pub files: u32,
    /// Files that are not as it says.
    pub findings: Vec<ManifestFinding>,
    /// Who signed it.
    pub signature: SignatureVerdict,
    /// Why it cannot be read, as a sentence; none where it can.
    pub problem: Option<String>,
}

/// What manifests say of paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifestCheck {
    /// The manifests that stand with the paths.
    pub manifests: Vec<ManifestVerdict>,
    /// Files that lie there, and skills that an import would bring in, and that none of them names, where there is one.
    pub strays: Vec<String>,
}

/// What one should know before paths are imported. Nothing is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportInspection {
    /// Manifests of packs among them.
    pub manifests: Vec<ManifestVerdict>,
    /// Files and skills that none of them names, where there is one.
    pub strays: Vec<String>,
    /// What a scan of the texts found.
    pub scan: ScanReport,
}

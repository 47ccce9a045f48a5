//! What uploads take at most.

/// What an upload takes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All files together, unpacked.
    Unpacked,
    /// The archive.
    Archive,
    /// One file.
    File,
    /// Files.
    Files,
}

impl Limit {
    /// What is too much, and what to do.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Unpacked => "Anthropic uploads must be under 30 MB unpacked. Remove some files.",
            Self::Archive => "OpenAI accepts archives up to 50 MB. Remove some files.",
            Self::File => "OpenAI accepts files up to 25 MB. Remove or split the largest.",
            Self::Files => "OpenAI accepts up to 500 files. Remove some files.",
        }
    }
}

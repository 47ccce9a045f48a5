//! What becomes of what a target does not hold as it is, by stable names.

use super::loss::Why;

impl Why {
    /// Whether it is there in another form.
    pub const fn is_rewritten(&self) -> bool {
        match self {
            Self::Moved | Self::AsText | Self::AsUtf8 | Self::NulReplaced | Self::Rounded(_) | Self::Listed(_) => true,
            Self::NoPlace
            | Self::NoPlaceFor(_)
            | Self::NoKind(_)
            | Self::Ignored(_)
            | Self::WouldBeSkill
            | Self::Leftover
            | Self::NotExported => false,
        }
    }

    /// Its stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPlace | Self::NoPlaceFor(_) => "no-place",
            Self::Moved => "moved",
            Self::AsText => "as-text",
            Self::AsUtf8 => "as-utf-8",
            Self::NulReplaced => "nul-replaced",
            Self::NoKind(_) => "no-kind",
            Self::Ignored(_) => "ignored",
            Self::WouldBeSkill => "would-be-skill",
            Self::Leftover => "leftover",
            Self::NotExported => "not-exported",
            Self::Rounded(_) => "rounded",
            Self::Listed(_) => "listed",
        }
    }
}

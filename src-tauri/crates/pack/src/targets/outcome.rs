//! Whether what a target does not hold as it is is gone, or there in another form.

use super::loss::Why;

impl Why {
    /// Whether it is there in another form.
    pub const fn is_rewritten(&self) -> bool {
        match self {
            Self::Moved
            | Self::AsText
            | Self::AsUtf8
            | Self::NulReplaced
            | Self::Rounded(_)
            | Self::Listed(_)
            | Self::Adjusted(_)
            | Self::Unusual => true,
            Self::NoPlace
            | Self::NoPlaceFor(_)
            | Self::NoKind(_)
            | Self::Ignored(_)
            | Self::WouldBeSkill
            | Self::Leftover
            | Self::Evals
            | Self::NotExported
            | Self::Broken
            | Self::OtherModel => false,
        }
    }
}

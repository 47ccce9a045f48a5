//! Every finding's code: the one table of them.

use crate::Severity;

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable name.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it says, in a few words.
    pub meaning: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $meaning:literal,)*) => {
        $(#[doc = $meaning] pub const $name: &str = $code;)*

        /// Every code, in the order of this table.
        pub const CODES: &[CodeInfo] =
            &[$(CodeInfo { code: $code, severity: Severity::$severity, meaning: $meaning },)*];
    };
}

codes! {
    BYTE_ORDER_MARK "byte-order-mark" Warning "the file starts with a byte order mark",
    ENCODING_UTF16 "encoding-utf16" Error "the file is stored as UTF-16",
    ENCODING_INVALID "encoding-invalid" Error "the file is not valid UTF-8",
}

//! The orders of lists: by bytes, and as JavaScript's `localeCompare` has it.

use std::{cmp::Ordering, sync::LazyLock};

use icu_collator::{CollatorBorrowed, options::CollatorOptions};

static COLLATOR: LazyLock<Option<CollatorBorrowed<'static>>> = LazyLock::new(|| {
    icu_collator::Collator::try_new(icu_locale_core::locale!("en").into(), CollatorOptions::default()).ok()
});

/// How `localeCompare` orders two texts, in the locale that clients run in without one of their own.
pub(crate) fn by_locale(a: &str, b: &str) -> Ordering {
    // Of these characters the order is that of their bytes.
    let is_plain = |text: &str| text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if is_plain(a) && is_plain(b) {
        return a.cmp(b);
    }
    COLLATOR.as_ref().map_or_else(|| a.cmp(b), |collator| collator.compare(a, b))
}

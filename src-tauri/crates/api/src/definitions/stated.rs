//! What the list a tool came with said of it, kept beside what the author says: see [`studio_text::tool_lists::stated`].

use serde_json::Value;
use studio_connect::mcp::HintedEffect;
use studio_store::ToolRecord;
use studio_text::tool_lists::stated::hint;

use crate::{
    dto::{ToolEdit, ToolEffect},
    kept::{self, tools::Settings},
};

/// What is kept of a stored tool's list.
pub(crate) fn of(record: &ToolRecord) -> Option<Value> {
    kept::read::<Settings>(&record.detail.settings).ok()?.stated
}

/// What an edited tool brings of its list.
pub(crate) fn read(edit: &ToolEdit) -> Option<Value> {
    let stated: Value = serde_json::from_str(edit.stated.as_deref()?).ok()?;
    stated.is_object().then_some(stated)
}

/// What a call does by the hints of a list; none where it says nothing of it.
pub(crate) fn effect(stated: &Value) -> Option<ToolEffect> {
    let (reads, destroys) = (hint(stated, "readOnlyHint"), hint(stated, "destructiveHint"));
    if reads.is_none() && destroys.is_none() {
        return None;
    }
    Some(match HintedEffect::of(reads, destroys) {
        HintedEffect::Reads => ToolEffect::Read,
        HintedEffect::Writes => ToolEffect::Write,
        HintedEffect::Anything => ToolEffect::Execute,
    })
}

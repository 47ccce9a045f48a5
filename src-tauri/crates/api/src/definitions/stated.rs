//! What the list a tool came with said of it, kept beside what the author says: see [`studio_text::tool_lists::stated`].

use serde_json::Value;
use studio_connect::mcp::HintedEffect;
use studio_store::ToolRecord;
use studio_text::tool_lists::stated::{StatedPart, hint, without};

use crate::{
    definitions::forms,
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

/// An edited tool as it is stored over what was there before: its list keeps its word but for what is said otherwise now, and
/// an effect that is only what such a tool does anyway is nobody's statement.
pub(crate) fn settled(before: Option<&ToolRecord>, edit: &ToolEdit, schema: &Value) -> ToolEdit {
    let Some(before) = before else { return edit.clone() };
    let kept = of(before);
    let usual = forms::effect_of(&ToolEdit { effect: None, ..edit.clone() });
    let is_said = before.detail.effect.is_some() || edit.effect != Some(usual);
    let effect = edit.effect.filter(|_| is_said);
    let brought = read(edit);
    // What is brought anew, or was another version's, speaks of the tool as it is now.
    let is_kept = brought.is_none() || brought == kept;
    let stated = if is_kept { kept.and_then(|kept| without(kept, &changed(before, edit, schema))) } else { brought };
    ToolEdit { effect, stated: stated.map(|stated| stated.to_string()), ..edit.clone() }
}

/// In what an edit says something else than the tool that was stored.
fn changed(before: &ToolRecord, edit: &ToolEdit, schema: &Value) -> Vec<StatedPart> {
    let parts = [
        (StatedPart::Name, before.tool.name != edit.name.trim()),
        (StatedPart::Description, before.tool.description.trim() != edit.description.trim()),
        (StatedPart::Schema, forms::schema(before) != *schema),
        (StatedPart::Effect, forms::effect(before) != forms::effect_of(edit)),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
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
